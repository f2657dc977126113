"""What a tool's module is given: its credential and address, and one way to ask a service.

Errors say what happened and never repeat what the service said, for services repeat keys.
"""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bots.tools.tool import ToolFault

MOST_BYTES = 4 * 2**20
_WORDS = {
    401: "refused the credential",
    403: "does not permit this credential to do that",
    404: "knows no such thing",
    422: "did not accept what was asked",
    429: "takes no more requests for now; go on without it",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """`name` is the plug-in's; `model` and `region` where the service has such."""

    name: str
    base_url: str
    key: str = field(default="", repr=False)
    model: str = ""
    region: str = ""
    timeout_s: float = 30.0

    async def json(self, method: str, path: str, *, url: str = "", **how: Any) -> Any:
        """The service's answer, parsed; `how` as aiohttp has it (params, json, data, headers). Raises ToolFault."""
        content = await self.content(method, path, url=url, **how)
        try:
            return json.loads(content or b"null")
        except (ValueError, RecursionError):
            raise ToolFault(f"{self.name} gave no readable answer") from None

    async def content(self, method: str, path: str, *, url: str = "", **how: Any) -> bytes:
        """The same as it came. Raises ToolFault."""
        aiohttp = importlib.import_module("aiohttp")
        address = f"{(url or self.base_url).rstrip('/')}{path}"
        try:
            async with (
                asyncio.timeout(self.timeout_s),
                aiohttp.ClientSession() as session,
                session.request(method, address, allow_redirects=False, **how) as answer,
            ):
                self.check(answer.status)
                content: bytes = await answer.content.read(MOST_BYTES + 1)
                while len(content) <= MOST_BYTES and (more := await answer.content.read(MOST_BYTES)):
                    content += more
        except TimeoutError:
            raise ToolFault(f"{self.name} did not answer within {self.timeout_s:g} s") from None
        except aiohttp.ClientError:
            raise ToolFault(f"{self.name} cannot be reached") from None
        if len(content) > MOST_BYTES:
            raise ToolFault(f"{self.name} answered with more than {MOST_BYTES // 2**20} MB")
        return content

    def check(self, status: int) -> None:
        """Raises ToolFault where the status is no success."""
        if status >= 300:
            raise ToolFault(f"{self.name} {_WORDS.get(status, f'answered with an error ({status})')}")

    @property
    def bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"} if self.key else {}


def items(found: object, *path: str) -> list[Mapping[str, Any]]:
    """The objects of a list somewhere in an answer; what is not of that shape is left out."""
    for step in path:
        found = found.get(step) if isinstance(found, Mapping) else None
    return [item for item in found if isinstance(item, Mapping)] if isinstance(found, list) else []


def line(*parts: object) -> str:
    """What is said of one thing, on one line."""
    return "- " + " · ".join(" ".join(str(part).split()) for part in parts if part not in (None, ""))


def told(lines: list[str]) -> str:
    return "\n".join(lines) or "Nothing was found."


def within(limit: int, most: int) -> int:
    return max(1, min(limit, most))
