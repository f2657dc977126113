"""Where help is for somebody in distress: any/help_lines.toml by country, with what an owner of the fleet adds.

Nothing guesses a country: it is told by the person's own time zone, else by the owner. Where neither does, the
countries in which their language is at home are each named with their lines; the international directory always is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from memory.language.folders import ANY, language_toml


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpLine:
    """One service. `source` is the public page that says so, `date` the day (ISO) on which it did."""

    service: str
    number: str
    hours: str = ""
    languages: tuple[str, ...] = ()
    source: str = ""
    date: str = ""

    def __str__(self) -> str:
        return f"{self.service} **{self.number}**" + (f" ({self.hours})" if self.hours else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpCountry:
    """`code` is that of ISO 3166; `emergency` the number for immediate danger."""

    code: str
    name: str
    emergency: str
    lines: tuple[HelpLine, ...] = ()
    languages: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}: " + "; ".join([*map(str, self.lines), f"**{self.emergency}**"])


@dataclass(slots=True)
class HelpLines:
    """`own` countries, by code, stand before those of the table; `home` is the country of who tells none. Both are the
    config's."""

    own: Mapping[str, HelpCountry] = field(default_factory=dict)
    home: str = ""

    def become(self, own: Mapping[str, HelpCountry], home: str) -> None:
        """Know these from here on: the config has changed."""
        self.own, self.home = own, home

    @property
    def countries(self) -> Mapping[str, HelpCountry]:
        return {**table_of_countries(), **self.own}

    def country(self, zone: str = "") -> HelpCountry | None:
        """Of who lives in this time zone; None where nothing tells it."""
        at_home = (country for country in self.countries.values() if zone and zone in country.zones)
        return next(at_home, None) or self.countries.get(self.home)

    def for_language(self, language: str) -> Sequence[HelpCountry]:
        return [country for country in self.countries.values() if language in country.languages]


@cache
def table_of_countries() -> Mapping[str, HelpCountry]:
    return {code: _country(code, row) for code, row in _table()["countries"].items()}


@cache
def directory_address() -> str:
    """The international directory of help lines."""
    return str(_table()["directory"]["address"])


def _table() -> Mapping[str, Any]:
    return language_toml(ANY, "help_lines.toml")


def _country(code: str, row: Mapping[str, Any]) -> HelpCountry:
    lines = tuple(
        HelpLine(**{**line, "languages": tuple(line["languages"]), "date": line["date"].isoformat()})
        for line in row["lines"]
    )
    return HelpCountry(
        code=code,
        name=row["name"],
        emergency=row["emergency"],
        lines=lines,
        languages=tuple(row["languages"]),
        zones=tuple(row["zones"]),
    )
