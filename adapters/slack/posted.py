"""What was posted to us over HTTP: whether it is Slack's, new, and of a shape that Slack's library can read.

The signature is checked over the bytes as they came, before anything looks into them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import OrderedDict
from collections.abc import Mapping
from urllib.parse import parse_qs

#: Slack's own word: what is older may be somebody's recording.
FRESH_S = 300
_AT_ONCE = 10_000


class Signatures:
    """Each signed post once. Slack signs anew, with a new time, whenever it comes again."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self._seen: OrderedDict[str, int] = OrderedDict()

    def accepts(self, headers: Mapping[str, str], body: bytes, now_s: float) -> bool:
        """Whether Slack signed it, lately, and it is here for the first time."""
        named = {name.lower(): value for name, value in headers.items()}
        at, given = named.get("x-slack-request-timestamp", ""), named.get("x-slack-signature", "")
        if not (at.isascii() and at.isdecimal() and len(at) < 12) or abs(now_s - int(at)) > FRESH_S:
            return False
        signed = hmac.new(self._secret, b"v0:" + at.encode() + b":" + body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(given.encode(errors="replace"), f"v0={signed}".encode()):
            return False
        if signed in self._seen:
            return False
        self._remember(signed, int(at), now_s)
        return True

    def forget(self, headers: Mapping[str, str]) -> None:
        """It could not be taken: whoever stands between us and Slack may hand it over again."""
        given = next((value for name, value in headers.items() if name.lower() == "x-slack-signature"), "")
        self._seen.pop(given.removeprefix("v0="), None)

    def _remember(self, signed: str, at: int, now_s: float) -> None:
        self._seen[signed] = at
        while self._seen and (len(self._seen) > _AT_ONCE or self._is_over(now_s)):
            self._seen.popitem(last=False)

    def _is_over(self, now_s: float) -> bool:
        return now_s - next(iter(self._seen.values())) > 2 * FRESH_S


def readable(body: bytes, headers: Mapping[str, str]) -> str | None:
    """The body as text; None where it is nothing that Slack sends, and its library would stumble over it."""
    kind = next((value for name, value in headers.items() if name.lower() == "content-type"), "")
    try:
        text = body.decode()
        if kind.partition(";")[0].strip().lower() == "application/json":
            return text if _is_event(json.loads(text)) else None
        form = parse_qs(text)
        if "payload" in form:
            return text if isinstance(json.loads(form["payload"][0]), dict) else None
        return text if "command" in form or "ssl_check" in form else None
    except (ValueError, RecursionError):
        return None


def _is_event(told: object) -> bool:
    if not isinstance(told, dict) or not isinstance(told.get("type"), str):
        return False
    event = told.get("event")
    return told["type"] != "event_callback" or (isinstance(event, dict) and isinstance(event.get("type"), str))
