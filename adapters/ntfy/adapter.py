"""ntfy: a notification on a topic. Its buttons post the choice to a second topic, `<topic>-answers`, which is polled.

ntfy has no key against doubles: a notification in doubt is looked for among those that the server keeps, by a tag.
A choice is known by a word that only the notification holds, so that who may only write to the topic cannot answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from bots.calling.pager import Pager, check
from bots.message import Message, Send
from memory.vocabulary.ports import Clock

_MOST_BUTTONS = 3
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
                for choice in act.choices[:_MOST_BUTTONS]
            ],
        }
        async with self._session.post(
            f"{self._api_base}/", json=body, headers=self._headers, allow_redirects=False
        ) as answer:
            check(answer.status, self.platform, answer.headers.get("Retry-After"))
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
            check(answer.status, self.platform, answer.headers.get("Retry-After"))
            lines = (await answer.text()).splitlines()
        told = [json.loads(line) for line in lines if line.strip()]
        return [one for one in told if isinstance(one, dict) and one.get("event") == "message"]

    def _choice(self, one: Mapping[str, Any]) -> Message:
        sent, id = one.get("time"), str(one.get("id", ""))
        at = datetime.fromtimestamp(sent, UTC) if isinstance(sent, int) else self._clock()
        text = str(one.get("message", ""))[:_LONGEST_CHOICE]
        return self._answer(text, id=id, order=f"{at.timestamp():.0f}.{id}", at=at)
