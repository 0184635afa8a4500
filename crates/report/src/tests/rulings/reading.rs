//! A record, read without the schedule: only matches and rulings.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use ledger::MatchRow;
use serde_json::Value;
use tournament::rulings::{PastGames, RulingAction, Since};
use tournament::{MatchKey, Ruling};

use super::super::tables::rows;
use super::{first_attempt, seats, winner};

/// The departure of an entrant.
#[derive(Clone, Copy)]
struct Left {
    since: Since,
    annuls: bool,
    expelled: bool,
}

/// The record, read independently.
pub(super) struct Reading {
    pub(super) entrants: usize,
    stages: Vec<String>,
    pub(super) rows: Vec<MatchRow>,
    rulings: Vec<Ruling>,
    left: BTreeMap<usize, Left>,
}

type Line = BTreeMap<String, String>;

fn number(line: &Line, head: &str) -> Option<u32> {
    line[head].parse().ok()
}

impl Reading {
    pub(super) fn new(
        entrants: usize,
        stages: Vec<String>,
        rows: Vec<MatchRow>,
        rulings: Vec<Ruling>,
    ) -> Reading {
        let mut left: BTreeMap<usize, Left> = BTreeMap::new();
        for ruling in &rulings {
            let (entrant, games, expelled) = match ruling.order {
                RulingAction::Withdraw { entrant, games } => (entrant, games, false),
                RulingAction::Disqualify { entrant, games } => (entrant, games, true),
                _ => continue,
            };
            let exit = Left { since: ruling.since, annuls: games == PastGames::Annul, expelled };
            left.insert(entrant.index(), exit);
        }
        Reading { entrants, stages, rows, rulings, left }
    }

    pub(super) fn entrant(name: &str) -> usize {
        name.trim_start_matches("No. ").parse::<usize>().unwrap() - 1
    }

    /// Returns `true` if an entrant has left before a round.
    pub(super) fn is_out(&self, entrant: usize, stage: u16, round: u32) -> bool {
        self.left.get(&entrant).is_some_and(|left| left.since <= Since { stage, round })
    }

    /// Returns `true` if the tables have a place for the entrant.
    pub(super) fn is_ranked(&self, entrant: usize) -> bool {
        self.left.get(&entrant).is_none_or(|left| !left.annuls && !left.expelled)
    }

    /// Returns the attempt of a game that counts at a point, given the replays that were ordered.
    pub(super) fn attempt(&self, key: MatchKey, at: Since) -> u16 {
        let slot = first_attempt(key);
        let ordered = self.rulings.iter().filter(|ruling| match ruling.order {
            RulingAction::Replay { game } => ruling.since <= at && first_attempt(game) == slot,
            _ => false,
        });
        ordered.count() as u16
    }

    /// Returns `true` if a match counts in the end.
    pub(super) fn counts(&self, row: &MatchRow) -> bool {
        let at = Since { stage: row.key.stage(), round: row.key.round() };
        let annulled =
            self.rulings.iter().any(|ruling| ruling.order == RulingAction::Annul { game: row.key });
        let stays =
            |entrant: usize| self.left.get(&entrant).is_none_or(|left| !left.annuls && at < left.since);
        !annulled
            && row.key.attempt() == self.attempt(row.key, Since::END)
            && seats(row).into_iter().all(stays)
    }

    fn stage(&self, name: &str) -> u16 {
        self.stages.iter().position(|stage| stage == name).unwrap() as u16
    }

    /// Checks that every table sums the matches that count, and that exactly the ranked entrants have a place.
    pub(super) fn check_tables(&self, csv: &str, told: &str) {
        let mut places: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        for line in rows(csv) {
            let (stage, entrant) = (self.stage(&line["stage"]), Reading::entrant(&line["entrant"]));
            let of_stage = self.rows.iter().filter(|row| row.key.stage() == stage && self.counts(row));
            let own: Vec<&MatchRow> = of_stage.filter(|row| seats(row).contains(&entrant)).collect();
            let won = own.iter().filter(|row| winner(row) == Some(entrant)).count() as u32;
            let drawn = own.iter().filter(|row| winner(row).is_none()).count() as u32;
            let lost = own.len() as u32 - won - drawn;
            let [games, byes, all_won, all_drawn, all_lost] =
                ["games", "byes", "won", "drawn", "lost"].map(|head| number(&line, head).unwrap());
            assert_eq!((games, lost), (own.len() as u32, all_lost), "{told}: {line:?}");
            assert_eq!(won + drawn + byes, all_won + all_drawn, "{told}: {line:?}");
            assert!(all_won >= won && all_drawn >= drawn, "{told}: {line:?}");
            let place = number(&line, "place");
            assert_eq!(place.is_some(), self.is_ranked(entrant), "{told}: {line:?}");
            if let Some(place) = place {
                assert!(places.entry(line["stage"].clone()).or_default().insert(place), "{told}: {line:?}");
            }
            if self.left.is_empty() && !told.contains("swiss") {
                assert_eq!(byes, 0, "{told}: nobody has left");
            }
            if self.is_alone_from_the_first_round(entrant, stage) {
                assert_eq!(byes, 0, "{told}: everybody else had left: {line:?}");
            }
        }
    }

    fn is_alone_from_the_first_round(&self, entrant: usize, stage: u16) -> bool {
        (0..self.entrants).all(|other| other == entrant || self.is_out(other, stage, 0))
    }

    /// Returns the final places: those of the last stage first, then of the one before.
    fn places(&self, csv: &str) -> BTreeMap<usize, u32> {
        let lines = rows(csv);
        let mut places = BTreeMap::new();
        let mut next = None;
        for stage in self.stages.iter().rev() {
            for line in lines.iter().filter(|line| line["stage"] == *stage) {
                let Some(place) = number(line, "place") else { continue };
                let entrant = Reading::entrant(&line["entrant"]);
                let place = *next.get_or_insert(place);
                if let Entry::Vacant(entry) = places.entry(entrant) {
                    entry.insert(place);
                    next = Some(place + 1);
                }
            }
        }
        places
    }

    pub(super) fn check_places(&self, index: &Value, csv: &str, told: &str) {
        let places = self.places(csv);
        for (number, entrant) in index["entrants"].as_array().unwrap().iter().enumerate() {
            assert_eq!(
                entrant["place"].as_u64(),
                places.get(&number).map(|&place| place.into()),
                "{told}: {entrant}"
            );
        }
    }

    pub(super) fn check_grades(&self, book: &str, csv: &str, told: &str) {
        let (places, lines) = (self.places(csv), rows(csv));
        for line in rows(book) {
            let entrant = Reading::entrant(&line["entrant"]);
            if self.left.get(&entrant).is_some_and(|left| left.expelled) {
                assert_eq!(line["grade"], "", "{told}: {line:?}");
                continue;
            }
            let place = places.get(&entrant).copied().unwrap_or(0);
            assert_eq!(number(&line, "place"), Some(place), "{told}: {line:?}");
            let sum = |head: &str| -> u32 {
                let own = lines.iter().filter(|row| row["entrant"] == line["entrant"]);
                own.filter_map(|row| number(row, head)).sum()
            };
            for (input, head) in [
                ("wins", "won"),
                ("draws", "drawn"),
                ("losses", "lost"),
                ("games", "games"),
                ("byes", "byes"),
            ] {
                assert_eq!(number(&line, input), Some(sum(head)), "{told}: {input} of {line:?}");
            }
        }
    }

    /// Returns the entrants of the matches of a round of a stage, by pairing.
    pub(super) fn pairings(&self, stage: u16, round: u32) -> BTreeMap<u32, [usize; 2]> {
        let of_round = self.rows.iter().filter(|row| (row.key.stage(), row.key.round()) == (stage, round));
        let sorted = |row: &MatchRow| {
            let mut pair = seats(row);
            pair.sort_unstable();
            pair
        };
        of_round.map(|row| (row.key.pairing(), sorted(row))).collect()
    }

    /// Returns the side that won a pairing by the games that counted when the next round was paired; `None` if it was
    /// level. Annulling a game later does not change the winner.
    pub(super) fn won(
        &self,
        (stage, round, pairing): (u16, u32, u32),
        best_of: usize,
        at: Since,
    ) -> Option<usize> {
        let of_pairing = |row: &&MatchRow| {
            (row.key.stage(), row.key.round(), row.key.pairing()) == (stage, round, pairing)
                && row.key.attempt() == self.attempt(row.key, at)
        };
        let mut games: Vec<&MatchRow> = self.rows.iter().filter(of_pairing).collect();
        games.sort_by_key(|row| row.key.number());
        let [one, other] = seats(games.first()?);
        let winners: Vec<Option<usize>> = games.iter().map(|row| winner(row)).collect();
        let (first, replays) = winners.split_at(best_of.min(winners.len()));
        let won = |who: usize| first.iter().filter(|winner| **winner == Some(who)).count();
        match won(one).cmp(&won(other)) {
            std::cmp::Ordering::Greater => Some(one),
            std::cmp::Ordering::Less => Some(other),
            std::cmp::Ordering::Equal => replays.iter().flatten().next().copied(),
        }
    }

    pub(super) fn stage_name(&self, stage: u16) -> &str {
        &self.stages[usize::from(stage)]
    }

    /// Returns the entrants of a table in order, with their places.
    pub(super) fn table(&self, csv: &str, stage: u16) -> Vec<(usize, u32)> {
        let lines = rows(csv);
        let placed = lines.iter().filter(|line| line["stage"] == *self.stage_name(stage));
        placed.filter_map(|line| Some((Reading::entrant(&line["entrant"]), number(line, "place")?))).collect()
    }
}
