//! Random start positions that favour neither side.

use game::{Dice, PerSeat, Seat};

use crate::{Position, Tank};

impl Position {
    /// Plays random rounds in which both sides name the same tank; `None` if the game ended on the way.
    ///
    /// The board stays equal to itself rotated by 180 degrees with the sides exchanged, so neither side is ahead.
    pub fn opening(mut self, rounds: u32, dice: &mut Dice) -> Option<Position> {
        for _ in 0..rounds {
            let tank = self.common_choice(dice)?;
            self.play(PerSeat::new(tank, tank));
        }
        (!self.is_over()).then_some(self)
    }

    /// A uniformly random choice among the tanks that both sides may name.
    fn common_choice(&self, dice: &mut Dice) -> Option<Tank> {
        if self.is_over() {
            return None;
        }
        let both = |tank: &Tank| Seat::BOTH.into_iter().all(|seat| self.may_move(seat, *tank));
        let tanks: Vec<Tank> = Tank::ALL.into_iter().filter(both).collect();
        dice.pick(&tanks).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Tracks};

    #[test]
    fn openings_are_their_own_mirror_image_and_playable() {
        for tracks in [Tracks::AInside, Tracks::AOutside] {
            let start = Position::start(Options { tracks, ..Options::default() });
            for seed in 0..200 {
                for rounds in [0, 1, 3, 6] {
                    let Some(opening) = start.opening(rounds, &mut Dice::from_number(seed)) else {
                        assert!(rounds > 3, "{tracks:?}, seed {seed}: over within {rounds} rounds");
                        continue;
                    };
                    assert_eq!(opening, opening.turned());
                    assert_eq!(u32::from(opening.rounds()), rounds);
                    assert!(!opening.is_over());
                    assert_eq!(opening.movable_tanks(Seat::First), opening.movable_tanks(Seat::Second));
                }
            }
        }
    }

    #[test]
    fn openings_differ_by_seed_and_repeat_by_seed() {
        let opening = |seed| {
            let opening = Position::start(Options::default()).opening(3, &mut Dice::from_number(seed));
            opening.unwrap().to_string()
        };
        assert_eq!(opening(1), opening(1));
        let kinds: std::collections::BTreeSet<String> = (0..50).map(opening).collect();
        assert!(kinds.len() > 20, "{}", kinds.len());
    }

    #[test]
    fn an_opening_longer_than_the_game_is_none() {
        let start = Position::start(Options::default());
        assert_eq!(start.opening(60, &mut Dice::from_number(1)), None);
    }
}
