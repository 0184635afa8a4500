//! A run's folder as games to be rated. The folder may be untrusted.

use config::StageSpec;
use game::{PerSeat, Position, Seat};
use ledger::{EntrantRow, LedgerError, MatchRow, RunFolder};
use rating::results::Score;
use referee::Reason;
use run_folder::RecordedRun;
use serde::{Deserialize, Serialize};
use tournament::rulings::{InForce, Since};
use tournament::{Format, GameRecord};

use crate::game_copies::first_score;
use crate::opening_leg::OpeningLeg;

/// A player of a run or of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedPlayer {
    /// The entrant's name, or the player's in the file.
    pub name: String,
    /// The bot's file, or the built-in player.
    pub bot: String,
    /// The module's hash in hexadecimal, or the built-in player's name.
    pub module: String,
    /// The settings text of the bot.
    pub settings: String,
}

impl RatedPlayer {
    fn new(row: &EntrantRow) -> RatedPlayer {
        let module = row.module.map_or_else(|| row.bot.clone(), |hash| hash.to_string());
        RatedPlayer { name: row.name.clone(), bot: row.bot.clone(), module, settings: row.settings.clone() }
    }

    /// Returns a player known only by name.
    pub fn named(name: &str) -> RatedPlayer {
        RatedPlayer {
            name: name.to_owned(),
            bot: String::new(),
            module: String::new(),
            settings: String::new(),
        }
    }

    /// Returns `true` if only the name is known.
    pub fn is_name(&self) -> bool {
        self.module.is_empty()
    }

    /// Returns the identity of this version of a bot.
    pub fn version(&self) -> String {
        if self.is_name() {
            self.name.clone()
        } else if self.settings.is_empty() {
            self.module.clone()
        } else {
            format!("{} {}", self.module, self.settings)
        }
    }
}

/// The part of a game that ratings need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedGame {
    /// The match's place in the schedule, which identifies it within its run.
    pub key: i64,
    /// Index of the player in the first seat.
    pub first: u32,
    /// Index of the player in the second seat.
    pub second: u32,
    /// Half points of the first seat.
    pub half_points: u8,
    /// The number of the pair of games that share an opening with seats swapped; unique within the run.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pair: Option<u32>,
    /// Number of actions of each seat.
    pub moves: [u32; 2],
    /// `true` if the game counts: no ruling excluded it.
    pub rated: bool,
    /// A hash of start and actions.
    #[serde(serialize_with = "write_hex", deserialize_with = "read_hex")]
    pub content: u64,
}

impl RatedGame {
    /// Returns the result for the first seat.
    pub fn score(&self) -> Score {
        match self.half_points {
            0 => Score::Loss,
            1 => Score::Draw,
            _ => Score::Win,
        }
    }
}

/// Numbers are written as text, as those above 2^53 are not safe in JSON.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn write_hex<S: serde::Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{number:016x}"))
}

fn read_hex<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    u64::from_str_radix(&text, 16).map_err(serde::de::Error::custom)
}

/// Additional data on a game.
#[derive(Clone, Debug)]
pub struct GameFacts {
    /// Number of plies.
    pub plies: u32,
    /// The reason why the game ended.
    pub reason: Reason,
    /// Seconds that each seat used.
    pub seconds: PerSeat<f64>,
    /// The first ply in notation; `None` if the game did not begin with the game's own start.
    pub first_move: Option<String>,
}

/// The games of a run in schedule order.
#[derive(Clone, Debug)]
pub struct RunGames {
    /// The folder's name.
    pub name: String,
    /// The name of the game.
    pub game: String,
    /// The identity of the run.
    pub id: String,
    /// The entrants, to which games refer by index.
    pub players: Vec<RatedPlayer>,
    /// The games.
    pub played: Vec<RatedGame>,
    /// The hashes of the rows, in the same order.
    pub hashes: Vec<[u8; 32]>,
    /// Additional data by game; empty unless requested.
    pub facts: Vec<GameFacts>,
    /// `true` if a stage is a ladder, which ranks by its own rating.
    pub has_ladder: bool,
}

impl RunGames {
    /// Returns a hash over the selected games, including which of them count.
    pub fn digest(&self, are_meant: impl Fn(&RatedGame) -> bool) -> String {
        let mut hasher = blake3::Hasher::new();
        for (hash, played) in self.hashes.iter().zip(&self.played).filter(|(_, played)| are_meant(played)) {
            hasher.update(hash).update(&[u8::from(played.rated)]);
        }
        hasher.finalize().to_hex().to_string()
    }
}

/// Reads the games of a run; `with_facts` adds additional data on each.
///
/// # Errors
/// Fails if the folder holds no run, or if its record is damaged.
pub fn read_run(folder: &RunFolder, with_facts: bool) -> Result<RunGames, LedgerError> {
    let root = folder.root();
    let path = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    RunGames::read(&RecordedRun::open_read_only(folder)?, name, with_facts)
}

impl RunGames {
    /// Returns the games of an open run under a name; `with_facts` adds additional data on each.
    ///
    /// # Errors
    /// Fails if the record is damaged.
    pub fn read(record: &RecordedRun, name: String, with_facts: bool) -> Result<RunGames, LedgerError> {
        let RecordedRun { ledger, header, entrants } = record;
        let mut run = RunGames {
            name,
            game: header.game.clone(),
            id: ledger.identity()?,
            players: entrants.iter().map(RatedPlayer::new).collect(),
            played: Vec::new(),
            hashes: Vec::new(),
            facts: Vec::new(),
            has_ladder: has_ladder(record),
        };
        let start =
            games::find(&run.game).map(|game| (game, game.start(&game::Rules::defaults(game.options()))));
        let force = ledger.rulings()?.in_force(Since::END);
        let mut last: Option<OpeningLeg> = None;
        let mut pairs = 0;
        ledger.for_each_match(None, |stored| {
            let hash = stored.hash;
            let row = stored.verified()?;
            let mut played = played(&row, run.players.len(), &force)?;
            if last.as_ref().is_some_and(|last| last.is_followed_by(&row)) {
                played.pair = Some(pairs);
                if let Some(other) = run.played.last_mut() {
                    other.pair = Some(pairs);
                }
                pairs += 1;
            }
            if with_facts {
                let start = start.as_ref().map(|(game, start)| (*game, &**start));
                run.facts.push(facts(&row, start));
            }
            run.played.push(played);
            run.hashes.push(hash);
            last = Some(OpeningLeg::new(&row));
            Ok::<(), LedgerError>(())
        })?;
        Ok(run)
    }
}

/// Returns `true` if a stage of the run's tournament is a ladder. A sequential test has no stages.
fn has_ladder(run: &RecordedRun) -> bool {
    let is_ladder = |stage: &StageSpec| matches!(stage.plan.format, Format::Ladder(_));
    run.plan(games::GAMES).is_ok_and(|plan| plan.stages.iter().any(is_ladder))
}

fn damaged(what: String) -> LedgerError {
    LedgerError::Damaged { what }
}

fn played(row: &MatchRow, players: usize, force: &InForce) -> Result<RatedGame, LedgerError> {
    let [first, second] = Seat::BOTH.map(|seat| row.entrants[seat]);
    if first == second || first.index() >= players || second.index() >= players {
        return Err(damaged(format!("match {}: no such entrants", row.key)));
    }
    let transcript = |error| damaged(format!("match {}: {error}", row.key));
    let mut moves = [0; 2];
    for action in referee::transcript::actions(&row.transcript).map_err(transcript)? {
        moves[action.map_err(transcript)?.seat.index()] += 1;
    }
    let half_points = first_score(row.outcome).half_points();
    let result = row.result().map_err(transcript)?;
    let content = result.content;
    let rated = force.counts(&GameRecord { key: row.key, seats: row.entrants, result });
    Ok(RatedGame {
        key: row.key.packed(),
        first: first.0,
        second: second.0,
        half_points,
        pair: None,
        moves,
        rated,
        content,
    })
}

fn facts(row: &MatchRow, start: Option<(&dyn game::Game, &dyn Position)>) -> GameFacts {
    let first_move = start.filter(|_| row.start.is_none()).and_then(|(game, position)| {
        let actions = row.played().ok()?;
        let words: Vec<String> = actions
            .iter()
            .filter(|played| played.ply == 0 && game.is_action(played.action))
            .map(|played| {
                let text = position.format_action(played.seat, played.action);
                format!("{}:{text}", game.seats()[played.seat].letter)
            })
            .collect();
        (!words.is_empty()).then(|| words.join(" "))
    });
    GameFacts {
        plies: row.plies,
        reason: row.reason.clone(),
        seconds: PerSeat::from_fn(|seat| row.spent[seat].seconds()),
        first_move,
    }
}
