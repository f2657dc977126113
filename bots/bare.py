"""What an account answers that has nothing to read: no rooms, no past, no people, no files of others.

It is the part which the house's own places (bots.house) and channels that only carry calls (bots.calling.pager) share.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from datetime import datetime

from bots.errors import Refused
from bots.message import File, Message
from bots.ports import Capabilities
from memory.vocabulary.address import Account, Person, Place


def able(split: Callable[[str], list[str]], *, buttons: bool = False) -> Capabilities:
    """Text in one post, and nothing else but buttons."""
    return Capabilities(
        split=split,
        streaming="none",
        edit_interval_s=1.0,
        longest_editable=0,
        threads=False,
        replies=False,
        personas=False,
        private_answers=False,
        buttons=buttons,
        history=False,
        deletes=False,
    )


class Bare:
    """Adapter (bots.ports) without `run`, `perform` and `direct`."""

    def __init__(self, account: Account) -> None:
        self.account = account

    def capabilities(self, place: Place) -> Capabilities:
        return able(lambda text: [text])

    async def history(self, place: Place, after: str) -> list[Message]:
        return []

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        return None

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        return {}

    async def fetch(self, file: File) -> AsyncGenerator[bytes]:
        if file.url:
            raise Refused(f"{self.account} brings no files")
        yield file.content

    async def find(self, query: str) -> list[Person | Place]:
        return []

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        return frozenset()
