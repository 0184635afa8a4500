//! What the kit of a script asks as a program of this machine, beside what any program may: the view as bytes, and
//! actions by their codes. The same file is a bot in the sandbox, where calls answer this.

use std::fmt::Write as _;

use game::{Dice, Game, Position, Seat};
use referee::{Ask, Scene};

/// What the line of a request or of an answer begins with.
const SIGN: char = '@';

/// A line of a script's kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScriptRequest {
    /// The fields of the view.
    Layout,
    /// The view.
    View,
    /// The codes of the legal actions.
    Legal,
    /// What was played, by codes.
    History,
    /// 64 bits of the seat's dice.
    Random,
}

impl ScriptRequest {
    /// The request of a line, if it is one.
    pub(super) fn read(line: &str) -> Option<ScriptRequest> {
        Some(match line.strip_prefix(SIGN)? {
            "layout" => ScriptRequest::Layout,
            "view" => ScriptRequest::View,
            "legal" => ScriptRequest::Legal,
            "history" => ScriptRequest::History,
            "random" => ScriptRequest::Random,
            _ => return None,
        })
    }

    /// The reply.
    pub(super) fn reply(self, ask: &Ask<'_>, dice: &mut Dice) -> String {
        match self {
            ScriptRequest::Layout => layout(ask.scene.game),
            ScriptRequest::View => view(ask.view),
            ScriptRequest::Legal => legal(&*ask.scene.position, ask.seat),
            ScriptRequest::History => history(ask.scene, ask.seat),
            ScriptRequest::Random => format!("random: {}\n", dice.bits()),
        }
    }
}

/// The code that a word stands for, if it is one: `@5`.
pub(super) fn code(word: &str) -> Option<i64> {
    word.strip_prefix(SIGN)?.parse().ok()
}

/// Their number, and a line for each: its name, where it begins, its type, and how many there are.
fn layout(game: &dyn Game) -> String {
    let table = script::view_table(game);
    format!("layout: {}\n{table}", table.lines().count())
}

fn view(bytes: &[u8]) -> String {
    let mut text = "view: ".to_owned();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text + "\n"
}

fn legal(position: &dyn Position, seat: Seat) -> String {
    let mut legal = Vec::new();
    position.legal_actions(seat, &mut legal);
    let codes: Vec<String> = legal.iter().map(|action| action.code().to_string()).collect();
    format!("legal: {}\n", codes.join(" "))
}

fn history(scene: &Scene, seat: Seat) -> String {
    let known = scene.history_in_notation(seat);
    let mut text = format!("history: {}\n", known.len());
    for (played, _) in known {
        let _ = writeln!(text, "played: {} {} {}", played.ply, played.seat.index(), played.action.code());
    }
    text
}
