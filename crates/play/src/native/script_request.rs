//! Requests from the kit of a script that plays as a native program, in addition to those of any program: the view as
//! bytes, actions by their codes, and calls over positions. In the sandbox, host calls answer the same file.

use bot_protocol::positions;
use std::fmt::Write as _;

use bot_protocol::positions::Type;
use game::{Dice, Game, Position, Seat};
use referee::{Ask, Scene};

use super::script_positions::ScriptCall;

/// The first character of a request, and of an answer by code.
const SIGN: char = '@';

/// A line of a script's kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScriptRequest {
    /// The fields of the view.
    Layout,
    /// The names of the game's metrics.
    Metrics,
    /// The view.
    View,
    /// The codes of the legal actions.
    Legal,
    /// The actions played so far, by their codes.
    History,
    /// 64 bits of the seat's dice.
    Random,
}

impl ScriptRequest {
    /// Returns the request of a line; `None` if the line is not a request.
    pub(super) fn read(line: &str) -> Option<ScriptRequest> {
        Some(match line.strip_prefix(SIGN)? {
            "layout" => ScriptRequest::Layout,
            "metrics" => ScriptRequest::Metrics,
            "view" => ScriptRequest::View,
            "legal" => ScriptRequest::Legal,
            "history" => ScriptRequest::History,
            "random" => ScriptRequest::Random,
            _ => return None,
        })
    }

    /// Returns the reply.
    pub(super) fn reply(self, ask: &Ask<'_>, dice: &mut Dice) -> String {
        match self {
            ScriptRequest::Layout => layout(ask.scene.game),
            ScriptRequest::Metrics => metrics(ask.scene.game),
            ScriptRequest::View => format!("view: {}\n", hex(ask.view)),
            ScriptRequest::Legal => legal(&*ask.scene.position, ask.seat),
            ScriptRequest::History => history(ask.scene, ask.seat),
            ScriptRequest::Random => format!("random: {}\n", dice.bits()),
        }
    }
}

/// Returns the code in a word such as `@5`; `None` if there is none.
pub(super) fn code(word: &str) -> Option<i64> {
    word.strip_prefix(SIGN)?.parse().ok()
}

/// Returns the number of fields, and a line for each: its name, offset, type and count.
fn layout(game: &dyn Game) -> String {
    let table = script::view_table(game);
    format!("layout: {}\n{table}", table.lines().count())
}

fn metrics(game: &dyn Game) -> String {
    let names = script::metric_names(game);
    format!("metrics: {}\n", names.lines().collect::<Vec<_>>().join(" "))
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Decodes the output of [`hex`].
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = hex.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
}

impl ScriptCall {
    /// Reads a call over positions, with the name and parameters of the host call: `@position_after 1 5 -1`. The input
    /// is in hexadecimal digits. The address for the reply is omitted.
    pub(super) fn read(line: &str) -> Option<ScriptCall> {
        let mut words = line.strip_prefix(SIGN)?.split_whitespace();
        let name = words.next()?;
        let index = positions::NAMES.iter().position(|named| named.name == name)?;
        let (mut numbers, mut actions, mut input) = (Vec::new(), Vec::new(), Vec::new());
        for parameter in positions::NAMES[index].parameters {
            match parameter {
                Type::Number => numbers.push(words.next()?.parse().ok()?),
                Type::Action => actions.push(words.next()?.parse().ok()?),
                Type::Input => input = bytes(words.next().unwrap_or_default())?,
                Type::Output => {}
            }
        }
        numbers.resize(2, 0);
        actions.resize(2, 0);
        let (numbers, actions) = (numbers.try_into().ok()?, actions.try_into().ok()?);
        words.next().is_none().then_some(ScriptCall { index, numbers, actions, input })
    }
}

/// Formats the reply to a call over positions.
pub(super) fn replied((result, reply): &(i32, Vec<u8>)) -> String {
    format!("position: {result} {}\n", hex(reply))
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
