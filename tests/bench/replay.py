"""Replay: a whole conversation goes through a platform's server and its real client into a running fleet.

Every turn is said at its own time (session time + n seconds); then questions are asked in the channel, one day after
the last session, and answered by the offline model. Counted: each turn once in the activity log, in order, with its
time, speaker and place; answers that quote a gold turn.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memory.archive.activity_log import ActivityLog
from memory.vocabulary.event import Event, Json
from tests.bench.house import DrivenClock, running_fleet, write_home
from tests.bench.venues import VENUES, Venue

ANIMA = "alice"
_ANSWER_WITHIN_S = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn of the conversation."""

    id: str
    speaker: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    id: str
    text: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A conversation and its questions."""

    name: str
    speakers: tuple[str, ...]
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One platform's figures. `seconds` is wall time."""

    platform: str
    conversation: str
    turns: int
    logged_once: int
    missing: int
    doubled: int
    in_order: bool
    right_time: int
    right_speaker: int
    right_place: int
    questions: int
    answered: int
    quoted_gold: int
    seconds: float
    turns_per_second: float


def read_talk(file: Path, questions: int, seed: int) -> Talk:
    """A conversation, with so many of its answerable questions, chosen by chance from the seed."""
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    turns: list[Turn] = []
    count: dict[int, int] = {}
    for turn in data["turns"]:
        n = count[turn["session"]] = count.get(turn["session"], 0) + 1
        at = datetime.fromisoformat(turn["datetime"]).replace(tzinfo=UTC) + timedelta(seconds=n)
        turns.append(Turn(id=turn["dia_id"], speaker=turn["speaker"], text=turn["text"], at=at))
    asked = [
        Question(id=one["id"], text=one["question"], evidence=tuple(one["evidence"]))
        for one in data["questions"]
        if one["recall_valid"] and one["category"] in (1, 2, 3, 4)
    ]
    chosen = random.Random(seed).sample(asked, min(questions, len(asked)))
    return Talk(
        name=data["conversation"], speakers=tuple(data["speakers"]), turns=tuple(turns), questions=tuple(chosen)
    )


async def replay_all(
    talks: Sequence[Talk],
    platforms: Sequence[str],
    *,
    scale: float = 0.05,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Outcome]:
    """Each conversation through each platform, one after the other, each into a home of its own."""
    outcomes = []
    for talk in talks:
        for platform in platforms:
            progress(f"{talk.name} through {platform}")
            outcomes.append(await replay(talk, platform, scale=scale, progress=progress))
    return outcomes


def is_sound(outcome: Outcome) -> bool:
    """Every turn once, in order, with its time, speaker and place; half of the answers quote a gold turn."""
    exact = (outcome.logged_once, outcome.right_time, outcome.right_speaker, outcome.right_place)
    return (
        all(figure == outcome.turns for figure in exact)
        and not outcome.missing
        and not outcome.doubled
        and outcome.in_order
        and 2 * outcome.quoted_gold >= outcome.questions
    )


async def replay(
    talk: Talk, platform: str, *, scale: float = 0.05, progress: Callable[[str], None] = lambda _: None
) -> Outcome:
    """Play it through one platform."""
    began = time.monotonic()
    clock = DrivenClock(talk.turns[0].at)
    with tempfile.TemporaryDirectory(prefix="anima-replay-") as folder:
        async with VENUES[platform](clock, scale=scale) as venue:
            people = {name: venue.add_person(name) for name in talk.speakers}
            room = venue.add_room("talk")
            home, config = write_home(Path(folder), _config(venue, room))
            async with running_fleet(home, config, clock=clock, scale=scale):
                folder_of_log = home.anima(ANIMA) / "activity_log"
                ids = await _say_all(talk, venue, room, people, clock, folder_of_log, progress)
                clock.now = talk.turns[-1].at + timedelta(days=1)
                answers = await _ask_all(talk, venue, room, people[talk.speakers[0]], clock, progress)
            log = ActivityLog(folder_of_log)
            return _outcome(talk, venue, room, people, ids, answers, log, time.monotonic() - began)


def _config(venue: Venue, room: str) -> dict[str, Any]:
    return {
        "system": {"timezone": "UTC"},
        "anima_defaults": {"model": "offline"},
        "animas": {ANIMA: {}},
        "external_messaging": {venue.name: venue.section()},
        "boards": {"talk": {"animas": [ANIMA], "channels": [venue.entry(room)]}},
    }


async def _say_all(
    talk: Talk,
    venue: Venue,
    room: str,
    people: dict[str, str],
    clock: DrivenClock,
    folder: Path,
    progress: Callable[[str], None],
) -> list[str]:
    """Each turn at its time, the next one when it is in the log."""
    ids = []
    for number, turn in enumerate(talk.turns, start=1):
        clock.now = turn.at
        ids.append(await venue.say(room, people[turn.speaker], turn.text, at=turn.at))
        await _until(lambda number=number: _logged(folder) >= number, _ANSWER_WITHIN_S)  # type: ignore[misc]
        if number % 100 == 0:
            progress(f"{venue.name}: {number} of {len(talk.turns)} turns")
    return ids


async def _ask_all(
    talk: Talk, venue: Venue, room: str, person: str, clock: DrivenClock, progress: Callable[[str], None]
) -> list[str]:
    answers = []
    for question in talk.questions:
        clock.now += timedelta(seconds=30)
        before = {one.id for one in venue.answers(room)}
        await venue.say(room, person, question.text, call=True, at=clock.now)

        def new_posts(before: set[str] = before) -> list[str]:
            return [one.text for one in venue.answers(room) if one.id not in before]

        await _until(lambda posts=new_posts: bool(posts()), _ANSWER_WITHIN_S)  # type: ignore[misc]
        await asyncio.sleep(0.1)  # a long answer has more than one message
        answers.append("\n".join(new_posts()))
    progress(f"{venue.name}: {sum(map(bool, answers))} of {len(talk.questions)} questions answered")
    return answers


def _outcome(
    talk: Talk,
    venue: Venue,
    room: str,
    people: dict[str, str],
    ids: Sequence[str],
    answers: Sequence[str],
    log: ActivityLog,
    seconds: float,
) -> Outcome:
    heard = [event for event in _events(log) if event.type == "message_received"][: len(talk.turns) + 50]
    by_id: dict[str, list[Event]] = {}
    for event in heard:
        by_id.setdefault(str(event.meta.get("message_id")), []).append(event)
    found = [(turn, by_id.get(message_id, [])) for turn, message_id in zip(talk.turns, ids, strict=True)]
    once = [(turn, events[0]) for turn, events in found if len(events) == 1]
    order = [str(event.meta.get("message_id")) for event in heard if str(event.meta.get("message_id")) in set(ids)]
    texts = {turn.id: turn.text for turn in talk.turns}
    quoted = [
        any(_bare(texts[gold]) in _bare(answer) for gold in question.evidence if gold in texts)
        for question, answer in zip(talk.questions, answers, strict=True)
    ]
    return Outcome(
        platform=venue.name,
        conversation=talk.name,
        turns=len(talk.turns),
        logged_once=len(once),
        missing=sum(not events for _, events in found),
        doubled=sum(len(events) > 1 for _, events in found),
        in_order=order == list(ids),
        right_time=sum(abs(event.ts - turn.at) < timedelta(seconds=1) for turn, event in once),
        right_speaker=sum(event.sender == venue.person_address(people[turn.speaker]) for turn, event in once),
        right_place=sum(event.channel == venue.place(room) for _, event in once),
        questions=len(talk.questions),
        answered=sum(map(bool, answers)),
        quoted_gold=sum(quoted),
        seconds=round(seconds, 1),
        turns_per_second=round(len(talk.turns) / seconds, 1),
    )


def _logged(folder: Path) -> int:
    """Lines in the log's files, by their bytes: quick enough to ask all the time."""
    return sum(file.read_bytes().count(b"\n") for file in folder.glob("*.jsonl"))


def _events(log: ActivityLog) -> list[Event]:
    return [event for day in log.days() for _, event in log.read(day)]


def _bare(text: str) -> str:
    """Letters and digits only: platforms render marks and quotes their own way."""
    return re.sub(r"[\W_]+", "", text).casefold()


async def _until(happened: Callable[[], bool], within_s: float) -> bool:
    end = time.monotonic() + within_s
    while not happened():
        if time.monotonic() > end:
            return False
        await asyncio.sleep(0.003)
    return True


def as_json(outcomes: Sequence[Outcome]) -> list[Json]:
    return [asdict(one) for one in outcomes]
