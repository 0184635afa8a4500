//! Kernels of calls without a meaning, texts that are not positions, and lines without content.

use bot_protocol::positions::NAMES;
use games::GAMES;

use super::positions::{BEFORE, LOCALS, import};
use super::{Kernel, Scene, shell};

/// Calls without a meaning.
const CALLS: &[(&str, &str)] = &[
    (
        "metrics of no seat",
        "(call $position_metrics (local.get $p) (i32.const 7) (i32.const 65536) (i32.const 64))",
    ),
    (
        "legal of no seat",
        "(call $position_legal (local.get $p) (i32.const 7) (i32.const 65536) (i32.const 64))",
    ),
    (
        "view of no seat",
        "(call $position_view (local.get $p) (i32.const -1) (i32.const 65536) (i32.const 64))",
    ),
    (
        "children of no seat",
        "(call $position_children (local.get $p) (i32.const 9) (i64.const -1) (i32.const 65536) (i32.const 64))",
    ),
    ("release of nothing", "(call $position_release (i32.const 0))"),
    ("phase of nothing", "(call $position_phase (i32.const -1))"),
    ("text of nothing", "(call $position_text (i32.const 77) (i32.const 65536) (i32.const 64))"),
    ("playout of nothing", "(call $position_playout (i32.const 77) (i32.const 50))"),
    (
        "events of no action",
        "(call $position_events (local.get $p) (i64.const 4503599627370495) (i64.const -1) (i32.const 65536) (i32.const 64))",
    ),
    (
        "events without actions",
        "(call $position_events (local.get $p) (i64.const -1) (i64.const -1) (i32.const 65536) (i32.const 64))",
    ),
    (
        "events of action 1",
        "(call $position_events (local.get $p) (i64.const 1) (i64.const 1) (i32.const 65536) (i32.const 64))",
    ),
    ("after action 1", "(call $position_after (local.get $p) (i64.const 1) (i64.const 1))"),
    ("after action 700", "(call $position_after (local.get $p) (i64.const 700) (i64.const -1))"),
    (
        "here with 8,192 actions",
        "(call $position_release (call $position_here (i32.const 131072) (i32.const 8192)))",
    ),
    ("here with too many actions", "(call $position_here (i32.const 131072) (i32.const 8193))"),
];

/// Fillers of a 64 KiB text, as WAT writes them, and the bytes of each.
const TEXTS: &[(&str, &str, usize)] = &[
    ("NUL", "\\00", 1),
    ("blanks", " ", 1),
    ("line breaks", "\\n", 1),
    ("digits", "1", 1),
    ("slashes", "/", 1),
    ("empty ranks", "9/", 2),
    ("letters", "w ", 2),
    ("squares", "g1 ", 3),
    ("zero-width spaces", "\\e2\\80\\8b", 3),
    ("no UTF-8", "\\ff", 1),
];

/// Lines of a program, and `true` if they get replies.
const LINES: &[(&str, &str, usize, bool)] = &[
    ("blanks", " ", 999, false),
    ("tabs", "\\09", 999, false),
    ("no-break spaces", "\\c2\\a0", 499, false),
    ("ideographic spaces", "\\e3\\80\\80", 333, false),
    ("nothing", "", 0, false),
    ("notes", "# \\1b", 333, false),
    ("requests of nothing", "position ", 111, true),
    ("unknown requests", "position \\c3\\a9", 90, true),
    ("texts", "position read 1", 66, true),
    ("moves", "position here x", 66, true),
    ("releases", "position release 0", 1, true),
    ("seats", "position legal 1 9", 1, true),
];

pub(super) fn misuse() -> Vec<Kernel> {
    let scenes =
        GAMES.iter().map(|&game| Scene { game, plies: if game.name() == "tank-war" { 3 } else { 30 } });
    let of_scene = |scene: Scene| {
        let calls = CALLS.iter().map(move |(name, call)| {
            positions(name, scene, (BEFORE.to_owned(), String::new()), &format!("(drop {call})").repeat(4))
        });
        let texts = TEXTS.iter().flat_map(move |(name, unit, bytes)| {
            let data = format!("(data (i32.const 131072) \"{}\")", unit.repeat((1 << 16) / bytes));
            let read = "(drop (call $position_read (i32.const 131072) (i32.const 65536)))";
            let error =
                |cap: u32| format!("(drop (call $position_error (i32.const 65536) (i32.const {cap})))");
            [
                positions(&format!("read {name}"), scene, (BEFORE.to_owned(), data.clone()), read),
                positions(
                    &format!("error after {name}"),
                    scene,
                    (format!("{BEFORE} {read}"), data),
                    &(error(4096) + &error(0)).repeat(4),
                ),
            ]
        });
        let lines = LINES.iter().map(move |line| printing(*line, scene));
        calls.chain(texts).chain(lines).collect::<Vec<_>>()
    };
    scenes.into_iter().flat_map(of_scene).collect()
}

fn positions(name: &str, scene: Scene, (before, top): (String, String), body: &str) -> Kernel {
    let imports: String = NAMES.iter().map(import).collect();
    kernel(
        format!("misuse: {name}: {}", scene.game.name()),
        shell(&imports, &top, LOCALS, &before, body, ""),
        scene,
    )
}

/// A program that prints these lines before each of its moves.
fn printing((name, unit, count, has_replies): (&str, &str, usize, bool), scene: Scene) -> Kernel {
    const PLAYING: &str = include_str!("../../../../../tests/hostile/program-first-legal.wat");
    const LEGAL: &str = "(call $print (i32.const 16) (i32.const 6))";
    let line = unit.repeat(count);
    // An escaped byte has three characters.
    let length = line.len() - 2 * line.matches('\\').count() + 1;
    // The program reads all replies at once, into 60,000 bytes.
    let times = (60_000 / length.max(60)).min(if has_replies { 100 } else { 1000 });
    let block = format!("(data (i32.const 65536) \"{}\")", format!("{line}\\n").repeat(times));
    let replies = if has_replies { "(drop (call $read))" } else { "" };
    let printing = format!(
        "(local.set $n (i32.const ROUNDS))
         (loop $rounds (call $print (i32.const 65536) (i32.const {})) {replies}
           (br_if $rounds (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
         {LEGAL}",
        length * times
    );
    let text = PLAYING
        .replace("(data (i32.const 16)", &format!("{block} (data (i32.const 16)"))
        .replace("(local $at i32)\n", "(local $at i32) (local $n i32)\n")
        .replace(LEGAL, &printing);
    kernel(format!("misuse: lines of {name}: {}", scene.game.name()), text, scene)
}

fn kernel(name: String, text: String, scene: Scene) -> Kernel {
    Kernel { name, text, excepted: false, host: true, generated: false, scene }
}
