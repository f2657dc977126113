"""The program's log: <home>/logs/fleet.log, human or JSON lines, rotated; warnings on stderr; no secret in any
line, here or elsewhere.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

from bots.delivery.contract import turn_id
from config.settings.redaction import Redaction

MAX_BYTES = 10_000_000
KEPT_FILES = 5
#: Libraries that tell every request at INFO.
CHATTY = (
    "httpx", "httpcore", "openai", "telegram", "discord", "slack_bolt", "slack_sdk", "LiteLLM", "apscheduler",
    "chromadb", "markdown_it", "asyncio",
)  # fmt: skip

#: What these log is on the terminal already, in their own words.
SAYING_IT_THEMSELVES = ("config.command_runner", "config.runtime.serving")

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "turn"}


class Human(logging.Formatter):
    """`2026-11-20T12:00:00Z INFO bots.turn.route [turn] message key=value`"""

    def __init__(self, redaction: Redaction, *, short: bool = False) -> None:
        super().__init__()
        self._redaction = redaction
        self._short = short

    def format(self, record: logging.LogRecord) -> str:
        words = [record.getMessage(), *(f"{key}={value}" for key, value in _fields(record).items())]
        if self._short:
            return self._redaction(f"{record.levelname.lower()}: {' '.join(words)}")
        turn = [f"[{turn_id.get()}]"] if turn_id.get() else []
        line = " ".join([_at(record), record.levelname, record.name, *turn, *words])
        trace = _trace(self, record)
        return self._redaction(f"{line}\n{trace}" if trace else line)


class JsonLines(logging.Formatter):
    """One object a line."""

    def __init__(self, redaction: Redaction) -> None:
        super().__init__()
        self._redaction = redaction

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": _at(record),
            "level": record.levelname,
            "logger": record.name,
            "turn": turn_id.get(),
            "message": record.getMessage(),
            **_fields(record),
            "exception": _trace(self, record),
        }
        return json.dumps({key: self._clean(value) for key, value in line.items() if value != ""}, ensure_ascii=False)

    def _clean(self, value: object) -> object:
        return value if isinstance(value, int | float) or value is None else self._redaction(str(value))


def set_up(
    folder: Path,
    *,
    level: str,
    form: str,
    redaction: Redaction,
    stderr: TextIO = sys.stderr,
    is_spoken: bool = True,
) -> None:
    """Send the whole program's log there, its warnings to stderr as well, if they are to be spoken.

    Where the folder cannot be written, stderr alone has it.
    """
    spoken = logging.StreamHandler(stderr)
    spoken.setLevel(logging.WARNING)
    spoken.setFormatter(Human(redaction, short=True))
    spoken.addFilter(lambda record: record.name not in SAYING_IT_THEMSELVES)
    handlers: list[logging.Handler] = [spoken] if is_spoken else []
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        file = _PrivateFile(folder / "fleet.log", maxBytes=MAX_BYTES, backupCount=KEPT_FILES, encoding="utf-8")
        file.setFormatter(JsonLines(redaction) if form == "json" else Human(redaction))
        handlers.append(file)
    except OSError as error:
        handlers = [spoken]
        stderr.write(f"warning: no log in {folder}: {error.strerror}\n")
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
        old.close()
    for handler in handlers:
        root.addHandler(handler)
    root.setLevel(level)
    for name in CHATTY:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    logging.raiseExceptions = False


class _PrivateFile(RotatingFileHandler):
    def _open(self):  # type: ignore[no-untyped-def]  # the stub's return type is private to typeshed
        handle = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        return open(handle, "a", encoding=self.encoding)


def _at(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _fields(record: logging.LogRecord) -> Mapping[str, object]:
    # A model's library marks every record of the process.
    return {
        key: value for key, value in vars(record).items() if key not in _STANDARD and not key.startswith("litellm_")
    }


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    return formatter.formatException(record.exc_info) if record.exc_info and record.exc_info[0] else ""
