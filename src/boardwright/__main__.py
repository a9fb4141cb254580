"""`python -m boardwright` is the command line."""

from boardwright.cli import main

raise SystemExit(main())
