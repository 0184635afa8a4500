"""The rules of a game as a file: declarations, moves, results of `turn`, events and scenes.

An author imports the names of `__all__`. The rest serves Muster's calls, which `rules_calls.py` answers.
"""

__all__ = [
    "BOTH", "action", "chance", "circle", "draw", "event", "grid", "i8", "label", "line", "metric", "option", "rect", "u8",
    "u16", "u32", "win",
]

# The actions of the game in the order of their codes, and the bits of a code below the number of its action.
_actions = []
_PAYLOAD = 48


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
    """An event, with a mark on the board: squares are indexes into the first grid."""
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


# ---- Texts of errors ----


def _short(value):
    try:
        shown = repr(value)
    except Exception:
        shown = f"an object of type {type(value).__name__}"
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _names(parts):
    return ", ".join([f"`{part[0]}`" for part in parts]) or "none"
