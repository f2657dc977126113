"""Strengths: what use has made of each memory, folded from the memory log and the heads of the documents.

Derived: the log says it all, digests only spare reading it. The night publishes counts into the heads for people to
read, so of the two the larger count holds.
"""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias, TypeVar
from zlib import crc32

from memory.archive import json_lines, memory_log
from memory.archive.anima_directory import AnimaLocation
from memory.archive.json_lines import dump_json
from memory.archive.memory_log import MEMORY_LOG_FOLDER
from memory.index import fact_fold
from memory.index.fact_fold import (
    USED_REFUTED,
    USED_TOGETHER,
    FoldedFacts,
    UseMoments,
    counted_uses,
    fold_note,
    instant_of_moment,
    is_same_moment,
    kind_of_moment,
    microseconds_of,
)
from memory.index.pieces import DocumentStanding, DocumentStandings
from memory.theories import association, salience
from memory.theories.retention import (
    SOURCE_CURVE,
    ForgettingCurve,
    LearnedState,
    ReviewGrade,
    captured_stability_days,
    first_review,
    neighbour_stability_days,
    next_review,
    rehearsed_stability_days,
    retention_after,
    strengths_after_recall,
    tag_captures,
)
from memory.theories.salience import importance_level
from memory.theories.utility import utility_after_use
from memory.vocabulary import fact
from memory.vocabulary.event import Json
from memory.vocabulary.fact import (
    ASLEEP,
    BRINGING,
    DEMOTED,
    DORMANT,
    FORMED,
    INVALIDATED,
    MERGED,
    PINNED,
    PRIMED,
    PROMOTED,
    REHEARSED,
    REINFORCED,
    RETRACTED,
    SEMANTIC,
    UNDONE,
    UNPINNED,
    WITHHELD,
    WOKEN,
    Fact,
    FactChange,
    Strength,
    Use,
    concerned_facts,
    memory_of,
)

_DAY = timedelta(days=1)
_BIRTH_GRADE = {
    "critical": ReviewGrade.EASY,
    "high": ReviewGrade.GOOD,
    "normal": ReviewGrade.GOOD,
    "low": ReviewGrade.HARD,
}
"""How well something was learned that was heard once."""

_CHANGE, _USE, _BESIDE, _CAPTURE = 0, 1, 2, 3
"""What happens at one instant, in this order."""

_OWN = {FORMED, REINFORCED, PINNED, UNPINNED, REHEARSED, DORMANT, WOKEN, PROMOTED, DEMOTED, INVALIDATED, RETRACTED}
"""Notes that change the strength of the memory that they are about, and of those beside it alone."""

_StrengthStep = tuple[int, int, str, FactChange | int]
"""Microseconds since 1970, one of the four, what tells two apart, and the note or moment."""


MayTell = Callable[[str], bool]
"""Whether what an audience saw, uses and strong moments, may be told of."""


def strength_of(
    state: FoldedFacts, id: str, curve: ForgettingCurve = SOURCE_CURVE, told: MayTell = lambda _: True
) -> Strength:
    """How the memory of this id stands after all that is folded, as far as its uses may be `told` of."""
    return _strength(state, id, curve, None, frozenset({id}), told)


def count_accesses(state: FoldedFacts, id: str) -> int:
    """How often a memory was used, as its strength says, but quickly."""
    is_heir = any(note.type == MERGED and note.fact and note.fact.id == id for note in state.counting(id))
    return strength_of(state, id).access_count if is_heir else _uses(state.used(id))


def is_pinned(state: FoldedFacts, id: str) -> bool:
    """As the strength of a fact says, but quickly."""
    told = [note for note in state.counting(id) if note.type in (PINNED, UNPINNED, MERGED)]
    if any(note.type == MERGED for note in told):
        return strength_of(state, id).pinned
    return told[-1].type == PINNED if told else state.facts[id].pinned


def memories_named(state: FoldedFacts, note: FactChange | UseMoments) -> set[str]:
    """The memories that this note is about, themselves or as what told them."""
    ids = concerned_facts(note) if isinstance(note, FactChange) else note.memories
    return set(ids).union(*(state.of_source.get(id, ()) for id in ids))


def memories_touched(state: FoldedFacts, note: FactChange | UseMoments) -> set[str] | None:
    """The memories whose strength this note may have changed, which is folded already; None: any."""
    if isinstance(note, FactChange) and (note.type not in _OWN or (note.fact and tag_captures(note.fact.importance))):
        return None
    own = memories_named(state, note)
    links = [link.relation for id in own for link in state.links_of(id)]
    found = own.union(*((item.source, item.target) for item in links))
    return None if any(item.type == MERGED for id in found for item in state.changes.get(id, ())) else found


def retrieval_now(held: Strength, now: datetime, curve: ForgettingCurve = SOURCE_CURVE) -> float:
    """How near a memory is now, 0 … 1."""
    since = held.reviewed or held.born
    return retention_after((now - since) / _DAY, held.stability_days, curve) if since else 0.0


def _strength(
    state: FoldedFacts, id: str, curve: ForgettingCurve, until: int | None, asked: frozenset[str], told: MayTell
) -> Strength:
    """As it stood at the instant `until`; `asked` are those whose strengths wait for this one."""
    held, is_born = Strength(), False
    for us, rank, _, what in _steps(state, id, told):
        if until is not None and us > until:
            break
        if isinstance(what, int):
            held = _at_moment(held, rank, what, curve)
        elif what.type in BRINGING and what.fact is not None and what.fact.id == id:
            if not is_born:
                others = [other for other in what.ids if other not in asked]
                heard = [_strength(state, other, curve, us, asked | {other}, told) for other in others]
                held, is_born = _brought(what, what.fact, heard), True
        else:
            held = _changed(held, what, curve)
    return held


def _steps(state: FoldedFacts, id: str, told: MayTell) -> Sequence[_StrengthStep]:
    own = _seen(state, id, told)
    steps: list[_StrengthStep] = [(microseconds_of(note.ts), _CHANGE, note.key, note) for note in state.counting(id)]
    steps += ((item >> 64, _USE, f"{item}", item) for item in own)
    steps += ((item >> 64, _BESIDE, f"{item}", item) for item in _beside(state, id, own, told))
    if captured := state.captured_at(id, told):
        steps.append((microseconds_of(captured), _CAPTURE, "", microseconds_of(captured) << 64))
    return sorted(steps, key=_in_turn)


def _seen(state: FoldedFacts, id: str, told: MayTell) -> list[int]:
    return [item for item in state.used(id) if told(state.audience_of(item))]


def _in_turn(step: _StrengthStep) -> tuple[int, int, str]:
    return step[:3]


def _beside(state: FoldedFacts, id: str, own: Sequence[int], told: MayTell) -> Iterator[int]:
    """The moments in which a memory was used that lies beside this one, each once, and not those of its own."""
    seen = set(map(is_same_moment, own))
    for link in state.links_of(id):
        other = link.relation.target if link.relation.source == id else link.relation.source
        for item in _seen(state, other, told):
            if item >> 64 >= link.since and kind_of_moment(item) != USED_REFUTED and is_same_moment(item) not in seen:
                seen.add(is_same_moment(item))
                yield item


def _at_moment(held: Strength, rank: int, moment: int, curve: ForgettingCurve) -> Strength:
    if rank == _BESIDE:
        return replace(held, stability_days=neighbour_stability_days(held.stability_days))
    if rank == _CAPTURE:
        firmer = captured_stability_days(held.stability_days)
        return replace(held, stability_days=firmer, captured=True)
    if kind_of_moment(moment) == USED_REFUTED:
        return _refuted(held, instant_of_moment(moment))
    used = _used(held, instant_of_moment(moment), curve)
    if kind_of_moment(moment) == USED_TOGETHER:
        return replace(used, stability_days=association.coactivated_stability_days(used.stability_days))
    return used


def _changed(held: Strength, note: FactChange, curve: ForgettingCurve) -> Strength:
    if note.type == REINFORCED:
        return _recalled(held, note.ts, curve)
    if note.type in (PINNED, UNPINNED):
        return replace(held, pinned=note.type == PINNED)
    if note.type == REHEARSED:
        return replace(held, stability_days=rehearsed_stability_days(held.stability_days))
    if note.type == DORMANT:
        return replace(held, asleep_since=note.ts)
    if note.type == WOKEN:
        return replace(held, asleep_since=None)
    if note.type in (PROMOTED, DEMOTED):
        tier = note.how or (SEMANTIC if note.type == PROMOTED else ASLEEP)
        return replace(held, tier=tier, asleep_since=note.ts if tier == ASLEEP else None)
    return held


def _used(before: Strength, at: datetime, curve: ForgettingCurve) -> Strength:
    """After it was used once more; that wakes what is asleep."""
    return replace(
        _recalled(before, at, curve),
        access_count=before.access_count + 1,
        last_access=at,
        utility=utility_after_use(before.utility, helped=True),
        asleep_since=None,
    )


def _refuted(before: Strength, at: datetime) -> Strength:
    learned = LearnedState(stability_days=before.stability_days, difficulty=before.difficulty)
    after = next_review(learned, _elapsed_days(before, at), ReviewGrade.AGAIN)
    return replace(before, stability_days=after.stability_days, utility=utility_after_use(before.utility, helped=False))


def _recalled(before: Strength, at: datetime, curve: ForgettingCurve) -> Strength:
    learned = LearnedState(stability_days=before.stability_days, difficulty=before.difficulty)
    after = next_review(learned, _elapsed_days(before, at), ReviewGrade.GOOD)
    return replace(
        before,
        storage=strengths_after_recall(before.storage, retrieval_now(before, at, curve)),
        stability_days=after.stability_days,
        difficulty=after.difficulty,
        reviewed=at,
    )


def _elapsed_days(before: Strength, at: datetime) -> float:
    since = before.reviewed or before.born
    return max(0.0, (at - since) / _DAY) if since else 0.0


def _brought(note: FactChange, fact: Fact, before: Sequence[Strength]) -> Strength:
    """At its birth; what takes the place of others has their use, and one access more."""
    born = _born(fact, note.ts)
    if note.type != MERGED:
        return born
    return replace(
        born,
        access_count=1 + max((item.access_count for item in before), default=0),
        last_access=max(filter(None, (born.born, *(item.last_access for item in before))), default=None),
        storage=max((item.storage for item in before), default=born.storage),
        stability_days=max((born.stability_days, *(item.stability_days for item in before))),
        utility=max((item.utility for item in before), default=born.utility),
        pinned=born.pinned or any(item.pinned for item in before),
    )


def _born(fact: Fact, at: datetime) -> Strength:
    learned = first_review(_BIRTH_GRADE[importance_level(fact.importance)])
    stability = salience.flashbulb_stability_days(learned.stability_days, fact.feeling.arousal)
    return Strength(
        utility=0.5,
        importance=fact.importance,
        pinned=fact.pinned,
        stability_days=stability if fact.flashbulb else learned.stability_days,
        difficulty=learned.difficulty,
        born=at,
    )


def _uses(moments: Sequence[int]) -> int:
    return sum(kind_of_moment(moment) != USED_REFUTED for moment in moments)


# --- digests --------------------------------------------------------------------------------------------------------
# Digests: what counts of each month of the memory log, in short, so that a start need not read all that was primed.
#
# Derived files, one a month, only ever appended to. A digest names the code that made it and, with each piece, how far
# into which log it reaches; where the code is another one, or the log is not what was read, it is begun anew. Nothing
# in it depends on a curve or a zone: what a memory is worth is worked out when it is asked for.


_TAIL = 4096
"""Bytes of the log before the end of a piece by which it is known again."""

_TEACH_NOTHING = tuple(f'"type":"{type}"'.encode() for type in (PRIMED, WITHHELD))
_HEAD = 90
"""A line of ours tells its type within so many bytes."""


CountedNote: TypeAlias = UseMoments | FactChange
"""What counts of a note."""


@dataclass(frozen=True, slots=True)
class DigestPiece:
    """What counts of a log up to so many bytes, from the piece before on."""

    notes: Sequence[CountedNote]
    upto: int


def read_log_from(log: Path, start: int) -> DigestPiece:
    """What a log has beyond the start, without what teaches nothing. Raises OSError."""
    with log.open("rb") as stream:
        stream.seek(start)
        data = stream.read()
    whole = data[: data.rfind(b"\n") + 1]
    return DigestPiece(list(_notes(whole)), start + len(whole))


def read_digest(digest: Path, log: Path) -> DigestPiece | None:
    """All that the digest has of the log; None where it cannot be believed."""
    try:
        lines = digest.read_bytes().split(b"\n")
        if json.loads(lines[0]) != {"made_by": digest_version()}:
            return None
        notes: list[CountedNote] = []
        upto, ends = 0, ""
        for line in lines[1:-1]:
            piece = json.loads(line)
            if piece["from"] > upto:
                return None
            upto, ends = int(piece["upto"]), piece["ends"]
            notes += _unpacked(piece)
        return DigestPiece(notes, upto) if ends == _ending(log, upto) else None
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def append_to_digest(digest: Path, log: Path, start: int, piece: DigestPiece) -> None:
    """One piece more; from the start on, the digest is begun anew. A full disk costs time at the next start."""
    try:
        digest.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        data = dump_json({"from": start, "upto": piece.upto, "ends": _ending(log, piece.upto), **_packed(piece.notes)})
        if start == 0:
            draft = digest.with_suffix(".new")
            draft.write_bytes(dump_json({"made_by": digest_version()}) + b"\n" + data + b"\n")
            os.replace(draft, digest)
            return
        with digest.open("ab") as stream:
            stream.write(data + b"\n")
    except OSError:
        digest.unlink(missing_ok=True)


@cache
def digest_version() -> str:
    """Another one with every change of what reads a note, or of what a note is."""
    modules = (memory_log, json_lines, fact_fold, fact, fact, association)
    files = (__file__, *(str(module.__file__) for module in modules))
    return sha256(b"".join(Path(file).read_bytes() for file in files)).hexdigest()[:16]


def _notes(data: bytes) -> Iterator[CountedNote]:
    for line in data.splitlines():
        if any(item in line[:_HEAD] for item in _TEACH_NOTHING):
            continue
        note = memory_log.decode_note(line)
        if (item := counted_uses(note) if isinstance(note, Use) else note) is not None:
            yield item


def _packed(notes: Iterable[CountedNote]) -> dict[str, Json]:
    """Ids are long and come again and again: uses have their numbers."""
    ids: dict[str, int] = {}
    uses, changes = list[Json](), list[Json]()
    for note in notes:
        if isinstance(note, UseMoments):
            numbers: list[Json] = [ids.setdefault(id, len(ids)) for id in note.memories]
            uses.append([note.moment, note.together, note.reply, note.audience, numbers])
        else:
            changes.append(memory_log.encode_note(note, UTC).decode())
    return {"ids": list(ids), "uses": uses, "changes": changes}


def _unpacked(piece: dict[str, Json]) -> Iterator[CountedNote]:
    """Raises ValueError, KeyError, TypeError or IndexError for what is none."""
    record: dict = piece  # type: ignore[type-arg]  # our own file; whatever is wrong with it raises
    ids = record["ids"]
    for moment, together, reply, audience, numbers in record["uses"]:
        yield UseMoments(moment, tuple([ids[number] for number in numbers]), together, reply, audience)
    for line in record["changes"]:
        note = memory_log.decode_note(line.encode())
        if not isinstance(note, FactChange):
            raise ValueError("no change of a memory")
        yield note


def _ending(log: Path, upto: int) -> str:
    with log.open("rb") as stream:
        start = max(0, upto - _TAIL)
        stream.seek(start)
        data = stream.read(upto - start)
    return f"{crc32(data):x}" if len(data) == upto - start else "short"


# --- strengths ------------------------------------------------------------------------------------------------------


T = TypeVar("T")

OFTEN_USED = 10
"""So many uses make a memory notable."""

DIGESTED_AT = 200
"""So many notes make a piece of a digest."""


@dataclass(frozen=True, slots=True)
class _KnownMonths:
    """The strengths of a memory by those of its uses that may be told of: `seen` are all who saw one of them."""

    seen: frozenset[str]
    by: dict[frozenset[str], Strength]


class _MonthState:
    """How far a file of the log is folded, and what of that its digest does not have yet."""

    __slots__ = ("digested", "fresh", "read")

    def __init__(self) -> None:
        self.read = self.digested = 0
        self.fresh: list[CountedNote] = []


class Strengths:
    """Blocking. One anima's; thread-safe."""

    def __init__(self, location: AnimaLocation, zone: tzinfo, curve: ForgettingCurve = SOURCE_CURVE) -> None:
        self._folder = location.directory / MEMORY_LOG_FOLDER
        self._digests = location.index / "fold"
        self.standings = DocumentStandings(location, zone)
        self.curve = curve
        self._state = FoldedFacts()
        self._months: dict[str, _MonthState] = {}
        self._known: dict[str, _KnownMonths] = {}
        self._notable: set[str] = set()
        self._named: set[str] | None = None  # by notes since that was looked at; None: all are to be looked at
        self._awake: dict[str, list[Fact]] | None = None
        self._is_folded = False
        self._lock = threading.RLock()

    def refresh(self) -> None:
        """Fold what the log has more than before; where a file became shorter, all is folded anew."""
        with self._lock:
            sizes = self._sizes()
            if any(sizes.get(name, 0) < month.read for name, month in self._months.items()):
                self._begin_again()
            self._is_folded = True
            for name, size in sizes.items():
                month = self._months.get(name) or self._begun(name)
                if size > month.read:
                    self._follow(name, month)

    def rebuild(self) -> None:
        """Throw away all that is derived, and fold the log itself."""
        with self._lock:
            shutil.rmtree(self._digests, ignore_errors=True)
            self._begin_again()
            self.standings.forget()
            self.refresh()

    def of(self, id: str) -> Strength:
        """The strength of the memory that this id (of a turn, a document or a piece of one) belongs to."""
        memory = memory_of(id)
        used = self._used(memory)
        path = memory.partition("#")[0]
        return _strength_with_head(self.standings.of(path), used) if path.endswith(".md") else used

    def told_to(self, id: str, told: MayTell) -> Strength:
        """The same, by the uses alone that may be told of; of a document its use, where there was any, goes before
        what its head says."""
        memory = memory_of(id)
        used = self._used(memory, told)
        path = memory.partition("#")[0]
        if not path.endswith(".md"):
            return used
        head = _strength_with_head(self.standings.of(path), used)
        worth = used.utility if used.utility != Strength().utility else head.utility
        return replace(head, utility=worth, pinned=head.pinned or used.pinned)

    def asked(self, question: Callable[[FoldedFacts], T]) -> T:
        """What the folded state says, which is not to be changed; nobody folds meanwhile."""
        with self._lock:
            if not self._is_folded:
                self.refresh()
            return question(self._state)

    def awake(self, audience: str) -> Sequence[Fact]:
        """The facts of an audience that are believed and not asleep, by all their uses; in the order of their times."""
        with self._lock:
            found = self._awake if self._awake is not None and self._is_folded else self.asked(self._all_awake)
            self._awake = found
            return found.get(audience, ())

    def notable(self) -> set[str]:
        """The memories that were used `OFTEN`, and the facts that somebody holds, or that stirred somebody so much;
        documents that are held say it in their heads. Only what was named since the last time is looked at."""

        def is_notable(state: FoldedFacts, id: str) -> bool:
            return count_accesses(state, id) >= OFTEN_USED or (id in state.facts and is_pinned(state, id))

        def look(state: FoldedFacts) -> set[str]:
            fresh = {*state.uses, *state.facts} if self._named is None else self._named
            self._notable = (self._notable - fresh) | {id for id in fresh if is_notable(state, id)}
            self._named = set()
            return self._notable

        with self._lock:
            return set(self.asked(look))

    def _used(self, memory: str, told: MayTell = lambda _: True) -> Strength:
        with self._lock:
            if (known := self._known.get(memory)) is None:
                known = self._known[memory] = self.asked(lambda state: _known(state, memory, self.curve))
            heard = frozenset(filter(told, known.seen))
            if (found := known.by.get(heard)) is None:
                found = self.asked(lambda state: strength_of(state, memory, self.curve, heard.__contains__))
                known.by[heard] = found
            return found

    def _all_awake(self, state: FoldedFacts) -> dict[str, list[Fact]]:
        found: dict[str, list[Fact]] = {}
        for id, held in state.facts.items():
            if state.holds(id, held.audience.__eq__) and self._used(id).asleep_since is None:
                found.setdefault(held.audience, []).append(held)
        for facts in found.values():
            facts.sort(key=lambda item: (item.recorded_at, item.id))
        return found

    def _begun(self, name: str) -> _MonthState:
        """A file that is new here, with what its digest has of it."""
        month = self._months[name] = _MonthState()
        if piece := read_digest(self._digest(name), self._folder / name):
            self._fold(piece.notes)
            month.read = month.digested = piece.upto
        return month

    def _follow(self, name: str, month: _MonthState) -> None:
        try:
            piece = read_log_from(self._folder / name, month.read)
        except OSError:
            return
        self._fold(piece.notes)
        month.read = piece.upto
        month.fresh += piece.notes
        if len(month.fresh) >= DIGESTED_AT:
            fresh = DigestPiece(month.fresh, month.read)
            append_to_digest(self._digest(name), self._folder / name, month.digested, fresh)
            month.fresh, month.digested = [], month.read

    def _begin_again(self) -> None:
        self._state, self._months = FoldedFacts(), {}
        self._known.clear()
        self._named = self._awake = None

    def _fold(self, notes: Sequence[CountedNote]) -> None:
        self._awake = None
        for note in notes:
            fold_note(self._state, note)
            self._name(note)
            if not self._known:
                continue
            if (changed := memories_touched(self._state, note)) is None:
                self._known.clear()
            else:
                for id in changed:
                    self._known.pop(id, None)

    def _name(self, note: CountedNote) -> None:
        """What one note more is about, itself or as what told it."""
        if isinstance(note, FactChange) and note.type == UNDONE:
            self._named = None
        if self._named is not None:
            self._named |= memories_named(self._state, note)

    def _digest(self, name: str) -> Path:
        return self._digests / f"{name.removesuffix('.jsonl')}.digest"

    def _sizes(self) -> dict[str, int]:
        try:
            return {file.name: file.stat().st_size for file in sorted(self._folder.glob("*.jsonl"))}
        except OSError:
            return {}


def _known(state: FoldedFacts, memory: str, curve: ForgettingCurve) -> _KnownMonths:
    seen = set[str]()

    def told(audience: str) -> bool:
        seen.add(audience)
        return True

    whole = strength_of(state, memory, curve, told)
    return _KnownMonths(frozenset(seen), {frozenset(seen): whole})


def _strength_with_head(head: DocumentStanding, used: Strength) -> Strength:
    """A document's worth is what its head says; the night brings that abreast of the log."""
    return replace(
        used,
        access_count=max(head.access_count, used.access_count),
        last_access=max(filter(None, (head.last_access, used.last_access)), default=None),
        utility=head.utility,
        importance=head.importance,
        pinned=head.pinned,
    )
