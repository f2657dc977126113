"""Taking back: which facts go when a message is deleted or edited, and what of them stays for others have told it.

A fact goes with the message that it was understood from, unless its person said the same again in one that stands; so
does every fact that holds its words, be it merged with them or an answer to them. What other messages told of such a
fact is kept as facts of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory.encoding.birth import id_of
from memory.encoding.gate import own_parts, parts
from memory.vocabulary.fact import FORMED, RELEASED, RETRACTED, Fact, FactChange

BECAUSE = "what others told of it besides"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resting:
    """A fact that holds words of the message: `merged` are those that it took the place of, `again` the event, the
    message and the audience in which its person said the same again, where that stands."""

    fact: Fact
    merged: tuple[Fact, ...] = ()
    again: tuple[str, str, str] = ("", "", "")


def taken_back(
    resting: Sequence[Resting], message: str, event: str, because: str, person: str, at: datetime, now: datetime
) -> Iterator[FactChange]:
    """`resting` are all facts of the message, and after them the facts that those were merged into; `at` is when it
    became known that it was changed."""
    gone = {part for one in resting if one.fact.message == message for part in _own(one)}
    doomed = [one for one in resting if _is_doomed(one, message, gone)]
    ids = tuple(one.fact.id for one in doomed)
    if ids:  # these were never so, as far as this anima may say
        key = f"{event}/retracted"
        yield FactChange(ts=now, key=key, type=RETRACTED, ids=ids, because=because, person=person, source=event)
    for number, fact in enumerate(_kept(doomed, message, gone)):
        anew = replace(fact, id=id_of(f"{event}/besides", number), recorded_at=at)
        yield FactChange(ts=now, key=f"{event}/besides/{number}", type=FORMED, because=BECAUSE, fact=anew)
    for fact in {one.id: one for each in doomed for one in each.merged if one.id not in ids}.values():
        key = f"{event}/besides/{fact.id}"
        yield FactChange(ts=now, key=key, type=RELEASED, ids=(fact.id,), because=BECAUSE, fact=fact)


def _is_doomed(one: Resting, message: str, gone: set[str]) -> bool:
    return message in (one.fact.message, one.fact.question) or bool(gone & set(parts(one.fact)))


def _kept(doomed: Sequence[Resting], message: str, gone: set[str]) -> Iterator[Fact]:
    """What other messages told in them, one fact for each."""
    for one in doomed:
        event, again, audience = one.again
        if one.fact.message == message and event:
            yield replace(one.fact, text=" ".join(_own(one)), sources=(event,), message=again, audience=audience)
        elif one.merged and message not in (one.fact.message, one.fact.question) and not gone & set(_own(one)):
            yield replace(one.fact, text=" ".join(_own(one)), sources=one.fact.sources[:1])


def _own(one: Resting) -> list[str]:
    return own_parts(one.fact, one.merged)
