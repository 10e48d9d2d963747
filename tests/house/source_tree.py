"""The project's own files, as git knows them (or, in an unpacked archive, as they lie there)."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ("_pb2.py", "_pb2.pyi", "_pb2_grpc.py")
SKIPPED = {".git", ".venv", ".venv-proto", "node_modules", "__pycache__", "out"}


@cache
def tracked_files() -> tuple[Path, ...]:
    """All files of the project, relative to its root, sorted."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout
        paths = [Path(name) for name in listed.split("\0") if name]
        return tuple(sorted(path for path in paths if (ROOT / path).is_file()))
    walked = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return tuple(sorted(path for path in walked if not SKIPPED.intersection(path.parts)))


@cache
def python_sources() -> tuple[Path, ...]:
    """All Python files that people wrote."""
    return tuple(
        path
        for path in tracked_files()
        if path.suffix == ".py" and not path.name.endswith(GENERATED)
    )


def imported_modules(source: str, module: str, *, is_package: bool) -> set[str]:
    """Absolute names of all modules that a module imports, wherever in it.

    `from a import b` counts as both a and a.b, since b may be a module.
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                drop = node.level - 1 if is_package else node.level
                parent = parts[: len(parts) - drop]
                base = ".".join([*parent, *([node.module] if node.module else [])])
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return found


def module_name(path: Path) -> str:
    """The dotted name under which a file of the project is imported."""
    parts = list(path.with_suffix("").parts)
    if parts[:2] == ["proto", "podesta"]:
        parts = parts[1:]
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts)
