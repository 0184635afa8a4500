//! Finds the game that a bot was made for, by trying.

use std::sync::Arc;

use game::{Game, PerSeat, Rules, Seat};
use games::GAMES;
use job::{MatchSettings, SeatJob, TrialPairing};
use referee::{AccountKind, Builtin, Failure, Fault, HostFailure, Limits, MatchSeed, Ticks};
use sandbox::Sandbox;

use crate::setup::{Contestant, MatchSetup, Source};
use crate::workbench::Workbench;

/// A bot that was made for another game fails long before this ply.
const PLIES: u32 = 40;
const PER_GAME: Ticks = Ticks::from_millis(200);

/// Returns `true` if the failure suggests that the bot was made for another game. A slow bot is slow in every game, and
/// a script itself reports that it was made for another game.
pub fn may_be_another(failure: &Failure) -> bool {
    match failure.account() {
        Some(kind) => kind == AccountKind::AnotherGame,
        None => !matches!(failure.fault, Fault::Timeout | Fault::StartTimeout | Fault::Slow),
    }
}

/// Returns the games, except `except`, that the bot plays for some plies at both seats without a fault.
///
/// # Errors
/// Returns an error if the host failed.
pub fn other_games(
    sandbox: &Sandbox,
    bot: &Contestant,
    except: &dyn Game,
) -> Result<Vec<&'static dyn Game>, HostFailure> {
    let opponent = Contestant { source: Source::Builtin(OPPONENT), settings: Arc::from("") };
    games_where(except, |game, seat| {
        let setup = MatchSetup {
            settings: &MatchSettings::new(game, Rules::defaults(game.options()), limits()),
            start: None,
            seed: MatchSeed::from_number(SEED),
            seats: PerSeat::from_fn(|at| if at == seat { bot } else { &opponent }),
        };
        Ok(setup.play(sandbox, |_| true)?.is_none_or(|record| record.losses[seat].is_some()))
    })
}

/// Does the same as [`other_games`] at a workbench.
///
/// # Errors
/// Returns an error if the host failed.
pub fn other_games_at(
    bench: &dyn Workbench,
    bot: &Arc<SeatJob>,
    except: &dyn Game,
) -> Result<Vec<&'static dyn Game>, HostFailure> {
    games_where(except, |game, seat| {
        let settings = MatchSettings::new(game, Rules::defaults(game.options()), limits());
        let terms = Arc::new(settings.terms(&bench.validator().fingerprint(game)));
        let pairing = TrialPairing { seed: SEED, opponent: OPPONENT, seat };
        Ok(bench.play(&pairing.job(&terms, bot))?.losses[seat].is_some())
    })
}

const OPPONENT: Builtin = Builtin::Random;
const SEED: u64 = 0;

fn limits() -> Limits {
    Limits { plies: PLIES, ..Limits::default() }.with_times(None, Some(PER_GAME))
}

/// Returns the games, except `except`, in which the bot fails at neither seat.
fn games_where(
    except: &dyn Game,
    fails: impl Fn(&'static dyn Game, Seat) -> Result<bool, HostFailure>,
) -> Result<Vec<&'static dyn Game>, HostFailure> {
    let mut played = Vec::new();
    for &game in GAMES.iter().filter(|game| game.id() != except.id()) {
        if !fails(game, Seat::First)? && !fails(game, Seat::Second)? {
            played.push(game);
        }
    }
    Ok(played)
}
