"""Erasures of random lives in one process: `python -m tests.rights.erasures [--lives N] [--seed S] [--life S]`.

Each life (tests.rights.lives) is a home of its own, one person of it is erased by the product, in the home and in its
backup. Counted, and 0 of each is wanted: made-up words of theirs that stand anywhere yet, texts of others that do not
stand where they stood, messages of before that would be heard or answered again when the platform tells them anew, and
new ones of the erased person that would not be heard. Printed as JSON; a life that failed is done again by `--life`.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import cast

from bots.delivery import DATABASE, store
from bots.delivery.contract import Delivery
from bots.delivery.embedded import prepare
from bots.delivery.intake import IntakeGate
from bots.delivery.items import lane_of
from config import home_erasure
from config.home import Home
from config.process import utc_now
from memory.erasure.findings import ErasureRequest
from tests.rights.lives import ANIMA, Life, lived
from tests.rights.seeded import bytes_of

MEMORY = Path("/dev/shm")
_UNASKED = cast(Delivery, None)  # a door asks it nothing of who is admitted


def erased(folder: Path, seed: int) -> dict[str, list[str]]:
    """What went wrong in the life of this seed, by kind."""
    life = lived(folder / "home", Random(seed))
    before = texts_of(life.home)
    home_erasure.erasing_of(life.home).ask(ErasureRequest(addresses=life.addresses, by=life.addresses[0]))
    receipt = home_erasure.carry_out_erasure(Home(life.home))
    assert receipt is not None
    return {
        "canaries_left": canaries_left(folder, life.gone),
        "words_of_others_lost": lost(before, texts_of(life.home), life.kept),
        "answered_again": answered_again(life),
        "not_heard": not_heard(life),
        "unreached": [*receipt.left],
    }


def canaries_left(folder: Path, gone: set[str]) -> list[str]:
    """Also in what SQLite has cut into pages, and as JSON escapes it."""
    every = bytes_of(folder) | {f"{name}?": text.encode() for name, text in _rows(folder).items()}
    whole = b"\n".join(every.values()).decode(errors="replace").casefold()
    there = [one for one in gone if one.casefold() in whole or json.dumps(one)[1:-1].casefold() in whole]
    return [
        f"{one} in {name}"
        for one in sorted(there)
        for name, content in every.items()
        if one.casefold() in content.decode(errors="replace").casefold()
    ]


def texts_of(home: Path) -> dict[str, str]:
    """By file; what is JSON in UTF-8 stands there as it was said."""
    found = {
        path.relative_to(home).as_posix(): path.read_bytes().decode(errors="replace")
        for path in home.rglob("*")
        if path.is_file() and path.name != DATABASE
    }
    return found | {DATABASE: "\n".join(_rows(home).values())}


def _rows(folder: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in folder.rglob(DATABASE):
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            for (table,) in db.execute("select name from sqlite_master where type = 'table'").fetchall():
                rows = db.execute(f"select * from {table}").fetchall()
                cells = (one.decode(errors="replace") if isinstance(one, bytes) else one for row in rows for one in row)
                found[f"{path.name}/{table}"] = "\n".join(str(one) for one in cells)
    return found


def lost(before: dict[str, str], after: dict[str, str], kept: list[tuple[str, str]]) -> list[str]:
    """Each text is counted in its file, or in all files of its folder together."""

    def count(texts: dict[str, str], where: str, text: str) -> int:
        return sum(one.count(text) for name, one in texts.items() if name == where or name.startswith(f"{where}/"))

    wrong = list[str]()
    for where, text in dict.fromkeys(kept):
        was, now_there = count(before, where, text), count(after, where, text)
        if where == DATABASE or where.endswith("conversations"):  # an answer that quoted them may have gone
            was = min(was, 1)
        if not was or now_there < was:
            wrong.append(f"{text!r} in {where}: {was} before, {now_there} after")
    return wrong


def answered_again(life: Life) -> list[str]:
    """The platform tells everything again: theirs is stopped at the door, all of it is known to delivery."""
    wrong = list[str]()
    with closing(sqlite3.connect(life.home / DATABASE)) as db:
        prepare(db)
        door = IntakeGate(life.home, _UNASKED)
        for one in life.said:
            admitted = door.admitted(one.message)
            if (admitted is None) != (one.who == 0):
                wrong.append(f"the door: {one.message.text!r}")
            if store.accept(db, lane_of(ANIMA, one.message), one.message.key, b"{}", utc_now()):
                wrong.append(f"delivery: {one.message.text!r}")
        db.rollback()
    return wrong


def not_heard(life: Life) -> list[str]:
    door = IntakeGate(life.home, _UNASKED)
    later = utc_now() + timedelta(seconds=1)
    new = (replace(one.message, id="999999", order="999999", at=later, text="hello") for one in life.said)
    return [str(one.author) for one in new if door.admitted(one) is None]


def main() -> int:
    asked = argparse.ArgumentParser(prog="tests.rights.erasures")
    asked.add_argument("--lives", type=int, default=10_000)
    asked.add_argument("--seed", type=int, default=20_261_124, help="of the first life; each next one is one more")
    asked.add_argument("--life", type=int, help="only this one, with all that went wrong")
    given = asked.parse_args()
    seeds = [given.life] if given.life is not None else range(given.seed, given.seed + given.lives)
    wrong, failed = Counter[str](), list[int]()
    began = time.process_time()
    with TemporaryDirectory(prefix="anima-erasures-", dir=MEMORY if MEMORY.is_dir() else None) as place:
        for number, seed in enumerate(seeds, 1):
            found = erased(Path(place) / "life", seed)
            rmtree(Path(place) / "life")
            wrong.update({name: len(those) for name, those in found.items()})
            if any(found.values()):
                failed.append(seed)
                print(
                    f"life {seed}: { ({name: len(those) for name, those in found.items() if those}) }", file=sys.stderr
                )
            if given.life is not None:
                print(json.dumps(found, ensure_ascii=False, indent=1), file=sys.stderr)
            elif number % 100 == 0:
                print(f"{number} lives, {len(failed)} failed", file=sys.stderr)
    cpu_s = time.process_time() - began
    told = {"lives": len(seeds), **dict(sorted(wrong.items())), "failed": failed[:50]}
    print(json.dumps({**told, "cpu_s": round(cpu_s, 1), "ms_a_life": round(1000 * cpu_s / len(seeds), 1)}))
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
