"""The offline model: what it quotes, keeps, puts away and says of itself."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.models.offline import OfflineModel
from adapters.models.offline_language import PHRASES, Language, intent, language
from adapters.models.offline_prompt import memories, section
from bots.ports import ChatMessage, Chunk, ToolCall, ToolSpec
from tests.contracts.chat_model import WRITE, ChatModelContract

SEARCH = ToolSpec(name="search_memory", description="", parameters={})
BOTH = (WRITE, SEARCH)

PROMPT = """# Identity
You are Alice.

---

# What comes to mind

## Who is speaking
Name: Ada
Address: console:ada
- likes green tea

## Recent activity
- [Mon 8 May 2023 13:50] Ada: hello

## Related memories
- [Mon 8 May 2023 13:56] Caroline: I went to a support group yesterday.
  | It was so powerful.
- [Thu 25 May 2023 18:10] Melanie: The race was on Saturday: what a day!
- [knowledge/office.md, 6 Nov 2026] Hours: the office closes at six.

---

# Rules
## Nothing here
- [Mon 1 May 2023 10:00] Mallory: not a memory
"""


class TestOffline(ChatModelContract):
    @pytest.fixture
    async def model(self) -> OfflineModel:
        return OfflineModel()

    calling = model

    @pytest.fixture
    async def slow(self) -> None:
        return None

    broken = slow


async def ask(
    text: str,
    *tools: ToolSpec,
    prompt: str = PROMPT,
    since: tuple[ChatMessage, ...] = (),
    before: tuple[ChatMessage, ...] = (ChatMessage(role="assistant", content="…"),),
) -> Chunk:
    """The whole answer in one chunk."""
    messages = [ChatMessage(role="system", content=prompt), *before, ChatMessage(role="user", content=text), *since]
    deadline = datetime.now(UTC) + timedelta(seconds=5)
    chunks = [chunk async for chunk in OfflineModel().stream(messages, tools, deadline)]
    return Chunk(text="".join(chunk.text for chunk in chunks), tool_calls=chunks[-1].tool_calls, end=chunks[-1].end)


def done(call: ToolCall, result: str) -> tuple[ChatMessage, ...]:
    return (
        ChatMessage(role="assistant", content="", tool_calls=(call,)),
        ChatMessage(role="tool", content=result, tool_call_id=call.id),
    )


@pytest.mark.ledger("ANI-10")
async def test_it_quotes_with_dates_and_speakers_best_first() -> None:
    answer = await ask("What did Caroline do?")

    assert answer.text.splitlines() == [
        "On 8 May 2023 Caroline said: “I went to a support group yesterday.",
        "It was so powerful.”",
        "On 25 May 2023 Melanie said: “The race was on Saturday: what a day!”",
        "From my notes of 6 November 2026: “Hours: the office closes at six.”",
    ]


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("キャロラインは何をしましたか？", "2023年5月8日にCarolineさんは「"),
        ("Caroline ne yaptı?", "8 Mayıs 2023 tarihinde Caroline"),
    ],
)
async def test_it_answers_in_the_language_of_the_question(question: str, start: str) -> None:
    assert (await ask(question)).text.startswith(start)


async def test_it_quotes_neither_questions_nor_itself_where_others_said_something() -> None:
    lines = (
        "- [Mon 8 May 2023 13:56] Ada: where is the tea?\n"
        "- [Mon 8 May 2023 13:57] alice: On 7 May Ada said so.\n"
        "- [Mon 8 May 2023 13:57] Ben: and who drank the coffee?\n"
        "- [Mon 8 May 2023 13:58] Ada: in the box"
    )

    answer = await ask("Where is the tea?", prompt=f"You are alice, a persona.\n## Related memories\n{lines}")

    assert answer.text == "On 8 May 2023 Ada said: “in the box”"


async def test_it_quotes_at_most_five() -> None:
    lines = "\n".join(f"- [Mon 8 May 2023 13:5{at}] Ada: number {at}" for at in range(9))

    answer = await ask("What numbers?", prompt=f"## Related memories\n{lines}")

    assert answer.text.count("number") == 5


async def test_where_nothing_is_primed_it_searches_before_it_says_that_it_found_nothing() -> None:
    asked = await ask("What did Caroline do?", SEARCH, prompt="")
    (call,) = asked.tool_calls
    found = await ask(
        "What did Caroline do?",
        SEARCH,
        prompt="",
        since=done(call, "- [Mon 8 May 2023 13:56] Caroline: I ran.\n  (file: a.md)"),
    )
    nothing = await ask("What did Caroline do?", SEARCH, prompt="", since=done(call, "Nothing was found."))

    assert call.name == "search_memory"
    assert found.text == "On 8 May 2023 Caroline said: “I ran.”"
    assert nothing.text == PHRASES["en"]["nothing"]


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize(
    ("wish", "kept"),
    [
        ("Remember that the tea is in the blue box.", "the tea is in the blue box"),
        ("Please remember: my cat is called Miso", "my cat is called Miso"),
        ("Don't forget that Bob is on leave", "Bob is on leave"),
        ("お茶は青い箱にあると覚えておいて", "お茶は青い箱にある"),
        ("明日は休みなのを忘れないで", "明日は休みな"),
        ("Unutma: çay mavi kutuda", "çay mavi kutuda"),
        ("Hatırla ki Ali izinde", "Ali izinde"),
    ],
)
async def test_what_it_shall_remember_is_written_and_then_confirmed(wish: str, kept: str) -> None:
    (call,) = (await ask(wish, *BOTH)).tool_calls
    arguments = json.loads(call.arguments)
    confirmed = await ask(wish, *BOTH, since=done(call, "Written."))
    failed = await ask(wish, *BOTH, since=done(call, "Error: the disk is full"))

    assert call.name == "write_memory_file"
    assert arguments["path"].startswith("knowledge/")
    assert kept in arguments["text"]
    assert kept in confirmed.text
    assert not confirmed.tool_calls
    assert "the disk is full" in failed.text


@pytest.mark.parametrize("address", ["alice, ", "@alice ", "Hey Alice: ", "@Alice、"])
async def test_a_wish_may_begin_with_its_name(address: str) -> None:
    prompt = "You are alice, a persona with a memory."

    (call,) = (await ask(f"{address}remember that tea is green", *BOTH, prompt=prompt)).tool_calls

    assert json.loads(call.arguments)["text"].endswith("remember: tea is green\n")


@pytest.mark.parametrize(
    "question",
    [
        "Do you remember when we met?",
        "Remember when we met?",
        "What did I tell you to remember?",
        "昨日のことを覚えていますか？",
    ],
)
async def test_a_question_about_remembering_writes_nothing(question: str) -> None:
    assert not any(call.name == "write_memory_file" for call in (await ask(question, *BOTH)).tool_calls)


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize(
    ("wish", "note"),
    [
        ("Forget about my cat Miso", "Ada asked me to remember: my cat is called Miso"),
        ("猫のミソのことを忘れて", "Adaさん: 猫のミソが好き"),
        ("kedim Miso hakkındakileri unut", "Ada: kedim Miso tekir"),
    ],
)
async def test_what_it_shall_forget_is_looked_up_and_put_away(wish: str, note: str) -> None:
    (search,) = (await ask(wish, *BOTH)).tool_calls
    found = "\n".join(
        (
            f"- [knowledge/a.md, 6 Nov 2026] {note}",
            "- [knowledge/b.md] The office closes at six",
            f"- [Mon 8 May 2023 13:56] Ada: {note}\n  (file: activity_log/x.jsonl#L1)",
        )
    )
    after_search = done(search, found)
    (write,) = (await ask(wish, *BOTH, since=after_search)).tool_calls
    arguments = json.loads(write.arguments)
    confirmed = await ask(wish, *BOTH, since=(*after_search, *done(write, "Put away.")))

    assert search.name == "search_memory"
    assert (arguments["path"], arguments["text"]) == ("knowledge/a.md", "")
    assert not confirmed.tool_calls
    assert confirmed.text


@pytest.mark.parametrize(("wish", "tongue"), [("Forget that.", "en"), ("bunu unut", "tr"), ("今のは忘れて", "ja")])
async def test_what_was_just_said_is_let_go_of_without_looking_for_a_note(wish: str, tongue: Language) -> None:
    answer = await ask(wish, *BOTH)

    assert answer.text == PHRASES[tongue]["let_go"]
    assert not answer.tool_calls


async def test_what_is_named_is_let_go_of_and_looked_for_among_the_notes() -> None:
    (search,) = (await ask("Forget that I have a dog", *BOTH)).tool_calls

    answer = await ask("Forget that I have a dog", *BOTH, since=done(search, "Nothing was found."))

    assert answer.text == PHRASES["en"]["let_go"]


async def test_it_says_so_when_there_is_nothing_to_forget() -> None:
    (search,) = (await ask("Forget my dog", *BOTH)).tool_calls

    answer = await ask("Forget my dog", *BOTH, since=done(search, "Nothing was found."))

    assert answer.text == PHRASES["en"]["nothing_to_forget"]


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize("question", ["Who am I?", "私は誰ですか？", "Ben kimim?", "what's my name?"])
async def test_it_says_who_is_speaking(question: str) -> None:
    answer = await ask(question)

    assert "Ada" in answer.text
    assert "console:ada" in answer.text
    assert "green tea" in answer.text


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize(
    ("question", "sign"), [("Hello!", "offline"), ("こんにちは", "オフライン"), ("Merhaba", "çevrimdışı")]
)
async def test_it_says_what_it_is_at_the_beginning_and_not_in_every_answer(question: str, sign: str) -> None:
    first = await ask(question, before=())
    later = await ask(question)

    assert sign in first.text
    assert sign not in later.text
    assert "Ada" in later.text


@pytest.mark.parametrize("question", ["What model are you?", "Are you a bot?", "オフラインですか？", "Sen kimsin?"])
async def test_it_says_what_it_is_when_asked(question: str) -> None:
    assert (await ask(question)).text in {phrases["who_i_am"] for phrases in PHRASES.values()}


async def test_without_tools_it_does_not_pretend_to_remember() -> None:
    assert (await ask("Remember that I am early")).text == PHRASES["en"]["no_tool"]


async def test_a_quiet_heartbeat_stays_quiet() -> None:
    assert (await ask("If there is nothing to do, answer HEARTBEAT_OK.")).text == "HEARTBEAT_OK"


def test_it_needs_no_network_and_no_library() -> None:
    code = (
        "import asyncio, socket, sys\n"
        "def refuse(*a, **k): raise OSError('network')\n"
        "socket.create_connection = socket.getaddrinfo = refuse\n"
        "import adapters.models.offline\n"
        "print([m for m in ('litellm', 'httpx', 'torch') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("text", "tongue"),
    [
        ("Hello there", "en"),
        ("東京はどう？", "ja"),
        ("Nasıl gidiyor?", "tr"),
        ("Ben went to the shop", "en"),
        ("bu ne?", "tr"),
        ("Neye alerjim var?", "tr"),
    ],
)
def test_the_language_is_known_by_script_and_words(text: str, tongue: str) -> None:
    assert language(text) == tongue


def test_every_language_has_every_phrase() -> None:
    assert {frozenset(phrases) for phrases in PHRASES.values()} == {frozenset(PHRASES["en"])}


@given(st.text(max_size=200))
def test_any_text_has_an_intent(text: str) -> None:
    for tongue in ("en", "ja", "tr"):
        assert intent(text, tongue)[0]


@given(st.text(max_size=400))
def test_any_text_can_be_read_as_memories(text: str) -> None:
    memories(section(f"## Related memories\n{text}", "Related memories"))


def test_a_memory_is_read_with_its_day_speaker_and_path() -> None:
    (found,) = memories("- [Mon 8 May 2023 13:56] Caroline: at 10:30: hello\n  | and more\n  (file: knowledge/x.md)")

    assert (found.day, found.speaker, found.path) == (date(2023, 5, 8), "Caroline", "knowledge/x.md")
    assert found.text == "at 10:30: hello\nand more"
