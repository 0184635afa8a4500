//! The results of each pair of entrants.

use std::collections::BTreeMap;

use game::Seat;
use tournament::{EntrantId, Past};

use crate::model::{Cell, Crosstable};
use crate::point_of_view::{game_of, outcome_for};

/// Returns the table of the games that count, with these entrants in this order.
pub fn crosstable(past: &Past, order: &[EntrantId]) -> Crosstable {
    let places: BTreeMap<EntrantId, usize> = order.iter().copied().zip(0..).collect();
    let mut cells: Vec<Vec<Option<Cell>>> = vec![vec![None; order.len()]; order.len()];
    for record in past.counted_games() {
        for seat in Seat::BOTH {
            let (of, against) = (record.seats[seat], record.seats[seat.other()]);
            let (Some(&row), Some(&column)) = (places.get(&of), places.get(&against)) else { continue };
            let cell = cells[row][column].get_or_insert_with(Cell::default);
            cell.push(outcome_for(&record, of), || game_of(&record, of));
        }
    }
    Crosstable { order: order.iter().map(|entrant| entrant.index()).collect(), cells }
}
