//! The kit for Python: a module.

use std::fmt::Write as _;

use game::{BitField, Game};

use crate::board::PrintedBoard;
use crate::constants::{self, Dialect};
use crate::expression::{code, part};
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
        let expression = action.bits.iter().fold(code(action, ""), |text, bits| {
            text.replace(&format!("({} &", bits.name), &format!("({} &", safe(bits.name)))
        });
        let check = |bits: &BitField| {
            format!(
                "    _check(\"{}\", \"{}\", {}, {})\n",
                action.name,
                bits.name,
                safe(bits.name),
                bits.most
            )
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
        );
        for bits in action.bits {
            let _ = write!(
                out,
                "\n\ndef {}_{}(action: int) -> int:\n    return {}\n",
                action.name,
                bits.name,
                part(bits)
            );
        }
    }
    out.push('\n');
    out.push_str(&constants::render(game, &DIALECT));
    if let Some(board) = PrintedBoard::from_game(game) {
        out.push_str(&board.fill(PRINTER, |field| format!("view.{field}[square]")));
    }
    out
}

const CHECK: &str = r#"

def _check(action: str, part: str, value: int, most: int) -> None:
    """Raises an error if a part of an action is out of range."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{action}: {part} is {value!r}, but it is a whole number from 0 to {most}")
    if not 0 <= value <= most:
        raise ValueError(f"{action}: {part} is {value}, but it is from 0 to {most}")
"#;

/// Returns a name that is not a keyword of the language.
fn safe(name: &str) -> String {
    if name == "from" { format!("{name}_") } else { name.to_owned() }
}

fn docstring(text: &str) -> String {
    let lines = wrapped("    ", text);
    format!("    \"\"\"{}\"\"\"\n", lines.trim())
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
