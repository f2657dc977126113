"""The loopback Slack says no where Slack does (FIDELITY.md), to the real client library."""

from __future__ import annotations

import asyncio
import time

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.platforms.slack import Limits, SlackServer


def client(server: SlackServer, token: str = "xoxb-test") -> AsyncWebClient:
    return AsyncWebClient(token=token, base_url=server.api_base, retry_handlers=[])


async def refusal(call: object) -> str:
    with pytest.raises(SlackApiError) as raised:
        await call  # type: ignore[misc]
    return str(raised.value.response["error"])


async def test_a_wrong_token_and_a_missing_scope_are_told():
    async with SlackServer() as server:
        assert await refusal(client(server, "xoxb-other").auth_test()) == "invalid_auth"
        assert await refusal(client(server, "xapp-test").auth_test()) == "not_allowed_token_type"
        server.app.scopes -= {"chat:write"}
        assert await refusal(client(server).chat_postMessage(channel="C01", text="x")) == "missing_scope"


async def test_rooms_that_are_not_there_or_not_entered_take_nothing():
    async with SlackServer() as server:
        server.add_channel("C02", "theirs", members=("U01",))
        server.add_channel("C03", "hidden", private=True, members=("U01",))
        api = client(server)

        errors = [await refusal(api.chat_postMessage(channel=room, text="x")) for room in ("C99", "C02", "C03")]
        assert errors == ["channel_not_found", "not_in_channel", "channel_not_found"]


@pytest.mark.filterwarnings("ignore:The top-level")
async def test_what_is_too_long_is_cut_or_refused():
    async with SlackServer(limits=Limits(post_interval_s=0)) as server:
        api = client(server)
        blocks = [{"type": "markdown", "text": "x" * 7_000}, {"type": "markdown", "text": "y" * 7_000}]
        posted = await api.chat_postMessage(channel="C01", text="x" * 50_000)

        assert len(posted["message"]["text"]) == 40_000
        assert await refusal(api.chat_update(channel="C01", ts=posted["ts"], text="x" * 4_001)) == "msg_too_long"
        assert await refusal(api.chat_postMessage(channel="C01", text="x", blocks=blocks)) == "msg_blocks_too_long"
        assert await refusal(api.chat_postMessage(channel="C01", text="x", blocks=blocks[:1] * 51)) == "invalid_blocks"
        assert await refusal(api.chat_postMessage(channel="C01")) == "no_text"


async def test_only_ones_own_posts_are_changed_and_none_with_a_face_is_deleted():
    async with SlackServer(limits=Limits(post_interval_s=0)) as server:
        api = client(server)
        theirs = await server.say("C01", "U01", "mine")
        faced = (await api.chat_postMessage(channel="C01", text="x", username="Alice"))["ts"]

        assert await refusal(api.chat_update(channel="C01", ts=theirs, text="x")) == "cant_update_message"
        assert await refusal(api.chat_delete(channel="C01", ts=faced)) == "cant_delete_message"
        assert await refusal(api.chat_delete(channel="C01", ts="1.000001")) == "message_not_found"


async def test_one_post_a_second_and_channel():
    async with SlackServer() as server:
        server.add_channel("C02", "second")
        api = client(server)
        await api.chat_postMessage(channel="C01", text="one")
        await api.chat_postMessage(channel="C02", text="elsewhere")
        with pytest.raises(SlackApiError) as raised:
            await api.chat_postMessage(channel="C01", text="two")

        assert raised.value.response.status_code == 429
        assert 0.5 < float(raised.value.response.headers["Retry-After"]) <= 1.0
        await refusal(api.chat_postMessage(channel="C01", text="three"))
        assert len(server.early) == 1


async def test_a_stream_needs_a_thread_and_in_rooms_its_reader():
    async with SlackServer() as server:
        api = client(server)
        ts = await server.say("C01", "U01", "a question")
        to = {"recipient_team_id": "T01", "recipient_user_id": "U01"}
        started = await api.chat_startStream(channel="C01", thread_ts=ts, markdown_text="a", **to)

        assert await refusal(api.chat_startStream(channel="C01", thread_ts=ts)) == "missing_recipient_team_id"
        assert await refusal(api.chat_update(channel="C01", ts=started["ts"], text="x")) == "streaming_state_conflict"
        await api.chat_appendStream(channel="C01", ts=started["ts"], markdown_text="b")
        await api.chat_stopStream(channel="C01", ts=started["ts"])
        late = api.chat_appendStream(channel="C01", ts=started["ts"], markdown_text="c")
        assert await refusal(late) == "message_not_in_streaming_state"
        assert server.posts("C01")[0].text == "ab"


async def test_what_nobody_fetches_is_given_up_after_the_documented_tries():
    async with SlackServer(scale=0.001, limits=Limits(ack_least_s=0.01)) as server:
        begun = time.monotonic()
        ts = await server.say("C01", "U01", "anybody?")
        await asyncio.wait_for(server.settled(), 5)

        assert server.courier.given_up == [ts]
        assert 0.36 <= time.monotonic() - begun < 3
        history = await client(server).conversations_history(channel="C01")
        assert [message["ts"] for message in history["messages"]] == [ts]


async def test_a_message_of_another_time_has_that_ts_and_no_two_share_one():
    async with SlackServer() as server:
        at = server.clock()
        said = [await server.say("C01", "U01", "x", at=at) for _ in range(3)]

        assert len(set(said)) == 3
        assert abs(float(said[0]) - at.timestamp()) < 0.001
