"""A fleet with its page, and a browser that has cookies and no script."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

import aiohttp

from adapters.page.door import PageDoor
from adapters.page.server import serving_page
from adapters.page.views import VIEWS
from bots.people.trust_policy import Asker
from config.command_line.operator_commands import operator
from tests.bots.house import House

#: What our own pages are made of.
ELEMENTS = {
    *("html", "head", "meta", "title", "link", "body", "header", "nav", "ul", "li", "a", "main", "h1", "h2", "p"),
    *("section", "form", "input", "button", "span", "footer", "img", "strong", "em", "code", "pre", "br", "ol", "hr"),
    *("blockquote", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {
    *("lang", "charset", "name", "content", "rel", "href", "title", "class", "id", "aria-current", "aria-label"),
    *("method", "action", "type", "value", "role", "src", "alt", "start"),
}


class Seen(HTMLParser):
    """What a browser makes of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.forms: list[list[tuple[str, str]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        if tag == "form":
            self.forms.append([("action", found["action"])])
        elif tag == "input":
            self.forms[-1].append((found["name"], found["value"]))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    def foreign(self) -> list[tuple[str, dict[str, str]]]:
        """Elements, attributes and addresses that are not of our own making."""
        return [
            (tag, attributes)
            for tag, attributes in self.elements
            if tag not in ELEMENTS
            or not ATTRIBUTES.issuperset(attributes)
            or not all(_is_ours(tag, attributes.get(name, "/")) for name in ("href", "src", "action"))
        ]

    def acts(self, name: str) -> list[list[tuple[str, str]]]:
        return [form for form in self.forms if ("act", name) in form]


def _is_ours(tag: str, address: str) -> bool:
    is_web = re.match(r"https?://[^/]", address) is not None
    return (is_web and tag == "a") or re.match(r"[/#](?![/\\])", address) is not None


@dataclass
class Browser:
    """One person's, with its own cookies."""

    base: str
    client: aiohttp.ClientSession

    async def get(self, path: str, status: int = 200, **headers: str) -> Seen:
        async with self.client.get(self.base + path, headers=headers) as answer:
            assert answer.status == status, (path, answer.status)
            return Seen(await answer.text())

    async def send(self, form: Sequence[tuple[str, str]], status: int = 200, **headers: str) -> Seen:
        (_, action), *values = form
        sent = {"Origin": self.base, **headers}
        async with self.client.post(self.base + action, data=values, headers=sent) as answer:
            assert answer.status == status, answer.status
            return Seen(await answer.text())

    async def everything(self) -> str:
        """All that the person can come to see: every view, for every anima, their pictures, and every explanation."""
        found = []
        for view in VIEWS:
            for anima in ("alice", "bob"):
                async with self.client.get(f"{self.base}{view.path}", params={"anima": anima}) as answer:
                    html = await answer.text()
                found.append(html)
                for form in Seen(html).acts("why"):
                    found.append((await self.send(form)).text)
        for picture in ("graph", "year"):
            for anima in ("alice", "bob"):
                async with self.client.get(f"{self.base}/picture/{picture}", params={"anima": anima}) as answer:
                    found.append(await answer.text())
        return "\n".join(found)


@dataclass
class Page:
    """The page of a running house."""

    house: House
    base: str
    door: PageDoor
    _clients: list[aiohttp.ClientSession] = field(default_factory=list)

    def link(self, person: str) -> str:
        return f"{self.base}/enter?token={self.door.link(person)}"

    def stranger(self) -> Browser:
        """Without a session."""
        client = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self._clients.append(client)
        return Browser(self.base, client)

    async def opened(self, person: str = "") -> Browser:
        """As this person; as the operator without one."""
        browser = self.stranger()
        async with browser.client.get(self.link(person or operator().person)) as answer:
            assert answer.status == 200, answer.status
        return browser

    async def close(self) -> None:
        for client in self._clients:
            await client.close()


@asynccontextmanager
async def page_of(house: House) -> AsyncIterator[Page]:
    """Wired as config.runtime.serving does."""
    async with house.open() as fleet:

        async def asker_of(person: str) -> Asker:
            here = operator()
            return replace(here, is_direct=True) if person == here.person else await fleet.reader(person)

        door = PageDoor(house.clock)
        async with serving_page(door, fleet, asker_of, "en", 0) as base:
            fleet.page = lambda person: f"{base}/enter?token={door.link(person)}"
            page = Page(house, base, door)
            try:
                yield page
            finally:
                await page.close()
