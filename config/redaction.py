"""No secret in any line: known shapes of keys and tokens, and every secret that was loaded, exactly."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

HIDDEN = "***"

#: Shorter ones would take ordinary words out of the log.
SHORTEST = 6

_SHAPES = re.compile(
    r"""
    \bxox[a-z]-[\w-]{4,}            # Slack bot, user, app tokens
  | \bxapp-[\w-]{4,}
  | \bsk-[\w-]{8,}                  # OpenAI, Anthropic
  | \bAIza[\w-]{20,}                # Google
  | \bgh[pousr]_\w{16,}             # GitHub
  | \bgithub_pat_\w{16,}
  | \bAKIA[0-9A-Z]{12,}             # AWS
  | (?<=\bbot)\d{3,}:[\w-]{6,}      # Telegram, in addresses
  | \b\d{6,}:[A-Za-z0-9_-]{30,}     # Telegram, alone
  | \b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}  # Discord
  | (?<=Bearer\s)[\w.~+/=-]{6,}
  | (?<=Bot\s)[\w.-]{40,}
    """,
    re.VERBOSE,
)
_MIXED = re.compile(r"(?<![A-Za-z0-9])(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[A-Za-z0-9]{16,}")
_WEBHOOK = re.compile(r"(/webhooks/\d+/|/interactions/\d+/|hooks\.slack\.com/\S+?/)[\w-]{6,}")


class Redaction:
    """Takes secrets out of text."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        exact = {form for secret in secrets if _is_secret(secret) for form in (secret, quote(secret, safe=""))}
        self._exact = sorted(exact, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self._exact:
            text = text.replace(secret, HIDDEN)
        return _WEBHOOK.sub(rf"\1{HIDDEN}", _SHAPES.sub(HIDDEN, text))


def without_tokens(text: str) -> str:
    """The text without what looks like a key: a known shape, or sixteen letters and digits in a row."""
    return _MIXED.sub(HIDDEN, _SHAPES.sub(HIDDEN, text))


def _is_secret(text: str) -> bool:
    return len(text) >= SHORTEST and not text.startswith("env:")
