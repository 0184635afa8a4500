"""Muster's calls of the author's functions: requests are read, values are checked and encoded, and calls are answered.

Nothing of it runs outside Muster, and authors do not import it: `rules.py` has their names.
"""

from array import array as _array
from json.decoder import JSONDecoder as _Decoder
from json.encoder import encode_basestring_ascii as _quote

import _muster
from _position import Position
from muster.rules import _ACTS, _PAYLOAD, Action, Move, RulesError, _actions, _Field, _Grid, _Result, _short

_scan = _Decoder().scan_once


# ---- Values ----

_MOST = (1 << 53) - 1
_TEXTS, _MOVES = {str}, {Move}
_CONSTANTS = {None: "null", True: "true", False: "false"}


class _Unfit(Exception):
    """A value that a state cannot have."""


def _encode(value):
    """The canonical JSON of a value."""
    kind = type(value)
    if kind is list:
        # Lists of integers need no look at each element.
        shown = str(value)
        if shown[1:-1].replace(", ", "").replace("-", "").isdigit() and max(value) <= _MOST and min(value) >= -_MOST:
            return shown.replace(" ", "")
        return "[" + ",".join([_encode(item) for item in value]) + "]"
    if kind is int and -_MOST <= value <= _MOST:
        return str(value)
    if kind is str:
        return _quote(value)
    if kind is dict and set(map(type, value)) <= _TEXTS:
        return "{" + ",".join([_quote(key) + ":" + _encode(value[key]) for key in sorted(value)]) + "}"
    if value is None or kind is bool:
        return _CONSTANTS[value]
    raise _Unfit


def _unfit(value, path, depth=0):
    """The first value of a kind that a state cannot have, with its path and advice; None if every value is allowed."""
    kind = type(value)
    if depth > 100:
        return f"{path[:20]}... is nested more than 100 deep, or contains itself"
    if kind is list:
        items = [(item, f"{path}[{index}]") for index, item in enumerate(value)]
    elif kind is dict:
        for key in value:
            if type(key) is not str:
                return f"{path} has the key {_short(key)}: keys must be texts, as in str(key)"
        items = [(item, f"{path}.{key}" if key.isidentifier() else f"{path}[{key!r}]") for key, item in value.items()]
    elif value is None or kind in (bool, str) or kind is int and -_MOST <= value <= _MOST:
        return None
    else:
        return f"{path} is {_short(value)}: {_INSTEAD.get(kind, _OTHER)}"
    return next(filter(None, [_unfit(item, name, depth + 1) for item, name in items]), None)


_OTHER = "a state has integers, texts, booleans, None, lists, and dicts with texts as keys"
_INSTEAD = {
    int: "integers must lie between -2**53 and 2**53",
    float: "floats are not allowed, use integers",
    complex: "complex numbers are not allowed, use integers",
    set: "sets are not allowed, because they have no order: use a sorted list",
    frozenset: "sets are not allowed, because they have no order: use a sorted list",
    tuple: "tuples are not allowed, because they would come back as lists: use a list",
    Move: "moves are not allowed: keep their parts, or their code",
    bytes: "bytes are not allowed: use a list or a text",
}


class Dice:
    """Dice, determined by the key of an imagined position."""

    def __init__(self, key):
        self._words = [int(key[at : at + 8], 16) for at in (0, 8, 16, 24)]
        for _ in range(12):
            self._next()

    def _next(self):
        # Chris Doty-Humphrey's sfc32.
        a, b, c, counter = self._words
        result = a + b + counter & 0xFFFFFFFF
        self._words = [
            b ^ b >> 9, c + (c << 3) & 0xFFFFFFFF, ((c << 21 | c >> 11) + result) & 0xFFFFFFFF, counter + 1 & 0xFFFFFFFF,
        ]
        return result

    def below(self, bound):
        """A number from 0 to `bound - 1`."""
        return (self._next() << 32 | self._next()) % bound

    def choice(self, values):
        """One of the values."""
        return values[self.below(len(values))]

    def shuffle(self, values):
        """The values in a random order, as a new list."""
        values = list(values)
        for last in range(len(values) - 1, 0, -1):
            other = self.below(last + 1)
            values[last], values[other] = values[other], values[last]
        return values


# ---- The author's functions ----

_REQUIRED = {
    "start": "def start(options):", "turn": "def turn(state):", "legal": "def legal(state, seat):",
    "apply": "def apply(state, moves):",
}
_OPTIONAL = ("metrics", "score", "show", "events", "scene", "text", "read", "mirror", "imagine")
# Maximum number of actions. In a code, it is the number of an outcome of chance.
_KINDS = 31

_file = ""
_functions = {}
_fields = []
_options = {}
_declaration = {}
_metrics = 0


def _fault(name, said):
    """Raises an error that is reported at the author's function."""
    function = getattr(_functions.get(name), "__code__", None)
    file, line = _file, 1
    if function:
        file, line = function.co_filename, _muster.returned(function) or function.co_firstlineno
    at = compile("\n" * (line - 1) + "raise error", file, "exec").replace(co_name=name)
    exec(at, {"error": RulesError(said)})


def serve(file, module, uses_chance):
    """Reads the author's module, and returns the function that answers Muster's calls."""
    global _file
    _file = file
    names = vars(module)
    for name, head in _REQUIRED.items():
        if name not in names:
            _fault(name, f"the file has no function `{name}`: write `{head}`")
    for name in (*_REQUIRED, *_OPTIONAL):
        function = names.get(name)
        if callable(function) and not isinstance(function, Action):
            _functions[name] = function
        elif name in _REQUIRED:
            _fault(name, f"`{name}` is not a function: write `{_REQUIRED[name]}`")
    _declare(names, uses_chance)
    return _choose


def _declare(names, uses_chance):
    global _metrics
    for name in ("TITLE", "SEATS", "MAX_PLIES", "VIEW"):
        if name not in names:
            _fault(name, f"the file declares no {name}: write `{name} = {_EXAMPLES[name]}`")
    for name, value in names.items():
        if isinstance(value, Action) and not value.name:
            value.name, value._base = name.rstrip("_"), len(_actions) << _PAYLOAD
            _actions.append(value)
    if not _actions:
        _fault("action", "the file declares no action: write `name = action(\"{part}\", part=(0, 6, \"description\"))`")
    if len(_actions) > _KINDS:
        _fault("action", f"the file declares {len(_actions)} actions, and a game has at most {_KINDS}")
    view = names["VIEW"]
    if type(view) is not dict or not all([isinstance(field, _Field) for field in view.values()]):
        _fault("VIEW", f"VIEW is {_short(view)}: write `VIEW = {_EXAMPLES['VIEW']}`")
    _fields.extend(view.items())
    for declared in names.get("OPTIONS", ()):
        _options[declared["name"]] = declared
    metrics = list(names.get("METRICS", ()))
    _metrics = len(metrics)
    if _metrics and "metrics" not in _functions:
        _fault("metrics", "METRICS is declared, and there is no function `metrics`: write `def metrics(state, seat):`")
    _declaration.update(
        title=names["TITLE"],
        about=_dedented(names.get("__doc__") or ""),
        seats=list(names["SEATS"]),
        max_plies=names["MAX_PLIES"],
        options=list(_options.values()),
        metrics=metrics,
        actions=[{"name": action.name, **action._declaration} for action in _actions],
        view=[{"name": name, "kind": f.kind, "count": f.count, "about": f.about} for name, f in _fields],
        grids=[grid for value in names.values() for grid in (value if type(value) is list else [value]) if type(grid) is _Grid],
        has=[name for name in _OPTIONAL if name in _functions],
        chance=uses_chance,
    )
    if "NAME" in names:
        _declaration["name"] = names["NAME"]


def _dedented(text):
    """A docstring without the indentation of its lines."""
    first, *rest = text.expandtabs().split("\n")
    indents = [len(line) - len(line.lstrip()) for line in rest if line.strip()]
    return "\n".join([first.strip()] + [line[min(indents, default=0) :].rstrip() for line in rest]).strip()


_EXAMPLES = {
    "TITLE": '"Connect Four"', "SEATS": '("Red", "Yellow")', "MAX_PLIES": "42",
    "VIEW": '{"board": u8(42, "Description.")}',
}


# ---- Muster's calls ----


def _choose(view):
    """Answers the call that the host's request describes."""
    request = Position.here().text.split("\n")
    Position.read("\n".join(_ANSWERS[request[0]](*request[1:])))
    return 0


def _parsed(text):
    return _scan(text, 0)[0]


def _state(public, own0, own1, hidden):
    state = _parsed(public)
    if own0 or own1:
        state["own"] = [_parsed(own0) if own0 else None, _parsed(own1) if own1 else None]
    if hidden:
        state["hidden"] = _parsed(hidden)
    return state


def _seen(public, own0, own1, hidden, seat):
    """The state without the parts hidden from a seat."""
    if not (own0 or own1):
        return _parsed(public)
    return _state(public, "" if seat else own0, own1 if seat else "", "")


def _split(state, function):
    """The parts of a state as texts: public, own of each seat, hidden."""
    if type(state) is not dict:
        ending = ", as a function does that ends without `return`" if state is None else ""
        _fault(function, f"{function} returned {_short(state)}{ending}: return the state, a dict")
    given, own0, own1, hidden = state, "", "", ""
    try:
        if "own" in state or "hidden" in state:
            state = dict(state)
            if "own" in state:
                own = state.pop("own")
                if type(own) is not list or len(own) != 2:
                    _fault(function, f"state.own is {_short(own)}: it must be a list with a part for each seat")
                own0, own1 = _encode(own[0]), _encode(own[1])
            if "hidden" in state:
                hidden = _encode(state.pop("hidden"))
        return _encode(state), own0, own1, hidden
    except (_Unfit, RecursionError):
        pass
    _fault(function, _unfit(given, "state"))


def _position(state, function):
    """The fields of a position."""
    parts = _split(state, function)
    # The author's functions receive a state that is read again, so that it is the same in every later call.
    state = _state(*parts)
    result = _functions["turn"](state)
    if type(result) is int and 0 <= result <= 1:
        result = _ACTS[result]
    elif type(result) is not _Result:
        _fault("turn", f"turn returned {_short(result)}: return a seat (0 or 1), BOTH, chance(...), win(...) or draw(...)")
    legal, views = ["", ""], ["", ""]
    phase = result.phase
    if phase.startswith("act"):
        public, own0, own1, hidden = parts
        for seat in (0, 1):
            if int(phase[4]) >> seat & 1:
                seen = _seen(*parts, seat) if own0 or own1 or hidden else state
                legal[seat] = _legal(seen, seat)
                views[seat] = _view(seen, seat)
    metrics = _measure(state, 0) + " " + _measure(state, 1) if _metrics else ""
    return phase, *parts, *legal, *views, metrics


def _legal(seen, seat):
    moves = _functions["legal"](seen, seat)
    if type(moves) not in (list, tuple):
        if isinstance(moves, (Move, Action, str, int, dict, set)) or moves is None or not hasattr(moves, "__iter__"):
            _fault("legal", f"legal returned {_short(moves)}: return a list of moves, such as [{_example()}]")
        moves = list(moves)
    if set(map(type, moves)) != _MOVES and moves:
        move = [move for move in moves if type(move) is not Move][0]
        _fault("legal", f"legal lists {_short(move)}, which is not a move: make moves with actions, as in {_example()}")
    return _numbers(_array("Q", moves))


def _numbers(values):
    """The numbers of an array, with spaces between them."""
    return str(values.tolist())[1:-1].replace(",", "")


def _example():
    return repr(Move(_actions[0]._base))


def _measure(state, seat):
    values = _functions["metrics"](state, seat)
    if type(values) is int:
        values = [values]
    if type(values) not in (list, tuple) or len(values) != _metrics or not set(map(type, values)) <= {int, bool}:
        _fault("metrics", f"metrics returned {_short(values)}: return a list of {_metrics} integers, in the order of METRICS")
    return " ".join([str(int(value)) for value in values])


def _view(seen, seat):
    show = _functions.get("show")
    values = show(seen, seat) if show else seen
    by = "show" if show else "turn"
    if type(values) is not dict:
        _fault(by, f"show returned {_short(values)}: return a dict with a value for each field of VIEW")
    shown = []
    for name, field in _fields:
        value = values.get(name)
        if field.count == 1 and type(value) is not list:
            value = [value]
        try:
            numbers = _array(field.code, value)
        except (TypeError, ValueError, OverflowError):
            numbers = None
        if numbers is None or len(numbers) != field.count:
            _fault(by, _unfit_view(name, field, values))
        shown.append(_numbers(numbers))
    return " ".join(shown)


def _unfit_view(name, field, values):
    """The mistake in a field of a view."""
    if name not in values:
        return f"the view has no `{name}`: show must return it, or the state must have it"
    value = values[name]
    if field.count > 1 and (type(value) not in (list, tuple) or len(value) != field.count):
        return f"`{name}` of the view is {_short(value)}: it must be a list of {field.count} integers"
    for index, number in enumerate(value if type(value) in (list, tuple) else [value]):
        if type(number) not in (int, bool) or not field.low <= number <= field.high:
            place = f"{name}[{index}]" if field.count > 1 else name
            return f"`{place}` of the view is {_short(number)}: it must be an integer from {field.low} to {field.high}"
    return f"`{name}` of the view is {_short(value)}"


def _moves(codes):
    moves = {}
    for seat, code in enumerate(codes.split(" ")):
        if code == "-":
            continue
        code = int(code)
        kind = code >> _PAYLOAD
        if kind == _KINDS:
            # Bits 32 and 33 say which seats may know the outcome.
            return {"chance": code & 0xFFFFFFFF}
        moves[seat] = Move(code)
    return moves


def _settings(options):
    values = {}
    for word in options.split(" ") if options else ():
        name, _, value = word.partition("=")
        declared = _options[name]
        values[name] = value if "choices" in declared else value == "true" if "flag" in declared else int(value)
    return values


def _describe(*_):
    from json import dumps

    state = _functions["start"](_defaults())
    parts = _split(state, "start")
    secrets = any(parts[1:]) or any([action._declaration["secret"] for action in _actions])
    try:
        return (dumps({**_declaration, "secrets": secrets}, ensure_ascii=True),)
    except (TypeError, ValueError):
        _fault("TITLE", f"a declaration has a value of a wrong kind: {_short(_declaration)}")


def _defaults():
    values = {}
    for name, declared in _options.items():
        first = declared["choices"][0] if "choices" in declared else declared["flag"] if "flag" in declared else declared["min"]
        values[name] = declared.get("default", first)
    return values


def _start(seat, moves, options, *_):
    return _position(_functions["start"](_settings(options)), "start")


def _apply(seat, moves, options, public, own0, own1, hidden, _):
    return _position(_functions["apply"](_state(public, own0, own1, hidden), _moves(moves)), "apply")


def _show(seat, moves, options, public, own0, own1, hidden, _):
    return (_view(_viewed(seat, public, own0, own1, hidden), int(seat)),)


def _viewed(seat, public, own0, own1, hidden):
    """The state as a seat sees it, or the whole state if the call has no seat."""
    parts = public, own0, own1, hidden
    return _state(*parts) if seat == "-" else _seen(*parts, int(seat))


def _events(seat, moves, options, public, own0, own1, hidden, _):
    from json import dumps

    events = _functions["events"](_viewed(seat, public, own0, own1, hidden), _moves(moves))
    if type(events) not in (list, tuple):
        _fault("events", f"events returned {_short(events)}: return a list of texts or of event(...)")
    told = [{"text": event} if type(event) is str else event for event in events]
    for event in told:
        if type(event) is not dict or type(event.get("text")) is not str:
            _fault("events", f"events lists {_short(event)}: it must be a text or event(...)")
    return [dumps(event) for event in told]


def _scene(seat, moves, options, public, own0, own1, hidden, _):
    shapes = _functions["scene"](_viewed(seat, public, own0, own1, hidden))
    unfit = None if type(shapes) is list else "it must be a list of shapes, such as rect(...)"
    unfit = unfit or _unfit(shapes, "shapes")
    if unfit:
        _fault("scene", f"scene returned {_short(shapes)}: {unfit}")
    return (_encode(shapes),)


def _score(seat, moves, options, public, own0, own1, hidden, _):
    result = _functions["score"](_state(public, own0, own1, hidden))
    if type(result) is not _Result or result.outcome is None:
        _fault("score", f"score returned {_short(result)}: return win(seat) or draw()")
    return (result.outcome,)


def _text(seat, moves, options, public, own0, own1, hidden, _):
    words = _functions["text"](_viewed(seat, public, own0, own1, hidden))
    if type(words) is not str or "\n" in words:
        _fault("text", f"text returned {_short(words)}: return a text of one line")
    return (words,)


def _read(seat, moves, options, public, own0, own1, hidden, words):
    try:
        state = _functions["read"](words)
    except ValueError as error:
        return (f"error: {' '.join(str(error).split())}",)
    return _position(state, "read")


def _mirror(seat, moves, options, public, own0, own1, hidden, _):
    return _position(_functions["mirror"](_state(public, own0, own1, hidden)), "mirror")


def _imagine(seat, moves, options, public, own0, own1, hidden, key):
    seat = int(seat)
    parts = public, own0, own1, hidden
    imagined = _functions["imagine"](_seen(*parts, seat), seat, Dice(key))
    if type(imagined) is dict and ("own" in imagined or "hidden" in imagined):
        return _position(imagined, "imagine")
    state = _seen(*parts, seat)
    state.setdefault("own", [None, None])[1 - seat] = imagined
    return _position(state, "imagine")


_ANSWERS = {
    "describe": _describe, "start": _start, "apply": _apply, "show": _show, "events": _events, "scene": _scene,
    "score": _score, "text": _text, "read": _read, "mirror": _mirror, "imagine": _imagine,
}
