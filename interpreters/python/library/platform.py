"""The part of `platform` that means something in a match: which Python it is. There is no machine to tell of."""

import sys


def python_implementation():
    return "RustPython"


def python_version():
    return ".".join(python_version_tuple())


def python_version_tuple():
    return tuple(str(part) for part in sys.version_info[:3])


def system():
    return ""


machine = node = processor = release = version = system
