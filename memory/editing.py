"""Editing: changes of notes, by the anima itself, by the program, and undone; indexes follow each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memory.archive.writer import Writer
from memory.index.keeper import Keeper
from memory.recall.memorising import Memorising
from memory.recording import Recording
from memory.vocabulary.address import Audience
from memory.vocabulary.change import Change, Outcome
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Clock


class Editing:
    """Blocking; call it from a thread. Raises StorageFault."""

    def __init__(
        self,
        writer: Writer,
        memorise: Memorising,
        recording: Recording,
        keeper: Keeper,
        clock: Clock,
    ) -> None:
        self.writer = writer
        self._memorise = memorise
        self._recording = recording
        self._keeper = keeper
        self._clock = clock

    def write(self, path: str, text: str, audience: Audience, reason: str, expects: str | None, trust: str) -> Outcome:
        """On the audience's own shelf, and on record. Raises NotAllowed."""
        (outcome,) = self.carried_out(lambda: [self._memorise(path, text, audience, reason, expects, trust)])
        if outcome.applied:
            now = self._clock()
            id = f"memory_write:{outcome.path}:{now.isoformat()}:{outcome.version[:16]}"
            meta: dict[str, Json] = {"id": id, "audience": str(audience)}
            self._recording(Event(ts=now, type="memory_write", content=reason, summary=outcome.path, meta=meta))
        return outcome

    def version(self, path: str, audience: Audience) -> str:
        """Which version the audience's own note has now; empty where there is none."""
        return self._memorise.version(path, audience)

    def apply(self, batch: str, changes: Sequence[Change]) -> list[Outcome]:
        """Raises UnsafePath, ValueError."""
        return self.carried_out(lambda: self.writer.apply(batch, changes))

    def undo(self, batch: str) -> list[Outcome]:
        """Raises NotKept."""
        return self.carried_out(lambda: self.writer.undo(batch))

    def carried_out(self, change: Callable[[], list[Outcome]]) -> list[Outcome]:
        """What became of it; the indexes look at the files again, after a fault too: some of it may have been done."""
        try:
            return change()
        finally:
            self.files_changed()

    def files_changed(self) -> None:
        """What has been read of documents is read again before the next recall."""
        self._keeper.changed()
