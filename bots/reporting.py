"""Turn reports: what a turn remembered and why, as a value for `why` and as JSON for the archive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pydantic import TypeAdapter

from bots.parcel import Heard
from bots.prompt.remembered import remembered
from bots.turn_report import TurnReport
from memory.vocabulary.event import Json
from memory.vocabulary.recall import Cue, Primed

_reports = TypeAdapter(TurnReport)
#: What a report keeps of a memory's text.
_TEXT = 400


def report_of(heard: Heard, cue: Cue, primed: Primed, moment: str, model: str, outcome: str) -> TurnReport:
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
        remembered=tuple(replace(one, text=one.text[:_TEXT]) for one in remembered(primed, moment)),
        late=primed.late,
        outcome=outcome,
    )


def as_json(report: TurnReport) -> dict[str, Json]:
    """As the archive keeps it: found again by `id`, the message that was answered."""
    fields: dict[str, Json] = _reports.dump_python(report, mode="json")
    return {"id": report.turn, **fields}


def from_json(stored: Mapping[str, Json]) -> TurnReport:
    return _reports.validate_python({key: value for key, value in stored.items() if key != "id"})
