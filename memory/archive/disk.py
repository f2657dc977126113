"""What the archive asks of the operating system. A test puts another Disk in its place and fails the n-th call."""

from __future__ import annotations

import os


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
