"""Nothing needs the network: proved in a process of its own, as `doctor --offline` does."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.ledger("PLT-05", "ANI-10")
def test_everything_is_imported_and_an_anima_answers_with_the_network_refused():
    proof = subprocess.run(
        [sys.executable, "-m", "config.offline_proof"], cwd=ROOT, capture_output=True, text=True, timeout=100
    )

    told = json.loads(proof.stdout.splitlines()[-1])
    assert (told["attempts"], told["failed"]) == ([], {})
    assert told["answer"]
    assert not told["answer"].startswith("failed")
