"""Who is addressed: one message, the animas that live here, and what is known of the conversation → names.

An anima is named by `@name` anywhere, or by its name at the very beginning before a comma or colon; where the app
itself is mentioned or in a direct talk the name may come within the first words. Several names joined by commas or
"and" address several. A name inside ordinary talk addresses nobody. Letter case and character width do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from bots.message import Kind, Message
from memory.vocabulary.unicode_form import normal

Ambient = Literal["mentions", "all", "smart"]
_JOINT = r"\s*(?:,|、|&|\band\b|\bve\b|と)\s*(?:and\s+|ve\s+)?"
_FIRST_WORDS = 3
_ALL = re.compile(r"(?<![\w@.])@all(?![-.]?\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the conversation so far says about whom a message may mean; empty strings where nothing is known.

    `replied_to` wrote the message (or led the thread) that this one answers; `last_partner` is whom this person last
    talked to in this place; `is_talking`: that was a moment ago.
    """

    replied_to: str = ""
    last_partner: str = ""
    is_talking: bool = False


NOTHING_KNOWN = Known()


def addressed(
    message: Message,
    here: Sequence[str],
    known: Known = NOTHING_KNOWN,
    ambient: Ambient = "mentions",
    present: Sequence[str] = (),
    is_board: bool = False,
    claimed: Sequence[str] = (),
) -> tuple[str, ...]:
    """The animas that are to answer, in the order in which they were named; () for talk that wants no answer.

    `here` are the animas of the place that speak by the account which heard it, first of the board first; on a board
    `@all` calls on all of them. `ambient` says what else is answered in a room, by one of all who are `present`:
    nothing, all that people say, or (smart) a question of somebody who is talking to an anima just now. Those who have
    `claimed` the message asked for it: it means them, unless it names somebody.
    """
    if message.kind is not Kind.MESSAGE or message.is_rest or not here:
        return ()
    if is_board and calls_all(message.own_words):
        return tuple(here)
    called_upon = message.mentions_app or message.is_direct
    named = named_in(message.own_words, here, anywhere_in_front=called_upon)
    if not named and message.mentions_app:
        named = _first_word(message.own_words, here)
    if named or claimed:
        return named or tuple(claimed)
    if known.replied_to in here:
        return (known.replied_to,)
    if called_upon:
        return (_likeliest(known, here),)
    everybody = present or here
    if not _is_ambient_call(message, known, ambient, everybody):
        return ()
    one = _likeliest(known, everybody)
    return (one,) if one in here else ()


def _first_word(text: str, here: Sequence[str]) -> tuple[str, ...]:
    """`@app alice please read this` calls on alice."""
    first = fold(text).split(None, 1)[:1]
    return tuple(name for name in here if [fold(name)] == first)


def _likeliest(known: Known, animas: Sequence[str]) -> str:
    return known.last_partner if known.last_partner in animas else animas[0]


def _is_ambient_call(message: Message, known: Known, ambient: Ambient, present: Sequence[str]) -> bool:
    """Whether talk that calls on nobody wants an answer; what calls on another account's anima is that one's."""
    if message.author_is_bot or ambient == "mentions":
        return False
    if known.replied_to in present or named_in(message.own_words, present, anywhere_in_front=False):
        return False
    return ambient == "all" or (known.is_talking and fold(message.text).endswith(("?", "か。", "か")))


def named_in(text: str, names: Sequence[str], *, anywhere_in_front: bool) -> tuple[str, ...]:
    """The names by which the text calls on someone."""
    plain = fold(text)
    by_folded = {fold(name): name for name in names}
    at_sign, leading, in_front, single = _patterns(tuple(by_folded))
    found = [match.group(1) for match in at_sign.finditer(plain)]
    if not found:
        match = leading.match(plain) or (in_front.match(plain) if anywhere_in_front else None)
        found = single.findall(match.group("names")) if match else []
    return tuple(dict.fromkeys(by_folded[name] for name in found))


def called(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """Those whom the text calls by `@name`."""
    by_folded = {fold(name): name for name in names}
    found = _patterns(tuple(by_folded))[0].finditer(fold(text)) if names else ()
    return tuple(dict.fromkeys(by_folded[match.group(1)] for match in found))


def calls_all(text: str) -> bool:
    return _ALL.search(fold(text)) is not None


def fold(text: str) -> str:
    """Case and width do not matter."""
    return normal(text).casefold().strip()


@lru_cache(maxsize=64)
def _patterns(folded: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    one = "|".join(re.escape(name) for name in sorted(folded, key=len, reverse=True))
    names = rf"(?P<names>@?(?:{one})(?:{_JOINT}@?(?:{one}))*)\s*[,:、]"
    return (
        # A longer name that begins so is another's: @bob-smith, @bob.smith.
        re.compile(rf"(?<![\w@.])@({one})(?![-.]?\w)"),
        re.compile(names),
        re.compile(rf"(?:[^\s,:、]+\s+){{0,{_FIRST_WORDS}}}?{names}"),
        re.compile(rf"(?<!\w)@?({one})(?!\w)"),
    )
