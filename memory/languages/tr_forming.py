"""Turkish, as formation reads it: folded, without dots and tails, so that ı is i and ş is s."""

from __future__ import annotations

from memory.languages.forming import Forming, joined
from memory.languages.tr_against import AGAINST, HOSTILE, QUESTION, REQUEST
from memory.languages.tr_signs import CORRECTION, DECISION, FACT, PLAN, PREFERENCE, RELATION

TURKISH = Forming(
    code="tr",
    sign=joined(
        r"""\w(?:iyor|uyor)(?:um|uz|lar|sun)?\b|\w{2}(?:acag|eceg|acak|ecek)\w*|\w{2}(?:dim|tim|dum|tum
            |dik|tik|duk|tuk|imiz|umuz|lari|leri|lar|ler)\b|\w'(?:da|de|ta|te|dan|den|tan|ten|nin|nun|in
            |un|a|e|ya|ye|yi|yu)\b|\w{3}(?:arim|erim|irim|urum|mam|mem|yim|yum|siniz|misim|musum)\b
            |\w{2}(?:mak|mek|masi|mesi|inda|inde|unda|unde|dan|den)\b|\w(?:imin|umun|inin|unun|sinin)\b
            |\b(?:\w+aram|\w+esim|\w+abam|numaram|dedem|ninem|amcam|dayim|teyzem|halam|enistem|yengem|kuzenim
            |komisyon|kurul|vejetaryen\w*|hekimim|adresim|telefonum|annem|babam|esim|lideri
            |fiyat\w*|ucret\w*|bedel[iu]\w*|lansman\w*|toplanti\w*|yonet[ie]\w+|adres[ilt]\w*|basinda|koltugu\w*
            |bizde|bende|fatura\w*|yeni|artik|icin|olarak|simdi|oldu|geldi|tarih\w*|surum\w*|telefon|sunucu\w*
                    |makine\w*|doktorum
            |ertelendi|tasindi|degil|hayir|evet|tamam|lira|saat|numara|gunu|hep|asla|yarin|bugun|dun)\b
            |[cgsou]\w+(?:li|lu|siz|suz|im|um|in|un)\b"""
    ),
    correction=CORRECTION,
    decision=DECISION,
    preference=PREFERENCE,
    plan=PLAN,
    relation=RELATION,
    fact=FACT,
    against=AGAINST,
    request=REQUEST,
    question=QUESTION,
    hostile=HOSTILE,
    keep=joined(
        r"""^(?:unutma\w*|not|bilgin olsun|bilginiz olsun|bilginize|haberiniz olsun|haberin olsun
            |aklinda olsun|aklinizda olsun|sunu (?:not et|hatirla|bil|aklinda tut)\w*|hatirla\w*
            |not al\w*|bu arada|hatirlatma)\b[\s,:-]+(?:ki )?|,? (?:bunu )?(?:unutma|aklinda (?:bulunsun
            |tut|olsun)|not (?:al|et))(?:yin|in|un)?[.!]*$"""
    ),
    yes=r"^(?:evet|tabii?|aynen|elbette|oyle|dogru|he|hı hı)\b",
    no=r"^(?:hayir|yok|yo|yoo|degil|oyle degil)\b",
    unsure=joined(
        r"""\b(?:bilmiyorum|bilmem|bilemedim|belki|emin degilim|neden|niye|sana ne|bakariz|dusuneyim
            |farketmez|fark etmez|simdilik|du bi|dur bi|dur bir|bi dakka|bir dakika|bekle|bekleyin|bakayim|bakiyim
            |soray[iu]m|soracagim|hatirlamiyorum|cikaramadim|sen bilirsin|siz bilirsiniz|hangisi\w*|ne bileyim|bosver
            |bos ver|kim bilir|haberim yok|fikrim yok)\b"""
    ),
    offer=joined(
        r"""\b(?:\w+(?:eyim|ayim) mi|\w+(?:elim|alim) mi|ister misin\w*|istiyor musun\w*|lazim mi
            |gerek var mi|baska bir sey|not edeyim|yardim\w*)\b"""
    ),
    choice=joined(
        r"""^(?!.*\b(?:sev|icer|yer|tercih|hoslan|favori|ister|alirsin|olur mu)).*\bm[iu]\b.*\bm[iu]\b|\b\w+(?:sin
            |sun|alim|elim) m[iu]\b|\b(?:hangisi|hangisini|olsun mu|alalim mi|secelim mi|yapalim mi|hangi \w+(?:i
            |yi)? (?:sec
            |al)\w*|onayliyor musun\w*)\b"""
    ),
    tag=r"\b(?:degil mi|dimi|dogru mu|saniyorum|sanirim)\b",
    taste=r"\b(?:sev\w+|tercih\w*|hoslan\w*|favori\w*|icersin|istersin|alirsin)",
    yours=r"\w+(?:sin|siniz|sun|sunuz|in|un|iniz|unuz|din|tin)\b|\b(?:sen|senin|sizin)\b",
    personal=joined(
        r"""\b(?:ben|benim|bana|bende|annem|babam|esim|kizim|oglum|kardesim|ablam|kedim|kopegim)\w*
            |\w+(?:yorum|dim|tim|acagim|ecegim|rim)\b"""
    ),
)
