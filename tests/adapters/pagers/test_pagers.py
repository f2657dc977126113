"""LINE, Chatwork and ntfy: posted once whatever the network does, refused for good or tried again, and heard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from adapters.pagers import ChatworkAdapter, LineAdapter, NtfyAdapter
from bots.delivery.internal_channel import Pager
from bots.delivery.metrics import Metrics
from bots.errors import InDoubt, Refused, Unreachable
from bots.message import Choice, Edit, Kind, Message, Send
from bots.ports import Adapter
from config.runtime import serving
from config.settings.config_schema import Config
from memory.vocabulary.address import Account, Person
from tests.contracts.adapter import RecordingSink
from tests.platforms.pagers import TOKEN, ChatworkServer, LineServer, NtfyServer, PagerServer

pytestmark = pytest.mark.ledger("FLT-08")
NONCE = "0123456789abcdef01234567"
CHOICES = (Choice(label="yes", value="c0ffee:0"), Choice(label="seen", value="c0ffee:seen"))


def clock() -> datetime:
    return datetime(2026, 11, 16, 9, tzinfo=UTC)


@asynccontextmanager
async def pager(name: str, token: str = TOKEN) -> AsyncIterator[tuple[Pager, PagerServer]]:
    server: PagerServer = {"line": LineServer, "chatwork": ChatworkServer, "ntfy": NtfyServer}[name]()
    async with server.serving() as base:
        adapter: Pager = {
            "line": lambda: LineAdapter(token, LineServer.user, base, clock, LineServer.secret),
            "chatwork": lambda: ChatworkAdapter(token, ChatworkServer.room, f"{base}/v2", clock, 0.01),
            "ntfy": lambda: NtfyAdapter("fleet", "", f"{base}/", clock, 0.01),
        }[name]()
        try:
            yield adapter, server
        finally:
            await adapter.close()


def call(adapter: Pager, text: str = "The server is down.") -> Send:
    return Send(place=adapter.place, text=text, choices=CHOICES, priority="urgent")


EACH = pytest.mark.parametrize("name", ["line", "chatwork", "ntfy"])


@EACH
async def test_a_call_is_posted_with_its_words_and_its_id_is_known(name: str) -> None:
    async with pager(name) as (adapter, server):
        receipt = await adapter.perform(call(adapter), NONCE)
        place = await adapter.direct(Person.parse(str(adapter.person)))
        await adapter.perform(Edit(place=place, message_id=receipt.message_id, text="answered"), NONCE)

    (post,) = server.posts
    assert "The server is down." in (post.get("text") or post.get("body") or post.get("message"))
    assert receipt.message_id == (post.get("message_id") or post["id"])
    assert str(adapter.account) == f"{name}:main"


@EACH
async def test_a_call_whose_answer_was_cut_is_in_doubt_and_not_posted_twice_when_it_is_looked_up(name: str) -> None:
    async with pager(name) as (adapter, server):
        server.plan.append("cut")
        with pytest.raises(InDoubt):
            await adapter.perform(call(adapter), NONCE)
        receipt = await adapter.perform(call(adapter), NONCE, in_doubt=True)

    (post,) = server.posts
    assert receipt.message_id == (post.get("message_id") or post["id"])


@EACH
@pytest.mark.parametrize(("status", "fault"), [(400, Refused), (403, Refused), (429, Unreachable), (503, InDoubt)])
async def test_what_the_service_answers_is_told_as_what_it_means(
    name: str, status: int, fault: type[Exception]
) -> None:
    async with pager(name) as (adapter, server):
        server.plan.append(status)
        with pytest.raises(fault):
            await adapter.perform(call(adapter), NONCE)

    assert server.posts == []


@EACH
async def test_who_is_not_there_can_be_tried_again_and_who_is_not_set_up_is_not_called(name: str) -> None:
    async with pager(name) as (adapter, server):
        pass
    with pytest.raises(Unreachable):
        await adapter.perform(call(adapter), NONCE)
    with pytest.raises(Refused):
        await adapter.direct(Person(name, "", "somebody-else"))
    await adapter.close()
    assert server.posts == []


@pytest.mark.parametrize("name", ["line", "chatwork"])
async def test_a_wrong_token_is_refused(name: str) -> None:
    async with pager(name, token="another") as (adapter, _):
        with pytest.raises(Refused):
            await adapter.perform(call(adapter), NONCE)


async def heard(adapter: Pager, most: int) -> list[Message]:
    """What the adapter hands over within a few looks."""
    found: list[Message] = []

    class Enough(Exception):
        pass

    class Sink:
        async def deliver(self, message: Message) -> bool:
            found.append(message)
            if len(found) >= most:
                raise Enough
            return True

        async def connection(self, account: Account, state: object, detail: str = "") -> None:
            pass

    with pytest.raises(Enough):
        await adapter.run(Sink())  # type: ignore[arg-type]
    return found


async def test_a_button_of_a_notification_comes_back_as_its_choice_once() -> None:
    async with pager("ntfy") as (adapter, server):
        assert isinstance(server, NtfyServer)
        await adapter.perform(call(adapter), NONCE)
        priority = server.posts[0]["priority"]
        server.press("yes")
        first = await heard(adapter, 1)
        server.posts.append({**server.posts[0], "id": "n7", "topic": "fleet-answers", "message": "c0ffee:seen"})
        later = await heard(adapter, 1)

    assert priority == 5
    assert [(one.kind, one.text) for one in first] == [(Kind.BUTTON, "c0ffee:0")]
    assert [one.text for one in later] == ["c0ffee:seen"]
    assert str(first[0].author) == "ntfy:fleet"


async def test_a_reply_in_the_room_comes_back_with_the_post_that_it_answers_and_talk_does_not() -> None:
    async with pager("chatwork") as (adapter, server):
        assert isinstance(server, ChatworkServer)
        receipt = await adapter.perform(call(adapter), NONCE)
        server.say("What is for lunch?", "Ben")
        server.reply(receipt.message_id, "Restart it, please.")
        (reply,) = await heard(adapter, 1)

    assert (reply.kind, reply.target, reply.text) == (Kind.BUTTON, receipt.message_id, "Restart it, please.")


async def test_a_quick_reply_and_a_quote_on_line_come_back_by_its_webhook_and_nothing_that_line_did_not_sign() -> None:
    async with pager("line") as (adapter, server), listened(adapter) as found:
        assert isinstance(server, LineServer)
        async with web_server({adapter.account: adapter}) as base:
            server.webhook = f"{base}/line/main"
            receipt = await adapter.perform(call(adapter), NONCE)
            taken = [
                await server.press("yes"),
                await server.reply(receipt.message_id, "After lunch."),
                await server.reply("", "What is for lunch?"),
                await server.reply(receipt.message_id, "I am Ben.", source={"type": "user", "userId": "Uben"}),
            ]
            forged = await server.tell({"type": "postback", "postback": {"data": "c0ffee:0"}}, secret="guessed")

    assert [(one.kind, one.text, one.target) for one in found] == [
        (Kind.BUTTON, "c0ffee:0", ""),
        (Kind.BUTTON, "After lunch.", receipt.message_id),
    ]
    assert (taken, forged) == ([200, 200, 200, 200], 401)


async def test_line_posts_again_what_nobody_was_there_to_hear() -> None:
    async with pager("line") as (adapter, server), web_server({adapter.account: adapter}) as base:
        assert isinstance(server, LineServer)
        server.webhook = f"{base}/line/main"
        await adapter.perform(call(adapter), NONCE)
        assert await server.press("yes") == 503


async def test_without_its_secret_line_carries_no_buttons_and_hears_nothing() -> None:
    server = LineServer()
    async with server.serving() as base:
        adapter = LineAdapter(TOKEN, LineServer.user, base, clock)
        async with web_server({adapter.account: adapter}) as ours, listened(adapter) as found:
            server.webhook = f"{ours}/line/main"
            await adapter.perform(call(adapter), NONCE)
            answered = await server.reply("460000", "Yes.")
        await adapter.close()

    assert "quickReply" not in server.posts[0]["messages"][0]
    assert (answered, found) == (401, [])


@asynccontextmanager
async def listened(adapter: Pager) -> AsyncIterator[list[Message]]:
    """What the adapter hands over while inside."""
    sink = RecordingSink()
    listening = asyncio.create_task(adapter.run(sink))
    found: list[Message] = []
    await asyncio.sleep(0)
    yield found
    found += sink.messages.values()
    listening.cancel()
    await asyncio.wait({listening})


@asynccontextmanager
async def web_server(adapters: Mapping[Account, Adapter]) -> AsyncIterator[str]:
    config = Config.model_validate({"server": {"port": 0}})
    async with serving.serving_webhooks(config, adapters, lambda: True, Metrics()) as port:
        yield f"http://127.0.0.1:{port}"
