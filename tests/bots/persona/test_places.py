"""Readable, writable and invisible places of memory: deny wins, wherever a path pretends to lead."""

import json

import pytest

from bots.anima.anima_files import Permissions, PermittedPlaces, parse_permissions, unread_permissions
from memory.archive.audit_log import AuditLog
from tests.bots.acting import Acting
from tests.bots.house import House

RULES = """\
# Permissions: Alice
## Readable Locations
- Under knowledge/
- episodes/2026-*, /project/src/
## Writable Locations
- knowledge/drafts/
## Invisible Locations
- Under knowledge/private/
"""


@pytest.mark.ledger("ANI-16")
@pytest.mark.parametrize(
    ("path", "read", "write"),
    [
        ("knowledge/tea.md", True, False),
        ("knowledge/drafts/a.md", True, True),
        ("KNOWLEDGE/tea.md", True, False),
        ("knowledge", True, False),
        ("knowledge-other/tea.md", False, False),
        ("episodes/2026-11-20.md#L09", True, False),
        ("episodes/2025-11-20.md", False, False),
        ("procedures/release.md", False, False),
        ("knowledge/private/salary.md", False, False),
        ("knowledge/Private/salary.md", False, False),
        ("knowledge/./private//salary.md", False, False),
        ("knowledge/drafts/../private/salary.md", False, False),
        ("knowledge/../../bob/knowledge/tea.md", False, False),
        ("../alice/knowledge/tea.md", False, False),
        ("knowledge/link/salary.md", False, False),
        ("knowledge/drafts/out/passwd", False, False),
    ],
)
def test_a_path_is_what_it_leads_to(tmp_path, path, read, write):
    root = tmp_path / "alice"
    (root / "knowledge" / "private").mkdir(parents=True)
    (root / "knowledge" / "drafts").mkdir()
    (root / "knowledge" / "link").symlink_to(root / "knowledge" / "private")
    (root / "knowledge" / "drafts" / "out").symlink_to("/etc")

    places = PermittedPlaces(parse_permissions(RULES), root)

    assert (places.may_read(path), places.may_write(path)) == (read, write)


@pytest.mark.ledger("ANI-16")
def test_a_list_of_the_machines_places_leaves_memory_alone_and_none_is_none(tmp_path):
    assert PermittedPlaces(Permissions(readable=("/project/src/",)), tmp_path).may_read("knowledge/tea.md")
    assert PermittedPlaces(Permissions(), tmp_path).may_write("knowledge/tea.md")
    assert not PermittedPlaces(Permissions(writable=()), tmp_path).may_write("knowledge/tea.md")


@pytest.mark.ledger("ANI-16")
def test_what_does_nothing_is_named():
    text = RULES + "## Availible Tools\nsearch_memory\n## Unavailable Tools\nweb_serch\n## Allowed Commands\ngit\n"

    assert unread_permissions(text, ["search_memory", "web_search"]) == [
        "the heading 'availible tools' is none of ours (did you mean 'available tools'?)",
        "there is no tool 'web_serch' (did you mean 'web_search'?)",
        "'/project/src/': no tool reads or writes files outside an anima's memory",
        "allowed and disallowed commands: no tool runs commands",
    ]


@pytest.mark.ledger("ANI-16", "OPS-05")
async def test_a_turn_is_refused_what_is_not_permitted_and_the_refusal_is_recorded(tmp_path):
    paths = ("knowledge/private/salary.md", "procedures/release.md")
    deeds = [("read_memory_file", {"path": path}) for path in paths]
    deeds += [("write_memory_file", {"path": "knowledge/tea.md", "text": "x"}), ("send_file", {"name": "a"}), "{}"]
    house = House(home=tmp_path, models={"alice": Acting({"go": deeds})})
    rules = tmp_path / "animas" / "alice" / "permissions.md"
    rules.parent.mkdir(parents=True)
    rules.write_text(RULES + "## Unavailable Tools\nsend_file\n")
    async with house.open():
        (post,) = await house.ask("ada", house.world.direct("ada"), "go")

    assert post.text.split(" | ") == [
        "Error: there is no such file in your memory",
        "Error: you are not permitted to read procedures/release.md",
        "Error: you are not permitted to write knowledge/tea.md",
        "Error: you are not permitted to use send_file",
    ]
    entries = list(AuditLog(tmp_path / "logs", house.clock).newest())
    assert [(one.who, one.act, one.outcome) for one in entries] == [("alice", "tool refused", "chat:W/ada")] * 4
    assert json.loads(entries[-1].what.partition(" ")[2]) == {"path": "knowledge/private/salary.md"}
