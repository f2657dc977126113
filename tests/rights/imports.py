"""What bringing history in costs: `python -m tests.rights.imports [MESSAGES] [FORMAT …]`.

Writes an export of each format in its real shape, brings it in twice, each in a process of its own, and asks for a
message in its middle. Printed: CPU time, the highest resident memory, and whether all counts agree.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

WORDS = ("tea", "plan", "ship", "note", "call", "room", "garden", "invoice", "paper", "ladder", "winter", "map")
BEGIN = datetime(2024, 1, 1, 8, tzinfo=UTC)
FORMATS = ("slack", "discord", "telegram", "whatsapp", "chatgpt")
NEEDLE = "The spare key hangs behind the blue heron painting"


def texts(number: int) -> list[str]:
    chance = Random(7)
    made = [f"{' '.join(chance.choices(WORDS, k=12))} {n}" for n in range(number)]
    made[number // 2] = NEEDLE
    return made


def at(n: int) -> datetime:
    return BEGIN + timedelta(minutes=3 * n)


def write(kind: str, folder: Path, number: int) -> Path:
    return {"slack": slack, "discord": discord, "telegram": telegram, "whatsapp": whatsapp, "chatgpt": chatgpt}[kind](
        folder, texts(number)
    )


def slack(folder: Path, said: list[str]) -> Path:
    days: dict[str, list[object]] = {}
    for n, text in enumerate(said):
        one = {"type": "message", "user": f"U{n % 20}", "ts": f"{at(n).timestamp():.6f}", "text": text}
        days.setdefault(f"{at(n):%Y-%m-%d}", []).append(one)
    path = folder / "slack.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        users = [{"id": f"U{n}", "team_id": "T1", "profile": {"display_name": f"Person {n}"}} for n in range(20)]
        packed.writestr("users.json", json.dumps(users))
        packed.writestr("channels.json", json.dumps([{"id": "C1", "name": "general"}]))
        for day, one_day in days.items():
            packed.writestr(f"general/{day}.json", json.dumps(one_day))
    return path


def discord(folder: Path, said: list[str]) -> Path:
    messages = [
        {
            "id": str(10**17 + n),
            "type": "Default",
            "timestamp": at(n).isoformat(),
            "content": text,
            "author": {"id": str(5000 + n % 20), "name": f"person{n % 20}", "nickname": f"P{n % 20}", "isBot": False},
            "attachments": [],
            "embeds": [],
            "reactions": [],
            "mentions": [],
        }
        for n, text in enumerate(said)
    ]
    told = {"guild": {"id": "111", "name": "G"}, "channel": {"id": "222", "type": "GuildTextChat", "name": "general"}}
    path = folder / "discord.json"
    path.write_text(json.dumps({**told, "messages": messages}))
    return path


def telegram(folder: Path, said: list[str]) -> Path:
    messages = [
        {
            "id": n + 1,
            "type": "message",
            "date": f"{at(n):%Y-%m-%dT%H:%M:%S}",
            "date_unixtime": str(int(at(n).timestamp())),
            "from": f"Person {n % 20}",
            "from_id": f"user{n % 20}",
            "text": text,
            "text_entities": [{"type": "plain", "text": text}],
        }
        for n, text in enumerate(said)
    ]
    path = folder / "result.json"
    path.write_text(json.dumps({"name": "G", "type": "private_supergroup", "id": 77, "messages": messages}))
    return path


def whatsapp(folder: Path, said: list[str]) -> Path:
    lines = (f"{at(n):%d/%m/%Y, %H:%M} - Person {n % 20}: {text}" for n, text in enumerate(said))
    path = folder / "WhatsApp Chat with Garden.txt"
    path.write_text("\n".join(lines) + "\n")
    return path


def chatgpt(folder: Path, said: list[str]) -> Path:
    talks = []
    for first in range(0, len(said), 50):
        mapping: dict[str, object] = {}
        before = ""
        for n, text in enumerate(said[first : first + 50], first):
            message = {
                "id": f"m{n}",
                "author": {"role": "assistant" if n % 2 else "user"},
                "create_time": at(n).timestamp(),
                "content": {"content_type": "text", "parts": [text]},
            }
            mapping[f"n{n}"] = {"id": f"n{n}", "message": message, "parent": before, "children": [f"n{n + 1}"]}
            before = f"n{n}"
        talks.append({"id": f"talk{first}", "title": "a talk", "mapping": mapping, "current_node": before})
    path = folder / "conversations.json"
    path.write_text(json.dumps(talks))
    return path


def highest_mb() -> int:
    """Of resident memory of this process since it began; what its parent had does not count."""
    told = Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()
    return int(told[0]) // 1024


async def bring(kind: str, export: Path, home: Path, asks: bool) -> dict[str, object]:
    from bots.delivery.intake import import_history
    from config.platforms import exported
    from memory.engine import MemoryEngine
    from memory.vocabulary.address import Audience

    engine = await MemoryEngine.open(home / "alice")
    begun, cpu = time.monotonic(), time.process_time()
    tally = await import_history({"alice": engine}, exported(kind, export))
    done: dict[str, object] = {
        "messages": tally.messages,
        "new": tally.new,
        "wall_s": round(time.monotonic() - begun, 1),
        "cpu_s": round(time.process_time() - cpu, 1),
        "peak_mb": highest_mb(),
    }
    if asks:
        audiences = await engine.audiences()
        found = [
            one.text
            for audience in audiences
            for one in await engine.search("where does the spare key hang", Audience.parse(str(audience)), limit=3)
        ]
        done["recalled"] = any(NEEDLE in text for text in found)
        done["asked_cpu_s"] = round(time.process_time() - cpu - float(str(done["cpu_s"])), 1)
    await engine.close()
    return done


def measured(kind: str, number: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory(prefix="anima-imports-") as folder:
        export, home = write(kind, Path(folder), number), Path(folder) / "home"
        told = []
        for asks in ("no", "yes"):
            words = [sys.executable, "-m", "tests.rights.imports", "child", kind, str(export), str(home), asks]
            out = subprocess.run(words, check=True, capture_output=True, text=True).stdout
            told.append(json.loads(out.splitlines()[-1]))
    once, twice = told
    return {
        "format": kind,
        "once": once,
        "twice": twice,
        "counts_agree": once["messages"] == once["new"] == twice["messages"] == number and twice["new"] == 0,
    }


def main(words: list[str]) -> None:
    if words[:1] == ["child"]:
        kind, export, home, asks = words[1:]
        print(json.dumps(asyncio.run(bring(kind, Path(export), Path(home), asks == "yes"))))
        return
    number = int(words[0]) if words else 100_000
    for kind in words[1:] or FORMATS:
        print(json.dumps(measured(kind, number)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
