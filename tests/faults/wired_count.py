"""What should be seen on every side of a board, from what people did; and what is seen there, from the servers.

A platform tells some things once: what a person edits, deletes or reacts to while nobody listens (on Slack and Discord)
is not heard of, nor is a reply in a Slack thread whose beginning is gone. It is counted as unheard, and not expected on
other sides. What Telegram cannot tell of a post whose answer was lost is in doubt: it may be there or not, but not
twice.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path

from bots.delivery import DATABASE
from bots.delivery.store import OPEN
from bots.text.phrases import FLEET_WORDS
from memory.archive import json_lines
from memory.archive.shared_logs import BOARD_COPIED, BOARD_POST, BOARD_WITHDRAWN
from memory.vocabulary.event import DELETED, EDITED, Event
from tests.faults.echo_model import TOKEN

SIDES = ("slack", "discord", "telegram")
LABELS = {"slack": "ada (Slack)", "discord": "bob (Discord)", "telegram": "cem (Telegram)"}
REACTIONS = {"slack": ("+1", "tada"), "discord": ("👍", "🎉"), "telegram": ("👍", "🎉")}
WORD = re.compile(r"\bm\d+v\d+o\d+p\d+\b")
#: Of the note about an answer in doubt, what stands in every one of them.
NOTE = FLEET_WORDS["en"]["doubt"].partition("{question}")[2][:40]
Spans = Sequence[tuple[float, float]]


@dataclass(slots=True)
class Change:
    """What a person did to a post of theirs. `words` of an edit; `mark` of a reaction: 0 or 1."""

    kind: str  # edit, delete, react
    at: float
    side: str
    message: str
    words: tuple[str, ...] = ()
    mark: int = 0


@dataclass(slots=True)
class Said:
    """What a person said. `parent` is what it answers, `token` what an anima is to answer with, `file` a word, too."""

    side: str
    id: str
    words: tuple[str, ...]
    parent: Said | None = None
    at: float = 0.0
    token: str = ""
    file: str = ""
    changes: list[Change] = field(default_factory=list)

    @property
    def root(self) -> Said:
        return self.parent.root if self.parent is not None else self

    @property
    def answers(self) -> Said | None:
        """What it is a reply to: in Slack's threads, what began them."""
        return self.root if self.parent is not None and self.side == "slack" else self.parent

    @property
    def is_gone(self) -> bool:
        return any(one.kind == "delete" for one in self.changes)

    @property
    def number(self) -> int:
        return int(self.words[0].partition("v")[0][1:])


@dataclass(frozen=True, slots=True)
class Seen:
    """A post as people see it on one side."""

    id: str
    face: str
    words: tuple[str, ...]
    text: str
    thread: str
    marks: frozenset[str]


@dataclass(slots=True, kw_only=True)
class Findings:
    """What is wrong (the lists), and what no fleet could know."""

    unheard: int = 0
    in_doubt: int = 0
    lost: list[str] = field(default_factory=list)  # not on record, though somebody listened
    missing: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)  # what should not be there, or is there twice
    misplaced: list[str] = field(default_factory=list)  # an answer that stands elsewhere
    unmarked: list[str] = field(default_factory=list)  # a reaction is missing, or one too many

    @property
    def clean(self) -> bool:
        return not (self.lost or self.missing or self.extra or self.misplaced or self.unmarked)


def findings(said: Sequence[Said], lines: Iterable[Event], seen: Mapping[str, Sequence[Seen]], down: Spans) -> Findings:
    """`seen`: what our account has on each side. `down`: when nobody listened, by the clock of the changes."""
    record = _Record(lines)
    found = Findings(in_doubt=len(record.doubts))
    told = {token for post in seen["telegram"] if NOTE in post.text for token in TOKEN.findall(post.text)}
    truth = [_heard(one, record, down, found) for one in said]
    for side in SIDES:
        expected: Counter[tuple[str, str]] = Counter()
        loose: set[str] = set(told)
        for one in truth:
            expected.update(one.shown(side))
            loose |= one.loose(side, record)
        there = Counter((post.face, word) for post in seen[side] for word in post.words)
        found.missing += [f"{side}: {' '.join(one)}" for one in expected - there if one[1] not in loose]
        excess = there - (expected | Counter(one for one in there if one[1] in loose))
        found.extra += [f"{side}: {' '.join(one)}" for one in excess]
        by_id = {post.id: post for post in seen[side]}
        for one in truth:
            _look_at(one, side, record, by_id, found)
    return found


@dataclass(slots=True)
class _Truth:
    """A post as the fleet could know it: its words, the marks under it; `is_torn` where it is gone on one side only."""

    said: Said
    id: str
    words: tuple[str, ...]
    marks: set[int]
    is_gone: bool
    is_torn: bool

    def shown(self, side: str) -> list[tuple[str, str]]:
        """(who, word) that our account is to have there for it."""
        answer = [("alice", self.said.token)] if self.said.token and self.id else []
        if self.is_gone or self.said.side == side:
            return answer
        return [*answer, *((LABELS[self.said.side], word) for word in self.words)]

    def loose(self, side: str, record: _Record) -> set[str]:
        """Words that may be there or not."""
        if self.is_torn or (self.id, side) in record.doubts:
            return {*self.words, *self.said.words, *(word for one in self.said.changes for word in one.words)}
        return {self.said.token} if self.said.token in record.doubted_tokens(side) else set()


class _Record:
    """The board's log, by what is asked of it."""

    def __init__(self, lines: Iterable[Event]) -> None:
        self.posts: dict[tuple[str, str], str] = {}  # (side, message) -> post
        self.copies: dict[tuple[str, str], str] = {}  # (post, side) -> the message of its first part
        self.words: set[str] = set()
        self.changes: set[tuple[str, str, str]] = set()  # (type, side and message, sign)
        self.withdrawn: set[str] = set()  # side and message: what an edit of its post has taken away
        self.doubts: set[tuple[str, str]] = set()  # (post, side)
        self._tokens: dict[str, str] = {}  # post of an anima -> the token in it
        for line in lines:
            self._fold(line)

    def _fold(self, line: Event) -> None:
        side, of = line.channel.partition(":")[0], str(line.meta.get("of", ""))
        self.words |= set(WORD.findall(line.content))
        if line.type == BOARD_POST:
            self.posts |= {(side, id): line.id for id in ids_of(line)}
            if line.meta.get("anima") and (tokens := TOKEN.findall(line.content)):
                self._tokens[line.id] = tokens[0]
        elif line.type == BOARD_COPIED and line.meta.get("part") == "0":
            if ids := ids_of(line):
                self.copies[of, side] = ids[0]
        elif line.type == BOARD_WITHDRAWN:
            self.withdrawn |= {f"{side}/{id}" for id in ids_of(line)}
        elif line.type == "error" and line.meta.get("in_doubt"):
            self.doubts.add((of, side))
        elif line.type in (DELETED, EDITED, "reaction_added"):
            sign = line.content.strip(":\ufe0f") if line.type == "reaction_added" else ""
            self.changes |= {(line.type, f"{side}/{id}", sign) for id in ids_of(line)}

    def doubted_tokens(self, side: str) -> set[str]:
        return {token for id, token in self._tokens.items() if (id, side) in self.doubts}


def _heard(one: Said, record: _Record, down: Spans, found: Findings) -> _Truth:
    """What was told of it; what was not, though somebody listened, is lost."""
    id = record.posts.get((one.side, one.id), "")
    # A reply in a thread of Slack's whose beginning was deleted before anybody listened again stands in no history.
    is_lost = one.side == "slack" and one.parent is not None and one.root.is_gone and _is_within(one.at, down)
    truth = _Truth(one, id, one.words, set(), is_gone=not id and (one.is_gone or is_lost), is_torn=False)
    found.unheard += not id and is_lost and not one.is_gone
    lost = []
    for change in one.changes:
        if change.kind == "delete" and f"{change.side}/{change.message}" in record.withdrawn:
            found.unheard += 1  # an edit took this part away at the same moment: that it goes tells nothing of the post
            continue
        is_heard = _is_on_record(change, record) or (not id and one.is_gone)
        if not is_heard and not _is_within(change.at, down):
            lost.append(f"{change.kind} of {change.side}/{change.message}")
        found.unheard += not is_heard
        match change.kind:
            case "edit" if is_heard:
                truth.words = change.words
            case "react" if is_heard:
                truth.marks.add(change.mark)
            case "delete":
                truth.is_gone |= is_heard
                truth.is_torn |= not is_heard
    # What became of a post that is gone everywhere, by a deletion that was heard of first, is seen by nobody.
    found.lost += [what for what in lost if not truth.is_gone or truth.is_torn or what.startswith("delete")]
    truth.words = (*truth.words, *((one.file,) if one.file else ()))
    return truth


def _is_within(at: float, down: Spans) -> bool:
    return any(begin <= at <= end for begin, end in down)


def _is_on_record(change: Change, record: _Record) -> bool:
    message = f"{change.side}/{change.message}"
    match change.kind:
        case "edit":
            return change.words[0] in record.words
        case "delete":
            return (DELETED, message, "") in record.changes
        case _:
            return ("reaction_added", message, REACTIONS[change.side][change.mark]) in record.changes


def _look_at(one: _Truth, side: str, record: _Record, by_id: Mapping[str, Seen], found: Findings) -> None:
    """Whether its copy stands where it should, with the marks that it should have."""
    copy = by_id.get(record.copies.get((one.id, side), ""))
    if copy is None or one.is_gone or one.is_torn or (one.id, side) in record.doubts or side == one.said.side:
        return
    signs = {REACTIONS[side][mark] for mark in one.marks}
    # A bot has one reaction to a message on Telegram.
    if not (copy.marks == signs or (side == "telegram" and copy.marks and copy.marks < signs)):
        found.unmarked.append(f"{side}: {one.words[0]} has {sorted(copy.marks)}, not {sorted(signs)}")
    to = one.said.root if side == "slack" else one.said.answers
    if side == "discord" or to is None or to is one.said or to.is_gone:
        return
    target = to.id if to.side == side else record.copies.get((record.posts.get((to.side, to.id), ""), side), "")
    if target and copy.thread != target:
        found.misplaced.append(f"{side}: {one.words[0]} answers {copy.thread or 'nothing'}, not {target}")


def seen_post(id: str, face: str, text: str, thread: str, marks: Iterable[str]) -> Seen:
    """Without the line by which Discord quotes what is answered."""
    own = "\n".join(line for line in text.splitlines() if not line.startswith("> "))
    words = WORD.findall(own)
    if face == "alice":  # whose notes quote what was asked
        words = sorted(set(TOKEN.findall(own))) if NOTE not in own else []
    return Seen(id, face, tuple(words), own, thread, frozenset(mark.rstrip("\ufe0f") for mark in marks))


def ids_of(line: Event) -> list[str]:
    ids = line.meta.get("message_ids")
    return [str(one) for one in ids] if isinstance(ids, list) else []


class BoardLog:
    """The log of the board in a home that a fleet has open; what was read before is not read again."""

    def __init__(self, home: Path) -> None:
        self._path = home / "shared" / "channels" / "square.jsonl"
        self._inbox = f"file:{home / DATABASE}?mode=ro"
        self._known: list[Event] = []
        self._read = 0

    def lines(self) -> list[Event]:
        with suppress(FileNotFoundError), self._path.open("rb") as file:
            file.seek(self._read)
            whole = file.read().rpartition(b"\n")[0]
            self._read += len(whole) + bool(whole)
            for line in whole.splitlines():
                with suppress(ValueError):
                    self._known.append(json_lines.decode_event(line, UTC))
        return self._known

    @property
    def recorded(self) -> int:
        """How many posts of people stand in it."""
        return sum(line.type == BOARD_POST and not line.meta.get("anima") for line in self.lines())

    @property
    def is_open(self) -> bool:
        """Whether the fleet has something to do, as its inbox says."""
        with closing(sqlite3.connect(self._inbox, uri=True)) as inbox:
            return bool(inbox.execute(f"select count(*) from inbox where state in {OPEN}").fetchone()[0])
