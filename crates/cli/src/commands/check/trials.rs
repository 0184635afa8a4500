//! Trial matches of one game, and what they showed.

use game::{Game, PerSeat, Rules, Seat};
use referee::{Builtin, Closing, HostFailure, Limits, Loss, MatchSeed, Record, Ticks};
use replay::Recording;
use runner::{Contestant, MatchSettings, Source, Spending, StartCost, Trial, TrialPlan};
use sandbox::Sandbox;

use crate::commands::made_for;

/// Trial matches against each built-in player at each seat.
const ROUNDS: u64 = 2;

/// A game with defaults for everything else.
pub(in crate::commands) fn default_settings(game: &'static dyn Game) -> MatchSettings {
    MatchSettings::new(game, Rules::defaults(game.options()), Limits::default())
}

/// What the trial matches of one game showed.
pub(in crate::commands) struct Trials {
    pub(in crate::commands) game: &'static dyn Game,
    pub(in crate::commands) matches: u32,
    pub(in crate::commands) wins: u32,
    /// Moves that were an offer, played because the move's time ran out.
    pub(super) offers: usize,
    pub(super) start: StartCost,
    pub(super) spending: Spending,
    /// The peak sizes of the bot's memory, by match, from the smallest.
    pub(super) memory: Vec<u64>,
    pub(in crate::commands) faults: Vec<Failed>,
    /// The matches that it lost by the rules.
    pub(super) defeats: Vec<Defeat>,
    /// The match that says most about the bot.
    pub(super) telling: Option<TellingMatch>,
    /// Other games that it plays, where it failed in every match of this one.
    pub(super) made_for: Vec<&'static dyn Game>,
}

/// Which trial match: enough to play it again.
#[derive(Clone, Copy)]
pub(super) struct Pairing {
    pub(super) seed: u64,
    pub(super) opponent: Builtin,
    /// The bot's seat.
    pub(super) seat: Seat,
}

/// A trial match that the bot lost by a fault.
pub(in crate::commands) struct Failed {
    pub(super) pairing: Pairing,
    pub(in crate::commands) loss: Box<Loss>,
    pub(super) closing: Closing,
}

/// A trial match that the bot lost by the rules.
pub(super) struct Defeat {
    pub(super) pairing: Pairing,
    pub(super) reason: String,
    pub(super) plies: u32,
    /// The ply in which the lead changed for the last time, from 0.
    pub(super) turned: Option<u32>,
}

/// How much a trial match says about the bot; of matches of one kind the first, but of those that it did not lose the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Telling {
    /// It won or drew.
    Held,
    /// It lost by the rules.
    Lost,
    /// It lost by a fault.
    Failed,
}

impl Pairing {
    fn plan(self, settings: &MatchSettings) -> TrialPlan {
        TrialPlan {
            game: settings.game,
            rules: settings.rules.clone(),
            seat: self.seat,
            opponent: self.opponent,
            limits: settings.limits,
            seed: MatchSeed::from_number(self.seed),
        }
    }
}

impl Defeat {
    fn of(pairing: Pairing, record: &Record, settings: &MatchSettings) -> Defeat {
        let recording = Recording {
            game: settings.game,
            rules: &settings.rules,
            limits: &settings.limits,
            start: None,
            played: &record.played,
            closings: PerSeat::from_fn(|_| None),
        };
        // A match that was just played can be replayed; without its turn, a defeat is told all the same.
        let turned = replay::turning_point(&recording).ok().flatten();
        Defeat { pairing, reason: record.verdict.reason.to_string(), plies: record.plies, turned }
    }
}

/// The trial match that says most about a bot.
pub(super) struct TellingMatch {
    pub(super) telling: Telling,
    pub(super) pairing: Pairing,
    pub(super) record: Record,
}

impl TellingMatch {
    /// Whether it says more than the one before.
    fn says_more(&self, before: Option<&TellingMatch>) -> bool {
        before.is_none_or(|before| match self.telling {
            Telling::Held => before.telling == Telling::Held,
            telling => telling > before.telling,
        })
    }
}

impl Telling {
    fn of(record: &Record, seat: Seat) -> Telling {
        if record.losses[seat].is_some() {
            Telling::Failed
        } else if record.verdict.outcome.winner() == Some(seat.other()) {
            Telling::Lost
        } else {
            Telling::Held
        }
    }
}

impl Trials {
    /// Plays against every built-in player at both seats.
    pub(in crate::commands) fn play(
        sandbox: &Sandbox,
        bot: &Contestant,
        settings: &MatchSettings,
    ) -> Result<Trials, HostFailure> {
        let start = match &bot.source {
            Source::Module { bot: module, .. } => {
                StartCost::measure(sandbox, module, &bot.settings, settings)?
            }
            Source::Builtin(_) => StartCost::default(),
        };
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
        for seed in 0..ROUNDS {
            for opponent in Builtin::ALL {
                for seat in Seat::BOTH {
                    let pairing = Pairing { seed, opponent, seat };
                    let trial = runner::trial(sandbox, bot, &pairing.plan(settings))?;
                    trials.add(pairing, trial, settings, &mut times);
                }
            }
        }
        trials.spending = Spending::of(times);
        trials.memory.sort_unstable();
        Ok(trials)
    }

    /// Adds a match that was played.
    fn add(&mut self, pairing: Pairing, trial: Trial, settings: &MatchSettings, times: &mut Vec<Ticks>) {
        let (seat, record) = (pairing.seat, trial.record);
        let winner = record.verdict.outcome.winner();
        self.matches += 1;
        self.wins += u32::from(winner == Some(seat));
        self.memory.push(trial.memory_peak);
        let own = || record.played.iter().filter(|played| played.seat == seat);
        self.offers += own().filter(|played| played.offered).count();
        times.extend(own().map(|played| played.spent));
        let telling = Telling::of(&record, seat);
        if let Some(loss) = record.losses[seat].clone() {
            times.push(loss.spent);
            let closing = record.closings[seat].clone();
            self.faults.push(Failed { pairing, loss, closing });
        } else if telling == Telling::Lost {
            self.defeats.push(Defeat::of(pairing, &record, settings));
        }
        let played = TellingMatch { telling, pairing, record };
        if played.says_more(self.telling.as_ref()) {
            self.telling = Some(played);
        }
    }

    /// The size of memory that half of the matches did not exceed.
    pub(super) fn median_memory(&self) -> u64 {
        self.memory.get(self.memory.len().saturating_sub(1) / 2).copied().unwrap_or_default()
    }

    /// The largest size of memory in any match.
    pub(super) fn most_memory(&self) -> u64 {
        self.memory.last().copied().unwrap_or_default()
    }

    /// Whether the bot failed in every match.
    pub(super) fn all_failed(&self) -> bool {
        self.faults.len() == self.matches as usize
    }

    /// Whether it failed in every match as a bot does that was made for another game.
    pub(super) fn may_be_another(&self) -> bool {
        self.all_failed()
            && self.faults.iter().all(|failed| made_for::may_be_another(failed.loss.failure.fault))
    }

    /// The faults, those of one kind together, in the order in which they were seen first.
    pub(super) fn kinds(&self) -> Vec<Vec<&Failed>> {
        let mut kinds: Vec<Vec<&Failed>> = Vec::new();
        for failed in &self.faults {
            let fault = failed.loss.failure.fault;
            match kinds.iter_mut().find(|kind| kind[0].loss.failure.fault == fault) {
                Some(kind) => kind.push(failed),
                None => kinds.push(vec![failed]),
            }
        }
        kinds
    }
}
