"""Truth: what was so and when, what was believed, and whose word counts.

Validity: when something was so, and when it was believed, are two times.

Formula  so at t: valid_from ≤ t < valid_until; current: so now and now < invalidated_at;
         believed on d: recorded_at ≤ d < invalidated_at; an end that is None lies in infinity
Source   Snodgrass & Ahn (1985), SIGMOD.

Nothing is deleted: what is replaced ends when its successor begins; what was never so gets an empty span. The
timeline says so of facts, their heads of documents.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.vocabulary.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Validity:
    """Aware instants. `valid_*` is the time of the world, the others that of the memory."""

    valid_from: datetime
    recorded_at: datetime
    valid_until: datetime | None = None
    invalidated_at: datetime | None = None


def is_current(validity: Validity, now: datetime) -> bool:
    return _is_valid_at(validity, now) and not _has_ended(validity.invalidated_at, now)


def was_true(validity: Validity, at: datetime) -> bool:
    """As far as is known today. What was invalidated without an end in the world was an error, and never so."""
    return _is_valid_at(validity, at) and (validity.invalidated_at is None or validity.valid_until is not None)


def was_believed(validity: Validity, on: datetime) -> bool:
    """Whether the memory held it for true on that day, rightly or not."""
    return validity.recorded_at <= on and not _has_ended(validity.invalidated_at, on)


def _is_valid_at(validity: Validity, at: datetime) -> bool:
    return validity.valid_from <= at and not _has_ended(validity.valid_until, at)


def _has_ended(end: datetime | None, at: datetime) -> bool:
    return end is not None and end <= at


# --- testimony ------------------------------------------------------------------------------------------------------
# Testimony: of several words about one thing, all of one instant, whose counts.
#
# Formula  believed: the greatest (standing, seen, said, order) of those that are not taken back;
#          seen = said if begin ≤ said ≤ begin + LATELY, else begin; of what is said in the present, begin = said;
#          standing = 2 · trusted + of oneself; taken back: by a correction that was said later, of no lower standing,
#          or by an answer to the question which of two holds; an answer lifts what holds to the highest standing so far
# Source   the project's own reading: a person knows best of themselves, and a stranger overrules nobody.
#
# Words are facts of one slot. What is said in the present is an observation: it holds when it is said, and nobody knows
# since when. What began lately is seen until it is said, for two changes in so short a time are less likely than a
# slip: "I live in Osaka", and then "last month I moved to Kyoto". What is told to have begun long ago may have changed
# since: "I live in Porto", and then "I moved to Lisbon in 2019". What is announced is not seen before it begins. The
# order inside one message is the order of time.
#
# What is of lower standing, or seen earlier, and what is taken back are replaced; where nothing decides between two
# people, both words are told.


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledDispute:
    """Somebody who knows was asked: the fact `holds` does, not the fact `against`; or `both` do. Both are ids.

    It speaks of all that gave these values by then, and takes nothing back while what holds does not.
    """

    at: datetime
    holds: str
    against: str
    both: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """Two people's values of one slot, and nothing that decides; `believed` for the time being."""

    slot: str
    believed: Fact
    other: Fact


def is_about_oneself(fact: Fact) -> bool:
    """In their own name, of themselves."""
    return bool(fact.person) and fact.person == fact.subject and not fact.reported


def speaker_standing(fact: Fact) -> int:
    """3 a trusted person of themselves, 2 of others; 1 and 0 who is not much to be trusted."""
    return 2 * (not fact.trust) + is_about_oneself(fact)


LATELY = timedelta(days=92)
"""So long after its begin it is told as what holds, and not as what has been."""

TestimonyOrder = tuple[datetime, datetime, int, datetime, str]


def testimony_order(fact: Fact) -> TestimonyOrder:
    """What makes one word later than another: when it was last seen to hold, then when it was said."""
    return seen_at(fact), fact.said_at, fact.order, fact.recorded_at, fact.id


def seen_at(fact: Fact) -> datetime:
    """The last instant of which it tells that it holds."""
    return fact.said_at if fact.valid_from <= fact.said_at <= fact.valid_from + LATELY else fact.valid_from


class Testimony:
    """What is said of one slot at one instant: `words` hold then, `known` is all that is known of the slot by id."""

    def __init__(
        self, words: Sequence[Fact], known: Mapping[str, Fact] | None = None, settled: Sequence[SettledDispute] = ()
    ) -> None:
        self._words = {word.id: word for word in words}
        self._known = known if known is not None else self._words
        self._settled = sorted(filter(self._is_of_now, settled), key=_settled_order)
        self._standing = {word.id: self._lifted(word) for word in words}
        self._corrections = self._corrections_by_standing()
        self._alive = sorted((word for word in words if self._taken_back_by(word) is None), key=self._rank)
        self.believed = self._believed()

    @property
    def contradictions(self) -> list[Contradiction]:
        """The last word of every other person that nothing decides against, beside the one that is believed."""
        if not self.believed:
            return []
        first, values = self.believed[0], {word.value for word in self.believed}
        voices = {word.person: word for word in self._alive}
        return [
            Contradiction(slot=first.slot, believed=first, other=voice)
            for person, voice in sorted(voices.items())
            if person != first.person and voice.value not in values and self._disputes(voice, first)
        ]

    def successor(self, word: Fact) -> Fact | None:
        """What took the place of one of the words; None where it is believed."""
        if word in self.believed:
            return None
        above = (item for item in self._alive if self._rank(item) > self._rank(word))
        return self._taken_back_by(word) or min(above, key=testimony_order)

    def replaced_at(self, word: Fact) -> datetime:
        """Since when that is known which counts for more than one of the words; it must not be believed."""
        above = (item for item in self._alive if self._rank(item) > self._rank(word))
        return min(max(item.recorded_at, self._confirmed(item)) for item in (self._taken_back_by(word), *above) if item)

    def _believed(self) -> list[Fact]:
        """The one that holds first, then what was said to hold beside it; none where there are no words."""
        if not self._alive:
            return []
        first = self._alive[-1]
        beside = {word.value: word for word in self._alive if self._hold_both(first.value, word.value)}
        return [first, *beside.values()]

    def _rank(self, word: Fact) -> tuple[int, TestimonyOrder]:
        return self._standing[word.id], testimony_order(word)

    def _is_of_now(self, answer: SettledDispute) -> bool:
        """An answer takes nothing back while what it says to hold does not."""
        is_known = answer.holds in self._known and answer.against in self._known
        return is_known and (answer.holds in self._words or (answer.both and answer.against in self._words))

    def _lifted(self, word: Fact) -> int:
        answers = [item.at for item in self._settled if item.holds == word.id and not item.both]
        spoken = self._known.values() if answers else ()
        return max(
            (speaker_standing(word), *(speaker_standing(item) for item in spoken if item.recorded_at <= answers[-1]))
        )

    def _confirmed_at(self, word: Fact) -> datetime | None:
        answers = (
            item.at for item in self._settled if item.holds == word.id or (item.both and item.against == word.id)
        )
        return max(answers, default=None)

    def _confirmed(self, word: Fact) -> datetime:
        """When it was said last: at first, or by an answer."""
        return max(word.said_at, self._confirmed_at(word) or word.said_at)

    def _corrections_by_standing(self) -> dict[int, list[tuple[tuple[datetime, int], str]]]:
        found: dict[int, list[tuple[tuple[datetime, int], str]]] = {}
        for word in self._words.values():
            if word.corrects:
                found.setdefault(self._standing[word.id], []).append(((self._confirmed(word), word.order), word.id))
        return {standing: sorted(corrections) for standing, corrections in found.items()}

    def _taken_back_by(self, word: Fact) -> Fact | None:
        """The answer's word, else the first correction."""
        answer = self._last_answer(word)
        if answer and not answer.both and self._value(answer.holds) != word.value and word.recorded_at <= answer.at:
            return self._words[answer.holds]
        later = [
            corrections[at]
            for standing, corrections in self._corrections.items()
            if standing >= self._standing[word.id]
            and (at := bisect_right(corrections, (self._confirmed(word), word.order), key=_correction_time))
            < len(corrections)
        ]
        return self._words[min(later)[1]] if later else None

    def _last_answer(self, word: Fact) -> SettledDispute | None:
        about = (item for item in reversed(self._settled) if word.value in self._values(item))
        return next(about, None)

    def _hold_both(self, value: str, other: str) -> bool:
        answers = (item for item in reversed(self._settled) if self._values(item) == {value, other})
        last = next(answers, None)
        return value != other and last is not None and last.both

    def _disputes(self, voice: Fact, believed: Fact) -> bool:
        confirmed_at = self._confirmed_at(believed)
        if confirmed_at and voice.recorded_at <= confirmed_at:
            return False
        is_later, own = testimony_order(voice) > testimony_order(believed), is_about_oneself(voice)
        is_lower = self._standing[voice.id] < self._standing[believed.id]
        if voice.trust and not believed.trust and not own:
            return False
        return is_later or (own and is_lower) or not (own or is_lower or is_about_oneself(believed))

    def _values(self, answer: SettledDispute) -> set[str]:
        return {self._value(answer.holds), self._value(answer.against)}

    def _value(self, id: str) -> str:
        return self._known[id].value


def _correction_time(correction: tuple[tuple[datetime, int], str]) -> tuple[datetime, int]:
    return correction[0]


def _settled_order(answer: SettledDispute) -> tuple[datetime, str, str, bool]:
    return answer.at, answer.holds, answer.against, answer.both


# --- timeline -------------------------------------------------------------------------------------------------------
# Timeline: what holds at one instant is asked as it was known at another.
#
# Formula  known at r: recorded ≤ r and not retracted by r; holds at t: valid_from ≤ t < valid_until;
#          believed at (t, r): of each slot the testimony of what is known at r and holds at t; a fact without one by
#          itself
# Source   Snodgrass & Ahn (1985), SIGMOD; decided on the time of the world after Rasmussen et al. (2025), Zep.
#
# Nothing of this is stored: whatever the order in which facts came, it says the same, and an older one that comes late
# comes out as replaced already. Give those alone that the present readers may read.


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
class Ended:
    """It ended `at`, by itself."""

    at: datetime


FactFate = Believed | SupersededBy | Contradicted | Retracted | NotYet | Ended


class Timeline:
    """What was known at `recorded_at` of some facts; the questions are about an instant of the world, `valid_at`."""

    def __init__(
        self,
        facts: Iterable[Fact],
        *,
        recorded_at: datetime,
        retracted_at: Mapping[str, datetime] | None = None,
        settled: Iterable[SettledDispute] = (),
    ) -> None:
        """An answer is about two facts of one slot; what is said of facts that are not given changes nothing."""
        self._recorded_at = recorded_at
        self._facts = {fact.id: fact for fact in facts}
        self._retracted = {id: at for id, at in (retracted_at or {}).items() if at <= recorded_at}
        self._known: dict[tuple[str, str], dict[str, Fact]] = defaultdict(dict)
        for fact in self._facts.values():
            if fact.recorded_at <= recorded_at and fact.id not in self._retracted:
                self._known[_slot_key(fact)][fact.id] = fact
        self._settled: dict[tuple[str, str], list[SettledDispute]] = defaultdict(list)
        for answer in settled:
            if answer.at <= recorded_at and answer.holds in self._facts:
                self._settled[_slot_key(self._facts[answer.holds])].append(answer)
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
        return sorted(
            self._known.get((slot, ""), {}).values(), key=lambda fact: (fact.valid_from, testimony_order(fact))
        )

    def fate(self, id: str, valid_at: datetime) -> FactFate:
        """What has become of a fact. Raises KeyError for one that was not given."""
        fact = self._facts[id]
        if id in self._retracted:
            return Retracted(self._retracted[id])
        if fact.recorded_at > self._recorded_at:
            return NotYet(fact.recorded_at)
        if fact.valid_from > valid_at:
            return NotYet(fact.valid_from)
        if fact.valid_until is not None and fact.valid_until <= valid_at:
            return Ended(fact.valid_until)
        return _fate_of(fact, self._testimony(_slot_key(fact), valid_at))

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
            words = [fact for fact in known.values() if _holds_at(fact, valid_at)]
            self._heard[key] = Testimony(words, known, self._settled.get(key, ()))
        return self._heard[key]

    def _spans(self, fact: Fact) -> Iterator[tuple[datetime, datetime | None]]:
        """From when to when it is believed: what holds for a while parts another's span in two."""
        since = None
        for at in self._turns(fact):
            is_believed = fact in self._testimony(_slot_key(fact), at).believed
            if is_believed and since is None:
                since = at
            elif since is not None and not is_believed:
                yield since, at
                since = None
        if since is not None:
            yield since, fact.valid_until

    def _turns(self, fact: Fact) -> list[datetime]:
        """The instants, while it holds, at which anything of its slot begins or ends."""
        known = self._known.get(_slot_key(fact), {}).values()
        turns = {at for item in known for at in (item.valid_from, item.valid_until) if at and _holds_at(fact, at)}
        return sorted(turns)

    def _invalidated_at(self, fact: Fact, until: datetime | None) -> datetime | None:
        """When it became known that it is so no more; None where it ends by itself, or is not known yet."""
        if fact.id in self._retracted:
            return self._retracted[fact.id]
        if until is None or fact.id not in self._known.get(_slot_key(fact), {}):
            return None
        after = ((at, self._testimony(_slot_key(fact), at)) for at in self._turns(fact) if at >= until)
        known = (max(at, said.replaced_at(fact)) for at, said in after if fact not in said.believed)
        return max(fact.recorded_at, min(known)) if _holds_at(fact, until) else None


def _slot_key(fact: Fact) -> tuple[str, str]:
    return (fact.slot, "") if fact.slot else ("", fact.id)


def _holds_at(fact: Fact, at: datetime) -> bool:
    return fact.valid_from <= at and (fact.valid_until is None or at < fact.valid_until)


def _fate_of(fact: Fact, testimony: Testimony) -> FactFate:
    successor = testimony.successor(fact)
    if successor is None:
        return Believed()
    for pair in testimony.contradictions:
        if pair.other is fact:
            return Contradicted(pair.believed.id)
    return SupersededBy(successor.id, max(fact.valid_from, successor.valid_from))
