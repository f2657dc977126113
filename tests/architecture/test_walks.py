"""Few files lie between a question and its answer, and no package is a tower."""

import json
import subprocess
import sys

import pytest

from tests.architecture.test_pages import FILE
from tests.architecture.walks import PACKAGES, ROOT

#: The message with room for chance in the order of threads. They may only be lowered.
MOST_FILES = {"message": 130, "search": 41, "night": 60}  # to become 110, 35, 60
BESIDE = {"bots/fleet/connections.py"}  # at work beside every message: whether a walk sees it is chance
MOST_ROOMS = {"bots": 14, "memory": 16, "config": 20}
MOST_FLOORS = {"bots": 9, "memory": 9}

pytestmark = pytest.mark.timeout(180)


@pytest.fixture(scope="module")
def figures():
    script = "import json; from tests.architecture import walks; print(json.dumps(walks.figures()))"
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout.splitlines()[-1])


def test_a_message_a_search_and_a_night_pass_few_files(figures):
    passed = {name: len(figures[name]["files"]) for name in MOST_FILES}

    assert {name: (n, MOST_FILES[name]) for name, n in passed.items() if not 0 < n <= MOST_FILES[name]} == {}


@pytest.mark.parametrize(("figure", "most"), [("rooms", MOST_ROOMS), ("floors", MOST_FLOORS)])
def test_a_package_has_few_rooms_on_few_floors(figures, figure, most):
    found = {package: figures[package][figure] for package in most}

    assert {package: (n, most[package]) for package, n in found.items() if n > most[package]} == {}


def test_no_import_runs_back_up_within_a_package(figures):
    assert {package: figures[package]["up"] for package in PACKAGES if figures[package]["up"]} == {}


def test_the_architecture_names_every_step_that_every_message_passes(figures):
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = FILE.findall(page.partition("## Every step of a message")[2].partition("\n## ")[0])
    passed = figures["message"]["files"]
    steps = {file for file in passed if file.startswith(("bots/", "adapters/slack/"))} - BESIDE

    assert steps - set(named) == set()
    assert {file for file in named if file.endswith(".py")} - set(passed) == set()
