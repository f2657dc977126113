"""Which embedder is chosen, and what is said of it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adapters.models.embedders import source
from adapters.models.embedders.student import multilingual_name
from config import embedder_choice
from config.command_line.config_command import run_config_command
from config.diagnostics import examine
from config.home import Home
from config.settings.config_schema import Config, Rag
from config.settings.load import Loaded

pytestmark = pytest.mark.ledger("RET-01")

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _no_hub(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setenv("ANIMA_MODELS", str(tmp_path / "models"))


BUNDLED = multilingual_name("minilm-l6-v2/int8")


def chosen(tmp_path, **rag):
    return embedder_choice.choose(Config(rag=Rag(**rag)), Home(tmp_path))


def names(choice):
    return [one.name for one in choice.candidates]


def in_the_hub(tmp_path, owner, name):
    kept = tmp_path / "hub" / f"models--{owner}--{name}"
    shutil.copytree(source.minilm().folder, kept / "snapshots" / "abc")
    (kept / "refs").mkdir()
    (kept / "refs" / "main").write_text("abc")


def test_without_a_multilingual_model_the_bundled_one_is_taken_and_the_words_stand_behind_it(tmp_path):
    choice = chosen(tmp_path)

    assert names(choice) == [BUNDLED, "hashed-384"]
    assert choice.name == BUNDLED
    assert "intfloat/multilingual-e5-small" in choice.advice


def test_the_multilingual_model_goes_first_where_it_is_on_the_machine(tmp_path):
    in_the_hub(tmp_path, "intfloat", "multilingual-e5-small")

    choice = chosen(tmp_path)

    assert names(choice)[0].partition("@")[0] == "multilingual-e5-small"
    assert (choice.ok, choice.advice) == (True, "")


@pytest.mark.parametrize("rag", [{"enabled": False}, {"embedding_model": "none"}])
def test_recall_goes_by_words_where_the_config_wants_it(tmp_path, rag):
    choice = chosen(tmp_path, **rag)

    assert (choice.name, choice.embedder()) == ("lexical", None)


def test_the_hashed_one_can_be_asked_for(tmp_path):
    assert names(chosen(tmp_path, embedding_model="hashed")) == ["hashed-384"]


def test_a_folder_can_be_named(tmp_path):
    choice = chosen(tmp_path, embedding_model=str(source.minilm().folder))

    assert choice.ok is True
    assert names(choice)[0].endswith("/int8")


def test_what_is_named_and_not_here_is_said_and_the_next_one_goes_on(tmp_path):
    choice = chosen(tmp_path, embedding_model="acme/unheard-of")

    assert (choice.ok, names(choice)) == (False, [BUNDLED, "hashed-384"])
    assert '"acme/unheard-of" cannot be had' in choice.finding


def test_config_check_fails_for_a_model_that_is_not_here(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"version": 1, "rag": {"embedding_model": "acme/unheard-of"}}))
    said = []

    code = run_config_command(
        "check", Home(tmp_path), lambda stream, text: said.append(text), as_json=False, who="console:root"
    )

    assert code == 1
    assert said[0].startswith('rag.embedding_model: "acme/unheard-of" — a model whose weights')


async def test_doctor_tells_the_embedder_and_what_to_do(tmp_path):
    config = Config(rag=Rag(embedding_model="acme/unheard-of"))

    checks = await examine(Home(tmp_path), Loaded(config=config), offline=False)

    recall = next(one for one in checks if one.subject == "recall")
    assert recall.ok is False
    assert BUNDLED in recall.finding
    assert "hub's cache" in recall.advice


def test_choosing_imports_nothing_heavy(tmp_path):
    script = (
        "import sys; from pathlib import Path; from config.embedder_choice import choose;"
        "from config.settings.config_schema import Config;"
        f"from config.home import Home; choose(Config(), Home(Path({str(tmp_path)!r}))).embedder();"
        "print([one for one in ('numpy', 'torch', 'onnxruntime', 'tokenizers', 'transformers') if one in sys.modules])"
    )

    said = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    assert said.stdout.strip() == "[]"
