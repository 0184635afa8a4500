//! Tests a fleet with the built program: a real NATS server on this machine, workers and coordinators that come and go.

pub(crate) mod kills;

use std::fs;
use std::io::{BufReader, PipeReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fleet::{ReferenceMatch, record_hash};
use games::GAMES;
use job::{ReadyModule, SizeClass, Validator, play_all};
use play::{LocalThreads, LocalValidator};
use sandbox::{Sandbox, SandboxOptions};
use serde_json::Value;
use tempfile::TempDir;

use crate::durability::course::{follow, signal, start};
use crate::durability::tournaments::tournament;
use crate::isolation::{isolate, looking_ahead, root_without_forfeits};
use crate::support::{
    assert_same_tree, await_value, is_full, missing, muster, path_with_tools, pause, run, skip, top, verify,
};

/// Returns `true` if there is a NATS server that is new enough; otherwise, reports it.
pub(crate) fn has_server() -> bool {
    let told = Command::new("nats-server").arg("--version").env("PATH", path_with_tools()).output();
    let told = told.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let numbers = told.rsplit('v').next().unwrap_or_default();
    let mut numbers = numbers.trim().split('.').map(|number| number.parse::<u32>().unwrap_or_default());
    let version = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
    if version >= (2, 12) {
        return true;
    }
    skip(&missing("no nats-server of version 2.12 or newer"));
    false
}

/// A fleet with a server on a port of its own.
pub(crate) struct Fleet {
    top: TempDir,
    pub(crate) url: String,
    server: Option<Child>,
}

impl Fleet {
    /// Creates a fleet with a coordinator `lab` and workers with these names.
    pub(crate) fn with_workers(workers: &[&str]) -> Fleet {
        let top = tempfile::tempdir().unwrap();
        // Another process may take the port in the meantime. The server then does not start, and reports it.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut fleet = Fleet { top, url: format!("nats://127.0.0.1:{port}"), server: None };
        let folder = fleet.path("fleet");
        succeed(&["fleet", "init", &folder, "--listen", &format!("127.0.0.1:{port}")]);
        succeed(&["fleet", "add", &folder, "lab", "--coordinator"]);
        for name in workers {
            succeed(&["fleet", "add", &folder, name]);
        }
        fleet.start();
        fleet
    }

    fn path(&self, name: &str) -> String {
        self.top.path().join(name).display().to_string()
    }

    pub(crate) fn credentials(&self, name: &str) -> String {
        self.path(&format!("fleet/credentials/{name}.seed"))
    }

    /// Starts the server and waits until it can be reached.
    fn start(&mut self) {
        let log = fs::File::create(self.top.path().join("server.log")).unwrap();
        let mut server = Command::new("nats-server")
            .args(["-c", &self.path("fleet/server.conf")])
            .env("PATH", path_with_tools())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        let address = self.url.strip_prefix("nats://").unwrap();
        await_value("the server", || {
            let ended = server.try_wait().unwrap();
            assert!(ended.is_none(), "{}", fs::read_to_string(self.path("server.log")).unwrap());
            TcpStream::connect(address).ok()
        });
        self.server = Some(server);
    }

    fn kill_server(&mut self) {
        let mut server = self.server.take().unwrap();
        server.kill().unwrap();
        server.wait().unwrap();
    }

    /// Returns the program with these arguments, as a user of the fleet.
    fn user(&self, arguments: &[&str], name: &str) -> Command {
        let mut command = muster();
        command.args(arguments).args(["--fleet", &self.url, "--creds", &self.credentials(name), isolate()]);
        if name == "lab" {
            // The matches of these tests are short.
            command.args(["--fleet-shortest", "0"]);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts a coordinator whose events are read.
    fn follow(&self, arguments: &[&str]) -> (Child, BufReader<PipeReader>) {
        let mut command = self.user(arguments, "lab");
        command.stderr(Stdio::null());
        start(command)
    }

    pub(crate) fn worker(&self, name: &str) -> Playing {
        Playing(Some(self.user(&["worker", "--slots", "1"], name).spawn().unwrap()))
    }

    /// Returns the exit code and output of a coordinator with these arguments.
    pub(crate) fn told(&self, arguments: &[&str]) -> (i32, String) {
        let output = self.user(arguments, "lab").output().unwrap();
        let code = output.status.code().unwrap();
        assert!(![2, 5].contains(&code), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        (code, String::from_utf8(output.stdout).unwrap())
    }

    /// Asserts that results were checked, and that no worker is distrusted.
    fn assert_trust(&self) {
        let known = fs::read_to_string(self.path("fleet/credentials/lab.workers.json")).unwrap();
        assert!(known.contains("confirmed") && !known.contains("exposed"), "{known}");
    }

    /// Returns the status of the fleet, as JSON.
    pub(crate) fn status(&self) -> Value {
        let common = ["fleet", "status", "--fleet", &self.url, "--creds", &self.credentials("lab"), "--json"];
        serde_json::from_str(&succeed(&common)).unwrap()
    }

    /// Waits until there is a worker.
    fn await_worker(&self) {
        await_value("a worker", || (self.status()["workers"] != Value::Array(Vec::new())).then_some(()));
    }

    /// Starts a tournament, and kills the program after this many events.
    fn run_until(&self, toml: &str, out: &str, events: usize) {
        let arguments = ["run", toml, "--out", out, "--jobs", "1", "--json"];
        let (mut child, mut lines) = self.follow(&arguments);
        assert_eq!(follow(&mut lines, events), events, "it ended before it could be killed");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        if self.server.is_some() {
            self.kill_server();
        }
    }
}

/// A worker that ends with the test.
pub(crate) struct Playing(Option<Child>);

impl Playing {
    fn kill(&mut self) {
        if let Some(mut child) = self.0.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Ends it like SLURM does, and returns the number of matches that it reports.
    fn terminate(&mut self) -> u64 {
        let child = self.0.take().unwrap();
        signal(&child, "TERM");
        let output = child.wait_with_output().unwrap();
        let [told, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert!(output.status.success(), "{err}");
        told.trim().strip_prefix("matches played: ").unwrap().parse().unwrap()
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        self.kill();
    }
}

fn succeed(arguments: &[&str]) -> String {
    let (code, out, err) = run(arguments);
    assert_eq!(code, 0, "{arguments:?}: {err}");
    out
}

/// Returns the tournament, and the folder of its run on this machine. Its second stage cannot begin before most events
/// of the first are read.
fn played_here(top: &Path, games: u32) -> (String, PathBuf) {
    let stages = format!(
        "[[stage]]\nformat = \"round-robin\"\ngames = {games}\n[[stage]]\nformat = \"knockout\"\nadvance = 4\n"
    );
    let toml = tournament(top, "stages", &stages);
    let here = top.join("here");
    succeed(&["run", &toml, "--out", here.to_str().unwrap(), isolate()]);
    (toml, here)
}

#[test]
fn a_tournament_is_the_same_on_a_fleet_whatever_is_killed_meanwhile() {
    if !has_server() {
        return;
    }
    let mut fleet = Fleet::with_workers(&["one", "two"]);
    let (toml, here) = played_here(fleet.top.path(), if is_full() { 200 } else { 60 });
    let out = fleet.path("there");
    let mut one = fleet.worker("one");
    // The coordinator is killed between its matches; then the only worker while it holds some, which another one gets
    // when the lease expires; and the server.
    fleet.run_until(&toml, &out, 60);
    let arguments = ["run", &toml, "--out", &out, "--jobs", "1", "--json"];
    let (mut child, mut lines) = fleet.follow(&arguments);
    assert_eq!(follow(&mut lines, 40), 40);
    one.kill();
    let mut two = fleet.worker("two");
    fleet.await_worker();
    assert_eq!(follow(&mut lines, 200), 200);
    fleet.kill_server();
    pause(Duration::from_millis(300));
    fleet.start();
    let events = follow(&mut lines, usize::MAX);
    assert!(child.wait().unwrap().success());
    assert!(events > 20, "only {events} events after the server was killed");
    assert!(two.terminate() > 0, "the second stage was played by nobody");
    assert_same_tree(&here.join("site"), &Path::new(&out).join("site"));
    verify(Path::new(&out));
    fleet.assert_trust();
}

#[test]
fn bots_that_look_ahead_play_and_log_the_same_on_a_fleet() {
    if !has_server() {
        return;
    }
    let fleet = Fleet::with_workers(&["one"]);
    let _one = fleet.worker("one");
    for game in GAMES.iter().map(|game| game.name()) {
        let toml = looking_ahead(fleet.top.path(), game);
        let [here, there] = ["here", "there"].map(|place| fleet.path(&format!("{game} {place}")));
        succeed(&["run", &toml, "--out", &here]);
        let (code, told) = fleet.told(&["run", &toml, "--out", &there]);
        assert_eq!(code, 0, "{told}");
        let [here, there] = [here, there].map(|out| root_without_forfeits(Path::new(&out)));
        assert_eq!(here, there, "{game}");
    }
}

#[test]
fn a_fleet_that_lost_its_disk_costs_time_and_no_result() {
    if !has_server() {
        return;
    }
    let mut fleet = Fleet::with_workers(&["one"]);
    let (toml, here) = played_here(fleet.top.path(), 12);
    let out = fleet.path("there");
    let _one = fleet.worker("one");
    let arguments = ["run", &toml, "--out", &out, "--jobs", "1", "--json"];
    let (mut child, mut lines) = fleet.follow(&arguments);
    assert_eq!(follow(&mut lines, 30), 30);
    fleet.kill_server();
    fs::remove_dir_all(fleet.path("fleet/jetstream")).unwrap();
    fleet.start();
    follow(&mut lines, usize::MAX);
    assert!(child.wait().unwrap().success());
    assert_same_tree(&here.join("site"), &Path::new(&out).join("site"));
}

#[test]
fn a_coordinator_is_at_work_once_and_strangers_are_not_admitted() {
    if !has_server() {
        return;
    }
    let fleet = Fleet::with_workers(&[]);
    let stages = "[[stage]]\nformat = \"round-robin\"\n";
    let toml = tournament(fleet.top.path(), "round-robin", stages);
    // It waits, since there is no worker.
    let arguments = ["run", &toml, "--out", &fleet.path("waiting"), "--json"];
    let (mut child, mut lines) = fleet.follow(&arguments);
    follow(&mut lines, 1);
    let again = await_value("the first coordinator", || {
        let arguments = ["run", &toml, "--out", &fleet.path("again")];
        let mut child = fleet.user(&arguments, "lab").spawn().unwrap();
        let ended = (0..200).find_map(|_| {
            pause(Duration::from_millis(50));
            child.try_wait().unwrap()
        });
        if ended.is_none() {
            child.kill().unwrap();
        }
        let output = child.wait_with_output().unwrap();
        ended.map(|_| String::from_utf8(output.stderr).unwrap())
    });
    assert!(again.contains("is already running"), "{again}");
    child.kill().unwrap();
    child.wait().unwrap();
    let stranger = fleet.path("stranger");
    succeed(&["fleet", "init", &stranger]);
    let added = succeed(&["fleet", "add", &stranger, "eve", "--json"]);
    let added: Value = serde_json::from_str(&added).unwrap();
    assert_eq!(added["server"], "not-running");
    let creds = added["credentials"].as_str().unwrap();
    let (code, _, err) = run(&["worker", "--fleet", &fleet.url, "--creds", creds, isolate()]);
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("rejected the user"), "{err}");
    let (code, _, err) = run(&["fleet", "status", "--fleet", "nats://127.0.0.1:1", "--creds", creds]);
    assert_eq!(code, 5, "{err}");
    assert!(err.contains("cannot reach the fleet's server"), "{err}");
}

#[test]
fn tests_comparisons_and_verifications_are_the_same_on_a_fleet() {
    if !has_server() {
        return;
    }
    let fleet = Fleet::with_workers(&["one"]);
    let _one = fleet.worker("one");
    let bot = |name: &str| top().join(format!("bots/tank-war/{name}/{name}.wasm")).display().to_string();
    let [walker, scatter] = ["walker", "scatter"].map(bot);
    let (_, here) = played_here(fleet.top.path(), 2);
    let here = here.to_str().unwrap();
    let id = "1.1.1.1";
    for command in [
        &["sprt", "tank-war", &walker, &scatter, "--elo1", "200", "--max-games", "24", "--json"][..],
        &["compare", "tank-war", &scatter, &walker, "--games", "12", "--json"],
        &["verify", here],
        &["verify", here, "--match", id],
    ] {
        let (code, out, err) = run(&[command, &[isolate()]].concat());
        assert!(code <= 4 && !out.is_empty(), "{command:?}: {err}");
        assert_eq!(fleet.told(command), (code, out), "{command:?}");
    }
    // The root of a stored test is printed, too.
    let [kept_here, kept_there] = ["test here", "test there"].map(|name| fleet.path(name));
    let test = ["sprt", "tank-war", &walker, &scatter, "--elo1", "200", "--max-games", "24", "--out"];
    let (code, out, _) = run(&[&test[..], &[kept_here.as_str(), isolate()]].concat());
    assert_eq!(fleet.told(&[&test[..], &[kept_there.as_str()]].concat()), (code, out));
    // An archive of one match is verified on this machine only.
    let archive = fleet.path("match.zip");
    succeed(&["evidence", here, id, "--for", "scatter", "--output", &archive]);
    let (code, _) = fleet.told(&["verify", &archive]);
    assert_eq!(code, 1);
    fleet.assert_trust();
}

#[test]
fn the_state_of_a_fleet_names_those_who_play() {
    if !has_server() {
        return;
    }
    let fleet = Fleet::with_workers(&["one"]);
    let one = fleet.worker("one");
    fleet.await_worker();
    let found = fleet.status();
    assert_eq!(
        (&found["workers"][0]["slots"], &found["workers"][0]["idle"]),
        (&1.into(), &"nothing-offered".into())
    );
    let (folder, creds) = (fleet.path("fleet"), fleet.credentials("lab"));
    let told = succeed(&["fleet", "status", &folder, "--fleet", &fleet.url, "--creds", &creds]);
    assert!(told.starts_with("workers: 1, slots: 1"), "{told}");
    assert!(told.contains("\none ") && told.contains("no coordinator has matches to play"), "{told}");
    let status = ["fleet", "status", &folder, "--fleet", &fleet.url, "--creds", &creds, "--prometheus"];
    let figures = succeed(&status);
    assert!(figures.contains("\nmuster_fleet_worker_slots{worker=\"one\",host=\""), "{figures}");
    let retired = succeed(&["fleet", "retire", &folder, "one"]);
    assert!(retired.ends_with("\nthe running server is reloading its users\n"), "{retired}");
    drop(one);
}

/// The reference matches, by which a worker proves that its machine plays correctly, have the known results.
/// `MUSTER_UPDATE` rewrites their records.
#[test]
fn reference_matches_come_out_as_known() {
    let validator = LocalValidator::new(Sandbox::new(&SandboxOptions::default()).unwrap());
    let executor = LocalThreads::start(1, &validator, GAMES).unwrap();
    let mut lines = String::new();
    for game in GAMES {
        let reference = ReferenceMatch::for_game(*game, &validator.fingerprint(*game)).unwrap();
        let _ready: Vec<ReadyModule> = reference
            .modules
            .values()
            .map(|module| validator.validate(module, SizeClass::Normal).unwrap().unwrap())
            .collect();
        let played = play_all(&executor, vec![reference.job]).unwrap().remove(0).unwrap();
        lines += &format!("{} {}\n", game.name(), record_hash(&played));
    }
    let file = top().join("crates/fleet/src/worker/reference.txt");
    if std::env::var_os("MUSTER_UPDATE").is_some() {
        fs::write(&file, &lines).unwrap();
    }
    let command = "MUSTER_UPDATE=1 cargo test -p cli --features network --test it -- fleet::reference";
    assert_eq!(fs::read_to_string(&file).unwrap(), lines, "`{command}` writes {} anew", file.display());
}

#[test]
fn streams_on_servers_that_are_there_are_made_with_the_folder() {
    if !has_server() {
        return;
    }
    let fleet = Fleet::with_workers(&[]);
    let (folder, creds) = (fleet.path("elsewhere"), fleet.credentials("lab"));
    let init = ["fleet", "init", &folder, "--url", &fleet.url, "--creds", &creds];
    let (code, _, err) = run(&[&init[..], &["--replicas", "3"]].concat());
    assert_eq!(code, 5, "{err}");
    assert!(err.contains("cannot replicate a stream to 3 servers"), "{err}");
    let (code, _, err) = run(&[&init[..], &["--replicas", "2"]].concat());
    assert!(code == 2 && err.contains("it must be 1, 3 or 5"), "{err}");
    assert_eq!(succeed(&init), "created the streams; servers per stream: 1\n");
    let accounts = Path::new(&folder).join("accounts.conf");
    for (command, has_account) in [("add", true), ("retire", false)] {
        let told = succeed(&["fleet", command, &folder, "pool"]);
        let copy = format!("copy {} to each server", accounts.display());
        assert!(told.contains(&copy) && told.contains("`nats-server --signal reload` there"), "{told}");
        let text = fs::read_to_string(&accounts).unwrap();
        assert_eq!(text.contains("# pool, a worker\n"), has_account, "{text}");
    }
}

/// The program understands the commands on the page for organisers, and shells can read them.
#[test]
fn the_page_of_fleets_has_commands_that_there_are() {
    let page = fs::read_to_string(top().join("docs/organisers/fleet.md")).unwrap();
    let mut checked = 0;
    for block in page.split("```").skip(1).step_by(2) {
        if ["#!/bin/sh", "for "].iter().any(|start| block.trim_start().starts_with(start)) {
            let mut shell = Command::new("sh").arg("-n").stdin(Stdio::piped()).spawn().unwrap();
            shell.stdin.take().unwrap().write_all(block.as_bytes()).unwrap();
            assert!(shell.wait().unwrap().success(), "{block}");
        }
        // A Kubernetes list of words reads as a shell line, and so does a continued line.
        let lines = block.replace("\\\n", " ").replace(['[', ']', ',', '"'], " ");
        for line in lines.lines() {
            let mut words = line.split_whitespace().skip_while(|word| !word.ends_with("muster"));
            let (Some(_), Some(command)) = (words.next(), words.next()) else { continue };
            let mut help = vec![command];
            help.extend((command == "fleet").then(|| words.next()).flatten());
            let (code, told, _) = run(&[&help[..], &["--help"]].concat());
            assert_eq!(code, 0, "{line}");
            for option in words.filter(|word| word.starts_with("--")) {
                assert!(
                    told.contains(&format!("{option} ")) || told.contains(&format!("{option}\n")),
                    "{line}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 15, "{checked} options");
}
