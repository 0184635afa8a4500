//! The plan of a stage.

use super::early_stop::Stop;
use super::play_off::PlayOff;
use crate::{Criterion, Edition, Format, FormatError, MatchKey, Openings, Schedule, Scoring};

/// The rules for playing and ranking a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StagePlan {
    /// The number of the stage in its run, from 0.
    pub number: u16,
    /// The format with its parameters.
    pub format: Format,
    /// The points of a game.
    pub scoring: Scoring,
    /// The criteria of the ranking, points if empty; a seeded lot is always last.
    pub rank: Vec<Criterion>,
    /// Number of metrics of the game.
    pub metrics: usize,
    /// The start positions.
    pub openings: Openings,
    /// Number of places from the top that must be decided to stop the stage, however the remaining games end; `None`
    /// plays all games.
    pub stop_when_decided: Option<u32>,
    /// Maximum half-width of the 95 % rating intervals, in Elo, that stops the stage: the intervals of all ranked
    /// entrants that are still playing must be this narrow. `None` plays all games. Checked only where all have had
    /// equally many games.
    pub stop_when_precise: Option<u32>,
    /// Number of faults after which an entrant is out from the next round on; `None` if unlimited. With a limit, a
    /// round is played only when the rounds before it are complete, in fixed formats too.
    pub withdraw_after_faults: Option<u32>,
    /// The play-off of entrants that are level across the cut of the next stage; `None` lets a lot decide. A stage that
    /// is stopped early has no play-off.
    pub play_off: Option<PlayOff>,
    /// The edition of the rules that are not part of the text.
    pub edition: Edition,
}

impl StagePlan {
    /// A plan with usual scoring, ranked by points, for tests and examples.
    pub fn new(number: u16, format: Format) -> StagePlan {
        StagePlan {
            number,
            format,
            scoring: Scoring::default(),
            rank: vec![Criterion::Points],
            metrics: 0,
            openings: Openings::default(),
            stop_when_decided: None,
            stop_when_precise: None,
            withdraw_after_faults: None,
            play_off: None,
            edition: Edition::NOW,
        }
    }

    /// The conditions that may stop the stage before its end, in the order in which they are checked.
    pub fn stops(&self) -> impl Iterator<Item = Stop> + use<> {
        let decided = self.stop_when_decided.map(|places| Stop::Decided { places });
        let precise = self.stop_when_precise.map(|elo| Stop::Precise { elo });
        decided.into_iter().chain(precise)
    }
}

/// The results that are carried over into the next stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Carry {
    /// All entrants begin with nothing.
    #[default]
    Nothing,
    /// The tally of the games so far counts as if scored in the next stage.
    Tally,
}

pub(crate) fn check_limits(plan: &StagePlan, schedule: &dyn Schedule) -> Result<(), FormatError> {
    let play_off = plan.play_off.map_or(0, |play_off| u64::from(play_off.rounds));
    let limits = [
        ("stages", u64::from(plan.number) + 1, MatchKey::STAGES),
        ("rounds", u64::from(schedule.most_rounds()) + play_off, MatchKey::ROUNDS),
        ("games in a pairing", u64::from(schedule.rule().most_games()), MatchKey::GAMES),
    ];
    for (what, value, limit) in limits {
        if value > u64::from(limit) {
            return Err(FormatError::Limit { what, value, limit: u64::from(limit) });
        }
    }
    Ok(())
}
