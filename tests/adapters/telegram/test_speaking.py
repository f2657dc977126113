"""What is said on Telegram is said once, in order, at the pace the platform wants."""

from __future__ import annotations

import asyncio

import pytest

from adapters.telegram import outbound
from bots.errors import InDoubt, Refused, Unreachable
from bots.message import Delete, Edit, File, Persona, React, Send, Typing
from memory.vocabulary.address import Place
from tests.adapters.telegram.stage import TOKEN, TelegramStage, place, staged
from tests.contracts.adapter import long_markdown, running
from tests.platforms.plan import Fault
from tests.platforms.telegram import Paces

NOWHERE = Place("telegram", "", "-424242")


@pytest.mark.ledger("PLT-12")
async def test_a_send_whose_answer_is_lost_is_in_doubt_and_never_repeated_blindly(stage: TelegramStage) -> None:
    stage.server.plan.add(Fault("accept_then_cut", "sendMessage", times=20))
    async with running(stage):
        for n in range(20):
            act = Send(place=stage.direct, text=f"number {n}")
            with pytest.raises(InDoubt):
                await stage.adapter.perform(act, f"n{n}")
            with pytest.raises(InDoubt):
                await stage.adapter.perform(act, f"n{n}", in_doubt=True)

    assert [post.text for post in stage.server.posts(stage.chat)] == [f"number {n}" for n in range(20)]


@pytest.mark.ledger("PLT-12")
@pytest.mark.parametrize("kind", ["drop", "5xx"])
async def test_without_an_answer_a_send_is_in_doubt(stage: TelegramStage, kind: str) -> None:
    stage.server.plan.add(Fault(kind, "sendMessage"))  # type: ignore[arg-type]
    with pytest.raises(InDoubt):
        await stage.adapter.perform(Send(place=stage.direct, text="hello"), "n1")


@pytest.mark.ledger("PLT-12")
@pytest.mark.parametrize("garbage", [b"{", b'{"ok": true, "result": {}}', b'{"ok": true, "result": [1]}'])
async def test_an_unreadable_answer_leaves_a_send_in_doubt(stage: TelegramStage, garbage: bytes) -> None:
    stage.server.garbled["sendMessage"] = garbage
    with pytest.raises(InDoubt):
        await stage.adapter.perform(Send(place=stage.direct, text="hello"), "n1")


@pytest.mark.ledger("PLT-12")
async def test_without_a_connection_nothing_was_sent() -> None:
    async with staged(api_base="http://127.0.0.1:9") as stage:
        with pytest.raises(Unreachable):
            await stage.adapter.perform(Send(place=stage.direct, text="hello"), "n1")


@pytest.mark.ledger("PLT-12")
async def test_an_edit_may_be_repeated_and_an_unchanged_one_is_done(stage: TelegramStage) -> None:
    sent = await stage.adapter.perform(Send(place=stage.direct, text="first"), "n1")
    edit = Edit(place=stage.direct, message_id=sent.message_id, text="second")
    stage.server.plan.add(Fault("accept_then_cut", "editMessageText"))
    with pytest.raises(InDoubt):
        await stage.adapter.perform(edit, "n2")
    receipt = await stage.adapter.perform(edit, "n2", in_doubt=True)

    assert receipt.message_id == sent.message_id
    assert [post.text for post in stage.server.posts(stage.chat)] == ["second"]


@pytest.mark.ledger("PLT-10")
async def test_of_edits_that_wait_only_the_newest_goes_out(stage: TelegramStage) -> None:
    sent = await stage.adapter.perform(Send(place=stage.direct, text="0"), "n0")
    edits = [Edit(place=stage.direct, message_id=sent.message_id, text=f"{n}") for n in range(1, 9)]
    await asyncio.gather(*(stage.adapter.perform(edit, f"n{edit.text}") for edit in edits))

    assert [post.text for post in stage.server.posts(stage.chat)] == ["8"]
    assert len([one for one in stage.server.ledger.received if one.method == "editMessageText"]) <= 2


@pytest.mark.ledger("PLT-10")
async def test_a_wait_that_is_asked_for_is_kept_and_halts_no_other_chat(stage: TelegramStage) -> None:
    stage.server.plan.add(Fault("429", "sendMessage", seconds=40))
    waiting = asyncio.create_task(stage.adapter.perform(Send(place=stage.direct, text="patience"), "n1"))
    await asyncio.sleep(0.05)
    other = await stage.adapter.perform(Send(place=stage.place, text="meanwhile"), "n2")
    assert not waiting.done()
    receipt = await waiting

    assert other.message_id
    assert receipt.message_id
    assert stage.server.flood.early == []


async def storm(sends: int, chats: int) -> None:
    async with staged(scale=0.002) as stage:
        people = [stage.server.add_user(f"person {n}") for n in range(chats)]
        rooms = [stage.server.private(person) for person in people]
        stage.server.plan.add(*(Fault("429", "sendMessage", seconds=1 + n % 7) for n in range(sends // 4)))
        stage.server.plan.add(Fault("delay", "sendMessage", seconds=0.2, times=sends // 4))
        async with running(stage):
            await asyncio.gather(
                *(
                    stage.adapter.perform(Send(place=place(rooms[n % chats]), text=f"number {n}"), f"n{n}")
                    for n in range(sends)
                )
            )

        refusals = [status for _, _, status in stage.server.ledger.calls if status == 429]
        assert len(refusals) >= sends // 4
        assert stage.server.flood.early == []
        for index, room in enumerate(rooms):
            said = [post.text for post in stage.server.posts(room)]
            assert said == [f"number {n}" for n in range(index, sends, chats)]


@pytest.mark.ledger("PLT-10")
async def test_in_a_storm_of_429_nothing_is_early_or_lost_and_order_is_kept() -> None:
    await storm(200, 25)


@pytest.mark.slow
@pytest.mark.ledger("PLT-10")
async def test_in_a_great_storm_of_429_nothing_is_early_or_lost_and_order_is_kept() -> None:
    await storm(2000, 100)


@pytest.mark.ledger("PLT-10")
async def test_our_own_pace_makes_the_platform_ask_for_none(stage: TelegramStage) -> None:
    await asyncio.gather(
        *(stage.adapter.perform(Send(place=stage.place, text=f"number {n}"), f"n{n}") for n in range(25))
    )

    assert {status for _, method, status in stage.server.ledger.calls if method == "sendMessage"} == {200}


@pytest.mark.ledger("PLT-08")
async def test_entities_that_are_refused_are_sent_once_as_plain_text(stage: TelegramStage) -> None:
    stage.server.refused["sendMessage"] = "can't parse entities: that was no entity"
    await stage.adapter.perform(Send(place=stage.direct, text="**well**"), "n1")

    statuses = [status for _, method, status in stage.server.ledger.calls if method == "sendMessage"]
    assert statuses == [400, 200]
    assert [(post.text, post.entities) for post in stage.server.posts(stage.chat)] == [("well", [])]


@pytest.mark.ledger("PLT-08")
async def test_markdown_becomes_entities_behind_the_personas_bold_line(stage: TelegramStage) -> None:
    await stage.adapter.perform(
        Send(place=stage.place, text="**now** 👋 `x`", persona=Persona(name="Alice 🦊\nBob")), "n1"
    )
    (post,) = stage.server.posts(stage.group)
    (received,) = stage.server.ledger.received

    assert post.text == "Alice 🦊 Bob\nnow 👋 x"
    assert received.persona == "Alice 🦊 Bob"
    units = post.text.encode("utf-16-le")
    marked = [
        (one["type"], units[2 * one["offset"] : 2 * (one["offset"] + one["length"])].decode("utf-16-le"))
        for one in post.entities
    ]
    assert marked == [("bold", "Alice 🦊 Bob"), ("bold", "now"), ("code", "x")]


@pytest.mark.ledger("PLT-04")
async def test_a_send_is_a_reply_where_it_says_so(stage: TelegramStage) -> None:
    """P2: in a direct talk it never was, and nobody could tell which question a note meant."""
    asked = await stage.say("who?")
    privately = await stage.say("who?", place=stage.direct)
    await stage.adapter.perform(Send(place=stage.place, text="I", reply_to=asked), "n1")
    await stage.adapter.perform(Send(place=stage.place, text="gone", reply_to="99999"), "n2")
    await stage.adapter.perform(Send(place=stage.direct, text="I", reply_to=privately), "n3")

    assert [post.reply_to for post in stage.server.posts(stage.group)] == [int(asked), 0]
    assert [post.reply_to for post in stage.server.posts(stage.chat)] == [int(privately)]


@pytest.mark.ledger("PLT-04")
async def test_the_answer_to_a_command_in_a_group_is_a_reply_to_it(stage: TelegramStage) -> None:
    async with running(stage):
        command = await stage.sink.find(await stage.say("/anima list"))
    answer = Send(place=stage.place, text="nobody", private_to=command.author, handle=command.handle)
    await stage.adapter.perform(answer, "n1")

    assert [post.reply_to for post in stage.server.posts(stage.group)] == [int(command.id)]


@pytest.mark.ledger("PLT-04")
async def test_the_general_topic_is_left_out_of_sends_and_named_for_typing(stage: TelegramStage) -> None:
    forum = stage.server.add_group("forum", forum=True)
    topic = stage.server.add_topic(forum)
    async with running(stage):
        await stage.sink.find(str(await stage.server.say(forum, stage.ada, "hello")))
        for thread in (0, 1, topic):
            await stage.adapter.perform(Typing(place=place(forum, thread)), f"t{thread}")
            await stage.adapter.perform(Send(place=place(forum, thread), text=f"in {thread}"), f"n{thread}")

    assert [post.thread for post in stage.server.posts(forum)] == [0, 0, topic]
    assert [action.message_id for action in stage.server.ledger.actions] == ["1", "1", str(topic)]


@pytest.mark.ledger("PLT-09")
async def test_in_private_an_unfinished_answer_is_a_draft_that_moves(stage: TelegramStage) -> None:
    for text in ("I", "I thi", "I think **so", "word " * 3000):
        await stage.adapter.perform(Typing(place=stage.direct, preview=text), "n1")
    await stage.adapter.perform(Typing(place=stage.direct, done=True), "n1")

    drafts = stage.server.ledger.drafts
    assert len(drafts) == 4
    assert len({draft.message_id for draft in drafts}) == 1
    assert stage.adapter.capabilities(stage.direct).streaming == "draft"
    assert stage.adapter.capabilities(stage.place).streaming == "edits"
    assert stage.adapter.capabilities(stage.place).edit_interval_s == 3.5


@pytest.mark.ledger("PLT-09")
async def test_without_drafts_typing_is_shown_and_answers_are_edited(stage: TelegramStage) -> None:
    stage.server.missing.add("sendMessageDraft")
    await stage.adapter.perform(Typing(place=stage.direct, preview="I thi"), "n1")

    assert [action.text for action in stage.server.ledger.actions] == ["typing"]
    assert stage.adapter.capabilities(stage.direct).streaming == "edits"


@pytest.mark.ledger("PLT-09")
async def test_typing_never_waits(stage: TelegramStage) -> None:
    stage.server.plan.add(Fault("429", "sendChatAction", seconds=1000))
    async with asyncio.timeout(1):
        await stage.adapter.perform(Typing(place=stage.place), "n1")
        await stage.adapter.perform(Typing(place=stage.place), "n2")

    assert [status for _, method, status in stage.server.ledger.calls if method == "sendChatAction"] == [429]


@pytest.mark.ledger("PLT-12")
async def test_what_the_platform_will_never_take_is_refused(stage: TelegramStage) -> None:
    stage.chat.blocked = True
    for act in (
        Send(place=NOWHERE, text="anybody?"),
        Send(place=stage.direct, text="anybody?"),
        Send(place=Place("telegram", "", "general"), text="anybody?"),
        Send(place=stage.place, text=" "),
        Edit(place=stage.place, message_id="12345", text="what?"),
        React(place=stage.place, message_id="not a number", reaction="👀"),
    ):
        with pytest.raises(Refused):
            await stage.adapter.perform(act, "n1")


@pytest.mark.ledger("PLT-04")
async def test_a_post_is_removed_or_once_it_is_old_overwritten(stage: TelegramStage) -> None:
    from datetime import timedelta

    young = await stage.adapter.perform(Send(place=stage.direct, text="young"), "n1")
    old = await stage.adapter.perform(Send(place=stage.direct, text="old"), "n2")
    stage.chat.posts[int(old.message_id)].at -= timedelta(days=3)
    for one in (young, old, young):
        await stage.adapter.perform(Delete(place=stage.direct, message_id=one.message_id), "n3")

    assert [post.text for post in stage.server.posts(stage.chat)] == ["(removed)"]


@pytest.mark.ledger("PLT-04")
async def test_one_file_goes_with_its_words_and_several_after_them(stage: TelegramStage) -> None:
    files = tuple(File(name=f"{n}.md", media_type="text/markdown", content=b"# hi") for n in range(2))
    await stage.adapter.perform(Send(place=stage.direct, text="**one**", files=files[:1]), "n1")
    await stage.adapter.perform(Send(place=stage.direct, text="two", files=files), "n2")

    shown = [(post.text, post.extra.get("document", {}).get("file_name")) for post in stage.server.posts(stage.chat)]
    assert shown == [("one", "0.md"), ("two", None), ("", "0.md"), ("", "1.md")]


@pytest.mark.ledger("PLT-12")
async def test_a_send_of_which_a_part_is_out_is_in_doubt(stage: TelegramStage) -> None:
    files = tuple(File(name=f"{n}.md", media_type="text/markdown", content=b"# hi") for n in range(2))
    stage.server.plan.add(Fault("429", "sendDocument", seconds=1))
    stage.server.files.clear()
    act = Send(place=stage.direct, text="word " * 500, files=files)
    task = asyncio.create_task(stage.adapter.perform(act, "n1"))
    async with asyncio.timeout(2):
        while not stage.server.posts(stage.chat):
            await asyncio.sleep(0.001)
    stage.chat.blocked = True
    with pytest.raises(InDoubt):
        await task


@pytest.mark.ledger("PLT-08")
async def test_every_chunk_of_a_long_text_fits_with_the_longest_name() -> None:
    async with staged(scale=0.0005) as stage:
        stage.server.flood.paces = Paces(chat_per_s=10**6, group_per_min=10**6, overall_per_s=10**6)
        chunks = stage.adapter.capabilities(stage.place).split(long_markdown())
        persona = Persona(name="名" * 200)

        lengths = {len(outbound.composed(chunk, persona).text.encode("utf-16-le")) // 2 for chunk in chunks}
        assert max(lengths) <= 4096
        for chunk in chunks[-5:]:
            await stage.adapter.perform(Send(place=stage.direct, text=chunk, persona=persona), "n1")
        assert len(stage.server.posts(stage.chat)) == len(chunks[-5:])


@pytest.mark.ledger("PLT-04")
async def test_the_token_stands_in_no_log_and_no_error(stage: TelegramStage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    errors: list[str] = []
    faults = [Fault(kind, seconds=1) for kind in ("5xx", "drop", "accept_then_cut", "429")]  # type: ignore[arg-type]
    async with running(stage):
        for act in (Send(place=stage.direct, text="x"), Send(place=NOWHERE, text="x")):
            for fault in faults:
                stage.server.plan.add(fault)
                try:
                    await stage.adapter.perform(act, "n1")
                except Exception as error:
                    errors += [repr(error), repr(error.__cause__)]
                fault.times = 1
    async with staged(api_base="http://127.0.0.1:9") as away:
        with pytest.raises(Unreachable) as caught:
            await away.adapter.perform(Send(place=away.direct, text="x"), "n1")
        errors.append(repr(caught.value))

    secret = TOKEN.partition(":")[2]
    assert errors
    assert secret not in caplog.text
    assert all(secret not in error for error in errors)
    assert all(secret not in detail for _, _, detail in stage.sink.connections)
    assert secret not in repr(stage.adapter._settings)
