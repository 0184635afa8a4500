//! Tests programs that play over standard input and output: in the sandbox, in tournaments, and as native programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use crate::support::{missing, muster, path_with_tools, run, share_libraries, skip, told, top};
use bot_protocol::lines::{self, Opening, Sample};
use game::{Action, Game, PerSeat, Rules, Seat, view};
use games::GAMES;
use referee::{Answer, Builtin, Limits, Match, MatchSeed, Played, Player, Record, Ticks};
use sandbox::{Bot, Caps, Sandbox, SandboxOptions};

/// The same strategy twice: the first legal move, by lines and by calls.
const BY_LINES: &str = include_str!("../hostile/program-first-legal.wat");
const BY_CALLS: &str = r#"(module
  (import "muster" "legal_actions" (func $legal (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (drop (call $legal (i32.const 0) (i32.const 1)))
    (i64.load (i32.const 0))))"#;

fn admitted(sandbox: &Sandbox, text: &str) -> Bot {
    sandbox.admit(&wat::parse_str(text).unwrap(), &Caps::default()).unwrap().unwrap()
}

/// Plays a match of a bot in the first seat against the built-in player that draws its moves.
fn against_random(sandbox: &Sandbox, bot: &Bot, game: &'static dyn Game, number: u64) -> Record {
    let (seed, limits) = (MatchSeed::from_number(number), Limits { plies: 400, ..Limits::default() });
    let player = sandbox.player(bot, seed.dice(Seat::First), Seat::First, &Arc::from(""), &limits);
    let mut players: PerSeat<Box<dyn Player>> =
        PerSeat::new(Box::new(player), Box::new(Builtin::Random.player(&seed, Seat::Second)));
    let start = game.start(&Rules::defaults(game.options()));
    referee::play(Match::new(game, start, limits), &mut players, |_| true).unwrap().unwrap()
}

#[test]
fn a_match_by_lines_is_the_match_by_calls() {
    let sandbox = Sandbox::new(&SandboxOptions::default()).unwrap();
    let (by_lines, by_calls) = (admitted(&sandbox, BY_LINES), admitted(&sandbox, BY_CALLS));
    let actions = |record: &Record| -> Vec<(u32, Seat, Action)> {
        record.played.iter().map(|played| (played.ply, played.seat, played.action)).collect()
    };
    for game in GAMES {
        for number in 0..3 {
            let lines = against_random(&sandbox, &by_lines, *game, number);
            let calls = against_random(&sandbox, &by_calls, *game, number);
            assert_eq!(lines.losses, PerSeat::default(), "{}", game.name());
            assert_eq!(actions(&lines), actions(&calls), "{}", game.name());
            assert_eq!(lines.verdict, calls.verdict, "{}", game.name());
            assert_eq!(against_random(&sandbox, &by_lines, *game, number), lines, "{}", game.name());
        }
    }
}

/// Returns the program that plays by lines, which first asks for the history and logs the reply.
fn by_lines_with_history() -> String {
    let asks = "(call $print (i32.const 32) (i32.const 8))
        (i32.store (i32.const 4) (call $read))
        (i32.store (i32.const 0) (i32.const 1024))
        (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8)))";
    let plays = "(call $print (i32.const 16) (i32.const 6))";
    assert!(BY_LINES.contains(plays));
    BY_LINES
        .replace(plays, &format!("{asks}{plays}"))
        .replace("(data (i32.const 16)", "(data (i32.const 32) \"history\\n\") (data (i32.const 16)")
}

/// Returns the history that a seat gets before each of its moves, from the record and the rules.
fn due_history(game: &'static dyn Game, record: &Record, viewer: Seat) -> String {
    let mut position = game.start(&Rules::defaults(game.options()));
    let (mut past, mut due) = (Vec::new(), String::new());
    for ply in record.played.chunk_by(|one, other| one.ply == other.ply) {
        if ply.iter().any(|played| played.seat == viewer) {
            let is_known = |(played, _): &&(Played, String)| {
                !position.hides(viewer, ply[0].ply - 1 - played.ply, played.seat, played.action)
            };
            let seen: Vec<&(Played, String)> = past.iter().filter(is_known).collect();
            due += &format!("history: {}\n", seen.len());
            for (played, text) in seen {
                due += &format!("played: {} {} {text}\n", played.ply, played.seat.index());
            }
        }
        let mut joint = game::Joint::default();
        for played in ply {
            past.push((*played, position.format_action(played.seat, played.action)));
            joint[played.seat] = Some(played.action);
        }
        position.apply(&joint);
    }
    due
}

/// It gets everything that was played, and no part of a setup that is still hidden.
#[test]
fn a_program_may_ask_what_was_played() {
    let sandbox = Sandbox::new(&SandboxOptions::default()).unwrap();
    let bot = admitted(&sandbox, &by_lines_with_history());
    for game in GAMES {
        let record = against_random(&sandbox, &bot, *game, 1);
        assert_eq!(record.losses, PerSeat::default(), "{}", game.name());
        let log = String::from_utf8(record.closings[Seat::First].log.clone()).unwrap();
        let due = due_history(*game, &record, Seat::First);
        // A long log keeps its beginning and its end, with a note on the missing part between them.
        let (begun, ended) = log.split_once("\n[").map_or((&log[..], ""), |(begun, cut)| {
            (begun, cut.split_once(" bytes of this log were cut here]\n").map_or("", |(_, ended)| ended))
        });
        assert!(log.len() > 1_000 && due.starts_with(begun), "{}:\n{log}\n{due}", game.name());
        assert!(due.ends_with(ended), "{}:\n{log}\n{due}", game.name());
    }
}

/// A tournament of programs has the same result with any number of slots, and in a replay.
#[test]
fn programs_play_tournaments_that_can_be_verified() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("lines.wasm"), wat::parse_str(BY_LINES).unwrap()).unwrap();
    let text = "[tournament]\nname = \"Lines\"\ngame = \"tank-war\"\nseed = 3\n\
         [[stage]]\nname = \"All\"\nformat = \"round-robin\"\n\
         [[entrant]]\nname = \"Ada\"\nbot = \"lines.wasm\"\n\
         [[entrant]]\nname = \"Bob\"\nbot = \"lines.wasm\"\n\
         [[entrant]]\nname = \"Random\"\nbot = \"builtin:random\"\n";
    let file = folder.path().join("lines.toml");
    fs::write(&file, text).unwrap();
    let played = |jobs: &str| {
        let out = folder.path().join(jobs);
        let arguments = ["run", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--jobs", jobs];
        let (code, told, err) = run(&arguments);
        assert_eq!(code, 0, "{told}{err}");
        crate::support::verify(&out);
        fs::read(out.join("site/data/matches.csv")).unwrap()
    };
    assert_eq!(played("1"), played("3"));
}

/// Returns the input of a program up to its first move, and the replies to its requests.
fn sample(game: &'static dyn Game) -> Sample {
    let limits = Limits::default();
    let mut playing = Match::new(game, game.start(&Rules::defaults(game.options())), limits);
    let (mut text, mut legal, mut history) = (String::new(), String::new(), String::new());
    let clock = &limits.clock[Seat::First];
    let opening = Opening {
        game,
        seat: Seat::First,
        settings: "depth=4",
        move_time: clock.limit(clock.per_game).nanos(),
        game_time: clock.per_game.nanos(),
        increment: clock.increment.nanos(),
        memory: limits.memory,
    };
    opening.write(&mut text);
    let scene = Arc::clone(playing.scene());
    lines::legal(Some((&*scene.position, Seat::First)), &mut Vec::new(), &mut legal);
    let ask = playing.ask(Seat::First);
    assert_eq!(ask.view.len(), view::HEADER_LEN + game.layout().view_len());
    lines::question(game.layout(), ask.view, &mut text);
    // The first ply, in which each acting seat plays the first of its moves.
    let mut list = Vec::new();
    for seat in playing.waiting().iter() {
        playing.scene().position.legal_actions(seat, &mut list);
        let answer = Answer { result: Ok(list[0].code() as i64), offer: None, spent: Ticks::ZERO };
        playing.answer(seat, answer);
        list.clear();
    }
    let played = playing.scene().history_in_notation(Seat::First);
    let played = played.iter().map(|(played, text)| (played.ply, played.seat_number(), text.as_str()));
    lines::history(played, &mut history);
    Sample { beginning: text, legal, history }
}

#[test]
fn the_pages_of_the_games_are_made_from_the_layouts() {
    let update = std::env::var_os("MUSTER_UPDATE").is_some();
    for game in GAMES {
        let path = top().join(format!("crates/bot-protocol/games/{}.md", game.name()));
        let due = lines::reference_page(*game, &sample(*game));
        if update {
            fs::write(&path, &due).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == due,
            "{} is not what the layout says; `MUSTER_UPDATE=1 cargo test -p cli --test it lines::` updates it",
            path.display()
        );
    }
}

/// Returns the program of the README, which is the one in its folder.
fn example() -> PathBuf {
    let path = top().join("crates/bot-protocol/examples/first.c");
    let (source, page) = (
        fs::read_to_string(&path).unwrap(),
        fs::read_to_string(top().join("crates/bot-protocol/README.md")).unwrap(),
    );
    assert!(page.contains(source.split_once("int main").unwrap().1), "the README shows the example");
    path
}

/// Returns the lines that `muster play` prints on a match.
fn played(arguments: &[&str]) -> String {
    let (code, told, err) = run(&[&["play", "tank-war"], arguments].concat());
    assert_eq!(code, 0, "{told}{err}");
    told
}

/// Returns the last line of `muster play`: the last position.
fn last_position(told: &str) -> &str {
    told.lines().last().unwrap()
}

#[test]
fn a_native_program_plays_what_the_bot_plays() {
    let source = example();
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("first");
    let built = Command::new("cc").arg("-o").arg(&program).arg(&source).status();
    if !built.is_ok_and(|status| status.success()) {
        return skip(&missing("there is no C compiler"));
    }
    let by_lines = folder.path().join("lines.wasm");
    fs::write(&by_lines, wat::parse_str(BY_LINES).unwrap()).unwrap();
    let wasm = played(&[by_lines.to_str().unwrap(), "builtin:random"]);
    let patient = ["--per-move", "60s", "--per-game", "600s"];
    let native = played(&[&["--native", program.to_str().unwrap(), "builtin:random"][..], &patient].concat());
    assert_eq!(last_position(&native), last_position(&wasm));
    assert!(native.contains("  I play "), "its notes are logged:\n{native}");
    let name = format!("{} (native, outside the sandbox)", program.display());
    let wins = native.lines().next().unwrap();
    assert!(wins.starts_with(&name) || wins.starts_with("builtin:random wins"), "{wins}");
    // Without the option, it is a file but not a module, and a tournament has no such option.
    let (code, _, err) = run(&["play", "tank-war", program.to_str().unwrap(), "builtin:random"]);
    assert!(code == 1 && err.contains("is not a WebAssembly module"), "{err}");
    fs::write(
        folder.path().join("native.toml"),
        "[tournament]\nname = \"Native\"\ngame = \"tank-war\"\nseed = 3\n\
         [[stage]]\nname = \"All\"\nformat = \"round-robin\"\n\
         [[entrant]]\nname = \"a\"\nbot = \"first\"\n[[entrant]]\nname = \"b\"\nbot = \"builtin:random\"\n",
    )
    .unwrap();
    let file = folder.path().join("native.toml");
    let out = folder.path().join("run");
    let (_, told, err) = run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert!(format!("{told}{err}").contains("is not a WebAssembly module"), "{told}{err}");
}

/// A program that asks for the history, notes it, and plays the first legal move.
#[cfg(unix)]
const ASKS: &str = r##"while read -r line; do
  if [ "$line" = "move?" ]; then
    echo history
    read -r name count; echo "# asked: $name $count"
    while [ "$count" -gt 0 ]; do read -r played; echo "# $played"; count=$((count - 1)); done
    echo legal
    read -r name first rest
    echo "$first"
  fi
done"##;

/// Two native programs play each other, and one of them plays a person.
#[cfg(unix)]
#[test]
fn native_programs_play_each_other_and_a_person() {
    let folder = tempfile::tempdir().unwrap();
    let program = script(folder.path(), "asks", ASKS);
    let patient = ["--native", "--per-move", "60s", "--per-game", "600s"];
    let both = played(&[&[program.as_str(), program.as_str()][..], &patient].concat());
    assert_eq!(last_position(&both), last_position(&played(&["builtin:first", "builtin:first"])));
    let logged = "\n  asked: history: 2\n  played: 0 0 LA\n  played: 0 1 LA\n";
    assert_eq!(both.matches(logged).count(), 2, "each has asked:\n{both}");
    let sandboxed = played(&[&[program.as_str(), "builtin:first"][..], &patient].concat());
    assert_eq!(last_position(&sandboxed), last_position(&both));
    let typed = "LA\nLB\nLC\nRA\nRB\nRC\n".repeat(40);
    let mut child = muster()
        .args(["play", "tank-war", "human", &program])
        .args(patient)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // A person whose match is over does not read the rest.
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), typed.as_bytes());
    let (code, with_a_person, err) = told(&child.wait_with_output().unwrap());
    assert_eq!(code, 0, "{err}");
    assert!(with_a_person.contains("  played: 0 0 LA\n"), "{with_a_person}");
    let (code, _, err) = run(&["play", "tank-war", "human", "human"]);
    assert!(code == 1 && err.contains("only one seat can be a person's"), "{err}");
}

/// Returns Zig's compiler, which includes a C library for wasm.
pub(crate) fn zig() -> Command {
    let mut command = Command::new("python3");
    command.args(["-m", "ziglang"]).env("PATH", path_with_tools());
    command
}

/// The example, built by any C compiler for `wasm32-wasi`, with its library's buffers.
#[test]
fn a_c_program_plays_in_the_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    let (program, by_lines) = (folder.path().join("first.wasm"), folder.path().join("lines.wasm"));
    if !zig().arg("version").output().is_ok_and(|output| output.status.success()) {
        return skip(&missing("there is no zig"));
    }
    let built = share_libraries(&mut zig())
        .args(["cc", "-target", "wasm32-wasi", "-O2", "-o"])
        .args([&program, &example()])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    fs::write(&by_lines, wat::parse_str(BY_LINES).unwrap()).unwrap();
    for game in GAMES.iter().map(|game| game.name()) {
        let play = |bot: &Path| {
            let (code, told, err) = run(&["play", game, bot.to_str().unwrap(), "builtin:random"]);
            assert_eq!(code, 0, "{told}{err}");
            told
        };
        let (compiled, written) = (play(&program), play(&by_lines));
        assert_eq!(last_position(&compiled), last_position(&written), "{game}");
        assert!(compiled.contains("  I play "), "{game}: its notes are logged");
    }
}

/// Writes a shell script as a program.
#[cfg(unix)]
fn script(folder: &Path, name: &str, text: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
    path.display().to_string()
}

/// The match ends after any failure of a native program.
#[cfg(unix)]
#[test]
fn a_native_program_that_fails_loses() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, fault, detail) in [
        ("silent", "exec sleep 1000", "timeout", "must be flushed"),
        ("half", "printf LA; exec sleep 1000", "timeout", "it printed `LA` without a line break"),
        ("ends", "exit 7", "exit", "the program ended: exit status: 7"),
        ("closes", "exec >&-; exec sleep 1000", "exit", "it closed its standard output"),
        ("talks", "echo hello there", "bad-line", "\"hello there\" is not a tank"),
        ("floods", "exec yes '# and on'", "timeout", "must be flushed"),
        ("fills", "exec tr '\\0' x < /dev/zero", "bad-line", "a line of more than 1000 bytes"),
        ("asks", "exec yes legal", "bad-line", "it does not read its input"),
    ] {
        let program = script(folder.path(), name, text);
        let told = played(&["--native", &program, "builtin:first", "--per-move", "2s"]);
        let failed = told.lines().find(|line| line.starts_with("Up failed at ply 1: ")).unwrap_or_default();
        assert!(failed.contains(&format!("ply 1: {fault}: ")) && failed.contains(detail), "{name}: {told}");
    }
    let output = muster().args(["play", "tank-war", "--native", "/nonexistent", "builtin:first"]).output();
    let (code, _, err) = told(&output.unwrap());
    assert!(code == 1 && err.contains("cannot read the bot /nonexistent"), "{err}");
}

/// Returns a program that shows its environment and arguments, starts another one, and plays the first legal move.
#[cfg(target_os = "linux")]
fn looks_around(folder: &Path) -> String {
    let shown = folder.display();
    let text = format!(
        "env > {shown}/environment\nls -l /proc/$$/fd > {shown}/descriptors\n\
         exec 8> {shown}/fifo\n(sleep 5; echo outlived >&8) <&- >&- 2>&- &\necho begun >&8\nexec 8>&-\n{ASKS}"
    );
    script(folder, "looks", &text)
}

/// Reads from a pipe in a folder until no process has it open any more.
#[cfg(target_os = "linux")]
fn fifo(folder: &Path) -> std::thread::JoinHandle<String> {
    let path = folder.join("fifo");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    std::thread::spawn(move || fs::read_to_string(path).unwrap())
}

/// Regression: it had the whole environment and every descriptor, and its children outlived the match.
#[cfg(target_os = "linux")]
#[test]
fn a_native_program_has_little_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let program = looks_around(folder.path());
    let written = fifo(folder.path());
    let secret = folder.path().join("secret");
    fs::write(&secret, "hunter2").unwrap();
    let play = "exec 7< \"$1\"; shift; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", play, "sh"]).arg(&secret).arg(env!("CARGO_BIN_EXE_muster"));
    command.args(["play", "tank-war", "--native", &program, "builtin:first", "--per-move", "60s"]);
    command.env("MUSTER_TEST_TOKEN", "hunter2").env("LANG", "C.UTF-8").env("HOME", folder.path());
    let (code, out, err) = told(&command.output().unwrap());
    assert_eq!(code, 0, "{out}{err}");
    let environment = fs::read_to_string(folder.path().join("environment")).unwrap();
    assert!(!environment.contains("hunter2"), "{environment}");
    for given in ["PATH=", "LANG=C.UTF-8", &format!("HOME={}", folder.path().display())] {
        assert!(environment.lines().any(|line| line.starts_with(given)), "no {given}: {environment}");
    }
    let descriptors = fs::read_to_string(folder.path().join("descriptors")).unwrap();
    assert!(descriptors.contains("pipe:") && !descriptors.contains("secret"), "{descriptors}");
    assert_eq!(written.join().unwrap(), "begun\n");
}

/// Its own process group does not get the signals of a terminal: it is killed when the match is interrupted.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_a_native_program_and_what_it_started() {
    use std::io::{BufRead, BufReader, Read};
    let folder = tempfile::tempdir().unwrap();
    let shown = folder.path().display();
    let text = format!("exec 8> {shown}/fifo\n(sleep 5; echo outlived >&8) &\necho begun >&8\nsleep 1000");
    let program = script(folder.path(), "hangs", &text);
    let path = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let mut child = muster()
        .args(["play", "tank-war", "--native", &program, "builtin:first", "--per-move", "600s"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = BufReader::new(fs::File::open(path).unwrap());
    let mut begun = String::new();
    pipe.read_line(&mut begun).unwrap();
    assert_eq!(begun, "begun\n");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut rest = String::new();
    pipe.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}
