"""Makes the functions of `time` tell the time of the match: it is virtual, and passes while this seat is asked."""

import time

import _muster


def install():
    for name, function in _functions.items():
        setattr(time, name, function)


def _seconds(clock):
    return lambda: clock() / 1e9


def _at(function):
    """A function of a time, now if none is given."""

    def at(seconds=None):
        return function(_muster.realtime() // 1_000_000_000 if seconds is None else seconds)

    return at


def _sleep(seconds):
    raise RuntimeError("sleep() would wait for nothing: a bot's time passes only while it computes")


_gmtime, _asctime, _strftime = time.gmtime, time.asctime, time.strftime
_now = _at(_gmtime)

_functions = {
    "time_ns": _muster.realtime,
    "time": _seconds(_muster.realtime),
    "sleep": _sleep,
    # There are no time zones: local time is UTC.
    "gmtime": _now,
    "localtime": _now,
    "ctime": lambda seconds=None: _asctime(_now(seconds)),
    "asctime": lambda moment=None: _asctime(_now() if moment is None else moment),
    "strftime": lambda form, moment=None: _strftime(form, _now() if moment is None else moment),
}
for _name in ("monotonic", "perf_counter", "process_time", "thread_time"):
    _functions[_name + "_ns"] = _muster.monotonic
    _functions[_name] = _seconds(_muster.monotonic)
