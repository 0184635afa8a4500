"""Runs a bot: its files, its output, its clock, and what is said when it fails."""

import builtins
import io
import sys
from _frozen_importlib import ModuleSpec

import _cache  # Before anything remembers what a function returned.
import _clock
import _cp437  # Registers itself.
import _muster
from _advice import advice_on

# Files of the script by name, in a survey with those that are offered.
_files = {}
# Names that the host was asked for: files of the script, and names of none.
_known = set()
# Whether all names are wanted that the script asks for. If not, the first one ends its top level.
_is_survey = False
# Names that the script asks for and the host has yet to be asked for, in their order.
_asked = {}
# The function that is asked, once the top level has run.
_choose = None
# The file of the game's kit. What goes wrong there was most often caused by its caller.
_kit = ""


def _hidden(code):
    """Whether a frame is of no interest in a trace: how an import comes about, and this file."""
    file = code.co_filename
    return file in ("_bot", "_advice", "_cache", "importlib", "importlib.util") or file.startswith("<frozen importlib")


class _Output:
    """A stream that passes on whole lines."""

    encoding = "utf-8"
    errors = "replace"
    closed = False

    def __init__(self, number, name):
        self._number = number
        self.name = name
        self._line = ""

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        lines, newline, self._line = (self._line + text).rpartition("\n")
        if newline:
            _muster.write(self._number, _plain(lines + newline))
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        """Ends a line that was begun: the log has whole lines."""
        if self._line:
            self.write("\n")

    def isatty(self):
        return False

    def readable(self):
        return False

    def writable(self):
        return True


def _plain(text):
    """A text that has a form in UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


class _Wanted(BaseException):
    """Ends the top level: the script has to be loaded again with what it asks for."""


class _Files:
    """Finds modules among the script's files, and asks for those that may exist."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        parent = name.rpartition(".")[0]
        if parent and not _is_own(sys.modules.get(parent)):
            return None
        base = name.replace(".", "/")
        places = base + "/__init__.py", base + ".py"
        _ask_for([file for file in places if file not in _known])
        for file in places:
            if file in _files and (file in _known or file in _asked):
                return ModuleSpec(name, _Files, origin=file, is_package=file == places[0])
        # A directory without `__init__.py`.
        if any(file.startswith(base + "/") for file in _files):
            return ModuleSpec(name, _Directory, is_package=True)
        return None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        file = module.__spec__.origin
        module.__file__ = file
        exec(_compiled(file), module.__dict__)

    @staticmethod
    def get_source(name):
        return _files.get(sys.modules[name].__spec__.origin)


class _Directory:
    """Loads a package without `__init__.py`: there is nothing to run."""

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        pass


class _OwnFirst:
    """Finds the script's modules before the library's, as Python does, but for those that it has loaded before any
    script."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        return None if _is_first(name) else _Files.find_spec(name, path, target)


# Modules that are part of CPython itself, or loaded before a script; `muster` is one here.
_FIRST = frozenset(
    "abc atexit builtins codecs encodings errno faulthandler gc genericpath importlib io itertools marshal muster ntpath os "
    "posix posixpath pwd runpy site stat sys time zipimport".split()
)


def _is_first(name):
    name = name.partition(".")[0]
    return name in _FIRST or (name.startswith("_") and name in sys.builtin_module_names)


def _is_own(module):
    return getattr(getattr(module, "__spec__", None), "loader", None) in (_Files, _Directory)


def _unload_hidden():
    """Forgets modules of the library that are loaded already and that the script has its own of."""
    for name in list(sys.modules):
        base = name.partition(".")[0]
        if not _is_first(name) and (base + ".py" in _files or base + "/__init__.py" in _files):
            del sys.modules[name]


def _compiled(file):
    """The code of a file of the script."""
    text = _files[file]
    try:
        return compile(text, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        found = _diagnosis(text)
        if found is None:
            raise
        name, message, line, column = found
        kind = getattr(builtins, name)
    raise kind(message, (file, line, column, "".join(text.splitlines()[line - 1 : line])))


def _diagnosis(text):
    """What CPython says of a text that does not parse; None if the text does, or if that fails."""
    errors = _muster.syntax_errors(text)
    if not errors:
        return None
    try:
        from _syntax import diagnose

        return diagnose(text, errors, _message_of)
    except Exception:
        return None


def _message_of(text):
    """Message, line and column of what is wrong with a text."""
    try:
        compile(text, "", "exec", dont_inherit=True)
    except SyntaxError as error:
        return error.msg, error.lineno or 0, error.offset or 0
    return None


def _ask_for(files):
    """Notes names that the host has yet to be asked for, if they have to be. Ends the top level then, if this is no
    survey."""
    if not files or _choose is not None or not _is_text(files[0]) or not _imported_by_script():
        return
    if _is_survey or not _asked:
        _asked.update(dict.fromkeys(files))
    if not _is_survey:
        raise _Wanted


def _is_text(name):
    """Whether a file can have the name, and the host can read it among others."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in name


def _imported_by_script():
    """Whether an import stands in a file of the script, or in a text that it executes, not in the library, which tries
    what it can do without."""
    frame = sys._getframe(1)
    while frame and (_hidden(frame.f_code) or frame.f_code.co_filename.startswith("<")):
        frame = frame.f_back
    return frame is not None and frame.f_code.co_filename in _files


def load(entry, game, files, absent, offered):
    """Runs the top level of a script; `offered` is None if this is no survey. True: it can be asked. False: what is
    wrong has been said. Otherwise the names that it asks for, with a 0 between two."""
    global _choose, _is_survey, _kit
    _kit = game.replace("-", "_") + ".py"
    _files.update(files)
    _known.update(files, absent)
    if offered is not None:
        _is_survey = True
        _files.update(offered)
    _unload_hidden()
    sys.meta_path.insert(0, _OwnFirst)
    sys.meta_path.append(_Files)
    try:
        # Not by an import: the name may be one of the library's.
        name = entry.removesuffix(".py")
        module = type(sys)(name)
        module.__spec__ = ModuleSpec(name, _Files, origin=entry)
        sys.modules[name] = module
        _Files.exec_module(module)
    except BaseException as error:
        if not _asked:
            report(error)
            return False
    if _asked:
        return "\0".join(_asked)
    choose = getattr(module, "choose", None)
    objection = _objection(entry, choose)
    if objection:
        _say(objection)
        return False
    sys.stdout.flush()
    _choose = choose
    return True


def _objection(entry, choose):
    """What is wrong with the function that is to be asked."""
    if choose is None:
        return f"{entry}:1: the file has no function choose: write `def choose(view):`, which returns the code of an action"
    if not callable(choose):
        return f"{entry}:1: choose is not a function: write `def choose(view):`"
    code = getattr(choose, "__code__", None)
    if code is None:
        return None
    place = f"{code.co_filename}:{code.co_firstlineno}"
    if code.co_flags & 0x280:
        return f"{place}: choose is an async function, for which nothing waits: write `def choose(view):`"
    if code.co_flags & 0x20:
        return f"{place}: choose has a yield: return the code of one action instead"
    if code.co_argcount == 0 and not code.co_flags & 0x04:
        return f"{place}: choose takes no view: write `def choose(view):`"
    return None


def ask(view):
    """The code of the script's answer. None after saying what went wrong."""
    try:
        code = _choose(view)
    except BaseException as error:
        report(error)
        return None
    if isinstance(code, int) and 0 <= code < 1 << 53:
        sys.stdout.flush()
        return code
    _say_answer(code)
    return None


def _say_answer(answer):
    """Says that an answer is no action, and where it was returned."""
    function = getattr(_choose, "__code__", None)
    # Asked first, before other functions return.
    line = function and (_muster.returned(function) or function.co_firstlineno)
    sys.stdout.flush()
    if answer is None:
        what = "it returned None, as a function does that ends without `return`"
    else:
        what = f"it returned {_short(answer)}, which is not the code of an action"
    place = f"{function.co_filename}:{line}" if function else "the script"
    _say(f"no action in choose, {place}: {what}")
    if function:
        for shown in _source(function.co_filename, line, 0, _SHOWN):
            _say(shown)
    _say(f"{_ADVICE}return the code of an action, one of legal_actions() or one that the kit makes")


def _short(value):
    try:
        text = repr(value)
    except Exception:
        text = f"an object of type {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


# ---- What is said of an exception ----


# In an account each line below the first begins with two spaces.
_SHOWN = "      "
_ADVICE = "  advice: "
# Calls above that are shown.
_ABOVE = 5


def report(error):
    """Says what went wrong. While the script loads: a trace, and as the last line file, line, column and what it is. In a
    match an account, which the host quotes."""
    sys.stdout.flush()
    if _choose is not None:
        for line in _account(error):
            _say(line)
        return
    for line in _told(error, set()):
        _say(line)
    place = _place(error)
    advice = _advice_on(error)
    said = _summary(error) + (f": {advice}" if advice else "")
    _say(f"{place}: {said}" if place else said)


def _account(error):
    """What happened and where, the line of the source, the calls above it, what to do."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _told(before, {id(error)})
        yield _summary(before)
        yield "another exception followed:"
    frames = _frames(error)
    what, said = "exception", f": {_summary(error)}"
    if isinstance(error, MemoryError):
        what, said = "out of memory", ""
    if not frames:
        yield f"{what} in choose{said}"
        return
    at = frames.index(_innermost(frames))
    code, line, last = frames[at]
    yield f"{what} in {_name(code)}, {code.co_filename}:{line}{said}"
    yield from _source(code.co_filename, line, _column(code, last), _SHOWN)
    yield from _calls(frames[at::-1])
    advice = _advice_on(error)
    if advice:
        yield _ADVICE + advice


def _advice_on(error):
    frames = _frames(error)
    return advice_on(error, frames[-1][0] if frames else None, _kit, _choose is None)


def _calls(frames):
    """The calls above the first one, each line once."""
    told = 0
    for below, (code, line, _) in zip(frames, frames[1:]):
        if (code.co_filename, line) != (below[0].co_filename, below[1]) and told < _ABOVE:
            yield f"  called by {_name(code)}, {code.co_filename}:{line}"
            told += 1


def _name(code):
    if code.co_name == "<lambda>":
        return "a function without a name"
    return "the top level" if code.co_name == "<module>" else code.co_name


def _told(error, told):
    """The trace of an exception, those of its causes before it."""
    told.add(id(error))
    before = error.__cause__
    link = "The above exception was the direct cause of the following exception:"
    if before is None and not error.__suppress_context__:
        before = error.__context__
        link = "During handling of the above exception, another exception occurred:"
    if before is not None and id(before) not in told:
        yield from _told(before, told)
        yield _summary(before)
        yield link
    frames = _frames(error)
    if frames:
        yield "Traceback (most recent call last):"
        yield from _trace(frames)
    if isinstance(error, SyntaxError) and error.filename in _files:
        yield from _source(error.filename, error.lineno, error.offset)


def _frames(error):
    """Code, line and last instruction of each frame of an exception, without ours."""
    frames = []
    trace = error.__traceback__
    while trace:
        frames.append((trace.tb_frame.f_code, trace.tb_lineno, trace.tb_lasti))
        trace = trace.tb_next
    return _own(frames)


def _column(code, at):
    """The column of an instruction, from 1; -1 if it is not known."""
    try:
        for index, position in enumerate(code.co_positions()):
            if index == at // 2:
                return position[2] + 1
    except Exception:
        pass
    return -1


def _own(frames):
    """The frames without those of imports and of this file."""
    return [frame for frame in frames if not _hidden(frame[0])]


def _innermost(frames):
    """The last frame in one of the script's files but its kit, or the last one."""
    for frame in reversed(frames):
        if frame[0].co_filename in _files and frame[0].co_filename != _kit:
            return frame
    return frames[-1]


def _trace(frames):
    """Lines that show frames; one that comes again and again is shown three times."""
    before, times = None, 0
    for index, (code, line, at) in enumerate(frames):
        times = times + 1 if before == (code, line) else 1
        before = code, line
        if times <= 3:
            yield f'  File "{code.co_filename}", line {line}, in {code.co_name}'
            is_last = index == len(frames) - 1
            yield from _source(code.co_filename, line, _column(code, at) if is_last else 0)
        elif times == 4:
            yield "  [and so on]"


def _source(file, line, column=0, before="    "):
    """A line of a file, with a mark below the column if there is one."""
    lines = _files.get(file, "").splitlines()
    if line and 0 < line <= len(lines):
        text = lines[line - 1]
        shown = text.strip()
        yield before + shown[:100]
        mark = column - 1 - (len(text) - len(text.lstrip()))
        if column > 0 and 0 <= mark < 100:
            yield before + " " * mark + "^"


def _place(error):
    """File, line and column where an exception happened."""
    if isinstance(error, SyntaxError) and error.filename in _files:
        return f"{error.filename}:{error.lineno}:{error.offset}"
    frames = _frames(error)
    if not frames:
        return ""
    code, line, at = _innermost(frames)
    column = _column(code, at)
    return f"{code.co_filename}:{line}" + (f":{column}" if column > 0 else "")


def _summary(error):
    """What an exception is, in one line."""
    text = error.msg if isinstance(error, SyntaxError) else _text(error)
    return type(error).__name__ + (f": {text}" if text else "")


def _text(error):
    try:
        return " ".join(str(error).split("\n")).strip()
    except Exception:
        return "<its str() failed>"


def _say(line):
    _muster.write(2, _plain(line) + "\n")


def _open(*arguments, **options):
    raise OSError("there are no files in a match: put what the bot needs into a module beside it, and import that")


def _input(prompt=""):
    raise EOFError("nobody answers input() in a match: choose(view) is told all that there is")


builtins.open = io.open = _open
builtins.input = _input
sys.stdout = sys.__stdout__ = _Output(1, "<stdout>")
sys.stderr = sys.__stderr__ = _Output(2, "<stderr>")
_clock.install()
