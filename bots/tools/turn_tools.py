"""The tools of one turn: audience, person, time, permissions and budget are bound; errors are answers."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bots.anima.anima import Anima
from bots.anima.anima_files import PermittedPlaces
from bots.errors import BotFault
from bots.message import File
from bots.ports import ToolCall, ToolResult, ToolSpec
from bots.tools.tool import NotPermitted, Reach, Scene, Tool, ToolFault, TurnFiles, result_of
from bots.tools.tool_catalogue import TOOLS
from memory.engine import MemoryEngine
from memory.theories import tokens
from memory.vocabulary.cue import Cue
from memory.vocabulary.errors import MemoryFault

logger = logging.getLogger(__name__)

RESULT_TOKENS = 2000
LONGEST_ARGUMENTS = 200_000
TOOL_FAILED = "Error: "
LEAST_TRUST = "guest"
_NO_FILE = "there is no such file in your memory"

#: (name, arguments as JSON text, result), after each use.
Observe = Callable[[str, str, ToolResult], Awaitable[None]]


class TurnTools:
    """Implements ports.Tools for one turn. `permitted` says of a tool's name whether this anima may use it."""

    def __init__(
        self,
        *,
        engine: MemoryEngine,
        cue: Cue,
        observe: Observe,
        reach: Reach | None = None,
        catalogue: Sequence[Tool] = TOOLS,
        permitted: Callable[[str], bool] = lambda _: True,
        places: PermittedPlaces | None = None,
        budget_tokens: int = RESULT_TOKENS,
    ) -> None:
        self._engine = engine
        self._cue = cue
        self._observe = observe
        self._reach = reach
        self._tools = {tool.name: tool for tool in catalogue if permitted(tool.name)}
        self._refused = frozenset(tool.name for tool in catalogue) - frozenset(self._tools)
        self._places = places
        self._budget_tokens = budget_tokens
        self._uses = 0
        self._files = TurnFiles()

    def specs(self) -> Sequence[ToolSpec]:
        return [tool.spec for tool in self._tools.values() if not tool.lacks]

    def files(self) -> Sequence[File]:
        return tuple(self._files.outgoing)

    async def call(self, call: ToolCall) -> ToolResult:
        """Never raises but when the turn is stopped."""
        result = await self._answer(call)
        self._met(self._tools.get(call.name), result)
        try:
            await self._observe(call.name, call.arguments, result)
        except Exception:
            logger.exception("a tool's use could not be written down", extra={"tool": call.name})
        return result

    async def _answer(self, call: ToolCall) -> ToolResult:
        self._uses += 1
        try:
            tool = self._find(call.name)
            arguments = tool.arguments(_parsed(call.arguments))
            id = f"{self._cue.key}/tool/{self._uses}"
            scene = Scene(
                engine=self._engine,
                cue=self._cue,
                event_id=id,
                budget_tokens=self._budget_tokens,
                files=self._files,
                reach=self._reach,
                sees=self._places.sees if self._places else _sees_all,
            )
            self._check_places(tool, arguments)
            if self._reach is not None:
                scene = replace(scene, destination=await tool.bound_for(scene, arguments))
                clearance = self._reach.clearance
                if why := await clearance.refusal(tool.name, arguments, scene.destination, must=tool.asks):
                    return _error(why)
            return ToolResult(text=tokens.cut_to_tokens(await self._used(tool, scene, arguments), self._budget_tokens))
        except NotPermitted as no:
            return replace(_error(str(no)), refused=True)
        except (BotFault, MemoryFault) as fault:
            return _error(str(fault) or type(fault).__doc__ or "not possible")
        except FileNotFoundError:
            return _error(_NO_FILE)
        except Exception:
            # A tool that breaks must not take the turn with it.
            logger.exception("tool failed", extra={"tool": call.name})
            return _error(f"{call.name} failed inside; try it another way or go on without it")

    async def _used(self, tool: Tool, scene: Scene, arguments: dict[str, object]) -> str:
        """What it gives, or, where that takes longer than the turn waits, a word that it goes on."""
        patience = self._reach.patience.get(tool.name) if self._reach is not None else None
        if patience is None or self._reach is None or tool.files:
            return await result_of(tool, scene, arguments)
        work = asyncio.create_task(result_of(tool, scene, arguments))
        try:
            done, _ = await asyncio.wait({work}, timeout=patience)
            if done:
                return work.result()
            await self._reach.go_on(tool.name, arguments, work)
        except BaseException:
            work.cancel()
            raise
        return f"{tool.name} takes longer and goes on. Answer now; you will be woken here with what it gives."

    def _met(self, tool: Tool | None, result: ToolResult) -> None:
        """Words of others are in the turn from now on; what a stranger's service says makes it trusted least."""
        if tool is None or not tool.brings or result.refused:
            return
        if (result.ok or tool.outside) and self._reach is not None:
            self._reach.clearance.exposure.brought(result.text)
        if tool.outside:
            self._cue = replace(self._cue, trust=LEAST_TRUST)

    def _check_places(self, tool: Tool, arguments: dict[str, object]) -> None:
        """Of what it may not see, the anima is not told that it is there. Raises NotPermitted."""
        for name, is_writing in ((tool.reads, False), (tool.writes, True)):
            path = str(arguments.get(name, "")).strip()
            if self._places is None or not name or not path:
                continue
            if not self._places.sees(path):
                raise NotPermitted(_NO_FILE)
            if not (self._places.may_write(path) if is_writing else self._places.may_read(path)):
                raise NotPermitted(f"you are not permitted to {'write' if is_writing else 'read'} {path[:200]}")

    def _find(self, name: str) -> Tool:
        if name in self._refused:
            raise NotPermitted(f"you are not permitted to use {name}")
        if name in self._tools and self._tools[name].lacks:
            raise ToolFault(self._tools[name].lacks)
        if name not in self._tools:
            raise ToolFault(f"there is no tool {name[:80]!r}; there are: {', '.join(self._tools) or 'none'}")
        return self._tools[name]


def _sees_all(path: str) -> bool:
    return True


def _parsed(text: str) -> dict[str, object]:
    if len(text) > LONGEST_ARGUMENTS:
        raise ToolFault(f"the arguments are too long; at most {LONGEST_ARGUMENTS} characters")
    try:
        parsed = json.loads(text or "{}")
    except (ValueError, RecursionError):
        raise ToolFault("the arguments are not valid JSON") from None
    if not isinstance(parsed, dict):
        raise ToolFault("the arguments must be a JSON object")
    return parsed


def _error(text: str) -> ToolResult:
    return ToolResult(text=TOOL_FAILED + tokens.cut_to_tokens(" ".join(text.split()), 200), ok=False)


def more_tools(anima: Anima) -> list[Tool]:
    """Those of the anima's that reach other services, as they are there now."""
    return [tool for tool in anima.more_tools() if isinstance(tool, Tool)]
