"""Intentional recall: what is searched for or read on purpose, and what of that which came to mind was used.

What was primed, withheld and used is noted, each moment once; only what was used counts as an access.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from memory.archive.derived_notes import is_derived
from memory.archive.memory_log import MemoryNote
from memory.index.fact_fold import REPLY_USE
from memory.language.analyser import is_silent, terms
from memory.recall.explaining import Explaining
from memory.recall.pipeline import Recall
from memory.recall.pointers import Passage, PointerReader
from memory.recall.query import RecallQuestion
from memory.recall.verification import Belief
from memory.theories import tokens
from memory.vocabulary.address import Audience
from memory.vocabulary.cue import Cue, Primed, Recollection
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.fact import PRIMED, USED, WITHHELD, Use, memory_of
from memory.vocabulary.ports import Clock

ENOUGH, SHARE = 4, 1 / 3


def used_memories(reply: str, question: str, primed: Iterable[Recollection]) -> list[Recollection]:
    """Those of the memories that the reply shows."""
    said, asked = set(terms(reply)), set(terms(question))
    return [item for item in primed if _is_cited(item, reply) or _overlaps(item.text, said, asked)]


def beginnings(texts: Sequence[str], budget: int | None) -> int:
    """How many of the texts, one after the other, are at least begun within so many tokens; None: all."""
    left = budget
    for number, text in enumerate(texts):
        if left is None:
            break
        if left <= 0:
            return number
        left -= tokens.count_tokens(text) + 1  # the line break
    return len(texts)


def _overlaps(text: str, said: set[str], asked: set[str]) -> bool:
    own = {term for term in terms(text) if not is_silent(term)} - asked
    shared = len(own & said)
    return shared >= ENOUGH or (shared > 0 and shared >= SHARE * len(own))


def _is_cited(found: Recollection, reply: str) -> bool:
    return bool(found.path) and found.path in reply


# --- uses -----------------------------------------------------------------------------------------------------------


_log = logging.getLogger(__name__)


class Uses:
    """Blocking; call it from a thread."""

    def __init__(self, append: Callable[[Sequence[MemoryNote]], object], clock: Clock) -> None:
        """`append` adds to the memory log, durably and each key once."""
        self._append = append
        self._clock = clock

    def answered(self, cue: Cue, primed: Primed, reply: str) -> None:
        """What the prompt of a turn held, and what of it the reply shows. Raises StorageFault."""
        used = used_memories(reply, cue.text, primed.recollections)
        moments = ((PRIMED, primed.recollections), (WITHHELD, primed.withheld), (USED, used))
        self._append(
            [
                self._use(
                    f"{cue.key}/{type}", type, [item.id for item in found], cue.audience, REPLY_USE * (type == USED)
                )
                for type, found in moments
                if found
            ]
        )

    def confirmed(self, ids: Sequence[str], key: str, audience: Audience) -> None:
        """A person has said that these are right. Raises StorageFault."""
        self._append([self._use(key, USED, ids, audience, "confirmed")])

    def try_note(self, key: str, type: str, ids: Sequence[str], audience: Audience, how: str) -> None:
        """A full disk keeps nobody from remembering."""
        try:
            self._append([self._use(key, type, ids, audience, how)])
        except MemoryFault:
            _log.warning("a use of memories could not be noted", exc_info=True)

    def _use(self, key: str, type: str, ids: Sequence[str], audience: Audience, how: str) -> Use:
        memories = tuple(dict.fromkeys(memory_of(id) for id in ids))
        return Use(ts=self._clock(), key=key, type=type, ids=memories, how=how, audience=str(audience))


# --- intentional ----------------------------------------------------------------------------------------------------


class IntentionalRecall:
    """Blocking; call it from a thread."""

    def __init__(
        self, recall: Recall, belief: Belief, reading: PointerReader, explaining: Explaining, uses: Uses, clock: Clock
    ) -> None:
        self._recall = recall
        self._belief = belief
        self._reading = reading
        self._explaining = explaining
        self._uses = uses
        self._clock = clock

    def search(self, question: RecallQuestion, as_of: datetime | None, key: str) -> list[Recollection]:
        """What is believed of it, best first: now, or as of a day. The `key` names the moment of use."""
        recalled = self._recall(question)
        found = self._believed(recalled, question, as_of)
        if len(found) < len(recalled) == question.limit:  # what is believed no more has taken places of others
            recalled = self._recall(replace(question, limit=2 * question.limit))
            found = self._believed(recalled, question, as_of)[: question.limit]
        if key and found:
            self._uses.try_note(key, USED, [item.id for item in found], question.present, "search")
        return found

    def read(self, path: str, audience: Audience, key: str, seen_tokens: int | None) -> str:
        """A file, a pointer into the log, or a fact by its id. Raises NotAllowed."""
        passages = self._of_fact(path, audience) or self._reading.passages(path, audience)
        if key:
            seen = passages[: beginnings([passage.text for passage in passages], seen_tokens)]
            self._uses.try_note(key, USED, [passage.id for passage in seen], audience, "read")
        text = "\n".join(passage.text for passage in passages)
        is_made = is_derived(path) or path.startswith("state/")
        return self._recall.holding.lines(text, audience, self._clock()) if is_made else text

    def in_hand(self) -> list[Audience]:
        """For whom there are tasks."""
        return self._reading.in_hand()

    def _believed(
        self, found: Sequence[Recollection], question: RecallQuestion, as_of: datetime | None
    ) -> list[Recollection]:
        return self._belief.on(found, as_of) if as_of else self._belief.now(found, question.now)

    def _of_fact(self, id: str, audience: Audience) -> list[Passage]:
        found = self._explaining(id, audience, self._clock())
        return [Passage(id, found.fact.text)] if found and found.fact.text else []
