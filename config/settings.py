"""What holds for one anima: its own settings over those of `anima_defaults`, its model, its credential.

Nothing here asks a model library: a bare model name is matched by how providers begin their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from bots.persona.status import Status
from config.schema import OFFLINE, Anima, AnimaDefaults, Config, Credential

T = TypeVar("T")

_BEGINNINGS = (
    ("claude", "anthropic"),
    ("gpt-", "openai"),
    ("chatgpt", "openai"),
    ("o1", "openai"),
    ("o3", "openai"),
    ("o4", "openai"),
    ("gemini", "gemini"),
    ("mistral", "mistral"),
    ("codestral", "mistral"),
    ("command", "cohere"),
    ("deepseek", "deepseek"),
    ("grok", "xai"),
)
#: Providers that are usually asked without a key.
KEYLESS = frozenset({"ollama", "ollama_chat", "lm_studio", "llamafile", "hosted_vllm", "vllm"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One anima's settings with nothing left to look up. `credential` names a key of `credentials`, or is empty."""

    model: str
    fallback_model: str
    credential: str
    max_tokens: int
    max_turns: int
    context_threshold: float
    max_chains: int
    conversation_history_threshold: float
    execution_mode: str
    role: str
    speciality: str
    supervisor: str
    avatar: str
    expressions: Mapping[str, str]
    enabled: bool
    daily_cost_limit: float | None


def settings_of(config: Config, name: str, status: Status = Status()) -> Settings:  # noqa: B008 - a frozen value
    """The config's word on an anima over that of its status.json; also for one that the config does not name."""
    own = config.animas.get(name) or Anima()
    own = own.model_copy(
        update={
            "model": own.model or status.model or None,
            "credential": own.credential or status.credential or None,
            "role": own.role or status.role or None,
            "speciality": own.speciality or status.speciality or None,
            "supervisor": own.supervisor or status.supervisor or None,
        }
    )
    default = config.anima_defaults
    model = model_of(config, own)
    return Settings(
        model=model,
        fallback_model=_first(own.fallback_model, default.fallback_model) or "",
        credential=credential_of(config, own, model),
        max_tokens=_first(own.max_tokens, default.max_tokens),
        max_turns=_first(own.max_turns, default.max_turns),
        context_threshold=_first(own.context_threshold, default.context_threshold),
        max_chains=_first(own.max_chains, default.max_chains),
        conversation_history_threshold=_first(
            own.conversation_history_threshold, default.conversation_history_threshold
        ),
        execution_mode=own.execution_mode or default.execution_mode or "",
        role=own.role or "",
        speciality=own.speciality or "",
        supervisor=own.supervisor or "",
        avatar=own.avatar,
        expressions=own.expressions,
        enabled=own.enabled and status.enabled,
        daily_cost_limit=_first(own.daily_cost_limit, default.daily_cost_limit),
    )


def model_of(config: Config, anima: Anima) -> str:
    """The configured model; where nobody configured one and nothing could pay for it, the offline model."""
    if anima.model:
        return anima.model
    default = config.anima_defaults
    if "model" in default.model_fields_set:
        return default.model
    wanted = anima.credential or default.credential or provider_of(default.model)
    return default.model if wanted in config.credentials else OFFLINE


def credential_of(config: Config, anima: Anima, model: str) -> str:
    """The named one, else the one called like the model's provider; a name that tells no provider has the only one
    there is, if there is one."""
    if model == OFFLINE:
        return ""
    named = anima.credential or (config.anima_defaults.credential if anima.model is None else None)
    if named:
        return named
    provider = provider_of(model)
    if provider in config.credentials:
        return provider
    if config.anima_defaults.credential:
        return config.anima_defaults.credential
    return next(iter(config.credentials)) if not provider and len(config.credentials) == 1 else ""


def provider_of(model: str) -> str:
    """`openai/gpt-4o` → openai; a bare name by its beginning; empty when it cannot be told."""
    provider, slash, _ = model.partition("/")
    if slash:
        return provider
    folded = model.casefold()
    return next((owner for beginning, owner in _BEGINNINGS if folded.startswith(beginning)), "")


def litellm_name(config: Config, settings: Settings) -> str:
    """The model string for LiteLLM: a bare name gets its provider from its credential, where that names one."""
    known = {owner for _, owner in _BEGINNINGS} | KEYLESS
    if "/" in settings.model or settings.credential not in known:
        return settings.model
    return f"{settings.credential}/{settings.model}"


def credential(config: Config, settings: Settings) -> Credential | None:
    return config.credentials.get(settings.credential)


def used_credentials(config: Config) -> set[str]:
    """Names of the credentials that an enabled part needs."""
    animas = [anima for anima in config.animas.values() if anima.enabled] or [Anima()]
    used = {credential_of(config, anima, model_of(config, anima)) for anima in animas}
    used |= {credential_of(config, Anima(model=name), name) for name in _fallbacks(config.anima_defaults, animas)}
    return used & set(config.credentials)


def _fallbacks(default: AnimaDefaults, animas: list[Anima]) -> set[str]:
    names = {anima.fallback_model or default.fallback_model for anima in animas}
    return {name for name in names if name and name != OFFLINE}


def _first(own: T | None, default: T) -> T:
    return default if own is None else own


def with_model(settings: Settings, config: Config, model: str) -> Settings:
    """The same anima thinking with another model."""
    return replace(settings, model=model, credential=credential_of(config, Anima(model=model), model))
