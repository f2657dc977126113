"""An anima moves between homes with all that it keeps, whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from config.command_runner import run_command
from config.home_erasure import erasing_of
from memory.archive.shared_logs import ERASED_LIST_FILE
from memory.erasure.findings import ErasureRequest

pytestmark = [pytest.mark.ledger("OPS-09"), pytest.mark.usefixtures("capsys")]


def home_with(path: Path, *names: str) -> Path:
    assert run_command(["--home", str(path), "init", "--name", names[0]]) == 0
    for name in names[1:]:
        assert run_command(["--home", str(path), "create", name]) == 0
    return path


def test_an_anima_comes_into_another_home_with_its_log_without_whom_that_home_has_erased(tmp_path):
    one, other = home_with(tmp_path / "one", "carol"), home_with(tmp_path / "other", "bob")
    log = one / "animas" / "carol" / "activity_log" / "2026-11-20.jsonl"
    said = [("slack:T1/U1", "my pin is 48213 sharp"), ("slack:T1/U2", "I like tea")]
    log.parent.mkdir(exist_ok=True)
    log.write_text("".join(f"{json.dumps(_event(who, text))}\n" for who, text in said))
    (other / "shared").mkdir(exist_ok=True)
    erasing_of(other).ask(ErasureRequest(addresses=("slack:T1/U1",)))
    erasing_of(other).carry_out()
    assert (other / ERASED_LIST_FILE).exists()

    assert run_command(["--home", str(one), "anima", "export", "carol", "--file", str(tmp_path / "carol.zip")]) == 0
    assert run_command(["--home", str(other), "anima", "import", "--file", str(tmp_path / "carol.zip")]) == 0

    brought = (other / "animas" / "carol" / "activity_log" / "2026-11-20.jsonl").read_text()
    assert "I like tea" in brought
    assert "48213" not in brought
    assert (other / "animas" / "carol" / "identity.md").read_bytes() == (one / "animas/carol/identity.md").read_bytes()
    assert not (other / "moving").exists()


def test_what_is_no_anima_or_is_there_already_is_refused_and_nothing_is_left_of_it(tmp_path, capsys):
    home = home_with(tmp_path / "one", "carol")
    assert run_command(["--home", str(home), "anima", "export", "carol", "--file", str(tmp_path / "carol.zip")]) == 0
    (tmp_path / "torn.zip").write_bytes((tmp_path / "carol.zip").read_bytes()[:-40])

    again = run_command(["--home", str(home), "anima", "import", "--file", str(tmp_path / "carol.zip")])
    torn = run_command(["--home", str(home), "anima", "import", "--file", str(tmp_path / "torn.zip")])

    assert (again, torn) == (1, 1)
    assert not (home / "moving").exists()
    assert "already" in "".join(capsys.readouterr())


def _event(who: str, text: str) -> dict[str, object]:
    meta = {"id": f"{who}/1", "person": who, "audience": "open:slack:T1/C1", "message_id": who[-2:]}
    told = {"type": "message_received", "content": text, "from": who, "channel": "slack:T1/C1", "meta": meta}
    return {"ts": "2026-11-20T09:00:00+00:00", **told}
