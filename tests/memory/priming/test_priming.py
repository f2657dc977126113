"""Budgets, kinds of messages, the deadline, and what recent activity looks like."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.recall.priming.channel import (
    USUAL_BUDGETS,
    Offer,
    OfferedItem,
    PrimingChannel,
    PrimingSituation,
    budget_shares,
)
from memory.recall.priming.channels import recent_activity_channel
from memory.recall.priming.injection_rules import is_question, is_worth_a_search, message_type
from memory.recall.priming.prime_channels import prime
from memory.theories import tokens
from memory.vocabulary.address import Audience
from memory.vocabulary.cue import Cue
from memory.vocabulary.event import Event
from tests.each import each

NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
ROOM = Audience.parse("group:slack:T01/C01")


def cue(text, activation="message"):
    return Cue(text=text, audience=ROOM, now=NOW, activation=activation)


def told(events, budget=1300):
    """What recent activity tells of the events."""

    async def happened(cue):
        return events, pointer

    async def noted(cue):
        return []

    offer = asyncio.run(
        recent_activity_channel(happened, noted).offer(PrimingSituation(cue=cue(""), zone=UTC, budget=budget))
    )
    return offer.block(budget)[0].text


def channel(name, size, said=(), delay=0.0, fails=False, retrieves=False):
    async def offer(situation):
        if fails:
            raise RuntimeError("no")
        await asyncio.sleep(delay)
        return Offer(channel=name, items=[OfferedItem(text=text, position=at) for at, text in enumerate(said)])

    return PrimingChannel(name=name, tokens=size, retrieves=retrieves, offer=offer)


FOUR = (
    channel("sender_profile", 500),
    channel("recent_activity", 1300),
    channel("related_knowledge", 700, retrieves=True),
    channel("skills", 200, retrieves=True),
)


def situation(text="What is it?"):
    return PrimingSituation(cue=cue(text), zone=UTC)


@pytest.mark.ledger("PRI-07")
@each(
    ("text", "expected"),
    [
        ("Hi!", "greeting"),
        ("Good morning 🌞", "greeting"),
        ("おはようございます！", "greeting"),
        ("Günaydın", "greeting"),
        ("thanks!!", "greeting"),
        ("What is the capital?", "question"),
        ("Do you remember what Ada said?", "question"),
        ("Can you tell me when it starts?", "question"),
        ("会議はいつですか", "question"),
        ("Toplantı ne zaman?", "question"),
        ("The build is red.", "question"),
        ("Please write the report", "request"),
        ("alice, fix the build", "request"),
        ("Could you send it to Bob?", "request"),
        ("レポートを書いてください", "request"),
        ("Lütfen raporu yaz", "request"),
    ],
)
def test_messages_are_sorted_by_rules(text, expected):
    assert message_type(cue(text)) == expected


def test_what_wakes_the_anima_counts_more_than_its_words():
    assert message_type(cue("Hi", "heartbeat")) == "heartbeat"
    assert message_type(cue("Hi", "cron")) == "request"
    assert is_worth_a_search(cue("Hi", "heartbeat"))


@pytest.mark.parametrize("text", ["Where is it", "どこにありますか", "Geliyor mu", "really?"])
def test_a_question_is_known_without_its_mark(text):
    assert is_question(text)


@pytest.mark.ledger("PRI-08")
@each("text", ["ok", "/anima why", "了解です", "tamam", "", "!!!", "Yes."])
def test_assent_and_commands_are_not_worth_a_search(text):
    assert not is_worth_a_search(cue(text))


@pytest.mark.ledger("PRI-06")
def test_a_question_gives_sixty_per_cent_to_knowledge_and_the_others_shrink_alike():
    assert budget_shares(FOUR, "question", 1500) == {
        "related_knowledge": 900,
        "sender_profile": 150,
        "recent_activity": 390,
        "skills": 60,
    }


@pytest.mark.ledger("PRI-06", "LOG-04")
def test_a_heartbeat_sees_four_hundred_tokens_of_activity_whatever_its_budget_is():
    assert budget_shares(FOUR, "heartbeat", 200)["recent_activity"] == 400


def test_a_request_gives_everyone_the_usual():
    assert budget_shares(FOUR, "request", 3000)["recent_activity"] == 1300


@given(st.sampled_from(["greeting", "question", "request"]), st.integers(0, 5000))
def test_shares_never_exceed_the_budget(kind, total):
    assert sum(budget_shares(FOUR, kind, total).values()) <= total


@pytest.mark.ledger("PRI-06")
async def test_what_the_others_leave_goes_to_knowledge_first():
    long = ["word " * 40] * 100
    channels = (
        channel("sender_profile", 500),
        channel("recent_activity", 1300, long),
        channel("related_knowledge", 700, long),
    )

    primed = await prime(situation("Please do it"), channels)

    assert tokens.count_tokens(primed.text("related_knowledge")) > 700 + 300
    assert sum(tokens.count_tokens(block.text) for block in primed.blocks) <= USUAL_BUDGETS.request


@pytest.mark.ledger("PRI-01")
async def test_a_channel_that_is_late_or_fails_is_left_out_and_named():
    channels = (
        channel("sender_profile", 500, ["here"]),
        channel("recent_activity", 1300, ["late"], delay=5),
        channel("skills", 200, fails=True),
    )

    primed = await prime(situation(), channels, deadline_s=0.03)

    assert set(primed.late) == {"recent_activity", "skills"}
    assert [block.text for block in primed.blocks] == ["here"]
    assert primed.elapsed_ms < 1000


async def test_an_explicit_budget_holds():
    primed = await prime(situation(), (channel("related_knowledge", 700, ["x" * 39] * 50),), budget=100)

    assert 50 < tokens.count_tokens(primed.text("related_knowledge")) <= 100


def event(minute, type="message_received", content="", audience="person:slack:T01/U01", **more):
    meta = {"id": str(minute), "audience": audience, "name": "Ada", **more.pop("meta", {})}
    sender = more.pop("sender", "slack:T01/U01")
    return Event(ts=NOW + timedelta(minutes=minute), type=type, content=content, sender=sender, meta=meta, **more)


def pointer(event):
    return f"activity_log/2026-11-20.jsonl#L{event.ts:%H%M%S}"


@pytest.mark.ledger("LOG-05", "LOG-06")
def test_a_talk_with_one_peer_is_one_group_with_a_topic_and_a_pointer():
    answer = event(1, "response_sent", "Green.", sender="alice", recipient="slack:T01/U01")
    talk = [event(0, content="Is the build green?"), answer, event(40, content="And now?")]

    assert told(talk) == (
        "[10:00-10:01] DM Ada: Is the build green?\n"
        "  MSG< Ada: Is the build green?\n"
        "  MSG> Green.\n"
        "  -> activity_log/2026-11-20.jsonl#L100000-L100100\n"
        "[10:40-10:40] DM Ada: And now?\n"
        "  MSG< Ada: And now?\n"
        "  -> activity_log/2026-11-20.jsonl#L104000"
    )


@pytest.mark.ledger("LOG-05")
def test_heartbeats_jobs_and_everything_else_have_their_line():
    events = [
        event(0, "heartbeat_start", "", sender=""),
        event(2, "heartbeat_end", summary="All quiet", sender=""),
        event(3, "cron_executed", "ran", sender="", meta={"task": "backup", "exit": 0}),
        event(4, content="Hello\nall", audience=str(ROOM)),
        event(5, "tool_use", "searched", sender="", tool="search_memory"),
        event(6, "something_new", "odd", sender=""),
    ]

    assert told(events).splitlines() == [
        "[10:00-10:02] HB: All quiet",
        "[10:03] CRON backup: exit=0",
        "[10:04] MSG< Ada: Hello all",
        "[10:05] TOOL search_memory: searched",
        "[10:06] SOMETH odd",
    ]


@pytest.mark.ledger("LOG-06")
def test_a_long_event_is_cut_and_pointed_at():
    line = told([event(0, content="x" * 300, audience=str(ROOM))])

    assert line == f"[10:00] MSG< Ada: {'x' * 200}… (-> activity_log/2026-11-20.jsonl)"


@pytest.mark.ledger("AUD-04")
def test_the_words_of_a_guest_are_labelled():
    line = told([event(0, content="Hi", audience=str(ROOM), meta={"trust": "guest"})])

    assert line == "[10:00] MSG< Ada (guest): Hi"


@pytest.mark.ledger("LOG-04")
def test_the_newest_activity_wins_the_budget():
    events = [event(n, content=f"number {n}", audience=str(ROOM)) for n in range(50)]

    lines = told(events, budget=60).splitlines()

    assert lines[-1].endswith("number 49")
    assert 3 < len(lines) < 12
