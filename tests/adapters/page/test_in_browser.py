"""The page in a real browser: 40 checks over its ten views, and an approval by keyboard alone.

Chromium is Debian's (`apt-get install chromium`); where there is none, these are skipped, and say so.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from adapters.page.views import VIEWS
from config.command_line.operator_commands import operator
from memory.archive.audit_log import AuditLog
from tests.adapters.page.browsing import Page, page_of
from tests.adapters.page.chromium import BINARY, Chromium, chromium
from tests.adapters.page.hostile import fill_with_injections
from tests.bots.house import House
from tests.bots.trust.test_approvals import asked, house_at

pytestmark = pytest.mark.skipif(BINARY is None, reason="chromium is not on PATH: the page is in no real browser")
PATHS = [view.path for view in VIEWS]
NARROW = 320
#: What a person can come to by keyboard, in the order of the page.
_REACHABLE = "[...document.querySelectorAll('a[href], button')].length"
_FOCUS = "[...document.querySelectorAll('a[href], button')].indexOf(document.activeElement)"
_IS_MARKED = "getComputedStyle(document.activeElement).outlineStyle !== 'none'"
_MOST_PRESSES = 40
#: The least contrast of any text with what is behind it, as WCAG 2 reckons it.
_CONTRAST = """(() => {
  const channel = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(Number).map(channel)
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const ratio = ink => (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  return Math.min(...[...document.querySelectorAll('body *')]
    .filter(one => one.innerText && !one.children.length)
    .map(one => ratio(light(getComputedStyle(one).color))));
})()"""


@asynccontextmanager
async def seen_by_operator(folder: Path) -> AsyncIterator[tuple[Page, Chromium]]:
    """A home full of injections, and a browser that the operator's link has opened."""
    house = House(home=folder, models={name: ScriptedModel(["I see."] * 9) for name in ("alice", "bob")})
    async with page_of(house) as page, chromium() as tab:
        await fill_with_injections(house)
        await tab.go(page.link(operator().person))
        yield page, tab


@pytest.mark.ledger("OPS-04")
async def test_no_view_runs_what_others_have_said_or_asks_another_address(tmp_path: Path) -> None:
    async with seen_by_operator(tmp_path) as (page, tab):
        for path in PATHS:
            await tab.go(page.base + path)

    assert len(tab.asked) > 2 * len(PATHS)
    assert [address for address in tab.asked if not address.startswith(f"{page.base}/")] == []
    assert tab.dialogs == []
    assert tab.complaints == []  # nothing was there for the policy to hold back


async def test_no_view_is_wider_than_a_narrow_screen(tmp_path: Path) -> None:
    async with seen_by_operator(tmp_path) as (page, tab):
        await tab.size(NARROW)
        widths = {}
        for path in PATHS:
            await tab.go(page.base + path)
            widths[path] = await tab.tells("document.documentElement.scrollWidth")

    assert {path: width for path, width in widths.items() if width > NARROW} == {}


async def test_everything_is_reached_by_keyboard_in_the_order_of_the_page_and_is_seen_to_be(tmp_path: Path) -> None:
    async with seen_by_operator(tmp_path) as (page, tab):
        for path in PATHS:
            await tab.go(page.base + path)
            count = min(_MOST_PRESSES, await tab.tells(_REACHABLE))
            order, marks = [], []
            for _ in range(count):
                await tab.press("Tab")
                order.append(await tab.tells(_FOCUS))
                marks.append(await tab.tells(_IS_MARKED))

            reached = [number for number in order if number >= 0]  # code that is wider than the screen is one, too
            assert reached == list(range(len(reached))), path
            assert len(reached) >= count - 2, path
            assert all(marks), path


async def test_every_view_can_be_read_in_the_light_and_in_the_dark(tmp_path: Path) -> None:
    async with seen_by_operator(tmp_path) as (page, tab):
        contrasts = {}
        for is_dark in (False, True):
            await tab.size(1000, dark=is_dark)
            for path in PATHS:
                await tab.go(page.base + path)
                contrasts[path, is_dark] = await tab.tells(_CONTRAST)
        papers = {await _paper(tab, is_dark) for is_dark in (False, True)}

    assert len(papers) == 2
    assert {where: ratio for where, ratio in contrasts.items() if ratio < 4.5} == {}


async def test_an_approval_is_given_by_keyboard_alone(tmp_path: Path) -> None:
    house = house_at(tmp_path)
    async with page_of(house) as page, chromium() as tab:
        await asked(house)
        await tab.go(page.link("chat:W/ada"))
        await _focus(tab, "Waits for a yes")
        await tab.press("Enter", leads_on=True)
        await _focus(tab, "Allow")
        await tab.press("Enter", leads_on=True)
        told = await tab.tells("document.querySelector('[role=status]').innerText")
        await house.settled()

    assert "Your yes is taken" in told
    assert "approved" in [entry.act for entry in AuditLog(house.home / "logs", house.clock).newest()]


async def _focus(tab: Chromium, words: str) -> None:
    for _ in range(_MOST_PRESSES):
        await tab.press("Tab")
        if await tab.tells("document.activeElement.innerText") == words:
            return
    raise AssertionError(f"{words!r} is not reached")


async def _paper(tab: Chromium, is_dark: bool) -> str:
    await tab.size(1000, dark=is_dark)
    return str(await tab.tells("getComputedStyle(document.body).backgroundColor"))
