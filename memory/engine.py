"""MemoryEngine: the public face of one anima's memory, usable without any bot."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from hashlib import sha256
from pathlib import Path
from typing import Self

from memory.archive.activity_log import ActivityLog
from memory.archive.directory import AnimaDirectory
from memory.archive.documents import Documents
from memory.archive.files import Files
from memory.archive.people import ProfileShelf
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing
from memory.archive.resolutions import Resolution, Resolutions
from memory.audience import covers, readable
from memory.index.keeper import CHROMA_FROM, Keeper
from memory.index.location import Location
from memory.index.pieces import pieces
from memory.index.verify import Verified
from memory.priming.activity_format import Pointer
from memory.priming.budget import TOTAL
from memory.priming.catalogue import channels
from memory.priming.channel import Situation
from memory.priming.prime import DEADLINE_S, prime
from memory.recall.memorising import Memorising
from memory.recall.reading import Reading
from memory.recall.recall import SCOPES, Question, Recall
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.event import Event
from memory.vocabulary.ports import Clock, Embedder, Membership
from memory.vocabulary.recall import Change, Cue, Primed, Recollection

POOL = 50
"""Recollections that priming chooses from."""

LOOK_BACK = (100, 800)
"""Events that recent activity is chosen from; the second where the first are mostly for other ears."""

ENOUGH = 20

RESOLUTIONS = 20

EPISODES = 3
"""Days whose notes stand in for an empty log."""

CLOCK_SKEW = timedelta(minutes=1)
"""A platform's clock may be ahead of ours."""


class MemoryEngine:
    """One anima's memory: an archive of files, and indexes derived from it.

    Nothing is opened before it is needed, no thread is kept, and `close_index` gives back what recall had opened.

    >>> import asyncio, tempfile
    >>> async def a_week():
    ...     memory = await MemoryEngine.open(Path(tempfile.mkdtemp()) / "animas" / "alice")
    ...     room, monday = Audience.parse("group:slack:T01/C01"), datetime(2026, 11, 16, 9, tzinfo=UTC)
    ...     told = {"id": "1", "audience": str(room), "name": "Ada"}
    ...     await memory.record(Event(ts=monday, type="message_received", content="The cat is called Ruby.", meta=told))
    ...     cue = Cue(text="What is the cat called?", audience=room, now=monday.replace(day=20))
    ...     return (await memory.prime(cue)).text("related_knowledge")
    >>> print(asyncio.run(a_week()))
    - [Mon 16 Nov 2026 09:00] Ada: The cat is called Ruby.
    """

    def __init__(
        self,
        directory: Path,
        clock: Clock,
        membership: Membership | None,
        zone: tzinfo,
        redact: Redact,
        embedder: Embedder | None = None,
        chroma_from: int | None = CHROMA_FROM,
    ) -> None:
        self._location = Location.of(directory)
        self._directory = AnimaDirectory(directory)
        self._clock = clock
        self._zone = zone
        self._redact = redact
        self._membership = membership
        self._keeper = Keeper(self._location, zone, embedder, chroma_from=chroma_from)
        self._recall = Recall(self._keeper, self._location, zone, membership)
        self._reading = Reading(self._location, zone, self._log, membership)
        self._opened_log: ActivityLog | None = None
        self._opening = threading.Lock()
        self._channels = channels(self)

    @classmethod
    async def open(
        cls,
        directory: Path,
        embedder: Embedder | None = None,
        clock: Clock | None = None,
        membership: Membership | None = None,
        zone: tzinfo = UTC,
        redact: Redact = nothing,
        chroma_from: int | None = CHROMA_FROM,
    ) -> Self:
        """Open (or make) the anima's directory. `zone` decides which day file an event belongs to; `redact` takes
        secrets out of what is kept. `chroma_from` None: all vectors are scanned exactly, always.

        The embedder is asked in the background; until an entry has its vector it is found by its words.
        """
        engine = cls(directory, clock or _now, membership, zone, redact, embedder, chroma_from)
        await asyncio.to_thread(engine._directory.complete)
        return engine

    async def record(self, event: Event) -> bool:
        """Append to the activity log, once per `event.id`; False: it was there already. Raises StorageFault."""
        return await asyncio.to_thread(self._record, event)

    async def recent(self, place: Place, limit: int) -> list[Event]:
        """The latest events of a room and its threads, oldest first: for the program, not for a reader."""
        return await asyncio.to_thread(self._recent_in, place.room, limit)

    async def prime(self, cue: Cue, budget: int | None = None, deadline_s: float = DEADLINE_S) -> Primed:
        """What comes to mind before a turn. A channel that fails or is late is left out and named in `late`."""
        most = max(TOTAL.values()) if budget is None else budget
        situation = Situation(cue=cue, zone=self._zone, budget=most)
        return await prime(situation, self._channels, budget, deadline_s)

    async def search(
        self,
        query: str,
        audience: Audience,
        scope: str = "all",
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: datetime | None = None,
        limit: int = 10,
    ) -> list[Recollection]:
        """Intentional recall. Raises ValueError for a scope that there is not.

        `as_of` leaves out what was said later.
        """
        if scope not in SCOPES:
            raise ValueError(f"{scope!r} is no scope; there are: {', '.join(SCOPES)}")
        question = Question(
            text=query,
            present=audience,
            now=self._clock(),
            kinds=SCOPES[scope],
            since=since,
            until=min(filter(None, (until, as_of)), default=None),
            limit=limit,
        )
        return await asyncio.to_thread(self._recall, question)

    async def read(self, path: str, audience: Audience) -> str:
        """A file or pointer (`activity_log/2026-11-20.jsonl#L3-L9`) inside what the audience may read.

        Raises NotAllowed where there is nothing that may be read.
        """
        return await asyncio.to_thread(self._reading, path, audience)

    async def write(self, path: str, text: str, audience: Audience, reason: str) -> Change:
        """Intentional memorisation; an empty text archives the file. Raises NotAllowed, StorageFault."""
        return await asyncio.to_thread(self._write, path, text, audience, reason)

    async def rebuild(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Make the indexes again from the archive; the old ones serve until then."""
        await asyncio.to_thread(self._keeper.rebuild, *filter(None, (progress,)))

    async def settled(self, within_s: float | None = None) -> bool:
        """Wait until the indexes are abreast of all that was recorded; False: they are not, for time or a fault."""
        return await asyncio.to_thread(self._keeper.settle, within_s)

    async def verify(self) -> Verified:
        """The indexes against the files that they were made from, when all that can be embedded is."""
        return await asyncio.to_thread(self._keeper.verify)

    async def embedded(self) -> tuple[int, int]:
        """How many entries have a vector, and how many entries there are."""
        return await asyncio.to_thread(self._keeper.progress)

    def changed(self) -> None:
        """Files were changed by hand: what has been read of them is read again in the background."""
        self._keeper.changed()

    async def audiences(self) -> list[str]:
        """For whom something is kept: the operator, who owns the files anyway, asks for each of them."""
        return await asyncio.to_thread(lambda: self._keeper.refresh(self._clock()).audiences())

    async def close_index(self) -> None:
        """Give back what recall has opened; the next recall opens it again."""
        await asyncio.to_thread(self._keeper.close)

    async def close(self) -> None:
        """Close every file and index."""
        await self.close_index()

    # ------------------------------------------------------------------ what the channels of priming ask (Sources)

    async def recalled(self, cue: Cue, kinds: Sequence[str]) -> Sequence[Recollection]:
        """Recollections of these kinds for the cue, best first."""
        question = Question(
            text=cue.text,
            present=cue.audience,
            now=cue.now,
            kinds=kinds,
            without=(cue.key,) if cue.key else (),
            asker=str(cue.sender or ""),
            in_context=True,
            limit=POOL,
        )
        return await asyncio.to_thread(self._recall, question)

    async def happened(self, cue: Cue) -> tuple[Sequence[Event], Pointer]:
        """The latest events that the cue's audience may read, and where they stand."""
        return await asyncio.to_thread(self._happened, cue)

    async def noted(self, cue: Cue) -> Sequence[str]:
        """The notes of the latest days that the cue's audience may read, newest first."""
        return await asyncio.to_thread(self._noted, cue)

    async def profile(self, person: Person, present: Audience) -> str:
        """What is kept of the person and may be said in front of those who are present."""
        return await asyncio.to_thread(self._profile, person, present)

    async def resolved(self, cue: Cue) -> Sequence[Resolution]:
        """The latest resolutions that the cue's audience may read, newest first."""
        return await asyncio.to_thread(self._resolved, cue)

    def _recent_in(self, room: Place, limit: int) -> list[Event]:
        spelled = str(room)
        events = self._log().tail(4 * limit)
        return [one for one in events if one.channel.partition("#")[0] == spelled][-limit:]

    def _record(self, event: Event) -> bool:
        log = self._log()
        stored = log.append(event, self._clock())
        if stored:
            self._keeper.recorded(f"{log.day_of(event).isoformat()}.jsonl")
        return stored

    def _write(self, path: str, text: str, audience: Audience, reason: str) -> Change:
        documents = Documents(self._location.directory, self._quarantine(), self._clock, redact=self._redact)
        memorise = Memorising(self._directory, documents, self._clock, self._membership, self._redact)
        change = memorise(path, text, audience, reason)
        if change.applied:
            now = self._clock()
            version = sha256(f"{change.expects} {text}".encode()).hexdigest()[:16]
            meta = {"id": f"memory_write:{change.path}:{now.isoformat()}:{version}", "audience": str(audience)}
            self._record(Event(ts=now, type="memory_write", content=reason, summary=change.path, meta=meta))
            self._keeper.changed()
        return change

    def _happened(self, cue: Cue) -> tuple[Sequence[Event], Pointer]:
        log = self._log()
        events: list[Event] = []
        for look_back in LOOK_BACK:
            latest = [event for event in log.tail(look_back) if not (cue.key and event.id == cue.key)]
            allowed = readable({event.audience for event in latest}, cue.audience, self._membership)
            events = [event for event in latest if event.audience in allowed and event.ts <= cue.now + CLOCK_SKEW]
            if len(events) >= ENOUGH or len(latest) < look_back - 1:
                break
        return events, log.pointer

    def _noted(self, cue: Cue) -> Sequence[str]:
        days = sorted((self._location.directory / "episodes").glob("*.md"), reverse=True)[:EPISODES]
        notes = []
        for day in days:
            with suppress(NotAllowed):
                notes.append(self._reading(f"episodes/{day.name}", cue.audience).strip())
        return [note for note in notes if note]

    def _profile(self, person: Person, present: Audience) -> str:
        profile = ProfileShelf(self._location.shared, self._quarantine()).find(person)
        if profile is None:
            return ""
        audience = str(profile.meta.get("audience") or "")
        entries = pieces("shared/users", "profile", profile.text, self._zone)
        readable = (entry for entry in entries if covers(entry.audience or audience, present, self._membership))
        return "\n".join(entry.text for entry in readable)

    def _resolved(self, cue: Cue) -> Sequence[Resolution]:
        latest = Resolutions(self._location.shared, self._quarantine()).tail(RESOLUTIONS)
        return [one for one in reversed(latest) if covers(one.audience, cue.audience, self._membership)]

    def _log(self) -> ActivityLog:
        with self._opening:
            if self._opened_log is None:
                folder = self._location.directory / "activity_log"
                self._opened_log = ActivityLog(folder, self._zone, self._quarantine(), redact=self._redact)
            return self._opened_log

    def _quarantine(self) -> Quarantine:
        directory = self._location.directory
        home = directory.parent.parent if directory.parent.name == "animas" else directory
        return Quarantine(files=Files(home / "quarantine"), owner=directory.name)


def _now() -> datetime:
    return datetime.now(UTC)
