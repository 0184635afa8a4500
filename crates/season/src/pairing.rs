//! The pairings of the next cycle.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rating::results::Player;
use tournament::{EntrantId, Glicko, StageSeed};

use crate::season_facts::{Bot, Season};
use crate::strength::{rating_of, strengths};

/// Number of past cycles in which meetings make another one less likely.
const RECENT: usize = 10;
/// The cost of one such meeting, in rating points of difference.
const MET: f64 = 40.0;
/// The information of a game between equals about their difference, in inverse squared rating points: `q² / 4`.
const INFORMATION: f64 = {
    let q = std::f64::consts::LN_10 / 400.0;
    q * q / 4.0
};

/// The size of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CyclePlan {
    /// Average number of pairings of each bot; at least one.
    pub pairings: u32,
    /// Maximum difference in the number of pairings between two bots in a cycle; at least one.
    pub cap: u32,
    /// Number of the strongest bots that meet one another, two by two, in every cycle.
    pub top: usize,
    /// Number of games per pairing, with seats swapped after each.
    pub games: u16,
}

impl Default for CyclePlan {
    fn default() -> Self {
        Self { pairings: 2, cap: 2, top: 8, games: 2 }
    }
}

/// Two versions that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The version with the first seat in the first game.
    pub first: Player,
    /// The other version.
    pub second: Player,
}

/// Returns the pairs of the next cycle, between the versions that are `present`: one per bot.
///
/// First the strongest meet one another. Then, pairing by pairing, the version with the least certain rating (including
/// the information of this cycle) meets the one with the least cost: the difference of ratings, plus 40 for each time
/// the two bots met in the last ten cycles, minus half the other's deviation. Every bot is paired, and none has more
/// than [`CyclePlan::cap`] pairings more than another. The first seat of a pairing goes to the bot that had it less
/// often. Ratings are those of [`Glicko`]; ties are broken by lot.
///
/// The pairs are the same for the same season, versions and lots, in any order of `present`. There are none if fewer
/// than two bots are present.
///
/// # Panics
/// If a version is not of the season.
pub fn next_cycle(season: &Season, present: &[Player], plan: &CyclePlan, lots: StageSeed) -> Vec<Pair> {
    let mut cycle = Pairing::new(season, present, plan, lots);
    if cycle.contenders.len() < 2 {
        return Vec::new();
    }
    cycle.pair_top(plan.top);
    let pairings = (cycle.contenders.len() * plan.pairings.max(1) as usize).div_ceil(2);
    for left in (1..=pairings - cycle.pairs.len()).rev() {
        cycle.pair_next(left);
    }
    cycle.pairs
}

/// A version that can be paired.
struct Contender {
    version: Player,
    bot: Bot,
    strength: Glicko,
    /// Number of its pairings in this cycle.
    paired: u32,
    /// The excess of its bot's games in the first seat over those in the second.
    lead: i64,
    lot: u128,
}

impl Contender {
    /// Returns the remaining deviation after this cycle's games so far, in hundredths of a rating point, so that equal
    /// deviations compare equal.
    fn deviation(&self, games: u16) -> i64 {
        let played = f64::from(self.paired) * f64::from(games);
        let precision = 1.0 / (self.strength.deviation * self.strength.deviation) + played * INFORMATION;
        hundredths(libm::sqrt(1.0 / precision))
    }
}

fn hundredths(points: f64) -> i64 {
    libm::round(points * 100.0) as i64
}

struct Pairing {
    /// By bot.
    contenders: Vec<Contender>,
    cap: u32,
    games: u16,
    /// Number of recent meetings of two bots, the lower one first.
    met: BTreeMap<(Bot, Bot), u32>,
    pairs: Vec<Pair>,
}

impl Pairing {
    fn new(season: &Season, present: &[Player], plan: &CyclePlan, lots: StageSeed) -> Pairing {
        let strengths = strengths(season);
        let mut leads = vec![0; season.bots().count()];
        for game in season.by_bot().matches() {
            leads[game.first.index()] += 1;
            leads[game.second.index()] -= 1;
        }
        let mut contenders: BTreeMap<Bot, Contender> = BTreeMap::new();
        for &version in present {
            let bot = season.versions()[version.index()];
            contenders.insert(
                bot,
                Contender {
                    version,
                    bot,
                    strength: rating_of(season, &strengths, version),
                    paired: 0,
                    lead: leads[bot.index()],
                    lot: lots.lot(EntrantId(bot.0)),
                },
            );
        }
        let mut met = BTreeMap::new();
        for (_, games) in season.cycles().rev().take(RECENT) {
            for game in games {
                let bots = [game.first, game.second].map(|version| season.versions()[version.index()]);
                *met.entry(unordered(bots[0], bots[1])).or_default() += 1;
            }
        }
        // Converts games into pairings.
        for times in met.values_mut() {
            *times = u32::div_ceil(*times, u32::from(plan.games.max(1)));
        }
        Pairing {
            contenders: contenders.into_values().collect(),
            cap: plan.cap.max(1),
            games: plan.games.max(1),
            met,
            pairs: Vec::new(),
        }
    }

    /// Returns the smallest number of pairings of a contender.
    fn least(&self) -> u32 {
        self.contenders.iter().map(|contender| contender.paired).min().unwrap_or(0)
    }

    /// Pairs the strongest with one another, from the top.
    fn pair_top(&mut self, top: usize) {
        let mut best: Vec<usize> = (0..self.contenders.len()).collect();
        best.sort_by_key(|&at| {
            let Contender { strength, lot, .. } = self.contenders[at];
            Reverse((strength.tenths(), lot))
        });
        best.truncate(top);
        while best.len() >= 2 {
            let one = best.remove(0);
            let Some(other) = self.opponent(one, &best) else { return };
            best.retain(|&at| at != other);
            self.add(one, other);
        }
    }

    /// Pairs the least certain version that may be paired with its best opponent. `left` pairings are left for those
    /// that have none.
    fn pair_next(&mut self, left: usize) {
        let uncertain = |at: &usize| {
            let contender = &self.contenders[*at];
            (contender.deviation(self.games), Reverse(contender.paired), contender.lot)
        };
        let everybody = 0..self.contenders.len();
        let unpaired: Vec<usize> = everybody.clone().filter(|&at| self.contenders[at].paired == 0).collect();
        let is_time = unpaired.len().div_ceil(2) >= left;
        let mut order = if is_time { unpaired.clone() } else { everybody.clone().collect() };
        order.sort_by_key(|at| Reverse(uncertain(at)));
        let opponents = if is_time && unpaired.len() > 1 { unpaired } else { everybody.collect() };
        let least = self.least();
        let behind = self.contenders.iter().filter(|contender| contender.paired == least).count();
        for one in order {
            let others = opponents.iter().copied().filter(|&other| other != one);
            let allowed: Vec<usize> =
                others.filter(|&other| self.allows(one, other, least, behind)).collect();
            if let Some(other) = self.opponent(one, &allowed) {
                self.add(one, other);
                return;
            }
        }
    }

    /// Returns `true` if no contender exceeds the cap after these two have met; `behind` contenders have the `least`
    /// pairings.
    ///
    /// This holds for any two that have the least. If only one has the least, it holds for that one with any other, so
    /// there is always a pair.
    fn allows(&self, one: usize, other: usize, least: u32, behind: usize) -> bool {
        let paired = [one, other].map(|at| self.contenders[at].paired);
        let is_caught_up = paired.iter().filter(|&&paired| paired == least).count() == behind;
        let least = least + u32::from(is_caught_up);
        paired.iter().all(|&paired| paired < least + self.cap)
    }

    /// Returns the best opponent among `others`.
    fn opponent(&self, one: usize, others: &[usize]) -> Option<usize> {
        let own = &self.contenders[one];
        let cost = |at: &usize| {
            let other = &self.contenders[*at];
            let met = self.met.get(&unordered(own.bot, other.bot)).copied().unwrap_or(0);
            let apart = (own.strength.rating - other.strength.rating).abs();
            let points = hundredths(apart + MET * f64::from(met));
            (points - other.deviation(self.games) / 2, other.lot)
        };
        others.iter().copied().min_by_key(cost)
    }

    fn add(&mut self, one: usize, other: usize) {
        let bots = unordered(self.contenders[one].bot, self.contenders[other].bot);
        *self.met.entry(bots).or_default() += 1;
        let [a, b] = [one, other].map(|at| (self.contenders[at].lead, self.contenders[at].lot));
        let (first, second) = if a <= b { (one, other) } else { (other, one) };
        self.pairs
            .push(Pair { first: self.contenders[first].version, second: self.contenders[second].version });
        let odd = i64::from(self.games % 2);
        for (at, step) in [(first, odd), (second, -odd)] {
            self.contenders[at].paired += 1;
            self.contenders[at].lead += step;
        }
    }
}

fn unordered(one: Bot, other: Bot) -> (Bot, Bot) {
    (one.min(other), one.max(other))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rating::results::{MatchResult, Score};
    use tournament::RunSeed;

    use super::*;
    use crate::Cycle;

    fn lots(seed: u64) -> StageSeed {
        StageSeed::new(RunSeed::from(seed), 0)
    }

    /// Plays cycles in which the bot of the lower number wins. Every second bot has a second version from cycle 2 on.
    fn played(bots: u32, cycles: u16, plan: &CyclePlan, seed: u64) -> (Season, Vec<Player>) {
        let versions: Vec<Bot> = (0..bots).chain((0..bots).step_by(2)).map(Bot).collect();
        let mut present: Vec<Player> = (0..bots).map(Player).collect();
        let mut done: Vec<Cycle> = Vec::new();
        for number in 0..cycles {
            if number == 2 {
                for at in 0..bots.div_ceil(2) {
                    present[2 * at as usize] = Player(bots + at);
                }
            }
            let season = Season::new(bots as usize, versions.clone(), done.clone()).unwrap();
            let pairs = next_cycle(&season, &present, plan, StageSeed::new(RunSeed::from(seed), number));
            let games = pairs.iter().flat_map(|pair| {
                (0..plan.games).map(|game| {
                    let (first, second) =
                        if game % 2 == 0 { (pair.first, pair.second) } else { (pair.second, pair.first) };
                    let wins = versions[first.index()] < versions[second.index()];
                    MatchResult::new(first, second, if wins { Score::Win } else { Score::Loss })
                })
            });
            done.push(Cycle { at: i64::from(number), games: games.collect() });
        }
        (Season::new(bots as usize, versions, done).unwrap(), present)
    }

    fn paired(pairs: &[Pair], version: Player) -> u32 {
        pairs.iter().filter(|pair| pair.first == version || pair.second == version).count() as u32
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn everybody_is_paired_and_nobody_much_more_often(
            bots in 2_u32..40, cycles in 0_u16..5, pairings in 1_u32..5, cap in 1_u32..4, top in 0_usize..12,
            games in 1_u16..4, seed: u64,
        ) {
            let plan = CyclePlan { pairings, cap, top, games };
            let (season, present) = played(bots, cycles, &plan, seed);
            let pairs = next_cycle(&season, &present, &plan, lots(seed));
            let counts: Vec<u32> = present.iter().map(|version| paired(&pairs, *version)).collect();
            let (least, most) = (*counts.iter().min().unwrap(), *counts.iter().max().unwrap());
            prop_assert!(least >= 1 && most - least <= cap, "{:?}", counts);
            prop_assert_eq!(counts.iter().sum::<u32>() as usize, 2 * pairs.len(), "only those present are paired");
            prop_assert!(pairs.iter().all(|pair| pair.first != pair.second));
            let wanted = (bots * pairings).div_ceil(2) as usize;
            prop_assert_eq!(pairs.len(), wanted);
            let mut turned = present.clone();
            turned.reverse();
            prop_assert_eq!(next_cycle(&season, &turned, &plan, lots(seed)), pairs);
        }

        #[test]
        fn both_seats_are_had_equally_often(bots in 2_u32..20, cycles in 1_u16..12, seed: u64) {
            let plan = CyclePlan { games: 1, ..CyclePlan::default() };
            let (season, _) = played(bots, cycles, &plan, seed);
            let mut leads = vec![0_i32; bots as usize];
            for game in season.by_bot().matches() {
                leads[game.first.index()] += 1;
                leads[game.second.index()] -= 1;
            }
            // Two bots that are each one ahead may meet repeatedly in one cycle.
            prop_assert!(leads.iter().all(|lead| lead.unsigned_abs() <= 2 + plan.cap), "{:?}", leads);
        }
    }

    #[test]
    fn the_strongest_meet_one_another_in_every_cycle() {
        let plan = CyclePlan { pairings: 1, cap: 1, top: 4, games: 2 };
        let (season, present) = played(20, 12, &plan, 7);
        let pairs = next_cycle(&season, &present, &plan, lots(3));
        let strengths = strengths(&season);
        let mut best = present.clone();
        best.sort_by_key(|version| Reverse(rating_of(&season, &strengths, *version).tenths()));
        best.truncate(4);
        let of_top = pairs.iter().filter(|pair| best.contains(&pair.first) && best.contains(&pair.second));
        assert_eq!(of_top.count(), 2, "{pairs:?}");
    }

    #[test]
    fn a_new_version_is_paired_most() {
        let plan = CyclePlan::default();
        let (season, mut present) = played(20, 30, &plan, 7);
        let old = next_cycle(&season, &present, &plan, lots(3));
        // Bot 11 had one version, and now has a second one.
        let versions = [season.versions(), &[Bot(11)]].concat();
        let cycles = season.cycles().map(|(at, games)| Cycle { at, games: games.to_vec() }).collect();
        let season = Season::new(20, versions, cycles).unwrap();
        present[11] = Player(season.versions().len() as u32 - 1);
        let new = next_cycle(&season, &present, &plan, lots(3));
        let most = present.iter().map(|version| paired(&new, *version)).max().unwrap();
        assert_eq!(paired(&new, present[11]), most);
        assert!(paired(&new, present[11]) > paired(&old, Player(11)), "{old:?} {new:?}");
    }

    #[test]
    fn nobody_is_paired_alone() {
        let (season, present) = played(3, 1, &CyclePlan::default(), 1);
        assert_eq!(next_cycle(&season, &present[..1], &CyclePlan::default(), lots(1)), []);
        assert_eq!(next_cycle(&season, &[], &CyclePlan::default(), lots(1)), []);
    }
}
