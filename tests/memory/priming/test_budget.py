"""Budgets: never more than there is, nothing left unused while somebody has something to say."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.recall.priming.channel import (
    HEARTBEAT_ACTIVITY,
    USUAL_BUDGETS,
    Offer,
    OfferedItem,
    PrimingBudgets,
    PrimingChannel,
    PrimingSituation,
    budget_shares,
)
from memory.recall.priming.channels import all_channels
from memory.recall.priming.prime_channels import prime
from memory.theories import tokens
from memory.vocabulary.address import Audience
from memory.vocabulary.cue import Cue
from tests.memory.stage import TEAM, Stage, here

NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
TEXTS = {"greeting": "Hi!", "question": "What is it?", "request": "Please write it", "heartbeat": "heartbeat"}
SIZES = {
    "important": 300,
    "sender_profile": 500,
    "recent_activity": 1300,
    "related_knowledge": 700,
    "skills": 200,
    "resolutions": 100,
}
ITEM = tokens.count_tokens("word " * 10) + 1
RETRIEVING = ("related_knowledge", "skills")


class Nowhere:
    """Sources that are never asked."""

    async def recalled(self, cue, kinds):
        raise AssertionError

    able = important = happened = noted = profile = resolved = None


def saying(words):
    """The real channels' sizes, each with so many words to say in items of ten."""

    def channel(name, size):
        async def offer(situation):
            items = [OfferedItem(text="word " * 10, position=at) for at in range(words.get(name, 0) // 10)]
            return Offer(channel=name, items=items)

        return PrimingChannel(name=name, tokens=size, retrieves=name in RETRIEVING, offer=offer)

    return [channel(name, size) for name, size in SIZES.items()]


async def said(kind, words, budget=None, budgets=USUAL_BUDGETS):
    activation = "heartbeat" if kind == "heartbeat" else "message"
    cue = Cue(text=TEXTS[kind], audience=Audience.parse("org"), now=NOW, activation=activation)
    primed = await prime(PrimingSituation(cue=cue, zone=UTC), saying(words), budget, 5, budgets)
    assert primed.message_type == kind
    return primed.blocks


def spent_by(blocks):
    """Tokens by channel, an item with its line break."""
    return {block.channel: ITEM * len(block.text.splitlines()) for block in blocks}


@pytest.mark.ledger("PRI-02", "PRI-03", "PRI-04", "PRI-05", "PRI-06")
def test_the_channels_have_their_usual_sizes():
    assert {channel.name: channel.tokens for channel in all_channels(Nowhere())} == SIZES


kinds, much = st.sampled_from(sorted(TEXTS)), st.dictionaries(st.sampled_from(sorted(SIZES)), st.integers(0, 3000))


@pytest.mark.ledger("PRI-06")
@given(kinds, much, st.integers(0, 4000))
async def test_no_more_is_said_than_the_budget(kind, words, budget):
    spent = sum(tokens.count_tokens(block.text) for block in await said(kind, words, budget))
    floor = HEARTBEAT_ACTIVITY if kind == "heartbeat" else 0

    assert spent <= budget + floor


@pytest.mark.ledger("PRI-06")
@given(kinds, much)
async def test_what_one_channel_leaves_knowledge_takes_and_then_activity(kind, words):
    spent = spent_by(await said(kind, {**words, "related_knowledge": 9000, "recent_activity": 9000}))
    total = USUAL_BUDGETS.total(kind, ())

    # An item of ten words that does not fit any more is all that may be left; activity has what knowledge leaves.
    assert sum(spent.values()) > total - 2 * ITEM
    if kind in ("question", "request"):
        # Whatever the others had to say, activity has no more than its share: the rest went to knowledge.
        assert spent["recent_activity"] <= budget_shares(saying({}), kind, total)["recent_activity"]


@pytest.mark.ledger("PRI-06")
@given(st.integers(0, 3099))
def test_under_the_sum_of_the_channels_all_shrink_alike(total):
    given_ = budget_shares(saying({}), "request", total)

    for name, size in SIZES.items():
        assert size * total / 3100 - 1 < given_[name] <= size * total / 3100


@pytest.mark.ledger("PRI-06")
@pytest.mark.parametrize(("kind", "total"), [("greeting", 500), ("question", 1500), ("request", 3000)])
async def test_the_budget_is_that_of_the_message(kind, total):
    plenty = dict.fromkeys(SIZES, 5000)

    spent = spent_by(await said(kind, plenty))

    assert total - 2 * ITEM < sum(spent.values()) <= total


@pytest.mark.ledger("PRI-06")
async def test_the_config_may_name_other_budgets_and_switch_them_off():
    plenty = dict.fromkeys(SIZES, 5000)

    small = spent_by(await said("question", plenty, budgets=PrimingBudgets(question=200)))
    fixed = spent_by(await said("question", plenty, budgets=PrimingBudgets(dynamic=False)))

    assert sum(small.values()) <= 200 + ITEM  # one of them is cut
    assert 3100 - 2 * ITEM < sum(fixed.values()) <= 3100
    assert all(fixed[name] <= size for name, size in SIZES.items() if name != "related_knowledge")


@pytest.mark.ledger("LOG-04")
async def test_a_heartbeat_sees_four_hundred_tokens_of_activity():
    spent = spent_by(await said("heartbeat", dict.fromkeys(SIZES, 5000)))

    assert HEARTBEAT_ACTIVITY - ITEM < spent["recent_activity"] <= HEARTBEAT_ACTIVITY


@pytest.mark.ledger("PRI-09")
async def test_what_is_too_unsure_to_be_said_is_told_to_who_asks(tmp_path):
    stage = await Stage.open(tmp_path)
    await stage.engine.write("knowledge/boat.md", "The boat is old.", TEAM, "noted")
    await stage.say("The harbour master, the lighthouse and the pilot are on holiday in August")

    cue = stage.cue("Are harbour master, lighthouse, pilot or boat on holiday in August?", key="t1")
    primed = await stage.engine.prime(cue)
    await stage.engine.answered(cue, primed, "All of them.")

    assert [one.path for one in primed.withheld] == [here("knowledge/boat.md")]
    assert "boat is old" not in "".join(block.text for block in primed.blocks)
    (log,) = (tmp_path / "animas" / "alice" / "memory_log").iterdir()
    assert f'"type":"withheld","key":"t1/withheld","ids":["{here("knowledge/boat.md")}"]' in log.read_text()
    await stage.engine.close()
