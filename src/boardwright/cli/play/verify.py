"""Verify record files: format, hash chain, every move, every chance outcome, the result."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from boardwright.cli.arguments import add_json
from boardwright.cli.errors import FAILED, MISUSED, error_code, print_error, rules_failure
from boardwright.cli.show import print_json
from boardwright.cli.wrapping import say
from boardwright.core.records.record import verify
from boardwright.core.refusal import BadRecord


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="+", metavar="FILE", help="record file")
    add_json(parser)
    parser.epilog = (
        "exit code: 0 if all are valid, 1 if a record is damaged or dishonest, 2 if a file is not a record or cannot "
        "be checked here, 3 if a file cannot be read; the first that applies\n"
        "example: boardwright verify final.jsonl"
    )


def run(args: argparse.Namespace) -> int:
    findings = [_finding(path) for path in args.file]
    if args.json:
        print_json(findings)
    for finding in findings:
        if not finding["ok"]:
            print_error(f"{finding['file']}: {finding['finding']}")
        elif not args.json:
            say(f"{finding['file']}: {finding['finding']}")
    return min((finding["code"] for finding in findings if finding["code"]), default=0)


def _finding(path: str) -> dict[str, Any]:
    """Return the finding for one file; `entry` is the first wrong entry, 0 the header, None the file itself."""
    entry: int | None = None
    try:
        return {"file": path, "ok": True, "code": 0, "finding": verify(Path(path).read_bytes()), "entry": None}
    except BadRecord as error:
        text, code, entry = str(error), error_code(error), error.entry
    except OSError as error:
        text, code = error.strerror or str(error), error_code(error)
    except RecursionError:
        text, code = "JSON is nested too deeply.", MISUSED
    except Exception as error:
        text, code = rules_failure(error), FAILED
        if not text:
            raise
    return {"file": path, "ok": False, "code": code, "finding": text, "entry": entry}
