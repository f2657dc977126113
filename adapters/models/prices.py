"""What a model costs and holds, from the table that LiteLLM brings along, read without importing the library.

What runs on this machine or in a private network costs nothing. A model that the table lacks is never free: under a cap
it counts as the dearest of its provider.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bots.ports import Price

USUAL_CONTEXT_TOKENS = 128_000
FREE = Price(input_usd=0.0, output_usd=0.0)
#: They speak as OpenAI does, too, and run on this machine unless an address says otherwise.
OWN_MACHINE = ("ollama", "ollama_chat", "lm_studio", "llamafile", "hosted_vllm")
_TABLE = "model_prices_and_context_window_backup.json"
_TALKS = ("chat", "responses", "completion")
#: Names without an address on the public internet.
_PRIVATE_NAMES = (".localhost", ".local", ".internal", ".lan", ".home.arpa")


def price_of(provider: str, model: str) -> Price | None:
    """US dollars a token. None: nobody knows. Blocking at the first call."""
    known = _known(provider, model)
    read, written = known.get("input_cost_per_token"), known.get("output_cost_per_token")
    if read is None or written is None:
        return None
    return Price(input_usd=float(read), output_usd=float(written))


@lru_cache(maxsize=64)
def dearest_of(provider: str) -> tuple[str, Price]:
    """The highest price of any model of the provider; of OpenAI's, as which a provider that nobody knows is spoken to.

    With whose it is. Blocking at the first call.
    """
    known = [
        (float(entry["input_cost_per_token"] or 0), float(entry["output_cost_per_token"] or 0))
        for name, entry in _table().items()
        if entry.get("mode") in _TALKS
        and "input_cost_per_token" in entry
        and "output_cost_per_token" in entry
        and (entry.get("litellm_provider") == provider or name.startswith(f"{provider}/"))
    ]
    price = Price(
        input_usd=max((read for read, _ in known), default=0.0),
        output_usd=max((written for _, written in known), default=0.0),
    )
    return (provider, price) if price.output_usd or provider == "openai" else dearest_of("openai")


def is_near(provider: str, base_url: str) -> bool:
    """Whether the provider's address is on this machine or in a private network, as far as the address alone tells."""
    if not base_url:
        return provider in OWN_MACHINE
    host = (urlsplit(base_url).hostname or "").rstrip(".")
    try:
        return not ip_address(host.partition("%")[0]).is_global
    except ValueError:
        return bool(host) and ("." not in host or host.endswith(_PRIVATE_NAMES))


def window_of(provider: str, model: str) -> int:
    """Tokens; the usual number where nobody knows. Blocking at the first call."""
    return int(_known(provider, model).get("max_input_tokens") or USUAL_CONTEXT_TOKENS)


def _known(provider: str, model: str) -> Mapping[str, Any]:
    table = _table()
    return table.get(f"{provider}/{model}") or table.get(model) or {}


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Mapping[str, Any]]:
    spec = find_spec("litellm")
    if spec is None or not spec.origin:
        return {}
    try:
        found = json.loads((Path(spec.origin).parent / _TABLE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {name: entry for name, entry in found.items() if isinstance(entry, dict)} if isinstance(found, dict) else {}
