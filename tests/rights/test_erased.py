"""The list of what was erased: one salt a home, whom and since when, also of lists that older homes have written."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

from memory.archive.shared_logs import ERASED_LIST_FILE, BoardLogs, Erased, ErasedList
from memory.erasure.erasure import Erasure, erasure_receipts
from memory.erasure.findings import ErasureRequest
from memory.vocabulary.event import Event
from tests.bots.platform import Clock

ADA, BOB = "chat:W/ada", "chat:W/bob"


def test_who_asks_stands_in_the_list_at_once_and_without_an_address(tmp_path):
    clock, listed = Clock(), ErasedList(tmp_path)
    before = listed.now().person(ADA)

    Erasure(tmp_path, clock).ask(ErasureRequest(addresses=(ADA,), events=("e1",)))

    assert before is None
    assert listed.now().person(ADA) == clock()
    assert listed.now().person(BOB) is None
    assert listed.now().message("e1")
    assert not listed.now().message("e2")
    assert ADA.encode() not in (tmp_path / ERASED_LIST_FILE).read_bytes()


def test_a_home_keeps_one_salt_and_two_requests_one_receipt_and_the_last_instant_counts(tmp_path):
    clock = Clock()
    erasing = Erasure(tmp_path, clock)
    first = erasing.ask(ErasureRequest(addresses=(ADA,)))
    clock.pass_(hours=1)
    second = erasing.ask(ErasureRequest(addresses=(BOB,)))
    clock.pass_(hours=1)
    erasing.carry_out()

    assert first == second
    assert len(erasure_receipts(tmp_path)) == 1
    assert (
        len(
            {
                line.partition(b'"salt":"')[2][:16]
                for line in (tmp_path / ERASED_LIST_FILE).read_bytes().splitlines()[:3]
            }
        )
        == 1
    )
    assert ErasedList(tmp_path).now().person(ADA) == clock()


def test_lists_of_older_homes_are_read_and_lists_of_several_homes_may_be_laid_together(tmp_path):
    clock = Clock()
    at, salt = clock().isoformat(), "0123456789abcdef"
    seal = f"{salt}:{sha256(f'{salt}{ADA}'.encode()).hexdigest()}"
    old = f'{{"receipt":"r","at":"{at}","people":["{seal}"],"messages":[]}}\n'
    new = Erased().line("s", clock() + timedelta(hours=1), [BOB], ["e"])
    both = Erased([old.encode() + new])

    assert both.person(ADA) == clock()
    assert both.person(BOB) == clock() + timedelta(hours=1)
    assert both.message("x", "e")
    assert Erased([old.encode() + new], since=clock() + timedelta(minutes=1)).person(ADA) is None


def test_a_board_tells_nothing_of_who_is_to_be_erased_and_all_that_others_and_they_later_say(tmp_path):
    clock, channels = Clock(), BoardLogs(tmp_path / "shared" / "channels")
    post = Event(ts=clock(), type="channel_post", content="hers", sender=ADA, channel="chat:W/talk", meta={"id": "1"})
    channels.append("general", post)
    channels.append("general", replace(post, content="his", sender=BOB, meta={"id": "2"}))
    Erasure(tmp_path, clock).ask(ErasureRequest(addresses=(ADA,)))
    clock.pass_(seconds=1)
    channels.append("general", replace(post, ts=clock(), content="hers, later", meta={"id": "3"}))

    assert [one.content for one in channels.tail("general", 10)] == ["his", "hers, later"]
