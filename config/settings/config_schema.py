"""config.json, as types: every section, every key, its default and what it is for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    SecretStr,
    StringConstraints,
    model_validator,
)

from bots.anima.anima_files import RoleTemplate
from memory.language.folders import FALLBACK, languages_with

ANIMA_NAME = r"[^\W_][\w-]{0,39}"


def _without_final_slash(value: object) -> object:
    return value.rstrip("/") if isinstance(value, str) else value


Name = Annotated[str, StringConstraints(pattern=rf"^{ANIMA_NAME}$")]
Address = Annotated[str, StringConstraints(pattern=r"^https?://[^\s/]+(/\S*)?$", max_length=2000)]
Url = Annotated[Address, BeforeValidator(_without_final_slash)]
Share = Annotated[float, Field(gt=0, le=1)]
Seconds = Annotated[float, Field(gt=0)]
TimeOfDay = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
IsoDay = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\d$")]
CountryCode = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
Hours = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$")]
Mode = Literal["A1", "A2", "B"]
Ambient = Literal["mentions", "all", "smart"]
Platform = Literal["slack", "discord", "telegram"]

if TYPE_CHECKING:
    FleetLanguage = str
else:
    FleetLanguage = Literal[languages_with("fleet.toml")]


#: Marks a key that this version does nothing with: only its default is accepted, and the check says why.
LATER: dict[str, JsonValue] = {"later": True}


class ConfigSection(BaseModel):
    """Unknown keys are refused; a loaded config never changes."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True, validate_default=True)


# --- messaging ------------------------------------------------------------------------------------------------------
# config.json, as types: where people and animas talk, who people are, and how they are called.


# ------------------------------------------------------------------------------------------------ platforms


class SlackAccount(ConfigSection):
    bot_token: SecretStr | None = Field(None, description="xoxb-…, or env:NAME")
    app_token: SecretStr | None = Field(None, description="xapp-…, or env:NAME; for mode socket")
    signing_secret: SecretStr | None = Field(None, description="for mode http")
    api_base: Url | None = Field(None, description="instead of the platform's")
    anima: str | None = Field(None, description="this account is that anima's own bot")


class Slack(ConfigSection):
    enabled: bool = Field(False, description="")
    mode: Literal["socket", "http"] = Field("socket", description="http: POST /slack/<account> on server")
    api_base: Url = Field("https://slack.com/api", description="another server")
    ambient: Ambient = Field("mentions", description="what is answered in rooms without being addressed")
    accounts: Mapping[Name, SlackAccount] = Field(default_factory=dict, description="name → one app")


class DiscordAccount(ConfigSection):
    bot_token: SecretStr | None = Field(None, description="the bot's token, or env:NAME")
    anima: str | None = Field(None, description="this account is that anima's own bot")


class Discord(ConfigSection):
    enabled: bool = Field(False, description="")
    api_base: Url = Field("https://discord.com/api/v10", description="another server, one a process")
    ambient: Ambient = Field("mentions", description="what is answered in rooms without being addressed")
    guilds: tuple[str, ...] = Field(
        (), description="ids of servers in which it listens, with those of the boards; where none is named, in all"
    )
    accounts: Mapping[Name, DiscordAccount] = Field(default_factory=dict, description="name → one application")


class TelegramAccount(ConfigSection):
    bot_token: SecretStr | None = Field(None, description="BotFather's token, or env:NAME")
    anima: str | None = Field(None, description="this account is that anima's own bot")
    api_base: Url | None = Field(None, description="instead of the platform's")
    public_url: Url | None = Field(None, description="for mode webhook: where Telegram reaches server")
    secret_token: SecretStr | None = Field(None, description="for mode webhook, or env:NAME")


class Telegram(ConfigSection):
    enabled: bool = Field(False, description="")
    mode: Literal["polling", "webhook"] = Field("polling", description="webhook: POST /telegram/<account> on server")
    api_base: Url = Field("https://api.telegram.org", description="another server")
    public_url: Url | None = Field(None, description="for mode webhook, of all accounts")
    secret_token: SecretStr | None = Field(None, description="for mode webhook, of all accounts")
    ambient: Ambient = Field("mentions", description="what is answered in groups without being addressed")
    accounts: Mapping[Name, TelegramAccount] = Field(default_factory=dict, description="name → one bot")


class ExternalMessaging(ConfigSection):
    slack: Slack = Field(default_factory=Slack, description="")
    discord: Discord = Field(default_factory=Discord, description="")
    telegram: Telegram = Field(default_factory=Telegram, description="")
    preferred_channel: Platform = Field("slack", description="tried first when an anima writes to a person")
    user_aliases: Mapping[str, tuple[str, ...]] = Field(
        default_factory=dict, description="name → person addresses, preferred first"
    )


class BoardSection(ConfigSection):
    animas: tuple[str, ...] = Field((), description="who lives there; the first answers what names nobody")
    channels: tuple[str, ...] = Field((), description="slack:account/channel, discord:account/guild/channel …")
    ambient: Ambient | None = Field(None, description="instead of the platform's")
    letters: bool = Field(False, description="shows what animas write to each other, where all its readers may read it")


# ------------------------------------------------------------------------------------------------ people


class Admins(ConfigSection):
    owner: tuple[str, ...] = Field((), description="person addresses")
    admin: tuple[str, ...] = Field((), description="person addresses")


class HelpLineSection(ConfigSection):
    service: str = Field(min_length=1, description="who answers")
    number: str = Field(min_length=1, description="or an address")
    hours: str = Field("", description="24/7, or when")
    languages: tuple[str, ...] = Field((), description="codes of those that are spoken there")
    source: Address = Field(description="the public page that says so")
    date: IsoDay = Field(description="YYYY-MM-DD on which it was looked at")


class HelpCountrySection(ConfigSection):
    name: str = Field(min_length=1, description="as it is told")
    emergency: str = Field(min_length=1, description="the number for immediate danger")
    lines: tuple[HelpLineSection, ...] = Field((), description="where somebody in distress finds help")
    languages: tuple[str, ...] = Field((), description="codes; who speaks one is told of it where nothing tells more")
    zones: tuple[str, ...] = Field((), description="IANA names of the time zones that tell of it")


class CareSection(ConfigSection):
    country: CountryCode | None = Field(
        None, description="whose help lines somebody in distress is told of; else by their time zone or language"
    )
    help_lines: Mapping[CountryCode, HelpCountrySection] = Field(
        default_factory=dict,
        description="country code (NL) → instead of what `people help-lines` shows, or besides",
    )


class Access(ConfigSection):
    guests: Literal["refuse", "answer", "report"] = Field("refuse", description="what strangers get")


class LineSection(ConfigSection):
    channel_access_token: SecretStr | None = Field(None, description="or env:NAME")
    channel_secret: SecretStr | None = Field(
        None, description="or env:NAME; then answers are heard: LINE's webhook is POST /line/main of the server"
    )
    to: str | None = Field(None, description="LINE user or group id")
    api_base: Url = Field("https://api.line.me", description="another server")


class Chatwork(ConfigSection):
    api_token: SecretStr | None = Field(None, description="or env:NAME")
    room: str | None = Field(None, description="room id")
    api_base: Url = Field("https://api.chatwork.com/v2", description="another server")


class Ntfy(ConfigSection):
    topic: str | None = Field(None, description="topic name")
    token: SecretStr | None = Field(None, description="or env:NAME; where the topic is protected")
    api_base: Url = Field("https://ntfy.sh", description="another server")


class HumanNotification(ConfigSection):
    enabled: bool = Field(False, description="animas may call a person")
    channels: tuple[Literal["slack", "discord", "telegram", "line", "chatwork", "ntfy"], ...] = Field(
        (), description="tried in this order; empty: the platforms that are enabled, the preferred first"
    )
    people: tuple[str, ...] = Field(
        (), description="person addresses or names of user_aliases, in the order of calling; empty: the owners"
    )
    quiet_hours: Hours | None = Field(
        None, description="HH:MM-HH:MM of who has set none of their own; only urgent calls pass"
    )
    escalate_after_minutes: float = Field(15, gt=0, description="unanswered: the next channel or person")
    line: LineSection = Field(default_factory=LineSection, description="")
    chatwork: Chatwork = Field(default_factory=Chatwork, description="")
    ntfy: Ntfy = Field(default_factory=Ntfy, description="")


# --- schema ---------------------------------------------------------------------------------------------------------


DEFAULT_MODEL = "claude-sonnet-4-6"
OFFLINE = "offline"


# ------------------------------------------------------------------------------------------------ the whole house


class System(ConfigSection):
    timezone: str = Field("UTC", description="IANA name; the fleet's local time")
    language: FleetLanguage = Field(FALLBACK, description="language of the fleet's own words")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="of logs/fleet.log")
    log_format: Literal["human", "json"] = Field("human", description="of logs/fleet.log")


class Credential(ConfigSection):
    api_key: SecretStr | None = Field(None, description="the key, or env:NAME")
    base_url: Address | None = Field(None, description="another server; handed to the client as it is")


class AnimaDefaults(ConfigSection):
    model: str = Field(DEFAULT_MODEL, min_length=1, description="a LiteLLM model string, a bare name, or offline")
    fallback_model: str | None = Field(None, min_length=1, description="asked when the model fails")
    credential: str | None = Field(None, description="a name from credentials; else that of the model's provider")
    max_tokens: int = Field(4096, ge=1, description="longest answer")
    max_turns: int = Field(20, ge=1, description="most model calls in one cycle")
    context_threshold: Share = Field(0.50, description="context use at which short-term memory is put aside")
    max_chains: int = Field(2, ge=0, description="automatic continuations of a session")
    conversation_history_threshold: Share = Field(0.30, description="context use at which old turns are compressed")
    execution_mode: Literal["autonomous", "assisted"] | None = Field(None, description="null: by the model")
    daily_cost_limit: float | None = Field(None, ge=0, description="US dollars an anima and day; null: none")


class AnimaSection(ConfigSection):
    """What one anima has of its own; a field left out falls back to `anima_defaults`."""

    enabled: bool = Field(True, description="false: it neither hears nor speaks")
    role: RoleTemplate | None = Field(None, description="the template that a missing directory is made from")
    speciality: str | None = Field(None, description="free text")
    supervisor: str | None = Field(None, description="the anima it reports to")
    avatar: str = Field("", description="an image's address or a Slack emoji, for shared identity")
    expressions: Mapping[Name, str] = Field(
        default_factory=dict, description="feeling → an image's address (its face then) or an emoji (a reaction)"
    )
    model: str | None = Field(None, min_length=1, description="instead of anima_defaults.model")
    fallback_model: str | None = Field(None, min_length=1, description="as in anima_defaults")
    credential: str | None = Field(None, description="as in anima_defaults")
    max_tokens: int | None = Field(None, ge=1, description="as in anima_defaults")
    max_turns: int | None = Field(None, ge=1, description="as in anima_defaults")
    context_threshold: Share | None = Field(None, description="as in anima_defaults")
    max_chains: int | None = Field(None, ge=0, description="as in anima_defaults")
    conversation_history_threshold: Share | None = Field(None, description="as in anima_defaults")
    execution_mode: Literal["autonomous", "assisted"] | None = Field(None, description="as in anima_defaults")
    daily_cost_limit: float | None = Field(None, ge=0, description="as in anima_defaults")


class PriceSection(ConfigSection):
    """One number stands for both."""

    input: float = Field(0, ge=0, description="US dollars a million tokens read")
    output: float = Field(0, ge=0, description="US dollars a million tokens written")

    @model_validator(mode="before")
    @classmethod
    def _for_both(cls, value: object) -> object:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return {"input": value, "output": value} if is_number else value


class Costs(ConfigSection):
    daily_limit: float | None = Field(None, ge=0, description="US dollars a day for all animas together; null: none")
    daily_limit_a_person: float | None = Field(
        None, ge=0, description="US dollars a day for what one person asks; null: none"
    )
    warn_at: Share = Field(0.8, description="share of a limit from which on the owners are told")
    prices: Mapping[str, PriceSection] = Field(
        default_factory=dict, description="as `prices`, which goes before it; where an earlier version had them"
    )


# ------------------------------------------------------------------------------------------------ memory


class Consolidation(ConfigSection):
    enabled: bool = Field(True, description="animas sleep")
    daily_time: TimeOfDay = Field("03:00", description="local time of the night")
    weekly_day: Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"] = Field("sun", description="day of the week")
    weekly_time: TimeOfDay = Field("04:00", description="local time of the weekly sleep")
    monthly_day: int = Field(1, ge=1, le=28, description="day of the month")
    monthly_time: TimeOfDay = Field("05:00", description="local time of the monthly sleep")
    report_time: TimeOfDay | None = Field(
        None, description="local time at which owners are told of the night before; none: they are not"
    )
    card_time: TimeOfDay | None = Field(
        "10:00",
        description="local time of the weekly card about what was learned of each person; none: nobody gets one",
    )
    session_idle_minutes: float = Field(10, gt=0, description="silence that ends a session")
    nli_model: str = Field(
        "MoritzLaurer/mDeBERTa-v3-base-xnli-multilingual-nli-2mil7",
        min_length=1,
        description="checks what is learned, where it is on this machine; none, a folder, or a name in the hub's cache",
    )
    min_episodes: int = Field(
        1, ge=0, description="fewer new episodes: the night learns nothing", json_schema_extra=LATER
    )
    max_active_memories: int = Field(500, ge=10, description="an anima and audience; above, the least useful fade")


class Rag(ConfigSection):
    enabled: bool = Field(True, description="false: recall is lexical")
    embedding_model: str = Field(
        "auto", min_length=1, description="auto, minilm, hashed, none, or a sentence-transformers model"
    )
    use_gpu: bool = Field(False, description="for the model of inference, where there is one")
    index: Literal["auto", "exact", "chroma"] = Field(
        "auto",
        description="exact: every vector is looked at; chroma: Chroma's graph; auto: Chroma from 50,000 vectors on",
    )
    exact: bool = Field(False, description="true: as `index: exact`, as older configs say it")
    recipe: str = Field("default", description="how what is found is ranked: there is one way")
    mood_congruence: Literal["off", "glad", "any"] = Field(
        "off", description="what was said in the mood of the question goes up; any: in a sad one too"
    )
    enable_spreading_activation: bool = Field(True, description="memories wake their neighbours")
    max_graph_hops: int = Field(2, ge=0, le=5, description="how far")
    enable_file_watcher: bool = Field(True, description="files changed by hand are indexed")
    graph_cache_enabled: bool = Field(True, description="keep the graph in memory")
    implicit_link_threshold: Share = Field(0.75, description="similarity that makes a link")
    spreading_memory_types: tuple[Literal["knowledge", "episodes", "procedures", "facts", "turns"], ...] = Field(
        ("knowledge", "episodes"), description="what takes part"
    )


class FormationSection(ConfigSection):
    enabled: bool = Field(True, description="facts are formed of what is said")
    use_model: bool = Field(True, description="an anima's own model helps to understand; false: rules alone")
    judge_updates: bool = Field(True, description="a learned judge says what holds when it is asked")
    retention: Literal["source", "fsrs6"] = Field("source", description="the curve by which memories fade")


class Priming(ConfigSection):
    dynamic_budget: bool = Field(True, description="budget by type of message")
    budget_greeting: int = Field(500, ge=0, description="tokens")
    budget_question: int | None = Field(
        None, ge=0, description="tokens; null: 3500 where the model's window has 32,000 or more, else 1500"
    )
    budget_request: int = Field(3000, ge=0, description="tokens")
    budget_heartbeat: int = Field(200, ge=0, description="tokens")


class FilesSection(ConfigSection):
    """Files that people send."""

    max_mb: float = Field(20, gt=0, le=200, description="a larger file is not fetched; Telegram gives bots 20")
    most: int = Field(10, ge=0, le=50, description="so many files of a message are fetched; 0: none")
    pdf_pages: int = Field(200, ge=1, description="so many pages of a PDF are read")
    prompt_tokens: int = Field(6000, ge=0, description="of the texts of a message's files, in the prompt")
    images: Literal["auto", "always", "never"] = Field(
        "auto", description="images reach the model; auto: where LiteLLM knows that it sees"
    )


class ImageGen(ConfigSection):
    enabled: bool = Field(False, description="draw images of animas")
    credential: str | None = Field(None, description="a name from credentials")
    model: str | None = Field(None, description="a LiteLLM image model")
    style: str = Field("", description="words that every picture shares")


class OutsideTool(ConfigSection):
    credential: str | None = Field(None, description="a name from credentials; else the one that is called like it")
    model: str | None = Field(None, min_length=1, description="for transcribe, local_llm and image_gen")
    region: str | None = Field(None, description="for aws_collector")


class McpServerSection(ConfigSection):
    command: str | None = Field(None, min_length=1, description="a program that is started, for a server over stdio")
    args: tuple[str, ...] = Field((), description="its arguments")
    env: Mapping[str, SecretStr] = Field(default_factory=dict, description="its environment; values or env:NAME")
    url: Address | None = Field(None, description="instead of a command: a server over HTTP")
    token: SecretStr | None = Field(None, description="for url, or env:NAME; sent as a bearer token")
    reads: tuple[str, ...] = Field((), description="patterns of its tools that only read; all others ask a person")
    timeout_s: Seconds = Field(30, description="seconds for one call")


class EligibleTool(ConfigSection):
    threshold_s: Seconds = Field(description="seconds after which it goes on in the background")


class BackgroundTask(ConfigSection):
    enabled: bool = Field(True, description="long tools go on in the background")
    eligible_tools: Mapping[str, EligibleTool] = Field(default_factory=dict, description="tool name → threshold_s")
    result_retention_hours: int = Field(24, ge=1, description="how long a result is kept")


class Server(ConfigSection):
    host: str = Field("127.0.0.1", min_length=1, description="health, metrics and webhooks listen here")
    port: int = Field(8800, ge=0, le=65535, description="0: any free one")
    page_port: int | None = Field(
        0, ge=0, le=65535, description="of the page, on loopback alone (see page.md); 0: any free one, null: no page"
    )
    keepalive_interval: int = Field(30, ge=1, description="seconds", json_schema_extra=LATER)
    max_streaming_duration: int = Field(180, ge=1, description="seconds; total of one model answer")
    first_token_timeout: int = Field(30, ge=1, description="seconds")
    ipc_stream_timeout: int = Field(20, ge=1, description="seconds; longest gap between two chunks")
    stream_checkpoint_enabled: bool = Field(
        True, description="journal an answer while it is written", json_schema_extra=LATER
    )
    stream_retry_max: int = Field(3, ge=0, description="tries after a cut stream", json_schema_extra=LATER)
    stream_retry_delay_s: float = Field(5.0, ge=0, description="seconds between them", json_schema_extra=LATER)


class FleetSection(ConfigSection):
    store: SecretStr | None = Field(
        None,
        description="postgresql://user@host/database, or env:NAME: what is to be answered and sent is kept there",
    )


def _for_all_models(value: object) -> object:
    """`prices: 0`"""
    return {"*": value} if isinstance(value, int | float) and not isinstance(value, bool) else value


class Config(ConfigSection):
    version: Literal[1] = Field(1, description="of this format")
    system: System = Field(default_factory=System)
    fleet: FleetSection = Field(default_factory=FleetSection)
    credentials: Mapping[str, Credential] = Field(default_factory=dict)
    model_modes: Mapping[str, Mode] = Field(
        default_factory=dict, description="model pattern (ollama/*) → A1, A2 or B; else by the model's name"
    )
    anima_defaults: AnimaDefaults = Field(default_factory=AnimaDefaults)
    animas: Mapping[Name, AnimaSection] = Field(default_factory=dict)
    consolidation: Consolidation = Field(default_factory=Consolidation)
    costs: Costs = Field(default_factory=Costs)
    prices: Annotated[Mapping[str, PriceSection], BeforeValidator(_for_all_models)] = Field(
        default_factory=dict,
        description="model pattern (openai/*) → US dollars a million tokens, {input, output} or one number for both; "
        "else free on loopback and private networks, else LiteLLM's bundled table; 0: all are free",
    )
    rag: Rag = Field(default_factory=Rag)
    formation: FormationSection = Field(default_factory=FormationSection)
    priming: Priming = Field(default_factory=Priming)
    files: FilesSection = Field(default_factory=FilesSection)
    image_gen: ImageGen = Field(default_factory=ImageGen, json_schema_extra=LATER)
    human_notification: HumanNotification = Field(default_factory=HumanNotification)
    server: Server = Field(default_factory=Server)
    external_messaging: ExternalMessaging = Field(default_factory=ExternalMessaging)
    boards: Mapping[Name, BoardSection] = Field(default_factory=dict)
    admins: Admins = Field(default_factory=Admins)
    access: Access = Field(default_factory=Access)
    care: CareSection = Field(default_factory=CareSection)
    background_task: BackgroundTask = Field(default_factory=BackgroundTask)
    tools: Mapping[Name, OutsideTool] = Field(
        default_factory=dict, description="tools that reach other services (docs/tools.md), by name"
    )
    mcp: Mapping[Name, McpServerSection] = Field(default_factory=dict, description="MCP servers, by a name of your own")
