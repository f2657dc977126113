"""`bench belief`: what is told first where something changed, or only seemed to; and what is told as past that is not.

Stories are told each to a memory of its own, and all together in rooms of 300 lines. Of conversations with questions
(`--chats`) it is counted how much of what is shown is told as past; `--show` prints each, for somebody to judge.
"""

from __future__ import annotations

import asyncio
import tempfile
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bench.asking import cue_of, opened
from bench.conversations import UnreadableData, read_all
from bench.harness import Place, Progress, Words, conditions, count, names, place, print_findings
from bench.product import memory
from bench.recipes import DEFAULT
from bench.score import mean
from bench.told_stories import (
    BEGINNING,
    READERS,
    ROOM,
    AskedQuestion,
    Room,
    ToldStory,
    line_id,
    person_of,
    read_stories,
    rooms,
)
from config.command_line.arguments import DONE, BenchOptions, fail, to_terminal
from memory.engine import MemoryEngine
from memory.vocabulary.address import Person
from memory.vocabulary.cue import Cue, Recollection
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Embedder

STORIES = Path(__file__).parents[1] / "data" / "belief"
JUDGED, RANKED = "judged", "ranked"
SHOWN = 10
"""Recollections of a question that are looked at."""

PAST = "no longer true"
"""What begins to tell of a memory that is past."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What came of one question: the lines that were shown, best first, and those of them that were told as past."""

    story: ToldStory
    question: AskedQuestion
    shown: tuple[str, ...]
    past: frozenset[str]

    def lines(self, numbers: frozenset[int]) -> set[str]:
        return {line_id(self.story, number) for number in numbers}

    @property
    def is_right(self) -> bool:
        return bool(self.shown) and self.shown[0] in self.lines(self.question.now)

    @property
    def is_past_first(self) -> bool:
        return bool(self.shown) and self.shown[0] in self.lines(self.question.past)

    @property
    def is_harmed(self) -> bool:
        """Whether what holds is told as past."""
        return bool(self.past & self.lines(self.question.now))


def run(options: BenchOptions) -> int:
    """1 where the data cannot be read. Raises WrongUsage."""
    given = _given(options.words)
    progress = Progress(options)
    stories = [story for story in read_stories(given.data) if story.language in given.languages or not given.languages]
    where = conditions(data=str(given.data), by=given.by, lines=given.lines)
    found: dict[str, Json] = {}
    with place(given.embedder, progress) as here:
        for by in given.by:
            for name, most in (("alone", 1), ("crowded", given.lines)):
                told = [item for room in rooms(stories, most) for item in _of_room(room, here.embedder, by, progress)]
                found[f"{name} {by}" if by != JUDGED else name] = _by_language(told)
        if given.chats:
            try:
                found["chats"] = asyncio.run(_chats(given, here, progress))
            except UnreadableData as reason:
                return fail(to_terminal, reason)
        name = here.name
    print_findings({**where, "embedder": name}, found)
    return DONE


def _of_room(room: Room, embedder: Embedder | None, by: str, progress: Progress) -> list[Told]:
    progress(f"{by}: {room.stories[0].name} and {len(room.stories) - 1} more")
    with tempfile.TemporaryDirectory(prefix="anima-bench-") as folder:
        return asyncio.run(_asked(room, Path(folder), embedder, by))


async def _asked(room: Room, folder: Path, embedder: Embedder | None, by: str) -> list[Told]:
    clock, found = [BEGINNING], list[Told]()
    config: dict[str, Json] = {"formation": {"judge_updates": by == JUDGED}}
    engine = await memory(folder / "animas" / "main", lambda: clock[0], embedder=embedder, config=config)
    for at, happening in room.course():
        clock[0] = at
        if isinstance(happening, tuple):
            story, question = happening
            if question.now:
                await engine.settled()
                found.append(_told(story, question, await _recalled(engine, question, clock)))
        else:
            await engine.record(happening)
    await engine.close()
    return found


async def _recalled(engine: MemoryEngine, question: AskedQuestion, clock: list[datetime]) -> Sequence[Recollection]:
    cue = Cue(
        text=question.text,
        audience=READERS,
        now=clock[0],
        sender=Person.parse(person_of(question.by)),
        sender_name=question.by,
        place=ROOM,
    )
    return (await engine.recalled(cue))[:SHOWN]


def _told(story: ToldStory, question: AskedQuestion, found: Sequence[Recollection]) -> Told:
    return Told(
        story=story,
        question=question,
        shown=tuple(item.id for item in found),
        past=frozenset(item.id for item in found if item.outdated.startswith(PAST)),
    )


def _by_language(told: Sequence[Told]) -> dict[str, Json]:
    languages = sorted({item.story.language for item in told})
    of_each = {name: _figures([item for item in told if item.story.language == name]) for name in languages}
    return {"all": _figures(told), **of_each}


def _figures(told: Sequence[Told]) -> dict[str, Json]:
    """In per cent, but for `wrongly_past`, of a thousand that were shown; `harmed`: of questions with a look-alike."""
    changed = [item for item in told if item.question.past]
    alike = [item for item in told if item.question.like]
    shown = sum(len(item.shown) for item in told)
    wrongly = sum(len(item.past - item.lines(item.question.past)) for item in told)
    rightly = sum(len(item.past & item.lines(item.question.past)) for item in told)
    every = sum(len(set(item.shown) & item.lines(item.question.past)) for item in told)
    return {
        "questions": len(told),
        "right_first": _share([item.is_right for item in told]),
        "past_first": _share([item.is_past_first for item in told]),
        "right_first_of_changes": _share([item.is_right for item in changed]),
        "right_in_ten": _share([bool(set(item.shown) & item.lines(item.question.now)) for item in told]),
        "harmed": _share([item.is_harmed for item in alike]),
        "past_told": round(100 * rightly / max(1, every), 1),
        "wrongly_past": round(1000 * wrongly / max(1, shown), 2),
    }


def _share(claims: Sequence[bool]) -> float | None:
    return round(100 * mean([float(claim) for claim in claims]), 1) if claims else None


async def _chats(given: Namespace, here: Place, progress: Progress) -> dict[str, Json]:
    """How many memories were shown over all questions, and how many of them were told as past."""
    told: dict[str, Json] = {}
    for conversation in read_all(given.chats):
        engine = await opened(conversation, here.folder, here.embedder, DEFAULT)
        shown, past = 0, list[Recollection]()
        for query in conversation.queries:
            found = (await engine.recalled(cue_of(conversation, query)))[:SHOWN]
            shown += len(found)
            past += [item for item in found if item.outdated.startswith(PAST)]
        await engine.close()
        each = {item.id: f"{item.id} {item.text}\n    {item.outdated}" for item in past}
        told[conversation.name] = {"shown": shown, "told_as_past": len(past), "memories": len(each)}
        for text in each.values() if given.show else ():
            progress(f"{conversation.name}: {text}")
    return told


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("belief")
    parser.add_argument("--data", type=Path, default=STORIES, help="a folder of <language>/*.txt")
    parser.add_argument("--languages", type=names, default=[], help="those alone")
    parser.add_argument("--by", type=names, default=[JUDGED], help=f"{JUDGED},{RANKED}")
    parser.add_argument("--lines", type=count, default=300, help="of a crowded room")
    parser.add_argument("--chats", type=Path, help="a folder of conversations: what is told as past there")
    parser.add_argument("--embedder", default="auto", metavar="auto|minilm|hashed|none|MODEL", help="what embeds")
    parser.add_argument("--show", action="store_true", help="on stderr, what is told as past in the conversations")
    return parser.parse_args(list(words))
