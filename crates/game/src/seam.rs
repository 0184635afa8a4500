//! The two traits a game implements.

use std::any::Any;
use std::fmt::Display;

use crate::{
    Action, Dice, Drawing, Gesture, Joint, Layout, Mark, Outcome, PerSeat, Phase, RuleOption, Rules, Seat,
    TextError, Work,
};

/// How a seat is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatName {
    /// The letter in notation: `W`.
    pub letter: char,
    /// The word: `White`.
    pub word: &'static str,
}

/// A number a game keeps for each seat, for tie-breaks, grades and charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// The name in TOML and in columns: lower case, underscores.
    pub name: &'static str,
    /// One sentence for users.
    pub about: &'static str,
}

/// Something that happens when a joint action is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// In words: `D's RB destroys U's LA`.
    pub text: String,
    /// How to draw it, on the position before the action.
    pub mark: Option<Mark>,
}

/// The rules of a game, seen from outside. One value of it is in the crate `games`' list.
pub trait Game: Sync {
    /// The name in TOML and on the command line: lower case, hyphens.
    fn name(&self) -> &'static str;

    /// The name for people: `The Tank War`.
    fn title(&self) -> &'static str;

    /// The number in the header of views; no two games share one.
    fn id(&self) -> u32;

    /// The version of the rules. Raised by any change after which an old transcript may replay differently;
    /// part of the engine fingerprint.
    fn version(&self) -> u32;

    /// What the seats are called.
    fn seats(&self) -> PerSeat<SeatName>;

    /// The rule options, in canonical order.
    fn options(&self) -> &'static [RuleOption];

    /// The metrics, in the order of [`Position::metrics`].
    fn metrics(&self) -> &'static [Metric];

    /// The layout of views and action codes.
    fn layout(&self) -> &'static Layout;

    /// What the steps of the game cost where a bot plays in positions of its own, and the memory of these.
    fn work(&self) -> Work;

    /// A bound on the plies of one playing from the start, or `None` where the options allow endless play
    /// (the referee then ends a match by its own limit).
    fn max_plies(&self, rules: &Rules) -> Option<u32>;

    /// The position at the start.
    fn start(&self, rules: &Rules) -> Box<dyn Position>;

    /// Reads a position's text; its history is empty.
    ///
    /// # Errors
    /// When the text is not a position of the game under these rules; the message names the place.
    fn parse_position(&self, rules: &Rules, text: &str) -> Result<Box<dyn Position>, TextError>;

    /// Whether the action is one of the game in some position: its kind exists and its payload decodes.
    fn is_action(&self, action: Action) -> bool;

    /// The action as seen after [`Position::mirrored`]; meant only for games that have the symmetry.
    fn mirror_action(&self, action: Action) -> Action {
        action
    }

    /// A random start position `plies` into the game, or `None` when the game ended on the way.
    ///
    /// The default plays uniformly random legal actions. A game may do better, for example by mirrored rounds.
    fn opening(&self, rules: &Rules, plies: u32, dice: &mut Dice) -> Option<Box<dyn Position>> {
        let mut position = self.start(rules);
        let mut legal = Vec::new();
        for _ in 0..plies {
            let joint = random_joint(&*position, dice, &mut legal)?;
            position.apply(&joint);
        }
        matches!(position.phase(), Phase::Act(_)).then_some(position)
    }
}

/// A uniformly random joint action for the seats to act, or `None` when the game is over. `legal` is scratch
/// space.
pub(crate) fn random_joint(
    position: &dyn Position,
    dice: &mut Dice,
    legal: &mut Vec<Action>,
) -> Option<Joint> {
    let seats = position.phase().seats();
    if seats.is_empty() {
        return None;
    }
    let mut joint = Joint::default();
    for seat in seats.iter() {
        legal.clear();
        position.legal_actions(seat, legal);
        joint[seat] = dice.pick(legal).copied();
    }
    Some(joint)
}

/// One state of play, with whatever history its rules need.
///
/// Its [`Display`] is the position's text, which [`Game::parse_position`] reads back; what the text leaves
/// out (such as repetition history) the game says in its documentation.
pub trait Position: ClonePosition + Display + Send + Sync + Any {
    /// Who acts next, or how it ended.
    fn phase(&self) -> Phase;

    /// The turn as the game counts it: rounds, moves or turns of many actions; never falls. Where the text of
    /// a position leaves it out, a position read from text counts as from the start.
    fn turn(&self) -> u32;

    /// Whether the seat may do this now. Fast, and without listing; `false` for a seat that is not to act.
    fn is_legal(&self, seat: Seat, action: Action) -> bool;

    /// Appends the legal actions of a seat in a fixed order, without duplicates; nothing for a seat that is
    /// not to act.
    fn legal_actions(&self, seat: Seat, list: &mut Vec<Action>);

    /// Number of legal actions, where the game has it without listing them.
    fn legal_count(&self, _seat: Seat) -> Option<u32> {
        None
    }

    /// Plays one ply without checking it; [`play`](#method.play) checks first. No allocation in the common case.
    ///
    /// # Panics
    /// May panic, or leave a position that makes no sense, unless `joint` holds a legal action for exactly the
    /// seats to act.
    fn apply(&mut self, joint: &Joint);

    /// How the game would be scored if it stopped here: for both clocks running out in one ply and for the
    /// referee's own limit of plies.
    fn adjudicate(&self) -> Outcome;

    /// A seat's metrics, in the order of [`Game::metrics`].
    ///
    /// # Panics
    /// When `values` is shorter than the list of metrics.
    fn metrics(&self, seat: Seat, values: &mut [i64]);

    /// Writes what the seat may see, without the common header, and returns the number of bytes, at most
    /// [`Layout::view_len`]. Every byte up to there is written.
    ///
    /// # Panics
    /// When `bytes` is shorter than [`Layout::view_len`].
    fn write_view(&self, seat: Seat, bytes: &mut [u8]) -> usize;

    /// Reads another position's text, under the same rules as this one; its history is empty.
    ///
    /// # Errors
    /// As [`Game::parse_position`].
    fn parse_alike(&self, text: &str) -> Result<Box<dyn Position>, TextError>;

    /// Plies or turns of the history that a ply may search: what copying and playing cost, and how many bytes a position
    /// has, depend on it ([`Work`]). It does not depend on what is hidden from a seat.
    fn history_len(&self) -> u32 {
        0
    }

    /// A position that the seat cannot tell from this one: what is hidden from it is filled in, by the opponent's actions in
    /// `choices`, of which the first is for the first hidden ply, where one is legal; otherwise by dice. It depends on
    /// nothing that the seat cannot know.
    ///
    /// The default, a copy, is for positions that hide nothing.
    fn imagined_by(&self, _seat: Seat, _choices: &[Action], _dice: &mut Dice) -> Box<dyn Position> {
        self.clone_box()
    }

    /// Of how many of the latest plies the viewer may not yet know the other seat's actions.
    fn hidden_plies(&self, _viewer: Seat) -> u32 {
        0
    }

    /// Appends an action of a seat in notation to a text. Works for every action of the game ([`Game::is_action`]), legal
    /// or not.
    fn write_action(&self, seat: Seat, action: Action, text: &mut String);

    /// An action of a seat in notation, as [`Position::write_action`] writes it.
    fn format_action(&self, seat: Seat, action: Action) -> String {
        let mut text = String::new();
        self.write_action(seat, action, &mut text);
        text
    }

    /// Reads a seat's action. The result is an action of the game, but not always a legal one.
    ///
    /// # Errors
    /// When the text is not an action; the message says what was expected.
    fn parse_action(&self, seat: Seat, text: &str) -> Result<Action, TextError>;

    /// What happens when `joint` is applied to this position, in order, as a viewer may know it; `None` sees all. What
    /// stays hidden from the viewer after the ply ([`Position::hidden_plies`]) is described without its content.
    ///
    /// # Panics
    /// As [`Position::apply`].
    fn events(&self, joint: &Joint, viewer: Option<Seat>) -> Vec<Event>;

    /// How the board looks to a viewer; `None` sees all.
    fn draw(&self, viewer: Option<Seat>) -> Drawing;

    /// How a person makes a legal action of a seat on the board that the seat is shown: the piece, the target square, a
    /// button. It depends only on what the seat knows. For an action that is not legal here it need not make sense, but
    /// does not panic.
    fn gesture(&self, seat: Seat, action: Action) -> Gesture;

    /// The same position with the seats exchanged and the board turned to match, in games where that gives a
    /// position with the same prospects; `None` in others.
    fn mirrored(&self) -> Option<Box<dyn Position>> {
        None
    }
}

/// Copying through the seam; every `Clone` position has it.
pub trait ClonePosition {
    /// A copy in a box of its own.
    fn clone_box(&self) -> Box<dyn Position>;

    /// Becomes a copy of another position of the same game, reusing memory where it can.
    ///
    /// # Panics
    /// When the other position is of another game.
    fn copy_from(&mut self, other: &dyn Position);
}

impl<T: Position + Clone> ClonePosition for T {
    fn clone_box(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn copy_from(&mut self, other: &dyn Position) {
        let other: &dyn Any = other;
        let other = other.downcast_ref::<T>().expect("positions of one game");
        self.clone_from(other);
    }
}

impl Clone for Box<dyn Position> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}
