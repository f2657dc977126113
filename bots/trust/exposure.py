"""What a turn has met so far: whether it is private, and whether words of others are among it.

Words of others are all that the person who is answered has not written themselves: other speakers, files, letters,
what tools bring, memories of other places, and what the anima said before, for it may have repeated any of that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bots.files.taking import Came
from bots.parcel import Heard
from memory.archive.conversations import Conversation
from memory.vocabulary.recall import Primed, PrimedBlock


@dataclass(slots=True, kw_only=True)
class Exposure:
    """`given` are the texts that a link of the answer may be taken from as it stands there."""

    is_private: bool = False
    is_foreign: bool = False
    given: list[str] = field(default_factory=list)

    def brought(self, text: str) -> None:
        """A tool has brought what anybody may have written."""
        self.is_foreign = True
        self.given.append(text)

    def knows(self, link: str) -> bool:
        return any(link in text for text in self.given)


def exposure_of(heard: Heard, primed: Primed, talk: Conversation, came: Iterable[Came]) -> Exposure:
    """What the prompt of a turn brings into it."""
    message, files = heard.message, [one.text for one in came]
    person = str(message.author)
    said = [turn for turn in talk.turns if turn.role == "user"]
    is_foreign = (
        heard.trust == "guest"
        or message.author_is_bot
        or bool(heard.woken_by)
        or bool(files or message.files)
        or bool(talk.compressed_summary)
        or any(turn.role != "user" or turn.person != person for turn in talk.turns)
        or any(block.text and not _is_by(block, person) for block in primed.blocks)
    )
    return Exposure(
        is_private=message.audience.is_closed,
        is_foreign=is_foreign,
        given=[message.text, *files, *(turn.text for turn in said), *(block.text for block in primed.blocks)],
    )


def _is_by(block: PrimedBlock, person: str) -> bool:
    """Whether all of it was told by this person to the anima alone."""
    found = block.recollections
    return bool(found) and all(one.audience == f"person:{person}" and not one.own for one in found)
