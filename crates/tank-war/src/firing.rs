//! The firing phase: rule 5.

use game::{PerSeat, Seat};

use crate::{Boxes, Kind, Position};

impl Position {
    /// The tanks of each side that are hit when all living tanks fire at once. There is no friendly fire.
    pub(crate) fn hits(&self) -> PerSeat<Boxes> {
        PerSeat::from_fn(|seat| self.tanks[seat] & self.range(self.tanks[seat.other()]))
    }

    /// All boxes hit by tanks on these boxes.
    pub(crate) fn range(&self, tanks: Boxes) -> Boxes {
        let of_kind = |kind| tanks & self.tracks().of_kind(kind);
        diagonal(of_kind(Kind::A)) | straight(of_kind(Kind::B)) | self.at_two(of_kind(Kind::C))
    }

    /// The boxes at a distance of exactly two, vertically and horizontally. Tanks in between do not stop the shot
    /// unless the option says so.
    fn at_two(&self, tanks: Boxes) -> Boxes {
        let stops = if self.options.c_blocked_by_tanks {
            self.tanks[Seat::First] | self.tanks[Seat::Second]
        } else {
            Boxes::NONE
        };
        (tanks.up() - stops).up()
            | (tanks.down() - stops).down()
            | (tanks.left() - stops).left()
            | (tanks.right() - stops).right()
    }
}

fn diagonal(tanks: Boxes) -> Boxes {
    let beside = tanks.left() | tanks.right();
    beside.up() | beside.down()
}

fn straight(tanks: Boxes) -> Boxes {
    tanks.up() | tanks.down() | tanks.left() | tanks.right()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Tank, Tracks};

    /// Every kind, from every box of its tracks, hits the boxes at the given steps and no others.
    #[test]
    fn rule_5_ranges() {
        type Hits = fn(i32, i32) -> bool;
        let ranges: [(Kind, Hits); 3] = [
            (Kind::A, |rows, columns| rows.abs() == 1 && columns.abs() == 1),
            (Kind::B, |rows, columns| rows.abs() + columns.abs() == 1),
            (Kind::C, |rows, columns| (rows.abs() == 2 && columns == 0) || (rows == 0 && columns.abs() == 2)),
        ];
        for tracks in [Tracks::AInside, Tracks::AOutside] {
            let position = Position::start(Options { tracks, ..Options::default() });
            for (row, column) in Boxes::ALL.iter() {
                let kind = tracks.tank(Seat::First, column).kind();
                let (_, hits) = ranges.iter().find(|(ranged, _)| *ranged == kind).unwrap();
                let range = position.range(Boxes::at(row, column));
                for (r, c) in Boxes::ALL.iter() {
                    let steps = (i32::from(r) - i32::from(row), i32::from(c) - i32::from(column));
                    assert_eq!(
                        range.meets(Boxes::at(r, c)),
                        hits(steps.0, steps.1),
                        "{kind:?} at row {row}, column {column}; row {r}, column {c}"
                    );
                }
            }
        }
    }

    fn hits(options: Options, text: &str) -> (String, String) {
        let position = Position::parse(options, text).unwrap();
        let hits = position.hits();
        let names = |seat| {
            let hit = |tank: &Tank| hits[seat].meets(options.tracks.track(seat, *tank));
            Tank::ALL.into_iter().filter(hit).map(Tank::name).collect::<Vec<_>>().join(" ")
        };
        (names(Seat::First), names(Seat::Second))
    }

    /// U's LB and D's RB stand face to face and destroy each other: a destroyed tank still fires.
    #[test]
    fn rule_5_all_fire_at_once() {
        let text = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:020000 D:000020 4";
        assert_eq!(hits(Options::default(), text), ("LB".into(), "RB".into()));
    }

    #[test]
    fn rule_5_no_friendly_fire() {
        // On their back rows B's and A's stand side by side.
        let start = Position::start(Options::default());
        let own = start.range(start.tanks(Seat::First)) & start.tanks(Seat::First);
        assert!(!own.is_empty());
        assert_eq!(start.hits(), PerSeat::default());
    }

    #[test]
    fn a_c_fires_over_tanks_unless_the_option_stops_it() {
        // Row 2: U's LC on column 5, U's LB on column 4, D's RA on column 3.
        let text = "uuuuuu/uuuuuu/uuuduu/dddddd/dddddd/dddddd U:-22--- D:---3-- 9";
        let stopped = Options { c_blocked_by_tanks: true, ..Options::default() };
        // LB can hit RA as well, so this checks LC alone.
        let range = |options| {
            let position = Position::parse(options, text).unwrap();
            position.range(position.standing(Seat::First, Tank::Lc)).meets(Boxes::at(2, 3))
        };
        assert!(range(Options::default()));
        assert!(!range(stopped));
        // An enemy in between stops it as well: D's RB is on column 4, D's RA on column 3.
        let text = "uuuuuu/uuuuuu/uuuddu/dddddd/dddddd/dddddd U:--2--- D:---33- 9";
        assert_eq!(hits(Options::default(), text), ("LC".into(), "RA".into()));
        assert_eq!(hits(stopped, text), ("LC".into(), String::new()));
    }
}
