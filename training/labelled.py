"""Messages with the answer to what of them should be remembered: the data that formation is measured on.

The definitions stand in labels/README.md. What is held out is for the figures alone, never for tuning.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

from memory.formation.utterances import Utterance
from memory.vocabulary import fact
from training.linear import is_blind

LANGUAGES = ("en", "ja", "tr")
NONE = "none"
ANIMA = "@anima"
CATEGORIES = (*fact.FACT_CATEGORIES, NONE)

Part = Literal["tuning", "held_out", "examples", "blind"]
"""Two halves of the labels, and two parts of the examples that formation is fitted to: nine tenths and one."""

EXAMPLES = ("de", "en")
PLAIN = ("de", "en", "ja", "tr")
_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)
_NO_FLAG = _NO_DAY = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """A message of the same place shortly before; the bot is "@anima"."""

    speaker: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """The words of a day as they stand in the message.

    `iso` is a day "2026-03-15", a month "2026-05", a year "2027", a week "2026-03-16/P7D", None for what is uncertain.
    """

    text: str
    iso: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A message and its labels; `at` has the speaker's own offset, `kind` is what sort of message it is."""

    id: str
    kind: str
    at: datetime
    speaker: str
    before: tuple[Earlier, ...]
    text: str
    category: str
    personal: bool
    entities: frozenset[str]
    dates: tuple[Dated, ...]
    platform: str = "slack"
    flags: str | None = None
    """Of an example: p, q, Q, r, i, h as its guide tells them; None where only `personal` was labelled."""

    @property
    def language(self) -> str:
        return self.id.partition("-")[0]


def said_of(label: Labelled) -> Utterance:
    """The message as formation sees it."""
    workspace = "slack:T01/" if label.platform == "slack" else f"{label.platform}:"
    before = tuple(
        Utterance(
            id=f"{label.id}-{number}",
            text=one.text,
            at=label.at,
            person=workspace + ("BOT" if one.speaker == ANIMA else one.speaker),
            speaker=one.speaker,
            own=one.speaker == ANIMA,
        )
        for number, one in enumerate(label.before)
    )
    person = workspace + label.speaker
    return Utterance(id=label.id, text=label.text, at=label.at, person=person, speaker=label.speaker, before=before)


def practice() -> tuple[Labelled, ...]:
    """Those that judges are fitted to besides; no figure is made of them."""
    return _in(files("training") / "examples" / "labels" / "practice")


def read(part: Part) -> tuple[Labelled, ...]:
    """All languages, in the order of the files."""
    if part in ("examples", "blind"):
        return tuple(one for one in _examples() if is_blind(one.text.replace("\n", "⏎")) == (part == "blind"))
    return tuple(one for one in _all() if _part(one.id) == part)


@cache
def plain() -> tuple[Labelled, ...]:
    """Short statements without a scene, to be fitted to."""
    return tuple(one for language in PLAIN for one in _plain(language))


def _plain(language: str) -> Iterator[Labelled]:
    text = (files("training") / "examples" / "plain" / f"{language}.tsv").read_text(encoding="utf-8")
    for number, line in enumerate(filter(None, text.split("\n"))):
        category, flags, said = line.split("\t")
        yield _example(f"{language}-s-{number}", category, flags, "", _ANY_DAY, said, _NO_DAY)


@cache
def _examples() -> tuple[Labelled, ...]:
    return tuple(one for language in EXAMPLES for one in _of_table(language))


def _of_table(language: str) -> Iterator[Labelled]:
    text = (files("training") / "examples" / "messages" / f"{language}.tsv").read_text(encoding="utf-8")
    for number, line in enumerate(text.split("\n")):
        if line.strip():
            category, flags, _, speaker, at, text, days = line.split("\t")
            yield _example(f"{language}-x-{number}", category, flags, speaker, datetime.fromisoformat(at), text, days)


def _example(id: str, category: str, flags: str, speaker: str, at: datetime, text: str, days: str) -> Labelled:
    return Labelled(
        id=id,
        kind="chat",
        at=at,
        speaker=speaker,
        before=(),
        text=text.replace("⏎", "\n"),
        category=category,
        personal="p" in flags and category != NONE,
        entities=frozenset(),
        dates=tuple(_days(days)),
        flags=flags.replace(_NO_FLAG, ""),
    )


def _days(told: str) -> Iterator[Dated]:
    """What comes again and again counts as uncertain."""
    for one in () if told == _NO_DAY else told.split("; "):
        words, _, day = one.rpartition("=")
        first, _, last = day.partition("..")
        if last:
            monday, sunday = date.fromisoformat(first), date.fromisoformat(last)
            is_week = monday.weekday() == 0 and (sunday - monday).days == 6
            yield Dated(text=words, iso=f"{first}/P7D" if is_week else None)
        else:
            yield Dated(text=words, iso=None if day.startswith(("?", "W", "--")) else day)


@cache
def _all() -> tuple[Labelled, ...]:
    return _in(files("training") / "examples" / "labels")


def _in(folder: Traversable) -> tuple[Labelled, ...]:
    texts = [(folder / f"{language}.jsonl").read_text(encoding="utf-8") for language in LANGUAGES]
    return tuple(_labelled(line) for text in texts for line in text.split("\n") if line)


def _labelled(line: str) -> Labelled:
    told = json.loads(line)
    told["at"] = datetime.fromisoformat(told["at"])
    told["before"] = tuple(Earlier(**one) for one in told["before"])
    told["entities"] = frozenset(told["entities"])
    told["dates"] = tuple(Dated(**one) for one in told["dates"])
    return Labelled(**told)


def _part(id: str) -> Part:
    """By hash, so that what is added later moves nothing."""
    return "held_out" if sha256(id.encode()).digest()[0] % 2 else "tuning"
