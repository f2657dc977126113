"""deploy/ names what exists: the entry point, the port, the paths, the parts that can be installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from bots.delivery.metrics import FleetFigures, Metrics
from bots.ports import ServerState, Spent, Usage
from config.command_line.arguments import globals_of
from config.help_pages import VERBS
from config.settings.config_schema import Server

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text()
UNIT = (ROOT / "deploy" / "anima-fleet.service").read_text()
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yml").read_text())
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

pytestmark = pytest.mark.ledger("OPS-04")


def test_the_image_is_made_of_what_is_there_and_starts_the_entry_point() -> None:
    copied = [word for line in re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.M) for word in line.split()]
    kept = re.findall(r"^!(.*)$", (ROOT / "deploy" / "Dockerfile.dockerignore").read_text(), re.M)
    (parts,) = re.findall(r"^ARG PARTS=(.*)$", DOCKERFILE, re.M)
    (entry,) = re.findall(r'^ENTRYPOINT \["(.*)"\]$', DOCKERFILE, re.M)
    (command,) = re.findall(r'^CMD \["(.*)"\]$', DOCKERFILE, re.M)

    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert sorted(copied) == sorted(kept)
    assert set(parts.split(",")) <= PROJECT["optional-dependencies"].keys()
    assert entry in PROJECT["scripts"]
    assert command in {verb.name for verb in VERBS}


def test_the_image_looks_for_health_where_it_is_served_and_keeps_its_home_in_the_volume() -> None:
    (address,) = re.findall(r"http://(\S+?)/healthz'", DOCKERFILE)
    (home,) = re.findall(r"ANIMA_HOME=(\S+)", DOCKERFILE)
    service = COMPOSE["services"]["fleet"]
    volume, _, path = service["volumes"][0].partition(":")

    assert address == f"{Server().host}:{Server().port}"
    assert f"VOLUME {home}\n" in DOCKERFILE
    assert re.search(r"^USER (?!root)", DOCKERFILE, re.M)
    assert (volume in COMPOSE["volumes"], path) == (True, home)
    assert service["build"]["dockerfile"] == "deploy/Dockerfile"


def test_the_unit_starts_the_entry_point_in_the_directory_that_it_may_write(tmp_path: Path) -> None:
    (command,) = re.findall(r"^ExecStart=(.*)$", UNIT, re.M)
    program, *words = command.split()
    (state,) = re.findall(r"^StateDirectory=(.*)$", UNIT, re.M)
    asked = globals_of(words)

    assert Path(program).name in PROJECT["scripts"]
    assert (asked.home, asked.words) == (f"/var/lib/{state}", ("start",))


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_the_unit_is_sound_and_little_is_exposed(tmp_path: Path) -> None:
    unit = tmp_path / "anima-fleet.service"
    unit.write_text(re.sub(r"ExecStart=\S+", f"ExecStart={sys.executable}", UNIT))
    verified = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(unit)], capture_output=True, text=True
    )

    assert (verified.returncode, verified.stderr) == (0, "")
    assert float(re.findall(r"exposure level \S* ?\S*: ([\d.]+)", rated.stdout)[0]) < 2


def test_the_dashboard_shows_every_figure_that_is_served_and_no_other() -> None:
    metrics = Metrics()
    metrics.called("alice", Spent(model="m", usage=Usage(), outcome="answered", usd=0.1))
    server = ServerState(name="time", state="connected", is_connected=True, lasts_s=1.0, starts=1)
    text = metrics.exposition(FleetFigures(lanes=0, waiting=0, doubts=0, dead=0, servers=(server,))).decode()
    served = {name.removesuffix("_total") for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M)}
    served = {name for name in served if not name.endswith("_created")}
    panels = json.loads((ROOT / "deploy" / "grafana.json").read_text())["panels"]
    asked = [target["expr"] for panel in panels for target in panel["targets"]]
    shown = {name for expr in asked for name in re.findall(r"\b(?:anima|process)_[a-z_]+", expr)}

    assert {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in shown} == {
        re.sub(r"_(total)$", "", name) for name in served
    }
    assert len({panel["id"] for panel in panels}) == len(panels)
