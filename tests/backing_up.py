"""A backup of a home that no fleet runs, or whose fleet is left alone."""

from __future__ import annotations

from pathlib import Path

from bots.commands import backups
from bots.delivery import DATABASE
from bots.delivery.embedded import copy_database
from memory.archive.home_backup import BackupManifest
from memory.vocabulary.ports import Clock, Progress, unwatched


def make_backup(home: Path, folder: Path, clock: Clock, progress: Progress = unwatched) -> tuple[BackupManifest, int]:
    content = copy_database(home / DATABASE)
    return backups.make_backup(home, folder, clock, {DATABASE: content} if content else {}, progress)
