"""What a person asks of delivery: sends in doubt, dead letters and sending them again, the life of one message."""

from __future__ import annotations

import sqlite3
from datetime import datetime

from bots.delivery.seam import DeadLetter, Doubt, Step
from bots.delivery.store import step


def doubts(db: sqlite3.Connection, untold: bool) -> list[Doubt]:
    rows = db.execute(
        """select lane, key, slot, nonce, outbox.body, inbox.body, accepted_at from outbox join inbox on inbox.id = turn
           where outbox.state = 'in_doubt' and told <= ? order by outbox.id""",
        (0 if untold else 1,),
    )
    return [
        Doubt(
            lane=r[0],
            key=r[1],
            slot=r[2],
            nonce=r[3],
            body=r[4],
            turn=r[5],
            accepted_at=datetime.fromisoformat(r[6]),
        )
        for r in rows
    ]


def told(db: sqlite3.Connection, nonce: str) -> None:
    db.execute("update outbox set told = 1 where nonce = ?", (nonce,))


def dead(db: sqlite3.Connection) -> list[DeadLetter]:
    """Turns have even numbers, single sends odd ones."""
    turns = db.execute("select 2 * id, lane, key, '', reason from inbox where state = 'dead'")
    sends = db.execute(
        """select 2 * outbox.id + 1, lane, key, slot, outbox.reason from outbox join inbox on inbox.id = turn
           where outbox.state = 'failed'"""
    )
    return [DeadLetter(id=r[0], lane=r[1], key=r[2], slot=r[3], reason=r[4]) for r in [*turns, *sends]]


def revive(db: sqlite3.Connection, letter: int, now: datetime) -> str | None:
    """Put a dead letter back; returns its lane, None if there is no such letter, or its turn is still under way."""
    number, is_send = divmod(letter, 2)
    if is_send:
        row = db.execute(
            """select turn from outbox join inbox on inbox.id = turn
               where outbox.id = ? and outbox.state = 'failed' and inbox.state in ('done', 'dead')""",
            (number,),
        ).fetchone()
        if row is None:
            return None
        db.execute("update outbox set state = 'new', reason = '' where id = ?", (number,))
        turn, state = int(row[0]), "answering"
    else:
        turn, state = number, "waiting"
        if db.execute("select 1 from inbox where id = ? and state = 'dead'", (turn,)).fetchone() is None:
            return None
    db.execute("update inbox set state = ?, attempt = 0, failures = 0, reason = '' where id = ?", (state, turn))
    step(db, turn, now, "resent", "by hand")
    return str(db.execute("select lane from inbox where id = ?", (turn,)).fetchone()[0])


def trace(db: sqlite3.Connection, text: str, room: str = "") -> list[Step]:
    """By the message or by what was posted of it; a room has the lanes of its threads, too."""
    posted = text.lstrip("0") if text.isdigit() else text  # a key pads the ids that a platform gives
    rows = db.execute(
        """select at, what, step.detail, lane, key from step join inbox on inbox.id = turn
           where (instr(lane || ' ' || key, :text) > 0
                  or inbox.id in (select turn from outbox where platform_id in (:text, :posted)))
           and (:room = '' or instr(substr(lane, instr(lane, '@') + 1) || '#', :room || '#') = 1)
           order by step.rowid limit 500""",
        {"text": text, "posted": posted, "room": room},
    )
    return [Step(at=datetime.fromisoformat(r[0]), what=r[1], detail=f"{r[3]} {r[4]} {r[2]}".strip()) for r in rows]
