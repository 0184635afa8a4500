//! What lists of matches show, as columns of a fixed width: a script reads them as typed arrays without parsing, so that
//! filters pass over a million matches at once.

use std::path::Path;

use game::{Outcome, PerSeat, Seat};
use ledger::MatchRow;
use tournament::{EntrantId, MatchKey};

use super::script::{packed, write_packed};
use crate::ReportError;
use crate::in_order::in_order;
use crate::model::SCHEMA;
use crate::site::gzip::FAST;

/// Matches in one file.
const BLOCK: usize = 1 << 16;

/// The columns, in schedule order: some twenty bytes a match.
#[derive(Debug)]
pub(crate) struct Columns {
    lines: Vec<Line>,
}

/// A match in a list.
#[derive(Clone, Copy, Debug)]
struct Line {
    key: MatchKey,
    entrants: PerSeat<EntrantId>,
    plies: u32,
    /// Ticks to seven digits.
    spent: PerSeat<f32>,
    reason: u16,
    outcome: u8,
    counts: bool,
}

/// What a file lists.
#[derive(Clone, Copy)]
enum List<'a> {
    /// Matches that follow one another; the number of the file.
    Block(usize, &'a [Line]),
    /// The matches of an entrant.
    Entrant(EntrantId, &'a [u32]),
}

impl List<'_> {
    /// The name of its file.
    fn name(self) -> String {
        match self {
            List::Block(number, _) => format!("l/{number:03}"),
            List::Entrant(id, _) => format!("e/{}", id.0),
        }
    }
}

impl Columns {
    /// Room for so many matches.
    pub(crate) fn with_capacity(count: usize) -> Columns {
        Columns { lines: Vec::with_capacity(count) }
    }

    pub(crate) fn push(&mut self, row: &MatchRow, reason: u16, counts: bool) {
        self.lines.push(Line {
            key: row.key,
            entrants: row.entrants,
            plies: row.plies,
            spent: row.spent.map(|ticks| ticks.0 as f32),
            reason,
            outcome: match row.outcome {
                Outcome::Win(seat) => seat.index() as u8,
                Outcome::Draw => 2,
            },
            counts,
        });
    }

    /// Writes the lists of all matches, `l/000.js` and so on, and of each entrant's, `e/0.js` and so on, into the
    /// folder of the data. Returns the number of lists of all matches.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(crate) fn write(&self, folder: &Path, entrants: usize) -> Result<usize, ReportError> {
        let by_entrant = self.by_entrant(entrants);
        let blocks = self.lines.chunks(BLOCK);
        let count = blocks.len();
        let blocks = blocks.zip(0..).map(|(lines, number)| List::Block(number, lines));
        let own = by_entrant.iter().zip(0..).map(|(lines, entrant)| List::Entrant(EntrantId(entrant), lines));
        in_order(
            |list: List<'_>| (list.name(), packed(&self.bytes(list), FAST)),
            |(name, packed)| write_packed(folder, &name, &packed),
            |push| blocks.chain(own).try_for_each(push),
        )?;
        Ok(count)
    }

    /// A list as it stands in its file.
    fn bytes(&self, list: List<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        match list {
            List::Block(_, lines) => common(lines, &mut bytes),
            List::Entrant(id, lines) => {
                let own: Vec<Line> = lines.iter().map(|&index| self.lines[index as usize]).collect();
                common(&own, &mut bytes);
                let spent = |line: &Line| {
                    let seat = if line.entrants[Seat::First] == id { Seat::First } else { Seat::Second };
                    line.spent[seat].to_le_bytes()
                };
                bytes.extend(own.iter().flat_map(spent));
            }
        }
        bytes
    }

    /// For each entrant the indices of its matches.
    fn by_entrant(&self, entrants: usize) -> Vec<Vec<u32>> {
        let mut found = vec![Vec::new(); entrants];
        for (index, line) in (0..).zip(&self.lines) {
            let [first, second] = line.entrants.0.map(EntrantId::index);
            found[first].push(index);
            if second != first {
                found[second].push(index);
            }
        }
        found
    }
}

/// The columns that all lists have, the widest first, so that each begins at a multiple of its width. Numbers are
/// little-endian.
fn common(lines: &[Line], bytes: &mut Vec<u8>) {
    let wide: [fn(&Line) -> u32; 5] = [
        |line| line.key.round(),
        |line| line.key.pairing(),
        |line| line.entrants[Seat::First].0,
        |line| line.entrants[Seat::Second].0,
        |line| line.plies,
    ];
    let medium: [fn(&Line) -> u16; 3] = [|line| line.key.stage(), |line| line.key.game(), |line| line.reason];
    let narrow: [fn(&Line) -> u8; 2] = [|line| line.outcome, |line| u8::from(line.counts)];
    bytes.extend([SCHEMA, lines.len() as u32].into_iter().flat_map(u32::to_le_bytes));
    for column in wide {
        bytes.extend(lines.iter().flat_map(|line| column(line).to_le_bytes()));
    }
    for column in medium {
        bytes.extend(lines.iter().flat_map(|line| column(line).to_le_bytes()));
    }
    for column in narrow {
        bytes.extend(lines.iter().map(column));
    }
    bytes.resize(bytes.len().next_multiple_of(4), 0);
}
