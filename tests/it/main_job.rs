//! Tests the main job with the built program: a tournament of wasm bots from its text to its report.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{assert_same_tree, muster, pause, run, top, tree};

/// Writes a small class competition with bots from `bots/`, a guest and a refused entrant.
fn class(folder: &Path, games: u32) -> String {
    let bot = |name: &str| top().join(format!("bots/tank-war/{name}/{name}.wasm")).display().to_string();
    let mut text = String::from(
        "[tournament]\nname = \"Class <of> 2026\"\ngame = \"tank-war\"\nseed = 11\ndate = \"2026-11-20\"\n\
         [clock]\nper_move = \"1s\"\nper_game = \"120s\"\n",
    );
    let mut entrant = |name: &str, bot: &str, more: &str| {
        text.push_str(&format!("[[entrant]]\nname = '{name}'\nbot = '{bot}'\n{more}"));
    };
    entrant("Teacher", &bot("maximin"), "guest = true\n");
    entrant("<script>alert(1)</script>", &bot("walker"), "");
    entrant("=cmd|' /C calc'!A0".replace('\'', "").as_str(), &bot("greedy"), "");
    entrant("cautious", &bot("cautious"), "");
    entrant("rusher", &bot("rusher"), "");
    entrant("random", "builtin:random", "");
    text.push_str(&format!(
        "[[stage]]\nname = \"Qualification\"\nformat = \"round-robin\"\ngames = {games}\n\
         rank = [\"wins\", \"tanks\", \"boxes\"]\n\
         [[stage]]\nname = \"Knockout\"\nformat = \"knockout\"\nadvance = 4\n\
         [grade]\nformula = \"min(10, 9 * sqrt((max_boxes + max_tanks) / 30) + beat(\\\"Teacher\\\"))\"\n"
    ));
    let path = folder.join("class.toml");
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn play(toml: &str, out: &Path, jobs: &str) -> String {
    let (code, told, err) = run(&["run", toml, "--out", out.to_str().unwrap(), "--jobs", jobs]);
    assert_eq!(code, 0, "{err}");
    told
}

#[test]
fn a_run_is_the_same_at_any_number_of_slots_and_every_time() {
    let folder = tempfile::tempdir().unwrap();
    let toml = class(folder.path(), 2);
    let outs: Vec<PathBuf> = ["one", "two", "again", "sixteen"].map(|name| folder.path().join(name)).to_vec();
    let told = play(&toml, &outs[0], "1");
    play(&toml, &outs[1], "2");
    play(&toml, &outs[2], "2");
    play(&toml, &outs[3], "16");
    assert!(told.contains("Qualification") && told.contains("Knockout"), "{told}");
    assert_same_tree(&outs[0].join("site"), &outs[1].join("site"));
    assert_same_tree(&outs[1].join("site"), &outs[2].join("site"));
    assert_same_tree(&outs[2].join("site"), &outs[3].join("site"));
    let gradebook = |out: &Path| fs::read_to_string(out.join("private/gradebook.csv")).unwrap();
    assert_eq!(gradebook(&outs[0]), gradebook(&outs[1]));
    assert!(gradebook(&outs[0]).lines().count() >= 6);
    // A report rendered again from the ledger is the same report.
    let before = tree(&outs[0].join("site"));
    assert_eq!(run(&["report", outs[0].to_str().unwrap()]).0, 0);
    assert!(tree(&outs[0].join("site")) == before);
}

#[test]
fn what_is_published_names_no_path_and_obeys_no_entrant() {
    let folder = tempfile::tempdir().unwrap();
    let toml = class(folder.path(), 1);
    let out = folder.path().join("run");
    play(&toml, &out, "2");
    let here = folder.path().display().to_string();
    let top = top().display().to_string();
    for (name, bytes) in tree(&out.join("site")) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            !text.contains(&here) && !text.contains(&top),
            "{} names a path of this machine",
            name.display()
        );
        let obeys_tags = name.extension().is_some_and(|extension| extension == "html" || extension == "svg");
        assert!(
            !(obeys_tags && text.contains("<script>alert")),
            "{} obeys an entrant's name",
            name.display()
        );
        if name.extension().is_some_and(|extension| extension == "csv") {
            assert!(
                !text.contains("\n=cmd") && !text.contains(",=cmd") && !text.contains("\"=cmd"),
                "{text}"
            );
        }
    }
    assert!(!out.join("site/data/gradebook.csv").exists());
}

#[test]
fn a_killed_run_goes_on_and_ends_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let toml = class(folder.path(), 20);
    let whole = folder.path().join("whole");
    let begun = Instant::now();
    play(&toml, &whole, "2");
    let time = begun.elapsed();
    for share in [3, 5, 8] {
        let out = folder.path().join(format!("killed-{share}"));
        let mut child = muster()
            .args(["run", &toml, "--out", out.to_str().unwrap(), "--jobs", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        pause(time * share / 10);
        let _ = child.kill();
        child.wait().unwrap();
        play(&toml, &out, "1");
        assert_same_tree(&whole.join("site"), &out.join("site"));
        let (code, told, err) = run(&["verify", out.to_str().unwrap()]);
        assert_eq!(code, 0, "{told}{err}");
    }
}

/// A run that is suspended for a while, as by closing a laptop: for twenty seconds with `MUSTER_FULL=1`, one otherwise.
/// It costs no bot any time.
#[cfg(unix)]
#[test]
fn a_run_that_is_suspended_loses_no_time_for_anybody() {
    let folder = tempfile::tempdir().unwrap();
    let toml = class(folder.path(), 20);
    let whole = folder.path().join("whole");
    let begun = Instant::now();
    play(&toml, &whole, "2");
    let time = begun.elapsed();
    let out = folder.path().join("suspended");
    let mut child = muster()
        .args(["run", &toml, "--out", out.to_str().unwrap(), "--jobs", "2"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let signal = |name: &str| {
        Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    };
    let seconds = if std::env::var_os("MUSTER_FULL").is_some_and(|full| full == "1") { 20 } else { 1 };
    pause(time / 3);
    signal("-STOP");
    pause(Duration::from_secs(seconds));
    signal("-CONT");
    assert!(child.wait().unwrap().success());
    assert_same_tree(&whole.join("site"), &out.join("site"));
}

/// Bots that fail, each in its own way, with the expected fault.
const HOSTILE: [(&str, &str, &str); 5] = [
    ("looper", "(loop br 0) unreachable", "timeout"),
    ("crasher", "unreachable", "trap(unreachable)"),
    ("liar", "i64.const -1", "bad-answer"),
    ("cheat", "i64.const 5", "illegal-action"),
    (
        "glutton",
        "(loop (br_if 0 (i32.ne (memory.grow (i32.const 16)) (i32.const -1)))) unreachable",
        "out-of-memory",
    ),
];

fn hostile(folder: &Path, name: &str, answer: &str) {
    let text = format!(
        "(module (memory (export \"memory\") 1)
            (func (export \"muster_buffer\") (param i32) (result i32) i32.const 1024)
            (func (export \"muster_choose\") (param i32) (result i64) {answer}))"
    );
    fs::write(folder.join(format!("{name}.wasm")), wat::parse_str(text).unwrap()).unwrap();
}

#[test]
fn hostile_bots_lose_by_name_and_the_tournament_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::from(
        "[tournament]\nname = \"Hostile\"\ngame = \"tank-war\"\n[clock]\nper_move = \"5ms\"\nper_game = \"50ms\"\n\
         [[entrant]]\nname = \"honest\"\nbot = \"builtin:random\"\n",
    );
    for (name, answer, _) in HOSTILE {
        hostile(folder.path(), name, answer);
        text.push_str(&format!("[[entrant]]\nname = \"{name}\"\nbot = \"{name}.wasm\"\n"));
    }
    let outlaw =
        "(module (import \"env\" \"system\" (func (param i32) (result i32))) (memory (export \"memory\") 1)
        (func (export \"muster_buffer\") (param i32) (result i32) i32.const 1024)
        (func (export \"muster_choose\") (param i32) (result i64) i64.const 0))";
    fs::write(folder.path().join("outlaw.wasm"), wat::parse_str(outlaw).unwrap()).unwrap();
    text.push_str("[[entrant]]\nname = \"outlaw\"\nbot = \"outlaw.wasm\"\n");
    text.push_str("[[stage]]\nformat = \"round-robin\"\ngames = 2\n");
    let toml = folder.path().join("hostile.toml");
    fs::write(&toml, text).unwrap();
    let out = folder.path().join("run");
    let (code, told, err) = run(&["run", toml.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("refused: outlaw") && err.contains("env.system"), "{err}");
    assert!(!told.contains("outlaw  "), "a refused entrant does not play:\n{told}");
    let matches = fs::read_to_string(out.join("site/data/matches.csv")).unwrap();
    for (name, _, fault) in HOSTILE {
        let lost = matches
            .lines()
            .filter(|line| line.contains(name) && line.contains("honest"))
            .filter(|line| line.contains(&format!("forfeit: {fault}")))
            .count();
        assert_eq!(lost, 2, "{name} loses both games against honest by {fault}:\n{matches}");
    }
    let (code, told, err) = run(&["verify", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{told}{err}");
}

#[test]
fn verify_names_a_match_in_which_a_bot_was_slow_by_the_record_alone() {
    // Burns fuel before its first move for longer than a CPU guard without allowance permits. Then names a tank that
    // can move.
    let answer = "(local $n i32)
        (if (i32.eqz (i32.load offset=1036 (i32.const 0))) (then
          (local.set $n (i32.const 15000000))
          (loop $again (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))))
        (i64.extend_i32_u (i32.ctz (i32.load8_u offset=1093 (i32.load8_u offset=1032 (i32.const 0)))))";
    let temp = tempfile::tempdir().unwrap();
    hostile(temp.path(), "spinner", answer);
    let text = "[tournament]\nname = \"Slow\"\ngame = \"tank-war\"\n\
        [[entrant]]\nname = \"spinner\"\nbot = \"spinner.wasm\"\n\
        [[entrant]]\nname = \"random\"\nbot = \"builtin:random\"\n\
        [[stage]]\nformat = \"round-robin\"\ngames = 2\n";
    let plan = config::parse("slow.toml", text, &[&tank_war::GAME]).unwrap();
    let module = std::sync::Arc::from(fs::read(temp.path().join("spinner.wasm")).unwrap());
    let modules = [Some(module), None];
    let candidates: Vec<runner::Candidate> = plan
        .entrants
        .iter()
        .zip(modules)
        .map(|(entrant, module)| runner::Candidate { plan: entrant.clone(), module })
        .collect();
    let guard = referee::CpuGuard { floor: Duration::ZERO, factor: 0 };
    let options = sandbox::SandboxOptions { cpu_guard: guard, ..sandbox::SandboxOptions::default() };
    let validator = play::LocalValidator::new(sandbox::Sandbox::new(&options).unwrap());
    let out = temp.path().join("run");
    let folder = ledger::RunFolder::at(&out);
    let entered =
        runner::EnteredTournament { plan, text: text.to_owned(), name: "slow.toml".to_owned(), candidates };
    let mut run = runner::begin(&folder, entered, &validator).unwrap();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let threads = play::LocalThreads::start(2, &validator, games::GAMES).unwrap();
    assert_eq!(run.play(&threads, &stop, &mut |_| {}).unwrap(), runner::Ending::Complete);
    drop(run);
    let (code, told, err) = crate::main_job::run(&["verify", out.to_str().unwrap()]);
    assert_eq!(code, 7, "{told}{err}");
    assert!(err.contains("in 2 matches a bot was slow either in the record or here, but not both"), "{err}");
    let lines: Vec<&str> = told.lines().collect();
    let named = "was slow in the record but is not slow here; the moves and logs before that are as recorded";
    assert_eq!(lines[0], format!("match 1.1.1.1: the first seat {named}"));
    assert_eq!(lines[1], format!("match 1.1.1.2: the second seat {named}"));
    assert!(lines[2].starts_with("root: "), "{told}");
    let last = "2 matches: 0 played again, all as recorded; 2 by the rules alone, the results rest on the record alone";
    assert_eq!(lines[3..], [last]);
}

/// The Tank War's text gives each player two minutes for the whole game, and no limit per move.
#[test]
fn the_class_competition_has_the_clock_of_the_games_text() {
    let clock = referee::Clock::default().with_times(None, Some(referee::Ticks::from_millis(120_000)));
    for file in ["tournaments/tank-war-class.toml", "reports/sample/tournament.toml"] {
        let text = fs::read_to_string(top().join(file)).unwrap();
        let plan = config::parse(file, &text, &[&tank_war::GAME]).unwrap();
        for stage in &plan.stages {
            assert_eq!(stage.limits.common_clock(), Some(&clock), "{file}: {}", stage.name);
        }
    }
}

/// The committed report equals that of its tournament today. It contains the engine's target, so that it can be
/// compared on only one kind of machine.
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]
#[test]
fn the_sample_report_is_what_its_tournament_gives() {
    let sample = top().join("reports/sample");
    let temp = tempfile::tempdir().unwrap();
    let toml = sample.join("tournament.toml");
    let (code, _, err) =
        run(&["run", toml.to_str().unwrap(), "--out", temp.path().join("run").to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    // When this fails because reports now look different, renew it with the command in its tournament's text.
    assert_same_tree(&sample.join("site"), &temp.path().join("run/site"));
}
