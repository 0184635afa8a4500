//! Nothing that was committed is lost: runs that are killed, interrupted, run out of disk or are damaged end as
//! they would have, or say what is wrong. `MUSTER_FULL=1` kills every format at 200 points instead of a few.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::format_push_string, reason = "speed is no matter here")]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use support::{assert_same_tree, muster, run, told, top, tree};

/// The formats with what makes each of them a run of some dozens of matches. The last three are formats of before
/// that end early, take out who fails, and follow one another.
const FORMATS: [(&str, &str); 10] = [
    ("round-robin", "[[stage]]\nformat = \"round-robin\"\ngames = 4\n"),
    ("groups", "[[stage]]\nformat = \"groups\"\ngroups = 2\ngames = 6\n"),
    ("swiss", "[[stage]]\nformat = \"swiss\"\nrounds = 4\ngames = 4\n"),
    ("knockout", "[[stage]]\nformat = \"knockout\"\nbest_of = 9\nthird_place = true\n"),
    ("double-elimination", "[[stage]]\nformat = \"double-elimination\"\nbest_of = 5\n"),
    ("gauntlet", "[[stage]]\nformat = \"gauntlet\"\nchallengers = [\"walker\", \"dice 1\"]\ngames = 6\n"),
    ("ladder", "[[stage]]\nformat = \"ladder\"\nbudget = 64\nbatch = 4\n"),
    ("stops early", "[[stage]]\nformat = \"swiss\"\nrounds = 6\ngames = 4\nstop_when_decided = 1\n"),
    ("takes out", "[[stage]]\nformat = \"round-robin\"\ngames = 4\n"),
    (
        "stages",
        "[[stage]]\nformat = \"groups\"\ngroups = 2\ngames = 2\n[[stage]]\nformat = \"knockout\"\nadvance = 4\n",
    ),
];

/// A tournament of seven entrants, three of them wasm bots.
fn tournament(folder: &Path, name: &str, stages: &str) -> String {
    let bot = |name: &str| top().join(format!("bots/tank-war/{name}/{name}.wasm")).display().to_string();
    let mut text = String::from("[tournament]\nname = \"Durable\"\ngame = \"tank-war\"\nseed = 7\n");
    if name == "takes out" {
        text.push_str("withdraw_after_faults = 5\n");
    }
    let mut entrants: Vec<(String, String)> =
        ["walker", "scatter"].map(|name| (name.to_owned(), bot(name))).to_vec();
    entrants.extend((1..5).map(|number| (format!("dice {number}"), "builtin:random".to_owned())));
    wasm(folder, "crasher", "unreachable");
    entrants.push(("crasher".to_owned(), "crasher.wasm".to_owned()));
    for (name, bot) in entrants {
        text.push_str(&format!("[[entrant]]\nname = \"{name}\"\nbot = '{bot}'\n"));
    }
    text.push_str(stages);
    let path = folder.join(format!("{name}.toml"));
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// A bot for Tank War with this answer.
fn wasm(folder: &Path, name: &str, answer: &str) {
    let text = format!(
        "(module
            (import \"muster\" \"remaining\" (func $remaining (result i64)))
            (import \"muster\" \"legal_actions\" (func $legal (param i32 i32) (result i32)))
            (memory (export \"memory\") 1)
            (func (export \"muster_buffer\") (param i32) (result i32) i32.const 4096)
            (func (export \"muster_choose\") (param i32) (result i64) (local $stop i64) (local $left i32)
                {answer}))"
    );
    fs::write(folder.join(format!("{name}.wasm")), wat::parse_str(text).unwrap()).unwrap();
}

fn begin(toml: &str, out: &Path, jobs: &str) -> (Child, BufReader<ChildStdout>) {
    let mut child = muster()
        .args(["run", toml, "--out", out.to_str().unwrap(), "--jobs", jobs, "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap());
    (child, lines)
}

/// Waits until so many events have been told, or there are no more. Gives how many were.
fn follow(lines: &mut BufReader<ChildStdout>, events: usize) -> usize {
    let mut line = String::new();
    (0..events).take_while(|_| lines.read_line(&mut line).unwrap() > 0).count()
}

fn play(toml: &str, out: &Path, jobs: &str) -> (String, String) {
    let (code, told, err) = run(&["run", toml, "--out", out.to_str().unwrap(), "--jobs", jobs]);
    assert_eq!(code, 0, "{err}");
    (told, err)
}

fn verify(out: &Path) {
    let (code, told, err) = run(&["verify", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{told}{err}");
}

fn is_full() -> bool {
    std::env::var_os("MUSTER_FULL").is_some()
}

/// Numbers without order, the same every time.
struct Arbitrary(u64);

impl Arbitrary {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Lets so much time pass: the moment is arbitrary, and whatever it hits, the end must be the same.
fn wait(time: Duration) {
    let begun = Instant::now();
    while begun.elapsed() < time {
        std::thread::yield_now();
    }
}

/// Kills a run of a format at arbitrary points, goes on with it, and compares.
fn kill_anywhere(format: usize) {
    let (name, stages) = FORMATS[format];
    let points = if is_full() { 200 } else { 3 };
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), name, stages);
    let whole = folder.path().join("whole");
    let (child, mut lines) = begin(&toml, &whole, "2");
    let events = follow(&mut lines, usize::MAX) as u64;
    assert!(child.wait_with_output().unwrap().status.success());
    assert!(events > 20, "only {events} events");
    verify(&whole);
    let mut arbitrary = Arbitrary(format as u64);
    for point in 0..points {
        let out = folder.path().join(format!("run {point}"));
        // Some kills hit the beginning, before there is a ledger.
        let before = if point % 8 == 7 { 0 } else { 1 + arbitrary.below(events - 1) };
        let (mut child, mut lines) = begin(&toml, &out, "2");
        follow(&mut lines, before as usize);
        wait(Duration::from_micros(arbitrary.below(if before == 0 { 60_000 } else { 3000 })));
        let _ = child.kill();
        child.wait().unwrap();
        // Once in a while it is killed again while it goes on.
        if point % 4 == 1 {
            let (mut child, mut lines) = begin(&toml, &out, "2");
            follow(&mut lines, 1 + arbitrary.below(events / 2) as usize);
            let _ = child.kill();
            child.wait().unwrap();
        }
        play(&toml, &out, if point % 2 == 0 { "1" } else { "3" });
        assert_same_tree(&whole.join("site"), &out.join("site"));
        if point % 10 == 0 {
            verify(&out);
        }
        fs::remove_dir_all(&out).unwrap();
    }
}

/// A test for each format, so that they run beside each other and one that fails is named.
macro_rules! killed_anywhere_it_ends_as_if_it_had_not_been {
    ($($test:ident: $format:literal,)*) => {
        mod killed_anywhere_it_ends_as_if_it_had_not_been {
            $(#[test]
            fn $test() {
                super::kill_anywhere($format);
            })*

            #[test]
            fn every_format_is_tried() {
                assert_eq!([$($format),*].len(), super::FORMATS.len());
            }
        }
    };
}

killed_anywhere_it_ends_as_if_it_had_not_been! {
    round_robin: 0,
    groups: 1,
    swiss: 2,
    knockout: 3,
    double_elimination: 4,
    gauntlet: 5,
    ladder: 6,
    one_that_stops_early: 7,
    one_that_takes_out_who_fails: 8,
    several_stages: 9,
}

#[test]
fn who_runs_in_a_folder_keeps_others_out_and_leaves_no_lock_behind() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "long", "[[stage]]\nformat = \"round-robin\"\ngames = 200\n");
    let out = folder.path().join("run");
    let (mut child, mut lines) = begin(&toml, &out, "1");
    assert_eq!(follow(&mut lines, 3), 3);
    let (code, _, err) = run(&["run", &toml, "--out", out.to_str().unwrap()]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("in use") && err.contains(&format!("process {} on ", child.id())), "{err}");
    let _ = child.kill();
    child.wait().unwrap();
    assert!(out.join("private/lock").is_file(), "the file of the lock stays, and is no obstacle");
    let (child, mut lines) = begin(&toml, &out, "2");
    assert_eq!(follow(&mut lines, 3), 3);
    interrupt(&child);
    drop(lines);
    child.wait_with_output().unwrap();
}

fn interrupt(child: &Child) {
    if cfg!(unix) {
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_was_played_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "some", "[[stage]]\nformat = \"round-robin\"\ngames = 40\n");
    let whole = folder.path().join("whole");
    play(&toml, &whole, "2");
    let out = folder.path().join("run");
    let child = muster()
        .args(["run", &toml, "--out", out.to_str().unwrap(), "--jobs", "2", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    assert_eq!(follow(&mut lines, 30), 30);
    interrupt(&child);
    let rest = std::io::read_to_string(lines).unwrap();
    let (code, _, err) = told(&child.wait_with_output().unwrap());
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("run the same command again"), "{err}");
    let played = 29 + rest.lines().filter(|line| line.contains("\"played\"")).count();
    // What was told as played is on record.
    let (child, mut lines) = begin(&toml, &out, "2");
    let mut first = String::new();
    lines.read_line(&mut first).unwrap();
    assert!(first.contains(&format!("\"matches_on_record\":{played}")), "{played}: {first}");
    follow(&mut lines, usize::MAX);
    assert!(child.wait_with_output().unwrap().status.success());
    assert_same_tree(&whole.join("site"), &out.join("site"));
}

/// A small file system of its own, taken away at the end.
struct Disk(PathBuf);

impl Disk {
    /// Mounts it, or says why that cannot be.
    fn mount(path: &Path, size: &str) -> Result<Disk, String> {
        if !cfg!(target_os = "linux") {
            return Err("small file systems are made on Linux only".to_owned());
        }
        fs::create_dir(path).unwrap();
        let size = format!("size={size}");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(path).output();
        match mounted {
            Ok(output) if output.status.success() => Ok(Disk(path.to_owned())),
            Ok(output) => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn remount(&self, option: &str) {
        let option = format!("remount,{option}");
        assert!(Command::new("mount").args(["-o", &option]).arg(&self.0).status().unwrap().success());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[expect(clippy::print_stderr, reason = "a test that cannot be made here says so")]
fn skip(why: &str) {
    eprintln!("skipped: {why}");
}

#[test]
fn a_run_that_fills_the_disk_stops_and_goes_on_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "long", "[[stage]]\nformat = \"round-robin\"\ngames = 60\n");
    let whole = folder.path().join("whole");
    play(&toml, &whole, "2");
    let disk = match Disk::mount(&folder.path().join("disk"), "512k") {
        Ok(disk) => disk,
        Err(why) => return skip(&why),
    };
    let out = disk.0.join("run");
    let (code, _, err) = run(&["run", &toml, "--out", out.to_str().unwrap(), "--jobs", "2"]);
    assert_eq!(code, 5, "{err}");
    assert!(err.contains("full"), "{err}");
    // Still full: it says so again, and nothing gets worse.
    let (code, _, err) = run(&["run", &toml, "--out", out.to_str().unwrap(), "--jobs", "2"]);
    assert_eq!(code, 5, "{err}");
    disk.remount("size=64m");
    play(&toml, &out, "2");
    assert_same_tree(&whole.join("site"), &out.join("site"));
    verify(&out);
}

#[test]
fn a_run_is_read_where_nothing_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "long", "[[stage]]\nformat = \"round-robin\"\ngames = 20\n");
    let disk = match Disk::mount(&folder.path().join("disk"), "64m") {
        Ok(disk) => disk,
        Err(why) => return skip(&why),
    };
    let [killed, complete] = ["killed", "complete"].map(|name| disk.0.join(name));
    let (mut child, mut lines) = begin(&toml, &killed, "2");
    assert_eq!(follow(&mut lines, 20), 20);
    let _ = child.kill();
    child.wait().unwrap();
    play(&toml, &complete, "2");
    disk.remount("ro");
    verify(&complete);
    // One that was killed is not complete, which is all there is to say against it.
    let (code, told, err) = run(&["verify", killed.to_str().unwrap()]);
    assert_eq!(code, 4, "{told}{err}");
    assert!(told.lines().count() == 1 && told.contains("are missing"), "{told}");
    let (code, _, err) = run(&["run", &toml, "--out", killed.to_str().unwrap()]);
    assert_eq!(code, 5, "{err}");
}

#[test]
fn a_flipped_byte_is_named_or_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "few", "[[stage]]\nformat = \"round-robin\"\ngames = 2\n");
    let out = folder.path().join("run");
    play(&toml, &out, "2");
    let path = out.join("private/ledger.sqlite");
    let (good, site) = (fs::read(&path).unwrap(), tree(&out.join("site")));
    let mut arbitrary = Arbitrary(5);
    let mut named = 0;
    let flips = if is_full() { 2000 } else { 25 };
    for flip in 0..flips {
        let mut bad = good.clone();
        // Most of what is zero is room that nothing stands in.
        let place = std::iter::repeat_with(|| arbitrary.below(good.len() as u64) as usize)
            .find(|&place| good[place] != 0)
            .unwrap();
        bad[place] ^= 1 << arbitrary.below(8);
        fs::write(&path, &bad).unwrap();
        let arguments: &[&str] = match flip % 3 {
            0 => &["verify", out.to_str().unwrap()],
            1 => &["report", out.to_str().unwrap()],
            _ => &["run", &toml, "--out", out.to_str().unwrap()],
        };
        let (code, told, err) = run(arguments);
        assert!(
            !err.contains("panicked") && [0, 1, 4, 5].contains(&code),
            "byte {place}: {code} {told}{err}"
        );
        if code == 0 {
            assert!(tree(&out.join("site")) == site, "byte {place} changed the report unnoticed");
        } else {
            named += 1;
            assert!(err.starts_with("error: "), "byte {place}: {err}");
        }
        for suffix in ["-wal", "-shm"] {
            let _ = fs::remove_file(out.join(format!("private/ledger.sqlite{suffix}")));
        }
    }
    assert!(named * 5 > flips, "only {named} of {flips} flips were seen");
}

#[test]
fn a_report_that_is_killed_leaves_the_old_one_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "few", "[[stage]]\nformat = \"round-robin\"\ngames = 4\n");
    let out = folder.path().join("run");
    play(&toml, &out, "2");
    let begun = Instant::now();
    assert_eq!(run(&["report", out.to_str().unwrap()]).0, 0);
    let time = begun.elapsed().as_micros() as u64;
    let new = tree(&out.join("site"));
    let mut old = new.clone();
    old.insert("index.html".into(), b"the old one".to_vec());
    let mut arbitrary = Arbitrary(9);
    for _ in 0..if is_full() { 200 } else { 12 } {
        fs::write(out.join("site/index.html"), "the old one").unwrap();
        let mut child = muster()
            .args(["report", out.to_str().unwrap()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait(Duration::from_micros(arbitrary.below(time)));
        let _ = child.kill();
        child.wait().unwrap();
        let left: BTreeMap<_, _> = tree(&out.join("site"));
        assert!(left == old || left == new, "half a report");
    }
    assert_eq!(run(&["report", out.to_str().unwrap()]).0, 0);
    assert!(tree(&out.join("site")) == new);
}

#[test]
fn a_bot_that_loops_in_every_match_leaves_at_the_next_round_at_any_number_of_slots() {
    let folder = tempfile::tempdir().unwrap();
    wasm(folder.path(), "looper", "(loop br 0) unreachable");
    let mut text = String::from(
        "[tournament]\nname = \"Long\"\ngame = \"tank-war\"\nwithdraw_after_faults = 3\n\
         [clock]\nper_move = \"5ms\"\nper_game = \"50ms\"\n\
         [[entrant]]\nname = \"looper\"\nbot = \"looper.wasm\"\n",
    );
    for number in 0..7 {
        text.push_str(&format!("[[entrant]]\nname = \"dice {number}\"\nbot = \"builtin:random\"\n"));
    }
    text.push_str("[[stage]]\nformat = \"round-robin\"\ngames = 2\ncycles = 4\n");
    text.push_str("[[stage]]\nformat = \"knockout\"\n");
    let toml = folder.path().join("long.toml");
    fs::write(&toml, text).unwrap();
    let toml = toml.to_str().unwrap();
    let outs = ["1", "2", "5"].map(|jobs| {
        let out = folder.path().join(jobs);
        play(toml, &out, jobs);
        verify(&out);
        out
    });
    let matches = fs::read_to_string(outs[0].join("site/data/matches.csv")).unwrap();
    // Three faults are there after the second round, of two games each.
    let looped = matches.lines().filter(|line| line.contains("forfeit: timeout")).count();
    assert_eq!((looped, matches.lines().filter(|line| line.contains("looper")).count()), (4, 4), "{matches}");
    for out in &outs[1..] {
        assert_same_tree(&outs[0].join("site"), &out.join("site"));
    }
    let killed = folder.path().join("killed");
    let (mut child, mut lines) = begin(toml, &killed, "2");
    follow(&mut lines, 40);
    let _ = child.kill();
    child.wait().unwrap();
    play(toml, &killed, "2");
    assert_same_tree(&outs[0].join("site"), &killed.join("site"));
}

#[test]
fn a_stage_that_is_decided_ends_at_the_same_match_at_any_number_of_slots() {
    let folder = tempfile::tempdir().unwrap();
    wasm(folder.path(), "crasher", "unreachable");
    let walker = top().join("bots/tank-war/walker/walker.wasm").display().to_string();
    let mut text = format!(
        "[tournament]\nname = \"Decided\"\ngame = \"tank-war\"\n[[entrant]]\nname = \"walker\"\nbot = '{walker}'\n"
    );
    for number in 1..=5 {
        text.push_str(&format!("[[entrant]]\nname = \"crasher {number}\"\nbot = \"crasher.wasm\"\n"));
    }
    text.push_str("[[stage]]\nformat = \"round-robin\"\ngames = 2\ncycles = 4\nstop_when_decided = 1\n");
    text.push_str("[[stage]]\nformat = \"knockout\"\nadvance = 2\n");
    let toml = folder.path().join("decided.toml");
    fs::write(&toml, text).unwrap();
    let toml = toml.to_str().unwrap();
    let outs = ["1", "2", "7"].map(|jobs| {
        let out = folder.path().join(jobs);
        play(toml, &out, jobs);
        verify(&out);
        out
    });
    let matches = fs::read_to_string(outs[0].join("site/data/matches.csv")).unwrap();
    let played = matches.lines().filter(|line| line.contains("crasher")).count();
    assert!((30..120).contains(&played), "{played} of 120 matches are played\n{matches}");
    for out in &outs[1..] {
        assert_same_tree(&outs[0].join("site"), &out.join("site"));
    }
    // Run again, it has nothing to do.
    let (child, mut lines) = begin(toml, &outs[2], "2");
    let told = std::io::read_to_string(&mut lines).unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
    assert!(!told.contains("\"played\""), "{told}");
    assert_same_tree(&outs[0].join("site"), &outs[2].join("site"));
}

/// Uses four fifths of its time, then plays the first action there is.
const BUSY: &str = "(local.set $stop (i64.div_s (call $remaining) (i64.const 5)))
    (loop $burn
        (local.set $left (i32.const 1000))
        (loop $inner (br_if $inner (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
        (br_if $burn (i64.gt_s (call $remaining) (local.get $stop))))
    (drop (call $legal (i32.const 0) (i32.const 1)))
    (i64.load (i32.const 0))";

#[test]
fn a_busy_machine_costs_nobody_a_match() {
    let (threads, games) = if is_full() { (32, 20) } else { (8, 1) };
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::from(
        "[tournament]\nname = \"Busy\"\ngame = \"tank-war\"\n[clock]\nper_move = \"500us\"\nper_game = \"60s\"\n",
    );
    for number in 0..2 {
        let more = "nop ".repeat(number);
        wasm(folder.path(), &format!("busy{number}"), &format!("{more}{BUSY}"));
        text.push_str(&format!("[[entrant]]\nname = \"busy {number}\"\nbot = \"busy{number}.wasm\"\n"));
    }
    text.push_str("[[entrant]]\nname = \"dice\"\nbot = \"builtin:random\"\n");
    text.push_str(&format!("[[stage]]\nformat = \"round-robin\"\ngames = {games}\n"));
    let toml = folder.path().join("busy.toml");
    fs::write(&toml, text).unwrap();
    let toml = toml.to_str().unwrap();
    let [idle, loaded] = ["idle", "loaded"].map(|name| folder.path().join(name));
    play(toml, &idle, "2");
    beside_busy_threads(threads, || drop(play(toml, &loaded, "2")));
    assert_same_tree(&idle.join("site"), &loaded.join("site"));
    let matches = fs::read_to_string(loaded.join("site/data/matches.csv")).unwrap();
    assert!(matches.lines().count() > 3 && !matches.contains("forfeit"), "{matches}");
}

/// Does something while so many threads of this process never rest.
fn beside_busy_threads(threads: usize, work: impl FnOnce()) {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        work();
        done.store(true, Ordering::Relaxed);
    });
}

/// Under the `cpu` clock a bot that uses two fifths of its time keeps the rest on a busy machine.
#[test]
fn a_busy_machine_takes_no_processor_time_from_anybody() {
    let (threads, games) = if is_full() { (32, 20) } else { (8, 2) };
    let folder = tempfile::tempdir().unwrap();
    let two_fifths = BUSY.replacen("(call $remaining)", "(i64.mul (call $remaining) (i64.const 3))", 1);
    wasm(folder.path(), "busy", &two_fifths);
    let text = format!(
        "[tournament]\nname = \"Busy\"\ngame = \"tank-war\"\n\
         [clock]\nkind = \"cpu\"\nper_move = \"2ms\"\nper_game = \"60s\"\n\
         [[entrant]]\nname = \"busy\"\nbot = \"busy.wasm\"\n\
         [[entrant]]\nname = \"dice\"\nbot = \"builtin:random\"\n\
         [[stage]]\nformat = \"round-robin\"\ngames = {games}\n"
    );
    let toml = folder.path().join("busy.toml");
    fs::write(&toml, text).unwrap();
    let out = folder.path().join("out");
    beside_busy_threads(threads, || drop(play(toml.to_str().unwrap(), &out, "2")));
    let matches = fs::read_to_string(out.join("site/data/matches.csv")).unwrap();
    assert!(matches.lines().count() > games && !matches.contains("forfeit"), "{matches}");
}
