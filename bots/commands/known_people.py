"""`people …`, `me …`, `notify`: whom the house knows, what is known of the asker and is theirs to change, calls by
hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

from bots.commands import erasures
from bots.commands.admin_api import AdminApi
from bots.commands.command import FLEET_WIDE, Command, CommandAnswer, CommandUsageError, anima_called
from bots.errors import NotCalled
from bots.people import roster
from bots.people.account_linking import NotLinked
from bots.people.help_lines import HelpCountry, directory_address
from bots.people.person_facts import ForgetRequest, PersonFact, export_person, facts_of_person, forget_fact
from bots.people.trust_policy import Asker, Role
from memory.archive.contacts import (
    SETTING_CARD,
    SETTING_NAME,
    SETTING_OFF,
    SETTING_QUIET,
    SETTING_ZONE,
    Contacts,
    SharedMemory,
)
from memory.archive.requests import CALL_ANSWERED, PersonCall
from memory.erasure.findings import ErasureRequest
from memory.vocabulary.address import Audience, audience_covers
from memory.vocabulary.errors import AddressError, NotAllowed
from memory.vocabulary.event import Json

_MOST_PEOPLE_SHOWN = 50
_OVERHEARD = CommandAnswer(text="Who has which accounts is nobody else's business. Ask me in a direct talk.", ok=False)


async def list_people(admin: AdminApi, asker: Asker) -> CommandAnswer:
    """List the people whom the fleet has heard from, with their linked accounts."""
    if _is_overheard(asker):
        return _OVERHEARD
    parties = sorted(
        admin.contacts.parties()
    )  # in an order that does not tell who spoke before whom, wherever that was
    lines = [f"- {_person_line(admin.contacts, party)}" for party in parties[:_MOST_PEOPLE_SHOWN]]
    more = [f"… and {len(parties) - _MOST_PEOPLE_SHOWN} more"] if len(parties) > _MOST_PEOPLE_SHOWN else []
    data: list[Json] = [_person_data(admin.contacts, party) for party in parties]
    return CommandAnswer(text="\n".join([*lines, *more]) or "Nobody has spoken yet.", data={"people": data})


async def show_person(admin: AdminApi, asker: Asker, address: str) -> CommandAnswer:
    """Show one person's accounts, quiet hours and refused tries to be linked.

    address: of one of their accounts, such as slack:T01/U01
    """
    if _is_overheard(asker):
        return _OVERHEARD
    if not admin.contacts.is_known(address):
        return _unknown_person(address)
    data = _person_data(admin.contacts, admin.contacts.addresses(address))
    lines = [f"**{data['name'] or address}**", f"Accounts: {', '.join(admin.contacts.addresses(address))}"]
    lines += [f"Quiet hours: {data['quiet']}"] if data["quiet"] else []
    lines += [f"Refused tries to be linked: {data['refused']}"] if data["refused"] else []
    return CommandAnswer(text="\n".join(lines), data=data)


async def unlink_person(admin: AdminApi, asker: Asker, address: str) -> CommandAnswer:
    """Part an account from the others of its person.

    address: of the account, such as telegram:5678
    """
    if not admin.contacts.is_known(address):
        return _unknown_person(address)
    done = await asyncio.to_thread(admin.contacts.unlink, address, admin.clock())
    return CommandAnswer(text=f"{address} stands alone {'again' if done else 'already'}.", ok=done)


def _is_overheard(asker: Asker) -> bool:
    return bool(asker.place) and not asker.is_direct


def _person_line(contacts: Contacts, party: tuple[str, ...]) -> str:
    accounts = ", ".join(f"`{item}`" for item in party)
    linked = " · linked" if len(party) > 1 else ""
    return f"{contacts.shown_name(party[0]) or '?'}: {accounts}{linked}"


def _person_data(contacts: Contacts, party: tuple[str, ...]) -> dict[str, Json]:
    return {
        "person": party[0],
        "name": contacts.shown_name(party[0]),
        "accounts": list(party),
        "quiet": contacts.settled(party[0], SETTING_QUIET),
        "refused": contacts.refused(party[0]),
    }


def _unknown_person(address: str) -> CommandAnswer:
    return CommandAnswer(
        text=f"{address}: nobody with this address has spoken yet.", data={"error": "not found"}, ok=False
    )


async def show_help_lines(admin: AdminApi, asker: Asker, country: str = "") -> CommandAnswer:
    """Show where somebody in distress finds help, by country, with the source of each line.

    country: its code, such as DE; an owner adds or replaces one under care.help_lines in config.json
    """
    known = admin.help_lines.countries
    chosen = [known[code] for code in known if not country or code == country.upper()]
    if not chosen:
        text = f"{country}: no such country in the table. {directory_address()} knows the lines of every country."
        return CommandAnswer(text=text, data={"error": "not found"}, ok=False)
    lines = [line for each in chosen for line in _help_lines(each)]
    data: list[Json] = [asdict(each) for each in chosen]
    return CommandAnswer(text="\n".join([*lines, f"In every country: {directory_address()}"]), data={"countries": data})


def _help_lines(country: HelpCountry) -> list[str]:
    sources = [f"  - {line.service} {line.number}: {line.source} ({line.date})" for line in country.lines]
    return [f"- {country.code} {country}", *sources]


HELP_LINES = Command(path=("people", "help-lines"), run=show_help_lines, role=Role.MEMBER)
PEOPLE_LIST = Command(path=("people", "list"), run=list_people, role=Role.ADMIN, recorded=False)
PEOPLE_SHOW = Command(path=("people", "show"), run=show_person, role=Role.ADMIN, recorded=False)
PEOPLE_UNLINK = Command(path=("people", "unlink"), run=unlink_person, role=Role.ADMIN)


# --- me -------------------------------------------------------------------------------------------------------------
# `me …`: what is known of the asker, theirs to see, correct, share, forget; their accounts, name and quiet hours.


_MOST_FACTS_SHOWN = 40
_LONGEST_NAME = 60
FORGET_EVERYTHING = "everything"
_DIRECT_ONLY = "Others read along here. Ask me in a direct talk."


async def show_me(admin: AdminApi, asker: Asker) -> CommandAnswer:
    """Show what is known of you: in a room only what the room may read."""
    found = await facts_of_person(admin, asker.person, _audience(asker))
    name = admin.contacts.shown_name(asker.person)
    lines = [f"**{name or asker.person}**", *(_settings_lines(admin, asker) if _is_alone(asker) else ())]
    facts = [f"- {item.text} (`{item.fact.id}`)" for item in found[:_MOST_FACTS_SHOWN]]
    lines += ["", "I know of you, as far as it may be read here:", *facts] if facts else ["I know nothing of you yet."]
    if len(found) > _MOST_FACTS_SHOWN:
        lines.append(f"… and {len(found) - _MOST_FACTS_SHOWN} more: `me export` has all.")
    data: dict[str, Json] = {"person": asker.person, "name": name, "facts": [item.data() for item in found]}
    return CommandAnswer(text="\n".join(lines), data=data)


async def link_account(admin: AdminApi, asker: Asker, code: str = "") -> CommandAnswer:
    """Link your accounts: get a code on one, type it on another, confirm on both.

    code: the code, on the other account; then yes or no on each
    """
    try:
        if not code:
            given = admin.linking.ask(asker)
            text = (
                f"Your code is `{given}`. Within ten minutes, write `/anima me link {given}` to me from your other "
                "account, in a direct talk. I then ask both accounts once more. Give the code to nobody: who types it "
                "could read what is private to you."
            )
            return CommandAnswer(text=text, data={"code": given})
        if code.casefold() in ("yes", "no"):
            other = await admin.linking.confirm(asker, is_me=code.casefold() == "yes")
            if not other:
                return CommandAnswer(text="Noted. The accounts are one when the other one has said yes, too.")
            return CommandAnswer(text=f"`{other}` and this account are one person now. `me unlink` undoes it.")
        first = await admin.linking.claim(asker, code)
    except NotLinked as no:
        return CommandAnswer(text=str(no), data={"error": str(no)}, ok=False)
    return CommandAnswer(
        text=f"This code was asked for by `{first.account}` ({first.name}), which is asked to confirm as you "
        "are here. Is that not you? Then say no, and tell an owner."
    )


async def unlink_account(admin: AdminApi, asker: Asker, address: str = "") -> CommandAnswer:
    """Unlink this account, or another one of yours.

    address: of the other account, such as telegram:5678
    """
    which = address or asker.account or asker.person
    if which not in admin.contacts.addresses(asker.person):
        return _refused_answer(f"{which} is no account of yours.")
    before = admin.contacts.known_as(asker.person)
    if not await asyncio.to_thread(admin.contacts.unlink, which, admin.clock()):
        return _refused_answer("This account is linked to no other.")
    return CommandAnswer(
        text=f"`{which}` stands alone again. What was learned while it was linked stays with `{before}`."
    )


async def set_quiet_hours(admin: AdminApi, asker: Asker, hours: str = "", zone: str = "") -> CommandAnswer:
    """Set your quiet hours: calls that are not urgent wait for their end.

    hours: such as 22:00-08:00, or off
    zone: such as Europe/Berlin
    """
    if not hours:
        return CommandAnswer(text=_quiet_hours_of(admin, asker) or "You have set no quiet hours.")
    is_off = hours.casefold() == "off"
    if zone and zone not in available_timezones():
        raise CommandUsageError(f"{zone!r} is no zone such as Europe/Berlin")
    if not is_off and roster.parse_quiet_hours(hours, ZoneInfo("UTC")) is None:
        raise CommandUsageError(f"{hours!r} is neither off nor hours such as 22:00-08:00")
    await _settle(admin, asker, SETTING_QUIET, "" if is_off else hours)
    if zone:
        await _settle(admin, asker, SETTING_ZONE, zone)
    return CommandAnswer(text=_quiet_hours_of(admin, asker) or "You have no quiet hours now.")


async def set_name(admin: AdminApi, asker: Asker, *name: str) -> CommandAnswer:
    """Set what you want to be called.

    name: (required) the name
    """
    wanted = " ".join(name)[:_LONGEST_NAME]
    await _settle(admin, asker, SETTING_NAME, wanted)
    return CommandAnswer(text=f"I call you {wanted}.", data={"name": wanted})


async def set_card(admin: AdminApi, asker: Asker, switch: Literal["show", "on", "off"] = "show") -> CommandAnswer:
    """Switch the weekly card about what was learned of you on or off.

    switch: show, on or off
    """
    if switch != "show":
        await _settle(admin, asker, SETTING_CARD, SETTING_OFF if switch == SETTING_OFF else "")
    is_on = admin.contacts.settled(asker.person, SETTING_CARD) != SETTING_OFF
    text = "Once a week I tell you what I learned about you." if is_on else "You get no weekly card."
    return CommandAnswer(text=text, data={"on": is_on})


async def correct_fact(admin: AdminApi, asker: Asker, memory: str, *text: str) -> CommandAnswer:
    """Correct something that is known of you.

    memory: a fact (fact:…), as `me` shows
    text: (required) what is so instead, in a sentence that stands alone
    """
    item = await _own_facts(admin, asker, memory)
    if item is None:
        return _unknown_fact(memory)
    facts = (await admin.memory(item.anima)).facts
    called = admin.contacts.shown_name(asker.person)
    kept = await facts.add(" ".join(text), asker.person, Audience.parse(item.fact.audience), called)
    await _forgotten(admin, asker, item, "corrected by the person")
    return CommandAnswer(text=f"Instead of “{item.text}” I know now: {kept.text} (`{kept.id}`)", data={"id": kept.id})


async def forget_mine(admin: AdminApi, asker: Asker, memory: str = "", sure: str = "") -> CommandAnswer:
    """Have one thing forgotten that is known of you, or everything erased that the fleet keeps of you.

    memory: a fact (fact:…), as `me` shows, of which the log keeps what was said; or everything
    sure: yes, after you have seen what goes; nothing brings it back
    """
    if memory.casefold() in ("", FORGET_EVERYTHING):
        if not _is_alone(asker):
            return _refused_answer(_DIRECT_ONLY)
        asked = ErasureRequest(addresses=admin.contacts.addresses(asker.person), by=asker.person)
        return await erasures.erasure_answer(
            admin, asker, asked, is_sure=sure.casefold() == "yes", again="me forget everything yes"
        )
    item = await _own_facts(admin, asker, memory)
    if item is None:
        return _unknown_fact(memory)
    await _forgotten(admin, asker, item, "asked by the person")
    return CommandAnswer(text=f"Forgotten: {item.text}", data={"id": memory})


async def share_fact(admin: AdminApi, asker: Asker, memory: str, *with_: str) -> CommandAnswer:
    """Share something that you have told with more people. `me unshare` takes it back.

    memory: a fact (fact:…), as `me` shows
    with_: (required) here, everyone, or an address such as slack:T01/C01 (a room) or person:telegram:5678
    """
    to = _readers(asker, [word for word in with_ if word.casefold() != "with"])
    item = await _own_facts(admin, asker, memory)
    if item is None:
        return _unknown_fact(memory)
    try:
        copy = await (await admin.memory(item.anima)).facts.share(memory, _audience(asker), asker.person, to)
    except NotAllowed as no:
        return _refused_answer(str(no))
    await asyncio.to_thread(
        admin.contacts.share,
        SharedMemory(
            anima=item.anima, fact=memory, copy=copy.id, audience=str(to), person=asker.person, at=admin.clock()
        ),
    )
    return CommandAnswer(
        text=f"{to} may read now: {copy.text}\n`me unshare {copy.id}` takes it back.",
        data={"id": copy.id, "to": str(to)},
    )


async def unshare_fact(admin: AdminApi, asker: Asker, memory: str) -> CommandAnswer:
    """Take back what you have shared.

    memory: the shared fact (fact:…), as `me share` named it
    """
    for item in admin.contacts.shared_by(asker.person):
        if memory in (item.copy, item.fact):
            await _take_back(admin, item, asker.person, "taken back by the person")
            return CommandAnswer(text=f"{item.audience} may not read it any more. What was said with it stays said.")
    return _refused_answer(f"You share no {memory}.")


async def export_me(admin: AdminApi, asker: Asker) -> CommandAnswer:
    """Get everything that is known of you as a file (JSON and Markdown)."""
    if not _is_alone(asker):
        return _refused_answer(_DIRECT_ONLY)
    found = await facts_of_person(admin, asker.person, _audience(asker))
    whole, text, files = export_person(admin, asker.person, found)
    return CommandAnswer(text=text if not asker.place else "Here is what I know of you.", data=whole, files=files)


# ------------------------------------------------------------------------------------------------ the asker's own


def _audience(asker: Asker) -> Audience:
    return Audience.parse(asker.audience)


def _is_alone(asker: Asker) -> bool:
    return asker.is_direct or not asker.place


async def _settle(admin: AdminApi, asker: Asker, what: str, value: str) -> None:
    await asyncio.to_thread(admin.contacts.settle, asker.person, what, value, admin.clock())


def _settings_lines(admin: AdminApi, asker: Asker) -> Sequence[str]:
    accounts = ", ".join(f"`{item}`" for item in admin.contacts.addresses(asker.person))
    shares = [f"- shared with {item.audience}: `{item.copy}`" for item in admin.contacts.shared_by(asker.person)]
    return [f"Accounts: {accounts}", *filter(None, [_quiet_hours_of(admin, asker)]), *shares]


def _quiet_hours_of(admin: AdminApi, asker: Asker) -> str:
    hours = admin.contacts.settled(asker.person, SETTING_QUIET)
    zone = admin.contacts.settled(asker.person, SETTING_ZONE)
    return f"Quiet hours: {hours} ({zone or 'the house’s zone'})" if hours else ""


async def _own_facts(admin: AdminApi, asker: Asker, memory: str) -> PersonFact | None:
    found = await facts_of_person(admin, asker.person, _audience(asker))
    return next((item for item in found if item.fact.id == memory), None)


async def _forgotten(admin: AdminApi, asker: Asker, person_fact: PersonFact, because: str) -> None:
    wish = ForgetRequest(person=asker.person, audience=_audience(asker), because=because, at=admin.clock())
    await forget_fact(
        admin.contacts, person_fact.anima, await admin.memory(person_fact.anima), person_fact.fact.id, wish
    )


async def _take_back(admin: AdminApi, shared: SharedMemory, person: str, because: str) -> None:
    with suppress(NotAllowed):  # taken back by other ways already
        facts = (await admin.memory(shared.anima)).facts
        await facts.forget(shared.copy, Audience.parse(shared.audience), person, because, with_words=False)
    await asyncio.to_thread(admin.contacts.unshare, shared, admin.clock())


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
        raise CommandUsageError(
            f"{' '.join(words)!r} is neither here, everyone nor an address such as slack:T01/C01"
        ) from None


def _is_of_everything(words: Sequence[str]) -> bool:
    """Whether `me forget` is to erase all that the fleet keeps of them."""
    return FORGET_EVERYTHING in map(str.casefold, words) or not any(word.startswith("fact:") for word in words)


def _refused_answer(text: str) -> CommandAnswer:
    return CommandAnswer(text=text, data={"error": text}, ok=False)


def _unknown_fact(memory: str) -> CommandAnswer:
    return _refused_answer(
        f"{memory}: I know no such thing of you, or it may not be read here. `me` shows what there is."
    )


ME_COMMANDS: tuple[Command, ...] = (
    Command(path=("me",), run=show_me, role=Role.MEMBER),
    Command(path=("me", "link"), run=link_account, role=Role.GUEST, recorded=True),
    Command(path=("me", "unlink"), run=unlink_account, role=Role.GUEST, recorded=True),
    Command(path=("me", "name"), run=set_name, role=Role.MEMBER),
    Command(path=("me", "quiet"), run=set_quiet_hours, role=Role.MEMBER),
    Command(path=("me", "card"), run=set_card, role=Role.MEMBER),
    Command(path=("me", "correct"), run=correct_fact, role=Role.MEMBER, recorded=True),
    Command(path=("me", "share"), run=share_fact, role=Role.MEMBER, recorded=True),
    Command(path=("me", "unshare"), run=unshare_fact, role=Role.MEMBER, recorded=True),
    Command(
        path=("me", "forget"), run=forget_mine, role=Role.GUEST, limit=replace(FLEET_WIDE, holds_for=_is_of_everything)
    ),
    Command(path=("me", "export"), run=export_me, role=Role.MEMBER, limit=FLEET_WIDE),
)


# --- notify ---------------------------------------------------------------------------------------------------------
# `notify`: call people by hand, or see which calls are under way.


_MOST_CALLS_SHOWN = 20


async def notify_people(
    admin: AdminApi,
    asker: Asker,
    *text: str,
    to: str = "",
    priority: Literal["low", "normal", "high", "urgent"] = "normal",
    by: str = "",
) -> CommandAnswer:
    """Call a person by the configured channels; without words, list the calls of the last days.

    text: what they need to know
    to: a person's name or address; whoever is on call, unless you say so
    priority: urgent passes quiet hours
    by: the anima that calls; the first one, unless you say so
    """
    if not text:
        return await _listed_calls(admin, asker)
    names = [anima.name for anima in admin.animas() if anima.enabled]
    if not names and not by:
        raise CommandUsageError("no anima is enabled that could call")
    calling, now = admin.calling, admin.clock()
    try:
        call = await calling.add(
            PersonCall(
                id=calling.new_id(),
                anima=anima_called(admin, by).name if by else names[0],
                text=" ".join(text),
                priority=priority,
                asked_at=now,
                rungs=calling.in_order(calling.rungs(to), priority),
                options=(),
                turn="",
                audience=asker.audience,
            )
        )
    except NotCalled as no:
        return CommandAnswer(text=str(no), data={"error": str(no)}, ok=False)
    people = ", ".join(f"{rung.person} by {rung.channel}" for rung in call.rungs)
    return CommandAnswer(text=f"{call.anima} calls, in this order: {people}.", data=_call_data(call, is_own=True))


async def _listed_calls(admin: AdminApi, asker: Asker) -> CommandAnswer:
    """In a chat the calls that were made there, without their words."""
    is_own, present = not asker.place, Audience.parse(asker.audience)
    calls = [call for _, call in await admin.calling.all() if is_own or audience_covers(call.audience, present)][
        -_MOST_CALLS_SHOWN:
    ]
    lines = [
        f"- {call.asked_at:%Y-%m-%d %H:%M} {call.anima}, {call.priority}: {_call_state(call, is_own)}" for call in calls
    ]
    return CommandAnswer(
        text="\n".join(lines) or "Nobody was called.",
        data={"calls": [_call_data(call, is_own=is_own) for call in calls]},
    )


def _call_state(call: PersonCall, is_own: bool) -> str:
    tried = len(call.tried)
    words = f"“{call.text}” " if is_own else ""
    if call.state == CALL_ANSWERED:
        return f"{words}answered by {call.by}" + (f": {call.answer}" if is_own else "")
    seen = f", seen by {call.seen_by}" if call.seen_by else ""
    return f"{words}{call.state}, {tried} of {len(call.rungs)} tried{seen}"


def _call_data(call: PersonCall, *, is_own: bool) -> dict[str, Json]:
    return {
        "id": call.id,
        "anima": call.anima,
        "at": call.asked_at.isoformat(),
        "priority": call.priority,
        "state": call.state,
        "people": [[rung.person, rung.channel] for rung in call.rungs],
        "tried": [item.outcome for item in call.tried],
        "seen_by": call.seen_by,
        "by": call.by,
        **({"text": call.text, "answer": call.answer} if is_own else {}),
    }


NOTIFY = Command(path=("notify",), run=notify_people, role=Role.ADMIN)
