//! Trial matches of one game, and what they showed.

use game::{Game, Rules, Seat};
use referee::{Builtin, Closing, HostFailure, Limits, Loss, MatchSeed, Record};
use runner::{Contestant, MatchSettings, Spending, Trial, TrialPlan};
use sandbox::Sandbox;

use crate::commands::made_for;

/// Trial matches against each built-in player at each seat.
const ROUNDS: u64 = 2;

/// A game with defaults for everything else.
pub(super) fn default_settings(game: &'static dyn Game) -> MatchSettings {
    MatchSettings::new(game, Rules::defaults(game.options()), Limits::default())
}

/// What the trial matches of one game showed.
pub(super) struct Trials {
    pub(super) game: &'static dyn Game,
    pub(super) matches: u32,
    pub(super) wins: u32,
    /// Moves that were an offer, played because the move's time ran out.
    pub(super) offers: usize,
    pub(super) spending: Spending,
    pub(super) memory: u64,
    pub(super) faults: Vec<Failed>,
    /// The match that says most about the bot.
    pub(super) telling: Option<TellingMatch>,
    /// Other games that it plays, where it failed in every match of this one.
    pub(super) made_for: Vec<&'static dyn Game>,
}

/// A trial match that the bot lost by a fault.
pub(super) struct Failed {
    pub(super) seed: u64,
    pub(super) opponent: Builtin,
    pub(super) seat: Seat,
    pub(super) loss: Box<Loss>,
    pub(super) closing: Closing,
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

/// The trial match that says most about a bot.
pub(super) struct TellingMatch {
    pub(super) telling: Telling,
    pub(super) seed: u64,
    pub(super) opponent: Builtin,
    pub(super) seat: Seat,
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
    pub(super) fn play(
        sandbox: &Sandbox,
        bot: &Contestant,
        settings: &MatchSettings,
    ) -> Result<Trials, HostFailure> {
        let mut trials = Trials {
            game: settings.game,
            matches: 0,
            wins: 0,
            offers: 0,
            spending: Spending::default(),
            memory: 0,
            faults: Vec::new(),
            telling: None,
            made_for: Vec::new(),
        };
        let mut times = Vec::new();
        for seed in 0..ROUNDS {
            for opponent in Builtin::ALL {
                for seat in Seat::BOTH {
                    let plan = TrialPlan {
                        game: settings.game,
                        rules: settings.rules.clone(),
                        seat,
                        opponent,
                        limits: settings.limits,
                        seed: MatchSeed::from_number(seed),
                    };
                    let Trial { record, memory_peak, .. } = runner::trial(sandbox, bot, &plan)?;
                    trials.matches += 1;
                    trials.wins += u32::from(record.verdict.outcome.winner() == Some(seat));
                    trials.memory = trials.memory.max(memory_peak);
                    let own = || record.played.iter().filter(|played| played.seat == seat);
                    trials.offers += own().filter(|played| played.offered).count();
                    times.extend(own().map(|played| played.spent));
                    if let Some(loss) = record.losses[seat].clone() {
                        times.push(loss.spent);
                        let closing = record.closings[seat].clone();
                        trials.faults.push(Failed { seed, opponent, seat, loss, closing });
                    }
                    let telling = Telling::of(&record, seat);
                    let played = TellingMatch { telling, seed, opponent, seat, record };
                    if played.says_more(trials.telling.as_ref()) {
                        trials.telling = Some(played);
                    }
                }
            }
        }
        trials.spending = Spending::of(times);
        Ok(trials)
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
