"""Chatwork's API v2: a message in a room; who replies to it answers.

There is no key against doubles: a post in doubt is looked for in the room, by a tag of ours that stands in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from bots.calling.pager import Pager, check
from bots.message import Message, Send
from memory.vocabulary.ports import Clock

_NONE_NEW = 204
_MOST_POSTS = 500
_REPLY = re.compile(r"\[(?:rp|返信) aid=\d+ to=(?P<room>\d+)-(?P<post>\d+)\][^\n]*\n?(?P<text>.*)", re.DOTALL)
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
            check(answer.status, self.platform, answer.headers.get("Retry-After"))
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
            check(answer.status, self.platform, answer.headers.get("Retry-After"))
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
