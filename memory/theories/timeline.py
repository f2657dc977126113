"""Timeline: what holds at one instant is asked as it was known at another.

Formula  known at r: recorded ≤ r and not retracted by r; holds at t: valid_from ≤ t < valid_until;
         believed at (t, r): of each slot the testimony of what is known at r and holds at t; a fact without one by
         itself
Source   Snodgrass & Ahn (1985), SIGMOD; decided on the time of the world after Rasmussen et al. (2025), Zep.

Nothing of this is stored: whatever the order in which facts came, it says the same, and an older one that comes late
comes out as replaced already. Give those alone that the present readers may read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from memory.theories.testimony import Contradiction, Settled, Testimony, in_time
from memory.theories.validity import Validity
from memory.vocabulary.fact import Fact


@dataclass(frozen=True, slots=True)
class Believed:
    """It holds."""


@dataclass(frozen=True, slots=True)
class SupersededBy:
    """Another one holds in its place, since `at` (in the world)."""

    id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Contradicted:
    """Another one is believed, without anything that decides between the two."""

    by: str


@dataclass(frozen=True, slots=True)
class Retracted:
    """It was never so, as is known since `at`."""

    at: datetime


@dataclass(frozen=True, slots=True)
class NotYet:
    """It begins, or becomes known, `at`."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Over:
    """It ended `at`, by itself."""

    at: datetime


Fate = Believed | SupersededBy | Contradicted | Retracted | NotYet | Over


class Timeline:
    """What was known at `recorded_at` of some facts; the questions are about an instant of the world, `valid_at`."""

    def __init__(
        self,
        facts: Iterable[Fact],
        *,
        recorded_at: datetime,
        retracted_at: Mapping[str, datetime] | None = None,
        settled: Iterable[Settled] = (),
    ) -> None:
        """An answer is about two facts of one slot; what is said of facts that are not given changes nothing."""
        self._recorded_at = recorded_at
        self._facts = {fact.id: fact for fact in facts}
        self._retracted = {id: at for id, at in (retracted_at or {}).items() if at <= recorded_at}
        self._known: dict[tuple[str, str], dict[str, Fact]] = defaultdict(dict)
        for fact in self._facts.values():
            if fact.recorded_at <= recorded_at and fact.id not in self._retracted:
                self._known[_key(fact)][fact.id] = fact
        self._settled: dict[tuple[str, str], list[Settled]] = defaultdict(list)
        for answer in settled:
            if answer.at <= recorded_at and answer.holds in self._facts:
                self._settled[_key(self._facts[answer.holds])].append(answer)
        self._heard: dict[tuple[str, str], Testimony] = {}
        self._heard_at: datetime | None = None

    def believed(self, valid_at: datetime) -> list[Fact]:
        """Of each slot what holds, and every fact without a slot that does; by their ids."""
        found = [fact for key in self._known for fact in self._testimony(key, valid_at).believed]
        return sorted(found, key=lambda fact: fact.id)

    def contradictions(self, valid_at: datetime) -> list[Contradiction]:
        """By slot; each person but the believed one is in one of a slot at most."""
        slots = sorted(key for key in self._known if key[0])
        return [pair for key in slots for pair in self._testimony(key, valid_at).contradictions]

    def history(self, slot: str) -> list[Fact]:
        """All that is known of a slot, replaced ones too, in the order in which they came to be so."""
        return sorted(self._known.get((slot, ""), {}).values(), key=lambda fact: (fact.valid_from, in_time(fact)))

    def fate(self, id: str, valid_at: datetime) -> Fate:
        """What has become of a fact. Raises KeyError for one that was not given."""
        fact = self._facts[id]
        if id in self._retracted:
            return Retracted(self._retracted[id])
        if fact.recorded_at > self._recorded_at:
            return NotYet(fact.recorded_at)
        if fact.valid_from > valid_at:
            return NotYet(fact.valid_from)
        if fact.valid_until is not None and fact.valid_until <= valid_at:
            return Over(fact.valid_until)
        return _fate(fact, self._testimony(_key(fact), valid_at))

    def validity(self, id: str, valid_at: datetime) -> Validity:
        """Of the spans in which it is believed that around `valid_at`, else the last before it, else the first after.

        Raises KeyError for one that was not given. What is never believed has an empty span.
        """
        fact = self._facts[id]
        spans = list(self._spans(fact))
        begun = [span for span in spans if span[0] <= valid_at]
        since, until = (begun[-1:] or spans[:1] or [(fact.valid_from, fact.valid_from)])[0]
        return Validity(
            valid_from=since,
            valid_until=until,
            recorded_at=fact.recorded_at,
            invalidated_at=self._invalidated_at(fact, until),
        )

    def _testimony(self, key: tuple[str, str], valid_at: datetime) -> Testimony:
        """Those of one instant are kept, for whoever asks for one fact of it asks for the next."""
        if valid_at != self._heard_at:
            self._heard, self._heard_at = {}, valid_at
        if key not in self._heard:
            known = self._known.get(key, {})
            words = [fact for fact in known.values() if _holds(fact, valid_at)]
            self._heard[key] = Testimony(words, known, self._settled.get(key, ()))
        return self._heard[key]

    def _spans(self, fact: Fact) -> Iterator[tuple[datetime, datetime | None]]:
        """From when to when it is believed: what holds for a while parts another's span in two."""
        since = None
        for at in self._turns(fact):
            is_believed = fact in self._testimony(_key(fact), at).believed
            if is_believed and since is None:
                since = at
            elif since is not None and not is_believed:
                yield since, at
                since = None
        if since is not None:
            yield since, fact.valid_until

    def _turns(self, fact: Fact) -> list[datetime]:
        """The instants, while it holds, at which anything of its slot begins or ends."""
        known = self._known.get(_key(fact), {}).values()
        turns = {at for one in known for at in (one.valid_from, one.valid_until) if at and _holds(fact, at)}
        return sorted(turns)

    def _invalidated_at(self, fact: Fact, until: datetime | None) -> datetime | None:
        """When it became known that it is so no more; None where it ends by itself, or is not known yet."""
        if fact.id in self._retracted:
            return self._retracted[fact.id]
        if until is None or fact.id not in self._known.get(_key(fact), {}):
            return None
        after = ((at, self._testimony(_key(fact), at)) for at in self._turns(fact) if at >= until)
        known = (max(at, said.replaced_at(fact)) for at, said in after if fact not in said.believed)
        return max(fact.recorded_at, min(known)) if _holds(fact, until) else None


def _key(fact: Fact) -> tuple[str, str]:
    return (fact.slot, "") if fact.slot else ("", fact.id)


def _holds(fact: Fact, at: datetime) -> bool:
    return fact.valid_from <= at and (fact.valid_until is None or at < fact.valid_until)


def _fate(fact: Fact, testimony: Testimony) -> Fate:
    successor = testimony.successor(fact)
    if successor is None:
        return Believed()
    for pair in testimony.contradictions:
        if pair.other is fact:
            return Contradicted(pair.believed.id)
    return SupersededBy(successor.id, max(fact.valid_from, successor.valid_from))
