"""Letting the fleet into a workspace: scopes and what is missing, files, direct channels."""

from __future__ import annotations

import asyncio
import json

import pytest

from adapters.slack.api import SCOPES, missing_scopes
from bots.errors import Refused
from bots.message import File, Persona, Send
from bots.ports import Connection
from config.platforms import slack_manifest
from memory.vocabulary.address import Person, Place
from tests.adapters.slack.scene import ROOM, stage_with
from tests.contracts.adapter import content_of, running
from tests.platforms.slack.methods import SCOPES as NEEDED


@pytest.mark.ledger("PLT-16")
def test_the_manifest_asks_for_all_that_the_adapter_needs():
    asked = set(json.loads(slack_manifest())["oauth_config"]["scopes"]["bot"])

    unused = {"team.info", "reactions.add", "reactions.remove"}
    assert set(SCOPES) == asked
    assert all(set(scopes) & asked for method, scopes in NEEDED.items() if method not in unused)


@pytest.mark.ledger("PLT-16")
async def test_what_doctor_asks_is_answered():
    async with stage_with() as stage:
        stage.server.app.scopes -= {"users:read"}
        facts = await stage.adapter.facts()

        assert facts["workspace"] == "T01"
        assert facts["missing_scopes"] == {"users:read": SCOPES["users:read"]}
        assert missing_scopes(SCOPES) == {}


@pytest.mark.ledger("PLT-16")
async def test_an_app_that_may_not_write_fails_at_the_start():
    async with stage_with() as stage:
        stage.server.app.scopes -= {"chat:write"}
        await asyncio.wait_for(stage.adapter.run(stage.sink), 5)

        _, state, detail = stage.sink.connections[-1]
        assert state is Connection.FAILED
        assert "chat:write" in detail
        assert "reinstall" in detail


@pytest.mark.ledger("PLT-06", "PLT-16")
async def test_without_leave_to_wear_faces_the_name_stands_in_the_text():
    async with stage_with() as stage:
        stage.server.app.scopes -= {"chat:write.customize"}
        await stage.adapter.perform(Send(place=ROOM, text="hello", persona=Persona(name="Alice")), "n1")

        assert [post.text for post in stage.server.posts("C01")] == ["**Alice:** hello"]


async def test_without_users_read_people_are_known_by_their_id():
    async with stage_with() as stage, running(stage):
        stage.server.app.scopes -= {"users:read"}
        ts = await stage.server.say("C01", "U01", "hello")

        message = await stage.sink.find(ts)
        assert (message.author_name, message.member) == ("U01", True)


async def test_a_direct_channel_is_opened():
    async with stage_with() as stage:
        place = await stage.adapter.direct(Person("slack", "T01", "U02"))

        assert place == Place("slack", "T01", stage.server.dm("U02"))


@pytest.mark.ledger("PLT-02")
async def test_a_shared_file_can_be_fetched_with_the_token_and_from_slack_only():
    async with stage_with() as stage, running(stage):
        ts = await stage.server.share("C01", "U01", "plan.txt", b"the plan")
        (file,) = (await stage.sink.find(ts)).files

        assert await content_of(stage.adapter, file) == b"the plan"
        with pytest.raises(Refused):
            await content_of(
                stage.adapter, File(name="x", media_type="text/plain", url="https://slack.com.evil.example/x")
            )
        stage.server.app.scopes -= {"files:read"}
        with pytest.raises(Refused):
            await content_of(stage.adapter, file)
