"""Says what CPython says of a text that does not parse. The parser recovers from errors and reports each with its place;
the first place counts here, and the tokens around it decide about the message."""

import builtins
import re

_SPACES = re.compile(r"(?:[ \t\f]|\\\r?\n)*")
_STRING = re.compile(r"""(?i:[rbfut]|rb|br|fr|rf|tr|rt)?('''|\"""|'|")""")
_NAME = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(
    r"(?i:0x(?:_?[0-9a-f])+|0b(?:_?[01])+|0o(?:_?[0-7])+"
    r"|(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:e[-+]?\d(?:_?\d)*)?j?)"
)
_OPERATOR = re.compile(r"\*\*=|//=|>>=|<<=|\.\.\.|!=|->|:=|[-+*/%@&|^=<>]=|\*\*|//|<<|>>|[-+*/%@&|^~=<>()\[\]{},:;.]|[$?!`]")
_AFTER_NUMBER = re.compile(r"and|else|for|if|in|is|or|not")
_PAIRS = {")": "(", "]": "[", "}": "{"}

_KEYWORDS = frozenset(
    "False None True and as assert async await break class continue def del elif else except finally for from global if "
    "import in is lambda nonlocal not or pass raise return try while with yield".split()
)
# Statements with a block, as CPython calls them.
_BLOCKS = {
    "def": "function definition",
    "class": "class definition",
    **{word: f"'{word}' statement" for word in "if elif else for while try except finally with match case".split()},
}
# Statements whose colon is wanted at once; of the others it is missing at the end of the line alone.
_FORCED = ("else", "try", "finally")
# What stands before clauses.
_BEFORE = {"else": "if 1: pass\n  ", "elif": "if 1: pass\n  ", "except": "try: pass\n  ", "finally": "try: pass\n  "}


class Token:
    __slots__ = ("kind", "text", "start", "line", "level")

    def __init__(self, kind, text, start, line, level):
        self.kind, self.text, self.start, self.line, self.level = kind, text, start, line, level


class _Failure(Exception):
    """An error: its class, message, place in the text."""

    def __init__(self, message, start, name="SyntaxError"):
        self.name, self.message, self.start = name, message, start


class _Tokens:
    """The tokens of a text up to the first that is none, and the brackets that are open then."""

    def __init__(self, text):
        self.text = text
        self.tokens = []
        self.open = []
        self.failure = None
        self._indents = [(0, 0)]
        self._at = 0
        self._line = 1
        try:
            self._scan()
        except _Failure as failure:
            self.failure = failure

    def _put(self, kind, text, start):
        self.tokens.append(Token(kind, text, start, self._line, len(self.open)))

    def _scan(self):
        text, is_begun = self.text, False
        while True:
            if not is_begun and not self.open:
                self._indent()
            start = self._at
            end = _SPACES.match(text, start).end()
            self._line += text.count("\n", start, end)
            self._at = start = end
            if start < len(text) and text[start] == "#":
                end = text.find("\n", start)
                self._at = start = len(text) if end < 0 else end
            if start >= len(text):
                break
            if text[start] in "\r\n":
                if is_begun and not self.open:
                    self._put("newline", "", start)
                    is_begun = False
                self._at = start + 1 + (text.startswith("\r\n", start))
                self._line += 1
                continue
            is_begun = True
            self._token(start)
        if is_begun and not self.open:
            self._put("newline", "", len(text))
        if not self.open:
            for _ in self._indents[1:]:
                self._put("dedent", "", len(text))
        self._put("end", "", len(text))

    def _indent(self):
        """The white space before a logical line."""
        text = self.text
        while True:
            start, width, other = self._at, 0, 0
            while start < len(text) and text[start] in " \t\f":
                if text[start] == " ":
                    width, other = width + 1, other + 1
                elif text[start] == "\t":
                    width, other = (width // 8 + 1) * 8, other + 1
                else:
                    width = other = 0
                start += 1
            if start >= len(text) or text[start] not in "#\r\n":
                break
            end = text.find("\n", start)
            if end < 0:
                self._at = len(text)
                return
            self._at = end + 1
            self._line += 1
        self._at = start
        if start >= len(text):
            return
        indents = self._indents
        mixed = _Failure("inconsistent use of tabs and spaces in indentation", start, "TabError")
        if width == indents[-1][0]:
            if other != indents[-1][1]:
                raise mixed
        elif width > indents[-1][0]:
            if other <= indents[-1][1]:
                raise mixed
            indents.append((width, other))
            self._put("indent", "", start)
        else:
            while indents[-1][0] > width:
                indents.pop()
                self._put("dedent", "", start)
            if indents[-1][0] != width:
                end = text.find("\n", start)
                place = len(text) if end < 0 else end
                raise _Failure("unindent does not match any outer indentation level", place, "IndentationError")
            if indents[-1][1] != other:
                raise mixed

    def _token(self, start):
        text = self.text
        found = _STRING.match(text, start)
        if found:
            return self._string(start, found.end(), found.group(1))
        found = _NAME.match(text, start)
        if found:
            return self._take("name", found)
        if text[start].isdigit() or (text[start] == "." and text[start + 1 : start + 2].isdigit()):
            return self._number(start)
        # What is in the last brackets is a token for CPython, too, one that fits nowhere.
        found = _OPERATOR.match(text, start)
        if not found:
            raise self._stray(start)
        operator = found.group()
        if operator in "([{":
            self.open.append(Token("operator", operator, start, self._line, 0))
        elif operator in _PAIRS:
            self._close(operator, start)
        self._take("operator", found)

    def _take(self, kind, found):
        self._put(kind, found.group(), found.start())
        self._at = found.end()

    def _close(self, closing, start):
        if not self.open:
            raise _Failure(f"unmatched '{closing}'", start)
        opening = self.open.pop()
        if opening.text != _PAIRS[closing]:
            on = f" on line {opening.line}" if opening.line != self._line else ""
            raise _Failure(
                f"closing parenthesis '{closing}' does not match opening parenthesis '{opening.text}'{on}", start
            )

    def _string(self, start, inside, quote):
        text, at = self.text, inside
        while True:
            if text.startswith(quote, at):
                break
            if at >= len(text) or (text[at] == "\n" and len(quote) == 1):
                line = self._line + text.count("\n", start, min(at, len(text) - 1))
                triple = "triple-quoted " if len(quote) == 3 else ""
                # The mark is below the quote.
                raise _Failure(f"unterminated {triple}string literal (detected at line {line})", inside - len(quote))
            at += 2 if text[at] == "\\" else 1
        self._put("string", text[start : at + len(quote)], start)
        self._line += text.count("\n", start, at)
        self._at = at + len(quote)

    def _number(self, start):
        text = self.text
        found = _NUMBER.match(text, start)
        number, end = found.group(), found.end()
        kinds = {"0x": "hexadecimal", "0b": "binary", "0o": "octal"}
        kind = kinds.get(text[start : start + 2].lower(), "imaginary" if number[-1] in "jJ" else "decimal")
        following = text[end : end + 1]
        if following.isdigit() and kind in ("binary", "octal"):
            raise _Failure(f"invalid digit '{following}' in {kind} literal", end)
        if (following.isalnum() or following == "_") and not _AFTER_NUMBER.match(text, end):
            raise _Failure(f"invalid {kind} literal", end - 1)
        if number.isdigit() and number[0] == "0" and number.strip("0"):
            raise _Failure(
                "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers", start
            )
        self._take("number", found)

    def _stray(self, start):
        letter = self.text[start]
        if letter == "\\":
            if start + 1 >= len(self.text):
                return _Failure("unexpected EOF while parsing", start)
            return _Failure("unexpected character after line continuation character", start + 1)
        shown = f"U+{ord(letter):04X}"
        if not letter.isprintable():
            return _Failure(f"invalid non-printable character {shown}", start)
        return _Failure(f"invalid character '{letter}' ({shown})", start)


def diagnose(text, errors, compiled):
    """What is wrong with a text that does not parse: class, message, line and column; None if nothing is known. `errors`
    has the places where the parser found something, in letters, with its words; `compiled` is asked for the message and the place that the
    interpreter has for another text, or None."""
    scanned = _Tokens(text)
    place, words = min(errors, default=(None, ""))
    failure = _Parse(scanned, place, words, compiled).failure()
    if failure is None:
        return None
    line = text.count("\n", 0, failure.start) + 1
    return failure.name, failure.message, line, failure.start - (text.rfind("\n", 0, failure.start) + 1) + 1


class _Parse:
    """What the parser says, beside what is wrong with tokens, which counts first wherever it is."""

    def __init__(self, scanned, place, words, compiled):
        self.scanned, self.place, self.words, self.compiled = scanned, place, words, compiled
        self.tokens = scanned.tokens
        self.at = None
        if place is not None:
            # The token that fits nowhere.
            fitting = (index for index, token in enumerate(self.tokens) if token.start + len(token.text) > place
                       or (not token.text and token.start >= place))
            self.at = next(fitting, len(self.tokens) - 1 if self.tokens else None)

    def failure(self):
        scanned = self.scanned
        broken = scanned.failure
        if self.at is None or (broken and self._line_start(broken.start) <= self.place):
            return broken
        token = self.tokens[self.at]
        # What is wrong with a later token counts before what the parser says, but for indents.
        if broken and broken.name == "SyntaxError":
            return self._indent(token) or broken
        if scanned.open:
            opened = scanned.open[-1]
            if self._line_of_error(token) > opened.line:
                return _Failure(f"'{opened.text}' was never closed", opened.start)
        return self._indented_block() or self._indent(token) or self._statement(token)

    def _line_start(self, place):
        return self.scanned.text.rfind("\n", 0, place) + 1

    def _line_of_error(self, token):
        """The line of the first token that does not fit. The parser ends a bracket with its line, CPython does not."""
        text = self.scanned.text
        rest = text[self.place :].split("\n", 1)[0]
        is_line_end = not rest.split("#")[0].strip()
        return text.count("\n", 0, self.place) + (2 if is_line_end else 1)

    def _indent(self, token):
        if token.kind == "indent":
            return _Failure("unexpected indent", token.start, "IndentationError")
        return None

    def _head(self, index):
        """The index of the first token of the logical line of a token."""
        while index > 0 and self.tokens[index - 1].kind not in ("newline", "indent", "dedent"):
            index -= 1
        return index

    def _indented_block(self):
        """A block that is missing behind a colon."""
        tokens, end = self.tokens, self.at
        while end > 0 and tokens[end].kind in ("dedent", "end"):
            end -= 1
        # The end of the line before the block.
        if tokens[end].kind != "newline":
            end -= 1
        if end < 1 or tokens[end].kind != "newline" or tokens[end - 1].text != ":":
            return None
        following = tokens[end + 1]
        head = self._head(end)
        first = tokens[head]
        block = _BLOCKS.get(tokens[head + 1].text if first.text == "async" else first.text)
        if not block or following.kind == "indent":
            return None
        is_last = following.kind == "end" or all(one.kind in ("dedent", "end") for one in tokens[end + 1 :])
        start = self._last_line() if is_last else next(one for one in tokens[end + 1 :] if one.text).start
        return _Failure(f"expected an indented block after {block} on line {first.line}", start, "IndentationError")

    def _last_line(self):
        """The place of the end of the text, as CPython counts lines."""
        text = self.scanned.text
        return max(len(text.rstrip("\n")), 0)

    def _statement(self, token):
        tokens, at = self.tokens, self.at
        head = self._head(at)
        name = head + (tokens[head].text == "async")
        first = tokens[name].text
        known = _WORDS.get(self.words)
        if known:
            return _Failure(known, self._start_of(token))
        found = self._forced(first, name, token) or self._without_else(head, token) or self._of_chunk(head, token)
        if found is None or found.message.startswith("invalid syntax"):
            found = self._near_keyword(head) or found
        return found or _Failure("invalid syntax", self._start_of(token))

    def _near_keyword(self, head):
        """A name that is nearly a keyword, with which the statement would be right."""
        from difflib import get_close_matches

        tokens, text = self.tokens, self.scanned.text
        end = self._end()
        for name in tokens[head : self.at + 1]:
            if name.kind != "name" or name.text in _KEYWORDS or hasattr(builtins, name.text):
                continue
            for word in get_close_matches(name.text, sorted(_KEYWORDS), cutoff=0.5):
                statement = text[tokens[head].start : name.start] + word + text[name.start + len(name.text) : tokens[end].start]
                if self._is_right(statement, word):
                    return _Failure(f"invalid syntax. Did you mean '{word}'?", name.start)
        return None

    def _is_right(self, statement, word):
        """Whether a statement is right where every statement may be."""
        before = _BEFORE.get(word, "")
        block = " pass" if statement.rstrip().endswith(":") else ""
        return self.compiled(f"def f():\n while 1:\n  {before}{statement}{block}\n") is None

    def _end(self):
        """The index of the end of the logical line."""
        end = self.at
        while end < len(self.tokens) - 1 and self.tokens[end].kind != "newline":
            end += 1
        return end

    def _start_of(self, token):
        return min(token.start, len(self.scanned.text))

    def _forced(self, first, head, token):
        """A token without which CPython does not look further."""
        if first not in _BLOCKS or token.level:
            return None
        behind = self.tokens[head : self.at]
        if first == "def" and len(behind) == 2 and token.text not in ("(", "["):
            return _Failure("expected '('", token.start)
        if any(one.text == ":" and not one.level for one in behind):
            return None
        is_missing = token.kind == "newline" or (first in _FORCED and len(behind) == 1)
        return _Failure("expected ':'", token.start) if is_missing else None

    def _without_else(self, head, token):
        """A conditional expression that has no `else`."""
        if token.text in ("else", ":"):
            return None
        level = token.level - (token.text in _PAIRS.values())
        at, tokens = self.at - 1, self.tokens
        while at > head and not (tokens[at].level == level and tokens[at].text == "if"):
            if tokens[at].level < level or (tokens[at].level == level and tokens[at].text in ("else", "for", ",", "=", ":")):
                return None
            at -= 1
        begin = at
        while begin > head and not self._ends_before(tokens[begin - 1], level):
            begin -= 1
        if at <= head or begin == at or any(one.text == "for" for one in tokens[begin:at] if one.level == level):
            return None
        return _Failure("expected 'else' after 'if' expression", tokens[begin].start)

    @staticmethod
    def _ends_before(token, level):
        """Whether an expression begins behind a token."""
        if token.level == level:
            return token.text in ("return", ",", "=", ":", "else", "if", "lambda", "(", "[", "{", "in", "yield", ":=")
        return token.level < level

    def _of_chunk(self, head, token):
        """What the interpreter says of the statement alone; it looks for more than the parser, and may find it anywhere."""
        tokens, text = self.tokens, self.scanned.text
        end = self._end()
        chunk = text[tokens[head].start : tokens[end].start]
        is_block = chunk.rstrip().endswith(":")
        said = self.compiled(chunk + (" pass\n" if is_block else "\n"))
        if said is None:
            return None
        message, line, column = said
        lines = chunk.split("\n")
        if not 0 < line <= len(lines):
            return None
        start = tokens[head].start + sum(len(one) + 1 for one in lines[: line - 1]) + column - 1
        return _Failure(message, start) if self._fits(message, start, head, token) else None

    def _fits(self, message, start, head, token):
        """Whether it is what CPython may say of this token."""
        if not message.startswith(_OWN) or "`" in message or start > self._start_of(token):
            return False
        if "a comma" in message:
            return token.level > (token.text in _PAIRS.values()) or token.text in _PAIRS
        return start == self.tokens[head].start or not message.startswith("Missing parentheses")


# What the parser says, and CPython.
_WORDS = {
    "f-string: single `}` is not allowed": "f-string: single '}' is not allowed",
    "f-string: expecting `}`": "f-string: expecting '}'",
    "Parameter without a default cannot follow a parameter with a default": (
        "parameter without a default follows parameter with a default"
    ),
}
# How messages of the interpreter begin that are CPython's.
_OWN = (
    "invalid syntax.",
    "cannot ",
    "expected 'e",
    "Missing parentheses",
    "Did you mean",
    "f-string",
    "positional argument",
    "keyword argument",
    "Generator expression",
    "did you forget",
    "assignment expression",
    "expression cannot contain",
    "illegal target",
    "duplicate",
    "named arguments",
    "bare",
    "trailing comma",
    "'tuple' ",
    "'list' ",
    "non-default",
    "only single target",
    "multiple",
    "at least one",
)
