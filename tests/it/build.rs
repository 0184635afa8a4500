//! `muster build`: a script becomes a bot that plays like any other, and its author gets good messages.

mod exceptions;
pub(crate) mod folder;
mod go;
mod prepared;

use std::fs;

use folder::Folder;

/// Plays the first legal action. `CODE` runs before.
const FIRST: &str = "import { legalActions, below, setting } from \"./muster.js\";
export function choose(view) {
  CODE
  return legalActions()[0];
}
";

/// Returns a script with this code at the beginning of `choose`, in line 3.
fn choosing(code: &str) -> String {
    FIRST.replace("CODE", code)
}

/// A square that does not exist is reported once per match, not once per line.
#[test]
fn what_a_log_was_to_draw_and_does_not_is_said_once() {
    let folder = Folder::new(&[("bot.js", &choosing("console.log(`@cell 9z red`);"))]);
    folder.muster("build bot.js --game tank-war").done();
    let note = "note: `@cell 9z red` draws nothing: `9z` is not a square; \
                a square is a column (0 to 5) and a row (0 to 5), as 00; so do ";
    for command in ["play tank-war bot.wasm builtin:random", "check bot.wasm --game tank-war"] {
        let told = folder.muster(command).done();
        assert_eq!(told.matches(note).count(), 1, "{told}");
    }
}

#[test]
fn a_script_becomes_a_bot_that_is_checked_played_and_entered() {
    let folder = Folder::new(&[("bot.js", &choosing("console.log(`ply ${view.ply}`);"))]);
    let told = folder.muster("build bot.js --game tank-war").done();
    assert!(told.contains("bot.wasm: plays tank-war, JavaScript with its interpreter, "), "{told}");
    let checked = folder.muster("check bot.wasm --game tank-war").done();
    assert!(checked.contains("bot.wasm: accepted: it plays tank-war without a fault"), "{checked}");
    let played = folder.muster("play tank-war bot.wasm builtin:random --watch").done();
    assert!(played.contains("ply 0"), "what the script printed: {played}");
    folder.write(
        "cup.toml",
        "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\n\
         [[entrant]]\nname = \"Script\"\nbot = \"bot.wasm\"\n\
         [[entrant]]\nname = \"Other\"\nbot = \"builtin:random\"\n\
         [[stage]]\nformat = \"round-robin\"\n",
    );
    let standings = folder.muster("run cup.toml --out out").done();
    folder.muster("verify out").done();
    assert!(standings.contains("Script"), "{standings}");
}

#[test]
fn two_builds_have_the_same_bytes() {
    let build = |output: &str| {
        let folder = Folder::new(&[
            ("bot.js", "import \"./lib/a.js\";\nexport const choose = () => a[0];"),
            ("lib/a.js", "globalThis.a = [1];"),
        ]);
        folder.muster(&format!("build bot.js --game tank-war -o {output}")).done();
        fs::read(folder.path(output)).unwrap()
    };
    assert!(build("one.wasm") == build("other.wasm"), "the same files, the same bytes");
}

/// A script is not loaded again for each name that it computes: forty loads would take more than 5 s of virtual time.
#[test]
fn computed_imports_are_found_together() {
    let folder = Folder::new(&[(
        "bot.js",
        "let sum = 0;
for (let i = 0; i < 4_000_000; i++) sum += i;
for (let i = 0; i < 40; i++) sum += (await import(`./book${i}.js`)).n;
for (let i = 40; i < 80; i++) await import(`./book${i}.js`).catch(() => (sum += 1));
export const choose = () => sum;
",
    )]);
    for book in 0..40 {
        folder.write(&format!("book{book}.js"), "export const n = 1;");
    }
    let told = folder.muster("build bot.js --game tank-war").done();
    assert!(told.contains("bot.wasm: plays tank-war"), "{told}");
}

/// Mistakes in scripts, with the beginning of the message and its advice.
const MISTAKES: &[(&str, &str, &str)] = &[
    (
        "export function choose(view) {\n  return 1 +;\n}",
        "error: bot.js:2:13: SyntaxError: ",
        "unexpected token",
    ),
    (
        "function choose(view) { return 0; }",
        "error: bot.js:1:1: the script exports no function `choose`",
        "write `export function choose(view) { ... }`",
    ),
    ("export async function choose() {}", "error: bot.js:1:1: `choose` is async", "leave out `async`"),
    (
        "import { a } from \"./search.js\";",
        "error: bot.js:1:19: ReferenceError: import of \"./search.js\": there is no such file",
        "give the path from this file, with its ending",
    ),
    (
        "import _ from \"lodash\";",
        "error: bot.js:1:15: ReferenceError: import of \"lodash\": there are no packages here",
        "copy the file beside the script",
    ),
    (
        "import { number } from \"./muster.js\";\n\nconst depth = number(\"depth\", 3);\n",
        "error: bot.js:3:15: Error: number() was called while the script loads",
        "call it inside choose()",
    ),
    (
        "let turns = 0;\nwhile (true) {\n  turns += 1;\n}\n",
        "error: bot.js:3:3: the top level takes more than",
        "move what takes long into choose()",
    ),
    (
        "let a = 1;\n\nfor (;;);\n",
        "error: bot.js:3:1: the top level takes more than",
        "move what takes long into choose()",
    ),
    ("export const choose = () => 0;\n", "error: bot.js imports no game's kit", "--game NAME"),
];

#[test]
fn a_script_that_cannot_be_built_is_told_where_and_what_to_do() {
    for (script, due, advice) in MISTAKES {
        let folder = Folder::new(&[("bot.js", script)]);
        let game = if due.contains("no game's kit") { "" } else { "--game tank-war" };
        let (code, out, err) = folder.muster(&format!("build bot.js {game}")).told();
        assert_eq!((code, out.as_str()), (1, ""), "{script}\n{err}");
        // The first build reports that the interpreter is being prepared.
        let told = err.lines().any(|line| line.starts_with(due));
        assert!(told && err.contains(advice), "{script}\nsays\n{err}");
        assert!(!folder.path("bot.wasm").exists(), "nothing is written");
    }
}

#[test]
fn files_that_are_no_scripts_are_named() {
    let folder = Folder::new(&[("bot.lua", "return 1")]);
    let (code, _, err) = folder.muster("build bot.lua").told();
    assert!(code == 1 && err.contains("bot.lua is not a script") && err.contains(".js"), "{err}");
    let (code, _, err) = folder.muster("build none.js").told();
    assert!(code == 1 && err.contains("cannot read none.js"), "{err}");
    let (code, _, err) = folder.muster("build bot.js --game chess").told();
    assert!(
        code == 1 && err.contains("unknown game `chess`") && err.contains("hint: the games are"),
        "{err}"
    );
}

#[test]
fn a_script_that_fails_in_a_match_names_its_line() {
    for (code, due) in [
        ("if (view.ply === 12) view.nothing.here = 1;", "exception in choose, bot.js:3: TypeError: "),
        (
            "if (view.ply === 12) return \"left\";",
            "no action in choose, bot.js:3: it returned the string \"left\", not a number",
        ),
        (
            "const f = (n) => f(n + 1) + 1; f(0);",
            "exception in f, bot.js:3: RangeError: Maximum call stack size exceeded",
        ),
        ("for (let n = 0; ; n += 1) view.ply += n;", "out of time in choose, bot.js:3\n"),
        ("while (true);", "out of time in choose, bot.js:3\n"),
    ] {
        let folder = Folder::new(&[("bot.js", &choosing(code))]);
        folder.muster("build bot.js --game tank-battle").done();
        let played = folder.muster("play tank-battle bot.wasm builtin:random --watch").done();
        assert!(played.contains(due) && played.contains("  advice: "), "{code}\nsays\n{played}");
        assert!(!played.contains("trap("), "{code}\nsays\n{played}");
    }
}

/// A script reports that it was made for another game. A script with an exception is not taken for such a bot.
#[test]
fn a_script_for_another_game_says_so() {
    for (file, text) in [
        ("bot.js", choosing("throw new Error();")),
        ("bot.py", "def choose(view):\n    return {}[1]\n".to_owned()),
    ] {
        let folder = Folder::new(&[(file, &text)]);
        folder.muster(&format!("build {file} --game tank-chess -o bot.wasm")).done();
        let played = folder.muster("play tank-war bot.wasm builtin:random").done();
        let due = "another game: this bot was built for tank-chess, whose views have another length\n";
        assert!(played.contains(due), "{played}");
        let played = folder.muster("play tank-chess bot.wasm builtin:random").done();
        assert!(played.contains("exception in choose") && !played.contains("probably made"), "{played}");
    }
}

#[test]
fn a_script_with_an_offer_may_use_all_of_its_time() {
    let code = "offer(legalActions()[0]); while (true);";
    let text = choosing(code).replace("below,", "offer,");
    let folder = Folder::new(&[("bot.js", &text)]);
    folder.muster("build bot.js --game tank-war").done();
    let played =
        folder.muster("play tank-war bot.wasm builtin:first --per-move 5ms --per-game 10s --watch").done();
    assert!(played.contains("of them offers, played because the move's time ran out"), "{played}");
    assert!(!played.contains("time runs out"), "{played}");
}
