"""Verify record files: format, hash chain, every move, every chance outcome, the result."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from boardwright.cli.arguments import add_json
from boardwright.cli.errors import print_error
from boardwright.cli.show import print_json
from boardwright.core.record import verify
from boardwright.core.refusal import BadRecord


def parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="+", metavar="FILE", help="record file")
    add_json(parser)
    parser.epilog = "exit code: 0 if all are valid, 2 otherwise\nexample: boardwright verify final.jsonl"


def run(args: argparse.Namespace) -> int:
    findings = [_finding(path) for path in args.file]
    if args.json:
        print_json(findings)
    for finding in findings:
        if not finding["ok"]:
            print_error(f"{finding['file']}: {finding['finding']}")
        elif not args.json:
            print(f"{finding['file']}: {finding['finding']}")
    return 0 if all(finding["ok"] for finding in findings) else 2


def _finding(path: str) -> dict[str, Any]:
    """The finding for one file; `entry` is the first wrong entry, 0 the header, None the file itself."""
    try:
        return {"file": path, "ok": True, "finding": verify(Path(path).read_bytes()), "entry": None}
    except BadRecord as error:
        return {"file": path, "ok": False, "finding": str(error), "entry": error.entry}
    except OSError as error:
        return {"file": path, "ok": False, "finding": error.strerror or str(error), "entry": None}
    except RecursionError:
        return {"file": path, "ok": False, "finding": "JSON is nested too deeply.", "entry": None}
