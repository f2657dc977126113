"""The config's budgets reach priming."""

from datetime import UTC, datetime, timedelta

import pytest

from adapters.models.scripted import ScriptedModel
from bots.people.room_members import RoomMembership
from config.fleet.anima_assembly import FleetModels, FleetSetup, FleetTime, anima_of
from config.fleet.chat_models import spending_budget_of
from config.home import Home
from config.settings.config_schema import Config
from config.settings.redaction import Redaction
from memory.archive.files import Files
from memory.theories import tokens
from memory.vocabulary.address import Audience
from memory.vocabulary.cue import Cue
from memory.vocabulary.event import Event

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


async def nobody(*_):
    return None


@pytest.mark.ledger("PRI-06")
@pytest.mark.parametrize(
    ("priming", "least", "most"),
    [
        ({}, 1200, 1500),
        ({"budget_question": 300}, 200, 300),
        ({"dynamic_budget": False, "budget_question": 300}, 1900, 2800 + 300),
    ],
)
async def test_a_question_gets_as_much_as_the_config_says(tmp_path, priming, least, most):
    home = Home(tmp_path)
    home.make()
    site = FleetSetup(
config=Config.model_validate({"priming": priming}),
home=home,
time=FleetTime(clock=lambda: NOW),
announce=nobody,
adapters={},
checks=nobody,
models=FleetModels(by_anima={"alice": ScriptedModel([])}),
)  # fmt: skip
    purse = spending_budget_of(site.config, {}, site.time.clock, Files(site.home.path / "quarantine"))
    anima = await anima_of(site, "alice", RoomMembership(nobody, site.time.clock), Redaction(()), purse)
    told = []
    for number in range(150):
        at = NOW - timedelta(minutes=200 - number)
        meta = {"id": str(number), "audience": "org", "name": "Ada"}
        said = f"The harbour plan of week {number} is settled and was signed by everyone who had a say in it"
        told.append(Event(ts=at, type="message_received", content=said, meta=meta))
    await anima.engine.record_all(told)

    cue = Cue(text="What is the harbour plan of the week?", audience=Audience.parse("org"), now=NOW)
    primed = await anima.engine.prime(cue, deadline_s=30)
    await anima.engine.close()

    assert least <= sum(tokens.count_tokens(block.text) for block in primed.blocks) <= most
