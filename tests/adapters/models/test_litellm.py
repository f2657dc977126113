"""LiteLLMModel against real sockets: both protocols, every trouble."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from adapters.models.litellm import LiteLLMModel
from adapters.models.provider_model import Deadlines, ModelOptions, Retries
from bots.errors import ModelFault
from bots.ports import ChatMessage, Chunk, Image, Prompt, ToolCall
from tests.contracts.chat_model import REMEMBER, WRITE, ChatModelContract, answer, dialogue
from tests.each import each
from tests.platforms.models.script import Call, Reply, Request, Said, Trouble
from tests.platforms.models.server import ModelServer

LONG = "A rather long answer that comes in many pieces."
KEY = "sk-very-secret-key"
BRISK = Deadlines(first_token_s=0.4, gap_s=0.3, total_s=0.9)
AT_ONCE = Retries(first_pause_s=0.005, longest_pause_s=0.01)
PATIENT = Deadlines(first_token_s=10, gap_s=2, total_s=30)
EASY = Deadlines(first_token_s=20, gap_s=20, total_s=40)
WAITED_OUT = ("stall", "drip", "comments", "silence")
"""Troubles that only a deadline ends; every other one is told by what came, however busy the machine is."""
SHAPES = pytest.mark.parametrize("shape", ["openai", "anthropic"])


def now() -> datetime:
    return datetime.now(UTC)


def limits_for(trouble: Trouble) -> Deadlines:
    return BRISK if trouble in WAITED_OUT else EASY


def model_at(server: ModelServer, shape: str, limits: Deadlines = EASY, sees: bool | None = None) -> LiteLLMModel:
    url = server.openai_url if shape == "openai" else server.anthropic_url
    options = ModelOptions(
        api_key=KEY, base_url=url, clock=now, limits=limits, max_tokens=99, retries=AT_ONCE, sees=sees
    )
    return LiteLLMModel(f"{shape}/any", options)


@asynccontextmanager
async def serving(
    shape: str, reply: Reply, limits: Deadlines = EASY, sees: bool | None = None
) -> AsyncIterator[tuple[ModelServer, LiteLLMModel]]:
    async with ModelServer([reply]) as server:
        model = model_at(server, shape, limits, sees)
        await model.prepare()
        yield server, model
        await model.close()


async def fault(model: LiteLLMModel) -> tuple[ModelFault, list[Chunk]]:
    chunks: list[Chunk] = []
    with pytest.raises(ModelFault) as raised:
        async for chunk in model.stream(dialogue("Hello"), (), now() + timedelta(seconds=60)):
            chunks.append(chunk)
    return raised.value, chunks


class LiteLLMContract(ChatModelContract):
    shape: str

    @pytest.fixture
    async def model(self) -> AsyncIterator[LiteLLMModel]:
        async with serving(self.shape, Reply(text=LONG)) as (_, model):
            yield model

    @pytest.fixture
    async def calling(self) -> AsyncIterator[LiteLLMModel]:
        call = Call(name="write_memory_file", arguments='{"path": "knowledge/tea.md", "text": "tea: blue box"}')
        async with serving(self.shape, Reply(text="I write.", calls=(call,))) as (_, model):
            yield model

    @pytest.fixture
    async def slow(self) -> AsyncIterator[LiteLLMModel]:
        async with serving(self.shape, Reply(text=LONG, trouble="stall")) as (_, model):
            yield model

    @pytest.fixture
    async def broken(self) -> AsyncIterator[LiteLLMModel]:
        async with serving(self.shape, Reply(text=LONG, trouble="eof")) as (_, model):
            yield model


class TestOpenAIShaped(LiteLLMContract):
    shape = "openai"


class TestAnthropicShaped(LiteLLMContract):
    shape = "anthropic"


@pytest.mark.ledger("OPS-10")
@SHAPES
@pytest.mark.parametrize(
    ("trouble", "reason", "asked"),
    [
        ("cut", "cut", 1),
        ("eof", "cut", 1),
        ("empty", "cut", 3),
        ("wrong_type", "web_page", 1),
        ("garbage", "garbage", 1),
        ("garbage_within", "garbage", 1),
        ("wrong_shape", "garbage", 1),
        ("error_event", "provider_fault", 1),
        ("401", "key_refused", 1),
        ("403", "key_refused", 1),
        ("404", "unknown_model", 1),
        ("429", "rate_limited", 3),
        ("500", "provider_fault", 3),
        ("529", "provider_fault", 3),
        ("stall", "stalled", 1),
        ("drip", "too_long", 1),
        ("comments", "no_first_token", 1),
        ("silence", "no_first_token", 1),
    ],
)
async def test_no_trouble_passes_for_a_whole_answer(shape: str, trouble: Trouble, reason: str, asked: int) -> None:
    limits = limits_for(trouble)
    async with serving(shape, Reply(text=LONG, trouble=trouble, gap_s=0.01), limits) as (server, model):
        began = time.monotonic()
        raised, chunks = await fault(model)

        assert raised.reason == reason
        assert time.monotonic() - began < limits.total_s + 0.5
        assert not any(chunk.end for chunk in chunks)
        assert len(server.requests) == asked


@pytest.mark.ledger("ANI-07", "OPS-10")
@SHAPES
@pytest.mark.parametrize("trouble", ["429", "500", "empty"])
async def test_what_is_gone_a_moment_later_is_tried_again(shape: str, trouble: Trouble) -> None:
    async with ModelServer([Reply(trouble=trouble), Reply(text=LONG)]) as server:
        model = model_at(server, shape)
        chunks = await answer(model, "Hello")
        await model.close()

    assert "".join(chunk.text for chunk in chunks) == LONG
    assert len(server.requests) == 2


@pytest.mark.ledger("ANI-07", "OPS-10")
@SHAPES
async def test_a_provider_says_itself_when_to_come_again(shape: str) -> None:
    soon, late = Reply(trouble="429", retry_after="0.2"), Reply(trouble="429", retry_after="600")
    async with ModelServer([soon, Reply(text=LONG), late]) as server:
        model = model_at(server, shape)
        await answer(model, "Hello")
        waited = server.requests[1].at - server.requests[0].at
        raised, _ = await fault(model)
        await model.close()

    assert 0.2 <= waited < 5
    assert (raised.reason, raised.retry_after_s, len(server.requests)) == ("rate_limited", 600, 3)


@pytest.mark.ledger("ANI-07", "OPS-10")
async def test_what_was_passed_on_is_never_asked_for_again() -> None:
    async with serving("openai", Reply(text=LONG, trouble="cut")) as (server, model):
        raised, chunks = await fault(model)

        assert "".join(chunk.text for chunk in chunks)
        assert (raised.reason, len(server.requests)) == ("cut", 1)


@SHAPES
async def test_a_dead_port_is_unreachable(shape: str) -> None:
    async with ModelServer(["gone"]) as server:
        pass

    raised, _ = await fault(model_at(server, shape))
    assert raised.reason == "unreachable"


@pytest.mark.ledger("OPS-02")
@SHAPES
@pytest.mark.parametrize("trouble", ["401", "500", "error_event", "garbage"])
async def test_no_secret_and_no_prompt_is_in_a_fault_or_a_log(
    shape: str, trouble: Trouble, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG, logger="adapters")
    async with serving(shape, Reply(text=LONG, trouble=trouble), BRISK) as (_, model):
        raised, _ = await fault(model)

        out, err = capfd.readouterr()
        told = f"{raised!r} {raised.__cause__!r} {model!r} {caplog.text} {out} {err}"
        assert KEY not in told
        assert "scripted" not in str(raised)
        assert "You are Alice" not in told


@pytest.mark.ledger("OPS-10")
@SHAPES
async def test_stopping_hangs_up_on_the_provider(shape: str) -> None:
    async with serving(shape, Reply(text=LONG, trouble="stall")) as (server, model):
        task = asyncio.create_task(answer(model, "Hello"))
        while not server.requests:
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.03)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0.03)

        assert server.requests[0].left


@SHAPES
async def test_the_callers_deadline_holds_where_it_is_nearer(shape: str) -> None:
    async with serving(shape, Reply(text=LONG, trouble="drip", gap_s=0.01)) as (_, model):
        with pytest.raises(ModelFault) as raised:
            async for _ in model.stream(dialogue("Hello"), (), now() + timedelta(seconds=0.2)):
                pass

        assert raised.value.reason == "too_long"


@SHAPES
async def test_the_text_comes_in_pieces_as_it_was_sent(shape: str) -> None:
    async with serving(shape, Reply(text=LONG, piece=5)) as (_, model):
        chunks = await answer(model, "Hello")

        assert "".join(chunk.text for chunk in chunks) == LONG
        assert len(chunks) > 5
        assert chunks[-1].usage is not None
        assert (chunks[-1].usage.input_tokens, chunks[-1].usage.output_tokens) == (11, 7)
        assert not chunks[-1].usage.estimated


@pytest.mark.ledger("ANI-07")
@pytest.mark.parametrize(("shape", "marked"), [("openai", 0), ("anthropic", 1)])
async def test_what_stays_the_same_over_turns_is_marked_for_keeping_where_a_provider_wants_it(
    shape: str, marked: int
) -> None:
    async with serving(shape, Reply(text=LONG)) as (server, model):
        await answer(model, "Hello")

        assert server.requests[0].marked == marked
        assert server.requests[0].system == "You are Alice."


@SHAPES
async def test_an_answer_at_its_limit_ends_with_length(shape: str) -> None:
    async with serving(shape, Reply(text=LONG, end="length")) as (_, model):
        assert (await answer(model, "Hello"))[-1].end == "length"


async def test_a_usage_that_the_provider_did_not_say_is_estimated() -> None:
    async with serving("openai", Reply(text=LONG, usage=None)) as (_, model):
        usage = (await answer(model, "Hello"))[-1].usage

        assert usage is not None
        assert usage.estimated


@pytest.mark.ledger("ANI-07")
@SHAPES
async def test_several_calls_keep_their_order_and_their_arguments(shape: str) -> None:
    calls = (Call(name="write_memory_file", arguments='{"path": "a", "text": "日本"}'), Call(name="other"))
    async with serving(shape, Reply(calls=calls, piece=3)) as (_, model):
        made = (await answer(model, REMEMBER, WRITE))[-1].tool_calls

        assert [(call.name, call.arguments) for call in made] == [
            ("write_memory_file", '{"path": "a", "text": "日本"}'),
            ("other", "{}"),
        ]
        assert len({call.id for call in made}) == 2


@pytest.mark.ledger("ANI-07")
@SHAPES
async def test_history_with_tool_calls_reaches_the_provider_whole(shape: str) -> None:
    call = ToolCall(id="call_1", name="write_memory_file", arguments='{"path": "a", "text": "b"}')
    said = [
        *dialogue(REMEMBER),
        ChatMessage(role="assistant", content="", tool_calls=(call,)),
        ChatMessage(role="tool", content="Written: a", tool_call_id="call_1"),
    ]
    async with serving(shape, Reply(text="Done.")) as (server, model):
        async for _ in model.stream(said, (WRITE,), now() + timedelta(seconds=60)):
            pass

        seen: Request = server.requests[0]
        assert [(one.role, one.text) for one in seen.said][-1] == ("tool", "Written: a")
        assert Said(role="assistant", text="", calls=(Call(name=call.name, arguments=call.arguments),)) in seen.said
        assert (seen.system, seen.tools, seen.key, seen.max_tokens) == ("You are Alice.", (WRITE.name,), KEY, 99)


@pytest.mark.ledger("ANI-04")
@SHAPES
async def test_what_holds_for_the_moment_reaches_the_provider_beside_the_newest_message(shape: str) -> None:
    said = Prompt(
        system="You are Alice.",
        history=(ChatMessage(role="user", content="Hello"), ChatMessage(role="assistant", content="Hello Ada.")),
        moment="# This moment",
        message="Where is the tea?",
    ).dialogue()
    async with serving(shape, Reply(text="There.")) as (server, model):
        async for _ in model.stream(said, (), now() + timedelta(seconds=60)):
            pass

        seen: Request = server.requests[0]
        assert seen.system == "You are Alice."
        assert [(one.role, one.text) for one in seen.said][-3:] == [
            ("user", "Hello"),
            ("assistant", "Hello Ada."),
            ("user", "# This moment\n\nWhere is the tea?"),
        ]


@pytest.mark.ledger("PLT-15")
@SHAPES
@pytest.mark.parametrize("sees", [True, None])
async def test_an_image_reaches_a_model_that_sees_and_of_others_it_is_told_that_they_do_not(
    shape: str, sees: bool | None
) -> None:
    """The library knows nothing of a model called `any`."""
    picture = Image(name="garden.png", media_type="image/png", content=b"\x89PNG\r\n")
    said = Prompt(system="You are Alice.", moment="# Now", message="Look.", images=(picture,)).dialogue()
    async with serving(shape, Reply(text="A garden."), sees=sees) as (server, model):
        async for _ in model.stream(said, (), now() + timedelta(seconds=60)):
            pass

        last = server.requests[0].said[-1]
    assert last.images == (("image/png;iVBORw0K",) if sees else ())
    assert last.text.startswith("# Now\n\nLook.")
    assert ("do not see the image garden.png" in last.text) is not sees


@each(
    ("model", "provider", "base_url", "route"),
    [
        ("claude-sonnet-4-6", "", "", ("anthropic", "claude-sonnet-4-6")),
        ("gpt-4o", "", "", ("openai", "gpt-4o")),
        ("openai/gpt-4o", "", "", ("openai", "gpt-4o")),
        ("ollama/llama3", "", "http://127.0.0.1:1/v1", ("openai", "llama3")),
        ("ollama/llama3", "", "http://127.0.0.1:1", ("ollama", "llama3")),
        ("llama3", "ollama", "http://127.0.0.1:1/v1", ("openai", "llama3")),
        ("house-model", "anthropic", "", ("anthropic", "house-model")),
        ("anthropic/claude-x", "anthropic", "", ("anthropic", "claude-x")),
        ("house-of-models/house-model", "", "http://127.0.0.1:1/v1", ("openai", "house-of-models/house-model")),
    ],
)
async def test_a_name_finds_its_provider(model: str, provider: str, base_url: str, route: tuple[str, str]) -> None:
    chat = LiteLLMModel(model, ModelOptions(provider=provider, base_url=base_url, clock=now))
    await chat.prepare()

    assert chat._route == route


@pytest.mark.ledger("ANI-07")
@pytest.mark.parametrize("provider", ["groq", "mistral", "openrouter"])
async def test_other_providers_are_held_to_the_same_laws(provider: str) -> None:
    troubles: list[Trouble] = ["eof", "cut", "garbage", "stall"]
    async with ModelServer([Reply(text=LONG), *(Reply(text=LONG, trouble=one) for one in troubles)]) as server:
        model = LiteLLMModel(
            f"{provider}/any", ModelOptions(api_key=KEY, base_url=server.openai_url, clock=now, limits=PATIENT)
        )
        await model.prepare()
        whole = await answer(model, "Hello")
        faults = [(await fault(model))[0].reason for _ in troubles]
        await model.close()

    assert "".join(chunk.text for chunk in whole) == LONG
    assert faults == ["cut", "cut", "cut", "stalled"]


async def test_a_name_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ModelFault, match="no provider is known"):
        await LiteLLMModel("who-knows", ModelOptions(clock=now)).prepare()


async def test_the_models_window_is_known_after_preparation() -> None:
    known = LiteLLMModel("claude-sonnet-4-6", ModelOptions(clock=now))
    given = LiteLLMModel("claude-sonnet-4-6", ModelOptions(clock=now, context_tokens=5000))
    await known.prepare()
    await given.prepare()

    assert (known.context_tokens, given.context_tokens) == (1_000_000, 5000)


@pytest.mark.ledger("ANI-10")
def test_the_library_is_imported_only_when_it_is_needed() -> None:
    code = (
        "import sys; from datetime import UTC, datetime\n"
        "import adapters.models.offline, adapters.models.scripted\n"
        "from adapters.models.litellm import LiteLLMModel\n"
        "from adapters.models.provider_model import ModelOptions\n"
        "LiteLLMModel('gpt-4o', ModelOptions(clock=lambda: datetime.now(UTC)))\n"
        "print([m for m in ('litellm', 'openai', 'httpx') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
