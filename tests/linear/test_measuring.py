"""The measure itself: what takes the square of a text is found, also where its longest text takes a moment only."""

from tests.linear.measuring import GROWTH, LONG, first_bad
from tests.linear.shapes import Shape


def test_work_that_takes_the_square_of_its_text_is_found_at_the_longest() -> None:
    bad = first_bad(lambda text: sum(1 for _ in range(len(text) ** 2 // 100)), [Shape("a")])

    assert bad is not None
    assert bad.length == LONG
    assert bad.growth > GROWTH


def test_work_that_takes_its_text_ten_times_over_is_not_bad() -> None:
    assert first_bad(lambda text: sum(1 for _ in range(10 * len(text))), [Shape("a")]) is None
