"""`python -m service.cli` is `referee`."""

from service.cli.program import main

if __name__ == "__main__":
    main()
