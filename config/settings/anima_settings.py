"""What holds for one anima: its own settings over those of `anima_defaults`, its model and credential, the mode in
which it really thinks, and what a call of its model costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from importlib.util import find_spec
from typing import Literal, TypeVar

from adapters.models.prices import FREE, dearest_of, is_near, price_of
from bots.anima.anima_files import AnimaStatus
from bots.ports import Price
from bots.turn.thinking.model_calls import ExecutionMode, choose_mode
from config.settings.config_schema import OFFLINE, AnimaDefaults, AnimaSection, Config, Credential

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
class AnimaSettings:
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


def settings_of(config: Config, name: str, status: AnimaStatus = AnimaStatus()) -> AnimaSettings:  # noqa: B008 - a frozen value
    """The config's word on an anima over that of its status.json; also for one that the config does not name."""
    own = config.animas.get(name) or AnimaSection()
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
    return AnimaSettings(
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


def model_of(config: Config, anima: AnimaSection) -> str:
    """The configured model; where nobody configured one and nothing could pay for it, the offline model."""
    if anima.model:
        return anima.model
    default = config.anima_defaults
    if "model" in default.model_fields_set:
        return default.model
    wanted = anima.credential or default.credential or provider_of(default.model)
    return default.model if wanted in config.credentials else OFFLINE


def credential_of(config: Config, anima: AnimaSection, model: str) -> str:
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


def litellm_name(config: Config, settings: AnimaSettings) -> str:
    """The model string for LiteLLM: a bare name gets its provider from its credential, where that names one."""
    known = {owner for _, owner in _BEGINNINGS} | KEYLESS
    if "/" in settings.model or settings.credential not in known:
        return settings.model
    return f"{settings.credential}/{settings.model}"


def credential(config: Config, settings: AnimaSettings) -> Credential | None:
    return config.credentials.get(settings.credential)


def used_credentials(config: Config) -> set[str]:
    """Names of the credentials that an enabled part needs."""
    animas = [anima for anima in config.animas.values() if anima.enabled] or [AnimaSection()]
    used = {credential_of(config, anima, model_of(config, anima)) for anima in animas}
    used |= {
        credential_of(config, AnimaSection(model=name), name) for name in _fallbacks(config.anima_defaults, animas)
    }
    return used & set(config.credentials)


def _fallbacks(default: AnimaDefaults, animas: list[AnimaSection]) -> set[str]:
    names = {anima.fallback_model or default.fallback_model for anima in animas}
    return {name for name in names if name and name != OFFLINE}


def _first(own: T | None, default: T) -> T:
    return default if own is None else own


def with_model(settings: AnimaSettings, config: Config, model: str) -> AnimaSettings:
    """The same anima thinking with another model."""
    return replace(settings, model=model, credential=credential_of(config, AnimaSection(model=model), model))


# --- ways -----------------------------------------------------------------------------------------------------------
# Which way an anima really thinks: as its mode says, by the libraries that are installed; what is missing is told.


Means = Literal["agent", "anthropic", "loop", "one shot"]
_MODE_ADVICE = "make run EXTRAS=embeddings,claude"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeChoice:
    """`means` is what carries `mode` out; `missing` says why it is not what was asked for, or could be better."""

    mode: ExecutionMode
    means: Means
    missing: str = ""

    @property
    def told(self) -> str:
        """For a person."""
        return {
            "agent": "A1: the Claude Agent SDK, with its own loop",
            "anthropic": "A1: Anthropic's SDK in the tool loop",
            "loop": "A2: LiteLLM in the tool loop",
            "one shot": "B: one shot, assisted",
        }[self.means]


def mode_of(config: Config, settings: AnimaSettings) -> ModeChoice:
    mode = choose_mode(settings.model, settings.execution_mode or None, config.model_modes)
    if mode == "B":
        return ModeChoice(mode="B", means="one shot")
    if mode == "A2" or settings.model == OFFLINE:
        return ModeChoice(mode="A2", means="loop")
    if not is_claude(settings):
        return ModeChoice(mode="A2", means="loop", missing=f"mode A1 is for Claude; {settings.model} is run in mode A2")
    if is_installed("claude_agent_sdk"):
        return ModeChoice(mode="A1", means="agent")
    if is_installed("anthropic"):
        return ModeChoice(mode="A1", means="anthropic", missing="the package claude-agent-sdk is not installed")
    missing = "for mode A1 the package claude-agent-sdk or anthropic is needed; it is run in mode A2"
    return ModeChoice(mode="A2", means="loop", missing=missing)


def is_claude(settings: AnimaSettings) -> bool:
    """By Anthropic itself, or a server that speaks as it does."""
    bare = settings.model.rpartition("/")[2]
    return provider_of(settings.model) == "anthropic" and bare.casefold().startswith("claude")


def mode_notes(config: Config) -> Iterator[tuple[str, str]]:
    """(anima, one line) for each that thinks otherwise than its mode says."""
    for name in config.animas:
        way = mode_of(config, settings_of(config, name))
        if way.missing:
            yield name, f"{way.missing} ({_MODE_ADVICE})" if "package" in way.missing else way.missing


def is_installed(package: str) -> bool:
    """Without importing it."""
    return find_spec(package) is not None


# --- pricing --------------------------------------------------------------------------------------------------------
# What a call of a configured model costs: as the config says; else nothing near home; else as LiteLLM's table says.
#
# Under a cap a price that nobody knows is told, and counts as the dearest of its provider: a cap that counts nothing
# would hold nothing.


#: (provider, base_url) -> whether its address is on this machine or in a private network.
Near = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """A model's price and where it is from: the config, its address, the table, or (nobody knows it) the dearest model
    of the `provider`."""

    price: Price
    by: Literal["config", "address", "table", "dearest"]
    provider: str


def cost_of(config: Config, settings: AnimaSettings, near: Near = is_near) -> Cost:
    """Blocking at the first call."""
    full, account = litellm_name(config, settings), credential(config, settings)
    provider, _, name = full.rpartition("/") if "/" not in full else full.partition("/")
    provider = provider or provider_of(full)
    if (told := _told(config, full)) is not None:
        return Cost(price=told, by="config", provider=provider)
    if near(provider, (account.base_url or "") if account else ""):
        return Cost(price=FREE, by="address", provider=provider)
    if (known := price_of(provider, name)) is not None:
        return Cost(price=known, by="table", provider=provider)
    like, dearest = dearest_of(provider)
    return Cost(price=dearest, by="dearest", provider=like)


def price_under(config: Config, settings: AnimaSettings, near: Near = is_near) -> Price | None:
    """What a call counts as; None: nobody knows, and no cap asks."""
    cost = cost_of(config, settings, near)
    return None if cost.by == "dearest" and not is_capped(config, settings) else cost.price


def is_capped(config: Config, settings: AnimaSettings) -> bool:
    limits = (settings.daily_cost_limit, config.costs.daily_limit, config.costs.daily_limit_a_person)
    return any(limit is not None for limit in limits)


def price_notes(config: Config) -> Iterator[str]:
    """A line for each model under a cap whose price nobody knows."""
    told = set[str]()
    for name in config.animas:
        own = settings_of(config, name)
        for settings in [own, *([with_model(own, config, own.fallback_model)] if own.fallback_model else [])]:
            if settings.model == OFFLINE or settings.model in told or not is_capped(config, settings):
                continue
            if (cost := cost_of(config, settings)).by == "dearest":
                told.add(settings.model)
                yield _note(settings.model, cost)


def _note(model: str, cost: Cost) -> str:
    read, written = 1e6 * cost.price.input_usd, 1e6 * cost.price.output_usd
    return (
        f"prices: what {model} costs is not known; under the cap it counts as the dearest of "
        f"{cost.provider}, {read:g} and {written:g} $ a million tokens in and out: name its own under prices"
    )


def _told(config: Config, model: str) -> Price | None:
    """What the config says; of several patterns that fit, the most exact (longest) one."""
    prices = {**config.costs.prices, **config.prices}
    fitting = [pattern for pattern in prices if fnmatchcase(model, pattern)]
    fitting = fitting or [pattern for pattern in prices if fnmatchcase(model.partition("/")[2], pattern)]
    if not fitting:
        return None
    told = prices[max(fitting, key=len)]
    return Price(input_usd=told.input / 1e6, output_usd=told.output / 1e6)
