"""What a model costs and holds, from the table that LiteLLM brings along, read without importing the library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bots.ports import Price

USUAL_CONTEXT_TOKENS = 128_000
_TABLE = "model_prices_and_context_window_backup.json"


def price_of(provider: str, model: str) -> Price | None:
    """US dollars a token. None: nobody knows. Blocking at the first call."""
    known = _known(provider, model)
    read, written = known.get("input_cost_per_token"), known.get("output_cost_per_token")
    if read is None or written is None:
        return None
    return Price(input_usd=float(read), output_usd=float(written))


def window_of(provider: str, model: str) -> int:
    """Tokens; the usual number where nobody knows. Blocking at the first call."""
    return int(_known(provider, model).get("max_input_tokens") or USUAL_CONTEXT_TOKENS)


def _known(provider: str, model: str) -> Mapping[str, Any]:
    table = _table()
    return table.get(model) or table.get(f"{provider}/{model}") or {}


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    spec = find_spec("litellm")
    if spec is None or not spec.origin:
        return {}
    try:
        found = json.loads((Path(spec.origin).parent / _TABLE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
