"""Files below one root: safe names, durable appends, atomic replacement, one lock a directory, no way out.

Every path is walked folder by folder on open descriptors, so that no link that is put in its place between a check
and its use can lead outside. After an error nothing has changed: the state is the one before or the one after.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import stat
import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import count
from pathlib import Path
from weakref import WeakValueDictionary

from memory.vocabulary.errors import MemoryFault, StorageFault
from memory.vocabulary.text_form import normal


class Disk:
    """The system calls that can lose data. Every call may raise OSError."""

    def open(self, name: str, flags: int, folder: int) -> int:
        """A descriptor for a name inside an open folder; a symbolic link is never followed."""
        return os.open(name, flags | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=folder)

    def write(self, fd: int, data: memoryview) -> int:
        return os.write(fd, data)

    def fsync(self, fd: int) -> None:
        os.fsync(fd)

    def truncate(self, fd: int, size: int) -> None:
        os.ftruncate(fd, size)

    def rename(self, old: str, new: str, old_folder: int, new_folder: int) -> None:
        os.rename(old, new, src_dir_fd=old_folder, dst_dir_fd=new_folder)

    def unlink(self, name: str, folder: int) -> None:
        os.unlink(name, dir_fd=folder)

    def mkdir(self, name: str, folder: int) -> None:
        os.mkdir(name, 0o700, dir_fd=folder)


DISK = Disk()


# --- paths ----------------------------------------------------------------------------------------------------------
# Which names may stand for a file below a root, and how a title becomes such a name.


_MAX_COMPONENT_BYTES = 240
_MAX_SLUG_CHARS = 80
_MAX_SLUG_BYTES = 200  # leaves room for `.conflict-<time>` and a suffix within the 255 bytes of a name
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_REFUSED = re.compile(r"[/\\%:\x00-\x1f\x7f]")


class UnsafePath(MemoryFault, ValueError):
    """The name leads outside of the archive or is none that every file system takes. Use a plain relative path."""


def path_components(name: str) -> tuple[str, ...]:
    """The components of a relative path below the root. Raises UnsafePath."""
    components = tuple(name.split("/"))
    for component in components:
        if problem := _known_problem(component) if len(component) <= _MAX_COMPONENT_BYTES else _problem(component):
            raise UnsafePath(f"{name[:120]!r}: {problem}")
    return components


def slug(title: str, fallback: str = "note") -> str:
    """A file name made from a title: lower case, no separators, at most 80 characters, never empty.

    The title is content, the name is generated: nothing that a title says can choose a folder.
    """
    folded = normal(normal(title).casefold()).replace("i\u0307", "i")
    words = "-".join("".join(char if _is_of_a_word(char) else " " for char in folded).split())[:_MAX_SLUG_CHARS]
    words = words.encode("utf-8", "ignore")[:_MAX_SLUG_BYTES].decode("utf-8", "ignore").strip("-")
    return fallback if not words or _RESERVED.fullmatch(words) else words


def _is_of_a_word(char: str) -> bool:
    # Marks are vowels in Hindi and Thai; `\w` leaves them out.
    return unicodedata.category(char)[0] in "LNM"


@lru_cache(maxsize=4096)  # the same folders are walked through for every file
def _known_problem(component: str) -> str:
    return _problem(component)


def _problem(component: str) -> str:
    plain = normal(component)
    if not component:
        return "an empty component"
    if plain.startswith((".", "-", "~")):
        return "a component must not begin with a dot, a dash or a tilde"
    if plain != plain.rstrip(". "):
        return "a component must not end in a dot or a space"
    if _REFUSED.search(plain):
        return "separators, percent signs and control characters are not allowed"
    if _RESERVED.fullmatch(plain):
        return "the name is reserved on some systems"
    try:
        too_long = len(component.encode()) > _MAX_COMPONENT_BYTES
    except UnicodeEncodeError:
        return "the name is no valid Unicode"
    return f"a component must not be longer than {_MAX_COMPONENT_BYTES} bytes" if too_long else ""


# --- locks ----------------------------------------------------------------------------------------------------------
# One lock a directory for the whole process: two engines on one directory are one writer.


_locks: WeakValueDictionary[str, threading.RLock] = WeakValueDictionary()
_making = threading.Lock()


def lock_of(directory: Path) -> threading.RLock:
    """The directory's lock, by whatever path it is named; who holds it may take it again."""
    with _making:
        return _locks.setdefault(os.path.realpath(directory), threading.RLock())


# --- files ----------------------------------------------------------------------------------------------------------


_log = logging.getLogger(__name__)
_serial = count()
_naming = threading.Lock()  # "is the name free" and "take it" are two calls; the home has one process


class Files:
    """Reads and writes below `root`; names are relative paths with `/`. Thread-safe as far as files are.

    Writes raise StorageFault, refused names and links UnsafePath, reads of what is not there FileNotFoundError.
    """

    def __init__(self, root: Path, disk: Disk = DISK) -> None:
        self.root = root
        self._disk = disk

    def read(self, name: str) -> bytes:
        with self.opened(name) as fd, os.fdopen(fd, "rb", closefd=False) as file:
            return file.read()

    def read_or_none(self, name: str) -> bytes | None:
        try:
            return self.read(name)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def size(self, name: str) -> int:
        """Bytes; 0 where there is no file."""
        try:
            with self.opened(name) as fd:
                return os.fstat(fd).st_size
        except FileNotFoundError:
            return 0

    @contextmanager
    def opened(self, name: str) -> Iterator[int]:
        """A descriptor for reading."""
        *folders, leaf = path_components(name)
        with self._folder(folders) as folder:
            fd = self._open(leaf, os.O_RDONLY, folder)
        try:
            yield fd
        finally:
            os.close(fd)

    def names(self, folder: str = "", suffix: str = "") -> list[str]:
        """Names of the files of a folder, sorted, without hidden ones, links and folders."""
        return self._entries(folder, suffix, stat.S_IFREG)

    def folders(self, folder: str = "") -> list[str]:
        """Names of the folders in a folder, sorted, without hidden ones and links."""
        return self._entries(folder, "", stat.S_IFDIR)

    def append(self, name: str, data: bytes) -> None:
        """Durable when it returns; on an error the file is as it was."""
        with self._writing(name) as (folder, leaf):
            fd = self._open_for_append(leaf, folder)
            try:
                size = os.fstat(fd).st_size
                try:
                    self._write_and_sync(fd, data)
                    if not size:
                        self._disk.fsync(folder)
                except OSError:
                    self._take_back(leaf, folder, size)
                    raise
            finally:
                os.close(fd)

    def replace(self, name: str, data: bytes) -> None:
        """Write the whole file: a reader sees the old or the new one, after a crash too."""
        with self._writing(name) as (folder, leaf):
            self._refuse_link(leaf, folder)
            draft = self._draft(data, folder)
            self._rename_draft(draft, leaf, folder)

    def create(self, name: str, data: bytes) -> bool:
        """Write a new file; False: there is one already, which stays as it is."""
        with _naming, self._writing(name) as (folder, leaf):
            if _kind(leaf, folder):
                return False
            draft = self._draft(data, folder)
            self._rename_draft(draft, leaf, folder)
            return True

    def move(self, old: str, new: str) -> None:
        """Rename inside the root; an existing target is replaced."""
        *folders, old_leaf = path_components(old)
        with self._folder(folders) as source, self._writing(new) as (target, new_leaf):
            self._refuse_link(old_leaf, source)
            self._disk.rename(old_leaf, new_leaf, source, target)
            self._disk.fsync(target)
            self._disk.fsync(source)

    def truncate(self, name: str, size: int) -> None:
        with self._writing(name) as (folder, leaf):
            self._cut(leaf, folder, size)

    def remove(self, name: str) -> None:
        """Delete; what is not there is no error. For working files only: memories are archived."""
        with suppress(FileNotFoundError), self._writing(name) as (folder, leaf):
            self._disk.unlink(leaf, folder)
            self._disk.fsync(folder)

    def make_folder(self, name: str) -> None:
        with _storage_fault(name), self._folder(path_components(name), make=True):
            pass

    @contextmanager
    def _writing(self, name: str) -> Iterator[tuple[int, str]]:
        *folders, leaf = path_components(name)
        with _storage_fault(name), self._folder(folders, make=True) as folder:
            yield folder, leaf

    @contextmanager
    def _folder(self, components: list[str] | tuple[str, ...], make: bool = False) -> Iterator[int]:
        fd = self._open_root(make)
        try:
            for component in components:
                inner = self._enter(component, fd, make)
                os.close(fd)
                fd = inner
            yield fd
        finally:
            os.close(fd)

    def _open_root(self, make: bool) -> int:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
        try:
            return os.open(self.root, flags)
        except FileNotFoundError:
            if not make:
                raise
        make_private(self.root)
        return os.open(self.root, flags)

    def _enter(self, component: str, folder: int, make: bool) -> int:
        flags = os.O_RDONLY | os.O_DIRECTORY
        try:
            return self._open(component, flags, folder)
        except FileNotFoundError:
            if not make:
                raise
        self._make(component, folder)
        return self._open(component, flags, folder)

    def _make(self, component: str, folder: int) -> None:
        try:
            self._disk.mkdir(component, folder)
        except FileExistsError:
            return
        try:
            self._disk.fsync(folder)
        except OSError:
            # Left in place it would be taken for durable the next time.
            with suppress(OSError):
                os.rmdir(component, dir_fd=folder)
            raise

    def _open(self, leaf: str, flags: int, folder: int) -> int:
        """Opens what is no link and has no second name elsewhere."""
        while True:
            try:
                fd = self._disk.open(leaf, flags, folder)
            except OSError as error:
                if error.errno in (errno.ELOOP, errno.ENOTDIR):
                    raise UnsafePath(f"{leaf!r} is a link or no folder") from error
                raise
            status = os.fstat(fd)
            if stat.S_ISDIR(status.st_mode) or (stat.S_ISREG(status.st_mode) and status.st_nlink == 1):
                return fd
            os.close(fd)
            # No name at all: it was replaced or removed since it was opened, and what is written to it would be lost.
            if not stat.S_ISREG(status.st_mode) or status.st_nlink:
                raise UnsafePath(f"{leaf!r} is a link or no plain file")

    def _open_for_append(self, leaf: str, folder: int) -> int:
        return self._open(leaf, os.O_WRONLY | os.O_APPEND | os.O_CREAT, folder)

    def _draft(self, data: bytes, folder: int) -> str:
        draft = f".draft-{os.getpid()}-{threading.get_ident()}-{next(_serial)}"
        fd = self._disk.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, folder)
        try:
            self._write_and_sync(fd, data)
        except OSError:
            self._discard(draft, folder)
            raise
        finally:
            os.close(fd)
        return draft

    def _rename_draft(self, draft: str, leaf: str, folder: int) -> None:
        try:
            self._disk.rename(draft, leaf, folder, folder)
        except OSError:
            self._discard(draft, folder)
            raise
        self._disk.fsync(folder)

    def _write_and_sync(self, fd: int, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._disk.write(fd, rest) :]
        self._disk.fsync(fd)

    def _take_back(self, leaf: str, folder: int, size: int) -> None:
        # A descriptor whose fsync failed may report success later although the page is gone: use a new one.
        try:
            self._cut(leaf, folder, size)
        except OSError:
            _log.exception("half an append could not be taken back; the tail is mended at the next append")

    def _cut(self, leaf: str, folder: int, size: int) -> None:
        fd = self._open(leaf, os.O_WRONLY, folder)
        try:
            self._disk.truncate(fd, size)
            self._disk.fsync(fd)
        finally:
            os.close(fd)

    def _refuse_link(self, leaf: str, folder: int) -> None:
        with suppress(FileNotFoundError):
            os.close(self._open(leaf, os.O_RDONLY, folder))

    def _discard(self, leaf: str, folder: int) -> None:
        with suppress(OSError):
            self._disk.unlink(leaf, folder)

    def _entries(self, folder: str, suffix: str, kind: int) -> list[str]:
        try:
            with self._folder(path_components(folder) if folder else ()) as fd:
                found = [name for name in os.listdir(fd) if not name.startswith(".") and name.endswith(suffix)]
                return sorted(name for name in found if _kind(name, fd) == kind)
        except FileNotFoundError:
            return []


def _kind(name: str, folder: int) -> int:
    try:
        return stat.S_IFMT(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
    except FileNotFoundError:
        return 0


def make_private(folder: Path) -> None:
    """Make the folder, and those above it that are missing, for its owner alone."""
    if folder.is_dir():
        return
    make_private(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    parent = os.open(folder.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(parent)
    finally:
        os.close(parent)


def make_private_file(path: Path) -> None:
    """Make the file, or what is there already, its owner's alone: for those who open it by themselves, as SQLite does.

    Raises OSError.
    """
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(fd, 0o600)
    finally:
        os.close(fd)


@contextmanager
def _storage_fault(name: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise StorageFault(f"{name} could not be written: {error.strerror or error}") from error
