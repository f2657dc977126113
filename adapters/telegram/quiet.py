"""Tokens stay out of the logs: every address of the Bot API has one in it."""

from __future__ import annotations

import logging
import re


class _NoTokens(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if "/bot" in message:
            record.msg, record.args = re.sub(r"/bot\d+:[\w-]+", "/bot***", message), ()
        return True


_NO_TOKENS = _NoTokens()


def keep_tokens_out_of_logs() -> None:
    """httpx writes each request's address at INFO, the library its base address at DEBUG."""
    for name in ("httpx", "httpcore", "telegram", "telegram.Bot"):
        known = logging.getLogger(name)
        known.setLevel(max(known.level, logging.WARNING))
        known.addFilter(_NO_TOKENS)
