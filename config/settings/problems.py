"""What is wrong with a config, one line each: `path.with.dots: value — what is allowed (did you mean …)`.

First what the types find, then what types cannot say: names that must exist, addresses that must parse, tokens that
must be there.
"""

from __future__ import annotations

import json
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin
from zoneinfo import available_timezones

from pydantic import BaseModel, SecretStr, ValidationError
from pydantic_core import ErrorDetails

from config.settings.config_schema import LATER, Config, DiscordAccount, SlackAccount, TelegramAccount
from config.settings.redaction import HIDDEN, SHORTEST, without_tokens
from memory.vocabulary.address import Person
from memory.vocabulary.errors import AddressError

_TEXT = re.compile(rf'"[^\n]{{{SHORTEST},}}"')
#: Of a person, a room, a host; a variable is told by its name.
_ADDRESS = re.compile(r'"(?:[a-z]{2,12}:[\w:/@#-]*|@\w*|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,6})"', re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing to mend in the config."""

    path: str
    value: str
    allowed: str
    nearest: str = ""
    is_any_name: InitVar[bool] = False
    """Anything may be called so (a program, a model): it is shown as it is."""

    def __post_init__(self, is_any_name: bool) -> None:
        """A token where none belongs is a mistake that people make: told of, it is not told on. One may look like
        anything: a text is shown where it is near to a word that may stand there, an address, or too short for one."""
        object.__setattr__(self, "path", without_tokens(self.path))
        is_plain = not _TEXT.fullmatch(self.value) or _ADDRESS.match(self.value)
        is_shown = is_any_name or self.nearest or is_plain
        object.__setattr__(self, "value", without_tokens(self.value) if is_shown else HIDDEN)

    def __str__(self) -> str:
        hint = f" (did you mean {self.nearest}?)" if self.nearest else ""
        return f"{self.path}: {self.value} — {self.allowed}{hint}"


def nearest(word: str, words: Iterable[str]) -> str:
    """The word that was probably meant; empty when none is near."""
    by_fold = {item.casefold(): item for item in words}
    found = get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.6)
    return by_fold[found[0]] if found else ""


def shown(value: object) -> str:
    """A value as a person typed it, short; of objects and lists only that they are one."""
    match value:
        case Mapping():
            return "an object" if value else "{}"
        case str() if len(value) > 60:
            return json.dumps(value[:57] + "…", ensure_ascii=False)
        case str() | int() | float() | None:
            return json.dumps(value, ensure_ascii=False)
        case Sequence():
            return "a list" if value else "[]"
    return type(value).__name__


def dotted(path: Iterable[str | int]) -> str:
    return ".".join(str(step) for step in path)


def of_validation(error: ValidationError, model: type[BaseModel]) -> list[Problem]:
    """Pydantic's errors in plain words. The error must carry its inputs (`errors()` does)."""
    return [_problem(item, model) for item in error.errors(include_url=False)]


def _problem(error: ErrorDetails, model: type[BaseModel]) -> Problem:
    path = tuple(step for step in error["loc"] if step != "[key]")
    kind = error["type"]
    if kind == "extra_forbidden":
        keys = _keys(annotation_at(model, path[:-1]))
        return Problem(
            dotted(path), "unknown key", f"allowed are {', '.join(sorted(keys))}", nearest(str(path[-1]), keys)
        )
    allowed, choices = _allowed(kind, error.get("ctx", {}), error["msg"])
    value = error["input"]
    if error["loc"][-1] == "[key]":
        return Problem(dotted(path), "the name", allowed)
    if kind == "missing":
        return Problem(dotted(path), "missing", allowed)
    hint = nearest(value, choices) if isinstance(value, str) else ""
    return Problem(dotted(path), _visible(value, annotation_at(model, path)), allowed, hint)


def _visible(value: object, annotation: Any) -> str:
    if _holds_secret(annotation):
        return HIDDEN
    expects_object = get_origin(annotation) is Mapping or bool(_keys(annotation))
    return "a text" if expects_object and isinstance(value, str) else shown(value)


_PLAIN = {
    "missing": "required",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "string_type": "a text in quotes",
    "string_too_short": "a text that is not empty",
    "string_too_long": "a shorter text",
    "model_type": "an object {…}",
    "model_attributes_type": "an object {…}",
    "dict_type": "an object {…}",
    "mapping_type": "an object {…}",
    "tuple_type": "a list […]",
    "list_type": "a list […]",
}
_BOUNDS = {
    "greater_than": ("gt", "more than"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}
_PATTERNS = (
    ("https?", "an address like https://host/path"),
    (r"[0-3]):[0-5]\d-", "hours like 22:00-07:00"),
    (r"[0-3]):[0-5]\d", "a time like 03:00"),
    (r"[\w-]", "a name of letters, digits, _ and -, at most 40 characters"),
)


def _allowed(kind: str, context: Mapping[str, Any], message: str) -> tuple[str, tuple[str, ...]]:
    """The words, and the choices that a typing mistake may be near to."""
    if kind == "literal_error":
        expected = str(context["expected"])
        choices = tuple(part.strip(" '") for part in expected.replace(" or ", ",").split(","))
        return f"allowed {'is' if len(choices) == 1 else 'are'} {', '.join(choices)}", choices
    if kind in _BOUNDS:
        key, words = _BOUNDS[kind]
        return f"{words} {context[key]:g}", ()
    if kind == "string_pattern_mismatch":
        pattern = str(context["pattern"])
        return next((words for part, words in _PATTERNS if part in pattern), message), ()
    return _PLAIN.get(kind, message), ()


# ------------------------------------------------------------------------------------------- walking along types


def annotation_at(model: type[BaseModel], path: Sequence[str | int]) -> Any:
    """The type of the value at a path; None where the path leaves the schema."""
    found: Any = model
    for step in path:
        found = _step(bare(found), step)
    return bare(found)


def _step(annotation: Any, step: str | int) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        field = annotation.model_fields.get(str(step))
        return field.annotation if field else None
    inner = get_args(annotation)
    if not inner:
        return None
    return inner[0] if isinstance(step, int) else inner[-1]


def bare(annotation: Any) -> Any:
    """Without Annotated and without `| None`."""
    if get_origin(annotation) is Annotated:
        return bare(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        (first, *_rest) = [argument for argument in get_args(annotation) if argument is not NoneType]
        return bare(first)
    return annotation


def _keys(annotation: Any) -> list[str]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return list(annotation.model_fields)
    return []


def _holds_secret(annotation: Any) -> bool:
    return annotation is SecretStr or annotation is None


def secret_paths(model: BaseModel, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], SecretStr]]:
    """Every secret that a config holds, with its path."""
    for name, value in model:
        yield from _secrets_in(value, (*path, name))


def _secrets_in(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], SecretStr]]:
    match value:
        case SecretStr():
            yield path, value
        case BaseModel():
            yield from secret_paths(value, path)
        case Mapping():
            for key, inner in value.items():
                yield from _secrets_in(inner, (*path, str(key)))


# --- checks ---------------------------------------------------------------------------------------------------------


PLATFORMS = ("slack", "discord", "telegram")
CHANNEL_FORMS = {
    "slack": (re.compile(r"slack:(?P<account>[^/:]+)/[A-Za-z0-9]+"), "slack:account/C0123"),
    "discord": (re.compile(r"discord:(?P<account>[^/:]+)/\d+/\d+"), "discord:account/guild/channel, both numbers"),
    "telegram": (re.compile(r"telegram:(?P<account>[^/:]+)/-?\d+"), "telegram:account/-100555"),
}
PERSON_FORMS = {
    "slack": (re.compile(r"slack:[A-Z0-9]+/[A-Z0-9]+"), "slack:T01/U01"),
    "discord": (re.compile(r"discord:\d+"), "discord:1234"),
    "telegram": (re.compile(r"telegram:\d+"), "telegram:5678"),
    "console": (re.compile(r"console:[^/#]+"), "console:ada"),
}
RESERVED = ("all", "dm")

AccountSection = SlackAccount | DiscordAccount | TelegramAccount
ConfigCheck = Callable[[Config, frozenset[str]], Iterable[Problem]]


def accounts_of(config: Config) -> Iterator[tuple[str, str, AccountSection]]:
    """(platform, name, account) of every account, enabled or not."""
    messaging = config.external_messaging
    sections: Mapping[str, Mapping[str, AccountSection]] = {
        "slack": messaging.slack.accounts,
        "discord": messaging.discord.accounts,
        "telegram": messaging.telegram.accounts,
    }
    for platform, section in sections.items():
        for name, account in section.items():
            yield platform, name, account


def enabled_platforms(config: Config) -> set[str]:
    messaging = config.external_messaging
    return {platform for platform in PLATFORMS if getattr(messaging, platform).enabled}


def account_path(platform: str, name: str) -> str:
    return f"external_messaging.{platform}.accounts.{name}"


# ------------------------------------------------------------------------------------------------ names


def check_timezone(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    name = config.system.timezone
    known = available_timezones()
    if name not in known:
        yield Problem("system.timezone", shown(name), "an IANA name such as Europe/Berlin", nearest(name, known))


def check_anima_names(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for name in config.animas:
        folded = unicodedata.normalize("NFKC", name).casefold()
        if folded in RESERVED:
            yield Problem(f"animas.{name}", "the name", f"{folded} is reserved; choose another name")
        if folded in seen:
            yield Problem(
                f"animas.{name}", "the name", f"called aloud it is the same as {seen[folded]}; choose another name"
            )
        seen[folded] = name


def check_anima_references(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    named = [(f"animas.{name}.supervisor", anima.supervisor) for name, anima in config.animas.items()]
    named += [(f"{account_path(platform, name)}.anima", item.anima) for platform, name, item in accounts_of(config)]
    named += [
        (f"boards.{board}.animas.{index}", name)
        for board, content in config.boards.items()
        for index, name in enumerate(content.animas)
    ]
    known = animas | config.animas.keys()
    for path, name in named:
        if name is not None and name not in known:
            yield Problem(path, shown(name), f"the name of an anima: {_list(known)}", nearest(name, known))


def check_supervisors(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    told: set[str] = set()
    for start in config.animas:
        circle = _circle(config, start)
        if circle and not told & set(circle):
            told |= set(circle)
            path = " → ".join([*circle, circle[0]])
            yield Problem(
                f"animas.{circle[0]}.supervisor", shown(config.animas[circle[0]].supervisor), f"no circle ({path})"
            )


def _circle(config: Config, start: str) -> list[str]:
    """The circle that contains `start`, from it on; empty when there is none."""
    line: list[str] = []
    name: str | None = start
    while name is not None and name in config.animas and name not in line:
        line.append(name)
        name = config.animas[name].supervisor
    return line if name == start else []


def check_credentials(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    named = [(f"animas.{name}.credential", anima.credential) for name, anima in config.animas.items()]
    named += [("anima_defaults.credential", config.anima_defaults.credential)]
    for path, name in named:
        if name is not None and name not in config.credentials:
            known = config.credentials.keys()
            yield Problem(path, shown(name), f"a name from credentials: {_list(known)}", nearest(name, known))


# ------------------------------------------------------------------------------------------------ addresses


def check_channels(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    owner: dict[str, str] = {}
    for board, content in config.boards.items():
        for index, channel in enumerate(content.channels):
            path = f"boards.{board}.channels.{index}"
            problem = _channel(path, channel, config)
            if problem:
                yield problem
            elif channel in owner:
                yield Problem(
                    path, shown(channel), f"a channel belongs to one board; it is on {owner[channel]} already"
                )
            owner.setdefault(channel, board)


def _channel(path: str, channel: str, config: Config) -> Problem | None:
    platform, _, rest = channel.partition(":")
    if platform not in CHANNEL_FORMS:
        allowed = f"one of {', '.join(form for _, form in CHANNEL_FORMS.values())}"
        return Problem(path, shown(channel), allowed, nearest(platform, CHANNEL_FORMS))
    pattern, form = CHANNEL_FORMS[platform]
    if not pattern.fullmatch(channel):
        return Problem(path, shown(channel), form)
    account = f"{platform}:{rest.partition('/')[0]}"
    known = [f"{where}:{name}" for where, name, _ in accounts_of(config)]
    if account not in known:
        return Problem(path, shown(channel), f"an account of the config: {_list(known)}", nearest(account, known))
    return None


def check_persons(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    messaging = config.external_messaging
    lists = {
        "admins.owner": config.admins.owner,
        "admins.admin": config.admins.admin,
        **{f"external_messaging.user_aliases.{name}": addresses for name, addresses in messaging.user_aliases.items()},
        "human_notification.people": tuple(
            person for person in config.human_notification.people if person not in messaging.user_aliases
        ),
    }
    for path, addresses in lists.items():
        for index, address in enumerate(addresses):
            yield from _person(f"{path}.{index}", address)


def _person(path: str, text: str) -> Iterator[Problem]:
    forms = ", ".join(form for _, form in PERSON_FORMS.values())
    try:
        platform = Person.parse(text).platform
    except AddressError:
        yield Problem(path, shown(text), f"a person: {forms}")
        return
    if platform not in PERSON_FORMS:
        yield Problem(path, shown(text), f"a person: {forms}", nearest(platform, PERSON_FORMS))
    elif not PERSON_FORMS[platform][0].fullmatch(text):
        yield Problem(path, shown(text), f"a person like {PERSON_FORMS[platform][1]}, by id, never by name")


# ------------------------------------------------------------------------------------------------ accounts


def check_tokens(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    """Every enabled platform has an account, and every account of it what its mode needs."""
    on = enabled_platforms(config)
    having = {platform for platform, _, _ in accounts_of(config)}
    for platform in PLATFORMS:
        if platform in on - having:
            yield Problem(f"external_messaging.{platform}.accounts", "{}", "at least one account, or enabled false")
    for platform, name, account in accounts_of(config):
        if platform in on:
            yield from _missing(account_path(platform, name), needed_of_account(config, account))


def needed_of_account(config: Config, account: AccountSection) -> list[tuple[str, object, str]]:
    """(key, value, what it is) of everything that the account's mode cannot do without."""
    messaging = config.external_messaging
    match account:
        case SlackAccount() if messaging.slack.mode == "http":
            return [
                ("bot_token", account.bot_token, "the bot token (xoxb-…) or env:NAME"),
                ("signing_secret", account.signing_secret, "the app's signing secret or env:NAME, for mode http"),
            ]
        case SlackAccount():
            return [
                ("bot_token", account.bot_token, "the bot token (xoxb-…) or env:NAME"),
                ("app_token", account.app_token, "the app-level token (xapp-…) or env:NAME, for mode socket"),
            ]
        case TelegramAccount() if messaging.telegram.mode == "webhook":
            shared = messaging.telegram
            return [
                ("bot_token", account.bot_token, "BotFather's token or env:NAME"),
                ("public_url", account.public_url or shared.public_url, "the https address of server, for webhooks"),
                (
                    "secret_token",
                    account.secret_token or shared.secret_token,
                    "a word of your own or env:NAME, for webhooks",
                ),
            ]
        case DiscordAccount():
            return [("bot_token", account.bot_token, "the bot's token or env:NAME")]
    return [("bot_token", account.bot_token, "BotFather's token or env:NAME")]


def _missing(path: str, needs: Iterable[tuple[str, object, str]]) -> Iterator[Problem]:
    for key, value, words in needs:
        if _empty(value):
            yield Problem(f"{path}.{key}", "missing", words)


def _empty(value: object) -> bool:
    return not (value.get_secret_value() if isinstance(value, SecretStr) else value)


@dataclass(frozen=True, slots=True)
class TokenKind:
    """A token that is known by its form, and the account's key that it belongs to (empty: none of ours)."""

    form: re.Pattern[str]
    platform: str
    key: str
    words: str


_TOKEN_KINDS = (
    TokenKind(re.compile(r"xoxb-"), "slack", "bot_token", "Slack's bot token (xoxb-)"),
    TokenKind(re.compile(r"xapp-"), "slack", "app_token", "Slack's app token (xapp-)"),
    TokenKind(re.compile(r"xox[a-z][-.]"), "", "", "a user's or a rotating token of Slack"),
    TokenKind(re.compile(r"\d{6,20}:[\w-]{30,}$"), "telegram", "bot_token", "BotFather's token"),
    TokenKind(re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}$"), "discord", "bot_token", "Discord's bot token"),
    TokenKind(re.compile(r"sk-"), "", "", "the key of a language model"),
)


def mistaken_token(platform: str, key: str, text: str) -> str:
    """Why this is surely not that token, and what is asked for; empty where it may be."""
    wanted = next((kind.words for kind in _TOKEN_KINDS if (kind.platform, kind.key) == (platform, key)), key)
    if len(text.split()) > 1:
        return f"a token is one word: copy {wanted} alone"
    found = next((kind for kind in _TOKEN_KINDS if kind.form.match(text)), None)
    if found is None or (found.platform, found.key) == (platform, key):
        return ""
    return f"this is {found.words}; {wanted} belongs here"


def check_kinds_of_tokens(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    """Tokens that were swapped are told before a platform refuses them."""
    for platform, name, account in accounts_of(config):
        for key, value, _ in needed_of_account(config, account):
            if isinstance(value, SecretStr) and key in ("bot_token", "app_token"):
                text = value.get_secret_value()
                if why := "" if text.startswith("env:") else mistaken_token(platform, key, text):
                    yield Problem(f"{account_path(platform, name)}.{key}", HIDDEN, why)


def check_one_token_each(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    """Two accounts on one token would steal each other's messages."""
    owner: dict[str, str] = {}
    for platform, name, account in accounts_of(config):
        token = account.bot_token
        if _empty(token) or platform not in enabled_platforms(config):
            continue
        assert token is not None
        here = f"{account_path(platform, name)}.bot_token"
        first = owner.setdefault(token.get_secret_value(), here)
        if first != here:
            yield Problem(here, HIDDEN, f"its own token; this one is the token of {first}")


def check_notification(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    """Every channel by which people are called has what it needs."""
    section = config.human_notification
    if not section.enabled:
        return
    needs: Mapping[str, list[tuple[str, object, str]]] = {
        "line": [
            ("channel_access_token", section.line.channel_access_token, "the channel's access token or env:NAME"),
            ("to", section.line.to, "the id of a LINE user or group"),
        ],
        "chatwork": [
            ("api_token", section.chatwork.api_token, "the API token or env:NAME"),
            ("room", section.chatwork.room, "the room's id"),
        ],
        "ntfy": [("topic", section.ntfy.topic, "the topic's name")],
    }
    on = enabled_platforms(config)
    for index, channel in enumerate(section.channels):
        yield from _missing(f"human_notification.{channel}", needs.get(channel, ()))
        if channel in PLATFORMS and channel not in on:
            yield Problem(
                f"human_notification.channels.{index}", shown(channel), f"a platform that is enabled: {_list(on)}"
            )
    if not section.channels and not on:
        yield Problem("human_notification.channels", "[]", "at least one channel, for no platform is enabled")
    if not section.people and not config.admins.owner and not set(section.channels) - set(PLATFORMS):
        yield Problem("human_notification.people", "[]", "who is to be called, or an owner under admins")


def check_without_effect(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    """Nobody is to rely on a limit or a schedule that nothing keeps."""
    yield from _later(config, "")


def _later(section: BaseModel, before: str, *, is_later: bool = False) -> Iterator[Problem]:
    for name, field in type(section).model_fields.items():
        path, value = f"{before}{name}", getattr(section, name)
        marked = is_later or field.json_schema_extra is LATER
        default = field.get_default(call_default_factory=True, validated_data={})
        if isinstance(value, BaseModel):
            yield from _later(value, f"{path}.", is_later=marked)
        elif isinstance(value, Mapping) and not marked:
            for key, inner in value.items():
                if isinstance(inner, BaseModel):
                    yield from _later(inner, f"{path}.{key}.")
        elif marked and value != default:
            told = HIDDEN if isinstance(value, SecretStr) else shown(value)
            yield Problem(path, told, "remove it: this version does not support it yet")


def check_recipe(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    """Earlier versions ranked by others as well."""
    if config.rag.recipe != "default":
        advice = "default; other rankings are only compared with it, by `bench recall --recipe` in a checkout"
        yield Problem("rag.recipe", shown(config.rag.recipe), advice)


def check_store(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    """A file in the home, or PostgreSQL."""
    store = config.fleet.store.get_secret_value() if config.fleet.store else ""
    if store and not store.startswith(("postgresql://", "postgres://", "env:")):
        yield Problem("fleet.store", HIDDEN, "postgresql://user@host/database, or env:NAME; without it, the home")


def check_environment_names(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    for path, secret in secret_paths(config):
        text = secret.get_secret_value()
        if text.startswith("env:") and not re.fullmatch(r"env:[A-Za-z_][A-Za-z0-9_]*", text):
            yield Problem(".".join(path), HIDDEN, "env: and the name of a variable, such as env:SLACK_BOT_TOKEN")


def check_mcp_servers(config: Config, animas: frozenset[str]) -> Iterator[Problem]:
    """Each is a program that can be started, or an address."""
    for name, server in config.mcp.items():
        if bool(server.command) == bool(server.url):
            told = "both command and url" if server.command else "neither command nor url"
            yield Problem(f"mcp.{name}", told, "either the command of a program or the url of a server")
        elif server.command and not _is_program(server.command, server.env.get("PATH")):
            allowed = "a program on the PATH, or the path of one: install it, or correct the command"
            yield Problem(f"mcp.{name}.command", shown(server.command), allowed, is_any_name=True)


def _is_program(command: str, path: SecretStr | None) -> bool:
    return shutil.which(command, path=path.get_secret_value() if path else None) is not None


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "there is none yet"


CONFIG_CHECKS: tuple[ConfigCheck, ...] = (
    check_timezone,
    check_anima_names,
    check_anima_references,
    check_supervisors,
    check_credentials,
    check_channels,
    check_persons,
    check_tokens,
    check_kinds_of_tokens,
    check_one_token_each,
    check_environment_names,
    check_store,
    check_notification,
    check_mcp_servers,
    check_without_effect,
    check_recipe,
)


def problems_of(config: Config, animas: frozenset[str]) -> list[Problem]:
    """All of them at once. `animas` are the names that have a directory already."""
    return [problem for check in CONFIG_CHECKS for problem in check(config, animas)]
