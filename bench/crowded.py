"""A memory of any size, made of words drawn by Zipf's law, and questions about it: for speed, not for sense."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from random import Random

from memory.archive import json_lines
from memory.archive.files import Files
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.event import Event
from memory.vocabulary.ports import Embedder, Matrix

ROOMS = (Place("slack", "T01", "C01"), Place("slack", "T01", "C02"))
ASKED_IN = Audience.group(ROOMS[0])
BEGAN = datetime(2024, 1, 1, 8, tzinfo=UTC)
WORDS = 20_000
COMMON = 60
DIMENSIONS = 384

_SYLLABLES = [head + tail for head in "bcdfghjklmnprstvwz" for tail in ("a", "e", "i", "o", "u", "an", "or", "el")]


def vocabulary(chance: Random) -> list[str]:
    """Words that can be spoken, the commonest first."""
    words: dict[str, None] = {}
    while len(words) < WORDS:
        words["".join(chance.choices(_SYLLABLES, k=chance.choice((2, 2, 3, 3, 4))))] = None
    return list(words)


def events(count: int, seed: int = 1, gap: timedelta = timedelta(hours=5)) -> Iterator[Event]:
    """Turns of eight people in two rooms, in talks of twenty to forty with such a gap before each."""
    chance = Random(seed)
    words = vocabulary(Random(0))
    upto = list(accumulate(1 / rank for rank in range(1, WORDS + 1)))
    at, left, room = BEGAN, 0, ROOMS[0]
    for number in range(count):
        if left == 0:
            at += gap
            left, room = chance.randrange(20, 41), chance.choice(ROOMS)
        left -= 1
        at += timedelta(seconds=chance.randrange(5, 90))
        said = (words[bisect.bisect(upto, chance.random() * upto[-1])] for _ in range(chance.randrange(8, 31)))
        person = Person("slack", "T01", f"U{chance.randrange(8)}")
        yield Event(
            ts=at,
            type="message_received",
            content=" ".join(said),
            sender=str(person),
            channel=str(room),
            meta={"id": f"e{number}", "audience": str(Audience.group(room)), "name": f"Person{person.id[1:]}"},
        )


def questions(count: int, seed: int = 7) -> list[str]:
    """Three to seven words each, common and rare ones."""
    chance = Random(seed)
    words = vocabulary(Random(0))[COMMON:]
    return [
        " ".join(words[int(len(words) ** chance.random()) - 1] for _ in range(chance.randrange(3, 8)))
        for _ in range(count)
    ]


def write(anima: Path, told: Iterator[Event]) -> datetime:
    """Day files, each written at once, with the lines of the activity log; the time of the last event."""
    folder = Files(anima / "activity_log")
    days: dict[str, list[bytes]] = {}
    last = BEGAN
    for event in told:
        days.setdefault(event.ts.date().isoformat(), []).append(json_lines.encode_event(event, UTC) + b"\n")
        last = event.ts
    for day, lines in days.items():
        folder.replace(f"{day}.jsonl", b"".join(lines))
    return last


class CheapPassages:
    """An Embedder whose passages get a vector from their hash at no cost; questions are embedded by the real one."""

    def __init__(self, real: Embedder) -> None:
        self._real = real

    @property
    def name(self) -> str:
        return f"hash, and {self._real.name} for questions"

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Matrix:
        import numpy as np

        if query:
            return self._real.embed(texts, query=True)
        seeds = (int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) for text in texts)
        rows = np.stack([np.random.default_rng(seed).standard_normal(DIMENSIONS) for seed in seeds])
        unit: Matrix = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
        return unit
