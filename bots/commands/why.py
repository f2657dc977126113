"""`why`: what came to mind before a reply, and which signals brought it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.intervals import has_ended, of_fact
from bots.commands.memory_facts import FACT
from bots.commands.names import anima_called
from bots.people.role import Asker, Role
from bots.turn_report import Remembered, TurnReport
from memory.vocabulary.address import Audience
from memory.vocabulary.event import Json

SHOWN_SIGNALS = 6
SHOWN_MEMORIES = 10

Ended = Mapping[str, Sequence[str]]
"""By the id of a memory."""


async def run(
    desk: Desk, asker: Asker, name: str = "", *, last: bool = False, turn: str = "", whole: bool = False
) -> Answer:
    """Show what the last reply was based on.

    name: the anima; without it, the one that answered here last
    last: its last reply (as without any option)
    turn: the reply to the message with this id
    whole: every memory that stood in the prompt
    """
    names = [anima_called(desk, name).name] if name else [anima.name for anima in desk.animas()]
    audience = asker.audience if asker.place else ""
    here = [report for one in names if (report := await desk.why(one, turn, audience)) is not None]
    if not here:
        return Answer(text="There is no reply here that I could explain.", data={"error": "no reply"}, ok=False)
    report = max(here, key=lambda one: (one.place == asker.place, one.at))
    seen = [memory for memory in report.remembered if may_read(asker, memory.audience)]
    ended = {memory.id: await _ended(desk, report, memory.id) for memory in seen if memory.id}
    return Answer(text=_text(report, _best(seen, whole), ended), data=_data(report, seen, ended))


def _best(seen: Sequence[Remembered], whole: bool) -> Sequence[Remembered]:
    """What weighed, the most first; what is always with the anima has no score."""
    weighed = sorted(seen, key=lambda memory: -memory.score)
    return weighed if whole else [one for one in weighed if one.score > 0 or not one.reasons][:SHOWN_MEMORIES]


async def _ended(desk: Desk, report: TurnReport, id: str) -> list[str]:
    """Of the facts which this memory is or told: those that have ended, with their intervals in words."""
    engine, audience = await desk.memory(report.anima), Audience.parse(report.audience)
    facts = [id] if id.startswith(FACT) else [fact.id for fact in await engine.facts.of(id, audience)]
    now = desk.clock().astimezone(engine.zone)
    found = [one for fact in facts if (one := await engine.facts.explain(fact, audience))]
    return [f"{one.fact.text} ({of_fact(one, now)})" for one in found if one.fact.text and has_ended(one, now)]


def may_read(asker: Asker, audience: str) -> bool:
    """What one audience may read is not told to another; being owner widens nothing but the command line."""
    return not asker.place or audience in (asker.audience, "org")


def _text(report: TurnReport, seen: Sequence[Remembered], ended: Ended) -> str:
    lines = [
        f"**{report.anima}** answered {report.person} in {report.place}, {report.at:%Y-%m-%d %H:%M} "
        f"({report.message_type}, {report.model}): {report.outcome}."
    ]
    lines += [_memory(memory, ended.get(memory.id, ())) for memory in seen] or ["Nothing was remembered."]
    lines += [f"Too late to help: {', '.join(report.late)}."] if report.late else []
    return "\n".join(lines)


def _memory(memory: Remembered, ended: Sequence[str]) -> str:
    signals = sorted(memory.reasons, key=lambda reason: -reason.value)[:SHOWN_SIGNALS]
    because = ", ".join(f"{reason.signal} {reason.value:.2f}" for reason in signals) or "always with me"
    text = " ".join(memory.text.split())
    short = text if len(text) <= 160 else f"{text[:157]}…"
    over = "".join(f"\n  no longer true: {one}" for one in ended)
    return f"- {short}\n  `{memory.path}` · {memory.channel} · {memory.score:.2f} · because {because}{over}"


def _data(report: TurnReport, seen: list[Remembered], ended: Ended) -> dict[str, Json]:
    return {
        "turn": report.turn,
        "anima": report.anima,
        "at": report.at.isoformat(),
        "place": report.place,
        "audience": report.audience,
        "person": report.person,
        "model": report.model,
        "message_type": report.message_type,
        "outcome": report.outcome,
        "late": list(report.late),
        "remembered": [
            {
                "text": memory.text,
                "path": memory.path,
                "channel": memory.channel,
                "score": memory.score,
                "signals": {reason.signal: reason.value for reason in memory.reasons},
                "audience": memory.audience,
                "ended": list(ended.get(memory.id, ())),
            }
            for memory in seen
        ],
    }


COMMAND = Command(path=("why",), run=run, role=Role.MEMBER)
