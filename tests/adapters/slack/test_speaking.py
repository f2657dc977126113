"""Acts are done once: in order, at Slack's pace, and looked up before they are repeated."""

from __future__ import annotations

import asyncio
import random

import pytest

from adapters.slack.api import ApiFault, Payload, SlackPace, as_send_fault
from adapters.slack.markdown import render, split
from adapters.slack.sender import SlackSender
from bots.errors import InDoubt, Refused, Unreachable
from bots.message import Delete, Edit, File, Persona, React, Receipt, Send, Typing
from memory.vocabulary.address import Place
from tests.adapters.slack.scene import ROOM, SlackStage, stage_with
from tests.each import each
from tests.platforms.plan import Fault, FaultPlan

ALICE = Persona(name="Alice", avatar=":robot_face:")
BOB = Persona(name="Bob", avatar="https://example.org/bob.png")


def in_room(text: str, **more: object) -> Send:
    return Send(place=ROOM, text=text, **more)  # type: ignore[arg-type]


async def delivered(stage: SlackStage, act: Send, nonce: str) -> Receipt:
    """As the delivery does it."""
    in_doubt = False
    while True:
        try:
            return await stage.adapter.perform(act, nonce, in_doubt)
        except InDoubt:
            assert not in_doubt
            in_doubt = True


@pytest.mark.ledger("PLT-06", "PLT-02")
async def test_a_persona_posts_under_its_own_name_and_picture():
    async with stage_with() as stage:
        await stage.adapter.perform(in_room("hello", persona=ALICE), "n1")
        await stage.adapter.perform(in_room("hello", persona=BOB), "n2")
        await stage.adapter.perform(in_room("hello"), "n3")

        faces = [(post.username, post.icon) for post in stage.server.posts("C01")]
        assert faces == [("Alice", ":robot_face:"), ("Bob", "https://example.org/bob.png"), ("", "")]


@pytest.mark.ledger("PLT-06")
async def test_a_bot_of_its_own_wears_no_faces():
    async with stage_with(own_anima="alice") as stage:
        assert not stage.adapter.capabilities(ROOM).personas


@pytest.mark.ledger("PLT-02")
async def test_an_answer_in_a_room_stands_in_the_thread_of_its_question():
    async with stage_with() as stage:
        question = await stage.server.say("C01", "U01", "a question")
        await stage.adapter.perform(in_room("an answer", reply_to=question), "n1")
        thread = Place("slack", "T01", "C01", question)
        await stage.adapter.perform(Send(place=thread, text="another", reply_to="1700000000.000001"), "n2")

        assert [post.thread_ts for post in stage.server.posts("C01")] == [question, question]


async def test_where_the_beginning_of_a_thread_was_deleted_an_answer_stands_in_the_channel():
    async with stage_with() as stage:
        question = await stage.server.say("C01", "U01", "a question")
        await stage.server.delete("C01", question)
        await stage.adapter.perform(in_room("an answer", reply_to=question, persona=ALICE), "n1")

        assert [(post.text, post.thread_ts) for post in stage.server.posts("C01")] == [("an answer", "")]


@pytest.mark.ledger("PLT-02")
async def test_an_answer_in_a_direct_message_stands_in_a_thread_only_if_the_question_did():
    async with stage_with() as stage:
        direct = stage.direct
        question = await stage.server.say(direct.channel, "U01", "a question")
        await stage.adapter.perform(Send(place=direct, text="an answer", reply_to=question), "n1")
        within = Place("slack", "T01", direct.channel, question)
        await stage.adapter.perform(Send(place=within, text="another", reply_to=question), "n2")

        assert [post.thread_ts for post in stage.server.posts(direct.channel)] == ["", question]


@pytest.mark.ledger("PLT-02")
async def test_a_person_can_be_written_to_without_knowing_their_channel():
    async with stage_with() as stage:
        await stage.adapter.perform(Send(place=Place("slack", "T01", "U02"), text="psst"), "n1")

        assert [post.text for post in stage.server.posts(stage.server.dm("U02"))] == ["psst"]


@pytest.mark.ledger("PLT-08")
async def test_tables_and_long_texts_are_taken_by_slack():
    table = "before\n\n| a | b |\n|---|---|\n| [x](https://e.org/a_(b)) | 2 |\n\nafter"
    async with stage_with() as stage:
        for n, text in enumerate((table, "word " * 2_399, "# Title\n\n* one\n* two\n\n```\ncode\n```")):
            await stage.adapter.perform(in_room(text), f"n{n}")

        assert len(stage.server.posts("C01")) == 3


@pytest.mark.ledger("PLT-09")
async def test_a_long_answer_that_was_posted_can_be_edited():
    async with stage_with() as stage:
        receipt = await stage.adapter.perform(in_room("…"), "n1")
        whole = "A long sentence of the answer. " * 380
        await stage.adapter.perform(Edit(place=ROOM, message_id=receipt.message_id, text=whole), "n2")

        (post,) = stage.server.posts("C01")
        assert post.text.strip() == whole.strip()


@pytest.mark.ledger("PLT-10", "PLT-09")
async def test_edits_that_wait_are_overtaken_by_the_last_one():
    plan = FaultPlan()
    async with stage_with(plan) as stage:
        receipt = await stage.adapter.perform(in_room("0"), "n0")
        plan.add(Fault("429", "chat.update", seconds=0.1))
        edits = [Edit(place=ROOM, message_id=receipt.message_id, text=str(n)) for n in range(1, 30)]
        await asyncio.gather(*(stage.adapter.perform(edit, f"n{edit.text}") for edit in edits))

        (post,) = stage.server.posts("C01")
        updates = [one for one in stage.server.ledger.received if one.method == "chat.update"]
        assert post.text == "29"
        assert len(updates) == 1
        assert stage.server.early == []


@pytest.mark.ledger("PLT-02", "PLT-13")
async def test_what_slack_does_not_let_be_deleted_is_overwritten():
    async with stage_with() as stage:
        plain = await stage.adapter.perform(in_room("plain"), "n1")
        faced = await stage.adapter.perform(in_room("faced", persona=ALICE), "n2")
        for receipt in (plain, faced):
            for again in range(2):
                await stage.adapter.perform(Delete(place=ROOM, message_id=receipt.message_id), f"d{again}")

        assert [post.text for post in stage.server.posts("C01")] == ["(removed)"]


async def test_a_reaction_given_twice_is_no_trouble():
    async with stage_with() as stage:
        ts = await stage.server.say("C01", "U01", "well done")
        for n in range(2):
            await stage.adapter.perform(React(place=ROOM, message_id=ts, reaction=":tada:"), f"n{n}")

        assert stage.server.channels["C01"].posts[ts].reactions == [("tada", "UBOT")]


@pytest.mark.ledger("PLT-02")
async def test_files_are_shared_in_the_thread_of_the_question():
    file = File(name="whole.md", media_type="text/markdown", content=b"# all of it\n" * 1000)
    async with stage_with() as stage:
        question = await stage.server.say("C01", "U01", "the whole, please")
        receipt = await stage.adapter.perform(in_room("Here it is.", reply_to=question, files=(file,)), "n1")

        text, shared = stage.server.posts("C01")
        assert text.ts == receipt.message_id
        assert [(one["name"], one["size"]) for one in shared.files] == [("whole.md", 12_000)]
        assert {text.thread_ts, shared.thread_ts} == {question}


@pytest.mark.ledger("PLT-12")
async def test_a_file_whose_answer_was_lost_is_not_shared_twice():
    plan = FaultPlan([Fault("accept_then_cut", "files.completeUploadExternal")])
    file = File(name="whole.md", media_type="text/markdown", content=b"all")
    async with stage_with(plan) as stage:
        await delivered(stage, in_room("Here it is.", files=(file,)), "n1")

        assert [(post.text, len(post.files)) for post in stage.server.posts("C01")] == [("Here it is.", 0), ("", 1)]


@pytest.mark.ledger("PLT-12")
@pytest.mark.parametrize("threaded", [False, True])
async def test_a_post_whose_answer_was_lost_is_found_again(threaded: bool):
    plan = FaultPlan()
    async with stage_with(plan) as stage:
        question = await stage.server.say("C01", "U01", "twenty times, please")
        for n in range(20):
            plan.add(Fault("accept_then_cut", "chat.postMessage"))
            receipt = await delivered(
                stage, in_room(f"answer {n}", reply_to=question if threaded else ""), f"nonce-{n}"
            )
            assert stage.server.channels["C01"].posts[receipt.message_id].text == f"answer {n}"

        assert [post.text for post in stage.server.posts("C01")] == [f"answer {n}" for n in range(20)]


@pytest.mark.slow
@pytest.mark.ledger("PLT-12")
async def test_of_a_thousand_lost_answers_none_is_posted_twice():
    rng = random.Random(7)
    plan = FaultPlan()
    async with stage_with(plan) as stage:
        for n in range(1000):
            kind = rng.choice(["accept_then_cut", "drop", "5xx"])
            plan.add(Fault(kind, "chat.postMessage"))
            question = await stage.server.say("C01", "U01", f"question {n}")
            await delivered(stage, in_room(f"answer {n}", reply_to=question), f"nonce-{n}")

        assert [post.text for post in stage.server.posts("C01")] == [f"answer {n}" for n in range(1000)]


@pytest.mark.ledger("PLT-12")
@pytest.mark.parametrize("kind", ["drop", "5xx"])
async def test_a_post_that_was_lost_on_its_way_is_in_doubt_and_then_made_once(kind: str):
    async with stage_with(FaultPlan([Fault(kind, "chat.postMessage")])) as stage:  # type: ignore[arg-type]
        with pytest.raises(InDoubt):
            await stage.adapter.perform(in_room("hello"), "n1")
        await stage.adapter.perform(in_room("hello"), "n1", in_doubt=True)

        assert [post.text for post in stage.server.posts("C01")] == ["hello"]


@pytest.mark.ledger("PLT-12")
async def test_a_doubt_waits_until_slack_can_be_asked():
    plan = FaultPlan([Fault("accept_then_cut", "chat.postMessage"), Fault("drop", "conversations.history", times=3)])
    async with stage_with(plan) as stage:
        await delivered(stage, in_room("hello"), "n1")

        assert [post.text for post in stage.server.posts("C01")] == ["hello"]


@pytest.mark.ledger("PLT-12")
async def test_without_leave_to_read_a_doubt_stays_a_doubt():
    plan = FaultPlan([Fault("accept_then_cut", "chat.postMessage")])
    async with stage_with(plan) as stage:
        stage.server.app.scopes -= {scope for scope in stage.server.app.scopes if scope.endswith(":history")}
        with pytest.raises(InDoubt):
            await stage.adapter.perform(in_room("hello"), "n1")
        with pytest.raises(InDoubt):
            await stage.adapter.perform(in_room("hello"), "n1", in_doubt=True)

        assert len(stage.server.posts("C01")) == 1


@pytest.mark.ledger("PLT-12")
async def test_no_connection_means_that_nothing_happened():
    async with stage_with() as stage:
        server = stage.server
    with pytest.raises(Unreachable):
        await stage.adapter.perform(in_room("hello"), "n1")
    assert server.posts("C01") == []


@each(
    ("error", "status", "fault"),
    [
        ("channel_not_found", 200, Refused),
        ("not_in_channel", 200, Refused),
        ("is_archived", 200, Refused),
        ("msg_blocks_too_long", 200, Refused),
        ("missing_scope", 200, Refused),
        ("invalid_auth", 200, Unreachable),
        ("token_revoked", 200, Unreachable),
        ("service_unavailable", 503, Unreachable),
        ("internal_error", 200, InDoubt),
        ("fatal_error", 500, InDoubt),
        ("http_502", 502, InDoubt),
    ],
)
def test_slacks_no_becomes_the_fault_that_says_what_to_do(error: str, status: int, fault: type[Exception]):
    assert type(as_send_fault(ApiFault("chat.postMessage", error, status))) is fault


@pytest.mark.ledger("PLT-10")
@pytest.mark.parametrize("queued", [200, pytest.param(2_000, marks=pytest.mark.slow)])
async def test_in_a_storm_of_429_nothing_is_early_lost_or_out_of_order(queued: int):
    rng = random.Random(3)
    plan = FaultPlan()
    async with stage_with(plan) as stage:
        stage.server.add_channel("C02", "second")
        for _ in range(40):
            plan.add(Fault("429", "chat.postMessage", seconds=rng.uniform(0.001, 0.04)))
        rooms = [ROOM, Place("slack", "T01", "C02")]
        sends = [
            asyncio.create_task(stage.adapter.perform(Send(place=rooms[n % 2], text=str(n)), f"n{n}"))
            for n in range(queued)
        ]
        await asyncio.gather(*sends)

        assert stage.server.early == []
        for parity, room in enumerate(rooms):
            texts = [int(post.text) for post in stage.server.posts(room.channel)]
            assert texts == list(range(parity, queued, 2))


@pytest.mark.ledger("PLT-10")
async def test_one_limited_channel_does_not_hold_up_another():
    async with stage_with(FaultPlan([Fault("429", "chat.postMessage", seconds=0.5)])) as stage:
        stage.server.add_channel("C02", "second")
        slow = asyncio.create_task(stage.adapter.perform(in_room("slow"), "n1"))
        while not stage.server.ledger.calls:
            await asyncio.sleep(0.005)
        await stage.adapter.perform(Send(place=Place("slack", "T01", "C02"), text="quick"), "n2")

        assert not slow.done()
        await slow
        assert [post.text for post in stage.server.posts("C01")] == ["slow"]


@pytest.mark.ledger("PLT-09")
async def test_a_status_says_that_an_answer_is_on_its_way():
    async with stage_with() as stage:
        question = await stage.server.say("C01", "U01", "a question")
        for done in (False, True):
            await stage.adapter.perform(Typing(place=ROOM, reply_to=question, done=done), "n")

        statuses = [(one["thread_ts"], bool(one["status"])) for one in stage.server.methods.statuses]
        assert statuses == [(question, True), (question, False)]


@pytest.mark.ledger("PLT-09")
async def test_where_there_is_no_status_a_reaction_shows_it_until_the_answer_is_there():
    async with stage_with() as stage:
        stage.server.app.scopes -= {"assistant:write", "chat:write"}
        question = await stage.server.say("C01", "U01", "a question")
        marks = stage.server.channels["C01"].posts[question].reactions
        await stage.adapter.perform(Typing(place=ROOM, reply_to=question), "n")
        await stage.adapter.perform(Typing(place=ROOM, reply_to=question), "n")
        shown = list(marks)
        await stage.adapter.perform(Typing(place=ROOM, reply_to=question, done=True), "n")

        assert shown == [("eyes", "UBOT")]
        assert marks == []


@pytest.mark.ledger("PLT-09")
@pytest.mark.parametrize("direct", [False, True])
async def test_the_answer_takes_the_reaction_away_also_that_of_an_earlier_life(direct: bool):
    """F18: 👀 stayed under every question that was answered."""
    async with stage_with() as stage:
        place = stage.direct if direct else ROOM
        channel = stage.server.channels[place.channel]
        question = await stage.server.say(place.channel, "U01", "a question")
        channel.posts[question].reactions.append(("eyes", "UBOT"))  # of a life that was killed
        marks = channel.posts[question].reactions
        stage.server.app.scopes -= {"assistant:write"}
        stage.server.required["assistant.threads.setStatus"] = ("assistant:write",)
        await stage.adapter.perform(Typing(place=place, reply_to=question), "n")
        answer = Send(place=place, text="the answer", reply_to="" if direct else question)
        await stage.adapter.perform(answer, "n1")
        async with asyncio.timeout(5.0):
            while marks:
                await asyncio.sleep(0.01)


@pytest.mark.ledger("PLT-09")
async def test_a_sign_of_life_that_fails_costs_nothing():
    plan = FaultPlan([Fault("drop", "assistant", times=9), Fault("429", "reactions", times=9, seconds=30.0)])
    async with stage_with(plan) as stage:
        question = await stage.server.say("C01", "U01", "a question")
        async with asyncio.timeout(1.0):
            await stage.adapter.perform(Typing(place=ROOM, reply_to=question), "n")
            await stage.adapter.perform(Typing(place=ROOM), "n")


@pytest.mark.ledger("PLT-09")
@pytest.mark.parametrize(
    "text",
    [
        "<!channel> " * 1_090,
        "word " * 2_399,
        "| a | b |\n|---|---|\n" + "| cell of some length | another one |\n" * 95 + "and text behind it. " * 450,
    ],
)
def test_no_post_holds_more_in_all_its_blocks_than_slack_takes(text: str) -> None:
    """P7: one passed 13,200 characters."""

    def characters(found: object) -> int:
        if isinstance(found, list | tuple):
            return sum(map(characters, found))
        if isinstance(found, dict):
            return sum(len(one) if key == "text" and isinstance(one, str) else characters(one)
                       for key, one in found.items())  # fmt: skip
        return 0

    sizes = [characters(render(chunk).blocks) for chunk in split(text)]

    assert max(sizes) <= 12_000
    assert sum(sizes) >= 10_000


@pytest.mark.ledger("PLT-10")
async def test_answers_that_are_written_at_once_share_one_pace_of_edits() -> None:
    """Suspected: two streams, each within its pace, passed what Slack allows a workspace."""
    calls: list[tuple[float, str]] = []
    now = asyncio.get_running_loop().time

    async def api(method: str, arguments: Payload) -> Payload:
        calls.append((now(), str(arguments["text"])))
        return {"ts": arguments.get("ts", "1.2")}

    sender = SlackSender(api, SlackPace(edit_interval_s=0.02, edit_burst=2))
    begun = now()
    edits = [
        asyncio.create_task(
            sender.perform(Edit(place=Place("slack", "T01", room), message_id=ts, text=f"{room} {step}"), "", False)
        )
        for step in range(20)
        for room, ts in (("C01", "1.1"), ("C02", "1.2"), ("C03", "1.3"))
    ]
    await asyncio.gather(*edits)

    assert len(calls) <= 2 + (now() - begun) / 0.02 + 1
    assert {text for _, text in calls} >= {f"{room} 19" for room in ("C01", "C02", "C03")}
    assert len(calls) <= 8  # what was overtaken while it waited is left out, and waits for nothing
