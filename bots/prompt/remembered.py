"""Which memories stood in a prompt, and what brought them there: the answer to "why this memory?"."""

from __future__ import annotations

from collections.abc import Iterator

from bots.prompt.quoting import without_title
from bots.turn_report import Remembered
from memory.vocabulary.recall import Primed, Recollection

_ENOUGH = 60


def remembered(primed: Primed, moment: str) -> tuple[Remembered, ...]:
    """Of all that came to mind, what is still there after the prompt was cut to its budget, with its signals."""
    return tuple(_remembered(primed, " ".join(moment.split())))


def _remembered(primed: Primed, prompt: str) -> Iterator[Remembered]:
    for block in primed.blocks:
        for found in block.recollections:
            if _beginning(found) in prompt or _heading(found) in prompt:
                yield Remembered(
                    text=found.text,
                    path=found.path,
                    channel=block.channel,
                    score=found.score,
                    reasons=found.reasons,
                    audience=found.audience,
                    id=found.id,
                )


def _beginning(found: Recollection) -> str:
    """Enough to know it by; white space is laid out anew in a prompt, and a skill stands there without its title."""
    return " ".join((without_title(found.text) or found.text).split()).lstrip("# ")[:_ENOUGH]


def _heading(found: Recollection) -> str:
    """What stands over a procedure or skill that is told whole."""
    return f"--- # Skills that fit ## {found.path.partition('#')[0]} "
