"""The part of `os` that means something in a match: there are no files, no processes and no environment."""

import abc
import sys
from types import GenericAlias

import posixpath as path
from posix import urandom

sys.modules["os.path"] = path

name = "posix"
sep, pathsep, linesep, curdir, pardir, altsep, extsep = "/", ":", "\n", ".", "..", None, "."
devnull = "/dev/null"
environ = {}
O_RDONLY = 0
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2


class stat_result:
    pass


class DirEntry:
    pass


def getenv(key, default=None):
    return environ.get(key, default)


def getcwd():
    return "/"


def getcwdb():
    return b"/"


def isatty(file):
    return False


def stat(path, *, dir_fd=None, follow_symlinks=True):
    raise FileNotFoundError(2, _NO_FILES, path)


lstat = stat
_NO_FILES = "there are no files in a match: put what the bot needs into a module beside it, and import that"


def _no_files(name):
    def function(*arguments, **options):
        raise OSError(_NO_FILES)

    function.__name__ = name
    return function


for _name in (
    "access chmod listdir makedirs mkdir open popen readlink remove rename replace rmdir scandir symlink system unlink utime walk"
).split():
    globals()[_name] = _no_files(_name)


def fsencode(path):
    path = fspath(path)
    return path.encode() if isinstance(path, str) else path


def fsdecode(path):
    path = fspath(path)
    return path.decode() if isinstance(path, bytes) else path


def fspath(path):
    if isinstance(path, (str, bytes)):
        return path
    text = type(path).__fspath__(path)
    if isinstance(text, (str, bytes)):
        return text
    raise TypeError(f"expected {type(path).__name__}.__fspath__() to return str or bytes")


class PathLike(abc.ABC):
    @abc.abstractmethod
    def __fspath__(self):
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        return hasattr(subclass, "__fspath__") or NotImplemented

    __class_getitem__ = classmethod(GenericAlias)
