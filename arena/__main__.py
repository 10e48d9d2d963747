"""`python -m arena` is the same as `podesta`."""

from arena.cli.entry import main

if __name__ == "__main__":
    main()
