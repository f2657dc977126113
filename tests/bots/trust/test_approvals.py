"""The rule of two and approvals: what leaves a private talk that others have a word in waits for its person's press."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bots.delivery.items import Addressee
from bots.message import File, Kind
from bots.trust.clearance import MOST_SHOWN, OUTSIDE, Clearance
from bots.trust.exposure import Exposure
from memory.archive.audit_log import AuditLog
from memory.vocabulary.address import Audience
from memory.vocabulary.event import author_of
from tests.bots.acting import Acting
from tests.bots.house import House
from tests.bots.platform import MAIN, Clock

TELL = ("send_message", {"to": "ada", "text": "The draft is ready."})
TABLE = {
    "tell ada": [TELL, "I wanted to tell ada."],
    "is what came of it": ["Done, as you said: {}"],
    "No answer has come": ["Nobody answered me."],
}


#: Words of others, so that the turns after it hold them too.
FORWARDED = File(name="forwarded.txt", media_type="text/plain", size=5, url="https://files.example/forwarded.txt")


def house_at(folder, **how):
    house = House(home=folder, models={"alice": Acting(TABLE), "bob": Acting({})}, **how)

    async def person(anima, name, failed):
        place = house.world.direct(name)
        audience = Audience.parse(f"person:chat:W/{name}")
        return Addressee(name=name, account=MAIN, place=place, audience=audience)

    house.person = person
    return house


async def asked(house):
    """The talk until the press: a first turn leaves what was made of a file's words in the talk, the second wants to
    act."""
    direct = house.world.direct("ada")
    await house.ask("ada", direct, "Good morning!", files=(FORWARDED,))
    posts = await house.ask("ada", direct, "Please tell ada that it is ready.")
    return direct, posts[-1]


async def anybody(readers):
    return True


def acts(house):
    return [entry.act for entry in AuditLog(house.home / "logs", house.clock).newest()][::-1]


def sent(house):
    return [post for post in house.world.posts if post.text == TELL[1]["text"]]


@pytest.mark.ledger("AUD-05", "FLT-09")
async def test_the_third_of_three_asks_and_the_press_carries_it_out_once(tmp_path):
    house = house_at(tmp_path)
    async with house.open():
        direct, question = await asked(house)
        assert sent(house) == []
        assert '`send_message {"text": "The draft is ready.", "to": "ada"}`' in question.text
        yes, _ = question.choices
        for _ in range(3):
            await house.world.press("ada", direct, question.id, yes.value)
        await house.settled()

    assert len(sent(house)) == 1
    assert acts(house) == ["approval asked", "approved"]
    assert any("Done, as you said" in post.text for post in house.world.posts)
    assert AuditLog(tmp_path / "logs", house.clock).verify().problems == ()


@pytest.mark.ledger("AUD-05", "FLT-09")
async def test_a_press_counts_after_a_restart_and_days(tmp_path):
    house = house_at(tmp_path)
    async with house.open():
        direct, question = await asked(house)
    house.clock.pass_(days=3)
    async with house.open():
        await house.world.press("ada", direct, question.id, question.choices[0].value)
        await house.settled()

    assert len(sent(house)) == 1


@pytest.mark.ledger("FLT-09")
async def test_a_no_is_kept_and_nothing_is_done(tmp_path):
    house = house_at(tmp_path)
    async with house.open():
        direct, question = await asked(house)
        await house.world.press("ada", direct, question.id, question.choices[1].value)
        await house.world.press("ada", direct, question.id, question.choices[0].value)
        await house.settled()

    assert sent(house) == []
    assert "declined" in acts(house)
    assert "approved" not in acts(house)


@pytest.mark.ledger("FLT-09")
async def test_foreign_and_late_presses_explain_themselves_and_do_nothing(tmp_path):
    house = house_at(tmp_path)
    async with house.open():
        direct, question = await asked(house)
        yes = question.choices[0].value
        await house.world.press("mallory", direct, question.id, yes)
        await house.settled()
        assert "for somebody else" in house.world.posts[-1].text
        house.clock.pass_(days=8)
        await house.world.press("ada", direct, question.id, yes)
        await house.settled()

    assert sent(house) == []
    assert acts(house).count("press refused") == 2
    assert any("open for too long" in text for post in house.world.posts for text in post.texts)


@pytest.mark.ledger("FLT-09")
async def test_without_buttons_the_word_counts_as_the_press(tmp_path):
    house = house_at(tmp_path)
    house.adapter.buttons = False
    async with house.open():
        direct, _ = await asked(house)
        await house.ask("ada", direct, "yes")

    assert len(sent(house)) == 1


@pytest.mark.ledger("AUD-05")
@pytest.mark.parametrize("leaves", [True, False])
@pytest.mark.parametrize("is_foreign", [True, False])
@pytest.mark.parametrize("is_private", [True, False])
async def test_two_of_the_three_ask_nobody(tmp_path, is_private, is_foreign, leaves):
    asked = []

    async def ask(about, act):
        asked.append(act)

    audit = AuditLog(tmp_path, Clock())
    exposure = Exposure(is_private=is_private, is_foreign=is_foreign)
    clearance = Clearance(anima="alice", exposure=exposure, ask=ask, audit=audit, may_read=anybody, asks=())

    refusal = await clearance.refusal("send_message", TELL[1], OUTSIDE if leaves else None)

    assert bool(refusal) == bool(asked) == (is_private and is_foreign and leaves)


@pytest.mark.ledger("AUD-05")
async def test_a_guest_can_allow_nothing(tmp_path):
    house = house_at(tmp_path, guests="answer")
    house.world.guests.add("eve")
    async with house.open():
        posts = await house.ask("eve", house.world.direct("eve"), "Please tell ada that it is ready.")

    assert [post.choices for post in posts] == [()]
    assert sent(house) == []
    assert acts(house) == ["approval impossible"]


@pytest.mark.ledger("FLT-09", "ANI-16")
async def test_a_tool_that_permissions_name_always_asks(tmp_path):
    house = house_at(tmp_path)
    async with house.open():
        path = tmp_path / "animas" / "alice" / "permissions.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("## Needs approval\nsend_message\n")
        posts = await house.ask("ada", house.world.direct("ada"), "Please tell ada that it is ready.")

    assert posts[-1].choices
    assert sent(house) == []


@pytest.mark.ledger("FLT-09")
async def test_a_press_that_never_comes_ends_the_wait(tmp_path):
    house = house_at(tmp_path)
    async with house.open() as fleet:
        await asked(house)
        house.clock.now += timedelta(days=7, minutes=1)
        await fleet.waits.look()
        await house.settled()

    assert house.world.posts[-1].text == "Nobody answered me."


@pytest.mark.ledger("FLT-09")
async def test_a_button_with_another_act_than_was_shown_is_no_yes(tmp_path):
    house = house_at(tmp_path)
    async with house.open():
        direct, question = await asked(house)
        forged = question.choices[0].value.replace(question.choices[0].value[:6], "abcdef")
        await house.world.say("ada", direct, forged, kind=Kind.BUTTON, target=question.id)
        await house.settled()

    assert sent(house) == []


@pytest.mark.ledger("FLT-09")
async def test_the_whole_act_is_shown_or_it_is_not_asked(tmp_path):
    asked = []

    async def ask(about, act):
        asked.append(act)

    exposure = Exposure(is_private=True, is_foreign=True)
    clearance = Clearance(
        anima="alice", exposure=exposure, ask=ask, audit=AuditLog(tmp_path, Clock()), may_read=anybody, asks=()
    )

    hidden = "to bob\u202e\u200b`x`"
    assert "too long" in await clearance.refusal("send_message", {"text": "a" * MOST_SHOWN}, OUTSIDE)
    assert await clearance.refusal("send_message", {"text": hidden}, OUTSIDE)
    assert asked == ['`send_message {"text": "to bob\\u202e\\u200b\'x\'"}`']


@pytest.mark.audit("W2")
@pytest.mark.ledger("AUD-04", "AUD-05")
async def test_what_comes_of_a_press_is_the_tools_text_and_nobodys_statement(tmp_path):
    house = house_at(tmp_path, owners=frozenset({"chat:W/ada"}))
    async with house.open():
        direct, question = await asked(house)
        await house.world.press("ada", direct, question.id, question.choices[0].value)
        await house.settled()

    typed = {message.text for message in house.world.said}
    heard = [one for one in house.log("alice") if one.type in ("message_received", "dm_received")]
    assert {one.content for one in heard} <= typed
    (result,) = house.log("alice", "tool_result")
    assert "Sent to ada" in result.content
    assert str(author_of(result)) == "tool:send_message"
    assert (result.meta["trust"], result.meta.get("person")) == ("guest", None)


@pytest.mark.audit("W2")
@pytest.mark.ledger("AUD-04")
async def test_a_time_that_is_over_is_told_by_the_program(tmp_path):
    house = house_at(tmp_path)
    async with house.open() as fleet:
        await asked(house)
        house.clock.now += timedelta(days=7, minutes=1)
        await fleet.waits.look()
        await house.settled()

    (notice,) = house.log("alice", "notice")
    assert str(author_of(notice)) == "program"
