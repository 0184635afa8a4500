//! The kit for C: a header.

use std::fmt::Write as _;

use game::{BitField, FieldType, Game};

use crate::board::PrintedBoard;
use crate::constants::{self, Dialect};
use crate::expression::{code, is_in_range, is_long, offset, part, range};
use crate::language::{File, Language, Starter};
use crate::members::{Member, fields, length, members};
use crate::text::{action_about, identifier, provenance, wrapped};

pub(crate) const C: Language = Language {
    name: "c",
    title: "C",
    folder: "c",
    base: None,
    render,
    common: &[common!("muster.h", "c/muster.h")],
    starter: Starter {
        entry: "bot.c",
        strategy: include_str!("../../starters/any/bot.c"),
        files: &[],
        kit: "",
        needs: "You need Zig's C compiler, which has a C library for wasm: `pip install ziglang`.",
        build: "python3 -m ziglang cc -target wasm32-wasi -mexec-model=reactor -O2 -UNDEBUG -o bot.wasm bot.c",
        module: "bot.wasm",
        crash: "A failed `assert` is logged with its line; any other crash names the function.",
        is_script: false,
    },
};

/// The header.
fn render(game: &dyn Game) -> Vec<File> {
    vec![File::new(format!("{}.h", identifier(game)), header(game))]
}

fn header(game: &dyn Game) -> String {
    let name = identifier(game);
    let upper = name.to_uppercase();
    let mut out = String::new();
    let [title, made] = provenance(game);
    let _ = write!(
        out,
        "/* {title}\n * {made} */\n#ifndef {upper}_H\n#define {upper}_H\n\n#include \"muster.h\"\n\n"
    );
    out.push_str("typedef struct {\n");
    for member in members(game) {
        match member {
            Member::Field(field) => {
                let array = if field.count == 1 { String::new() } else { format!("[{}]", field.count) };
                out.push_str(&c_comment("    ", field.about));
                let _ = writeln!(out, "    {} {}{array};", c_type(field.kind), field.name);
            }
            Member::Gap(offset, count) => {
                let _ = writeln!(out, "    uint8_t zero_{offset}[{count}];");
            }
        }
    }
    let _ = writeln!(out, "}} {name}_view;\n");
    for field in fields(game) {
        let _ = writeln!(
            out,
            "_Static_assert(offsetof({name}_view, {field}) == {offset}, \"{field}\");",
            field = field.name,
            offset = field.offset
        );
    }
    let _ = writeln!(out, "_Static_assert(sizeof({name}_view) == {}, \"the view's length\");", length(game));
    for action in game.layout().actions {
        let kind = action.name;
        let parts = action
            .bits
            .iter()
            .map(|bits| format!("{} {}", if is_long(bits) { "int64_t" } else { "uint64_t" }, bits.name))
            .collect::<Vec<_>>();
        let parameters = if parts.is_empty() { "void".to_owned() } else { parts.join(", ") };
        let expression = code(action, "u", "(uint64_t)$");
        let check = |bits: &BitField| {
            let range = range(&format!("{name}_{kind}"), bits);
            format!("    MUSTER_CHECK({}, \"{range}\");\n", is_in_range(bits, "&&"))
        };
        let checks: String = action.bits.iter().map(check).collect();
        out.push('\n');
        out.push_str(&c_comment("", &action_about(action)));
        let _ = writeln!(out, "#define {upper}_{} {}", kind.to_uppercase(), action.kind);
        let _ = writeln!(
            out,
            "static inline uint64_t {name}_{kind}({parameters}) {{\n{checks}    return {expression};\n}}"
        );
        for bits in action.bits {
            let _ = writeln!(
                out,
                "static inline {kept} {name}_{kind}_{}(uint64_t action) {{ return ({kept})({}){}; }}",
                bits.name,
                part(bits),
                offset(bits),
                kept = if is_long(bits) { "int64_t" } else { "unsigned" },
            );
        }
    }
    out.push_str(&constants::render(game, &DIALECT).replace("$game", &name));
    out.push_str(&positions(game).replace("$game", &name));
    if let Some(board) = PrintedBoard::from_game(game) {
        let printer = PRINTER.replace("$game", &name);
        out.push_str(&board.fill(&printer, |field| format!("view->{field}[square]")));
    }
    let _ = write!(out, "\nMUSTER_BOT({name}_view)\n\n#endif\n");
    out
}

/// Returns the types and functions for the calls on positions.
fn positions(game: &dyn Game) -> String {
    let mut out = String::new();
    let has_metrics = !game.metrics().is_empty();
    if has_metrics {
        out.push_str("\n/* The metrics of a seat. */\ntypedef struct {\n");
        for metric in game.metrics() {
            out.push_str(&c_comment("    ", metric.about));
            let _ = writeln!(out, "    int64_t {};", metric.name);
        }
        out.push_str("} $game_metrics;\n");
    }
    let (with, metrics, measure) =
        if has_metrics { ("phase and metrics", METRICS, MEASURE) } else { ("phase", "", "") };
    out.push_str(&CHILDREN.replace("$with", with).replace("$metrics\n", metrics));
    out.push_str(measure);
    if game.has_chance() {
        out.push_str(CHANCE);
    }
    out
}

const METRICS: &str = "    /* By seat. */\n    $game_metrics metrics[2];\n";

const CHILDREN: &str = "
/* An action with the $with after it. muster_is_over, muster_winner and muster_acts read the phase. */
typedef struct {
    uint64_t action;
    int64_t phase;
$metrics
} $game_child;

/* Writes up to `capacity` children, one per legal action of a seat. Returns their total number, or an error below 0.
 * `other` is the other seat's action if both seats act, otherwise MUSTER_NO_ACTION. */
static inline int32_t $game_children(muster_position position, int32_t seat, uint64_t other, $game_child *children,
                                     uint32_t capacity) {
    return muster_position_children(position, seat, other, children, capacity);
}

/* Writes a seat's view of a position. */
static inline int32_t $game_see(muster_position position, int32_t seat, $game_view *view) {
    return muster_position_view(position, seat, view, sizeof *view);
}
";

const MEASURE: &str = "
/* Returns a seat's metrics in a position. */
static inline $game_metrics $game_measure(muster_position position, int32_t seat) {
    $game_metrics metrics;
    muster_position_metrics(position, seat, (int64_t *)&metrics, sizeof metrics / sizeof(int64_t));
    return metrics;
}
";

const CHANCE: &str = "
/* The phase of a position in which chance decides. Its outcomes are the legal actions of seat 0. */
enum { $game_chance = 4 };

/* Returns the average of `value` over the outcomes where chance decides next, elsewhere that of the position. */
static inline double $game_expected(muster_position position, double (*value)(muster_position)) {
    if (muster_position_phase(position) != $game_chance) return value(position);
    /* The codes of outcomes are consecutive. */
    uint64_t first = 0;
    int32_t count = muster_position_legal(position, 0, &first, 1);
    double sum = 0;
    for (int32_t index = 0; index < count; index++) {
        muster_position after = muster_position_after(position, first + (uint64_t)index, MUSTER_NO_ACTION);
        sum += $game_expected(after, value);
        muster_position_release(after);
    }
    return sum / count;
}
";

const DIALECT: Dialect = Dialect {
    name: str::to_owned,
    comment: |about| c_comment("", about),
    number: "enum { $game_$name = $value };",
    text: "static const char $game_$name[] __attribute__((unused)) = $value;",
    texts: "static const char *const $game_$name[$count] __attribute__((unused)) = {\n$value};",
    numbers: "static const int16_t $game_$name[$count] __attribute__((unused)) = {\n$value};",
};

const PRINTER: &str = r#"
/* Writes the board to the log. */
static inline void $game_log_board(const $game_view *view) {
    static const char symbols[] = "$symbols";
    static const char ground[] = "$ground";
    static const char labels[] = "$labels";
    muster_log("$head\n", $headlen + 1);
    for (unsigned index = 0; index < $rows; index++) {
        unsigned row = $row, length = 0;
        char line[$headlen + 1];
        while (length < $width) line[length] = labels[$width * row + length], length++;
        for (unsigned column = 0; column < $columns; column++) {
            unsigned square = $columns * row + column, value = $value;
            char symbol = value < sizeof symbols - 1 ? symbols[value] : ' ';
            line[length++] = ' ';
            line[length++] = symbol == ' ' ? ground[$ground_at] : symbol;
        }
        line[length++] = '\n';
        muster_log(line, length);
    }
}
"#;

/// Returns a C comment, wrapped into lines.
fn c_comment(indent: &str, text: &str) -> String {
    let lines = wrapped(&format!("{indent}   "), text);
    format!("{indent}/* {} */\n", lines.trim_start().trim_end())
}

fn c_type(kind: FieldType) -> &'static str {
    match kind {
        FieldType::U8 => "uint8_t",
        FieldType::I8 => "int8_t",
        FieldType::U16 => "uint16_t",
        FieldType::U32 => "uint32_t",
        FieldType::U64 => "uint64_t",
    }
}
