"""How names that no lexicon holds are known: by a legal form, by what an institution calls itself, by their letters."""

from __future__ import annotations

import re

from memory.languages.pack import phrases, words

LEGAL_FORMS = words(
    """gmbh inc incorporated ltd limited llc llp corp corporation plc ag kg kgaa ohg ug se sa s.a sas sarl spa s.p.a srl
    s.r.l bv b.v nv n.v oy oyj ab a.s as sti co pty k.k eg ev e.v"""
)
"""Folded; after the name that they belong to."""

LEGAL_IN_ANY_CASE = words("gmbh llc ltd inc a.s")
"""Are no words, so that they count in lower case, too."""

INSTITUTIONS = words(
    """university college institute hospital clinic bank foundation museum ministry holding holdings airlines insurance
    academy observatory laboratories universitat klinikum hochschule stiftung verlag werke stadtwerke universitesi
    bankasi hastanesi belediyesi bakanligi vakfi dernegi lisesi koleji enstitusu grubu sigorta kargo holding sirketi
    muzesi kutuphanesi odasi kooperatifi barosu mudurlugu baskanligi"""
)
"""Folded; in capitals, after or before ("University of …") the name."""

OF = words("of de di da der fur für")

EMPLOYED = frozenset(
    phrases(
        """work at, works at, worked at, working at, job at, offer from, interview at, interviewed at, hired by, intern
        at, interned at, internship at, employed at, employed by, engineer at, developer at, manager at, designer
        at, nurse at, analyst at, researcher at, consultant at, lawyer at, accountant at, recruiter at, recruiter
        from, position at, role at, career at, studied at, arbeite bei, arbeitet bei"""
    )
)
"""The two words before an employer whose name nobody knows; no "for" and no "with", after which people stand, too."""

FIRM = re.compile(r"\s(?:adlı )?(?:şirket|firma|sirket|ajans[ıi])\w*")
"""In Turkish, right after the name of a firm."""

MIXED_CASE = re.compile(r"(?:[A-Z][a-z0-9]+(?:[A-Z]+[a-z0-9]*){1,3}|[a-z]{1,2}[A-Z][a-z]{2,})")
NO_MIXED_CASE = re.compile(
    r"(?:Mc|Mac|De|Di|Du|La|Le|Fitz|Van|Von|St)[A-Z][a-z]+|.*(?:Error|Exception|Warning|Test|Impl)"
)
"""Names of people, and of errors."""

DOTTED = re.compile(r"[A-Z]\w+\.(?:js|io|ai|dev)")

_KIND = r"(?:company|firm|startup|start-up|agency|bank|employer)"
_THING = r"(?:app|tool|service|library|framework|program|programme|plugin|website|site|platform|game|software|language)"
CALLED = re.compile(rf"(?:(?P<org>\b{_KIND})|\b{_THING}) (?:called|named|by the name of) (?=[A-Z\"“'])")
"""Before a name that is introduced; the name is the run of capitals after it."""

JAPANESE_CALLED = re.compile(
    r"(?P<name>[A-Z][A-Za-z0-9]+|[ァ-ヺー・]{2,}|「[^」]{2,20}」)(?:という|って|っていう|ていう)"
    r"(?:(?P<org>会社|企業|メーカー|スタートアップ|銀行|事務所)|アプリ|サービス|ツール|ソフト|サイト|言語|ライブラリ|ゲーム)"
)

_KATAKANA_OR_KANJI = "ァ-ヺー・々一-鿿A-Za-z0-9&"
_FORM = r"(?:株式会社|有限会社|合同会社|合資会社|[（(]株[）)]|㈱|一般社団法人|公益財団法人|学校法人|医療法人|NPO法人)"
_NAME = (
    rf"(?:[ぁ-ん]{{2,6}}(?:[ァ-ヺー]{{2,10}}|[会堂屋園舎館院店組])|[{_KATAKANA_OR_KANJI}]{{2,16}}"
    r"|[ぁ-ん]{2,10}?(?=[はがをにでとものへや](?![ぁ-ん])|から|まで|です|さん|では|には|との|[^ぁ-ん]|$))"
)
FORM_FIRST = re.compile(rf"{_FORM}{_NAME}")
_HIRAGANA = r"(?:(?<=[一-鿿々ァ-ヺー][はがをにでとものへや])|(?<![ぁ-ん一-鿿々ァ-ヺー]))[ぁ-ん]{2,8}"
FORM_LAST = re.compile(rf"(?:[{_KATAKANA_OR_KANJI}]{{2,16}}?|{_HIRAGANA}){_FORM}(?!{_NAME}(?:株|有限))")
INSTITUTION = re.compile(
    r"(?<![ぁ-ん])[ぁ-ん]{2,6}(?<![のな])銀行"
    r"|(?:[ァ-ヺー々一-鿿]{1,10}?|[A-Z][A-Za-z]{1,12})(?:大学院|大学(?!生|時代|院)|銀行|信用金庫|証券|製薬|研究所|製作所|新聞社|"
    r"市役所|区役所|県庁|病院|クリニック|高校(?!生|時代)|高等学校|専門学校|図書館|美術館|博物館|商工会議所)"
)
NO_INSTITUTION = re.compile(
    r"(?:国立|公立|私立|女子|地方|都市|ネット|某|元|現|各|他|同|当|母校|志望|総合|大学|動物|救急|個人|市立|県立|近所|総合大学|"
    r"入院|通院|転院|隣|町|駅前|医科|中学|小|歯科|担当|取引|今度|最近|昨日|明日|今日|来週|毎週|毎日|息子|娘|妹|弟|姉|兄|父|母|妻|夫)?"
    r"(?:大学院|大学|銀行|信用金庫|証券|製薬|研究所|製作所|新聞社|市役所|区役所|県庁|病院|クリニック|高校|高等学校|専門学校|"
    r"図書館|美術館|博物館|商工会議所)"
)
"""Kinds of institutions, not names."""

BEFORE_A_NAME = re.compile(
    "(?:[先今来毎再][週月年日]|昨[日夜年]|[今明]日|今[朝夜回]|去年|最近|現在|結局|実は|元|旧|某)+"
)
"""Words in the letters of names that stand right before one."""
