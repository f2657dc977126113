"""The server: a workspace in this process, spoken to over loopback, with people acting by its methods.

    async with SlackServer(scale=0.01) as server:
        ts = await server.say("C01", "U01", "hello <@UBOT>")

Its state outlives the bot: kill the bot, start it again, and the workspace is as it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Self

import aiohttp
from aiohttp import web

from tests.platforms.plan import Delivered, Fault, FaultPlan, Ledger, Received, cut
from tests.platforms.slack.delivery import Courier, Package, Sockets, http_body, signed
from tests.platforms.slack.methods import SCOPES, ApiError, Call, Methods
from tests.platforms.slack.state import App, Channel, Json, Limits, Post, User

_CHANGES = frozenset({"chat.postMessage", "chat.update", "chat.delete", "files.completeUploadExternal"})


class SlackServer:
    """One workspace with one app in it (`app`), two people (U01 Ada, U02 Bob) and the channel C01 `general`.

    `scale` shortens every wait of the platform. `plan` asks for faults: calls are matched by their method,
    deliveries as `deliver:<event type>`.
    """

    def __init__(
        self,
        *,
        team: str = "T01",
        clock: Callable[[], datetime] | None = None,
        scale: float = 1.0,
        plan: FaultPlan | None = None,
        limits: Limits | None = None,
        signing_secret: str = "shhh",
    ) -> None:
        self.enterprise = ""  # an organisation
        self.teams: tuple[str, ...] = ()  # its workspaces, where the token is for all of them
        self.team, self.scale, self.signing_secret = team, scale, signing_secret
        self.clock = clock or (lambda: datetime.now(UTC))
        self.plan = plan or FaultPlan()
        self.limits = limits or Limits()
        self.ledger = Ledger()
        self.app = App("A01", "xoxb-test", "xapp-test", "UBOT", "BBOT", "anima")
        self.apps = [self.app]
        self.users: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        self.ephemerals: list[Post] = []
        self.files: dict[str, bytes] = {}
        self.early: list[tuple[str, float]] = []  # calls made before a Retry-After had passed
        self.events_url = ""  # set: events go there over HTTP, not to sockets
        self.origin = ""
        self.required = dict(SCOPES)  # method -> one of these scopes
        self.methods = Methods(self)
        self.sockets = Sockets(self)
        self.courier = Courier(self)
        self._urls: dict[str, tuple[str, str, int]] = {}  # response id -> channel, user, uses left
        self._free_at: dict[str, float] = {}  # channel -> when its post allowance is full again
        self._closed_until: dict[tuple[str, str], float] = {}
        self._last_ts = 0
        self.add_user("UBOT", "anima", is_bot=True)
        self.add_user("U01", "Ada")
        self.add_user("U02", "Bob")
        self.add_channel("C01", "general", members=("U01", "U02", "UBOT"))

    @property
    def api_base(self) -> str:
        return f"{self.origin}/api/"

    async def __aenter__(self) -> Self:
        routes = web.Application(client_max_size=64 * 1024 * 1024)
        routes.router.add_route("*", "/api/{method}", self._api)
        routes.router.add_get("/link/", self.sockets.handle)
        routes.router.add_post("/upload/{file}", self._upload)
        routes.router.add_post("/response/{id}", self._response_url)
        routes.router.add_get("/files-pri/{file}/{rest:.+}", self._private_file)
        self._runner = web.AppRunner(routes, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.origin = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in list(self.courier.tasks):
            task.cancel()
        await asyncio.gather(*self.courier.tasks, return_exceptions=True)
        await self.sockets.close()
        await self._runner.cleanup()

    # ------------------------------------------------------------------------------------------------ the scene

    def add_user(self, id: str, name: str, *, guest: bool = False, is_bot: bool = False, team: str = "") -> str:
        self.users[id] = User(id, name, team or self.team, guest, is_bot)
        return id

    def add_colleague(self, id: str, name: str, *teams: str) -> str:
        """Somebody of the same organisation; the first of the workspaces is the one that Slack names."""
        self.users[id] = User(id, name, teams[0], enterprise=self.enterprise, teams=teams)
        return id

    def add_channel(
        self, id: str, name: str, *, private: bool = False, members: tuple[str, ...] = (), mpim: bool = False
    ) -> str:
        kind = "mpim" if mpim else "group" if private else "channel"
        self.channels[id] = Channel(id, name, kind, set(members) or {"U01", "U02", self.app.user})
        return id

    def add_app(self, name: str) -> App:
        """A second app, in every public channel."""
        n = len(self.apps) + 1
        app = App(f"A0{n}", f"xoxb-{name}", f"xapp-{name}", f"UBOT{n}", f"BBOT{n}", name)
        self.apps.append(app)
        self.add_user(app.user, name, is_bot=True)
        for room in self.channels.values():
            if room.kind == "channel":
                room.members.add(app.user)
        return app

    def dm(self, user: str, app: App | None = None) -> str:
        """The id of the direct message channel between the person and the app's bot."""
        bot = (app or self.app).user
        for room in self.channels.values():
            if room.kind == "im" and room.members == {user, bot}:
                return room.id
        room = Channel(f"D{len(self.channels):03}{user}", "", "im", {user, bot})
        self.channels[room.id] = room
        return room.id

    def posts(self, channel: str) -> list[Post]:
        """What the bots have in the channel now, oldest first."""
        return sorted((post for post in self.channels[channel].posts.values() if post.bot), key=lambda post: post.ts)

    def new_ts(self, room: Channel, at: datetime | None = None) -> str:
        """A ts that no message has; rising, unless `at` asks for a time in the past."""
        micros = round((at or self.clock()).timestamp() * 1_000_000)
        if at is None:
            micros = self._last_ts = max(micros, self._last_ts + 1)
        while (ts := f"{micros // 1_000_000}.{micros % 1_000_000:06}") in room.posts:
            micros += 1
        return ts

    # ------------------------------------------------------------------------------------------------ people act

    async def say(
        self,
        channel: str,
        user: str,
        text: str,
        *,
        thread: str = "",
        at: datetime | None = None,
        order: str = "message",
    ) -> str:
        """A person's message; `order` names the event of a mention that comes first. Returns its ts."""
        room = self.channels[channel]
        post = Post(self.new_ts(room, at), channel, user, raw_text=text, thread_ts=thread)
        post.client_msg_id = secrets.token_hex(8)
        room.posts[post.ts] = post
        self.ledger.delivered[post.ts] = Delivered(post.ts, channel, user, text)
        self.publish_post(post, first=order)
        return post.ts

    async def share(self, channel: str, user: str, name: str, content: bytes, text: str = "") -> str:
        """A person's message with a file."""
        return await self.share_all(channel, user, [(name, content, "text/plain")], text)

    async def share_all(
        self, channel: str, user: str, files: Sequence[tuple[str, bytes, str]], text: str = "", thread: str = ""
    ) -> str:
        """A person's message with files: (name, content, type)."""
        room = self.channels[channel]
        post = Post(self.new_ts(room), channel, user, raw_text=text, thread_ts=thread)
        post.files = [self._shared(room, user, *file) for file in files]
        room.posts[post.ts] = post
        self.publish_post(post)
        return post.ts

    def _shared(self, room: Channel, user: str, name: str, content: bytes, media_type: str) -> Json:
        """A file object as Slack sends it in a message event."""
        id_ = f"F{len(self.files) + 1:03d}"
        self.files[id_] = content
        url = f"{self.origin}/files-pri/{self.team}-{id_}"
        return {
            "id": id_,
            "created": int(self.clock().timestamp()),
            "name": name,
            "title": name,
            "mimetype": media_type,
            "filetype": name.rpartition(".")[2],
            "user": user,
            "user_team": self.team,
            "mode": "hosted",
            "is_external": False,
            "is_public": False,
            "file_access": "visible",
            "size": len(content),
            "url_private": f"{url}/{name}",
            "url_private_download": f"{url}/download/{name}",
        }

    async def edit(self, channel: str, ts: str, text: str) -> None:
        post = self.channels[channel].posts[ts]
        old = post.as_json(self.team)
        post.raw_text, post.edited = text, self.new_ts(self.channels[channel])
        self.publish_change(post, old)

    async def delete(self, channel: str, ts: str) -> None:
        self.remove(self.channels[channel].posts[ts])

    async def react(self, channel: str, user: str, ts: str, name: str) -> None:
        post = self.channels[channel].posts[ts]
        post.reactions.append((name, user))
        self.publish_reaction(post, name, user)

    async def slash(self, user: str, channel: str, text: str, *, command: str = "/anima") -> None:
        """The person types the command; delivered once, acknowledged or failed on return."""
        payload = self._asked(user, channel) | {"command": command, "text": text, "user_name": self.users[user].name}
        await self.courier.post(Package(app=self.app, kind="slash_commands", payload=payload, name="slash"))

    async def press(self, user: str, channel: str, ts: str, action: str, value: str = "") -> None:
        """The person presses a button of the message."""
        asked = self._asked(user, channel)
        payload = {
            "type": "block_actions",
            "user": {"id": user, "team_id": self.team},
            "team": {"id": self.team},
            "api_app_id": self.app.id,
            "container": {"type": "message", "message_ts": ts, "channel_id": channel},
            "channel": {"id": channel, "name": asked["channel_name"]},
            "message": self.channels[channel].posts[ts].as_json(self.team),
            "trigger_id": asked["trigger_id"],
            "response_url": asked["response_url"],
            "actions": [
                {
                    "type": "button",
                    "action_id": action,
                    "block_id": "b",
                    "value": value,
                    "action_ts": self.new_ts(self.channels[channel]),
                }
            ],
        }
        await self.courier.post(Package(app=self.app, kind="interactive", payload=payload, name="block_actions"))

    async def join(self, channel: str, user: str) -> None:
        room = self.channels[channel]
        room.members.add(user)
        self._event(
            room,
            {"type": "member_joined_channel", "user": user, "channel": channel, "channel_type": _letter(room.kind)},
        )

    async def leave(self, channel: str, user: str) -> None:
        room = self.channels[channel]
        self._event(
            room, {"type": "member_left_channel", "user": user, "channel": channel, "channel_type": _letter(room.kind)}
        )
        room.members.discard(user)

    async def share_with_others(self, channel: str, how: str = "is_ext_shared") -> None:
        """People of other workspaces are let into the room; empty: no longer."""
        room = self.channels[channel]
        room.shared = how
        kind = "channel_shared" if how else "channel_unshared"
        self._event(room, {"type": kind, "channel": channel, "connected_team_id": "T99"})

    async def make_guest(self, user: str, guest: bool = True) -> None:
        """An admin changes the account; every app is told."""
        self.users[user].guest = guest
        ts = self.new_ts(next(iter(self.channels.values())))
        for app in self.apps:
            self._send(app, {"type": "user_change", "user": self.users[user].as_json(), "event_ts": ts}, "")

    async def open_home(self, user: str, tab: str = "messages") -> None:
        room = self.channels[self.dm(user)]
        self._event(room, {"type": "app_home_opened", "user": user, "channel": room.id, "tab": tab})

    async def settled(self) -> None:
        """Everything said so far is acknowledged or given up."""
        await self.courier.idle()

    def _asked(self, user: str, channel: str) -> Json:
        room, id = self.channels[channel], secrets.token_hex(6)
        self._urls[id] = (channel, user, self.limits.response_url_uses)
        names = {"im": "directmessage", "group": "privategroup", "mpim": "privategroup"}
        return {
            "team_id": self.team,
            "api_app_id": self.app.id,
            "user_id": user,
            "channel_id": channel,
            "channel_name": names.get(room.kind, room.name),
            "trigger_id": f"{secrets.randbelow(10**12)}.{secrets.randbelow(10**9)}.{secrets.token_hex(12)}",
            "response_url": f"{self.origin}/response/{id}",
        }

    # ------------------------------------------------------------------------------------------------ events

    def publish_post(self, post: Post, first: str = "message") -> None:
        room = self.channels[post.channel]
        message = post.as_json(self.team) | {"channel": room.id, "channel_type": room.kind, "event_ts": post.ts}
        about = "" if post.bot else post.ts
        for app in self._present(room):
            events = [message]
            if room.kind != "im" and not post.bot and f"<@{app.user}>" in post.raw_text:
                mention = post.as_json(self.team) | {"type": "app_mention", "channel": room.id, "event_ts": post.ts}
                events = [mention, message] if first == "app_mention" else [message, mention]
            for event in events:
                self._send(app, event, about)

    def publish_change(self, post: Post, old: Json) -> None:
        room = self.channels[post.channel]
        self._event(
            room,
            {
                "type": "message",
                "subtype": "message_changed",
                "hidden": True,
                "channel": room.id,
                "channel_type": room.kind,
                "message": post.as_json(self.team),
                "previous_message": old,
                "ts": post.edited,
            },
        )

    def remove(self, post: Post) -> None:
        room = self.channels[post.channel]
        del room.posts[post.ts]
        self._event(
            room,
            {
                "type": "message",
                "subtype": "message_deleted",
                "hidden": True,
                "channel": room.id,
                "channel_type": room.kind,
                "deleted_ts": post.ts,
                "previous_message": post.as_json(self.team),
            },
        )

    def publish_reaction(self, post: Post, name: str, user: str) -> None:
        item = {"type": "message", "channel": post.channel, "ts": post.ts}
        room = self.channels[post.channel]
        self._event(
            room, {"type": "reaction_added", "user": user, "reaction": name, "item": item, "item_user": post.user}
        )

    def _event(self, room: Channel, event: Json) -> None:
        ts = self.new_ts(room)
        for app in self._present(room):
            self._send(app, {"ts": ts, "event_ts": ts} | event, "")

    def _present(self, room: Channel) -> list[App]:
        return [app for app in self.apps if app.user in room.members]

    def _send(self, app: App, event: Json, about: str) -> None:
        payload = {
            "token": "unused",
            "team_id": self._team_of(event),
            "api_app_id": app.id,
            "event": event,
            "type": "event_callback",
            "event_id": f"Ev{secrets.token_hex(6).upper()}",
            "event_time": int(float(event["event_ts"])),
            "authorizations": [{"team_id": self.team, "user_id": app.user, "is_bot": True}],
            "is_ext_shared_channel": self._is_shared(event),
        }
        self.courier.post(Package(app=app, kind="events_api", payload=payload, name=str(event["type"]), about=about))

    def _team_of(self, event: Json) -> str:
        room = self.channels.get(str(event.get("channel")))
        return (room.team if room else "") or self.team

    def _is_shared(self, event: Json) -> bool:
        room = self.channels.get(str(event.get("channel")))
        return room is not None and room.shared == "is_ext_shared"

    async def post_signed(
        self, kind: str, payload: Json, headers: dict[str, str] | None = None, secret: str = ""
    ) -> tuple[int, str]:
        """Post to `events_url` as Slack does; (status, body)."""
        body, content_type = http_body(kind, payload)
        at = int(time.time())
        signature = signed(secret or self.signing_secret, body, at)
        head = {
            "Content-Type": content_type,
            "X-Slack-Request-Timestamp": str(at),
            "X-Slack-Signature": signature,
            **(headers or {}),
        }
        async with (
            aiohttp.ClientSession() as session,
            session.post(self.events_url, data=body.encode(), headers=head) as answer,
        ):
            return answer.status, await answer.text()

    # ------------------------------------------------------------------------------------------------ the Web API

    async def _api(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        args = await _arguments(request)
        fault = self.plan.next(method, "drop", "delay", "429", "5xx", "accept_then_cut")
        if fault and fault.kind == "delay":
            await asyncio.sleep(fault.seconds)
        if fault and fault.kind == "drop":
            return self._hang_up(request, method)
        answer = self._answer(request, method, args, fault)
        if fault and fault.kind == "accept_then_cut":
            return self._hang_up(request, method)
        self.ledger.calls.append((time.monotonic(), method, answer.status))
        return answer

    def _hang_up(self, request: web.Request, method: str) -> web.StreamResponse:
        self.ledger.calls.append((time.monotonic(), method, 0))
        if request.transport is not None:
            request.transport.abort()
        return web.Response(status=500)

    def _answer(self, request: web.Request, method: str, args: Json, fault: Fault | None) -> web.Response:
        if fault and fault.kind == "5xx":
            return web.Response(status=502, text="<html>Bad gateway</html>", content_type="text/html")
        head: dict[str, str] = {}
        try:
            app = self._authorised(request, method, args)
            head["X-OAuth-Scopes"] = ",".join(sorted(app.scopes))
            call = Call(method, app, args)
            wait = self._must_wait(call, fault)
            if wait > 0:
                head["Retry-After"] = f"{wait:.6g}"
                return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers=head)
            handler = self.methods.table().get(method)
            body = handler(call) if handler else {"ok": False, "error": "unknown_method"}
        except ApiError as error:
            body = error.body
        return web.json_response({"ok": True} | body, headers=head)

    def _authorised(self, request: web.Request, method: str, args: Json) -> App:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ").strip() or str(args.get("token", ""))
        if not token:
            raise ApiError("not_authed")
        for app in self.apps:
            if token == (app.app_token if method == "apps.connections.open" else app.bot_token):
                needed = self.required.get(method, ())
                if needed and not app.scopes.intersection(needed):
                    raise ApiError("missing_scope", needed=needed[0], provided=",".join(sorted(app.scopes)))
                return app
            if token in (app.app_token, app.bot_token):
                raise ApiError("not_allowed_token_type")
        raise ApiError("invalid_auth")

    def _must_wait(self, call: Call, fault: Fault | None) -> float:
        """Seconds until the call may come again; 0: now."""
        now, target = time.monotonic(), (call.method, call.text("channel"))
        if now < self._closed_until.get(target, 0.0) - 0.002:
            self.early.append((call.method, now))
            return self._closed_until[target] - now
        if fault and fault.kind == "429":
            self._closed_until[target] = now + fault.seconds
            return fault.seconds or 0.001
        if call.method != "chat.postMessage":
            return 0.0
        interval = self.limits.post_interval_s * self.scale
        free_at = max(self._free_at.get(target[1], 0.0), now - interval * (self.limits.post_burst - 1))
        if free_at > now + interval * 0.05:
            self._closed_until[target] = free_at
            return free_at - now
        self._free_at[target[1]] = free_at + interval
        return 0.0

    def note(self, call: Call, place: str, post: Post) -> None:
        nonce = str(post.metadata.get("event_payload", {}).get("nonce", "")) if call.method in _CHANGES else ""
        self.ledger.received.append(
            Received(
                method=call.method,
                place=place,
                message_id=post.ts,
                text=post.text,
                at=time.monotonic(),
                persona=post.username,
                reply_to=post.thread_ts,
                nonce=nonce,
                bot=call.app.id,
            )
        )

    async def _upload(self, request: web.Request) -> web.StreamResponse:
        upload = self.methods.uploads[request.match_info["file"]]
        if request.content_type.startswith("multipart/"):
            part = await (await request.multipart()).next()
            upload.content = bytes(await part.read()) if isinstance(part, aiohttp.BodyPartReader) else b""
        else:
            upload.content = await request.read()
        return web.Response(text=f"OK - {len(upload.content)}")

    async def _private_file(self, request: web.Request) -> web.StreamResponse:
        fault = self.plan.next("files-pri", "5xx", "accept_then_cut")
        if fault is not None and fault.kind == "5xx":
            return web.Response(status=502)
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if token not in {app.bot_token for app in self.apps if "files:read" in app.scopes}:
            return web.Response(text="<html>Sign in</html>", content_type="text/html")
        content = self.files[request.match_info["file"].rpartition("-")[2]]
        return await cut(request, content) if fault is not None else web.Response(body=content)

    async def _response_url(self, request: web.Request) -> web.StreamResponse:
        channel, user, left = self._urls.get(request.match_info["id"], ("", "", 0))
        if left <= 0:
            return web.Response(status=404, text="used_url")
        body = await request.json()
        self._urls[request.match_info["id"]] = (channel, user, left - 1)
        room = self.channels[channel]
        post = Post(self.new_ts(room), channel, user, raw_text=body.get("text", ""), blocks=body.get("blocks") or [])
        if body.get("response_type") == "in_channel":
            post.user, post.bot_id, post.app_id = self.app.user, self.app.bot_id, self.app.id
            room.posts[post.ts] = post
        else:
            self.ephemerals.append(post)
        return web.Response(text="ok")


async def _arguments(request: web.Request) -> Json:
    args: Json = dict(request.query)
    if request.content_type == "application/json":
        with contextlib.suppress(json.JSONDecodeError):
            args |= await request.json()
    elif request.can_read_body:
        args |= dict(await request.post())
    return args


def _letter(kind: str) -> str:
    return "C" if kind == "channel" else "G"
