"""`restore`: a backup becomes the home; what was there before is put beside it, never over."""

from __future__ import annotations

import os
from pathlib import Path

from bots.delivery import DATABASE
from bots.delivery.restoring import restored
from config import erasing
from config.clock import now
from config.home import Home, HomeFault, free
from config.rendering import DONE, FAILED, Say
from memory.archive.audit_log import AuditLog
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.ports import Clock


def run(home: Home, file: Path, say: Say, *, who: str, over: bool, clock: Clock = now) -> int:
    """The exit code. Nothing is touched before the whole backup has been read and found as it was written."""
    exists = home.exists()
    if exists and not over:
        raise HomeFault(f"there is a home at {home.path}: with --over it is put aside first, and nothing of it is lost")
    fresh = free(home.path.with_name(f"{home.path.name}.restoring"))
    try:
        manifest = erasing.unpacked(file, fresh, home)
    except MemoryFault as fault:
        say("stderr", f"{fault}; nothing was restored\n")
        return FAILED
    if exists:
        with home.owned():
            restored(fresh / DATABASE, home.delivery, clock())
            erasing.hand_on(home.path, fresh)
            aside = free(home.path.with_name(f"{home.path.name}.before-restore"))
            os.replace(home.path, aside)
            os.replace(fresh, home.path)
        say("stdout", f"the home as it was is in {aside}\n")
    else:
        restored(fresh / DATABASE, None, clock())
        home.path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(fresh, home.path)
    AuditLog(home.logs, clock).record(who, "restore", str(file), "done")
    say("stdout", f"{home.path} is as it was at {manifest.at.isoformat()}: {len(manifest.files)} files\n")
    say("stdout", "indexes are made anew at the next start\n")
    return DONE
