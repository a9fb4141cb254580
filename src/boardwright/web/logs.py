"""Logs as JSON lines. They contain ids, codes and numbers; never tokens, passwords or hidden information."""

from __future__ import annotations

import logging
import sys
import time

import msgspec


class JsonLines(logging.Formatter):
    """Formats a record as one line; the record's `facts` become fields.

    >>> record = logging.LogRecord("boardwright.web", logging.INFO, "", 0, "hello", (), None)
    >>> record.created = 0
    >>> JsonLines().format(record)
    '{"at":"1970-01-01T00:00:00Z","level":"info","from":"boardwright.web","text":"hello"}'
    """

    def format(self, record: logging.LogRecord) -> str:
        """Returns the record as a line of JSON."""
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


def to_stderr(level: int = logging.INFO) -> None:
    """Configures logging of Boardwright and uvicorn to standard error, as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("boardwright", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
