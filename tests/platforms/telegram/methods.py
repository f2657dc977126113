"""The Bot API's methods as far as a chat bot needs them, with the errors that people meet."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.platforms.plan import Received
from tests.platforms.telegram.world import Bot, Chat, Json, Post, Webhook, utf16

if TYPE_CHECKING:
    from tests.platforms.telegram.server import TelegramServer

ENTITY_TYPES = {"mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number", "bold", "italic"}
ENTITY_TYPES |= {"underline", "strikethrough", "spoiler", "blockquote", "expandable_blockquote", "code", "pre"}
ENTITY_TYPES |= {"text_link", "text_mention", "custom_emoji", "date_time"}
REACTIONS = {
    "👍",
    "👎",
    "❤",
    "🔥",
    "🥰",
    "👏",
    "😁",
    "🤔",
    "🎉",
    "🤩",
    "🙏",
    "👌",
    "💯",
    "🤣",
    "⚡",
    "🏆",
    "👀",
    "✍",
    "🤝",
}


class ApiError(Exception):
    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code, self.description, self.parameters = code, description, parameters


def bad(why: str, **parameters: int) -> ApiError:
    return ApiError(400, f"Bad Request: {why}", **parameters)


class Call:
    """One call of one bot: its parameters, decoded."""

    def __init__(self, server: TelegramServer, bot: Bot, method: str, params: Json, files: dict[str, Json]) -> None:
        self.server, self.bot, self.method, self.params, self.files = server, bot, method, params, files

    def number(self, name: str, default: int = 0) -> int:
        try:
            return int(self.params.get(name, default))
        except ValueError:
            raise bad(f"{name} must be an integer") from None

    def value(self, name: str, default: Any = None) -> Any:
        found = self.params.get(name, default)
        return json.loads(found) if isinstance(found, str) else found

    def chat(self) -> Chat:
        found = self.server.chat_of(self.bot, str(self.params.get("chat_id", "")))
        if found is None:
            raise bad("chat not found")
        if found.moved_to:
            raise bad("group chat was upgraded to a supergroup chat", migrate_to_chat_id=found.moved_to)
        if found.blocked:
            raise ApiError(403, "Forbidden: bot was blocked by the user")
        if self.bot.id not in found.bots:
            raise ApiError(403, "Forbidden: bot is not a member of the supergroup chat")
        return found

    def paced(self, chat: Chat) -> None:
        if wait := self.server.flood.retry_after(
            f"{self.bot.id}/{chat.id}", is_group=chat.is_group, now=self.server.nominal()
        ):
            raise ApiError(429, f"Too Many Requests: retry after {wait}", retry_after=wait)

    def words(self, name: str = "text", longest: int = 4096) -> tuple[str, list[Json]]:
        text = str(self.params.get(name, ""))
        entities = self.value("entities" if name == "text" else "caption_entities", [])
        if name == "text" and not text.strip():
            raise bad("message text is empty")
        if len(text) > longest:
            raise bad("message is too long" if name == "text" else "message caption is too long")
        check_entities(text, entities)
        return text, entities

    def keyboard(self) -> Json:
        """The buttons under the message, or nothing."""
        markup = self.value("reply_markup", {})
        for row in markup.get("inline_keyboard", []):
            if any(not 1 <= len(str(button.get("callback_data", "")).encode()) <= 64 for button in row):
                raise bad("BUTTON_DATA_INVALID")
            if any(not button.get("text") for button in row):
                raise bad("Text buttons are unallowed in the inline keyboard")
        return {"reply_markup": markup} if markup else {}

    def thread(self, chat: Chat) -> int:
        thread = self.number("message_thread_id")
        if thread and thread not in chat.topics:  # the General topic has no id to send to
            raise bad("message thread not found")
        return thread

    def reply_to(self, chat: Chat) -> int:
        wanted = self.value("reply_parameters", {})
        original = int(wanted.get("message_id", 0))
        if original and (original not in chat.posts or chat.posts[original].deleted):
            if not wanted.get("allow_sending_without_reply"):
                raise bad("message to be replied not found")
            return 0
        return original

    def own_post(self, chat: Chat, what: str) -> Post:
        post = chat.posts.get(self.number("message_id"))
        if post is None or post.deleted:
            raise bad(f"message to {what} not found")
        return post

    def note(self, chat: Chat, message_id: int, text: str, *, reply_to: int = 0, persona: str = "") -> Received:
        return Received(
            method=self.method,
            place=str(chat.id),
            message_id=str(message_id),
            text=text,
            at=self.server.real(),
            persona=persona,
            reply_to=str(reply_to or ""),
            bot=self.bot.username,
        )


def check_entities(text: str, entities: list[Json]) -> None:
    """Offsets count UTF-16 units, and may not cut a character in two."""
    position, edges = 0, {0}
    for character in text:
        position += utf16(character)
        edges.add(position)
    for one in entities:
        start, end = int(one.get("offset", -1)), int(one.get("offset", -1)) + int(one.get("length", 0))
        if one.get("type") not in ENTITY_TYPES or start not in edges or end not in edges or end <= start:
            raise bad(f"can't parse entities: {one.get('type')} at offset {start} is out of the text")
        if one["type"] == "text_link" and not str(one.get("url", "")):
            raise bad("can't parse entities: text_link without a URL")


def persona_of(text: str, entities: list[Json]) -> str:
    """A bold first line is a name."""
    first = text.partition("\n")[0]
    named = any(one["type"] == "bold" and one["offset"] == 0 and one["length"] == utf16(first) for one in entities)
    return first if named and "\n" in text else ""


def get_me(call: Call) -> Any:
    return call.bot.me


def send_message(call: Call) -> Any:
    text, entities = call.words()
    keyboard = call.keyboard()
    chat = call.chat()
    return _post(call, chat, text, entities, keyboard)


def send_document(call: Call) -> Any:
    text, entities = call.words("caption", 1024)
    chat = call.chat()
    file = next(iter(call.files.values()), None)
    if file is None:
        raise bad("there is no document in the request")
    document = {key: file[key] for key in ("file_id", "file_unique_id", "file_name", "mime_type", "file_size")}
    return _post(call, chat, text, entities, {"document": document})


def _post(call: Call, chat: Chat, text: str, entities: list[Json], extra: Json) -> Json:
    thread, reply_to = call.thread(chat), call.reply_to(chat)
    call.paced(chat)
    post = call.server.post(chat, call.bot, text, thread=thread, reply_to=reply_to, entities=entities, extra=extra)
    call.server.ledger.received.append(
        call.note(chat, post.id, text, reply_to=reply_to, persona=persona_of(text, entities))
    )
    return chat.message(post)


def edit_message_text(call: Call) -> Any:
    text, entities = call.words()
    chat = call.chat()
    post = call.own_post(chat, "edit")
    if post.sender["id"] != call.bot.id:
        raise bad("message can't be edited")
    keyboard = call.keyboard()
    before = {key: value for key, value in post.extra.items() if key == "reply_markup"}
    if (post.text, post.entities, before) == (text, entities, keyboard):
        raise bad("message is not modified: specified new message content and reply markup are exactly the same")
    call.paced(chat)
    post.text, post.entities, post.edited_at = text, entities, call.server.clock()
    post.extra = {key: value for key, value in post.extra.items() if key != "reply_markup"} | keyboard
    call.server.ledger.received.append(call.note(chat, post.id, text, persona=persona_of(text, entities)))
    return chat.message(post)


def delete_message(call: Call) -> Any:
    chat = call.chat()
    post = call.own_post(chat, "delete")
    if (call.server.clock() - post.at).total_seconds() > 48 * 3600:
        raise bad("message can't be deleted for everyone")
    post.deleted = True
    call.server.ledger.received.append(call.note(chat, post.id, ""))
    return True


def set_message_reaction(call: Call) -> Any:
    chat = call.chat()
    post = call.own_post(chat, "react")
    emojis = [one["emoji"] for one in call.value("reaction", [])]
    if not set(emojis) <= REACTIONS or len(emojis) > 1:
        raise bad("REACTION_INVALID")
    post.reactions[call.bot.id] = "".join(emojis)
    call.server.ledger.received.append(call.note(chat, post.id, "".join(emojis)))
    return True


def send_chat_action(call: Call) -> Any:
    chat = call.chat()
    thread = call.number("message_thread_id")
    if thread and not (chat.forum and thread == 1) and thread not in chat.topics:
        raise bad("message thread not found")
    call.server.ledger.actions.append(call.note(chat, thread, str(call.params["action"])))
    return True


def send_message_draft(call: Call) -> Any:
    text = str(call.params.get("text", ""))
    if len(text) > 4096:
        raise bad("message is too long")
    check_entities(text, call.value("entities", []))
    chat = call.chat()
    if chat.is_group:
        raise bad("message drafts can be sent only to private chats")
    if not call.number("draft_id"):
        raise bad("draft_id must be non-zero")
    call.server.ledger.drafts.append(call.note(chat, call.number("draft_id"), text))
    return True


def get_file(call: Call) -> Any:
    found = call.server.files.get(str(call.params.get("file_id", "")))
    if found is None:
        raise bad("invalid file_id")
    if found["file_size"] > 20 * 1024 * 1024:
        raise bad("file is too big")
    return {key: found[key] for key in ("file_id", "file_unique_id", "file_size", "file_path")}


def get_chat(call: Call) -> Any:
    chat = call.chat()
    details = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": dict.fromkeys(GIFTS, False)}
    return chat.json(call.server.users.get(chat.id)) | details


GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")


def get_chat_member(call: Call) -> Any:
    chat, user = call.chat(), call.number("user_id")
    person = call.server.user_json(user)
    if person is None:
        raise bad("user not found")
    return _member(chat, person)


def get_chat_administrators(call: Call) -> Any:
    chat = call.chat()
    return [_member(chat, person) for user in chat.admins if (person := call.server.user_json(user))]


def _member(chat: Chat, person: Json) -> Json:
    if person["id"] not in chat.admins:
        return {"status": "member", "user": person}
    rights = ["can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats"]
    rights += ["can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users"]
    rights += ["can_post_stories", "can_edit_stories", "can_delete_stories"]
    return {"status": "administrator", "user": person, **dict.fromkeys(rights, False)}


def set_my_commands(call: Call) -> Any:
    call.bot.commands = call.value("commands", [])
    return True


def answer_callback_query(call: Call) -> Any:
    if str(call.params.get("callback_query_id")) not in call.server.callbacks:
        raise bad("query is too old and response timeout expired or query ID is invalid")
    call.server.callbacks.remove(str(call.params["callback_query_id"]))
    return True


def set_webhook(call: Call) -> Any:
    if not (url := str(call.params.get("url", ""))):
        return delete_webhook(call)
    call.bot.webhook = Webhook(url=url, secret=str(call.params.get("secret_token", "")))
    call.bot.allowed = call.value("allowed_updates", [])
    call.server.webhook_changed(call.bot)
    return True


def delete_webhook(call: Call) -> Any:
    call.bot.webhook = Webhook()
    if str(call.params.get("drop_pending_updates", "")).lower() == "true":
        call.bot.updates.clear()
    return True


def get_webhook_info(call: Call) -> Any:
    hook = call.bot.webhook
    info = {"url": hook.url, "has_custom_certificate": False, "pending_update_count": len(call.bot.updates)}
    return info | ({"last_error_message": hook.last_error} if hook.last_error else {})


METHODS: dict[str, Callable[[Call], Any]] = {
    "getMe": get_me,
    "sendMessage": send_message,
    "sendDocument": send_document,
    "editMessageText": edit_message_text,
    "deleteMessage": delete_message,
    "setMessageReaction": set_message_reaction,
    "sendChatAction": send_chat_action,
    "sendMessageDraft": send_message_draft,
    "getFile": get_file,
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getChatAdministrators": get_chat_administrators,
    "setMyCommands": set_my_commands,
    "answerCallbackQuery": answer_callback_query,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
}
