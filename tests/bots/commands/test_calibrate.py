"""`memory calibrate`, asked of a real memory."""

from __future__ import annotations

import pytest

from adapters.models.embedders.hashed import Hashed
from bots.commands.access import carry_out_command
from bots.commands.catalogue import COMMANDS
from bots.people.trust_policy import Asker, Role
from memory.engine import MemoryEngine
from memory.index.calibration import calibration_of, shipped_calibrations
from tests.bots.commands.admin_double import AdminDouble

pytestmark = pytest.mark.ledger("RET-04")

OWNER = Asker(person="console:ada", role=Role.OWNER, audience="person:console:ada")


async def said(directory, embedder):
    engine = await MemoryEngine.open(directory, embedder)
    answer = await carry_out_command(COMMANDS, AdminDouble(engine=engine), OWNER, ["memory", "calibrate", "alice"])
    await engine.close()
    return answer


async def test_it_fits_keeps_and_tells_the_calibration_of_each_language(tmp_path):
    answer = await said(tmp_path / "animas" / "alice", Hashed())

    assert answer.ok
    assert set(answer.data["languages"]) == {"all", "en", "ja", "tr"}
    assert (tmp_path / "models" / "calibrations.json").exists()
    for language, scale in shipped_calibrations()["hashed-384"].items():
        fitted = calibration_of("hashed-384", tmp_path / "models", language)
        assert [x for x, _ in fitted.knots] == pytest.approx([x for x, _ in scale.knots], abs=1e-3)


async def test_without_an_embedder_it_says_that_there_is_nothing_to_fit(tmp_path):
    answer = await said(tmp_path / "animas" / "alice", None)

    assert (answer.ok, answer.text) == (False, "Recall goes by words here: there is nothing to calibrate.")
