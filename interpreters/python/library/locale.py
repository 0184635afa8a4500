"""The locale "C", the one that a match has."""

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)


class Error(Exception):
    pass


def setlocale(category, locale=None):
    if locale not in (None, "", "C", "POSIX"):
        raise Error("unsupported locale setting")
    return "C"


def getlocale(category=LC_CTYPE):
    return None, None


def getpreferredencoding(do_setlocale=True):
    return "utf-8"


def getencoding():
    return "utf-8"


def localeconv():
    return {"decimal_point": ".", "thousands_sep": "", "grouping": []}


def strcoll(one, other):
    return (one > other) - (one < other)


def strxfrm(text):
    return text


def format_string(form, value, grouping=False, monetary=False):
    return form % value


def str(value):
    return f"{value:.12g}"


atof, atoi = float, int
