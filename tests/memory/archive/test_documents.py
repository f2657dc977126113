from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.archive import documents
from memory.archive.documents import DEFAULT_HEADS, DOCUMENT_KINDS, Documents
from memory.archive.files import Files, UnsafePath
from memory.archive.json_lines import Quarantine, Storage
from tests.memory.archive.stage import NOON, write

PATH = "knowledge/refunds.md"
FIELDS = {"confidence": 0.9, "audience": "org", "source_episodes": ["episodes/2026-11-20.md"]}


@pytest.fixture
def shelf(tmp_path) -> Documents:
    return Documents(
        tmp_path / "alice", lambda: NOON, Storage(quarantine=Quarantine(files=Files(tmp_path / "quarantine")))
    )


def put(tmp_path, content: bytes, path: str = PATH) -> None:
    file = tmp_path / "alice" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def kept(tmp_path) -> list[bytes]:
    return [path.read_bytes() for path in (tmp_path / "quarantine").glob("*")]


@pytest.mark.ledger("FOR-22")
def test_a_document_reads_back_with_the_fields_of_its_kind(shelf, tmp_path) -> None:
    written = write(tmp_path / "alice", PATH, FIELDS, "# Refunds\n\nWithin 30 days.\n", expects="")

    document = shelf.read(PATH)
    assert written.applied
    assert written.version == document.version
    assert (document.body, document.title, document.kind) == ("# Refunds\n\nWithin 30 days.\n", "Refunds", "knowledge")
    stamps = {"created_at": NOON.isoformat(), "updated_at": NOON.isoformat()}
    assert document.meta == {**DEFAULT_HEADS["knowledge"], **FIELDS, **stamps}


@pytest.mark.ledger("FOR-23")
def test_a_procedure_knows_how_often_it_worked_and_whether_it_is_protected(shelf, tmp_path) -> None:
    fields = {"description": "deploy", "success_count": 3, "failure_count": 1, "auto_distilled": True, "trust": "owner"}
    write(tmp_path / "alice", "procedures/deploy.md", fields, "1. Push.\n", expects="")

    meta = shelf.read("procedures/deploy.md").meta

    assert {key: meta[key] for key in fields} == fields
    assert (meta["confidence"], meta["protected"], meta["version"], meta["audience"]) == (0.5, False, 1, "")
    assert meta["created_at"] == meta["updated_at"] == NOON.isoformat()


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.ledger("FOR-22")
@settings(max_examples=80, deadline=None)
@given(meta=st.dictionaries(st.text(max_size=9), values, max_size=4), body=st.text(max_size=99))
def test_what_is_rendered_is_parsed_again(meta, body) -> None:
    head, text = documents.split_frontmatter(documents.render_frontmatter(meta, body))

    assert documents.parse_frontmatter(head) == meta
    assert text == body.lstrip("\r\n")


@pytest.mark.ledger("FOR-24")
@pytest.mark.parametrize("kind", DOCUMENT_KINDS)
def test_a_file_without_frontmatter_gets_it(shelf, tmp_path, kind) -> None:
    put(tmp_path, b"Just a note.\n---\nwith a rule\n", f"{kind}/note.md")

    document = shelf.read(f"{kind}/note.md")
    assert document.meta == DEFAULT_HEADS[kind]
    assert document.problem == ""

    write(tmp_path / "alice", document.path, {}, document.body, expects=document.version)

    assert (tmp_path / "alice" / kind / "note.md").read_text().startswith("---\n")
    assert shelf.read(document.path).body == "Just a note.\n---\nwith a rule\n"
    assert kept(tmp_path) == []


def bomb() -> str:
    levels = ['a0: &a0 ["x","x","x","x","x","x","x","x","x"]']
    levels += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    return "\n".join(levels)


BROKEN = {
    "unclosed quote": 'title: "open',
    "tab": "a:\n\tb: 1",
    "duplicate keys": "a: 1\na: 2",
    "alias bomb": bomb(),
    "deep flow list": "a: " + "[" * 20_000,
    "deep flow list within the cap": "a: " + "[" * 8_000 + "]" * 8_000,
    "deep block list": "- " * 4_000 + "x",
    "python object": "a: !!python/object/apply:os.system ['true']",
    "NUL": "a: \x00",
    "no mapping": "just words",
    "list": "- a\n- b",
    "too long": "a: " + "x" * 17_000,
    "bad date": "a: 2026-99-99",
    "bad int": 'a: !!int ""',
    "binary": "a: !!binary aGVsbG8=",
    "complex key": "? [a, b]\n: 1",
    "two documents": "a: 1\n...\nb: 2",
    "unclosed flow": "a: {b: 1",
    "huge int": "a: " + "9" * 10_000,
}


@pytest.mark.ledger("FOR-24")
@pytest.mark.parametrize("kind", BROKEN)
def test_broken_yaml_costs_neither_the_bytes_nor_the_body(shelf, tmp_path, kind) -> None:
    content = f"---\n{BROKEN[kind]}\n---\n\nThe body lives.\n".encode()
    put(tmp_path, content)
    began = time.thread_time()

    document = shelf.read(PATH)

    assert time.thread_time() - began < 0.15  # 50 ms at most on a machine of its own
    assert document.problem
    assert document.body == "The body lives.\n"
    assert kept(tmp_path) == [content]
    assert (tmp_path / "alice" / PATH).read_bytes() == content
    assert shelf.read(PATH) == document
    assert len(kept(tmp_path)) == 1


@pytest.mark.ledger("FOR-24")
def test_bytes_that_are_no_text_are_kept_and_told(shelf, tmp_path) -> None:
    content = b"---\na: 1\n---\n\nGood \xff bad\n"
    put(tmp_path, content)

    document = shelf.read(PATH)

    assert (document.body, document.problem) == ("Good � bad\n", "the file is no UTF-8")
    assert kept(tmp_path) == [content]


@pytest.mark.ledger("FOR-24")
def test_a_head_that_never_ends_is_told_and_the_text_stays_readable(shelf, tmp_path) -> None:
    put(tmp_path, b"---\ntitle: x\n\nbody\n")

    document = shelf.read(PATH)

    assert "missing" in document.problem
    assert "body" in document.body
    assert len(kept(tmp_path)) == 1


@pytest.mark.ledger("FOR-24")
@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf---\nversion: 3\n---\n\nbody\n",
        b"---\r\nversion: 3\r\n---\r\nbody\n",
        b"---\nversion: 3\n---\nbody\n",
    ],
)
def test_bom_and_crlf_are_fine(shelf, tmp_path, content) -> None:
    put(tmp_path, content)

    document = shelf.read(PATH)

    assert (document.meta["version"], document.body, document.problem) == (3, "body\n", "")


@pytest.mark.ledger("FOR-24")
@pytest.mark.parametrize("content", [b"", b"---\n---\n", b"---\n", b"\n"])
def test_an_empty_file_is_an_empty_document(shelf, tmp_path, content) -> None:
    put(tmp_path, content)

    assert shelf.read(PATH).problem == ""
    assert shelf.read(PATH).meta == DEFAULT_HEADS["knowledge"]


@pytest.mark.parametrize(
    "path",
    [
        *("identity.md", "permissions.md", "knowledge", "knowledge/x.txt", "knowledge/../identity.md"),
        *("Knowledge/x.md", "activity_log/x.md", "state/x.md", "state/@org~0/x.md", "knowledge/@org/x.md"),
        *("archive/x.md", "knowledge//x.md", "knowledge/.md", "knowledge/x.md/"),
    ],
)
def test_only_documents_can_be_named(shelf, tmp_path, path) -> None:
    for attempt in (shelf.read, lambda p: write(tmp_path / "alice", p, {}, "x")):
        with pytest.raises(UnsafePath):
            attempt(path)
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []


def test_a_case_twin_is_refused(tmp_path) -> None:
    write(tmp_path / "alice", PATH, {}, "x", expects="")

    with pytest.raises(UnsafePath, match="case"):
        write(tmp_path / "alice", "knowledge/Refunds.md", {}, "y", expects="")


def test_a_title_gets_a_free_name(shelf, tmp_path) -> None:
    names = []
    for title in ("Refunds!", "refunds", "../Refunds", "返金"):
        path = shelf.path_for("knowledge", title)
        write(tmp_path / "alice", path, {}, title, expects="")
        names.append(path)

    assert names == [f"knowledge/{name}.md" for name in ("refunds", "refunds-2", "refunds-3", "返金")]
    assert shelf.paths("knowledge") == sorted(names)
