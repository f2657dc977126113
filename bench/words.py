"""A benchmark's own words on the command line."""

from __future__ import annotations

import argparse
from typing import NoReturn

from config.arguments import WrongUsage


class Words(argparse.ArgumentParser):
    """Wrong usage is one line, and never ends the process."""

    def __init__(self, name: str) -> None:
        super().__init__(prog=f"run_bots.py bench {name}", allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise WrongUsage(f"{message}: {' '.join(self.format_usage().split()[1:])}")


def count(text: str) -> int:
    """A whole number of one or more."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def names(text: str) -> list[str]:
    """`a,b,c`."""
    return [name for name in text.split(",") if name]
