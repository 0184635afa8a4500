//! The six tanks of a side, and the action that names each.

use game::Action;

/// The kind of a tank, which decides where it fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Fires at the 4 diagonal neighbours.
    A,
    /// Fires at the 4 vertical and horizontal neighbours.
    B,
    /// Fires at the 4 boxes at a distance of two, vertically and horizontally.
    C,
}

/// One of a player's tanks, by the player's own left (`L`) and right (`R`) and the kind.
///
/// A choice in a round is the name of a tank; its action has kind 0 and the tank's index as payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tank {
    /// The left A.
    La = 0,
    /// The left B.
    Lb = 1,
    /// The left C.
    Lc = 2,
    /// The right A.
    Ra = 3,
    /// The right B.
    Rb = 4,
    /// The right C.
    Rc = 5,
}

impl Tank {
    /// All six, in the order of position texts, views and action codes.
    pub const ALL: [Tank; 6] = [Tank::La, Tank::Lb, Tank::Lc, Tank::Ra, Tank::Rb, Tank::Rc];

    /// 0 to 5, in the order LA LB LC RA RB RC.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in notation: `LA`.
    pub const fn name(self) -> &'static str {
        ["LA", "LB", "LC", "RA", "RB", "RC"][self.index()]
    }

    /// The tank with a name; `None` unless it is one of the six, in capitals.
    pub fn from_name(name: &str) -> Option<Tank> {
        Tank::ALL.into_iter().find(|tank| tank.name() == name)
    }

    /// Its kind.
    pub const fn kind(self) -> Kind {
        match self {
            Tank::La | Tank::Ra => Kind::A,
            Tank::Lb | Tank::Rb => Kind::B,
            Tank::Lc | Tank::Rc => Kind::C,
        }
    }

    /// Its name in words: `left A`.
    pub const fn words(self) -> &'static str {
        ["left A", "left B", "left C", "right A", "right B", "right C"][self.index()]
    }

    /// The enemy tank on the same track: same kind, other side.
    #[must_use]
    pub const fn opponent(self) -> Tank {
        Tank::ALL[(self.index() + 3) % 6]
    }

    /// The action that moves it.
    pub const fn action(self) -> Action {
        Action::new(0, self as u64)
    }

    /// The tank that an action moves; `None` if it is not an action of this game.
    pub fn from_action(action: Action) -> Option<Tank> {
        // Kind 0: the code is the index.
        let index = usize::try_from(action.code()).ok()?;
        Tank::ALL.get(index).copied()
    }
}

/// A set of one player's tanks: bit 0 is LA, bit 5 is RC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct TankSet(u8);

impl TankSet {
    /// The set as bits: bit `i` is the tank of index `i`.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns `true` if the tank is in the set.
    pub const fn contains(self, tank: Tank) -> bool {
        self.0 & 1 << tank.index() != 0
    }

    /// The tanks of the set, LA first.
    pub fn iter(self) -> impl Iterator<Item = Tank> {
        Tank::ALL.into_iter().filter(move |&tank| self.contains(tank))
    }
}

impl FromIterator<Tank> for TankSet {
    fn from_iter<I: IntoIterator<Item = Tank>>(tanks: I) -> TankSet {
        TankSet(tanks.into_iter().fold(0, |bits, tank| bits | 1 << tank.index()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_indices_and_actions_agree() {
        for (index, tank) in Tank::ALL.into_iter().enumerate() {
            assert_eq!(tank.index(), index);
            assert_eq!(Tank::from_name(tank.name()), Some(tank));
            assert_eq!(Tank::from_action(tank.action()), Some(tank));
            assert_eq!(tank.action().code(), index as u64);
            assert_eq!(format!("{:?}", tank.kind()), tank.name()[1..]);
        }
        for code in [6, 7, 1 << 48, (1 << 48) + 2, (1 << 32) + 1, Action::LIMIT - 1] {
            assert_eq!(Tank::from_action(Action::from_code(code).unwrap()), None, "{code}");
        }
    }

    #[test]
    fn tanks_face_the_same_kind_of_the_other_hand() {
        assert_eq!(Tank::La.opponent(), Tank::Ra);
        assert_eq!(Tank::Rc.opponent(), Tank::Lc);
        for tank in Tank::ALL {
            assert_eq!(tank.opponent().opponent(), tank);
            assert_eq!(tank.opponent().kind(), tank.kind());
        }
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set = TankSet::from_iter([Tank::Rc, Tank::La]);
        assert_eq!(set.bits(), 0b10_0001);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Tank::La, Tank::Rc]);
        assert!(!set.contains(Tank::Lb));
    }
}
