//! A stage: its table and its rounds.

use std::collections::BTreeMap;

use serde::Serialize;

use super::bracket::Bracket;
use super::crosstable::Crosstable;
use super::entrant::EntrantIndex;

/// One stage.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stage {
    /// The name.
    pub name: String,
    /// The format in words: `Round robin, 2 games a pairing`.
    pub format: String,
    /// Whether everything of it was played.
    pub complete: bool,
    /// Matches played.
    pub matches: u64,
    /// Matches that count and are copies of others: same start, same seats, same actions.
    pub copies: u64,
    /// What entrants are ranked by, in this order, as heads of columns.
    pub criteria: Vec<String>,
    /// The table, the winner first; unranked ones at the end.
    pub standings: Vec<Row>,
    /// Results of each pair of entrants, if few enough take part.
    #[serde(skip)]
    pub crosstable: Option<Crosstable>,
    /// The brackets of a knockout: one, or several with a match for the third place or a losers' bracket.
    pub brackets: Vec<Bracket>,
    /// The matches by rounds; only as many as have pages.
    #[serde(skip)]
    pub rounds: Vec<Round>,
}

/// A line of the table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// From 1, each once; `None` for guests, and for those whom a ruling took out of the table.
    pub place: Option<u32>,
    /// Who.
    pub entrant: EntrantIndex,
    /// The group from 1, where there are groups.
    pub group: Option<u32>,
    /// Why it has no place: `guest`, `withdrawn`, `disqualified`.
    pub status: Option<&'static str>,
    /// Whether it has its place by lot.
    pub by_lot: bool,
    /// What gave it its place, if it was neither what it is ranked by nor a lot: `play-off`, `seed`. Not there in runs that
    /// began before defaults had editions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placed_by: Option<&'static str>,
    /// Games that count.
    pub games: u32,
    /// Games that count as won or drawn without having been played: byes and walkovers.
    pub byes: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games lost by the entrant's own fault.
    pub forfeits: u32,
    /// The value of each of [`Stage::criteria`] in decimal text; `None` where it was not needed.
    pub values: Vec<Option<String>>,
    /// How far to either side the 95 % interval of the rating goes, in decimal text, where that is a criterion.
    pub rating_plus_minus: Option<String>,
    /// What the numbers do not say: rulings, byes, walkovers; the last is what gave the place, if it was a lot, a play-off or a
    /// seed.
    pub notes: Vec<String>,
}

impl Row {
    /// The notes without the one on the place.
    pub(crate) fn notes_beside_place(&self) -> &[String] {
        let is_noted = self.place.is_some() && (self.by_lot || self.placed_by.is_some());
        &self.notes[..self.notes.len().saturating_sub(usize::from(is_noted))]
    }
}

impl Stage {
    /// Whether its entrants are in groups.
    pub(crate) fn has_groups(&self) -> bool {
        self.standings.iter().any(|row| row.group.is_some())
    }

    /// The table in parts, a group each; who is in none, as guests are, comes last.
    pub(crate) fn by_group(&self) -> Vec<(Option<u32>, Vec<&Row>)> {
        let mut groups: BTreeMap<u32, (Option<u32>, Vec<&Row>)> = BTreeMap::new();
        for row in &self.standings {
            let (_, rows) = groups.entry(row.group.unwrap_or(u32::MAX)).or_insert((row.group, Vec::new()));
            rows.push(row);
        }
        groups.into_values().collect()
    }
}

/// The matches of a round.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// From 1.
    pub number: u32,
    /// Whether it is one of the play-off of those who were level at the cut.
    pub is_play_off: bool,
    /// In schedule order.
    pub matches: Vec<MatchLine>,
    /// Who had no opponent.
    pub byes: Vec<EntrantIndex>,
    /// `true` if all other entrants had left.
    pub unopposed: bool,
    /// Who asked not to be paired.
    pub absent: Vec<EntrantIndex>,
    /// Who met again in a Swiss, because no pairing of the round could avoid it.
    pub again: Vec<[EntrantIndex; 2]>,
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatchLine {
    /// The match.
    pub key: String,
    /// Who sat where.
    pub seats: [EntrantIndex; 2],
    /// The seat that won, 0 or 1; `None` for a draw.
    pub winner: Option<usize>,
    /// Why, in words.
    pub reason: String,
    /// Complete plies.
    pub plies: u32,
    /// Whether it counts: no ruling took it out.
    pub counts: bool,
}
