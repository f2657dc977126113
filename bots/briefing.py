"""What a mind is given for a turn: the prompt, and the tools with audience and permissions bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bots.mind import Mind
from bots.parcel import Heard
from bots.ports import Prompt, Tools
from bots.tools.turn_tools import Observe, TurnTools
from memory.vocabulary.recall import Cue, Primed


class Briefing:
    """Composes prompts and equips turns."""

    def __init__(self, minds: Mapping[str, Mind], shared: Path) -> None:
        self._minds = minds
        self._shared = shared

    async def compose(self, mind: Mind, heard: Heard, primed: Primed, notes: Sequence[str]) -> Prompt:
        """The system prompt, the conversation so far, the message."""
        system = "\n\n".join(
            [
                mind.directory.read_text("identity.md"),
                "# What comes to mind",
                "## Who is speaking\n" + primed.text("sender_profile"),
                "## Related memories\n" + primed.text("related_knowledge"),
            ]
        )
        return Prompt(system=system, message=heard.message.text)

    def equip(self, mind: Mind, cue: Cue, observe: Observe) -> Tools:
        return TurnTools(engine=mind.engine, cue=cue, observe=observe)
