"""Testimony: of several words about one thing, all of one instant, whose counts.

Formula  believed: the greatest (standing, seen, said, order) of those that are not taken back;
         seen = said if begin ≤ said ≤ begin + LATELY, else begin; of what is said in the present, begin = said;
         standing = 2 · trusted + of oneself; taken back: by a correction that was said later, of no lower standing,
         or by an answer to the question which of two holds; an answer lifts what holds to the highest standing so far
Source   the project's own reading: a person knows best of themselves, and a stranger overrules nobody.

Words are facts of one slot. What is said in the present is an observation: it holds when it is said, and nobody knows
since when. What began lately is seen until it is said, for two changes in so short a time are less likely than a
slip: "I live in Osaka", and then "last month I moved to Kyoto". What is told to have begun long ago may have changed
since: "I live in Porto", and then "I moved to Lisbon in 2019". What is announced is not seen before it begins. The
order inside one message is the order of time.

What is of lower standing, or seen earlier, and what is taken back are replaced; where nothing decides between two
people, both words are told.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.vocabulary.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
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


def of_oneself(fact: Fact) -> bool:
    """In their own name, of themselves."""
    return bool(fact.person) and fact.person == fact.subject and not fact.reported


def standing(fact: Fact) -> int:
    """3 a trusted person of themselves, 2 of others; 1 and 0 who is not much to be trusted."""
    return 2 * (not fact.trust) + of_oneself(fact)


LATELY = timedelta(days=92)
"""So long after its begin it is told as what holds, and not as what has been."""

InTime = tuple[datetime, datetime, int, datetime, str]


def in_time(fact: Fact) -> InTime:
    """What makes one word later than another: when it was last seen to hold, then when it was said."""
    return seen_at(fact), fact.said_at, fact.order, fact.recorded_at, fact.id


def seen_at(fact: Fact) -> datetime:
    """The last instant of which it tells that it holds."""
    return fact.said_at if fact.valid_from <= fact.said_at <= fact.valid_from + LATELY else fact.valid_from


class Testimony:
    """What is said of one slot at one instant: `words` hold then, `known` is all that is known of the slot by id."""

    def __init__(
        self, words: Sequence[Fact], known: Mapping[str, Fact] | None = None, settled: Sequence[Settled] = ()
    ) -> None:
        self._words = {word.id: word for word in words}
        self._known = known if known is not None else self._words
        self._settled = sorted(filter(self._is_of_now, settled), key=_in_turn)
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
        above = (one for one in self._alive if self._rank(one) > self._rank(word))
        return self._taken_back_by(word) or min(above, key=in_time)

    def replaced_at(self, word: Fact) -> datetime:
        """Since when that is known which counts for more than one of the words; it must not be believed."""
        above = (one for one in self._alive if self._rank(one) > self._rank(word))
        return min(max(one.recorded_at, self._confirmed(one)) for one in (self._taken_back_by(word), *above) if one)

    def _believed(self) -> list[Fact]:
        """The one that holds first, then what was said to hold beside it; none where there are no words."""
        if not self._alive:
            return []
        first = self._alive[-1]
        beside = {word.value: word for word in self._alive if self._hold_both(first.value, word.value)}
        return [first, *beside.values()]

    def _rank(self, word: Fact) -> tuple[int, InTime]:
        return self._standing[word.id], in_time(word)

    def _is_of_now(self, answer: Settled) -> bool:
        """An answer takes nothing back while what it says to hold does not."""
        is_known = answer.holds in self._known and answer.against in self._known
        return is_known and (answer.holds in self._words or (answer.both and answer.against in self._words))

    def _lifted(self, word: Fact) -> int:
        answers = [one.at for one in self._settled if one.holds == word.id and not one.both]
        spoken = self._known.values() if answers else ()
        return max((standing(word), *(standing(one) for one in spoken if one.recorded_at <= answers[-1])))

    def _confirmed_at(self, word: Fact) -> datetime | None:
        answers = (one.at for one in self._settled if one.holds == word.id or (one.both and one.against == word.id))
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
            and (at := bisect_right(corrections, (self._confirmed(word), word.order), key=_said)) < len(corrections)
        ]
        return self._words[min(later)[1]] if later else None

    def _last_answer(self, word: Fact) -> Settled | None:
        about = (one for one in reversed(self._settled) if word.value in self._values(one))
        return next(about, None)

    def _hold_both(self, value: str, other: str) -> bool:
        answers = (one for one in reversed(self._settled) if self._values(one) == {value, other})
        last = next(answers, None)
        return value != other and last is not None and last.both

    def _disputes(self, voice: Fact, believed: Fact) -> bool:
        confirmed_at = self._confirmed_at(believed)
        if confirmed_at and voice.recorded_at <= confirmed_at:
            return False
        is_later, own = in_time(voice) > in_time(believed), of_oneself(voice)
        is_lower = self._standing[voice.id] < self._standing[believed.id]
        if voice.trust and not believed.trust and not own:
            return False
        return is_later or (own and is_lower) or not (own or is_lower or of_oneself(believed))

    def _values(self, answer: Settled) -> set[str]:
        return {self._value(answer.holds), self._value(answer.against)}

    def _value(self, id: str) -> str:
        return self._known[id].value


def _said(correction: tuple[tuple[datetime, int], str]) -> tuple[datetime, int]:
    return correction[0]


def _in_turn(answer: Settled) -> tuple[datetime, str, str, bool]:
    return answer.at, answer.holds, answer.against, answer.both
