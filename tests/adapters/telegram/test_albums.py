"""Several files sent at once are one message with all of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bots.message import Kind
from bots.people.addressing import addressed_animas
from tests.adapters.telegram.stage import TelegramStage, staged
from tests.adapters.telegram.test_webhook import hooked
from tests.contracts.adapter import running

NAMES = ["a", "b", "c", "d"]


@pytest.fixture
async def stage() -> AsyncIterator[TelegramStage]:
    async with staged() as made:
        yield made


@pytest.mark.ledger("PLT-04", "PLT-15")
async def test_an_album_is_one_message_with_its_words_and_all_its_files(stage: TelegramStage) -> None:
    """F13: four photos gave four answers."""
    ids = await stage.server.send_album(stage.chat, stage.ada, NAMES, "our garden")
    await stage.server.say(stage.chat, stage.ada, "and this")
    async with running(stage):
        album, after = await stage.sink.heard(2)

    assert (album.id, album.text, after.text) == (str(ids[0]), "our garden", "and this")
    assert [file.name for file in album.files] == [f"photo-{name}.jpg" for name in NAMES]


@pytest.mark.ledger("PLT-15")
async def test_an_album_whose_parts_come_one_by_one_is_waited_for(stage: TelegramStage) -> None:
    """F13."""
    async with running(stage):
        sending = asyncio.create_task(stage.server.send_album(stage.chat, stage.ada, NAMES))
        (album,) = await stage.sink.heard(1)
        await sending
        await stage.sink.heard(1)

    assert len(album.files) == len(NAMES)
    assert len(stage.sink.messages) == 1


@pytest.mark.ledger("PLT-11", "PLT-15")
async def test_an_album_that_was_not_stored_comes_again_whole(stage: TelegramStage) -> None:
    stage.sink.refuse(2)
    await stage.server.send_album(stage.chat, stage.ada, NAMES)
    async with running(stage):
        (album,) = await stage.sink.heard(1)

    assert len(album.files) == len(NAMES)


@pytest.mark.ledger("PLT-15")
async def test_two_albums_at_once_are_two(stage: TelegramStage) -> None:
    other = stage.server.add_user("Bob")
    mine = await stage.server.send_album(stage.group, stage.ada, ["a"])
    theirs = await stage.server.send_album(stage.group, other, ["x", "y"])
    async with running(stage):
        messages = await stage.sink.heard(2)

    assert [(message.id, len(message.files)) for message in messages] == [(str(mine[0]), 1), (str(theirs[0]), 2)]


@pytest.mark.ledger("PLT-15")
async def test_by_webhook_the_parts_come_one_by_one_and_the_first_is_answered_for_all() -> None:
    """F13: Telegram hands over the next when the last is stored; none can be waited for."""
    async with hooked() as stage, running(stage):
        await stage.server.send_album(stage.chat, stage.ada, NAMES, "our garden")
        messages = await stage.sink.heard(4)

    assert [bool(addressed_animas(message, ("alice",)).names) for message in messages] == [True, False, False, False]
    assert {message.kind for message in messages} == {Kind.MESSAGE}
    assert len({message.album for message in messages}) == 1
