//! Requests from the kit of a script that plays as a native program, in addition to those of any program: the view as
//! bytes, actions by their codes, and calls over positions. In the sandbox, host calls answer the same file.

use std::fmt::Write as _;

use bot_protocol::positions::{self, Type};
use game::{Dice, Game, Position, Seat};
use hash::hex;
use referee::{Ask, Scene};

use super::script_positions::ScriptCall;

/// The first character of a request, and of an answer by code.
const SIGN: char = '@';

/// Returns the reply to a line of a script's kit; `None` if the line is not such a request.
pub(super) fn reply(line: &str, ask: &Ask<'_>, dice: &mut Dice) -> Option<String> {
    Some(match line.strip_prefix(SIGN)? {
        "layout" => layout(ask.scene.game),
        "metrics" => metrics(ask.scene.game),
        "view" => format!("view: {}\n", hex::encode(ask.view)),
        // The codes of the legal actions, and of those played so far.
        "legal" => legal(&*ask.scene.position, ask.seat),
        "history" => history(ask.scene, ask.seat),
        // 64 bits of the seat's dice.
        "random" => format!("random: {}\n", dice.bits()),
        _ => return None,
    })
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

impl ScriptCall {
    /// Reads a call over positions, with the name and parameters of the host call: `@position_after 1 5 -1`. The input
    /// is in lower-case hexadecimal digits. The address for the reply is omitted.
    pub(super) fn read(line: &str) -> Option<ScriptCall> {
        let mut words = line.strip_prefix(SIGN)?.split_whitespace();
        let name = words.next()?;
        let index = positions::NAMES.iter().position(|named| named.name == name)?;
        let (mut numbers, mut actions, mut input) = (Vec::new(), Vec::new(), Vec::new());
        for parameter in positions::NAMES[index].parameters {
            match parameter {
                Type::Number => numbers.push(words.next()?.parse().ok()?),
                Type::Action => actions.push(words.next()?.parse().ok()?),
                Type::Input => input = hex::decode(words.next().unwrap_or_default())?,
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
    format!("position: {result} {}\n", hex::encode(reply))
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
        let _ = writeln!(text, "played: {} {} {}", played.ply, played.seat_number(), played.action.code());
    }
    text
}
