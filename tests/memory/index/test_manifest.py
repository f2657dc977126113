"""The manifest: what was closed in order, what was not, and what was touched since."""

from __future__ import annotations

import pytest

from memory.index.database import MANIFEST_NAME, IndexManifest, ManifestState

pytestmark = pytest.mark.ledger("LOG-12")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "text.sqlite3").write_bytes(b"text")
    (tmp_path / "chroma" / "segment").mkdir(parents=True)
    (tmp_path / "chroma" / "segment" / "data.bin").write_bytes(b"data")
    return tmp_path


@pytest.mark.parametrize("part", ["text.sqlite3", "chroma"])
def test_what_was_signed_is_as_it_was_once(folder, part):
    IndexManifest(folder).sign(part)

    assert IndexManifest(folder).take(part) is ManifestState.SIGNED
    assert IndexManifest(folder).take(part) is ManifestState.UNSIGNED


@pytest.mark.parametrize(
    "touch",
    [
        lambda folder: (folder / "chroma" / "segment" / "data.bin").write_bytes(b"dato"),
        lambda folder: (folder / "chroma" / "segment" / "data.bin").unlink(),
        lambda folder: (folder / "chroma" / "more.bin").write_bytes(b""),
    ],
    ids=["flipped", "deleted", "added"],
)
def test_what_was_touched_since_is_changed_and_the_other_parts_are_not(folder, touch):
    manifest = IndexManifest(folder)
    manifest.sign("text.sqlite3")
    manifest.sign("chroma")
    touch(folder)

    assert manifest.take("chroma") is ManifestState.CHANGED
    assert manifest.take("text.sqlite3") is ManifestState.SIGNED


def test_a_journal_that_appears_beside_a_database_is_a_change(folder):
    IndexManifest(folder).sign("text.sqlite3")
    (folder / "text.sqlite3-wal").write_bytes(b"somebody else's")

    assert IndexManifest(folder).take("text.sqlite3") is ManifestState.CHANGED


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"text.sqlite3": {}, "whole": "x"}', b"\xff" * 40])
def test_a_damaged_manifest_says_nothing(folder, content):
    IndexManifest(folder).sign("text.sqlite3")
    (folder / MANIFEST_NAME).write_bytes(content)

    assert IndexManifest(folder).take("text.sqlite3") is ManifestState.UNSIGNED
