//! One stage being played: the next matches to play, and the results so far.

mod early_stop;
mod faults;
mod next_fixture;
mod open_pairings;
mod plan;
mod play_off;
mod preview;
mod ranking;
mod recording;
mod replaying;
mod result_loader;
mod ruling;
mod stopping;

use std::collections::VecDeque;

pub use recording::{ResultError, ResultFate};

use self::early_stop::Looks;
pub use self::early_stop::Stop;
use self::faults::FaultWatch;
use self::open_pairings::OpenPairings;
use self::plan::check_limits;
pub use self::plan::{Carry, StagePlan};
pub use self::play_off::PlayOff;
pub use self::result_loader::{LoadedResults, ResultLoader};
use crate::rulings::Since;
use crate::standings::Tallies;
use crate::{
    Criterion, EntrantId, Field, FormatError, Games, MatchKey, MeetingRule, Past, Rulings, RunSeed, Schedule,
    StageSeed,
};

/// One stage being played.
///
/// [`Stage::next_fixture`] returns matches as long as there are any that can be played now; [`Stage::record`] takes
/// their results, in any order. The set of matches and everything derived from them depend on the results alone, never
/// on the order of requests or of arrival.
#[derive(Debug)]
pub struct Stage {
    plan: StagePlan,
    field: Field,
    run: RunSeed,
    seed: StageSeed,
    rule: MeetingRule,
    schedule: Box<dyn Schedule>,
    opening_sequence: Vec<u32>,
    rulings: Rulings,
    faults: FaultWatch,
    past: Past,
    open: OpenPairings,
    /// Matches that were requested and not handed out.
    ready: VecDeque<MatchKey>,
    /// `true` if all rounds have been paired.
    exhausted: bool,
    /// Number of rounds with every pairing on record.
    complete: u32,
    /// Tallies that are kept up to date if the stage may stop early.
    lead: Tallies,
    /// The schedule of precision checks.
    looks: Looks,
    /// The reason why the stage was stopped before its end.
    stopped: Option<Stop>,
}

impl Stage {
    /// Creates a stage of these entrants.
    ///
    /// # Errors
    /// When there are too few entrants, or the parameters do not fit their number.
    pub fn new(plan: StagePlan, field: Field, run: RunSeed) -> Result<Stage, FormatError> {
        Stage::with_rulings(plan, field, run, Rulings::default())
    }

    /// Creates a stage with the rulings made so far, as when a run is resumed.
    ///
    /// # Errors
    /// As for [`Stage::new`].
    pub fn with_rulings(
        mut plan: StagePlan,
        field: Field,
        run: RunSeed,
        rulings: Rulings,
    ) -> Result<Stage, FormatError> {
        if plan.rank.is_empty() {
            plan.rank.push(Criterion::Points);
        }
        let seed = StageSeed::new(run, plan.number);
        let schedule = plan.format.schedule(&field, &plan.scoring, seed, plan.edition)?;
        check_limits(&plan, &*schedule)?;
        let begin = Since { stage: plan.number, round: 0 };
        let end = Since { stage: plan.number, round: u32::MAX };
        // The pairings of a fixed format do not wait for rulings, which decide at the end which of its results count.
        let faults = FaultWatch::new(plan.withdraw_after_faults, field.faults.clone());
        let force = rulings.in_force(if schedule.is_fixed() && !faults.is_on() { end } else { begin });
        let past = Past { stage: plan.number, force, ..Past::default() };
        Ok(Stage {
            lead: Tallies::new(&field, 0),
            rule: schedule.rule(),
            opening_sequence: plan.openings.sequence(seed),
            plan,
            field,
            run,
            seed,
            schedule,
            rulings,
            faults,
            past,
            open: OpenPairings::default(),
            ready: VecDeque::new(),
            exhausted: false,
            complete: 0,
            looks: Looks::default(),
            stopped: None,
        })
    }

    /// The plan.
    pub fn plan(&self) -> &StagePlan {
        &self.plan
    }

    /// The entrants of the stage.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Returns `true` if rounds depend neither on results nor on faults.
    pub fn is_fixed(&self) -> bool {
        self.schedule.is_fixed() && !self.faults.is_on()
    }

    /// The entrants that were withdrawn because of too many faults, with the first round that they are not in.
    pub fn withdrawn_for_faults(&self) -> impl Iterator<Item = (EntrantId, Since)> + '_ {
        self.faults.left()
    }

    /// Maximum number of rounds, without a play-off.
    pub fn most_rounds(&self) -> u32 {
        self.schedule.most_rounds()
    }

    /// Maximum number of matches, without a play-off; exact for a fixed format with a fixed number of games and without
    /// rulings.
    pub fn most_matches(&self) -> u64 {
        self.schedule.most_pairings() * u64::from(self.rule.most_games())
    }

    /// Returns `true` if all entrants except at most one have left before a round, from 0. In that case,
    /// [`Scoring::unopposed`](crate::Scoring::unopposed) decides on its byes and walkovers.
    pub fn is_unopposed(&self, round: u32) -> bool {
        self.past.is_deserted(&self.field, round)
    }

    /// The record: every match of every complete pairing, in schedule order. It only ever grows at the end, so a reader
    /// can follow it with an index.
    pub fn games(&self) -> Games<'_> {
        self.past.games()
    }

    /// The past of the stage, with its rounds and scores.
    pub fn past(&self) -> &Past {
        &self.past
    }
}
