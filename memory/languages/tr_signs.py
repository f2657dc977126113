"""Signs of Turkish for each category of what is kept."""

from __future__ import annotations

from memory.languages.forming import GAP, Signs, any_of, joined

_MONTH = r"(?:ocak|subat|mart|nisan|mayis|haziran|temmuz|agustos|eylul|ekim|kasim|aralik)"
_DAY = r"(?:pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar)"
_AHEAD = joined(
    rf"""(?:yarin\w*|obur gun\w*|haftaya|(?:gelecek|onumuzdeki|bu|oteki|obur) (?:(?:hafta|ay|yil|sene|bahar|donem
            |{_DAY}|aksam|gece)\w*|(?:yaz|kis|guz)\b)|(?:bir|iki|uc|dort|bes|alti|yedi|on|\d+|birkac) (?:gun
            |hafta|ay|yil|saat) (?:sonra|icinde)|ayin (?:\w+unda|\w+inde|\d+\W?\w*)|{_DAY}(?:ye|ya
            |yi)? ?(?:gunu|gecesi|aksami|sabahi)?|\d{{1,2}} {_MONTH}\w*|{_MONTH}'?(?:ta|te|da|de|in|un|a
            |e)?|{_MONTH} (?:sonu|basi|ortasi)\w*|\d{{1,2}}[./]\d{{1,2}}(?:[./]\d{{2,4}})?|yazin|kisin
            |baharda|bayramda|seneye|hafta sonu\w*|ay sonu\w*|yil sonu\w*|yilbasi\w*|somestr\w*|bayramdan sonra
            |aksama|sabaha|\d+\W?\w{{0,3}} (?:gun|hafta|ay) sonra)"""
)
_KIN = joined(
    r"""(?:annem|babam|kizim|oglum|esim|karim|kocam|kardesim|ablam|abim|agabeyim|dedem|ninem
            |anneannem|babaannem|teyzem|halam|amcam|dayim|kuzenim|yegenim|kopegim|kedim|kusum|evim|adim
            |soyadim|telefonum|numaram|arabam|ailem|ikizlerim|ikizler|torunum|nisanlim|sevgilim|cocugum
            |cocuklarim|cocuklarimiz|kayinvalide\w*|kayinpeder\w*|gelinim|damadim|baldizim|bacanagim
            |yengem|enistem|ev sahibim|patronum|doktorum|ortagim|kizimiz|oglumuz|kopegimiz|kedimiz
            |evimiz|rahmetli)"""
)
_PAST = joined(
    r"""(?:dim|tim|dum|tum|dik|tik|duk|tuk|di|ti|du|tu|mis|mus|mistim|mustum|yordum|yorduk|dilar
            |diler|tilar|tiler|mistik)"""
)

CORRECTION: Signs = (
    (1.0, r"\b(?:demistim|demisim|vermisim|yazmisim|soylemisim|sanmisim),"),
    (
        1.0,
        joined(
            r""",\s[\w.':]+(?: [\w.':]+)? degil[.!]*$|\beski\w* \w+,? yenisi\b|\bdemistim ama\b|\bdemisim\b
            |\bhata var\b|\byanlis bilgi\b"""
        ),
    ),
    (
        1.0,
        any_of(
            """dalmisim, sasirmisim, kafam karismis, karistirdim, dogrusu, degisti … artik, yeni numara*, yeni
            adres*, olacakti, hatirlamisim, saniyordum ama, sanmisim, yazmisim, duzeltin, duzeltiniz, duzelt,
            duzeltelim, duzeltir misiniz, duzeltsin, soylemistim ama, dedim
            ama"""
        ),
    ),
    (
        1.0,
        any_of(
            """demek istedim, demek istemistim, diyecektim, yazacaktim, kastettim, kastetmistim, duzeltme,
            duzeltiyorum, duzelteyim, duzeltirim, yanlis yazmis*, yanlis yazdim, yanlis soylemis*, yanlis
            soyledim, yanlis hatirla*, yanlis bilgi, yanlis anlasil*, yanlis okumus*, yanlis vermis*, yanlis
            demis*, yanlislikla, yanlis yonlendir*, hataliydi, hatali yaz*, hata yaptim, hata yapmisim, hatam,
            hata bende*, karistirmis*,
            karistirdim, karisiklik olmus, degilmis, oyle degil, dogrusu, daha dogrusu, sozumu geri al*, geri
            aliyorum, gecersiz, dedigimi unut*, yazdigimi unut*, soyledigim yanlis, degisti, degismis,
            ertelendi, ertelenmis, one alindi, ileri alindi, kaydirildi, guncellendi, sandigim gibi degil,
            bosverin … degil, demistim ama, demistik ama, yazmistim ama, sanmistim ama, duzeltme:, artik …
            calismiyorum, artik … yasamiyorum, artik … oturmuyorum"""
        ),
    ),
    (
        1.0,
        joined(
            r"""^(?:hayir|yok yok|yok|yo|yoo|pardon|yanlis|duzeltme|afedersin\w*|affedersin\w*
        |kusura bakma\w*|dur|durun|tuh|hata|aslinda)\b[\s,.:!–-]+(?!(?:tesekkur\w*|sagol\w*
        |ben (?:de|iyi)|sorun|onemli|istemem|istemiyorum|gerek|canim|ya|artik|bilmiyorum)\b).*\w{2}"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""(?:\d[\w:./]*|'\w{{1,5}}|\b{_DAY}\w*|\b{_MONTH}\w*|\b(?:\d+|bir|iki|uc|dort|bes|alti|yedi|sekiz
            |dokuz|on|yuz|bin|saat)\w*(?: \w+)?)
            \sdegil[,;:]? (?!ama\b|mi\b|ki\b|de\b|da\b|sadece\b)[\w'\"]|\b(?:degil|degildi|degildir)[,;:]+ (?!ama\b
            |mi\b|ki\b|sadece\b)[\w'\"]{{2,}}
            |\b(?:degil|degildi) ki,? \w|\b\w+ degil,? (?:\w+ )?(?:olacak|idi|demek|diyecek\w*|yazacak\w*|gelecek
            |gidecek)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:ben|biz)?\b.{0,40}\b(?:demis|yazmis|gecmis|vermis|soylemis|okumus|duymus|anlamis|abartmis
            |atlamis|yanilmis|karistirmis|sanmis|saymis|bakmis|almis|girmis|koymus
            |kopyalamis|gondermis|yollamis|atmis|paylasmis|hesaplamis|yapmis|isaretlemis|eklemis|cevirmis|tutmus
            |gormus|hatirlamis)(?:im|iz)\b(?=.{0,60}(?:aslinda|dogru|yanlis|eski|meger|oysa
            |hatali|eksik|fazla|ters|baska|kabahat|ozur|yerine|[,;:.]\s\w))|\b(?:yanlis|hatali|eksik|ters|fazla
            |tersini|tersine) [\w ]{0,25}(?:mis|mus)(?:im|iz|sin|siniz|ler|lar)?\b
            |\byanil(?:di|mis)\w*|\bdil(?:im|imiz)? surc\w*|\belim (?:kay|surc)\w*|\bkabahat ben\w*|\b(?:hata|yanlis
            |suc|kusur) (?:ben|biz)(?:de|im|deydi|imdi)\b|\bbenim (?:hata|yanlis|kabahat)\w*
            |\bgozumden kac\w*|\bgozum kay\w*|\bters anla\w*|\bmeger\w*\b|\bhalbuki\b|\bolacakmis\b
            |\bgibi bilgi verm\w*"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:o|bu|su) (?:dedigi[mn]\w*|yazdigi[mn]\w*|soyledigi[mn]\w*|mesaj\w*|bilgi\w*|liste\w*|tarih\w*
            |rakam\w*|not\w*)\b.{0,30}\b(?:iptal|gecersiz|yanlis|eski|hatali|unut|silin|yok sayin|dikkate alma)\w*
            |\biptal (?:o|bu|su|onu|dedigim)\b|\b(?:once|demin|yukarida|sabah|dun|az once|onceki|gecen)\w* (?:mesaj
            |yaz|dedig|soyled|att|verd|gonderd|paylas|bilgi|liste)\w*\b.{0,50}\b(?:yanlis|hatali|gecersiz|eski|degil
            |iptal|dikkate|yok sayin|silin|eksik|duzelt|karis)\w*
            |\b(?:dikkate alma|yok say|silin|silin onu|unutun)(?:yin|in|iniz)?\b.{0,40}\b(?:dogru|yeni|asil
            |guncel)\w*|\bguncelini\b|\bguncel (?:hali|liste|rakam)\w*|\b(?:onu|bunu|yenisini|bu listeyi) esas al\w*
            |\bdogru(?:su|su ise|su da)\b|\basli (?:su|soyle|boyle)\b|\b(?:demistim|demistik|yazmistim|yazmistik
            |soylemistim|soylemistik|sanmistim|saniyordum|saniyordu[mk]|biliyordu[mk]|zannet\w+|diye (?:yaz|biliyor
            |not|attig|gec|soyle|de)\w*(?:tim|dim|dum|mistim|misim|dik|tik|igim))\b
            .{0,60}\b(?:ama|fakat|aslinda|meger\w*|oysa|yokmus|degil\w*|dogrusu|degisti|halbuki|\w+mis|\w+mus)\b
            |, aslinda\b|\baslinda (?:\w+ ){0,3}(?:\d|'\w)|\b\w+ degilmis\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""^\*+\s?\w[\w']*(?: [\w']+){0,3}$|^[\w']+(?: [\w']+){0,2}\*+$|\b(?:ay|ah|tuh|of|ya|a)?,? ?pardon\b
            |\b(?:parmak|klavye|yazim|sayi|baski|kopyala|t9|dizgi|rakam|tarih) hata\w*|\btypo\b|\bparmagim\b
            |\b(?:tam )?tersi\b(?! )|\b(?:o|bu) eski(?:den|si|dendi| bilgi\w*| rakam\w*| liste\w*)\b
            |\b(?:guncelleme|revize|duzelt\w*|son durum|degisiklik)\s?:|\bguncelliyorum\b|\brevize ed\w*
            |\b(?:numaram|adresim|telefonum|mailim|soyadim|hesabim|plakam|iban\w*|postam) degis\w*
            |\byeni(?:si| numaram| adresim| telefonum| mailim| hesabim)\b|\b(?:yazmis|demis|soylemis|okumus|vermis
            |saymis|hesaplamis|anlamis|gormus|duymus|bakmis)sin\w*
            |\b(?:liste|tutana[gk]|afis|program|takvim|duyuru|kayit|sistem|mesaj|not|tabela|davetiye|bros|cizelge
            |form|fatura|etiket)\w*(?:da|de|ta|te)\b.{0,45}\b(?:yaziyor|gorunuyor|geciyor|yazilmis|cikmis|gosteriyor
            |yazmislar|yazan|olan)\b.{0,12}(?:ama|;|,|fakat|halbuki|oysa|yanlis|eski|hatali)
            |\bben .{0,40}(?<!unut)(?<!uyu)(?<!kal)(?<!dog)(?<!buyu)(?:mis|mus)im\b|\bdiye \w+(?:mis|mus)(?:im|iz)\b
            |\bkaristir(?:dim|dik|misim|misiz|mis)\b|\b(?:oyle|boyle|o|bu) deg[i]l,? \w+|\b(?:o|bu) (?:is|konu
            |toplanti|randevu|bulusma|siparis|tarih|plan|gezi|mac)\w* (?:iptal|ertelend|olmuyo|yatti|degis)\w*
            |\biptal (?:oldu|edildi|ettiler|olmus|edilmis)\b|^iptal\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:dedim|yazdim|soyledim|bildirdim|dedik|yazdik|duyurduk)\b.{0,50}\b(?:ama|olacak|dogrusu|degil\w*
            |yanlis\w*|aslinda|eski|oysa|meger\w*|bakmayin|fakat)\b|\b(?:attim|verdim|girdim|okudum|gonderdim
            |paylastim)\b.{0,50}\b(?:olacak|dogrusu|yanlis\w*|aslinda|oysa|meger\w*)\b|\basil (?:\w+ ){0,3}(?:\d
            |\w+'\w)|\b(?:gercekte|isin asli|isin dogrusu|gercek rakam|dogru rakam|dogru tarih|dogru saat
            |dogru adres|dogru numara|dogru isim)\w*
            |\b(?:gecerli degil|gecerliligini yitir\w*|dogru degil\w*|asilsiz\w*|alakasi yok|oyle bi(?:r)? sey yok
            |yok oyle|kim demis|kim diyor|nereden cikti|nerden cikti|nerden cikar\w*|hic de|yanlis biliyo\w*
            |yanlis duy\w*|yanlis anla\w*|eksik biliyo\w*|yanlis hesap\w*|yanlis saydi\w*|yanlis gir\w*
            |yanlis yap\w*|yanlis yer\w*|yanlis grup\w*|yanlis kisi\w*)\b
            |\b(?:kaldi|gecti|oldu|alindi) (?:o|orasi|o is)[.!]*$|\b(?:bir|iki|uc|1|2|3) (?:gun|saat|hafta) (?:one
            |sonraya|ileri|geri|erkene) (?:alindi|cekildi|kaydi|atildi|alinmis)\b|\b\w+'?(?:[ae]|y[ae]) (?:alindi
            |cekildi|ertelendi|kaydirildi|atildi|birakildi) (?:o|bu|toplanti|sinav|randevu|mac|ders)\b|\bsandigim\w*
            |\bsanmayin\b|\bsaniyorsunuz\b.{0,30}\b(?:ama|degil|oysa)\b|\bsaniliyor\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""^(?:ne|hangi) \w+'?[iuaey]{1,2},? \w+'?(?:[ae]|y[ae]|d[ae]|[iu])\b|\b(?:yaziyor|gorunuyor|geciyor
            |diyor)[;,] .{3,50}\b(?:dir|dur|tir|tur|degil|olacak|\d\w*)[.!]*$"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:oldu|olmus) o\b|\b(?:on|bes|yirmi|otuz|\d+|bir|iki|yarim) (?:dk|dakika|dakka|saat|gun
            |hafta) (?:kaydir|ertele|ileri al|geri al|one al|cek|ote)\w*|\b(?:kaydirdi|erteledi|one cekti|ileri aldi
            |one aldi)(?:lar|k|m)?\b
            |\btarih\w* degis\w*|\b(?:saat|gun|yer|salon|adres|numara|isim|fiyat|kod|plaka|peron|kapi|oda
            |rakam)\w*\s(?:\w+ )?(?:degis(?:ti|mis|iyo)|guncellen)\w*|\balinmadi\b.{0,50}\b(?:yanlis|baska|mesaj
            |degil)\w*
            |\bbaska (?:grub|kanal|yer)\w*\b.{0,15}(?:gidecek|yazacak|atacak)\w*"""
        ),
    ),
    (
        0.9,
        joined(
            r"""\b\w+[ae] (?:alindi|alinmis|cekildi|cekilmis|kaydi|kaydirildi|kaldi|ertelendi|tasindi)\b
        |\b(?:saati|tarihi|gunu|yeri|adresi|numara\w*) (?:degis\w+|yeni\w*)\b"""
        ),
    ),
    (0.6, r"\baslinda\b|\bdemin\w* (?:soyle|yaz|de)\w*|\bdedim ya\b|\bartik \w+ degil\b|\bolacak(?:ti)?[.!]*$"),
)

DECISION: Signs = (
    (
        1.0,
        joined(
            r"""\bkesin[.!]*$|\bkazanan\b|\b\w+(?:miyoruz|muyoruz)\b.*\b(?:konustuk|gorustuk|ailece)\b
            |\b(?:konustuk|gorustuk),? .*\b(?:kaliyor|devam|oldu|olacak)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bimzala(?:di|dik|ndi)\b|\bonay (?:verdi|verildi|cikti|geldi|aldik)\b|\bcikan sonuc\b
            |\bsonuc bu\b|\bkarar(?:i|imiz)?:|\bkarar (?:kildik|kilindi)\b|\b\w+ secildi\b|\banlastik\b
            |\bkararlastir\w+"""
        ),
    ),
    (
        1.0,
        any_of(
            """onay verdi, onay verdik, onay aldi, yonetim karari, karari, kararimiz, oyladi, oyladilar, onayladi,
            eski … kaldik, de kaldik, da kaldik, olani sectik, olanini sectik, vazgectik, vazgectim, artik …
            vermiyoruz, artik … yapmiyoruz, artik … kullanmiyoruz, tartismadan sonra, konusup karar, uzerinde
            anlastik, konusunda anlastik, ihaleyi … aldi, kabul ettik, son soz, boylece … oldu, kesin olarak"""
        ),
    ),
    (
        1.0,
        any_of(
            """karar verdik, karar verdim, karar verildi, karar aldik, karar alindi, karar cikti, karar kilindi,
            onayladi, onayladilar, sectim, secti, sectiler, oyladi, reddetti, kabul etti, kabul ettik, kabul
            ettiler, anlasmaya var*, karara vardik, karara baglandi, karar bu, kararimiz, karar: , kararlastir*,
            secildi, sectik, anlastik, anlasma saglandi, uzlastik, mutabik kal*, vazgectik, vazgecildi,
            onaylandi, onayladik, onay cikti, onayi cikti, kabul edildi, oy birligi*, oybirligi*, oy coklugu*,
            oylama*, oyladik, kesinlesti, kesinlestirdik, kesin karar, nihai, hemfikir*, reddedildi, konu
            kapandi, imzayi atti, imzaladik, imza atildi, bundan sonra, bundan boyle, devam ediyoruz, devam
            edecegiz, gecis yapiyoruz, kaldiriyoruz, birakiyoruz, iptal ediyoruz, kullanmaya basliyoruz, sonuc:,
            sonuc olarak, yenilemiyoruz, ile ilerliyoruz, ile gidiyoruz, son karar, karar kildik, tercihimizi …
            yaptik, is baglandi, soz kesildi, karar almis*, imzalandi, oylama sonucu, oylamada"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bson noktay\w*|\bnoktayi (?:koy|koydu)\w*|\bson soz\b|\btartisma (?:bitti|kapandi|yok)\b
            |\bkonu(?:yu)? (?:kapan|kapat|bitti|bir daha ac|bi daha ac)\w*|\bbir daha (?:acm|konusm|tartism)\w*
            |\boyla(?:ma|dik|di|ndi|r|ya)\w*(?!.{0,12}\b(?:yarin|yapilacak|olacak|var)\b)|\b\d+'?\w* (?:karsi|oyla
            |oya|oy ile|oy fark)\w*|\b\d+'?[ae] \d+\b[.!]*$|\b(?:evet|hayir) cikti\b
            |\b(?:okeyle|okayle|onayla)(?:di|ndi|dik|dilar|diler|mis)\w*|\b(?:ok|okey|olur|onay|yesil isik|vize|izin
            |ruhsat) (?:verdi|verildi|alindi|cikti|geldi|aldik)\w*|\bonay\w* (?:verdi|verildi|alindi|cikti|geldi
            |aldik|al|ver)(?:di|mis)?\w*
            |\bimza\w* (?:at|koy|bas|cak)(?:ti|il|du|ti|ildi|tik|ild|mis)\w*|\bimzala(?:di|dik|ndi|nmis|mis)\w*
            |\bsozlesme\w* (?:imza|fesh|feshet|yenile(?:dik|ndi|me)|bitir)\w*|\bfesh\w+(?:dik|di|ildi)\b
            |\b(?:baskan|mudur|patron|yonetim|kurul|komisyon|komite|dernek|encumen|meclis|genel kurul|yonetmen|sef
            |bakanlik|belediye|mahkeme|hakim|heyet|juri|muhtar|ekip|kooperatif)\w*\b.{0,45}\b(?:buyurdu
            |kararlas\w+|onay\w+|okey\w+|reddet\w+|kabul etti|geri cevirdi|veto\w*|tamam dedi|olmaz dedi|hayir dedi
            |evet dedi|yok dedi|istemedi|uygun (?:gordu|buldu)|secti|belirledi|kesti|kapatti|kaldirdi|yasakladi
            |noktayi|boyle istedi|talimat verdi|emretti)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bdiye anlas\w*|\b(?:olsun|kalsin|yapalim|edelim|gitsin|gelsin|alsin|tasisin|baksin|yapsin|versin
            |alalim|gidelim|kalalim|secelim) (?:dedik|denildi|dendi|dediler|diye karar)\b|\b(?:diye|olarak|seklinde
            |uzere) (?:karar|belirle|kararlas|sabitle|anlas|uzlas|mutabik)\w*
            |\b(?:belirledik|belirlendi|kesinlesti|netlesti|netlestirdik|sabitledik|bagladik|baglandi|el sikistik
            |tokalastik|mutabik\w*|mutabakat\w*|uzlasti\w*|sozlestik|secmis olduk|karar bu\w*|karar net|kesin sonuc
            |son durum bu)\b
            |\b(?:ile|la|le)\b(?: yola)? devam(?: edece\w+| ediyo\w+| dedik| karari)?[.!]*(?:$|[,;])|\b\w+(?:la
            |le) (?:yola )?devam[.!]*(?:$|[,;])|\b(?:ile|la|le) (?:calisacagiz|yola cikiyo\w*|ilerliyo\w*
            |ilerleyece\w*)\b
            |\b(?:bundan|bu saatten|bu yildan|bu aydan|bu donemden|bu haftadan|yarindan|bugunden
            |pazartesiden) (?:sonra|boyle|itibaren)\b|\bitibar(?:iyla|iyle|en)\b.{0,50}\b(?:yok|kalk\w+|kaldiril\w+
            |geciyo\w*|yasak\w*|zorunlu|serbest|bitti|olacak|ucretsiz|kapat\w+|almiyo\w*|yapmiyo\w*|vermiyo\w*
            |\w+m[iu]yoruz)\b
            |\b(?:rafa|cope|tarihe|askiya) (?:kaldir|kalk|at|karis|al)\w*|\b(?:tan|ten|dan|den) vazgec\w*
            |\bvazgec(?:tik|ildi|tim|tiler|iyoruz|miyoruz)\b|\b(?:yla|yle|la|le|ile) (?:isimiz|iliskimiz
            |anlasmamiz) (?:bitti|kalmadi)\b
            |\b(?:uzun )?lafin kisasi\b|\bnihayet(?:inde)? .*(?:karar|sec|anlas)\w*|\bsonunda .{0,40}(?:karar|sectik
            |anlas|tamam)\w*|\b(?:toplanti|kurul|gorusme)\w*(?:da|de|dan|den|tan|ten) .{0,50}(?:cikti|ciktik
            |belirlendi|secildi|kaldi|cikan)\b|\bcikti toplantidan\b
            |\btutana(?:k|g)\w*.{0,12}(?:gec|yaz|islen)\w*|\bitiraz eden (?:olmadi|yok|cikmadi)\b|\bherkes (?:tamam
            |kabul|onay|evet|olur|razi)\w*|\boy(?:birli|coklu)\w*|\bcogunluk\w*|\bhem ?fikir\w*|\bortak karar\w*
            |\bkarar ver\w*(?<!verin)(?<!vermeliyiz)(?<!verecegiz)(?<!veremed)"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:tercih|tercihimiz\w*|secim\w*) (?:ettik|yaptik|edildi|yapildi|\w+ oldu)\b|\b(?:secti|sectik
            |secildi|sectiler|secilmis|yeglendi|yegledik)\b|\b(?:ihale\w*|is\w*|siparis\w*
            |proje\w*) \w+'?[aey]{1,2} (?:verdik|verildi|kaldi|gitti)\b
            |\b(?:konustuk|tartistik|oturduk|toplandik|dusundu[km]|tasindi[km]|kiyasladik|karsilastirdik
            |degerlendirdik|tarttik|gorustuk)\b.{0,80}(?:\w+m[iu]yoruz|\w+(?:iyoruz|uyoruz)|\w+(?:ecegiz|acagiz|acak
            |ecek)|\bkal(?:dik|iyor)|\w+(?:mayacagiz|meyecegiz)|\bverdik|\baldik|\bsectik|\bolsun|\bolacak
            |\bkarar\w*|\battik)\b
            |\b(?:kaldir|iptal et|birak|kapat|durdur|bitir|sonlandir|fesh ?et|degistir|yasakla|kes|cikar|ele)(?:dik
            |tik|di|ti|ildi|iyoruz|uyoruz|diler|tiler)\b.{0,40}\b(?:karar|yonetim|toplanti|oy|kurul|herkes|mudur
            |patron)\w*|\bkalkti[,;]|\bkaldirildi\b|\byururlu\w*|\bkarara\b|\bkarar\w* (?:gec|al|ver|cik|boyle
            |uygula|onay)\w*|\boldu[,;] (?:uzatm|tartism|karar)\w*|\bboyle karar\w*
            |\b(?:iste )?(?:kesinlikle )?(?:bitti|kapandi|tamam) (?:bu|o) (?:is|konu|mesele)\b|\bartik \w+ (?:yok
            |almiyo|yapmiyo|kullanmiyo|vermiyo|satmiyo|calismiyo)\w*(?= karar|[,;] (?:karar|yonetim|kurul|mudur
            |patron))"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bartik\b.{0,50}\b\w{2,}(?:mayaca[kg]\w*|meyece[kg]\w*|miyoruz|muyoruz|ilmiyor|ulmuyor|inmiyor
            |unmuyor|iliyor|uluyor|anacak|enecek|ilacak|ilecek)\b|\b(?:kura|cekilis)\w*(?:dan|da)? (?:\w+ )?cikti\b
            |\b\w+'?(?:da|de|ta|te) (?:kaldik|kalindi|sabitle\w+|bulustuk fikir\w*)\b
            |\b\w{3,}'?[yae]{1,2} geciyo(?:ruz|r)\b|\b\w{3,}'?(?:[ae]|y[ae]) (?:gectik|gecildi|donuyoruz|dondu(?:k
            |ruyoruz))\b(?!.{0,5}(?:eve|ise))|\b\w+'?[iuy]{1,2} (?:iptal ed|kaldiri|birakiyo|kapatiyo|durduruyo
            |eledik|elendi|cope atiyo|rafa)\w*|\b(?:iptal|pas) (?:ediyoruz|ettik|geciyoruz|gectik|edilecek)\b
            |\b(?:gozden cikardik|pas gectik|elendi|galip geldi|agir basti|one cikti|tamam dedik|kabul dedik
            |evet dedik|hayir dedik|el kaldir\w*|el sikistik|kalemi kirdik|kestik attik|nihai karar|ortak akil
            |herkesin onayi|bu kadar, bitti|konu net|durum net|mesele kapandi|dosya kapandi|defter kapandi
            |o is tamam|is tamam|tamamdir bu is)\b
            |\b(?:isim|ad|renk|logo|tarih|gun|saat|yer|mekan|menu|salon|firma|marka|model|baslik|slogan|kadro|sozcu
            |aday|baskan|kaptan|solist)(?:i|u|si|imiz|umuz|miz)? (?:artik )?(?:\w+ ){0,3}(?:oldu|secildi|kaldi
            |belli oldu|belirlendi|kesinlesti|netlesti|sabit)\b(?=[.!,]|$)"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bitibar(?:iyla|iyle|en)\b.{0,60}\b\w+(?:acak|ecek|acagiz|ecegiz|iyoruz|uyoruz)\b|\b\w+(?:s[iu]n
            |s[iu]nlar|alim|elim) (?:dedik|dediler|dendi|denildi|denmis)\b|\b(?:mudur|patron|baskan|yonetim|yonetmen
            |hoca|sef|amir|kaptan|muhtar|belediye|bakanlik|kurul|dernek|genel mudur|mal sahibi|ev sahibi)\w*\b.{0,60}
            \b(?:acak|ecek|\w+acak|\w+ecek|\w+sin|\w+sun|olmaz|tamam|evet|hayir|tamamdir|uygun) (?:dedi|demis
            |diyor)\b|\bkarar(?:i|iyla|iyle|ina|imiz|imizla|la|lari|lariyla|imizca)\b(?!.{0,20}\b(?:bekli\w+|yarin
            |belli degil|verilecek|verecek\w*)\b)|\boy(?:la|larla|lar)\b|\b\d+'?[yae]{1,2} (?:karsi )?\d+\b(?! (?:tl
            |lira|kalan|var))|\b(?:uce|dorde|bese|altiya|yediye|sekize|dokuza) (?:karsi )?(?:bir|iki|uc|dort|bes
            |alti)\b
            |\b(?:teklif|oneri|onerge|tasari|butce|madde|talep|basvuru)\w* (?:\w+ ){0,2}(?:gecti|kabul|reddedildi
            |reddettik|dustu|onaylandi|geri cevrildi|uygun)\b|\b\w+(?:iyoruz|uyoruz) artik\b
            |\byerine\b.{0,50}\b\w+(?:iyoruz|uyoruz|acagiz|ecegiz|acak|ecek)\b
            |\b(?:o zaman|oyleyse|madem|mademki)\b.{0,60}\b\w+(?:iyoruz|uyoruz|acagiz|ecegiz|olsun)\b|^(?:netice\w*
            |velhasil\w*|hasili|kisacasi|ozetle|sonucta|sonuc olarak|en sonunda|sonunda|nihayet
            |sonuc)\b.{0,80}(?:iyoruz|uyoruz|acak|ecek|acagiz|ecegiz|dik|tik|duk|tuk|oldu|kaldi)\b
            |\b(?:esimle|hanimla|kocamla|karimla|ailece|annemle|babamla|kardesimle|ortaklarla|ekiple|ekipce|takimca
            |takimla|velilerle|hep beraber|hepimiz|oturduk|toplu halde)\b.{0,70}\b\w+(?:m[iu]yoruz|mayacagiz
            |meyecegiz|ettik|verdik|sectik|bolustuk|anlastik|uzlastik)\b|\b(?:kesin|net|resmi|resmen
            |artik resmi)(?: karar)?\s?[:;]|\bartik resmi\b|\bresmilesti\b|\bresmiyet\w*"""
        ),
    ),
    (
        0.5,
        joined(
            r"""\b\w+(?:ilacak|ilecek|ulacak|ulecek|inacak|inecek|unacak|unecek|anacak|enecek|mayacak|meyecek
            |mayacagiz|meyecegiz)\b
            |\b\w+(?:m[iu]yoruz)\b"""
        ),
    ),
    (
        0.5,
        joined(
            r"""\b(?:yonetim|yonetmen|mudur|mudurluk|patron|baskan|kurul|komisyon|komite|dernek|encumen|meclis
            |bakanlik|belediye|kooperatif
            |toplanti|oy|itiraz|herkes|veliler|ortaklar|hepimiz|karsi cikan|ekip|cogunluk|tutanak|yonetmelik
            |genelge)\w*"""
        ),
    ),
    (
        0.6,
        joined(
            r"""\b(?:\w+(?:miyoruz|muyoruz)|\w+ (?:alalim|yapalim|secelim|olsun))\b.*\b(?:kesin|tamam|bitti
        |kapandi|anlastik|o zaman)\b|\bo zaman\b|\bsectim\b|\btamam(?:dir)?,? .{3,40}(?:aliyoruz
        |yapiyoruz|geciyoruz|seciyoruz)\b|\boldu bitti\b"""
        ),
    ),
    (
        0.5,
        joined(
            r"""^(?:tartistik|konustuk|toplantida|kurulda|yonetim|komisyon|komite|sonucta|ozetle)\b
        |\b(?:dustu|kazandi|kaybetti)[.!]*$|\bkesin\b|\bkarar\w*"""
        ),
    ),
)

PREFERENCE: Signs = (
    (
        1.15,
        joined(
            r"""\bbana (?:olum|iskence|zor|eziyet|yeter)\b|\b(?:sadece|yalnizca|hep|mutlaka) [\w ]+ (?:yer
            |icer|giyer|izler|okur|dinler|kullanir)[.!]*$"""
        ),
    ),
    (
        1.15,
        joined(
            r"""\bdaha (?:rahat|kolay|iyi|guzel|cazip|keyifli|mantikli)\b.{0,15}\b(?:geliyor|gelir|olur
            |bana)\b|\b(?:ister|istemez|sevmez|sever|hoslanmaz|hoslanir|bayilir|nefret eder|yemez
            |icmez)[.!]*(?:$|,)|\bbeni (?:yoruyor|yorar|bunaltiyor|bunaltir|geriyor|gerer|rahatlatir
            |mutlu)\w*|\bhic gelemem\b|\ben (?:keyif|zevk) aldigim\b|\b\w+(?:siz|suz) gune basla\w+
            |\bgozumu kapali\b|\bdelisi(?:yim|yiz)\b|\bhastasi(?:yim|yiz)\b(?<!seker hastasiyim)(?<!kalp hastasiyim)
            |\bkoyma\w*\b.*\blutfen
            |\bbana uymaz\b|\bkeyfim\b|\bzevkim\b"""
        ),
    ),
    (
        1.15,
        joined(
            r"""\b\w+(?:mayalim|meyelim)\b|\byerine\b.*\b\w+(?:in|un|iniz|sin|sinlar)\b|\breddediyor\w*
        |\b\w+(?:m|im|um) (?:\w+ )?(?:olsun|olmasin)[.!]*$|\bben (?:hep|genelde|daima|sadece)\b
        |\b\w+(?:masini|mesini) (?:sevmi|istemi|isti|iste|sev)\w*|\brahat(?:siz)? (?:ol|ed)\w*
        |\bayilamiyorum\b|\byeri bende ayri\b|\bolmazsa olmaz\w*"""
        ),
    ),
    (
        1.15,
        any_of(
            """tercih*, favori*, hoslan*, nefret*, bayilir*, bayiliyor*, begen*, tiksin*, dayanam*, dayanamiyor*,
            tahammul*, katlanam*, vazgecilmez*, keyif al*, zevk al*, takinti*, prensi*, gicik*, duskun*,
            merakli*, bana gore degil, aram yok, aram iyi, rahat ed*, istemem, istemiyor*, istemiyoruz, istemez,
            hitap edin, hitap edilme*, diye seslen*, canimi sik*, sinirime dokun*, ruhumu daralt*, igreniyorum,
            igrenc*, bana yeter, sart bende, severim, sever, seviyor*, sevmem, sevmez, sevmiyor*, sevdigim,
            sevmedigim, seviyoruz, hic sevm*, asla gitmem, asla yemem, asla icmem, isterim, isteriz, icerim,
            yerim, icmem, yemem, giymem, kullanmam, gitmem, tavuk yemez, yemez, icmez, alerjim var moda, en
            guzeli, daha iyi bence"""
        ),
    ),
    (
        1.15,
        joined(
            rf"""\b(?:asla|hicbir zaman|kesinlikle|hic|katiyen|hayatta)\b{GAP}(?:mam|mem|maz|mez|miyorum
        |muyorum|mayiz|meyiz)\b|\b(?:her zaman|hep|daima|mutlaka|sadece|yalnizca
        |genelde)\b{GAP}(?:arim|erim|irim|urum|iyorum|uyorum|eriz|ariz|iriz)\b|, (?:her zaman|hep
        |daima)[.!]*$"""
        ),
    ),
    (
        1.15,
        joined(
            rf"""\bbana {GAP}(?:deyin|de|diyin|dersen\w*|diyebilir\w*|derler|seslenin)\b|\b(?:arama|yazma
        |gonderme|rahatsiz etme|kullanma|arama|getirme|koyma|cagirma|atma)(?:yin|yiniz|sin|sinlar)\b
        |\b\w{{1,}}(?<![ae])(?:mam|mem)[.!]*(?:$|,)"""
        ),
    ),
    (
        1.6,
        joined(
            r"""\b(?:kural|kurali|kuralimiz|kuralidir|kuraldir|kural bu|prensip\w*|ilke(?:m|miz|si|dir)?|teamul\w*
            |usul(?:umuz|u|umdur)?|adet(?:imiz|im|tir|i)?|racon\w*|huyum\w*|huyumuz\w*|aliskanli\w*
            |yasak(?:tir)? (?:bizde|bu|burada)|bizde yasak)\b(?! mi\b)(?=.{0,20}$)
            |^(?:kuralimiz|kural|ilkemiz|prensibim\w*|adetimiz\w*|ekip kurali|tek kural\w*|altin kural\w*)\b
            |\b(?:yapmaz|istemez|yapmay|girmez|sokmaz|almaz|koymaz|acmaz|konusmaz|sormaz|calismaz|satmaz|vermez
            |yazmaz|atmaz|kullanmaz|cikmaz|birakmaz|etmez|beklemez|gecmez|baslamaz|tutmaz)(?:iz)\b
            |\b\w{2,}(?:may|mey)iz\b|\bhep (?:boyle|oyle) (?:yap|ol|git|calis|et|kalsin)\w*|\b(?:her seferinde
            |her zaman|daima|hep|mutlaka|muhakkak|illa|illaki)\b.{0,40}\w+(?:s[iu]n|s[iu]nlar|al[iu]m|el[iu]m|ilsin
            |ulsun)\b|\w+(?:s[iu]n|s[iu]nlar|al[iu]m|elim)\b.{0,25}\b(?:her seferinde|her zaman|daima|hep)\b"""
        ),
    ),
    (
        1.5,
        joined(
            r"""\b(?:bana|beni|benden|bende|benle|benimle|bize|bizi|bizde|bizden|burada|burda|bu (?:evde|dukkanda
            |mutfakta|ekipte|takimda|ofiste|serviste|sinifta|atolyede|santiyede|kurumda|koroda|sahada
            |depoda))\b.{0,60}\b(?!unutm|merak|uzulm|sasirm)\w{2,}(?:ilmaz|ilmez|ulmaz|ulmez|nmaz|nmez|masin\w*
            |mesin\w*|mayin\w*|meyin\w*|mayiniz|meyiniz|mayalim|meyelim)\b
            |\b(?!unutm|merak|uzulm|sasirm)\w{2,}(?:ilmaz|ilmez|ulmaz|ulmez|nmaz|nmez|masin\w*|mesin\w*|mayin\w*
            |meyin\w*)\b.{0,30}\b(?:bana|beni|benden|bize|bizi|bizde|burada|burda|bu (?:evde|dukkanda|mutfakta
            |ekipte|takimda|ofiste|serviste|sinifta|atolyede|santiyede|kurumda|koroda|sahada|depoda))\b
            |\bdiye hitap \w+|\b(?:deyin|diyin) (?:gecin|yeter|bana|siz)\b|\b(?:bana|bize) .{0,30}\b(?:deyin|diyin
            |deyiniz|derler|diyebilirsin\w*|seslen\w+|yazin|yazarsan\w*|mesaj at\w*|mail at\w*|ulasin|sorun|gonderin
            |iletin|haber verin)\b|\b(?:yazin|mesaj atin|mail atin|arayin|sorun|deyin) (?:siz )?(?:bana|beni)\b
            |\bcc'?\w* (?:koyma|ekleme|alma)\w*
            |\bbi(?:r)? zahmet\b"""
        ),
    ),
    (
        1.15,
        joined(
            r"""\bhazzet\w*|\bhoslan\w*|\bhosum\w* git\w*|\bhosumuz\w*|\bbayilir\w*|\bbayiliyo\w*|\btutkun\w*
            |\bhayran(?:im|iyim|iyiz|iyimdir|dir)\b|\basigi(?:yim|yiz|dir)\b|\bduskun(?:um|uyum|uz|dur)\w*
            |\bmerakli(?:yim|siyim|si)\w*
            |\b(?:ge|ede|kaldira|ceke|dura|katlana|dayana|vazgece|icinde rahat ede|ice|yiye|dinleye|izleye|calisa
            |uyuya)me?m(?:\b|[,.])|\b(?:gelemem|gelemiyorum|kaldiramam|cekemem|cekemiyorum|duramam|katlanamam
            |dayanamam|vazgecemem|yapamam onsuz|sevemedim|alisamadim|isinamadim)\b
            |\b(?:uyuz|sinir|deli|ayar|kil|gicik|huzursuz|mutlu|rahatsiz|tedirgin|keyifsiz) ol(?:ur|uyo|urum
            |urum)\w*|\bsinirim\w* (?:boz|bozar|bozuyo|zipla|dokun)\w*|\btuylerim\w*|\bmidem (?:kaldirm|bulan)\w*
            |\b(?:pek|hic) (?:aram|isim|haz|sevm|hosl)\w*|\b(?:benlik|bana gore|tarzim|bana hitap|benim tarzim
            |benim harcim|agzima gore) (?:degil|et)\w*
            |\bisim olmaz\b|\bilgimi cek\w*|\b(?:en|cok) sevdigim\b|\bgozdem\b|\bfavori\w*|\bbasimin taci\b
            |\b\w+ (?:insani|adami|kadini|taraftari|hayrani|fani|delisi|tiryakisi|bagimlisi|dusmani|dostu
            |sevdalisi)(?:yim|yiz|yimdir)\b|\b(?:cayci|kahveci|kedici|kopekci|sabahci|gececi|tatlici|etci
            |sebzeci)(?:yim|yiz|yimdir)\b
            |\b(?:yeter ki|olsun yeter|yeter bana|bana yeter)\b|\b(?:ola|olma)yinca (?:yapamam|olmaz|olmuyor|gunum
            |icemem|duramam)\w*|\bsart(?:tir)? (?:benim icin|bana|bende|bizde)\b|\b(?:benim icin
            |bana) .{0,30}\bsart\b|\balmam ben\b|\b\w+(?<![ae])m[ae]m ben\b|\b(?:yana(?:yim|yiz)|taraftariyim
            |tarafindayim|karsiyim|karsiyiz)\b
            |\b(?:yegler\w*|evla\w*|tercihen|tercihim\w*|tercih ed\w*)\b|\b(?:daha cok|daha ziyade
            |en cok) .{0,25}(?:sev|beg|iste|tercih|hosla|uya)\w*|\bbence en (?:iyi|guzel|dogru)\w*|\b\w+(?:ten|tan
            |den|dan) (?:nefret|tiksin|igren|hoslan|hazzet|zevk|keyif|uzak dur|vazgecem|bik|haz al)\w*|\b(?:asla
            |katiyen|kesinlikle|hayatta)\b(?=[,.!]|$)
            |\b(?:kisa|uzatmadan|madde madde|maddeler halinde|tek mesajda|yazili|sade|turkce|acik acik|net) (?:yaz
            |olsun|anlat|konus|gonder|verin|at|isterim|istiyor)\w*|\bdokunulma\w*|\b\w+(?:ilmasin|ilmesin|ulmasin
            |ulmesin|nmasin|nmesin|ilmasina|ilmesine|nmasina|nmesine)(?:a|e|i)?\b
            |\b(?:siyah|sutlu|sade|sekersiz|sekerli|acik|demli|az|cok|bol|soguk|sicak|limonlu|orta)\w* (?:olsun
            |olacak|olmali|icerim|severim|alirim)\b|\b\w{2,}(?:ilsin|ulsun|nsin|nsun)\b.{0,40}\b(?:lutfen|rica
            |seferinde|zaman|kural|ekip)\w*"""
        ),
    ),
    (
        1.6,
        joined(
            r"""\b\w{2,}(?:ilmaya|ilmeye|ulmaya|ulmeye|inmaya|inmeye|unmaya|unmeye|nmaya|nmeye)c[ae][kg]\w*
            |\bkimse\b.{0,50}(?:mayacak|meyecek|masin|mesin)\b|\b(?:ekip|takim|aile|sinif|bolum|grup|ofis|birim
            |servis|mutfak|vardiya) olarak\b.{0,60}\b\w+(?:m[iu]yoruz|[ae]r[iu]z|[iu]r[iu]z|may[iu]z|mey[iu]z|iyoruz
            |uyoruz)\b
            |(?:dan|den|tan|ten) (?:sonra|once|asagi|fazla)\b.{0,50}\b\w+(?:m[iu]yorum|m[iu]yoruz|mam|mem|may[iu]z
            |mey[iu]z|masin\w*|mesin\w*|mayin\w*|meyin\w*)\b|(?:leri|lari)\b.{0,40}\b\w+(?<![ae])(?:mam|mem
            |m[iu]yorum|m[iu]yoruz|mayiz|meyiz|masin|mesin|mayin|meyin)\b
            |\b(?:sevinirim|seviniriz|memnun ol\w+|makbule gec\w*|minnettar\w*|rica edi\w+|rica eder\w+|ricam\w*
            |ricamiz|istirham\w*)\b|\b\w+(?:siz|suz|madan|meden) (?:\w+ ){0,3}(?:olmaz|yapamam|duramam|baslamam
            |cikmam|yemem|icmem|uyuyamam|konusmam|calismam|gitmem|olmuyor|calisamam|yasayamam|baslamayiz|cikmayiz)\b
            |\b(?:illa|ille|mutlaka|muhakkak|hep|daima|asla|sadece|yalniz|yalnizca|bir tek)\b.{0,35}\b\w+(?:acak
            |ecek|ali|eli|mali|meli)\b(?=.{0,15}(?:bende|bana|benim|[.!]*$))|\b(?:degismem|vermem|bozmam|sasmam
            |odun vermem|taviz vermem|taviz yok|pazarlik yok|istisna yok|istisnasiz)\b"""
        ),
    ),
    (
        1.2,
        joined(
            r"""\b(?!(?:unut|uzul|bak|merak|kal|kacir|sasir|daril|kiz|kork|agla|bekle|endiselen|gul|yap|inan|de|ol
            |telaslan|et|gelip|san)m[ae])\w{2,}(?:mayin|meyin|mayiniz|meyiniz|masin|mesin|masinlar|mesinler)\b
            |\b(?:gec kalan|gec gelen|kiran|bozan|kirleten|son cikan|ilk gelen|kaybeden|unutan|getirmeyen
            |yapmayan)\b.{0,60}\b\w+(?:ar|er|ir|ur|r)[.!,]*(?:$|\s)
            |\b(?:varsa yoksa|candir|cansin|benim olayim|bana kalsa|bana sorarsan\w*|bana sorsan\w*|elim gitmez
            |icim almaz|icim kaldirmaz|gonlum|gozum gormesin|yanima yaklas\w*|ne olur bana|sevdam|israrciyim|titizim
            |titizimdir|hassasim|hassasimdir|takigim|kiligim)\b|\b\w+(?:im|um)dir\b
            |\bonce\b.{0,40}\bsonra\b.{0,40}\b\w+(?:ariz|eriz|iriz|uruz|ilir|ulur|anir|enir)\b|\b\w+(?:siz
            |suz) (?:kahvalti|cay|kahve|yemek|sofra|hayat|gun|uyku|is) (?:olmaz|yapamam|gecmez|baslamaz|dusunemem)"""
        ),
    ),
    (
        0.5,
        joined(
            r"""\blutfen\b|\bolmali(?:dir)?\b|\bdaha (?:cok|iyi|rahat)\b|\bbence\b|\bkucuklukten|\bbenim icin\b
            |\byerine\b"""
        ),
    ),
)

PLAN: Signs = (
    (1.0, r"\b(?:ay|hafta|yil|sezon|donem) sonunda .*(?:iyor|uyor)\w*"),
    (-1.0, r"\b(?:acik|kapali|her)[.!]*$|\bberi\b|\bkimin\b|\b(?:evrak|randevu|kefil) yok\b|\bniyetine\b"),
    (
        -1.5,
        joined(
            rf"""\bher (?:\w+ )?(?:ayin|gun|hafta|ay|yil|sene|sabah|aksam|gece|{_DAY})\w*|\b\w+(?:mistir
            |mustur)[.!,]|\b{_DAY}(?:leri|lari)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b\w{2,}(?:acag|eceg|acak|ecek)(?:im|iz|lar|ler|miz|mis|imiz)?\b(?! (?:misin|misiniz|mi
        |kadar|bir sey|yer|kisi|var|yok|olan|is)\b)"""
        ),
    ),
    (
        1.1,
        joined(
            r"""\b\w{2,}(?:ica|uca|ice|uce|yca|yce)(?:m|z|k|kl[ae]r)\b|\b(?:kal|gel|yap|al|ver|bul|gid|ed|ol|don|bak
            |kos|yat|kalk|yaz|bekle|soyl|goster|konus|tasi)c[ae](?:m|z|k)\b
        |\b(?:plan|niyet|hedef|amac|hayal)(?:im|imiz) (?:bu|su|var|\w+(?:mak|mek))\b|\b(?:mak|mek|maya
            |meye) (?:niyetli|kararli|hazirlani|calisaca)\w*|\b\w+(?:maya|meye) (?:niyet|karar|hazirlan|gidiyo
            |basliyo|gideceg)\w*
        |\b\w+(?:mayi|meyi) (?:dusunu|planl|hedefl|umu|isti|dusl)\w*|\b\w+(?:mak|mek) (?:var |geciyo\w* )?(?:kafam
            |aklim|niyet)\w*|\b(?:kafamda|aklimda) (?:var|\w+(?:mak|mek))|\b\w+(?:mak|mek) (?:istiyo\w*|uzereyi[mz]
            |niyetinde\w*|icin (?:kayit|yazil|basvur)\w*)
        |\bdavetlisiniz\b|\bdavetliyi[mz]\b|\b(?:kayit|kaydimi|kaydini) (?:oldum|olduk|yaptir\w+)|\b(?:kursa|sinava
            |yarisa|maratona|egitime|turnuvaya) (?:yazil|kayd|kayit|gir)\w*|\bbasvuraca\w*|\bbasvuruyo\w*
            |\bbulusu(?:yoruz|ruz)\b|\bbulusal\w*|\bgorusuruz\b.{0,20}\b(?:pazartesi|sali|carsamba|persembe|cuma
            |yarin)\w*"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b\w+(?:inca|unca|ince|unce|madan|meden|diktan sonra|dikten sonra|duktan sonra
            |tiktan sonra) .{0,60}\w{2,}(?<!be)(?:iyoru|uyoru)[mz]\b|\b(\w{2,})(?:ar|er|ir
            |ur)?r? \1\w*m[ae]z\b.{0,60}(?:iyor|uyor)(?:u[mz])?\b|\b(?:o gun|o hafta|o ara\w*|o zamana (?:dek|kadar)
            |o donem) .{0,60}(?:iyor|uyor|acak|ecek|yok|var|lik|sandvic|kapali|\w+)$
            |\b\w+(?:yoruz|yorum|caz|cam)\b, o gun\b|\b(?:20\d\d'?\w{0,3}|seneye|yaza|guze|kisa|bahara|haftaya|yarin
            |hafta sonu\w*|ay sonu\w*|yil sonu\w*|yilbasi\w*|somestr\w*|ramazan\w*|bayram\w*|mesai sonrasi
            |ogleden sonra|aksama|bu aksam|bu gece|bu yaz|bu kis|bu bahar|bu donem|bu ay|bu hafta) .{0,60}(?:iyor
            |uyor)(?:u[mz]|lar)?\b
            |\b(?:20\d\d'?\w{0,3}|seneye|yaza) .{0,40}(?:yi[mz]|yu[mz]|l[iu]y[iu]m|ha?zir\w*|emekli\w*
            |mezun\w*)[.!,]|\b(?:ameliyat|dugun|nikah|nisan|kina|sunnet|ucus|ucak|tren|otobus|vapur|sinav|mulakat
            |durusma|toplanti|seminer|konser|sergi|acilis|prova|festival|fuar|gala|mevlit|mevlut|mac|kontrol|muayene
            |tahlil|rontgen|emar|randevu|vize|teslim|tatbikat|denetim|kesif|ihale|gezi
            |kamp)\w* (?:\w+ ){0,2}(?:yarin|haftaya|seneye|pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar
            |ayin|saat|\d{1,2} (?:ocak|subat|mart|nisan|mayis|haziran|temmuz|agustos|eylul|ekim|kasim|aralik))\w*
            |\b(?:ameliyat masasinda|yola cikiyo|tatile cik|askere gid|hacca gid|umreye gid|dugunumuz|nikahimiz
            |tasiniyo|evleniyo|everiyo|nisanlaniyo|tezkere|dogum iznine)\w*(?<!dugunumuzde)"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bplan(?:li|lad|liyor|lan|im|imiz)\w*|\bniyet\w*|\brandevu\w*|\brezervasyon\w*|\b(?:mayi
        |meyi) (?:dusunuyor|planliyor|umuyor|istiyor|hedefliyor)\w*|\bbilet\w*.{0,12}(?:aldi
        |ayir)\w*|\bson (?:gun|tarih|teslim)\w*|\bprogramda\b|\btakvimde\b|\bniyetinde\w*"""
        ),
    ),
    (1.0, rf"\b{_AHEAD}\b[^.!?]*?\w+(?:iyor|uyor)(?:um|uz|lar|sunuz)?\b"),
    (
        1.0,
        joined(
            rf"""\b{_AHEAD}\b[^.!?]*?(?:\bvar\b|toplanti\w*|sinav\w*|durusma\w*|ameliyat\w*|ucus\w*|prova\w*
            |denet\w*|gezi\w*
        |mulakat\w*|tatil\w*|dugun\w*|nikah\w*|muayene\w*|kontrol\w*|teslim\w*|basliyor|acilis\w*|\w+dayi[mz]
            |\w+deyi[mz]|\w+tayi[mz]
        |mac\w*|ziyaret\w*|\w+[aeiu]r(?:iz|im|lar|ler)?|\w+mek|\w+mak)[.!]*(?:,|$)"""
        ),
    ),
    (0.4, r"\bisci lazim\b|\b(?:gelip|gidip|girip|bitirip|toplanip)\b"),
    (
        -0.8,
        joined(
            rf"""^(?!.*(?:acag|eceg|acak|ecek|icam|ucam|icem|ucem|icaz|ucaz|icez|kafamda|aklimda
            |niyet)).*\b\w+{_PAST}[.!]*$|\bdun\b|\bgecen\b
            |\b{_DAY}\b[^,;]*\w(?:di|ti|du|tu|dik|tik|duk|tuk)[,;]"""
        ),
    ),
)

RELATION: Signs = (
    (
        1.0,
        any_of(
            """satin al*, sahibi, ait, bagli, bunyesinde, yaziliyor, yazildi, yazilmis*, gelistir*, kullan*,
            calisiyor, calisir, destekl*, entegre*, okuyor, okur, cekiyor, ceker, baglan*, rakib*, ortak*,
            birles*, temel*, uzerinde, uzerine, uyumlu*, catal*, parcasi*, alternatif*, uretir, uretiyor,
            barindir*, yatirim*, devral*, yerini, yerine, tedarik*, istirak*, turev*, aktar*, yuttu, eskiden,
            arkasinda, icinde, altinda, elindeki, markasi, urunu, cikardi, dogdu, ayrildi, konusuyor,
            haberlesiyor, gonderiyor, yazar, eklenti*, cerceve*, kutuphane*, diliyle, dilinde, tarafindan,
            catisi, grubu*, hissesi*, hisse*, arkasinda*, kolu, koluydu, mali, malidir, elinde, eline, ipler*,
            cati*, dukkan*, kurdu, kurulus*, kurucu*,
            acti, actigi, gom*, icine, akit*, tani, taniyor*, kopru*, konusmuyor, anlas*, cikiyor, cikar, cikti,
            ayri firma, ayri marka, ayni firma, ayni
            sirket, kardes sirket*, yan kurulus*, uretici*, distributor*, bayi*, temsilci*, lisans*, tabanli,
            temelli, turev*, surumu, ustunde,
            ustune, besle*, tasindi, tasidi, gecti, geciyor, gecis, donustu, adini aldi, oldu, devr*, el degistir*,
            sahip*, cekil*, kaldi, alti*,
            bunye*, semsiye*, holding*, sarmal*, dayan*, barin*, host*, kostur*, kosuyor, donuyor, calistir*,
            geliyor, cekiyor, aliyor,
            besleniyor, veriyor, satiyor, satti, aldi, yapiyor, yapti, urettigi, uretti, markasiydi, firmasi,
            sirketi, platform*, motoru, altyapi*"""
        ),
    ),
)

_FAMILY = joined(
    r"""\b(?:anne|baba|kayinvalide|kayinpeder|kayinbirader|kaynana|kaynata|dede|nine|babaanne|anneanne|hala|teyze
            |amca|dayi|enist(?:e)|yenge|abla|abi|agabey|kuzen|yegen|torun|es|kari|koca|kiz|oglan|ogl|kardes|ikiz
            |bebe|cocu[gk]|nisanli|sevgili
        |kaynim|gorumce|elti|bacanak|baldiz|gelin|damat|damad|sozlu|vaftiz|manevi|uvey|evlatli[gk]|kedi|kope[gk]|kus
            |tavsan|papagan|at)(?:im|um|m|imiz|umuz|miz|muz|lerim|larim|lerimiz|larimiz|cigim)(?:gil\w*|in|un
            |nin|a|e|da|de|i|u|la|le|dan|den|ya|ye|yi|yu|yla|yle)?\b
        |\b(?:annemgil|babamgil|ablamgil|kaynimgil|bizimkiler|ufakligin|bizim (?:oglan|kiz|ufaklik|bey|hanim|cocuk
            |peder|valide|bebe|hanim|kopek|kedi)|benim (?:oglan|kiz|hanim|bey|kucuk|buyuk|ufaklik|peder|valide)\w*
            |hanim(?= \w+ (?:hasta|hamile|ogretmen|hemsire))|^hanim\b|rahmetli\w*|merhum\w*|kocam\w*|karim\w*
            |kaynanam\w*|kaynatam\w*|kaynim\w*|gorumcem\w*|eltim\w*)\b"""
)
_HEALTH = joined(
    r"""\balerji\w*|\bvegan\w*|\bvejetaryen\w*|\bhamile\w*|\bgebe\w*|\bkan grub\w*|\bastim\w*|\btansiyon\w*
            |\bdiyabet\w*|\bseker\w* (?:hasta|var|yuksek|olcum)\w*|\bsolak\w*|\bsolagim\b|\bcolyak\w*|\bgluten\w*
            |\blaktoz\w*|\bisitme cihaz\w*|\bisitme\w*
        |\bepilepsi\w*|\bsara hasta\w*|\bfitik\w*|\bfitig\w*|\bplatin\w*|\balcida\b|\balciya\b|\bkirik\b|\bkirildi\b
            |\bkirdim\b|\bkirmis\w*|\bbypass\b|\bbaypas\b|\bstent\w*|\banjiyo\w*|\bameliyat\w*|\bfelc\w*|\binme\b
            |\bkanser\w*|\bkemo\w*|\bradyoterapi\w*|\bdiyaliz\w*|\bbobre[gk]\w*|\bkaraciger\w*
        |\bgorme\w*|\blens\w*|\bmiyop\w*|\bastigmat\w*|\bkatarakt\w*|\bglokom\w*|\bprotez\w*|\bimplant\w*
            |\btekerlekli sandalye\w*|\btup bebek\w*|\bemzir\w*|\bmenopoz\w*|\bsigara\w* (?:birak|ic)\w*|\balkol\w*
            |\binsulin\w*|\bkalp\w*|\britim\w*|\bromatizma\w*|\bmigren\w*|\begzama\w*|\bsedef\w*|\bvertigo\w*
        |\bkansizlik\w*|\banemi\w*|\bguatr\w*|\btiroi\w*|\bpanik atak\w*|\bdepresyon\w*|\bdikkat eksikli\w*|\bdehb\b
            |\bdisleksi\w*|\bdisleksik\w*|\botiz\w*|\bdown sendrom\w*|\bskolyoz\w*|\bengelli\w*|\b(?:yukseklik|ucak
            |kopek|karanlik|kapali alan|igne) (?:korku|fobi)\w*|\bfobi\w*|\bilac\w* (?:kullan|al|ic)\w*|\bhasta(?:si
            |siyim|lig)\w*|\bhastal\w+|\bsurekli \w+ (?:agri|hapi)\w*
        |\bgozlu[gk]\w*|\bkekeme\w*|\brenk koru\w*|\bduymuyor\w*|\bgormuyor\w*|\bagir isit\w*|\b(?:kor|sagir|topal
            |dilsiz|felcli)[.!]*$|\bdokunuyo?r?\b|\bkabariyo\w*|\bnefesim\w*|\breflu\w*|\bgastrit\w*|\bulser\w*
            |\bkolesterol\w*|\bvefat\w*|\bcenaze\w*|\bkaybettik\b|\btaburcu\w*|\bfizik tedavi\w*
            |\b(?:bogaz|agr|yutma)\w* kron\w*
        |\b(?:yi|ic|yuru|gor|duy|kos|yuz|oku|yaz|kaldir|in|cik|bin|otur|uyu|egil)(?:y|i|u)?[ae]m(?:iyo|iyor
            |uyor)\w*"""
)
_LIFE = joined(
    r"""\bevliy\w*|\bevlen\w*|\bbekar\w*|\bbosan\w*|\bnisanlan\w*|\bdul\b|\byetim\w*|\boksuz\w*|\bemekli\w*
            |\bdogum gun\w*|\bdogumlu\w*|\bmemleket\w*|\bana dil\w*|\banadil\w*|\bkizlik soyad\w*|\bsoyadi\w*
            |\b(?:adi|ismi|adim|ismim|lakabi|lakabim)\b
        |\bmezun\w*|\bokudum\b|\bokuyor\w*|\bokuyo\b|\bokumus\w*|\bdogdu\w*|\bbuyudu\w*|\byasiyo\w*|\boturuyo\w*
            |\boturmus\w*|\boturduk\b|\bcalisiyo\w*|\bcalisti[mk]\b|\bcalismis\w*|\bistifa\w*|\btasindi\w*
            |\btasinali\b|\btasinmis\w*|\bgoc(?:tu|mus|men)\w*|\bkirada\w*|\bkiraci\w*|\bev sahib\w*|\bmahalle\w*
        |\bisten (?:cik|ayril|atil|cikar)\w*|\bise (?:basla|gir)\w*|\bisimi\w*|\bmesle[gk]\w*|\batandi\w*|\btayin\w*
            |\bterfi\w*|\bstaj\w*|\bcirak\w*|\bkalfa\w*|\bsertifika\w*|\bbelge(?:m|si|miz|li)?\b|\behliyet\w*
            |\bdiploma\w*|\blisans\w*|\bdoktora\w*|\buniversite\w*|\blise\w*|\bilkokul\w*|\bortaokul\w*|\bkres\w*
            |\banaokul\w*|\bkolej\w*|\bfakulte\w*
        |\bogretmen\w*|\bmuhendis\w*|\bhemsire\w*|\bavukat\w*|\bsofor\w*|\bkabin\w*|\bteknisyen\w*|\bteknikeri?\w*
            |\bdoktor(?:um|u|dur|luk)\b|\bpolis\w*|\basker\w*|\bimam\w*|\bmuezzin\w*|\bhafiz\w*|\bmimar\w*
            |\bgarson\w*|\bberber\w*|\bkuafor\w*|\bterzi\w*|\bfirinci\w*|\bkasap\w*|\bmarangoz\w*|\bkaynakci\w*
            |\bmuhasebeci\w*|\bbankaci\w*|\bpsikolog\w*|\beczaci\w*|\bveteriner\w*|\bebe(?:yim|lik)\b|\bhakem(?:im
            |lik)\w*
        |\bkaptan\w*|\bpilot\w*|\bciftci\w*|\bbalikci\w*|\besnaf\w*|\bmuteahhit\w*|\bmemur\w*|\bakademisyen\w*
            |\bprofesor\w*|\bgurbet\w*|\b\w+[cd][iu]y[iu][mz]\b|\b\w+c[iu]ydu[mk]?\b|\b\w+c[iu]yd[iu][mk]?\b
            |\b\w+(?:c|l)[iu]l[iu]k yap\w*|\byas(?:im|inda|indayim|ina|imda|ini|lar)\w*\b|\byas \d+|\b\d+ yas\w*
            |\bkilo(?:yum|yuz|m|su|lu)?\b|\bboyum\b|\bkac kardes\w*|\bkardesiz\b|\b\w+ cocu[kg]\w* (?:var|annesi
            |babasi)\w*
        |\b(?:babasiyim|annesiyim|dedesiyim|teyzesiyim|dayisiyim|amcasiyim|halasiyim)\b|\b\w+(?:luyum|liyim|luyuz
            |liyiz)\b|\b(?:arabam|motorum|bisikletim|evim|evimiz|bahcem|bahcemiz|tarlam|tarlamiz|dukkanim|dukkanimiz
            |teknem|traktorum|karavanim|plakam|plakasi|koyumuz|yazligimiz|isyerim|sirketim|hesabim|numaram|telefonum
            |adresim|doktorum|patronum|terapistim|disc?im|komsum\w*|mudurum|hobim|koleksiyonum)\w*
        |\b(?:almanca|ingilizce|fransizca|arapca|rusca|ispanyolca|italyanca|japonca|kurtce|cince|farsca|isaret dili
            |\w+ca|\w+ce)(?:yi|si|m|sini)? (?:bil|konus|ogren|anla)\w*|\b(?:gitar|keman|piyano|baglama|saz|ney|ud
            |davul|klarnet|flut|kemence|akordeon)\w* cal\w*|\byuzme bil\w*|\bhafizim\b|\boruc\w*|\bnamaz\w*
            |\balevi\w*|\bmusluman\w*|\bhristiyan\w*|\bayrildi[mk]\b|\biflas\w*|\bhapis\w*|\bborcu\w* (?:var|yok)
            |\bsurgun\w*|\bbaba ol\w*|\banne ol\w*|\btorun sahibi\w*"""
)
_WHO = joined(
    r"""\b(?:sorumlu|yetkili|gorevli|muhatap|muhatab|ilgilen|yurut|nobetci|temsilci|vekil|vekalet|baskan|mudur
            |sef(?:i|imiz|lik)\b|amir|koordinator|danisman|denetci|mufettis|operator|bekci|guvenlik gorevli|muhtar
            |antrenor|menajer|taseron|alt yuklenici|tedarikci|musteri|bayi|ortag|hissedar|kurucu|sahib|kiraci
            |isleten|isletmeci|usta ?bas|formen|posta ?bas|zimmet)\w*
        |\b\w{3,} (?:hanim|bey|abi|abla|usta|hoca|amca|teyze|dayi|kalfa|efendi|kaptan|sef)(?:nin|in|un|ya|ye|a|e|da
            |de|yi|i|la|le|dan|den|yla|yle|dir)?\b|\btek (?:kisi|yetkili|anahtar|bilen|yapan|kullanan)\b
            |\bbi(?:r)? tek\b|\b(?:baska|kimse|baskasi)\w* (?:yok|bilm|kullanam|giremez|acamaz|yapamaz|sifre)\w*
        |\b(?:onda|bizde|bende|onun ustune|ustumuze|uzerime|ustume|adina|adima|namina)\b[.!]*$|<@\w+>\W*$
            |\b(?:anahtar|sifre|yetki|kart|belge|dosya|liste|kasa|zimmet|muhur|kase|imza yetki)\w*\b.{0,40}\b(?:da
            |de|ta|te|nda|nde)\b|'(?:da|de|ta|te|nda|nde|nin|nun|in|un|dir|dur|dan|den|tan|ten|daydi|deydi|dandi
            |dendi)(?:[.!]*$|,)|\b\w+(?:lerde|larda|sinda|sinde|munda|nunda|midir)[.!]*$"""
)
_PLACES = joined(
    r"""\b(?:sifre|parola|kod|pin|dahili|anahtar|kasa|kilit|dolab|dolap|cekmece|raf|oda|kat(?:ta|inda|i|taki)|bodrum
            |depo|ambar|arsiv|dosya|klasor|pano|sigorta kutu|vana|salter|trafo|jenerator|kazan|kompresor|forklift
            |vinc|kamyon|tir|dorse|plaka|kantar|baskul|terazi|tezgah|pres|torna|firin|bant|hat(?:tin|ti|ta)|silo
            |santral|pompa|motor(?:u|un)|kuyu|havuz|sera|ahir|kumes|kovan|tarla|bag\b|bahce|iskele|liman|rihtim
            |peron|hangar|pist
        |salon|sahne|kulis|sinif|derslik|laboratuvar|lab|ameliyathane|yogun bakim|poliklinik|servis|kogus|eczane
            |morg|kantin|yemekhane|mescit|cami|minare|okul|hastane|sube|ofis|atolye|santiye|fabrika|imalat|magaza
            |dukkan|market|otel|pansiyon|lojman|yurt|apartman|site|blok|daire|sokak|cadde|mahalle|numara|adres
            |eposta|mail|hesap|abonelik|hat|internet|modem|sunucu|veritaban|yedek|log|surum|repo|panel|rapor|tablo
            |form|evrak|belge|tutanak|defter|fis|fatura|irsaliye
        |makbuz|sozlesme|ruhsat|izin|vize|sigorta|police|kasko|garanti|bakim|muayene|servis|kira|ucret|fiyat|aidat
            |butce|maas|prim|avans|kapora|indirim|vergi|kdv|stok|sayim|parti|seri|model|marka|olcu|boy|agirlik
            |kapasite|mesai|vardiya|nobet|mola|teneffus|ders|sinav|prova|kurs|kulup|dernek|vakif|kooperatif|belediye
            |kaymakam|valili|mahkeme|noter|tapu|imar|parsel|pafta|proje|ihale|taseron|firma|tedarik|siparis|sevkiyat
            |kargo|gumruk|konteyner|palet|koli|etiket|barkod|recete|doz|asi
        |numune|kultur|tahlil|rontgen|mr|cihaz|makine|alet|sensor|kamera|alarm|yangin|sondurucu|asansor|klima|kombi
            |kalorifer|su deposu|elektrik|dogalgaz|tesisat|boya|cimento|beton|demir|kereste|celik|kumas|iplik|un
            |maya|sut|yem|tohum|gubre|ilac|hayvan|inek|buzagi|tavuk|koyun|keci|ari|balik|hasat|urun
            |mahsul)(?!ik)(?:\w{0,8})\b"""
)
_HABIT = joined(
    r"""\bher (?:gun|hafta|ay|yil|sene|sabah|aksam|gece|ogle|cuma|pazar|pazartesi|sali|carsamba|persembe|cumartesi
            |ayin|donem|sezon|mevsim|vardiya|iki|uc|dort|bes|alti|on|\d+)\w*|\b(?:gunde|haftada|ayda|yilda|senede
            |saatte) (?:bir|iki|uc|dort|bes|alti|on|\d+)\w*|\b(?:pazartesi|sali|carsamba|persembe|cuma|cumartesi
            |pazar)(?:leri|lari)\b|\b(?:yazlari|kislari|sabahlari|aksamlari|geceleri|hafta ici|hafta sonlari
            |ogleleri|gunleri)\b
        |\b(?:yillik|senelik|aylik|haftalik|gunluk|saatlik|donemlik|mevsimlik|omur boyu|surekli|genelde|genellikle
            |cogunlukla|normalde|eskiden|onceleri|zamaninda|o gun bugun\w*|hala\b(?=.*\b(?:otur|yasi|calis|kal
            |kullan)))\b|\b\w+(?:inca|unca|ince|unce|dikca|dukca|dikce|dukce|tikca|tikce|tukce|madan|meden|madikca
            |medikce|mazsa|mezse|rken|masa|mese)\b.{0,50}\b\w+(?:ir|ur|ar|er|maz|mez|iyor|uyor|iyo|uyo|lar
            |ler)(?:[.!]*$|,)
        |\b\w{3,}(?:il|in|un|ul|an|en)(?:ir|ur|iyor|uyor|iyo|uyo|maz|mez|miyor|muyor)[.!,]*(?:$|\s)
            |\b\w{2,}(?:mistir|mustur|maktadir|mektedir|idir|udur|ildir|dadir|dedir|tadir|tedir|lidir|ludur)\b
            |\b\w+ (?:sart|gerek|gerekiyor|gerekli|zorunlu|yasak|serbest|ucretsiz|gecersiz|gecerli|lazim|mecburi
            |sinirli|kapali|acik|dolu|bozuk|arizali|kayip|cikiyor|asinmis|eski|yeni)[.!,]*$"""
)

_WORKS_NOT = joined(
    r"""\b(?:yazici|makine|cihaz|kapi|asansor|kamera|klima|kombi|firin|pompa|sensor|tarayici|ekran|klavye|kilit
            |musluk|sayac|alarm|hoparlor|mikrofon|projektor|vana|motor|fren|far|dolap|buzdolabi|terazi|kantar|vinc
            |forklift|anahtar|kart|program|form|link|buton|tus|hat)\w{0,6}\b.{0,40}\b(?:bas|calis|ac|acil|kapan
            |kilitlen|oku|kes|tut|isit|sogut|cek|don|yaz|al|kabul et|goster|ver|gec)(?:i|u|a|e)?m[iu]yo"""
)

FACT: Signs = (
    (-0.7, r"^"),
    (
        1.2,
        joined(
            r"""\b(?:anne|baba|abla|abi|teyze|dede|hala|dayi|amca)mler\w*|\b(?:anne|baba|es|kiz|ogl|kardes|abla|dede
            |torun)(?:im|um|m)sa\b
            |\b(?:askerli[gk]|asker arkadas|burs|nafaka|velayet|miras|emlak|tapulu|vasiyet|evlat|sunnet|hobi
            |koleksiyon|dalgic|dalis|tirman|maraton
            |satranc|koro|halk oyun|folklor|bagis|gonullu|dernek uye|sendika|parti uye|vatandas|pasaport|oturum izni
            |vize|multeci)\w*
            |\b\w+(?:ali|eli) (?:bir|iki|uc|dort|bes|alti|yedi|sekiz|dokuz|on|\d+|birkac|cok) (?:gun|hafta|ay|yil
            |sene)\w*
            |\b(?:bir|iki|uc|dort|bes|alti|yedi|sekiz|dokuz|on|yirmi|\d+) (?:yil|sene|ay) (?:once|boyunca|kald\w+
            |calis\w+|yasad\w+|oku\w+|yatt\w+)
            |\b(?:19|20)\d\d'?(?:de|da|te|ta|den|dan|ten|tan|li|lu)\b|\b(?:kucukken|cocukken|gencken|lisedeyken
            |askerdeyken|universitedeyken)\b"""
        ),
    ),
    (1.0, r"\bberi\b|\byildir\b|\bsenedir\b|\baydir\b|\byil (?:oluyor|oldu|once)\b|\bsene (?:oluyor|oldu|once)\b"),
    (1.0, _WORKS_NOT),
    (1.3, _FAMILY),
    (1.3, _HEALTH),
    (1.3, _LIFE),
    (0.8, _WHO),
    (0.4, _PLACES),
    (0.6, _HABIT),
    (0.5, r"\b\w+(?:lerimiz|larimiz|imizden|imizin|umuzun|imiz|umuz|imizde|umuzda)\b|^\w{3,}(?:im|um)\b"),
    (0.4, r"\b(?:benim|bizim|bende|bizde|benimki|bizimki|ben|biz)\b"),
    (
        0.45,
        joined(
            r"""\b\w{2,}(?:iyorum|uyorum|iyoruz|uyoruz|dim|tim|dum|tum|dik|tik|duk|tuk|mistim|mistik|yordum
        |yorduk)\b"""
        ),
    ),
    (0.6, r"\b\w{3,}(?:yim|yum|yiz|yuz|indeyim|undeyim|dayim|deyim|teyim|tayim)[.!,]"),
    (0.4, r"\b(?:var|yok|vardi|yoktu)[.!,]*(?:$|\s)"),
    (
        0.45,
        joined(
            r"""\b\w{2,}(?:iyor|uyor|iyo|uyo|di|ti|du|tu|mis|mus|ir|ur|ar|er|lar|ler|dir|tir|dur|tur|maz|mez|da|de
        |ta|te|nda|nde|sinda|sinde|li|lu|miyor|muyor|acik|kapali|model|ait)[.!]*(?:$|,)"""
        ),
    ),
    (
        0.5,
        joined(
            r"""\b\w+'(?:da|de|ta|te|dan|den|tan|ten|nin|nun|in|un|ya|ye|a|e|i|u|yi|yu|nda|nde|daki|deki|taki|teki
            |la|le|yla|yle
        |dayim|deyim|tayim|teyim)\b"""
        ),
    ),
    (0.45, r"\d"),
    (
        -0.6,
        joined(
            r"""\b(?:bugun|bu sabah|bu aksam|bu gece|demin|az once|simdi|su an|suan|yine|gene|birazdan|dun gece
            |sabah sabah|gece gece|sabahtan beri|saatlerdir|dakikadir|kac saattir|iki saattir|bir saattir|bi saattir
            |saattir|sabahin \w+)\b
            |\b(?:bekliyo(?:r|ruz|rum|z|m)?|bekliyom|kaldik|donuyo|isiniyo|kayniyo|bitti|sogudu|kayboldu|dokuldu
            |dustu|koptu|patladi|takildi|kilitlendi|tutuldu|uyandim|unuttum|kacirdim|kosturuyo|yetisemiyo\w*
            |yetismiyo|uyuyo\w*|dolasiyo\w*)\b"""
        ),
    ),
    (
        -0.5,
        joined(
            r"""^(?:(?:bu|su|o)(?! (?:yazici|makine|cihaz|kapi|oda|ev|daire|depo|arac|kart|anahtar|hat|numara|hesap
            |firma|proje))|ne|hani|kim|nasil|bak|biri|birisi|millet|herkes|insan|adam|kadin|cocuk|bazen|bazi|hayat
            |iste|bence|ulan|lan)\b|\b(?:herkes|millet|insanlar|insan|adam|adamlar|bazilari|kimse|hayat|dunya
            |galaksi|evren)\b
            |[\"”'] (?:dedi|diyor|diyo|demis|yazmis)\w*|\bdedi[.!]*$|\bdiyor[.!]*$|\bgibi(?:yim|yiz|ydi|dir)?[.!]*$
            |\bbile\b|\bkendi(?:mi|ni|ne|me)\b|\bcunku\b.*\bben\b|\bmeger\b"""
        ),
    ),
)
