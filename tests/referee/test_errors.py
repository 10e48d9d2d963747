import pytest
from podesta.v1 import game_pb2

from referee import errors


def test_every_error_is_somebodys_fault() -> None:
    sides = (errors.EngineFault, errors.VoidMatch, errors.UserError)
    for name in errors.__all__:
        error = getattr(errors, name)
        assert issubclass(error, errors.RefereeError)
        if error is not errors.RefereeError:
            assert sum(issubclass(error, side) for side in sides) == 1, name


def test_the_docstring_draws_the_whole_tree() -> None:
    assert errors.__doc__ is not None
    for name in errors.__all__:
        assert name in errors.__doc__


def test_a_fault_as_it_is_recorded() -> None:
    fault = errors.EngineFault(
        game_pb2.FAULT_KIND_CRASH, "it exited", exit_status=0, signal=None, overrun_us=None
    )
    assert fault.to_proto(2, 17) == game_pb2.Fault(
        seat=2, ply=17, kind=game_pb2.FAULT_KIND_CRASH, detail="it exited", exit_status=0
    )
    assert not fault.to_proto(2, 17).HasField("signal")
    late = errors.EngineFault(game_pb2.FAULT_KIND_TIMEOUT, "late", overrun_us=120_000)
    assert late.to_proto(0, 1).overrun_us == 120_000
    assert late.to_proto(0, 1, forgiven=True).forgiven
    with pytest.raises(errors.EngineFault, match="late"):
        raise late


def test_a_spec_error_lists_its_problems() -> None:
    error = errors.SpecError(["no such game", "one seat"])
    assert error.problems == ("no such game", "one seat")
    assert str(error) == "no such game; one seat"
