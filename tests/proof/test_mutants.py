"""Each place that asks who may read something is a mutant, and probes come out of the catalogues."""

from __future__ import annotations

import ast
import random
import subprocess
import sys

import pytest

from bots.commands.catalogue import COMMANDS
from bots.tools.tool_catalogue import TOOLS
from tests.proof import catalogues
from tests.proof.mutants import ROOT, TOGETHER, _Yes, places
from tests.proof.worlds import slack

LAYOUT = slack(random.Random(1))


def test_every_call_of_a_gate_is_a_place_of_its_own() -> None:
    found = places()

    assert (
        len({place.name for place in found}) == len({(one.file, one.line, one.column) for one in found}) == len(found)
    )
    assert {"memory/recall/pipeline.py::Recall._readable", "bots/rooms/board_log.py::standing"} <= {
        place.name for place in found
    }


def test_gates_that_stand_twice_are_there_and_have_a_reason() -> None:
    known = {place.name for place in places()}

    assert {*TOGETHER} | {one for others, _ in TOGETHER.values() for one in others} <= known
    assert all(reason for _, reason in TOGETHER.values())


@pytest.mark.parametrize(
    ("source", "mutated"),
    [
        ("x = covers(a, b) and not covers(c, d)", "x = True and (not covers(c, d))"),
        ("x = readable(names, present, rooms)", "x = frozenset(names)"),
    ],
)
def test_a_mutant_says_yes_in_its_place_alone(source: str, mutated: str) -> None:
    assert ast.unparse(_Yes({(1, 4)}).visit(ast.parse(source))) == mutated


def test_every_command_and_every_tool_is_asked_with_arguments_of_its_own() -> None:
    rng = random.Random(7)
    asked = [catalogues.command(rng, LAYOUT, one) for one in COMMANDS]
    used = [catalogues.tool(rng, LAYOUT, one) for one in TOOLS]

    assert all(text.startswith(one.name) for one, text in zip(COMMANDS, asked, strict=True))
    assert all(text.startswith(f"[[{one.name} {{") for one, text in zip(TOOLS, used, strict=True))


@pytest.mark.audit("A15")
@pytest.mark.ledger("AUD-01")
@pytest.mark.timeout(300)
def test_a_list_of_calls_that_is_told_to_everybody_is_found_out() -> None:
    command = [sys.executable, "-m", "tests.proof", "--mutants", "--only", "bots/commands/known_people.py::_listed"]
    found = subprocess.run([*command, "--start", "0", "--worlds", "20"], cwd=ROOT, capture_output=True, text=True)

    assert "1 of 1 mutants found" in found.stdout, found.stdout + found.stderr
