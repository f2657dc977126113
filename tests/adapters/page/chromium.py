"""A real browser without a screen, driven over its own protocol: what is asked of the network, keys, sizes."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

BINARY = shutil.which("chromium") or shutil.which("chromium-browser")
_STARTS_WITHIN_S, _LOADS_WITHIN_S = 60.0, 30.0
_KEYS: Mapping[str, Mapping[str, Any]] = {
    "Tab": {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9},
    "Enter": {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"},
}


class Chromium:
    """One tab. `asked` are the addresses of all requests, `dialogs` and `complaints` what scripts would have shown."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._loaded = asyncio.Event()
        self.asked: list[str] = []
        self.dialogs: list[str] = []
        self.complaints: list[str] = []

    async def listen(self) -> None:
        async for line in self._socket:
            told = line.json()
            if (answer := self._answers.pop(told.get("id", 0), None)) is not None:
                answer.set_result(told.get("result", told))
            match told:
                case {"method": "Network.requestWillBeSent", "params": {"request": {"url": str(url)}}}:
                    self.asked.append(url)
                case {"method": "Page.javascriptDialogOpening", "params": {"message": str(words)}}:
                    self.dialogs.append(words)
                case {"method": "Log.entryAdded", "params": {"entry": {"text": str(words)}}}:
                    self.complaints.append(words)
                case {"method": "Page.loadEventFired"}:
                    self._loaded.set()

    async def call(self, method: str, **parameters: object) -> Any:
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": self._number, "method": method, "params": parameters})
        async with asyncio.timeout(_LOADS_WITHIN_S):
            return await answer

    async def go(self, address: str) -> None:
        self._loaded.clear()
        await self.call("Page.navigate", url=address)
        await self.loaded()

    async def loaded(self) -> None:
        async with asyncio.timeout(_LOADS_WITHIN_S):
            await self._loaded.wait()

    async def size(self, width: int, *, dark: bool = False) -> None:
        await self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=640, deviceScaleFactor=1, mobile=False
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        await self.call("Emulation.setEmulatedMedia", features=[scheme])

    async def press(self, key: str, *, leads_on: bool = False) -> None:
        """`leads_on`: another page comes of it, and is waited for."""
        self._loaded.clear()
        await self.call("Input.dispatchKeyEvent", type="keyDown", **_KEYS[key])
        await self.call("Input.dispatchKeyEvent", type="keyUp", **{**_KEYS[key], "text": ""})
        if leads_on:
            await self.loaded()

    async def tells(self, expression: str) -> Any:
        """What an expression of the page's own world is; the debugger may ask, whatever the page may run."""
        answer = await self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return answer["result"].get("value")


@asynccontextmanager
async def chromium() -> AsyncIterator[Chromium]:
    assert BINARY is not None
    with tempfile.TemporaryDirectory(prefix="anima-chromium-", ignore_cleanup_errors=True) as folder:
        process = await asyncio.create_subprocess_exec(BINARY, *_arguments(folder), stderr=asyncio.subprocess.DEVNULL)
        try:
            address = await _debugger(Path(folder))
            async with aiohttp.ClientSession() as client, client.ws_connect(address, max_msg_size=0) as socket:
                tab = Chromium(socket)
                listening = asyncio.create_task(tab.listen())
                for domain in ("Page", "Network", "Log", "Runtime"):
                    await tab.call(f"{domain}.enable")
                yield tab
                listening.cancel()
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _arguments(folder: str) -> Sequence[str]:
    quiet = ("background-networking", "component-update", "default-apps", "extensions", "sync", "gpu", "dev-shm-usage")
    return [
        "--headless=new",
        "--no-sandbox",
        "--no-first-run",
        *(f"--disable-{what}" for what in quiet),
        "--remote-debugging-port=0",
        f"--user-data-dir={folder}",
        "about:blank",
    ]


async def _debugger(folder: Path) -> str:
    """The address of the first tab."""
    port = folder / "DevToolsActivePort"
    async with asyncio.timeout(_STARTS_WITHIN_S), aiohttp.ClientSession() as client:
        while not port.exists() or not port.read_text().strip():
            await asyncio.sleep(0.1)
        base = f"http://127.0.0.1:{port.read_text().split()[0]}"
        while True:
            async with client.get(f"{base}/json/list") as answer:
                tabs = [tab for tab in await answer.json() if tab["type"] == "page"]
            if tabs:
                return str(tabs[0]["webSocketDebuggerUrl"])
            await asyncio.sleep(0.1)
