//! `--isolate`: the results are equal, byte for byte, even if workers are killed.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use games::GAMES;

use crate::durability::course::Arbitrary;
use crate::durability::tournaments::{FORMATS, tournament, wasm};
use crate::hosts::field::module;
use crate::support::{assert_same_tree, await_value, is_full, missing, muster, pause, run, skip, told, top};

/// Returns the `--isolate` option for this machine. In continuous integration, no protection may be missing.
pub(crate) fn isolate() -> &'static str {
    let (code, _, told) = run(&["protections"]);
    if code == 0 {
        return "--isolate";
    }
    skip(&missing(&told));
    "--isolate=best-effort"
}

/// Returns a command's output, without the notes on missing protections.
fn said(command: &[&str]) -> (i32, String, String) {
    let (code, out, err) = run(command);
    let err = err.split_inclusive('\n').filter(|line| !line.starts_with("note: no ")).collect();
    (code, out, err)
}

fn begin(toml: &str, out: &Path, isolate: &str) -> Child {
    let mut command = muster();
    command.args(["run", toml, "--jobs", "2", "--out", out.to_str().unwrap(), isolate]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn what_a_machine_lacks_is_told_and_refused() {
    let (code, out, err) = run(&["protections"]);
    assert_eq!(out.lines().filter(|line| line.ends_with(": yes") || line.ends_with(": missing")).count(), 3);
    let lacks = |name: &str| out.contains(&format!("{name}: missing"));
    assert_eq!(code == 0, !lacks("Landlock") && !lacks("seccomp"), "{out}{err}");
    if code != 0 {
        let (code, _, err) = run(&["compare", "tank-war", "builtin:first", "builtin:random", "--isolate"]);
        assert_eq!(code, 5, "{err}");
        assert!(
            err.contains("this machine cannot isolate") && err.contains("--isolate=best-effort"),
            "{err}"
        );
    }
    let (code, _, err) = run(&["run", "cup.toml", "--isolate=a-little"]);
    assert!(code == 2 && err.contains("use --isolate, or --isolate=best-effort"), "{code}: {err}");
}

#[test]
fn runs_are_the_same_with_workers_and_when_workers_are_killed() {
    let isolate = isolate();
    let folder = tempfile::tempdir().unwrap();
    let (name, stages) = FORMATS[0];
    let toml = tournament(folder.path(), name, stages);
    let here = folder.path().join("here");
    // A report names missing protections, so that only that of another isolated run is equal.
    let lacks_any = run(&["protections"]).1.contains(": missing");
    let how: &[&str] = if lacks_any { &[isolate] } else { &[] };
    let (code, out, err) = run(&[&["run", &toml, "--out", here.to_str().unwrap()], how].concat());
    assert_eq!(code, 0, "{out}{err}");
    let there = folder.path().join("there");
    let mut arbitrary = Arbitrary(26);
    let mut same = |is_killed: bool| {
        let child = begin(&toml, &there, isolate);
        let moment = || pause(Duration::from_micros(arbitrary.below(20_000)));
        let is_hit = is_killed && kill_a_worker(child.id(), 2, moment);
        let (code, out, err) = told(&child.wait_with_output().unwrap());
        assert_eq!(code, 0, "{out}{err}");
        assert_same_tree(&here.join("site"), &there.join("site"));
        fs::remove_dir_all(&there).unwrap();
        is_hit
    };
    same(false);
    // A run that ended before its kill does not count.
    let (mut hits, mut runs, kills) = (0, 0, if is_full() { 200 } else { 3 });
    while hits < kills {
        assert!(runs < 20 * kills, "only {hits} of {runs} runs had a worker to be killed");
        hits += u32::from(same(true));
        runs += 1;
    }
}

/// Waits until a process has this many workers, and then for the moment, and kills one of its current workers. Returns
/// `true` if there was one.
pub(crate) fn kill_a_worker(parent: u32, count: usize, moment: impl FnOnce()) -> bool {
    await_value("workers", || (has_ended(parent) || workers_of(parent).len() >= count).then_some(()));
    moment();
    let Some(pid) = workers_of(parent).pop() else { return false };
    let kill = Command::new("kill").args(["-9", &pid.to_string()]).stderr(Stdio::null()).status();
    kill.unwrap().success()
}

fn has_ended(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    status.is_empty() || status.contains("State:\tZ")
}

/// Returns the process ids of the workers of a process.
fn workers_of(parent: u32) -> Vec<u32> {
    let children = format!("/proc/{parent}/task");
    let tasks = fs::read_dir(children).into_iter().flatten().flatten();
    let lists = tasks.map(|task| fs::read_to_string(task.path().join("children")).unwrap_or_default());
    let ids: Vec<u32> = lists
        .flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|id| id.parse().ok())
        .collect();
    let is_worker = |id: &u32| {
        fs::read_to_string(format!("/proc/{id}/cmdline")).is_ok_and(|line| line.contains("__isolated-worker"))
    };
    ids.into_iter().filter(is_worker).collect()
}

/// Runs the program as on a kernel without Landlock: a system call filter hides it from all children of this thread.
#[cfg(target_os = "linux")]
fn run_without_landlock(arguments: &[&str]) -> (i32, String, String) {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};
    let absent =
        [libc::SYS_landlock_create_ruleset, libc::SYS_landlock_add_rule, libc::SYS_landlock_restrict_self];
    let rules = absent.iter().map(|&call| (call, Vec::new())).collect();
    let denied = SeccompAction::Errno(libc::ENOSYS as u32);
    let arch = TargetArch::try_from(std::env::consts::ARCH).unwrap();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, denied, arch).unwrap();
    let filter = BpfProgram::try_from(filter).unwrap();
    std::thread::scope(|scope| {
        let filtered = scope.spawn(|| {
            apply_filter(&filter).unwrap();
            run(arguments)
        });
        filtered.join().unwrap()
    })
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_names_what_isolation_went_without() {
    const TOLD: &str = "matches were played without Landlock";
    let folder = tempfile::tempdir().unwrap();
    let (name, stages) = FORMATS[0];
    let toml = tournament(folder.path(), name, stages);
    let [here, there, refused] = ["here", "there", "refused"].map(|name| folder.path().join(name));
    let arguments =
        |out: &Path| ["run".to_owned(), toml.clone(), "--out".to_owned(), out.display().to_string()];
    let play = |out: &Path, how: fn(&[&str]) -> (i32, String, String), more: &[&str]| {
        let arguments = arguments(out);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        how(&[&arguments[..], more].concat())
    };
    let (code, _, err) = play(&refused, run_without_landlock, &["--isolate"]);
    assert_eq!(code, 5, "{err}");
    assert!(err.contains("cannot isolate") && err.contains("--isolate=best-effort"), "{err}");
    let (code, _, err) = play(&here, run_without_landlock, &[]);
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = play(&there, run_without_landlock, &["--isolate=best-effort"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("note: no Landlock"), "{err}");

    let read = |out: &Path, file: &str| fs::read_to_string(out.join("site").join(file)).unwrap();
    assert_eq!(read(&here, "data/root.txt"), read(&there, "data/root.txt"));
    let is_told = |out: &Path| read(out, "index.html").contains(TOLD);
    assert_eq!((is_told(&here), is_told(&there)), (false, true));
    // The note is on record, regardless of where the report is rendered. A complete run plays nothing.
    assert_eq!(play(&there, run, &[]).0, 0);
    assert!(is_told(&there));
    assert_eq!(play(&here, run_without_landlock, &["--isolate=best-effort"]).0, 0);
    assert!(!is_told(&here));

    let test = folder.path().join("test");
    let out = test.to_str().unwrap();
    let sprt = ["sprt", "tank-war", "builtin:random", "builtin:first", "--max-games", "8", "--out", out];
    let (code, told, err) = run_without_landlock(&[&sprt[..], &["--isolate=best-effort"]].concat());
    assert_eq!(code, 6, "{told}{err}");
    assert_eq!(run(&["report", out]).0, 0);
    assert!(is_told(&test));
}

/// Uses the tournaments of the repository with `MUSTER_FULL=1`, otherwise one of another format than above.
#[test]
fn tournaments_have_the_same_roots() {
    let isolate = isolate();
    let folder = tempfile::tempdir().unwrap();
    let (name, stages) = FORMATS[10];
    let mut tournaments = vec![tournament(folder.path(), name, stages)];
    if is_full() {
        let all = fs::read_dir(top().join("tournaments")).unwrap().map(|entry| entry.unwrap().path());
        tournaments.extend(
            all.filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
                .map(|path| path.display().to_string()),
        );
    }
    for toml in tournaments {
        let outs = ["here", "there"].map(|name| folder.path().join(name));
        for (out, more) in [(&outs[0], &[][..]), (&outs[1], &[isolate])] {
            let (code, told, err) = run(&[&["run", &toml, "--out", out.to_str().unwrap()], more].concat());
            assert_eq!(code, 0, "{toml}: {told}{err}");
        }
        let root = |out: &Path| fs::read_to_string(out.join("site/data/root.txt")).unwrap();
        assert_eq!(root(&outs[0]), root(&outs[1]), "{toml}");
        for out in outs {
            fs::remove_dir_all(out).unwrap();
        }
    }
}

/// Writes a tournament of a bot that creates positions and logs everything about them.
pub(crate) fn looking_ahead(folder: &Path, game: &str) -> String {
    let thinker = module("thinker");
    let entrant = |name| format!("[[entrant]]\nname = \"{name}\"\nbot = \"{}\"\n", thinker.display());
    let text = format!(
        "[tournament]\nname = \"Cup\"\ngame = \"{game}\"\nseed = 3\n[limits]\nplies = 60\n{}{}\
         [[stage]]\nformat = \"round-robin\"\ngames = 4\n",
        entrant("One"),
        entrant("Other")
    );
    let toml = folder.join(format!("{game}.toml"));
    fs::write(&toml, text).unwrap();
    toml.display().to_string()
}

/// Returns the root of a run, which covers its matches and logs, and checks that none of them is a forfeit.
pub(crate) fn root_without_forfeits(out: &Path) -> String {
    let matches = fs::read_to_string(out.join("site/data/matches.csv")).unwrap();
    assert!(matches.lines().count() > 4 && !matches.contains("forfeit"), "{matches}");
    fs::read_to_string(out.join("site/data/root.txt")).unwrap()
}

#[test]
fn bots_that_look_ahead_play_and_log_the_same_with_workers() {
    let isolate = isolate();
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES.iter().map(|game| game.name()) {
        let toml = looking_ahead(folder.path(), game);
        let [here, there] = [&[][..], &[isolate]].map(|how| {
            let out = folder.path().join(format!("{game}{}", how.len()));
            let (code, told, err) = run(&[&["run", &toml, "--out", out.to_str().unwrap()], how].concat());
            assert_eq!(code, 0, "{told}{err}");
            root_without_forfeits(&out)
        });
        assert_eq!(here, there, "{game}");
    }
}

#[test]
fn a_run_is_verified_and_explained_with_workers_and_without() {
    let isolate = isolate();
    let folder = tempfile::tempdir().unwrap();
    wasm(folder.path(), "crasher", "unreachable");
    let toml = folder.path().join("cup.toml");
    let text = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n\
        [[entrant]]\nname = \"Crasher\"\nbot = \"crasher.wasm\"\n\
        [[entrant]]\nname = \"Random\"\nbot = \"builtin:random\"\n\
        [[stage]]\nformat = \"round-robin\"\ngames = 4\n";
    fs::write(&toml, text).unwrap();
    let out = folder.path().join("out");
    let (toml, out) = (toml.to_str().unwrap(), out.to_str().unwrap());
    let (code, told, err) = run(&["run", toml, "--out", out, isolate]);
    assert_eq!(code, 0, "{told}{err}");
    let package = folder.path().join("match.zip");
    let package = package.to_str().unwrap();
    let (code, told, err) = run(&["evidence", out, "1.1.1.1", "--for", "Crasher", "--output", package]);
    assert_eq!(code, 0, "{told}{err}");
    for command in [&["verify", out][..], &["why", out, "1.1.1.1"], &["verify", package]] {
        let (here, there) = (run(command), said(&[command, &[isolate]].concat()));
        assert_eq!(here, there);
        assert_eq!(here.0, 0, "{here:?}");
        // None of them asks a bot in this process.
        #[cfg(target_os = "linux")]
        assert_eq!(run_without_landlock(&[command, &["--isolate"]].concat()).0, 5, "{command:?}");
    }
    assert!(run(&["why", out, "1.1.1.1", isolate]).1.contains("then the same fault at ply 1"));
}

#[test]
fn commands_say_the_same_with_workers() {
    let isolate = isolate();
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("bot.js");
    fs::write(&script, "export function choose() { return 0; }\n").unwrap();
    let file = script.to_str().unwrap();
    let [one, other] = ["one.wasm", "other.wasm"].map(|name| folder.path().join(name));
    let build = |to: &Path, more: &[&str]| {
        let build = ["build", file, "--game", "tank-war", "--out", to.to_str().unwrap()];
        let (code, out, err) = run(&[&build, more].concat());
        assert_eq!(code, 0, "{out}{err}");
        out.replace(to.to_str().unwrap(), "FILE")
    };
    assert_eq!(build(&one, &[]), build(&other, &[isolate]));
    assert!(fs::read(&one).unwrap() == fs::read(&other).unwrap(), "the same script, the same bytes");
    fs::write(&script, "export function choose( {\n").unwrap();
    let wrong = |more: &[&str]| said(&[&["build", file, "--game", "tank-war"], more].concat());
    let (here, there) = (wrong(&[]), wrong(&[isolate]));
    assert_eq!(here, there);
    assert_eq!(here.0, 1, "{here:?}");

    let compare = ["compare", "tank-war", one.to_str().unwrap(), "builtin:random", "--games", "8", "--json"];
    assert_eq!(run(&compare), said(&[&compare[..], &[isolate]].concat()));
    let trials = |more: &[&str]| {
        let check = ["check", one.to_str().unwrap(), "--game", "tank-war"];
        let (code, out, err) = run(&[&check, more].concat());
        // The parts before and after it were measured on this machine.
        let table = out.split("the start of a match").next().unwrap().split("trial matches").nth(1);
        (code, table.unwrap_or_else(|| panic!("{out}{err}")).to_owned())
    };
    assert_eq!(trials(&[]), trials(&[isolate]));
    let sprt = ["sprt", "tank-war", one.to_str().unwrap(), "builtin:first", "--max-games", "8", "--json"];
    let (here, there) = (run(&sprt), run(&[&sprt[..], &[isolate]].concat()));
    assert_eq!((here.0, here.1), (there.0, there.1));
}
