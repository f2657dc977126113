"""local_llm: a question to a model of this machine, by a server of OpenAI's shape (Ollama, LM Studio, llama.cpp)."""

from __future__ import annotations

from adapters.tools.kit import Kit, items
from bots.tools.tool import Scene, Tool

BASE = "http://127.0.0.1:11434/v1"


def tools(kit: Kit) -> tuple[Tool, ...]:
    async def local_llm(scene: Scene, task: str) -> str:
        """Have a small model of this machine do a plain task: to shorten, sort, translate. It does not know this talk.

        task: the whole task with its text
        """
        messages = [{"role": "user", "content": task[:60_000]}]
        body = {"model": kit.model, "messages": messages, "stream": False}
        found = await kit.json("POST", "/chat/completions", json=body, headers=kit.bearer)
        said = [one.get("message") or {} for one in items(found, "choices")]
        return str(said[0].get("content") or "") if said else "It said nothing."

    return (Tool(local_llm, brings=True, outside=True),)
