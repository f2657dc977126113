"""`dream` and `dream undo`: a night by hand, in the words of a command line and of a chat."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.bots.commands.admin_double import MEMBER, OWNER, AdminDouble
from tests.bots.commands.test_commands import say
from tests.memory.consolidation.test_night import fact, form
from tests.memory.stage import PRIVATE, TEAM, Stage


@pytest.mark.ledger("SLP-16", "SLP-17")
async def test_a_night_is_tried_slept_told_and_undone_by_commands(tmp_path):
    stage = await Stage.open(tmp_path, forms=False)
    form(stage, fact(stage, 1, "porto", days=40), fact(stage, 2, "ghent", days=3))
    admin = AdminDouble(engine=stage.engine)
    when = (stage.now + timedelta(hours=1)).isoformat()

    planned = await say(f"dream alice --dry-run --now {when}", admin=admin)
    slept = await say(f"dream alice --now {when}", admin=admin)
    status = await say("status", admin=admin)
    undone = await say("dream undo alice", admin=admin)
    nothing = await say("dream undo alice", admin=admin)
    wrong = await say("dream alice --now soon", admin=admin)
    await stage.engine.close()

    assert "would sleep (daily-2026-11-16): 1 dormant" in planned.text
    assert "slept (daily-2026-11-16): 1 dormant" in slept.text
    assert "replaced by fact:0000000000000002" in slept.text
    assert slept.data["counts"] == {"dormant": 1}
    assert "daily-2026-11-16 (done): 1 dormant" in status.text
    assert "has undone a night" in undone.text
    assert not nothing.ok
    assert not wrong.ok


async def test_in_a_chat_a_night_tells_numbers_and_no_reasons(tmp_path):
    stage = await Stage.open(tmp_path, forms=False)
    form(stage, fact(stage, 1, "porto", days=40), fact(stage, 2, "ghent", days=3))
    asker = type(MEMBER)(person=MEMBER.person, role=OWNER.role, audience=str(TEAM), place=MEMBER.place)
    other = type(MEMBER)(person=MEMBER.person, role=OWNER.role, audience=str(PRIVATE), place=MEMBER.place)

    elsewhere = await say("dream alice", other, AdminDouble(engine=stage.engine))
    told = await say("dream alice", asker, AdminDouble(engine=stage.engine))
    await stage.engine.close()

    assert "1 dormant" in told.text
    assert "nothing to change" in elsewhere.text
    assert "fact:" not in told.text
    assert "steps" not in told.data
