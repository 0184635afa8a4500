//! Plays matches of sample bots in the sandbox, for the other hosts to play again.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use game::{Game, PerSeat, Rules, Seat};
use referee::{Limits, Ticks};
use sandbox::{Caps, Sandbox, SandboxOptions};

use crate::hosts::asked::{Arena, Asked, Entrant};
use crate::support::{is_full, top};

/// The bots of a game with settings under which they never check the clock; some of them use floats.
const BOTS: &[(&str, &[&str])] = &[
    ("tank-battle", &["searcher depth=2", "greedy", "scatter", "searcher depth=1 slack=3"]),
    ("tank-chess", &["planner turns=1 plans=3", "greedy", "scatter"]),
    (
        "tank-war",
        &[
            "teacher depth=2 ms=1000000",
            "teacher depth=1 style=mixed ms=1000000",
            "gambler",
            "maximin depth=1",
            "greedy",
            "cautious",
            "sentry",
            "rusher style=waves",
            "fortress",
            "walker",
            "scatter",
        ],
    ),
];

/// Returns limits with so much time that no bot comes near its end.
fn limits() -> Limits {
    let long = Ticks(1_000 * Ticks::PER_SECOND);
    Limits { plies: 300, ..Limits::default() }.with_times(Some(long), Some(Ticks(1_000 * long.0)))
}

/// Returns a module of `tests/hosts` that plays at random: the chronicler logs everything that it sees, the thinker
/// creates positions and logs everything about them.
pub(crate) fn module(name: &str) -> PathBuf {
    let text = fs::read_to_string(top().join("tests/hosts").join(name).with_extension("wat")).unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("wasm");
    fs::write(&path, wat::parse_str(text).unwrap()).unwrap();
    path
}

fn entrant<'a>(sandbox: &Sandbox, file: &'a Path, settings: &str) -> Entrant<'a> {
    let admitted = sandbox.admit(&fs::read(file).unwrap(), &Caps::default()).unwrap();
    let bot = admitted.unwrap_or_else(|refusal| panic!("{}: {refusal}", file.display()));
    Entrant { file, bot, settings: Arc::from(settings) }
}

/// Matches of one game, with the two seats of each in order.
pub(crate) struct Field {
    /// The game's name.
    pub(crate) game: &'static str,
    /// The questions and answers of each seat.
    pub(crate) seats: Vec<Asked>,
}

static FIELDS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let matches = if is_full() { 120 } else { 12 };
    BOTS.iter()
        .map(|(game, bots)| Field { game, seats: played(games::find(game).unwrap(), bots, matches) })
        .collect()
});

/// Returns the matches of every game.
pub(crate) fn fields() -> &'static [Field] {
    &FIELDS
}

/// Plays matches of a game, every bot against every other in turn.
fn played(game: &'static dyn Game, bots: &[&str], matches: u64) -> Vec<Asked> {
    let arena = Arena { sandbox: Sandbox::new(&SandboxOptions::default()).unwrap(), limits: limits() };
    let folder = top().join("bots").join(game.name());
    let (chronicler, thinker) = (module("chronicler"), module("thinker"));
    let named = bots.iter().map(|text| {
        let (name, settings) = text.split_once(' ').unwrap_or((text, ""));
        (folder.join(name).join(format!("{name}.wasm")), settings)
    });
    let files: Vec<(PathBuf, &str)> = named.chain([(chronicler, "a setting"), (thinker, "")]).collect();
    let entrants: Vec<Entrant<'_>> =
        files.iter().map(|(file, settings)| entrant(&arena.sandbox, file, settings)).collect();
    let rules = Rules::defaults(game.options());
    let count = entrants.len() as u64;
    let mut asked: Vec<Asked> = Vec::new();
    for number in 0..matches {
        let seats =
            [number % count, (number + 1 + number / count) % count].map(|index| &entrants[index as usize]);
        let PerSeat(both) = arena.play(game, game.start(&rules), number, PerSeat(seats));
        for (seat, one) in Seat::BOTH.into_iter().zip(&both) {
            let failed = one.answers.iter().find(|answer| answer.result.is_err());
            assert!(failed.is_none(), "{} match {number}, {seat:?}: {failed:?}", game.name());
        }
        asked.extend(both);
    }
    let logged = asked.iter().filter(|one| !one.closing.log.is_empty()).count();
    assert!(logged > 0 && asked.iter().all(|one| !one.answers.is_empty()));
    asked
}
