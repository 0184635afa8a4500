//! Trial matches of one game, and their results.

use std::sync::Arc;

use game::{Game, PerSeat, Rules, Seat};
use job::{MatchSettings, SeatJob, TrialPairing};
use referee::{Closing, HostFailure, Loss, Record, Ticks};
use replay::Recording;

use crate::decided::DecisiveBlowReport;
use crate::game_detection::may_be_another;
use crate::spending::Spending;
use crate::start_cost::StartCost;
use crate::workbench::Workbench;

/// The results of the trial matches of one game.
pub struct Trials {
    /// The game.
    pub game: &'static dyn Game,
    /// Number of matches.
    pub matches: u32,
    /// Number of matches that the bot won.
    pub wins: u32,
    /// Number of moves that were offers, played because the move's time ran out.
    pub offers: usize,
    /// The cost of starting a match.
    pub start: StartCost,
    /// The time of the bot's answers in all matches.
    pub spending: Spending,
    /// The bot's peak memory in each match, in ascending order.
    pub memory: Vec<u64>,
    /// The matches that the bot lost by a fault.
    pub faults: Vec<FailedTrial>,
    /// The matches that the bot lost by the rules.
    pub defeats: Vec<Defeat>,
    /// The most informative match.
    pub telling: Option<TellingMatch>,
    /// The other games that the bot plays, if it failed in every match of this one.
    pub made_for: Vec<&'static dyn Game>,
}

/// A trial match that the bot lost by a fault.
pub struct FailedTrial {
    /// The pairing of the match.
    pub pairing: TrialPairing,
    /// The bot's failure.
    pub loss: Box<Loss>,
    /// The bot's log and memory use.
    pub closing: Closing,
}

/// A trial match that the bot lost by the rules.
pub struct Defeat {
    /// The pairing of the match.
    pub pairing: TrialPairing,
    /// The reason why it ended.
    pub reason: String,
    /// Number of plies.
    pub plies: u32,
    /// The event that decided it.
    pub decided: Option<DecisiveBlowReport>,
}

/// The rank of a trial match by how much it shows about the bot. The first match of the highest rank counts, or the
/// last one if the bot lost none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchRank {
    /// The bot won or drew.
    Held,
    /// The bot lost by the rules.
    Lost,
    /// The bot lost by a fault.
    Failed,
}

impl Defeat {
    fn new(pairing: TrialPairing, record: &Record, settings: &MatchSettings) -> Defeat {
        let recording = Recording {
            game: settings.game,
            rules: &settings.rules,
            limits: &settings.limits,
            start: None,
            played: &record.played,
            closings: PerSeat::from_fn(|_| None),
        };
        // A match that was just played can be replayed. A defeat without a decisive blow is still reported.
        let decided = DecisiveBlowReport::of_match(&recording).ok().flatten();
        Defeat { pairing, reason: record.verdict.reason.to_string(), plies: record.plies, decided }
    }
}

/// The most informative trial match.
pub struct TellingMatch {
    /// Its rank.
    pub telling: MatchRank,
    /// The pairing of the match.
    pub pairing: TrialPairing,
    /// Its record.
    pub record: Record,
}

impl TellingMatch {
    /// Returns `true` if this match is more informative than the one before.
    fn says_more(&self, before: Option<&TellingMatch>) -> bool {
        before.is_none_or(|before| match self.telling {
            MatchRank::Held => before.telling == MatchRank::Held,
            telling => telling > before.telling,
        })
    }
}

impl MatchRank {
    fn from_record(record: &Record, seat: Seat) -> MatchRank {
        if record.losses[seat].is_some() {
            MatchRank::Failed
        } else if record.verdict.outcome.winner() == Some(seat.other()) {
            MatchRank::Lost
        } else {
            MatchRank::Held
        }
    }
}

impl Trials {
    /// Returns the drawing that the bot attempted in the most informative match and that failed; `None` if there is
    /// none.
    pub fn undrawn(&self) -> Option<replay::Undrawn> {
        let telling = self.telling.as_ref()?;
        let log = &telling.record.closings[telling.pairing.seat].log;
        // Squares have the same names under all rules.
        let start = self.game.start(&Rules::defaults(self.game.options()));
        replay::undrawn(start.draw(None), log)
    }

    /// Plays against every built-in player at both seats.
    ///
    /// # Errors
    /// Returns an error if the host failed.
    pub fn play(
        bench: &dyn Workbench,
        bot: &Arc<SeatJob>,
        settings: &MatchSettings,
    ) -> Result<Trials, HostFailure> {
        let start = bench.start_cost(bot, settings)?;
        let terms = Arc::new(settings.terms(&bench.validator().fingerprint(settings.game)));
        let mut trials = Trials {
            game: settings.game,
            matches: 0,
            wins: 0,
            offers: 0,
            start,
            spending: Spending::default(),
            memory: Vec::new(),
            faults: Vec::new(),
            defeats: Vec::new(),
            telling: None,
            made_for: Vec::new(),
        };
        let mut times = Vec::new();
        for pairing in TrialPairing::all() {
            let record = bench.play(&pairing.job(&terms, bot))?;
            trials.add(pairing, record, settings, &mut times);
        }
        trials.spending = Spending::from_times(times);
        trials.memory.sort_unstable();
        Ok(trials)
    }

    /// Adds a match that was played.
    fn add(
        &mut self,
        pairing: TrialPairing,
        record: Record,
        settings: &MatchSettings,
        times: &mut Vec<Ticks>,
    ) {
        let seat = pairing.seat;
        let winner = record.verdict.outcome.winner();
        self.matches += 1;
        self.wins += u32::from(winner == Some(seat));
        self.memory.push(record.closings[seat].memory_peak);
        let own = || record.played.iter().filter(|played| played.seat == seat);
        self.offers += own().filter(|played| played.offered).count();
        times.extend(own().map(|played| played.spent));
        let telling = MatchRank::from_record(&record, seat);
        if let Some(loss) = record.losses[seat].clone() {
            times.push(loss.spent);
            let closing = record.closings[seat].clone();
            self.faults.push(FailedTrial { pairing, loss, closing });
        } else if telling == MatchRank::Lost {
            self.defeats.push(Defeat::new(pairing, &record, settings));
        }
        let played = TellingMatch { telling, pairing, record };
        if played.says_more(self.telling.as_ref()) {
            self.telling = Some(played);
        }
    }

    /// Returns the median of the matches' peak memory.
    pub fn median_memory(&self) -> u64 {
        self.memory.get(self.memory.len().saturating_sub(1) / 2).copied().unwrap_or_default()
    }

    /// Returns the highest peak memory in any match.
    pub fn most_memory(&self) -> u64 {
        self.memory.last().copied().unwrap_or_default()
    }

    /// Returns `true` if the bot failed in every match.
    pub fn all_failed(&self) -> bool {
        self.faults.len() == self.matches as usize
    }

    /// Returns `true` if it failed in every match, in ways that suggest that it was made for another game.
    pub fn may_be_another(&self) -> bool {
        self.all_failed() && self.faults.iter().all(|failed| may_be_another(&failed.loss.failure))
    }

    /// Returns the faults grouped by kind, in the order of the first of each kind.
    pub fn kinds(&self) -> Vec<Vec<&FailedTrial>> {
        let mut kinds: Vec<Vec<&FailedTrial>> = Vec::new();
        for failed in &self.faults {
            let name = failed.loss.failure.name();
            match kinds.iter_mut().find(|kind| kind[0].loss.failure.name() == name) {
                Some(kind) => kind.push(failed),
                None => kinds.push(vec![failed]),
            }
        }
        kinds
    }
}
