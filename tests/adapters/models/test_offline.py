"""The offline model: what it answers out of what is known, keeps, puts away and says of itself."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.models.offline import OfflineModel, offline_words
from adapters.models.offline_recall import quotable
from bench.talking import kind_of
from bots.ports import ChatMessage, Chunk, StructuredPrompt, ToolCall, ToolSpec
from memory.language.folders import LANGUAGES
from memory.vocabulary.cue import MemoryEffect, RecallReason, Recollection
from memory.vocabulary.fact import Fact
from tests.contracts.chat_model import WRITE, ChatModelContract
from tests.each import each

NOW = datetime(2026, 11, 22, 14, 5, tzinfo=UTC)
ADA = "console:ada"


class TestOffline(ChatModelContract):
    @pytest.fixture
    async def model(self) -> OfflineModel:
        return OfflineModel()

    calling = model

    @pytest.fixture
    async def slow(self) -> None:
        return None

    broken = slow


def memory(
    text: str, *, speaker: str = "Ada L.", days: int = 3, confidence: float = 1.0, **more: object
) -> Recollection:
    """Something that surely came to mind, unless it is said otherwise."""
    found = Recollection(
        id=text,
        kind="turn",
        text=text,
        score=4.0 * confidence,
        confidence=confidence,
        reasons=(RecallReason("detail", 0.1 * confidence),),
        path="activity_log/x.jsonl#L1",
        at=NOW - timedelta(days=days),
        speaker=speaker,
        place="",
        audience="",
        ids=(text,),
    )
    return replace(found, **more)  # type: ignore[arg-type]


def fact(text: str, *, slot: str = "", value: str = "", category: str = "fact") -> Fact:
    at = NOW - timedelta(days=1)
    return Fact(
        id=f"fact:{text}",
        text=text,
        category=category,
        recorded_at=at,
        valid_from=at,
        subject=ADA,
        person=ADA,
        slot=f"{ADA} {slot}" if slot else "",
        value=value,
        sources=(text,),
    )


async def ask(
    text: str,
    *found: Recollection,
    tools: tuple[ToolSpec, ...] = (),
    since: tuple[ChatMessage, ...] = (),
    facts: tuple[Fact, ...] = (),
    said: tuple[str, ...] = (),
    is_first: bool = False,
    effect: MemoryEffect | None = None,
) -> Chunk:
    """The whole answer in one chunk."""
    known = StructuredPrompt(
        anima="alice",
        text=text,
        now=NOW,
        person=ADA,
        name="Ada L.",
        said=said,
        found=found,
        facts=facts,
        words={one.sources[0]: one.text for one in facts},
        is_first=is_first,
        effect=effect,
    )

    async def knowing() -> StructuredPrompt:
        return known

    messages = [ChatMessage(role="system", content="", known=knowing), ChatMessage(role="user", content=text), *since]
    chunks = [chunk async for chunk in OfflineModel().stream(messages, tools, NOW + timedelta(seconds=5))]
    return Chunk(text="".join(chunk.text for chunk in chunks), tool_calls=chunks[-1].tool_calls, end=chunks[-1].end)


async def said_to(text: str, *found: Recollection, **more: object) -> str:
    return (await ask(text, *found, **more)).text  # type: ignore[arg-type]


def done(call: ToolCall, result: str) -> tuple[ChatMessage, ...]:
    return (
        ChatMessage(role="assistant", content="", tool_calls=(call,)),
        ChatMessage(role="tool", content=result, tool_call_id=call.id),
    )


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize(
    ("question", "told", "words"),
    [
        ("Where do I live?", "I live in Ghent", ("“I live in Ghent”", "19 November")),
        ("私はどこに住んでる？", "金沢に住んでます", ("「金沢に住んでます」", "11月19日")),
        ("Ben nerede yaşıyorum?", "İzmir'de yaşıyorum", ("“İzmir'de yaşıyorum”", "19 Kasım")),
        ("Wo wohne ich?", "ich wohne in Gent", ("„ich wohne in Gent“", "19. November")),
    ],
)
async def test_it_says_the_one_thing_that_answers_with_its_day_in_the_persons_language(
    question: str, told: str, words: tuple[str, ...]
) -> None:
    answer = await said_to(question, memory(told), memory("lunch was grim", confidence=0.1))

    assert all(word in answer for word in words)
    assert len(answer.splitlines()) == 1


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize("question", ["Where do I live?", "私はどこに住んでる？", "Ben nerede yaşıyorum?"])
async def test_it_says_plainly_that_it_does_not_know_where_nothing_is_sure(question: str) -> None:
    weak = memory("I like trains", confidence=0.0, reasons=(), score=0.1)
    language = {"W": "en", "私": "ja", "B": "tr"}[question[0]]

    assert kind_of(await said_to(question, weak), language) == "unknown"


async def test_it_quotes_no_question_nothing_of_its_own_and_nothing_that_holds_no_more() -> None:
    found = (
        memory("where do I live now?"),
        memory("You told me that you live in Ghent", speaker="alice"),
        memory("I live in Ghent", outdated="no longer so: I moved to Antwerp"),
    )

    answer = await said_to("Where do I live?", *found, memory("I moved to Antwerp", days=1))

    assert "Antwerp" in answer
    assert "Ghent" not in answer


async def test_what_holds_instead_answers_though_its_own_words_are_far_from_the_question() -> None:
    found = (
        memory("I live in Ghent", outdated="no longer true since 2026-11-20: I moved to Antwerp"),
        memory("I moved to Antwerp", days=2, confidence=0.1, reasons=(), score=0.1),
    )

    assert "Antwerp" in await said_to("Where do I live?", *found)


async def test_who_asks_for_what_was_before_is_told_what_holds_no_more() -> None:
    found = (
        memory("the door code is 4471", outdated="no longer true since 2026-11-20: it's 4417 now"),
        memory("it's 4417 now", days=2),
    )

    assert "4471" in await said_to("what was the old door code?", *found)
    assert "4471" not in await said_to("what is the door code?", *found)


async def test_of_two_that_answer_alike_the_newest_does() -> None:
    found = (memory("I parked the van on Elm Street"), memory("moved the van behind the church", days=1))

    assert "church" in await said_to("where is my van?", *found)


async def test_what_others_said_is_told_with_their_name() -> None:
    assert "Ben" in await said_to("Where does Ben live?", memory("I live in Breda", speaker="Ben"))


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize(
    ("greeting", "told", "name"),
    [
        ("Hello!", "Hi, I am Ada.", "Ada"),
        ("こんにちは", "アダです", "アダさん"),
        ("Merhaba", "Merhaba, ben Ada.", "Ada"),
        ("こんにちは", "たっちゃんって呼んで", "たっちゃん！|たっちゃん、|たっちゃん。"),
    ],
)
async def test_it_greets_by_the_name_that_the_person_wants(greeting: str, told: str, name: str) -> None:
    answer = await said_to(greeting, said=(told,))

    assert any(one in answer for one in name.split("|"))
    assert "Ada L." not in answer


async def test_a_name_that_was_told_long_ago_is_found_among_the_facts() -> None:
    nickname = fact("everyone calls me Tess", slot="nickname", value="tess")

    assert "Tess" in await said_to("Hello!", facts=(nickname, fact("my name is Theresa", slot="name", value="theresa")))


@pytest.mark.ledger("ANI-10")
async def test_it_tells_a_tidy_profile_and_how_to_correct_it() -> None:
    facts = (fact("I live in Ghent"), fact("my name is Ada", slot="name", value="ada"))

    lines = (await said_to("What do you know about me?", facts=facts)).splitlines()

    assert lines[0] == "You are Ada. You told me “I live in Ghent” (21 November)."
    assert "forget that" in lines[-1]
    assert len(lines) == 2


@pytest.mark.ledger("ANI-10")
async def test_a_profile_holds_what_was_said_with_a_name_and_what_names_nobody_but_no_name_alone() -> None:
    more = fact("I am Ada, I run a small bakery in Ghent", slot="name", value="ada")
    nobody = replace(fact("大阪でカフェをやってます"), subject="")
    alone = replace(fact("ich bin Ada"), subject="")

    told = await said_to("What do you know about me?", facts=(more, nobody, alone))

    assert "a small bakery in Ghent" in told
    assert "カフェ" in told
    assert "ich bin" not in told


async def test_it_says_that_something_is_let_go_only_where_memory_did_so() -> None:
    done = await said_to("forget that I have a cat", effect=MemoryEffect(kind="forgot"))

    assert kind_of(done, "en") == "forget"
    assert kind_of(await said_to("forget that I have a cat"), "en") == "forget_what"


async def test_it_says_what_a_correction_has_changed_or_that_it_has_changed_nothing() -> None:
    changed = MemoryEffect(kind="corrected", told=("We meet on the 19th",), old="12th", new="19th")

    told = await said_to("sorry, the 19th", effect=changed)
    unclear = await said_to("sorry, the 19th", effect=MemoryEffect(kind="unclear_correction"))

    assert "12th → 19th" in told
    assert kind_of(unclear, "en") == "correct_what"


async def test_one_foreign_word_does_not_change_the_language_of_a_talk() -> None:
    assert kind_of(await said_to("hello", said=("Merhaba, ben Ada.", "İzmir'de yaşıyorum")), "tr")


@pytest.mark.parametrize(
    ("text", "name"), [("ben Zeynep", "Zeynep"), ("benim adım Elif", "Elif"), ("I'm Petra", "Petra")]
)
async def test_who_tells_their_name_is_welcomed_by_it(text: str, name: str) -> None:
    answer = await said_to(text)

    assert name in answer
    assert kind_of(answer, "tr" if text.startswith("ben") else "en") == "named"


async def test_boredom_is_no_good_news() -> None:
    answer = await said_to("canım sıkılıyor", said=("İzmir'de oturuyorum",))

    assert kind_of(answer, "tr") in ("smalltalk", "low")


async def test_what_somebody_asks_tells_no_name() -> None:
    answer = await said_to("Hello!", said=("call me Rub", "is Bolt here?"))

    assert "Rub" in answer


@each(
    ("text", "language", "kind"),
    [
        ("thanks a lot", "en", "thanks_nameless|thanks"),
        ("lol", "en", "reaction"),
        ("👍", "en", "reaction"),
        ("Goodbye", "en", "goodbye|goodbye_nameless"),
        ("How are you?", "en", "smalltalk_asked"),
        ("Tell me a joke", "en", "wish"),
        ("Please always answer in Dutch", "en", "wish"),
        ("what day is it today?", "en", "time"),
        ("help", "en", "help"),
        ("who are you?", "en", "about_anima"),
        ("I have a cat called Miso.", "en", "noted"),
        ("ありがとう", "ja", "thanks"),
        ("今何時？", "ja", "time"),
        ("冗談を言って", "ja", "wish"),
        ("teşekkürler", "tr", "thanks"),
        ("saat kaç?", "tr", "time"),
        ("bana bir fıkra anlat", "tr", "wish"),
        ("Danke schön", "de", "thanks"),
        ("Wie spät ist es?", "de", "time"),
        ("erzähl mir einen Witz", "de", "wish"),
        ("my dog is called Biscuit and he hates the postman", "en", "noted"),
        ("my cat died yesterday", "en", "grief"),
        ("meine Oma ist gestern gestorben", "de", "grief"),
        ("sınavı geçtim!!!", "tr", "joy"),
        ("祖母が亡くなりました", "ja", "grief"),
    ],
)
async def test_each_kind_of_message_has_its_short_answer_and_brings_no_memory(
    text: str, language: str, kind: str
) -> None:
    answer = await said_to(text, memory("my pin for the shed is 0917"))

    assert kind_of(answer, language) in kind.split("|")
    assert "0917" not in answer


async def test_the_time_is_told_in_one_zone_with_its_day() -> None:
    assert await said_to("what time is it?") == "It is 14:05 on Sunday, 22 November 2026 (UTC)."


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize(
    ("text", "sign"),
    [("Hello!", "offline"), ("こんにちは", "オフライン"), ("Merhaba", "çevrimdışı"), ("Guten Tag", "Offline")],
)
async def test_it_says_that_it_is_offline_at_the_beginning_and_not_in_every_answer(text: str, sign: str) -> None:
    assert sign in await said_to(text, is_first=True)
    assert sign not in await said_to(text)


@pytest.mark.parametrize(("said", "language"), [((), "en"), (("金沢に住んでます",), "ja")])
async def test_what_has_no_language_is_answered_in_that_of_the_talk_else_in_english(
    said: tuple[str, ...], language: str
) -> None:
    answer = await said_to("???", said=said)

    assert kind_of(answer, language)


@pytest.mark.ledger("ANI-10")
@pytest.mark.parametrize(
    ("wish", "kept"),
    [
        ("Remember that the tea is in the blue box.", "the tea is in the blue box"),
        ("alice, don't forget that Bob is on leave", "Bob is on leave"),
        ("お茶は青い箱にあると覚えておいて", "お茶は青い箱にある"),
        ("Unutma: çay mavi kutuda", "çay mavi kutuda"),
    ],
)
async def test_what_it_shall_remember_is_written_and_then_confirmed(wish: str, kept: str) -> None:
    (call,) = (await ask(wish, tools=(WRITE,))).tool_calls
    arguments = json.loads(call.arguments)
    confirmed = await ask(wish, tools=(WRITE,), since=done(call, "Written."))
    failed = await said_to(wish, tools=(WRITE,), since=done(call, "Error: the disk is full"))

    assert arguments["path"].startswith("knowledge/")
    assert kept in arguments["text"]
    assert kept in confirmed.text
    assert not confirmed.tool_calls
    assert "the disk is full" in failed


@pytest.mark.ledger("ANI-10")
async def test_the_notes_of_what_it_shall_forget_are_put_away_and_nothing_of_them_is_said() -> None:
    note = memory(
        "Ada asked me to remember: my cat is called Miso", kind="knowledge", path="knowledge/a.md", speaker=""
    )
    other = memory("The office closes at six", kind="knowledge", path="knowledge/b.md", speaker="")

    asked = await ask("Forget about my cat Miso", note, other, tools=(WRITE,))
    (call,) = asked.tool_calls
    forgot = MemoryEffect(kind="forgot")
    since = done(call, "Put away.")
    answer = await said_to("Forget about my cat Miso", note, tools=(WRITE,), since=since, effect=forgot)

    assert (json.loads(call.arguments)["path"], json.loads(call.arguments)["text"]) == ("knowledge/a.md", "")
    assert kind_of(answer, "en") == "forget"
    assert "Miso" not in answer


async def test_without_tools_it_does_not_pretend_to_write_notes() -> None:
    assert kind_of(await said_to("Remember that I am early"), "en") == "heard_only"


async def test_a_quiet_heartbeat_stays_quiet() -> None:
    assert await said_to("If there is nothing to do, answer HEARTBEAT_OK.") == "HEARTBEAT_OK"


def test_it_needs_no_network_and_no_library() -> None:
    code = (
        "import asyncio, socket, sys\n"
        "def refuse(*a, **k): raise OSError('network')\n"
        "socket.create_connection = socket.getaddrinfo = refuse\n"
        "import adapters.models.offline\n"
        "print([m for m in ('litellm', 'httpx', 'torch', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_every_language_says_everything() -> None:
    assert {frozenset(offline_words(code)) for code in LANGUAGES} == {frozenset(offline_words("en"))}


@given(st.text(max_size=400), st.text(max_size=40))
def test_of_any_text_something_short_is_quoted(text: str, asked: str) -> None:
    assert len(quotable(text, asked)) <= 160
