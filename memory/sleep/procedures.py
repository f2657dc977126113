"""Procedures: ways of doing things, as far as they have worked: what there is, and how the tries of one went."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Literal

from memory.archive.documents import (
    Documents,
    MarkdownDocument,
    audience_of,
    on_shelf,
    path_without_shelf,
    shelf_name,
    shelf_of,
)
from memory.archive.note_writer import NoteWriter
from memory.index.entry import OWN_TYPES, SPOKEN_TYPES, SearchScope, low_trust
from memory.index.keeper import IndexKeeper
from memory.language.feedback import Verdict, judge_verdict
from memory.recall.query import SCOPES
from memory.sleep.night_judge import AnswerForm, ModelAsker
from memory.sleep.night_view import NightView
from memory.theories.utility import ProcedureRecord, confidence, lower_bound, tried
from memory.threads import in_thread
from memory.vocabulary.address import Audience, Membership, readable_sources
from memory.vocabulary.change import Change, Outcome
from memory.vocabulary.event import Event, Json
from memory.vocabulary.fact import memory_of
from memory.vocabulary.ports import Clock, Judge


def procedure_record(meta: Mapping[str, Json]) -> ProcedureRecord:
    """Of a file's head; what is no count there counts as nought."""
    worked, failed = _count(meta, "success_count"), _count(meta, "failure_count")
    return ProcedureRecord(
        successes=worked,
        failures=failed,
        lifetime_successes=max(worked, _count(meta, "lifetime_successes")),
        lifetime_failures=max(failed, _count(meta, "lifetime_failures")),
        version=max(1, _count(meta, "version")),
        is_distilled=meta.get("auto_distilled") is True,
    )


def record_fields(record: ProcedureRecord) -> Mapping[str, Json]:
    """For the head; the version is the archive's."""
    return {
        "confidence": round(confidence(record), 4),
        "success_count": record.successes,
        "failure_count": record.failures,
        "lifetime_successes": record.lifetime_successes,
        "lifetime_failures": record.lifetime_failures,
    }


def _count(meta: Mapping[str, Json], name: str) -> int:
    found = meta.get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else 0


# --- outcomes -------------------------------------------------------------------------------------------------------
# Outcomes: what a try of a procedure changes in the head of its file, each try once.


TURNS_FIELD = "tried_in"
TURNS_KEPT = 20
"""Turns in which it was tried lately, so that none counts twice, however its outcome became known."""


def is_try_counted(meta: Mapping[str, Json], turn: str) -> bool:
    """Whether the try in this turn is counted already."""
    return turn in _turns(meta)


def count_tries(document: MarkdownDocument, tries: Mapping[str, bool], because: str) -> Change | None:
    """The change that counts these tries (turn -> whether it worked); None where all of them are counted already."""
    fresh = {turn: worked for turn, worked in tries.items() if not is_try_counted(document.meta, turn)}
    record = procedure_record(document.meta)
    for worked in fresh.values():
        record = tried(record, worked)
    if not fresh:
        return None
    turns: list[Json] = [*_turns(document.meta), *fresh]
    return Change(
        kind="write",
        path=document.path,
        text=document.body,
        meta={**record_fields(record), TURNS_FIELD: turns[-TURNS_KEPT:]},
        because=because,
        expects=document.version,
    )


def _turns(meta: Mapping[str, Json]) -> list[str]:
    found = meta.get(TURNS_FIELD)
    return [str(turn) for turn in found] if isinstance(found, list) else []


# --- known ----------------------------------------------------------------------------------------------------------
# An anima's procedures and skills, within what an audience may read: what there is, and how a try of one went.


PROVEN_TRIES, PROVEN_FROM = 5, 0.5
"""A procedure has proved itself after so many tries, where it worked, as far as can be relied on, so often."""

PROMOTED_FIELD = "promoted_to"

MOST_ABILITIES = 400
"""Pieces of abilities that are looked through for the table of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """A skill, or a procedure: what it is called, what it is for, where it stands."""

    name: str
    description: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proven:
    """A procedure that may be relied on: how often it was tried in its life, and how often it worked."""

    name: str
    path: str
    tries: int
    worked: int


@dataclass(eq=False)
class Procedures:
    """Public beside the engine. `changed` carries a change out and has the indexes follow."""

    documents: Documents
    writer: NoteWriter
    keeper: IndexKeeper
    changed: Callable[[Callable[[], list[Outcome]]], list[Outcome]]
    membership: Membership | None
    clock: Clock

    @in_thread
    def tried(self, path: str, turn: str, audience: Audience, *, worked: bool) -> float | None:
        """Count one try of a procedure; the confidence in it now. None: nothing counts there from here.

        A try is known to those before whom it was made: it counts in their own procedures, and in none that is for
        others too, who would be told by the count how it went. Raises StorageFault.
        """
        with self.writer.alone():
            document = self._found(path, audience)
            if document is None or _audience_of(document) != str(audience):
                return None
            change = count_tries(document, {turn: worked}, "it worked" if worked else "it did not work")
            if change is not None:
                tried = sha256(f"{document.path} {turn}".encode()).hexdigest()[:24]
                batch = f"outcome-{self.clock():%Y-%m-%d}-{tried}"
                self.changed(lambda: self.writer.apply(batch, [change]))
                document = self.documents.read(document.path) or document
        return confidence(procedure_record(document.meta))

    @in_thread
    def known(self, audience: Audience) -> Sequence[Ability]:
        """The skills and procedures that these may read, by their names; what is of little trust is not among them."""
        index = self.keeper.refresh(self.clock())
        audiences = readable_sources(index.audiences(), audience, self.membership)
        pieces = index.latest(SearchScope(audiences=audiences, kinds=SCOPES["procedures"]), MOST_ABILITIES)
        first = {piece.path: piece for piece in pieces if piece.id.endswith("#1") and not piece.trust}
        own = shelf_name(audience)
        found = (
            _ability(path_without_shelf(path) if shelf_of(path) == own else path, piece.text)
            for path, piece in first.items()
        )
        return sorted(found, key=lambda ability: (ability.name, ability.path))

    @in_thread
    def proven(self, audience: Audience) -> Sequence[Proven]:
        """Those of this audience that have proved themselves and are no skills yet, the surest first."""
        folder = shelf_name(audience)
        found = []
        for path in self.documents.paths("procedures"):
            document = self.documents.read(path) if shelf_of(path) == folder else None
            if document is not None and _has_proved_itself(document):
                record = procedure_record(document.meta)
                tries = record.lifetime_successes + record.lifetime_failures
                found.append(Proven(name=document.title, path=path, tries=tries, worked=record.lifetime_successes))
        return sorted(found, key=lambda proven: (-proven.worked, proven.path))

    @in_thread
    def promote(self, path: str, person: str, audience: Audience) -> str:
        """Make the procedure a skill for those whose it is; the skill's path, empty where there is nothing to promote.

        The procedure stays, and is asked about no more. Raises StorageFault.
        """
        with self.writer.alone():
            document = self.documents.read(path) if shelf_of(path) == shelf_name(audience) else None
            if document is None or not _has_proved_itself(document):
                return ""
            skill = self.documents.path_for("skills", document.title)
            because = f"{person} made it a skill"
            meta: dict[str, Json] = {
                "name": document.title,
                "description": str(document.meta.get("description") or document.title),
                "audience": str(audience),
                "promoted_from": path,
            }
            changes = [
                Change(kind="write", path=skill, text=document.body, meta=meta, because=because, expects=""),
                Change(
                    kind="write", path=path, text=document.body, meta={PROMOTED_FIELD: skill}, because=because,
                    expects=document.version,
                ),
            ]  # fmt: skip
            batch = f"skill-{sha256(f'{path} {document.version}'.encode()).hexdigest()[:24]}"
            self.changed(lambda: self.writer.apply(batch, changes))
        return skill

    def _found(self, path: str, audience: Audience) -> MarkdownDocument | None:
        """Their own procedure of this name, else the one that is meant by the whole path."""
        if not path.startswith("procedures/"):
            return None
        own = [] if shelf_of(path) else [on_shelf(path, audience)]
        found = filter(None, map(self.documents.read, [*own, path]))
        return next((document for document in found if not document.problem), None)


def _audience_of(document: MarkdownDocument) -> str:
    folder = shelf_of(document.path)
    return str(audience_of(folder) if folder else document.meta["audience"])


def _has_proved_itself(document: MarkdownDocument) -> bool:
    record = procedure_record(document.meta)
    tries = record.lifetime_successes + record.lifetime_failures
    is_new = (
        not document.problem and not document.meta.get(PROMOTED_FIELD) and not low_trust(document.meta.get("trust"))
    )
    return is_new and tries >= PROVEN_TRIES and lower_bound(record) >= PROVEN_FROM


def _ability(path: str, text: str) -> Ability:
    name, _, description = text.partition(": ")
    line = next((line for line in (description or text).splitlines() if line.strip()), "").lstrip("# ")
    stem = path.removesuffix("/SKILL.md").removesuffix(".md").rpartition("/")[2]
    return Ability(name=name if description and "\n" not in name else stem, description=line, path=path)


# --- tracking -------------------------------------------------------------------------------------------------------
# Tracking: how procedures went that answers made use of, judged by what the person wrote next (PRO-06).
#
# A person's whole message "that was right" or "that was wrong" counts; where it is neither, a model may judge, and
# without one nothing is counted.


NEXT_WITHIN = timedelta(hours=2)
MOST_AFTER = 4
LONGEST_JUDGED_TEXT = 1000
OUTCOME_INSTRUCTIONS = """\
An assistant followed "procedure" when it answered "asked". Judge by "after", what was written next, whether the
procedure worked. Form: {"outcome": "worked"}, {"outcome": "failed"}, or {"outcome": "unknown"} where nobody says so.
"""


class JudgedOutcome(AnswerForm):
    outcome: Literal["worked", "failed", "unknown"]


async def track_outcomes(view: NightView, events: Sequence[Event], ask: ModelAsker) -> list[Change]:
    """The changes that count what became known, one for each procedure."""
    tries: dict[str, dict[str, bool]] = {}
    by_id = {event.id: event for event in events}
    for turn, ids in view.replies(list(by_id)).items():
        for path in dict.fromkeys(memory_of(id) for id in ids if id.startswith("procedures/")):
            if (worked := await _outcome(view, path, by_id[turn], events, ask)) is not None:
                tries.setdefault(path, {})[turn] = worked
    return [change for path, item in tries.items() if (change := _count_answers(view, path, item)) is not None]


async def _outcome(view: NightView, path: str, asked: Event, events: Sequence[Event], ask: ModelAsker) -> bool | None:
    document = view.document(path)
    if document is None or document.problem or is_try_counted(document.meta, asked.id):
        return None
    after = _after(asked, events)
    theirs = [event for event in after if event.type not in OWN_TYPES and event.sender == asked.sender]
    if not theirs:
        return None
    verdict = _verdict(after, theirs[0])
    if verdict != "neither":
        return verdict == "helped"
    quoted: list[Json] = [event.content[:LONGEST_JUDGED_TEXT] for event in after[:MOST_AFTER]]
    material: dict[str, Json] = {
        "procedure": document.body,
        "asked": asked.content[:LONGEST_JUDGED_TEXT],
        "after": quoted,
    }
    judged = await ask(OUTCOME_INSTRUCTIONS, material, JudgedOutcome)
    return None if judged is None or judged.outcome == "unknown" else judged.outcome == "worked"


def _verdict(after: Sequence[Event], said: Event) -> Verdict:
    """What the first thing that they said next says of the answer right before it: one verdict is of one answer."""
    answers = [event.content for event in after[: after.index(said)] if event.type in OWN_TYPES]
    return judge_verdict(answers[-1], said.content) if len(answers) == 1 else "neither"


def _after(asked: Event, events: Sequence[Event]) -> list[Event]:
    """What was said in the same place next."""
    return [
        event
        for event in events
        if event.type in SPOKEN_TYPES
        and event.channel == asked.channel
        and asked.ts < event.ts <= asked.ts + NEXT_WITHIN
    ]


def _count_answers(view: NightView, path: str, tries: Mapping[str, bool]) -> Change | None:
    document = view.document(path)
    return count_tries(document, tries, f"tried in {len(tries)} turns of the talk") if document else None


# --- outcomes -------------------------------------------------------------------------------------------------------
# Outcomes: at the end of a talk, how the procedures went that it made use of.


OUTCOMES_LOOK_BACK = timedelta(hours=24)


async def plan_procedure_outcomes(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    return await track_outcomes(view, view.said(now - OUTCOMES_LOOK_BACK, now), ModelAsker(judge))
