"""Tables: one test for all rows, where a row is a call or two and a test for each would cost more than what it does."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

import pytest

Check = Callable[..., Any]


def each(names: str | Sequence[str], rows: Iterable[Any], ids: object = None) -> Callable[[Check], Check]:
    """As `pytest.mark.parametrize`, in one test that looks at every row and tells of each that fails; of two tables
    above one test each row of the one meets each of the other."""
    told = [one.strip() for one in names.split(",")] if isinstance(names, str) else [*names]
    mine = [dict(zip(told, row if len(told) > 1 else (row,), strict=True)) for row in rows]
    assert mine, "a table without rows"

    def of(tested: Check) -> Check:
        check, others = getattr(tested, "table", (tested, [{}]))
        given = [{**one, **other} for one in mine for other in others]

        def test() -> None:
            failing = [trouble for row in given if (trouble := _trouble(check, row))]
            assert not failing, _listed(failing, given)

        async def test_in_a_loop() -> None:
            failing = [trouble for row in given if (trouble := await _awaited(check, row))]
            assert not failing, _listed(failing, given)

        made = test_in_a_loop if inspect.iscoroutinefunction(check) else test
        made.__name__, made.__qualname__, made.__module__ = check.__name__, check.__qualname__, check.__module__
        made.__doc__ = check.__doc__
        made.pytestmark = getattr(tested, "pytestmark", [])  # type: ignore[attr-defined]
        made.table = check, given  # type: ignore[attr-defined]
        return made

    return of


def _trouble(check: Check, row: dict[str, Any]) -> str:
    try:
        check(**row)
    except (Exception, pytest.fail.Exception) as trouble:
        return f"{row}\n{type(trouble).__name__}: {trouble}"
    return ""


async def _awaited(check: Callable[..., Awaitable[None]], row: dict[str, Any]) -> str:
    try:
        await check(**row)
    except (Exception, pytest.fail.Exception) as trouble:
        return f"{row}\n{type(trouble).__name__}: {trouble}"
    return ""


def _listed(failing: Sequence[str], rows: Sequence[object]) -> str:
    return f"{len(failing)} of {len(rows)} rows:\n\n" + "\n\n".join(failing)
