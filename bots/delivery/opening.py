"""A home's delivery: opened to run it; erased from and restored while nobody does. Above, no engine is named."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Protocol

from bots.delivery import DATABASE
from bots.delivery.contract import Delivery, RetryPatience
from bots.delivery.embedded import EmbeddedDelivery, copy_database
from bots.delivery.maintenance import STORES, fold_write_ahead_log, restore_database
from bots.errors import NotOwner, NotStored
from memory.archive.files import Files
from memory.archive.home_backup import TRAVEL_MARK
from memory.archive.home_travel import FileDigest, TravellingFiles
from memory.archive.shared_logs import ERASED_LIST_FILE
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.ports import Clock

if TYPE_CHECKING:
    from bots.delivery.postgres import Connect, FleetLease, PostgresFiles

DELIVERY_FILES = STORES
"""What an erasure finds of delivery in a home, in a copy of it and in a backup."""


class HomeDelivery(Protocol):
    """Where the inbox and the outbox of one home are. All verbs block."""

    def owned(
        self, standby: Callable[[str], None] | None = None, *, brings_files: bool = True
    ) -> AbstractContextManager[None]:
        """Be the one process that uses it, on whatever machine; all other verbs are for inside.

        Who has it already is waited for where there is a `standby`, which is told of them once. Raises NotOwner else,
        and NotStored. Inside, the home's files are those with which the last owner has ended, unless another home is
        about to take its place (`brings_files` False).
        """
        ...

    def open(self, clock: Clock, patience: RetryPatience | None = None) -> Delivery:
        """Raises NotStored."""
        ...

    @property
    def is_elsewhere(self) -> bool:
        """Whether it outlives the home."""
        ...

    def examine(self) -> str:
        """What `doctor` tells of it; empty where there is nothing to tell. Raises NotStored."""
        ...

    def copy(self) -> bytes:
        """All of it, as `DELIVERY_FILES` hold it; empty where there is nothing. Raises NotStored."""
        ...

    def laid_down(self) -> AbstractContextManager[None]:
        """Inside, all of it lies in the home as `DELIVERY_FILES`, and nobody has it open; what they have become then is
        what it is. Raises NotStored."""
        ...

    def take_in(self) -> None:
        """What lies in the home as `DELIVERY_FILES` is it from now on. Raises NotStored."""
        ...


def home_delivery(home: Path, store: str = "") -> HomeDelivery:
    """That of the home, whether the home is there yet or not; `store` is the address of its database, if it has one."""
    return PostgresHome(home, store) if store else EmbeddedHome(home)


def restore_delivery(fresh: Path, before: HomeDelivery, at: datetime) -> None:
    """A home in `fresh`, as a backup has it, takes the place of that of `before` at this instant: what was answered
    there is not answered again. Raises NotStored, OSError, sqlite3.Error."""
    restore_database(fresh / DATABASE, before.copy(), at)


@dataclass(frozen=True, slots=True)
class EmbeddedHome:
    """HomeDelivery in a file of the home, whose lock is enough."""

    home: Path
    is_elsewhere = False

    def examine(self) -> str:
        return ""

    def owned(
        self, standby: Callable[[str], None] | None = None, *, brings_files: bool = True
    ) -> AbstractContextManager[None]:
        return nullcontext()

    def open(self, clock: Clock, patience: RetryPatience | None = None) -> Delivery:
        return EmbeddedDelivery(self.home / DATABASE, clock, patience=patience)

    def copy(self) -> bytes:
        return copy_database(self.home / DATABASE)

    @contextmanager
    def laid_down(self) -> Iterator[None]:
        fold_write_ahead_log(self.home)
        yield

    def take_in(self) -> None:
        """It does."""


# --- PostgreSQL -----------------------------------------------------------------------------------------------------


LEASE_S = 6.0
"""A process that has not renewed its hold on the fleet for so long has lost it to whoever waits for it."""

_LOOK_S = 0.25
_AWAY_S = 2.0
_FOLLOW_S = 2.0


@dataclass
class PostgresHome:
    """HomeDelivery in a database of its own. A file that lies in the home is taken in by the first start."""

    home: Path
    store: str = field(repr=False)
    lease_s: float = LEASE_S
    is_elsewhere = True
    _putting: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def examine(self) -> str:
        from bots.delivery.postgres import examine

        return examine(self._connect)

    @contextmanager
    def owned(self, standby: Callable[[str], None] | None = None, *, brings_files: bool = True) -> Iterator[None]:
        from bots.delivery import postgres

        postgres.migrate(self._connect)
        self._take(standby)
        try:
            if brings_files:
                self._settle_files()
            yield
            if brings_files:
                self._put_down()
        finally:
            self._lease.release()

    def open(self, clock: Clock, patience: RetryPatience | None = None) -> Delivery:
        from bots.delivery.postgres import PostgresDelivery, is_empty, set_laid_down

        if (self.home / DATABASE).exists():
            if not (is_empty(self._connect) or self._is_laid_down()):
                raise NotStored(
                    f"{self.home / DATABASE} is an inbox, and fleet.store has one as well: move away which is not to be"
                )
            self.take_in()
        set_laid_down(self._connect, self._lease.epoch, "")
        return PostgresDelivery(self._connect, self._lease, clock, patience, self._put_down)

    def copy(self) -> bytes:
        from bots.delivery.postgres import dump

        return dump(self._connect)

    @contextmanager
    def laid_down(self) -> Iterator[None]:
        from bots.delivery.postgres import set_laid_down

        set_laid_down(self._connect, self._lease.epoch, token_hex(8))
        Files(self.home).replace(DATABASE, self.copy())
        yield
        if not self._is_laid_down():
            raise NotStored(f"{self.home / DATABASE} was laid down before another process ran the fleet: delete it")
        self.take_in()

    def take_in(self) -> None:
        from bots.delivery.postgres import load

        fold_write_ahead_log(self.home)
        load(self._connect, self._lease.epoch, (self.home / DATABASE).read_bytes())
        (self.home / DATABASE).unlink()
        self._files.know({})
        self._put_down(anew=True)
        self._own_files()

    def _is_laid_down(self) -> bool:
        """Whether the file is what the database was when nobody had used it since."""
        from bots.delivery.postgres import laid_down, laid_down_in

        token = laid_down(self._connect)
        return bool(token) and laid_down_in(copy_database(self.home / DATABASE)) == token

    @cached_property
    def _connect(self) -> Connect:
        try:
            from bots.delivery.postgres import connector
        except ImportError as missing:
            raise NotStored(f"fleet.store needs psycopg ({missing}): pip install 'anima-fleet[postgres]'") from missing
        return connector(self.store)

    @cached_property
    def _lease(self) -> FleetLease:
        from bots.delivery.postgres import FleetLease

        return FleetLease(self._connect, self.lease_s)

    def _take(self, standby: Callable[[str], None] | None) -> None:
        """Raises NotOwner, NotStored."""
        told, looks_at = "", 0.0
        while True:
            try:
                holder, pause = self._lease.take(), _LOOK_S
            except NotStored as fault:
                if not told:
                    raise
                holder, pause = str(fault), _AWAY_S
            if not holder:
                return
            if standby is None:
                raise NotOwner(f"the fleet is run by {holder}: give the command there, or stop it first")
            if not told:
                standby(holder)
            told = holder
            if time.monotonic() >= looks_at:
                with suppress(NotStored, StorageFault, OSError):
                    self._follow()
                looks_at = time.monotonic() + _FOLLOW_S
            time.sleep(pause)

    # ------------------------------------------------------------------------------------ files

    @cached_property
    def _files(self) -> TravellingFiles:
        return TravellingFiles(self.home, [f"{DATABASE}{suffix}" for suffix in ("", "-wal", "-shm", "-journal")])

    @cached_property
    def _kept_files(self) -> PostgresFiles:
        from bots.delivery.postgres import PostgresFiles

        return PostgresFiles(self._connect, self._lease)

    def _settle_files(self) -> None:
        """As the owner: where this home was the last to put something down its files are what holds, whatever was
        changed by hand meanwhile; else what was put down is. Raises NotStored."""
        put_down, owner = self._kept_files.digests(), self._kept_files.owner()
        if not put_down or owner == self._mark():
            self._files.know(put_down)
            self._put_down()
        else:
            self._lay_down(put_down)
        self._own_files()

    def _follow(self) -> None:
        """While another process runs the fleet. Raises NotStored, StorageFault, OSError."""
        if self._kept_files.owner() != self._mark():
            self._lay_down(self._kept_files.digests())

    def _lay_down(self, put_down: Mapping[str, FileDigest]) -> None:
        if not self._mark():
            if any((self.home / "animas").glob("*/status.json")):
                raise NotStored(
                    f"{self.home} has animas, and so has the fleet in fleet.store: begin with a home of a config alone"
                )
            self._make_mark()
        try:
            if self._files.lay_down(put_down, self._kept_files.fetch) & {ERASED_LIST_FILE}:
                shutil.rmtree(self.home / "index", ignore_errors=True)  # what was erased stands in it yet
        except (StorageFault, OSError) as fault:
            raise NotStored(f"the files of the fleet could not be laid down: {fault}") from fault

    def _put_down(self, *, anew: bool = False) -> None:
        """Raises NotStored."""
        with self._putting:
            try:
                with closing(self._files.changes()) as changes:
                    put = self._kept_files.put(changes, anew=anew)
                self._files.put_down(put)
            except OSError as fault:
                raise NotStored(f"the files of the home could not be read: {fault}") from fault

    def _own_files(self) -> None:
        if not self._mark():
            self._make_mark()
        self._kept_files.own(self._mark())

    def _mark(self) -> str:
        """That of this folder: a copy of it has another, for it does not know what was done since."""
        try:
            with Files(self.home).opened(TRAVEL_MARK) as file:
                return f"{os.read(file, 64).decode()} {os.fstat(file).st_ino}"
        except FileNotFoundError:
            return ""

    def _make_mark(self) -> None:
        Files(self.home).replace(TRAVEL_MARK, token_hex(8).encode())
