"""The home: one owner, one format, one clear line when it cannot be used."""

import os
import signal
import subprocess
import sys

import pytest

from config.home import Home, HomeFault, Owned

HOLD = """
import sys, time
from pathlib import Path
from config.home import Home
home = Home(Path(sys.argv[1]))
with home.owned():
    print("owned", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def home(tmp_path):
    found = Home(tmp_path / "home")
    found.make()
    return found


@pytest.fixture
def owner(home):
    child = subprocess.Popen([sys.executable, "-c", HOLD, str(home.path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "owned\n"
    yield child
    child.kill()
    child.wait()
    child.stdout.close()


@pytest.mark.ledger("OPS-03")
def test_a_second_owner_is_refused_with_the_pid_of_the_first(home, owner):
    with pytest.raises(Owned, match=f"pid {owner.pid}") as refused, home.owned():
        pass

    assert refused.value.pid == owner.pid
    assert home.owner() == owner.pid


@pytest.mark.ledger("OPS-03")
def test_a_killed_owner_leaves_a_home_that_can_be_owned(home, owner):
    owner.send_signal(signal.SIGKILL)
    owner.wait()

    with home.owned():
        assert home.lock.read_text() == f"{os.getpid()}\n"


@pytest.mark.ledger("OPS-03")
def test_the_lock_is_not_inherited_by_children(home):
    with home.owned():
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        with home.owned():
            pass
    finally:
        child.kill()
        child.wait()


def test_the_home_is_the_one_asked_for_else_the_environments_else_the_default(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))

    assert Home.find(str(tmp_path / "a"), {"ANIMA_HOME": "/b"}).path == tmp_path / "a"
    assert str(Home.find(None, {"ANIMA_HOME": "/b"}).path) == "/b"
    assert Home.find(None, {}).path == tmp_path / ".anima-fleet"


def test_a_newer_format_is_refused(home):
    home.format.write_text("2\n")

    with pytest.raises(HomeFault, match="has format 2, this program knows 1"):
        home.check()


def test_an_older_format_is_migrated_after_a_whole_copy(home):
    home.config.write_text("{}")

    copy = home.migrate({1: lambda path: (path / "config.json").write_text('{"version": 2}')}, to=2)

    assert copy is not None
    assert (copy / "config.json").read_text() == "{}"
    assert home.config.read_text() == '{"version": 2}'
    assert home.format.read_text() == "2\n"


def test_a_home_that_is_a_file_is_one_clear_line(tmp_path):
    (tmp_path / "home").write_text("")

    with pytest.raises(HomeFault, match="cannot be made: file exists"):
        Home(tmp_path / "home").make()
