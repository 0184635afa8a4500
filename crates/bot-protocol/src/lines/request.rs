//! Requests on the program's own positions, and their replies.
//!
//! A request is a line `position WORD …`. The reply begins with a line `position: N …`, where N is a number of at least
//! 0, or the code of a misuse followed by its sentence. The README has the table.

use std::fmt::Write;

use crate::positions::{Asked, Call, MISUSE_WORK, Meter, Misuse, Positions};
use game::view::HEADER_LEN;
use game::{Action, Chance, Phase, Position, Seat};

use crate::lines::{CHILD, EVENT, POSITION};

/// The context of a program's requests: the current question, its positions, and the meter.
pub struct Request<'a, M> {
    /// The current question; `None` before the first.
    pub asked: Option<Asked<'a>>,
    /// The positions that it holds.
    pub positions: &'a mut Positions,
    /// The dice for hidden information and for playouts.
    pub dice: &'a mut game::Dice,
    /// The meter that is charged.
    pub meter: &'a mut M,
    /// The price of reading or writing a move in notation.
    pub notation: u64,
}

/// Reasons why there is no reply.
enum Halt<S> {
    Misuse(Misuse),
    /// A misuse that is already recorded, by its code.
    Noted(i32),
    Stop(S),
}

impl<M: Meter> Request<'_, M> {
    /// Appends the reply to a request, which is the line after the word `position`.
    ///
    /// # Errors
    /// When the meter stops the work.
    pub fn reply(&mut self, request: &str, text: &mut String) -> Result<(), M::Stop> {
        let begun = text.len();
        let code = match self.answer(request, text) {
            Ok(()) => return Ok(()),
            Err(Halt::Stop(stop)) => return Err(stop),
            Err(Halt::Misuse(misuse)) => {
                self.meter.charge(MISUSE_WORK)?;
                self.positions.misused(&misuse)
            }
            Err(Halt::Noted(code)) => code,
        };
        text.truncate(begun);
        line(text, code, &[self.positions.error().to_owned()]);
        Ok(())
    }

    fn answer(&mut self, request: &str, text: &mut String) -> Result<(), Halt<M::Stop>> {
        let (word, rest) = request.split_once(' ').unwrap_or((request, ""));
        if word == "here" {
            let choices = self.choices(rest)?;
            return self.plain(Call::Here(&choices), text);
        }
        if word == "read" {
            return self.plain(Call::Read(rest.trim().as_bytes()), text);
        }
        let mut words = rest.split_whitespace();
        let position = number(words.next(), "a position")?;
        match word {
            "after" | "events" => {
                let actions = self.ply(position, words)?;
                if word == "after" {
                    return self.plain(Call::After { position, actions }, text);
                }
                self.events(Call::Events { position, actions }, text)
            }
            "playout" => {
                let plies = number(words.next(), "a number of plies")?;
                self.plain(Call::Playout { position, plies: plies.max(0) as u32 }, text)
            }
            "release" => self.plain(Call::Release(position), text),
            "phase" => self.plain(Call::Phase(position), text),
            "text" => {
                let (_, reply) = self.call(Call::Text(position))?;
                line(text, 0, &[String::from_utf8_lossy(&reply).into_owned()]);
                Ok(())
            }
            "legal" | "metrics" | "view" | "children" => {
                let seat = number(words.next(), "a seat")?;
                match word {
                    "legal" => self.legal(position, seat, text),
                    "metrics" => self.metrics(position, seat, text),
                    "view" => self.view(position, seat, text),
                    _ => self.children(position, seat, words.next(), text),
                }
            }
            _ => Err(misuse(format!(
                "`{word}` is not a request: after `position` come here, read, after, playout, release, phase, legal, \
                 metrics, view, events, text or children"
            ))),
        }
    }

    /// Performs a call. Returns its number and its further output.
    fn call(&mut self, call: Call<'_>) -> Result<(i32, Vec<u8>), Halt<M::Stop>> {
        let mut reply = Vec::new();
        let result = self.positions.perform(call, self.asked, self.dice, self.meter, &mut reply);
        match result.map_err(Halt::Stop)? {
            code if code < 0 => Err(Halt::Noted(code)),
            result => Ok((result, reply)),
        }
    }

    fn plain(&mut self, call: Call<'_>, text: &mut String) -> Result<(), Halt<M::Stop>> {
        let (result, _) = self.call(call)?;
        line(text, result, &[]);
        Ok(())
    }

    fn charge(&mut self, units: u64) -> Result<(), Halt<M::Stop>> {
        self.meter.charge(units).map_err(Halt::Stop)
    }

    fn held(&self, handle: i32) -> Result<&dyn Position, Halt<M::Stop>> {
        self.positions.position(handle).ok_or(Halt::Misuse(Misuse::NoPosition(handle)))
    }

    /// Reads the program's guess at the opponent's hidden moves.
    fn choices(&mut self, moves: &str) -> Result<Vec<u8>, Halt<M::Stop>> {
        let Some(asked) = self.asked else { return Err(Halt::Misuse(Misuse::NotAsked)) };
        let mut codes = Vec::new();
        for word in moves.split_whitespace() {
            self.charge(self.notation)?;
            let action = read(asked.position, asked.seat.other(), word)?;
            codes.extend_from_slice(&action.code().to_le_bytes());
        }
        Ok(codes)
    }

    /// Reads the moves of a ply: one for each seat that acts, the first seat's first.
    fn ply<'w>(
        &mut self,
        handle: i32,
        mut words: impl Iterator<Item = &'w str>,
    ) -> Result<[i64; 2], Halt<M::Stop>> {
        self.charge(2 * self.notation)?;
        let position = self.held(handle)?;
        let seats = match position.phase() {
            Phase::Act(seats) => seats,
            Phase::Chance(Chance { seen_by, .. }) => {
                let word = words.next().unwrap_or_default();
                let outcome = word.strip_prefix("chance:").and_then(|outcome| outcome.parse().ok());
                let outcome = outcome.ok_or_else(|| {
                    misuse("chance decides there: give its outcome, as chance:0".to_owned())
                })?;
                return Ok([Action::chance(outcome, seen_by).code() as i64, -1]);
            }
            Phase::Over(_) => return Ok([-1; 2]),
        };
        let mut actions = [-1; 2];
        for seat in seats.iter() {
            let word = words.next().ok_or_else(|| {
                misuse(format!("a move is missing: {} acts there, so give one for each", acting(seats)))
            })?;
            actions[seat.index()] = read(position, seat, word)?.code() as i64;
        }
        match words.next() {
            Some(word) => Err(misuse(format!("`{word}` is one move too many: {} acts there", acting(seats)))),
            None => Ok(actions),
        }
    }

    fn legal(&mut self, position: i32, seat: i32, text: &mut String) -> Result<(), Halt<M::Stop>> {
        let (count, reply) = self.call(Call::Legal { position, seat })?;
        self.charge(count as u64 * self.notation)?;
        let moves = self.notations(position, seat, numbers(&reply))?;
        line(text, count, &moves);
        Ok(())
    }

    fn notations(
        &self,
        handle: i32,
        seat: i32,
        codes: impl Iterator<Item = i64>,
    ) -> Result<Vec<String>, Halt<M::Stop>> {
        let position = self.held(handle)?;
        let seat = if seat == 0 { Seat::First } else { Seat::Second };
        let actions = codes.filter_map(|code| Action::from_code(code as u64));
        Ok(actions.map(|action| position.format_action(seat, action)).collect())
    }

    fn metrics(&mut self, position: i32, seat: i32, text: &mut String) -> Result<(), Halt<M::Stop>> {
        let (count, reply) = self.call(Call::Metrics { position, seat })?;
        line(text, count, &numbers(&reply).map(|value| value.to_string()).collect::<Vec<_>>());
        Ok(())
    }

    /// Appends the view in the form of a question, one line per field.
    fn view(&mut self, position: i32, seat: i32, text: &mut String) -> Result<(), Halt<M::Stop>> {
        let (_, view) = self.call(Call::View { position, seat })?;
        let Some(asked) = self.asked else { return Err(Halt::Misuse(Misuse::NotAsked)) };
        let mut fields = String::new();
        crate::lines::question::fields(asked.game.layout(), &view, &mut fields);
        debug_assert!(view.len() >= HEADER_LEN);
        line(text, fields.lines().count() as i32, &[]);
        text.push_str(&fields);
        Ok(())
    }

    fn events(&mut self, call: Call<'_>, text: &mut String) -> Result<(), Halt<M::Stop>> {
        let (_, reply) = self.call(call)?;
        let events = String::from_utf8_lossy(&reply);
        line(text, events.lines().count() as i32, &[]);
        for event in events.lines() {
            let _ = writeln!(text, "{EVENT}: {event}");
        }
        Ok(())
    }

    fn children(
        &mut self,
        position: i32,
        seat: i32,
        other: Option<&str>,
        text: &mut String,
    ) -> Result<(), Halt<M::Stop>> {
        let other = match other {
            None => -1,
            Some(word) => {
                self.charge(self.notation)?;
                let other = if seat == 0 { Seat::Second } else { Seat::First };
                read(self.held(position)?, other, word)?.code() as i64
            }
        };
        let (count, reply) = self.call(Call::Children { position, seat, other })?;
        self.charge(count as u64 * self.notation)?;
        let values: Vec<i64> = numbers(&reply).collect();
        let length = values.len().checked_div(count as usize).unwrap_or(1).max(1);
        let codes = values.chunks(length).map(|record| record[0]);
        let moves = self.notations(position, seat, codes)?;
        line(text, count, &[]);
        for (record, notation) in values.chunks(length).zip(moves) {
            let _ = write!(text, "{CHILD}: {notation}");
            for value in &record[1..] {
                let _ = write!(text, " {value}");
            }
            text.push('\n');
        }
        Ok(())
    }
}

/// Returns the reply to any request of a program that may not create positions.
pub fn refusal(misuse: &Misuse) -> String {
    let mut text = String::new();
    line(&mut text, misuse.code(), &[misuse.to_string()]);
    text
}

/// Appends the first line of a reply.
fn line(text: &mut String, number: i32, words: &[String]) {
    let _ = write!(text, "{POSITION}: {number}");
    for word in words {
        text.push(' ');
        text.push_str(word);
    }
    text.push('\n');
}

fn numbers(reply: &[u8]) -> impl Iterator<Item = i64> {
    reply.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes))
}

fn acting(seats: game::SeatSet) -> String {
    let names: Vec<String> = seats.iter().map(|seat| format!("seat {}", seat.index())).collect();
    names.join(" and ")
}

fn misuse<S>(reason: String) -> Halt<S> {
    Halt::Misuse(Misuse::BadAction(reason))
}

fn number<S>(word: Option<&str>, what: &str) -> Result<i32, Halt<S>> {
    let word = word.ok_or_else(|| misuse(format!("the request lacks {what}")))?;
    word.parse().map_err(|_| misuse(format!("`{word}` is not {what}")))
}

fn read<S>(position: &dyn Position, seat: Seat, word: &str) -> Result<Action, Halt<S>> {
    crate::lines::action(position, seat, word).map_err(|error| misuse(error.to_string()))
}
