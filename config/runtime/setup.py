"""`setup`: from a clone to the first talk, question by question.

Each answer is checked at once and stands in config.json before the next question is asked: whoever breaks off loses
nothing, and whoever comes again finds their answers as defaults. All that it writes can be written by hand. Without a
terminal the flags answer, and what they leave out keeps its default.
"""

from __future__ import annotations

import asyncio
import secrets
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import get_args

from adapters.models.local_servers import LocalModel, models_at, running_models
from bots.anima import anima_files
from bots.anima.anima_files import RoleTemplate
from bots.commands.admin_api import HealthCheck
from bots.errors import NotStored, SendFault
from bots.message import Kind, Message, Send
from bots.people.account_linking import new_code, shown_code, typed_code
from bots.ports import Adapter, Connection
from bots.text.phrases import FLEET_WORDS, fleet_word
from config import live_checks
from config.command_line.config_command import with_value, write_first
from config.home import STARTER, STARTER_ROLE, Home, create
from config.platforms import discord_invitation, platform_adapters, slack_link
from config.process import utc_now
from config.settings.anima_settings import KEYLESS, provider_of
from config.settings.config_schema import DEFAULT_MODEL, OFFLINE, Config
from config.settings.load import dump, load, parse, save
from config.settings.problems import PLATFORMS, mistaken_token, nearest
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.event import Json

#: Provider → the model that is asked where nobody names one, and the variable in which the key is kept as a rule.
PROVIDERS: Mapping[str, tuple[str, str]] = {
    "anthropic": (f"anthropic/{DEFAULT_MODEL}", "ANTHROPIC_API_KEY"),
    "openai": ("openai/gpt-4o", "OPENAI_API_KEY"),
    "gemini": ("gemini/gemini-2.5-flash", "GEMINI_API_KEY"),
    "mistral": ("mistral/mistral-large-latest", "MISTRAL_API_KEY"),
}
CODE_WITHIN_S = 180.0
_ENV = "env:"
_LEFT_OFF = "it stays off for now; `setup` asks again"


class NotSetUp(Exception):
    """An answer that cannot be used, and nobody to ask again; the message says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller:
    """How a person is asked: `ask` for words, `ask_secret` for what is not shown while it is typed."""

    ask: Callable[[str], str]
    ask_secret: Callable[[str], str]


def at_terminal() -> Teller:
    """The person at this process's terminal. Both raise EOFError and KeyboardInterrupt."""
    from prompt_toolkit import prompt

    return Teller(ask=prompt, ask_secret=lambda question: prompt(question, is_password=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenQuestion:
    """`key` is the account's, `name` the option that answers it."""

    key: str
    name: str
    words: str

    @property
    def variable(self) -> str:
        return self.name.upper()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformSteps:
    """What is to be done on the platform's side before its tokens are asked for."""

    first: Callable[[], str]
    tokens: tuple[TokenQuestion, ...]


PLATFORM_STEPS: Mapping[str, PlatformSteps] = {
    "slack": PlatformSteps(
        first=lambda: (
            "Slack: open this link and create the app; its manifest is in the link.\n"
            f"{slack_link()}\n"
            "Then Install App brings the bot token (xoxb-), and Basic Information › App-Level Tokens, with the scope "
            "connections:write, the app token (xapp-)."
        ),
        tokens=(
            TokenQuestion(key="bot_token", name="slack_bot_token", words="Slack's bot token (xoxb-…)"),
            TokenQuestion(key="app_token", name="slack_app_token", words="Slack's app token (xapp-…)"),
        ),
    ),
    "discord": PlatformSteps(
        first=lambda: (
            "Discord: https://discord.com/developers/applications › New Application › Bot: switch on MESSAGE CONTENT "
            "INTENT and SERVER MEMBERS INTENT, then Reset Token."
        ),
        tokens=(TokenQuestion(key="bot_token", name="discord_bot_token", words="Discord's bot token"),),
    ),
    "telegram": PlatformSteps(
        first=lambda: (
            'Telegram: write /newbot to https://t.me/BotFather, then a name and a username that ends in "bot".'
        ),
        tokens=(TokenQuestion(key="bot_token", name="telegram_bot_token", words="BotFather's token (123456:…)"),),
    ),
}


class Interview:
    """Asks, checks, keeps. `teller` None: nobody is there, and the flags alone answer."""

    def __init__(
        self,
        home: Home,
        flags: Mapping[str, str],
        teller: Teller | None,
        say: Callable[[str], None],
        environ: Mapping[str, str],
    ) -> None:
        self.home, self.flags, self.teller, self.say, self.environ = home, flags, teller, say, environ

    @property
    def raw(self) -> Mapping[str, Json]:
        raw = load(self.home.config, self.environ, self.home.anima_names()).raw
        return raw if isinstance(raw, Mapping) else {}

    @property
    def config(self) -> Config:
        """What is kept so far. Raises NotSetUp."""
        return self._checked(self.raw)

    def keep(self, values: Mapping[str, Json]) -> Config:
        """Into config.json. Raises NotSetUp where it would not be valid then."""
        raw = self._with(values)
        config = self._checked(raw)
        save(self.home.config, raw)
        return config

    def supposing(self, values: Mapping[str, Json]) -> Config:
        """The config as it would be with these. Raises NotSetUp."""
        return self._checked(self._with(values))

    def word(self, name: str, question: str, default: str, check: Callable[[str], str]) -> str:
        """One answer that passes the check, which says in one line what is wrong. Raises NotSetUp."""
        if name in self.flags:
            if why := check(self.flags[name]):
                raise NotSetUp(f"{_flag(name)}: {why}")
            return self.flags[name]
        while self.teller is not None:
            typed = self.teller.ask(f"{question} [{default}]: ").strip() or default
            if not (why := check(typed)):
                return typed
            self.say(why)
        return default

    def secret(self, name: str, question: str, kept: str) -> str:
        """A key or token as it is to stand in the config; `kept` where nothing is typed. Empty where there is none."""
        if name in self.flags:
            return self.flags[name]
        if self.teller is None:
            return kept
        at_hand = f"${kept.removeprefix(_ENV)}" if kept.startswith(_ENV) else "the one that is there"
        hint = f"Enter takes {at_hand}" if kept else "Enter leaves it"
        return self.teller.ask_secret(f"{question} (not shown; {hint}): ").strip() or kept

    def ask_once_more(self, name: str, why: str) -> None:
        """Say why. Raises NotSetUp where a flag was wrong, or nobody is there to answer again."""
        if name in self.flags or self.teller is None:
            raise NotSetUp(f"{_flag(name)}: {why}" if name in self.flags else why)
        self.say(why)

    def _with(self, values: Mapping[str, Json]) -> Mapping[str, Json]:
        raw = self.raw
        for key, value in values.items():
            raw = with_value(raw, key, value)
        return raw

    def _checked(self, raw: Mapping[str, Json]) -> Config:
        loaded = parse(dump(raw).encode(), self.environ, self.home.anima_names())
        if loaded.config is None:
            raise NotSetUp("; ".join(map(str, loaded.problems)))
        return loaded.config


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def run_setup(interview: Interview) -> str:
    """All steps; the anima to talk with. The home is owned. Raises NotSetUp, EOFError, KeyboardInterrupt."""
    if not interview.home.config.exists():
        write_first(interview.home, {})
    _choose_language(interview)
    name = _choose_anima(interview)
    _choose_model(interview, name)
    _choose_platforms(interview)
    _name_owner(interview, name)
    _offer_service(interview)
    return name


# --- language, anima ------------------------------------------------------------------------------------------------


def _choose_language(interview: Interview) -> None:
    known, local = list(FLEET_WORDS), interview.environ.get("LANG", "")[:2]
    said = "language" in interview.config.system.model_fields_set
    default = local if local in known and not said else interview.config.system.language
    words = interview.word("language", f"Language ({', '.join(known)})", default, _one_of(known))
    interview.keep({"system.language": words})


def _choose_anima(interview: Interview) -> str:
    """Its name; a new one is made."""
    home, roles = interview.home, get_args(RoleTemplate)
    there, named = home.anima_names(), interview.config.animas
    default = next(chain(there, named), STARTER)
    name = interview.word("name", "Name of your first anima", default, _why_no_name)
    if name in there:
        return name
    if name not in named:
        interview.keep({f"animas.{name}": {}})
    role = interview.word("role", f"Role ({', '.join(roles)})", STARTER_ROLE, _one_of(roles))
    interview.keep({f"animas.{name}.role": role})
    create(home, name, role=role)
    return name


def _one_of(known: Sequence[str]) -> Callable[[str], str]:
    def check(word: str) -> str:
        if word in known:
            return ""
        near = nearest(word, known)
        return f"{word}: one of {', '.join(known)}{f' (did you mean {near}?)' if near else ''}"

    return check


def _why_no_name(name: str) -> str:
    try:
        anima_files.checked_anima_name(name)
    except ValueError as error:
        return str(error)
    return ""


# --- model ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer:
    """`keys` of the config; `provider` where a key of its is needed."""

    keys: Mapping[str, Json]
    provider: str = ""


def _choose_model(interview: Interview, name: str) -> None:
    """Tried with one real call before it is kept."""
    found = asyncio.run(running_models(interview.environ))
    for item in found:
        interview.say(f"  {item.model}: {item.server} runs on this machine{_abilities(item)}")
    question = f"Language model (a name; {', '.join(PROVIDERS)} for a key; an address; or {OFFLINE})"
    while True:
        wanted = interview.word("model", question, _usual_model(interview, found), lambda text: "")
        try:
            answer = _model_answer(wanted, found)
            keys = {**answer.keys, **(_key_of(interview, answer.provider) if answer.provider else {})}
            why = _tried(interview, interview.supposing(keys), name)
        except NotSetUp as wrong:
            why = str(wrong)
        if not why:
            interview.keep(keys)
            return
        interview.ask_once_more("key" if "key" in interview.flags else "model", why)


def _abilities(item: LocalModel) -> str:
    told = [f"{item.window} tokens"] if item.window else []
    told += ["tools" if item.tools else "no tools"] if item.tools is not None else []
    return f" ({', '.join(told)})" if told else ""


def _usual_model(interview: Interview, found: Sequence[LocalModel]) -> str:
    """What is configured, else what runs here, else a provider whose key is in the environment, else none."""
    default = interview.config.anima_defaults
    if "model" in default.model_fields_set:
        return default.model
    with_key = (provider for provider, (_, variable) in PROVIDERS.items() if interview.environ.get(variable))
    return next(chain((item.model for item in found), with_key), OFFLINE)


def _model_answer(wanted: str, found: Sequence[LocalModel]) -> ModelAnswer:
    """Raises NotSetUp."""
    if wanted == OFFLINE:
        return ModelAnswer(keys={"anima_defaults.model": OFFLINE})
    if "://" in wanted:
        served = asyncio.run(models_at(wanted))
        if not served:
            raise NotSetUp(f"{wanted}: no server of models answers there; start it, or give another address")
        return _local_answer(served[0])
    if local := next((item for item in found if wanted in (item.model, item.model.partition("/")[2])), None):
        return _local_answer(local)
    name, _ = PROVIDERS.get(wanted.casefold(), (wanted, ""))
    provider = provider_of(name)
    if not provider:
        near = nearest(wanted, [*PROVIDERS, OFFLINE, *(item.model for item in found)])
        hint = f" (did you mean {near}?)" if near else ""
        raise NotSetUp(f"{wanted}: nobody knows whose model that is; write provider/model{hint}")
    if provider in KEYLESS:
        raise NotSetUp(f"{wanted}: it does not run on this machine; start its server, or give the address")
    return ModelAnswer(keys={"anima_defaults.model": name}, provider=provider)


def _local_answer(item: LocalModel) -> ModelAnswer:
    keys: dict[str, Json] = {
        f"credentials.{item.provider}.base_url": item.base_url,
        "anima_defaults.model": item.model,
    }
    if item.tools is not None:
        keys[f"model_modes.{item.model}"] = "A2" if item.tools else "B"
    return ModelAnswer(keys=keys)


def _key_of(interview: Interview, provider: str) -> Mapping[str, Json]:
    """Raises NotSetUp."""
    kept = interview.config.credentials.get(provider)
    there = "" if kept is None or kept.api_key is None else kept.api_key.get_secret_value()
    _, variable = PROVIDERS.get(provider, ("", f"{provider.upper()}_API_KEY"))
    usual = f"{_ENV}{variable}" if interview.environ.get(variable) else ""
    key = interview.secret("key", f"{provider}'s API key", there or usual)
    if not key:
        raise NotSetUp(f"{provider} needs a key: type it, set {variable}, or answer {OFFLINE}")
    if "base_url" in interview.flags:
        return {
            f"credentials.{provider}.api_key": key,
            f"credentials.{provider}.base_url": interview.flags["base_url"],
        }
    return {f"credentials.{provider}.api_key": key} if key != there else {}


def _tried(interview: Interview, config: Config, name: str) -> str:
    """Why it does not answer; empty where it does, or may another time (which is told)."""
    for check in asyncio.run(live_checks.ask_models(config, [name], utc_now)):
        if check.ok is False:
            return _line(check)
        interview.say(_line(check))
    return ""


# --- platforms ------------------------------------------------------------------------------------------------------


def _choose_platforms(interview: Interview) -> None:
    by_flag = [
        name for name, steps in PLATFORM_STEPS.items() if any(item.name in interview.flags for item in steps.tokens)
    ]
    on = by_flag or [name for name in PLATFORMS if getattr(interview.config.external_messaging, name).enabled]
    wanted = ", ".join(on) or "none"
    if not by_flag:
        question = f"Platforms ({', '.join(PLATFORMS)}, some of them or none)"
        wanted = interview.word("platforms", question, wanted, _why_no_platforms)
    for platform in _named_platforms(wanted):
        _let_in(interview, platform)


def _named_platforms(text: str) -> list[str]:
    words = text.casefold().replace(",", " ").split()
    return [platform for platform in PLATFORMS if platform in words]


def _why_no_platforms(text: str) -> str:
    known = (*PLATFORMS, "none")
    return next(filter(None, map(_one_of(known), text.casefold().replace(",", " ").split())), "")


def _let_in(interview: Interview, platform: str) -> None:
    """Its tokens, looked at as `doctor` does. What is kept before it is right stays switched off."""
    steps = PLATFORM_STEPS[platform]
    interview.say(steps.first())
    here = f"external_messaging.{platform}"
    account = next(iter(getattr(interview.config.external_messaging, platform).accounts), "main")
    kept = _kept_tokens(interview, platform, account)
    while True:
        values = {item.key: _token(interview, platform, item, kept.get(item.key, "")) for item in steps.tokens}
        if not all(values.values()):
            return interview.say(f"{platform}: {_LEFT_OFF}")
        given: dict[str, Json] = {f"{here}.accounts.{account}.{key}": value for key, value in values.items()}
        supposed = interview.supposing({**given, f"{here}.enabled": True})
        checks = _account_checks(supposed, platform, account)
        wrong = [check for check in checks if check.ok is False]
        if not wrong:
            interview.keep({**given, f"{here}.enabled": True})
            return _tell_let_in(interview, platform, account, checks)
        if any(check.ok for check in checks):  # the tokens are good, the app is not yet
            interview.keep({**given, f"{here}.enabled": False})
        interview.ask_once_more(steps.tokens[0].name, "; ".join(map(_line, wrong)))
        kept = {}  # Enter leaves it now, and would otherwise try the same for ever


def _tell_let_in(interview: Interview, platform: str, account: str, checks: Sequence[HealthCheck]) -> None:
    for check in checks:
        interview.say(_line(check))
    if platform == "discord" and (token := interview.config.external_messaging.discord.accounts[account].bot_token):
        interview.say(f"Invite it to your server: {discord_invitation(token.get_secret_value())}")


def _kept_tokens(interview: Interview, platform: str, account: str) -> Mapping[str, str]:
    """As they stand in the config, or as the variables give them that hold them as a rule."""
    holder = interview.raw
    for step in ("external_messaging", platform, "accounts", account):
        inner = holder.get(step)
        holder = inner if isinstance(inner, Mapping) else {}
    usual = {
        item.key: f"{_ENV}{item.variable}"
        for item in PLATFORM_STEPS[platform].tokens
        if interview.environ.get(item.variable)
    }
    return {**usual, **{key: str(value) for key, value in holder.items() if value}}


def _token(interview: Interview, platform: str, item: TokenQuestion, kept: str) -> str:
    """As it is to stand in the config; empty where it is left out. Raises NotSetUp."""
    while True:
        given = interview.secret(item.name, item.words, kept)
        variable = given.removeprefix(_ENV) if given.startswith(_ENV) else ""
        plain = interview.environ.get(variable, "") if variable else given
        why = mistaken_token(platform, item.key, plain)
        if variable and not plain:
            why = f"the variable {variable} is not set"
        if not why:
            return given
        interview.ask_once_more(item.name, why)
        kept = ""


def _account_checks(config: Config, platform: str, account: str) -> list[HealthCheck]:
    here = Account(platform, account)
    mine = {where: adapter for where, adapter in platform_adapters(config, utc_now).items() if where == here}
    return asyncio.run(live_checks.ask_platforms_once(mine))


def _line(check: HealthCheck) -> str:
    advice = f"; {check.advice}" if check.advice and check.ok is not True else ""
    return f"{check.subject}: {check.finding}{advice}"


# --- owner ----------------------------------------------------------------------------------------------------------


def _name_owner(interview: Interview, name: str) -> None:
    """Whoever can type the code that stands on this terminal into a direct talk with the bot owns both."""
    config = interview.config
    if owner := interview.flags.get("owner"):
        interview.keep({"admins.owner": [*config.admins.owner, *owner.replace(",", " ").split()]})
        return
    on = [item for item in PLATFORMS if getattr(config.external_messaging, item).enabled]
    open_ = [item for item in on if not any(address.startswith(f"{item}:") for address in config.admins.owner)]
    if interview.teller is None or not open_:
        return
    code = new_code(secrets.SystemRandom().choice)
    interview.say(
        f"So that it knows its owner, write {shown_code(code)} to the bot in a direct message ({', '.join(open_)}).\n"
        f"(waiting {CODE_WITHIN_S / 60:.0f} minutes; Ctrl-C goes on without)"
    )
    adapters = [item for where, item in platform_adapters(config, utc_now).items() if where.platform in open_]
    hello = fleet_word(config.system.language, "hello_one", name=name)
    heard = CodeListener(code, hello)
    try:
        asyncio.run(heard.listen(adapters, CODE_WITHIN_S))
    except KeyboardInterrupt:
        interview.say("")
    if heard.owners:
        addresses = [str(person) for person in heard.owners.values()]
        interview.keep({"admins.owner": [*config.admins.owner, *addresses]})
        interview.say(f"{', '.join(addresses)}: an owner of this fleet")
    if missing := [item for item in open_ if item not in heard.owners]:
        interview.say(f"No owner yet on {', '.join(missing)}: `setup` asks again, or set admins.owner by hand.")


class CodeListener:
    """A Sink that takes the code, from a direct talk, and leaves everything else with the platform for the fleet."""

    def __init__(self, code: str, hello: str) -> None:
        self.owners: dict[str, Person] = {}  # platform ->
        self._code, self._hello = code, hello
        self._places: dict[str, Place] = {}
        self._came = asyncio.Event()

    async def listen(self, adapters: Sequence[Adapter], within_s: float) -> None:
        """Until each platform has heard it; who has written it is greeted."""
        running = {asyncio.create_task(adapter.run(self)): adapter for adapter in adapters}
        try:
            async with asyncio.timeout(within_s):
                while len(self.owners) < len(adapters) and not all(task.done() for task in running):
                    await self._next()
        except TimeoutError:
            pass
        finally:
            for adapter in adapters:
                await self._greet(adapter)
            for task in running:
                task.cancel()
            await asyncio.wait(running)

    async def deliver(self, message: Message) -> bool:
        if message.kind is not Kind.MESSAGE or not message.is_direct or typed_code(message.text) != self._code:
            raise NotStored("only the code of `setup` is waited for now")
        self.owners[message.account.platform] = message.author
        self._places[message.account.platform] = message.place
        self._came.set()
        return True

    async def connection(self, account: Account, state: Connection, detail: str = "") -> None:
        if state is Connection.FAILED:
            self._came.set()

    def readers_changed(self, what: Person | Place) -> None: ...

    async def _next(self) -> None:
        await self._came.wait()
        self._came.clear()
        await asyncio.sleep(0)

    async def _greet(self, adapter: Adapter) -> None:
        if (place := self._places.get(adapter.account.platform)) is not None:
            try:
                await adapter.perform(Send(place=place, text=self._hello), nonce=f"setup/{self._code}")
            except SendFault:
                return  # it is an owner all the same


# --- service --------------------------------------------------------------------------------------------------------


_SERVICE = """\
[Unit]
Description=Anima Fleet: AI personas with a memory
Wants=network-online.target
After=network-online.target

[Service]
ExecStart={command} --home {home} --quiet start
# Variables that config.json names as env:NAME, one NAME=value a line.
EnvironmentFile=-{home}/service.env
Restart=on-failure
RestartSec=5
TimeoutStopSec=15
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target
"""


def _offer_service(interview: Interview) -> None:
    question = "A service file, so that the fleet starts with the machine? (yes, no)"
    if interview.word("service", question, "no", _one_of(("yes", "no"))) == "no":
        return
    path = interview.home.path / "anima-fleet.service"
    path.write_text(_SERVICE.format(command=shlex.join(_program()), home=shlex.quote(str(interview.home.path))))
    interview.say(
        f"{path} is written. To install it:\n"
        f"  systemctl --user enable --now {shlex.quote(str(path))}\n"
        "  loginctl enable-linger    (so that it runs while you are not logged in)"
    )


def _program() -> Iterable[str]:
    """How this program was started, by whole paths."""
    started = Path(sys.argv[0]).absolute()
    return [sys.executable, str(started)] if started.suffix == ".py" else [str(started)]
