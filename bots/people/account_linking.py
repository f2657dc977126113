"""One person over several accounts: a code that one account asks for, another types, and both confirm, each shown the
other's address and platform. A link joins what is known of a person; role and approval stay with each account.

A code is good for ten minutes, for one try and from a direct talk only. Codes live in memory: a restart makes them
void, the links themselves lie in the contacts. What fails is refused in the same words, whatever was wrong, and
counted.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bots.message import COMMAND_BUTTON, Choice
from bots.people.trust_policy import Asker
from memory.archive.contacts import Contacts
from memory.vocabulary.address import Person
from memory.vocabulary.ports import Clock

GOOD_FOR = timedelta(minutes=10)
#: So many wrong codes an hour, then none is looked at.
_TRIES, _WITHIN = 5, timedelta(hours=1)
#: Without signs that are taken for others.
_SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 8

#: Says something to who asks, in the place where they asked; the last is its name, under which it is said once.
TellPerson = Callable[[Asker, str, tuple[Choice, ...], str], Awaitable[None]]
#: A sign of the string, by chance that nobody can foresee.
RandomChoice = Callable[[str], str]


def new_code(chance: RandomChoice) -> str:
    return "".join(chance(_SIGNS) for _ in range(_LENGTH))


def shown_code(code: str) -> str:
    """As it is read and typed."""
    return f"{code[:4]}-{code[4:]}"


def typed_code(text: str) -> str:
    """The code as somebody may have typed it, in any case, with or without its dash."""
    return text.strip().replace("-", "").upper()


class NotLinked(Exception):
    """The message is for the person who tried."""


@dataclass(slots=True, kw_only=True)
class _LinkRequest:
    code: str
    asker: Asker
    expires_at: datetime
    claimed_by: Asker | None = None
    confirmed: set[str] = field(default_factory=set)  # accounts

    def other(self, asker: Asker) -> Asker | None:
        """The other side, where this account is one of both."""
        if self.claimed_by is None:
            return None
        return {self.asker.account: self.claimed_by, self.claimed_by.account: self.asker}.get(asker.account)


class AccountLinking:
    """Codes under way, and what they lead to."""

    def __init__(self, contacts: Contacts, clock: Clock, chance: RandomChoice, tell: TellPerson) -> None:
        self._contacts, self._clock, self._chance, self._tell = contacts, clock, chance, tell
        self._requests: dict[str, _LinkRequest] = {}  # code ->
        self._claimed: dict[str, _LinkRequest] = {}  # account -> what it is to confirm
        self._wrong: dict[str, deque[datetime]] = defaultdict(deque)

    def ask(self, asker: Asker) -> str:
        """A new code for this account; its older ones are void. Raises NotLinked."""
        _is_alone_place(asker)
        self._forget(asker.account)
        code = new_code(self._chance)
        self._requests[code] = _LinkRequest(code=code, asker=asker, expires_at=self._clock() + GOOD_FOR)
        return shown_code(code)

    async def claim(self, asker: Asker, typed: str) -> Asker:
        """The other account types the code: who asked for it. Both are now asked to confirm. Raises NotLinked."""
        now, code = self._clock(), typed_code(typed)
        wrong = self._wrong[asker.account]
        while wrong and now - wrong[0] > _WITHIN:
            wrong.popleft()
        if len(wrong) >= _TRIES:
            await self._refuse(asker, "too many tries", "Too many wrong codes from this account. Try again in an hour.")
        request = self._requests.pop(code, None)  # one try is all that it is good for
        why = _link_trouble(asker, request, now, self._contacts)
        if request is None or why:
            wrong.append(now)
            place = " A code is typed in a direct talk with me only." if not asker.is_direct else ""
            await self._refuse(asker, why, f"That code is not valid; nothing was linked.{place}")
        assert request is not None
        for item in (request.asker, asker):
            self._drop(item.account)
        request.claimed_by, request.expires_at = asker, now + GOOD_FOR
        for item, other in ((request.asker, asker), (asker, request.asker)):
            self._claimed[item.account] = request
            await self._put(item, other, code)
        return request.asker

    async def confirm(self, asker: Asker, *, is_me: bool) -> str:
        """One side's word: the account that is now one with it, or empty while the other side has not spoken. Raises
        NotLinked, StorageFault."""
        request = self._claimed.get(asker.account)
        other = request.other(asker) if request else None
        if request is None or other is None or request.expires_at < self._clock():
            self._drop(asker.account)
            raise NotLinked("There is nothing to confirm here (any more). `me link` begins anew.")
        _is_alone_place(asker)
        if not is_me:
            self._drop(asker.account)
            await self._refuse(other, "not confirmed", "", raises=False)
            text = f"{_shown_account(asker)} says that you are somebody else: nothing was linked."
            await self._tell(other, text, (), f"{request.code}/no")
            raise NotLinked("Nothing was linked.")
        request.confirmed.add(asker.account)
        if other.account not in request.confirmed:
            return ""
        self._drop(asker.account)
        first, second = request.asker.account, (request.claimed_by or asker).account
        await asyncio.to_thread(self._contacts.link, first, second, self._clock())
        text = f"This account and {_shown_account(asker)} are one person now. `me unlink` undoes it."
        await self._tell(other, text, (), f"{request.code}/yes")
        return other.account

    async def _put(self, asker: Asker, other: Asker, code: str) -> None:
        """The question to one side, which names the other."""
        text = (
            f"{_shown_account(other)} and this account are to be linked. If that is you on both: they become one "
            "person to me, and each reads what is private to the other; what each may do stays as it is. "
            "I ask both sides. Is it you? (`me link yes`, `me link no`)"
        )
        choices = tuple(Choice(label=word, value=f"{COMMAND_BUTTON}me link {word}") for word in ("yes", "no"))
        await self._tell(asker, text, choices, f"{code}/{asker.account}")

    def _drop(self, account: str) -> None:
        """What this account was to confirm is void, for the other side too."""
        if (request := self._claimed.pop(account, None)) is not None:
            for side, known in list(self._claimed.items()):
                if known is request:
                    del self._claimed[side]

    async def _refuse(self, asker: Asker, why: str, text: str, *, raises: bool = True) -> None:
        await asyncio.to_thread(self._contacts.refuse, asker.account, why, self._clock())
        if raises:
            raise NotLinked(text)

    def _forget(self, account: str) -> None:
        self._drop(account)
        now = self._clock()
        for code, request in list(self._requests.items()):
            if request.asker.account == account or request.expires_at < now:
                del self._requests[code]


def _shown_account(asker: Asker) -> str:
    """Address, platform and name, as the platform tells them."""
    name = "".join(sign for sign in asker.name if sign not in "`*_[]<>")
    return f"`{asker.account}` ({name}, on {Person.parse(asker.account).platform})"


def _is_alone_place(asker: Asker) -> None:
    if not asker.is_direct:
        raise NotLinked("Others read along here. Ask me in a direct talk.")


def _link_trouble(asker: Asker, request: _LinkRequest | None, now: datetime, contacts: Contacts) -> str:
    """What is wrong with the try; empty where nothing is."""
    if not asker.is_direct:
        return "typed in a room"
    if request is None:
        return "unknown code"
    if request.expires_at < now:
        return "too late"
    return "own code" if asker.account in contacts.addresses(request.asker.account) else ""
