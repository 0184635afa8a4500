//! A seat's mistakes in a match, according to the evaluations of a reference.
//!
//! A reference is a bot that logs its evaluation of each position:
//!
//! | line | meaning |
//! |---|---|
//! | `@eval 0.61` | the expected points of the seat that acts, from 0 to 1 |
//! | `@worth 3 0.48` | if both seats act: the expected points of an action, by its code, against the other seat's mixture of actions |
//! | `@line 3 17 4` | the expected play: the codes of the coming actions, the first seat's first if both act |

use game::{Action, Game, Joint, Outcome, Position, Seat, SeatSet, format_joint};
use referee::Closing;

use crate::{Ply, Recording, Replay, ReplayError};

/// The minimum loss of expected points that counts as a mistake. A smaller loss is within the error of a reference.
pub const MISTAKE: f64 = 0.1;
/// The minimum loss of expected points that counts as a blunder.
pub const BLUNDER: f64 = 0.25;
/// The minimum share of the largest loss at which another loss counts as similar.
const NEAR: f64 = 0.75;
/// Minimum number of similar losses that make a gradual loss.
const GRADUAL: usize = 3;

/// A seat's expected points over a match, and the turns in which it lost some.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The expected points of the seat at the starts of turns, by ply from 0. Turns without a value are left out.
    pub values: Vec<(u32, f64)>,
    /// The seat's turns in which it lost expected points, in order.
    pub losses: Vec<TurnLoss>,
}

/// A turn in which a seat lost expected points.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnLoss {
    /// The first ply of the turn, from 0.
    pub ply: u32,
    /// The text of the position at its start.
    pub position: String,
    /// The seat's expected points with the reference's play.
    pub before: f64,
    /// Its expected points with the play of the match.
    pub after: f64,
    /// The seat's actions, in notation.
    pub played: String,
    /// The reference's actions, in notation; empty if it names none.
    pub better: String,
    /// The play that it expects next, in notation; often empty.
    pub then: String,
    /// The actions of `better` as plies. If both seats act, they contain the expected action of the other seat.
    pub better_plies: Vec<Joint>,
}

/// The mark of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A mistake.
    Mistake,
    /// A blunder.
    Blunder,
}

impl Mark {
    /// The sign as in chess.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// The turns that explain a loss.
#[derive(Clone, Debug, PartialEq)]
pub enum Explanation<'a> {
    /// One or two similarly bad turns, the worse one first.
    Mistakes(Vec<&'a TurnLoss>),
    /// Several turns with similar losses, in the order of the match.
    Gradual(Vec<&'a TurnLoss>),
    /// All losses are within the reference's error.
    Nothing,
}

impl TurnLoss {
    /// The lost expected points.
    pub fn points(&self) -> f64 {
        self.before - self.after
    }

    /// Returns the mark of the turn; `None` if the loss is within the reference's error.
    pub fn mark(&self) -> Option<Mark> {
        match self.points() {
            points if points >= BLUNDER => Some(Mark::Blunder),
            points if points >= MISTAKE => Some(Mark::Mistake),
            _ => None,
        }
    }
}

impl Course {
    /// Returns the course of a match for a seat. `comments` are the logs of the reference, which was asked at the seat
    /// and, unless both seats act at once, at the other one. `outcome` is that of a match that ended by its rules.
    ///
    /// The value of a turn takes the rest of the match into account: a seat's value is at least the value after the
    /// turn that it played. If the reference finds a refutation only after the refutation was played, the loss counts
    /// against the previous turn.
    ///
    /// # Errors
    /// When the recording cannot be replayed.
    pub fn new(
        recording: &Recording<'_>,
        seat: Seat,
        comments: [&Closing; 2],
        outcome: Option<Outcome>,
    ) -> Result<Course, ReplayError> {
        let mut turns = turns(recording, comments)?;
        let mut next = outcome.map(|outcome| match outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f64::from(u8::from(winner == seat)),
        });
        let mut losses = Vec::new();
        for turn in turns.iter_mut().rev() {
            let Some(comment) = turn.comment.take() else {
                next = None;
                continue;
            };
            let own = comment.points_of(seat);
            let loss = if turn.seats.len() > 1 {
                comment.worth(turn.own_action(seat)).map(|worth| (own, worth.min(own)))
            } else if turn.seats.contains(seat) {
                next.map(|next| (own.max(next), next))
            } else {
                None
            };
            let value = match next {
                Some(next) if turn.seats == SeatSet::only(seat) => own.max(next),
                Some(next) if turn.seats.len() == 1 => own.min(next),
                _ => own,
            };
            next = Some(value);
            turn.value = next;
            if let Some((before, after)) = loss.filter(|(before, after)| before > after) {
                losses.push(turn.loss(recording.game, seat, &comment.line, (before, after)));
            }
        }
        losses.reverse();
        let values = turns.iter().filter_map(|turn| Some((turn.ply, turn.value?))).collect();
        Ok(Course { values, losses })
    }

    /// Returns the turns that explain a loss.
    pub fn explanation(&self) -> Explanation<'_> {
        let mut worst: Vec<&TurnLoss> = self.losses.iter().filter(|loss| loss.mark().is_some()).collect();
        worst.sort_by(|one, other| other.points().total_cmp(&one.points()));
        let Some(most) = worst.first().map(|loss| loss.points()) else { return Explanation::Nothing };
        worst.retain(|loss| loss.points() >= NEAR * most);
        if worst.len() < GRADUAL {
            return Explanation::Mistakes(worst);
        }
        worst.sort_by_key(|loss| loss.ply);
        Explanation::Gradual(worst)
    }
}

/// Consecutive plies in which the same seats act.
struct Turn {
    ply: u32,
    seats: SeatSet,
    position: Box<dyn Position>,
    plies: Vec<Joint>,
    comment: Option<Comment>,
    value: Option<f64>,
}

/// A reference's comment on a position.
#[derive(Clone, Debug, PartialEq)]
struct Comment {
    seat: Seat,
    points: f64,
    worths: Vec<(Action, f64)>,
    line: Vec<Action>,
}

impl Comment {
    /// Reads the comment in a part of a log; `None` if it has no value.
    fn read(log: &[u8], seat: Seat) -> Option<Comment> {
        let text = String::from_utf8_lossy(log);
        let mut points = None;
        let (mut worths, mut line) = (Vec::new(), Vec::new());
        for words in text.lines().map(|line| line.split(' ').collect::<Vec<_>>()) {
            let code = |word: &&str| word.parse().ok().and_then(Action::from_code);
            match *words {
                ["@eval", value] => points = value.parse().ok().filter(|value| (0.0..=1.0).contains(value)),
                ["@worth", ref action, value] => worths.extend(code(action).zip(value.parse().ok())),
                ["@line", ref actions @ ..] => line = actions.iter().map_while(code).collect(),
                _ => {}
            }
        }
        Some(Comment { seat, points: points?, worths, line })
    }

    fn points_of(&self, seat: Seat) -> f64 {
        if seat == self.seat { self.points } else { 1.0 - self.points }
    }

    fn worth(&self, action: Option<Action>) -> Option<f64> {
        self.worths.iter().find(|(known, _)| Some(*known) == action).map(|(_, worth)| *worth)
    }
}

/// Divides a match into turns, with the reference's comments.
fn turns(recording: &Recording<'_>, comments: [&Closing; 2]) -> Result<Vec<Turn>, ReplayError> {
    let mut replay = Replay::new(*recording)?;
    let mut turns: Vec<Turn> = Vec::new();
    while let Some(Ply { number: ply, joint, .. }) = replay.next_ply()? {
        let frame = replay.frame();
        let seats = frame.phase().seats();
        match turns.last_mut() {
            Some(turn) if turn.seats == seats && seats.len() == 1 => turn.plies.push(joint),
            _ => {
                let read = |seat: Seat| Comment::read(comments[seat.index()].logged_in(ply), seat);
                let comment = seats.iter().find_map(read);
                let position = frame.position().clone_box();
                turns.push(Turn { ply, seats, position, plies: vec![joint], comment, value: None });
            }
        }
        replay.forward()?;
    }
    Ok(turns)
}

impl Turn {
    fn own_action(&self, seat: Seat) -> Option<Action> {
        self.plies.first().and_then(|joint| joint[seat])
    }

    fn loss(&self, game: &dyn Game, seat: Seat, line: &[Action], (before, after): (f64, f64)) -> TurnLoss {
        let mut better_plies = plies_of(&*self.position, line);
        let mut position = self.position.clone_box();
        let own = |position: &dyn Position, joint: &Joint| match joint[seat] {
            // If both seats act, the other seat's action is only the likeliest one.
            Some(action) => position.format_action(seat, action),
            None => format_joint(game, position, joint),
        };
        let mut better = Vec::new();
        for joint in &better_plies {
            let is_turn =
                better.is_empty() || (self.seats.len() == 1 && position.phase().seats() == self.seats);
            if !is_turn {
                break;
            }
            better.push(own(&*position, joint));
            position.apply(joint);
        }
        let then = better_plies.split_off(better.len());
        TurnLoss {
            ply: self.ply,
            position: self.position.to_string(),
            before,
            after,
            played: in_notation(&*self.position, &self.plies, own).join(" "),
            better: better.join(" "),
            then: in_notation(&*position, &then, |position, joint| format_joint(game, position, joint))
                .join(" "),
            better_plies,
        }
    }
}

/// Returns the plies of an expected play, up to the first one that the rules do not allow.
fn plies_of(position: &dyn Position, line: &[Action]) -> Vec<Joint> {
    let mut position = position.clone_box();
    let mut actions = line.iter().copied();
    let mut plies = Vec::new();
    loop {
        let mut joint = Joint::default();
        for seat in position.phase().seats().iter() {
            joint[seat] = actions.next();
        }
        if joint == Joint::default() || position.play(&joint).is_err() {
            return plies;
        }
        plies.push(joint);
    }
}

/// Returns each of the plies, which the rules allow from a position on, in notation.
fn in_notation(
    position: &dyn Position,
    plies: &[Joint],
    format: impl Fn(&dyn Position, &Joint) -> String,
) -> Vec<String> {
    let mut position = position.clone_box();
    let word = |joint: &Joint| {
        let text = format(&*position, joint);
        position.apply(joint);
        text
    };
    plies.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(points: &[f64]) -> Course {
        let loss = |(ply, points): (u32, &f64)| TurnLoss {
            ply,
            position: String::new(),
            before: 0.9,
            after: 0.9 - points,
            played: String::new(),
            better: String::new(),
            then: String::new(),
            better_plies: Vec::new(),
        };
        Course { values: Vec::new(), losses: (0..).zip(points).map(loss).collect() }
    }

    #[test]
    fn losses_about_as_large_as_the_worst_one_are_gradual() {
        let plies = |losses: Vec<&TurnLoss>| losses.into_iter().map(|loss| loss.ply).collect::<Vec<_>>();
        let cases: [(&[f64], &str, &[u32]); 6] = [
            (&[], "nothing", &[]),
            (&[0.05, 0.09], "nothing", &[]),
            (&[0.05, 0.4, 0.1], "mistakes", &[1]),
            (&[0.31, 0.05, 0.4], "mistakes", &[2, 0]),
            (&[0.12, 0.05, 0.13, 0.11], "gradual", &[0, 2, 3]),
            (&[0.12, 0.4, 0.13, 0.11], "mistakes", &[1]),
        ];
        for (points, name, expected) in cases {
            let course = course(points);
            let found = match course.explanation() {
                Explanation::Mistakes(losses) => ("mistakes", plies(losses)),
                Explanation::Gradual(losses) => ("gradual", plies(losses)),
                Explanation::Nothing => ("nothing", Vec::new()),
            };
            assert_eq!(found, (name, expected.to_vec()), "{points:?}");
        }
    }

    #[test]
    fn a_comment_without_a_valid_value_is_none() {
        for log in ["", "@line 3", "@eval 1.5", "@eval x", "@eval nan", "thinking"] {
            assert_eq!(Comment::read(log.as_bytes(), Seat::First), None, "{log:?}");
        }
        let comment =
            Comment::read(b"hm\n@eval 0.25\n@worth 3 0.2\n@worth x 1\n@line 3 17 x 4\n", Seat::Second);
        let comment = comment.expect("a comment");
        let action = |code| Action::from_code(code).expect("a code");
        assert_eq!((comment.points_of(Seat::Second), comment.points_of(Seat::First)), (0.25, 0.75));
        assert_eq!((comment.worth(Some(action(3))), comment.worth(Some(action(4)))), (Some(0.2), None));
        assert_eq!(comment.line, [action(3), action(17)]);
    }
}
