"""Servers of language models on this machine: which of them run, what they serve, and what that can take.

Ollama, LM Studio, llama.cpp and vLLM are asked at their usual addresses. A model's window and whether it uses tools are
what its server says of it; what a server does not say stays unknown.

Source  docs.ollama.com/api, lmstudio.ai/docs/developer/rest, llama.cpp tools/server/README, docs.vllm.ai
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import aiohttp

OLLAMA_WINDOW = 4096
"""Tokens that Ollama gives a model for which nobody has set another `num_ctx`, whatever the model could take."""

_PATIENCE = aiohttp.ClientTimeout(total=2.0, connect=0.5)
_NUM_CTX = re.compile(r"^num_ctx\s+(\d+)", re.MULTILINE)
_TALKING = ("llm", "vlm")  # LM Studio's word for models that are not embedders


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalModel:
    """`model` is its name in the config, `window` in tokens (0: not told); `tools` None: its server does not tell."""

    server: str
    model: str
    base_url: str
    window: int = 0
    tools: bool | None = None

    @property
    def provider(self) -> str:
        return self.model.partition("/")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelServerKind:
    """`provider` is LiteLLM's word for it."""

    name: str
    provider: str
    address: str
    ask: Callable[[_Http, ModelServerKind, str], Awaitable[list[LocalModel]]]


async def running_models(environ: Mapping[str, str]) -> list[LocalModel]:
    """What the servers at their usual addresses serve. Never raises."""
    return await _all_models([(kind, _address(kind, environ)) for kind in MODEL_SERVERS])


async def models_at(base_url: str) -> list[LocalModel]:
    """What a server at this address serves; none where it is none of these. Never raises."""
    return await _all_models([(kind, _root(base_url)) for kind in MODEL_SERVERS])


async def window_at(base_url: str, model: str) -> int:
    """Tokens that the server at this address gives the model; 0 where it does not say. Never raises."""
    return next((item.window for item in await models_at(base_url) if item.model.partition("/")[2] == model), 0)


async def _all_models(places: Sequence[tuple[ModelServerKind, str]]) -> list[LocalModel]:
    async with aiohttp.ClientSession(timeout=_PATIENCE, trust_env=False) as session:
        found = await asyncio.gather(*(_models_of(_Http(session), kind, root) for kind, root in places))
    return [model for models in found for model in models]


def _address(kind: ModelServerKind, environ: Mapping[str, str]) -> str:
    """Ollama's own variable moves it: `127.0.0.1:11500`, with or without a scheme."""
    moved = environ.get("OLLAMA_HOST", "") if kind.name == "Ollama" else ""
    return _root(moved if "://" in moved or not moved else f"http://{moved}") or kind.address


def _root(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


async def _models_of(http: _Http, kind: ModelServerKind, root: str) -> list[LocalModel]:
    try:
        return await kind.ask(http, kind, root)
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError, TypeError, KeyError, AttributeError):
        return []  # nobody is there, or somebody else


@dataclass(frozen=True, slots=True)
class _Http:
    session: aiohttp.ClientSession

    async def get(self, url: str) -> Any:
        async with self.session.get(url) as response:
            response.raise_for_status()
            return await response.json()

    async def post(self, url: str, body: Mapping[str, str]) -> Any:
        async with self.session.post(url, json=body) as response:
            response.raise_for_status()
            return await response.json()


async def _ollama(http: _Http, kind: ModelServerKind, root: str) -> list[LocalModel]:
    names = [str(item["name"]) for item in (await http.get(f"{root}/api/tags"))["models"]]
    loaded = {str(item["name"]): item for item in (await http.get(f"{root}/api/ps"))["models"]}
    shown = await asyncio.gather(*(http.post(f"{root}/api/show", {"model": name}) for name in names))
    return [
        LocalModel(
            server=kind.name,
            model=f"{kind.provider}/{name}",
            base_url=f"{root}/v1",
            window=int(loaded.get(name, {}).get("context_length") or _ollama_window(about)),
            tools="tools" in about.get("capabilities", ()) if "capabilities" in about else None,
        )
        for name, about in zip(names, shown, strict=True)
        if "completion" in about.get("capabilities", ("completion",))
    ]


def _ollama_window(about: Mapping[str, Any]) -> int:
    told = _NUM_CTX.search(str(about.get("parameters") or ""))
    limits = [int(value) for key, value in about.get("model_info", {}).items() if key.endswith(".context_length")]
    return min([int(told[1]) if told else OLLAMA_WINDOW, *limits])


async def _lm_studio(http: _Http, kind: ModelServerKind, root: str) -> list[LocalModel]:
    return [
        LocalModel(
            server=kind.name,
            model=f"{kind.provider}/{item['id']}",
            base_url=f"{root}/v1",
            window=int(item.get("loaded_context_length") or item.get("max_context_length") or 0),
            tools="tool_use" in item["capabilities"] if "capabilities" in item else None,
        )
        for item in (await http.get(f"{root}/api/v0/models"))["data"]
        if item.get("type", "llm") in _TALKING
    ]


async def _llama_cpp(http: _Http, kind: ModelServerKind, root: str) -> list[LocalModel]:
    """Its properties are its own: another OpenAI-shaped server has none."""
    properties = await http.get(f"{root}/props")
    window = int(properties["default_generation_settings"]["n_ctx"])
    caps = properties.get("chat_template_caps", {})
    return [
        LocalModel(
            server=kind.name,
            model=f"{kind.provider}/{item['id']}",
            base_url=f"{root}/v1",
            window=window,
            tools=bool(caps["supports_tools"]) if "supports_tools" in caps else None,
        )
        for item in (await http.get(f"{root}/v1/models"))["data"]
    ]


async def _vllm(http: _Http, kind: ModelServerKind, root: str) -> list[LocalModel]:
    return [
        LocalModel(
            server=kind.name,
            model=f"{kind.provider}/{item['id']}",
            base_url=f"{root}/v1",
            window=int(item.get("max_model_len") or 0),
        )
        for item in (await http.get(f"{root}/v1/models"))["data"]
        if item.get("owned_by") == "vllm"
    ]


MODEL_SERVERS = (
    ModelServerKind(name="Ollama", provider="ollama_chat", address="http://127.0.0.1:11434", ask=_ollama),
    ModelServerKind(name="LM Studio", provider="lm_studio", address="http://127.0.0.1:1234", ask=_lm_studio),
    ModelServerKind(name="llama.cpp", provider="llamafile", address="http://127.0.0.1:8080", ask=_llama_cpp),
    ModelServerKind(name="vLLM", provider="hosted_vllm", address="http://127.0.0.1:8000", ask=_vllm),
)
