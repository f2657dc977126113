from __future__ import annotations

import os
import shutil
import threading
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.archive.files import Files, UnsafePath, path_components, slug
from memory.vocabulary.errors import StorageFault
from tests.each import each

HOSTILE = [
    *("../x", "..", ".", "a/../x", "a/./x", "/etc/passwd", "//x", "a//b", "", "a/", "~", "~root/x"),
    *("..\\x", "a\\b", "C:\\x", "C:x", "%2e%2e/x", "a%2fb", "．．／x", "．．", "a／b", "a＼b", "‥", "x\x00y", "x\ny"),
    *("CON", "con.md", "NUL", "aux.txt", "COM1", "lpt9.md", "name.", "name ", "a./b", " ./x", "x" * 300, "日" * 100),
    *("-rf", "--help", ".git/config", ".ssh", "a/.hidden", "\x7f", "\x1b[0m", "\ud800", "a/-b", "…x"),
    *("identity.md/..", "knowledge/../identity.md", "knowledge/../../x", "…/x", "．git", "～/x", "x．", "ＣＯＮ"),
]


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name)[:30])
def test_a_hostile_name_reaches_nothing(tmp_path, name) -> None:
    files = Files(tmp_path / "root")

    for attempt in (files.read, lambda n: files.append(n, b"x"), lambda n: files.replace(n, b"x")):
        with pytest.raises(UnsafePath):
            attempt(name)
    assert not list(tmp_path.iterdir())


@given(st.text(max_size=300) | st.sampled_from(HOSTILE))
def test_every_title_becomes_a_name_that_is_safe(title: str) -> None:
    name = slug(title)

    assert path_components(name + ".md") == (name + ".md",)
    assert len(name) <= 80
    assert slug(name) == name


@each(
    ("title", "name"),
    [
        ("Ada's Projects: 2026/27", "ada-s-projects-2026-27"),
        ("返金ポリシー（改訂）", "返金ポリシー-改訂"),
        ("हिन्दी नोट", "हिन्दी-नोट"),
        ("İstanbul Gezisi", "istanbul-gezisi"),
        ("../../etc/passwd", "etc-passwd"),
        ("CON", "note"),
        ("🎉", "note"),
        ("", "note"),
    ],
)
def test_a_slug_is_lower_case_words(title, name) -> None:
    assert slug(title) == name


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.md"
    path.write_text("secret")
    (tmp_path / "root/knowledge").mkdir(parents=True)
    return path


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_link_is_neither_read_nor_written(tmp_path, secret, link) -> None:
    files = Files(tmp_path / "root")
    link(secret, tmp_path / "root/knowledge/a.md")

    for attempt in (
        lambda: files.read("knowledge/a.md"),
        lambda: files.append("knowledge/a.md", b"x"),
        lambda: files.replace("knowledge/a.md", b"x"),
        lambda: files.truncate("knowledge/a.md", 0),
        lambda: files.move("knowledge/a.md", "b.md"),
    ):
        with pytest.raises(UnsafePath):
            attempt()
    assert secret.read_text() == "secret"


def test_a_linked_folder_is_not_entered(tmp_path, secret) -> None:
    (tmp_path / "root/elsewhere").symlink_to(tmp_path)
    files = Files(tmp_path / "root")

    with pytest.raises(UnsafePath):
        files.read("elsewhere/secret.md")
    with pytest.raises(UnsafePath):
        files.replace("elsewhere/secret.md", b"x")
    assert files.folders() == ["knowledge"]


def test_a_folder_swapped_for_a_link_during_use_leads_nowhere(tmp_path, secret) -> None:
    root = tmp_path / "root"
    files = Files(root)
    outside = tmp_path / "outside"
    outside.mkdir()
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            with suppress(OSError):  # the writer makes the folder anew when it is away
                os.rename(root / "knowledge", root / "aside")
                os.symlink(outside, root / "knowledge")
            with suppress(OSError):
                os.unlink(root / "knowledge")
            shutil.rmtree(root / "knowledge", ignore_errors=True)
            with suppress(OSError):
                os.rename(root / "aside", root / "knowledge")

    swapper = threading.Thread(target=swap)
    swapper.start()
    for _ in range(300):
        try:
            files.replace("knowledge/a.md", b"x")
        except (UnsafePath, StorageFault, OSError):
            continue
    stop.set()
    swapper.join()

    assert list(outside.iterdir()) == []
