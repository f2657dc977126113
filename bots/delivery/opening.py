"""A home's delivery: opened to run it; erased from and restored while nobody does. Above, no engine is named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from bots.delivery import DATABASE
from bots.delivery.contract import Delivery, RetryPatience
from bots.delivery.embedded import EmbeddedDelivery
from bots.delivery.maintenance import STORES, fold_write_ahead_log, restore_database
from memory.vocabulary.ports import Clock

DELIVERY_FILES = STORES
"""What an erasure finds of delivery in a home, in a copy of it and in a backup."""


class HomeDelivery(Protocol):
    """Where the inbox and the outbox of one home are. All but `open` is for when nobody has them open, and blocks."""

    def open(self, clock: Clock, patience: RetryPatience | None = None) -> Delivery:
        """Raises NotStored."""
        ...

    @contextmanager
    def laid_down(self) -> Iterator[None]:
        """Inside, all of it lies in the home as `DELIVERY_FILES`; what they have become then is what it is.

        Raises NotStored."""
        ...

    def restore(self, fresh: Path, at: datetime) -> None:
        """A home in `fresh`, as a backup has it, is to take the place of this one at this instant: what this one has
        answered is not answered again. Raises NotStored, OSError."""
        ...


@dataclass(frozen=True, slots=True)
class EmbeddedHome:
    """HomeDelivery in a file of the home."""

    home: Path

    def open(self, clock: Clock, patience: RetryPatience | None = None) -> Delivery:
        return EmbeddedDelivery(self.home / DATABASE, clock, patience=patience)

    @contextmanager
    def laid_down(self) -> Iterator[None]:
        fold_write_ahead_log(self.home)
        yield

    def restore(self, fresh: Path, at: datetime) -> None:
        restore_database(fresh / DATABASE, self.home / DATABASE, at)


def home_delivery(home: Path) -> HomeDelivery:
    """That of the home, whether the home is there yet or not."""
    return EmbeddedHome(home)
