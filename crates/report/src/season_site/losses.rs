//! The most informative losses: to opponents that were rated below, or by a fault.

use rating::results::{MatchResult, Player, Score};
use referee::Fault;
use season::Bot;

use super::{SeasonMatch, SeasonSite};
use game::Seat;

/// A lost game.
pub(super) struct Loss<'a> {
    /// The cycle, from 1.
    pub(super) cycle: usize,
    /// The version that lost.
    pub(super) own: Player,
    pub(super) opponent: Player,
    /// The bot's seat.
    pub(super) seat: Seat,
    /// The rating difference to the opponent in Elo; negative if the opponent is rated below.
    pub(super) above: f64,
    pub(super) played: &'a SeasonMatch,
}

impl Loss<'_> {
    /// Returns the fault that lost the game; `None` if it was lost otherwise.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.played.reason.faults()[self.seat]
    }
}

/// Returns the games that each bot lost, by bot and without copies. The worst is first: the one against the opponent
/// rated farthest below. Among equals, the later game is first.
pub(super) fn losses<'a>(site: &SeasonSite<'a>) -> Vec<Vec<Loss<'a>>> {
    let mut by_bot: Vec<Vec<Loss<'a>>> = site.season.bots().map(|_| Vec::new()).collect();
    for ((number, (_, games)), cycle) in (1..).zip(site.season.cycles()).zip(&site.cycles) {
        for (game, played) in games.iter().zip(cycle.matches) {
            if let Some(loss) = loss(site, number, game, played) {
                by_bot[bot(site, loss.own).index()].push(loss);
            }
        }
    }
    for lost in &mut by_bot {
        lost.sort_by(|one, other| {
            let later = (other.cycle, other.played.key).cmp(&(one.cycle, one.played.key));
            one.above.total_cmp(&other.above).then(later)
        });
    }
    by_bot
}

fn bot(site: &SeasonSite<'_>, version: Player) -> Bot {
    site.season.versions()[version.index()]
}

fn loss<'a>(
    site: &SeasonSite<'a>,
    cycle: usize,
    game: &MatchResult,
    played: &'a SeasonMatch,
) -> Option<Loss<'a>> {
    let (own, opponent, seat) = match game.score {
        Score::Loss => (game.first, game.second, Seat::First),
        Score::Win => (game.second, game.first, Seat::Second),
        Score::Draw => return None,
    };
    let rating = |version: Player| site.fit.versions[version.index()].value;
    let above = rating(opponent) - rating(own);
    (game.rated && !game.copy).then_some(Loss { cycle, own, opponent, seat, above, played })
}
