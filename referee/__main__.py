"""`python -m referee`."""

from referee.command_line import main

if __name__ == "__main__":
    main(prog_name="python -m referee")
