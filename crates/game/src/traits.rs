//! The two traits that a game implements.

use std::any::Any;
use std::fmt::Display;

use crate::{
    Action, Blow, Dice, Drawing, Gesture, Joint, Layout, Mark, Outcome, PerSeat, Phase, RuleOption, Rules,
    RulesFault, Seat, TextError, Work,
};

/// The name of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatName {
    /// The letter in notation: `W`.
    pub letter: char,
    /// The word: `White`.
    pub word: &'static str,
}

/// A number that a game keeps for each seat, for tie-breaks, grades and charts.
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
    /// The description: `D's RB destroys U's LA`.
    pub text: String,
    /// The mark to draw on the position before the action.
    pub mark: Option<Mark>,
}

/// The rules of a game, seen from outside. The crate `games` lists one value per game.
pub trait Game: Sync {
    /// The name in TOML and on the command line: lower case, hyphens.
    fn name(&self) -> &'static str;

    /// The name in records and jobs: that of a built-in game, or `NAME@HASH` for a game from a file, where the hash is the
    /// BLAKE3 of its [module](Game::module).
    fn key(&self) -> &'static str {
        self.name()
    }

    /// The module with the rules of a game from a file; `None` for a built-in game.
    fn module(&self) -> Option<&'static [u8]> {
        None
    }

    /// The rules in the words of their author, in Markdown. Empty for a built-in game: the list of games has its page.
    fn about(&self) -> &'static str {
        ""
    }

    /// Returns `true` if a game may have plies of chance ([`Phase::Chance`]).
    fn has_chance(&self) -> bool {
        false
    }

    /// The name for people: `The Tank War`.
    fn title(&self) -> &'static str;

    /// The number in the header of views. No two games share one.
    fn id(&self) -> u32;

    /// The version of the rules, part of the engine fingerprint. Any change that may make an old transcript replay
    /// differently raises it.
    fn version(&self) -> u32;

    /// The names of the seats.
    fn seats(&self) -> PerSeat<SeatName>;

    /// The rule options, in canonical order.
    fn options(&self) -> &'static [RuleOption];

    /// The metrics, in the order of [`Position::metrics`].
    fn metrics(&self) -> &'static [Metric];

    /// The layout of views and action codes.
    fn layout(&self) -> &'static Layout;

    /// The prices of the game's steps and the memory of positions, for bots that play in their own positions.
    fn work(&self) -> Work;

    /// Maximum number of plies of a game from the start; `None` if the options allow endless play. (The referee then
    /// ends a match by its own limit.)
    fn max_plies(&self, rules: &Rules) -> Option<u32>;

    /// Returns the start position.
    fn start(&self, rules: &Rules) -> Box<dyn Position>;

    /// Reads a position's text. Its history is empty.
    ///
    /// # Errors
    /// When the text is not a position of the game under these rules. The message names the place.
    fn parse_position(&self, rules: &Rules, text: &str) -> Result<Box<dyn Position>, TextError>;

    /// Returns `true` if the action exists in some position of the game: its kind exists and its payload decodes.
    fn is_action(&self, action: Action) -> bool;

    /// Returns the action as seen after [`Position::mirrored`]. Meaningful only for games with that symmetry.
    fn mirror_action(&self, action: Action) -> Action {
        action
    }

    /// Returns a random start position `plies` into the game; `None` if the game ended on the way.
    ///
    /// The default plays uniformly random legal actions. A game may do better, for example by mirrored rounds.
    fn opening(&self, rules: &Rules, plies: u32, dice: &mut Dice) -> Option<Box<dyn Position>> {
        let mut position = self.start(rules);
        let mut legal = Vec::new();
        for _ in 0..plies {
            let joint = random_joint(&*position, dice, &mut legal)?;
            position.apply(&joint);
        }
        while let Phase::Chance(chance) = position.phase() {
            position.apply(&chance.draw(dice));
        }
        matches!(position.phase(), Phase::Act(_)).then_some(position)
    }
}

/// Returns a uniformly random ply: a joint action of the seats to act, or an outcome of chance; `None` when the game is
/// over. `legal` is scratch space.
pub fn random_joint(position: &dyn Position, dice: &mut Dice, legal: &mut Vec<Action>) -> Option<Joint> {
    let seats = match position.phase() {
        Phase::Act(seats) => seats,
        Phase::Chance(chance) => return Some(chance.draw(dice)),
        Phase::Over(_) => return None,
    };
    let mut joint = Joint::default();
    for seat in seats.iter() {
        legal.clear();
        position.legal_actions(seat, legal);
        joint[seat] = dice.pick(legal).copied();
    }
    Some(joint)
}

/// One state of play, with the history that its rules need.
///
/// Its [`Display`] is the position's text, which [`Game::parse_position`] reads back. Each game documents what the text
/// leaves out, such as repetition history.
pub trait Position: ClonePosition + Display + Send + Sync + Any {
    /// The seats to act next, or the end.
    fn phase(&self) -> Phase;

    /// The turn as the game counts it: rounds, moves or turns of many actions. It never falls. If the text of a
    /// position leaves it out, a position read from text counts from the start.
    fn turn(&self) -> u32;

    /// Returns `true` if the action is legal for the seat now. Fast, without listing. Returns `false` for a seat that
    /// is not to act.
    fn is_legal(&self, seat: Seat, action: Action) -> bool;

    /// Appends the legal actions of a seat in a fixed order, without duplicates. Appends nothing for a seat that is not
    /// to act.
    fn legal_actions(&self, seat: Seat, list: &mut Vec<Action>);

    /// Number of legal actions; `None` if the game does not know it without listing them.
    fn legal_count(&self, _seat: Seat) -> Option<u32> {
        None
    }

    /// Plays one ply without checking it; [`play`](#method.play) checks first. Does not allocate in the common case.
    ///
    /// # Panics
    /// May panic, or leave a meaningless position, unless `joint` holds a legal action for exactly the seats to act.
    fn apply(&mut self, joint: &Joint);

    /// Scores the game as if it stopped here. Used when both clocks run out in one ply, and at the referee's own ply
    /// limit.
    fn adjudicate(&self) -> Outcome;

    /// Writes a seat's metrics, in the order of [`Game::metrics`].
    ///
    /// # Panics
    /// When `values` is shorter than the list of metrics.
    fn metrics(&self, seat: Seat, values: &mut [i64]);

    /// Writes the part of the position that the seat may see, without the common header. Returns the number of bytes,
    /// at most [`Layout::view_len`]; every byte up to there is written.
    ///
    /// # Panics
    /// When `bytes` is shorter than [`Layout::view_len`].
    fn write_view(&self, seat: Seat, bytes: &mut [u8]) -> usize;

    /// Reads another position's text under the rules of this one. Its history is empty.
    ///
    /// # Errors
    /// As [`Game::parse_position`].
    fn parse_alike(&self, text: &str) -> Result<Box<dyn Position>, TextError>;

    /// Number of plies or turns of history that a ply may search. The cost of copying and playing, and the size of a
    /// position, depend on it ([`Work`]). It does not depend on anything hidden from a seat.
    fn history_len(&self) -> u32 {
        0
    }

    /// Returns a position that the seat, which acts, cannot tell from this one, with everything hidden filled in: by
    /// the opponent's actions in `choices`, starting at the first hidden ply, where they are legal, and otherwise by
    /// dice. It depends on nothing that the seat cannot know.
    ///
    /// The default, a copy, is for positions that hide nothing.
    fn imagined_by(&self, _seat: Seat, _choices: &[Action], _dice: &mut Dice) -> Box<dyn Position> {
        self.clone_box()
    }

    /// Returns `true` if a viewer may not know an action of this game, played by `seat` (any seat for an outcome of
    /// chance) `ago` plies before this position, where 0 is the latest ply.
    fn hides(&self, viewer: Seat, _ago: u32, _seat: Seat, action: Action) -> bool {
        action.as_chance().is_some_and(|(_, seen_by)| !seen_by.contains(viewer))
    }

    /// Returns `true` if anything of this position is hidden from the viewer.
    fn has_secrets(&self, _viewer: Seat) -> bool {
        false
    }

    /// The failure of the rules that led to this position; `None` for built-in games, whose rules cannot fail. Such a
    /// position is over, and its outcome is meaningless.
    fn fault(&self) -> Option<&RulesFault> {
        None
    }

    /// Work beyond the game's prices, in the units of [`Work`]: that of making this position, and of questions about it
    /// since then. Zero for a copy until it is asked something.
    fn cost(&self) -> u64 {
        0
    }

    /// Appends an action of a seat in notation to a text. Works for every action of the game ([`Game::is_action`]),
    /// legal or not.
    fn write_action(&self, seat: Seat, action: Action, text: &mut String);

    /// Returns an action of a seat in notation, as [`Position::write_action`] writes it.
    fn format_action(&self, seat: Seat, action: Action) -> String {
        let mut text = String::new();
        match action.as_chance() {
            Some((outcome, _)) => text.push_str(&format!("chance:{outcome}")),
            None => self.write_action(seat, action, &mut text),
        }
        text
    }

    /// Reads a seat's action. The result is an action of the game, but not necessarily legal.
    ///
    /// # Errors
    /// When the text is not an action. The message states the expected form.
    fn parse_action(&self, seat: Seat, text: &str) -> Result<Action, TextError>;

    /// Returns the events of applying `joint` to this position, in order, as a viewer may know them; `None` sees
    /// everything. Anything still hidden from the viewer after the ply ([`Position::hides`]) is described without
    /// its content.
    ///
    /// # Panics
    /// As [`Position::apply`].
    fn events(&self, joint: &Joint, viewer: Option<Seat>) -> Vec<Event>;

    /// Returns the effect of applying `joint` to this position, if it may decide the game: in a game's last ply, or in
    /// the last one that changed [`Position::adjudicate`], to this winner or, with `None`, to a draw. `None` if the ply
    /// decides nothing and there is no score.
    ///
    /// The default suits games that are decided by their last ply.
    ///
    /// # Panics
    /// As [`Position::apply`].
    fn blow(&self, joint: &Joint, _winner: Option<Seat>) -> Option<Blow> {
        Some(Blow::from_events(&self.events(joint, None)))
    }

    /// Draws the board for a viewer; `None` sees everything.
    fn draw(&self, viewer: Option<Seat>) -> Drawing;

    /// Returns the gesture with which a person makes a legal action on the board that the seat sees: the piece, the
    /// target square, a button. It depends only on what the seat knows. For an illegal action it may be meaningless,
    /// but does not panic.
    fn gesture(&self, seat: Seat, action: Action) -> Gesture;

    /// Returns the prompt for a person at the seat, such as `Place a Light tank (2 of 4)`; empty if every action is a
    /// plain move.
    fn prompt(&self, _seat: Seat) -> String {
        String::new()
    }

    /// Returns the position with the seats exchanged and the board turned to match, in games where that gives equal
    /// prospects; `None` in others.
    fn mirrored(&self) -> Option<Box<dyn Position>> {
        None
    }
}

/// Copying through trait objects. Every `Clone` position has it.
pub trait ClonePosition {
    /// Returns a boxed copy.
    fn clone_box(&self) -> Box<dyn Position>;

    /// Becomes a copy of another position of the same game and reuses memory where possible.
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
