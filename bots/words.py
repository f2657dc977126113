"""The fleet's own words to people: few, short, honest, in the configured language."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "loop": "I stop here: we have been talking among ourselves. A word from one of you, and we go on.",
        "model_trouble": "Sorry, I could not finish an answer: {why}. Nothing is lost; please say it again to retry.",
        "unreachable": "the language model cannot be reached",
        "refused": "the language model's provider refused the request",
        "key_refused": "the language model's provider refused the key, so an owner of this fleet has to look at it",
        "unknown_model": "the language model's provider does not know the configured model; an owner has to look at it",
        "rate_limited": "the language model's provider takes no more requests for now (rate limit or quota used up)",
        "provider_fault": "the language model's provider has a fault of its own",
        "web_page": "a web page answered instead of the language model, so its address needs a look by an owner",
        "no_first_token": "the language model did not begin to answer in time",
        "stalled": "the language model stopped in the middle",
        "too_long": "the language model took too long",
        "cut": "the connection to the language model broke in the middle",
        "garbage": "the language model's answer was unreadable",
        "empty": "the language model said nothing",
        "late": "You wrote “{question}” {age} ago, while I was away. If you still want an answer, please say it again.",
        "late_label": "(late: you wrote this {age} ago, while I was away)",
        "doubt": (
            "I was interrupted while I answered “{question}” and cannot tell whether my answer reached you. "
            "If you do not see one, please ask again. (This note may come twice.)"
        ),
        "stopped": "(stopped)",
        "report": "{name} (`{address}`) wrote to me in `{place}`. I do not know them and have only told them so.",
        "as_file": "This answer is too long for messages, so here it is as a file.",
        "guest": (
            "I talk only with people I know. Your address is `{address}`; an owner of this fleet can add it under "
            "`admins` in config.json, or invite you to one of its channels."
        ),
        "bug": "Sorry, something went wrong. The error is logged; please try again later.",
        "which_is_right": (
            "I was told two things about you that contradict each other.\n\n"
            "1. {known} said on {known_day}: “{known_text}”\n"
            "2. {other} said on {other_day}: “{other_text}”\n\n"
            "Which is right? *{keep}* the first, *{replace}* it with the second, or are *{both}* true?"
        ),
        "proven": (
            "“{name}” has worked in {worked} of {tries} tries. Shall I keep it as a skill?\n\n"
            "*{make_skill}*, or *{leave_procedure}* it as it is?"
        ),
        "make_skill": "make it a skill",
        "leave_procedure": "leave",
        "you": "you",
        "keep": "keep",
        "replace": "replace",
        "both": "both",
        "or": "or",
        "answer_with": "Answer with: {words}.",
        "chosen": "{name} chose: {choice}",
        "too_late": "This question has been open for too long; nothing was changed.",
        "not_yours": "That question is for somebody else, so your answer has changed nothing.",
        "drop": "drop",
        "reminder_echo": "A reminder for **{when}** – {text}\n\nShall I set it?",
        "reminder_joins": "when {who} joins here",
        "reminder_anybody": "somebody",
        "reminder_unclear": "I have not set a reminder. {doubt} Please say it again with a day and a time.",
        "reminder_unseen": (
            "I have not set a reminder: I cannot detect “{event}” here. Please say it again with a day and a time."
        ),
        "reminder_who": "I have not set a reminder: who is “{who}”? Please say it again with the name.",
        "reminder_over": "That time is in the past, so I have not set a reminder.",
        "reminder": "Reminder: {text}",
        "reminder_late": "Reminder: {text} (late: it was due {when}, while I was offline)",
        "approval": "{name} wants to do this, and may only with your yes:\n\n{act}\n\n*{yes}* or *{no}*?",
        "yes": "yes",
        "no": "no",
        "approval_no": "No.",
        "approval_done": "Yes. {tool} gave: {result}",
        "approval_failed": "Yes, but {tool} failed: {result}",
        "money_over": "Today’s money for my language model is used up. Until midnight I answer from my memory alone.",
        "money_soft": (
            "{whose} has spent {spent} of today’s {limit} US dollars for model calls. When they are used up, answers "
            "come from memory alone."
        ),
        "money_spent": (
            "Today’s {limit} US dollars for model calls of {whose} are used up ({spent}). Until midnight answers come "
            "from memory alone."
        ),
        "no_money": "today’s money for the language model is used up",
        "forgotten": (
            "I will not recall or quote those words any more. What I cannot take back: this fleet's log file keeps the "
            "line, where its owner can read it, and your message stays here until you delete it."
        ),
        "seen": "seen",
        "call": "**{name}** calls you:",
        "call_urgent": "**{name}** calls you, and it is urgent:",
        "call_held": "*(It waited for the end of your quiet hours, {hours}.)*",
        "call_answer": "A reply to this message goes back to who asked.",
        "call_digest": "{count} calls waited for the end of your quiet hours, {hours}:",
        "call_several": "{count} calls for you:",
        "call_number": "Reply with the number and your answer, for example: 1 yes",
        "call_seen": "{name} has seen it",
        "call_answered": "{name} answered: {answer}",
        "call_answered_before": "This call has been answered already.",
        "call_thanks": "Thank you, your answer is passed on.",
        "hello_one": "Hello, I am **{name}**, a persona with a memory of my own.",
        "hello_many": "Hello, here you meet {names}: personas, each with a memory of its own.",
        "hello_nobody": "Hello. No persona lives here yet; an owner of this fleet can create one.",
        "hello_call": "To talk with one of them, begin with the name: `{name}: good morning`.",
        "hello_can": (
            "Write as you would to a colleague. What you tell me I remember, and I repeat it only to people who could "
            "read it where you said it. I read text files, PDFs and, if my model can, images; I can remind you "
            "(`remind me tomorrow at 9 to …`), and on `forget that …` I let it go."
        ),
        "hello_help": "`/anima help` lists the commands.",
        "file_unknown": "I do not read files of this kind: {name}",
        "file_too_large": "This file is too large for me, I take up to {most} MB: {name}",
        "file_broken": "I cannot read this file, it seems to be damaged: {name}",
        "file_failed": "I could not fetch this file, please send it again: {name}",
        "night_report": "**{name}** has slept ({nights}):",
        "night_quiet": "**{name}** has slept ({nights}): there was nothing to change.",
        "night_learned": "notes learned or written anew",
        "night_merged": "merged",
        "night_contradicted": "contradictions settled or to be asked about",
        "night_firmer": "made firmer",
        "night_faded": "let fade (a search still finds them)",
        "night_refused": "Not carried out: {steps}.",
        "night_links": "Notes that you may read:",
        "night_undo": "`run_bots.py dream undo {name}` takes the latest night back.",
        "card": "**{name}**: what I learned about you this week:",
        "card_how": (
            "To correct one: `/anima me correct {id} …`; to have one forgotten: `/anima me forget {id}`; all that is "
            "known of you as a file: `/anima me export`; cards on or off: `/anima me card on`, `/anima me card off`."
        ),
        "card_fine": "fine",
        "card_forget": "forget these",
        "card_mute": "no more cards",
    },
    "ja": {
        "loop": "仲間うちの会話が続いたので、ここで止めます。どなたかが一言くだされば続けます。",
        "model_trouble": "すみません、{why}ため、最後までお答えできませんでした。もう一度送ってください。",
        "unreachable": "言語モデルに接続できない",
        "refused": "言語モデルの提供元が要求を拒否した",
        "key_refused": "言語モデルの提供元がキーを拒否した（オーナーの確認が必要な）",
        "unknown_model": "設定された名前の言語モデルが提供元に存在しない（オーナーの確認が必要な）",
        "rate_limited": "言語モデルの提供元が今は要求を受け付けていない（回数制限または利用枠に達した）",
        "provider_fault": "言語モデルの提供元で障害が起きている",
        "web_page": "言語モデルではなくウェブページが応答した（アドレスの確認が必要な）",
        "no_first_token": "言語モデルが時間内に答え始めなかった",
        "stalled": "言語モデルが途中で止まった",
        "too_long": "言語モデルの時間がかかりすぎた",
        "cut": "言語モデルとの接続が途中で切れた",
        "garbage": "言語モデルの答えが読み取れなかった",
        "empty": "言語モデルが何も答えなかった",
        "late": "「{question}」は{age}前、私が不在の間に届きました。まだ答えが必要なら、もう一度送ってください。",
        "late_label": "（遅れた返事です：{age}前、私が不在の間に届いたメッセージへの答えです）",
        "doubt": (
            "「{question}」に答えている途中で中断し、答えが届いたか分かりません。見当たらなければもう一度聞いてください。"
            "（このお知らせは二度届くことがあります）"
        ),
        "stopped": "（中断しました）",
        "report": "{name}（`{address}`）が`{place}`で話しかけてきましたが、知らない方なのでお断りしました。",
        "as_file": "メッセージには長すぎるため、答えをファイルでお送りします。",
        "guest": (
            "知っている方とだけお話ししています。あなたのアドレスは `{address}` です。オーナーが config.json の "
            "`admins` に加えるか、チャンネルに招待できます。"
        ),
        "bug": "すみません、内部で問題が起きました。記録しましたので、後でもう一度送ってください。",
        "which_is_right": (
            "あなたについて聞いた二つのことが合いません。\n\n"
            "1. {known_day}、{known}：「{known_text}」\n"
            "2. {other_day}、{other}：「{other_text}」\n\n"
            "どちらが正しいですか。1のままなら「{keep}」、2に変えるなら「{replace}」、どちらも正しければ「{both}」。"
        ),
        "proven": (
            "「{name}」は{tries}回のうち{worked}回うまくいきました。スキルとして残しますか。\n\n"
            "「{make_skill}」か、そのままにするなら「{leave_procedure}」。"
        ),
        "make_skill": "スキルにする",
        "leave_procedure": "しない",
        "you": "あなた",
        "keep": "そのまま",
        "replace": "置き換え",
        "both": "両方",
        "or": "または",
        "answer_with": "{words} と答えてください。",
        "chosen": "{name}さんの選択：{choice}",
        "too_late": "この質問は時間が経ちすぎたため、何も変えませんでした。",
        "not_yours": "この質問は別の方へのものなので、何も変えませんでした。",
        "drop": "取り消し",
        "reminder_echo": "リマインダーをこう理解しました：**{when}** – {text}\n\nこのまま登録しますか。",
        "reminder_joins": "{who}さんがここに参加したとき",
        "reminder_anybody": "誰か",
        "reminder_unclear": "まだ登録していません。{doubt} 日付と時刻を添えて、もう一度言ってください。",
        "reminder_unseen": (
            "登録していません。「{event}」はここでは分かりません。日付と時刻を添えて、もう一度言ってください。"
        ),
        "reminder_who": "まだ登録していません。「{who}」とはどなたですか。名前を添えて、もう一度言ってください。",
        "reminder_over": "その時刻はもう過ぎているので、登録しませんでした。",
        "reminder": "リマインダー：{text}",
        "reminder_late": "リマインダー：{text}（{when}の予定でしたが、不在のため遅れました）",
        "approval": "{name}が次のことをするには、あなたの許可が必要です。\n\n{act}\n\n*{yes}*、それとも*{no}*？",
        "yes": "はい",
        "no": "いいえ",
        "approval_no": "いいえ。",
        "approval_done": "はい。{tool}の結果：{result}",
        "approval_failed": "はい。ただし{tool}は失敗しました：{result}",
        "money_over": "今日の言語モデルの予算を使い切りました。零時までは自分の記憶だけで答えます。",
        "money_soft": (
            "{whose} は今日のモデル利用料 {limit} ドルのうち {spent} ドルを使いました。使い切ると記憶だけで答えます。"
        ),
        "money_spent": (
            "{whose} の今日のモデル利用料 {limit} ドルを使い切りました（{spent} ドル）。零時まではモデルに尋ねません。"
        ),
        "no_money": "今日の言語モデルの予算を使い切りました",
        "forgotten": (
            "その言葉はもう思い出さず、引用もしません。ただし、このフリートのログファイルには行が残り（所有者が読めます）、"
            "メッセージ自体もあなたが削除するまでここに残ります。"
        ),
        "seen": "確認",
        "call": "**{name}**からの呼び出しです：",
        "call_urgent": "**{name}**からの至急の呼び出しです：",
        "call_held": "*（通知を控える時間帯（{hours}）が終わるまで待ちました。）*",
        "call_answer": "このメッセージへの返信は、尋ねた場所に伝わります。",
        "call_digest": "通知を控える時間帯（{hours}）の間に{count}件の呼び出しがありました：",
        "call_several": "呼び出しが{count}件あります：",
        "call_number": "番号と答えを返信してください。例：1 はい",
        "call_seen": "{name}さんが確認しました",
        "call_answered": "{name}さんの答え：{answer}",
        "call_answered_before": "この呼び出しには、すでに答えがあります。",
        "call_thanks": "ありがとうございます。答えを伝えました。",
        "hello_one": "こんにちは、**{name}**です。自分の記憶を持つペルソナです。",
        "hello_many": "こんにちは。ここには{names}がいます。それぞれ自分の記憶を持つペルソナです。",
        "hello_nobody": "こんにちは。ここにはまだペルソナがいません。このフリートのオーナーが作成できます。",
        "hello_call": "話しかけるときは名前から始めてください：`{name}: おはよう`",
        "hello_can": (
            "同僚に書くように話しかけてください。聞いたことは覚え、それを読めた人にだけ繰り返します。"
            "テキスト、PDF、（モデルが対応していれば）画像も読みます。リマインダーもできますし、"
            "「忘れて」と言われたことは思い出しません。"
        ),
        "hello_help": "コマンドの一覧は `/anima help` です。",
        "file_unknown": "この種類のファイルは読めません：{name}",
        "file_too_large": "このファイルは大きすぎます（{most} MBまで）：{name}",
        "file_broken": "このファイルは壊れているようで、読めません：{name}",
        "file_failed": "このファイルを取得できませんでした。もう一度送ってください：{name}",
        "night_report": "**{name}**が眠りました（{nights}）。",
        "night_quiet": "**{name}**が眠りました（{nights}）。変えることはありませんでした。",
        "night_learned": "新しく書いたメモ",
        "night_merged": "まとめたもの",
        "night_contradicted": "決着した、または尋ねる矛盾",
        "night_firmer": "強まった記憶",
        "night_faded": "薄れた記憶（検索では見つかります）",
        "night_refused": "実行しなかった手順：{steps}",
        "night_links": "あなたが読めるメモ：",
        "night_undo": "`run_bots.py dream undo {name}` で最後の夜を取り消せます。",
        "card": "**{name}**：今週あなたについて知ったこと：",
        "card_how": (
            "訂正は `/anima me correct {id} …`、忘れさせるには `/anima me forget {id}`、すべてをファイルで受け取るには "
            "`/anima me export`、このカードの切り替えは `/anima me card on`、`/anima me card off`。"
        ),
        "card_fine": "これでよい",
        "card_forget": "これらを忘れる",
        "card_mute": "カードは不要",
    },
    "tr": {
        "loop": "Burada duruyorum: kendi aramızda konuşup durduk. Biriniz bir şey yazarsa devam ederiz.",
        "model_trouble": "Üzgünüm, yanıtı tamamlayamadım: {why}. Hiçbir şey kaybolmadı; lütfen yeniden yazın.",
        "unreachable": "dil modeline ulaşılamıyor",
        "refused": "dil modelinin sağlayıcısı isteği reddetti",
        "key_refused": "dil modelinin sağlayıcısı anahtarı reddetti, bir sahibin bakması gerek",
        "unknown_model": "dil modelinin sağlayıcısı ayarlanan adda bir model tanımıyor, bir sahibin bakması gerek",
        "rate_limited": "dil modelinin sağlayıcısı şu anda istek kabul etmiyor (hız sınırı veya kota doldu)",
        "provider_fault": "dil modelinin sağlayıcısında bir arıza var",
        "web_page": "dil modeli yerine bir web sayfası yanıt verdi, adresine bir sahibin bakması gerek",
        "no_first_token": "dil modeli zamanında yanıtlamaya başlamadı",
        "stalled": "dil modeli ortada durdu",
        "too_long": "dil modeli çok uzun sürdü",
        "cut": "dil modeliyle bağlantı ortada koptu",
        "garbage": "dil modelinin yanıtı anlaşılmadı",
        "empty": "dil modeli bir şey söylemedi",
        "late": (
            "“{question}” mesajını {age} önce, ben yokken yazmışsınız. Hâlâ yanıt istiyorsanız lütfen yeniden yazın."
        ),
        "late_label": "(geç yanıt: bunu {age} önce, ben yokken yazmışsınız)",
        "doubt": (
            "“{question}” mesajını yanıtlarken kesildim; yanıtım size ulaştı mı bilemiyorum. "
            "Göremiyorsanız lütfen yeniden sorun. (Bu not iki kez gelebilir.)"
        ),
        "stopped": "(durduruldu)",
        "report": "{name} (`{address}`) bana `{place}` üzerinden yazdı; tanımadığım için yanıtlamadım.",
        "as_file": "Bu yanıt mesajlar için çok uzun, bu yüzden dosya olarak gönderiyorum.",
        "guest": (
            "Yalnızca tanıdığım kişilerle konuşuyorum. Adresiniz `{address}`; bir sahip onu config.json içinde "
            "`admins` altına ekleyebilir veya sizi bir kanala davet edebilir."
        ),
        "bug": "Üzgünüm, içimde bir şey ters gitti. Kaydettim; lütfen daha sonra yeniden yazın.",
        "which_is_right": (
            "Sizinle ilgili duyduğum iki şey birbirini tutmuyor.\n\n"
            "1. {known}, {known_day}: “{known_text}”\n"
            "2. {other}, {other_day}: “{other_text}”\n\n"
            "Hangisi doğru? Birincisi kalsın: *{keep}*, yerine ikincisi geçsin: *{replace}*, ikisi de doğru: *{both}*."
        ),
        "proven": (
            "“{name}” {tries} denemenin {worked} tanesinde işe yaradı. Beceri olarak saklayayım mı?\n\n"
            "*{make_skill}* ya da olduğu gibi *{leave_procedure}*."
        ),
        "make_skill": "beceri yap",
        "leave_procedure": "bırak",
        "you": "siz",
        "keep": "kalsın",
        "replace": "değiştir",
        "both": "ikisi de",
        "or": "veya",
        "answer_with": "Şununla yanıtlayın: {words}.",
        "chosen": "{name} seçti: {choice}",
        "too_late": "Bu soru çok uzun süre açık kaldı; hiçbir şey değişmedi.",
        "not_yours": "Bu soru başka biri için; yanıtınız hiçbir şeyi değiştirmedi.",
        "drop": "vazgeç",
        "reminder_echo": "Hatırlatmayı şöyle anladım: **{when}** – {text}\n\nSaklayayım mı?",
        "reminder_joins": "{who} buraya katıldığında",
        "reminder_anybody": "biri",
        "reminder_unclear": "Henüz bir hatırlatma kaydetmedim. {doubt} Lütfen gün ve saatle yeniden söyleyin.",
        "reminder_unseen": (
            "Hatırlatma kaydetmedim: “{event}” burada fark edemeyeceğim bir şey. Lütfen gün ve saatle yeniden söyleyin."
        ),
        "reminder_who": "Henüz bir hatırlatma kaydetmedim: “{who}” kim? Lütfen adıyla yeniden söyleyin.",
        "reminder_over": "O saat çoktan geçti, bu yüzden kaydedilecek bir şey yok.",
        "reminder": "Hatırlatma: {text}",
        "reminder_late": "Hatırlatma: {text} (geç kaldı: {when} içindi, ben yoktum)",
        "approval": "{name} şunu yapmak istiyor ve bunun için onayınız gerekiyor:\n\n{act}\n\n*{yes}* mi, *{no}* mı?",
        "yes": "evet",
        "no": "hayır",
        "approval_no": "Hayır.",
        "approval_done": "Evet. {tool} sonucu: {result}",
        "approval_failed": "Evet, ama {tool} başarısız oldu: {result}",
        "money_over": "Dil modelim için bugünkü para bitti. Gece yarısına kadar yalnızca belleğimden yanıt veriyorum.",
        "money_soft": (
            "{whose} bugünkü {limit} dolarlık model bütçesinin {spent} dolarını harcadı. Bitince yalnızca bellekten "
            "yanıt verilir."
        ),
        "money_spent": (
            "{whose} için bugünkü {limit} dolarlık model bütçesi bitti ({spent}). Gece yarısına kadar modele sorulmaz."
        ),
        "no_money": "dil modeli için bugünkü para bitti",
        "forgotten": (
            "O sözleri artık hatırlamayacağım ve alıntılamayacağım. Geri alamadığım: satır bu filonun günlük "
            "dosyasında kalır (sahibi okuyabilir), mesajınız da siz silene kadar burada durur."
        ),
        "seen": "görüldü",
        "call": "**{name}** sizi arıyor:",
        "call_urgent": "**{name}** sizi arıyor, acil:",
        "call_held": "*(Sessiz saatlerinizin, {hours}, bitmesini bekledi.)*",
        "call_answer": "Bu mesaja verilen yanıt, sorana iletilir.",
        "call_digest": "{count} çağrı, sessiz saatlerinizin, {hours}, bitmesini bekledi:",
        "call_several": "Sizin için {count} çağrı var:",
        "call_number": "Numarayı ve yanıtınızı yazarak yanıtlayın, örneğin: 1 evet",
        "call_seen": "{name} gördü",
        "call_answered": "{name} yanıtladı: {answer}",
        "call_answered_before": "Bu çağrı daha önce yanıtlandı.",
        "call_thanks": "Teşekkürler, yanıtınız iletildi.",
        "hello_one": "Merhaba, ben **{name}**, kendi belleği olan bir personayım.",
        "hello_many": "Merhaba, burada {names} var: her biri kendi belleği olan personalar.",
        "hello_nobody": "Merhaba. Burada henüz bir persona yok; bu filonun bir sahibi oluşturabilir.",
        "hello_call": "Biriyle konuşmak için adıyla başlayın: `{name}: günaydın`.",
        "hello_can": (
            "Bir iş arkadaşınıza yazar gibi yazın. Anlattıklarınızı hatırlar, yalnızca söylediğiniz yerde okuyabilecek "
            "kişilere yinelerim. Metin dosyalarını, PDF'leri ve modelim görebiliyorsa resimleri okurum; size "
            "hatırlatma yapabilirim, “bunu unut” derseniz bir daha anmam."
        ),
        "hello_help": "`/anima help` komutları listeler.",
        "file_unknown": "Bu tür dosyaları okuyamıyorum: {name}",
        "file_too_large": "Bu dosya benim için çok büyük, en fazla {most} MB alabilirim: {name}",
        "file_broken": "Bu dosyayı okuyamıyorum, bozuk görünüyor: {name}",
        "file_failed": "Bu dosyayı indiremedim, lütfen yeniden gönderin: {name}",
        "night_report": "**{name}** uyudu ({nights}):",
        "night_quiet": "**{name}** uyudu ({nights}): değiştirecek bir şey yoktu.",
        "night_learned": "öğrenilen ya da yeniden yazılan notlar",
        "night_merged": "birleştirilenler",
        "night_contradicted": "çözülen ya da sorulacak çelişkiler",
        "night_firmer": "güçlenenler",
        "night_faded": "solanlar (arama yine bulur)",
        "night_refused": "Uygulanmayanlar: {steps}.",
        "night_links": "Okuyabileceğiniz notlar:",
        "night_undo": "`run_bots.py dream undo {name}` son geceyi geri alır.",
        "card": "**{name}**: bu hafta sizinle ilgili öğrendiklerim:",
        "card_how": (
            "Düzeltmek için `/anima me correct {id} …`, unutturmak için `/anima me forget {id}`, hepsini dosya olarak "
            "almak için `/anima me export`, kartı açıp kapatmak için `/anima me card on`, `/anima me card off`."
        ),
        "card_fine": "doğru",
        "card_forget": "bunları unut",
        "card_mute": "kart istemiyorum",
    },
}


def word(language: str, key: str, **values: str) -> str:
    """The sentence in that language, in English where it has none."""
    table = WORDS.get(language, WORDS["en"])
    return table.get(key, WORDS["en"].get(key, key)).format(**values)
