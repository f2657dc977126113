"""`init` at a terminal: which language model the animas think with, and its key. Every question may be skipped."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from getpass import getpass

from config.home import Home
from config.keys import changed
from config.load import dump, load, parse, save
from config.schema import DEFAULT_MODEL
from memory.vocabulary.event import Json

#: What is asked for where nothing else is said: provider, its model, the variable in which its key is kept as a rule.
PROVIDERS: Mapping[str, tuple[str, str]] = {
    "anthropic": (DEFAULT_MODEL, "ANTHROPIC_API_KEY"),
    "openai": ("gpt-4o", "OPENAI_API_KEY"),
    "gemini": ("gemini-2.5-flash", "GEMINI_API_KEY"),
    "mistral": ("mistral-large-latest", "MISTRAL_API_KEY"),
}
_WHICH = f"Language model provider ({', '.join(PROVIDERS)}, or another that LiteLLM knows; Enter for none): "
_MODEL = "Model{default}: "
_KEY = "API key (it is not shown; Enter to skip): "
_NONE = "No key, no model: the animas use the offline model. `config set` changes that at any time.\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller:
    """How a person is asked: `ask` for words, `ask_secret` for what is not shown while it is typed."""

    ask: Callable[[str], str] = input
    ask_secret: Callable[[str], str] = getpass
    say: Callable[[str], None] = print


def ask_for_model(home: Home, teller: Teller, environ: Mapping[str, str] = os.environ) -> None:
    """Write the provider, its key and the model into config.json, which only its owner may read. A key that stands in
    the provider's usual variable is referred to as `env:NAME`."""
    try:
        wanted = _asked(teller, environ)
    except (EOFError, KeyboardInterrupt):
        wanted = {}
    if not wanted:
        return teller.say(_NONE)
    before = load(home.config, environ, home.anima_names()).raw
    raw: Mapping[str, Json] = before if isinstance(before, Mapping) else {}
    for key, value in wanted.items():
        raw = changed(raw, key, value)
    if problems := parse(dump(raw).encode(), environ, home.anima_names()).problems:
        for problem in problems:
            teller.say(str(problem))
        return teller.say(_NONE)
    save(home.config, raw)
    return None


def _asked(teller: Teller, environ: Mapping[str, str]) -> Mapping[str, Json]:
    """Config keys → values; none where something was skipped."""
    provider = teller.ask(_WHICH).strip().casefold()
    if not provider:
        return {}
    usual, variable = PROVIDERS.get(provider, ("", f"{provider.upper()}_API_KEY"))
    model = teller.ask(_MODEL.format(default=f" (Enter for {usual})" if usual else "")).strip() or usual
    if environ.get(variable):
        teller.say(f"The key is taken from ${variable}.")
        key = f"env:{variable}"
    else:
        key = teller.ask_secret(_KEY).strip()
    if not (model and key):
        return {}
    name = model if model.startswith(f"{provider}/") else f"{provider}/{model}"
    return {f"credentials.{provider}.api_key": key, "anima_defaults.model": name}
