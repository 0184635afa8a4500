//! The moving phase: rules 2 to 4.

use game::{PerSeat, Seat};

use crate::{Boxes, Position, Tank};

impl Position {
    /// The box that each side enters when both name a tank; empty if the tank stays.
    ///
    /// A tank stays if a tank stands ahead of it before the moves, if it is at the end of its track, or if both head
    /// for the same box and it belongs to the other side (rule 3).
    pub(crate) fn entries(&self, choice: PerSeat<Tank>) -> PerSeat<Boxes> {
        let standing = self.tanks[Seat::First] | self.tanks[Seat::Second];
        let ahead = PerSeat::from_fn(|seat| self.standing(seat, choice[seat]).ahead(seat) - standing);
        if ahead[Seat::First].meets(ahead[Seat::Second]) {
            PerSeat::from_fn(|seat| ahead[seat] & self.boxes(seat))
        } else {
            ahead
        }
    }

    /// The box that both sides head for when they name these tanks; empty if there is none.
    pub(crate) fn contested(&self, choice: PerSeat<Tank>) -> Boxes {
        let ahead = PerSeat::from_fn(|seat| self.standing(seat, choice[seat]).ahead(seat));
        ahead[Seat::First] & ahead[Seat::Second]
    }

    /// Moves the tanks into the boxes and gives the boxes to their sides (rule 4).
    pub(crate) fn enter(&mut self, entries: PerSeat<Boxes>) {
        for seat in Seat::BOTH {
            let left = entries[seat].ahead(seat.other());
            self.tanks[seat] = (self.tanks[seat] - left) | entries[seat];
        }
        self.held_by_second = (self.held_by_second - entries[Seat::First]) | entries[Seat::Second];
    }

    /// The box a tank stands on; empty if it is destroyed.
    pub(crate) fn standing(&self, seat: Seat, tank: Tank) -> Boxes {
        self.tanks[seat] & self.tracks().track(seat, tank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Blocked, Options};

    /// The text of the position after the moving phase alone.
    fn moved(options: Options, text: &str, first: Tank, second: Tank) -> String {
        let mut position = Position::parse(options, text).unwrap();
        position.enter(position.entries(PerSeat::new(first, second)));
        position.to_string()
    }

    const START: &str = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 0";

    #[test]
    fn rule_2_both_move_one_box_forward() {
        assert_eq!(
            moved(Options::default(), START, Tank::Lb, Tank::Rc),
            "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:010000 D:000001 0"
        );
    }

    #[test]
    fn rule_3_the_owner_enters_a_contested_box() {
        // U's LA and D's RA on column 3, first with one box of D between them, then with one of U.
        assert_eq!(
            moved(
                Options::default(),
                "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:200000 D:000100 4",
                Tank::La,
                Tank::Ra
            ),
            "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:200000 D:000200 4"
        );
        assert_eq!(
            moved(
                Options::default(),
                "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:100000 D:000200 4",
                Tank::La,
                Tank::Ra
            ),
            "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:200000 D:000200 4"
        );
    }

    #[test]
    fn rule_4_an_entered_box_changes_hands() {
        assert_eq!(
            moved(
                Options::default(),
                "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:200000 D:002000 2",
                Tank::La,
                Tank::Lc
            ),
            "uuuuuu/uuuuuu/duuuuu/dddudd/dddddd/dddddd U:300000 D:003000 2"
        );
    }

    #[test]
    fn a_wasted_move_changes_nothing() {
        let wasted = Options { blocked: Blocked::Wasted, ..Options::default() };
        let text = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:200000 D:000200 4";
        assert_eq!(moved(wasted, text, Tank::La, Tank::Ra), text);
        // A tank at the end of its track stays, too.
        let text = "uuuuuu/uuuuuu/uuuuuu/dddudd/dddudd/dddudd U:500000 D:000-00 9";
        assert_eq!(moved(wasted, text, Tank::La, Tank::Ra), text);
    }
}
