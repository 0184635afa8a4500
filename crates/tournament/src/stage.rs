//! One stage being played: which matches to play next, and what they come to.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use game::PerSeat;
use thiserror::Error;

use crate::early_stop::{Bounds, is_decided};
use crate::faults::FaultWatch;
use crate::meeting::{Meeting, Refusal};
use crate::openings::opening;
use crate::plan::check_limits;
use crate::rulings::{InForce, Order, RulingError, Since};
use crate::score::{refresh_scores, score};
use crate::standings::RankingRules;
use crate::tallies::{Counting, Tallies};
use crate::{
    Carry, Criterion, EntrantId, Field, FormatError, GameRecord, GameResult, MatchKey, MeetingRule, Pairing,
    Past, PlayedRound, Ranker, Ruling, Rulings, RunSeed, Schedule, Score, Side, StagePlan, StageSeed,
    Standings, match_seed,
};

/// A match that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Which match it is.
    pub key: MatchKey,
    /// Who sits where.
    pub seats: PerSeat<EntrantId>,
    /// The start position, by its index in the stage's list; `None` where the stage has none.
    pub opening: Option<u32>,
    /// The seed of everything random in the match.
    pub seed: [u8; 32],
}

/// What became of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Recorded {
    /// It is part of the stage.
    Kept,
    /// The stage was decided before this match; it is not part of the stage and must not be recorded.
    Dropped,
}

impl Recorded {
    /// Whether it is part of the stage.
    pub const fn is_kept(self) -> bool {
        matches!(self, Recorded::Kept)
    }
}

/// A result that is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ResultError {
    /// The match was never asked for.
    #[error("match {0} was not asked for")]
    Unasked(MatchKey),
    /// The match has a result.
    #[error("match {0} has a result")]
    Repeated(MatchKey),
}

/// One stage being played.
///
/// [`Stage::next_fixture`] gives matches as long as there are any that can be played now;
/// [`Stage::record`] takes their results, in any order. The set of matches and everything that is told about
/// them depend on the results alone, never on the order of asking or of arrival.
#[derive(Debug)]
pub struct Stage {
    plan: StagePlan,
    field: Field,
    run: RunSeed,
    seed: StageSeed,
    rule: MeetingRule,
    schedule: Box<dyn Schedule>,
    opening_sequence: Vec<u32>,
    rulings: Rulings,
    faults: FaultWatch,
    past: Past,
    /// Pairings that are not on record, by round and pairing.
    open: BTreeMap<(u32, u32), Meeting>,
    /// Asked for and not handed out.
    ready: VecDeque<MatchKey>,
    /// Whether all rounds have been paired.
    exhausted: bool,
    /// Rounds of which every pairing is on record.
    complete: u32,
    /// Followed where the stage may stop early.
    lead: Tallies,
    /// Whether the places were decided before the end.
    stopped: bool,
}

impl Stage {
    /// A stage of these entrants.
    ///
    /// # Errors
    /// When there are too few entrants, or the parameters do not fit their number.
    pub fn new(plan: StagePlan, field: Field, run: RunSeed) -> Result<Stage, FormatError> {
        Stage::with_rulings(plan, field, run, Rulings::default())
    }

    /// A stage with the rulings made so far, as when a run is resumed.
    ///
    /// # Errors
    /// As [`Stage::new`].
    pub fn with_rulings(
        mut plan: StagePlan,
        field: Field,
        run: RunSeed,
        rulings: Rulings,
    ) -> Result<Stage, FormatError> {
        if plan.rank.is_empty() {
            plan.rank.push(Criterion::Points);
        }
        let seed = StageSeed::new(run, plan.number);
        let schedule = plan.format.schedule(&field, &plan.scoring, seed)?;
        check_limits(&plan, &*schedule)?;
        let begin = Since { stage: plan.number, round: 0 };
        let end = Since { stage: plan.number, round: u32::MAX };
        // The pairings of a fixed format do not wait for rulings, and what counts in it is looked at in the end.
        let faults = FaultWatch::new(plan.withdraw_after_faults, field.faults.clone());
        let force = rulings.in_force(if schedule.is_fixed() && !faults.is_on() { end } else { begin });
        let past = Past { stage: plan.number, force, ..Past::default() };
        Ok(Stage {
            lead: Tallies::new(&field, 0),
            rule: schedule.rule(),
            opening_sequence: plan.openings.sequence(seed),
            plan,
            field,
            run,
            seed,
            schedule,
            rulings,
            faults,
            past,
            open: BTreeMap::new(),
            ready: VecDeque::new(),
            exhausted: false,
            complete: 0,
            stopped: false,
        })
    }

    /// The plan.
    pub fn plan(&self) -> &StagePlan {
        &self.plan
    }

    /// Who takes part.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Whether rounds do not depend on results: not on who won, and not on who failed.
    pub fn is_fixed(&self) -> bool {
        self.schedule.is_fixed() && !self.faults.is_on()
    }

    /// Who was taken out because of too many faults, with the first round they are not in.
    pub fn withdrawn_for_faults(&self) -> impl Iterator<Item = (EntrantId, Since)> + '_ {
        self.faults.left()
    }

    /// Rounds at most.
    pub fn most_rounds(&self) -> u32 {
        self.schedule.most_rounds()
    }

    /// Matches at most; exact for a fixed format with a fixed number of games and without rulings.
    pub fn most_matches(&self) -> u64 {
        self.schedule.most_pairings() * u64::from(self.rule.most_games())
    }

    /// The next match to play, or `None` when all that can be played now has been handed out. Each is handed
    /// out once; more may follow when results have come in. The whole of a fixed format can be handed out
    /// before the first result.
    pub fn next_fixture(&mut self) -> Option<Fixture> {
        if self.stopped {
            return None;
        }
        while self.ready.is_empty() && self.open_round() {}
        self.ready.pop_front().map(|key| self.fixture(key))
    }

    /// The match of a key that was asked for or is on record, as it was asked for.
    pub fn fixture_of(&self, key: MatchKey) -> Option<Fixture> {
        let round = self.past.rounds.get(key.round() as usize).filter(|_| key.stage() == self.plan.number)?;
        round.round.pairings.get(key.pairing() as usize).map(|_| self.fixture(key))
    }

    /// The match of a key that was asked for or is on record.
    fn fixture(&self, key: MatchKey) -> Fixture {
        let pairing = self.past.rounds[key.round() as usize].round.pairings[key.pairing() as usize];
        Fixture {
            key,
            seats: pairing.seating(key.number()),
            opening: opening(&self.opening_sequence, &pairing, self.rule.games(), key.number()),
            seed: match_seed(self.run, key),
        }
    }

    /// Takes the result of a match that was handed out.
    ///
    /// # Errors
    /// When the match was not asked for or has a result; nothing has changed then.
    pub fn record(&mut self, key: MatchKey, result: GameResult) -> Result<Recorded, ResultError> {
        if self.stopped {
            return Ok(Recorded::Dropped);
        }
        let of = (key.round(), key.pairing());
        let meeting = self.open.get_mut(&of).filter(|_| key.stage() == self.plan.number);
        let Some(meeting) = meeting else { return Err(self.refuse(key)) };
        meeting.take(key.number(), key.attempt(), result).map_err(|refusal| match refusal {
            Refusal::Unasked => ResultError::Unasked(key),
            Refusal::Repeated => ResultError::Repeated(key),
        })?;
        let more = meeting.release();
        self.ready.extend(more.into_iter().map(|(number, attempt)| key.with_game(number, attempt)));
        self.fold();
        Ok(Recorded::Kept)
    }

    fn refuse(&self, key: MatchKey) -> ResultError {
        if self.past.games.iter().any(|game| game.key == key) {
            ResultError::Repeated(key)
        } else {
            ResultError::Unasked(key)
        }
    }

    /// Whether everything is played, or the stage was stopped early.
    pub fn is_over(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        while self.ready.is_empty() && self.open_round() {}
        self.ready.is_empty() && self.open.is_empty()
    }

    /// Whether the stage may stop early. If so, what counts as played is what [`Stage::games`] holds, and a
    /// result must not be committed before it stands there: one that came early may be dropped.
    pub fn may_stop(&self) -> bool {
        self.plan.stop_when_decided.is_some()
    }

    /// Whether the stage was stopped because its places were decided.
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Adds a ruling while the stage is played.
    ///
    /// # Errors
    /// When it is to be in force from a round that has been paired, names a game that is not on record, or is
    /// not possible after those before it; nothing has changed then.
    pub fn rule(&mut self, ruling: Ruling) -> Result<(), RulingError> {
        let next = Since { stage: self.plan.number, round: self.past.rounds.len() as u32 };
        if ruling.since < next {
            let asked =
                if ruling.since.stage < next.stage { 1 } else { ruling.since.round.saturating_add(1) };
            return Err(RulingError::Late { asked, next: next.round + 1 });
        }
        if let Order::Annul { game } | Order::Replay { game } = ruling.order
            && game.stage() == self.plan.number
            && !self.past.games.iter().any(|played| played.key == game)
        {
            return Err(RulingError::Unplayed(game));
        }
        self.rulings.push(ruling)?;
        if self.is_fixed() || self.exhausted {
            self.enforce(self.end());
        }
        Ok(())
    }

    /// The table of this stage with the rulings of a later point, as when an entrant was expelled afterwards.
    pub fn standings_at(&self, since: Since) -> Standings {
        let mut past = self.past.clone();
        past.force = self.force_at(since);
        refresh_scores(&mut past, self.rule, &self.plan.scoring);
        Standings::new(&*self.schedule, &past, &self.ranker_of(&past))
    }

    /// The record: every match of every complete pairing, in schedule order. It only ever grows at the end,
    /// so that a reader can follow it with an index.
    pub fn games(&self) -> &[GameRecord] {
        &self.past.games
    }

    /// What was played, with rounds and scores.
    pub fn past(&self) -> &Past {
        &self.past
    }

    /// The table by what is on record; final when the stage is over.
    pub fn standings(&self) -> Standings {
        Standings::new(&*self.schedule, &self.past, &self.ranker_of(&self.past))
    }

    fn ranker_of<'a>(&'a self, past: &'a Past) -> Ranker<'a> {
        let rules = RankingRules {
            criteria: &self.plan.rank,
            scoring: &self.plan.scoring,
            metrics: self.plan.metrics,
            seed: self.seed,
        };
        Ranker::new(past, &self.field, rules, &*self.schedule)
    }

    /// The field of the next stage: the first `advance` of the table in their order, or all of them, and the
    /// guests; without those who have left before it begins.
    pub fn advancing(&self, advance: Option<usize>, carry: Carry) -> Field {
        let next = Since { stage: self.plan.number.saturating_add(1), round: 0 };
        let mut faults = self.faults.clone();
        faults.look(&self.past, next);
        let mut force = self.rulings.in_force(next);
        faults.add_to(&mut force, next);
        let stays = |entrant: &EntrantId| force.exit(*entrant).is_none();
        let standings = self.standings();
        let mut ranked = standings.order();
        ranked.retain(stays);
        ranked.truncate(advance.unwrap_or(usize::MAX));
        let guests: Vec<_> = self.field.guests.iter().copied().filter(stays).collect();
        let going = ranked.iter().chain(&guests);
        let tally = |&entrant| Some((entrant, standings.row(entrant)?.tally.clone()));
        let carried = match carry {
            Carry::Nothing => BTreeMap::new(),
            Carry::Tally => going.filter_map(tally).collect(),
        };
        Field { ranked, guests, carried, faults: faults.counts().clone(), late: Vec::new() }
    }

    /// Pairs the next round, if there is one and it can be paired now, or asks again for games that are to be
    /// replayed before it. False when nothing was added.
    fn open_round(&mut self) -> bool {
        let waits = !(self.is_fixed() || self.open.is_empty());
        if self.exhausted || waits {
            return self.exhausted && self.open.is_empty() && self.reopen_replayed();
        }
        let number = self.past.rounds.len() as u32;
        if !self.is_fixed() {
            let since = Since { stage: self.plan.number, round: number };
            self.enforce(since);
            if self.reopen_replayed() {
                return true;
            }
            if number < self.most_rounds() {
                self.faults.look(&self.past, since);
                self.enforce(since);
            }
        }
        let Some(round) = self.schedule.round(number, &self.past) else {
            self.exhausted = true;
            self.enforce(self.end());
            return self.open.is_empty() && self.reopen_replayed();
        };
        for (index, &pairing) in (0..).zip(&round.pairings) {
            self.open_meeting((number, index), pairing);
        }
        let scores = vec![Score::default(); round.pairings.len()];
        self.past.rounds.push(PlayedRound { round, scores });
        self.fold();
        !self.stopped
    }

    /// The point after the last round.
    fn end(&self) -> Since {
        Since { stage: self.plan.number, round: u32::MAX }
    }

    /// What is in force at a point: the rulings, and who was taken out for failing.
    fn force_at(&self, since: Since) -> InForce {
        let mut force = self.rulings.in_force(since);
        self.faults.add_to(&mut force, since);
        force
    }

    /// Puts what is in force at a point in force.
    fn enforce(&mut self, since: Since) {
        let force = self.force_at(since);
        if force != self.past.force {
            self.past.force = force;
            self.past.revision += 1;
            refresh_scores(&mut self.past, self.rule, &self.plan.scoring);
        }
    }

    /// Opens the pairings on record again of which a game is to be played once more.
    fn reopen_replayed(&mut self) -> bool {
        let force = &self.past.force;
        let ordered: BTreeSet<(u32, u32)> = force
            .replays()
            .filter(|(key, _)| key.stage() == self.plan.number)
            .map(|(key, _)| (key.round(), key.pairing()))
            .collect();
        if ordered.is_empty() {
            return false;
        }
        let mut on_record: BTreeMap<(u32, u32), Vec<&GameRecord>> = BTreeMap::new();
        for game in &self.past.games {
            let of = (game.key.round(), game.key.pairing());
            if ordered.contains(&of) {
                on_record.entry(of).or_default().push(game);
            }
        }
        let mut reopened = Vec::new();
        for (of, games) in on_record {
            let first = MatchKey::assemble(self.plan.number, of.0, of.1, 0);
            let numbers = games.iter().map(|game| game.key.number()).max().map_or(0, |last| last + 1);
            let slots: Vec<_> = (0..numbers)
                .map(|number| {
                    let attempt = force.attempt(first.with_game(number, 0));
                    let key = first.with_game(number, attempt);
                    let played = games.iter().find(|game| game.key == key);
                    (attempt, played.map(|game| game.result.clone()))
                })
                .collect();
            let pairing = self.past.rounds[of.0 as usize].round.pairings[of.1 as usize];
            let mut meeting = Meeting::reopened(pairing, self.rule, slots);
            let missing = meeting.missing().into_iter().chain(meeting.release());
            let missing: Vec<_> = missing.map(|(number, attempt)| first.with_game(number, attempt)).collect();
            if !missing.is_empty() {
                reopened.push((of, meeting, missing));
            }
        }
        let any = !reopened.is_empty();
        for (of, meeting, missing) in reopened {
            self.open.insert(of, meeting);
            self.ready.extend(missing);
        }
        any
    }

    fn open_meeting(&mut self, of: (u32, u32), pairing: Pairing) {
        let out = |side| self.past.is_out(pairing.entrant(side), of.0);
        let mut meeting = if Side::BOTH.into_iter().any(out) {
            Meeting::settled(pairing, self.rule)
        } else {
            Meeting::new(pairing, self.rule)
        };
        let key = MatchKey::assemble(self.plan.number, of.0, of.1, 0);
        let games = meeting.release();
        self.ready.extend(games.into_iter().map(|(number, attempt)| key.with_game(number, attempt)));
        self.open.insert(of, meeting);
    }

    /// Puts complete pairings on record, in schedule order.
    fn fold(&mut self) {
        while let Some(first) = self.open.first_entry() {
            if !first.get().is_over() {
                return;
            }
            let (of, meeting) = first.remove_entry();
            self.put_on_record(of, meeting);
            let complete = self.open.first_key_value().map_or(self.past.rounds.len() as u32, |(of, _)| of.0);
            if complete > self.complete {
                self.complete = complete;
                self.stop_if_decided();
            }
            if self.stopped {
                self.open.clear();
                self.ready.clear();
            }
        }
    }

    fn put_on_record(&mut self, of: (u32, u32), meeting: Meeting) {
        let (round, pairing) = of;
        let key = MatchKey::assemble(self.plan.number, round, pairing, 0);
        let sides = meeting.pairing;
        for (number, attempt, result) in meeting.into_new_games() {
            let seats = sides.seating(number);
            self.past.games.push(GameRecord { key: key.with_game(number, attempt), seats, result });
        }
        let is_new = !self.past.rounds[round as usize].scores[pairing as usize].over;
        let of_pairing = |game: &&GameRecord| (game.key.round(), game.key.pairing()) == of;
        let games: Vec<&GameRecord> = if is_new {
            self.past.games.iter().rev().take_while(of_pairing).collect()
        } else {
            self.past.games.iter().filter(of_pairing).collect()
        };
        let score = score(&self.past, of, games, self.rule, &self.plan.scoring);
        self.past.rounds[round as usize].scores[pairing as usize] = score;
        if !is_new {
            // Whoever has added up this pairing before has to start over.
            self.past.revision += 1;
        }
    }

    fn stop_if_decided(&mut self) {
        let Some(places) = self.plan.stop_when_decided else { return };
        let Some(games_left) = self.schedule.games_left(self.complete) else { return };
        let counting = Counting::new(&self.field, &self.plan.scoring, &*self.schedule);
        self.lead.catch_up(&self.past, self.complete as usize, &counting);
        let bounds = Bounds { places, games_left };
        let ranked: Vec<_> =
            self.field.ranked.iter().copied().filter(|&entrant| self.past.force.is_ranked(entrant)).collect();
        let lead = &self.lead;
        self.stopped = games_left > 0
            && is_decided(&ranked, |entrant| lead.of(entrant), &self.plan.rank, &self.plan.scoring, bounds);
        if self.stopped {
            // Rounds that were laid out and are not played any more are no part of the stage.
            self.past.rounds.truncate(self.complete as usize);
        }
    }
}
