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


def getenv(key, default=None):
    return environ.get(key, default)


def getcwd():
    return "/"


def isatty(file):
    return False


def stat(path):
    raise FileNotFoundError(2, "there are no files in a match", path)


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
