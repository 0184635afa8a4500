//! Remarks on an entrant that the numbers do not show: rulings, byes, walkovers, lots.

use std::collections::BTreeMap;

use tournament::rulings::{PastGames, RulingAction, Since};
use tournament::{Career, EntrantId, Format, MatchKey, PlacedBy, Row, Stage, Status, Unopposed};

use crate::RunResults;
use crate::rulings::RulingNames;
use crate::wording::counted;

/// The notes on all entrants, from all rulings and all stages.
pub struct Notes<'a> {
    names: RulingNames<'a>,
    /// The departures of entrants, with the reasons.
    left: BTreeMap<EntrantId, Vec<String>>,
    /// The rulings on matches, by the entrants that played in them.
    ruled: BTreeMap<EntrantId, Vec<(MatchKey, String)>>,
}

impl<'a> Notes<'a> {
    /// Returns the notes of a run.
    pub fn new(results: &'a RunResults) -> Notes<'a> {
        let names = RulingNames::new(&results.entrants, &results.plan);
        let mut notes = Notes { names, left: BTreeMap::new(), ruled: BTreeMap::new() };
        for (_, ruling) in results.rulings.standing(Since::END) {
            let reason = &ruling.reason;
            match ruling.order {
                RulingAction::Withdraw { entrant, games } => {
                    notes.add_exit(entrant, "withdrawn", (ruling.since, games), reason);
                }
                RulingAction::Disqualify { entrant, games } => {
                    notes.add_exit(entrant, "disqualified", (ruling.since, games), reason);
                }
                RulingAction::Annul { game } => {
                    notes.add_ruled(results, game, &format!("match {game} does not count: {reason}"));
                }
                RulingAction::Replay { game } => {
                    notes.add_ruled(
                        results,
                        game,
                        &format!("match {game} was ordered to be played again: {reason}"),
                    );
                }
                RulingAction::Undo { .. } => {}
            }
        }
        let failed: BTreeMap<EntrantId, Since> =
            results.stages.iter().flat_map(Stage::withdrawn_for_faults).collect();
        for (entrant, since) in failed {
            notes.add_exit(
                entrant,
                "withdrawn",
                (since, PastGames::Keep),
                "too many matches lost by a fault",
            );
        }
        notes
    }

    fn add_exit(&mut self, entrant: EntrantId, how: &str, exit: (Since, PastGames), reason: &str) {
        let (since, games) = exit;
        let games = match games {
            PastGames::Keep => "",
            PastGames::Annul => ", its games do not count",
        };
        let since = self.names.from(since);
        self.left.entry(entrant).or_default().push(format!("{how} {since}{games}: {reason}"));
    }

    fn add_ruled(&mut self, results: &RunResults, game: MatchKey, text: &str) {
        let stage = results.stages.get(usize::from(game.stage()));
        let Some(fixture) = stage.and_then(|stage| stage.fixture_of(game)) else { return };
        for entrant in fixture.seats.0 {
            self.ruled.entry(entrant).or_default().push((game, text.to_owned()));
        }
    }

    /// Returns how an entrant has left, with the reasons.
    pub fn left(&self, entrant: EntrantId) -> &[String] {
        self.left.get(&entrant).map_or(&[], Vec::as_slice)
    }

    /// Returns the notes in the table of a stage.
    pub fn of_row(&self, stage: &Stage, row: &Row, unplayed: &UnplayedRounds) -> Vec<String> {
        let left = match row.status {
            Status::Withdrawn | Status::Disqualified => self.left(row.entrant),
            Status::Plays | Status::Guest => &[],
        };
        left.iter().cloned().chain(self.of_stage(stage, row, unplayed)).collect()
    }

    fn of_stage(&self, stage: &Stage, row: &Row, unplayed: &UnplayedRounds) -> impl Iterator<Item = String> {
        let number = stage.plan().number;
        let ruled = self.ruled.get(&row.entrant).into_iter().flatten();
        let ruled = ruled.filter(move |(game, _)| game.stage() == number).map(|(_, text)| text.clone());
        let placed = row.place.zip(row.placed_by).map(|(place, by)| match by {
            PlacedBy::Lot => format!("place {place} by lot, level with others"),
            PlacedBy::PlayOff => format!("place {place} by play-off"),
            PlacedBy::Seed => format!("place {place} by seed, level after the replays"),
            PlacedBy::SameRound => format!("place {place} by seed, level with who lost in the same round"),
        });
        ruled.chain(unplayed.notes_on(row.entrant)).chain(placed)
    }

    /// Returns the notes in the gradebook for every entrant: those of all stages, and the games lost by faults.
    pub fn of_careers(&self, results: &RunResults, careers: &[Career]) -> Vec<Vec<String>> {
        let mut notes: Vec<Vec<String>> =
            (0..).map(EntrantId).zip(careers).map(|(id, _)| self.left(id).to_vec()).collect();
        for (number, (stage, spec)) in results.stages.iter().zip(&results.plan.stages).enumerate() {
            let unplayed = UnplayedRounds::new(stage);
            for row in &results.standings(number).rows {
                let here: Vec<String> = self.of_stage(stage, row, &unplayed).collect();
                if let Some(notes) = notes.get_mut(row.entrant.index()).filter(|_| !here.is_empty()) {
                    notes.push(format!("{}: {}", spec.name, here.join(", ")));
                }
            }
        }
        for (notes, career) in notes.iter_mut().zip(careers) {
            let forfeits = u64::from(career.tally.forfeits);
            notes.extend(
                (forfeits > 0).then(|| format!("{} lost by faults", counted(forfeits, "game", "games"))),
            );
        }
        notes
    }
}

/// The rounds of a stage in which entrants had no opponent.
pub struct UnplayedRounds {
    byes: BTreeMap<EntrantId, Vec<u32>>,
    walkovers: BTreeMap<EntrantId, Vec<u32>>,
    /// Rounds in which all others had left.
    unopposed: BTreeMap<EntrantId, Vec<u32>>,
    counts_unopposed: bool,
}

impl UnplayedRounds {
    /// Returns the unplayed rounds of a stage.
    pub fn new(stage: &Stage) -> UnplayedRounds {
        let mut unplayed = UnplayedRounds {
            byes: BTreeMap::new(),
            walkovers: BTreeMap::new(),
            unopposed: BTreeMap::new(),
            counts_unopposed: stage.plan().scoring.unopposed == Unopposed::Count,
        };
        // In a round robin, an entrant that rests in a round misses nothing.
        let has_byes = matches!(
            stage.plan().format,
            Format::Swiss(_) | Format::SingleElimination(_) | Format::DoubleElimination(_)
        );
        for (index, played) in (0..).zip(stage.past().rounds()) {
            let is_unopposed = stage.is_unopposed(index);
            let byes = if is_unopposed { &mut unplayed.unopposed } else { &mut unplayed.byes };
            for &entrant in played.round.byes.iter().filter(|_| has_byes) {
                byes.entry(entrant).or_default().push(index + 1);
            }
            let walkovers = if is_unopposed { &mut unplayed.unopposed } else { &mut unplayed.walkovers };
            let pairings = played.round.pairings.iter().zip(&played.scores);
            for entrant in pairings.filter_map(|(pairing, score)| Some(pairing.entrant(score.walkover?))) {
                walkovers.entry(entrant).or_default().push(index + 1);
            }
        }
        unplayed
    }

    fn notes_on(&self, entrant: EntrantId) -> impl Iterator<Item = String> {
        let rounds = |of: &BTreeMap<EntrantId, Vec<u32>>| {
            let numbers: Vec<String> = of.get(&entrant)?.iter().map(ToString::to_string).collect();
            let word = if numbers.len() == 1 { "round" } else { "rounds" };
            Some(format!("{word} {}", numbers.join(" and ")))
        };
        let told = |what: &str, of| rounds(of).map(|rounds| format!("{what} in {rounds}"));
        let effect = if self.counts_unopposed { "which counts" } else { "which does not count" };
        let unopposed =
            rounds(&self.unopposed).map(|rounds| format!("no opponent left in {rounds}, {effect}"));
        [told("bye", &self.byes), told("walkover", &self.walkovers), unopposed].into_iter().flatten()
    }
}
