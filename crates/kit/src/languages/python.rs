//! The kit for Python: a module.

use std::fmt::Write as _;

use game::{ActionKind, BitField, Game};

use crate::board::PrintedBoard;
use crate::constants::{self, Dialect};
use crate::expression::{bounds, offset, part, stored};
use crate::language::{File, Language, Starter};
use crate::members::fields;
use crate::text::{action_about, identifier, provenance, wrapped};

pub(crate) const PYTHON: Language = Language {
    name: "python",
    title: "Python",
    folder: "python",
    base: None,
    render,
    common: &[common!("muster.py", "python/muster.py")],
    starter: Starter {
        entry: "bot.py",
        strategy: include_str!("../../starters/any/bot.py"),
        files: &[],
        kit: "",
        needs: "You need nothing but Muster.",
        build: "muster build bot.py -o bot.wasm",
        module: "bot.wasm",
        crash: "An exception is logged with its line.",
        is_script: true,
    },
};

fn render(game: &dyn Game) -> Vec<File> {
    vec![File::new(format!("{}.py", identifier(game)), module(game))]
}

fn module(game: &dyn Game) -> String {
    let [title, made] = provenance(game);
    let mut out = format!(
        "\"\"\"{title}\n\n{made}\n\"\"\"\n\nimport muster  # Plays the match if python3 runs the bot.\n\n\nclass View:\n    \"\"\"The bot's view of the position.\"\"\"\n\n"
    );
    for field in fields(game) {
        out.push_str(&wrapped("    # ", field.about));
        let kind = if field.count == 1 { "int" } else { "list[int]" };
        let _ = writeln!(out, "    {}: {kind}", field.name);
    }
    out.push_str("\n\ndef kind(action: int) -> int:\n    \"\"\"Returns the kind of an action.\"\"\"\n    return action >> 48\n");
    out.push_str(CHECK);
    for action in game.layout().actions {
        let parts: Vec<String> = action.bits.iter().map(|bits| format!("{}: int", safe(bits.name))).collect();
        let check = |bits: &BitField| {
            let (name, (least, greatest)) = (bits.name, bounds(bits));
            format!("    _check(\"{}\", \"{name}\", {}, {least}, {greatest})\n", action.name, safe(name))
        };
        let checks: String = action.bits.iter().map(check).collect();
        let _ = write!(
            out,
            "\n\n{} = {}\n\n\ndef {}({}) -> int:\n{}{checks}    return {expression}\n",
            action.name.to_uppercase(),
            action.kind,
            action.name,
            parts.join(", "),
            docstring(&action_about(action)),
            expression = code(action),
        );
        for bits in action.bits {
            let _ = write!(
                out,
                "\n\ndef {}_{}(action: int) -> int:\n    return {}\n",
                action.name,
                bits.name,
                with_offset(bits, &part(bits))
            );
        }
    }
    out.push('\n');
    out.push_str(&constants::render(game, &DIALECT));
    if game.has_chance() {
        out.push_str(CHANCE);
    }
    if let Some(board) = PrintedBoard::from_game(game) {
        out.push_str(&board.fill(PRINTER, |field| format!("view.{field}[square]")));
    }
    out
}

const CHANCE: &str = r#"
# The phase of a position in which chance decides. Its outcomes are the legal actions of seat 0.
CHANCE = 4


def expected(position: "muster.Position", value) -> float:
    """Returns the average of `value` over the outcomes where chance decides next, elsewhere that of the position."""
    if position.phase != CHANCE:
        return value(position)
    outcomes = position.legal_actions(0)
    return sum(expected(position.after(outcome), value) for outcome in outcomes) / len(outcomes)
"#;

const CHECK: &str = r#"

def _check(action: str, part: str, value: int, least: int, most: int) -> None:
    """Raises an error if a part of an action is out of range."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{action}: {part} is {value!r}, but it is a whole number from {least} to {most}")
    if not least <= value <= most:
        raise ValueError(f"{action}: {part} is {value}, but it is from {least} to {most}")
"#;

/// Returns the expression for an action's code.
fn code(action: &ActionKind) -> String {
    let parts = action.bits.iter().map(|bits| {
        let value = stored(bits, &safe(bits.name));
        if bits.shift == 0 { value } else { format!("{value} << {}", bits.shift) }
    });
    let kind = (action.kind != 0 || action.bits.is_empty()).then(|| format!("{} << 48", action.kind));
    kind.into_iter().chain(parts).collect::<Vec<_>>().join(" | ")
}

/// Returns the expression for the value of a part, given that for its payload.
fn with_offset(bits: &BitField, payload: &str) -> String {
    match offset(bits) {
        same if same.is_empty() => payload.to_owned(),
        offset => format!("({payload}){offset}"),
    }
}

/// Returns a name that is not a keyword of the language.
fn safe(name: &str) -> String {
    if name == "from" { format!("{name}_") } else { name.to_owned() }
}

fn docstring(text: &str) -> String {
    let lines = wrapped("    ", text);
    format!("    \"\"\"{}\"\"\"\n", lines.trim().trim_end_matches('"'))
}

const DIALECT: Dialect = Dialect {
    name: |name| name.to_uppercase(),
    comment: |about| wrapped("# ", about),
    number: "$name = $value",
    text: "$name = $value",
    texts: "$name = [\n$value]",
    numbers: "$name = [\n$value]",
};

const PRINTER: &str = r#"

def log_board(view: View) -> None:
    """Writes the board to the log."""
    symbols = "$symbols"
    ground = "$ground"
    labels = "$labels"
    print("$head")
    for index in range($rows):
        row = $row
        line = labels[$width * row : $width * (row + 1)]
        for column in range($columns):
            square = $columns * row + column
            value = $value
            symbol = symbols[value] if value < len(symbols) else " "
            line += " " + (ground[$ground_at] if symbol == " " else symbol)
        print(line)
"#;
