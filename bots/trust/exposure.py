"""What a turn has met so far, and the last look at what it is about to say.

Words of others are all that the person who is answered has not written themselves: other speakers, files, letters,
what tools bring, memories of other places. What the anima said before counts by what it had before it when it said
so.

The gate lets out no secret, no label of memory, no link that carries words of a talk away: a link in which something
is hidden needs no press to be fetched, a preview or a click is enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from bots.delivery.items import InboxItem
from bots.delivery.message_files import TakenFile
from bots.message import File
from bots.text.phrases import fleet_word
from bots.trust.text_links import (
    TalkWords,
    TextLink,
    addresses_given_in,
    addresses_in_text,
    canonical,
    links_of_source,
    parts_of,
    read_source,
    shown_text,
)
from memory.archive.conversations import Conversation
from memory.archive.json_lines import Redact, redact_nothing
from memory.language.folders import FALLBACK
from memory.recall.priming.channels import face_of
from memory.vocabulary.cue import Cue, Primed, PrimedBlock


@dataclass(slots=True, kw_only=True)
class Exposure:
    """`given` are the texts that a link of the answer may be taken from as it stands there, `told` what the anima said
    in this talk before; `person` is who is answered, `reason` what is written under a link that stays text."""

    is_private: bool = False
    is_foreign: bool = False
    given: list[str] = field(default_factory=list)
    told: tuple[str, ...] = ()
    person: str = ""
    reason: str = fleet_word(FALLBACK, "link_as_text")
    _read: int = field(default=0, init=False)
    _known: set[str] = field(default_factory=set, init=False)
    _made: list[str] = field(default_factory=list, init=False)
    _talk: TalkWords | None = field(default=None, init=False)

    @property
    def holds_both(self) -> bool:
        """Private data and words of others: a third, a way out, is for code to decide."""
        return self.is_private and self.is_foreign

    @property
    def derived_from(self) -> str:
        """The person whose words alone the turn has met; empty: others' too, or it is not known."""
        return "" if self.is_foreign else self.person

    @property
    def talk(self) -> TalkWords:
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
        self._known |= {canonical(address) for text in new for address in addresses_given_in(text)}
        if first:
            own = dict.fromkeys(address for text in self.told for address in addresses_in_text(text))
            self._made = [address for address in own if canonical(address) not in self._known]
            self._known |= {canonical(address) for address in own}
        self._talk = TalkWords([*self.given, *self.told], self._known)


def exposure_of(
    heard: InboxItem, cue: Cue, primed: Primed, talk: Conversation, came: Iterable[TakenFile], *, reason: str = ""
) -> Exposure:
    """What the prompt of a turn brings into it."""
    message, files = heard.message, [item.text for item in came]
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
        reason=reason or fleet_word(FALLBACK, "link_as_text"),
    )


def _is_by(block: PrimedBlock, cue: Cue, theirs: frozenset[str]) -> bool:
    """Whether all of it was told by who is answered to the anima alone, or said to them of their words alone."""
    if block.text == face_of(cue):
        return True
    found = block.recollections
    alone = f"person:{cue.sender}"
    return bool(found) and all(item.audience == alone and (not item.own or item.id in theirs) for item in found)


# --- output gate ----------------------------------------------------------------------------------------------------
# The last look at what is about to be said: no secret, no label of memory, no link that carries words of a talk away.
# A link in which something is hidden needs no press to be fetched: a preview or a click is enough.


_LABEL = re.compile(r"<!--[ \t]{0,9}(?:audience|trust)\b[^>\n]{0,300}-->", re.IGNORECASE)
_SIGNS = re.compile(r"[.:@]")
_MARKUP = re.compile(r"[\\`*_~\[\]<>&|#!()+=-]")
_TEXTS = ("text/", "application/json", "application/xml", "image/svg")

AdmitsText = Callable[[str], bool]


class OutputGate:
    """`redact` takes secrets out of a text."""

    def __init__(self, redact: Redact = redact_nothing) -> None:
        self._redact = redact

    def __call__(self, text: str, exposure: Exposure) -> str:
        """The text as it may be said in a turn that has met this, with the reason where a link stays text. What has
        passed once passes unchanged."""
        clean = _LABEL.sub("", self._redact(text))
        said = self.line(clean, exposure)
        return said if said == clean or not _is_withheld(clean, said) else f"{said}\n\n*{exposure.reason}*"

    def line(self, text: str, exposure: Exposure) -> str:
        """The same without the reason: for a button, or a line of a list."""
        clean = _LABEL.sub("", self._redact(text))
        if not exposure.holds_both:
            return clean
        admits = _admitting(exposure, addresses_in_text(clean))
        said = _edited(clean, admits, exposure.knows)
        return said if all(map(admits, addresses_in_text(said))) else _literal(said, admits, exposure.knows)

    def file(self, file: File, exposure: Exposure) -> File:
        """A text that goes out as a file is looked at like one in a post."""
        if not file.media_type.startswith(_TEXTS):
            return file
        text = _LABEL.sub("", self._redact(file.content.decode(errors="replace")))
        if exposure.holds_both:
            found = [link.address for link in links_of_source(read_source(text)[0])]
            text = _edited(text, _admitting(exposure, found), exposure.knows, splits=False)
        content = text.encode()
        return replace(file, content=content, size=len(content))


def _admitting(exposure: Exposure, said: Iterable[str]) -> AdmitsText:
    """What may be pressed among all that is said at once."""
    known: dict[str, bool] = {}

    def alone(address: str) -> bool:
        key = canonical(address)
        if key not in known:
            known[key] = exposure.knows(key) or not exposure.talk.is_carried_by(address)
        return known[key]

    unknown = [item for item in dict.fromkeys(said) if not exposure.knows(canonical(item))]
    new = [item for item in unknown if alone(item)]
    if new and exposure.talk.is_carried_by_all([*exposure.made, *new]):
        return lambda address: exposure.knows(canonical(address))
    # What is left of a text in pieces goes with its other pieces.
    refused = {parts_of(item).host.lower() for item in unknown if item not in new}
    return lambda address: (
        alone(address) and (parts_of(address).host.lower() not in refused or exposure.knows(canonical(address)))
    )


def _edited(text: str, admits: AdmitsText, knows: AdmitsText, *, splits: bool = True) -> str:
    """What is no link in the end stands where it stood; what may be one is parted from what stands close behind it."""
    read, places = read_source(text)
    parts, at = [], 0
    for link in links_of_source(read):
        start = places[link.start]
        if start < at:
            continue
        kept = _kept(link, admits, knows)
        if kept == link.address:
            continue
        end = places[link.start + len(kept or link.address)]
        before = text[at:start]
        if kept:
            parts += [before, text[start:end], " " if splits else ""]
        else:
            parts += [_unbound(before), _SIGNS.sub(r"[\g<0>]", read[link.start : link.start + len(link.address)])]
        at = end
    return "".join([*parts, text[at:]])


def _kept(link: TextLink, admits: AdmitsText, knows: AdmitsText) -> str:
    """As much of it as may be a link: what was given, before what was not."""
    known = (address for address in (link.address, *link.shorter()) if knows(canonical(address)))
    may = (address for address in (link.address, *link.shorter(of_ascii=True)) if "." in address and admits(address))
    return next(known, "") or next(may, "")


def _unbound(before: str) -> str:
    """An address that is text is the destination of nothing."""
    return f"{before[:-1]} (" if before.endswith("](") else before.removesuffix("<")


def _literal(text: str, admits: AdmitsText, knows: AdmitsText) -> str:
    """Where markup still makes a link of it: the words alone."""
    plain = _edited(shown_text(text), admits, knows)
    escaped = _MARKUP.sub(r"\\\g<0>", plain)
    return (
        escaped
        if all(map(admits, addresses_in_text(escaped)))
        else _MARKUP.sub(r"\\\g<0>", _SIGNS.sub(r"[\g<0>]", plain))
    )


def _is_withheld(before: str, after: str) -> bool:
    return after.count("[.]") > before.count("[.]") or after.count("[:]") > before.count("[:]")
