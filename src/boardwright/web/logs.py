"""Logs on standard error: text for people, JSON lines for programs.

They contain codes, numbers and tags of matches; never tokens, passwords, addresses of clients, hidden information, or
the ids of matches, because the id of a private match grants access to it.
"""

from __future__ import annotations

import logging
import sys
import time

import msgspec

from boardwright.web.settings import Settings


class JsonLines(logging.Formatter):
    """The formatter of records as lines of JSON; a record's `facts` become fields.

    >>> record = logging.LogRecord("boardwright.web", logging.INFO, "", 0, "hello", (), None)
    >>> record.created = 0
    >>> JsonLines().format(record)
    '{"at":"1970-01-01T00:00:00Z","level":"info","from":"boardwright.web","text":"hello"}'
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line of JSON."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode("utf-8", "replace")


class TextLines(logging.Formatter):
    """The formatter of records for people: local time, level if it is not info, text, facts, and the exception below.

    >>> record = logging.LogRecord("boardwright.web", logging.WARNING, "", 0, "hello", (), None)
    >>> record.facts = {"status": 200}
    >>> TextLines().format(record).partition(" ")[2]
    'warning: hello status=200'
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line, and its exception on further lines."""
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        facts = "".join(f" {name}={value}" for name, value in getattr(record, "facts", {}).items())
        line = time.strftime("%H:%M:%S ", time.localtime(record.created)) + level + record.getMessage() + facts
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def to_stderr(settings: Settings) -> None:
    """Configure logging of Boardwright and uvicorn to standard error."""
    is_text = settings.log_format == "text" or (settings.log_format == "auto" and sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TextLines() if is_text else JsonLines())
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    # Below errors, uvicorn logs a line for every bad request, with which anybody could fill the log, and the paths of
    # WebSockets, which contain ids of matches.
    for name, least in (("boardwright", level), ("uvicorn.error", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(least)
        logger.propagate = False
