"""One person over several accounts: linked by a code from both sides, never by a name, and parted again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.message import Kind
from memory.archive.contacts import Contacts
from memory.vocabulary.address import Audience, Person, Place
from tests.bots.house import House, until
from tests.bots.platform import MAIN, PLATFORM, WORKSPACE, Clock, Posted

pytestmark = pytest.mark.ledger("FLT-07", "AUD-08")
ADA, PHONE, EVE = (str(Person(PLATFORM, WORKSPACE, name)) for name in ("ada", "phone", "eve"))


def house_in(folder: Path) -> House:
    return House(home=folder, models={"alice": ScriptedModel(["I see."] * 30)})


async def code_for(house: House, person: str = "ada") -> str:
    answer = await house.command(person, house.world.direct(person), "me link")
    return answer.text.partition("`")[2].partition("`")[0]


async def typed(house: House, code: str, person: str = "phone", place: Place | None = None) -> Posted:
    """The code on the other account; its own answer."""
    assert house.fleet is not None
    place, before = place or house.world.direct(person), len(house.world.posts)
    await house.world.say(person, place, f"me link {code}", kind=Kind.COMMAND)
    sink = house.fleet.sink
    await until(lambda: len(house.world.posts) > before and sink.is_idle)
    return next(one for one in house.world.posts[before:] if one.private_to is not None)


async def says(house: House, person: str, word: str = "yes") -> str:
    """The press on the question that this account was put; the question."""
    question = next(one for one in reversed(house.world.seen(house.world.direct(person))) if one.choices)
    value = next(one.value for one in question.choices if one.label == word)
    before = len(house.world.posts)
    await house.world.press(person, house.world.direct(person), question.id, value)
    assert house.fleet is not None
    sink = house.fleet.sink
    await until(lambda: len(house.world.posts) > before and sink.is_idle)  # a command is no turn
    await house.settled()
    return question.text


async def linked(house: House, first: str = "ada", other: str = "phone") -> None:
    await typed(house, await code_for(house, first), other)
    await says(house, first)
    await says(house, other)


def addresses(house: House, person: str) -> Sequence[str]:
    return Contacts(house.home / "shared").addresses(person)  # as the file has it


async def test_a_code_typed_on_the_other_account_and_confirmed_on_both_makes_them_one(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    async with house.open():
        await house.ask("phone", house.world.direct("phone"), "Hello")
        await linked(house)
        both = addresses(house, ADA)
        await house.ask("phone", house.world.direct("phone"), "My cat is called Ruby.")
        engine = house.animas["alice"].engine
        await engine.formed()
        told = await engine.search("What is the cat called?", Audience.parse(f"person:{ADA}"))
        elsewhere = await engine.search("What is the cat called?", Audience.parse(f"person:{EVE}"))

    heard = [event for event in house.log("alice", "message_received") if "Ruby" in event.content]
    assert both == (ADA, PHONE)  # known by the address that has asked for the code, whichever was heard first
    assert [(one.sender, one.audience) for one in heard] == [(ADA, f"person:{ADA}")]
    assert heard[0].meta["written_by"] == PHONE
    assert any("Ruby" in one.text for one in told)
    assert not any("Ruby" in one.text for one in elsewhere)


async def test_what_was_told_before_the_link_is_told_to_the_same_person_and_no_more_after_it(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    async with house.open():
        await house.ask("ada", house.world.direct("ada"), "My cat is called Ruby.")
        engine, phone = house.animas["alice"].engine, Audience.parse(f"person:{PHONE}")

        async def finds() -> bool:
            return any("Ruby" in one.text for one in await engine.search("What is the cat called?", phone))

        before = await finds()
        await linked(house)
        within = await finds()
        parted = await house.command("phone", house.world.direct("phone"), "me unlink")
        after = await finds()

    assert (before, within, after) == (False, True, False)
    assert "stands alone again" in parted.text
    assert addresses(house, ADA) == (ADA,)


async def test_nothing_is_linked_before_both_confirm_or_when_it_says_no(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    async with house.open():
        await typed(house, await code_for(house))
        before = addresses(house, ADA)
        refused = await house.command("ada", house.world.direct("ada"), "me link no")

    assert before == addresses(house, ADA) == (ADA,)
    assert "Nothing was linked" in refused.text
    assert Contacts(tmp_path / "shared").refused(PHONE) == 1


@pytest.mark.parametrize("how", ["guessed", "replayed", "in a room", "too late", "own"])
async def test_a_code_that_is_guessed_replayed_late_or_typed_in_a_room_is_refused_and_counted(
    tmp_path: Path, how: str
) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "eve")
    async with house.open():
        code = await code_for(house)
        if how == "replayed":
            await typed(house, code, "phone")
        if how == "too late":
            house.clock.pass_(minutes=11)
        said = await typed(
            house,
            "2222-3333" if how == "guessed" else code,
            "ada" if how == "own" else "eve",
            room if how == "in a room" else None,
        )
        stolen = await typed(house, code, "eve") if how == "in a room" else said

    who = ADA if how == "own" else EVE
    assert "not valid" in said.text
    assert "not valid" in stolen.text  # what others have read is void
    assert addresses(house, who) == (who,)
    assert Contacts(tmp_path / "shared").refused(who) == (2 if how == "in a room" else 1)


async def test_who_has_typed_five_wrong_codes_waits_an_hour_even_with_the_right_one(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    async with house.open():
        for number in range(5):
            await typed(house, f"2222-333{number + 2}", "eve")
        said = await typed(house, await code_for(house), "eve")
        house.clock.pass_(minutes=61)
        later = await typed(house, await code_for(house), "eve")

    assert "Try again in an hour" in said.text
    assert "asked to confirm" in later.text


@pytest.mark.audit("A2")
@pytest.mark.parametrize("confirms", ["ada", "phone"])
async def test_one_side_alone_links_nothing_and_each_is_shown_the_others_address(tmp_path: Path, confirms: str) -> None:
    house = house_in(tmp_path)
    async with house.open():
        await typed(house, await code_for(house))
        shown = await says(house, confirms)
        before = addresses(house, ADA)
        second = "phone" if confirms == "ada" else "ada"
        shown_second = await says(house, second)

    assert before == (ADA,)
    assert set(addresses(house, ADA)) == {ADA, PHONE}
    for side, text in ((confirms, shown), (second, shown_second)):
        assert f"`{ADA if side == 'phone' else PHONE}`" in text
        assert f"on {PLATFORM})" in text


@pytest.mark.audit("A2")
async def test_the_no_of_the_account_that_typed_ends_it_for_both(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    async with house.open():
        await typed(house, await code_for(house))
        await says(house, "ada")
        refused = await house.command("phone", house.world.direct("phone"), "me link no")
        late = await house.command("ada", house.world.direct("ada"), "me link yes")

    assert "Nothing was linked" in refused.text
    assert "nothing to confirm" in late.text
    assert addresses(house, ADA) == (ADA,)


@pytest.mark.audit("A2")
async def test_a_guest_who_was_helped_to_a_code_by_a_member_becomes_no_member(tmp_path: Path) -> None:
    """The guest asks, the member types and both agree: the guest's account has no role of the other."""
    house = house_in(tmp_path)
    house.owners = frozenset({ADA})
    house.world.guests = {"eve"}
    async with house.open():
        await linked(house, "eve", "ada")
        said = await house.command("eve", house.world.direct("eve"), "list")

    assert set(addresses(house, EVE)) == {ADA, EVE}
    assert "you are guest here" in said.text


async def test_a_name_links_nobody_and_a_link_gives_no_role_of_the_config(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    house.owners = frozenset({ADA})
    house.world.guests = {"phone"}
    async with house.open():
        assert house.fleet is not None
        await house.ask("phone", house.world.direct("phone"), "Hello, I am Ada")
        await house.command("phone", house.world.direct("phone"), "me name Ada")
        stranger = await house.command("phone", house.world.direct("phone"), "list")
        await linked(house)
        after = await house.command("phone", house.world.direct("phone"), "list")

    assert addresses(house, ADA) == (ADA, PHONE)
    assert "you are guest here" in stranger.text
    assert "you are guest here" in after.text
    assert all("Hello" not in one.content for one in house.log("alice", "dm_received"))


async def test_who_has_which_accounts_is_told_to_admins_alone_and_in_no_room(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    house.admins = frozenset({ADA})
    room = house.world.add_room("talk", "ada", "eve")
    async with house.open():
        await linked(house, "eve", "phone")
        in_room = (await house.command("ada", room, "people list")).text
        alone = (await house.command("ada", house.world.direct("ada"), f"people show {PHONE}")).text
        eve = (await house.command("eve", house.world.direct("eve"), "people list")).text
        parted = (await house.command("ada", house.world.direct("ada"), f"people unlink {PHONE}")).text

    assert EVE not in in_room
    assert f"Accounts: {EVE}, {PHONE}" in alone
    assert "you are member here" in eve
    assert "stands alone again" in parted
    assert addresses(house, EVE) == (EVE,)


async def test_a_question_that_was_put_before_the_link_is_answered_after_it(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    direct = house.world.direct("ada")
    async with house.open():
        *_, echo = await house.ask("ada", direct, "Remind me on Friday to call Mum")
        await linked(house, "phone", "ada")  # the name of both from then on
        drop = next(one.value for one in echo.choices if one.label == "drop")
        await house.world.press("ada", direct, echo.id, drop)
        await house.settled()

    assert addresses(house, ADA) == (PHONE, ADA)
    assert house.animas["alice"].records.reminders.kept() == []


async def test_the_code_is_given_in_a_direct_talk_only(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada", "eve")
    async with house.open():
        said = await house.command("ada", room, "me link")

    assert "Ask me in a direct talk" in said.text
    assert "`" not in said.text
    assert house.adapter.account == MAIN


@pytest.mark.audit("A11")
async def test_the_prompt_of_a_room_shows_no_other_account_of_a_speaker(tmp_path: Path) -> None:
    model = ScriptedModel(["I see."] * 30)
    house = House(home=tmp_path, models={"alice": model})
    room = house.world.add_room("talk", "ada", "eve")
    elsewhere = "telegram:private/5678"
    async with house.open():
        house.contacts.hear(elsewhere, "Ada L.", house.clock())
        house.contacts.link(elsewhere, ADA, house.clock())
        await house.ask("ada", room, "@alice hello")
        await house.ask("eve", room, "@alice hello, too")

    assert house.contacts.known_as(ADA) == elsewhere
    assert len(model.asked) >= 2
    assert ADA in str(model.asked[0])
    assert elsewhere not in str(model.asked)


@pytest.mark.ledger("AUD-02")
async def test_a_list_of_people_does_not_tell_who_spoke_before_whom(tmp_path: Path) -> None:
    told = []
    for number, order in enumerate((("bob", "eve"), ("eve", "bob"))):
        house = house_in(tmp_path / str(number))
        house.admins = frozenset({ADA})
        talks = {name: house.world.direct(name) for name in ("ada", *order)}
        async with house.open():
            for name in order:
                await house.ask(name, talks[name], "hello")
            told.append((await house.command("ada", talks["ada"], "people list")).text)

    assert told[0] == told[1]
    assert "bob" in told[0]


@pytest.mark.audit("A8")
@pytest.mark.ledger("AUD-08", "AUD-02")
def test_a_person_is_known_as_they_were_linked_whichever_account_was_heard_first_in_secret(tmp_path: Path) -> None:
    clock, others = Clock(), ("telegram:private/5678", "discord:99")
    shown = []
    for heard in ((ADA, *others), (*reversed(others), ADA)):
        contacts = Contacts(tmp_path / heard[0].partition(":")[0])
        for address in heard:
            contacts.hear(address, "Ada", clock())
        for other in others:
            contacts.link(ADA, other, clock())
        again = Contacts(tmp_path / heard[0].partition(":")[0])
        shown.append([contacts.addresses(others[1]), again.addresses(ADA), contacts.known_as(others[0])])
        contacts.unlink(ADA, clock())
        shown[-1] += [contacts.known_as(ADA), contacts.known_as(others[1])]

    assert shown[0] == shown[1] == [(ADA, *others), (ADA, *others), ADA, ADA, others[0]]
