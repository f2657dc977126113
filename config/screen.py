"""The start screen: what is ready, what is missing, what to do next, on one page."""

from __future__ import annotations

from bots.fleet import Fleet
from config.embedding import Choice
from config.options import StartOptions
from config.pricing import price_notes
from config.schema import OFFLINE

_PLATFORMS = ("slack", "discord", "telegram")


def ready_lines(options: StartOptions, fleet: Fleet, model: str, recall: Choice) -> str:
    """The screen's text."""
    animas = fleet.animas()
    names = ", ".join(f"{anima.name} ({anima.role})" if anima.role else anima.name for anima in animas) or "none yet"
    lines = [
        f"ready · {names}",
        f"  home       {options.home.path}",
        f"  model      {_model(model)}",
        f"  recall     {_recall(recall)}",
        *(f"  {name:<10} {state}" for name, state in fleet.accounts().items()),
        *(f"  money      {note}" for note in price_notes(options.config)),
        *_missing(options),
    ]
    if options.fresh:
        lines.append(
            f"  This is a new home. {animas[0].name.title() if animas else 'Somebody'} lives in it and remembers."
        )
    lines.append("  /help tells the keys, /anima help the commands; Ctrl-C stops an answer, Ctrl-D leaves.")
    return "\n".join(lines) + "\n\n"


def _model(model: str) -> str:
    if model == OFFLINE:
        return "offline: quotes what it remembers; for a language model put a key under credentials in config.json"
    return model


def _recall(choice: Choice) -> str:
    return f"{choice.finding}; {choice.advice}" if choice.ok is False else choice.finding


def _missing(options: StartOptions) -> list[str]:
    messaging = options.config.external_messaging
    enabled = (messaging.slack.enabled, messaging.discord.enabled, messaging.telegram.enabled)
    off = [name for name, is_on in zip(_PLATFORMS, enabled, strict=True) if not is_on]
    return [f"  not set up {', '.join(off)} (`run_bots.py manifest {off[0]}` says how)"] if off else []
