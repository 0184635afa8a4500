//! Kills the parts of a fleet while they play: coordinator, workers and server, at arbitrary moments. At least fifty
//! kills with `MUSTER_FULL=1`, otherwise fewer.

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use super::{Fleet, Playing, has_server, succeed};
use crate::durability::course::Arbitrary;
use crate::durability::tournaments::{FORMATS, tournament};
use crate::isolation::isolate;
use crate::support::{assert_same_tree, await_value, is_full, pause, run, say, top, verify};

/// A fleet of two workers, with a killer of its parts.
pub(crate) struct Killed {
    pub(crate) fleet: Fleet,
    workers: [Playing; 2],
    arbitrary: Arbitrary,
    /// Number of kills of each part: the coordinator, the workers, the server.
    kills: [u32; 3],
}

const WORKERS: [&str; 2] = ["one", "two"];

impl Killed {
    pub(crate) fn with_seed(seed: u64) -> Killed {
        say(&format!("kills by seed {seed}"));
        let fleet = Fleet::with_workers(&WORKERS);
        let workers = WORKERS.map(|name| fleet.worker(name));
        Killed { fleet, workers, arbitrary: Arbitrary(seed), kills: [0; 3] }
    }

    fn start(&self, arguments: &[&str]) -> Child {
        let mut command = self.fleet.user(arguments, "lab");
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Plays a command, and resumes it after each kill. Kills this number of parts in the meantime, or fewer if the
    /// command ends before.
    ///
    /// Returns its exit code.
    pub(crate) fn play(&mut self, arguments: &[&str], kills: u32) -> i32 {
        let mut coordinator = self.start(arguments);
        for _ in 0..kills {
            pause(Duration::from_millis(self.arbitrary.below(400)));
            if coordinator.try_wait().unwrap().is_some() {
                break;
            }
            let part = self.arbitrary.below(3) as usize;
            self.kills[part] += 1;
            match part {
                0 => {
                    coordinator.kill().unwrap();
                    coordinator.wait().unwrap();
                    coordinator = self.start(arguments);
                }
                1 => {
                    let worker = self.arbitrary.below(2) as usize;
                    self.workers[worker].kill();
                    self.workers[worker] = self.fleet.worker(WORKERS[worker]);
                }
                _ => {
                    self.fleet.kill_server();
                    pause(Duration::from_millis(self.arbitrary.below(500)));
                    self.fleet.start();
                }
            }
        }
        let status = await_value("the coordinator", || coordinator.try_wait().unwrap());
        status.code().unwrap()
    }
}

/// Plays tournaments of these formats, each with this number of kills on the fleet, and on this machine. Returns the
/// number of kills.
fn play_formats(formats: impl Iterator<Item = usize>, kills: u32, seed: u64) -> u32 {
    let mut killed = Killed::with_seed(seed);
    let top = tempfile::tempdir().unwrap();
    for (number, format) in formats.enumerate() {
        let (name, stages) = FORMATS[format];
        let toml = tournament(top.path(), name, stages);
        let [here, there] = ["here", "there"].map(|place| top.path().join(format!("{place} {number}")));
        succeed(&["run", &toml, "--out", here.to_str().unwrap(), isolate()]);
        let code = killed.play(&["run", &toml, "--out", there.to_str().unwrap(), "--jobs", "1"], kills);
        assert_eq!(code, 0, "{name}");
        assert_same_tree(&here.join("site"), &there.join("site"));
        verify(&there);
    }
    killed.fleet.assert_trust();
    let [coordinator, workers, server] = killed.kills;
    say(&format!("killed: coordinator {coordinator}, workers {workers}, server {server} times"));
    coordinator + workers + server
}

#[test]
fn runs_of_every_format_are_the_same_whatever_was_killed() {
    if !has_server() {
        return;
    }
    if is_full() {
        // Each format three times.
        let kills = play_formats((0..3 * FORMATS.len()).map(|number| number % FORMATS.len()), 4, 1);
        assert!(kills >= 50, "only {kills} kills");
    } else {
        assert!(play_formats([2, 6, 10].into_iter(), 2, 2) > 0);
    }
}

#[test]
fn a_sequential_test_is_the_same_whatever_was_killed() {
    if !has_server() {
        return;
    }
    let mut killed = Killed::with_seed(3);
    let bot = |name: &str| top().join(format!("bots/tank-war/{name}/{name}.wasm")).display().to_string();
    let [walker, scatter] = ["walker", "scatter"].map(bot);
    let [here, there] = ["here", "there"].map(|name| killed.fleet.path(name));
    let test = ["sprt", "tank-war", &walker, &scatter, "--elo1", "40", "--max-games", "200", "--out"];
    let (code, told, err) = run(&[&test[..], &[here.as_str(), isolate()]].concat());
    assert!(told.contains("pairs"), "{err}");
    let test = [&test[..], &[there.as_str()]].concat();
    assert_eq!(killed.play(&test, if is_full() { 8 } else { 2 }), code);
    // Another call only prints the result.
    assert_eq!(killed.fleet.told(&test), (code, told));
    verify(Path::new(&there));
}
