"""The home: where things stand in it, which format it has, who owns it, and making animas in it."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files as resources
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from bots.anima import anima_files
from bots.anima.anima_files import RoleTemplate

if TYPE_CHECKING:
    from bots.delivery.opening import HomeDelivery
    from config.settings.config_schema import Config
    from memory.archive.anima_directory import AnimaDirectory

FORMAT = 1
DEFAULT = "~/.anima-fleet"

#: Format → what makes the next one of it. There is only one format so far.
MIGRATIONS: Mapping[int, Callable[[Path], None]] = {}


class HomeFault(Exception):
    """The home cannot be used; the message says what to do."""


class Owned(HomeFault):
    """Another process owns the home. `pid` is 0 where it has not said so yet."""

    def __init__(self, home: Path, pid: int) -> None:
        owner = f"the fleet with pid {pid}" if pid else "another process"
        super().__init__(f"{home} belongs to {owner}, which is running: stop it first, or choose another --home")
        self.pid = pid


@dataclass(frozen=True, slots=True)
class Home:
    """The home's layout."""

    path: Path

    @classmethod
    def find(cls, wanted: str | None, environ: Mapping[str, str]) -> Home:
        """`--home`, else $ANIMA_HOME, else ~/.anima-fleet."""
        return cls(Path(wanted or environ.get("ANIMA_HOME") or DEFAULT).expanduser().absolute())

    @property
    def config(self) -> Path:
        return self.path / "config.json"

    @property
    def config_example(self) -> Path:
        """Every key with a word on each."""
        return self.path / "config.example.jsonc"

    @property
    def lock(self) -> Path:
        return self.path / "fleet.lock"

    @property
    def socket(self) -> Path:
        return self.path / "control.sock"

    @property
    def telegram_moves(self) -> Path:
        return self.path / "telegram_moves.json"

    @property
    def history(self) -> Path:
        """What was entered at terminals: their up arrow has it."""
        return self.path / "terminal_history"

    @property
    def format(self) -> Path:
        return self.path / "format"

    @property
    def animas(self) -> Path:
        return self.path / "animas"

    @property
    def shared(self) -> Path:
        return self.path / "shared"

    @property
    def index(self) -> Path:
        return self.path / "index"

    @property
    def models(self) -> Path:
        """Embedding models in the form in which they are used, and calibrations: made anew when deleted."""
        return self.path / "models"

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    def anima(self, name: str) -> Path:
        return self.animas / name

    def anima_names(self) -> list[str]:
        """Animas that have a whole directory, sorted."""
        try:
            return sorted(entry.name for entry in self.animas.iterdir() if (entry / "status.json").is_file())
        except OSError:
            return []

    def exists(self) -> bool:
        """Raises HomeFault where this user may not know."""
        try:
            return self.format.exists() or self.config.exists() or self.animas.exists()
        except OSError as error:
            raise HomeFault(_cannot(self.path, "be read", error)) from error

    def make(self) -> None:
        """Make what is missing of the home, private to its owner. Raises HomeFault."""
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.logs.mkdir(exist_ok=True, mode=0o700)
            if not self.format.exists():
                self.format.write_text(f"{FORMAT}\n")
        except OSError as error:
            raise HomeFault(_cannot(self.path, "be made", error)) from error

    def check(self) -> None:
        """The home can be read, and this program may touch it. Raises HomeFault."""
        try:
            list(self.path.iterdir())
            version = _version(self.format)
        except OSError as error:
            raise HomeFault(_cannot(self.path, "be read", error)) from error
        if version > FORMAT:
            raise HomeFault(f"{self.path} has format {version}, this program knows {FORMAT}: install a newer version")

    def migrate(self, migrations: Mapping[int, Callable[[Path], None]] = MIGRATIONS, to: int = FORMAT) -> Path | None:
        """Bring an older home up to date after copying it whole; the copy or None. Under the lock. Raises HomeFault."""
        version = _version(self.format)
        if version >= to:
            return None
        if not all(step in migrations for step in range(version, to)):
            raise HomeFault(f"{self.path} has format {version}, which no version of this program can bring to {to}")
        copy = free(self.path.with_name(f"{self.path.name}.format-{version}"))
        shutil.copytree(self.path, copy, symlinks=True, ignore=shutil.ignore_patterns("control.sock", "fleet.lock"))
        for step in range(version, to):
            migrations[step](self.path)
            self.format.write_text(f"{step + 1}\n")
        return copy

    @contextmanager
    def owned(self) -> Iterator[None]:
        """Own the home while inside. Raises Owned at once when somebody else does, HomeFault otherwise.

        The kernel lets go of the lock however the owner dies; the file stays, for removing it would race.
        """
        handle = _open_lock(self)
        try:
            _lock(handle, self.path)
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
            yield
            os.ftruncate(handle, 0)
        finally:
            os.close(handle)

    def owner(self) -> int | None:
        """The pid of the running owner (0: it has not said so yet); None when the home is free."""
        try:
            handle = os.open(self.lock, os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return None
        try:
            _lock(handle, self.path)
        except Owned as owned:
            return owned.pid
        finally:
            os.close(handle)
        return None


def _open_lock(home: Home) -> int:
    try:
        return os.open(home.lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise HomeFault(_cannot(home.path, "be locked", error)) from error


def _lock(handle: int, home: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Owned(home, _pid(os.pread(handle, 20, 0))) from None
    except OSError as error:
        raise HomeFault(_cannot(home, "be locked", error)) from error


def _pid(text: bytes) -> int:
    return int(text) if text.strip().isdigit() else 0


def _version(path: Path) -> int:
    """A home without the file is of the first format."""
    try:
        text = path.read_text().strip()
    except FileNotFoundError:
        return 1
    if not text.isdigit():
        raise HomeFault(f"{path} should hold a number, the home's format")
    return int(text)


def free(path: Path) -> Path:
    """The path, or the next one with a number behind it that nothing has."""
    number = 1
    found = path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found


def _cannot(path: Path, what: str, error: OSError) -> str:
    return f"{path} cannot {what}: {(error.strerror or str(error)).lower()}"


# --- delivery -------------------------------------------------------------------------------------------------------


def kept_delivery(home: Home, config: Config | None) -> HomeDelivery:
    """Where the home's config says that its inbox and outbox are."""
    from bots.delivery.opening import home_delivery

    store = config.fleet.store if config is not None else None
    return home_delivery(home.path, store.get_secret_value() if store else "")


# --- animas ---------------------------------------------------------------------------------------------------------
# Making animas in a home: templates from here, files by the archive.


STARTER = "alice"
STARTER_ROLE: RoleTemplate = "general"


def create(home: Home, name: str, *, role: str = "", markdown: str = "") -> AnimaDirectory:
    """A new anima's directory: from its role's template, one Markdown file, or blank.

    Raises ValueError for a name or role that is none, FileExistsError, StorageFault.
    """
    from memory.archive.anima_directory import AnimaDirectory

    name = anima_files.checked_anima_name(name)
    texts = new_files(name, role=role, markdown=markdown)
    return AnimaDirectory.create(home.anima(name), texts, {"role": role} if role else None)


def new_files(name: str, *, role: str = "", markdown: str = "") -> dict[str, str]:
    """File name → text of a new anima. Raises ValueError."""
    return anima_files.files_from_template(name, template("blank"), template(role) if role else "", markdown)


def template(role: str) -> str:
    """The role's Markdown file. Raises ValueError."""
    if role not in (*get_args(RoleTemplate), "blank"):
        raise ValueError(f"{role!r} is no role: {', '.join(get_args(RoleTemplate))}")
    return resources("config.templates").joinpath(f"{role}.md").read_text(encoding="utf-8")


def create_missing(home: Home, config: Config) -> list[str]:
    """Make what the config names and the home has not; their names."""
    there = set(home.anima_names())
    new = [name for name in config.animas if name not in there]
    for name in new:
        create(home, name, role=config.animas[name].role or "")
    return new
