"""One person over several accounts: a code that one account asks for, another types, and the first confirms.

A code is good for ten minutes, for one try and from a direct talk only. Codes live in memory: a restart makes them
void, the links themselves lie in the contacts. What fails is refused in the same words, whatever was wrong, and
counted.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bots.commands.command import Asker, Role
from bots.message import COMMAND_BUTTON, Choice
from memory.archive.contacts import Contacts
from memory.vocabulary.ports import Clock

GOOD_FOR = timedelta(minutes=10)
#: So many wrong codes an hour, then none is looked at.
_TRIES, _WITHIN = 5, timedelta(hours=1)
#: Without signs that are taken for others.
_SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 8

#: Says something to who asks, in the place where they asked; the last is its name, under which it is said once.
Tell = Callable[[Asker, str, tuple[Choice, ...], str], Awaitable[None]]
#: A sign of the string, by chance that nobody can foresee.
Chance = Callable[[str], str]


class NotLinked(Exception):
    """The message is for the person who tried."""


@dataclass(slots=True, kw_only=True)
class _Request:
    code: str
    asker: Asker
    expires_at: datetime
    claimed_by: Asker | None = None


class Linking:
    """Codes under way, and what they lead to."""

    def __init__(self, contacts: Contacts, clock: Clock, chance: Chance, tell: Tell) -> None:
        self._contacts, self._clock, self._chance, self._tell = contacts, clock, chance, tell
        self._requests: dict[str, _Request] = {}  # code ->
        self._claimed: dict[str, _Request] = {}  # asking account -> what it is to confirm
        self._wrong: dict[str, deque[datetime]] = defaultdict(deque)

    def ask(self, asker: Asker) -> str:
        """A new code for this account; its older ones are void. Raises NotLinked."""
        _alone(asker)
        self._forget(asker.account)
        code = "".join(self._chance(_SIGNS) for _ in range(_LENGTH))
        self._requests[code] = _Request(code=code, asker=asker, expires_at=self._clock() + GOOD_FOR)
        return f"{code[:4]}-{code[4:]}"

    async def claim(self, asker: Asker, typed: str) -> Asker:
        """The other account types the code: who asked for it, and is now asked to confirm. Raises NotLinked."""
        now, code = self._clock(), typed.replace("-", "").upper()
        wrong = self._wrong[asker.account]
        while wrong and now - wrong[0] > _WITHIN:
            wrong.popleft()
        if len(wrong) >= _TRIES:
            await self._refuse(asker, "too many tries", "Too many wrong codes from this account. Try again in an hour.")
        request = self._requests.pop(code, None)  # one try is all that it is good for
        why = _trouble(asker, request, now, self._contacts)
        if request is None or why:
            wrong.append(now)
            place = " A code is typed in a direct talk with me only." if not asker.is_direct else ""
            await self._refuse(asker, why, f"That code is not valid; nothing was linked.{place}")
        assert request is not None
        request.claimed_by, request.expires_at = asker, now + GOOD_FOR
        self._claimed[request.asker.account] = request
        text = (
            f"`{asker.account}` ({asker.name}) has typed your code. If that is you: from now on both accounts are one "
            "person, and each reads what is private to the other. Is it you? (`me link yes`, `me link no`)"
        )
        choices = tuple(Choice(label=word, value=f"{COMMAND_BUTTON}me link {word}") for word in ("yes", "no"))
        await self._tell(request.asker, text, choices, f"{code}/claimed")
        return request.asker

    async def confirm(self, asker: Asker, *, is_me: bool) -> str:
        """The first account's word; the account that is now one with it. Raises NotLinked, StorageFault."""
        request = self._claimed.pop(asker.account, None)
        if request is None or request.claimed_by is None or request.expires_at < self._clock():
            raise NotLinked("There is nothing to confirm here (any more). `me link` begins anew.")
        _alone(asker)
        other, code = request.claimed_by, request.code
        if not is_me:
            await self._refuse(other, "not confirmed", "", raises=False)
            await self._tell(
                other, f"`{asker.account}` says that you are somebody else: nothing was linked.", (), f"{code}/no"
            )
            raise NotLinked("Nothing was linked.")
        members = [one.account for one in (asker, other) if one.role >= Role.MEMBER]
        link = self._contacts.link
        await asyncio.to_thread(link, asker.account, other.account, self._clock(), members=members)
        text = f"This account and `{asker.account}` are one person now. `me unlink` undoes it."
        await self._tell(other, text, (), f"{code}/yes")
        return other.account

    async def _refuse(self, asker: Asker, why: str, text: str, *, raises: bool = True) -> None:
        await asyncio.to_thread(self._contacts.refuse, asker.account, why, self._clock())
        if raises:
            raise NotLinked(text)

    def _forget(self, account: str) -> None:
        self._claimed.pop(account, None)
        now = self._clock()
        for code, request in list(self._requests.items()):
            if request.asker.account == account or request.expires_at < now:
                del self._requests[code]


def _alone(asker: Asker) -> None:
    if not asker.is_direct:
        raise NotLinked("Others read along here. Ask me in a direct talk.")


def _trouble(asker: Asker, request: _Request | None, now: datetime, contacts: Contacts) -> str:
    """What is wrong with the try; empty where nothing is."""
    if not asker.is_direct:
        return "typed in a room"
    if request is None:
        return "unknown code"
    if request.expires_at < now:
        return "too late"
    return "own code" if asker.account in contacts.addresses(request.asker.account) else ""
