"""LINE's Messaging API: a push message, the same at every try by its retry key; answers come by LINE's webhook.

Without the channel's secret nothing that is posted to the webhook is believed, so calls carry no buttons then.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

from bots.calling.pager import Pager, check
from bots.errors import NotStored
from bots.message import Message, Send
from bots.ports import Sink
from memory.vocabulary.ports import Clock

#: Under which nonces become the UUIDs that LINE takes; a key is known for a day.
_NAMESPACE = UUID("6f3f5d0e-3f0b-4c58-9b1c-0b9c8a6a1d11")
_ALREADY = 409
_MOST_BUTTONS, _LONGEST_LABEL = 13, 20
_SIGNATURE = "x-line-signature"


class LineAdapter(Pager):
    """One LINE user or group."""

    platform = "line"
    longest = 5000

    def __init__(self, token: str, to: str, api_base: str, clock: Clock, secret: str = "") -> None:
        super().__init__(to, clock)
        self._token, self._api_base, self._secret = token, api_base.rstrip("/"), secret.encode()
        self._sink: Sink | None = None
        self.buttons = bool(secret)

    async def run(self, sink: Sink) -> None:
        self._sink = sink
        try:
            await super().run(sink)
        finally:
            self._sink = None

    async def receive(self, headers: Mapping[str, str], body: bytes) -> int:
        """What LINE has posted; the status to answer with. Raises NotStored: LINE is to post it again."""
        signature = next((value for name, value in headers.items() if name.lower() == _SIGNATURE), "")
        if not self._is_signed(signature, body):
            return 401
        try:
            events = json.loads(body).get("events")
        except (ValueError, AttributeError, RecursionError):
            return 400
        if self._sink is None:
            raise NotStored("nobody listens yet")
        for message in self._answers(events if isinstance(events, list) else []):
            await self._sink.deliver(message)
        return 200

    def _is_signed(self, signature: str, body: bytes) -> bool:
        try:
            given = base64.b64decode(signature, validate=True)
        except (binascii.Error, ValueError):
            return False
        return bool(self._secret) and hmac.compare_digest(given, hmac.digest(self._secret, body, hashlib.sha256))

    def _answers(self, events: list[Any]) -> Iterator[Message]:
        for event in events:
            if not isinstance(event, dict) or self._target not in _dict(event, "source").values():
                continue
            said, target = str(_dict(event, "postback").get("data", "")), ""
            if event.get("type") == "message":
                told = _dict(event, "message")
                said, target = str(told.get("text", "")), str(told.get("quotedMessageId", ""))
            if said and (target or event.get("type") == "postback"):
                yield self._heard(event, said, target)

    def _heard(self, event: dict[str, Any], said: str, target: str) -> Message:
        stamp = event.get("timestamp")
        at = datetime.fromtimestamp(stamp / 1000, UTC) if isinstance(stamp, int) else self._clock()
        id = str(event.get("webhookEventId", "")) or f"{stamp}/{target}"
        return self._answer(said[: self.longest], id=id, order=f"{at.timestamp():020.3f}/{id}", at=at, target=target)

    async def _post(self, act: Send, nonce: str, in_doubt: bool) -> str:
        message: dict[str, Any] = {"type": "text", "text": act.plainly[: self.longest]}
        if self._secret and act.choices:
            message["quickReply"] = {"items": [_button(one.label, one.value) for one in act.choices[:_MOST_BUTTONS]]}
        body = {"to": self._target, "messages": [message]}
        headers = {"Authorization": f"Bearer {self._token}", "X-Line-Retry-Key": str(uuid5(_NAMESPACE, nonce))}
        url = f"{self._api_base}/v2/bot/message/push"
        async with self._session.post(url, json=body, headers=headers, allow_redirects=False) as answer:
            if answer.status != _ALREADY:  # an earlier try was accepted
                check(answer.status, self.platform, answer.headers.get("Retry-After"))
            told = await answer.json()
        sent = told.get("sentMessages") if isinstance(told, dict) else None
        first = sent[0] if isinstance(sent, list) and sent and isinstance(sent[0], dict) else {}
        return str(first.get("id") or nonce)


def _button(label: str, value: str) -> dict[str, Any]:
    shown = label[:_LONGEST_LABEL]
    return {"type": "action", "action": {"type": "postback", "label": shown, "data": value, "displayText": shown}}


def _dict(event: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = event.get(key)
    return found if isinstance(found, dict) else {}
