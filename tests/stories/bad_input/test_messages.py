"""Messages as no person writes them: huge ones, and bytes that are no message at all. The next one is answered."""

import hashlib
import hmac
import json
import socket
import time

import aiohttp
import pytest

from tests.platforms.slack.state import ALL_SCOPES
from tests.stories.bad_input.product import Product, no_traceback, town, until

MEGABYTE = "All of this is one word after another. " * 27_000
assert len(MEGABYTE) > 1_000_000
QUARTER = MEGABYTE[: len(MEGABYTE) // 4]
BIG = {"slack": MEGABYTE, "discord": QUARTER, "telegram": QUARTER}  # the way in is the fleet's and the same for all


@pytest.mark.ledger("FLT-01", "PLT-12")
async def test_a_message_of_up_to_a_megabyte_is_heard_whole_and_answered_on_every_platform(tmp_path):
    async with town() as place:
        product = Product(tmp_path / "home", place.config())
        async with product.running() as life:
            answers = {name: await place.answered(name, f"{name} says: {BIG[name]}", 30) for name in place.venues}
            after = {name: await place.answered(name, "And a short one", 20) for name in place.venues}

    assert all(answers.values())
    assert all(after.values())
    heard = product.heard()
    for name in place.venues:
        assert sum(text.startswith(f"{name} says:") and len(text) > len(BIG[name]) for text in heard) == 1
    no_traceback(*life.err, product.log())


@pytest.mark.ledger("FLT-01")
async def test_what_is_no_json_is_skipped_with_at_most_one_line_and_nothing_said_is_lost(tmp_path):
    async with town() as place:
        slack, discord, telegram = (place.venues[name].server for name in ("slack", "discord", "telegram"))
        product = Product(tmp_path / "home", place.config())
        async with product.running() as life:
            for text in ('{"envelope_id": ', "[1, 2]", "null", '{"type": "events_api", "payload": 7}', "\x00"):
                await slack.sockets.say_raw(text)
            discord.garble(1)
            telegram.garbled["getUpdates"] = b'{"ok": tr'
            said = {name: await place.say(name, "Did you hear me?") for name in place.venues}
            for name in place.venues:
                await until(lambda name=name: place.answers(name), 30)

    assert all(said.values())
    assert [len(place.answers(name)) for name in place.venues] == [1, 1, 1]
    assert product.heard().count("Did you hear me?") == 3
    no_traceback(*life.out, *life.err, product.log())
    assert len(life.err) <= 3, life.err


@pytest.mark.ledger("FLT-01", "OPS-01")
async def test_a_megabyte_and_rubbish_by_http_are_refused_or_taken_and_the_fleet_answers_on(tmp_path):
    async with town("slack", "telegram") as place:
        config = by_http(place)
        product = Product(tmp_path / "home", config)
        async with product.running() as life:
            base = f"http://127.0.0.1:{config['server']['port']}"
            place.venues["slack"].server.events_url = f"{base}/slack/main"
            post = _Poster(base)
            statuses = {
                "slack, 1 MB": await post.slack(slack_event(place, "x" * 1_000_000)),
                "slack, no JSON": await post.slack(b"{"),
                "slack, no object": await post.slack(b"[]"),
                "slack, no UTF-8": await post.slack(b"\xff\xfe\x00"),
                "slack, unsigned": await post.raw("/slack/main", b"{}", {}),
                "slack, unknown": await post.raw("/slack/other", b"{}", {}),
                "slack, 2 MB": await post.slack(b" " * 2_000_000),
                "telegram, 1 MB": await post.telegram(telegram_update(place, "y" * 1_000_000)),
                "telegram, no JSON": await post.telegram(b'{"update_id": '),
                "telegram, no object": await post.telegram(b"[1]"),
                "telegram, odd": await post.telegram(b'{"update_id": "x", "message": {"chat": 3}}'),
                "telegram, no secret": await post.raw("/telegram/main", b"{}", {}),
                "telegram, 2 MB": await post.telegram(b" " * 2_000_000),
                "a stranger's path": await post.raw("/../../config.json", b"", {}),
            }
            answers = {name: await place.answered(name, "Still there?", 40) for name in place.venues}
            ready = await post.get("/readyz")

    assert statuses["slack, 1 MB"] == statuses["telegram, 1 MB"] == 200
    assert statuses["slack, 2 MB"] == statuses["telegram, 2 MB"] == 413
    assert statuses["telegram, odd"] == 200
    assert all(status in (200, 400, 401, 403, 404, 413) for status in statuses.values()), statuses
    assert {statuses[name] for name in ("slack, unsigned", "telegram, no secret")} == {401}
    assert all(answers.values())
    assert ready == 200
    assert sum(len(text) >= 1_000_000 for text in product.heard()) == 2
    no_traceback(*life.out, *life.err, product.log())


# ---------------------------------------------------------------------------------------------------- by HTTP


def by_http(place):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    slack = place.venues["slack"]
    slack.server.app.scopes = ALL_SCOPES
    config = place.config(server={"port": port})
    messaging = config["external_messaging"]
    account = messaging["slack"]["accounts"]["main"]
    account.pop("app_token")
    account["signing_secret"] = slack.server.signing_secret
    messaging["slack"]["mode"] = "http"
    messaging["telegram"] |= {
        "mode": "webhook",
        "public_url": f"http://127.0.0.1:{port}",
        "secret_token": "a-secret-of-our-own",
    }
    return config


def slack_event(place, text):
    server = place.venues["slack"].server
    person, room = place.people["slack"], place.rooms["slack"]
    event = {"type": "message", "channel": room, "channel_type": "channel", "user": person, "text": text}
    event |= {"ts": f"{time.time():.6f}", "event_ts": f"{time.time():.6f}", "team": server.team}
    return json.dumps(
        {"type": "event_callback", "team_id": server.team, "api_app_id": "A01", "event_id": "EvBig", "event": event}
    ).encode()


def telegram_update(place, text):
    person = int(place.people["telegram"])
    sender = {"id": person, "is_bot": False, "first_name": "ada"}
    group = {"id": int(place.rooms["telegram"]), "type": "supergroup", "title": "general"}
    message = {"message_id": 990, "date": int(time.time()), "chat": group, "from": sender}
    return json.dumps({"update_id": 1, "message": message | {"text": text}}).encode()


class _Poster:
    """Posts as the platforms do."""

    def __init__(self, base):
        self._base = base

    async def slack(self, body):
        at = int(time.time())
        signature = "v0=" + hmac.new(b"shhh", b"v0:%d:" % at + body, hashlib.sha256).hexdigest()
        headers = {
            "Content-Type": "application/json",
            "X-Slack-Request-Timestamp": str(at),
            "X-Slack-Signature": signature,
        }
        return await self.raw("/slack/main", body, headers)

    async def telegram(self, body):
        return await self.raw("/telegram/main", body, {"X-Telegram-Bot-Api-Secret-Token": "a-secret-of-our-own"})

    async def raw(self, path, body, headers):
        async with (
            aiohttp.ClientSession() as session,
            session.post(self._base + path, data=body, headers=headers) as answer,
        ):
            return answer.status

    async def get(self, path):
        async with aiohttp.ClientSession() as session, session.get(self._base + path) as answer:
            return answer.status
