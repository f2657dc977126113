"""LINE's Messaging API: a push message, the same at every try by its retry key. Nobody is told who has read it."""

from __future__ import annotations

from uuid import UUID, uuid5

from bots.calling.pager import Pager, check
from bots.message import Send
from memory.vocabulary.ports import Clock

#: Under which nonces become the UUIDs that LINE takes; a key is known for a day.
_NAMESPACE = UUID("6f3f5d0e-3f0b-4c58-9b1c-0b9c8a6a1d11")
_ALREADY = 409


class LineAdapter(Pager):
    """One LINE user or group."""

    platform = "line"
    longest = 5000

    def __init__(self, token: str, to: str, api_base: str, clock: Clock) -> None:
        super().__init__(to, clock)
        self._token, self._api_base = token, api_base.rstrip("/")

    async def _post(self, act: Send, nonce: str, in_doubt: bool) -> str:
        body = {"to": self._target, "messages": [{"type": "text", "text": act.plainly[: self.longest]}]}
        headers = {"Authorization": f"Bearer {self._token}", "X-Line-Retry-Key": str(uuid5(_NAMESPACE, nonce))}
        url = f"{self._api_base}/v2/bot/message/push"
        async with self._session.post(url, json=body, headers=headers, allow_redirects=False) as answer:
            if answer.status != _ALREADY:  # an earlier try was accepted
                check(answer.status, self.platform, answer.headers.get("Retry-After"))
            told = await answer.json()
        sent = told.get("sentMessages") if isinstance(told, dict) else None
        first = sent[0] if isinstance(sent, list) and sent and isinstance(sent[0], dict) else {}
        return str(first.get("id") or nonce)
