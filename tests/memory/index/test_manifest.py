"""The manifest: what was closed in order, what was not, and what was touched since."""

from __future__ import annotations

import pytest

from memory.index.manifest import NAME, Manifest, State

pytestmark = pytest.mark.ledger("LOG-12")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "text.sqlite3").write_bytes(b"text")
    (tmp_path / "chroma" / "segment").mkdir(parents=True)
    (tmp_path / "chroma" / "segment" / "data.bin").write_bytes(b"data")
    return tmp_path


@pytest.mark.parametrize("part", ["text.sqlite3", "chroma"])
def test_what_was_signed_is_as_it_was_once(folder, part):
    Manifest(folder).sign(part)

    assert Manifest(folder).take(part) is State.SIGNED
    assert Manifest(folder).take(part) is State.UNSIGNED


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
    manifest = Manifest(folder)
    manifest.sign("text.sqlite3")
    manifest.sign("chroma")
    touch(folder)

    assert manifest.take("chroma") is State.CHANGED
    assert manifest.take("text.sqlite3") is State.SIGNED


def test_a_journal_that_appears_beside_a_database_is_a_change(folder):
    Manifest(folder).sign("text.sqlite3")
    (folder / "text.sqlite3-wal").write_bytes(b"somebody else's")

    assert Manifest(folder).take("text.sqlite3") is State.CHANGED


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"text.sqlite3": {}, "whole": "x"}', b"\xff" * 40])
def test_a_damaged_manifest_says_nothing(folder, content):
    Manifest(folder).sign("text.sqlite3")
    (folder / NAME).write_bytes(content)

    assert Manifest(folder).take("text.sqlite3") is State.UNSIGNED
