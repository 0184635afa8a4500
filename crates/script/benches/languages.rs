//! The same strategy in several languages, as `muster new` writes it for The Tank War: the cost of a match's start,
//! and of a move.
//!
//! `cargo bench -p script`. Languages whose compiler is missing are left out.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and prints its figures"
)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use game::{Game, Rules, Seat};
use job::Script;
use kit::Language;
use referee::{Limits, Match, MatchSeed, Player};
use sandbox::{Bot, Caps, Sandbox, SandboxOptions, SandboxPlayer};
use script::Folder;

const LANGUAGES: [&str; 4] = ["c", "javascript", "typescript", "python"];
const ROUNDS: usize = 21;
const STARTS: usize = 100;
const MOVES: usize = 200;

fn main() {
    let sandbox = Sandbox::new(&SandboxOptions::default()).unwrap();
    let game = games::find("tank-war").unwrap();
    let benches: Vec<Bench> = LANGUAGES.iter().filter_map(|name| Bench::new(&sandbox, game, name)).collect();
    // They alternate, so that a change in the machine's speed affects all of them.
    let mut figures = vec![(Vec::new(), Vec::new()); benches.len()];
    for _ in 0..ROUNDS {
        for (bench, (starts, moves)) in benches.iter().zip(&mut figures) {
            starts.push(bench.start());
            moves.push(bench.one_move());
        }
    }
    println!("processor time, medians of {ROUNDS} rounds; a start has the first move in it");
    println!(
        "  {:12} {:>10} {:>12} {:>12} {:>12} {:>12}",
        "language", "bytes", "start us", "above C", "move us", "move's fuel"
    );
    let medians: Vec<(f64, f64)> =
        figures.into_iter().map(|(starts, moves)| (median(starts), median(moves))).collect();
    for (bench, (start, one_move)) in benches.iter().zip(&medians) {
        println!(
            "  {:12} {:>10} {:>12.1} {:>12.1} {:>12.2} {:>12}",
            bench.language,
            bench.bytes,
            (start - one_move) * 1e6,
            (start - one_move - (medians[0].0 - medians[0].1)) * 1e6,
            one_move * 1e6,
            bench.fuel(),
        );
    }
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// A bot of one language.
struct Bench<'a> {
    sandbox: &'a Sandbox,
    game: &'static dyn Game,
    language: &'static str,
    bytes: usize,
    bot: Bot,
}

impl Bench<'_> {
    fn new<'a>(sandbox: &'a Sandbox, game: &'static dyn Game, name: &'static str) -> Option<Bench<'a>> {
        let module = built(sandbox, game, Language::find(name)?)?;
        let bot =
            sandbox.admit(&module, &Caps::script()).unwrap().unwrap_or_else(|refusal| panic!("{refusal}"));
        Some(Bench { sandbox, game, language: name, bytes: module.len(), bot })
    }

    fn player(&self) -> SandboxPlayer {
        let dice = MatchSeed::from_number(1).dice(Seat::First);
        self.sandbox.player(&self.bot, dice, Seat::First, &Arc::from(""), &Limits::default())
    }

    fn question(&self) -> Match {
        Match::new(self.game, self.game.start(&Rules::defaults(self.game.options())), Limits::default())
    }

    /// Returns the seconds of a match with one move.
    fn start(&self) -> f64 {
        let mut playing = self.question();
        let begun = cpu_seconds();
        for _ in 0..STARTS {
            let mut player = self.player();
            assert!(player.choose(playing.ask(Seat::First)).unwrap().result.is_ok(), "{}", self.language);
            player.close();
        }
        (cpu_seconds() - begun) / STARTS as f64
    }

    /// Returns the seconds of a move in a running match.
    fn one_move(&self) -> f64 {
        let (mut playing, mut player) = (self.question(), self.player());
        player.choose(playing.ask(Seat::First)).unwrap();
        let begun = cpu_seconds();
        for _ in 0..MOVES {
            player.choose(playing.ask(Seat::First)).unwrap();
        }
        (cpu_seconds() - begun) / MOVES as f64
    }

    /// Returns the fuel of the second move.
    fn fuel(&self) -> u64 {
        let (mut playing, mut player) = (self.question(), self.player());
        player.choose(playing.ask(Seat::First)).unwrap();
        player.choose(playing.ask(Seat::First)).unwrap().spent.0
    }
}

/// Returns the module of a project; `None` if it cannot be built here.
fn built(sandbox: &Sandbox, game: &'static dyn Game, language: &'static Language) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let files = kit::project(language, game);
    for file in &files {
        let path = folder.path().join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.text).unwrap();
    }
    let entry = folder.path().join(language.entry());
    if script::Interpreter::for_path(&entry).is_some() {
        let (folder, name) = Folder::from_entry(&entry).unwrap_or_else(|error| panic!("{error}"));
        let script = Script { entry: &name, sources: &folder, game: None };
        return Some(script::build(sandbox, &script).unwrap_or_else(|error| panic!("{error}")).module);
    }
    // The first command of the README builds the bot.
    let command = files[0].text.split("```").nth(1)?.trim().lines().next()?;
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/bin");
    let path =
        std::env::join_paths([tools].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH")?)))
            .ok()?;
    let status =
        Command::new("sh").args(["-c", command]).current_dir(folder.path()).env("PATH", path).status();
    status.ok()?.success().then(|| fs::read(folder.path().join(language.module())).unwrap())
}

/// Processor time of this thread, which does not depend on the machine's load.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
