//! A round: both sides move, then all tanks fire.

use game::{PerSeat, Seat};

use crate::{Position, Tank};

impl Position {
    /// Plays one round in which each side names a tank.
    ///
    /// A tank that cannot move stays, so this is defined for every choice. The caller checks whether a choice is
    /// allowed ([`Position::may_move`], [`Position::is_over`]).
    pub fn play(&mut self, choice: PerSeat<Tank>) {
        self.enter(self.entries(choice));
        let hits = self.hits();
        for seat in Seat::BOTH {
            self.tanks[seat] = self.tanks[seat] - hits[seat];
        }
        self.rounds = self.rounds.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Tracks};

    /// The published illustration: the tanks named in each round, and the text after it.
    const ILLUSTRATION: [(Tank, Tank, &str); 5] = [
        (Tank::La, Tank::Rc, "U:100000 D:000001 1"),
        (Tank::Lc, Tank::Rb, "U:101000 D:000011 2"),
        (Tank::Ra, Tank::Rb, "U:101100 D:000021 3"),
        (Tank::La, Tank::Rb, "U:-01100 D:000031 4"),
        (Tank::Lc, Tank::Ra, "U:-0-100 D:00013- 5"),
    ];

    #[test]
    fn the_illustration_ends_as_published_under_both_layouts() {
        for tracks in [Tracks::AInside, Tracks::AOutside] {
            let mut position = Position::start(Options { tracks, ..Options::default() });
            for (first, second, tanks) in ILLUSTRATION {
                assert!(position.may_move(Seat::First, first) && position.may_move(Seat::Second, second));
                position.play(PerSeat::new(first, second));
                assert!(position.to_string().ends_with(tanks), "{tracks:?}: {position}");
            }
            let count = |seat| (position.tanks(seat).len(), position.boxes(seat).len());
            assert_eq!((count(Seat::First), count(Seat::Second)), ((4, 17), (5, 19)));
            if tracks == Tracks::AInside {
                assert_eq!(
                    position.to_string(),
                    "uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-0-100 D:00013- 5"
                );
            }
        }
    }

    #[test]
    fn the_contested_move_is_spent() {
        // D's RA is turned away from U's box, and its round is over.
        let text = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:1----- D:---2-- 4";
        let mut position = Position::parse(Options::default(), text).unwrap();
        position.play(PerSeat::new(Tank::La, Tank::Ra));
        assert_eq!(position.to_string(), "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:2----- D:---2-- 5");
        assert!(position.is_over());
    }
}
