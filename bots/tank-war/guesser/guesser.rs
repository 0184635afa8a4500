//! Guesser: puts itself in the enemy's place. It takes the enemy for a `hunter`, who looks one round ahead and
//! expects any answer, works out what a hunter would do on the enemy's side, and mostly answers that; a little it
//! allows for any other move, as not every enemy is a hunter. It does so for a few rounds in a row.
//!
//! Settings: depth=N (rounds, 1 to 4; 2), trust=N (how often of a hundred times the guess is taken to be right; 75).
#![no_std]
#![no_main]

#[path = "../../kit/rust/muster.rs"]
mod muster;
#[path = "../common/rules.rs"]
mod rules;
#[path = "../../kit/rust/tank_war.rs"]
mod tank_war;

use rules::{Boxes, Position, Rules, ahead, count, each};

struct Guesser {
    rules: Rules,
    seat: usize,
    /// Of a hundred.
    trust: i64,
}

impl Guesser {
    /// How many of the enemy's tanks a seat could hit if all of its tanks went on at once.
    fn targets(&self, at: &Position, seat: usize) -> i32 {
        let reach = self.rules.range(ahead(seat, at.tanks[seat]), at.tanks[0] | at.tanks[1]);
        count(reach & at.tanks[1 - seat])
    }

    /// What a position is worth for a seat to a hunter.
    fn worth(&self, at: &Position, seat: usize) -> i64 {
        let aim = self.targets(at, seat) - self.targets(at, 1 - seat);
        i64::from(100 * at.tank_lead(seat) + 60 * aim + 5 * at.box_lead(seat))
    }

    /// The round in which a seat and its enemy name these tanks.
    fn round(&self, at: &Position, seat: usize, own: Boxes, other: Boxes) -> Position {
        self.rules.play(*at, if seat == 0 { [own, other] } else { [other, own] })
    }

    /// What the enemy does if it is a hunter: the first of the moves with the best sum over all answers.
    fn guess(&self, at: &Position) -> Boxes {
        let enemy = 1 - self.seat;
        let sum = |theirs: Boxes| -> i64 {
            let answers = each(self.rules.movable(at, self.seat));
            answers.map(|mine| self.worth(&self.round(at, enemy, theirs, mine), enemy)).sum()
        };
        let best = |best: (Boxes, i64), theirs| {
            let sum = sum(theirs);
            if sum > best.1 { (theirs, sum) } else { best }
        };
        each(self.rules.movable(at, enemy)).fold((0, i64::MIN), best).0
    }

    /// What a position is worth if both go on for some rounds.
    fn value(&self, at: &Position, depth: i64) -> i64 {
        if self.rules.is_over(at) {
            return 2_000 * i64::from(at.standing_of(self.seat)) + self.worth(at, self.seat);
        }
        if depth == 0 {
            return self.worth(at, self.seat);
        }
        self.best(at, depth).1
    }

    /// The best move and its value.
    fn best(&self, at: &Position, depth: i64) -> (Boxes, i64) {
        let guess = self.guess(at);
        let replies = i64::from(count(self.rules.movable(at, 1 - self.seat)));
        let value_of = |mine: Boxes| {
            let after = |theirs| self.value(&self.round(at, self.seat, mine, theirs), depth - 1);
            let any: i64 = each(self.rules.movable(at, 1 - self.seat)).map(after).sum();
            (self.trust * after(guess) + (100 - self.trust) * any / replies) / 100
        };
        let values = each(self.rules.movable(at, self.seat)).map(|mine| (mine, value_of(mine)));
        values.max_by_key(|&(_, value)| value).unwrap_or((0, 0))
    }
}

fn choose(view: &tank_war::View) -> u64 {
    let settings = muster::Settings::fetch();
    let (rules, at) = rules::read(view);
    let seat = usize::from(view.seat);
    let guesser = Guesser { rules, seat, trust: settings.number("trust", 75).clamp(0, 100) };
    let (mine, _) = guesser.best(&at, settings.number("depth", 2).clamp(1, 4));
    tank_war::make_move(guesser.rules.tank_on(seat, mine))
}
