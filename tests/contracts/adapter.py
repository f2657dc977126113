"""The laws that every Adapter obeys: subclass `AdapterContract` and give it a `stage`.

A stage is a platform with one person at it. Three class attributes say what a platform cannot be asked:

    can_repeat   the same nonce, asked again in doubt, is found to have happened (no second post)
    can_refuse   there are rooms that do not exist
    can_edit     a post can be changed

A platform which cannot skips that law; each skip says why.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import ClassVar, Protocol

import pytest

from bots.errors import InDoubt, NotStored, Refused
from bots.message import Act, Choice, Edit, File, Kind, Mention, Message, Persona, React, Receipt, Send, Typing
from bots.ports import Adapter, Connection
from memory.vocabulary.address import Account, Audience, Person, Place

_SOON_S = 10.0


class RecordingSink:
    """A sink that keeps what it hears: messages by key, connection states in order.

    `arrivals` counts each hand-over of a key that was accepted, repeated ones too.
    """

    def __init__(self) -> None:
        self.messages: dict[str, Message] = {}
        self.arrivals: dict[str, int] = {}
        self.connections: list[tuple[Account, Connection, str]] = []
        self.changed: list[Person | Place] = []
        self.refusals_left = 0
        self._changed = asyncio.Condition()

    def refuse(self, times: int) -> None:
        """Raise NotStored for the next so many messages."""
        self.refusals_left = times

    async def deliver(self, message: Message) -> bool:
        async with self._changed:
            if self.refusals_left > 0:
                self.refusals_left -= 1
                raise NotStored("the sink was told to refuse")
            fresh = message.key not in self.messages
            self.messages.setdefault(message.key, message)
            self.arrivals[message.key] = self.arrivals.get(message.key, 0) + 1
            self._changed.notify_all()
            return fresh

    async def connection(self, account: Account, state: Connection, detail: str = "") -> None:
        async with self._changed:
            self.connections.append((account, state, detail))
            self._changed.notify_all()

    def readers_changed(self, what: Person | Place) -> None:
        self.changed.append(what)

    async def heard(self, n: int, timeout: float = _SOON_S) -> list[Message]:
        """The messages, once there are at least n of them, in the order in which they came."""
        await self._until(lambda: len(self.messages) >= n, timeout)
        return list(self.messages.values())

    async def connected(self, timeout: float = _SOON_S) -> None:
        """Returns once some account has been connected."""
        await self._until(lambda: any(state is Connection.CONNECTED for _, state, _ in self.connections), timeout)

    async def find(self, message_id: str, timeout: float = _SOON_S) -> Message:
        """The message (not an edit of it, nor a reaction) with that id, once it is here."""

        def there() -> bool:
            return any(_says(message, message_id) for message in self.messages.values())

        await self._until(there, timeout)
        return next(message for message in self.messages.values() if _says(message, message_id))

    async def _until(self, holds: Callable[[], bool], timeout: float) -> None:
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(holds), timeout)


class Stage(Protocol):
    """A platform with one person at it. `adapter` is not running yet."""

    adapter: Adapter
    sink: RecordingSink
    place: Place  # a room
    direct: Place

    async def say(self, text: str, *, place: Place | None = None) -> str:
        """A person posts (in the room, unless told otherwise); returns the message's id."""
        ...

    async def posts(self, place: Place) -> list[tuple[str, str]]:
        """(id, text as a person sees it) of what the bot has posted there, oldest first."""
        ...

    async def buttons(self, place: Place, post: str) -> list[tuple[str, str]]:
        """(words, value) of what the person may press under the post."""
        ...

    async def press(self, place: Place, post: str, value: str) -> None:
        """The person presses one of them."""
        ...


@contextlib.asynccontextmanager
async def running(stage: Stage) -> AsyncIterator[asyncio.Task[None]]:
    """The adapter, connected; cancelled at the end of the block."""
    task = asyncio.create_task(stage.adapter.run(stage.sink))
    waiting = asyncio.create_task(stage.sink.connected())
    try:
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            task.result()
            pytest.fail("run() returned before it was connected")
        waiting.result()
        yield task
    finally:
        waiting.cancel()
        task.cancel()
        await asyncio.wait({task}, timeout=_SOON_S)


async def perform(stage: Stage, act: Act, nonce: str) -> Receipt:
    """As the delivery does it: what is in doubt is asked again, in doubt."""
    try:
        return await stage.adapter.perform(act, nonce)
    except InDoubt:
        return await stage.adapter.perform(act, nonce, in_doubt=True)


def long_markdown(size: int = 100_000) -> str:
    """Markdown of at least so many characters, of everything that splitting must look after."""
    section = (
        "## Part {n}\n\nA paragraph of some length. それは長い文章です。"
        + "It goes on for a while, with **bold** words and a [link](https://example.org/a_(b)). " * 6
        + "\n\n```python\n"
        + "print('a line of a program')\n" * 40
        + "```\n\n| a | b |\n|---|---|\n"
        + "| one | two |\n" * 30
        + "\n- an item\n  - an inner item 👩‍👩‍👧\n\n> a quotation\n\n"
    )
    return "".join(section.replace("{n}", str(n)) for n in range(size // len(section) + 1))


class AdapterContract:
    """Subclass it as `Test…` and define an async fixture `stage`."""

    can_repeat: ClassVar[bool] = True
    can_refuse: ClassVar[bool] = True
    can_edit: ClassVar[bool] = True

    @pytest.fixture
    async def stage(self) -> Stage:
        raise NotImplementedError("the subclass gives a stage")

    reaction: ClassVar[str] = "👀"  # as the platform names it (Slack: "eyes")

    def nowhere(self, stage: Stage) -> Place:
        """A room which is not there; numeric, for platforms whose ids are numbers."""
        return Place(stage.place.platform, stage.place.workspace, "999999999")

    def lose_next_answer(self, stage: Stage) -> None:
        """Let the platform take the next post, but not its answer reach us. By default nothing is lost."""

    # ------------------------------------------------------------------------------------------------ hearing

    @pytest.mark.ledger("PLT-01")
    async def test_a_message_reaches_the_sink_once_and_whole(self, stage: Stage) -> None:
        async with running(stage):
            said = await stage.say("good morning")
            message = await stage.sink.find(said)

        assert message.kind is Kind.MESSAGE
        assert message.text == "good morning"
        assert message.place.room == stage.place.room
        assert message.account == stage.adapter.account
        assert message.author.platform == stage.adapter.account.platform
        assert message.author.id
        assert message.at.tzinfo is not None
        assert message.audience in (Audience.group(stage.place), Audience.open(stage.place))
        assert not message.is_direct
        assert not message.author_is_self
        assert stage.sink.arrivals[message.key] == 1

    @pytest.mark.ledger("PLT-01")
    async def test_a_direct_message_is_direct_and_its_audience_is_the_person(self, stage: Stage) -> None:
        async with running(stage):
            said = await stage.say("between us", place=stage.direct)
            message = await stage.sink.find(said)

        assert message.is_direct
        assert message.place.room == stage.direct.room
        assert message.audience == Audience.person(message.author)

    @pytest.mark.ledger("PLT-01")
    async def test_messages_come_in_the_order_in_which_they_were_said(self, stage: Stage) -> None:
        async with running(stage):
            said = [await stage.say(f"number {n}") for n in range(5)]
            messages = [await stage.sink.find(one) for one in said]

        assert sorted(messages, key=lambda message: message.order) == messages
        assert len({message.key for message in messages}) == 5

    # ------------------------------------------------------------------------------------------------ acting

    @pytest.mark.ledger("PLT-01")
    async def test_the_receipt_of_a_send_names_the_post(self, stage: Stage) -> None:
        async with running(stage):
            receipt = await perform(stage, Send(place=stage.place, text="here I am"), "nonce-1")

            posts = await stage.posts(stage.place)
        assert receipt.message_id
        assert [(one, text.strip()) for one, text in posts] == [(receipt.message_id, "here I am")]

    @pytest.mark.ledger("PLT-01")
    async def test_a_send_to_a_person_arrives_in_the_direct_place(self, stage: Stage) -> None:
        async with running(stage):
            await stage.say("hello", place=stage.direct)
            receipt = await perform(stage, Send(place=stage.direct, text="only for you"), "nonce-1")

            posts = await stage.posts(stage.direct)
            elsewhere = await stage.posts(stage.place)
        assert [one for one, _ in posts] == [receipt.message_id]
        assert elsewhere == []

    @pytest.mark.ledger("PLT-01")
    async def test_a_nonce_in_doubt_does_not_post_twice(self, stage: Stage) -> None:
        if not self.can_repeat:
            pytest.skip("the platform cannot be asked whether a post is there")
        act = Send(place=stage.place, text="said once")
        async with running(stage):
            self.lose_next_answer(stage)
            first = await perform(stage, act, "nonce-1")
            again = await stage.adapter.perform(act, "nonce-1", in_doubt=True)

            posts = await stage.posts(stage.place)
        assert len(posts) == 1
        assert again.message_id == first.message_id

    @pytest.mark.ledger("PLT-01")
    async def test_two_nonces_with_one_text_are_two_posts(self, stage: Stage) -> None:
        act = Send(place=stage.place, text="yes")
        async with running(stage):
            await perform(stage, act, "nonce-1")
            await perform(stage, act, "nonce-2")

            posts = await stage.posts(stage.place)
        assert len({one for one, _ in posts}) == 2

    @pytest.mark.ledger("PLT-01")
    async def test_an_edit_changes_the_post(self, stage: Stage) -> None:
        if not self.can_edit:
            pytest.skip("what this platform has shown it cannot change")
        async with running(stage):
            receipt = await perform(stage, Send(place=stage.place, text="first"), "nonce-1")
            edit = Edit(place=stage.place, message_id=receipt.message_id, text="second")
            await perform(stage, edit, "nonce-2")
            await perform(stage, edit, "nonce-3")

            posts = await stage.posts(stage.place)
        assert [(one, text.strip()) for one, text in posts] == [(receipt.message_id, "second")]

    @pytest.mark.ledger("PLT-01", "FOR-26")
    async def test_choices_are_buttons_and_a_tap_is_heard_with_its_value(self, stage: Stage) -> None:
        if not stage.adapter.capabilities(stage.place).buttons:
            pytest.skip("the platform has no buttons")
        async with running(stage):
            receipt = await perform(stage, Send(place=stage.place, text="Which?", choices=CHOICES), "nonce-1")
            offered = await stage.buttons(stage.place, receipt.message_id)
            await stage.press(stage.place, receipt.message_id, "q1:replace")
            (heard,) = await stage.sink.heard(1)

            posts = await stage.posts(stage.place)
        assert offered == [(one.label, one.value) for one in CHOICES]
        assert posts == [(receipt.message_id, "Which?")]
        assert (heard.kind, heard.text, heard.target) == (Kind.BUTTON, "q1:replace", receipt.message_id)
        assert heard.place.room == stage.place.room
        assert heard.author.id

    @pytest.mark.ledger("PLT-01", "FOR-27")
    async def test_who_is_mentioned_stands_before_the_text(self, stage: Stage) -> None:
        async with running(stage):
            said = await stage.say("wake me up")
            ada = (await stage.sink.find(said)).author
            send = Send(place=stage.place, text="it is time", mention=Mention(person=ada, name="Ada"))
            await perform(stage, send, "nonce-1")

            ((_, text),) = await stage.posts(stage.place)
        who, _, rest = " ".join(text.split()).partition(" ")
        assert ada.id in who or who == "@Ada"
        assert rest == "it is time"

    @pytest.mark.ledger("PLT-01", "FOR-26")
    async def test_an_edit_takes_the_buttons_away(self, stage: Stage) -> None:
        if not stage.adapter.capabilities(stage.place).buttons:
            pytest.skip("the platform has no buttons")
        persona = Persona(name="Alice")
        for face in (None, persona):
            async with running(stage):
                send = Send(place=stage.place, text="Which?", persona=face, choices=CHOICES)
                receipt = await perform(stage, send, f"nonce-{face}")
                before = await stage.buttons(stage.place, receipt.message_id)
                edit = Edit(place=stage.place, message_id=receipt.message_id, text="Ada: both", persona=face)
                await perform(stage, edit, f"edit-{face}")

                after = await stage.buttons(stage.place, receipt.message_id)
            assert (len(before), after) == (len(CHOICES), [])

    @pytest.mark.ledger("PLT-01")
    async def test_typing_and_reactions_raise_nothing(self, stage: Stage) -> None:
        async with running(stage):
            said = await stage.say("look")
            await stage.sink.find(said)
            await perform(stage, Typing(place=stage.place, reply_to=said), "nonce-1")
            await perform(stage, React(place=stage.place, message_id=said, reaction=self.reaction), "nonce-2")
            await perform(stage, Typing(place=stage.place, reply_to=said, done=True), "nonce-3")

    @pytest.mark.ledger("PLT-01")
    async def test_a_send_to_a_room_that_does_not_exist_is_refused(self, stage: Stage) -> None:
        if not self.can_refuse:
            pytest.skip("the platform has every room")
        nowhere = self.nowhere(stage)
        async with running(stage):
            with pytest.raises(Refused):
                await stage.adapter.perform(Send(place=nowhere, text="anybody?"), "nonce-1")

    # ------------------------------------------------------------------------------------------------ the past

    @pytest.mark.ledger("PLT-01")
    async def test_history_is_what_was_said_afterwards_oldest_first(self, stage: Stage) -> None:
        if not stage.adapter.capabilities(stage.place).history:
            pytest.skip("the platform keeps no history")
        async with running(stage):
            said = [await stage.say(f"number {n}") for n in range(4)]
            first = await stage.sink.find(said[0])

            past = await stage.adapter.history(stage.place, first.order)
        assert [message.id for message in past if not message.author_is_self] == said[1:]
        assert {message.key for message in past} >= {(await stage.sink.find(one)).key for one in said[1:]}

    # ------------------------------------------------------------------------------------------------ its life

    @pytest.mark.ledger("PLT-01")
    async def test_run_ends_soon_after_it_is_cancelled(self, stage: Stage) -> None:
        async with running(stage) as task:
            task.cancel()
            done, _ = await asyncio.wait({task}, timeout=2.0)

            assert task in done

    @pytest.mark.ledger("PLT-01", "PLT-08")
    async def test_every_chunk_of_a_long_answer_is_taken(self, stage: Stage) -> None:
        chunks = stage.adapter.capabilities(stage.place).split(long_markdown())
        async with running(stage):
            receipts = [
                await perform(stage, Send(place=stage.place, text=chunk), f"nonce-{n}")
                for n, chunk in enumerate(chunks[:2])
            ]

            posts = await stage.posts(stage.place)
        assert all(chunk.strip() for chunk in chunks)
        assert [one for one, _ in posts] == [receipt.message_id for receipt in receipts]


#: The longest value that every platform takes is among them.
CHOICES = (
    Choice(label="keep", value="q1:keep"),
    Choice(label="ersetzen 置き換える", value="q1:replace"),
    Choice(label="both", value="b" * 64),
)


def _says(message: Message, message_id: str) -> bool:
    return message.id == message_id and message.kind in (Kind.MESSAGE, Kind.COMMAND)


async def content_of(adapter: Adapter, file: File) -> bytes:
    """All that the adapter gives of a file."""
    return b"".join([piece async for piece in adapter.fetch(file)])
