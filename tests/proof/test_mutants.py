"""Each place that asks who may read something is a mutant, and probes come out of the catalogues."""

from __future__ import annotations

import ast
import random
import subprocess
import sys

import pytest

from bots.commands.catalogue import COMMANDS
from bots.tools.tool_catalogue import TOOLS
from memory.vocabulary.address import Audience, audience_covers, readable_sources
from tests.proof import catalogues
from tests.proof.gates import ROOT, Switch, Switched, gates
from tests.proof.mutants import TOGETHER, mutants
from tests.proof.worlds import slack

LAYOUT = slack(random.Random(1))


def test_every_call_of_a_gate_has_a_name_of_its_own_that_does_not_tell_its_file() -> None:
    found = gates()

    assert len({gate.name for gate in found}) == len({(one.file, one.line, one.column) for one in found}) == len(found)
    assert {"Recall._readable", "board_log.standing_posts"} <= {gate.name for gate in found}


def test_gates_that_stand_twice_are_there_and_have_a_reason() -> None:
    known = {gate.name for gate in gates()}

    assert {*TOGETHER} | {other for other, _ in TOGETHER.values()} <= known == {*mutants()}
    assert all(reason for _, reason in TOGETHER.values())


def test_a_gate_is_built_in_with_its_switch_in_its_place_alone() -> None:
    tree = Switched({(1, 4): "here"}).visit(ast.parse("x = may_read(a, b) and not may_read(c, d)"))
    method = Switched({(1, 0): "there"}).visit(ast.parse("rooms.may_read(a, b)"))

    assert ast.unparse(tree) == "x = __gate__('here', may_read, a, b) and (not may_read(c, d))"
    assert ast.unparse(method) == "__gate__('there', rooms.may_read, a, b)"


async def test_an_open_gate_says_yes_and_a_closed_one_what_it_says() -> None:
    async def may_read(text: str, reader: str) -> bool:
        return False

    switch = Switch(opened=frozenset({"open"}))
    everybody, ada = ["person:a", "person:b"], Audience.parse("person:slack:T01/U01")

    assert switch.ask("open", readable_sources, everybody, ada) == frozenset(everybody)
    assert switch.ask("closed", readable_sources, everybody, ada) == frozenset()
    assert switch.ask("open", audience_covers, "nobody", ada) is True
    assert switch.ask("closed", audience_covers, "nobody", ada) is False
    assert await switch.ask("open", may_read, "a", "b") is True
    assert await switch.ask("closed", may_read, "a", "b") is False


def test_every_command_and_every_tool_is_asked_with_arguments_of_its_own() -> None:
    rng = random.Random(7)
    asked = [catalogues.command(rng, LAYOUT, one) for one in COMMANDS]
    used = [catalogues.tool(rng, LAYOUT, one) for one in TOOLS]

    assert all(text.startswith(one.name) for one, text in zip(COMMANDS, asked, strict=True))
    assert all(text.startswith(f"[[{one.name} {{") for one, text in zip(TOOLS, used, strict=True))


@pytest.mark.audit("A15")
@pytest.mark.ledger("AUD-01")
@pytest.mark.timeout(300)
def test_gates_that_are_taken_away_are_found_out() -> None:
    """A few of them; `python -m tests.proof --mutants` takes each of them away."""
    few = [
        "Surroundings._happened",
        "Recall._readable",
        "messaging_tools.read_dm_history.is_readable",
    ]
    command = [sys.executable, "-m", "tests.proof", "--mutants", "--only", ",".join(few), "--start", "600000"]
    found = subprocess.run([*command, "--worlds", "30"], cwd=ROOT, capture_output=True, text=True)

    assert f"{len(few)} of {len(few)} mutants found" in found.stdout, found.stdout + found.stderr
