"""What a call of a configured model costs: as the config says; else nothing near home; else as LiteLLM's table says.

Under a cap a price that nobody knows is told, and counts as the dearest of its provider: a cap that counts nothing
would hold nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from adapters.models.prices import FREE, dearest_of, is_near, price_of
from bots.ports import Price
from config.schema import OFFLINE, Config
from config.settings import Settings, credential, litellm_name, provider_of, settings_of, with_model

#: (provider, base_url) -> whether its address is on this machine or in a private network.
Near = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """A model's price and where it is from: the config, its address, the table, or (nobody knows it) the dearest model
    of the `provider`."""

    price: Price
    by: Literal["config", "address", "table", "dearest"]
    provider: str


def cost_of(config: Config, settings: Settings, near: Near = is_near) -> Cost:
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


def price_under(config: Config, settings: Settings, near: Near = is_near) -> Price | None:
    """What a call counts as; None: nobody knows, and no cap asks."""
    cost = cost_of(config, settings, near)
    return None if cost.by == "dearest" and not is_capped(config, settings) else cost.price


def is_capped(config: Config, settings: Settings) -> bool:
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
