"""Conversations with questions, as the published data sets have them: one JSON file each."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    id: str
    speaker: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question; `counts` where it has evidence that a figure can be made of."""

    id: str
    text: str
    category: str
    evidence: frozenset[str]
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """`now` is a day after the last session; the first speaker asks."""

    name: str
    speakers: tuple[str, ...]
    turns: tuple[Turn, ...]
    queries: tuple[Query, ...]
    now: datetime


class UnreadableData(Exception):
    """The folder has no conversation that can be read: one .json file each, with turns and questions."""


def read_all(folder: Path, wanted: tuple[str, ...] = ()) -> list[Conversation]:
    """Those of the folder, or the ones that are named. Raises UnreadableData."""
    files = {file.stem: file for file in sorted(folder.glob("*.json"))}
    if missing := set(wanted) - set(files):
        raise UnreadableData(f"{folder} has no {', '.join(sorted(missing))} (there: {', '.join(files) or 'nothing'})")
    found = [read(files[name]) for name in wanted or files]
    if not found:
        raise UnreadableData(f"{folder} has no conversation (a .json file)")
    return found


def read(file: Path) -> Conversation:
    """Turn n of a session is said n seconds after the session's time. Raises UnreadableData."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        said: Counter[int] = Counter()
        turns = []
        for turn in told["turns"]:
            said[turn["session"]] += 1
            at = _utc(turn["datetime"]) + timedelta(seconds=said[turn["session"]])
            turns.append(Turn(id=turn["dia_id"], speaker=turn["speaker"], text=turn["text"], at=at))
        queries = [
            Query(
                id=str(one["id"]),
                text=one["question"],
                category=CATEGORIES.get(one["category"], str(one["category"])),
                evidence=frozenset(one["evidence"]),
                counts=one["category"] != 5 and bool(one.get("recall_valid", True)) and bool(one["evidence"]),
            )
            for one in told["questions"]
        ]
        return Conversation(
            name=file.stem,
            speakers=tuple(told["speakers"]),
            turns=tuple(turns),
            queries=tuple(queries),
            now=_utc(told["last_session"]) + timedelta(days=1),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnreadableData(f"{file} cannot be read as a conversation: {error!r}") from error


def _utc(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


# --- misspelling ----------------------------------------------------------------------------------------------------
# Questions whose names are misspelled or cut short, by chance that is seeded: whom they mean has to be found.


SEED = 7
_VOWELS = "aeiou"


def misspelled(conversation: Conversation, seed: int = SEED) -> Conversation:
    """With each name of a speaker in a question written in another way, every time anew."""
    chance = random.Random(seed)
    names = re.compile(rf"\b(?:{'|'.join(map(re.escape, conversation.speakers))})\b")
    queries = tuple(
        replace(query, text=names.sub(lambda found: another(found[0], chance), query.text))
        for query in conversation.queries
    )
    return replace(conversation, queries=queries)


def another(name: str, chance: random.Random) -> str:
    """Cut short, or with a letter left out, doubled, exchanged with the next, or another vowel; never the name."""
    at = chance.randrange(1, len(name) - 1)
    vowels = [place for place, letter in enumerate(name) if place and letter in _VOWELS]
    place = chance.choice(vowels) if vowels else at
    ways = [
        name[: max(3, len(name) // 2)],
        name[:at] + name[at + 1 :],
        name[:at] + name[at] + name[at:],
        name[:at] + name[at + 1] + name[at] + name[at + 2 :],
        name[:place] + chance.choice(_VOWELS.replace(name[place], "")) + name[place + 1 :],
    ]
    return chance.choice([way for way in ways if way != name])
