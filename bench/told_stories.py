"""Stories and chats that people wrote by hand, line by line, with questions about what holds; told to a memory.

    = s1
    number|day|speaker|text|label|fact
    ?|day|who asks|question|now 9|past 1 7|like 4

`now` are the lines that answer at that day, `past` those on the same matter that hold no more, `like` those that only
look so. Words that carry what lasts stand between ⟦ and ⟧ (`training/examples/belief/README.md`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory.engine import MemoryEngine
from memory.vocabulary.address import Audience, Place
from memory.vocabulary.event import Event

ROOM = Place.parse("slack:T01/C01")
READERS = Audience.group(ROOM)
BEGINNING = datetime(2026, 1, 5, 8, tzinfo=UTC)
"""The first day of every story; 2 minutes lie between two lines of one day."""

STEP = timedelta(minutes=2)
_SPANS = re.compile("[⟦⟧]")
_NO_LETTER = re.compile(r"\W")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldLine:
    """`label` is `-`, `lasts` or `essential`; `facts` are sentences that say what of it lasts."""

    number: int
    day: int
    by: str
    text: str
    label: str = "-"
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    day: int
    by: str
    text: str
    now: frozenset[int]
    past: frozenset[int]
    like: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldStory:
    name: str
    language: str
    lines: tuple[ToldLine, ...]
    questions: tuple[AskedQuestion, ...]


def read_stories(folder: Path) -> list[ToldStory]:
    """Those of `<language>/*.txt`, in the order of the files. Raises ValueError for a line that is none."""
    return [story for file in sorted(folder.glob("*/*.txt")) for story in _of_file(file)]


def _of_file(file: Path) -> Iterator[ToldStory]:
    for part in re.split(r"^= *", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        name, *rows = [row for row in part.splitlines() if row.strip()]
        each = [row.split("|") for row in rows]
        yield ToldStory(
            name=f"{file.parent.name}/{file.stem}/{name.strip()}",
            language=file.parent.name,
            lines=tuple(_line(row) for row in each if row[0] != "?"),
            questions=tuple(_question(row) for row in each if row[0] == "?"),
        )


def _line(row: Sequence[str]) -> ToldLine:
    number, day, by, text, *rest = row
    label, facts = (*rest, "", "")[:2]
    told = tuple(filter(None, (fact.strip() for fact in facts.split(";;"))))
    return ToldLine(
        number=int(number), day=int(day[1:]), by=by.strip(), text=_SPANS.sub("", text).strip(), label=label, facts=told
    )


def _question(row: Sequence[str]) -> AskedQuestion:
    _, day, by, text, *kinds = row
    of = {kind.split()[0]: frozenset(map(int, re.findall(r"\d+", kind))) for kind in kinds if kind.strip()}
    none = frozenset[int]()
    return AskedQuestion(
        day=int(day[1:]),
        by=by.strip(),
        text=text.strip(),
        now=of.get("now", none),
        past=of.get("past", none),
        like=of.get("like", none),
    )


# --- telling --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Stories told in one room, interwoven by their days."""

    stories: tuple[ToldStory, ...]

    def events(self) -> list[Event]:
        """In the order in which they are said; an id names story and line."""
        days: dict[int, list[tuple[ToldStory, ToldLine]]] = {}
        for story in self.stories:
            for line in story.lines:
                days.setdefault(line.day, []).append((story, line))
        return [
            _event(story, line, BEGINNING + timedelta(days=day) + place * STEP)
            for day, said in sorted(days.items())
            for place, (story, line) in enumerate(said)
        ]

    def course(self) -> list[tuple[datetime, Event | tuple[ToldStory, AskedQuestion]]]:
        """What is said and asked, each at its instant."""
        said: list[tuple[datetime, Event | tuple[ToldStory, AskedQuestion]]] = [
            (event.ts, event) for event in self.events()
        ]
        asked = [(asked_at(question), (story, question)) for story in self.stories for question in story.questions]
        return sorted([*said, *asked], key=lambda item: item[0])


def rooms(stories: Sequence[ToldStory], most_lines: int) -> Iterator[Room]:
    """All stories, so many lines in a room at most but for one story that is longer; languages keep apart."""
    told: list[ToldStory] = []
    for story in stories:
        is_full = sum(len(item.lines) for item in told) + len(story.lines) > most_lines
        if told and (is_full or story.language != told[-1].language):
            yield Room(stories=tuple(told))
            told = []
        told.append(story)
    if told:
        yield Room(stories=tuple(told))


def asked_at(question: AskedQuestion) -> datetime:
    """In the evening of its day."""
    return BEGINNING + timedelta(days=question.day, hours=12)


def line_id(story: ToldStory, number: int) -> str:
    """By which the event of a line is known."""
    return f"{story.name}/{number}".replace("/", "-")


def person_of(name: str) -> str:
    """The address of a speaker."""
    return f"slack:T01/{_NO_LETTER.sub('', name) or 'U01'}"


async def tell(engine: MemoryEngine, events: Iterable[Event]) -> None:
    """Record it, and wait until it is formed and indexed."""
    for event in events:
        await engine.record(event)
    await engine.settled()


def _event(story: ToldStory, line: ToldLine, at: datetime) -> Event:
    id, person = line_id(story, line.number), person_of(line.by)
    meta = {"id": id, "audience": str(READERS), "message_id": id, "name": line.by, "person": person, "trust": "member"}
    return Event(ts=at, type="message_received", content=line.text, sender=person, channel=str(ROOM), meta={**meta})
