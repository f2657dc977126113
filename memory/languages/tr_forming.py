"""Turkish, as formation reads it: folded, without dots and tails, so that ı is i and ş is s."""

from __future__ import annotations

from memory.languages.forming import Forming, joined

HOSTILE = joined(
    r"""\b(?:onceki|tum|butun|eski|yukaridaki) (?:talimat|kural|komut|yonerge|direktif
        |mesaj)\w*.{0,15}(?:unut|yok say|gormezden|gec|iptal|sil|yoksay|bosver)\w*|\b(?:talimat
        |kural|komut|yonerge|direktif)lar\w* .{0,15}(?:unut|yok say|yoksay|gormezden gel|bosver
        |iptal)\w*|\bsistem (?:istem|mesaj|prompt|komut|talimat)\w*
        |\bben (?:artik )?(?:senin )?(?:admin\w*|yonetici\w*|patron\w*|sahibin\w*|gelistirici\w*
        |kurucu\w*)\b|\b(?:admin|yonetici|root) (?:oldugumu|yetki\w*|olarak|mod\w*|sifre\w*)\b
        |\bartik sen\b|\brolunu? yap\w*|\bmis gibi (?:davran|yap)\w*|\bgelistirici modu\b|\bitaat\b
        |\bkisitlama\w*.{0,15}kaldir\w*|\b(?:sifre|parola|anahtar|token)\w* (?:ver|goster|soyle
        |acikla|dok)\b|\bkalici olarak kaydet\w*|\bdogru kabul et\w*|\bitiraz etme\b
        |\bonayi otomatik\b|\botomatik (?:onayla|ver)\w*|\bher dedigim\w*
            |\bsadece beni dinle\w*|\bemrediyorum\b|\bodul\w* almak icin\b|\bsoyledigim her sey\w*
        |\bhaftada \d+ bin\b|\bayda \d+ bin\b|\bdetaylar profil\w*|\blinke tikla\w*|\bbio'?da\w*
        |\bhemen tikla\w*|\bkazandiniz\b|\bbedava\b.{0,20}(?:tikla|kazan)|\bdm(?:'den)? (?:at
        |yaz)\w*|\bevden calisarak\b|\byatirim firsat\w*|\babonelikten\b|\b(?:%|yuzde )\d+ indirim\b
        |^\[?(?:system|sistem)\]? ?[:\]]|\blink(?:e|i|ten|te|ler)?\b.{0,25}(?:tikla|gir|bas|biyo|bio|profil
            |asagi)\w*|\b(?:bit\.ly|t\.me|tinyurl|cutt\.ly|wa\.me)\b|\bbiyografi\w*\b|\b(?:iban|tc kimlik|kart bilgi
            |cvv|sifre)\w* (?:gir|paylas|gonder|onayla)\w*
        |\b(?:gunluk|haftalik|aylik|gunde|haftada|ayda)\b.{0,15}\d[\d.]* ?(?:₺|tl|lira|\$|dolar|euro|€
            |bin)?.{0,20}\b(?:garanti|kazan|kazanc|gelir|cebe)\w*|\b(?:garantili|%\s?100|yuzde yuz)\b.{0,40}\b(?:dm
            |evrak|kazan|iade|onay|vize|kredi)\w*|\bsadece dm\b|\bdm'?den\b|\bilk \d+ (?:kisi|kayit|uye)\w*
        |\bkacir(?:ma|an|mayin|mayiniz)\b.{0,20}(?:uzul|firsat|kampanya)|\bkaciran uzul\w*|\bfirsat\w* kacir\w*
            |\bsok sok\b|\bsok (?:indirim|fiyat|kampanya)\w*|\bsadece bugun\b.{0,40}(?:tl|lira|₺|%|indirim
            |bedava)\w*|\btum \w+ \d+ (?:tl|lira|₺)\b|\bkredi\w* (?:onaylan|cikt|hazir)\w*|\bcekilis\w* (?:kazan
            |katil)\w*|\bhediye (?:ceki|karti|kazan)\w*|\bbonus\w* (?:al|kazan|ver|sizi)\w*
        |\b(?:\d+|on|yirmi|bes|yedi) (?:kisiye|arkadasina|gruba|kisiyle) (?:gonder|yolla|ilet|paylas)\w*
            |\bpaylasmazsan\w*|\bgondermezsen\w*|\bkanala (?:gel|katil)\w*|\bgrubumuza (?:gel|katil)\w*
            |\btakip edene\b|\btakibe takip\b|\bgt yap\w*|\b(?:kripto|coin|forex|bahis|kupon)\w*\b.{0,30}\b(?:kazan
            |garanti|katla|yatir|sinyal|vip)\w*|\bx(?:10|100|5)\b.{0,15}kazan\w*
        |\b(?:bursunuz|kargonuz|odemeniz|hesabiniz|paketiniz|faturaniz|krediniz|basvurunuz
            |iadeniz)\b.{0,50}\b(?:onaylan|askiya|bloke|bekliyo|tikla|dogrula|teslim edilemedi|kapatil|link)\w*
            |\bkimseye soyleme\b|\b(?:talimat|kural|mesaj|emir)\w*\b.{0,15}\b(?:sil|unut
            |yok say)\w*\b.{0,40}\b(?:benim|sadece|artik)\b|\bemirlere\b|\bjailbreak\b|\bdan modu\b"""
)

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
    hostile=HOSTILE,
    yes=r"^(?:evet|tabii?|aynen|elbette|oyle|dogru|he|hı hı)\b",
    no=r"^(?:hayir|yok|yo|yoo|degil|oyle degil)\b",
    unsure=joined(
        r"""\b(?:bilmiyorum|bilmem|bilemedim|belki|emin degilim|neden|niye|sana ne|bakariz|dusuneyim
            |farketmez|fark etmez|simdilik|du bi|dur bi|dur bir|bi dakka|bir dakika|bekle|bekleyin|bakayim|bakiyim
            |soray[iu]m|soracagim|hatirlamiyorum|cikaramadim|sen bilirsin|siz bilirsiniz|hangisi\w*|ne bileyim|bosver
            |bos ver|kim bilir|haberim yok|fikrim yok)\b"""
    ),
    personal=joined(
        r"""\b(?:ben|benim|bana|bende|annem|babam|esim|kizim|oglum|kardesim|ablam|kedim|kopegim)\w*
            |\w+(?:yorum|dim|tim|acagim|ecegim|rim)\b"""
    ),
)
