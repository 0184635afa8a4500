//! Who is level across a cut plays on.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::Stage;
use crate::schedule::PlayOffStart;
use crate::standings::{Level, Order};
use crate::{EntrantId, MeetingRule, Pairing, PairingScore, Past, PlayedRound, Round, Side};

/// Entrants who are level across the cut of a stage meet again, all of them in each round of the play-off, until it is
/// decided who is above the cut, or the rounds are used up: then a lot decides.
///
/// A play-off decides places alone. Its games count neither for points and tie-breaks nor for grades.
///
/// A stage that was stopped early has none: its matches of later rounds may be out still, under the keys that those of a
/// play-off would have. There a lot decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayOff {
    /// How many places are above the cut.
    pub places: u32,
    /// Rounds at most.
    pub rounds: u16,
}

impl PlayOff {
    /// How many may be level and still play on; of more a lot decides at once.
    pub const MOST_LEVEL: usize = 16;
}

/// Those who still have to play on.
type Open = Vec<EntrantId>;

impl Past {
    /// What was played before the play-off, if there was one.
    pub fn before_play_off(&self) -> Cow<'_, Past> {
        let Some(play_off) = self.play_off else { return Cow::Borrowed(self) };
        let mut past = self.clone();
        past.play_off = None;
        past.rounds.truncate(play_off.rounds as usize);
        past.log.truncate(play_off.games);
        for game in self.games().from(play_off.games).filter(|game| game.key.round() < play_off.rounds) {
            past.log.push(game.key, &game.result);
        }
        Cow::Owned(past)
    }

    /// The number of the first round of the play-off, from 0, if there is one.
    pub fn play_off_begins(&self) -> Option<u32> {
        self.play_off.map(|play_off| play_off.rounds)
    }

    fn play_off_rounds(&self) -> &[PlayedRound] {
        self.play_off.map_or(&[], |play_off| &self.rounds[play_off.rounds as usize..])
    }
}

impl Stage {
    /// Begins the play-off, or goes on with it: the next round, if somebody is level across the cut.
    pub(super) fn next_play_off_round(&mut self) -> Option<Round> {
        let plan = self.plan.play_off.filter(|_| self.stopped.is_none())?;
        let played = self.past.play_off_rounds().len();
        if played >= usize::from(plan.rounds) {
            return None;
        }
        let mut order = self.order_before_play_off(&self.past);
        let open = settle(&mut order, self.past.play_off_rounds(), plan.places as usize, self.rule);
        let present = |entrant: &EntrantId| !self.past.is_out(*entrant, self.past.rounds.len() as u32);
        let mut round = Round::default();
        for level in open {
            let level: Vec<EntrantId> = level.into_iter().filter(present).collect();
            round.pairings.extend(everybody_meets(&level, self.rule, self.past.rounds.len() as u32));
        }
        if round.pairings.is_empty() {
            return None;
        }
        let before = PlayOffStart { rounds: self.past.rounds.len() as u32, games: self.past.log.len() };
        self.past.play_off.get_or_insert(before);
        Some(round)
    }

    /// The order of the table as the play-off has it.
    pub(super) fn order_after_play_off(&self, past: &Past) -> Order {
        let mut order = self.order_before_play_off(past);
        if let Some(plan) = self.plan.play_off {
            settle(&mut order, past.play_off_rounds(), plan.places as usize, self.rule);
        }
        order
    }

    fn order_before_play_off(&self, past: &Past) -> Order {
        let past = past.before_play_off();
        Order::new(&*self.schedule, &past, &self.ranker_of(&past))
    }
}

/// Every two of these meet; twice with the seats swapped where one meeting would favour a seat.
fn everybody_meets(level: &[EntrantId], rule: MeetingRule, turn: u32) -> Vec<Pairing> {
    let mut pairings = Vec::new();
    for (at, &one) in level.iter().enumerate() {
        for &other in &level[at + 1..] {
            pairings.push(Pairing { first: one, second: other, turn });
            if rule.games() % 2 == 1 {
                pairings.push(Pairing { first: other, second: one, turn });
            }
        }
    }
    pairings
}

/// Puts those who are level across the cut in the order of the play-off, and returns those who have to play on.
fn settle(order: &mut Order, played: &[PlayedRound], cut: usize, rule: MeetingRule) -> Vec<Open> {
    let places: BTreeMap<EntrantId, usize> = order.entrants.iter().copied().zip(0..).collect();
    let (across, mut rest): (Vec<Level>, Vec<Level>) =
        std::mem::take(&mut order.level).into_iter().partition(|level| is_across(level, &places, cut));
    let mut open = Vec::new();
    for level in merged(across) {
        // Places in the order of the table: who is level need not stand together where there are groups.
        let mut slots: Vec<usize> =
            level.of.iter().filter_map(|entrant| places.get(entrant).copied()).collect();
        slots.sort_unstable();
        let members: Vec<EntrantId> = slots.iter().map(|&slot| order.entrants[slot]).collect();
        let above = slots.iter().filter(|&&slot| slot < cut).count();
        if members.len() > PlayOff::MOST_LEVEL {
            rest.push(level);
            continue;
        }
        let Settled { chunks, undecided } = settled(members, above, played, rule);
        if let Some(level) = undecided {
            open.push(level);
        }
        let (mut at, count) = (0, chunks.len());
        for chunk in chunks {
            if chunk.len() > 1 {
                rest.push(Level { of: chunk.iter().copied().collect(), by: level.by });
            } else if count > 1 {
                order.by_play_off.extend(&chunk);
            }
            for entrant in chunk {
                order.entrants[slots[at]] = entrant;
                at += 1;
            }
        }
    }
    order.level = rest;
    open
}

fn is_across(level: &Level, places: &BTreeMap<EntrantId, usize>, cut: usize) -> bool {
    let above =
        level.of.iter().filter(|entrant| places.get(entrant).is_some_and(|place| *place < cut)).count();
    above > 0 && above < level.of.len()
}

/// Those who are level with one another, directly or through others.
fn merged(levels: Vec<Level>) -> Vec<Level> {
    let mut merged: Vec<Level> = Vec::new();
    for mut level in levels {
        let touches = |other: &mut Level| !other.of.is_disjoint(&level.of);
        let touching: Vec<Level> = merged.extract_if(.., touches).collect();
        for other in touching {
            level.of.extend(other.of);
        }
        merged.push(level);
    }
    merged
}

/// What a play-off says of some who were level.
struct Settled {
    /// Those who are level still, together; the best first.
    chunks: Vec<Vec<EntrantId>>,
    /// Those who are level across the cut still.
    undecided: Option<Open>,
}

/// Splits those who are level, of whom `above` come above the cut, by one round of the play-off after the other.
fn settled(members: Vec<EntrantId>, above: usize, played: &[PlayedRound], rule: MeetingRule) -> Settled {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let (mut level, mut above) = (members, above);
    for round in played {
        let Some(scores) = scores(&level, round, rule) else { break };
        level.sort_by_key(|entrant| Reverse(scores[entrant]));
        let chunks: Vec<Vec<EntrantId>> =
            level.chunk_by(|one, other| scores[one] == scores[other]).map(<[_]>::to_vec).collect();
        let mut first = 0;
        let mut across = None;
        let mut behind = Vec::new();
        for chunk in chunks {
            let end = first + chunk.len();
            if first < above && above < end {
                across = Some((chunk, above - first));
            } else if across.is_none() && end <= above {
                before.push(chunk);
            } else {
                behind.push(chunk);
            }
            first = end;
        }
        after.splice(0..0, behind);
        let Some((chunk, still)) = across else {
            before.append(&mut after);
            return Settled { chunks: before, undecided: None };
        };
        (level, above) = (chunk, still);
    }
    before.push(level.clone());
    before.append(&mut after);
    Settled { chunks: before, undecided: Some(level) }
}

/// What each of these has scored against the others in a round, in halves of a game; `None` if nobody has met, or
/// not all of it was played.
fn scores(level: &[EntrantId], played: &PlayedRound, rule: MeetingRule) -> Option<BTreeMap<EntrantId, u32>> {
    let of: BTreeSet<EntrantId> = level.iter().copied().collect();
    let mut scores: BTreeMap<EntrantId, u32> = of.iter().map(|&entrant| (entrant, 0)).collect();
    let mut met = BTreeSet::new();
    for (pairing, score) in played.round.pairings.iter().zip(&played.scores) {
        if !(of.contains(&pairing.first) && of.contains(&pairing.second)) {
            continue;
        }
        if !score.over {
            return None;
        }
        met.insert(pairing.first);
        met.insert(pairing.second);
        for side in Side::BOTH {
            *scores.entry(pairing.entrant(side)).or_default() += halves(score, side, rule);
        }
    }
    (!met.is_empty()).then_some(scores)
}

fn halves(score: &PairingScore, side: Side, rule: MeetingRule) -> u32 {
    match score.walkover {
        Some(walkover) if walkover == side => 2 * u32::from(rule.games()),
        Some(_) => 0,
        None => score.halves(side),
    }
}
