"""Takes secrets out of text: the home's own, tokens by their shape, keys, cards and accounts by their check digits.

`Redaction` is asked of all that is logged, kept and said. `heard` is asked besides of what people write, before
anything is done with it: there goes what is told as a secret, too ("my password is hunter2"), known by the words for
such things (`secrets.tsv` of the languages) and by the look of what stands behind them. Ids, order numbers, hashes,
phones and commits have no such words and no such check digits, and stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from urllib.parse import quote

from memory.language.folders import ANY, language_file
from memory.language.pack_tables import words_of

HIDDEN = "***"

#: Shorter ones would take ordinary words out of the log.
SHORTEST = 6

_SHAPES = re.compile(
    r"""
    \bxox[a-z]-[\w-]{4,}            # Slack bot, user, app tokens
  | \bxapp-[\w-]{4,}
  | \bsk-[\w-]{8,}                  # OpenAI, Anthropic
  | \b[spr]k_(?:live|test)_\w{10,}  # Stripe
  | \bwhsec_\w{16,}
  | \bAIza[\w-]{20,}                # Google
  | \bya29\.[\w-]{20,}
  | \bgh[pousr]_\w{16,}             # GitHub
  | \bgithub_pat_\w{16,}
  | \bglpat-[\w-]{16,}              # GitLab
  | \bnpm_\w{30,}
  | \bpypi-[\w-]{40,}
  | \bhf_[A-Za-z0-9]{30,}           # Hugging Face
  | \bdop_v1_[0-9a-f]{40,}          # DigitalOcean
  | \bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{24,}
  | \bSG\.[\w-]{16,}\.[\w-]{16,}    # SendGrid
  | \blin_api_\w{20,}
  | \bA(?:KIA|SIA)[0-9A-Z]{12,}     # AWS
  | \beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}  # JSON Web Tokens
  | \bAGE-SECRET-KEY-1[0-9A-Z]{50,}
  | \bxprv[1-9A-HJ-NP-Za-km-z]{100,}
  | \b[5KL][1-9A-HJ-NP-Za-km-z]{50,51}\b        # a wallet's private key
  | (?<=\bbot)\d{3,}:[\w-]{6,}      # Telegram, in addresses
  | \b\d{6,}:[A-Za-z0-9_-]{30,}     # Telegram, alone
  | \b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}  # Discord
  | (?<=Bearer\s)[\w.~+/=-]{6,}
  | (?<=Bot\s)[\w.-]{40,}
  | (?<=://)[^\s/:@]{1,64}:[^\s/@]{1,64}(?=@)   # user and password in an address
  | \botpauth://\S+                 # the seed of one-time passwords
  | -----BEGIN\ [A-Z ]{0,20}PRIVATE\ KEY(?:\ BLOCK)?-----
    [^-]{0,20000}(?:-----END\ [A-Z ]{0,20}PRIVATE\ KEY(?:\ BLOCK)?-----)?
    """,
    re.VERBOSE,
)
_MIXED = re.compile(r"(?<![A-Za-z0-9])(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[A-Za-z0-9]{16,}")
_WEBHOOK = re.compile(r"(/webhooks/\d+/|/interactions/\d+/|hooks\.slack\.com/\S+?/)[\w-]{6,}")


class Redaction:
    """Takes secrets out of text."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        exact = {form for secret in secrets if _is_secret(secret) for form in (secret, quote(secret, safe=""))}
        self._exact = sorted(exact, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self._exact:
            text = text.replace(secret, HIDDEN)
        text = _WEBHOOK.sub(rf"\1{HIDDEN}", _SHAPES.sub(HIDDEN, text))
        return _without(_without(text, _cards), _accounts) if _DIGITS.search(text) else text

    def heard(self, text: str) -> str:
        """Of what somebody writes: without what is told as a secret, too."""
        for find in (_told, _seeds_of_codes, _seed_phrases):
            text = _without(text, find)
        return self(text)


def without_tokens(text: str) -> str:
    """The text without what looks like a key: a known shape, or sixteen letters and digits in a row."""
    return _MIXED.sub(HIDDEN, _SHAPES.sub(HIDDEN, text))


def _is_secret(text: str) -> bool:
    return len(text) >= SHORTEST and not text.startswith("env:")


def _without(text: str, find: Callable[[str], Iterator[tuple[int, int]]]) -> str:
    kept, at = [], 0
    for start, end in find(text):
        if start >= at:
            kept += [text[at:start], HIDDEN]
            at = end
    return "".join([*kept, text[at:]]) if kept else text


# --- check digits ---------------------------------------------------------------------------------------------------
# Cards and accounts.
#
# Source   ISO/IEC 7812-1 (the digits of Luhn, and by which digits the great networks begin); ISO 13616 (mod 97).


_DIGITS = re.compile(r"\d")
_CARD = re.compile(r"(?<![\w.,+/#-])\d(?:[ -]?\d){12,18}(?![\w/]|[.,-]\d)")
_NETWORKS = re.compile(
    r"4\d{15}|4\d{12}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}"
    r"|6(?:011|4[4-9]\d|5\d\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17}|9792\d{12}"
)


def _cards(text: str) -> Iterator[tuple[int, int]]:
    for match in _CARD.finditer(text):
        digits = match[0].replace(" ", "").replace("-", "")
        is_long = len(digits) > 16 and digits == match[0]  # such are ids
        if not is_long and _NETWORKS.fullmatch(digits) and _fits_luhn(digits):
            yield match.span()


def _fits_luhn(digits: str) -> bool:
    doubled = (int(digit) * 2 for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(each // 10 + each % 10 for each in doubled)) % 10 == 0


_ACCOUNT = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{2})\d{2}(?=[ -]?[A-Za-z0-9])")
_ACCOUNT_LENGTHS = {
    **{"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "CH": 21},
    **{"CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FO": 18},
    **{"FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23},
    **{"IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27},
    **{"MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29},
    **{"PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "TN": 24, "TR": 26},
    **{"UA": 29, "VG": 24, "XK": 20},
}


def _accounts(text: str) -> Iterator[tuple[int, int]]:
    for match in _ACCOUNT.finditer(text):
        length = _ACCOUNT_LENGTHS.get(match[1].upper(), 0)
        end, signs = match.start(), ""
        while len(signs) < length and end < len(text) and (text[end].isalnum() or (text[end] in " -" and signs)):
            signs += text[end].upper() if text[end].isalnum() else ""
            end += 1
        if len(signs) == length > 0 and not text[end : end + 1].isalnum() and _fits_mod_97(signs):
            yield match.start(), end


def _fits_mod_97(signs: str) -> bool:
    if not signs.isascii():
        return False
    return int("".join(str(int(sign, 36)) for sign in signs[4:] + signs[:4])) % 97 == 1


# --- told as a secret -----------------------------------------------------------------------------------------------
# What the words before it say to be a secret.


_SYMBOL = r"[#$%&*+/<=>@^_~|\\!?]"
_STRONG = re.compile(rf"\d|(?<=[a-z])[A-Z]|{_SYMBOL}(?=\w)")
_MIXES = re.compile(r"(?=[^\d\s]*\d)(?=[^A-Za-z\s]*[A-Za-z])\S{6,}")
_ENDS = ".,;:!?)]}»”\"'`…"
_ASSIGNED = re.compile(
    r"(?i)(?:api[_-]?key|access[_-]?key|secret|token|passw(?:or)?d|pwd|client[_-]?id[_-]?secret)[\"']?\s{0,3}[:=]\s{0,3}"
    r"[\"']?([^\s\"',;]{8,200})"
)
_SEED_OF_CODES = re.compile(
    r"(?i:2fa|mfa|totp|otp|authenticator)[^\n]{0,60}?\b([A-Za-z2-7]{4}(?:[ -]?[A-Za-z2-7]{4}){3,15})\b"
)
_BASE_32 = re.compile(r"(?=[A-Z]*[2-7])[A-Z2-7]+")
_SHORT_WORD = re.compile(r"[A-Za-z]+")
FEWEST_SEED_WORDS = 12


@cache
def _telling() -> re.Pattern[str]:
    """A word for it, what stands between, and what it is."""
    cue, pin, copula = (_either(name) for name in ("cue", "pin", "copula"))
    unspaced, unspaced_pin, particle = (_either(name) for name in ("unspaced_cue", "unspaced_pin", "unspaced_copula"))
    value = r"[\"'“„«`]?(?P<{}>[^\s\"'“”„«»`]{{4,64}})"
    words = r"(?:[ ]\w{1,12}){0,4}?[ ]{0,2}"
    told = rf"(?:[:=]|\b(?:{copula})\b:?)"
    return re.compile(
        rf"\b(?:{cue})\w{{0,6}}(?:{words}(?P<said>{told})|(?=[ ]))\s{{0,3}}{value.format('value')}"
        rf"|\b(?:{pin})\w{{0,2}}(?:{words}{told}|(?=[ ]))\s{{0,3}}(?P<pin>\d{{4,8}})\b"
        rf"|(?:{unspaced})[^\s:：=、。]{{0,8}}?(?:{particle}|[:：=])\s{{0,3}}[「『\"']?(?P<told>[!-~]{{4,64}})"
        rf"|(?:{unspaced_pin})[^\s:：=、。\d]{{0,8}}?(?:{particle}|[:：=])\s{{0,3}}[「『\"']?(?P<number>\d{{4,8}})(?!\d)",
        re.IGNORECASE,
    )


def _either(name: str) -> str:
    return "|".join(map(re.escape, sorted(words_of("secrets", name), key=len, reverse=True)))


def _told(text: str) -> Iterator[tuple[int, int]]:
    found = [match.span(1) for match in _ASSIGNED.finditer(text) if _STRONG.search(match[1])]
    for match in _telling().finditer(text):
        group = next(name for name in ("value", "pin", "told", "number") if match[name])
        start, end = match.span(group)
        end = start + len(match[group].rstrip(_ENDS)) if group in ("value", "told") else end
        if group != "value" or _looks_secret(text, match, start, end):
            found.append((start, end))
    yield from sorted(found)


def _looks_secret(text: str, match: re.Match[str], start: int, end: int) -> bool:
    """A word like any other is one only where it stands alone behind a colon, or in quotation marks."""
    value = text[start:end]
    if not match["said"]:
        return _MIXES.fullmatch(value) is not None
    is_quoted = text[start - 1] in "\"'“„«`"
    is_alone = match["said"][-1] in ":=" and not text[end:].partition("\n")[0].strip(_ENDS + " ")
    return len(value) >= 4 and (is_quoted or is_alone or _STRONG.search(value) is not None)


def _seeds_of_codes(text: str) -> Iterator[tuple[int, int]]:
    for match in _SEED_OF_CODES.finditer(text):
        if _BASE_32.fullmatch(re.sub(r"[ -]", "", match[1]).upper()):
            yield match.span(1)


def _seed_phrases(text: str) -> Iterator[tuple[int, int]]:
    """The words of a wallet, a dozen or more in a row, numbered or not.

    Source   BIP-39, Palatinus et al. (2013), its English list (memory/language/any/seed_words.txt).
    """
    run: list[re.Match[str]] = []
    for word in _SHORT_WORD.finditer(text):
        is_next = not run or not text[run[-1].end() : word.start()].strip(" \t\r\n,.;:)0123456789")
        is_seed = word[0].lower() in _seed_words()
        if run and not (is_next and is_seed):
            yield from _whole_run(run)
            run = []
        if is_seed:
            run.append(word)
    yield from _whole_run(run)


def _whole_run(run: list[re.Match[str]]) -> Iterator[tuple[int, int]]:
    # One word may come twice by chance; who says the same word over and over tells no secret.
    if len({word[0].lower() for word in run}) >= FEWEST_SEED_WORDS - 1 and len(run) >= FEWEST_SEED_WORDS:
        yield run[0].start(), run[-1].end()


@cache
def _seed_words() -> frozenset[str]:
    return frozenset(language_file(ANY, "seed_words.txt").read_text(encoding="utf-8").split())
