//! Which game a bot was made for, found by trying.

use game::{Game, Rules, Seat};
use games::GAMES;
use referee::{Builtin, Fault, HostFailure, Limits, MatchSeed, Ticks};
use sandbox::Sandbox;

use crate::contestant::Contestant;
use crate::trial::{TrialPlan, trial};

/// A bot that was made for another game fails long before that.
const PLIES: u32 = 40;
const PER_GAME: Ticks = Ticks::from_millis(200);

/// Whether a bot that fails like this may have been made for another game: a slow bot is slow in every game.
pub fn may_be_another(fault: Fault) -> bool {
    !matches!(fault, Fault::Timeout | Fault::StartTimeout | Fault::Slow)
}

/// The games, but for one, that the bot plays for some plies at both seats without a fault.
///
/// # Errors
/// When the host failed.
pub fn other_games(
    sandbox: &Sandbox,
    bot: &Contestant,
    except: &dyn Game,
) -> Result<Vec<&'static dyn Game>, HostFailure> {
    let mut played = Vec::new();
    for &game in GAMES.iter().filter(|game| game.id() != except.id()) {
        if plays(sandbox, bot, game)? {
            played.push(game);
        }
    }
    Ok(played)
}

fn plays(sandbox: &Sandbox, bot: &Contestant, game: &'static dyn Game) -> Result<bool, HostFailure> {
    let limits = Limits { plies: PLIES, ..Limits::default() }.with_times(None, Some(PER_GAME));
    for seat in Seat::BOTH {
        let plan = TrialPlan {
            game,
            rules: Rules::defaults(game.options()),
            seat,
            opponent: Builtin::Random,
            limits,
            seed: MatchSeed::from_number(0),
        };
        if trial(sandbox, bot, &plan)?.failure.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}
