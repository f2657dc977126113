"""`why`: what came to mind before a reply, and which signals brought it."""

from __future__ import annotations

from bots.commands.command import Answer, Asker, Command, Role
from bots.commands.desk import Desk, Remembered, TurnReport
from bots.commands.names import anima_called
from memory.vocabulary.event import Json

SHOWN_SIGNALS = 6


async def run(desk: Desk, asker: Asker, name: str = "", *, last: bool = False, turn: str = "") -> Answer:
    """Why the last reply came out as it did.

    name: the anima; without it, the one that answered here last
    last: its last reply (as without any option)
    turn: the reply to the message with this id
    """
    names = [anima_called(desk, name).name] if name else [anima.name for anima in desk.animas()]
    audience = asker.audience if asker.place else ""
    here = [report for one in names if (report := await desk.why(one, turn, audience)) is not None]
    if not here:
        return Answer(text="There is no reply here that I could explain.", data={"error": "no reply"}, ok=False)
    report = max(here, key=lambda one: (one.place == asker.place, one.at))
    seen = [memory for memory in report.remembered if may_read(asker, memory.audience)]
    return Answer(text=_text(report, seen), data=_data(report, seen))


def may_read(asker: Asker, audience: str) -> bool:
    """What one audience may read is not told to another; being owner widens nothing but the command line."""
    return not asker.place or audience in (asker.audience, "org")


def _text(report: TurnReport, seen: list[Remembered]) -> str:
    lines = [
        f"**{report.anima}** answered {report.person} in {report.place}, {report.at:%Y-%m-%d %H:%M} "
        f"({report.message_type}, {report.model}): {report.outcome}."
    ]
    lines += [_memory(memory) for memory in seen] or ["Nothing was remembered."]
    lines += [f"Too late to help: {', '.join(report.late)}."] if report.late else []
    return "\n".join(lines)


def _memory(memory: Remembered) -> str:
    signals = sorted(memory.reasons, key=lambda reason: -reason.value)[:SHOWN_SIGNALS]
    because = ", ".join(f"{reason.signal} {reason.value:.2f}" for reason in signals) or "always with me"
    text = " ".join(memory.text.split())
    short = text if len(text) <= 160 else f"{text[:157]}…"
    return f"- {short}\n  `{memory.path}` · {memory.channel} · {memory.score:.2f} · because {because}"


def _data(report: TurnReport, seen: list[Remembered]) -> dict[str, Json]:
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
            }
            for memory in seen
        ],
    }


COMMAND = Command(path=("why",), run=run, role=Role.MEMBER)
