//! Guesser: predicts the enemy's move. It assumes that the enemy is a `hunter`, which looks two rounds ahead and
//! averages over all answers, computes a hunter's move for the enemy's side, and mostly answers that. It gives some
//! weight to all other moves, because not every enemy is a hunter. It searches a few rounds in this way.
//!
//! Settings: depth=N (rounds, 1 to 4; 3), trust=N (the probability that the guess is right, in percent; 75).
#![no_std]
#![no_main]

#[path = "../../kit/rust/muster.rs"]
mod muster;
#[path = "../common/rules.rs"]
mod rules;
#[path = "../../kit/rust/tank_war.rs"]
mod tank_war;

use rules::{Boxes, Position, Rules, count, each};

struct Guesser {
    rules: Rules,
    seat: usize,
    /// In percent.
    trust: i64,
}

impl Guesser {
    /// The value of a position for a seat: tanks, then boxes, and ten times that if the game is over.
    fn worth(&self, at: &Position, seat: usize) -> i64 {
        let lead = i64::from(40 * at.tank_lead(seat) + at.box_lead(seat));
        if self.rules.is_over(at) { 10 * lead } else { lead }
    }

    /// Plays the round in which a seat and its enemy name these tanks.
    fn round(&self, at: &Position, seat: usize, own: Boxes, other: Boxes) -> Position {
        self.rules.play(*at, if seat == 0 { [own, other] } else { [other, own] })
    }

    /// A hunter's move on a seat and its value in thousandths: the first of the moves with the best average over all
    /// answers, searched to this depth in rounds.
    fn hunt(&self, at: &Position, seat: usize, depth: i64) -> (Boxes, i64) {
        let mut best = (0, i64::MIN);
        if depth == 0 || self.rules.is_over(at) {
            return (0, 1000 * self.worth(at, seat));
        }
        let answers = each(self.rules.movable(at, 1 - seat));
        let count = i64::from(count(self.rules.movable(at, 1 - seat)));
        for own in each(self.rules.movable(at, seat)) {
            let after = |other| self.hunt(&self.round(at, seat, own, other), seat, depth - 1).1;
            let average = answers.clone().map(after).sum::<i64>() / count;
            if average > best.1 {
                best = (own, average);
            }
        }
        best
    }

    /// The value of a position if both sides play on for some rounds.
    fn value(&self, at: &Position, depth: i64) -> i64 {
        if depth == 0 || self.rules.is_over(at) {
            return 1000 * self.worth(at, self.seat);
        }
        self.best(at, depth).1
    }

    /// The best move and its value.
    fn best(&self, at: &Position, depth: i64) -> (Boxes, i64) {
        let (guess, _) = self.hunt(at, 1 - self.seat, 2);
        let replies = i64::from(count(self.rules.movable(at, 1 - self.seat)));
        let value_of = |mine: Boxes| {
            let after = |theirs, depth| self.value(&self.round(at, self.seat, mine, theirs), depth);
            let any: i64 = each(self.rules.movable(at, 1 - self.seat)).map(|theirs| after(theirs, 0)).sum();
            (self.trust * after(guess, depth - 1) + (100 - self.trust) * any / replies) / 100
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
    let (mine, _) = guesser.best(&at, settings.number("depth", 3).clamp(1, 4));
    tank_war::make_move(guesser.rules.tank_on(seat, mine))
}
