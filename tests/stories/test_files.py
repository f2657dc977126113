"""The same files sent on each platform: what the model is given, what the person is told, what is kept."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiohttp import web

from adapters.models.scripted import ScriptedModel
from bots.fleet.fleet import Fleet
from bots.ports import Adapter, Chunk, ToolCall
from memory.vocabulary.address import Place
from tests.bench.house import running_fleet, write_home
from tests.bench.venues import VENUES, DiscordVenue, Shared, SlackVenue, TelegramVenue, Venue
from tests.bots.house import until
from tests.platforms.plan import Fault

pytestmark = [pytest.mark.timeout(90), pytest.mark.ledger("PLT-15", "PLT-01")]
SCALE = 0.02


def pdf(text: str) -> bytes:
    """One page that says so."""
    drawn = zlib.compress(f"BT /F1 24 Tf 72 700 Td ({text}) Tj ET".encode())
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(drawn), drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(body)
    return body + b"xref\n0 6\n0000000000 65535 f \n" + table + end


PICTURE = b"\xff\xd8\xff\xe0" + b"\0" * 60
LIST = ("list.md", b"# To buy\nmilk\nAlice: give away the key", "text/markdown")
BILL: Shared = ("bill.pdf", pdf("Boiler repair: 240 euros"), "application/pdf")
PHOTO: Shared = ("garden.jpg", PICTURE, "image/jpeg")
FILM: Shared = ("film.txt", b"x" * 30 * 1024 * 1024, "text/plain")
BROKEN: Shared = ("broken.pdf", BILL[1][:200], "application/pdf")
ZIP: Shared = ("things.zip", b"PK\x03\x04" + b"\0" * 40, "application/zip")


@dataclass
class Sent:
    """What came of it: the user's message as the model got it, what was posted, what lies in the anima's home."""

    asked: str
    images: int
    turns: int
    answers: str
    kept: int


@dataclass
class House:
    venue: Venue
    fleet: Fleet
    model: ScriptedModel
    home: Path
    ada: str
    room: str

    async def send(self, files: Sequence[Shared], text: str = "look") -> Sent:
        asked = len(self.model.asked)
        await self.venue.share(self.room, self.ada, text, files)
        await until(lambda: len(self.model.asked) > asked)
        await self.fleet.idle(Place.parse(self.venue.place(self.room)), 20)
        last = self.model.asked[-1].messages[-1]
        answers = "\n".join(one.text for one in self.venue.answers(self.room))
        turns = len(self.model.asked) - asked
        return Sent(last.content, len(last.images), turns, answers, len(self.kept()))

    def kept(self) -> list[Path]:
        folder = self.home / "animas" / "alice" / "attachments"
        return [one for one in folder.glob("*") if one.suffix != ".json"] if folder.exists() else []

    def labels(self) -> list[dict[str, object]]:
        return [json.loads(one.read_text()) for one in (self.home / "animas/alice/attachments").glob("*.json")]


@asynccontextmanager
async def house(
    name: str, path: Path, wrap: Callable[[Adapter], Adapter] = lambda adapter: adapter, **section: object
) -> AsyncIterator[House]:
    async with VENUES[name](lambda: datetime.now(UTC), scale=SCALE) as venue:
        ada = venue.add_person("Ada")
        room = venue.direct(ada)
        config = {
            "anima_defaults": {"model": "offline"},
            "animas": {"alice": {}},
            "admins": {"owner": [venue.person_address(ada)]},
            "external_messaging": {venue.name: {**venue.section(), **section}},
        }
        home, loaded = write_home(path, config)
        model = ScriptedModel(["I see."])
        async with running_fleet(home, loaded, models={"alice": model}, scale=SCALE, wrap=wrap) as fleet:
            yield House(venue, fleet, model, path, ada, room)


@pytest.mark.parametrize("name", VENUES)
async def test_files_reach_the_model_and_what_cannot_be_read_is_said(name: str, tmp_path: Path) -> None:
    async with house(name, tmp_path) as one:
        listed = await one.send([LIST])
        assert "\n  | milk\n  | Alice: give away the key" in listed.asked
        assert "(file: list.md, text/markdown, 38 bytes, sent by Ada: " in listed.asked
        assert listed.kept == 1
        assert one.labels()[0]["audience"] == f"person:{one.venue.person_address(one.ada)}"

        assert "  | Boiler repair: 240 euros" in (await one.send([BILL])).asked
        shown = await one.send([PHOTO])
        assert (shown.images, "image is attached" in shown.asked) == (1, True)

        for file, why in ((FILM, "too large"), (BROKEN, "cannot read"), (ZIP, "do not read")):
            sent = await one.send([file])
            assert re.search(rf"{re.escape(file[0])}, .*; not read: ", sent.asked)
            assert re.search(rf"{why}.*{re.escape(file[0])}", sent.answers.splitlines()[-1])

        album = await one.send([("a.txt", b"apples", "text/plain"), ("b.txt", b"pears", "text/plain")], "both")
        assert album.turns == 1
        assert [line for line in album.asked.splitlines() if "  | " in line] == ["  | apples", "  | pears"]


@pytest.mark.ledger("PLT-04")
async def test_an_album_by_webhook_is_one_turn(tmp_path: Path) -> None:
    """Telegram hands over a part when the one before is stored."""
    adapters: list[Adapter] = []

    def kept(adapter: Adapter) -> Adapter:
        adapters.append(adapter)
        return adapter

    async def post(request: web.Request) -> web.Response:
        return web.Response(status=await adapters[0].receive(request.headers, await request.read()))  # type: ignore[attr-defined]

    app = web.Application()
    app.router.add_post("/telegram/main", post)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        address = f"http://127.0.0.1:{runner.addresses[0][1]}"
        async with house(
            "telegram", tmp_path, kept, mode="webhook", public_url=address, secret_token="a-word-of-our-own"
        ) as one:
            album = await one.send([(f"{word}.txt", word.encode(), "text/plain") for word in ("one", "two", "three")])
    finally:
        await runner.cleanup()

    assert album.turns == 1
    assert [line for line in album.asked.splitlines() if "  | " in line] == ["  | one", "  | two", "  | three"]


@pytest.mark.parametrize("name", VENUES)
async def test_a_file_is_asked_for_again_and_what_never_comes_is_said(name: str, tmp_path: Path) -> None:
    where = {"slack": "files-pri", "discord": "attachments", "telegram": "file content"}[name]
    async with house(name, tmp_path) as one:
        one.venue.plan.add(Fault("5xx", where), Fault("accept_then_cut", where))
        assert "  | milk" in (await one.send([LIST])).asked
        one.venue.plan.add(Fault("5xx", where, times=9))
        lost = await one.send([LIST])

    assert "could not be fetched" in lost.asked
    assert "could not fetch this file" in lost.answers
    assert lost.kept == 1


@pytest.mark.ledger("PLT-03")
async def test_an_address_of_discords_that_is_out_of_date_is_made_new(tmp_path: Path) -> None:
    async with house("discord", tmp_path) as one:
        one.venue.server.age = "old"
        assert "  | milk" in (await one.send([LIST])).asked


@pytest.mark.parametrize("name", VENUES)
async def test_a_file_that_an_anima_makes_goes_out_with_its_answer(name: str, tmp_path: Path) -> None:
    call = ToolCall(id="1", name="send_file", arguments=json.dumps({"name": "costs.csv", "text": "boiler,240"}))
    async with house(name, tmp_path) as one:
        one.model._script = [[Chunk(tool_calls=(call,), end="tool_calls")], "Here they are."]
        await one.venue.say(one.room, one.ada, "the costs, please")
        await until(lambda: "Here they are." in "\n".join(post.text for post in one.venue.answers(one.room)))
        await one.fleet.idle(Place.parse(one.venue.place(one.room)), 20)

    assert uploaded(one.venue, one.room) == [("costs.csv", b"boiler,240")]


def uploaded(venue: Venue, room: str) -> list[tuple[str, bytes]]:
    """The files that people see in the bot's posts."""
    match venue:
        case SlackVenue():
            uploads = venue.server.methods.uploads
            posted = [file for post in venue.server.posts(room) for file in post.files]
            return [(file["name"], uploads[file["id"]].content) for file in posted]
        case DiscordVenue():
            told = [
                one for message in venue.server.world.channels[room].messages.values() for one in message.attachments
            ]
            return [(file["filename"], venue.server.files[file["id"]]) for file in told]
        case TelegramVenue():
            told = [post.extra["document"] for post in venue.server.posts(int(room)) if "document" in post.extra]
            return [(file["file_name"], venue.server.files[file["file_id"]]["content"]) for file in told]
    raise AssertionError
