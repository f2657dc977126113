"""English."""

from __future__ import annotations

from memory.languages.pack import LanguagePack, phrases, words

_MONTHS = (
    "january jan",
    "february feb",
    "march mar",
    "april apr",
    "may",
    "june jun",
    "july jul",
    "august aug",
    "september sep sept",
    "october oct",
    "november nov",
    "december dec",
)

ENGLISH = LanguagePack(
    code="en",
    stop_words=words(
        """a about after all also am an and any are as at be because been before being but by can could do does doing
        done for from get got had has have having he her hers him his i if in into is it its just let like ll me more
        most my no not of off on one only or other our out over own re s same she should so some such t than that the
        their them then there these they this those through to too up upon us ve very was we were will with would you
        your yours did don didn doesn isn wasn d m o tell know remember please many much kind type during while both"""
    ),
    question_words=words("who whom whose what when where which why how"),
    months={name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()},
    days_ago={"today": 0, "yesterday": 1},
    of_myself=words("i me my mine myself"),
    of_yourself=phrases("did you, have you, were you, you said, you told, you promised, you wrote, you sent, you did"),
    greetings=frozenset(
        phrases(
            """hi, hello, hey, hey there, hi there, hello there, hi all, hello everyone, good morning, good
            afternoon, good evening, good night, morning, evening, how are you, how are you doing, hi how are
            you, hey how are you, hello how are you, what's up, whats up, sup, yo, greetings, howdy, welcome
            back"""
        )
    ),
    acknowledgements=frozenset(
        phrases(
            """ok, okay, k, kk, yes, yep, yeah, yup, no, nope, nah, sure, sure thing, thanks, thank you, thank you
            very much, thank you so much, thanks a lot, many thanks, ok thanks, okay thanks, great thanks, thx,
            ty, got it, great, nice, cool, perfect, done, alright, all right, sounds good, looks good, fine,
            understood, i see, right, exactly, agreed, bye, goodbye, see you, see you later, lol, haha, yes
            please, no thanks, go ahead, confirmed, approved, wow, noted, never mind, no problem, you're
            welcome, of course, absolutely, correct"""
        )
    ),
    requests=phrases(
        """please, can you, could you, would you, will you, i need you to, i want you to, i'd like you to, help
            me, let's, make, write, create, send, build, fix, prepare, draft, schedule, remind, update, add,
            delete, remove, check, review, summarise, summarize, translate, look up, deploy, run, set up,
            organise, organize, book, cancel, implement"""
    ),
)
