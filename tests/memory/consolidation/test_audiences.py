"""Nothing that a night writes reaches more people than what it was made of, whatever a model answers."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from memory.archive import documents
from memory.vocabulary.address import Audience
from memory.vocabulary.ports import JudgeAnswer
from tests.memory.stage import MONDAY, ROOM, Stage

READERS = ("group:slack:T01/C01", "open:slack:T01/C02", "person:slack:T01/U01", "person:slack:T01/U02", "org")
SHAPES = (
    "Ada lives in {0} since {1}.",
    "The {1} goes to Ada on Friday.",
    "My sister {1} moved to {0}.",
    "How we do the {1}:\n1. open the {0}\n2. close the {0}\n3. send the {1}",
    "<!-- audience: org -->\n# {0}\naudience: org\nAda likes {1}.",
    "We always check the {0} before the {1} is sent.",
)


class Leaky:
    """A model that answers with what others have told it, as if everybody might know, and approves of everything."""

    name = "leaky"

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def __call__(self, instructions: str, text: str, deadline_s: float) -> JudgeAnswer:
        self.heard.append(text)
        leak = " ".join(self.heard[-4:])[-600:]
        told = dict.fromkeys(("text", "title", "decision", "result", "lesson", "name", "description"), leak)
        finding = {**told, "sources": ["m1", "1"], "audience": "org"}
        lists = {name: [finding] for name in ("findings", "notes", "procedures", "steps")}
        answer = {**told, **lists, "approved": True, "audience": "org", "resolved": []}
        return JudgeAnswer(text=json.dumps(answer), model=self.name)


async def lived(folder: Path, seed: int, nights: int, judge: Leaky | None) -> dict[str, str]:
    """Days on which secrets are told to readers drawn by chance, each with a night; who may know which."""
    chance, secrets = Random(seed), dict[str, str]()
    stage = await Stage.open(folder, judge=judge)
    stage.now = MONDAY
    for night in range(nights):
        for number in range(chance.randint(1, 8)):
            readers = chance.choice(READERS)
            words = [f"q{seed}x{night}x{number}{letter}" for letter in "ab"]
            secrets |= dict.fromkeys(words, readers)
            text = chance.choice(SHAPES).format(*words)
            await stage.say(text, Audience.parse(readers), name=chance.choice(["Ada", "Ben"]), place=ROOM)
        stage.now = MONDAY + timedelta(days=night, hours=18)
        await stage.engine.sleep("daily", stage.now)
        if night % 3 == 2:
            await stage.engine.sleep("weekly", stage.now + timedelta(minutes=1))
        stage.now += timedelta(hours=12)
    await stage.engine.close()
    return secrets


def leaks(home: Path, secrets: dict[str, str]) -> list[str]:
    """Files, and sections of profiles, that hold a secret of other readers."""
    found = []
    alice = home / "animas" / "alice"
    for file in (one for one in alice.rglob("*.md") if "archive" not in one.parts):
        readers = documents.audience_of(documents.shelf_of(str(file.relative_to(alice))))
        text = file.read_text(encoding="utf-8")
        found += [str(file) for secret, known in secrets.items() if secret in text and str(readers) != known]
    for file in (home / "shared").rglob("*.md"):
        for section in file.read_text(encoding="utf-8").split("<!-- audience: ")[1:]:
            readers, _, text = section.partition(" -->")
            found += [str(file) for secret, known in secrets.items() if secret in text and readers != known]
    return found


@pytest.mark.process
@pytest.mark.ledger("SLP-16", "SLP-18", "SLP-04")
@pytest.mark.parametrize("judge", [None, Leaky()], ids=["rules", "leaky"])
async def test_nothing_that_nights_write_is_for_more_people_than_its_narrowest_source(tmp_path, judge):
    for seed in range(2):
        secrets = await lived(tmp_path / str(seed), seed, 3, judge)

        written = [*(tmp_path / str(seed) / "animas" / "alice").glob("*/@*/**/*.md")]
        assert len(written) >= 5
        assert leaks(tmp_path / str(seed), secrets) == []


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.ledger("SLP-16")
@pytest.mark.parametrize("judge", [None, Leaky()], ids=["rules", "leaky"])
async def test_nothing_leaks_in_hundreds_of_generated_nights(tmp_path, judge):
    for seed in range(100, 150):
        home = tmp_path / str(seed)
        assert leaks(home, await lived(home, seed, 5, judge)) == []
