"""A year of one anima, generated: people whose lives change, plans that pass, small talk, and questions now and then.

All of it follows from the seed. Each told thing is recorded as a message and as the fact that was understood of it, so
what is measured is sleep, not understanding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from memory.vocabulary.address import Audience, Place
from memory.vocabulary.event import Event
from memory.vocabulary.fact import Fact

BEGIN = datetime(2027, 1, 1, 8, tzinfo=UTC)
ROOM = Place("slack", "T01", "C01")
TEAM = Audience.group(ROOM)

PEOPLE = ("Ada", "Bob", "Cem", "Dee", "Eri", "Fay", "Gus", "Hui", "Ivo", "Jun", "Kim", "Lea")
SLOTS = ("home", "employer", "car", "pet", "sport", "doctor")
_FORMS = {
    "home": "{0} lives in {1}.",
    "employer": "{0} works for {1}.",
    "car": "{0} drives a {1}.",
    "pet": "{0} has a pet called {1}.",
    "sport": "{0} trains {1} now.",
    "doctor": "{0} goes to doctor {1}.",
}
_QUESTIONS = {
    "home": "Where does {0} live?",
    "employer": "Who does {0} work for?",
    "car": "What does {0} drive?",
    "pet": "What is the pet of {0} called?",
    "sport": "What does {0} train?",
    "doctor": "Which doctor does {0} go to?",
}
_SYLLABLES = ("ba", "do", "fi", "ga", "ki", "lo", "mu", "na", "pe", "ro", "su", "ta", "vi", "zo")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the value that is right now, and those that were right before."""

    text: str
    value: str
    before: tuple[str, ...]


@dataclass(slots=True)
class Day:
    """What is told on a day, and what is asked in it."""

    now: datetime
    told: list[tuple[Event, Fact]] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)


@dataclass(slots=True)
class Year:
    """`days` long; `people` of it, so many changes and pieces of small talk a day."""

    seed: int
    days: int
    people: int = 4
    small_talk: int = 6
    _values: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    _number: int = 0
    _random: Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def lived(self) -> Iterator[Day]:
        """Day by day."""
        for number in range(self.days):
            day = Day(BEGIN + timedelta(days=number))
            slots = [(person, slot) for person in PEOPLE[: self.people] for slot in SLOTS]
            for key in slots:
                if key not in self._values or self._random.random() < 1 / 120:
                    day.told.append(self._changed(day, *key))
            day.told += [self._chatted(day) for _ in range(self.small_talk)]
            day.asked = [self.question(*self._random.choice(slots)) for _ in range(2)]
            yield day

    def questions(self) -> list[Asked]:
        """What still matters when it is over: every slot as it is now."""
        return [self.question(*key) for key in sorted(self._values)]

    def question(self, person: str, slot: str) -> Asked:
        *before, value = self._values[person, slot]
        return Asked(_QUESTIONS[slot].format(person), value, tuple(before))

    def _changed(self, day: Day, person: str, slot: str) -> tuple[Event, Fact]:
        value = self._word().title()
        self._values.setdefault((person, slot), []).append(value)
        text = _FORMS[slot].format(person, value)
        return self._told(day, person, text, "fact", 0.6, slot=f"{person.lower()} {slot}", value=value.lower())

    def _chatted(self, day: Day) -> tuple[Event, Fact]:
        """A plan for a day to come, or something about a thing that nobody will ask for."""
        person, word = self._random.choice(PEOPLE[: self.people]), self._word()
        if self._random.random() < 0.3:
            until = day.now + timedelta(days=self._random.randint(1, 14))
            return self._told(day, person, f"{person} will bring the {word} on {until:%A}.", "plan", 0.4, until)
        thing = self._random.choice(["train", "drive", "pet", "doctor", "work", "lunch", "meeting"])
        return self._told(day, person, f"{person} saw a {word} on the way to {thing}.", "fact", 0.3)

    def _told(
        self,
        day: Day,
        person: str,
        text: str,
        category: str,
        importance: float,
        until: datetime | None = None,
        slot: str = "",
        value: str = "",
    ) -> tuple[Event, Fact]:
        self._number += 1
        at = day.now + timedelta(minutes=len(day.told))
        id = f"y{self._number}"
        meta = {"id": id, "audience": str(TEAM), "name": person, "person": f"slack:T01/{person}"}
        event = Event(ts=at, type="message_received", content=text, sender=meta["person"], channel=str(ROOM), meta=meta)
        fact = Fact(
            id=f"fact:{id}",
            text=text,
            category=category,
            recorded_at=at,
            valid_from=at,
            observed_at=at,
            valid_until=until,
            slot=slot,
            value=value,
            subject=person.lower(),
            person=f"slack:T01/{person}",
            speaker=person,
            place=str(ROOM),
            audience=str(TEAM),
            importance=importance,
            sources=(),
        )
        return event, fact

    def _word(self) -> str:
        return "".join(self._random.choice(_SYLLABLES) for _ in range(4))
