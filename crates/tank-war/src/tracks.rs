//! The columns of the tanks, and the possible states of one track.

use std::ops::RangeInclusive;

use game::Seat;

use crate::{Boxes, Kind, SIDE, Tank};

/// The order of the six tracks: the rule option `layout`.
///
/// Both players have the same order from their own side. So facing tanks share a track and a kind, and the board
/// rotated by 180 degrees is the same board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Tracks {
    /// From a player's own left: LC LB LA RA RB RC.
    #[default]
    AInside = 0,
    /// From a player's own left: LA LB LC RC RB RA.
    AOutside = 1,
}

impl Tracks {
    /// The columns of D's tanks, whose own left is the left of the drawing, in the order LA LB LC RA RB RC.
    const fn columns_of_second(self) -> [u8; 6] {
        match self {
            Tracks::AInside => [2, 1, 0, 3, 4, 5],
            Tracks::AOutside => [0, 1, 2, 5, 4, 3],
        }
    }

    /// The column of a tank, 0 to 5 from the left of the drawing.
    pub const fn column(self, seat: Seat, tank: Tank) -> u8 {
        let column = self.columns_of_second()[tank.index()];
        match seat {
            Seat::First => SIDE - 1 - column,
            Seat::Second => column,
        }
    }

    /// All boxes of a tank's track.
    pub const fn track(self, seat: Seat, tank: Tank) -> Boxes {
        Boxes::column(self.column(seat, tank))
    }

    /// All boxes of the tracks of one kind.
    pub const fn of_kind(self, kind: Kind) -> Boxes {
        let (one, other) = match (self, kind) {
            (Tracks::AInside, Kind::A) | (Tracks::AOutside, Kind::C) => (2, 3),
            (_, Kind::B) => (1, 4),
            (Tracks::AInside, Kind::C) | (Tracks::AOutside, Kind::A) => (0, 5),
        };
        Boxes::column(one).with(Boxes::column(other))
    }

    /// The tank that a seat drives on a column below 6.
    ///
    /// # Panics
    /// When the column is 6 or more.
    pub fn tank(self, seat: Seat, column: u8) -> Tank {
        let on_column = |&tank: &Tank| self.column(seat, tank) == column;
        Tank::ALL.into_iter().find(on_column).expect("a column below 6")
    }
}

/// The possible number of boxes of a track, counted from the top, that belong to U, given the rows of the surviving
/// tanks on it.
///
/// On any track U's boxes lie together at the top and D's at the bottom, because each tank drives straight and takes
/// every box it enters. A living tank holds all boxes it has entered: the enemy cannot have passed it. Only the enemy
/// tank of the same track can have taken boxes in the other half. The unit test checks every track that play can reach.
pub(crate) fn possible_holdings(first: Option<u8>, second: Option<u8>) -> RangeInclusive<u8> {
    const HALF: u8 = SIDE / 2;
    let entered = first.map(|row| row + 1);
    let least = entered.unwrap_or(0).max(second.map_or(0, |row| row.min(HALF)));
    let most = second.unwrap_or(SIDE).min(entered.map_or(SIDE, |boxes| boxes.max(HALF)));
    least..=most
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn the_tracks_stand_as_drawn() {
        let row = |tracks: Tracks, seat| {
            (0..SIDE).map(|column| tracks.tank(seat, column).name()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(row(Tracks::AInside, Seat::First), "RC RB RA LA LB LC");
        assert_eq!(row(Tracks::AInside, Seat::Second), "LC LB LA RA RB RC");
        assert_eq!(row(Tracks::AOutside, Seat::First), "RA RB RC LC LB LA");
        assert_eq!(row(Tracks::AOutside, Seat::Second), "LA LB LC RC RB RA");
    }

    #[test]
    fn facing_tanks_share_a_track_of_their_kind() {
        for tracks in [Tracks::AInside, Tracks::AOutside] {
            for tank in Tank::ALL {
                let track = tracks.track(Seat::First, tank);
                assert_eq!(track, tracks.track(Seat::Second, tank.opponent()));
                assert!(tracks.of_kind(tank.kind()).meets(track));
                assert_eq!(tracks.of_kind(tank.kind()).len(), 12);
            }
        }
    }

    /// One track alone: rows of the living tanks, and the owner of each box from the top.
    type Track = (Option<u8>, Option<u8>, [Seat; 6]);

    fn start() -> Track {
        let (u, d) = (Seat::First, Seat::Second);
        (Some(0), Some(5), [u, u, u, d, d, d])
    }

    /// Returns every track one round later: none, one or both tanks drive, then none, either or both are destroyed.
    /// Each comes with the number of boxes entered and of contested boxes.
    fn next((first, second, owners): Track) -> Vec<(Track, u32, u32)> {
        let ahead_of_first = first.map(|row| row + 1).filter(|&row| row < 6 && Some(row) != second);
        let ahead_of_second = second.and_then(|row| row.checked_sub(1)).filter(|&row| Some(row) != first);
        let mut all = Vec::new();
        for (first_drives, second_drives) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut to_first = ahead_of_first.filter(|_| first_drives);
            let mut to_second = ahead_of_second.filter(|_| second_drives);
            let mut contests = 0;
            if let Some(row) = to_first.filter(|_| to_first == to_second) {
                contests = 1;
                let owner = owners[usize::from(row)];
                assert_eq!(owner == Seat::First, row < 3, "a contested box is its first owner's");
                if owner == Seat::First { to_second = None } else { to_first = None }
            }
            let mut owners = owners;
            for (to, seat) in [(to_first, Seat::First), (to_second, Seat::Second)] {
                if let Some(row) = to {
                    owners[usize::from(row)] = seat;
                }
            }
            let entered = u32::from(to_first.is_some()) + u32::from(to_second.is_some());
            let (first, second) = (to_first.or(first), to_second.or(second));
            for (first, second) in [(first, second), (None, second), (first, None), (None, None)] {
                all.push(((first, second, owners), entered, contests));
            }
        }
        all
    }

    fn reachable() -> BTreeSet<Track> {
        let mut seen = BTreeSet::from([start()]);
        let mut open = vec![start()];
        while let Some(track) = open.pop() {
            open.extend(next(track).into_iter().map(|(track, ..)| track).filter(|&track| seen.insert(track)));
        }
        seen
    }

    #[test]
    fn holdings_are_possible_exactly_where_play_can_lead() {
        let mut found = BTreeSet::new();
        for (first, second, owners) in reachable() {
            let held = owners.iter().filter(|&&owner| owner == Seat::First).count();
            assert!(owners[..held].iter().all(|&owner| owner == Seat::First), "{owners:?}");
            found.insert((first, second, held as u8));
        }
        let rows = || std::iter::once(None).chain((0..6).map(Some));
        let mut expected = BTreeSet::new();
        for first in rows() {
            for second in rows() {
                if first.zip(second).is_some_and(|(first, second)| first >= second) {
                    continue;
                }
                expected.extend(possible_holdings(first, second).map(|held| (first, second, held)));
            }
        }
        assert_eq!(found, expected);
    }

    /// The maximum count on the way from a track to its end, of boxes entered or of contests.
    fn most(track: Track, count: fn(u32, u32) -> u32, known: &mut BTreeMap<Track, u32>) -> u32 {
        if let Some(&most) = known.get(&track) {
            return most;
        }
        let ways = next(track).into_iter().filter(|(next, ..)| *next != track);
        let longest = ways
            .map(|(next, entered, contests)| count(entered, contests) + most(next, count, known))
            .max()
            .unwrap_or(0);
        known.insert(track, longest);
        longest
    }

    /// Every round of `blocked = "illegal"` enters a box, so 6 tracks with at most 9 entries each bound the game.
    #[test]
    fn a_track_is_entered_nine_times_and_contested_once_at_most() {
        assert_eq!(most(start(), |entered, _| entered, &mut BTreeMap::new()), 9);
        assert_eq!(most(start(), |_, contests| contests, &mut BTreeMap::new()), 1);
    }
}
