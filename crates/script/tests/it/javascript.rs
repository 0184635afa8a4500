//! Scripts in JavaScript: building, play, and messages for their authors.

use std::collections::BTreeMap;

use crate::common::{Project, build_file, sandbox};
use game::{PerSeat, Seat};
use job::Script;
use referee::{Limits, Loss};
use sandbox::Caps;

/// Plays the first legal action.
const FIRST: &str = r#"import { legalActions } from "./muster.js";
export function choose(view) { return legalActions()[0]; }
"#;

#[test]
fn a_script_plays_every_game() {
    for game in games::GAMES {
        let project = Project::new(&[("bot.js", FIRST)]);
        let built = build_file(&project.path("bot.js"), Some(*game)).unwrap();
        assert_eq!(
            (built.game.name(), built.interpreter.language, built.log.as_str()),
            (game.name(), "JavaScript", "")
        );
        let record = crate::common::against_random(*game, &built.module, Caps::standard(), 1);
        assert_eq!(record.losses, PerSeat::new(None, None), "{}", game.name());
        assert!(record.plies > 0);
    }
}

#[test]
fn the_same_files_make_the_same_bytes() {
    let files = [
        ("bot.js", "import \"./lib/a.js\";\nexport const choose = () => 0;"),
        ("lib/a.js", "globalThis.a = [1, 2];"),
    ];
    let build = || {
        let project = Project::new(&files);
        build_file(&project.path("bot.js"), games::find("tank-war")).unwrap().module
    };
    assert!(build() == build(), "two builds in two folders");
    assert!(build_in_memory(&files) == build(), "a build without a folder");
}

/// Returns the module of `bot.js` among files in memory.
fn build_in_memory(files: &[(&str, &str)]) -> Vec<u8> {
    let files = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
    let sources: BTreeMap<String, Vec<u8>> = files.collect();
    let script = Script { entry: "bot.js", sources: &sources, game: games::find("tank-war") };
    script::build(sandbox(), &script).unwrap().module
}

#[test]
fn names_that_are_computed_lead_to_the_same_files_in_memory() {
    let text = "for (const i of [1, 2, 3]) { await import(`./lib/p${i}.js`).catch(() => {}); }\n\
                export const choose = () => 0;";
    let files = [
        ("bot.js", text),
        ("lib/p1.js", "globalThis.one = 1;"),
        ("lib/p2.js", "globalThis.two = 2;"),
        ("other.js", "throw new Error();"),
    ];
    let project = Project::new(&files);
    let built = build_file(&project.path("bot.js"), games::find("tank-war")).unwrap();
    assert!(built.module == build_in_memory(&files));
}

#[test]
fn the_kit_tells_the_game_and_scripts_share_machine_code() {
    let build = |text: &str| {
        let kit = "export const move = (tank) => tank;";
        let project = Project::new(&[("bot.js", text), ("tank_war.js", kit)]);
        build_file(&project.path("bot.js"), None).unwrap()
    };
    let one =
        build("import * as tank from './tank_war.js'; export function choose(view) { return tank.move(1); }");
    assert_eq!(one.game.name(), "tank-war");
    let two = build("import { move } from './tank_war.js'; export const choose = () => move(2);");
    for built in [one, two] {
        let bot = sandbox().admit(&built.module, &Caps::standard()).unwrap().unwrap();
        assert!(bot.making().shared, "the interpreter is compiled once, to load scripts");
    }
}

/// Returns the message for a script that is not built, with its advice.
fn message(files: &[(&str, &str)]) -> String {
    let project = Project::new(files);
    let error = build_file(&project.path("bot.js"), games::find("tank-war")).err().unwrap();
    [Some(error.to_string()), error.advice()].into_iter().flatten().collect::<Vec<_>>().join(" | ")
}

#[test]
fn what_is_wrong_with_a_script_is_said_with_its_line() {
    let head = "import * as muster from \"muster\";\n";
    let cases = [
        ("export function choose(view) {\n  return 1 +;\n}", "bot.js:2:13: SyntaxError: "),
        ("export function choose() {}\nnull.x;", "bot.js:2:1: TypeError: "),
        (
            "function choose(view) { return 0; }",
            "bot.js:1:1: the script exports no function `choose`: write `export function",
        ),
        ("export async function choose() {}", "bot.js:1:1: `choose` is async"),
        ("export const choose = 1;", "bot.js:1:1: `choose` is not a function"),
        (
            "let a = 1;\nimport b from \"./none.js\";",
            "bot.js:2:15: ReferenceError: import of \"./none.js\": there is no such file",
        ),
        (
            "import _ from 'lodash';",
            "bot.js:1:15: ReferenceError: import of \"lodash\": there are no packages here",
        ),
        (
            "import _ from '../x.js';",
            "bot.js:1:15: ReferenceError: import of \"../x.js\": that is outside the script's folder",
        ),
        (
            &format!("{head}const d = muster.number(\"depth\", 3);"),
            "bot.js:2:18: Error: number() was called while the script loads",
        ),
        ("const r = Math.random();", "bot.js:1:16: Error: Math.random() was called while the script loads"),
        ("let n = 0;\nwhile (true) n = Math.max(n, 1);", "bot.js:2:"),
        ("function f(n) { return f(n + 1) + 1; }\nf(0);", "bot.js:1:"),
        ("throw 'x';", "uncaught: x"),
    ];
    for (text, due) in cases {
        let said = message(&[("bot.js", text)]);
        assert!(said.contains(due), "{text}\nsays {said}");
    }
    let endless = message(&[("bot.js", "for (;;);")]);
    assert!(
        endless.contains("the top level takes more than 2.0 s")
            && endless.contains("move what takes long into choose()"),
        "{endless}"
    );
    let file = message(&[("bot.js", "import './lib/a.js';"), ("lib/a.js", "\n\nnope;")]);
    assert!(file.contains("lib/a.js:3:1: ReferenceError: "), "{file}");
}

/// Returns the failure of a script in the first seat of Tank Battle, and its log.
fn failure(text: &str) -> (Box<Loss>, String) {
    let project = Project::new(&[("bot.js", text)]);
    let game = games::find("tank-battle").unwrap();
    let built = build_file(&project.path("bot.js"), Some(game)).unwrap();
    let mut record = crate::common::against_random(game, &built.module, Caps::standard(), 1);
    let log = String::from_utf8_lossy(&record.closings[Seat::First].log).into_owned();
    (record.losses[Seat::First].take().unwrap(), log)
}

#[test]
fn an_exception_in_a_match_names_its_line() {
    let (loss, log) = failure(
        r#"import { legalActions, log } from "./muster.js";
        export function choose(view) {
            if (view.ply === 12) view.nothing.here = 1;
            return legalActions()[0];
        }"#,
    );
    assert_eq!(loss.ply, 12);
    let failure = &loss.failure;
    assert!(failure.detail.starts_with("exception in choose, bot.js:3: TypeError: "), "{}", failure.detail);
    assert!(failure.backtrace[1].ends_with("         ^"), "{:?}", failure.backtrace);
    assert!(log.ends_with(&format!("{}\n{}\n", failure.detail, failure.backtrace.join("\n"))), "{log}");
}

#[test]
fn an_answer_that_is_no_action_and_a_recursion_without_end_are_explained() {
    let (loss, _) = failure("export function choose() { return 'C'; }");
    assert!(
        loss.failure
            .detail
            .starts_with("no action in choose, bot.js:1: it returned the string \"C\", not a number"),
        "{}",
        loss.failure.detail
    );
    let recursions = [
        "f(n + 1) + 1",
        "[1].map(() => f(n + 1))",
        "'x'.replace(/x/, () => f(n + 1))",
        "JSON.stringify({ toJSON: () => f(n + 1) })",
        "new Proxy({}, { get: () => f(n + 1) }).x",
    ];
    for recursion in recursions {
        let (loss, _) = failure(&format!("const f = (n) => {recursion};\nexport const choose = () => f(0);"));
        let detail = loss.failure.detail;
        assert!(detail.contains("RangeError: Maximum call stack size exceeded"), "{recursion}: {detail}");
        assert!(
            detail.starts_with("exception in ") && detail.contains(", bot.js:1:"),
            "{recursion}: {detail}"
        );
    }
}

/// A recursion over the squares of the largest board fits, even by way of `forEach`.
#[test]
fn a_flood_fill_of_256_squares_recurses() {
    for step in [
        "for (const [dx, dy] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) fill(x + dx, y + dy);",
        "[1, -1, 16, -16].forEach((d) => fill((x + d) & 15, (y + (d >> 4)) & 15));",
    ] {
        let text = format!(
            "import {{ legalActions }} from \"muster\";
let seen;
function fill(x, y) {{
    if (x < 0 || y < 0 || x > 15 || y > 15 || seen.has(16 * y + x)) return;
    seen.add(16 * y + x);
    {step}
}}
export function choose(view) {{
    seen = new Set();
    fill(0, 0);
    return seen.size === 256 ? legalActions()[0] : -1;
}}"
        );
        let project = Project::new(&[("bot.js", &text)]);
        let game = games::find("tank-battle").unwrap();
        let built = build_file(&project.path("bot.js"), Some(game)).unwrap();
        let record = crate::common::against_random(game, &built.module, Caps::standard(), 1);
        assert_eq!(record.losses, PerSeat::new(None, None), "{step}");
    }
}

#[test]
fn the_view_is_what_the_layout_says_and_the_log_is_readable() {
    let script = r#"import { legalActions } from "./muster.js";
        export function choose(view) {
            console.log(JSON.stringify(view, (key, value) => typeof value === "bigint" ? `${value}n` : value));
            return legalActions()[0];
        }"#;
    for game in games::GAMES {
        let project = Project::new(&[("bot.js", script)]);
        let built = build_file(&project.path("bot.js"), Some(*game)).unwrap();
        let limits = Limits { log: 1 << 20, ..Limits::default() };
        let record = crate::common::play(*game, &built.module, Caps::standard(), 1, &limits, "");
        let log = String::from_utf8(record.closings[Seat::First].log.clone()).unwrap();
        let first: serde_json::Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
        let position = game.start(&game::Rules::defaults(game.options()));
        let mut bytes = vec![0; game.layout().view_len()];
        position.write_view(Seat::First, &mut bytes);
        for field in game.layout().fields {
            let elements = (0..field.count).map(|index| {
                let value = field.get(&bytes, index);
                if field.kind == game::FieldType::U64 {
                    format!("{value}n").into()
                } else {
                    serde_json::json!(value as i64)
                }
            });
            let elements: Vec<serde_json::Value> = elements.collect();
            let due = if field.count == 1 { elements[0].clone() } else { elements.into() };
            assert_eq!(first[field.name], due, "{}: {}", game.name(), field.name);
        }
        assert_eq!(first["ply"], 0);
    }
}

#[test]
fn dice_are_those_of_the_seat_and_settings_are_read_in_the_match() {
    let script = r#"import muster from "./muster.js";
        let depth;
        export function choose(view) {
            depth ??= muster.number("depth", 1);
            muster.log(`${Math.random()} ${muster.below(1000)} ${depth} ${muster.setting("style", "none")}`);
            return muster.legalActions()[muster.below(muster.legalActions().length)];
        }"#;
    let project = Project::new(&[("bot.js", script)]);
    let game = games::find("tank-war").unwrap();
    let module = build_file(&project.path("bot.js"), Some(game)).unwrap().module;
    let log = |seed, settings: &str| {
        let record = crate::common::play(game, &module, Caps::standard(), seed, &Limits::default(), settings);
        assert_eq!(record.losses, PerSeat::new(None, None));
        String::from_utf8(record.closings[Seat::First].log.clone()).unwrap()
    };
    assert_eq!(log(1, ""), log(1, ""), "the same seed, the same dice");
    let first = |seed, settings: &str| log(seed, settings).lines().next().unwrap().to_owned();
    assert_ne!(first(1, ""), first(2, ""));
    assert!(first(1, "").ends_with(" 1 none"), "{}", first(1, ""));
    assert!(first(1, "depth=7 style=bold").ends_with(" 7 bold"));
    let drawn: f64 = first(1, "").split(' ').next().unwrap().parse().unwrap();
    assert!((0.0..1.0).contains(&drawn));
}

/// All imports in the text are passed before the script is loaded, even if there are many.
#[test]
fn many_files_start_the_interpreter_once() {
    const COUNT: usize = 300;
    let mut files: Vec<(String, String)> = (0..COUNT)
        .map(|index| match index % 3 {
            0 => (format!("f{index}.js"), format!("export * from \"./f{}.js\";", index + 1)),
            _ => (format!("f{index}.js"), format!("export const v{index} = {index};")),
        })
        .collect();
    let imports: Vec<String> = (0..COUNT).map(|index| format!("import \"./f{index}.js\";\n")).collect();
    let imports = imports.concat();
    let tried = "await import(\"./none.js\").catch(() => 0);\n";
    files.push(("bot.js".to_owned(), format!("{imports}{tried}{FIRST}")));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let project = Project::new(&files);
    let built = build_file(&project.path("bot.js"), games::find("tank-war")).unwrap();
    assert_eq!((built.starts, built.sources.len()), (1, COUNT + 1));
}

/// A name that is not text is an error of the script. It is not the host's failure, which would stop all other
/// hand-ins.
#[test]
fn a_name_of_half_a_character_fails_no_host() {
    let project = Project::new(&[("bot.js", "import \"./\\ud800.js\";")]);
    let error = build_file(&project.path("bot.js"), games::find("tank-war")).err().unwrap();
    assert!(!matches!(error, script::BuildError::HostFailed(_)), "{error:?}");
}

/// The place of an import error that the script catches is not used for later errors.
#[test]
fn a_caught_import_does_not_move_later_errors() {
    let asks = "await import(\"./q.js\").catch(() => 0);\n\n";
    let said = message(&[("bot.js", &format!("{asks}null.x;"))]);
    assert!(said.starts_with("bot.js:3:"), "{said}");
    let said = message(&[("bot.js", &format!("{asks}throw 1;"))]);
    assert!(said.starts_with("bot.js:3:7: uncaught: 1"), "{said}");
}

/// A script that asks for missing files and does not end gets its current place as the error.
#[test]
fn absent_files_do_not_multiply_the_time_to_load() {
    let asks = "for (let i = 0; i < 10; i++) await import(\"./q\" + i).catch(() => 0);\n";
    let said = message(&[("bot.js", &format!("{asks}for (;;);\n{FIRST}"))]);
    assert!(said.starts_with("bot.js:2:1: the top level takes more than"), "{said}");
}
