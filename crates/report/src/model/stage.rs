//! A stage: its table and its rounds.

use std::collections::BTreeMap;

use results::DecisiveMatch;
use serde::Serialize;

use super::{Bracket, Crosstable, EntrantIndex};

/// One stage.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stage {
    /// The name.
    pub name: String,
    /// The format in words: `Round robin, 2 games a pairing`.
    pub format: String,
    /// `true` if the whole stage was played.
    pub complete: bool,
    /// Matches played.
    pub matches: u64,
    /// Matches that count and are copies of others: same start, same seats, same actions.
    pub copies: u64,
    /// The criteria that entrants are ranked by, in order, as column heads.
    pub criteria: Vec<String>,
    /// The table, with the winner first and unranked entrants at the end.
    pub standings: Vec<Row>,
    /// Results of each pair of entrants, if few enough take part.
    #[serde(skip)]
    pub crosstable: Option<Crosstable>,
    /// The brackets of a knockout: one, or several with a match for the third place or a losers' bracket.
    pub brackets: Vec<Bracket>,
    /// The matches by rounds; only those that have pages.
    #[serde(skip)]
    pub rounds: Vec<Round>,
}

/// A line of the table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// The place, from 1, without ties; `None` for guests, and for entrants that a ruling removed from the table.
    pub place: Option<u32>,
    /// The entrant.
    pub entrant: EntrantIndex,
    /// The group from 1; `None` if the stage has no groups.
    pub group: Option<u32>,
    /// The reason for a missing place: `guest`, `withdrawn`, `disqualified`.
    pub status: Option<&'static str>,
    /// `true` if the place was drawn by lot.
    pub by_lot: bool,
    /// The tie-break that decided the place, if it is neither a criterion nor a lot: `play-off`, `seed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placed_by: Option<&'static str>,
    /// Number of games that count.
    pub games: u32,
    /// Number of games that count as won or drawn without having been played: byes and walkovers.
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
    /// Half the width of the rating's 95 % interval in decimal text, if the rating is a criterion.
    pub rating_plus_minus: Option<String>,
    /// Remarks that the numbers do not show: rulings, byes, walkovers. If the place was decided by lot, play-off or
    /// seed, the last note says so.
    pub notes: Vec<String>,
}

impl Row {
    /// Returns the notes without the one on the place.
    pub(crate) fn notes_beside_place(&self) -> &[String] {
        let is_noted = self.place.is_some() && (self.by_lot || self.placed_by.is_some());
        &self.notes[..self.notes.len().saturating_sub(usize::from(is_noted))]
    }
}

impl Stage {
    /// Returns `true` if the entrants are in groups.
    pub(crate) fn has_groups(&self) -> bool {
        self.standings.iter().any(|row| row.group.is_some())
    }

    /// Returns the rows by group. Entrants without a group, such as guests, come last.
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
    /// The round's number, from 1.
    pub number: u32,
    /// `true` if it belongs to the play-off of entrants tied at the cut.
    pub is_play_off: bool,
    /// The matches in schedule order, each with `true` if it counts: no ruling excluded it.
    pub matches: Vec<(DecisiveMatch, bool)>,
    /// The entrants that had no opponent.
    pub byes: Vec<EntrantIndex>,
    /// `true` if all other entrants had left.
    pub unopposed: bool,
    /// The entrants that asked not to be paired.
    pub absent: Vec<EntrantIndex>,
    /// The pairs that met again in a Swiss, because no pairing of the round could avoid it.
    pub again: Vec<[EntrantIndex; 2]>,
}
