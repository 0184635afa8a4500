"""A match has no signals: a handler is noted, and never called."""

SIG_DFL, SIG_IGN = 0, 1
SIGINT, SIGALRM, SIGTERM = 2, 14, 15
_handlers = {}


def default_int_handler(number, frame):
    raise KeyboardInterrupt


def getsignal(number):
    return _handlers.get(number, SIG_DFL)


def signal(number, handler):
    before = getsignal(number)
    _handlers[number] = handler
    return before


def alarm(seconds):
    raise RuntimeError("there are no signals in a match: look at remaining() of muster")
