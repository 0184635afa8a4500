//! A random game in progress, and the comparison of two positions.

use game::{Action, Game, Joint, Position, Rules, Seat};

/// A game after some plies.
pub(super) struct Walk<'a> {
    pub(super) game: &'static dyn Game,
    pub(super) rules: &'a Rules,
    pub(super) position: Box<dyn Position>,
    pub(super) plies: Vec<Joint>,
    /// The plies in notation.
    pub(super) texts: Vec<String>,
}

impl Walk<'_> {
    pub(super) fn new<'a>(game: &'static dyn Game, rules: &'a Rules) -> Walk<'a> {
        Walk { game, rules, position: game.start(rules), plies: Vec::new(), texts: Vec::new() }
    }

    /// Advances to the position after a ply.
    pub(super) fn go(&mut self, joint: Joint, next: Box<dyn Position>) {
        self.texts.push(game::format_joint(self.game, &*self.position, &joint));
        self.plies.push(joint);
        self.position = next;
    }
}

/// Returns the legal actions of a seat.
pub(super) fn list(position: &dyn Position, seat: Seat) -> Vec<Action> {
    let mut legal = Vec::new();
    position.legal_actions(seat, &mut legal);
    legal
}

/// Returns the first difference between two positions as a seat sees them, in words. `None` sees everything of both
/// seats.
pub(super) fn difference(
    game: &dyn Game,
    one: &dyn Position,
    other: &dyn Position,
    viewer: Option<Seat>,
) -> Option<String> {
    if one.phase() != other.phase() {
        return Some("`turn`".to_owned());
    }
    for seat in Seat::BOTH {
        let word = game.seats()[seat].word;
        let (mut here, mut there) = (vec![0; game.metrics().len()], vec![0; game.metrics().len()]);
        one.metrics(seat, &mut here);
        other.metrics(seat, &mut there);
        if let Some(metric) = (0..here.len()).find(|index| here[*index] != there[*index]) {
            return Some(format!("the metric `{}` of {word}", game.metrics()[metric].name));
        }
        if viewer.is_some_and(|viewer| viewer != seat) {
            continue;
        }
        if list(one, seat) != list(other, seat) {
            return Some(format!("the list of `legal` for {word}"));
        }
        if let Some(field) = other_field(game, one, other, seat) {
            return Some(format!("`{field}` in the view of {word}"));
        }
    }
    (one.draw(viewer) != other.draw(viewer)).then(|| "the drawing".to_owned())
}

/// Returns the first view field in which two positions differ for a seat.
fn other_field(
    game: &dyn Game,
    one: &dyn Position,
    other: &dyn Position,
    seat: Seat,
) -> Option<&'static str> {
    let view = |position: &dyn Position| {
        let mut bytes = vec![0; game.layout().view_len() + game::view::HEADER_LEN];
        position.write_view(seat, &mut bytes);
        bytes
    };
    let (here, there) = (view(one), view(other));
    let differs = |field: &&game::Field| here[field.offset..field.end()] != there[field.offset..field.end()];
    game.layout().fields.iter().find(differs).map(|field| field.name)
}
