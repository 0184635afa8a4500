"""The rules of a game as a file: declarations, results of `turn`, and what calls the author's functions.

An author imports the names of `__all__`. The rest serves Muster's calls; nothing of it runs outside Muster.
"""

__all__ = [
    "BOTH", "action", "chance", "circle", "draw", "event", "grid", "i8", "label", "line", "metric", "option", "rect", "u8",
    "u16", "u32", "win",
]


from array import array as _array
from json.decoder import JSONDecoder as _Decoder
from json.encoder import encode_basestring_ascii as _quote

_scan = _Decoder().scan_once


class RulesError(Exception):
    """A mistake in the rules of a game."""


# ---- Declarations ----


class Move(int):
    """A move: the number is its code, `kind` is the name of its action, and each part of the action is an attribute."""

    @property
    def action(self):
        return _actions[self >> _PAYLOAD]

    @property
    def kind(self):
        return self.action.name

    def __getattr__(self, name):
        action = self.action
        for part, low, _, shift, mask in action._parts:
            if part == name:
                return (self >> shift & mask) + low
        raise AttributeError(f"`{action.name}` has no part `{name}`; it has {_names(action._parts)}")

    def __repr__(self):
        values = ", ".join([f"{part[0]}={getattr(self, part[0])}" for part in self.action._parts])
        return f"{self.action.name}({values})"

    __str__ = __repr__


class Action:
    """An action of the game. A call with a value for each part makes a move."""

    def __init__(self, notation, about, secret, parts):
        self.name = ""
        self._base, self._declared, self._parts = -1, [], []
        shift = 0
        for name, declared in parts.items():
            if type(declared) not in (tuple, list) or not 2 <= len(declared) <= 4:
                raise RulesError(f"part `{name}` is {declared!r}: write {name}=(smallest, largest, \"description\")")
            low, high = declared[0], declared[1]
            words = declared[2] if len(declared) > 2 else ""
            labels = declared[3] if len(declared) > 3 else None
            if type(low) is not int or type(high) is not int or low > high:
                raise RulesError(f"part `{name}` ranges from {low!r} to {high!r}: write two integers, the smaller first")
            width = (high - low).bit_length()
            self._parts.append((name, low, high, shift, (1 << width) - 1))
            self._declared.append(
                {"name": name, "min": low, "max": high, "about": words, **({"labels": list(labels)} if labels else {})}
            )
            shift += width
        self._declaration = {"notation": notation, "about": about, "secret": bool(secret), "parts": self._declared}

    def __call__(self, *values, **named):
        if named or len(values) != len(self._parts):
            values = self._in_order(values, named)
        code = self._base
        for value, (name, low, high, shift, _) in zip(values, self._parts):
            if type(value) is not int or value < low or value > high:
                raise RulesError(f"`{name}` of `{self.name}` is {_short(value)}: it must be an integer from {low} to {high}")
            code += value - low << shift
        if self._base < 0:
            raise RulesError("an action is used before the game has begun: use it inside the functions of the rules")
        return Move(code)

    def _in_order(self, values, named):
        rest = [part[0] for part in self._parts[len(values) :]]
        if len(values) > len(self._parts) or sorted(named) != sorted(rest):
            raise RulesError(f"`{self.name}` has the parts {_names(self._parts)}: give a value for each of them")
        return values + tuple([named[name] for name in rest])


def action(notation, *, about="", secret=False, **parts):
    """Declares an action: its notation with `{part}` for each part, and each part as `(smallest, largest, "description")`.

    A fourth element lists a word for each value, which replaces the number in the notation.
    """
    return Action(notation, about, secret, parts)


def metric(name, about=""):
    """Declares a metric, a number that the game keeps for each seat."""
    return {"name": name, "about": about}


def option(name, about="", *, choices=None, flag=None, min=None, max=None, default=None):
    """Declares an option: a choice of words, a flag with its default, or an integer from `min` to `max`."""
    declared = {"name": name, "about": about}
    if choices is not None:
        declared["choices"] = [str(choice) for choice in choices]
    elif flag is not None:
        declared["flag"] = bool(flag)
    else:
        declared["min"], declared["max"] = min, max
    if default is not None:
        declared["default"] = default if choices is None else str(default)
    return declared


class _Field:
    """A field of the view: a number, or a list of them."""

    def __init__(self, kind, code, low, high, count, about):
        if isinstance(count, str):
            count, about = 1, count
        self.kind, self.code, self.low, self.high, self.count, self.about = kind, code, low, high, count, about


def u8(count=1, about=""):
    """Declares a view field of integers from 0 to 255."""
    return _Field("u8", "B", 0, 255, count, about)


def i8(count=1, about=""):
    """Declares a view field of integers from -128 to 127."""
    return _Field("i8", "b", -128, 127, count, about)


def u16(count=1, about=""):
    """Declares a view field of integers from 0 to 65,535."""
    return _Field("u16", "H", 0, 65_535, count, about)


def u32(count=1, about=""):
    """Declares a view field of integers from 0 to 4,294,967,295."""
    return _Field("u32", "I", 0, (1 << 32) - 1, count, about)


class _Grid(dict):
    """The declaration of a board."""


def grid(field, *, columns, rows, pieces, click=None, pick=None, tones=None):
    """Declares a board that shows a view field, with a label for each column and each row.

    `pieces` has for each value of the field `(seat, "symbol", "name")`, with `None` as the seat of a neutral piece.
    `tones` has for values `"plain"`, `"blocked"`, `"danger"`, `"home0"`, `"home1"`, `"held0"` or `"held1"`.
    `click` names the part of an action that a click on a square gives, and `pick` the part that the piece's square gives.
    """
    shown = {str(value): {"seat": piece[0], "symbol": piece[1], "name": piece[2]} for value, piece in pieces.items()}
    declared = {"field": field, "columns": columns, "rows": list(rows), "pieces": shown}
    if click is not None:
        declared["click"] = click
    if pick is not None:
        declared["pick"] = pick
    if tones:
        declared["tones"] = {str(value): tone for value, tone in tones.items()}
    return _Grid(declared)


# ---- Results of `turn` and `score` ----


class _Result:
    """The phase of a position, as Muster reads it, and the outcome without its reason."""

    __slots__ = ("phase", "outcome")

    def __init__(self, phase, outcome=None):
        self.phase, self.outcome = phase, outcome


_ACTS = (_Result("act 1"), _Result("act 2"))
BOTH = _Result("act 3")


def win(seat, reason=""):
    """The game is over: the seat has won."""
    if type(seat) is not int or not 0 <= seat <= 1:
        raise RulesError(f"win({_short(seat)}): the seat must be 0 or 1")
    return _Result(f"win {seat} {_reason(reason)}", f"win {seat}")


def draw(reason=""):
    """The game is over in a draw."""
    return _Result(f"draw {_reason(reason)}", "draw")


def chance(outcomes, *, to=BOTH):
    """Chance decides: `apply` receives `moves["chance"]`, a number from 0 to `outcomes - 1`, all equally likely.

    `to` is the only seat that learns the outcome, or `None` if neither does.
    """
    if type(outcomes) is not int or not 1 <= outcomes <= 100_000:
        raise RulesError(f"chance({_short(outcomes)}): the number of outcomes must be an integer from 1 to 100000")
    if to is not BOTH and to is not None and not (type(to) is int and 0 <= to <= 1):
        raise RulesError(f"chance(to={_short(to)}): it must be a seat, BOTH or None")
    return _Result(f"chance {outcomes} {3 if to is BOTH else 0 if to is None else 1 << to}")


def _reason(words):
    if type(words) is not str or "\n" in words:
        raise RulesError(f"the reason {_short(words)} must be a text of one line")
    return words or "by the rules"


# ---- Events and scenes ----


def event(text, *, move=None, shot=None, loss=None):
    """Something that happened, with a mark on the board: squares are indexes into the first grid."""
    if move is not None:
        return {"text": text, "mark": {"move": list(move)}}
    if shot is not None:
        return {"text": text, "mark": {"shot": list(shot)}}
    return {"text": text, "mark": {"loss": loss}} if loss is not None else {"text": text}


def _shape(id, form, numbers, text, seat, name, action):
    shape = {"id": id, form: list(numbers), "text": text, "name": name}
    if seat is not None:
        shape["seat"] = seat
    if action is not None:
        shape["action"] = int(action)
    return shape


def rect(id, left, top, width, height, text="", *, seat=None, name="", action=None):
    """A rectangle of a scene. A shape of the same `id` in the next position is the same thing, moved."""
    return _shape(id, "rect", (left, top, width, height), text, seat, name, action)


def circle(id, x, y, radius, text="", *, seat=None, name="", action=None):
    """A circle of a scene."""
    return _shape(id, "circle", (x, y, radius), text, seat, name, action)


def line(id, x1, y1, x2, y2, *, seat=None, name=""):
    """A line of a scene."""
    return _shape(id, "line", (x1, y1, x2, y2), "", seat, name, None)


def label(id, x, y, text, *, seat=None, name="", action=None):
    """A text of a scene, centred at a point."""
    return _shape(id, "at", (x, y), text, seat, name, action)


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
    """The first value of a kind that a state cannot have, with its path and what to do; None if there is none."""
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


def _short(value):
    try:
        shown = repr(value)
    except Exception:
        shown = f"an object of type {type(value).__name__}"
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _names(parts):
    return ", ".join([f"`{part[0]}`" for part in parts]) or "none"


class Dice:
    """Dice that the key of an imagined position determines."""

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
_KINDS = 31
_PAYLOAD = 48

_file = ""
_functions = {}
_actions = []
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
    global _file, _muster, Position
    import _muster
    from _position import Position

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
    """The state without what a seat may not know."""
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
    # What the author's functions receive is read again, so that it is the same in every later call.
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
    """What is wrong with a field of a view."""
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
    """The state as a seat sees it, or all of it for nobody in particular."""
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
