"""`textveil` and `python -m textveil`."""

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        from textveil.cli.app import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        # Loading the command line takes a moment, in which somebody may change their mind.
        sys.stderr.write("stopped; nothing was written\n")
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
