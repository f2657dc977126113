"""`me …`: what is known of the asker, theirs to see, correct, share, forget; their accounts, name and quiet hours."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

from bots.commands import erase
from bots.commands.command import FLEET_WIDE, Answer, Command
from bots.commands.desk import Desk
from bots.commands.signature import Usage
from bots.people import quiet
from bots.people.knowledge import Own, Wish, exported, forgotten, known_of
from bots.people.linking import NotLinked
from bots.people.role import Asker, Role
from memory.archive.contacts import CARD, NAME, OFF, QUIET, ZONE, Shared
from memory.erasure.finding import Asked
from memory.vocabulary.address import Audience
from memory.vocabulary.errors import AddressError, NotAllowed
from memory.vocabulary.event import Json

_MOST_SHOWN = 40
_LONGEST_NAME = 60
EVERYTHING = "everything"
_DIRECT = "Others read along here. Ask me in a direct talk."


async def show(desk: Desk, asker: Asker) -> Answer:
    """Show what is known of you: in a room only what the room may read."""
    found = await known_of(desk, asker.person, _audience(asker))
    name = desk.contacts.shown_name(asker.person)
    lines = [f"**{name or asker.person}**", *(_settings(desk, asker) if _is_alone(asker) else ())]
    facts = [f"- {one.text} (`{one.fact.id}`)" for one in found[:_MOST_SHOWN]]
    lines += ["", "I know of you, as far as it may be read here:", *facts] if facts else ["I know nothing of you yet."]
    if len(found) > _MOST_SHOWN:
        lines.append(f"… and {len(found) - _MOST_SHOWN} more: `me export` has all.")
    data: dict[str, Json] = {"person": asker.person, "name": name, "facts": [one.data() for one in found]}
    return Answer(text="\n".join(lines), data=data)


async def link(desk: Desk, asker: Asker, code: str = "") -> Answer:
    """Link your accounts: get a code on one, type it on another, confirm on both.

    code: the code, on the other account; then yes or no on each
    """
    try:
        if not code:
            given = desk.linking.ask(asker)
            text = (
                f"Your code is `{given}`. Within ten minutes, write `/anima me link {given}` to me from your other "
                "account, in a direct talk. I then ask both accounts once more. Give the code to nobody: who types it "
                "could read what is private to you."
            )
            return Answer(text=text, data={"code": given})
        if code.casefold() in ("yes", "no"):
            other = await desk.linking.confirm(asker, is_me=code.casefold() == "yes")
            if not other:
                return Answer(text="Noted. The accounts are one when the other one has said yes, too.")
            return Answer(text=f"`{other}` and this account are one person now. `me unlink` undoes it.")
        first = await desk.linking.claim(asker, code)
    except NotLinked as no:
        return Answer(text=str(no), data={"error": str(no)}, ok=False)
    return Answer(
        text=f"This code was asked for by `{first.account}` ({first.name}), which is asked to confirm as you "
        "are here. Is that not you? Then say no, and tell an owner."
    )


async def unlink(desk: Desk, asker: Asker, address: str = "") -> Answer:
    """Unlink this account, or another one of yours.

    address: of the other account, such as telegram:5678
    """
    which = address or asker.account or asker.person
    if which not in desk.contacts.addresses(asker.person):
        return _no(f"{which} is no account of yours.")
    before = desk.contacts.known_as(asker.person)
    if not await asyncio.to_thread(desk.contacts.unlink, which, desk.clock()):
        return _no("This account is linked to no other.")
    return Answer(text=f"`{which}` stands alone again. What was learned while it was linked stays with `{before}`.")


async def quiet_hours(desk: Desk, asker: Asker, hours: str = "", zone: str = "") -> Answer:
    """Set your quiet hours: calls that are not urgent wait for their end.

    hours: such as 22:00-08:00, or off
    zone: such as Europe/Berlin
    """
    if not hours:
        return Answer(text=_quiet(desk, asker) or "You have set no quiet hours.")
    is_off = hours.casefold() == "off"
    if zone and zone not in available_timezones():
        raise Usage(f"{zone!r} is no zone such as Europe/Berlin")
    if not is_off and quiet.parse(hours, ZoneInfo("UTC")) is None:
        raise Usage(f"{hours!r} is neither off nor hours such as 22:00-08:00")
    await _settle(desk, asker, QUIET, "" if is_off else hours)
    if zone:
        await _settle(desk, asker, ZONE, zone)
    return Answer(text=_quiet(desk, asker) or "You have no quiet hours now.")


async def name(desk: Desk, asker: Asker, *name: str) -> Answer:
    """Set what you want to be called.

    name: (required) the name
    """
    wanted = " ".join(name)[:_LONGEST_NAME]
    await _settle(desk, asker, NAME, wanted)
    return Answer(text=f"I call you {wanted}.", data={"name": wanted})


async def card(desk: Desk, asker: Asker, switch: Literal["show", "on", "off"] = "show") -> Answer:
    """Switch the weekly card about what was learned of you on or off.

    switch: show, on or off
    """
    if switch != "show":
        await _settle(desk, asker, CARD, OFF if switch == OFF else "")
    is_on = desk.contacts.settled(asker.person, CARD) != OFF
    text = "Once a week I tell you what I learned about you." if is_on else "You get no weekly card."
    return Answer(text=text, data={"on": is_on})


async def correct(desk: Desk, asker: Asker, memory: str, *text: str) -> Answer:
    """Correct something that is known of you.

    memory: a fact (fact:…), as `me` shows
    text: (required) what is so instead, in a sentence that stands alone
    """
    one = await _own(desk, asker, memory)
    if one is None:
        return _unknown(memory)
    facts = (await desk.memory(one.anima)).facts
    called = desk.contacts.shown_name(asker.person)
    kept = await facts.add(" ".join(text), asker.person, Audience.parse(one.fact.audience), called)
    await _forgotten(desk, asker, one, "corrected by the person")
    return Answer(text=f"Instead of “{one.text}” I know now: {kept.text} (`{kept.id}`)", data={"id": kept.id})


async def forget(desk: Desk, asker: Asker, memory: str = "", sure: str = "") -> Answer:
    """Have one thing forgotten that is known of you, or everything erased that the fleet keeps of you.

    memory: a fact (fact:…), as `me` shows, of which the log keeps what was said; or everything
    sure: yes, after you have seen what goes; nothing brings it back
    """
    if memory.casefold() in ("", EVERYTHING):
        if not _is_alone(asker):
            return _no(_DIRECT)
        asked = Asked(addresses=desk.contacts.addresses(asker.person), by=asker.person)
        return await erase.answered(
            desk, asker, asked, is_sure=sure.casefold() == "yes", again="me forget everything yes"
        )
    one = await _own(desk, asker, memory)
    if one is None:
        return _unknown(memory)
    await _forgotten(desk, asker, one, "asked by the person")
    return Answer(text=f"Forgotten: {one.text}", data={"id": memory})


async def share(desk: Desk, asker: Asker, memory: str, *with_: str) -> Answer:
    """Share something that you have told with more people. `me unshare` takes it back.

    memory: a fact (fact:…), as `me` shows
    with_: (required) here, everyone, or an address such as slack:T01/C01 (a room) or person:telegram:5678
    """
    to = _readers(asker, [word for word in with_ if word.casefold() != "with"])
    one = await _own(desk, asker, memory)
    if one is None:
        return _unknown(memory)
    try:
        copy = await (await desk.memory(one.anima)).facts.share(memory, _audience(asker), asker.person, to)
    except NotAllowed as no:
        return _no(str(no))
    await asyncio.to_thread(
        desk.contacts.share,
        Shared(anima=one.anima, fact=memory, copy=copy.id, audience=str(to), person=asker.person, at=desk.clock()),
    )
    return Answer(
        text=f"{to} may read now: {copy.text}\n`me unshare {copy.id}` takes it back.",
        data={"id": copy.id, "to": str(to)},
    )


async def unshare(desk: Desk, asker: Asker, memory: str) -> Answer:
    """Take back what you have shared.

    memory: the shared fact (fact:…), as `me share` named it
    """
    for one in desk.contacts.shared_by(asker.person):
        if memory in (one.copy, one.fact):
            await _take_back(desk, one, asker.person, "taken back by the person")
            return Answer(text=f"{one.audience} may not read it any more. What was said with it stays said.")
    return _no(f"You share no {memory}.")


async def export(desk: Desk, asker: Asker) -> Answer:
    """Get everything that is known of you as a file (JSON and Markdown)."""
    if not _is_alone(asker):
        return _no(_DIRECT)
    found = await known_of(desk, asker.person, _audience(asker))
    whole, text, files = exported(desk, asker.person, found)
    return Answer(text=text if not asker.place else "Here is what I know of you.", data=whole, files=files)


# ------------------------------------------------------------------------------------------------ the asker's own


def _audience(asker: Asker) -> Audience:
    return Audience.parse(asker.audience)


def _is_alone(asker: Asker) -> bool:
    return asker.is_direct or not asker.place


async def _settle(desk: Desk, asker: Asker, what: str, value: str) -> None:
    await asyncio.to_thread(desk.contacts.settle, asker.person, what, value, desk.clock())


def _settings(desk: Desk, asker: Asker) -> Sequence[str]:
    accounts = ", ".join(f"`{one}`" for one in desk.contacts.addresses(asker.person))
    shares = [f"- shared with {one.audience}: `{one.copy}`" for one in desk.contacts.shared_by(asker.person)]
    return [f"Accounts: {accounts}", *filter(None, [_quiet(desk, asker)]), *shares]


def _quiet(desk: Desk, asker: Asker) -> str:
    hours = desk.contacts.settled(asker.person, QUIET)
    zone = desk.contacts.settled(asker.person, ZONE)
    return f"Quiet hours: {hours} ({zone or 'the house’s zone'})" if hours else ""


async def _own(desk: Desk, asker: Asker, memory: str) -> Own | None:
    found = await known_of(desk, asker.person, _audience(asker))
    return next((one for one in found if one.fact.id == memory), None)


async def _forgotten(desk: Desk, asker: Asker, one: Own, because: str) -> None:
    wish = Wish(person=asker.person, audience=_audience(asker), because=because, at=desk.clock())
    await forgotten(desk.contacts, one.anima, await desk.memory(one.anima), one.fact.id, wish)


async def _take_back(desk: Desk, shared: Shared, person: str, because: str) -> None:
    with suppress(NotAllowed):  # taken back by other ways already
        facts = (await desk.memory(shared.anima)).facts
        await facts.forget(shared.copy, Audience.parse(shared.audience), person, because, with_words=False)
    await asyncio.to_thread(desk.contacts.unshare, shared, desk.clock())


def _readers(asker: Asker, words: Sequence[str]) -> Audience:
    """Raises Usage."""
    to = " ".join(words).casefold() if len(words) == 1 else ""
    if to in ("everyone", "everybody", "org"):
        return Audience("org")
    if to == "here" and asker.place:
        return _audience(asker)
    text = words[0] if len(words) == 1 else ""
    try:
        return Audience.parse(text if text.startswith(("person:", "group:", "open:")) else f"group:{text}")
    except AddressError:
        raise Usage(f"{' '.join(words)!r} is neither here, everyone nor an address such as slack:T01/C01") from None


def _is_of_everything(words: Sequence[str]) -> bool:
    """Whether `me forget` is to erase all that the fleet keeps of them."""
    return EVERYTHING in map(str.casefold, words) or not any(word.startswith("fact:") for word in words)


def _no(text: str) -> Answer:
    return Answer(text=text, data={"error": text}, ok=False)


def _unknown(memory: str) -> Answer:
    return _no(f"{memory}: I know no such thing of you, or it may not be read here. `me` shows what there is.")


COMMANDS: tuple[Command, ...] = (
    Command(path=("me",), run=show, role=Role.MEMBER),
    Command(path=("me", "link"), run=link, role=Role.GUEST, recorded=True),
    Command(path=("me", "unlink"), run=unlink, role=Role.GUEST, recorded=True),
    Command(path=("me", "name"), run=name, role=Role.MEMBER),
    Command(path=("me", "quiet"), run=quiet_hours, role=Role.MEMBER),
    Command(path=("me", "card"), run=card, role=Role.MEMBER),
    Command(path=("me", "correct"), run=correct, role=Role.MEMBER, recorded=True),
    Command(path=("me", "share"), run=share, role=Role.MEMBER, recorded=True),
    Command(path=("me", "unshare"), run=unshare, role=Role.MEMBER, recorded=True),
    Command(path=("me", "forget"), run=forget, role=Role.GUEST, limit=replace(FLEET_WIDE, holds_for=_is_of_everything)),
    Command(path=("me", "export"), run=export, role=Role.MEMBER, limit=FLEET_WIDE),
)
