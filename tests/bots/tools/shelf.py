"""A small real memory for tests of tools: files in a dict, an audience on each, words matched."""

from __future__ import annotations

from datetime import datetime

from memory.vocabulary.address import Audience
from memory.vocabulary.change import Outcome
from memory.vocabulary.cue import Recollection
from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.event import Event


class Tries:
    """Counts tries of procedures."""

    def __init__(self) -> None:
        self.counted: list[tuple[str, bool]] = []

    async def tried(self, path: str, turn: str, audience: Audience, *, worked: bool) -> float | None:
        self.counted.append((path, worked))
        return 0.6 if worked else 0.3


class Shelf:
    """The methods of MemoryEngine that tools use. `asked` keeps the arguments of each search."""

    def __init__(self) -> None:
        self.files: dict[str, tuple[str, Audience]] = {}
        self.events: list[Event] = []
        self.asked: list[tuple[str, Audience, str, datetime | None, datetime | None, int]] = []
        self.uses: list[str] = []
        self.refuses = ""
        self.procedures = Tries()

    def put(self, path: str, text: str, audience: Audience) -> None:
        self.files[path] = (text, audience)

    async def search(
        self,
        query: str,
        audience: Audience,
        scope: str = "all",
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: datetime | None = None,
        limit: int = 10,
        key: str = "",
    ) -> list[Recollection]:
        self.uses.append(key)
        self.asked.append((query, audience, scope, since, until, limit))
        words = query.casefold().split()
        return [
            _recollection(path, text, of)
            for path, (text, of) in self.files.items()
            if of == audience and any(word in text.casefold() for word in words)
        ][:limit]

    async def read(self, path: str, audience: Audience, key: str = "", seen_tokens: int | None = None) -> str:
        self.uses += [key] if key else []
        if path not in self.files:
            raise FileNotFoundError(path)
        text, of = self.files[path]
        if of != audience:
            raise NotAllowed("the people present may not read this")
        return text

    async def version(self, path: str, audience: Audience) -> str:
        return self.files[path][0] if path in self.files else ""

    async def write(
        self, path: str, text: str, audience: Audience, reason: str, expects: str | None = None, trust: str = ""
    ) -> Outcome:
        if self.refuses:
            return Outcome(path=path, because=reason, applied=False, why=self.refuses)
        if text:
            self.files[path] = (text, audience)
        else:
            self.files.pop(path, None)
        return Outcome(path=path, because=reason, applied=True, version=text)

    async def record(self, event: Event) -> bool:
        self.events.append(event)
        return True


def _recollection(path: str, text: str, audience: Audience) -> Recollection:
    return Recollection(
        id=path,
        kind="knowledge",
        text=text,
        score=1.0,
        confidence=0.9,
        reasons=(),
        path=path,
        at=None,
        speaker="",
        place="",
        audience=str(audience),
    )
