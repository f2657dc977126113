"""permissions.md as people write it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.anima.anima_files import Permissions, parse_permissions
from tests.each import each

TANAKA = """\
# Permissions: Tanaka

## Available Tools
Read, Write, Edit, `search_memory`
- web_*

## Unavailable Tools
WebSearch, web_fetch

## Readable Locations
- Under /project/src/backend/
- Under /shared/reports/

## Writable Locations
- Under /workspace/Tanaka/

## Invisible Locations
- /project/.env
- Under /project/src/frontend/ (Suzuki's jurisdiction)

## Allowed Commands
npm test, git diff

## Disallowed Commands
git push (requires approval), rm -rf, docker

## Notes
Be careful, please.
"""


@pytest.mark.ledger("ANI-16")
def test_the_sections_are_read_as_lists_without_remarks():
    assert parse_permissions(TANAKA) == Permissions(
        tools=("Read", "Write", "Edit", "search_memory", "web_*"),
        denied_tools=("WebSearch", "web_fetch"),
        readable=("/project/src/backend/", "/shared/reports/"),
        writable=("/workspace/Tanaka/",),
        invisible=("/project/.env", "/project/src/frontend/"),
        commands=("npm test", "git diff"),
        denied_commands=("git push", "rm -rf", "docker"),
    )


@pytest.mark.ledger("ANI-16")
@each(
    ("tool", "may"),
    [("read", True), ("SEARCH_MEMORY", True), ("web_search", True), ("web_fetch", False), ("docker", False)],
)
def test_deny_wins_and_case_does_not_matter(tool, may):
    assert parse_permissions(TANAKA).may_use(tool) is may


@pytest.mark.ledger("ANI-16")
@given(st.sampled_from(["a", "b", "a_b", "all", "*"]), st.lists(st.sampled_from(["a", "b", "a*", "all"])))
def test_a_denied_tool_is_denied_whatever_is_allowed(tool, allowed):
    assert not Permissions(tools=tuple(allowed), denied_tools=(tool,)).may_use(tool, by_default=True)


@pytest.mark.ledger("ANI-16")
def test_where_the_file_says_nothing_the_default_holds():
    assert parse_permissions("# Permissions").may_use("x", by_default=True)
    assert not parse_permissions("# Permissions").may_use("x")
    assert not parse_permissions("## Available Tools\nnone\n").may_use("x", by_default=True)
