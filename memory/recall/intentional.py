"""Intentional recall: what is searched for or read on purpose. What is found counts as used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memory.recall.belief import Belief
from memory.recall.explaining import Explaining
from memory.recall.question import Question
from memory.recall.reading import Passage, Reading
from memory.recall.recall import Recall
from memory.recall.usage import begun
from memory.recall.uses import Uses
from memory.vocabulary.address import Audience
from memory.vocabulary.ports import Clock
from memory.vocabulary.recall import Recollection
from memory.vocabulary.strength import USED


class IntentionalRecall:
    """Blocking; call it from a thread."""

    def __init__(
        self, recall: Recall, belief: Belief, reading: Reading, explaining: Explaining, uses: Uses, clock: Clock
    ) -> None:
        self._recall = recall
        self._belief = belief
        self._reading = reading
        self._explaining = explaining
        self._uses = uses
        self._clock = clock

    def search(self, question: Question, as_of: datetime | None, key: str) -> list[Recollection]:
        """What is believed of it, best first: now, or as of a day. The `key` names the moment of use."""
        recalled = self._recall(question)
        found = self._believed(recalled, question, as_of)
        if len(found) < len(recalled) == question.limit:  # what is believed no more has taken places of others
            recalled = self._recall(replace(question, limit=2 * question.limit))
            found = self._believed(recalled, question, as_of)[: question.limit]
        if key and found:
            self._uses.try_note(key, USED, [one.id for one in found], question.present, "search")
        return found

    def read(self, path: str, audience: Audience, key: str, seen_tokens: int | None) -> str:
        """A file, a pointer into the log, or a fact by its id. Raises NotAllowed."""
        passages = self._of_fact(path, audience) or self._reading.passages(path, audience)
        if key:
            seen = passages[: begun([passage.text for passage in passages], seen_tokens)]
            self._uses.try_note(key, USED, [passage.id for passage in seen], audience, "read")
        return "\n".join(passage.text for passage in passages)

    def in_hand(self) -> list[Audience]:
        """For whom there are tasks."""
        return self._reading.in_hand()

    def _believed(
        self, found: Sequence[Recollection], question: Question, as_of: datetime | None
    ) -> list[Recollection]:
        return self._belief.on(found, as_of) if as_of else self._belief.now(found, question.now, dormant=True)

    def _of_fact(self, id: str, audience: Audience) -> list[Passage]:
        found = self._explaining(id, audience, self._clock())
        return [Passage(id, found.fact.text)] if found and found.fact.text else []
