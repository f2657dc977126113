"""A person at a terminal: a line to edit with history and paste, answers as they are written, notices above the line.

Imported only where there is a terminal: the libraries take a fifth of a second.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.history import FileHistory
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.patch_stdout import patch_stdout

from adapters.console.markdown import rendered
from adapters.console.outbound import Screen, Shown

LEAVING = ("/quit", "/exit", "exit", "quit")
HELP = """\
- **Enter** sends, **Alt-Enter** begins a new line, **↑** and **↓** go through what you said, **Ctrl-R** looks in it.
- **Ctrl-C** stops an answer; with nothing to stop or to clear, twice, it leaves, as **Ctrl-D** and `/quit` do.
- `/with NAME` talks with another anima, `@NAME …` calls one.
- `/anima WORDS` is a command of the fleet: `/anima help` lists all, `/anima why` explains the last answer."""
_STOP = "/stop"
_ONCE_MORE = "(Ctrl-C once more, or Ctrl-D, leaves.)"
#: What is remembered of longer pastes would make every start slow.
_LONGEST_REMEMBERED = 10_000


class Terminal:
    """The terminal of this process."""

    def __init__(self, history: Path) -> None:
        self._entered: asyncio.Queue[str | None] = asyncio.Queue()
        self._drafts: dict[str, str] = {}
        self._partner = ""
        self._warned = False
        self._printing: set[asyncio.Future[None]] = set()
        self._output = Vt100_Output.from_pty(sys.stdout, term=os.environ.get("TERM"))
        self._output.enable_cpr = False  # not every terminal answers, and nothing here needs to know
        self._session: PromptSession[str] = PromptSession(
            message=self._prompt,
            history=_History(history),
            key_bindings=self._keys(),
            reserve_space_for_menu=0,
            input=create_input(sys.stdin),
            output=self._output,
        )

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Screen]:
        """The screen, while inside; what else is written to the standard streams appears above the line."""
        with patch_stdout(raw=True):
            reading = asyncio.create_task(self._read())
            try:
                yield Screen(lines=self._lines(), show=self.show, leaves=True)
            finally:
                reading.cancel()
                with suppress(asyncio.CancelledError):
                    await reading
                await asyncio.gather(*self._printing, return_exceptions=True)

    def show(self, shown: Shown) -> None:
        match shown.kind:
            case "draft":
                self._drafts[shown.name] = shown.text
            case "over":
                self._drafts.pop(shown.name, None)
            case "with":
                self._partner = shown.name
            case "post":
                self._drafts.pop(shown.name, None)
                self._print(lambda: rendered(shown.text, width=self._columns, name=shown.name))
        self._session.app.invalidate()

    async def _lines(self) -> AsyncIterator[str]:
        while (text := await self._entered.get()) is not None:
            yield text

    async def _read(self) -> None:
        try:
            while True:
                text = await self._session.prompt_async(handle_sigint=False, set_exception_handler=False)
                self._warned = False
                word = text.strip()
                if word in LEAVING:
                    return
                if word == "/help":
                    self.show(Shown(text=HELP))
                elif word:
                    self._entered.put_nowait(text)
        except (EOFError, OSError):  # the terminal was left, or is no more
            pass
        finally:
            self._entered.put_nowait(None)

    def _print(self, text: Callable[[], str]) -> None:
        def write() -> None:
            self._output.write_raw(text().replace("\n", "\r\n"))
            self._output.flush()

        printing = asyncio.ensure_future(run_in_terminal(write))
        self._printing.add(printing)
        printing.add_done_callback(self._printing.discard)

    def _prompt(self) -> StyleAndTextTuples:
        """What is being written, as much of its end as fits, then the line."""
        rows: list[str] = []
        if not self._session.app.is_done:
            for name, text in self._drafts.items():
                if text:
                    rows += rendered(text, width=self._columns, name=name).splitlines()
                else:
                    rows += rendered(f"*{name} …*", width=self._columns).splitlines()
            room = self._output.get_size().rows - 2 - self._session.default_buffer.document.line_count
            rows = rows[-max(room, 1) :]
        line = f"you → {self._partner}> " if self._partner else "you> "
        return [*to_formatted_text(ANSI("".join(f"{row}\n" for row in rows))), ("bold", line)]

    @property
    def _columns(self) -> int:
        return self._output.get_size().columns

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("enter")
        def _(event: KeyPressEvent) -> None:
            # A terminal that does not mark a paste hands its lines over at once.
            if event.app.key_processor.input_queue:
                event.current_buffer.insert_text("\n")
            else:
                event.current_buffer.validate_and_handle()

        @keys.add("escape", "enter")
        def _(event: KeyPressEvent) -> None:
            event.current_buffer.insert_text("\n")

        @keys.add("c-c")
        def _(event: KeyPressEvent) -> None:
            if self._drafts:
                self._entered.put_nowait(_STOP)
            elif event.current_buffer.text:
                event.current_buffer.reset()
            elif self._warned:
                event.app.exit(exception=EOFError)
            else:
                self._warned = True
                self.show(Shown(text=_ONCE_MORE))

        return keys


class _History(FileHistory):
    """What was entered, over restarts, for its owner alone."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self._path = path

    def store_string(self, string: str) -> None:
        if len(string) > _LONGEST_REMEMBERED:
            return
        with suppress(OSError):
            os.close(os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))
            super().store_string(string)
