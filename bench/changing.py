"""Generated lives in which things change, over half a year in one room, and questions about them.

It judges whether what was replaced comes back: values that change once, twice and back again, an older one that is
told late, a slip corrected without its subject, a change that was announced, hearsay against a person's own word. A
question is asked at the end, about a month gone by, and as of a day on which less was known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random

from bench.changing_lists import Kind, Name, Value, Words
from bench.changing_words import en, ja, tr
from bench.gathering import ROOM, Said

WORDS: dict[str, dict[str, Words]] = {"en": en.WORDS, "ja": ja.WORDS, "tr": tr.WORDS}
YEAR = 2026
NOW = datetime(YEAR, 7, 1, 12, tzinfo=UTC)
LOOKED_BACK_TO = date(YEAR, 2, 1)
"""The month until which it was otherwise, where that is told late."""

ANNOUNCED = date(YEAR, 6, 10)
"""From when on it will be otherwise, where that is announced."""

OF_A_KIND = 2
CHATS = 160
OWN, OTHER = "own", "other"


@dataclass(frozen=True, slots=True)
class Telling:
    """In which month which of the slot's values is told, with which wordings, by whom."""

    month: int
    wording: str
    value: int
    by: str = OWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A course that a slot's life can take; what holds is an index of its values.

    `then` is a month (its number, what held), `as_of` a month of which it is asked what was known in its last week.
    """

    tellings: tuple[Telling, ...]
    now: int
    then: tuple[int, int] | None = None
    as_of: tuple[int, int] | None = None
    of: tuple[bool, ...] = (True, False)  # of things, of people


FORMS: dict[str, Form] = {
    "kept": Form(tellings=(Telling(1, "says", 0),), now=0),
    "changed": Form(tellings=(Telling(1, "says", 0), Telling(3, "changes", 1)), now=1, then=(2, 0), as_of=(2, 0)),
    "twice": Form(
        tellings=(Telling(1, "says", 0), Telling(3, "changes", 1), Telling(5, "changes", 2)),
        now=2,
        then=(4, 1),
        as_of=(4, 1),
    ),
    "returned": Form(
        tellings=(Telling(1, "says", 0), Telling(3, "changes", 1), Telling(5, "changes", 0)),
        now=0,
        then=(4, 1),
        as_of=(4, 1),
    ),
    "told late": Form(tellings=(Telling(3, "says", 1), Telling(5, "past", 0)), now=1, then=(1, 0), as_of=(4, 1)),
    "corrected": Form(tellings=(Telling(3, "says", 0), Telling(3, "corrections", 1)), now=1, then=(4, 1), as_of=(4, 1)),
    "announced": Form(tellings=(Telling(1, "says", 0), Telling(3, "soon", 1)), now=1, then=(4, 0), as_of=(4, 0)),
    "changed by another": Form(
        tellings=(Telling(1, "says", 0), Telling(3, "changes", 1, OTHER)), now=1, then=(2, 0), as_of=(4, 1), of=(True,)
    ),
    "contradicted": Form(
        tellings=(Telling(1, "says", 0), Telling(3, "reports", 1, OTHER)), now=0, then=(2, 0), as_of=(4, 0), of=(False,)
    ),
    "hearsay": Form(
        tellings=(Telling(1, "reports", 0, OTHER), Telling(3, "says", 1)), now=1, as_of=(2, 0), of=(False,)
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Of the instant `at`, as known `as_of`. `right` and `stale` are all ways in which the values are written."""

    text: str
    kind: str
    about: int
    form: str
    when: str  # now, then, as of
    at: datetime
    right: tuple[str, ...]
    stale: tuple[str, ...]
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lives:
    language: str
    turns: tuple[Said, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Slot:
    kind: Kind
    about: int
    name: Name
    form: str
    values: tuple[Value, ...]

    @property
    def fields(self) -> dict[str, str]:
        """What a wording may call whom it is about."""
        return {"p": self.name.text, "t": self.name.text, "o": self.name.owner}


@dataclass(slots=True)
class _Telling:
    words: Words
    chance: Random
    turns: list[Said] = field(default_factory=list)

    def say(self, speaker: int, text: str, at: datetime, place: str, states: tuple[str, int] | None = None) -> None:
        name = self.words.people[speaker].text
        self.turns.append(Said(id="", at=at, speaker=speaker, name=name, text=text, place=place, states=states))

    def someone(self, *others: int) -> int:
        return self.chance.choice([one for one in range(len(self.words.people)) if one not in others])

    def place(self) -> str:
        return f"{ROOM}#{self.chance.randrange(10**6)}.1" if self.chance.random() < 0.2 else ROOM

    def moment(self, month: int) -> datetime:
        day, hour, minute = self.chance.randrange(8, 21), self.chance.randrange(8, 17), self.chance.randrange(50)
        return datetime(YEAR, month, day, hour, minute, tzinfo=UTC)


def generate(language: str, seed: int, part: str = "tuning") -> Lives:
    """Raises KeyError for a language or part that there is not."""
    telling = _Telling(WORDS[language][part], Random(seed))
    slots = list(_slots(telling.words, telling.chance))
    for slot in slots:
        _tell(telling, slot)
    for _ in range(CHATS):
        _chat(telling)
    turns = sorted(telling.turns, key=lambda turn: turn.at)
    return Lives(
        language=language,
        turns=tuple(_numbered(turns)),
        questions=tuple(question for slot in slots for question in _questions(telling, slot)),
    )


def _slots(words: Words, chance: Random) -> Iterator[_Slot]:
    """Two of each kind, which share no value; every form before any comes again."""
    waiting: list[str] = []
    for kind in chance.sample(words.kinds, len(words.kinds)):
        names = words.things if kind.is_of_thing else words.people
        values = chance.sample(kind.values, len(kind.values))
        for about in chance.sample(range(len(names)), OF_A_KIND):
            if not any(_suits(form, kind) for form in waiting):
                waiting += chance.sample(list(FORMS), len(FORMS))
            form = next(form for form in waiting if _suits(form, kind))
            waiting.remove(form)
            count = 1 + max(telling.value for telling in FORMS[form].tellings)
            yield _Slot(kind=kind, about=about, name=names[about], form=form, values=tuple(values[:count]))
            values = values[count:]


def _suits(form: str, kind: Kind) -> bool:
    needs_soon = any(telling.wording == "soon" for telling in FORMS[form].tellings)
    return kind.is_of_thing in FORMS[form].of and ("soon" in kind.wordings or not needs_soon)


def _tell(telling: _Telling, slot: _Slot) -> None:
    teller = telling.someone() if slot.kind.is_of_thing else slot.about
    at, place = NOW, ROOM
    for told in FORMS[slot.form].tellings:
        if told.wording == "corrections":
            at += timedelta(seconds=telling.chance.randrange(40, 200))
        else:
            at, place = telling.moment(told.month), telling.place()
        speaker = teller if told.by == OWN else telling.someone(teller)
        text = _worded(telling, slot, told)
        telling.say(speaker, text, at, place, (slot.kind.name, slot.about))
        if telling.chance.random() < 0.3:
            between = at + timedelta(seconds=telling.chance.randrange(5, 35))
            telling.say(telling.someone(speaker), telling.chance.choice(telling.words.fillers), between, place)


def _worded(telling: _Telling, slot: _Slot, told: Telling) -> str:
    wordings = {**slot.kind.wordings, "corrections": telling.words.corrections}[told.wording]
    value = slot.values[told.value]
    return telling.chance.choice(wordings).format(
        v=value.text,
        at=value.at,
        to=value.to,
        m=telling.words.month(LOOKED_BACK_TO),
        d=telling.words.day(ANNOUNCED),
        **slot.fields,
    )


def _chat(telling: _Telling) -> None:
    """Talk about the same things in which nothing is told, and talk about nothing."""
    at, speaker = telling.moment(telling.chance.randrange(1, 7)), telling.someone()
    if telling.chance.random() < 0.4:
        text = telling.chance.choice(telling.chance.choice(telling.words.kinds).wordings["chatter"])
    else:
        text = telling.chance.choice(telling.words.fillers)
    telling.say(speaker, text, at, telling.place())


def _numbered(turns: list[Said]) -> Iterator[Said]:
    for number, turn in enumerate(turns, 1):
        yield Said(
            id=f"t{number}",
            at=turn.at,
            speaker=turn.speaker,
            name=turn.name,
            text=turn.text,
            place=turn.place,
            states=turn.states,
        )


def _questions(telling: _Telling, slot: _Slot) -> Iterator[Question]:
    form, chance = FORMS[slot.form], telling.chance
    yield _question(slot, chance.choice(slot.kind.wordings["asks"]), "now", NOW, form.now)
    if form.then:
        month, held = form.then
        wording = chance.choice(slot.kind.wordings["then"])
        yield _question(slot, wording, "then", _late_in(month), held, m=telling.words.months[month - 1])
    if form.as_of:
        month, known = form.as_of
        wording = chance.choice(slot.kind.wordings["asks"])
        yield _question(slot, wording, "as of", _late_in(month), known, as_of=_late_in(month))


def _late_in(month: int) -> datetime:
    """After everything that is said in the month."""
    return datetime(YEAR, month, 25, tzinfo=UTC)


def _question(
    slot: _Slot, wording: str, when: str, at: datetime, right: int, m: str = "", as_of: datetime | None = None
) -> Question:
    return Question(
        text=wording.format(m=m, **slot.fields),
        kind=slot.kind.name,
        about=slot.about,
        form=slot.form,
        when=when,
        at=at,
        right=slot.values[right].written,
        stale=tuple(way for index, value in enumerate(slot.values) if index != right for way in value.written),
        as_of=as_of,
    )
