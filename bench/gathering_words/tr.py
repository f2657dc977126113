"""Turkish. Names bring their own genitive, for its vowels follow the name."""

from __future__ import annotations

from bench.gathering_lists import lists

TUNING = lists(
    people="Ayşe=Ayşe'nin Burak=Burak'ın Ceren=Ceren'in Deniz=Deniz'in Emre=Emre'nin Figen=Figen'in Gökhan=Gökhan'ın Hale=Hale'nin",
    nicknames="Ayşoş Buri Cero Deno Emo Figo Göki Halo",
    relations="""
    home   | Sonunda taşındık, yeni evimiz {v} semtinde | Artık {v} semtinde oturuyorum, hepinizi beklerim | ev konusunda büyük haberim var | {v} tarafında, üçüncü kat, asansör yok | {p}, yeni evin nerede? | {p} nerede oturuyor? | {o} evi hangi semtte? | {p} yeni evin {v} semtinde olduğunu söyledi | bu şehirde kiralar delirdi | komşular yine dörde kadar eğlendi | Liman Tepe; Meşe Sokağı; Değirmen Meydanı; Kuzey Kapı; Darphane; Kanal Boyu; Bağlar
    doctor | Dişçi randevum {v} | Dişçiye gitmem lazım, {v}, şans dileyin | bu arada dişlerim hakkında | bana {v} yer verdiler | {p}, dişçiye ne zaman gidiyorsun? | {p} dişçiye ne zaman gidiyor? | {o} diş randevusu hangi gün? | {p} dişçinin {v} olduğunu söyledi | istasyonun yanındaki dişçi çok pahalı | bekleme odalarından nefret ediyorum | 3 Mart saat on; 9 Mart öğlen; 17 Mart saat dört; 21 Mart saat dokuz; 2 Nisan saat iki; 11 Nisan saat sekiz; 26 Nisan saat beş
    pet    | Yeni köpeğimizin adı {v} | Köpeğe sonunda isim bulduk, {v} | herkes köpeği soruyor | sonunda {v} dedik | {p}, köpeğe ne isim verdin? | {o} köpeğinin adı ne? | {o} yavru köpeği nasıl çağrılıyor? | {p} köpeğe {v} adını vermiş | yavru köpekler her şeyi kemirir | biri bahçede tasma unutmuş | Bisküvi; Karabiber; Gofret; Yıldız; Ardıç; Moka; Ziko
    food   | {v} yiyemem, alerjim var | Bana {v} olmasın lütfen, yüzüm şişiyor | benim için sipariş vermeden önce | her şey olur ama {v} benim için tehlikeli | {p}, yiyemediğin bir şey var mı? | {o} neye alerjisi var? | {p} hangi yiyeceği asla yememeli? | {o} {v} alerjisi var, unutmayın | yemekhane bugün yine berbattı | cuma günü güzel bir şey söyleyelim | ceviz; karides; susam; çilek; kereviz; soya; hardal
    music  | Yeni bir şey: {v} çalmaya başladım | {v} derslerim iyi gidiyor, komşular dertli | perşembe akşamları yeni bir uğraşım var | işte {v}, yarın üçüncü ders | {p}, hangi enstrümandı? | {p} hangi enstrümanı çalıyor? | {p} ne çalmayı öğreniyor? | {p} {v} dersi alıyormuş | o konser fazla gürültülüydü | ofisteki kulaklıklar kimde | çello; trompet; akordeon; banço; obua; arp; klarnet
    car    | Araba aldık, {v} | Eski arabam öldü, kapının önünde artık {v} var | araba meselesi halloldu | köşedeki galeriden, {v} | {p}, hangi arabayı aldın? | {o} arabası nasıl? | {p} hangi arabayı aldı? | {p} artık {v} kullanıyor | burada park etmek her ay zorlaşıyor | otobüs bu sabah yine geç kaldı | gümüş steyşın; sarı hatchback; yeşil minibüs; beyaz kamyonet; turuncu kupe; siyah cip; mor roadster
    books* | Az önce {v} bitti, harika kitap | Şu sıralar {v} okuyorum, elimden düşmüyor | trenim iki saat gecikince | {v} yarılandı | {p}, ne okuyorsun? | {p} hangi kitapları okudu? | {p} son zamanlarda ne okudu? | {p} durmadan {v} anlatıyor | kütüphane pazartesi erken kapanıyor | roman okumaya vaktim yok | Tuz Yolu; Kış Bahçesi; Sessiz Makine; Dokuzuncu Köprü; Kağıt Aslanlar; Cam Hasat; Mo'ya Mektuplar
    trips* | Hafta sonu {v} gezdik, çok güzeldi | Dün {v} dönüşü, ne çok merdiven | fotoğraflar hâlâ telefonda | {v} her dakikasına değer | {p}, nereye gittin? | {p} nereleri gezdi? | {p} hangi şehirleri ziyaret etti? | {p} dün {v} gezisinden döndü | havaalanları çekilmez | benim de tatile ihtiyacım var | Lizbon; Gent; Bergen; Trieste; Krakov; Porto; Riga""",
    fillers="""herkese günaydın | yemeğe gelen var mı? | haha, çok doğru | yazıcı hiç çalıştı mı? | sağ ol, çok işime yaradı | üçe kadar toplantıdayım | biri çiçekleri sulasın | ne haftaydı ama | yarın görüşürüz o zaman | bana uyar | bilmem, danışmaya sor | kahve makinesi yine bozuk""",
    thanks="sağ ol {p} | vay, {p}, gerçekten mi? | iyi ki söyledin {p}",
    said_on="{p} {d} tarihinde ne söyledi?",
)

HELD_OUT = lists(
    people="İnci=İnci'nin Jale=Jale'nin Kaan=Kaan'ın Leyla=Leyla'nın Murat=Murat'ın Nazlı=Nazlı'nın Okan=Okan'ın Pelin=Pelin'in",
    nicknames="İnoş Jalo Kani Leyloş Muri Nazo Oki Pelo",
    relations="""
    job    | Gelecek ay {v} olarak başlıyorum | Beni aldılar, {v} olarak çalışacağım | mülakatımı hatırlarsınız | evet, {v}, sözleşmesiyle beraber | {p}, yeni işin ne? | {o} mesleği ne? | {p} ne olarak işe alındı? | duydum ki {p} {v} olarak başlıyormuş | mülakatlar beni çok geriyor | bu ofisin kaloriferi şaka gibi | fırıncı; haritacı; arıcı; hemşire; marangoz; çiçekçi; çevirmen
    born   | Doğum günüm {v}, pasta olacak | Otuz yaşıma {v} giriyorum | pasta isteyen var mı | {v} boş olsun, hediye istemem | {p}, seni ne zaman kutluyoruz? | {o} doğum günü ne zaman? | {p} hangi gün doğmuş? | {p} {v} kutlama yapacakmış | mumlar geçen sefer alarmı çaldırdı | balonlar denize zararlı | 4 Haziran; 13 Haziran; 22 Haziran; 1 Temmuz; 10 Temmuz; 19 Temmuz; 28 Temmuz
    drink  | Öğleden sonra sadece {v} içerim | Bana her zamanki gibi {v}, teşekkürler | mutfağa giden olursa | {v} lütfen, iki tane | {p}, sana içecek ne getireyim? | {p} ne içmeyi sever? | {o} en sevdiği içecek hangisi? | {p} hep {v} istiyor | su ısıtıcısı temizlik istiyor | lavaboda bardağı kim bıraktı | nane çayı; domates suyu; buzlu kahve; zencefilli gazoz; sıcak çikolata; yulaf sütü; elma şırası
    course | Bir kursa yazıldım, {v} | Akşam kursum {v}, salı günü başladı | bu yaşta yine öğrenci oldum | konu {v}, on iki akşam | {p}, hangi kurstu o? | {p} hangi kursa gidiyor? | {p} akşamları ne öğreniyor? | {p} {v} kursuna gidiyormuş | okulun hiç otoparkı yok | televizyonun karşısında uyuyakalmışım | çömlekçilik; Yunanca; eskrim; ciltçilik; gökbilim; kaynakçılık; hat sanatı
    sister | Kız kardeşim {v} gelecek hafta bize geliyor | Kız kardeşim {v} istasyonda, onu almam lazım | yakında aile zamanı | {v} üç bavulla geliyor | {p}, kız kardeşinin adı ne? | {o} kız kardeşinin adı ne? | {o} kardeşi nasıl çağrılıyor? | {p} kız kardeşini tanıttı, {v} | pazar trenleri hep dolu | bütün mutfağı boşuna temizledim | Berrin; Sunay; Filiz; Meltem; Yonca; Rezzan; Tamay
    ill    | Buzda kaydım, {v} kırıldı | Doktor dedi ki {v} altı hafta ister | gülmek yok, merdivende oldu | kırılan {v}, şimdi alçıda | {p}, sana ne oldu? | {o} neresi incindi? | {o} hangi sakatlığı var? | {p} evde yatıyor, {v} kırık | kaldırım ayna gibi | sonunda yeni bot aldım | sol bilek; köprücük kemiği; ayak başparmağı; sağ ayak bileği; dirsek; diz kapağı; serçe parmak
    films* | Dün gece {v} izledik, müthişti | Sinemada {v} vardı, iki kez gittim | akşam yemeği patlamış mısır | {v} beni ağlattı | {p}, ne izledin? | {p} hangi filmleri izledi? | {p} neler seyretti? | {p} herkese {v} öneriyor | oradaki koltuklar çok sert | eski sinemayı özledim | Teneke Yaz; Ayna Ülkesi; Dokuz Baykuş; Yavaş Kuyruklu; Haritacı Kız; Mavi Vapur; Yankı Vadisi
    cooked* | İlk kez {v} yaptım | Biraz {v} kaldı, acıkan varsa | mutfak savaş alanı gibi | {v} buna değdi | {p}, bu güzel koku ne? | {p} neler pişirdi? | {p} hangi yemekleri yaptı? | {p} herkese {v} getirdi | fırınım kafasına göre çalışıyor | büyük tavayı kim aldı | mantarlı risotto; erikli hamur; mercimek çorbası; balıklı börek; biber dolması; soğanlı tart; kabak köri""",
    fillers="""merhaba millet | asansör çalışıyor mu? | günüm güzelleşti | zımba nereye gitti? | eyvallah, makbule geçti | telefondayım, ona kadar gelirim | bu akşam kim kilitliyor? | uzun bir gündü | pazartesiye kadar o zaman | bence uygun | fikrim yok, kusura bakma | biri sandalyemi almış""",
    thanks="eyvallah {p} | olamaz, {p}, sahi mi? | not aldım {p}",
    said_on="{d} günü {p} ne demişti?",
)
