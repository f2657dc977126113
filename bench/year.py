"""A year of one anima, generated: people whose lives change, things that happen once, ways of doing things, plans that
pass, small talk, talk that tells nothing, and questions now and then.

All of it follows from the seed. What is told is given as the fact that was understood of it, so what is measured is
sleep, not understanding; ways of doing things and idle talk stand in the log as messages, for nights look there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from memory.vocabulary.address import Audience, Place
from memory.vocabulary.event import Event, Json
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
ONE_IN = 0.1
"""On such a share of the days something happens that matters, and somebody tells how something is done."""

_SYLLABLES = ("ba", "do", "fi", "ga", "ki", "lo", "mu", "na", "pe", "ro", "su", "ta", "vi", "zo")


KINDS = NOW, EPISODE, TRIFLE = "now", "episode", "trifle"
_ONCE = {
    EPISODE: ("{0} gave the talk about {1} in {2}.", "Where did {0} give the talk about {1}?", 0.65),
    TRIFLE: ("{0} saw a {1} near {2}.", "Where did {0} see a {1}?", 0.3),
}
"""What happened once, how it is asked for, and how much it matters."""

_IDLE = (
    "Good morning, {0}.",
    "Thanks, {0}!",
    "Did anybody see the {1}?",
    "Five minutes late, sorry.",
    "Ha, that {1} again.",
    "The {1} looks fine to me.",
    "Ask {0} about it.",
    "OK, after lunch then.",
)
_HOURS = (0, 4, 8)
"""After the day's beginning people talk."""

_TOOLS = ("search_memory", "read_memory_file", "write_memory_file", "post_channel", "read_channel")
HABIT_TURNS = 4
"""In so many turns of a week a habit shows."""

_VERBS = ("open the", "fill in the", "check the", "send the", "close the")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the value that is right now, and those that were right before. `kind`: what holds now, what
    happened once and matters, or a trifle."""

    text: str
    value: str
    before: tuple[str, ...] = ()
    kind: str = NOW


@dataclass(slots=True)
class Day:
    """What is told on a day, what of it stands in the log alone, and what is asked."""

    now: datetime
    told: list[tuple[Event, Fact]] = field(default_factory=list)
    shown: list[Event] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)


@dataclass(slots=True)
class Year:
    """`days` long; `people` of it, from number `first` of PEOPLE on; so many pieces of small talk a day, and so much
    idle talk that there are `messages` a day. `procedures` are the names of those that were told or done repeatedly."""

    seed: int
    days: int
    people: int = 4
    small_talk: int = 6
    first: int = 0
    messages: int = 0
    procedures: list[str] = field(default_factory=list)
    _once: list[Asked] = field(default_factory=list)
    _values: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    _number: int = 0
    _habits: dict[int, list[str]] = field(default_factory=dict)
    _random: Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def lived(self) -> Iterator[Day]:
        """Day by day."""
        for number in range(self.days):
            yield self.day(number)

    def day(self, number: int) -> Day:
        """The days come in their order."""
        day = Day(BEGIN + timedelta(days=number))
        slots = [(person, slot) for person in self.everybody for slot in SLOTS]
        for key in slots:
            if key not in self._values or self._random.random() < 1 / 120:
                day.told.append(self._changed(day, *key))
        day.told += [self._chatted(day) for _ in range(self.small_talk)]
        if self._random.random() < ONE_IN:
            day.told.append(self._happened(day, EPISODE))
        if self._random.random() < ONE_IN:
            day.shown.append(self._shown_how(day))
        if self.messages:
            day.shown += self._done(day, number)
        while len(day.told) + len(day.shown) < self.messages:
            day.shown.append(self._idled(day))
        day.shown.sort(key=lambda event: event.ts)
        day.asked = [self.question(*self._random.choice(slots)) for _ in range(2)]
        return day

    @property
    def everybody(self) -> tuple[str, ...]:
        return PEOPLE[self.first : self.first + self.people]

    def questions(self) -> list[Asked]:
        """When it is over: every slot as it is now, what happened once and matters, and as many trifles of any age."""
        episodes = [one for one in self._once if one.kind == EPISODE]
        trifles = [one for one in self._once if one.kind == TRIFLE]
        chosen = self._random.sample(trifles, min(len(trifles), max(1, len(episodes))))
        return [*(self.question(*key) for key in sorted(self._values)), *episodes, *chosen]

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
        person, word = self._random.choice(self.everybody), self._word()
        if self._random.random() < 0.3:
            until = day.now + timedelta(days=self._random.randint(1, 14))
            return self._told(day, person, f"{person} will bring the {word} on {until:%A}.", "plan", 0.4, until)
        if self._random.random() < 0.3:
            return self._happened(day, TRIFLE)
        thing = self._random.choice(["train", "drive", "pet", "doctor", "work", "lunch", "meeting"])
        return self._told(day, person, f"{person} saw a {word} on the way to {thing}.", "fact", 0.3)

    def _happened(self, day: Day, kind: str) -> tuple[Event, Fact]:
        """Once, and never spoken of again."""
        person, what, where = self._random.choice(self.everybody), self._word(), self._word().title()
        said, asked, importance = _ONCE[kind]
        self._once.append(Asked(asked.format(person, what), where, (), kind))
        return self._told(day, person, said.format(person, what, where), "fact", importance)

    def _shown_how(self, day: Day) -> Event:
        """Somebody tells how something is done, or something else in as many lines that are no steps."""
        name, verbs = self._word(), self._random.sample(_VERBS, 3)
        is_planted = self._random.random() < 0.5
        if is_planted:
            self.procedures.append(name)
            steps = "\n".join(f"{number}. {verb} {self._word()}" for number, verb in enumerate(verbs, 1))
            text = f"How we make the {name}:\n{steps}"
        else:
            text = f"What came of the {name}:\n" + "\n".join(f"- {self._word()}: {self._word()}" for _ in verbs)
        person = self._random.choice(self.everybody)
        self._number += 1
        return self._event(person, text, day.now + timedelta(hours=1, minutes=len(day.shown)))

    def _done(self, day: Day, number: int) -> list[Event]:
        """The turns of a day in which tools were used: now and then a week has some that are the same each time."""
        if number % 7 == 0 and number + 7 <= self.days and self._random.random() < 0.25:
            self.procedures.append(name := self._word())
            for _ in range(HABIT_TURNS):
                self._habits.setdefault(number + self._random.randrange(7), []).append(name)
        found = []
        for name in self._habits.pop(number, []):
            steps = [("read_memory_file", f"knowledge/{name}-list.md"), ("post_channel", f"{name} report")]
            found += self._turn(day, f"Please do the {name} round.", steps)
        if self._random.random() < 0.3:
            steps = [(self._random.choice(_TOOLS), self._word()) for _ in range(2)]
            found += self._turn(day, f"Look up the {steps[0][1]}.", steps)
        return found

    def _turn(self, day: Day, words: str, steps: list[tuple[str, str]]) -> list[Event]:
        asked = self._said(day, words)
        meta: dict[str, Json] = {"audience": str(TEAM), "ok": True}
        return [asked] + [
            Event(
                ts=asked.ts + timedelta(seconds=place + 1),
                type="tool_use",
                tool=tool,
                content=json.dumps({"what": what}),
                meta={**meta, "id": f"{asked.id}/anima/tool/{place}"},
            )
            for place, (tool, what) in enumerate(steps)
        ]

    def _idled(self, day: Day) -> Event:
        return self._said(day, self._random.choice(_IDLE).format(self._random.choice(self.everybody), self._word()))

    def _said(self, day: Day, text: str) -> Event:
        self._number += 1
        at = day.now + timedelta(hours=self._random.choice(_HOURS), seconds=self._random.randrange(1500))
        return self._event(self._random.choice(self.everybody), text, at)

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
        event = self._event(person, text, at)
        fact = Fact(
            id=f"fact:{event.id}",
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

    def _event(self, person: str, text: str, at: datetime) -> Event:
        sender = f"slack:T01/{person}"
        meta = {"id": f"y{self._number}", "audience": str(TEAM), "name": person, "person": sender}
        return Event(ts=at, type="message_received", content=text, sender=sender, channel=str(ROOM), meta=meta)

    def _word(self) -> str:
        return "".join(self._random.choice(_SYLLABLES) for _ in range(4))
