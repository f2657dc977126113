"""Pagers: services that only carry calls to people, and the answers to them. None of them is talked in."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

from bots.delivery.internal_channel import Pager, raise_for_status
from bots.errors import NotStored
from bots.message import Message, Send
from bots.ports import Sink
from memory.vocabulary.ports import Clock

#: Under which nonces become the UUIDs that LINE takes; a key is known for a day.
_NAMESPACE = UUID("6f3f5d0e-3f0b-4c58-9b1c-0b9c8a6a1d11")
_ALREADY = 409
_MOST_LINE_BUTTONS, _LONGEST_LABEL = 13, 20
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
            message["quickReply"] = {
                "items": [_button(one.label, one.value) for one in act.choices[:_MOST_LINE_BUTTONS]]
            }
        body = {"to": self._target, "messages": [message]}
        headers = {"Authorization": f"Bearer {self._token}", "X-Line-Retry-Key": str(uuid5(_NAMESPACE, nonce))}
        url = f"{self._api_base}/v2/bot/message/push"
        async with self._session.post(url, json=body, headers=headers, allow_redirects=False) as answer:
            if answer.status != _ALREADY:  # an earlier try was accepted
                raise_for_status(answer.status, self.platform, answer.headers.get("Retry-After"))
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


# --- adapter --------------------------------------------------------------------------------------------------------
# Chatwork's API v2: a message in a room; who replies to it answers.
#
# There is no key against doubles: a post in doubt is looked for in the room, by a tag of ours that stands in it.


_NONE_NEW = 204
_MOST_POSTS = 500
_REPLY = re.compile(r"\[\w+ aid=\d+ to=(?P<room>\d+)-(?P<post>\d+)\][^\n]*\n?(?P<text>.*)", re.DOTALL)
_TAG_CHARS = 8


class ChatworkAdapter(Pager):
    """One Chatwork room."""

    platform = "chatwork"
    longest = 10_000

    def __init__(self, token: str, room: str, api_base: str, clock: Clock, look_every_s: float = 20.0) -> None:
        super().__init__(room, clock, look_every_s)
        self._headers = {"X-ChatWorkToken": token}
        self._messages = f"{api_base.rstrip('/')}/rooms/{room}/messages"
        self._seen: dict[str, None] = {}  # message ids that were looked at

    async def _post(self, act: Send, nonce: str, in_doubt: bool) -> str:
        tag = f"[{nonce[:_TAG_CHARS]}]"
        if in_doubt:
            for one in await self._list(force=True):
                if tag in str(one.get("body", "")):
                    return str(one.get("message_id", ""))
        form = {"body": f"{act.plainly[: self.longest]}\n{tag}", "self_unread": "1"}
        async with self._session.post(
            self._messages, data=form, headers=self._headers, allow_redirects=False
        ) as answer:
            raise_for_status(answer.status, self.platform, answer.headers.get("Retry-After"))
            told = await answer.json()
        if not isinstance(told, dict) or not told.get("message_id"):
            raise ValueError("no message_id")
        return str(told["message_id"])

    async def _look(self) -> list[Message]:
        """The last hundred messages, each looked at once: what was said while nobody looked is there, too."""
        fresh = [one for one in await self._list(force=True) if str(one.get("message_id", "")) not in self._seen]
        for one in fresh:
            self._seen[str(one.get("message_id", ""))] = None
        while len(self._seen) > _MOST_POSTS:
            del self._seen[next(iter(self._seen))]
        return [found for one in fresh if (found := self._reply(one)) is not None]

    async def _list(self, *, force: bool) -> list[Mapping[str, Any]]:
        params = {"force": "1" if force else "0"}
        async with self._session.get(
            self._messages, params=params, headers=self._headers, allow_redirects=False
        ) as answer:
            raise_for_status(answer.status, self.platform, answer.headers.get("Retry-After"))
            told = [] if answer.status == _NONE_NEW else await answer.json()
        return [one for one in told if isinstance(one, dict)] if isinstance(told, list) else []

    def _reply(self, one: Mapping[str, Any]) -> Message | None:
        found = _REPLY.search(str(one.get("body", ""))[: self.longest])
        if found is None or found["room"] != self._target:
            return None
        by, id = one.get("account"), str(one.get("message_id", ""))
        sent = one.get("send_time")
        at = datetime.fromtimestamp(sent, UTC) if isinstance(sent, int) else self._clock()
        name = str(by.get("name", "")) if isinstance(by, dict) else ""
        return self._answer(found["text"], id=id, order=id.zfill(24), at=at, name=name, target=found["post"])


# --- adapter --------------------------------------------------------------------------------------------------------
# ntfy: a notification on a topic. Its buttons post the choice to a second topic, `<topic>-answers`, which is polled.
#
# ntfy has no key against doubles: a notification in doubt is looked for among those that the server keeps, by a tag.
# A choice is known by a word that only the notification holds, so that who may only write to the topic cannot answer.


_MOST_NTFY_BUTTONS = 3
_PRIORITY = {"low": 2, "normal": 3, "high": 4, "urgent": 5}
_ANSWERS = "-answers"
_LONGEST_CHOICE = 200
_LOOK_BACK = "12h"


class NtfyAdapter(Pager):
    """One topic."""

    platform = "ntfy"
    longest = 3500
    buttons = True

    def __init__(self, topic: str, token: str, api_base: str, clock: Clock, look_every_s: float = 20.0) -> None:
        super().__init__(topic, clock, look_every_s)
        self._api_base = api_base.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._since = _LOOK_BACK

    async def _post(self, act: Send, nonce: str, in_doubt: bool) -> str:
        if in_doubt:
            for one in await self._poll(self._target, _LOOK_BACK):
                if nonce in (one.get("tags") or []):
                    return str(one.get("id", ""))
        body = {
            "topic": self._target,
            "message": act.plainly[: self.longest],
            "markdown": True,
            "tags": [nonce],
            "priority": _PRIORITY.get(act.priority, 3),
            "actions": [
                {
                    "action": "http",
                    "label": choice.label,
                    "url": f"{self._api_base}/{self._target}{_ANSWERS}",
                    "method": "POST",
                    "body": choice.value,
                    "clear": True,
                }
                for choice in act.choices[:_MOST_NTFY_BUTTONS]
            ],
        }
        async with self._session.post(
            f"{self._api_base}/", json=body, headers=self._headers, allow_redirects=False
        ) as answer:
            raise_for_status(answer.status, self.platform, answer.headers.get("Retry-After"))
            told = await answer.json()
        if not isinstance(told, dict) or not told.get("id"):
            raise ValueError("no id")
        return str(told["id"])

    async def _look(self) -> list[Message]:
        found = await self._poll(f"{self._target}{_ANSWERS}", self._since)
        if found:
            self._since = str(found[-1].get("id") or _LOOK_BACK)
        return [self._choice(one) for one in found]

    async def _poll(self, topic: str, since: str) -> list[Mapping[str, Any]]:
        params = {"poll": "1", "since": since}
        url = f"{self._api_base}/{topic}/json"
        async with self._session.get(url, params=params, headers=self._headers, allow_redirects=False) as answer:
            raise_for_status(answer.status, self.platform, answer.headers.get("Retry-After"))
            lines = (await answer.text()).splitlines()
        told = [json.loads(line) for line in lines if line.strip()]
        return [one for one in told if isinstance(one, dict) and one.get("event") == "message"]

    def _choice(self, one: Mapping[str, Any]) -> Message:
        sent, id = one.get("time"), str(one.get("id", ""))
        at = datetime.fromtimestamp(sent, UTC) if isinstance(sent, int) else self._clock()
        text = str(one.get("message", ""))[:_LONGEST_CHOICE]
        return self._answer(text, id=id, order=f"{at.timestamp():.0f}.{id}", at=at)
