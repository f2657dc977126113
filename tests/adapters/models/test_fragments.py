"""Pieces of a streamed answer: parallel tool calls stay apart, however a server numbers them."""

from __future__ import annotations

from types import SimpleNamespace as Piece

import pytest

from adapters.models.litellm import Fragments


def part(index: int | None, id: str = "", name: str = "", arguments: str = "") -> Piece:
    return Piece(index=index, id=id or None, function=Piece(name=name or None, arguments=arguments or None))


def taken(*parts: Piece) -> list[tuple[str, str, str]]:
    fragments = Fragments()
    for one in parts:
        delta = Piece(content=None, tool_calls=[one])
        fragments.take(Piece(choices=[Piece(delta=delta, finish_reason=None)], usage=None))
    return [(call.id, call.name, call.arguments) for call in fragments.calls()]


@pytest.mark.ledger("ANI-07")
@pytest.mark.parametrize(
    "parts",
    [
        # by index, in turn
        (part(0, "a", "read"), part(1, "b", "write"), part(0, arguments="{1"), part(1, arguments="{2"),
         part(0, arguments="}"), part(1, arguments="}")),
        # all at index 0, told apart by id
        (part(0, "a", "read", "{1}"), part(0, "b", "write", "{2}")),
        (part(None, "a", "read"), part(None, arguments="{1"), part(None, "a", arguments="}"),
         part(None, "b", "write"), part(None, arguments="{2}")),
    ],
)  # fmt: skip
def test_two_calls_at_once_are_two(parts: tuple[Piece, ...]) -> None:
    """F16: two calls at index 0 were merged."""
    assert taken(*parts) == [("a", "read", "{1}"), ("b", "write", "{2}")]


def test_without_ids_a_new_name_behind_arguments_is_a_new_call() -> None:
    """F16."""
    found = taken(part(0, "", "read", "{1}"), part(0, "", "write"), part(0, arguments="{2}"))

    assert found == [("call_0", "read", "{1}"), ("call_1", "write", "{2}")]


@pytest.mark.ledger("ANI-07")
def test_arguments_that_stand_one_behind_the_other_are_as_many_calls() -> None:
    found = taken(part(0, "a", "read", '{"path": "}{"}'), part(0, arguments=' {"path": "b"}'))

    assert found == [("a", "read", '{"path": "}{"}'), ("call_1", "read", '{"path": "b"}')]
    assert taken(part(0, "a", "read", '{"path": ')) == [("a", "read", '{"path": ')]
