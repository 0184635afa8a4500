//! The actions that a bot may know, in the byte format passed to it.
//!
//! One record per action, in order, all numbers little-endian:
//!
//! | offset | type | what |
//! |---|---|---|
//! | 0 | u64 | the action's code |
//! | 8 | u32 | the ply, from 0 |
//! | 12 | u8 | the seat, 0 or 1; 2 for an outcome of chance |
//! | 13 | 3 bytes | zero |

use crate::Played;

/// Length of a record in bytes.
pub const RECORD: usize = 16;

/// The bytes of a record.
pub fn record(played: &Played) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    record[..8].copy_from_slice(&played.action.code().to_le_bytes());
    record[8..12].copy_from_slice(&played.ply.to_le_bytes());
    record[12] = played.seat_number();
    record
}

#[cfg(test)]
mod tests {
    use game::{Action, Seat};

    use super::*;
    use crate::Ticks;

    #[test]
    fn a_record_is_code_ply_and_seat() {
        let action = Action::new(1, 0x0203);
        let played = Played { ply: 0x0504, seat: Seat::Second, action, spent: Ticks(9), offered: true };
        assert_eq!(record(&played), [3, 2, 0, 0, 0, 0, 1, 0, 4, 5, 0, 0, 1, 0, 0, 0]);
    }
}
