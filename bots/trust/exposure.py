"""What a turn has met so far: whether it is private, and whether words of others are among it.

Words of others are all that the person who is answered has not written themselves: other speakers, files, letters, what
tools bring, memories of other places. What the anima said before counts by what it had before it when it said so: an
answer to this person's words alone is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bots.files.taking import Came
from bots.parcel import Heard
from bots.trust.carrying import Talk
from bots.trust.links import addresses, canonical, given_in
from bots.words import word
from memory.archive.conversations import Conversation
from memory.priming.sender_profile import face_of
from memory.vocabulary.recall import Cue, Primed, PrimedBlock


@dataclass(slots=True, kw_only=True)
class Exposure:
    """`given` are the texts that a link of the answer may be taken from as it stands there, `told` what the anima said
    in this talk before; `person` is who is answered, `reason` what is written under a link that stays text."""

    is_private: bool = False
    is_foreign: bool = False
    given: list[str] = field(default_factory=list)
    told: tuple[str, ...] = ()
    person: str = ""
    reason: str = word("en", "link_as_text")
    _read: int = 0
    _known: set[str] = field(default_factory=set)
    _made: list[str] = field(default_factory=list)
    _talk: Talk | None = None

    @property
    def holds_both(self) -> bool:
        """Private data and words of others: a third, a way out, is for code to decide."""
        return self.is_private and self.is_foreign

    @property
    def derived_from(self) -> str:
        """The person whose words alone the turn has met; empty: others' too, or it is not known."""
        return "" if self.is_foreign else self.person

    @property
    def talk(self) -> Talk:
        """The words that no link may carry."""
        self._look()
        assert self._talk is not None
        return self._talk

    @property
    def made(self) -> list[str]:
        """The links that the anima made itself in this talk before."""
        self._look()
        return self._made

    def brought(self, text: str) -> None:
        """A tool has brought what anybody may have written."""
        self.is_foreign = True
        self.given.append(text)

    def knows(self, link: str) -> bool:
        """Whether a canonical address was given exactly so, or has been said in this talk already."""
        self._look()
        return link in self._known

    def _look(self) -> None:
        """Read what was given since the last look."""
        new, first = self.given[self._read :], self._talk is None
        if not new and not first:
            return
        self._read += len(new)
        self._known |= {canonical(address) for text in new for address in given_in(text)}
        if first:
            own = dict.fromkeys(address for text in self.told for address in addresses(text))
            self._made = [address for address in own if canonical(address) not in self._known]
            self._known |= {canonical(address) for address in own}
        self._talk = Talk([*self.given, *self.told], self._known)


def exposure_of(
    heard: Heard, cue: Cue, primed: Primed, talk: Conversation, came: Iterable[Came], *, reason: str = ""
) -> Exposure:
    """What the prompt of a turn brings into it."""
    message, files = heard.message, [one.text for one in came]
    person = str(message.author)
    theirs = frozenset(turn.id for turn in talk.turns if turn.derived_from == person)
    has_talk = bool(talk.turns or talk.compressed_summary)
    is_foreign = (
        heard.trust == "guest"
        or message.author_is_bot
        or bool(heard.woken_by)
        or bool(files or message.files)
        or (has_talk and talk.derived_from(len(talk.turns)) != person)
        or any(block.text and not _is_by(block, cue, theirs) for block in primed.blocks)
    )
    said = [turn.text for turn in talk.turns if turn.role == "user"]
    own = [turn.text for turn in talk.turns if turn.role != "user"]
    return Exposure(
        is_private=message.audience.is_closed,
        is_foreign=is_foreign,
        given=[message.text, *files, *said, *(block.text for block in primed.blocks)],
        told=(talk.compressed_summary, *own),
        person=person,
        reason=reason or word("en", "link_as_text"),
    )


def _is_by(block: PrimedBlock, cue: Cue, theirs: frozenset[str]) -> bool:
    """Whether all of it was told by who is answered to the anima alone, or said to them of their words alone."""
    if block.text == face_of(cue):
        return True
    found = block.recollections
    alone = f"person:{cue.sender}"
    return bool(found) and all(one.audience == alone and (not one.own or one.id in theirs) for one in found)
