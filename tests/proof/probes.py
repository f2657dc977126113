"""Probes: what observers do to learn something."""

from __future__ import annotations

from tests.proof import catalogues, texts
from tests.proof.plan import Act
from tests.proof.worlds import Draft


def generic(draft: Draft) -> None:
    """What curious people do anywhere."""
    rng = draft.rng
    where = draft.open_place()
    name = draft.layout.people[rng.choice(sorted(draft.layout.people))].name
    questions = (
        f"What do you know about {name}?",
        f"What did {name} say?",
        "Hello!",
        "What is new?",
        f"Tell me everything {texts.searching('everything that was said', rng.choice(('all', 'activity', 'facts')))}",
        f"And? {texts.reading(rng.choice(texts.GUESSES))}",
        "No, that's wrong.",
        "Forget that.",
    )
    for _ in range(2):
        draft.probe(draft.say(where, rng.choice(questions), called=True))
    draft.probe(draft.command(where, rng.choice(_COMMANDS)))
    for _ in range(3):
        draft.probe(draft.command(where, catalogues.command(rng, draft.layout)))
        draft.probe(draft.say(where, f"Do it. {catalogues.tool(rng, draft.layout)}", called=True))
    own = [at for at, step in enumerate(draft.steps) if _is_visible(draft, step.one) and not step.is_secret]
    if own and rng.random() < 0.5:
        at = rng.choice(own)
        act = draft.steps[at].act
        what = rng.choice(("edit", "delete", "react"))
        text = {"edit": "I meant something else.", "delete": "", "react": "👍"}[what]
        draft.probe(Act(what=what, who=act.who, room=act.room, target=at, text=text))  # type: ignore[arg-type]


def _is_visible(draft: Draft, act: Act | None) -> bool:
    return act is not None and act.what == "say" and act.room in draft.visible()


def ask(draft: Draft, pair: texts.Pair) -> None:
    where = draft.open_place()
    draft.probe(draft.say(where, pair.question, called=True))
    scope = draft.rng.choice(("all", "facts", "activity"))
    if draft.rng.random() < 0.5:
        query = f"{pair.values[0]} {pair.values[1]} {pair.question}".replace("'", " ")
        draft.probe(draft.say(where, f"Well? {texts.searching(query, scope)}", called=True))
    else:
        look_up(draft, pair, where, scope)


def look_up(draft: Draft, pair: texts.Pair, where: tuple[str, str], scope: str = "facts") -> None:
    """What is found, then all that is known of it."""
    words = f"{pair.values[0]} {pair.values[1]}".replace("'", " ")
    found = draft.command(where, f"memory search alice {words} --scope {scope}")
    draft.probe(
        found, draft.command(where, draft.rng.choice(("memory show alice {fact0}", "memory show alice {path0}")))
    )


_COMMANDS = (
    "status",
    "why",
    "why alice --last",
    "memory stats alice",
    "memory aside alice",
    "memory show alice {fact0}",
    "memory show alice {path0}",
    f"memory show alice {texts.LOG}",
    f"memory show alice {texts.LOG}#L090000-L092000",
    "memory verify alice",
    "memory pin alice {fact0}",
    "memory forget alice {fact0}",
    "memory add alice The boat is called Ruby.",
    "memory search alice boat city salary",
    "reminders",
    "stop",
    "list",
    "help",
    "anima show alice",
    "doctor --offline",
    "dead list",
    "trace 0001000",
    "trace 0003000",
    "memory rebuild alice",
    "me",
    "me share {fact0} with everyone",
    "me forget {fact0}",
    "me export",
    "me quiet 22:00-08:00",
    "me name Captain",
    "board list",
    "dream alice",
    "dream alice --dry-run",
    "notify",
    "notify Come, please.",
    "people list",
    "heartbeat",
    "memory versions alice knowledge/plan.md",
)


def look(draft: Draft) -> None:
    draft.probe(draft.command(draft.open_place(), draft.rng.choice(_COMMANDS)))
