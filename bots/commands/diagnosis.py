"""`status`, `page`, `talks`, `doctor`, `trace`, `dead`, `why`, `stop`: what goes on, what is wrong, and why a reply
came out as it did.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, tzinfo
from hashlib import sha256

from bots.anima.anima_files import AnimaState
from bots.commands.admin_api import AdminApi, HealthCheck
from bots.commands.command import Command, CommandAnswer, anima_called
from bots.commands.memory import FACT, has_ended, interval_of_fact
from bots.delivery.contract import SILENT_STEP, DeadLetter, DoubtfulSend, TraceStep
from bots.message import Silence
from bots.people.trust_policy import Asker, Role
from bots.ports import ServerState
from bots.text.phrases import quote_words
from bots.turn.turn_report import ReportedMemory, TurnReport
from memory.vocabulary.address import Audience
from memory.vocabulary.event import Event, Json


async def show_status(admin: AdminApi, asker: Asker) -> CommandAnswer:
    """Show accounts, animas, waiting turns and undelivered messages."""
    accounts, animas = admin.accounts(), admin.animas()
    doubts = [item for item in await admin.delivery.doubts() if asker.hears_of(item.lane)]
    dead = [item for item in await admin.delivery.dead() if asker.hears_of(item.lane)]
    waiting = {lane: turns for lane, turns in (await admin.delivery.waiting()).items() if asker.hears_of(lane)}
    lines = [f"- {name}: {state}" for name, state in accounts.items()] or ["- no account: the console only"]
    page = admin.page_link(asker.person) if asker.at_terminal else ""
    servers = () if asker.place else admin.servers()
    lines += [_server_line(server) for server in servers]
    slept = {} if asker.place else {item.name: await _slept_text(admin, item) for item in animas if item.enabled}
    lines += [_anima_line(anima, asker) + slept.get(anima.name, "") for anima in animas]
    lines += [f"- in doubt: an answer in {doubt.lane} may or may not have arrived" for doubt in doubts]
    lines += [f"- {len(dead)} dead letter{'s' * (len(dead) != 1)}: `dead list`"] if dead else []
    lines += [f"- page: {page} ({PAGE_LINK_TOLD})"] if page else []
    data: dict[str, Json] = {
        "home": str(admin.home),
        "accounts": dict(accounts),
        "animas": [anima_status(anima, asker) for anima in animas],
        "servers": [asdict(server) for server in servers],
        "waiting": sum(waiting.values()),
        "in_doubt": [_doubt_line(doubt) for doubt in doubts],
        "dead": len(dead),
        **({"page": page} if page else {}),
    }
    return CommandAnswer(text="\n".join(lines), data=data)


def anima_status(anima: AnimaState, asker: Asker) -> dict[str, Json]:
    """An anima as data. How many turns it has is told of no room in another one."""
    data: dict[str, Json] = asdict(anima)
    return {name: value for name, value in data.items() if not asker.place or name not in ("running", "waiting")}


def _anima_line(anima: AnimaState, asker: Asker) -> str:
    if not anima.enabled:
        return f"- **{anima.name}** · disabled"
    turns = "" if asker.place else f" · {anima.running} running, {anima.waiting} waiting"
    return f"- **{anima.name}** · {anima.model}{turns}"


def _server_line(server_state: ServerState) -> str:
    begun = f", connected {server_state.starts} times" if server_state.starts > 1 else ""
    return f"- mcp {server_state.name}: {server_state.state}, for {_lasted_text(server_state.lasts_s)}{begun}"


def _lasted_text(seconds: float) -> str:
    for unit, name in ((86_400, "d"), (3600, "h"), (60, "min")):
        if seconds >= unit:
            return f"{seconds // unit:.0f} {name}"
    return f"{seconds:.0f} s"


async def _slept_text(admin: AdminApi, anima: AnimaState) -> str:
    """What its latest night did."""
    night = await (await admin.memory(anima.name)).last_night()
    if night is None:
        return ""
    counts = ", ".join(f"{number} {kind}" for kind, number in sorted(night.counts.items())) or "nothing to change"
    return f" · {night.night} ({night.state}): {counts}"


def _doubt_line(doubt: DoubtfulSend) -> dict[str, Json]:
    return {"lane": doubt.lane, "key": doubt.key, "slot": doubt.slot}


STATUS = Command(path=("status",), run=show_status, role=Role.MEMBER)


# --- page -----------------------------------------------------------------------------------------------------------
# `page`: a link for somebody else. One's own is told by `status`.


PAGE_LINK_TOLD = "opens once, within five minutes"


async def link_page(admin: AdminApi, asker: Asker, person: str) -> CommandAnswer:
    """Make a link that opens the page on this machine as somebody: it shows what they may read.

    person: the address of somebody whom the fleet has heard from
    """
    if not admin.contacts.is_known(person):
        return CommandAnswer(text=f"The fleet has heard from no {person}.", data={"error": "unknown"}, ok=False)
    link = admin.page_link(person)
    if not link:
        return CommandAnswer(text="There is no page: no fleet runs here, or `server.page_port` is null.", ok=False)
    return CommandAnswer(text=f"{link} ({PAGE_LINK_TOLD})", data={"page": link, "person": person})


PAGE = Command(path=("page",), run=link_page, role=Role.ADMIN, chat=False)


# --- talks ----------------------------------------------------------------------------------------------------------
# `talks`: what was said to the animas today, and what became of it.


_MOST_EVENTS = 400
_HEARD, _ANSWER = "message_received", "response_sent"


async def list_talks(admin: AdminApi, asker: Asker, name: str = "") -> CommandAnswer:
    """List what was said to the animas today as far as you may read it, and whether it was answered.

    name: to this anima only
    """
    names = [anima_called(admin, name).name] if name else [anima.name for anima in admin.animas() if anima.enabled]
    began = admin.clock().astimezone(admin.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    present = [Audience.parse(asker.audience)] if asker.place else None
    data: list[dict[str, Json]] = []
    for item in names:
        events = await (await admin.memory(item)).heard(began, _MOST_EVENTS, present)
        answered = {str(event.meta.get("reply_to")) for event in events if event.type == _ANSWER}
        data += [_talk_data(item, event, answered, asker) for event in events if event.type == _HEARD]
    data.sort(key=lambda talk: str(talk["at"]), reverse=True)
    lines = [_talk_line(talk, admin.zone) for talk in data]
    return CommandAnswer(text="\n".join(lines) or "Nobody has said anything today.", data={"talks": list(data)})


def _talk_data(anima: str, event: Event, answered: Collection[str], asker: Asker) -> dict[str, Json]:
    turn = str(event.meta.get("message_id", ""))
    return {
        "at": event.ts.isoformat(),
        "anima": anima,
        "turn": turn,
        "name": str(event.meta.get("name") or event.sender),
        "place": event.channel,
        "text": event.content,
        "answered": turn in answered,
        "explained": may_read_report(asker, event.audience),
    }


def _talk_line(talk: Mapping[str, Json], zone: tzinfo) -> str:
    at = datetime.fromisoformat(str(talk["at"])).astimezone(zone)
    name, text = quote_words(str(talk["name"])), quote_words(str(talk["text"]), _TALK_CHARS)
    ended = "answered" if talk["answered"] else f"not answered: `why {talk['anima']} --turn {talk['turn']}`"
    return f"- {at:%H:%M} {name} to **{talk['anima']}** in `{talk['place']}`: {text} · {ended}"


_TALK_CHARS = 160

TALKS = Command(path=("talks",), run=list_talks, role=Role.MEMBER, chat=False)


# --- doctor ---------------------------------------------------------------------------------------------------------
# `doctor`: what works, what is missing, what to do.


_CHECK_MARKS = {True: "✓", False: "✗", None: "?"}


async def run_doctor(admin: AdminApi, asker: Asker, *, offline: bool = False) -> CommandAnswer:
    """Check the installation: what works, what is missing, what to do.

    offline: prove that nothing needs the network
    """
    return checks_report(await admin.checks(asker, offline=offline))


def checks_report(checks: Sequence[HealthCheck]) -> CommandAnswer:
    """All checks as an answer; it is not ok when one of them is not."""
    lines = [_check_line(check) for check in checks]
    ok = all(check.ok is not False for check in checks)
    return CommandAnswer(text="\n".join(lines), data={"ok": ok, "checks": [asdict(check) for check in checks]}, ok=ok)


def _check_line(check: HealthCheck) -> str:
    advice = f" → {check.advice}" if check.advice and check.ok is not True else ""
    return f"- {_CHECK_MARKS[check.ok]} {check.subject}: {check.finding}{advice}"


DOCTOR = Command(path=("doctor",), run=run_doctor, role=Role.ADMIN, recorded=False)


# --- links ----------------------------------------------------------------------------------------------------------
# Links to messages, as people copy them from a platform: the part of the delivery key that names the message.


_SLACK_LINK = re.compile(r"https://[\w.-]+/archives/\w+/p(?P<seconds>\d{10})(?P<rest>\d{6})")
_DISCORD_LINK = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/channels/(?:\d+|@me)/\d+/(?P<id>\d+)")
_TELEGRAM_LINK = re.compile(r"https://t(?:elegram)?\.me/(?:c/\d+|\w+)/(?:\d+/)?(?P<id>\d+)")


#: As the log names a turn: place and message.
_TURN_ID = re.compile(r"(?P<platform>slack|discord|telegram|console):\S*/(?P<id>[^/\s]+)")


def key_of_link(link: str) -> str:
    """What the message's key contains. Anything that is no known link is taken for an id.

    Telegram's ids are small numbers: they are padded as they are in a key, so that 7 does not find 1700.
    """
    link = link.strip().strip("<>")
    if found := _SLACK_LINK.match(link):
        return f"{found['seconds']}.{found['rest']}"
    if found := _DISCORD_LINK.match(link):
        return found["id"]
    if found := _TELEGRAM_LINK.match(link):
        return f"{int(found['id']):012d}"
    if found := _TURN_ID.fullmatch(link):
        is_number = found["platform"] == "telegram" and found["id"].isdigit()
        return f"{int(found['id']):012d}" if is_number else found["id"]
    return link


# --- trace ----------------------------------------------------------------------------------------------------------
# `trace`: the life of one message, from inbox to receipt.


async def trace_turn(admin: AdminApi, asker: Asker, link: str) -> CommandAnswer:
    """Trace a message: inbox, recall, model, outbox, receipt.

    link: the message's link, or its id
    """
    steps = await admin.delivery.trace(key_of_link(link), asker.room)
    if not steps:
        return CommandAnswer(text="That message never reached me, or long ago.", data={"steps": []}, ok=False)
    data: list[Json] = [{"at": step.at.isoformat(), "what": step.what, "detail": step.detail} for step in steps]
    return CommandAnswer(text="\n".join(_trace_line(step) for step in steps), data={"steps": data})


def _trace_line(step: TraceStep) -> str:
    time = step.at.isoformat(sep=" ", timespec="milliseconds")
    return f"- {time} **{step.what}** {step.detail}".rstrip()


TRACE = Command(path=("trace",), run=trace_turn, role=Role.ADMIN)


# --- dead -----------------------------------------------------------------------------------------------------------
# `dead`: turns and sends that were given up, and sending them again by hand.


_ID_CHARS = 8


async def list_dead(admin: AdminApi, asker: Asker) -> CommandAnswer:
    """List what could not be delivered."""
    letters = await _dead_letters(admin, asker)
    lines = [
        f"- {id}: {letter.lane} {letter.slot or 'the turn itself'} — {letter.reason}" for id, letter in letters.items()
    ]
    data: list[Json] = [{**asdict(letter), "id": id} for id, letter in letters.items()]
    return CommandAnswer(text="\n".join(lines) or "There are no dead letters.", data={"dead": data})


async def resend_letter(admin: AdminApi, asker: Asker, letter: str) -> CommandAnswer:
    """Send an undelivered message again.

    letter: its id in `dead list`
    """
    found = (await _dead_letters(admin, asker)).get(letter)
    if found is not None and await admin.delivery.resend(found.id):
        return CommandAnswer(text=f"Letter {letter} will be sent again.", data={"resent": letter})
    return CommandAnswer(text=f"There is no dead letter {letter}.", data={"error": "no such letter"}, ok=False)


async def _dead_letters(admin: AdminApi, asker: Asker) -> dict[str, DeadLetter]:
    """By an id that says nothing of how many others there are."""
    return {_letter_id(item): item for item in await admin.delivery.dead() if asker.hears_of(item.lane)}


def _letter_id(letter: DeadLetter) -> str:
    return sha256(f"{letter.lane} {letter.key} {letter.slot}".encode()).hexdigest()[:_ID_CHARS]


DEAD_LIST = Command(path=("dead", "list"), run=list_dead, role=Role.ADMIN)
DEAD_RESEND = Command(path=("dead", "resend"), run=resend_letter, role=Role.ADMIN)


# --- why ------------------------------------------------------------------------------------------------------------
# `why`: what came to mind before a reply, and which signals brought it.


SHOWN_SIGNALS = 6
SHOWN_MEMORIES = 10

HowItEnded = Mapping[str, Sequence[str]]
"""By the id of a memory."""


async def explain_reply(
    admin: AdminApi, asker: Asker, name: str = "", *, last: bool = False, turn: str = "", whole: bool = False
) -> CommandAnswer:
    """Show what the last reply was based on, or why a message got none.

    name: the anima; without it, the one that answered here last
    last: its last reply (as without any option)
    turn: the reply to the message with this id or link
    whole: every memory that stood in the prompt
    """
    names = [anima_called(admin, name).name] if name else [anima.name for anima in admin.animas()]
    audience = asker.audience if asker.place else ""
    here = [report for item in names if (report := await admin.why(item, turn, audience)) is not None]
    if not here:
        return await _explain_silence(admin, asker, names, turn)
    report = max(here, key=lambda item: (item.place == asker.place, item.at))
    seen = [memory for memory in report.remembered if may_read_report(asker, memory.audience)]
    ended = {memory.id: await _how_it_ended(admin, report, memory.id) for memory in seen if memory.id}
    return CommandAnswer(
        text=_report_text(report, _best_report(seen, whole), ended), data=_report_data(report, seen, ended)
    )


async def _explain_silence(admin: AdminApi, asker: Asker, names: Sequence[str], turn: str) -> CommandAnswer:
    """Why these did not answer the message, as the branch that decided so has it on record."""
    steps = await admin.delivery.trace(key_of_link(turn), asker.room) if turn else []
    silent: dict[str, Json] = {}
    for step in steps:
        name, why = step.detail.partition("@")[0], next((why for why in Silence if step.detail.endswith(why)), "")
        if step.what == SILENT_STEP and name in names and why:
            silent.setdefault(name, why)  # what was said because of the message stands behind it
    if not silent:
        return CommandAnswer(text="There is no reply here that I could explain.", data={"error": "no reply"}, ok=False)
    lines = [f"**{name}** did not answer: {why}." for name, why in silent.items()]
    return CommandAnswer(text="\n".join(lines), data={"silent": silent})


def _best_report(seen: Sequence[ReportedMemory], whole: bool) -> Sequence[ReportedMemory]:
    """What weighed, the most first; what is always with the anima has no score."""
    weighed = sorted(seen, key=lambda memory: -memory.score)
    return weighed if whole else [item for item in weighed if item.score > 0 or not item.reasons][:SHOWN_MEMORIES]


async def _how_it_ended(admin: AdminApi, report: TurnReport, id: str) -> list[str]:
    """Of the facts which this memory is or told: those that have ended, with their intervals in words."""
    engine, audience = await admin.memory(report.anima), Audience.parse(report.audience)
    facts = [id] if id.startswith(FACT) else [fact.id for fact in await engine.facts.of(id, audience)]
    now = admin.clock().astimezone(engine.zone)
    found = [item for fact in facts if (item := await engine.facts.explain(fact, audience))]
    return [
        f"{item.fact.text} ({interval_of_fact(item, now)})" for item in found if item.fact.text and has_ended(item, now)
    ]


def may_read_report(asker: Asker, audience: str) -> bool:
    """What one audience may read is not told to another; being owner widens nothing but the command line."""
    return not asker.place or audience in (asker.audience, "org")


def _report_text(report: TurnReport, seen: Sequence[ReportedMemory], ended: HowItEnded) -> str:
    lines = [
        f"**{report.anima}** answered {report.person} in {report.place}, {report.at:%Y-%m-%d %H:%M} "
        f"({report.message_type}, {report.model}): {report.outcome}."
    ]
    lines += [_memory_line(memory, ended.get(memory.id, ())) for memory in seen] or ["Nothing was remembered."]
    lines += [f"Too late to help: {', '.join(report.late)}."] if report.late else []
    return "\n".join(lines)


def _memory_line(memory: ReportedMemory, ended: Sequence[str]) -> str:
    signals = sorted(memory.reasons, key=lambda reason: -reason.value)[:SHOWN_SIGNALS]
    because = ", ".join(f"{reason.signal} {reason.value:.2f}" for reason in signals) or "always with me"
    text = " ".join(memory.text.split())
    short = text if len(text) <= 160 else f"{text[:157]}…"
    over = "".join(f"\n  no longer true: {item}" for item in ended)
    return f"- {short}\n  `{memory.path}` · {memory.channel} · {memory.score:.2f} · because {because}{over}"


def _report_data(report: TurnReport, seen: list[ReportedMemory], ended: HowItEnded) -> dict[str, Json]:
    return {
        "turn": report.turn,
        "anima": report.anima,
        "at": report.at.isoformat(),
        "place": report.place,
        "audience": report.audience,
        "person": report.person,
        "model": report.model,
        "message_type": report.message_type,
        "outcome": report.outcome,
        "late": list(report.late),
        "remembered": [
            {
                "text": memory.text,
                "path": memory.path,
                "channel": memory.channel,
                "score": memory.score,
                "signals": {reason.signal: reason.value for reason in memory.reasons},
                "audience": memory.audience,
                "ended": list(ended.get(memory.id, ())),
            }
            for memory in seen
        ],
    }


WHY = Command(path=("why",), run=explain_reply, role=Role.MEMBER)


# --- stop -----------------------------------------------------------------------------------------------------------
# `stop`: end turns that are being thought about.


async def stop_replies(admin: AdminApi, asker: Asker, name: str = "", *, everywhere: bool = False) -> CommandAnswer:
    """Cancel running turns: in a chat those of this place, on the command line all.

    name: of this anima only
    everywhere: for admins: in all places
    """
    if everywhere and asker.role < Role.ADMIN:
        return CommandAnswer(text="`--everywhere` is for admins.", data={"error": "not allowed"}, ok=False)
    anima = anima_called(admin, name).name if name else ""
    stopped = await admin.stop_turns(anima, "" if everywhere else asker.place)
    words = "Nothing was running." if not stopped else f"Stopped {stopped} turn{'s' * (stopped != 1)}."
    return CommandAnswer(text=words, data={"stopped": stopped})


STOP = Command(path=("stop",), run=stop_replies, role=Role.MEMBER, recorded=True)
