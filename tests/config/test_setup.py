"""`setup`: from nothing to an owner and a first answer, and what each wrong answer is told, over real clients against
servers on loopback."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from aiohttp import web

from config.home import Home
from config.runtime import setup
from config.runtime.setup import Interview, NotSetUp, Teller, run_setup
from config.settings.load import load, save
from tests.platforms.discord.server import DiscordServer
from tests.platforms.models.script import Reply
from tests.platforms.models.server import ModelServer
from tests.platforms.slack.methods import Methods
from tests.platforms.slack.server import SlackServer
from tests.platforms.telegram.server import TelegramServer

pytestmark = [pytest.mark.ledger("OPS-01", "OPS-02", "PLT-16"), pytest.mark.platform]

TELEGRAM_TOKEN = "123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
DISCORD_TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789ab"
NOBODY = "http://127.0.0.1:9"
MOST_PROMPTS = 12


class OllamaServer:
    """What Ollama tells of itself, and its OpenAI-shaped chat."""

    def __init__(self, models: Mapping[str, Mapping[str, object]]) -> None:
        self.models, self.chat = models, ModelServer(lambda request: "Hello, I am here.")
        self.port = 0

    async def __aenter__(self) -> OllamaServer:
        app = web.Application()
        app.router.add_get("/api/tags", lambda _: _json({"models": [{"name": name} for name in self.models]}))
        app.router.add_get("/api/ps", lambda _: _json({"models": []}))
        app.router.add_post("/api/show", self._show)
        app.router.add_post("/v1/chat/completions", self.chat._openai)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def _show(self, request: web.Request) -> web.Response:
        return web.json_response(self.models[(await request.json())["model"]])


async def _json(body: object) -> web.Response:
    return web.json_response(body)


@dataclass
class Town:
    """A home to be set up, and the servers that its config leads to. `answers` are typed in order where a question
    holds the words; what nobody answers is Enter."""

    home: Home
    slack: SlackServer
    discord: DiscordServer
    telegram: TelegramServer
    environ: dict[str, str] = field(default_factory=lambda: {"OLLAMA_HOST": NOBODY})
    asked: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    async def run(
        self,
        answers: list[tuple[str, str]] | None = None,
        *,
        flags: Mapping[str, str] | None = None,
        typed: bool = True,
    ) -> str:
        waiting = list(answers or ())

        def ask(question: str) -> str:
            self.asked.append(question)
            if waiting and waiting[0][0] in question:
                answer = waiting.pop(0)[1]
                if answer == "^C":
                    raise KeyboardInterrupt
                return answer
            return ""

        teller = Teller(ask=ask, ask_secret=ask) if typed else None
        interview = Interview(self.home, flags or {}, teller, self.told.append, self.environ)
        name = await asyncio.to_thread(run_setup, interview)
        assert waiting == []
        return name

    @property
    def config(self) -> dict[str, dict]:
        return json.loads(self.home.config.read_text())

    def on(self, platform: str) -> bool:
        return bool(self.config["external_messaging"].get(platform, {}).get("enabled"))


@pytest.fixture
async def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    monkeypatch.setattr(setup, "CODE_WITHIN_S", 0.2)
    async with AsyncExitStack() as servers:
        slack = await servers.enter_async_context(SlackServer(scale=0.01))
        discord = await servers.enter_async_context(DiscordServer(scale=0.01))
        telegram = await servers.enter_async_context(TelegramServer(clock=lambda: datetime.now(UTC), scale=0.01))
        discord.add_bot(DISCORD_TOKEN, "anima")
        telegram.add_bot(TELEGRAM_TOKEN, "anima_bot")
        home = Home(tmp_path / "home")
        home.make()
        sections = {
            "slack": {"enabled": False, "api_base": slack.api_base},
            "discord": {"enabled": False, "api_base": discord.api_base},
            "telegram": {"enabled": False, "api_base": telegram.api_base},
        }
        save(home.config, {"external_messaging": sections})
        yield Town(home, slack, discord, telegram)


SLACK = [("Platforms", "slack"), ("bot token", "xoxb-test"), ("app token", "xapp-test")]


async def test_enter_alone_leads_to_a_home_that_answers(town: Town) -> None:
    name = await town.run()

    assert name == "alice"
    assert town.home.anima_names() == ["alice"]
    assert town.config["anima_defaults"] == {"model": "offline"}
    assert len(town.asked) <= MOST_PROMPTS
    assert load(town.home.config, {}, ["alice"]).problems == ()


async def test_a_model_that_runs_here_is_found_with_what_it_can_take_and_tried(town: Town) -> None:
    about = {
        "capabilities": ["completion", "tools"],
        "model_info": {"qwen3.context_length": 40960},
        "parameters": "num_ctx 8192",
    }
    embedder = {"capabilities": ["embedding"], "model_info": {}}
    async with OllamaServer({"qwen3:8b": about, "nomic-embed": embedder}) as ollama:
        town.environ["OLLAMA_HOST"] = f"127.0.0.1:{ollama.port}"
        await town.run()

    assert "  ollama_chat/qwen3:8b: Ollama runs on this machine (8192 tokens, tools)" in town.told
    assert town.config["anima_defaults"] == {"model": "ollama_chat/qwen3:8b"}
    assert town.config["credentials"] == {"ollama_chat": {"base_url": f"http://127.0.0.1:{ollama.port}/v1"}}
    assert town.config["model_modes"] == {"ollama_chat/qwen3:8b": "A2"}
    assert [request.model for request in ollama.chat.requests] == ["qwen3:8b"], town.told


async def test_all_platforms_and_a_key_take_twelve_prompts_at_most(town: Town) -> None:
    async with ModelServer(lambda request: "Hello.") as server:
        await town.run(
            [
                ("Name", "mia"),
                ("Role", "writer"),
                ("model", "openai"),
                ("key", "sk-good"),
                ("Platforms", "slack, discord, telegram"),
                ("Slack's bot token", "xoxb-test"),
                ("Slack's app token", "xapp-test"),
                ("Discord", DISCORD_TOKEN),
                ("BotFather", TELEGRAM_TOKEN),
                ("service", "yes"),
            ],
            flags={"base_url": server.openai_url},
        )

    assert [town.on(platform) for platform in ("slack", "discord", "telegram")] == [True, True, True]
    assert town.config["animas"]["mia"] == {"role": "writer"}
    assert len(town.asked) <= MOST_PROMPTS
    assert "ExecStart=" in (town.home.path / "anima-fleet.service").read_text()
    assert stat.S_IMODE(town.home.config.stat().st_mode) == 0o600
    assert not any("sk-good" in line or "xoxb-test" in line for line in town.told)
    assert any("https://api.slack.com/apps?new_app=1&manifest_json=" in line for line in town.told)
    assert any("https://discord.com/oauth2/authorize?client_id=123456789012345678" in line for line in town.told)


@pytest.mark.parametrize("platform", ["slack", "discord", "telegram"])
async def test_whoever_types_the_code_in_a_direct_talk_is_the_owner_and_is_greeted(
    town: Town, platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "CODE_WITHIN_S", 20.0)
    tokens = {"slack": SLACK[1:], "discord": [("Discord", DISCORD_TOKEN)], "telegram": [("BotFather", TELEGRAM_TOKEN)]}
    running = asyncio.create_task(town.run([("Platforms", platform), *tokens[platform]]))
    while not (lines := [line for line in town.told if "direct message" in line]):
        await asyncio.sleep(0.02)
        assert not running.done(), running.exception()
    code = lines[0].partition("write ")[2].partition(" ")[0]
    person, posts = await _write(town, platform, code.lower())
    await running

    assert town.config["admins"] == {"owner": [person]}
    assert any("alice" in text for text in posts())


async def _write(town: Town, platform: str, text: str) -> tuple[str, Callable[[], list[str]]]:
    """Somebody says something else first, then the code; their address, and what the bot has said there."""
    await asyncio.sleep(0.5)
    if platform == "slack":
        room = town.slack.dm("U01")
        for words in ("hello?", text):
            await town.slack.say(room, "U01", words)
        return "slack:T01/U01", lambda: [post.text for post in town.slack.posts(room)]
    if platform == "discord":
        ada = town.discord.add_user("Ada")
        guild = town.discord.add_guild()
        town.discord.join(guild, ada)
        room = town.discord.dm(ada, DISCORD_TOKEN)
        await town.discord.say(room, ada, text)
        return f"discord:{ada}", lambda: [post.text for post in town.discord.ledger.received]
    ada = town.telegram.add_user("Ada")
    await town.telegram.say(town.telegram.private(ada), ada, text)
    return f"telegram:{ada}", lambda: [post.text for post in town.telegram.ledger.received]


# --- wrong answers --------------------------------------------------------------------------------------------------


WRONG_WORDS = {
    "a language that nobody wrote": ("Language (", "xx", "one of"),
    "a language nearly": ("Language (", "jaa", "did you mean ja?"),
    "a name with a path in it": ("Name", "../root", "letters, digits, _ and -"),
    "a reserved name": ("Name", "all", "choose another name"),
    "a role that is none": ("Role", "writter", "did you mean writer?"),
    "a model that nobody knows": ("model", "llama-large", "write provider/model"),
    "a local model that does not run": ("model", "ollama_chat/qwen3", "start its server, or give the address"),
    "an address where nobody is": ("model", NOBODY, "start it, or give another address"),
    "a platform that is none": ("Platforms", "slak", "did you mean slack?"),
    "a word that is neither yes nor no": ("service", "maybe", "one of yes, no"),
}


@pytest.mark.parametrize("wrong", WRONG_WORDS)
async def test_a_wrong_word_is_told_in_one_line_and_asked_again(town: Town, wrong: str) -> None:
    question, answer, told = WRONG_WORDS[wrong]
    await town.run([(question, answer)])

    line = next(line for line in town.told if told in line)
    assert "\n" not in line
    assert sum(question in item for item in town.asked) == 2


KEYS = {
    "a key that is refused": (Reply(trouble="401"), "key", "look at credentials.openai.api_key"),
    "a model that the provider lacks": (Reply(trouble="404"), "model", "look at the model's name"),
    "an address that is a web page": (Reply(trouble="wrong_type"), "base", "look at credentials.openai.base_url"),
}


@pytest.mark.parametrize("wrong", KEYS)
async def test_a_key_is_tried_with_a_real_call_and_what_fails_is_told(town: Town, wrong: str) -> None:
    reply, _, told = KEYS[wrong]
    async with ModelServer(lambda request: reply) as server:
        answers = [("model", "openai"), ("key", "sk-wrong"), ("model", "offline")]
        await town.run(answers, flags={"base_url": server.openai_url})

    line = next(line for line in town.told if told in line)
    assert "\n" not in line
    assert "sk-wrong" not in line
    assert "credentials" not in town.config
    assert town.config["anima_defaults"] == {"model": "offline"}


async def test_no_key_at_all_is_told(town: Town) -> None:
    await town.run([("model", "anthropic"), ("key", ""), ("model", "offline")])

    assert "anthropic needs a key: type it, set ANTHROPIC_API_KEY, or answer offline" in town.told


async def test_a_provider_that_cannot_be_reached_is_told_and_the_key_kept(town: Town) -> None:
    await town.run([("model", "openai"), ("key", "sk-good")], flags={"base_url": f"{NOBODY}/v1"})

    assert any("the language model cannot be reached" in line for line in town.told)
    assert town.config["credentials"]["openai"]["api_key"] == "sk-good"


@dataclass(frozen=True)
class WrongToken:
    answers: list[tuple[str, str]]
    told: str
    trouble: Callable[[Town], object] = lambda town: None


def _no_write(town: Town) -> None:
    town.slack.app.scopes -= {"chat:write"}


class _RefusingMethods(Methods):
    """Slack, of whose tokens one is no longer good."""

    error = ""

    def table(self) -> dict[str, Callable[..., dict]]:
        return {**super().table(), "auth.test": lambda call: {"ok": False, "error": self.error}}


def _refuse(error: str) -> Callable[[Town], object]:
    def arrange(town: Town) -> None:
        town.slack.methods = _RefusingMethods(town.slack)
        town.slack.methods.error = error

    return arrange


TOKENS = {
    "swapped: the app token where the bot's belongs": WrongToken(
        [("Platforms", "slack"), ("bot token", "xapp-test"), *SLACK[1:]], "this is Slack's app token (xapp-)"
    ),
    "swapped: the bot token where the app's belongs": WrongToken(
        [*SLACK[:2], ("app token", "xoxb-test"), SLACK[2]], "this is Slack's bot token (xoxb-)"
    ),
    "a user's token": WrongToken(
        [("Platforms", "slack"), ("bot token", "xoxp-1"), *SLACK[1:]], "a user's or a rotating token of Slack"
    ),
    "two words": WrongToken(
        [("Platforms", "slack"), ("bot token", "Bot xoxb-test"), *SLACK[1:]], "a token is one word"
    ),
    "a bot token that is not valid": WrongToken(
        [SLACK[0], ("bot token", "xoxb-other"), SLACK[2], *SLACK[1:]], "the bot_token is not valid: copy it again"
    ),
    "an app token that is not valid": WrongToken(
        [*SLACK[:2], ("app token", "xapp-other"), *SLACK[1:]], "the app_token is not valid: copy it again"
    ),
    "an expired token": WrongToken(SLACK, "switch token rotation off, or set a new token", _refuse("token_expired")),
    "a revoked token": WrongToken(SLACK, "install the app again and set the new token", _refuse("token_revoked")),
    "an app without the right to write": WrongToken(SLACK, "add them under OAuth & Permissions", _no_write),
    "Discord's token is not valid": WrongToken(
        [("Platforms", "discord"), ("Discord", "nonsense"), ("Discord", DISCORD_TOKEN)],
        "make a new one in the developer",
    ),
    "Telegram's token for Discord": WrongToken(
        [("Platforms", "discord"), ("Discord", TELEGRAM_TOKEN), ("Discord", DISCORD_TOKEN)], "this is BotFather's token"
    ),
    "Discord without the intent": WrongToken(
        [("Platforms", "discord"), ("Discord", DISCORD_TOKEN)],
        "switch on MESSAGE CONTENT INTENT",
        lambda town: setattr(town.discord.world.bots[DISCORD_TOKEN], "message_content", False),
    ),
    "BotFather's token is not valid": WrongToken(
        [("Platforms", "telegram"), ("BotFather", "99:x"), ("BotFather", TELEGRAM_TOKEN)], "look it up at @BotFather"
    ),
    "a variable that is not set": WrongToken(
        [("Platforms", "telegram"), ("BotFather", "env:NOT_THERE"), ("BotFather", TELEGRAM_TOKEN)],
        "the variable NOT_THERE is not set",
    ),
}


@pytest.mark.parametrize("wrong", TOKENS)
async def test_a_wrong_token_is_told_in_one_line_and_asked_again(town: Town, wrong: str) -> None:
    case = TOKENS[wrong]
    case.trouble(town)
    await town.run(case.answers)

    line = next((line for line in town.told if case.told in line), town.told)
    assert "\n" not in line
    assert not any(answer in line for question, answer in case.answers if "oken" in question and len(answer) > 8)


async def test_what_is_not_ready_yet_is_kept_and_stays_off(town: Town) -> None:
    town.slack.app.scopes -= {"chat:write"}
    await town.run(SLACK)
    off = town.on("slack")
    town.slack.app.scopes |= {"chat:write"}
    await town.run([("Platforms", "slack")])

    assert not off
    assert town.on("slack")


async def test_no_network_is_told_and_the_token_kept(town: Town) -> None:
    raw = town.config
    raw["external_messaging"]["telegram"]["api_base"] = NOBODY
    save(town.home.config, raw)
    await town.run([("Platforms", "telegram"), ("BotFather", TELEGRAM_TOKEN)])

    assert any(line.startswith("telegram:main: ") for line in town.told)
    assert town.on("telegram")


@pytest.mark.parametrize(
    "question", ["Language (", "Name", "Role", "model", "Platforms", "bot token", "app token", "service"]
)
async def test_whoever_breaks_off_goes_on_from_there(town: Town, question: str) -> None:
    answers = [("Language (", "tr"), ("Name", "mia"), ("Role", "ops"), ("model", "offline"), *SLACK, ("service", "no")]
    until = next(index for index, (words, _) in enumerate(answers) if words == question)
    with pytest.raises(KeyboardInterrupt):
        await town.run([*answers[:until], (question, "^C")])
    await town.run(answers[until:] if question not in ("bot token", "app token") else SLACK)

    assert town.config["system"]["language"] == "tr"
    assert town.config["animas"] == {"mia": {"role": "ops"}}
    assert town.on("slack")


async def test_without_a_terminal_the_flags_answer(town: Town) -> None:
    town.environ["BOT"] = TELEGRAM_TOKEN
    flags = {
        "language": "tr",
        "name": "mia",
        "telegram_bot_token": "env:BOT",
        "owner": "telegram:5678",
        "service": "no",
    }
    name = await town.run(flags=flags, typed=False)

    assert name == "mia"
    assert town.asked == []
    assert town.config["system"]["language"] == "tr"
    assert town.config["external_messaging"]["telegram"]["accounts"]["main"] == {"bot_token": "env:BOT"}
    assert town.config["admins"] == {"owner": ["telegram:5678"]}


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ({"language": "xx"}, "--language: xx: one of"),
        ({"name": "a/b"}, "--name: 'a/b' cannot be a name"),
        ({"model": "anthropic"}, "anthropic needs a key"),
        ({"telegram_bot_token": "xoxb-1"}, "--telegram-bot-token: this is Slack's bot token"),
        ({"owner": "ada"}, "admins.owner.0"),
    ],
)
async def test_a_wrong_flag_ends_it_with_one_line(town: Town, flags: dict[str, str], told: str) -> None:
    with pytest.raises(NotSetUp) as wrong:
        await town.run(flags=flags, typed=False)

    assert told in str(wrong.value)
    assert "\n" not in str(wrong.value)
