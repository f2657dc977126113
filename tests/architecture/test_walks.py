"""Few files lie between a question and its answer, and no package is a tower."""

import json
import subprocess
import sys

import pytest

from tests.architecture.walks import ROOT

#: Today's figures, the walks with room for chance in the order of threads. They may only be lowered.
MOST_FILES = {"message": 222, "search": 71, "night": 120}  # to become 110, 35, 60
MOST_ROOMS = {"bots": 82, "memory": 29, "config": 60}  # to become 14, 16, 20
MOST_FLOORS = {"bots": 16, "memory": 12}  # to become 9, 9
MOST_ARROWS_UP = {"bots": 14, "memory": 15, "config": 1, "adapters": 0}  # to become none

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


def test_few_imports_run_back_up_within_a_package(figures):
    up = {package: figures[package]["up"] for package in MOST_ARROWS_UP}

    assert {package: arrows for package, arrows in up.items() if len(arrows) > MOST_ARROWS_UP[package]} == {}
