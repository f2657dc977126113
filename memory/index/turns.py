"""From an event of the activity log to the turn that is remembered of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from memory.encoding.sentences import sentences, spoken
from memory.index.entry import KEY, Entry
from memory.languages.analyser import query_terms
from memory.languages.legible import LONGEST, legible
from memory.theories.open_question import open_question
from memory.vocabulary.address import Place
from memory.vocabulary.author import author_of
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import Event
from memory.vocabulary.quoting import shown_name

SPOKEN = frozenset({"message_received", "dm_received", "response_sent", "dm_sent", "channel_post"})
"""What is said in conversations; everything else in the log is no memory of its own."""

TRUSTED = frozenset({"owner", "admin", "linked", "member"})
_UNLABELLED = TRUSTED | {"", "self", "anima"}
"""Whose words need no label."""

OWN = frozenset({"response_sent", "dm_sent", "channel_post"})


FEWEST_TERMS = 2
"""What has fewer words that say something states nothing."""


def turn(event: Event, zone: tzinfo, path: str, line: int, offset: int) -> Entry | None:
    """The turn, or None for an event in which nothing is said."""
    if event.type not in SPOKEN or not event.content.strip():
        return None
    author = author_of(event)
    return Entry(
        id=event.id or f"{path}#L{line}",
        kind="turn",
        text=event.content,
        path=path,
        line=line,
        offset=offset,
        at=event.ts.astimezone(zone),
        speaker=name_of(event),
        person=str(event.meta.get("person") or event.sender),
        place=event.channel,
        audience=event.audience,
        message=message_key(event),
        own=event.type in OWN,
        trust=author.kind if author.is_mute else low_trust(event.meta.get("trust")),
    )


def keys(turn: Entry) -> Iterator[Entry]:
    """What the turn states one by one: it is long, and what it tells by the way is far from its whole meaning."""
    said = sentences(spoken(legible(turn.text))) if len(turn.text) <= LONGEST else ()
    if len(said) < 2:
        return
    for number, one in enumerate(said):
        if not open_question(one.text) and len(query_terms(one.text)) >= FEWEST_TERMS:
            yield turn._replace(
                id=f"{turn.id}#s{number}", kind=KEY, text=one.text, source=turn.id, place="", message="", row=0
            )


def low_trust(level: object) -> str:
    """The level as a label, where it is not one of the fleet's own people; empty for those."""
    label = one_line(str(level or ""))[:20]
    return "" if label in _UNLABELLED else label


def message_key(event: Event) -> str:
    """Room and platform id of the message that the event is, or is about; empty where it has none."""
    message = event.meta.get("message_id")
    try:
        return f"{Place.parse(event.channel).room} {message}" if message else ""
    except AddressError:
        return ""


def name_of(event: Event) -> str:
    """Who said it, as it may stand in a text."""
    return shown_name(str(event.meta.get("name") or "")) or one_line(event.sender)


def one_line(name: str) -> str:
    """A name or topic as it may stand in a prompt: without line breaks."""
    return " ".join(name.split())
