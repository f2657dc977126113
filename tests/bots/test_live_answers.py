"""An answer as it is seen: whole when it is fast, growing when it is slow, and never twice."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.message import Edit, Typing
from bots.ports import Chunk
from tests.bots.house import House, until
from tests.bots.platform import CHUNK, MAIN

SLOW = [
    Chunk(text="Once upon "),
    0.06,
    Chunk(text="a time there "),
    0.04,
    Chunk(text="was a fleet."),
    Chunk(end="stop"),
]
WHOLE = "Once upon a time there was a fleet."


def house(tmp_path: Path, *script: object) -> House:
    return House(home=tmp_path, models={"alice": ScriptedModel(list(script))})  # type: ignore[arg-type]


@pytest.mark.ledger("PLT-09")
async def test_a_fast_answer_is_posted_once_and_never_edited(tmp_path: Path) -> None:
    place = house(tmp_path, "Yes.")
    place.pace = type(place.pace)(first_text_s=5.0)
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), "is it so?")

    assert [post.texts for post in place.world.posts] == [["Yes."]]
    assert place.adapter.shown(Edit) == []


@pytest.mark.ledger("PLT-09")
async def test_a_slow_answer_is_a_typing_sign_then_a_post_that_grows_into_the_whole(tmp_path: Path) -> None:
    place = house(tmp_path, SLOW)
    async with place.open():
        (post,) = await place.ask("ada", place.world.direct("ada"), "tell me a story")

    assert isinstance(place.adapter.acts[0], Typing)
    assert post.texts[0] == "Once upon  …"
    assert post.texts[-1] == WHOLE
    assert all(WHOLE.startswith(text.removesuffix(" …")) for text in post.texts)
    assert len(post.texts) >= 3
    assert [event.content for event in place.log("alice", "response_sent")] == [WHOLE]
    assert place.log("alice", "response_sent")[0].meta["message_id"] == post.id


@pytest.mark.ledger("PLT-09")
async def test_the_typing_sign_is_renewed_while_the_model_is_silent(tmp_path: Path) -> None:
    place = house(tmp_path, [0.3, Chunk(text="Here."), Chunk(end="stop")])
    place.pace = type(place.pace)(first_text_s=0.02, typing_s=0.06)
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), "are you there?")

    assert len(place.adapter.shown(Typing)) >= 4


@pytest.mark.ledger("PLT-09")
async def test_where_the_platform_has_drafts_the_text_so_far_is_a_draft_and_the_answer_one_post(tmp_path: Path) -> None:
    place = house(tmp_path, SLOW)
    place.adapter.streaming = "draft"
    async with place.open():
        (post,) = await place.ask("ada", place.world.direct("ada"), "tell me a story")

    drafts = [act.preview for act in place.adapter.shown(Typing) if isinstance(act, Typing) and act.preview]
    assert drafts[0] == "Once upon  …"
    assert len(drafts) >= 2
    assert post.texts == [WHOLE]
    assert place.adapter.shown(Edit) == []


@pytest.mark.ledger("PLT-09")
async def test_where_nothing_can_be_streamed_only_the_whole_is_posted(tmp_path: Path) -> None:
    place = house(tmp_path, SLOW)
    place.adapter.streaming = "none"
    async with place.open():
        (post,) = await place.ask("ada", place.world.direct("ada"), "tell me a story")

    assert post.texts == [WHOLE]


@pytest.mark.ledger("PLT-08", "PLT-12")
@pytest.mark.parametrize("pause", [0.0, 0.06])
async def test_a_long_answer_is_as_many_messages_as_it_needs_and_nothing_twice(tmp_path: Path, pause: float) -> None:
    long = " ".join(f"word{n}" for n in range(300))
    place = house(tmp_path, [Chunk(text=long), pause, Chunk(end="stop")])
    room = place.world.add_room("talk", "ada")
    async with place.open():
        posts = await place.ask("ada", room, "alice, tell me all", mentions=MAIN)

    assert "".join(post.text for post in posts) == long
    assert 1 < len(posts) <= 20
    assert all(len(post.text) <= CHUNK for post in posts)
    assert [post.reply_to for post in posts] == [place.world.said[0].id, *[""] * (len(posts) - 1)]
    (said,) = place.log("alice", "response_sent")
    assert said.content == long


@pytest.mark.ledger("PLT-08", "PLT-15")
@pytest.mark.parametrize("pause", [0.0, 0.06])
async def test_more_than_twenty_messages_are_one_line_and_a_markdown_file(tmp_path: Path, pause: float) -> None:
    huge = " ".join(f"word{n}" for n in range(2000))
    place = house(tmp_path, [Chunk(text=huge), pause, Chunk(end="stop")])
    async with place.open():
        posts = await place.ask("ada", place.world.direct("ada"), "tell me all")

    files = [file for post in posts for file in post.files]
    assert [(file.name, file.media_type, file.content.decode()) for file in files] == [
        ("answer.md", "text/markdown", huge)
    ]
    lines = [post.text for post in posts if post.text]
    assert lines == ["This answer is too long for messages, so here it is as a file."]
    assert [event.content for event in place.log("alice", "response_sent")] == [huge]


@pytest.mark.ledger("PLT-09")
async def test_a_typing_sign_that_hangs_delays_no_answer(tmp_path: Path) -> None:
    place = house(tmp_path, "Yes.")
    hanging = _HangingSigns(place)
    async with place.open():
        await place.world.say("ada", place.world.direct("ada"), "is it so?")
        await until(lambda: bool(place.world.posts), 2.0)

    assert hanging.begun
    assert [post.text for post in place.world.posts] == ["Yes."]


@pytest.mark.ledger("PLT-12")
async def test_a_first_post_of_which_nobody_knows_whether_it_is_there_is_followed_by_no_second_one(
    tmp_path: Path,
) -> None:
    place = house(tmp_path, SLOW, "Hello again.")
    place.adapter.can_tell = False
    place.adapter.lost_answers = 1
    talk = place.world.direct("ada")
    async with place.open():
        posts = await place.ask("ada", talk, "tell me a story")
        after = await place.ask("ada", talk, "hello?")

    assert len(posts) == 1
    assert [post.text for post in after] == ["Hello again."]
    assert [event.meta["in_doubt"] for event in place.log("alice", "error")] == [True]


@pytest.mark.ledger("PLT-08", "PLT-09")
async def test_text_is_cut_beside_the_loop_and_one_preview_at_a_time(tmp_path: Path) -> None:
    """F7: it was cut on the loop, at every preview; a large table held the whole fleet for seconds."""
    place = house(tmp_path, [Chunk(text="Once upon "), 0.1, Chunk(text="a time."), Chunk(end="stop")])
    cutting = _Cutting(place)
    async with place.open():
        people = [f"person{number}" for number in range(4)]
        for person in people:
            await place.world.say(person, place.world.direct(person), "tell me a story")
        await place.settled()
        await place.command("ada", place.world.direct("ada"), "help")

    assert [post.text for post in place.world.posts if post.private_to is None] == ["Once upon a time."] * 4
    assert cutting.threads
    assert threading.main_thread() not in cutting.threads
    assert cutting.most_previews == 1


class _Cutting:
    """Watches where text is cut; a preview is one that is not whole."""

    def __init__(self, place: House) -> None:
        self.threads: set[threading.Thread] = set()
        self.most_previews = self._previews = 0
        capabilities = place.adapter.capabilities
        self._together = threading.Lock()

        def watched(where: object) -> object:
            plain = capabilities(where)  # type: ignore[arg-type]

            def split(text: str) -> list[str]:
                self.threads.add(threading.current_thread())
                is_preview = text == "Once upon "
                with self._together:
                    self._previews += is_preview
                    self.most_previews = max(self.most_previews, self._previews)
                chunks = plain.split(text)
                with self._together:
                    self._previews -= is_preview
                return chunks

            return replace(plain, split=split)

        place.adapter.capabilities = watched  # type: ignore[method-assign, assignment]


class _HangingSigns:
    """Lets every typing sign of the house's account hang."""

    def __init__(self, place: House) -> None:
        import asyncio

        self.begun = 0
        perform = place.adapter.perform

        async def slow(act: object, nonce: str, in_doubt: bool = False) -> object:
            if isinstance(act, Typing):
                self.begun += 1
                await asyncio.Event().wait()
            return await perform(act, nonce, in_doubt)  # type: ignore[arg-type]

        place.adapter.perform = slow  # type: ignore[method-assign, assignment]
