"""What was made of a person's words goes by its origin, in every script; what others said stays word for word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from config import home_erasure
from memory.archive.conversations import attachment_stem
from memory.erasure.findings import ErasureRequest
from tests.rights.seeded import ADA, BOB, bytes_of

pytestmark = pytest.mark.ledger("AUD-07")
ROOM = "chat:W/talk"
TALKS = {
    "en": (
        "The spare key hangs behind the blue heron painting, code 48213.",
        "The spare key hangs behind the blue heron.",
    ),
    "ja": (
        "合鍵は物置の赤い箱の中、暗証番号は48213です。猫の名前はミラクルです。",
        "ボブさん、合鍵は物置の赤い箱です。番号は48213、猫はミラクル。",
    ),
    "tr": (
        "Yedek anahtar mavi balıkçılın arkasında, kedimin adı Karadut, kod 48213.",
        "Kod 48213, Karadutun anahtarı mavi balıkçılın arkasında.",
    ),
    "de": (
        "Der Ersatzschlüssel hängt hinter dem blauen Reiher, Code 48213.",
        "Bob, der Ersatzschlüssels wegen: hinter dem blauen Reiher, 48213.",
    ),
}
TELLING = {
    "en": ("48213", "blue heron"),
    "ja": ("48213", "ミラクル", "合鍵は物置"),
    "tr": ("48213", "Karadut", "mavi balıkçılın"),
    "de": ("48213", "Ersatzschlüssel", "blauen Reiher"),
}
BOBS = "My dog is called Rex and I like 寿司, şeker und Brötchen."


def _event(number: int, sender: str, text: str, **more: object) -> bytes:
    kind = "message_received" if ":" in sender else "response_sent"
    meta = {"id": f"{ROOM}/{number}", "audience": f"group:{ROOM}", "message_id": f"{number}", **more}
    record = {"ts": f"2026-11-16T09:{number:02}:00+00:00", "type": kind, "content": text, "from": sender}
    return json.dumps({**record, "channel": ROOM, "meta": meta}, ensure_ascii=False).encode() + b"\n"


def _home(root: Path, *lines: bytes) -> Path:
    log = root / "home" / "animas" / "alice" / "activity_log" / "2026-11-16.jsonl"
    log.parent.mkdir(parents=True)
    log.write_bytes(b"".join(lines))
    return root / "home"


def _left(home: Path) -> str:
    home_erasure.erasing_of(home).ask(ErasureRequest(addresses=(ADA,)))
    home_erasure.erasing_of(home).carry_out()
    return b"\n".join(bytes_of(home).values()).decode(errors="replace")


@pytest.mark.audit("A6")
@pytest.mark.parametrize("language", TALKS)
def test_an_answer_to_somebody_else_keeps_none_of_theirs_in_any_script_and_others_keep_every_word(tmp_path, language):
    said, quoted = TALKS[language]
    home = _home(
        tmp_path,
        _event(1, ADA, said, person=ADA),
        _event(2, BOB, BOBS, person=BOB),
        _event(3, "alice", f"{quoted} Rex.", reply_to="2"),
    )

    left = _left(home)

    assert [one for one in TELLING[language] if one in left] == []
    assert BOBS in left
    assert "Rex." in left


@pytest.mark.audit("R3")
def test_the_operations_log_loses_what_comes_from_them_also_where_a_word_was_cut(tmp_path):
    home = _home(
        tmp_path, _event(1, ADA, "My secret word is zanzibarrel, never tell", person=ADA), _event(2, BOB, BOBS)
    )
    log = home / "animas" / "alice" / "operations" / "ops-log.jsonl"
    log.parent.mkdir()
    kept = {"op": "formation", "input": "of others"}
    by_origin = {"op": "formation", "input": "zanzi", "sources": [f"{ROOM}/1"]}
    of_old = {"op": "formation", "input": f"{BOBS} | My secret word is zanziba"}
    log.write_text("".join(f"{json.dumps(one)}\n" for one in (kept, by_origin, of_old)))

    left = _left(home)

    assert "zanzi" not in left
    assert "of others" in left


@pytest.mark.audit("R3")
def test_an_answer_that_comes_from_them_alone_goes_whole_and_of_a_mixed_one_what_only_they_said(tmp_path):
    home = _home(
        tmp_path,
        _event(1, ADA, "we keep turnips beside rhubarb", person=ADA),
        _event(2, BOB, BOBS, person=BOB),
        _event(3, "alice", "Root vegetables are stored there.", reply_to="2", sources=[f"{ROOM}/1"]),
        _event(4, "alice", "Rex likes rhubarb, I hear.", reply_to="2", sources=[f"{ROOM}/1", f"{ROOM}/2"]),
    )

    left = _left(home)

    assert "Root vegetables" not in left
    assert "rhubarb" not in left
    assert "Rex likes […], I hear." in left


@pytest.mark.audit("R4")
def test_what_a_colleague_said_again_is_no_persons_word_and_keeps_no_name_of_theirs(tmp_path):
    home = _home(
        tmp_path,
        _event(1, ADA, "call me Adalheidis, please", person=ADA, name="Adalheidis"),
        _event(2, "anima:bob", "I met Adalheidis today.", person="anima:bob"),
    )

    assert "Adalheidis" not in _left(home)


@pytest.mark.audit("A7")
def test_words_of_a_file_that_they_sent_are_theirs(tmp_path):
    home = _home(
        tmp_path,
        _event(1, ADA, "here is the list", person=ADA),
        _event(2, BOB, BOBS, person=BOB),
        _event(3, "alice", "It says: Projekt Nachtigall starts at 77431.", reply_to="2"),
    )
    kept = home / "animas" / "alice" / "attachments" / f"{attachment_stem(f'{ROOM} 1')}-1.txt"
    kept.parent.mkdir()
    kept.write_text("plan\nwe call it Projekt Nachtigall, number 77431")

    left = _left(home)

    assert "Nachtigall" not in left
    assert "77431" not in left
