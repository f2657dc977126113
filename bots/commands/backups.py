"""`backup`, `memory export`, `anima import`, `import`: what a home keeps in one file, and what is brought into it.

Backups come by themselves each time that the settled span has gone by. What people wrote before the fleet was there
becomes activity log and memory.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Literal

from bots.commands.admin_api import AdminApi
from bots.commands.command import FLEET_WIDE, Command, CommandAnswer, CommandUsageError, anima_called, command_progress
from bots.delivery.intake import DAYS_AT_ONCE, IMPORT_SILENCE, Exported, ImportTally, UnreadableExport, import_history
from bots.errors import NotStored
from bots.message import Message
from bots.people.trust_policy import Asker, Role
from memory.archive import home_backup
from memory.archive.home_backup import BackupInterval, BackupManifest, KnownBackups, TornBackup
from memory.archive.shared_logs import ERASED_LIST_FILE
from memory.erasure.erasure import Erasure, erasures_since
from memory.vocabulary.address import Audience, Person
from memory.vocabulary.errors import AddressError, StorageFault
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock, Progress, unwatched

log = logging.getLogger(__name__)
_LOOK_S = 60.0


class Backups:
    """Of one running home."""

    def __init__(self, home: Path, clock: Clock, snapshot: Callable[[], Awaitable[Mapping[str, bytes]]]) -> None:
        """`snapshot` is what delivery keeps, as files below the home. It raises NotStored."""
        self._home, self._clock, self._snapshot = home, clock, snapshot
        self._known = KnownBackups(home / "shared")

    async def keep_watch(self) -> None:
        while True:
            await self.make_due()
            await asyncio.sleep(_LOOK_S)

    async def make_due(self) -> bool:
        """Make one where it is time; a disk that refuses is told in the log, and asked again."""
        every = await asyncio.to_thread(self._due)
        if every is None:
            return False
        try:
            delivered = await self._snapshot()
            manifest, fresh = await asyncio.to_thread(make_backup, self._home, every.folder, self._clock, delivered)
            await asyncio.to_thread(self._thin, every)
        except (NotStored, StorageFault):
            log.exception("the backup could not be made", extra={"folder": str(every.folder)})
            return False
        told = {"folder": str(every.folder), "bytes": manifest.bytes, "new_bytes": fresh}
        log.info("a backup was made", extra=told)
        return True

    def _due(self) -> BackupInterval | None:
        every = self._known.every()
        last = self._known.last(every.folder) if every is not None else None
        if every is None or (last is not None and self._clock() - last < timedelta(seconds=every.seconds)):
            return None
        return every

    def _thin(self, every: BackupInterval) -> None:
        if every.keep > 0 and (old := home_backup.increments_in(every.folder)[: -every.keep]):
            home_backup.drop_increment(old)


def make_backup(
    home: Path, folder: Path, clock: Clock, delivered: Mapping[str, bytes], progress: Progress = unwatched
) -> tuple[BackupManifest, int]:
    """One more backup in the folder, checked; and how many bytes of it were not there yet. Raises StorageFault.

    `delivered` was taken before: what is done later is recorded again at most, and never lost.
    """
    at = clock()
    KnownBackups(home / "shared").note(folder, at)
    made = home_backup.write_increment(home, folder, at, delivered, progress=progress)
    home_backup.check_increment(home_backup.increments_in(folder)[-1])
    return made


# --- backup ---------------------------------------------------------------------------------------------------------
# `backup`, `memory export`: all that a home, or one anima, keeps, in one file that is read again when it is whole.


_SPANS = {"m": 60, "h": 3600, "d": 86400}


async def back_up(
    admin: AdminApi, asker: Asker, *, file: str = "", folder: str = "", every: str = "", keep: int = 0
) -> CommandAnswer:
    """Back up the home while it runs, and check the backup; `restore` brings it back.

    file: where to, for example ~/fleet.zip: one file with everything
    folder: instead: a folder of several backups, in which a file that did not change is stored once
    every: with --folder: again after each such span while the fleet runs, as 6h or 1d; off ends it
    keep: with --every: how many of the latest stay; 0 keeps all
    """
    if bool(file) == bool(folder) or (every and not folder):
        raise CommandUsageError("one of --file and --folder is needed; --every goes with --folder")
    if not folder:
        return await _write_backup(admin, _backup_target(file), "")
    place, known = _backup_target(folder), KnownBackups(admin.home / "shared")
    if every:
        settled = BackupInterval(folder=place, seconds=_span_seconds(every), keep=max(0, keep))
        await asyncio.to_thread(known.settle, settled, admin.clock())
        if not settled.seconds:
            return CommandAnswer(text="No backups are made by themselves any more.", data={"every": 0})
    try:
        delivered, progress = await admin.delivery.snapshot(), command_progress.get()
        manifest, fresh = await asyncio.to_thread(make_backup, admin.home, place, admin.clock, delivered, progress)
    except (NotStored, StorageFault, TornBackup) as error:
        return CommandAnswer(text=str(error), data={"error": str(error)}, ok=False)
    again = f" Every {every} there is another one while the fleet runs." if every else ""
    size = f"{len(manifest.files)} files, {manifest.bytes / 1e6:.1f} MB, {fresh / 1e6:.1f} MB of them new"
    data: dict[str, Json] = {"folder": str(place), "files": len(manifest.files), "bytes": manifest.bytes, "new": fresh}
    return CommandAnswer(text=f"{place} holds {size}; it was read again and is whole.{again}", data=data)


async def export_memory(admin: AdminApi, asker: Asker, name: str, *, file: str = "") -> CommandAnswer:
    """Export all that an anima keeps into one file.

    name: the anima
    file: (required) where to, for example ~/alice.zip
    """
    return await _write_backup(admin, _backup_target(file), f"animas/{anima_called(admin, name).name}")


async def bring_anima(admin: AdminApi, asker: Asker, *, file: str = "") -> CommandAnswer:
    """Bring in an anima that another home has exported, with its memory, without whom this home has erased.

    file: (required) what `anima export` has written
    """
    try:
        name = await asyncio.to_thread(
            home_backup.bring_in_anima, admin.home, _backup_target(file), lambda draft: _tidy_backups(admin, draft)
        )
    except FileExistsError as error:
        return _refused_backup(f"There is {error} already: nothing was brought in.")
    except (StorageFault, TornBackup) as error:
        return _refused_backup(f"{error}; nothing was brought in")
    await admin.enable_anima(name, True)
    hears = any(anima.name == name for anima in admin.animas())
    words = "is here. Say hello." if hears else "is here and will be available after the next start."
    return CommandAnswer(text=f"**{name}** {words}", data={"name": name, "hears": hears})


def _tidy_backups(admin: AdminApi, draft: Path) -> None:
    known = admin.home / ERASED_LIST_FILE
    asked = erasures_since(draft, [known.read_bytes()]) if known.exists() else None
    if asked is not None:
        erasing = Erasure(draft, admin.clock)
        erasing.ask(asked)
        erasing.carry_out()


def _refused_backup(text: str) -> CommandAnswer:
    return CommandAnswer(text=text, data={"error": text}, ok=False)


async def _write_backup(admin: AdminApi, target: Path, below: str) -> CommandAnswer:
    try:
        # Delivery first: what is done later is recorded again at most, and never lost.
        delivered = await admin.delivery.snapshot() if not below else {}
        manifest = await asyncio.to_thread(_write_zip, admin, target, below, delivered)
    except (NotStored, StorageFault, TornBackup) as error:
        return CommandAnswer(text=str(error), data={"error": str(error)}, ok=False)
    size = f"{len(manifest.files)} files, {manifest.bytes / 1e6:.1f} MB"
    data: dict[str, Json] = {
        "file": str(target),
        "files": len(manifest.files),
        "bytes": manifest.bytes,
        "at": manifest.at.isoformat(),
    }
    return CommandAnswer(text=f"{target} holds {size}; it was read again and is whole.", data=data)


def _write_zip(admin: AdminApi, target: Path, below: str, delivered: Mapping[str, bytes]) -> BackupManifest:
    KnownBackups(admin.home / "shared").note(target, admin.clock())
    home_backup.write_backup(admin.home, target, admin.clock(), delivered, below, command_progress.get())
    return home_backup.check_backup(target)


def _span_seconds(span: str) -> float:
    """Raises Usage."""
    if span == "off":
        return 0.0
    number, unit = span[:-1], span[-1:]
    if not number.isdecimal() or unit not in _SPANS or not int(number):
        raise CommandUsageError(f"{span!r} is no span such as 30m, 6h or 1d, nor off")
    return float(int(number) * _SPANS[unit])


def _backup_target(file: str) -> Path:
    if not file:
        raise CommandUsageError("--file is missing: where should it be written to?")
    return Path(file).expanduser().absolute()


BACKUP = Command(path=("backup",), run=back_up, role=Role.OWNER, chat=False, limit=FLEET_WIDE)
MEMORY_EXPORT = Command(path=("memory", "export"), run=export_memory, role=Role.OWNER, chat=False, limit=FLEET_WIDE)
ANIMA_MOVES = (
    Command(path=("anima", "export"), run=export_memory, role=Role.OWNER, chat=False),
    Command(path=("anima", "import"), run=bring_anima, role=Role.OWNER, chat=False),
)


# --- bring in -------------------------------------------------------------------------------------------------------
# `import`: what people wrote before the fleet was there becomes activity log and memory.


async def import_export(
    admin: AdminApi,
    asker: Asker,
    platform: Literal["slack", "discord", "telegram", "whatsapp", "chatgpt"],
    file: str,
    *,
    anima: str = "",
    person: str = "",
) -> CommandAnswer:
    """Bring in history: an export of Slack, DiscordChatExporter's JSON, of Telegram Desktop, WhatsApp or ChatGPT.

    file: the zip, folder or JSON file; doing it twice is the same as once
    anima: whose log it goes into; else that of every enabled anima
    person: for chatgpt: whose talks they are here, as slack:T01/U01
    """
    names = [anima_called(admin, anima).name] if anima else [item.name for item in admin.animas() if item.enabled]
    if not names:
        raise CommandUsageError("no anima is enabled: name one with --anima")
    engines = {name: await admin.memory(name) for name in names}
    show = command_progress.get()
    try:
        found = _of_person(admin.exported(platform, Path(file)), platform, person)
        tally = await import_history(engines, found, admin.door.admitted, lambda done: show(done, 0))
        for engine in engines.values():
            await engine.digest(DAYS_AT_ONCE, show)
            await engine.sleep("session", admin.clock(), idle=IMPORT_SILENCE)  # the latest days are told by no other
        left = max([await engine.undigested() for engine in engines.values()])
    except UnreadableExport as fault:
        return CommandAnswer(text=f"{fault}.", data={"error": str(fault)}, ok=False)
    return CommandAnswer(text=_import_told(tally, names, left), data={**_import_data(tally, names), "days_left": left})


def _of_person(found: Iterator[Exported], platform: str, person: str) -> Iterator[Exported]:
    """What a person has told a model is theirs alone, under the address that they have here. Raises Usage."""
    if not person:
        return found
    try:
        whose = Person.parse(person)
    except AddressError as error:
        raise CommandUsageError(str(error)) from None
    if platform != "chatgpt":
        raise CommandUsageError("--person is for chatgpt: elsewhere the export tells who wrote what")
    return (_theirs(item, whose) if isinstance(item, Message) else item for item in found)


def _theirs(message: Message, whose: Person) -> Message:
    author = message.author if message.author_is_bot else whose
    return replace(message, author=author, audience=Audience.person(whose))


def _import_told(tally: ImportTally, names: list[str], days_left: int) -> str:
    span = f", {tally.first:%Y-%m-%d} to {tally.last:%Y-%m-%d}" if tally.first and tally.last else ""
    lines = [
        f"{tally.new} messages are in the logs of {', '.join(names)} now ({len(tally.places)} rooms{span})"
        + (f"; {tally.known} were there already." if tally.known else "."),
        *(f"- left out: {number} ({why})" for why, number in tally.left_out.most_common()),
        f"{days_left} days of them are slept over in the coming nights."
        if days_left
        else "All of their days are slept over: what was worth it has become memories.",
    ]
    return "\n".join(lines)


def _import_data(tally: ImportTally, names: list[str]) -> Mapping[str, Json]:
    return {
        "animas": [*names],
        "messages": tally.messages,
        "new": tally.new,
        "known": tally.known,
        "places": [*sorted(tally.places)],
        "left_out": dict(tally.left_out),
    }


IMPORT = Command(path=("import",), run=import_export, role=Role.OWNER, chat=False, limit=FLEET_WIDE)
