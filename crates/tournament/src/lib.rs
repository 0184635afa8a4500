//! Entrants, pairings, schedules, standings and tie-breaks; pure.
//!
//! A [`Stage`] is one part of a tournament: a [`Format`] with its entrants. It returns the matches to play
//! ([`Stage::next_fixture`]), takes their results in any order ([`Stage::record`]), and ranks the entrants
//! ([`Stage::standings`]). This crate has no clock, no input or output, and no randomness except from the run's seed: a
//! stage is a function of its plan, its field and the results so far.
//!
//! The runner's loop, with any number of matches at the same time:
//!
//! ```
//! use game::{Outcome, Seat};
//! use tournament::{
//!     Carry, Criterion, Entrant, Field, Fixture, Format, GameResult, RoundRobin, RunSeed, SingleElimination,
//!     Stage, StagePlan,
//! };
//!
//! // The better bot is the one with the smaller number here; a real runner plays the match.
//! fn play(fixture: &Fixture) -> GameResult {
//!     let first_is_better = fixture.seats[Seat::First] < fixture.seats[Seat::Second];
//!     GameResult::plain(Outcome::Win(if first_is_better { Seat::First } else { Seat::Second }))
//! }
//!
//! fn run(stage: &mut Stage, slots: usize) {
//!     let mut playing: Vec<Fixture> = Vec::new();
//!     loop {
//!         while playing.len() < slots {
//!             // On resume, a match that is in the ledger is recorded at once instead of being played.
//!             let Some(fixture) = stage.next_fixture() else { break };
//!             playing.push(fixture);
//!         }
//!         // Whichever match ends first: the order does not matter.
//!         let Some(ended) = playing.pop() else { break };
//!         stage.record(ended.key, play(&ended)).expect("the match was handed out").is_kept();
//!     }
//! }
//!
//! let mut entrants: Vec<Entrant> = (1..=20).map(|n| Entrant::ranked(format!("Bot {n}"))).collect();
//! entrants.push(Entrant::guest("Teacher"));
//! let seed = RunSeed::from(2026);
//!
//! let everyone = Format::RoundRobin(RoundRobin { games: 2, cycles: 1 });
//! let mut qualification = Stage::new(
//!     StagePlan { rank: vec![Criterion::Wins], ..StagePlan::new(0, everyone) },
//!     Field::from_entrants(&entrants),
//!     seed,
//! )?;
//! run(&mut qualification, 8);
//! assert_eq!(qualification.games().len(), 21 * 20);
//!
//! let knockout = Format::SingleElimination(SingleElimination { best_of: 1, replays: 3, third_place: true });
//! let best = qualification.advancing(Some(16), Carry::Nothing);
//! let mut finals = Stage::new(StagePlan::new(1, knockout), best, seed)?;
//! run(&mut finals, 8);
//! assert_eq!(finals.games().len(), 16);
//! assert_eq!(finals.standings().order()[0].index(), 0);
//! # Ok::<(), tournament::FormatError>(())
//! ```
//!
//! In reading order:
//!
//! - [`Entrant`], [`EntrantId`], [`Field`]: the participants.
//! - [`Pairing`], [`Side`], [`Round`], [`MeetingRule`]: the pairings and their numbers of games.
//! - [`MatchKey`], [`Fixture`]: a match to play. [`GameResult`], [`GameRecord`]: its result; [`Games`]: all games on
//!   record.
//! - [`Format`] and a file for each format, each a [`Schedule`]: [`RoundRobin`], [`Groups`], [`Swiss`],
//!   [`SingleElimination`], [`DoubleElimination`], [`Gauntlet`], [`Pyramid`], [`Ladder`], [`Pairings`].
//! - [`StagePlan`], [`Stage`]: one stage being played; [`PlayOff`]: further rounds for level entrants;
//!   [`ResultLoader`]: resumes a stage from the results on record.
//! - [`Scoring`], [`Tally`], [`Criterion`], [`Standings`]: the points of games, and the table.
//! - [`Bracket`], [`Tie`]: a knockout as it is drawn, with the entrants that advance.
//! - [`Edition`]: rules that are not part of a tournament's text.
//! - [`crosstable`], [`head_to_head`], [`copies`]: other views of the same games.
//! - [`rulings`]: an organiser's decisions.
//! - [`Career`], [`Grade`], [`GradeInput`]: an entrant's results in all stages, and the formula of the gradebook.
//! - [`RunSeed`], [`match_seed`], [`luck_seed`], [`Openings`]: randomness, and the start positions.

mod bracket;
mod edition;
mod entrant;
mod formats;
mod grade;
mod matches;
mod matching;
mod pairing;
pub mod rulings;
mod schedule;
mod stage;
mod standings;

pub use bracket::{Bracket, BracketColumn, BracketPart, BracketPlace, Tie};
pub use edition::Edition;
pub use entrant::{Entrant, EntrantId, Field};
pub use formats::{
    DoubleElimination, Format, FormatError, Gauntlet, GroupDraw, Groups, Ladder, Pairings, Pyramid,
    RoundRobin, SingleElimination, Swiss,
};
pub use grade::{Grade, GradeError, Input as GradeInput};
pub use matches::{
    Fixture, GameRecord, GameResult, KeyError, MatchKey, Metrics, OpeningOrder, Openings, RunSeed, StageSeed,
    copies, luck_seed, match_seed,
};
pub use pairing::{Decision, MeetingRule, Pairing, PairingScore, Round, Side};
pub use rulings::{Ruling, RulingError, Rulings};
pub use schedule::{Bye, Games, GamesIter, Past, PlayedRound, Schedule};
pub use stage::{
    Carry, LoadedResults, PlayOff, ResultError, ResultFate, ResultLoader, Stage, StagePlan, Stop,
};
pub use standings::{
    Career, Criterion, DoubleForfeit, Encounter, ForfeitMetrics, Glicko, GuestGames, PlacedBy, Points,
    Ranker, Row, Scoring, Standings, Status, Tally, UnknownCriterion, Unopposed, Value, crosstable,
    crosstable_rows, head_to_head,
};
