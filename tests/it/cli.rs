//! Tests user input, and the program's responses.

mod positions;
mod runs;

use std::fs;
use std::path::Path;

use crate::support::{muster, run, told};

#[test]
fn what_cannot_be_read_is_told_and_ends_with_1() {
    let cases: [(&[&str], &str); 6] = [
        (&["game", "moves", "tank-wars"], "unknown game `tank-wars`"),
        (&["game", "moves", "tank-war", "--position", "x"], "invalid position"),
        (&["game", "apply", "tank-war", "U:LA"], "has no action of Down"),
        (&["game", "apply", "tank-battle", "a1-a2"], "ply 1"),
        (&["play", "tank-war", "nowhere.wasm", "builtin:first"], "cannot read the bot nowhere.wasm"),
        (
            &["play", "tank-war", "builtin:perfect", "builtin:first"],
            "no built-in bot `builtin:perfect`; there are builtin:random, builtin:first, builtin:walker",
        ),
    ];
    for (arguments, message) in cases {
        let (code, out, err) = run(arguments);
        assert_eq!((code, out.as_str()), (1, ""), "{arguments:?}");
        assert!(err.starts_with("error: ") && err.contains(message), "{arguments:?}: {err}");
    }
}

#[test]
fn a_command_line_that_cannot_be_read_ends_with_2() {
    for arguments in [&["game"][..], &["nonsense"], &["run"], &["game", "perft", "tank-war", "minus"]] {
        assert_eq!(run(arguments).0, 2, "{arguments:?}");
    }
}

#[test]
fn one_match_is_the_same_for_the_same_seed() {
    let play = |seed: &str| run(&["play", "tank-war", "builtin:random", "builtin:random", "--seed", seed]);
    let (code, out, _) = play("5");
    assert_eq!(code, 0);
    assert_eq!(play("5").1, out);
    assert!((0..9).any(|seed| play(&seed.to_string()).1 != out));
}

#[test]
fn a_watched_match_shows_a_board_for_every_ply() {
    let (_, out, _) = run(&["play", "tank-war", "builtin:first", "builtin:first", "--watch"]);
    let boards = out.lines().filter(|line| line.starts_with("5 ")).count();
    let plies = out.lines().filter(|line| line.starts_with("ply ")).count();
    assert!(plies > 5 && boards == plies + 1, "the start and after every ply: {plies} {boards}\n{out}");
}

/// Writes a tournament with some lines replaced.
fn tournament(folder: &Path, text: &str) -> String {
    let path = folder.join("cup.toml");
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

const HEAD: &str = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\n[[stage]]\nformat = \"round-robin\"\n";
const TWO: &str = "[[entrant]]\nname = \"A\"\nbot = \"builtin:first\"\n[[entrant]]\nname = \"B\"\nbot = \"builtin:random\"\n";

#[test]
fn a_tournament_that_cannot_be_run_is_refused_and_nothing_is_written() {
    let cases = [
        ("0 entrants", HEAD.to_owned(), "found none"),
        ("1 entrant", format!("{HEAD}[[entrant]]\nname = \"A\"\nbot = \"builtin:first\"\n"), "found one"),
        ("a missing bot", format!("{HEAD}{TWO}").replace("builtin:first", "gone.wasm"), "gone.wasm"),
        ("an unknown game", format!("{HEAD}{TWO}").replace("tank-war", "tank-wra"), "tank-war"),
        ("a name twice", format!("{HEAD}{TWO}").replace("\"B\"", "\"a\""), "reads the same as"),
        ("a mistyped key", format!("{HEAD}{TWO}[clock]\nper_mvoe = \"5s\"\n"), "did you mean `per_move`?"),
        ("no unit", format!("{HEAD}{TWO}[clock]\nper_move = 5\n"), "per_move"),
    ];
    for (what, text, message) in cases {
        let folder = tempfile::tempdir().unwrap();
        let path = tournament(folder.path(), &text);
        let out = folder.path().join("out");
        let (code, stdout, err) = run(&["run", &path, "--out", out.to_str().unwrap()]);
        assert_eq!((code, stdout.as_str()), (1, ""), "{what}: {err}");
        assert!(err.contains(message), "{what}: {err}");
        assert!(err.contains("cup.toml"), "{what} names the file: {err}");
        assert!(!out.exists(), "{what} wrote something");
    }
}

#[test]
fn a_tournament_that_is_not_there_is_told() {
    let (code, _, err) = run(&["run", "nowhere.toml"]);
    assert_eq!(code, 1);
    assert!(err.contains("cannot read nowhere.toml") && err.contains("hint:"), "{err}");
}

/// A file without an end would be read forever.
#[cfg(unix)]
#[test]
fn pipes_and_endless_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.wasm");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (code, _, err) = run(&["check", pipe.to_str().unwrap()]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("it is not a regular file"), "{err}");
    let path = tournament(folder.path(), &format!("{HEAD}{TWO}").replace("builtin:first", "pipe.wasm"));
    let (code, _, err) = run(&["run", &path]);
    assert!(code == 1 && err.contains("cannot read the bot's file: it is not a regular file"), "{err}");
    let (code, _, err) = run(&["run", "/dev/zero"]);
    assert!(code == 1 && err.contains("cannot read /dev/zero: it is not a regular file"), "{err}");
    // Regression: these waited for a writer of the pipe.
    let pipe = pipe.to_str().unwrap();
    let class = folder.path().join("class");
    for command in [&["run", pipe][..], &["class", "restore", pipe, class.to_str().unwrap()]] {
        let (code, told, err) = run(command);
        assert!(code == 1 && err.contains("not a regular file"), "{command:?}: {code} {told}{err}");
    }
    let stage = "[stage.openings]\nfile = \"pipe.wasm\"\n";
    let path = tournament(folder.path(), &format!("{TWO}{HEAD}{stage}"));
    let (code, _, err) = run(&["run", &path]);
    let told = "cannot read the file of start positions: it is not a regular file";
    assert!(code == 1 && err.contains(told), "{err}");
    fs::write(folder.path().join("latin.toml"), b"[tournament]\nname = \"Caf\xe9\"\n").unwrap();
    let (code, _, err) = run(&["run", folder.path().join("latin.toml").to_str().unwrap()]);
    assert!(code == 1 && err.contains("line 2, column 12: a byte that is not UTF-8"), "{err}");
}

/// Returns a text in the encodings of Windows editors and spreadsheets.
fn saved(text: &str) -> Vec<Vec<u8>> {
    let utf16 =
        |order: fn(u16) -> [u8; 2]| format!("\u{FEFF}{text}").encode_utf16().flat_map(order).collect();
    vec![
        format!("\u{FEFF}{text}").replace('\n', "\r\n").into_bytes(),
        text.replace('\n', "\r").into_bytes(),
        utf16(u16::to_le_bytes),
        utf16(u16::to_be_bytes),
    ]
}

/// Covers a tournament, the positions and the ratings that it names, positions of a test, and students.
#[test]
fn a_text_is_read_however_an_editor_has_saved_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let start = "# Zoë\nuuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 0\n";
    let text = format!("{HEAD}[stage.openings]\nfile = \"starts.txt\"\n{TWO}")
        .replace("tank-war\"\n", "tank-war\"\nseed = 3\nseeding = \"ratings.csv\"\n")
        .replace("name = \"A\"", "name = \"Zoë\"");
    let files = [
        ("cup.toml", text.as_str(), &["run", "cup.toml", "--dry-run"][..]),
        ("starts.txt", start, &["run", "cup.toml", "--dry-run"]),
        ("ratings.csv", "sep=;\nentrant;rating\nZoë;1500,5\nB;1499,5\n", &["run", "cup.toml", "--dry-run"]),
        (
            "moves.txt",
            "name: Zoë\nposition: start\nseat: Up\nforbid: RC\n",
            &["test", "tank-war", "builtin:first", "moves.txt"],
        ),
        ("games.csv", "sep=;\nfirst;second;result\nZoë;B;1,0\nB;Zoë;0,5\n", &["rate", "games.csv"]),
    ];
    for (name, text, _) in files {
        fs::write(at(name), text).unwrap();
    }
    for (name, text, command) in files {
        let run = |bytes: Vec<u8>| {
            fs::write(at(name), bytes).unwrap();
            told(&muster().current_dir(folder.path()).args(command).output().unwrap())
        };
        let expected = run(text.as_bytes().to_vec());
        assert_eq!(expected.0, 0, "{name}: {expected:?}");
        for bytes in saved(text) {
            assert_eq!(run(bytes.clone()), expected, "{name}: {}", String::from_utf8_lossy(&bytes));
        }
        fs::write(at(name), text).unwrap();
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = tournament(folder.path(), &format!("{HEAD}{TWO}"));
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let (code, _, err) = run(&["run", &path, "--out", file.join("run").to_str().unwrap()]);
    assert_eq!(code, 5, "{err}");
    assert!(err.contains("cannot create the run's folder") && err.contains("--out"), "{err}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "in the way");
}

#[test]
fn the_file_that_was_meant_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let bot = crate::support::top().join("bots/tank-war/greedy/greedy.wasm");
    fs::create_dir(folder.path().join("bots")).unwrap();
    fs::copy(bot, folder.path().join("bots/greedy.wasm")).unwrap();
    let path = tournament(folder.path(), &format!("{HEAD}{TWO}").replace("builtin:first", "bot/gredy.wasm"));
    let (code, _, err) = run(&["run", &path]);
    assert!(code == 1 && err.contains("hint: did you mean `bots/greedy.wasm`?"), "{err}");
    let (code, _, err) = run(&["run", &path.replace("cup.toml", "cop.toml")]);
    assert!(code == 1 && err.contains(&format!("hint: did you mean {path}?")), "{err}");
}

/// The student who submits a file chooses its name.
#[cfg(unix)]
#[test]
fn no_name_of_a_file_commands_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let name = "a\u{1b}[2J\nhint: give it up\u{202e}";
    let [bot, out, toml] = [".wasm", "", ".toml"].map(|ending| folder.path().join(format!("{name}{ending}")));
    fs::write(&bot, "no module").unwrap();
    let [bot, out, toml] = [&bot, &out, &toml].map(|path| path.to_str().unwrap());
    let text = format!("{HEAD}{TWO}");
    let good = tournament(folder.path(), &text);
    let told = |arguments: &[&str], code: i32| {
        let (ended, told, err) = run(arguments);
        assert_eq!(ended, code, "{arguments:?}: {err}");
        for text in [&told, &err] {
            assert!(
                !text.contains(|sign| sign != '\n' && game::is_invisible(sign)),
                "{arguments:?}: {text:?}"
            );
            assert!(
                !text.lines().any(|line| line.starts_with("hint: give it up")),
                "{arguments:?}: {text:?}"
            );
        }
    };
    told(&["run", toml], 1);
    fs::write(toml, "[tournament]\n").unwrap();
    told(&["run", toml], 1);
    told(&["report", out], 1);
    told(&["rule", out, "list"], 1);
    told(&["verify", out], 1);
    told(&["rate", out], 1);
    told(&["check", bot, "--game", "tank-war"], 4);
    told(&["play", "tank-war", bot, "builtin:first"], 1);
    told(&["run", &good, "--out", out], 0);
    tournament(folder.path(), &text.replace("\"Cup\"", "\"Other cup\""));
    told(&["run", &good, "--out", out], 1);
    told(&["run", &good, "--out", out, "--fresh"], 0);
    told(&["report", out], 0);
}

#[test]
fn a_shell_is_given_every_command_to_complete() {
    let (code, help, _) = run(&["--help"]);
    assert_eq!(code, 0);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .map_while(|line| line.strip_prefix("  "))
        .filter_map(|line| line.split_whitespace().next().filter(|_| !line.starts_with(' ')))
        .collect();
    assert!(commands.contains(&"run") && commands.contains(&"completions"), "{help}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, script, err) = run(&["completions", shell]);
        assert_eq!(code, 0, "{err}");
        for word in commands.iter().chain(&["fresh"]) {
            assert!(script.contains(word), "{shell} does not complete {word}");
        }
    }
    assert_eq!(run(&["completions", "tcsh"]).0, 2);
    assert!(run(&["run", "--help"]).1.contains("formula = '10 * beat(\"Teacher\")'"));
}

#[test]
fn a_bot_is_checked_before_it_is_handed_in() {
    let bot = crate::support::top().join("bots/tank-war/greedy/greedy.wasm").display().to_string();
    let (code, out, _) = run(&["check", &bot, "--game", "tank-war"]);
    assert_eq!(code, 0);
    let verdict = format!("{bot}: accepted: it plays tank-war without a fault, and won ");
    assert!(out.starts_with(&verdict) && out.contains("trial matches against builtin:random"), "{out}");
    let (_, whole, _) = run(&["check", &bot, "--game", "tank-war", "--verbose"]);
    for details in ["imports:", "module in bytes", "BLAKE3 "] {
        assert!(whole.contains(details) && !out.contains(details), "{details}\n{whole}\n{out}");
    }
    let (code, out, _) = run(&["check", &bot, "--game", "tank-war", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &told["accepted"]), (0, &serde_json::json!(true)));
    assert_eq!(told["trials"][0]["matches"], 8);
    assert!(told["trials"][0]["ticks"]["longest"].as_u64() > Some(0));
}

#[test]
fn a_refused_bot_is_told_every_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("outlaw.wasm");
    let text = "(module (import \"env\" \"system\" (func (param i32) (result i32)))
        (import \"env\" \"fork\" (func)) (memory (export \"memory\") 1))";
    fs::write(&path, wat::parse_str(text).unwrap()).unwrap();
    let (code, out, err) = run(&["check", path.to_str().unwrap()]);
    assert_eq!(code, 4, "{err}");
    for reason in ["env.system", "env.fork", "muster_choose", "muster_buffer"] {
        assert!(out.contains(reason), "{reason}\n{out}");
    }
}
