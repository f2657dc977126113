"""What the offline model says, as data: `offline.<language>.json`, each thing in several ways."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from zlib import crc32


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """One language's. `seed` decides which of several ways is taken: the same for the same message."""

    said: Mapping[str, Sequence[str] | str]
    seed: str

    def __call__(self, key: str, **values: str) -> str:
        ways = self.said[key]
        return ways[crc32(f"{key} {self.seed}".encode(errors="replace")) % len(ways)].format(**values)

    def named(self, key: str, name: str) -> str:
        """With the name, or the way that does without."""
        return self(key, name=self.titled(name)) if name else self(f"{key}_nameless")

    def titled(self, name: str) -> str:
        """As the language calls people; a name that has a title keeps it."""
        has_title = any(name.endswith(title) for title in self.said["titles"])
        return name if has_title else f"{name}{self.said['honorific']}"

    def day(self, at: datetime, now: datetime) -> str:
        """Today by that word; with the year where it is another one."""
        if at.date() == now.date():
            return str(self.said["today"])
        form = str(self.said["day" if at.year == now.year else "day_of_year"])
        return form.format(day=at.day, month=self.said["months"][at.month - 1], year=at.year)

    def time(self, now: datetime) -> str:
        date = str(self.said["day_of_year"]).format(
            day=now.day, month=self.said["months"][now.month - 1], year=now.year
        )
        weekday = self.said["weekdays"][now.weekday()]
        return self("time", time=f"{now:%H:%M}", weekday=weekday, date=date, zone=str(now.tzinfo))


@cache
def catalogue(language: str) -> Mapping[str, Sequence[str] | str]:
    text = files("adapters.models").joinpath(f"offline.{language}.json").read_text(encoding="utf-8")
    found: Mapping[str, Sequence[str] | str] = json.loads(text)
    return found
