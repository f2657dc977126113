"""A home with 500 canary strings of one person (Ada) in every store, beside what Bob and the operator keep there."""

from __future__ import annotations

import json
import sqlite3
import zipfile
import zlib
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from adapters.models.scripted import ScriptedModel
from bots.message import Kind
from memory.archive import home_backup
from memory.archive.activity_log import ActivityLog
from memory.archive.contacts import Profile, ProfileShelf
from memory.archive.conversations import Attachments
from memory.archive.documents import Versions, render_frontmatter, version_of
from memory.archive.files import Files
from memory.archive.home_backup import KnownBackups
from memory.archive.json_lines import Quarantine, Storage, encode_event
from memory.archive.operations_log import SpendingLog
from memory.archive.shared_logs import BoardLogs
from memory.vocabulary.address import Place
from memory.vocabulary.event import Event
from tests.backing_up import make_backup
from tests.bots.house import House

ADA, BOB = "chat:W/ada", "chat:W/bob"
MANY = 500
BOBS = ("My dog is called Rex.", "I moved to Ghent in May.", "Our invoices go to Meyer and Sons on Fridays.")


class Canaries:
    """Each is used once; what was used must not be found."""

    def __init__(self) -> None:
        self.used: list[str] = []

    def __call__(self, number: int = 1) -> str:
        new = [f"canary-{len(self.used) + n:04}-{(len(self.used) + n) * 7919 % 9973:04x}q" for n in range(number)]
        self.used += new
        return " ".join(new)


def house_at(home: Path) -> House:
    return House(home=home, models={"alice": ScriptedModel(["Noted."] * 400)}, owners=frozenset({"chat:W/owner"}))


async def seeded(home: Path, canary: Canaries) -> House:
    """A home that has been lived in; closed."""
    house = house_at(home)
    async with house.open():
        direct, hers = house.world.direct("ada"), house.world.direct("bob")
        room = house.world.add_room("talk", "ada", "bob")
        for n in range(4):
            await house.ask("ada", direct, f"My key number {n} is {canary()}. And {canary(9)}")
            await house.ask("ada", room, f"@alice The door {n} opens with {canary()} and {canary(9)}")
        for text in BOBS:
            await house.ask("bob", room, f"@alice {text}")
            await house.ask("bob", hers, text)
        slip = await house.world.say("ada", room, f"a slip {canary(5)}")
        await house.settled(120)
        await house.world.say("ada", room, f"mended {canary(5)}", kind=Kind.EDIT, target=slip)
        await house.settled(120)
    _notes(home / "animas" / "alice", canary)
    _other_stores(house, canary)
    _backups(home, canary)
    return house


def _notes(anima: Path, canary: Canaries) -> None:
    log = ActivityLog(anima / "activity_log")
    own = [event for day in log.days() for _, event in log.read(day)]
    adas, bobs = ([one for one in own if one.sender == who] for who in (ADA, BOB))
    mixed = {"audience": "group:chat:W/talk", "sources": [adas[0].id, bobs[0].id], "auto_consolidated": True}
    of_ada = {"audience": "group:chat:W/talk", "sources": [adas[0].id]}
    texts = (
        ("knowledge/doors.md", of_ada, f"# Doors\n\n{canary(20)}"),
        ("knowledge/dogs.md", mixed, f"# Dogs\n\n- Bob's dog is called Rex.\n- {adas[0].content} {canary(9)}"),
        ("knowledge/rules.md", {"audience": "org"}, f"# Rules\n\nLock up at six.\nAsk about {canary()} first."),
        ("procedures/opening.md", {**of_ada, "audience": "org"}, f"# Opening\n\n1. {canary(10)}"),
    )
    files = Files(anima)
    for path, meta, body in texts:
        earlier = render_frontmatter(meta, f"{body}\nbefore\n").encode()
        Versions(anima, lambda: datetime.now(UTC)).keep(path, earlier)
        files.replace(path, render_frontmatter(meta, f"{body}\n").encode())
    deeds = [{"text": texts[0][2]}, {"text": "of others"}]
    batch = json.dumps({"id": "b1", "deeds": deeds, "lines": []}).encode()
    files.append("archive/batches/undated.jsonl", batch + b"\n")
    # as it was kept before there were files of days, of a home that was not opened since
    files.replace("archive/batches/b2.json", batch)
    text = render_frontmatter(of_ada, f"{canary(10)}\n").encode()
    files.replace(f"archive/versions/knowledge/doors/000001-20261119T120000Z-{version_of(text)}.md", text)


def _other_stores(house: House, canary: Canaries) -> None:
    home, alice = house.home, house.home / "animas" / "alice"
    now = datetime.now(UTC)
    files = Files(home)
    ProfileShelf(home / "shared", Storage(quarantine=Quarantine(files=Files(home / "quarantine")))).write(
        Profile(person=ADA, name="Ada", text=f"She said {canary(20)}\n", meta={"audience": "org"})
    )
    meta = {"id": "board-1", "person": ADA, "audience": "org", "message_id": "b1"}
    BoardLogs(home / "shared" / "channels").append(
        "general", Event(ts=now, type="channel_post", content=canary(30), sender=ADA, channel="chat:W/talk", meta=meta)
    )
    bobs = {"id": "board-2", "person": BOB, "audience": "org", "message_id": "b2", "name": "Bob"}
    BoardLogs(home / "shared" / "channels").append(
        "general", Event(ts=now, type="channel_post", content=BOBS[0], sender=BOB, channel="chat:W/talk", meta=bobs)
    )
    SpendingLog(alice / "usage").keep(now, {"purpose": "reply", "person": ADA, "note": canary(10)})
    SpendingLog(alice / "usage").keep(now, {"purpose": "reply", "person": BOB})
    kept = Attachments(alice)
    room = Place.parse("chat:W/talk")
    (path,) = kept.begin(room, "000003", [("a.txt", "text/plain")], {"at": "", "event": "x", "audience": "org"})
    kept.append(path, canary(40).encode())
    begun = {"type": "start", "turn": "t1", "trigger": canary(5), "sender": ADA}
    files.append("animas/alice/shortterm/streaming_journal/t1.jsonl", f"{json.dumps(begun)}\n".encode())
    lines = [{"id": "q1", "type": "asked", "person": ADA, "text": canary(20)}, {"id": "q1", "type": "answered"}]
    files.append("animas/alice/state/reminders.jsonl", "".join(f"{json.dumps(one)}\n" for one in lines).encode())
    files.append("shared/resolutions.jsonl", f"{json.dumps({'issue': canary(10), 'person': ADA})}\n".encode())
    files.replace("quarantine/alice.torn.quarantine", f'{{"ts":"x","content":"{canary(1)}'.encode())
    files.append("logs/fleet.log", f"INFO a turn person={ADA}\nINFO nothing of hers\n".encode())
    files.replace("terminal_history", f"hello\n{canary(1)}\n".encode())
    files.replace("config.json", b'{"animas": {"alice": {}}}\n')
    files.replace("format", b"1\n")
    seed = json.dumps({"ts": now.isoformat(), "type": "error", "content": f"{ADA}: {canary(10)}", "from": "alice"})
    files.append("animas/alice/activity_log/2026-11-16.jsonl", f"{seed}\n".encode())
    _said(house, canary)


def _said(house: House, canary: Canaries) -> None:
    """The rest of the 500 was said once, and stands where messages stand."""
    left = MANY - len(canary.used)
    words = canary(max(0, left))
    said = Event(
        ts=datetime(2026, 11, 16, 9, 30, tzinfo=UTC),
        type="message_received",
        content=" ".join(canary.used) if not words else f"{words} {' '.join(canary.used[:-left])}",
        sender=ADA,
        recipient="alice",
        channel="chat:W/D-ada",
        meta={"id": "chat:W/D-ada/zz:message", "person": ADA, "audience": f"person:{ADA}", "message_id": "zz"},
    )
    Files(house.home).append("animas/alice/activity_log/2026-11-16.jsonl", encode_event(said, UTC) + b"\n")


def _backups(home: Path, canary: Canaries) -> None:
    beside = home.parent / "backups"
    make_backup(home, beside / "many", lambda: datetime(2026, 11, 17, tzinfo=UTC))
    make_backup(home, beside / "many", lambda: datetime(2026, 11, 18, tzinfo=UTC))
    KnownBackups(home / "shared").note(beside / "one.zip", datetime(2026, 11, 18, tzinfo=UTC))
    home_backup.write_backup(home, beside / "one.zip", datetime(2026, 11, 18, tzinfo=UTC), {})


def bytes_of(root: Path) -> dict[str, bytes]:
    """Everything below, opened up: members of archives, compressed objects, databases as they lie."""
    found: dict[str, bytes] = {}
    for path in sorted(one for one in root.rglob("*") if one.is_file()):
        name, content = path.relative_to(root).as_posix(), path.read_bytes()
        found[name] = name.encode() + b"\n" + content
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as packed:
                found |= {f"{name}!{one}": one.encode() + packed.read(one) for one in packed.namelist()}
        elif path.parent.parent.name == "objects":
            found[f"{name}!"] = zlib.decompress(content)
    return found


def found_in(root: Path, canaries: list[str]) -> dict[str, list[str]]:
    """File → the first canaries in it."""
    every = bytes_of(root)
    hits = {name: [one for one in canaries if one.encode() in content][:3] for name, content in every.items()}
    return {name: some for name, some in hits.items() if some}


def integrity(home: Path) -> str:
    with closing(sqlite3.connect(home / "delivery.sqlite3")) as database:
        return str(database.execute("pragma integrity_check").fetchone()[0])
