"""compose: of what came to mind, the prompt; and the tools that this turn may use."""

from __future__ import annotations

from dataclasses import dataclass

from bots.attempt import Attempt
from bots.briefing import Situation
from bots.equipping import equipped
from bots.ports import Prompt, Tools
from bots.remarks import remarks
from bots.route.prime import Recalled
from bots.trust.exposure import exposure_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    prompt: Prompt
    tools: Tools


async def compose(one: Attempt, recalled: Recalled) -> Composed:
    one.exposure = exposure_of(
        one.heard, recalled.cue, recalled.primed, recalled.talk, recalled.came, reason=one.word("link_as_text")
    )
    one.origins = _origins(recalled)
    tools = equipped(one, recalled.cue)
    situation = Situation(
        heard=one.heard,
        cue=recalled.cue,
        primed=recalled.primed,
        conversation=recalled.talk,
        tools=tuple(tools.specs()),
        files=recalled.came,
        files_tokens=one.stage.files.limits.prompt_tokens,
        notes=tuple(await remarks(one.mind, one.heard, recalled.begun, one.late_by)),
    )
    return Composed(prompt=await one.stage.compose(one.mind, situation), tools=tools)


def _origins(recalled: Recalled) -> tuple[str, ...]:
    """The ids of all that the prompt holds: what is made of it goes with them, whatever words it uses."""
    found = [id for one in recalled.primed.recollections for id in (one.id, *one.ids)]
    said = [turn.id for turn in recalled.talk.turns if turn.role != "assistant"]
    return tuple(dict.fromkeys(filter(None, (*found, *said))))
