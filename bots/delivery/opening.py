"""A home's delivery: opened to run it; erased from and restored while nobody does. Above, no engine is named."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
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
from memory.vocabulary.ports import Clock

if TYPE_CHECKING:
    from bots.delivery.postgres import Connect, FleetLease

DELIVERY_FILES = STORES
"""What an erasure finds of delivery in a home, in a copy of it and in a backup."""


class HomeDelivery(Protocol):
    """Where the inbox and the outbox of one home are. All verbs block."""

    def owned(self, standby: Callable[[str], None] | None = None) -> AbstractContextManager[None]:
        """Be the one process that uses it, on whatever machine; all other verbs are for inside.

        Who has it already is waited for where there is a `standby`, which is told of them once. Raises NotOwner else,
        and NotStored.
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

    def owned(self, standby: Callable[[str], None] | None = None) -> AbstractContextManager[None]:
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


@dataclass
class PostgresHome:
    """HomeDelivery in a database of its own. A file that lies in the home is taken in by the first start."""

    home: Path
    store: str = field(repr=False)
    lease_s: float = LEASE_S
    is_elsewhere = True

    def examine(self) -> str:
        from bots.delivery.postgres import examine

        return examine(self._connect)

    @contextmanager
    def owned(self, standby: Callable[[str], None] | None = None) -> Iterator[None]:
        from bots.delivery import postgres

        postgres.migrate(self._connect)
        self._take(standby)
        try:
            yield
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
        return PostgresDelivery(self._connect, self._lease, clock, patience)

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
        told = ""
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
            time.sleep(pause)
