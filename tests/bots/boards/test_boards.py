"""What appears on the other sides of a board, and what never does."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bots.message import File, Kind
from bots.people.roster import Board
from memory.vocabulary.address import Account
from tests.bots.acting import Acting
from tests.bots.boards.square import ROOM, SIDES, Square
from tests.bots.platform import WORKSPACE, World
from tests.bots.test_rooms_of_bots import Echoing

READ = ("read_channel", {"board": "square"})


@pytest.mark.ledger("FLT-02", "PLT-06")
async def test_a_post_appears_on_the_other_sides_with_its_authors_name_and_wakes_nobody(tmp_path: Path) -> None:
    square = Square(tmp_path, 1, animas=("alice",))
    house = square.house
    async with house.open():
        await house.worlds["slack"].say("ada", square.places["slack"], "good morning")
        await house.settled()

    for side in ("discord", "telegram"):
        (copy,) = house.worlds[side].posts
        assert (copy.text, copy.face) == ("good morning", "Ada (Slack)")
    assert house.worlds["slack"].posts == []
    assert [event.content for event in house.log("alice", "message_received")] == ["good morning"]
    assert house.log("alice", "response_sent") == []


@pytest.mark.ledger("FLT-02", "FLT-03")
async def test_an_answer_stands_where_it_was_asked_and_is_carried_to_the_other_sides(tmp_path: Path) -> None:
    square = Square(tmp_path, 1, animas=("alice", "bob"))
    house = square.house
    async with house.open():
        await house.worlds["telegram"].say("cem", square.places["telegram"], "@alice @bob are you there?")
        await house.settled()
        await house.settled()

    for side in SIDES:
        faces = sorted(post.face for post in house.worlds[side].posts)
        assert faces == (["alice", "bob"] if side == "telegram" else ["Cem (Telegram)", "alice", "bob"])
    for name in ("alice", "bob"):
        assert len(house.log(name, "response_sent")) == 1


@pytest.mark.ledger("FLT-02", "PLT-13")
async def test_an_edit_to_more_than_posts_can_hold_is_one_file_beside_the_post_however_often(tmp_path: Path) -> None:
    square = Square(tmp_path, 1)
    telegram, slack = square.house.worlds["telegram"], square.house.worlds["slack"]
    async with square.house.open():
        said = await telegram.say("cem", square.places["telegram"], "short")
        await square.house.settled()
        for word in ("long ", "longer "):
            text = word * 4000
            await telegram.say("cem", square.places["telegram"], text, kind=Kind.EDIT, target=said)
            await square.house.settled()
            await square.house.settled()

    assert [post.text[:5] for post in slack.posts] == ["longe", "post."]
    assert [len(file.content) for file in slack.posts[1].files] == [len("longer " * 4000)]


@pytest.mark.ledger("FLT-02", "PLT-13")
async def test_an_edit_that_makes_a_post_shorter_takes_away_what_is_too_much_and_no_more(tmp_path: Path) -> None:
    square = Square(tmp_path, 1)
    telegram = square.house.worlds["telegram"]
    async with square.house.open():
        said = await telegram.say("cem", square.places["telegram"], "long " * 200)
        await square.house.settled()
        before = len(square.house.worlds["slack"].posts)
        await telegram.say("cem", square.places["telegram"], "short", kind=Kind.EDIT, target=said)
        await square.house.settled()
        await square.house.settled()

    assert before > 1
    for side in ("slack", "discord"):
        assert [post.text for post in square.house.worlds[side].posts] == ["short"]
    assert telegram.removed == set()


@pytest.mark.ledger("FLT-02")
async def test_a_thread_on_one_side_is_a_thread_or_replies_on_the_others(tmp_path: Path) -> None:
    square = Square(tmp_path, 1)
    house, slack, telegram = square.house, square.house.worlds["slack"], square.house.worlds["telegram"]
    async with house.open():
        root = await telegram.say("cem", square.places["telegram"], "who has the key?")
        await telegram.say("cem", square.places["telegram"], "found it", reply_to=root)
        await house.settled()
        copy = slack.posts[0]
        thread = type(copy.place)("slack", WORKSPACE, ROOM, copy.id)
        await slack.say("ada", thread, "good", reply_to=copy.id)
        await house.settled()

    assert [post.place.thread for post in slack.posts] == ["", copy.id]
    assert [post.reply_to for post in telegram.posts] == [root]


@pytest.mark.ledger("FLT-02")
async def test_a_copy_that_was_removed_before_it_was_on_record_is_removed_everywhere(tmp_path: Path) -> None:
    square = Square(tmp_path, 1)
    house, slack, discord = square.house, square.house.worlds["slack"], square.house.worlds["discord"]
    async with house.open() as fleet:
        await slack.say("ada", square.places["slack"], "too soon")
        while not discord.posts:
            await fleet.delivery.waiting()
        await discord.remove("bob", square.places["discord"], discord.posts[0].id)
        await house.settled()
        await house.settled()

    assert [house.worlds[side].posts for side in SIDES] == [[], [], []]
    assert slack.removed == {slack.said[0].id}


@pytest.mark.ledger("FLT-02", "AUD-02")
async def test_what_was_said_before_a_side_was_added_is_never_shown_there(tmp_path: Path) -> None:
    """An edit of an old post stays where the post could be read."""
    square = Square(tmp_path, 1)
    house, slack = square.house, square.house.worlds["slack"]
    whole = house.boards[0]
    house.boards = (Board(name=whole.name, animas=(), rooms=whole.rooms[:2]),)
    async with house.open():
        old = await slack.say("ada", square.places["slack"], "our secret")
        await house.settled()
    house.boards = (whole,)
    async with house.open():
        await slack.say("ada", square.places["slack"], "our old secret", kind=Kind.EDIT, target=old)
        await slack.say("ada", square.places["slack"], "for all of you")
        await house.settled()

    assert [post.text for post in house.worlds["discord"].posts] == ["our old secret", "for all of you"]
    assert [post.text for post in house.worlds["telegram"].posts] == ["for all of you"]


@pytest.mark.ledger("AUD-01", "AUD-02")
async def test_a_board_has_the_audience_of_all_its_sides(tmp_path: Path) -> None:
    square = Square(tmp_path, 1, animas=("alice",))
    house = square.house
    async with house.open():
        await house.worlds["slack"].say("ada", square.places["slack"], "hello")
        await house.settled()

    (event,) = house.log("alice", "message_received")
    assert event.audience == "any:" + "+".join(sorted(f"group:{side}:{WORKSPACE}/{ROOM}" for side in SIDES))


@pytest.mark.ledger("PLT-15", "FLT-02")
async def test_files_go_with_a_post(tmp_path: Path) -> None:
    square = Square(tmp_path, 1)
    house, slack = square.house, square.house.worlds["slack"]
    slack.contents["slack/1"] = b"one, two"
    async with house.open():
        plan = File(name="plan.txt", media_type="text/plain", size=8, url="slack/1")
        await slack.say("ada", square.places["slack"], "the plan", files=(plan,))
        await house.settled()

    text, file = house.worlds["discord"].posts
    assert (text.text, file.text) == ("the plan", "plan.txt")
    assert [(one.name, one.content) for one in file.files] == [("plan.txt", b"one, two")]


@pytest.mark.ledger("FLT-02")
async def test_a_side_whose_platform_is_away_holds_up_no_other(tmp_path: Path) -> None:
    square = Square(tmp_path, 1)
    house = square.house
    async with house.open():
        square.adapter("telegram").gate.clear()
        for number in range(3):
            await house.worlds["slack"].say("ada", square.places["slack"], f"message {number}")
        while len(house.worlds["discord"].posts) < 3:
            await house.fleet.delivery.waiting()  # type: ignore[union-attr]
        assert house.worlds["telegram"].posts == []
        square.adapter("telegram").gate.set()
        await house.settled()

    assert [post.text for post in house.worlds["telegram"].posts] == [f"message {number}" for number in range(3)]


@pytest.mark.ledger("FLT-03")
async def test_all_calls_on_everybody_who_lives_on_the_board_once(tmp_path: Path) -> None:
    square = Square(tmp_path, 1, animas=("alice", "bob", "carol"))
    house = square.house
    async with house.open():
        await house.worlds["discord"].say("bob", square.places["discord"], "@all who is here?")
        await house.settled()
        await house.settled()

    for name in ("alice", "bob", "carol"):
        assert len(house.log(name, "response_sent")) == 1
    assert [len(house.worlds[side].posts) for side in SIDES] == [4, 3, 4]


@pytest.mark.ledger("FLT-03", "ANI-21")
async def test_an_anima_that_is_called_by_another_on_a_board_answers_and_not_for_ever(tmp_path: Path) -> None:
    """Each hands it over to the other, so that only the guard ends it."""
    square = Square(tmp_path, 1, animas=("alice", "bob"))
    house = square.house
    house.models |= {"alice": Acting({"": ["@bob over to you"]}), "bob": Acting({"": ["@alice no, you"]})}
    async with house.open():
        await house.worlds["slack"].say("ada", square.places["slack"], "@alice begin")
        await house.settled()
        for _ in range(8):
            await house.settled()

    said = [post for post in house.worlds["slack"].posts if post.face in ("alice", "bob")]
    assert 2 <= len(said) <= 1 + 4
    assert {post.face for post in said} == {"alice", "bob"}


@pytest.mark.ledger("ANI-13", "AUD-02")
async def test_an_anima_posts_on_its_board_from_a_private_talk_only_by_its_persons_yes(tmp_path: Path) -> None:
    post = ("post_channel", {"board": "square", "text": "We meet at ten."})
    table = {
        "tell the square": [post, "I asked."],
        "is what came of it": ["Done: {}"],
        "what was said": [READ, "It says: {}"],
    }
    square = Square(tmp_path, 1, animas=("alice",))
    house = square.house
    house.models["alice"] = Acting(table)
    direct = house.worlds["slack"].direct("ada")
    async with house.open():
        await house.worlds["slack"].say("ada", direct, "please tell the square")
        await house.settled()
        question = house.worlds["slack"].seen(direct)[-1]
        assert [house.worlds[side].seen(square.places[side]) for side in SIDES] == [[], [], []]
        yes, _ = next(one.choices for one in house.worlds["slack"].seen(direct) if one.choices)
        asked = next(one for one in house.worlds["slack"].seen(direct) if one.choices)
        for _ in range(2):
            await house.worlds["slack"].press("ada", direct, asked.id, yes.value)
        for _ in range(4):
            await house.settled()
        await house.worlds["telegram"].say("cem", square.places["telegram"], "@alice what was said?")
        for _ in range(4):
            await house.settled()

    for side in SIDES:
        assert [one.text for one in house.worlds[side].posts if one.text == "We meet at ten."] == ["We meet at ten."]
    assert [event.content for event in house.log("alice", "channel_post")] == ["We meet at ten."]
    assert question is not None
    answer = next(one.text for one in house.worlds["telegram"].posts if one.text.startswith("It says:"))
    assert "alice: We meet at ten." in answer
    assert "Cem (telegram): @alice what was said?" in answer


@pytest.mark.ledger("FLT-02", "PLT-06")
async def test_an_account_of_an_animas_own_hears_nothing_of_what_another_account_has_carried_there(
    tmp_path: Path,
) -> None:
    """On Slack alice speaks by a bot of her own, which hears what the shared one posts."""
    square = Square(tmp_path, 1, animas=("alice", "bob"))
    house, slack, mine = square.house, square.house.worlds["slack"], Account("slack", "alice")
    Echoing(world=slack, account=mine)
    slack.adapters[0].__class__ = Echoing
    house.own = {mine: "alice"}
    whole = house.boards[0]
    house.boards = (replace(whole, rooms=(*whole.rooms, (mine, f"{WORKSPACE}/{ROOM}"))),)
    async with house.open():
        await house.worlds["telegram"].say("cem", square.places["telegram"], "@alice @bob good morning")
        for _ in range(3):
            await asyncio.sleep(0.2)
            await house.settled()

    assert sorted(post.face for post in slack.posts) == ["Cem (Telegram)", "alice", "bob"]
    assert [post.account.name for post in slack.posts if post.face == "alice"] == ["alice"]
    for name in ("alice", "bob"):
        heard = sorted(event.content for event in house.log(name, "message_received"))
        assert heard == sorted(["@alice @bob good morning", "You said: Cem: @alice @bob good morning"])
        assert len(house.log(name, "response_sent")) == 1


@pytest.mark.audit("A10")
@pytest.mark.ledger("FLT-02", "ANI-14")
@pytest.mark.parametrize("written", ["{text}", "<{name}> {text}", "**{name}**: {text}"])
async def test_two_bridges_of_the_same_rooms_carry_a_word_once(tmp_path: Path, written: str) -> None:
    """A bridge that is none of ours carries each post of one side to the other, ours among them."""
    square = Square(tmp_path, 1)
    house = square.house
    slack, discord = house.worlds["slack"], house.worlds["discord"]

    async def carry(source: World, target: World, side: str) -> None:
        """What the other bridge does once it has seen what is new."""
        for post in source.posts:
            if post.id not in carried:
                carried.add(post.id)
                text = written.format(text=post.text, name=post.face)
                await target.say("bridge", square.places[side], text, is_bot=True)

    carried: set[str] = set()
    async with house.open():
        await slack.say("ada", square.places["slack"], "hello")
        for _ in range(5):
            await house.settled()
            await carry(discord, slack, "slack")
            await house.settled()
            await carry(slack, discord, "discord")
        await house.settled()
        looped = len(discord.posts), len(slack.posts)
        await slack.say("bridge", square.places["slack"], "the build is red", is_bot=True)
        await slack.say("bridge", square.places["slack"], "the build is red", is_bot=True)
        await house.settled()
        house.clock.pass_(hours=1)
        await slack.say("bridge", square.places["slack"], "the build is red", is_bot=True)
        await slack.say("ada", square.places["slack"], "oh no: hello")
        await slack.say("ada", square.places["slack"], "oh no: hello")
        await house.settled()

    assert looped == (1, 0)
    said = [post.text for post in discord.posts[1:]]
    assert said == ["the build is red", "the build is red", "oh no: hello", "oh no: hello"]
