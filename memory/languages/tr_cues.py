"""What tells an attribute in Turkish, however it is worded: by stems, for its words have many endings."""

from __future__ import annotations

from memory.languages.cue_words import TURKISH_DISHES, TURKISH_HOLLOW, TURKISH_MY, TURKISH_TRADES, TURKISH_VAGUE
from memory.languages.cues import (
    ADDRESS,
    DAY,
    EMAIL,
    FOOD,
    FULL_NAME,
    MEETING,
    NAME,
    NOUN,
    PET_NAME,
    PHONE,
    PRICE,
    TITLED,
    VERSION,
    Cue,
    Cues,
)
from memory.languages.forming import joined, named

_MONTH = r"(?:ocak|subat|mart|nisan|mayis|haziran|temmuz|agustos|eylul|ekim|kasim|aralik)"
_WEEKDAY = r"(?:pazartesi|sali|carsamba|persembe|cumartesi|cuma|pazar)(?:leri|lari)?"
_IN = r"(?:'?(?:da|de|ta|te|nda|nde|daki|deki|taki|teki))"
_TO = r"(?:'?(?:ya|ye|a|e|na|ne))"
_NOUN = joined(r"""(?P<value>(?!(?:\w{4,}(?:de|da)|\w+[ktsplnr][dt]i|geregi|icabi|isim|mesleg\w*|gorevim\w*|unvanim
        |beni|bizi|sona|hafta|ay|gun|yil|sene|donem|belli|\w+san[iu]z|gucum|serbest
        |profesyonel
        |bagimsiz|kadrolu
        |gecim\w*|ekme\w*|hayat\w*|maas\w*|para\w*|yok|var|bitti\w*|coktu\w*|degis\w*|tarih\w*
|(?:sure|ay|hafta|gun|yil|sene|mevsim)d[iu]r|an|\w+[iu]rs[ae]|\w+s[ae]n(?:[iu]z)?
|gun[ud]\w*|itibar\w*|sonuna|ayina|yillardir|zamandir|basina|\w+iyor|\w+uyor|\w+(?:dim|dik
|dum|duk
    |yor|yorum|yoruz|tim|tik|imi|umu))\b)(?!(?:artik|simdi|su|bu|ben|bir|yeni|hep|de|da|cok|en|ve|hala|halen
    |bugunlerde|siralar|aralar|itibaren|kadar|beri|sonra|once|dek|dogru|bundan|boyle|benim|icin|gibi|olarak|tekrar
    |yine|gene|yeniden|bileli|ailemi|evi|kadrolu|tamamen|resmen|bizzat
    |zaten|boyle|soyle|nasil|ne
    |sonunda|eski|daha|mutlu|hasta|iyi|kotu|geri|emekli|vegan|vejetaryen|baba
    |anne|evli|asik|memnun|rezil|pisman|sahit|uye|dahil|mezun|razi|sorun|tam|ilk|son|kesin|ortalama|genel
    |gonullu|misafir|otomatik|yanlis|dogru|ayri|ek|tek)\b)[a-z][\w-]{2,}(?:(?<!olarak) (?!(?:\w{4,}(?:de|da)|sirket\w*
    |firma\w*|olarak|artik|simdi
    |idi|olacak|oldu|olmus|olacagim|oldum|diye|yerine|degil|de|da|yaparak|yaz\w*)\b)[a-z][\w-]{2,})?)""")
_ONE = joined(r"""(?P<value>(?!(?:artik|simdi|su|bu|ben|bir|yeni|hep|cok|en|hala|halen|tekrar|yine|gene|yeniden|zaten
        |boyle|soyle
|nasil|sonunda
    |eski|daha|mutlu|hasta|iyi|kotu|geri|emekli|vegan|vejetaryen|baba|anne|evli|asik|memnun|rezil|pisman|sahit
    |uye|dahil|mezun|razi|sorun|tam|ilk|son|kesin|gonullu|misafir|ayri|tek|yok|var|degil|perisan|fena|grip|nezle
    |kayip|rahat|deli|kaza|hazir|yardimci|destek|sebep|neden)\b)[a-z]\w*(?:ci|cu|man|men|mar|gar|ger|or|er|ist
    |log|olog|tor|hekimi|sire|zi|cisi|lar|ar|kat|ir|gin|ast|oz|ek))""")
_NO_TRADE = joined(
    r"""(?!(?:yabanci|yalanci|inatci|sakaci|kavgaci|uykucu|oncu|solcu|sagci|takipci|aci|haci|yolcu|davaci
    |(?:bir|yed|alt|bes|sekiz|kac|yirm|bin)inci|(?:dokuz|otuz|on|uc|dord|yuz)uncu|ikinci|sonuncu|gecici|kalici
    |yardimci|izleyici|kullanici|uzucu|sevici|yorucu|kararci|savurgan|gonullu
    |sohbetci|burcu|hazirci|kiraci|misafir|alici|satici|bagimli|yenici|basarici)(?:yim|yum|l[iu]))"""
)
_COMPOUND = joined(
    r"""(?P<value>(?!(?:artik|simdi|tekrar|yine|bir|yeni|iyi|kotu|bile|sonunda|resmen|\w+[iu]p|\w+[aeiu]n)\b)[a-z]\w+[ ]
    \w*(?:c[iu]s[iu]|muhendisi|soforu|gorevlisi|uzmani|ogretmeni|operatoru|memuru|mimari|hekimi|ustasi|egitmeni
    |antrenoru|danismani|analisti|teknisyeni|muduru|asistani|rehberi))"""
)
_FOOD_WORD = r"(?:yeme\w*|yemek|tatli\w*|corba\w*|ogun\w*)"

_SLIPPED = joined(r"""(?:m[iu]s\w*|t?t?[iu]r?m[iu]s\w*|[dt][iu](?:m|k|niz|n|r)?|y?[ae]ca(?:k|g)\w*|y?ecek\w*|[iu]?yor\w*
    |m[ae]li\w*|m[ae](?:m|k|si|m[iu]s\w*|di\w*)?|mem|memi?s\w*|mis|[ae]?rken|y?[iu]p|[ae]r[iu]m|ur|sun|sin|sa|s[ae]ydi
    |m[ae]k \w*|y?[iu]n(?:[iu]z)?|y?[ae]yim|yey[iu]m|y?[ae]l[iu]m|dug?um\w*|dig?im\w*|y?[iu]nca|m[ae]s[iu]\w*)""")

_NO_DISH = joined(
    r"""(?:artik|simdi|yine|gene|yeniden|bilakis|tartismasiz|sor\w*|keyif\w*|mutlaka|sefer|kez|keza|seferki|resmen
        |daima|bambaska|acikca
        |su|bu|o|ben|bir|yeni|hep|de|da|cok|en|ve|hala|halen|bugunlerde|siralar|ara|aralar|ad[iı]|ismi
        |ad[iı]n[iı]|yerine|listesi\w*|basinda|benim|bizim|icin
    |gibi|olarak|tekrar|zaten|odur|ne|sey|seyi|seyler|yemek\w*|yeme[gy]\w*|favori\w*|degil\w*|degis\w*|daha|her|hicbir
    |kadar|itibaren|beri|sonra|once|geride|kaldi\w*|gecen|son|onu|onun|bunu|sunu|oldu|olmus|olan|olacak|olsa|idi|ama
    |ki|sevdig\w*|bana|gore|tabii
    |kesinlikle|bence|anda|eski\w*|hafta\w*|gun|gunu|ay|aydan|yil|kesin|belli|aslinda|ise|tat\w*|lezzet\w*|tarif\w*
    |lezzetli(?:si)?|guzel\w*|gec(?:en|tigimiz)|zaman\w*|iyi(?:si)?|mutfa\w*|ye|yer|yerine|geciyor|geldi|gelir
    |seviy\w*|sever\w*|budur|buydu
    |onlar|mi|mu|ya|yok|menu\w*|sofra\w*|masa\w*
    |imis|meger|vardi|onceki|\w+[dt][iu]g[iu]m\w*|derim|diyor\w*|bitmez|\w+d[iu]ren|\w+l[iu]k[dt][ae]|\w{2,}[kpsc]t[iu]
                    |konunca
                    |ikinci|ile|yana|birinci
                    |onunde|hepsi\w*|bende|her
                    |ogun|bambaska|varsa|olsa|butun
                    |tum
    |var|hangi\w*|nedir|renk|film\w*|kitap\w*|sarki\w*|mevsim\w*|takim\w*|oyun\w*|dizi\w*|sehir\w*|kahve\w*
    |cay|spor\w*|muzik\w*|\w+(?:iyor|uyor)\w*|\w+(?:dim|dik|dum|duk|tim|tik|imi|umu|yla|yle|mek|mak|sam|sem|dan|den|tan
    |ten))"""
)
_D = rf"(?!{_NO_DISH}\b)[a-z][a-z-]+"
_DISH = rf"(?P<value>{_D}(?: {_D}){{0,2}}?)"
_TAKES = r"(?:devral|otur|kap|gec|yerles|cik)"
_EATEN = rf"(?P<value>(?:{_D} ){{0,2}}?(?!{_NO_DISH}\b)[a-z][a-z-]{{2,}}?)"
_DISH_END = joined(
    r"""(?= var(?:di)?\b| imis\b| gel(?:ir|iyor)\b| bulunuyor\b| yer aliyor\b| idi\b|ydi\b|ydu\b| oldu\b| olmus\b
                    | olacak\b
                    | artik\b
    |$|[,.!;–—-]| \()"""
)
_BEST = joined(
    r"""\b(?:yemekler\w* (?:basinda|ilki|birincisi)|liste\w* (?:basinda|ilk sirasinda|zirvesinde)|favori(?:m|miz|si)?
        |en (?:cok |sik )?(?:tercih )?\w{2,}[dt][iu]g[iu]\w*|gozde(?:m|miz|si)?
    |bir numara(?:li|m|miz|mdaki|si)?|vazgec\w*[dt][iu]g\w+|vazgec[ei]m\w+|vazgecilmez(?:im|imiz|i)?|bas tac[iı]m\w*
    |goz bebeg\w+|zaaf\w*|tutkum\w*|birinci(?:si|m|miz)|en (?:guzel|lezzetli|iyi)(?:si|i)?|(?:birinci|ilk
    |bas) sira(?:da|mda|sinda)|sampiyon\w*|krali|sahi
    |padisahi|sultani|yildizi
    |(?:favori|zevk|fikr|damak|tercih)\w*(?: \w+)?? degis\w*|tercihim(?:iz)?
    |ilk sirada|bir numarada|listemde|askim|(?:en )?(?:(?:cok|ilk) )?(?:bayil|ara|sev|begen|vazgecemed|tercih et|ozle
    |doyamad|iste|tut)\w*?[dt]?[iu]g[iu]m(?:[iu]z)?
    |gonlum\w* \w+|yeme sebebim)"""
)
_AS_BEFORE = joined(
    r"""(?: (?:yeme\w*|yemek|sey|tat|lezzet\w*|tatli\w*|tabak|ogun\w*|corba\w*))?(?: de| da)?(?: degisti
        | yenilendi| guncellendi| buldu[mk]| var| belli(?: oldu)?)?(?: (?:artik )?(?:eskisi|o|oteki
                    |onceki)(?: gibi)? degil)?[:,]?
    (?: (?:artik|simdi|su an|su anda|ise|da|de|her zaman|hep|hala|kesinlikle|tabii|ki|bence|suphesiz|elbette|yine
    |bu siralar|bu aralar|bugunlerde|bundan boyle|bundan sonra|(?:benim|bizim) icin|bana gore))*[:,]?[ ]"""
)

_SUPPOSED = r"\b(?:\w+(?:ken|s[ae][mk]|s[ae]l[ae]r)|varsa|olsa|ne zaman(?: \w+){1,2}?s[ae][mk]?|isterdi\w*|hangi \w+)\b"
"""Puts nothing in doubt where somebody praises, or says what is done in such a case."""

_NO_PET = joined(
    r"""\b(?:veteriner\w*|film\w*|barinak\w*|mama\w*|park\w*|kitap\w*|kay[iı]p\w*|kac\w*|cins\w*|irk\w*|kedisi|gibi
    |kurdu|coban\w*|husky|kangal|golden|labrador|kanis|terrier|melez\w*)\b"""
)
_PET_END = r"(?:im|imiz|si|i|um|umuz|m|miz)"
_TRADE = rf"(?:(?:dis|taksi|tir|otobus|ic|grafik|web|oyun|makine|insaat|bilgisayar|aile|is) )?{TURKISH_TRADES}"

_NOT_MINE = joined(
    r"""(?:kim|isim|ismi|resim|mevsim|secim|egitim|iletisim|yonetim|uretim|ekim|kasim|takim|bakim|yarim|adim|yatirim
        |kesim
    |bolum|cozum|olum|durum|kurum|yorum|forum|uzum|surum|degisim|gelisim|girisim|indirim|kirim|basim|satim|alim|dagitim
    |yazilim|donanim|tasarim|anlatim|toplum|oturum|dolum|uyum|ulasim|tarim|kullanim|erisim|onarim|gorunum|yayim|giyim
    |katilim|tanim|tanitim|cizim|birim|verim|bilim|ilim|dilim|kilim|iklim|talim|teslim|kadim|daim|akim|maksimum|minimum
    |album|tum|hucum|mum|kum|konum|sunum|ucurum|bicim|hekim|hakim|takvim|taksim|etkilesim|isletim|denetim|yapim|cekim
    |ogretim|gecim|tuketim|dogum|yudum|zulum|mahkum|masum|lazim|muhim|sirim|kerim|selim|rahim|salim|tahmin
    |kaldirim|yildirim|erzurum)"""
)

_ONE_TRADE = rf"(?P<value>[a-z]\w+?(?:ci|cu)|{_TRADE})"

TURKISH = Cues(
    ends_names=True,
    joins_dishes=True,
    is_denied_anywhere=True,
    cues=(
        Cue(
            attribute="address",
            sort=ADDRESS,
            cue=r"",
            against=joined(r"""\b(?:engelle\w*|blok\w*|ping\w*|spam\w*|deneme\w*|yasakla\w*|saldir\w*|tara\w*|istek\w*
                    |hata\w*|log(?:lar|u|da|una)\w*
        |kayd(?!ed)\w*|dns\w*
            |gecid\w*
                |trafi\w*|paket\w*|istemci\w*|gelen)\b"""),
            is_of_thing=True,
        ),
        Cue(
            attribute="version",
            sort=VERSION,
            cue=r"",
            against=joined(
                r"""\b(?:hata\w*|cok[uü]\w*|bozuk\w*|duzel\w*|gerek\w*|lazim|sart|bagimli\w*|uyumlu\w*|indir\w*
                    |dene\w*|test\w*
                |belge\w*|bolum\w*|notlar\w*
                |oku\w*|kaldiril\w*|eklen\w*|sorun\w*|beri surum)\b"""
            ),
            is_of_thing=True,
        ),
        Cue(
            attribute="price",
            sort=PRICE,
            sure=joined(r"""\b(?:fiyat[iı]\w*|ucreti|bedeli|fiyatla|indirime girdi|indirimde)\b
                |\bindirim (?:yap|gel|uygula)\w*.*\b(?:oldu|artik|yeni|dustu|indi|simdi)\b"""),
            cue=joined(
                r"""\b(?:fiyat\w*|ucret\w*|tutar\w*|maliyet\w*|sat(?:il|iyor|is|acag|ar|mak)\w*|sat(?:ar|tir)\w*
                    |lisans\w*|zam\w*|ode\w*
                    |oduyor\w*
                |aliyor\w*|oldu|olacak|olmus|cikt\w*|cikiyor\w*|cikmis|cikacak|dustu\w*|dusuyor|indi|iniyor|ayda|aylik
                |yillik
                |artik|simdi|su an|daha (?:ucuz|pahali)|magaza\w*|etiket\w*|mal ol\w*|veriyor\w*|eder|ediyor|deger\w*
                    |bedel\w*|yukseldi|yukseliyor
                |istiyor\w*|alma(?:ya|yi|k)|alir[iı]z|oluyor\w*|olsun|tarife\w*|liste\w*|tut(?:ar|uyor)\w*|kac
                |cekti\w*|gelecek|geliyor
                |isteniyor\w*
                |alin\w*|alacag\w*|odenecek|mal ol\w*|patliyor\w*|fiyatlan\w*|fiyatland\w*|karsilig\w*|uygulan\w*
                |koltuk|abonelik\w*
                |bas(?:i|ina)|uyelik\w*|ucuzla\w*|pahalan\w*|paket\w*|revize\w*|bicil\w*|bictik)\b
                |(?:lira|tl|euro|avro|dolar|sterlin|[₺€$])'?(?:ya|dir|ydi|ymis|du|mus|di|mis|a|e)?(?: idi)?[.! ]*$"""
            ),
            against=joined(
                r"""\b(?:ucak|taksi\w*|benzin\w*|simit|harc\w*|istedi|tamirci\w*|tesisatci\w*|disci\w*|otobus\w*
                    |ucak\w*|tren\w*|otel\w*|gecelik|borsa\w*|harca\w*|butce\w*|yatir\w*|bagis\w*
                    |prim\w*|borc\w*|kaybet\w*|tasarruf\w*|indirim\w*|iade\w*
                |maas\w*|kira\w*|kredi\w*
                |ceza\w*|ciro\w*|gelir\w*|odedi\w*|odedik|verdim|verdik|(?<!daha )(?:fazla|ucuz(?!la)\w*)|bahis
                    |fatura\w*|bahsis\w*
                |yemek
                |yemege|bilet\w*|zarar\w*|kazan\w*|topla\w*|buldu\w*|sattim|sattik|tuttu|tamir\w*|calisarak|haftada
                |evden)\b
                |'[dt][ae] (?:bir )?\w+ [\d₺€$]"""
            ),
            is_of_thing=True,
        ),
        Cue(
            attribute="meeting time",
            sort=MEETING,
            cue=joined(r"""\b(?:toplant\w*|toplan\w*|bulus\w*|bir araya|gorus\w*|haftalig\w*|haftalik\w*|rutin\w*|her
                |seans\w*|stand-?up\w*|daily|senkron\w*|sync\w*|rituel\w*
                    |degerlendirme\w*|retro\w*|brifing\w*|koordinasyon\w*|kahvalti\w*|mit(?:ing|ler)\w*|meeting\w*|call
                    |masaya otur\w*|bir araya\w*|konusuyoruz|konusacagiz|yapiliyor\w*|yapilacak|yapiyoruz|yapacagiz
                    |oturum\w*|duzenli|ayrildi|ayirdik
                |standup\w*|gunleri|gorusme\w*)\b|(?:leri|lari)\b"""),
            against=joined(r"""\b(?:icer|iciyor|kosar|kosuyor|oynar|oynuyor|yuzer|gider|gidiyor|uyur|yoga\w*|spor\w*
                |antrenman\w*
                |iptal edildi|atla(?!s\b)\w*|bir kerelik|bu haftalik|kacir\w*|sadece bu hafta
                |bu hafta(?!\w* itibaren))\b"""),
            is_of_thing=True,
        ),
        Cue(
            attribute="release date",
            sort=DAY,
            cue=joined(r"""\b(?:yeni (?:tarih|gun)|tarih[ie]\w* (?:degis|kal|al|cek|at|kay)\w*|gun[ue]\w* (?:kal|al
        |cek|at|kay)\w*
                |yeni tarihi|tarih\w* degis\w*|tarihi \d|(?:'?n?[iu]n|icin) (?:\w+ ){0,3}?(?:gunu?|tarihi?|zamani
                    |vakti),? (?:artik |simdi )*\d{1,2}|tarihi .* olarak|icin (?:\w+ )?tarih\w*|tarihine (?:birak
                |koy)\w*|gunune (?:yetis|birak|koy)\w*|duyur\w*|devreye\w*|magaza\w*|gosterim\w*|karar (?:ver|al)\w*
                    |satis\w*|soz ver\w*
                    |ilk gunu|gun yuzu\w*|planl[ai]\w*
                    |plan|karar(?=:| \d)
                |cik\w*|yayin\w*|surul\w*|piyasa\w*|geciki\w*|gecikti\w*|ertele\w*|teslim\w*|lansman\w*
                |hazir(?!an)\w*|canli\w*|sun\w*|kullanima|dagit\w*|sevk\w*|goruc\w*|kullanima acil\w*|vitrin\w*
                |raflar\w*|sahne\w*|indirilebil\w*|erisime|acilis\w*|acil(?:iyor|acak)\w*|release\w*|deploy\w*|prod\w*
                |sark(?:ti|iyor|mis|itik)\w*|otele\w*|kay(?:di|dir|iyor|acak|mis)\w*|one (?:al|cek)\w*|(?:al|cekil
                |atil)(?:dik|indi|di)
                |cek(?:tik|ildi)|bulus(?:acak|uyor|turu)\w*|hedef\w*|doguyor|dogacak|kurdele\w*|duyurul\w*)\b"""),
            against=joined(r"""\b(?:toplanti\w*|randevu\w*|sinav\w*|konser\w*|dugun\w*|nikah\w*|parti\w*|kutlama\w*
                |demo\w*|dogum\w*|iade\w*|gezi\w*|seyahat\w*|prova\w*|hata\w*|beta\w*|fatura\w*
            |odeme\w*|ucus\w*
                |mezuniyet\w*|ameliyat\w*|karne\w*|tahliye\w*|okul\w*|tatil\w*|izin\w*|notlar\w*)\b"""),
            is_of_thing=True,
        ),
        Cue(
            attribute="lead",
            sort=FULL_NAME,
            cue=joined(r"""\b(?:lider\w*|bas[iı]n\w*|bas[iı]|bas[iı]na|yonet\w*|devral\w*|devr(?:et|ed|al)\w*
                |sorumlu\w*|yetkili\w*|dumen\w*|direksiyon\w*|bayra[gk]\w*
                |zimmet\w*|patron\w*|koordin\w*|atan\w*|getiril\w*|sahiplen\w*|komuta\w*|soz sahibi
                |ustleniyor|baglan\w*|cekip cevir\w*|em[ir]r?in\w*|gozetim\w*|denetim\w*|kontrol\w*|himaye\w*|kumanda\w*
                    |koltu[gk]\w*|basa|(?:ekib|takim|proje|grub)\w*n?[iu] .*ald[iı]|elinde\w*|eline|ipler\w*|bagli\w*
                    |(?:ekib|takim|lider|yonetim
                |sorumlulu)\w* .*ver(?:dik|ildi|dim)
                |rapor\w*|mudur\w*|amir\w*|onder\w*|emanet\w*|yonlendir\w*|kaptan\w*|sef\w*|idare\w*|ustlen\w*
                |yurut\w*|baskan\w*|dizgin\w*|bak(?:iyor|acak|ar)\w*|ilgilen\w*|teslim)\b"""),
            against=joined(r"""\b(?:stajyer\w*|hekim\w*|doktor\w*|muayene\w*|tedavi\w*|musteri\w*|yardimci\w*|yardim\w*
                    |dogum\w*|hasta\w*|izin\w*|tatil\w*
                |mulakat\w*)\b"""),
            is_of_thing=True,
        ),
        Cue(
            attribute="email",
            sort=EMAIL,
            cue=r"posta|mail|\b(?:adres\w*|yaz\w*|ulas\w*|ileti\w*|mesaj\w*|eris\w*|kullan\w*|benim|bana)\b",
            against=joined(
                r"""\b(?:geri dond\w*|hata\w*|spam\w*|bulten\w*|abone\w*|fatura\w*|gonderdi\w*|yolla\w*|geldi
                |(?:destek|support|info|bilgi|satis|admin|iletisim|noreply|ofis|team|help)@\S+)\b|@\S+'?(?:dan|den|tan
                |ten) gel"""
            ),
        ),
        Cue(
            attribute="phone",
            sort=PHONE,
            sure=r"\b(?:numaram|telefonum|cebim|hattim|cep numaram)\b",
            cue=joined(r"""\b(?:numara\w*|telefon\w*|cep\w*|ceb[ie]\w*|gsm\w*|no|nom|num\w*|ara\w*|arar\w*|telegram\w*
                |signal\w*
                |rehber\w*|kayded\w*|alo|irtibat\w*|kontakt\w*|ulas\w*|hat\w*|mesaj\w*|whatsapp\w*|tel
                |cevir\w*|yaz\w*|eris\w*|cal\w*|kullan\w*)\b"""),
            against=joined(r"""\b(?:fatura\w*|siparis\w*|bilet\w*|musteri\w*|seri|hesap\w*|takip\w*|destek\w*|faks\w*
                |danisma\w*|ofis\w*|sirket\w*|dahili)\b"""),
        ),
        Cue(
            attribute="doctor",
            sort=TITLED,
            despite=_SUPPOSED,
            cue=joined(r"""\b(?:doktor\w*|hekim\w*|muayene\w*|bak\w*|hasta\w*|git\w*|gid\w*|klini\w*
                |hekim\w*|yurut\w*
                |tedavi\w*|rahatsiz\w*|saglik\w*|sagl[iı][gm]\w*|takib\w*|ilac\w*|tansiyon\w*|hastali\w*|grip|nezle
                    |ates\w*|agri\w*|emin el\w*|gec\w*
                    |kontrol\w*|recete\w*|ilgilen\w*|takip\w*|poliklini\w*
                |gorun\w*|emanet\w*|teslim\w*|tahlil\w*|sevk\w*|randevu\w*|ustlen\w*|danis\w*|kayit\w*
                |hekimlig\w*|kayd\w*|kapis\w*|yol\w*|devral\w*|basla\w*)\b"""),
            against=joined(r"""\b(?:dis(?:im\w*|ci\w*| hekim\w*)?|danisman\w*|profesor\w*|ders\w*|tez\w*|makale\w*
                |konferans\w*|konus(?!und|u ol)\w*
            |kitap\w*
                |davet\w*|mulakat\w*|veteriner\w*)\b"""),
        ),
        Cue(
            attribute="{what} name",
            sort=NAME,
            despite=r"\b\w+ken\b",
            sure=r"\b(?:kopeg|ked)\w*(?:im|imiz|min|mizin) (?:ad|ism)[iı]\b",
            mine=r"\b(?:kopeg|ked|papagan|tavsan|kus|at)\w*?(?:[iu]m|[iu]m[iu]z|m|m[iu]z)(?:[iu]|[iu]n|[ae])?\b",
            cue=joined(r"""^(?=.*\b(?:ad[iı]\w*|ism[iu]\w*|isim|isimli|isminde|diy\w*|der\w*|dedik\w*|denir|deniyor
        |cagir\w*
                |seslen\w*
                |bakiyor|bakar\w*|kunye\w*|tasma\w*|bil(?:ir|inir|iyor)\w*|deme\w*|ad\b|koy\w*|ver(?:di|mis|iyor)\w*
                |adlandir\w*|bagir\w*|dey\w*|kimlig\w*|taktik|takt[iı]m
                |tani\w*)\b).*\b(?P<what>kope[gk]|kedi|kus
                |papagan|tavsan|at)(?:i
                |in|im|imin|imiz|imizin|e|inin|imize|ime|ine|umuz|umuzun|inin|ini|imi|imizi|imiz|in|nin|mizin|ye
                |mize|nin|m|min|miz|mizi|n|sine|sinin|sini|si|sinini|une|unu|unun|unu|larini|mi)?\b"""),
            against=joined(r"""\b(?:veteriner\w*|sokak\w*|film\w*|komsu(?!lar\b)\w*|barinak\w*|mama\w*|park(?!ta)\w*
                    |kitap\w*)\b"""),
        ),
        Cue(
            attribute="{what} name",
            sort=NAME,
            cue=rf"\b(?:benim|bizim|\w+'(?:nin|nun|in|un)) (?P<what>kope[gk]|kedi|papagan|tavsan|kus){_PET_END}?\b",
            before=joined(
                rf"""\b(?:benim|bizim|\w+'(?:nin|nun|in|un)) (?:kope[gk]|kedi|papagan|tavsan
                |kus){_PET_END}?(?: artik| simdi)? $"""
            ),
            first=rf"^'?(?:d[iu]r)? (?:benim|bizim) (?:kope[gk]|kedi|papagan|tavsan|kus){_PET_END}?(?:$|[.,!])",
            against=r"\b(?:veteriner\w*|film\w*|barinak\w*|mama\w*|park\w*|kitap\w*|hasta\w*|kay[iı]p\w*|kac\w*)\b",
        ),
        Cue(
            attribute="{what} name",
            sort=NAME,
            cue=r"\b(?P<what>kope[gk]|kedi)(?:i|im|imiz|si|m|miz)\b",
            before=joined(r"""(?:^\W*(?:kope[gk]|kedi)(?:im|imiz|m|miz)|\bbizim evin (?:kope[gk]|kedi)(?:i|si)
                    |\b(?:evimizin|bizim evin|ailemizin|sevgili
                    |canim) (?:\w+ )?(?:kope[gk]
                |kedi)(?:i|im|imiz|si|m|miz))(?: artik| simdi)? $"""),
            behind=r"^(?!')",
            against=_NO_PET,
        ),
        Cue(
            attribute="{what} name",
            sort=NAME,
            cue=r"\b(?P<what>kope[gk]|kedi)(?:im|imiz|m|miz)\b",
            before=r"\b(?:kope[gk]|kedi)(?:im|imiz|m|miz) $",
            behind=r"^(?:$|[.,!])",
            against=_NO_PET,
        ),
        Cue(
            attribute=PET_NAME,
            sort=NAME,
            cue=r"\b(?:eski|onceki|ilk) (?:ad|isim|ism)\w*\b.*\b(?:diyor\w*|diyecegi\w*|cagir\w*|seslen\w*)\b",
            against=r"\b(?:proje\w*|urun\w*|sirket\w*|ekib\w*|kanal\w*|dosya\w*)\b",
        ),
        Cue(
            attribute="favourite food",
            sort=FOOD,
            sure=r"\byeni favori\w*|\ben (?:cok )?sevdigim|\b(?:favori|tercih)(?:ler)?im\b",
            cue=joined(r"""\b(?:favori\w*|en (?:cok|sevdi\w*)|hicbir|hic bir|her sey\w*|bayil\w*|vazgec\w*
                |kadar (?:guzel|lezzetli|iyi|hos|sev\w*)
            |tercih\w*|tiryaki\w*|duskun\w*|asi[gk]\w*|hastasi\w*|olur(?:um|uz|u)|tap(?:ar|iyor)\w*|dayanam\w*
            |vazgecil\w*
                |kral\w*|sultan\w*|bas tac\w*|zaaf\w*|taktim|takmis|takti|sar(?:di|dim|mis)|abone\w*|yemeden|delisi\w*
                |deli ol\w*
                |bitiyor\w*|en (?:guzel|lezzetli|iyi) yemek|fikrim\w*|yerine koy\w*|tutku\w*|sevda\w*|sampiyon\w*
                |fan\w*|lezzet\w*
                |yiyebili\w*|gozum\w*|baska (?:bir )?(?:sey|yemek)\w* (?:iste|ara|yem|bakm)\w*
                |gibisi|ustune|uzerine|daha (?:cok|fazla)|en begen\w*|gozde\w*|bir numara\w*|doyam\w*
                |en (?:begen|iyi|guzel|lezzetli)\w*|birinci\w*|sirada|akl\w+ (?:\w+ )*gel\w*|damak|zevkim\w*|taht\w*
                |tercih\w*
                |(?:bayil|ara
                |vazgecemed|doyamad|ozle)\w*[iu]g[iu]m(?:[iu]z)? (?:yemek|tat|lezzet)|sevdig\w*
                |dus(?:tum|tuk|unce)|(?:pad[iı])?sahi|yildizi|ustunde|bas[iı]na|gonlum\w*|merak sal\w*
                |vuruldu\w*|bambaska|layik|mutlu eden|iyi gelen|gonl\w*|bikm\w*|usanm\w*|yes[ae]m|benzeri yok
                    |hosum\w* g\w+|(?:yeni|benim|bizim) yemegim\w*|ilk siras?\w*|siralam\w*|listem\w*|sikayet etm\w*
                    |takinti\w*
                    |cevab[iı]m\w*|zirve\w*|damag\w*|bikt[iu]rm\w*|baskadir|bir baska
                    |ayri bir yer\w*
                |akan sular|dunyalar\w*|yaris\w*|tek adres\w*|sevindir\w*|ask[iı]m|\w+ deyince
                |esi yok|onunde
                |es[iı] benzer\w*|yerini tut\w*|degism\w*|her ogun)\b"""),
            despite=_SUPPOSED,
            elliptic=r"^(?!.*\b(?:\w{3,}[dt][iu]g[iu]|favorisi\w*|gozdesi\w*|tercihi\w*)\b)",
            nouns=(
                joined(rf"""\b(?:\w*(?:bik|usan|doy|vazgec)\w*[dtc][iu]g[iu]m(?:[iu]z)?|\w*(?:bik|usan|doy|vazgec
                    |yiye)\w*c[ae]g[iu]m
                    (?:[iu]z)?|\w+ eden|(?:beni|bizi|bana) (?:\w+ ){{0,2}}\w+[ae]n|layik|(?:iyi
                    |hos) gelen) (?:tek |bir |en )*(?:yeme[gk]\w*|tat|tad\w*|lezzet\w*
                    |tabak|sey)
                    (?: artik| simdi| hep| hala| kesinlikle| tabii ki)*,? {_DISH}(?:d[iu]r|t[iu]r)?{_DISH_END}"""),
                joined(rf"""(?:^|[,;:.!] |\b(?:artik|kadar|dek|beri) ){_DISH} yeme(?:ye|yi|den|kten) (?:\w+ )?(?:bayil
                    |doyam|doym
                    |bikm|usanm|sev|dur[ua]?m|cok sev)\w*"""),
                rf"\b(?:yeni|benim|bizim) yemegim(?:iz)? (?:artik |simdi )*{_DISH}{_DISH_END}",
                rf"\b(?:gonl|damag)\w+ (?:artik |simdi |hep )*{_DISH} (?:ile|yana|der|diyor|ister|istiyor|hitap)\b",
                joined(rf"""(?:^|[,;:.!] ){_DISH} (?:tadinda|gibi|kadar|lezzetinde
                    |ayarinda) (?:\w+ )?(?:bir |baska )*(?:yemek|sey|tat
                    |lezzet)(?: \w+){{0,2}} (?:yok|bilm\w+|tanim\w+|gormed\w+|yemed\w+)\b"""),
                joined(rf"""(?:^|[,;:.!] |\b(?:artik|simdi|bende) ){_DISH} (?:artik )?(?:hepsi|her sey
                    |diger\w+)n?[iu]n (?:onunde
                    |ustunde)\b"""),
                joined(rf"""(?:^|[,;:.!] |\b(?:icin|artik|ama) ){_DISH} (?:benim |bizim |icin )*(?:bambaska|baskadir
                    |bir baska|ayri bir yer\w*
                    |deyince|hosum\w*|yemeklerin \w+
                    |esi benzeri yok)\b"""),
                rf"\b(?:artik|simdi) (?:her (?:ogun|gun)|surekli|hep) {_DISH} (?:ist|yiy|yer)\w*",
                rf"{_BEST}{_AS_BEFORE}{_DISH}(?:d[iu]r|t[iu]r)?{_DISH_END}",
                joined(rf"""\ben cok (?:da )?(?:artik |simdi )?{_DISH} (?:artik |simdi )?(?:yiyor|yer|yedi|yeme|sev
        |begen
        |tercih
                    |ozlu|iste|istiyor|hoslan|ariyor|goru|isti|yapiyor|pisir)\w*"""),
                joined(rf"""\bhicbir (?:sey|seyi|yemek|yemegi|lezzet\w*|tat\w*
        |tadi) (?:bana |artik |benim icin )*{_DISH}
                    (?:kadar|gibi|(?:n?[iu]n )?(?:yerini|tadini|eline))\b"""),
                rf"\bhicbir yeme\w+ {_NOUN} kadar\b",
                joined(rf"""(?:^|[,;:.!] |\b(?:artik|simdi|beri|sonra|itibaren|icin|boyle|kadar|ama|ve|gore|bu|ki) )
                    {_DISH} (?:artik |simdi |benim |bizim |su an |hala |tartismasiz |acik ara )*(?:en (?:cok )?(?:sevdig
                    |begendig)\w+|favori\w*|gozde\w*|bir numara\w*|vazgecilmez\w*|birinci\w*|ilk sira\w*)"""),
                joined(rf"""\b(?:hangi \w+ (?:git|otur|gir)\w+|her (?:gun|ogun|hafta|firsatta|oglen|aksam)|bikmadan
                    |gunlerce|surekli) {_DISH} (?:yiye|iste|yer|siparis|yiyor)\w*"""),
                rf"\b(?:artik|simdi) {_DISH} (?:sev|yiyor|tercih|ozlu|istiyor|begen)\w*",
                rf"\bakl\w+ (?:once |ilk |hemen |hep )*{_DISH} gel\w*",
                joined(rf"""(?:^|\b(?:ben|biz|artik|simdi|tam|hala|resmen) (?:bir )?){_DISH} (?:hastasi|delisi|asigi
        |tutkunu
                    |tiryakisi|bagimlisi|duskunu|fan)\w*"""),
                rf"(?:^|\b(?:artik|hep|simdi|ben) ){_DISH} (?:diyorum|derim|diyoruz)\b",
                rf"\b(?:taht\w*|ilk siraya|basina|basa|birinciligi|zirveye) (?:artik |simdi )*{_DISH} {_TAKES}\w*",
                rf"(?:^|\bicin ){_DISH} (?:butun|tum|her) \w+ (?:ustun|once|baska|guzel)\w*",
                rf"\bgozum\w* (?:hep |hala |artik |simdi )*{_DISH} ar(?:ar|iyor)",
                rf"(?:^|[,.] |\b\w+[dt][ae] ){_DISH} (?:olunca|varken|varsa|gorunce|cikinca) \w+",
                rf"\byerin[ei] (?:artik |simdi )*{_DISH} (?:aldi|almis|gecti|alacak|gecmis)",
                joined(rf"""(?:^|[,;:.!] |\b(?:artik|simdi|beri|sonra|itibaren|icin|boyle|kadar|ama|ve) ){_EATEN}
                    (?:y[ae]|n[ae]|[ae]) (?:resmen |cok |fena |tam |da |de )*(?:bayil|tap|dusku|asig|doyam|hasta|dayanam
                    |tutkun|merak|taktim|sardim|abone|gectim|gectik|dondum|donduk|kaydi|vuruld)\w*"""),
                rf"\b{_NOUN} (?:artik )?(?:en (?:cok )?sevdigim|favori|gozde) {_FOOD_WORD}",
            ),
            against=joined(r"""\b(?:alerji\w*|nefret\w*|tarif\w*|restoran\w*|lokanta\w*|siparis\w*|bugun|dun|aksam
            |menu(?!de)\w*
                |kopek\w*|kedi\w*)\b"""),
            is_superlative=True,
        ),
        Cue(
            attribute="job",
            sort=NOUN,
            cue=joined(r"""\b(?:olarak|hanem\w*|yaptigim is|meslek\w*|mesleg\w*|isim|isi|isimiz|unvan\w*|pozisyon\w*
        |uzmanli\w*|oldu\w*
                |olmus\w*|olaca\w*|gecim\w*|zanaat\w*
                |gorev\w*|kazan\w*|\w+(?:ci|cu)(?:yim|yum|yd[iu]m?)|olacagim|oldum|oluyorum)\b|\w+l[iu](?:k
                |g[aeiu])\w*(?: de| da)? (?:yap|ed|et|bas|gec|don|atil|ile|sur)
                |(?:men|man|or|er|tor|ist|log|ar|at|mar|re|vukat)(?:y?d[iu]m?)\b
                |(?:men|man|or|er|tor|ist|log|ar|at)(?:im|um)\b|\bkartvizit\w*"""),
            nouns=(
                joined(rf"""\b(?:kartvizit|kimlig|tabela|ozgecmis|profil
                    |belge)\w*,? (?:mesleg\w+ |isim |unvan\w* )?(?:artik |simdi |su an
                    |ise )*{_NOUN} (?:yazi|yaz[aı]|diye)\w*(?!.*\bcalis)"""),
                rf"\b(?:mesleg\w+|isim\w*) (?:ne diye )?(?:sor\w+ )?{_NOUN} (?:diyor|derim|diyebil)\w*",
                rf"\b(?:mesleg\w+|isimi?) (?:bana )?sor\w+,? {_NOUN}(?=$|[,.!])",
                rf"\b(?:yeni|baska) (?:bir )?(?:isim|mesleg\w+|gorev\w*)(?: var)?: (?:artik )?{_NOUN}(?=$|[,.!])",
                joined(rf"""\b(?P<value>{_TRADE}|{_NO_TRADE}[a-z]\w+(?:ci|cu)) (?:unvan|kadro|pozisyon)\w*
                    (?: ile)?(?: \w+)? (?:calis|gorev)\w*"""),
                rf"\bmeslekten (?:bir )?{_ONE_TRADE}(?:y?[iu]m)?(?=$|[,.!])",
                joined(rf"""\b(?:mesleg|meslek|isim|is|unvan|gorev|pozisyon)\w* (?:degis
        |yenile)\w+[,;:] (?:artik |simdi |yeni\w*[ ]
                    |bundan (?:sonra|boyle) |su an |bir |gorevim |isim |unvanim |meslegim )*{_NOUN}(?= oldu\w*
                    | olarak
                    |$|[,.!])"""),
                rf"\b(?:gecim kaynag\w+|(?:gelir|ekmek) kapi\w+|zanaatim) (?:artik |simdi )*{_ONE_TRADE}l[iu][kg]\w*",
                rf"\b(?:yaptig[iı]m is|isim gucum|mesleg[iu]mi \w+[:,]) (?:artik |simdi )*{_NOUN}(?=$|[,.!])",
                rf"\b(?:mesle[kg]|is) hane\w* (?:artik |simdi )*{_NOUN} yaz\w*",
                rf"\b(?:mesle[kg]|is|ugras) olarak (?:artik |simdi |hep )*{_NO_TRADE}{_ONE_TRADE}l[iu](?:k|g)\w*",
                rf"\bkazandig\w+ is,? (?:artik |simdi |hep )*{_NO_TRADE}{_ONE_TRADE}l[iu][kg]\w*",
                rf"\bmeslek olarak {_NOUN} (?:diye|sec|yap|edin)\w*",
                joined(rf"""\b{_NOUN} olarak (?:\w+ ){{0,3}}(?:isbas|calis|gorev|saglan|sagl|gecin|gecim|ise|kazan
                    |hizmet|devam
                    |basl|ekme|gecin|yeniden|atan|tani|bilin|yola)\w*"""),
                rf"\b(?:calis\w+|gecim\w+|ekme\w+|para\w*|hayatim\w*)\b[^,.;]{{0,20}}? {_NOUN} olarak\b",
                joined(rf"""\b(?:isim|isi|mesleg\w+|meslek|gorevim|gorevi|zanaatim|uzmanligim|unvanim|unvani
                    |pozisyonum|sifatim),? (?:artik |simdi |su an |ise )*{_NOUN}(?!')(?= idi
                    |ydi|$|[,.!]| olarak| oldu| olacak)"""),
                rf"\b{_COMPOUND} (?:oldum|oldu|olmus|olacagim|olacak|oluyorum|idim)\b",
                rf"\b(?!transfer|\w+[iu]yor\b){_ONE} (?:oldum|oldu|olmus|olacagim|olacak|oluyorum|idim)\b",
                rf"\b(?P<value>{_TRADE}|{_NO_TRADE}[a-z]\w+(?:ci|cu))(?:ydi|ydu|idi|d[iu]|t[iu])(?:m|k)?\b",
                joined(rf"""\b(?P<value>[a-z]+ {TURKISH_TRADES}s?[iu]|{TURKISH_TRADES})[ ]
                    (?:oldum|oldu|olmus|olacagim|olacak|oluyorum|idim)\b"""),
                rf"\b{_NO_TRADE}{TURKISH_MY}(?P<value>[a-z]\w+?(?:ci|cu)|{TURKISH_TRADES})(?:yim|yum|im|um)\b",
                joined(rf"""\b{_NO_TRADE}(?P<value>[a-z]\w+?(?:ci|cu)
                    |{_TRADE})l[iu](?:k|gu|gi)(?: de| da)? (?:yap|ed|et|ile|sur|ogren)\w*"""),
                joined(rf"""\b{_NO_TRADE}(?P<value>[a-z]\w+?(?:ci|cu)|{_TRADE})l[iu](?:k
                    |g[aei])\w* (?:meslegi\w* )?(?:bas|gec|don|atil|soyun|yonel)\w*"""),
                joined(rf"""\b{_NO_TRADE}(?P<value>[a-z]\w+?(?:ci|cu)|{TURKISH_TRADES})l[iu][kg]\w* (?:(?!firma
        |sirket)\w+ )?(?:kazan
                    |gecin|sagl
                    |ekmek)\w*"""),
            ),
            against=joined(r"""\b(?:(?:is ?yeri|isveren|sirket)\w* degis\w*|berbat|felaket|hobi\w*|amator\w*|iyi bir
                    |kotu bir|harika bir
        |is teklif\w*|mulakat\w*|isim var
                |isi var|isim (?:bul|koy|ver|sec|tak)\w*|isim cok|(?<!eski )isim bitti|isim olmaz|ornek olarak
                |genel olarak)\b"""),
        ),
        Cue(
            attribute="employer",
            sort=NAME,
            mine=joined(r"""\b(?:calistigi[mz]\w*|sirketim(?:iz)?(?:in)? (?:ad[iı]|ismi)|isveren(?:im|imiz)
        |calis(?:iyoru[mz]
                |maya basladi[mk]|makta[yi]\w*))\b"""),
            sure=joined(r"""\b(?:firma|sirket)\w*[dt]ay[iu][mz]\b|sirketiyle anlas\w*|sozlesme\w* imzala\w*|\b(?:firma
        |sirket|bunye|kadro
        |ekib)\w*(?: \w+)?? (?:gec(?:ti|iyor|ece)|basla|gir(?:di|iyor
                |ece)|katil|calisiyor|transfer|ise al)\w*|\byeni isveren\w*"""),
            cue=joined(r"""\b(?:sirket\w*|firma\w*|calis\w*|maas\w*|isveren\w*|ise\b|is yer\w*|isyer\w*|maas\w*|kurum\w*
            |bordro\w*
                |ise (?:gir|bas|al)\w*|kadro\w*|personel\w*|transfer\w*|bunye\w*|sozlesme\w*|imzala\w*|eleman\w*
                |istihdam|ekmek kap\w*|isbasi|is gun\w*|kart[iı]m\w*|mesai\w*|ailesi\w*|parcasi\w*|uyesiyi[mz]
                |kartvizit\w*|katil(?:di|ac|iy|mis)\w*
                |gorev\w*|ofis\w*|gecis\w*|fabrika\w*|atolye\w*|magaza\w*
                |ise\w*|patron\w*|cati\w*|transfer|ekmegi\w*|ekme[gk]\w*|iste)\b|\b(?:yeni|su anki
                |simdiki) isi?m?\b(?=.*')"""),
            behind=joined(rf"""^'(?:{_IN}|{_TO}|dan|den|tan|ten|dir|tir|y?d[iu]|y?l[ae](?=.*(?:sozlesme|imzala
                |anlas)))(?:$|[,.;!]|\s)|^'(?:nin|nun|in|un) (?:bir )?(?:calisan|eleman|personel|kadro|bunye|bordro
                |maas|isci|memur)
                |^ (?:idi|oldu|olacak|olmus|artik)\b|^ yaziyor\b|^ ekibinin (?:bir )?(?:parca|uye)|^ (?:ofisi
                |fabrikasi|atolyesi|magazasi|subesi|binasi|merkezi
                |ekibi|grubu|is yeri)n\w*\b
                |^ (?:ile|ailesi\w*|catisi\w*|calisan\w*|eleman\w*|personel\w*
                |kadro\w*|bunye\w*
                |maas\w*|beni|bizi|benimle|bizimle|sayesinde|istihdam\w*|odu\w*|ode\w*|ver(?:iyor|ir|ecek)\w*
                |kadrosu\w*)\b|^(?:$
                |[,.;!])|^ (?=.*\b(?:ise al
                |ise gir
                |sirket|firma|isveren|isyer|maas|bordro|kurum|kadro|personel
                |adina|icin|bunye))"""),
            against=joined(r"""\b(?:toplanti\w*|musteri\w*|yemeg\w*|konus\w*|sunucu\w*|surum\w*|olarak degisiyor
            |proje\w*
                |otopark|istifa\w*|ayrildim$|oturdug\w*|yasa(?:dig|yan)\w*|oturan|evim|evimiz|kontrat\w*|tasin\w*
                |otur(?:uyor|mus|du|ur)\w*
                |oturac\w*|yasiyor\w*
                |yasayac\w*)\b"""),
        ),
        Cue(
            attribute="home",
            sort=NAME,
            sure=r"\b(?:(?:bizim|benim) (?:yeni )?|yeni )adres\b|\badres(?:im|imiz)? degis\w*",
            mine=joined(r"""\b(?:tasin|yerles|goc|don)\w*?(?:[dt][iu][mk]|yoru[mz]|ca[gk][iu][mz]|ce[gk]i[mz]
        |m[ae]m[iu]z)\b
                |\b(?:otur|yasi?|kal|ikamet ed)(?:[iu]?yoru[mz]|may?a basladi[mk]|aca[gk][iu][mz])\b"""),
            cue=joined(r"""\b(?:yas[iı]yor\w*|yasa\w*|otur\w*|tasin\w*|ev(?:im|imiz|i|de|e)?\b|ikamet\w*|yerles\w*
            |daire\w*
                |goc\w*|semt\w*|mahalle\w*|memleket degis\w*|adresim(?:iz)?|evimi\w*|evim\w*|tasi[dy]\w*|konut\w*
                |barin\w*|yuva\w*|kaldig\w*|memleket\w*|mesken\w*|mekan tut\w*|kap[iı]m(?:[iı]z)?\b|tutt?u[mk]
                    |ev tut\w*
                |nakil\w*|nakl\w*
                |yerim yurdum|demir at\w*|kok sal\w*|sehr\w*|hemseri\w*|adres(?:im|imiz)|ikametg\w*|kap[iı]y[iı]
                |duzen kur\w*
                |kal(?:iyor|acag|ac|ir|makta)\w*|\bsehir\w*|\bhayat(?:im|imi|imiz|imizi|a)\b
                |\b(?:(?:bizim|benim) (?:yeni )?|yeni )adres\b|\bev (?:al|tut|kirala|edin)\w*|\bapartman\w*
                |\bkapagi at\w*
                |\byurt edin\w*|\bnakliye\w*)"""),
            behind=joined(rf"""^(?!, [^,]*'[dt][ae] (?:\w+ )?(?:otur|yas|ikamet))
                (?:^'[dt][ae]n (?:\w+ ){{0,3}}(?:ev|daire|yer) (?:al|tut|kirala)
                |^'n?[iu]n (?:\w+ )?(?:merkez|gobe|kiyi|semt|ilce|koy|mahalle|sahil|dis|kalb|dogu|bat[iı]|kuzey|guney
                |ort|ic)\w*
                |^'?(?:y?[iu]|n[iu])n? (?:mesken
        |yuva
                |yurt|memleket|sec|tercih|mekan)|^(?:{_IN}(?:y?d[iu])?|{_TO}|'?(?:li|lu)y\w+|'?(?:dir|tir))?(?:$|[,.;!]
                |\s(?!(?:sunucu|ekib
            |toplanti|takim
                |proje|sirket|firma))))"""),
            against=joined(r"""\b(?:toplanti\w*|(?<!yeni )(?<!artik )memleketim(?: \w+)?$|ofis\w*|sunucu\w*
            |seyahat\w*|tatil\w*|otel(?!e)\w*|ziyaret\w*|annem\w*
            |babam\w*
                |ailem(?!le\b)\w*|dogdum|buyudum|geziy\w*|kope\w*|kedi\w*|konser\w*|adres(?!i degis|im(?:iz)?\b)\w*
                |sirketi
                |bu hafta(?!\w* itibaren)\w*|bu aksam
                |sinav\w*)\b"""),
        ),
    ),
    doubt=joined(
        r"""\?|(?<![dt][iu]m )\b(?:mi|mu)\b|\b(?:miyim|muyum|misin|musun|miyiz|midir|mudur|olsa\w*|belki|galiba|keske
                    |ister(?!sen)\w*
            |(?<=m[ae]k )istiyor\w*
        |isterdi\w*|dusunuyor\w*|acaba|herhalde|hayal(?!imi gercek|im gercek)\w*|umar\w*|saka(?:si|siydi|ydi|dan
        |lar\w*|lasi\w*|yla|ci\w*|m)?
        |sanki|neredeyse|eger|eg[eu]r|yoksa|sanirim|ya da|veya|veyahut|haha\w*|bakiniyor\w*|ariyor(?:um|uz|du\w*
        |mus\w*)?|teklif(?!.*\b(?:gect|kabul et|basladi|imzala))\w*
        |basvur\w*|olabilir\w*|belli degil|ruyam\w*|cocukken|kucukken
        |kim|kimin|hangi|nerede|nereye|ne zaman(?! (?:\w+ )?\w+s[ae][mk]\b)|kac|neden|nasil|tahmin\w*|ihtimal\w*
        |muhtemelen|planliyor(?!d)\w*|filmde
        |kitapta|gunun birinde|bir gun|hadi|haydi)\b
        |(?<!lazim )(?<!gerek )(?<!ihtiyac )(?<!isteyen )(?<!arayan )(?<!soran )(?<!eden )(?<!bana )(?<!hasta )\b
        (?!(?:yuksek|\w*aksam|yumusak|kavsak|kusak|sarimsak|basak|dirsek|tutsak|kapsam|yasam|ressam\w*|pirasa\w*
                    |sor(?:ul)?[au]rsa\w*
        |yasak|masam|usak|kasam|tasak|yesem|yesek|gerekirse
        |ararsan[iı]?z?
        |istersen[iı]?z?|arayacaksan[iı]?z?)\b)\w+(?:sam|sem|sak|sek|saydi|seydi|(?<=\w\w)[aiu]rsa
        |(?<=\w\w)[eiu]rse|yorsa|[dt][iu]ysa|[dt][iu]yse|acaksa
        |ecekse|m[ae]zs[ae]|saydim|seydim|sayd\w+|seyd\w+)\b(?<!kursem)(?<!sebek)|\b(?!(?:cagir
                    |seslen)\w*)\w+ken\b(?<!erken)"""
    ),
    denied=joined(r"""\b(?:degil\w*|yok|hayir olmaz|istemiyor\w*)\b|\b\w+(?:miyor|muyor)\w*|\b\w{3,}(?:mam|mem|mayin
        |meyin|maz
    |mez|madim
        |medim|madi|medi|madik|medik)\b|\b(?:ayrildim|ayrildi|biraktim|birakti)\b"""),
    past=joined(
        r"""\b(?:idi|idim|idik|eskiden|onceden|bir zamanlar|(?!(?:koymus|vermis|demis)t[iu][mk]|(?:ver|gir|kur|dur|vur
        |getir|bitir|gecir|kacir|dusur|aktar
            |cikar|dusur
        |ayir|cevir|onar|duyur|buyur|\w+(?:tir|dir|tur|dur))d[iu])\w+(?:yordum|yorduk|yordu|yorlardi|irdim|irdi|ardim
        |ardi
        |erdim|erdi|urdum|urdu|irdik|ardik|erdik|rdik)|yasadim|yasadik
        |calistim|oturdum|\w+[dt][ae]y?d[iu]m?k?|(?!(?:koy|duy|uy|soy|say|yay|doy|kay)d)\w+(?:ydi|ydu)m?k?|gecen yil
        |gecen sene)\b|'(?:y?d[iu]|t[iu])[mk]?\b|\b(?!(?:koymus|vermis|demis)t[iu]|(?:gir|kur|dur|vur|ver|getir|bitir
        |gecir|kacir|dusur|cevir|duyur|buyur|\w+(?:tir|dir|tur|dur))d[iu][mk]?\b)
        \w+(?:acakti|ecekti|acaktik|ecektik|m[iu]st[iu]|m[iu]st[iu][mk]
        |[iu]rd[iu]|urduk)\b
        |(?<!surumune )\b(?:kadar|dek|degin)\b.*\b(?!(?:simdi|kendi|kedi|yedi|hindi|haydi|adi|kadi)\b)\w+[dt][iu](?:m|k
                    |n[iu]z|lar
        |ler)?\b
        |\b\w+yord[iu]n(?:[iu]z)?\b|\b(?!kaydi)\w+(?:[dt][ae]yd[iu]|[aeiu]yd[iu]|y[ae]lard[iu])[mk]?\b"""
    ),
    heard=joined(
        r"""^(?:(?:duydum ki|duyduguma gore|duyduk ki|soylenene gore|dediklerine gore|soylediklerine gore
        |anlatilana gore|anladigim kadariyla|bana dediler ki|diyorlar ki|dediler ki
        |kulagima geldi|ogrendim ki|ogrendigime gore|rivayete gore|soylentiye gore|isittim ki|sozde|gelen habere gore
        |dedikoduya gore|(?:(?:gecen gun|dun|bugun|yeni|az once|simdi|demin|daha yeni) )?ogrendim(?: ki)?
        |haberin\w* var m[iı](?:yd[iı])?(?: bilmem)?|biliyor musunuz|duydunuz mu|gorunen o ki|anlasilan|duyumlara gore
        |duyumuma gore
        |kendisi soyledi|bana soyledi|bana dedi ki|soyledi bana|diyorlar|duydum|duyduk|bil(?:in)?digi\w* kadariyla
        |bildigime gore
        |kuslar soyledi|aldigim habere gore|haber aldim|konusuluyor|konustum|konustuk),? )|,? (?:diye duydum|diyorlar
        |dediler|diye duyduk|diye ogrendim|oyle duydum
        |duyduguma gore|diye biliyorum|diye soylediler|diye isittim|bana (?:oyle )?(?:soyledi|dedi|anlatti|yazdi)
        |kendisi (?:soyledi|dedi|anlatti)
        |oyle (?:diyor\w*|dediler|duyduk)|galiba duydum|haberin\w* olsun|bilgin\w* olsun|diye konusuluyor
        |diye anlatti\w*
        |dun ogrendim|yeni ogrendim|yeni duydum)(?=[.! ]*$)"""
    ),
    me=joined(
        rf"""\b(?!(?:{_NOT_MINE})\w*\b)\w{{2,}}(?:[iu]m)(?:[iu]z)?(?:[iu]n?|[dt]?[ae]n?|l[ae]|d[iu]r?)?\b
        |\b(?:ben|biz|bana|bize|benim|bizim|beni|bizi|bende|bizde|kendim\w*|idim|idik|(?!(?:artik|erzurum|yildirim
            |kirim|yarim|durum|kurum)\b)\w{{2,}}(?:yorum|yoruz|yordum
        |yorduk|dim|dik|dum|duk|tim|tik|tum|tuk|cagim|cegim|cagiz|cegiz|irim|arim|erim|urum|irdim|ardim|erdim
        |iriz|ariz|eriz|uruz|mam|mem|mayiz|meyiz|yim|yiz|liyim|luyum|iyim|dayim|deyim|tayim|teyim)|gozdem(?:iz)?|yuvam
        |\w+'[iu]m|{_TRADE}(?:y?[iu]m|y?d[iu]m)|\w+(?:ydim|ydum|ydik|yduk)|favorilerim\w*|meskenim\w*
        |zaafim\w*|tutkum\w*|bir numaram|olsam|hastalansam|sehrim\w*|memleketim\w*|unvanim|pozisyonum|no(?:m|mu)
        |hekimligim\w*
        |\w+(?:imla|imle
        |umla|umle)|\w+(?:digim|dugum
        |tigim|tugum)(?:iz)?|(?!ism[iu]|isimli|ise\b|ist\w|isin\b|evl[ei]|evlen|isim (?:koy|ver|bul|sec|tak))(?:ev|is
        |numara|papagan|tavsan
        |telefon|doktor|hekim|mesle|kope|kedi|adres|yeme|sirket|isveren|sagli[gk]|favorimd|tedavi|muayene|tahlil
        |kontrol|recete|hatt|cep|ceb|gecim|ekme|tatli|masa|macera|kadro|liste|dosya|kayd|firma|fabrika|atolye|bordro
        |posta
        |bahce
        |kusu|favori|hayat|maas|patron|yerles|dair)\w*(?:m|im|um|imiz|umuz|mi|mu|min|mun|ma|me|mizin|muzun|mize|muza
        |imde|imden|imi|imizi|umu|umuzu))\b"""
    ),
    others=joined(r"""\b(?:sen|siz|senin|sizin|o(?! *(?:$|[.,!]|degil|benim|bizim|artik benim))|onun|onlar|onlarin
                    |ona(?! (?:\w+ )?\w+(?:yorum
        |yoruz
        |r[iu]m|[dt][iu]m)\b)|herkes(?!.*\bdiy(?:e|or)\b)|birisi|(?<!baska )biri|kimse|(?<!bizim )evin|evin iz|numaran
        |numaraniz|isin)\b"""),
    elliptic=joined(
        r"""\btasinali\b|\b(?:hepsi|her sey|digerler)\w* (?:onunde|ustunde)\b|\b(?:hasta(?:lan\w*)?
                    |rahatsiz(?:lan\w*)?|ates\w+|agri\w+) (?:ol|cik|tut)?\w*[iu]nca\b
        |\b(?:hasta|rahatsiz)lan[iu]nca\b|\b(?:kope[gk]|kedi|papagan|tavsan)(?:e|in|i|ye|nin|yi|u|a|un)?\b
        |^\W*(?:(?:bu arada|artik|yeni|guncel|simdiki|su anki)\W+)*(?:adres|ikamet\w*|ev|is ?veren|is ?yeri|aile hekimi
        |doktor|hekim|meslek|unvan|gorev|is|favori yemek|en sevilen yemek)\b
        |^\W*(?:(?:yeni|eski|oteki|guncel|artik|su an|not|iletisim|irtibat|acil|whatsapp|bu da|iste)\W+)*(?:cep|tel
        |telefon
            |gsm|whatsapp|cepten|telefonla
        |numara(?:yi|ya|dan)?|no|wp|mobil|hat)\b|\bbence\b|\bgibisi|\bhicbir (?:sey|yemek)\b|\bustune (?:yemek|yok
        |tanim)
        |^\W*(?:acil (?:durum|hal)\w*|(?:ara|ulas|yaz)m\w* (?:isteyen|isterse)\w*)(?=.*numara)
        |^\W*(?:favori
        |en sevilen)\b|\b(?:kral[iı]|sultan[iı]
        |bas tac[iı])\b"""
    ),
    relation=joined(
        r"""\b(?!\w+ml[ae]\b|\w+ (?:kope[gk]|kedi)\w* (?:yeni )?(?:ad|ism))(?:annem|babam|kizim|oglum|esim|karim|kocam
                    |kardesim|ablam|abim|agabeyim|dedem|ninem
            |teyzem|halam|amcam
        |dayim|kuzenim|yegenim|ailem|patronum|arkadasim|komsum|komsumuz|ev sahibim
        |mudurum|sevgilim|nisanlim|cocuklar\w*|ofisimiz|sirketimiz|ekibimiz)\w*\b"""
    ),
    plain=joined(
        r"""^(?:ben|biz|sen|siz|o|bu|bana|bize|benim|bizim|onun|artik|simdi|yeni|eski|eskiden|gecen|haftalik|her|hep
        |en|cok|bugun|bugunden|yarin|dun|dunden|dun|ama|ve|veya|ile|icin|da|de|ki|mi|bir|iki|uc|hicbir|tabii
        |hayir|evet|pardon|yok|var|tamam|peki|duydum|duyduk|duyduguma|ekmegimi|gecimimi|evim|evimiz|isim|isveren\w*
        |adresim|numaram\w*|cep|telefon\w*|doktor\w*|aile|hasta|kope\w+|kedi\w*|papagan\w+|tavsan\w+|meslek|meslegim
        |favori|bu|bundan
        |sunucu\w*|surum\w*|fiyat\w*|ucret\w*
        |toplanti\w*|cikis|yayin|lider\w*|ekib\w*|ekip|takim\w*|proje\w*|yemek\w*|tatli\w*|ayrildim|tasindim\w*
        |tasindik|degistirdim|degistirdik|guncel\w*|karar\w*|ertele\w*|otele\w*|gecikme\w*|yenilik\w*|tasima\w*
        |gecis\w*|atama\w*|devir\w*|duzeltme|duzeltiyorum|not|bilgi\w*|haber\w*|selam|merhaba
        |arkadaslar|herkes\w*|lutfen|sonunda|nihayet
        |bizde|bende|sirket\w*|firma\w*|makine\w*|adres\w*|pazartesi\w*|sali(?:yi|ya|dan|da|lari|nin)?|carsamba\w*
        |persembe\w*|cuma(?:yi|ya|dan|da|lari|nin)?
        |cumartesi\w*|pazar(?:i|a|dan|da|lari|in)?|ocak(?:tan|ta)?|subat\w*|mart(?:tan|ta)?|nisan(?:dan|da)?|mayis\w*
        |haziran\w*|temmuz\w*|agustos\w*|eylul\w*
        |(?:ekim|kasim|aralik)(?:'\w+)?|yerine|sonra|once|onceden
        |itibaren|son|ilk|saat|tarih\w*|gun(?:u|un|de|den|e|ler\w*|luk)?|hafta\w*|ay(?:in|i|da|dan|a|lar\w*|lik)?
        |yil(?:i|in|da|dan|a|lar\w*|lik)?|gelecek|onumuzdeki|bundan|sonrasi|ne|nasil
        |sozlesme\w*|sehri\w*|ikamet\w*|bagli|yine|gene|yeniden|kirada|bizimkiler\w*|sistem\w*|\w{4,}(?:lerde|larda
        |lerime|larima|lerine|larina|imizde|umuzda)
        |duzenli|ortam\w*|hekim\w*|saglik\w*|saglig\w*|kontrol\w*|kontrat\w*|lazim|damak|eskisi\w*|kurs|transfer
        |whatsapp|gsm|yuva\w*|ekmek|haberin\w*|memleket\w*|tasinma\w*|tasindi\w*|nakliye\w*|ev|eve|evi|evler\w*|kira
        |kiralik|koli\w*
        |bordro\w*|mesai\w*|ofis\w*|imza\w*|kariyer\w*|diploma\w*|tayin\w*|atama\w*|terfi\w*|operator|hat|hatt[iı]\w*
        |sim|rehber\w*
        |kayit|menu|lezzet|mutfa\w*|tabak|yavru\w*|isim\w*|muayene\w*|randevu\w*|tedavi\w*|recete\w*|takvim\w*
        |lansman\w*|yol|program\w*
        |ajanda\w*|oturum\w*|gorusme\w*|host|altyapi|goc|dns|ag|paket\w*|guncelleme\w*|yukseltme\w*|liste\w*|etiket\w*
        |abonelik\w*
        |lisans\w*|koltuk|kadro\w*|dumen\w*|direksiyon|bayrak|koordinasyon|sevgili|degerli|dikkat|acil|kusura
        |bilginize|bilginiz|hadi|vay
        |yahu|abi|abla|hocam|kanka|beyler|gencler|millet|arkadas\w*|dostlar|ekip\w*|memnun\w*|maalesef|ne|nihayetinde
        |tatli|corba|sofra
        |bizimkisi|dosta|gozdem|favorim|zaafim|tutkum|unvan\w*|mezun\w*|ustelik|ayrica|zaten|hala|halen|halihazirda
        |simdilik|gunlerdir
        |yillardir|uzun|kisa|dogru\w*|yanlis\w*|tekrar|resmi\w*|sabahtan|gecenlerde|itibariyle|itibarıyla|prod
        |production|test|staging
        |uretim\w*|musteri|yarindan|taksit|kdv|net|brut|tum|butun|tamamen|oyle|boyle|soyle|cunku|madem|hem|ya|hani
        |iste\w*|bak|bakin
        |bayilirim|severim|is|ise|kucuk|buyuk|iyi|kotu|hatirlatma|onemli|duyuru|ip|tl|dr|prof|uzm|av|ulasmak|araya\w*
        |cagirinca|sadece|resmen|resmi|gunluk|aylik|yillik|yani|aslinda
        |sahsen|zamlandi|zam|indirim\w*|toplam|kahve|ogle|aksam|sabah|musteri\w*|ingilizce|turkce|almanca|fransizca
        |ismim|adim|biri|bizimki|kayitlarda|degisiklik|plan\w*|soz|gorev\w*|basa|basinda|bas|yonetim\w*|yonetici\w*
        |sorumlu\w*|su|sundan|beni|bizi|seni|sizi|canlida|canli|sizde|evden|maas\w*|patron\w*|bugunlerde|siralar\w*
        |aralar|onda|bunda|evde|iste|dis|hastalan\w*|calis\w*|bence|bana|cep\w*|hayat\w*|kadrom\w*|kendi\w*
        |kartvizit\w*|ailece\w*
        |numara\w*|revize|guncelleme|haberler|degisen|tatilden|\w{3,}(?:yince|dikten|duktan|tikten
        |tuktan|meden|madan|mek|mak)|rakip\w*|baska|listem\w*|kunye\w*
        |magaza\w*|dukkan\w*|market\w*|depo\w*|ofis\w*|adi|ismi|isimli|cocuklar|komsular\w*
        |veteriner\w*|kayinvalide\w*|esim\w*|ev sahibi
        |\w{4,}l[ae]r|\w{4,}l[iu][gk][iu]|(?:ates|karn|mide|bel|bas|sirt|bogaz|tansiyon|seker|kalb|agr[iı]|hastalig
                    |tahlil|recete
                    |dis)[iı]?m\w*
        |\w{3,}l[ae]r[iu]m(?:[iu]z)?|yilbas\w*|yilin|kurulu|yuklu|mevcut|gecerli|kullandig\w*
        |dolar\w*|euro\w*|altin\w*|sterlin\w*|bitcoin\w*|cesaret\w*|ekmegi\w*|gecen\w*|henuz|bazen|kimse|hersey|birden
        |nerede\w*|neyse|hani|meger|demek|galiba|belki|keske|iyi|gunaydin|tesekkur\w*|sagol\w*|tebrik\w*|hosca\w*
        |ailecek|ailemle|hepimiz|favori\w*|ilkin|geceleri|gunduzleri|sabahlari|aksamlari|yolda\w*|burada|orada
        |\w+(?:[dt][ae]ki|imi|umu|imizi|umuzu|digim\w*|dugum\w*|tigim\w*|tugum\w*|imla|imle|umla
        |umle|larin
        |lerin|lari|leri|larda|lerde|lardan|lerden|arak|erek|iyor\w*
        |uyor\w*|acagim|ecegim|acagiz|ecegiz|imiz|umuz|imizin|umuzun))$"""
    ),
    whose=r"^'?(?:nin|nun|in|un)\b",
    who=joined(
        r"""^ (?:(?:artik|simdi|su an|gecen (?:hafta|ay)|yeni|de|da|hala|en cok|sonunda|bundan boyle) )*
        (?:.*\b(?:\w+(?:yor|mis|mus|di|du|ti|tu|ir|ar|er|ur|acak|ecek|iyormus))\b)
        |^'(?:e|a|ye|ya|i|yi|u|yu)\b.*\b(?:ulas\w*|bak[iı]\w*|tedavi|seslen\w*|ara(?:y|n)\w*|ise al\w*)\b"""
    ),
    thing=joined(r"""^'?(?:nin|nun|in|un)?(?: \w+)?? (?:ekib\w*|ekip\w*|takim\w*|proje\w*|grub\w*|grup\w*|toplanti\w*
        |sunucu\w*|urun\w*|basi\w*|bas[iı]nda|lider(?!ligin)\w*|yonetici\w*|sorumlu\w*|birim\w*|is(?:leri|i)n[id]\w*
                    |icin
        |yonetim(?!inde|ine)\w*)|^'(?:nin
        |nun|in|un)\b|^'(?:dan|den|tan|ten)(?=.*\bsorumlu)"""),
    of_thing=r"(?!)",
    since_behind=r"^(?:'?(?:dan|den|tan|ten))?(?: (?:gununden|tarihinden|ayindan))? (?:itibaren|beri)\b",
    until_behind=joined(r"""^(?:'?(?:a|e|ya|ye|in|un|nin|nun))?(?: (?:ayina|ayi|ayinin|sonuna|ortasina|basina|gunune
    |sonu
        |tarihine))*(?:'?(?:a|e|ya|ye))? (?:kadar|dek|degin)\b|^'?(?:tan|ten|dan|den) once\b
        |^ (?:ayindan )?once\b"""),
    meeting=joined(
        rf"""\b(?P<day>{_WEEKDAY})(?: gunu| gunleri)?,?(?: sabah\w*
        | aksam\w*)? (?:saat )?(?P<clock>\d{{1,2}}[:.]\d\d)(?:'?(?:da|de|ta|te|ya|ye|a|e))?(?![\d.])
        |\bsaat (?P<clock2>\d{{1,2}}[:.]\d\d)(?:'?(?:da|de|ta|te))? (?P<day2>{_WEEKDAY})\b"""
    ),
    weekdays=named("mon: pazartesi; tue: sali; wed: carsamba; thu: persembe; sat: cumartesi; fri: cuma; sun: pazar"),
    price=r"(?<![\w.])(?:[₺€$] ?\d[\d.,]*|\d[\d.,]* ?(?:bin )?(?:lira|tl|euro|avro|dolar|sterlin|₺|€|\$))",
    version=joined(r"""\b(?:surum|versiyon)\w* ?:? ?(?P<value>\d+(?:\.\d+)+)
    |\b(?P<value2>\d+(?:\.\d+)+)'?\w{0,3} (?:surum
        |versiyon)\w*"""),
    month=_MONTH,
    ahead=joined(
        r"""\b(?:\w+[dt][iu]g[iu](?:m[iu]z)? (?:gun|tarih)\w*|otele\w*|belirle\w*|kararlas\w*|planla\w*|hedef\w*|verdik
                    |verildi|acikla\w*|duyur\w*|sabitle\w*
        |ertele\w*|ileri|aldik|alindi|alinmis|cektik|cekildi|cekilmis|kaydir\w*|kaydi|kaymis|kaldi|sark\w*|geciki\w*
        |gecikti|oldu|olmus|onayla\w*|yaptik|yapildi|revize\w*|degis\w*|guncelle\w*|sectik|secildi|konuldu|koyduk
        |attik|atildi
        |gec(?:ti|tik|ildi)|dedi[mk]|birak(?:tik|ildi)|koyduk|kurduk|cevirdik|baglandi|uzadi|tasidik|tasindi|itti\w*
        |otelen\w*|kesinles\w*|netles\w*)\b"""
    ),
    day=rf"\b\d{{1,2}} {_MONTH}\b",
    new=joined(r"""\b(?:artik|yerine|simdi|yeni|erken\w*|one alin\w*|kay(?:di|dirdik|dirildi)|sark\w*|cekil\w*|cektik
        |kaldi|degis\w*|tasin\w*|devral\w*|gec(?:ti|tik|tim)\w*|bundan (?:sonra|boyle)
        |guncel\w*|oldu|itibaren|beri|ertelen\w*|geciki\w*)\b"""),
    amends=joined(
        r"""\b(?:tabii? ki|tabii?|elbette|dalmis\w*|dalgin\w*|dalmis\w*|duzelt\w*|kusur\w*|yanlis\w*|pardo+n\w*|ozur\w*
        |hata\w*|affed\w*|affet\w*|af|afedersin\w*|bagisla\w*|mazur|sorry|sory|soru?y|sasir\w*|sapsal\w*|karis\w*
        |demek iste\w*|diyecek\w*|diyeydim|yazacak\w*|soyleyecek\w*|demeli\w*
        |yazmali\w*|soylemeli\w*|kastet\w*|kastim|kast et\w*|olacak\w*|olmali\w*|olmasi|olsun|dedi[mkg]\w*|demis\w*
        |yazm\w*|yazdi[mkg]\w*|soylem\w*|soyledi[mkg]\w*|yani|yanisi|dogru\w*|asli|asil|aslinda|gercek\w*|unut\w*
        |klavye\w*|parma[gk]\w*|elim\w*|dilim\w*|kafa[my]\w*|aklim\w*|hafiza\w*|uyku\w*|uykum\w*|sacmala\w*|geri al\w*
        |edit|eksik|fazla|okuyun|\w+(?:lteyim|yazayim|diyeyim|soyleyeyim)
        |iptal|silin\w*|sildim|siliyorum|vazgec\w*|hayir|yok|yoo*|cik|dur|durun|dursana|bekle\w*|bi(?:r)? (?:dakika|dk
        |saniye|sn)|ups\w*|oops\w*|hops|hoppala|tuh\w*|eyvah\w*|hay aksi\w*|hay allah|aman|sey
        |otomatik|yukarida\w*|demin\w*|onceki\w*|ustteki\w*|yerine|oyle degil|o degil|sozumu|lafimi|nerden cikti
        |nereden cikti)\b|🤦|🙈|🙏"""
    ),
    empty=joined(
        rf"""\b(?:tabii|tabi|ki|idi|dalmis\w*|dalgin\w*|duzelt\w*|kusur\w*|bakm(?:a|ayin|ayiniz)|yanlis\w*|pardo+n
        |efendim
            |ozur\w*
        |dilerim|diliyor\w*|hata(?!y\b)\w*|affed\w*|affet\w*|af|buyur\w*|afedersin\w*|bagisla\w*|mazur|gorun|sorry|sory
        |(?:yaz|soyle|karis|karistir|sasir|kay|surc|boz|bozul|kal|git|unut|kastet|kasted|et|ed|iste|ol|de|di|yap|gor|bak
        |uyan|sacmala|vazgec|cik|al|ic|dal|dik|carp|kaci?r|okuma|oku|cevir|gec|say){_SLIPPED}|demek|kastim|kast|deme
        |yazim|yazi|yani|dogru(?:su|suyla|ya)?|asl?i|asil|aslinda|klavye\w*|geri|hayir|yok|yo+|ah+|ay+|of+|ya+|bir|bi
        |dakika|dk|saniye|sn|o|degil|degildi|diye|elbette|benim|bizim|ben|biz|bende|bizde|artik|su|bu|icin|simdi|tekrar
        |kesinlikle|iyi|dilim\w*|dil|surcmesi|cok|elim|elime|parma[gk]\w*|size|sana|aklim\w*|kafam?|baska|yerde\w*
        |tam|olarak|meger\w*|iyice|gercek|gercekte|gercegi|az|once\w*|onceki|demin|deminki|mesaj\w*|sozum\w*|lafim\w*
        |tuh|tuuh|hay|aksi|allah|allahim|aman|evet|en|ama|fakat|sey|dur|durun|dursana|bekle|bekleyin|bekle[a-z]*|ups\w*
        |oops|hops|eyvah\w*|ee+|hee?|ha+|hmm*|sadece|azizligi|otomatik|yukarida\w*|ustteki|son|sondaki|yerine|oyle|boyle
        |sekilde|kisim|kismi|satir\w*|gerek\w*|lazim\w*|lutfen|arkadaslar|millet|beyler|hocam|abi|kanka|canim|sil|silin
        |siliyorum|iptal|hala|uyku\w*|fark\w*|deyin|sayin|kabul|olur|neyse|nerden|nereden|nasil|da|de|daha|dahasi|hep
        |bugun|hafizam?|haklisin\w*|harf\w*|rakam\w*|tus\w*|typo|imla|anda|an|istemeden|bozuk|sabah|gece|kahve\w*
        |icmeden|var|resmen|vallahi|valla|billahi|yav|yahu|be|olan|olani|ise|isi|kendim\w*|gozum\w*|gozluk\w*|ters
        |terslik|telas\w*|acele\w*|yorgun\w*|ne|neler|simdiki|eski|halinden|hal|halt|saf|safligim\w*|falan|filan|onu
        |aa+|hah|ho+p|edit|kendime|zaten|belli)\b(?!')
        |[^\w\s@+:/.'-]|[-–—:…]+(?=\s|$)|(?<!\bdr)(?<!\bprof)\.(?!\d)"""
    ),
    slip=joined(
        r"""\b(?:klavye\w*|parma[gk]\w*|elim\w*|dilim\w*|kafa[my]\w*|aklim\w*|otomatik|yukarida\w*|ustteki\w*|yanlis\w*
        |hata\w*|karis\w*|sasir\w*|duzelt\w*|ozur\w*|kusur\w*|affed\w*|dalgin\w*|dalmis\w*|mesaj\w*|uyku\w*|kahve\w*
        |hafiza\w*|sacmala\w*|imla\w*|satir\w*|unut\w*|demin\w*|onceki\w*)\b"""
    ),
    greets=joined(
        r"""\b(?:gunaydin|selam\w*|merhaba\w*|tesekkur\w*|sagol\w*|sag ol\w*|tamam\w*|peki|olur|evet|aynen|eyvallah
            |aferin
        |tebrik\w*|bravo|helal|kolay gelsin|gorusuruz|hosca\w*|iyi (?:aksamlar|geceler|gunler)|rica|bak|hey|alo|gel|ve
        |bir de
        |ayrica|mesela|ornegin|haydi|hadi|bence|sence|sevgili|sayin|lutfen|acil|not|kargo|indirim\w*|toplam|yanindaki
        |saat
        |bugun|yarin|dun|haftaya|simdi|sonra|once|eskiden|onceden)\b"""
    ),
    surely=joined(
        r"""\b(?:pardon|yanlis\w*|duzelt\w*|demek iste\w*|diyecek\w*|yazacak\w*|olacak\w*|olmali\w*|dogru\w*|kastet\w*
            |demeli\w*
        |kusura|hata\w*|karis\w*|dil\w* surc\w*|klavye\w*|parma\w*|yerine|tabii? ki|degil|dalmis\w*|dedim|yazmis\w*
        |demis\w*)\b"""
    ),
    not_so_behind=r"(?:falan |filan )?degil|yerine|dedim|demisim|yazmisim|yazdim|soylemisim|soyledim|yanlis",
    trades=joined(
        rf"""\b(?P<value>(?:(?:dis|taksi|tir|otobus|ic|grafik|web|oyun|makine|insaat|bilgisayar|aile
            |is) )?(?:{TURKISH_TRADES}
        |(?!(?:demin|yukari|onc|sonunc|birin|ikin)\w*)\w{{2,}}(?:ci|cu)))s?[iu]?(?:[yl]?[iu][mkz]|l[iu][kg]\w*|y?d[iu]m?
        |d[iu]r|ydim|yim)?(?!\w)"""
    ),
    no_noun=joined(
        r"""\b\w+(?:dim|dik|dum|duk|tim|tik|yor\w*|yim|yiz|acagi\w*|ecegi\w*|acak|ecek|maz|mez|mam|mem|mis\w*|mus\w*
        |alim|elim|miyor|(?<!bayil)(?<!begen)d[iu])\b|\b(?:var|gec|guzel|kotu|hazir|tamam\w*|peki|olur|\w+sun
        |tesekkur\w*|sagol\w*|selam\w*|gunaydin|edersin\w*|sicak|soguk|fena|kolay|gelsin|mi\w*|mu\w*|sunu|bunu|onu
        |yarin|toplanti\w*|haber\w*|bilgi\w*|link\w*|dosya\w*)\b"""
    ),
    no_longer=joined(
        r"""\b(?:eski\w*|onceki\w*)(?: \w+){0,2} (?:degil|yok)\w*|\b(?:o|orada|bu|eskisi gibi) degil\w*
        |\bbu (?:numara|adres|isim)\w* degil"""
    ),
    changed=joined(
        r"""^(?!.*\b(?:trenle|ucakla|otobusle|arabayla|vapurla|yoldan?|gezi\w*|ziyaret\w*|dugun\w*|bugunluk|izinde
        |tatil\w*)\b).*\b(?:artik|yerine|degil|degis\w*|gec(?:ti|iyor|ece)\w*|tasi(?:n|di)\w*|oldu|birak\w*|vazgec\w*
        |ayril\w*|yeni\w*
        |bundan (?:sonra|boyle)|simdi|don(?:du|duk|dum)|cevir\w*|kay(?:di|dirdik)|cikt\w*|indi\w*|yuksel\w*|alindi
        |cekildi|itibaren|ertelen\w*|guncel\w*)\b"""
    ),
    given_up=joined(
        r"""^'?(?:[dt][ae]n|n[dt]an|nden)\b(?! (?:itibaren|beri|sonra))|^(?:'?(?:n[iu]|y?[iu]))? (?:birak|kapat|sil
        |unut|terk
        |at(?:ip|tik|tim))\w*|^(?:'?n?[iu]n)? (?:degil|yerine|(?:artik )?yok|artik gecersiz|defteri|iptal|kapan
        |gecersiz|eskidi
        |devri)"""
    ),
    reason=r"(?:^|, )(?:[\w']+ ){0,3}[\w']+ (?:yuzunden|nedeniyle|sebebiyle|dolayisiyla|isteg\w+|karariyla)\b,?",
    inflected=r"\w(?:inca|ince|unca|unce)$",
    headed=joined(r"""^ (?:icin|fiyat|ucret|surum|adres|lider|cikis|lansman|firma|sirket|isimli|adl[iı]|adina|bunye
                    |kadro|ekib|takim|toplanti|proje|sunucu)\w*"""),
    year_end=r"\b(?:yil ?bas[iı]|(?:gecen|onceki) (?:yil|sene)[iı]n? sonu|yil sonu)n?[ae]\b",
    in_names=joined(
        rf"""^(?!{_MONTH}|{_WEEKDAY}|(?:ip|url|dns|gsm|kdv|tl|usd|eur|ceo|cto|dr|prof|uzm|av|whatsapp|telegram
        |signal)$)"""
    ),
    team=r"^(?:'?(?:nin|nun|in|un))? (?:ekib|ekip|takim|proje|grub|grup|birim)\w*",
    hollow=TURKISH_HOLLOW,
    vague=TURKISH_VAGUE,
    taste=r"^favourite (?!food)|(?:colour|status|nickname)$",
    named=r"\b(?:boss|landlord|lawyer|doctor|dentist|lead|owner|surname|hometown|car)$|:\S+ (?:name|address)$",
    counted=r"\b(?:phone|price|version|age|height|port|budget|birthday)$",
    instead=joined(
        r"""(?:(?<=\badi )|(?<=\bismi )|(?<=\badim )|(?<=\bismim )|(?<=soyadim )|(?<=yemek )|(?<=yemegim )|(?<=\brenk )
        |(?<=doktorum )|(?<=arabam )|(?<=meslegim )|(?<=\bben ))(?:[\w.]+ ){1,3}?degil[iu]?m?,?
        [ ](?!(?:m[iu]|ama|fakat|ki|artik|diye|tabii
        |galiba|hala|henuz|zaten|bence|yani)\b)(?=\w)|\b[\w]+'?[dt][ae] degil,? (?=(?:artik )?\w+'?[dt][ae]\b)
        |\b\w+ degil[iu]m,? (?=\w+[iu]m\b)"""
    ),
    told_off=joined(
        r"""\bdiyelim\b|\bvarsay\w*|\bfarz e[dt]\w*|\b(?:demedi[mk]|sanma\w*|saniyor\w*|yazmissin\w*|demissin\w*)\b
        |\bhakkinda bir sey\b|^(?:mesela|ornegin|sozgelimi)\b|\b(?:film|roman|oyun|masal|dizi
        |kitap|sarki
        |hikaye|ruya)(?:m|n|s[iu]n)?[dt][ae](?:ki)?\b|[dt][iu]g[iu]m[iu]z?[iu] (?:\w+ )?(?:unut|soyle|bil|hatirla
        |san|yaz)\w*$
        |\b(?:emekli|zengin) olunca\b.*c[ae][gk]\w*$|\bbuyuyunce\b|\bgibiyim\b|\breddet\w*
        |^(?!.*\bhic).*\bhosum\w* gitm[ei]
        |\b(?:en (?:cok )?sevdig|favori)\w* [^,;]*(?<!baskasi )degil[.!]*$
        |\b(?:hatirla|unut|tahmin et|soyle|bul|sil|oner)(?:sana|yin|y[iu]n[iu]z)?(?: lutfen)?$"""
    ),
    foods=TURKISH_DISHES,
    kinds={
        "kopeg": "dog",
        "kopek": "dog",
        "kedi": "cat",
        "kus": "bird",
        "papagan": "parrot",
        "tavsan": "rabbit",
        "at": "horse",
    },
)
