"""Every statement of delivery, for whichever database holds its rows.

The statements are those that SQLite and PostgreSQL understand alike; what each of them has of its own (tables, how
writes are committed) stands with the engine. An operation is a function of a `Database` within one transaction, and may
be run again when that transaction could not be committed.

A row that goes (pruned, or erased) leaves a seal, a salted hash that tells nobody whose it was; in time the seals of
a lane become its boundary: up to where all of it was taken in. Both lie in the database, so that backups carry them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

from bots.delivery.contract import DeadLetter, DoubtfulSend, Out, TraceStep

T = TypeVar("T")
OPEN = "('waiting', 'thinking', 'answering', 'halted')"


class Rows(Protocol):
    """What a statement gave; a row is read by position."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """A connection inside a transaction; `?` stands for a value."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Rows: ...


class Writer(Protocol):
    """Runs operations, each within a transaction, off the event loop."""

    async def do(self, operation: Callable[[Database], T]) -> T:
        """Run it and return its result once it is durable. Raises NotStored when it cannot be stored."""
        ...

    def check(self) -> None:
        """Raises NotOwner where somebody else may have the fleet by now: what no transaction guards is not done."""
        ...

    async def bring_along(self) -> None:
        """What a turn has left in the home's files outlives what its row outlives. Raises NotStored."""
        ...

    async def close(self) -> None:
        """Finish what is queued, then close."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow:
    """One accepted message."""

    id: int
    lane: str
    key: str
    body: bytes
    state: str
    attempt: int
    accepted_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class OutRow:
    """One thing to be sent."""

    id: int
    turn: int
    out: Out
    nonce: str
    state: str
    platform_id: str


def nonce_of(lane: str, key: str, slot: str) -> str:
    """The same for the same chunk at every try: 24 characters, as Discord takes at most 25."""
    return hashlib.sha256(f"{lane}\n{key}\n{slot}".encode()).hexdigest()[:24]


def accept(
    db: Database, lane: str, key: str, body: bytes, now: datetime, state: str = "waiting", reason: str = ""
) -> bool:
    added = db.execute(
        """insert into inbox (lane, key, body, accepted_at, state, reason) values (?, ?, ?, ?, ?, ?)
           on conflict do nothing returning id""",
        (lane, key, body, now.isoformat(), state, reason[:500]),
    ).fetchone()
    if added is None:
        return False
    if was_taken_in(db, lane, key):  # looked at afterwards: a row that another transaction prunes has its seal by now
        db.execute("delete from inbox where id = ?", (added[0],))
        return False
    step(db, added[0], now, "accepted" if state == "waiting" else state, reason)
    return True


def accept_all(
    db: Database,
    bodies: Mapping[str, bytes],
    key: str,
    now: datetime,
    state: str = "waiting",
    reason: str = "",
) -> list[str]:
    """The lanes to which the message is new."""
    return [lane for lane, body in bodies.items() if accept(db, lane, key, body, now, state, reason)]


def took(db: Database, place: str, key: str) -> frozenset[str]:
    """Who in the place has seen the key."""
    lanes = (row[0].partition("@") for row in db.execute("select lane from inbox where key = ?", (key,)))
    return frozenset(who for who, _, where in lanes if where == place)


def step(db: Database, turn: int, now: datetime, what: str, detail: str = "") -> None:
    db.execute(
        "insert into step (turn, at, what, detail) values (?, ?, ?, ?)", (turn, now.isoformat(), what, detail[:500])
    )


def open_lanes(db: Database) -> list[str]:
    return [row[0] for row in db.execute(f"select distinct lane from inbox where state in {OPEN}")]


def next_turn(db: Database, lane: str) -> TurnRow | None:
    """What has begun goes first; else the smallest key."""
    row = db.execute(
        f"""select id, lane, key, body, state, attempt, accepted_at from inbox where lane = ? and state in {OPEN}
            order by state = 'waiting', key limit 1""",
        (lane,),
    ).fetchone()
    if row is None:
        return None
    id, lane, key, body, state, attempt, accepted_at = row
    return TurnRow(
        id=id,
        lane=lane,
        key=key,
        body=body,
        state=state,
        attempt=attempt,
        accepted_at=datetime.fromisoformat(accepted_at),
    )


def behind(db: Database, turn: TurnRow) -> list[bytes]:
    """What waits in the turn's lane, in its order."""
    waiting = "select body from inbox where lane = ? and state = 'waiting' and id <> ? order by key"
    return [bytes(row[0]) for row in db.execute(waiting, (turn.lane, turn.id))]


def begin(db: Database, turn: int, now: datetime) -> int:
    """The turn is being thought about; returns the attempt's number."""
    db.execute("update inbox set state = 'thinking', attempt = attempt + 1 where id = ?", (turn,))
    attempt = int(db.execute("select attempt from inbox where id = ?", (turn,)).fetchone()[0])
    step(db, turn, now, "thinking", f"attempt {attempt}")
    return attempt


def fail(db: Database, turn: int, now: datetime, why: str) -> int:
    """The turn raised and waits to be tried again, an answer that is there already to be sent; how often it has."""
    db.execute(
        """update inbox set failures = failures + 1,
           state = case state when 'thinking' then 'waiting' else state end where id = ?""",
        (turn,),
    )
    step(db, turn, now, "waiting", why)
    return int(db.execute("select failures from inbox where id = ?", (turn,)).fetchone()[0])


def answer(db: Database, turn: TurnRow, outs: Sequence[Out], now: datetime) -> None:
    """The turn's whole answer is durable before any of it is sent. What was begun to be shown and never was is gone."""
    db.execute("delete from outbox where turn = ? and state = 'new'", (turn.id,))
    for out in outs:
        add_out(db, turn, out)
    db.execute("update inbox set state = 'answering' where id = ?", (turn.id,))
    step(db, turn.id, now, "answering", f"{len(outs)} to send")


def halt(db: Database, turn: int, now: datetime) -> int:
    """What is not sent yet never is; returns how much that was."""
    gone = db.execute("delete from outbox where turn = ? and state = 'new'", (turn,)).rowcount
    db.execute("update inbox set state = 'halted' where id = ?", (turn,))
    step(db, turn, now, "halted", f"{gone} not sent")
    return gone


def withdraw(db: Database, out: OutRow) -> None:
    """It is as if it had never been meant to be sent."""
    db.execute("delete from outbox where id = ?", (out.id,))


def add_out(db: Database, turn: TurnRow, out: Out) -> OutRow:
    """The row of this slot; made if it is new."""
    db.execute(
        """insert into outbox (turn, slot, body, nonce, event, repeatable) values (?, ?, ?, ?, ?, ?)
           on conflict do nothing""",
        (turn.id, out.slot, out.body, nonce_of(turn.lane, turn.key, out.slot), out.event, int(out.repeatable)),
    )
    row = db.execute(f"select {_OUT} from outbox where turn = ? and slot = ?", (turn.id, out.slot)).fetchone()
    return _out(row)


def outs(db: Database, turn: int) -> list[OutRow]:
    return [_out(row) for row in db.execute(f"select {_OUT} from outbox where turn = ? order by id", (turn,))]


def begun_outs(db: Database, turn: int) -> list[OutRow]:
    """The sends that an earlier attempt began; what it only meant to send is forgotten."""
    db.execute("delete from outbox where turn = ? and state = 'new'", (turn,))
    return outs(db, turn)


def settle(db: Database, out: OutRow, state: str, now: datetime, *, detail: str = "") -> None:
    """Move one send to a state; `detail` is the platform id of a sent one, else the reason."""
    column = "platform_id" if state in ("posted", "sent") else "reason"
    db.execute(f"update outbox set state = ?, {column} = ? where id = ?", (state, detail, out.id))
    if state != "sent":  # that was told when it was posted
        step(db, out.turn, now, "sent" if state == "posted" else state, f"{out.out.slot} {detail}".strip())


def posts(db: Database, event: str) -> dict[str, str]:
    rows = db.execute(
        """select slot, platform_id from outbox
           where event = ? and state in ('posted', 'sent') and platform_id <> '' order by id""",
        (event,),
    )
    return {row[0]: row[1] for row in rows}


def finish(db: Database, turn: int, state: str, now: datetime, why: str = "") -> None:
    """The turn is done, or dead."""
    db.execute("update inbox set state = ?, reason = ? where id = ?", (state, why[:500], turn))
    step(db, turn, now, state, why)


def journaled(db: Database, turn: int, name: str) -> str | None:
    row = db.execute("select result from journal where turn = ? and name = ?", (turn, name)).fetchone()
    return None if row is None else str(row[0])


def journal(db: Database, turn: int, name: str, result: str) -> None:
    db.execute(
        """insert into journal (turn, name, result) values (?, ?, ?)
           on conflict (turn, name) do update set result = excluded.result""",
        (turn, name, result),
    )


def prune(db: Database, before: datetime) -> int:
    """Where something is still to be caught up nothing is forgotten: it may be older than what is known."""
    gone = db.execute(
        """select id, lane, key from inbox where state = 'done' and accepted_at < ?
           and key < coalesce(
               (select max(key) from inbox newer where newer.lane = inbox.lane and newer.key like '%:message'), '~')
           and not exists (select 1 from outbox where turn = inbox.id and state in ('in_doubt', 'failed'))
           and not exists (select 1 from gap where instr(lane || '#', '@' || gap.place || '#') > 0)""",
        (before.isoformat(),),
    ).fetchall()
    prune_seals(db, [(lane, key) for _, lane, key in gone], before.isoformat())
    for id, _, _ in gone:
        db.execute("delete from inbox where id = ?", (id,))
    db.execute("delete from away where until < ?", (before.isoformat(),))
    return len(gone)


def latest(db: Database, before: datetime | None) -> dict[str, str]:
    until = before.isoformat() if before else "9999"
    rows = db.execute(
        """select lane, coalesce(max(case when accepted_at < ? then key end), min(key)) from inbox
           where key like '%:message' group by lane""",
        (until,),
    )
    return {row[0]: row[1] for row in rows}


def open_gaps(db: Database, account: str, cursors: Mapping[str, str]) -> None:
    for place, cursor in cursors.items():
        db.execute(
            "insert into gap (account, place, cursor) values (?, ?, ?) on conflict do nothing", (account, place, cursor)
        )


def gaps(db: Database, account: str) -> dict[str, str]:
    rows = db.execute("select place, cursor from gap where account = ? order by place", (account,))
    return {row[0]: row[1] for row in rows}


def close_gap(db: Database, account: str, place: str) -> None:
    db.execute("delete from gap where account = ? and place = ?", (account, place))


def last_accepted(db: Database) -> datetime | None:
    row = db.execute("select accepted_at from inbox order by id desc limit 1").fetchone()
    return None if row is None else datetime.fromisoformat(row[0])


def start(db: Database, now: datetime) -> None:
    """Nobody was running since the last thing that was written down."""
    alive = db.execute("select at from step order by rowid desc limit 1").fetchone()
    if alive is not None and alive[0] < now.isoformat():
        db.execute("insert into away (since, until) values (?, ?)", (alive[0], now.isoformat()))


def away(db: Database, since: datetime) -> timedelta:
    """How long nobody was running since then."""
    rows = db.execute("select since, until from away where until > ?", (since.isoformat(),))
    spans = ((max(since, datetime.fromisoformat(row[0])), datetime.fromisoformat(row[1])) for row in rows)
    return sum((until - begun for begun, until in spans), timedelta())


def waiting(db: Database) -> dict[str, int]:
    rows = db.execute(f"select lane, count(*) from inbox where state in {OPEN} group by lane")
    return {row[0]: int(row[1]) for row in rows}


_OUT = "id, turn, slot, body, event, repeatable, nonce, state, platform_id"


def _out(row: Sequence[Any]) -> OutRow:
    id, turn, slot, body, event, repeatable, nonce, state, platform_id = row
    return OutRow(
        id=id,
        turn=turn,
        out=Out(slot=slot, body=body, event=event, repeatable=bool(repeatable)),
        nonce=nonce,
        state=state,
        platform_id=platform_id,
    )


# --- letters --------------------------------------------------------------------------------------------------------
# What a person asks of delivery: sends in doubt, dead letters and sending them again, the life of one message.


def doubtful_sends(db: Database, untold: bool) -> list[DoubtfulSend]:
    rows = db.execute(
        """select lane, key, slot, nonce, outbox.body, inbox.body, accepted_at from outbox join inbox on inbox.id = turn
           where outbox.state = 'in_doubt' and told <= ? order by outbox.id""",
        (0 if untold else 1,),
    )
    return [
        DoubtfulSend(
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


def mark_doubt_told(db: Database, nonce: str) -> None:
    db.execute("update outbox set told = 1 where nonce = ?", (nonce,))


def dead_letters(db: Database) -> list[DeadLetter]:
    """Turns have even numbers, single sends odd ones."""
    turns = db.execute("select 2 * id, lane, key, '', reason from inbox where state = 'dead'")
    sends = db.execute(
        """select 2 * outbox.id + 1, lane, key, slot, outbox.reason from outbox join inbox on inbox.id = turn
           where outbox.state = 'failed'"""
    )
    return [DeadLetter(id=r[0], lane=r[1], key=r[2], slot=r[3], reason=r[4]) for r in [*turns, *sends]]


def revive_turn(db: Database, letter: int, now: datetime) -> str | None:
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


def trace_message(db: Database, text: str, room: str = "") -> list[TraceStep]:
    """By the message or by what was posted of it; a room has the lanes of its threads, too."""
    posted = text.lstrip("0") if text.isdigit() else text  # a key pads the ids that a platform gives
    rows = db.execute(
        """select at, what, step.detail, lane, key from step join inbox on inbox.id = turn
           where (instr(lane || ' ' || key, ?) > 0
                  or inbox.id in (select turn from outbox where platform_id in (?, ?)))
           and (? or instr(substr(lane, instr(lane, '@') + 1) || '#', ?) = 1)
           order by step.rowid limit 500""",
        (text, text, posted, not room, f"{room}#"),
    )
    return [TraceStep(at=datetime.fromisoformat(r[0]), what=r[1], detail=f"{r[3]} {r[4]} {r[2]}".strip()) for r in rows]


# --- past -----------------------------------------------------------------------------------------------------------
# What delivery knows of messages longer than it keeps their rows: that they were taken in, that they were answered.
#
# A row that goes (pruned, or erased) leaves a seal; in time the seals of a lane become its boundary.


HEARD, ANSWERED = "heard", "answered"
_BOUNDED = ":message"  # other keys do not sort by the instant at which something was said


def was_taken_in(db: Database, lane: str, key: str) -> bool:
    """Whether the message was taken in, though its row is gone."""
    sealed = _seal(db, lane)
    bound = db.execute("select key from boundary where lane = ?", (sealed,)).fetchone()
    if bound is not None and key.endswith(_BOUNDED) and key <= bound[0]:
        return True
    return _is_sealed(db, lane, key, HEARD)


def was_answered(db: Database, lane: str, key: str, at: datetime) -> bool | None:
    """Whether another life of this home has answered it; None: it may have, and only the platform can tell."""
    if _is_sealed(db, lane, key, ANSWERED):
        return True
    restored = restored_at(db)
    return None if restored is not None and at <= restored else False


def restored_at(db: Database) -> datetime | None:
    """What was said until then may have been answered by a life of which nothing is known."""
    row = db.execute("select value from home where name = 'restored'").fetchone()
    return None if row is None else datetime.fromisoformat(row[0])


def set_restored(db: Database, at: datetime) -> None:
    db.execute(
        "insert into home (name, value) values ('restored', ?) on conflict (name) do update set value = excluded.value",
        (at.isoformat(),),
    )


def salt_of(db: Database) -> str:
    return str(db.execute("select value from home where name = 'salt'").fetchone()[0])


def keep_seal(db: Database, lane: str, key: str, at: str, what: str = HEARD) -> None:
    """The row may go. What is no message of a platform (a time of the house) is answered for by other files."""
    row = (_seal(db, lane, key), what, _seal(db, lane), key if key.endswith(_BOUNDED) else "", at)
    db.execute("insert into past (seal, what, lane, key, at) values (?, ?, ?, ?, ?) on conflict do nothing", row)


def take_over_seals(db: Database, other: Database) -> None:
    """What another life of the same home (of the same salt) has kept was answered then."""
    for seal, lane, key, at in other.execute("select seal, lane, key, at from past"):
        db.execute(
            "insert into past (seal, what, lane, key, at) values (?, ?, ?, ?, ?) on conflict do nothing",
            (seal, ANSWERED, lane, key, at),
        )


def prune_seals(db: Database, rows: list[tuple[str, str]], before: str) -> None:
    """The boundaries take the place of rows (lane, key) that go, and of old seals."""
    found = [(_seal(db, lane), key) for lane, key in rows if key.endswith(_BOUNDED)]
    found += db.execute(
        "select lane, key from past where at < ? and what = ? and key <> ''", (before, HEARD)
    ).fetchall()
    for lane, key in found:
        db.execute(
            """insert into boundary (lane, key) values (?, ?) on conflict (lane) do update
               set key = case when boundary.key < excluded.key then excluded.key else boundary.key end""",
            (lane, key),
        )
    db.execute("delete from past where at < ?", (before,))


def _is_sealed(db: Database, lane: str, key: str, what: str) -> bool:
    found = db.execute("select 1 from past where seal = ? and what = ?", (_seal(db, lane, key), what))
    return found.fetchone() is not None


def _seal(db: Database, *parts: str) -> str:
    return hashlib.sha256("\n".join((salt_of(db), *parts)).encode(errors="replace")).hexdigest()
