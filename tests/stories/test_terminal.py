"""A person at a real terminal: editing, paste, streaming, interruption, notices, a window that changes its size."""

import signal

import pytest

from tests.stories.bad_input.product import ROOT, Product, no_traceback, until
from tests.stories.bad_input.terminal import CTRL_C, terminal
from tests.stories.sitter import __file__ as sitter

PASTE = "\x1b[200~first line\r\n\r\nthird line\x1b[201~"


async def line_of(seat):
    """What is typed; while words are written above it the line is away for a moment."""
    await until(lambda: seat.line.startswith("you"))
    return seat.line


@pytest.mark.ledger("PLT-05", "OPS-10")
async def test_an_answer_streams_above_the_line_and_stops_at_ctrl_c_and_nothing_touches_what_is_typed(tmp_path):
    product = Product(tmp_path / "home", {"animas": {"alice": {}, "bob": {}}}, PYTHONPATH=str(ROOT))
    async with terminal(product, program=sitter) as seat:
        await seat.sees("you → alice> ")
        seat.type(PASTE + "\r")
        answer = await seat.sees("people say to me.")
        seat.type("/help\r")
        await seat.sees("/with NAME")
        seat.type("/anima statsu\r")
        await seat.sees("did you mean status?")

        seat.type("@bob SLOW\r")
        await seat.sees("sentence 3 ")
        seat.type("half a line")
        await seat.sees("sentence 9 ")
        streamed = await line_of(seat)
        seat.process.send_signal(signal.SIGUSR1)
        await until(lambda: "alice> By the way: tea is ready.\nbob> This is" in seat.screen, 20)
        noticed = await line_of(seat)
        seat.type(CTRL_C)
        await until(lambda: "(stopped)\n" in seat.screen, 20)
        stopped = await line_of(seat)

        seat.resize(48)
        seat.type("\x15hello\r")
        await until(lambda: "bob> You" in seat.screen and seat.line == "you → bob>", 20)
        narrow = seat.screen[seat.screen.rindex("bob> You") :].splitlines()
        seat.type("rubbish")
        await until(lambda: seat.line == "you → bob> rubbish")
        seat.type(CTRL_C)
        await until(lambda: seat.line == "you → bob>")
        seat.type(CTRL_C)
        await until(lambda: "Ctrl-C once more" in seat.screen)
        seat.type(CTRL_C)
        code = await seat.ended()

    assert code == 0
    assert "alice> You are heard, and" in answer
    assert streamed == noticed == stopped == "you → bob> half a line"
    assert [line.strip() for line in narrow[:3]] == [
        "bob> You are heard, and what you said is kept",
        "among many other things that people say to me.",
        "you → bob>",
    ]
    assert product.heard() == ["first line\n\nthird line"]
    assert product.heard("bob") == ["@bob SLOW", "hello"]
    assert "sentence 59" not in product.answered("bob")[0]
    no_traceback(seat.screen)
