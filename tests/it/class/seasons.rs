//! Tests long seasons: many bots, changing names, cycles that cannot be played, and killed commands.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::Class;
use super::ladder::ladder;
use crate::support::{bot_that_answers, is_full, muster, pause, run, say, tree, verify};

fn line<'a>(season: &'a Value, alias: &str) -> &'a Value {
    let found = season["standings"].as_array().unwrap().iter().find(|line| line["alias"] == alias);
    found.unwrap_or_else(|| panic!("no {alias} in {season:#}"))
}

#[test]
fn who_is_called_something_else_plays_on_and_who_takes_the_old_alias_begins() {
    let class = Class::open("");
    for (student, number) in [("1", 1), ("2", 2), ("3", 3)] {
        class.hand_in(student, number);
    }
    let games = |season: &Value, alias: &str| line(season, alias)["score"]["games"].as_u64().unwrap();
    let before = ladder(&class, "2");
    let old = games(&before, "Ada");
    assert!(old > 0);
    // Jane is now Eve, and Joe, who is new, is Ada.
    class.write("more.csv", "id,name,alias\n1,Jane Doe,Eve\n");
    class.ok(&["roster"], &["more.csv"]);
    class.write("joe.csv", "id,name,alias\n9,Joe,Ada\n");
    class.ok(&["roster"], &["joe.csv"]);
    assert_eq!(games(&ladder(&class, "0"), "Eve"), old, "earlier games count under the new alias");
    class.hand_in("9", 9);
    let after = ladder(&class, "2");
    assert!(games(&after, "Eve") > old, "{after:#}");
    assert_eq!(line(&after, "Eve")["versions"][0]["first_cycle"], 1);
    assert_eq!(line(&after, "Ada")["versions"][0]["first_cycle"], 3);
    // Jane's results belong to no known student, and not to Joe.
    class.ok(&["forget"], &["1", "--yes"]);
    let without = ladder(&class, "0");
    assert_eq!(games(&without, "Ada (earlier)"), old);
    assert_eq!(line(&without, "Ada")["score"], line(&after, "Ada")["score"]);
}

/// A size in bytes above the cap of other bots, and below that of scripts.
const LARGE: usize = 5 << 20;

#[test]
fn a_cycle_that_cannot_be_played_is_in_the_way_of_none() {
    let class = Class::open("size = \"script\"\n");
    // A module above the cap for bots that are not scripts.
    let padding = format!("(data (i32.const 2048) \"{}\")", "x".repeat(LARGE));
    let text = super::module("(i64.const 1)").replacen("1)", &format!("{})", LARGE / 65_536 + 2), 1);
    let text = text.replacen("(func", &format!("{padding} (func"), 1);
    class.write("large.wasm", wat::parse_str(text).unwrap());
    class.ok(&["submit"], &["1", "large.wasm"]);
    class.hand_in("2", 2);
    let text = fs::read_to_string(class.path("ki/class.toml")).unwrap();
    fs::write(class.path("ki/class.toml"), text.replace("size = \"script\"", "size = \"normal\"")).unwrap();
    for _ in 0..2 {
        let (code, out, err) = run(&["ladder", &class.path("ki"), "--seed", "7"]);
        assert!(code != 0 && err.contains("Ada"), "{code} {out}{err}");
        assert!(!Path::new(&class.path("ki/ladder/0001/ledger.sqlite")).exists());
    }
    fs::write(class.path("ki/class.toml"), text).unwrap();
    assert_eq!(ladder(&class, "1")["cycles"], 1);
}

#[test]
fn the_moment_of_a_cycle_may_be_stated_within_reason() {
    let class = Class::open("");
    class.hand_in("1", 1);
    class.hand_in("2", 2);
    let now = class.json("status", &[])["now"].as_str().unwrap().to_owned();
    let play = |at: &str| run(&["ladder", &class.path("ki"), "--at", at, "--seed", "7"]);
    for (at, words) in [
        ("2099-01-01 10:00", "is in the future"),
        ("2020-01-01 10:00", "is too early: the roster was changed on"),
        ("tomorrow", ""),
    ] {
        let (code, _, err) = play(at);
        assert_eq!((code, err.contains(words)), (1, true), "{at}\n{err}");
    }
    let (code, out, err) = play(&now);
    assert_eq!(code, 0, "{out}{err}");
    assert!(
        fs::read_to_string(class.path("ki/ladder/0001.toml")).unwrap().contains(&format!("date = \"{now}\""))
    );
    // Again at the same time, but not before a later one.
    assert_eq!(play(&now).0, 0);
    ladder(&class, "1");
    let (code, _, err) = play(&now);
    assert_eq!((code, err.contains("is too early: the previous cycle was played on")), (1, true), "{err}");
}

/// The size of a season.
struct Size {
    bots: usize,
    cycles: usize,
    kills: usize,
}

impl Size {
    fn of_this_test() -> Size {
        if is_full() {
            Size { bots: 300, cycles: 100, kills: 50 }
        } else {
            Size { bots: 12, cycles: 4, kills: 5 }
        }
    }

    /// Returns the cycles after which some students submit again.
    fn stops(&self) -> [usize; 3] {
        [self.cycles / 2, self.cycles * 3 / 4, self.cycles]
    }
}

/// Writes a bot that plays an arbitrary legal action.
fn arbitrary_bot(folder: &Path, name: &str, number: usize) -> String {
    let answer = format!(
        "(local $n i32)
         (i32.store (i32.const 600) (i32.add (i32.mul (i32.load (i32.const 600)) (i32.const 1103515245)) (i32.const {})))
         (local.set $n (call $legal (i32.const 65536) (i32.const 4096)))
         (i64.load (i32.add (i32.const 65536) (i32.mul (i32.const 8)
             (i32.rem_u (i32.shr_u (i32.load (i32.const 600)) (i32.const 16)) (local.get $n)))))",
        2 * number + 12345
    );
    bot_that_answers(folder, name, &answer)
}

/// A class's folder in a temporary folder.
struct Many {
    top: TempDir,
}

impl Many {
    fn folder(&self) -> PathBuf {
        self.top.path().join("ki")
    }

    fn ok(&self, command: &str, arguments: &[&str]) -> String {
        let folder = self.folder();
        let (code, out, err) = run(&[&["class", command, folder.to_str().unwrap()], arguments].concat());
        assert_eq!(code, 0, "{command} {arguments:?}\n{out}{err}");
        out
    }

    /// Creates a class in which every student has submitted.
    fn new(size: &Size) -> Many {
        let class = Many { top: tempfile::tempdir().unwrap() };
        let text =
            "[class]\nname = \"C\"\ngame = \"tank-war\"\nzone = \"UTC\"\ndeadline = \"2099-12-01 23:59\"\n";
        fs::create_dir(class.folder()).unwrap();
        fs::write(class.folder().join("class.toml"), text).unwrap();
        class.ok("init", &[]);
        let rows = (0..size.bots).map(|bot| format!("{bot},Student {bot},Bot {bot}"));
        let rows: Vec<String> = std::iter::once("id,name,alias".to_owned()).chain(rows).collect();
        let roster = class.top.path().join("students.csv");
        fs::write(&roster, rows.join("\n")).unwrap();
        class.ok("roster", &[roster.to_str().unwrap()]);
        (0..size.bots).for_each(|bot| class.hand_in(bot, bot));
        class
    }

    fn hand_in(&self, student: usize, number: usize) {
        let bot = arbitrary_bot(self.top.path(), "bot.wasm", number);
        self.ok("submit", &[&student.to_string(), &bot]);
    }

    /// Copies the class in its current state.
    fn copy(&self) -> Many {
        let class = Many { top: tempfile::tempdir().unwrap() };
        let copied = Command::new("cp").arg("-a").arg(self.folder()).arg(class.top.path()).status();
        assert!(copied.unwrap().success());
        class
    }

    /// Submits new versions for a third of the class.
    fn improve(&self, size: &Size, round: usize) {
        for bot in (round % 3..size.bots).step_by(3) {
            self.hand_in(bot, size.bots * (round + 1) + bot);
        }
    }

    fn ladder(&self, cycles: usize, at: &str) -> Command {
        let mut command = muster();
        command.args(["ladder", self.folder().to_str().unwrap(), "--cycles", &cycles.to_string()]);
        command.args(["--seed", "7", "--at", at, "--json"]);
        command
    }

    /// Plays cycles, and returns the number of output lines.
    fn play(&self, cycles: usize, at: &str) -> usize {
        let output = self.ladder(cycles, at).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        BufReader::new(output.stdout.as_slice()).lines().count()
    }

    /// Returns the number of complete cycles with a report.
    fn done(&self) -> usize {
        let site = |cycle: &usize| self.folder().join(format!("ladder/{cycle:04}/site")).is_dir();
        (1..10_000).take_while(site).count()
    }

    /// Returns the season without the runs' private files: texts, reports, tables, pages. The pages have the root of
    /// every run, which covers every match.
    fn season(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = tree(&self.folder().join("ladder"));
        files.retain(|path, _| {
            let parts: Vec<&str> = path.iter().map(|part| part.to_str().unwrap()).collect();
            let is_of_run = parts.len() > 1 && parts[0].bytes().all(|byte| byte.is_ascii_digit());
            !is_of_run || parts[1] == "site"
        });
        files
    }
}

/// With `MUSTER_FULL=1`, 300 bots and 100 cycles, killed 50 times.
#[test]
fn a_season_of_many_bots_that_is_killed_at_any_moment_is_the_same_as_one_that_was_not() {
    let size = Size::of_this_test();
    let whole = Many::new(&size);
    let killed = whole.copy();
    let status: Value = serde_json::from_str(&whole.ok("status", &["--json"])).unwrap();
    let at = status["now"].as_str().unwrap();
    let mut lines = 0;
    for (round, stop) in size.stops().into_iter().enumerate() {
        whole.improve(&size, round);
        lines += whole.play(stop - whole.done(), at);
    }
    assert_eq!(whole.done(), size.cycles);
    assert!(lines > size.cycles * size.bots, "only {lines} lines");

    // The kills are spread over the parts of the season, and come before the end of each part.
    let mut dice = 7_u64;
    let mut below = |limit: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize % limit
    };
    let mut kills = 0;
    for (round, stop) in size.stops().into_iter().enumerate() {
        killed.improve(&size, round);
        let due = size.kills * (round + 1) / size.stops().len();
        while kills < due && killed.done() < stop {
            let mut child = killed
                .ladder(stop - killed.done(), at)
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let after = below(lines / size.kills);
            let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
            told.by_ref().take(after).for_each(drop);
            // Then at an arbitrary moment: between two lines, or within silent work.
            let ended = (0..below(500)).any(|_| {
                pause(Duration::from_micros(100));
                child.try_wait().unwrap().is_some()
            });
            child.kill().unwrap();
            child.wait().unwrap();
            kills += usize::from(!ended);
        }
        killed.play(stop - killed.done(), at);
    }
    say(&format!("killed {kills} times"));
    // On a busy machine, a short season may end before it is killed.
    assert!(kills > size.kills / 2 || !is_full(), "only {kills} of {}", size.kills);
    let (expected, mut found) = (whole.season(), killed.season());
    // A kill during a replacement leaves the new file beside the old one, under its own name.
    found.retain(|path, _| path.extension().is_none_or(|ending| ending != "new"));
    assert!(expected.keys().eq(found.keys()), "{:?}\n{:?}", expected.keys(), found.keys());
    for (path, bytes) in &expected {
        assert!(found[path] == *bytes, "{}", path.display());
    }
    let season: Value = serde_json::from_slice(&expected[Path::new("season.json")]).unwrap();
    assert_eq!(
        (&season["cycles"], season["standings"].as_array().unwrap().len()),
        (&json!(size.cycles), size.bots)
    );
    verify(&killed.folder().join(format!("ladder/{:04}", size.cycles)));
}
