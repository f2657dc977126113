"""What a turn remembered and why its reply came out as it did: as a value for `why`, and as JSON for the archive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import TypeAdapter

from bots.delivery.items import InboxItem
from bots.text.phrases import without_title
from memory.vocabulary.cue import Cue, Primed, RecallReason, Recollection
from memory.vocabulary.event import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedMemory:
    """One memory that stood in the prompt of a turn, and the signals that brought it."""

    text: str
    path: str
    channel: str
    score: float
    reasons: tuple[RecallReason, ...]
    audience: str
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnReport:
    """Why a reply came out as it did."""

    turn: str  # the id of the message answered
    anima: str
    at: datetime
    place: str
    audience: str
    person: str
    model: str
    message_type: str
    remembered: tuple[ReportedMemory, ...]
    late: tuple[str, ...]
    outcome: str

    @property
    def is_answered(self) -> bool:
        """Whether the model gave a whole answer."""
        return self.outcome == "answered"


# --- remembered -----------------------------------------------------------------------------------------------------
# Which memories stood in a prompt, and what brought them there: the answer to "why this memory?".


_RECOGNISED_CHARS = 60


def memories_in_prompt(primed: Primed, moment: str) -> tuple[ReportedMemory, ...]:
    """Of all that came to mind, what is still there after the prompt was cut to its budget, with its signals."""
    return tuple(_memory_in_prompt(primed, " ".join(moment.split())))


def _memory_in_prompt(primed: Primed, prompt: str) -> Iterator[ReportedMemory]:
    for block in primed.blocks:
        for found in block.recollections:
            if _text_beginning(found) in prompt or _block_heading(found) in prompt:
                yield ReportedMemory(
                    text=found.text,
                    path=found.path,
                    channel=block.channel,
                    score=found.score,
                    reasons=found.reasons,
                    audience=found.audience,
                    id=found.id,
                )


def _text_beginning(found: Recollection) -> str:
    """Enough to know it by; white space is laid out anew in a prompt, and a skill stands there without its title."""
    return " ".join((without_title(found.text) or found.text).split()).lstrip("# ")[:_RECOGNISED_CHARS]


def _block_heading(found: Recollection) -> str:
    """What stands over a procedure or skill that is told whole."""
    return f"--- # Skills that fit ## {found.path.partition('#')[0]} "


# --- reporting ------------------------------------------------------------------------------------------------------
# Turn reports: what a turn remembered and why, as a value for `why` and as JSON for the archive.


_reports = TypeAdapter(TurnReport)
#: What a report keeps of a memory's text.
_REPORTED_TEXT_CHARS = 400


def report_turn(heard: InboxItem, cue: Cue, primed: Primed, moment: str, model: str, outcome: str) -> TurnReport:
    """What is known of a turn when its answer is made; `moment` is what of the prompt holds memories."""
    return TurnReport(
        turn=heard.message.id,
        anima=heard.anima,
        at=cue.now,
        place=str(heard.message.place),
        audience=str(cue.audience),
        person=str(heard.message.author),
        model=model,
        message_type=primed.message_type,
        remembered=tuple(
            replace(item, text=item.text[:_REPORTED_TEXT_CHARS]) for item in memories_in_prompt(primed, moment)
        ),
        late=primed.late,
        outcome=outcome,
    )


def report_as_json(report: TurnReport) -> dict[str, Json]:
    """As the archive keeps it: found again by `id`, the message that was answered."""
    fields: dict[str, Json] = _reports.dump_python(report, mode="json")
    return {"id": report.turn, **fields}


def report_from_json(stored: Mapping[str, Json]) -> TurnReport:
    return _reports.validate_python({key: value for key, value in stored.items() if key != "id"})
