//! Unusual events: a bounded list of notable matches, each by a rule that the crate's README states.

use std::cmp::Reverse;

use game::Seat;
use results::{LongestMove, OF_A_KIND, RunResults, SeenMatch, UnusualEvents};
use tournament::rulings::{RulingAction, Since};
use tournament::{EntrantId, GameRecord, MatchKey};

use crate::formatting::{counted, duration};
use crate::model::{EntrantIndex, MoveTimes, Rating, Stage, Unusual, UnusualMatch};

/// Minimum rating difference, in Elo, for which a win against the higher rated side is an upset.
const UPSET: f64 = 200.0;
/// Minimum ratio of a move's time to the ninth decile of the entrant's moves for which it is a time spike.
const SPIKE: u64 = 10;
/// Minimum number of moves for a meaningful ninth decile.
const MOVES: u64 = 20;

/// The sources of the list.
pub(crate) struct Sources<'a> {
    pub(crate) results: &'a RunResults,
    pub(crate) ratings: &'a [Option<Rating>],
    pub(crate) times: &'a [MoveTimes],
    pub(crate) stages: &'a [Stage],
}

/// Returns the list: upsets, faults, limits, offers, time, length, rulings, lots.
pub(crate) fn unusual(sources: &Sources<'_>) -> Vec<Unusual> {
    let watch = &sources.results.watch;
    let mut list = sources.upsets();
    list.extend(sources.faults(watch));
    list.extend(watch.limits.map(|(seen, count)| {
        sources.first_of(("Limit of plies", "the game was not over when the match's plies were"), seen, count)
    }));
    for &(offers, seen) in &watch.offers {
        let detail = format!(
            "{} were offers, played when the move's time ran out",
            counted(offers.into(), "move", "moves")
        );
        list.push(sources.of_match("Offers", detail, seen));
    }
    list.extend(sources.spikes(watch));
    if let (Some(shortest), Some(longest)) = (watch.shortest, watch.longest)
        && shortest.plies < longest.plies
    {
        for (kind, seen) in [("Shortest match", shortest), ("Longest match", longest)] {
            list.push(sources.of_match(kind, counted(seen.plies.into(), "ply", "plies"), seen));
        }
    }
    list.extend(sources.ruled());
    list.extend(sources.lots());
    list
}

impl Sources<'_> {
    fn of_match(&self, kind: &'static str, detail: String, seen: SeenMatch) -> Unusual {
        let played = UnusualMatch {
            key: seen.key.to_string(),
            place: self.place(seen.key),
            seats: seen.entrants.0.map(EntrantId::index),
            winner: seen.winner.map(Seat::index),
        };
        Unusual { kind, entrant: None, detail, played: Some(played) }
    }

    fn place(&self, key: MatchKey) -> String {
        if self.results.test.is_some() {
            let pair = u64::from(key.round()) * u64::from(MatchKey::PAIRINGS) + u64::from(key.pairing());
            return format!("pair {}", pair + 1);
        }
        match self.results.plan.stages.get(usize::from(key.stage())) {
            Some(spec) => format!("{}, round {}", spec.name, key.round() + 1),
            None => format!("round {}", key.round() + 1),
        }
    }

    /// Returns an entry for the first of several matches.
    fn first_of(&self, (kind, detail): (&'static str, &str), seen: SeenMatch, count: u64) -> Unusual {
        let detail = match count {
            0 | 1 => detail.to_owned(),
            more => format!("{detail}; the first of {}", crate::formatting::count(more)),
        };
        self.of_match(kind, detail, seen)
    }

    /// Returns the wins, except those by a fault, with the greatest rating difference.
    fn upsets(&self) -> Vec<Unusual> {
        let elo = |entrant: EntrantId| {
            let rating = self.ratings.get(entrant.index())?.as_ref()?;
            rating.open.is_none().then_some(rating.elo)
        };
        let mut greatest: Vec<(f64, GameRecord)> = Vec::new();
        for game in self.results.stages.iter().flat_map(|stage| stage.past().counted_games()) {
            let Some(winner) = game.result.outcome.winner().filter(|_| game.result.forfeits.is_empty())
            else {
                continue;
            };
            let (Some(won), Some(lost)) = (elo(game.seats[winner]), elo(game.seats[winner.other()])) else {
                continue;
            };
            let above = lost - won;
            let is_greater =
                greatest.len() < OF_A_KIND || greatest.last().is_some_and(|(least, _)| above > *least);
            if above >= UPSET && is_greater {
                greatest.push((above, game));
                greatest.sort_by(|(one, a), (other, b)| other.total_cmp(one).then(a.key.cmp(&b.key)));
                greatest.truncate(OF_A_KIND);
            }
        }
        let entry = |(above, game): (f64, GameRecord)| {
            let winner = game.result.outcome.winner();
            let seen = SeenMatch { key: game.key, entrants: game.seats, winner, plies: 0 };
            let entrant = winner.map(|seat| game.seats[seat].index());
            let detail = format!("won against an opponent rated {above:.0} above");
            Unusual { entrant, ..self.of_match("Upset", detail, seen) }
        };
        greatest.into_iter().map(entry).collect()
    }

    fn faults(&self, watch: &UnusualEvents) -> impl Iterator<Item = Unusual> {
        let double = watch
            .double_faults
            .map(|(seen, count)| self.first_of(("Double fault", "both bots failed in one ply"), seen, count));
        let mut kinds: Vec<_> = watch.faults.iter().collect();
        // The rarest faults are the most informative.
        kinds.sort_by_key(|(kind, (_, count))| (*count, *kind));
        let first = kinds
            .into_iter()
            .take(OF_A_KIND)
            .map(|((_, name), &(seen, count))| self.first_of(("Fault", name), seen, count));
        double.into_iter().chain(first).collect::<Vec<_>>().into_iter()
    }

    /// Returns the entrants whose longest move took far longer than their others.
    fn spikes(&self, watch: &UnusualEvents) -> Vec<Unusual> {
        let mut spikes: Vec<(u64, EntrantIndex, LongestMove)> = Vec::new();
        for times in self.times.iter().filter(|times| times.moves >= MOVES) {
            let Some(longest) = watch.longest_move(times.entrant) else { continue };
            let ratio = longest.spent.0 / times.nine_tenths.0.max(1);
            if ratio >= SPIKE {
                spikes.push((ratio, times.entrant, longest));
            }
        }
        spikes.sort_by_key(|&(ratio, entrant, _)| (Reverse(ratio), entrant));
        let entry = |(ratio, entrant, longest): (u64, EntrantIndex, LongestMove)| {
            let detail = format!(
                "{} for ply {}, {} times as long as nine in ten of its moves",
                duration(longest.spent),
                game::ply_number(longest.ply),
                crate::formatting::count(ratio),
            );
            Unusual { entrant: Some(entrant), ..self.of_match("Time spike", detail, longest.seen) }
        };
        spikes.into_iter().take(OF_A_KIND).map(entry).collect()
    }

    /// Returns the matches that a ruling annulled or ordered to be replayed.
    fn ruled(&self) -> Vec<Unusual> {
        let ruled = self.results.rulings.standing(Since::END).filter_map(|(_, ruling)| match ruling.order {
            RulingAction::Annul { game } => Some((game, "Annulled", "does not count, by a ruling")),
            RulingAction::Replay { game } => Some((game, "Played again", "a ruling had it played again")),
            _ => None,
        });
        let entry = |(key, kind, detail): (MatchKey, &'static str, &str)| {
            let stage = self.results.stages.get(usize::from(key.stage()))?;
            let game = stage.games().iter().find(|game| game.key == key)?;
            let winner = game.result.outcome.winner();
            let seen = SeenMatch { key, entrants: game.seats, winner, plies: 0 };
            Some(self.of_match(kind, detail.to_owned(), seen))
        };
        ruled.filter_map(entry).take(OF_A_KIND).collect()
    }

    /// Returns the places that only a lot decided, the best first.
    fn lots(&self) -> Vec<Unusual> {
        let lots = self.stages.iter().flat_map(|stage| {
            let by_lot = stage.standings.iter().filter(|row| row.by_lot);
            by_lot.filter_map(move |row| Some((stage, row.entrant, row.place?)))
        });
        let entry = |(stage, entrant, place): (&Stage, EntrantIndex, u32)| Unusual {
            kind: "Lot",
            entrant: Some(entrant),
            detail: format!("place {place} of {} by lot, level with others", stage.name),
            played: None,
        };
        lots.take(OF_A_KIND).map(entry).collect()
    }
}
