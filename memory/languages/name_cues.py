"""What stands beside a name and says that it is one, though it is an ordinary word, too; or that it is that word.

Folded words (analyser.fold), all languages with spaces together; Japanese by patterns over what stands around.
"""

from __future__ import annotations

import re

from memory.languages.pack import phrases, words

AFTER_TECH = words(
    """account accounts admin api apis board boards app apps backend bot bots bug build builds call calls channel
    channels chat cli client clients cloud cluster code codebase community compiler component components config
    connector consumer container containers crate dashboard database db deployment dev developer developers devs dm
    dms docs documentation driver engine export extension framework frontend huddle ide integration integrations
    interpreter kernel lib libraries library login macro macros meeting meetings microservice middleware migration
    module modules monorepo notebook notification notifications orm package packages pipeline plugin plugins pod
    program programmer programmers programming producer prototype queue release repo repository rewrite runtime
    schema script scripts sdk server servers snippet stack subscription syntax topics brokers template templates
    thread threads topic tutorial version webhook webhooks workflow workspace"""
)
"""Right after a product: "the Slack channel", "a go compiler"."""

AFTER_TECH_BY_STEM = phrases(
    """ile, uzerinden, uygulama, kanal, hesab, kod, proje, surum, sunucu, veritaban, grub, mesaj, toplanti, bildirim,
    dil, kutuphane, eklenti, dosya, kullan, ogren, yazil"""
)
"""The same in Turkish, by how the word begins."""

BEFORE_TECH = words("via using install installed installing uninstall uninstalled import imported docker kubectl")
BEFORE_TECH_PAIRS = frozenset(
    phrases(
        """written in, rewritten in, rewrite in, programming in, program in, programmed in, code in, coding in,
        developed in, built in, built with, built on, migrate to, migrated to, migrating to, migrate from, deploy to,
        deployed to, deployed on, posted in, posted on, post on, message on, me on, us on, chat on, dm on, talk on,
        hosted on, runs on, running on, ported to, port to, logged into, log into, sign into, call on, meet on,
        wrote in, coded in, upgrade to, upgraded to, update to, updated to, up on, and use, we use, i use,
        they use, to use"""
    )
)
"""The two words before a product: "written in rust", "ping me on slack"."""

PLACED = words("on in via over")
"""Before a product with which a clause ends: "ask me on slack"."""

BEFORE_MAKER = frozenset(
    phrases(
        """belongs to, belong to, belonged to, part of, subsidiary of, owned by, made by, developed by, maintained by,
        acquired by, bought by, backed by, run by, sold by, built by, sponsored by, bought from, supplied by,
        delivered by"""
    )
)
"""The two words before whoever makes or owns something."""

VERSION = re.compile(r"\s?v?\d+(?:\.\d+)+\b")
"""A number of a version right after the name."""

AT_WORK = frozenset(
    phrases(
        """work at, works at, worked at, working at, work for, works for, worked for, working for, job at, job with,
        offer from, offers from, interview at, interview with, interviewed at, interviews at, hired by, fired by, intern
        at, interned at, internship at, employed at, employed by, engineer at, developer at, manager at, designer at,
        nurse at, analyst at, researcher at, scientist at, consultant at, lawyer at, accountant at, recruiter at,
        recruiter from, colleague at, position at, role at, career at, started at, starting at, starts at, start at, ceo
        of, cto of, cfo of, founder of, shares of, shares in, trainee at, apprentice at, temp
        at, phd at, professor at, studied at, student at, studies at, study at, lecturer at, arbeite bei, arbeitet bei,
        years at, months at, here at, over at, team at, boss at, friend at, i'm at"""
    )
)
"""The two words before whoever employs or teaches somebody."""

BEFORE_ORG = words("joined joining joins employer company acquired bought sued firma sirket")
AFTER_ORG = words(
    """acquired acquires bought announced announces released launched fired hired hires invested sued employees employee
    engineer engineers ceo cto cfo hq headquarters recruiter recruiters shares stock store stores office offices layoffs
    satin hisse hisseleri calisanlari calisani muduru genel subesi magazasi bunyesinde"""
)
"""Right after a company: "apple announced"."""

AFTER_WORK_BY_STEM = phrases("calis, staj, ise, is, mudur, muhendis, mezun, istifa, mulakat, gorusme, uzman, emekli")
"""In Turkish, after the name that has a case ending: "Getir'de çalışıyorum"."""

ENGLISH_ENDINGS = words("s t d m ll re ve em n")
"""After an apostrophe; whatever else stands there is an ending of Turkish."""

VERBS = words(
    """is isn was wasn has hasn had does doesn did didn can will won would went goes keeps kept seems looks feels works
    runs ran crashed crashes broke needs supports lets makes made gives gets got just now still never always also
    uses takes sends sent shows said says told wants announced released replaced became costs comes came ate changed"""
)
"""After a name with which a sentence begins."""

ARTICLES = words("a an the this that these those some any every no")
OWNED = words("a an my his her our their your another used second-hand bir")
"""Before a thing that is called by its maker's name: "an HP", "my old BMW"."""

MY_ENDINGS = words("m im um")
"""Of Turkish: "BMW'm", my BMW."""

SMALL = words(
    "and or but in on at to for with from since because when while which that if so too again since ve ama ile"
)
PAUSES = ".,;:!?)"
LINKS = words("and or vs versus und ve veya ya with from to over than for by")
"""Between two products of which one speaks for the other."""

ORDINARY = frozenset(
    phrases(
        """let s go, go to, go for, go back, go home, go on, go out, go ahead, go live, to go, apple pie, apple juice,
        apple tree, apple cider, apple crumble, apple sauce, apple cake, apple a, an apple, adam s apple, big apple,
        amazon river, amazon rainforest, amazon basin, the amazon, amazon jungle, slack off, some slack, slack time,
        no slack, the notion, notion of, no notion, a notion, spring break, in spring, this spring, last spring,
        next spring, spring cleaning, swift reply, swift response, swift action, taylor swift, jonathan swift,
        python snake, a python, oracle of, in java, java island, rust on, rust off, of rust, the rust, covered rust,
        target audience, target date, target group, shell of, sea shell, meta analysis, teams of, the teams, both
        teams, two teams, all teams, other teams, our teams, word of, the word, a word, the windows, open windows,
        all windows, clean windows, mac and, big mac, mac n, zoom in, zoom out, zoom on, the signal, a signal,
        signal strength, no signal, weak signal, react to, react like, react when, react well, edge of, the edge,
        chrome bumper, chrome handle, square root, square metres, square meters, square feet, square one, the
        square, orange juice, orange peel, orange tree, an orange, word processor, in word, key word, safari park,
        on safari, a safari, express train, express delivery, the box, a box, bolt of, a bolt, the bolt, flask of,
        the flask, a flask, vault of, celery stalk, the celery, celery soup, notion that, subway station, the
        subway, a subway, subway line, visa for, a visa, my visa, work visa, the visa, intel on, the intel, gemini
        season, a gemini, an intel, the teams, king of, the king, monster of, a monster, lean canvas, the canvas,
        outlook for, the outlook, citizen of, a citizen, bash him, wise man, wise words, cambridge street, puma
        shoes, kale gibi, eti kemigi, mavi renk, acı biber, covered in rust, google it, google that, google the,
        just google, to google, google him, google her, google how, google for, caked in rust, in unity, on target,
        in word, in line, on line, on steam, in express, on edge, in square, in shell"""
    )
)
"""Two words side by side of which one is no name here."""

JAPANESE_TITLE = re.compile("さん|君|くん|ちゃん|様|氏|先生")
JAPANESE_PLACE = re.compile("[市区町村県駅川山島通寺阪路]|時代|さん|パイ")
"""Right after what would else be the name of an organisation: a place, an age, a person."""

JAPANESE_DOUBTFUL = re.compile(
    r"\s?(?:で(?!す)|に(?:書|送|入|投稿|貼|上げ|招待|登録|勤|転職|就職)|を(?:使|開|入れ|導入|イン)|から(?:送|連絡|内定)|の(?:アプリ|通知|"
    r"チャンネル|アカウント|社員|株|設定|グループ|スタンプ|友|メッセージ|本社|店舗|新|製品|イヤホン|時計|パソコン)|アプリ|株式会社|"
    r"[（(]|社)"
)
"""Right after a name that is a word of Japanese, too."""

JAPANESE_BEFORE_MAKER = re.compile(r"(?:開発元|運営元?|販売元|製造元|提供元|親会社|買収したの|会社|社名)は\Z")
JAPANESE_AT_WORK = re.compile(
    r"(?:に|へ)(?:入社|転職|就職|勤|内定)|で(?:働|バイト|アルバイト|勤務|研修)|(?:を)(?:退職|辞め)|の社員|(?:と\S{1,8}は)?合併|勤務"
)
