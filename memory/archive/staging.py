"""Staging: a change of many files that is made wholly or, where it was not decided yet, not at all.

    erasing/new/000001 …    what files are to be, put down first
    erasing/plan.json       which file becomes which of them: when it is there, the change is decided
    erasing/asked.json      who asked for it; goes when all is done, the plan after it
    erasing/done.json       who is to be told that it is done; goes when they are

Carrying out again what was half carried out ends the same. Nothing of the old bytes is kept.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from memory.archive import json_lines
from memory.archive.files import DISK, Disk, Files, UnsafePath
from memory.archive.json_lines import record_of_line
from memory.vocabulary.event import Json

STAGING_FOLDER = "erasing"
_ASKED, _PLAN, _NEW = f"{STAGING_FOLDER}/asked.json", f"{STAGING_FOLDER}/plan.json", f"{STAGING_FOLDER}/new"
_DONE = f"{STAGING_FOLDER}/done.json"


class StagedChange:
    """Of one home, whose owner calls it, with nothing of it open. Writes raise StorageFault."""

    def __init__(self, home: Path, disk: Disk = DISK) -> None:
        self._home = home
        self._files = Files(home, disk)

    def ask(self, asked: Mapping[str, Json]) -> None:
        """Durable when it returns; it is carried out before the home is opened the next time."""
        self._files.replace(_ASKED, json_lines.dump_json(asked))

    def asked(self) -> dict[str, Json] | None:
        return record_of_line(self._files.read_or_none(_ASKED) or b"")

    def decided(self) -> dict[str, Json] | None:
        """What was told with the plan that is being carried out."""
        plan = self._plan()
        told = plan.get("about") if plan else None
        return told if isinstance(told, dict) else None

    def decide(self, changes: Iterable[tuple[str, bytes | None]], about: Mapping[str, Json]) -> None:
        """Put down what each file is to be (None: there is none), and then that it is so."""
        for name in self._files.names(_NEW):
            self._files.remove(f"{_NEW}/{name}")
        steps: list[Json] = []
        for number, (path, content) in enumerate(changes, 1):
            name = "" if content is None else f"{_NEW}/{number:06}"
            if content is not None:
                self._files.replace(name, content)
            steps.append([path, name])
        self._files.replace(_PLAN, json_lines.dump_json({"about": about, "steps": steps}))

    def carry_out(self) -> None:
        """Every step of the plan that has not been made."""
        steps = (self._plan() or {}).get("steps")
        for step in steps if isinstance(steps, list) else ():
            path, name = map(str, step) if isinstance(step, list) else ("", "")
            if not name:
                self._remove(path)
            else:
                with suppress(FileNotFoundError):  # it was moved before
                    self._files.move(name, path)

    def close(self) -> None:
        """All is done: nothing is left that tells who asked for it."""
        self._files.remove(_ASKED)
        self._files.remove(_PLAN)

    def tell(self, done: Mapping[str, Json]) -> None:
        """Keep what is to be told of it until it is `told`."""
        self._files.replace(_DONE, json_lines.dump_json(done))

    def to_tell(self) -> dict[str, Json] | None:
        return record_of_line(self._files.read_or_none(_DONE) or b"")

    def told(self) -> None:
        self._files.remove(_DONE)

    def _plan(self) -> dict[str, Json] | None:
        content = self._files.read_or_none(_PLAN)
        return json.loads(content) if content else None

    def _remove(self, path: str) -> None:
        try:
            self._files.remove(path)
        except UnsafePath:  # a draft's name begins with a dot
            with suppress(FileNotFoundError):
                os.unlink(self._home / path)
