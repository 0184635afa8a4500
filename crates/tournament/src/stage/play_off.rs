//! Play-offs of entrants that are level across a cut.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::Stage;
use crate::schedule::PlayOffStart;
use crate::standings::{Level, RankedEntrants};
use crate::{EntrantId, MeetingRule, Pairing, PairingScore, Past, PlayedRound, Round, Side};

/// A play-off of the entrants that are level across the cut of a stage. All of them meet in each of its rounds, until
/// the places above the cut are decided, or the rounds are used up: then a lot decides.
///
/// A play-off decides places alone. Its games count neither for points and tie-breaks nor for grades.
///
/// A stage that was stopped early has no play-off: matches of its later rounds may still be out, under the keys that
/// those of a play-off would have. A lot decides there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayOff {
    /// Number of places above the cut.
    pub places: u32,
    /// Maximum number of rounds.
    pub rounds: u16,
}

impl PlayOff {
    /// Maximum number of level entrants that play on. Among more, a lot decides at once.
    pub const MOST_LEVEL: usize = 16;
}

/// Entrants that still have to play on.
type Open = Vec<EntrantId>;

impl Past {
    /// The past without the play-off, if there was one.
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
    /// The next round of the play-off; `None` if no entrants have to play on. Begins the play-off if necessary.
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

    /// The order of the table after the play-off.
    pub(super) fn order_after_play_off(&self, past: &Past) -> RankedEntrants {
        let mut order = self.order_before_play_off(past);
        if let Some(plan) = self.plan.play_off {
            settle(&mut order, past.play_off_rounds(), plan.places as usize, self.rule);
        }
        order
    }

    fn order_before_play_off(&self, past: &Past) -> RankedEntrants {
        let past = past.before_play_off();
        RankedEntrants::new(&*self.schedule, &past, &self.ranker_of(&past))
    }
}

/// Pairs every two of these entrants; twice with the seats swapped if one meeting would favour a seat.
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

/// Puts entrants that are level across the cut in the order of the play-off. Returns the entrants that have to play on.
fn settle(order: &mut RankedEntrants, played: &[PlayedRound], cut: usize, rule: MeetingRule) -> Vec<Open> {
    let places: BTreeMap<EntrantId, usize> = order.entrants.iter().copied().zip(0..).collect();
    let (across, mut rest): (Vec<Level>, Vec<Level>) =
        std::mem::take(&mut order.level).into_iter().partition(|level| is_across(level, &places, cut));
    let mut open = Vec::new();
    for level in merged(across) {
        // Places in the order of the table. With groups, level entrants are not necessarily neighbours.
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

/// Merges entrants that are level with one another, directly or through others.
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

/// The outcome of a play-off for some level entrants.
struct Settled {
    /// Entrants that are still level, together; best first.
    chunks: Vec<Vec<EntrantId>>,
    /// Entrants that are still level across the cut.
    undecided: Option<Open>,
}

/// Splits level entrants, of whom `above` come above the cut, round by round of the play-off.
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

/// The score of each of these entrants against the others in a round, in halves of a game; `None` if no two have met,
/// or games are missing.
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
