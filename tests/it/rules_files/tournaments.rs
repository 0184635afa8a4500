//! Tournaments of the examples: the same root on threads, killed and resumed, on isolated workers and on a fleet. A
//! run can be verified with only the program and the run.

use std::fs;
use std::path::Path;

use super::{EXAMPLES, folder};
use crate::durability::course::{begin, follow};
use crate::isolation::isolate;
use crate::support::{copy, muster, run, told};

fn toml(example: &str) -> String {
    folder().join(example).with_extension("toml").display().to_string()
}

fn root_in(told: &str) -> String {
    let root = told.lines().find_map(|line| line.strip_prefix("root: "));
    root.unwrap_or_else(|| panic!("no root in\n{told}")).to_owned()
}

fn play(example: &str, out: &Path, more: &[&str]) -> String {
    let toml = toml(example);
    let mut arguments = vec!["run", &toml, "--out", out.to_str().unwrap()];
    arguments.extend(more);
    let (code, out, err) = run(&arguments);
    assert_eq!(code, 0, "{example} {more:?}\n{out}{err}");
    root_in(&out)
}

/// Kills a run during its matches, and resumes it. A kill that comes too late is repeated.
fn play_killed(example: &str, out: &Path) -> String {
    loop {
        let (mut child, mut lines) = begin(&toml(example), out, "2");
        follow(&mut lines, 4);
        child.kill().unwrap();
        if !child.wait().unwrap().success() {
            return play(example, out, &["--jobs", "2"]);
        }
        fs::remove_dir_all(out).unwrap();
    }
}

#[test]
fn a_tournament_of_each_example_has_one_root() {
    let folder = tempfile::tempdir().unwrap();
    for example in EXAMPLES {
        let out = |how: &str| folder.path().join(format!("{example}-{how}"));
        let root = play(example, &out("one"), &["--jobs", "1"]);
        assert_eq!(play(example, &out("two"), &["--jobs", "2"]), root, "{example}");
        assert_eq!(play(example, &out("isolated"), &[isolate(), "--jobs", "2"]), root, "{example}");
        assert_eq!(play_killed(example, &out("killed")), root, "{example}");
        verify_as_a_stranger(&out("one"), &root);
    }
}

/// Verifies a copy of a run, in a folder with nothing else.
fn verify_as_a_stranger(out: &Path, root: &str) {
    let folder = tempfile::tempdir().unwrap();
    copy(out, &folder.path().join("run"));
    let mut command = muster();
    command.args(["verify", "run", "--root", root]).current_dir(folder.path());
    let (code, told, err) = told(&command.output().unwrap());
    assert_eq!(code, 0, "{told}{err}");
    assert!(told.contains("all as recorded"), "{told}");
    assert!(fs::read_dir(folder.path()).unwrap().count() == 1, "verification leaves nothing behind");
}

#[cfg(feature = "network")]
#[test]
fn a_fleet_plays_the_examples_alike() {
    use crate::fleet::{Fleet, has_server};
    if !has_server() {
        return;
    }
    let fleet = Fleet::with_workers(&["one", "two"]);
    let workers = ["one", "two"].map(|name| fleet.worker(name));
    let folder = tempfile::tempdir().unwrap();
    for example in EXAMPLES {
        let root = play(example, &folder.path().join(format!("{example}-here")), &[]);
        let out = folder.path().join(example);
        let credentials = fleet.credentials("lab");
        let options = ["--fleet", &fleet.url, "--creds", &credentials, isolate(), "--fleet-shortest", "0"];
        assert_eq!(play(example, &out, &options), root, "{example}");
    }
    drop(workers);
}
