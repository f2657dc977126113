"""Pictures of a memory: well-formed, self-contained, of what the asker may read, and the same for the same memory."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest

from adapters.models.scripted import ScriptedModel
from bots.commands.memory_pictures import graph_page, graph_picture, line_chart
from memory.inventory import OverviewEdge, OverviewGraph, OverviewNode
from memory.vocabulary.address import Audience
from tests.bots.house import House

HOSTILE = "</title><script>alert(1)</script> & “x”"
GRAPH = OverviewGraph(
    nodes=(
        OverviewNode(id="a", kind="fact", text=HOSTILE),
        OverviewNode(id="b", kind="note", text="knowledge/b.md", is_asleep=True),
        OverviewNode(id="thing:c", kind="thing", text="c"),
    ),
    edges=(
        OverviewEdge(source="a", target="thing:c", why="names <c>"),
        OverviewEdge(source="b", target="a", why="is made of it"),
    ),
)


def test_a_picture_is_well_formed_whatever_stands_in_a_memory_and_the_same_each_time():
    drawn = graph_picture(GRAPH)

    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert drawn == graph_picture(GRAPH)
    assert "<script" not in graph_page(HOSTILE, GRAPH)
    assert "names &lt;c&gt;" in graph_page("x", GRAPH)
    assert "http" not in graph_page("x", GRAPH).replace("http://www.w3.org/2000/svg", "")
    for nothing in (OverviewGraph(nodes=(), edges=()), OverviewGraph(nodes=GRAPH.nodes[:1], edges=())):
        assert ElementTree.fromstring(graph_picture(nothing)) is not None


def test_a_chart_has_a_line_of_all_points_for_each_series_also_of_one_point_or_none():
    drawn = ElementTree.fromstring(line_chart("A & B", ["w1", "w2", "w3"], {"kept <1>": [1, 5, 3], "faded": [0, 0, 2]}))
    lines = [one for one in drawn if one.tag.endswith("polyline")]

    assert [len(one.attrib["points"].split()) for one in lines] == [3, 3]
    assert ElementTree.fromstring(line_chart("x", ["w"], {"a": [0.0]})) is not None
    assert ElementTree.fromstring(line_chart("x", [], {})) is not None


@pytest.mark.ledger("FLT-07")
async def test_the_graph_and_the_year_of_a_memory_show_in_a_room_what_the_room_may_read(tmp_path: Path) -> None:
    house = House(home=tmp_path, models={"alice": ScriptedModel(["I see."] * 9)}, owners=frozenset({"chat:W/ada"}))
    room, direct = house.world.add_room("talk", "ada", "ben"), house.world.direct("ada")
    async with house.open():
        await house.ask("ada", room, "alice, I live in Porto.")
        await house.ask("ada", direct, "My salary is 48213 crowns.")
        engine = house.animas["alice"].engine
        await engine.formed()
        house.clock.pass_(hours=12)
        await engine.sleep("daily", house.clock())
        house.clock.pass_(days=21)
        in_room = await engine.graph([Audience.group(room)])
        whole = await engine.graph(await engine.audiences())
        weeks = await engine.weeks([Audience.group(room)])
        told = await house.command("ada", room, "memory graph alice")
        year = await house.command("ada", room, "memory year alice")

    assert any("Porto" in node.text for node in in_room.nodes)
    assert not any("48213" in node.text for node in in_room.nodes)
    assert any("48213" in node.text for node in whole.nodes)
    assert any(edge.why == "is made of it" for edge in in_room.edges)
    assert [week.learned for week in weeks] == [1, 0, 0, 0]
    assert weeks[-1].begin - weeks[0].begin == timedelta(days=21)
    assert "links" in told.text
    assert "1 facts learned" in year.text
