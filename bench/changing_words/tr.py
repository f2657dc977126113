"""Turkish. Names bring their genitive, towns their locative and dative, for the vowels follow the name."""

from __future__ import annotations

from bench.changing_lists import lists

WORDS = lists(
    people="Ali=Ali'nin Banu=Banu'nun Cem=Cem'in Derya=Derya'nın Esra=Esra'nın Ferit=Ferit'in Gül=Gül'ün Hakan=Hakan'ın",
    things="Atlas=Atlas'ın Fener=Fener'in Kobalt=Kobalt'ın Kumul=Kumul'un Kıvılcım=Kıvılcım'ın Fiyort=Fiyort'un Lal=Lal'in Turna=Turna'nın",
    months="Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
    date_form="{day} {month}",
    corrections="""yok, pardon, {v} | {v} demek istedim | düzeltiyorum: {v} | yanlış yazdım, {v} | tabii ki {v}, dalmışım |
    kusura bakmayın, {v} olacak | hayır hayır, {v} | o değil, {v}""",
    fillers="""herkese günaydın | öğlen yemeğe var mısınız? | haha, çok doğru | yazıcıyı tamir eden oldu mu? | sağ ol, işime yaradı |
    üçe kadar toplantıdayım | çiçekleri sulayan var mı? | ne haftaydı | yarın görüşürüz | bana uyar |
    bilmem, danışmaya sor | kahve makinesi yine grevde | adaptör kimde? | beş dakikaya dönerim |
    yine yağmur yağıyor | notunu okudum, her şey tamam""",
    kinds="""
    home
      says      {at} oturuyorum | Evim {at}, istasyona yakın | Ben {at} yaşıyorum | Bu arada ben {at} kalıyorum
      changes   Geçen hafta {to} taşındım | Taşındık, yeni evimiz {at} | Artık orada değilim, {at} yaşıyorum | Bugünden itibaren {at} oturuyorum
      past      {m} ayına kadar {at} oturuyordum | {m} sonuna kadar hâlâ {at} yaşıyordum
      soon      {d} tarihinde {to} taşınıyorum | {d} tarihinden itibaren {at} oturacağım
      reports   {p} artık {at} oturuyor | Duydum ki {p} {to} taşınmış
      asks      {p} nerede oturuyor? | {p} hangi şehirde yaşıyor? | {o} evi hangi şehirde? | {p} şu anda nerede yaşıyor?
      then      {p} {m} ayında nerede oturuyordu? | {m} ayında {p} hangi şehirde yaşıyordu?
      chatter   buradaki kiralar delilik | taşınmak kadar kötüsü yok
      values    Bursa/Bursa'da/Bursa'ya; Sinop/Sinop'ta/Sinop'a; Muğla/Muğla'da/Muğla'ya; Kars/Kars'ta/Kars'a; Edirne/Edirne'de/Edirne'ye; Mersin/Mersin'de/Mersin'e; Rize/Rize'de/Rize'ye; Tokat/Tokat'ta/Tokat'a; Uşak/Uşak'ta/Uşak'a; Düzce/Düzce'de/Düzce'ye; Kütahya/Kütahya'da/Kütahya'ya; Amasya/Amasya'da/Amasya'ya
    employer
      says      {v} şirketinde çalışıyorum | İşverenim {v} | Ben {v} firmasındayım | Ekmeğimi {v} şirketinden kazanıyorum
      changes   Ayrıldım, artık {v} şirketinde çalışıyorum | Pazartesiden beri {v} firmasındayım | Yeni iş: {v} beni işe aldı | Geçen hafta {v} şirketine geçtim
      past      {m} ayına kadar {v} şirketinde çalışıyordum | {m} ayına kadar {v} firmasındaydım
      soon      {d} tarihinde {v} şirketinde başlıyorum | {d} tarihinden itibaren {v} firmasında çalışacağım
      reports   {p} artık {v} şirketinde çalışıyor | Duydum ki {p} {v} firmasına geçmiş
      asks      {p} nerede çalışıyor? | {p} hangi şirkette çalışıyor? | {o} işvereni kim? | {p} hangi firmada?
      then      {p} {m} ayında nerede çalışıyordu? | {m} ayında {p} hangi şirketteydi?
      chatter   bordro yine gecikti | şirketlerin otopark kuralları bir garip
      values    Halden; Berrak Su; Ostro; Kerkenez; Vantis; Taşocağı; Gelgit; Çamtepe; Merlan Gıda; Orkide Bank; Bozhat; Tuzla Atölyesi
    job
      says      Mesleğim {v} | Ben {v} olarak çalışıyorum | İşim {v} | Geçimimi {v} olarak sağlıyorum
      changes   Yeniden eğitim aldım, artık {v} olarak çalışıyorum | Geçen hafta {v} oldum | Bugünden itibaren eski işim yok, ben {v} oldum | Meslek değiştirdim, şimdi işim {v}
      past      {m} ayına kadar işim {v} idi | {m} ayına kadar {v} olarak çalışıyordum
      soon      {d} tarihinde {v} olarak başlıyorum | {d} tarihinden itibaren {v} olacağım
      reports   {p} artık {v} olarak çalışıyor | Duydum ki {p} {v} olmuş
      asks      {o} mesleği ne? | {p} ne iş yapıyor? | {p} ne olarak çalışıyor? | {o} işi ne?
      then      {o} {m} ayında mesleği neydi? | {p} {m} ayında ne olarak çalışıyordu?
      chatter   bazı işler hiç bitmez | keşke bir zanaat öğrenseydim
      values    hemşire; marangoz; çevirmen; haritacı; arıcı; çiçekçi; kaynakçı; eczacı; ciltçi; tesisatçı; kütüphaneci; sesçi
    phone
      says      Telefon numaram {v} | Bana {v} üzerinden ulaşabilirsiniz | Beni {v} numarasından arayın | Cep numaram {v}
      changes   Yeni numaram {v} | Numaram artık {v}, eskisi kapandı | Geçen haftadan beri numaram {v} | Eski numarayı silin, benimki {v}
      past      {m} ayına kadar numaram {v} idi | {m} ayına kadar bana {v} üzerinden ulaşılıyordu
      soon      {d} tarihinden itibaren numaram {v} olacak | {d} tarihinde numaram {v} olarak değişiyor
      reports   {o} telefon numarası artık {v} | Duydum ki {o} numarası {v} olmuş
      asks      {o} telefon numarası ne? | {o} numarası kaç? | Hangi numaradan {o} kendisine ulaşabilirim? | {o} cep numarası ne?
      then      {o} {m} ayında telefon numarası neydi? | {m} ayında {o} numarası kaçtı?
      chatter   artık kimse telefonu açmıyor | sabit hattı sadece reklamcılar arıyor
      values    555-0134; 555-0171; 555-0122; 555-0188; 555-0147; 555-0163; 555-0119; 555-0192; 555-0156; 555-0108; 555-0177; 555-0140
    food
      says      En sevdiğim yemek {v} | Hiçbir yemeği {v} kadar sevmem | En çok yediğim şey {v}, bayılırım | Benim için {v} her şeyden önce gelir
      changes   Ondan soğudum, en sevdiğim yemek artık {v} | Bu aralar en çok {v} seviyorum | Yeni favori yemeğim {v} | Geçen hafta anladım ki en sevdiğim yemek {v}
      past      {m} ayına kadar en sevdiğim yemek {v} idi | {m} ayına kadar en çok {v} severdim
      reports   {o} en sevdiği yemek artık {v} | Duydum ki {p} en çok {v} seviyormuş
      asks      {o} en sevdiği yemek ne? | {p} en çok hangi yemeği seviyor? | {p} en çok ne yemeyi sever? | {o} favori yemeği hangisi?
      then      {o} {m} ayında en sevdiği yemek neydi? | {m} ayında {p} en çok hangi yemeği seviyordu?
      chatter   yemekhane bugün berbattı | cuma siparişini kim veriyor?
      values    mantı; karnıyarık; lahmacun; menemen; güveç; kısır; imambayıldı; pide; çiğ köfte; kuru fasulye; hünkarbeğendi; yaprak sarma
    pet
      says      Köpeğimin adı {v} | Bizim köpeğin ismi {v} | Köpek {v} adına bakıyor | Köpeğe {v} diyoruz
      changes   Köpeğin adını değiştirdik, artık {v} | Köpeğin yeni bir ismi var, {v} | Geçen haftadan beri köpeğimizin adı {v} | Eski isim gitti, köpek şimdi {v} adına bakıyor
      past      {m} ayına kadar köpeğimizin adı {v} idi | {m} ayına kadar köpeğe {v} derdik
      reports   {o} köpeğinin adı artık {v} | Duydum ki {p} köpeğe {v} diyormuş
      asks      {o} köpeğinin adı ne? | {o} köpeğinin ismi ne? | {p} köpeğine ne diyor? | {o} köpeği hangi isme bakıyor?
      then      {o} {m} ayında köpeğinin adı neydi? | {m} ayında {p} köpeğine ne diyordu?
      chatter   köpekler her şeyi kemirir | bahçedeki tasma kimin?
      values    Bisküvi; Karabiber; Gofret; Yıldız; Ardıç; Moka; Ziko; Turşu; Fındık; Böğürtlen; Bulut; Filiz
    doctor
      says      Doktorum {v} | Hasta olunca {v} muayenehanesine giderim | Aile hekimim {v} | Bana bakan doktor {v}
      changes   Doktor değiştirdim, artık doktorum {v} | Doktorum emekli oldu, şimdi {v} bakıyor | Geçen haftadan beri doktorum {v} | Yeni doktorum {v}
      past      {m} ayına kadar doktorum {v} idi | {m} ayına kadar bana {v} bakıyordu, doktorum oydu
      soon      {d} tarihinden itibaren doktorum {v} olacak | {d} tarihinde doktor değiştiriyorum, {v} bakacak
      reports   {o} doktoru artık {v} | Duydum ki {o} yeni doktoru {v} olmuş
      asks      {o} doktoru kim? | {p} hangi doktora gidiyor? | {o} doktorunun adı ne? | Hangi doktor {o} hekimi?
      then      {o} {m} ayında doktoru kimdi? | {m} ayında {p} hangi doktora gidiyordu?
      chatter   bekleme odaları insanı hasta eder | herkes nezle
      values    Dr. Hale; Dr. Aksoy; Dr. Nalbant; Dr. Lale; Dr. Oral; Dr. Ferhat; Dr. Kaya; Dr. Sarp; Dr. Veli; Dr. Baykal; Dr. Mert; Dr. Kaplan
    release thing
      says      {o} çıkış tarihi {v} | {t} yayını {v} günü | {t} sürümünü {v} günü yayınlıyoruz | {t} için çıkış günü {v}
      changes   {o} çıkışı kaydı, artık {v} | {t} gecikiyor, çıkış {v} günü | {t} için yeni tarih: çıkış {v} | Yeni plan, {o} çıkış tarihi {v}
      past      {m} ayına kadar {o} çıkış tarihi {v} idi | {m} ayına kadar plan şuydu: {t} {v} günü çıkacaktı
      asks      {t} ne zaman çıkıyor? | {o} çıkış tarihi ne? | {t} hangi gün yayınlanıyor? | {o} çıkışı hangi gün?
      then      {m} ayında {o} çıkışı hangi güne planlanmıştı? | {o} {m} ayında çıkış tarihi neydi?
      chatter   çıkışlar hep cumaya denk gelir | sürüm notlarını kim yazıyor?
      values    2026-08-03; 2026-08-12; 2026-08-24; 2026-09-05; 2026-09-14; 2026-09-28; 2026-10-06; 2026-10-17; 2026-10-29; 2026-11-07; 2026-11-16; 2026-11-25
    meeting thing
      says      {t} toplantısı {v} | {t} için her {v} toplanıyoruz | Haftalık {t} toplantısı {v} yapılıyor | {t} ekibi {v} toplanıyor
      changes   {t} toplantısı temelli olarak {v} oldu | Bundan sonra {t} toplantısı {v} | Değiştirdik: {t} ekibi {v} toplanıyor | {t} toplantısı artık {v}, eski saat iptal
      past      {m} ayına kadar {t} toplantısı {v} idi | {m} ayına kadar {t} ekibi {v} toplanıyordu
      soon      {d} tarihinden itibaren {t} toplantısı {v} | {d} tarihinde {t} toplantısı {v} oluyor
      asks      {t} toplantısı ne zaman? | {t} ekibi hangi gün toplanıyor? | {t} toplantısının saati ne? | {t} ekibi ne zaman toplanıyor?
      then      {t} toplantısı {m} ayında ne zamandı? | {m} ayında {t} ekibi hangi gün toplanıyordu?
      chatter   bu toplantı bir e-posta olabilirdi | tutanağı kim tutuyor?
      values    Pazartesi 9.30; Pazartesi 14.00; Salı 10.15; Salı 16.00; Çarşamba 8.45; Çarşamba 13.30; Perşembe 11.00; Perşembe 15.45; Cuma 9.15; Cuma 12.00; Salı 8.30; Perşembe 17.00
    server thing
      says      {t} sunucusu {v} adresinde | {t} sunucusunun adresi {v} | {t} şurada: {v} | {t} {v} üzerinde çalışıyor
      changes   {t} sunucusu {v} adresine taşındı | {o} yerini değiştirdik, adres artık {v} | {t} dün geceden beri {v} üzerinde çalışıyor | Eski makine kapalı, {o} adresi {v}
      past      {m} ayına kadar {t} sunucusu {v} adresindeydi | {m} ayına kadar {t} {v} üzerinde çalışıyordu
      soon      {d} tarihinden itibaren {t} sunucusu {v} adresinde olacak | {d} tarihinde {t} {v} adresine taşınıyor
      asks      {t} sunucusunun adresi ne? | {t} nerede çalışıyor? | {t} hangi adreste? | {o} sunucusu hangi adreste?
      then      {t} sunucusunun {m} ayında adresi neydi? | {m} ayında {t} nerede çalışıyordu?
      chatter   fanlar yine çok gürültülü | biri ağ kablosuna takıldı
      values    192.0.2.14; 192.0.2.77; 198.51.100.23; 198.51.100.86; 203.0.113.45; 203.0.113.91; 192.0.2.58; 198.51.100.61; 203.0.113.32; 192.0.2.96; 198.51.100.40; 203.0.113.79
    version thing
      says      {o} sürümü {v} | {t} için güncel sürüm {v} | {o} {v} sürümünü kullanıyoruz | Üretimde {t} {v} var
      changes   {t} güncellendi, artık sürüm {v} | {o} sürümünü {v} yaptık | Dün geceden beri {t} {v} kullanıyoruz | {t} artık eski sürümde değil, {v} oldu
      past      {m} ayına kadar {o} {v} sürümünü kullanıyorduk | {m} ayına kadar {o} sürümü {v} idi
      soon      {d} tarihinden itibaren {t} {v} kullanıyoruz | {d} tarihinde {t} {v} sürümüne geçiyor
      asks      {o} hangi sürümünü kullanıyoruz? | {o} güncel sürümü ne? | {t} hangi sürümde? | Üretimdeki {t} sürümü kaç?
      then      {m} ayında {o} hangi sürümünü kullanıyorduk? | {t} {m} ayında hangi sürümdeydi?
      chatter   cuma günü güncelleme, cesaret ister | değişiklik notlarını hiç okumam
      values    2.4.1; 2.5.0; 3.0.2; 3.1.7; 4.2.0; 4.6.3; 5.0.8; 5.3.4; 6.1.9; 6.7.5; 7.2.6; 8.0.3
    price thing
      says      {o} fiyatı {v} | {t} için fiyat {v} | {o} satış fiyatı {v} | {t} lisansı {v}
      changes   {o} fiyatı değişti, {v} oldu | {t} bundan sonra {v} | Zam yaptık, {t} artık {v} | {t} için yeni fiyat: {v}
      past      {m} ayına kadar {o} fiyatı {v} idi | {m} ayına kadar {t} için fiyat {v} idi
      soon      {d} tarihinden itibaren {o} fiyatı {v} olacak | {d} tarihinde {o} fiyatı {v} oluyor
      asks      {t} kaç para? | {o} fiyatı ne kadar? | {t} ne kadara satılıyor? | {o} satış fiyatı ne?
      then      {t} {m} ayında kaç paraydı? | {m} ayında {o} fiyatı ne kadardı?
      chatter   her şey pahalanıyor | faturaları kim imzalıyor?
      values    190 lira; 240 lira; 295 lira; 350 lira; 420 lira; 485 lira; 530 lira; 590 lira; 645 lira; 710 lira; 860 lira; 975 lira
    lead thing
      says      {t} ekibini {v} yönetiyor | {t} ekibinin lideri {v} | {o} başında {v} var | {t} ekibi {v} yönetiminde
      changes   {t} ekibini {v} devraldı | {t} ekibinin yeni lideri {v} | {o} başında artık {v} var | Pazartesiden beri {t} ekibini {v} yönetiyor
      past      {m} ayına kadar {t} ekibini {v} yönetiyordu | {m} ayına kadar {t} ekibinin lideri {v} idi
      soon      {d} tarihinde {t} ekibini {v} devralıyor | {d} tarihinden itibaren {t} ekibini {v} yönetecek
      asks      {t} ekibini kim yönetiyor? | {t} ekibinin lideri kim? | {o} başında kim var? | {t} ekibi kime bağlı?
      then      {t} ekibini {m} ayında kim yönetiyordu? | {m} ayında {t} ekibinin lideri kimdi?
      chatter   liderler ve takvimleri | bir yapılanma daha olursa bağırırım
      values    Meral Holta; Oktay Lafçı; Pınar Nar; Tuna Vural; Ulviye Berk; Vedat Zan; Yeliz Hadi; Zafer Kısa; Nadide Rota; İlhan Marş; Lerzan Fırtına; Samim Dal
    """,
)
