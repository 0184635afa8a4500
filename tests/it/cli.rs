//! What a user types, and how the program answers.

use std::fs;
use std::path::Path;

use crate::support::run;

/// The rules' own illustration of The Tank War.
const ILLUSTRATION: [&str; 5] = ["U:LA D:RC", "U:LC D:RB", "U:RA D:RB", "U:LA D:RB", "U:LC D:RA"];

#[test]
fn the_illustration_is_told_round_by_round() {
    let mut arguments = vec!["game", "apply", "tank-war"];
    arguments.extend(ILLUSTRATION);
    let (code, out, err) = run(&arguments);
    assert_eq!((code, err.as_str()), (0, ""));
    for line in [
        "D's RB destroys U's LA",
        "D's RB and RC destroy U's LC",
        "U's LC destroys D's RC",
        "U tanks 4, boxes 17, destroyed 1; D tanks 5, boxes 19, destroyed 2",
    ] {
        assert!(out.lines().any(|told| told.trim() == line), "{line}\n{out}");
    }
    let last = out.lines().last();
    assert_eq!(last, Some("uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-0-100 D:00013- 5"));
}

#[test]
fn the_words_of_a_ply_may_be_arguments_of_their_own() {
    let (_, together, _) = run(&["game", "apply", "tank-war", "U:LA D:RC"]);
    let (code, apart, _) = run(&["game", "apply", "tank-war", "U:LA", "D:RC"]);
    assert_eq!((code, apart), (0, together));
}

#[test]
fn perft_stands_alone_on_the_last_line() {
    let cases = [
        (["game", "perft", "tank-war", "2"], "1296"),
        (["game", "perft", "tank-battle", "2"], "1173"),
        (["game", "perft", "tank-battle", "0"], "1"),
    ];
    for (arguments, count) in cases {
        let (code, out, _) = run(&arguments);
        assert_eq!((code, out.lines().last()), (0, Some(count)), "{arguments:?}");
    }
    let (_, out, _) = run(&["game", "perft", "tank-war", "1", "--divide"]);
    assert_eq!(out.lines().count(), 37);
    assert_eq!(out.lines().last(), Some("36"));
}

#[test]
fn moves_carry_letters_where_both_seats_act() {
    let (_, out, _) = run(&["game", "moves", "tank-war"]);
    assert_eq!(out.lines().count(), 12);
    assert!(out.lines().any(|line| line == "U:LA") && out.lines().any(|line| line == "D:RC"), "{out}");
    let (_, out, _) = run(&["game", "moves", "tank-battle"]);
    assert_eq!(out.lines().count(), 35);
    assert!(out.lines().any(|line| line == "k5xe11"), "{out}");
}

#[test]
fn rule_options_are_taken_and_refused_by_name() {
    let (code, out, _) =
        run(&["game", "moves", "tank-war", "--rule", "layout=a-outside", "--rule", "blocked=wasted"]);
    assert_eq!((code, out.lines().count()), (0, 12));
    let (code, _, err) = run(&["game", "moves", "tank-war", "--rule", "layuot=a-outside"]);
    assert_eq!(code, 1);
    assert!(err.contains("unknown rule option `layuot`") && err.contains("hint:"), "{err}");
}

#[test]
fn what_cannot_be_read_is_told_and_ends_with_1() {
    let cases: [(&[&str], &str); 6] = [
        (&["game", "moves", "tank-wars"], "unknown game `tank-wars`"),
        (&["game", "moves", "tank-war", "--position", "x"], "invalid position"),
        (&["game", "apply", "tank-war", "U:LA"], "has no action of Down"),
        (&["game", "apply", "tank-battle", "a1-a2"], "ply 1"),
        (&["play", "tank-war", "nowhere.wasm", "builtin:first"], "cannot read the bot nowhere.wasm"),
        (&["play", "tank-war", "builtin:perfect", "builtin:first"], "no built-in player `builtin:perfect`"),
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

/// A tournament with some lines replaced.
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

/// A file without an end would be read for ever.
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
    // These waited for somebody to write to the pipe.
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
    assert!(code == 1 && err.contains("it is not valid UTF-8"), "{err}");
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
fn a_dry_run_plays_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = tournament(folder.path(), &format!("{HEAD}{TWO}"));
    let out = folder.path().join("out");
    let (code, told, _) = run(&["run", &path, "--dry-run", "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(told.contains("1 match at most") && told.contains("  round 1: A - B\n"), "{told}");
    assert!(told.contains("limited to 2s and 10 times its virtual time; "), "{told}");
    assert!(!out.exists());
}

#[test]
fn a_dry_run_is_one_json_object_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let stages = "[[stage]]\nformat = \"knockout\"\nbest_of = 3\n";
    let path = tournament(folder.path(), &format!("{HEAD}games = 2\n{stages}{TWO}"));
    let (code, told, err) = run(&["run", &path, "--dry-run", "--json"]);
    assert_eq!(code, 0, "{err}");
    let forecast: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told.lines().count(), 1);
    assert_eq!((&forecast["tournament"], &forecast["game"]), (&"Cup".into(), &"tank-war".into()));
    let stages = forecast["stages"].as_array().unwrap();
    assert_eq!((&stages[0]["format"], &stages[1]["format"]), (&"round-robin".into(), &"knockout".into()));
    assert_eq!(stages[0]["matches_at_most"], 2);
    for seconds in ["clock_seconds_at_most", "processor_seconds_at_most"] {
        assert!(stages[0][seconds].as_f64().is_some_and(|seconds| seconds > 0.0), "{seconds}: {told}");
    }
    let sum: u64 = stages.iter().map(|stage| stage["matches_at_most"].as_u64().unwrap()).sum();
    assert_eq!(forecast["matches_at_most"], sum);
    assert_eq!(forecast["rounds"], serde_json::json!([{ "pairings": [["A", "B"]], "byes": [] }]));
}

/// Edit, compile, run again: the earlier run is kept whole.
#[test]
fn a_fresh_run_keeps_the_earlier_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{HEAD}{TWO}");
    let path = tournament(folder.path(), &text);
    let out = folder.path().join("out");
    let arguments = ["run", &path, "--out", out.to_str().unwrap()];
    let fresh = [&arguments[..], &["--fresh"]].concat();
    // Without an earlier run it is a run like any other.
    let (code, told, err) = run(&fresh);
    assert!(code == 0 && !told.contains("set aside"), "{told}{err}");
    let before = crate::support::tree(&out.join("site"));
    let other = text.replace("builtin:first", "builtin:random");
    tournament(folder.path(), &other);
    let (code, _, err) = run(&arguments);
    let [first, second] = ["earlier/1", "earlier/2"].map(|name| out.join(name));
    assert_eq!(code, 1);
    assert!(err.contains("add --fresh") && err.contains(out.join("earlier").to_str().unwrap()), "{err}");
    // A run that cannot begin sets nothing aside.
    tournament(folder.path(), &other.replace("builtin:random", "gone.wasm"));
    assert_eq!(run(&fresh).0, 1);
    assert!(!first.exists());
    tournament(folder.path(), &other);
    let (code, told, err) = run(&fresh);
    assert_eq!(code, 0, "{err}");
    let kept = format!("set aside: the earlier run is kept in {}\n", first.display());
    assert!(told.starts_with(&kept), "{told}");
    assert!(crate::support::tree(&first.join("site")) == before);
    crate::support::verify(&first);
    crate::support::verify(&out);
    let (code, told, _) = run(&[&fresh[..], &["--json"]].concat());
    let line: serde_json::Value = serde_json::from_str(told.lines().next().unwrap()).unwrap();
    assert_eq!((code, &line["type"]), (0, &"set-aside".into()));
    assert_eq!(line["run"], second.to_str().unwrap());
    crate::support::verify(&second);
    assert_eq!(run(&arguments).0, 0, "the fresh run is the run of the folder from now on");
}

#[test]
fn an_entrant_who_comes_late_is_told_to_stand_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let student = |name: &str| format!("[[entrant]]\nname = \"{name}\"\nbot = \"builtin:first\"\n");
    let guest = "[[entrant]]\nname = \"Teacher\"\nbot = \"builtin:random\"\nguest = true\n";
    let text = |entrants: &str| format!("{HEAD}{entrants}");
    let there = student("Ada") + &student("Ben");
    let path = tournament(folder.path(), &text(&format!("{there}{guest}")));
    let out = folder.path().join("out");
    let arguments = ["run", &path, "--out", out.to_str().unwrap()];
    assert_eq!(run(&arguments).0, 0);
    let adopting = [&arguments[..], &["--adopt"]].concat();
    tournament(folder.path(), &text(&format!("{there}{}{guest}", student("Zoe"))));
    let (code, _, err) = run(&adopting);
    assert_eq!(code, 1);
    assert!(err.contains("\"Zoe\" is in the place of \"Teacher\""), "{err}");
    assert!(err.contains("append new entrants at the end"), "{err}");
    tournament(folder.path(), &text(&format!("{there}{guest}{}", student("Zoe"))));
    let (code, _, err) = run(&adopting);
    assert_eq!(code, 0, "{err}");
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

/// A file's name is chosen by whoever submits it.
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
fn a_run_goes_on_only_as_what_it_began_as_or_takes_the_change_over() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{HEAD}{TWO}");
    let path = tournament(folder.path(), &text);
    let out = folder.path().join("out");
    let arguments = ["run", &path, "--out", out.to_str().unwrap()];
    assert_eq!(run(&arguments).0, 0);
    tournament(folder.path(), &text.replace("\"Cup\"", "\"Other cup\""));
    let change = "[tournament]: name is \"Other cup\", was \"Cup\"";
    let (code, _, err) = run(&arguments);
    assert_eq!(code, 1);
    assert!(err.contains(change) && err.contains("--adopt") && err.contains("--fresh"), "{err}");
    let adopting = [&arguments[..], &["--adopt"]].concat();
    let (code, told, err) = run(&adopting);
    assert_eq!(code, 0, "{err}");
    assert!(told.starts_with(&format!("adopted:\n  {change}\n")), "{told}");
    let page = fs::read_to_string(out.join("site/index.html")).unwrap();
    assert!(page.contains("<title>Other cup") && page.contains("Changes to the tournament"), "{page}");
    // It is the run's own from now on, and another bot is no harmless change.
    assert_eq!(run(&arguments).0, 0);
    let other = text.replace("\"Cup\"", "\"Other cup\"").replace("builtin:first", "builtin:random");
    tournament(folder.path(), &other);
    let (code, told, err) = run(&[&adopting[..], &["--json"]].concat());
    assert_eq!((code, told.as_str()), (1, ""));
    assert!(err.contains("\"A\" has played with a different bot or different settings"), "{err}");
    assert!(err.contains("--fresh"), "{err}");
    tournament(folder.path(), &text);
    let (code, told, _) = run(&[&adopting[..], &["--json"]].concat());
    let first: serde_json::Value = serde_json::from_str(told.lines().next().unwrap()).unwrap();
    assert_eq!((code, &first["type"]), (0, &serde_json::json!("adopted")));
    assert_eq!(first["changes"].as_array().unwrap().len(), 1);
}

#[test]
fn a_bot_is_checked_before_it_is_handed_in() {
    let bot = crate::support::top().join("bots/tank-war/greedy/greedy.wasm").display().to_string();
    let (code, out, _) = run(&["check", &bot, "--game", "tank-war"]);
    assert_eq!(code, 0);
    for line in ["accepted", "imports:", "module in bytes", "tank-war"] {
        assert!(out.contains(line), "{line}\n{out}");
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

#[test]
fn events_are_one_line_of_json_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = tournament(folder.path(), &format!("{HEAD}{TWO}"));
    let out = folder.path().join("out");
    let (code, told, _) = run(&["run", &path, "--json", "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0);
    let events: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["stage-started", "played", "stage-finished", "complete"]);
    assert_eq!(events[2]["standings"].as_array().unwrap().len(), 2);
}

#[test]
fn a_ruling_is_recorded_shown_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let path = tournament(folder.path(), &format!("{HEAD}{TWO}"));
    let out = folder.path().join("out").display().to_string();
    let page = || fs::read_to_string(Path::new(&out).join("site/index.html")).unwrap();
    assert_eq!(run(&["run", &path, "--out", &out]).0, 0);
    let before = page();

    assert_eq!(run(&["rule", &out, "list"]), (0, "no rulings\n".to_owned(), String::new()));
    let rule = ["rule", &out, "disqualify", "B", "--reason", "shared its <code>"];
    let (code, told, err) = run(&rule);
    assert_eq!(code, 0, "{err}");
    let words =
        "B is disqualified; its games so far count, in force from the end of Stage 1: shared its <code>";
    assert!(told.starts_with(&format!("ruling 1: {words}\n")), "{told}");
    assert_eq!(run(&["report", &out]).0, 0);
    assert!(page().contains("shared its &lt;code&gt;"), "the reason is shown");
    assert_eq!(run(&["verify", &out]).0, 0);

    assert_eq!(run(&["rule", &out, "undo", "1", "--reason", "it was not"]).0, 0);
    let (_, listed, _) = run(&["rule", &out, "list"]);
    let undo = "ruling 1 is undone, in force from the end of Stage 1: it was not";
    assert_eq!(listed, format!("1  {words} (undone)\n2  {undo}\n"), "rulings are never taken away");
    assert_ne!(before, page());

    let mistakes: [(&[&str], &str); 3] = [
        (&["rule", &out, "withdraw", "Nobody", "--reason", "x"], "no entrant is named"),
        (&["rule", &out, "annul", "9.9.9.9", "--reason", "x"], "has not been played"),
        (&["rule", &out, "undo", "7", "--reason", "x"], "there is no ruling 7\nhint: see `muster rule "),
    ];
    for (arguments, message) in mistakes {
        let (code, _, err) = run(arguments);
        assert!(code == 1 && err.contains(message), "{arguments:?}: {code} {err}");
    }
}

#[test]
fn tables_tell_byes_lots_and_who_was_disqualified() {
    let three = "[[entrant]]\nname = \"A\"\nbot = \"builtin:first\"\n[[entrant]]\nname = \"B\"\nbot = \"builtin:first\"\n\
                 [[entrant]]\nname = \"C\"\nbot = \"builtin:first\"\n";
    let head = HEAD.replace("round-robin\"", "swiss\"\nrounds = 1\nrank = [\"lot\"]");
    let folder = tempfile::tempdir().unwrap();
    let path = tournament(folder.path(), &format!("{head}{three}"));
    let out = folder.path().join("out").display().to_string();
    let table = || {
        let (code, told, err) = run(&["run", &path, "--out", &out]);
        assert_eq!(code, 0, "{err}");
        told.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    let before = table();
    assert_eq!(before[1], "place entrant games byes won drawn lost note");
    assert!(before[3..6].iter().all(|line| line.ends_with(" by lot")), "{before:?}");
    assert!(before[3..6].iter().any(|line| line.contains(" 0 1 1 0 0 ")), "the bye scores: {before:?}");
    assert_eq!(run(&["rule", &out, "disqualify", "B", "--reason", "x"]).0, 0);
    let after = table();
    assert!(after[5].starts_with("- B ") && after[5].ends_with(" disqualified"), "{after:?}");
    assert!(after[3].starts_with("1 ") && after[4].starts_with("2 "), "the others move up: {after:?}");
}

#[test]
fn every_tournament_that_comes_along_can_be_run() {
    let mut seen = 0;
    for entry in fs::read_dir(crate::support::top().join("tournaments")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let (code, told, err) = run(&["run", "--dry-run", path.to_str().unwrap()]);
            assert!(code == 0 && told.contains("nothing was played"), "{}: {err}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 4, "only {seen} tournaments");
}
