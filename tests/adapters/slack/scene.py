"""A stage for Slack: the loopback server, the adapter with shortened waits, a sink that remembers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from adapters.slack.adapter import SlackAdapter, SlackSettings
from adapters.slack.api import SlackPace, SlackPatience
from bots.message import Kind, Message
from bots.ports import Connection
from memory.vocabulary.address import Account, Place
from tests.contracts.adapter import RecordingSink
from tests.platforms.plan import FaultPlan
from tests.platforms.slack import Limits, SlackServer

ACCOUNT = Account("slack", "main")
ROOM = Place("slack", "T01", "C01")
PACE = SlackPace(
    post_interval_s=0.004,
    post_burst=2,
    edit_interval_s=0.02,
    settle_s=0.01,
    retry_s=0.02,
    retry_most_s=0.1,
)
PATIENCE = SlackPatience(ping_s=0.2, watch_s=0.01, hello_s=2.0, look_up_s=1.0, close_s=0.5)
#: Redelivery comes soon.
LIMITS = Limits(retries_s=(0.0, 2.0, 5.0), post_interval_s=0.2)
SCALE = 0.01


def server_with(plan: FaultPlan | None = None, limits: Limits = LIMITS) -> SlackServer:
    return SlackServer(scale=SCALE, plan=plan or FaultPlan(), limits=limits)


def settings_for(server: SlackServer, **changes: str) -> SlackSettings:
    plain = SlackSettings(bot_token=server.app.bot_token, app_token=server.app.app_token, api_base=server.api_base)
    return replace(plain, **changes)  # type: ignore[arg-type]


def adapter_for(server: SlackServer, *, patience: SlackPatience = PATIENCE, **changes: str) -> SlackAdapter:
    return SlackAdapter(settings_for(server, **changes), ACCOUNT, lambda: datetime.now(UTC), PACE, patience)


@dataclass
class SlackStage:
    """tests.contracts.adapter.Stage for Slack."""

    server: SlackServer
    adapter: SlackAdapter
    place: Place = ROOM
    sink: RecordingSink = field(default_factory=RecordingSink)

    @property
    def direct(self) -> Place:
        return Place("slack", "T01", self.server.dm("U01"))

    async def say(self, text: str, *, place: Place | None = None) -> str:
        return await self.server.say((place or self.place).channel, "U01", text)

    async def posts(self, place: Place) -> list[tuple[str, str]]:
        return [(post.ts, post.text) for post in self.server.posts(place.channel)]

    async def buttons(self, place: Place, post: str) -> list[tuple[str, str]]:
        return self.server.channels[place.channel].posts[post].buttons

    async def press(self, place: Place, post: str, value: str) -> None:
        await self.server.press("U01", place.channel, post, "choice", value)

    def heard(self, *kinds: Kind) -> list[Message]:
        return [message for message in self.sink.messages.values() if not kinds or message.kind in kinds]

    async def until_told(self, state: Connection, times: int = 1, timeout: float = 10.0) -> str:
        """Returns the detail of the last telling, once the state has been told so often."""

        def told() -> list[str]:
            return [detail for _, one, detail in self.sink.connections if one is state]

        async with asyncio.timeout(timeout):
            while len(told()) < times:
                await asyncio.sleep(0.01)
        return told()[-1]


@contextlib.asynccontextmanager
async def stage_with(
    plan: FaultPlan | None = None, limits: Limits = LIMITS, **changes: str
) -> AsyncIterator[SlackStage]:
    async with server_with(plan, limits) as server:
        yield SlackStage(server, adapter_for(server, **changes))
