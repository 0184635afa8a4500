//! A person at a seat, who reads the board in the terminal and types moves.

use std::io::BufRead;
use std::time::Instant;

use explain::Error;
use game::{Action, Game, Joint, Mark, Position, Seat, ply_number};
use referee::{Answer, Ask, HostFailure, Played, Player, Ticks};
use terminal::board;
use terminal::ink::Ink;
use terminal::marks;
use terminal::out;
use terminal::text::inert;

/// The width of a line of legal moves.
const WIDTH: usize = 100;

/// A person at a seat. Only what the seat may know is shown.
pub(super) struct Person<R> {
    game: &'static dyn Game,
    seat: Seat,
    lines: R,
    ink: Ink,
    /// The position after the plies that were shown.
    shown: Box<dyn Position>,
    /// The number of entries of the match that were shown.
    entries: usize,
    /// Whether the person was told what the signs on the board mean.
    greeted: bool,
    /// Whether the person has left the match.
    pub(super) left: bool,
}

/// What the person typed.
#[derive(Debug, PartialEq, Eq)]
enum Typed {
    Moves,
    Board,
    Quit,
    Nothing,
    /// A move in notation.
    Text(String),
}

impl Typed {
    fn read(line: &str) -> Typed {
        match line.trim() {
            "" => Typed::Nothing,
            "?" => Typed::Moves,
            "b" | "board" => Typed::Board,
            "q" | "quit" => Typed::Quit,
            text => Typed::Text(text.to_owned()),
        }
    }
}

impl<R: BufRead> Person<R> {
    /// A person who has seen nothing but the start position.
    pub(super) fn new(
        game: &'static dyn Game,
        start: Box<dyn Position>,
        seat: Seat,
        lines: R,
        ink: Ink,
    ) -> Person<R> {
        Person { game, seat, lines, ink, shown: start, entries: 0, greeted: false, left: false }
    }

    /// Shows the plies that were played since the person last looked; `known` is the number of plies of which the seat
    /// may know the other one's actions. Returns the marks of the last one.
    pub(super) fn catch_up(&mut self, played: &[Played], known: u32) -> Result<Vec<Mark>, Error> {
        let mut marks = Vec::new();
        while let Some(first) = played.get(self.entries) {
            let ply = &played[self.entries..];
            let ply = &ply[..ply.iter().take_while(|entry| entry.ply == first.ply).count()];
            let mut joint = Joint::default();
            for entry in ply {
                joint[entry.seat] = Some(entry.action);
            }
            let actions: Vec<String> = ply.iter().map(|entry| self.action(entry, known)).collect();
            out::line(&format!("ply {}: {}", ply_number(first.ply), actions.join(" ")))?;
            let events = self.shown.events(&joint, Some(self.seat));
            for event in &events {
                out::line(&format!("  {}", event.text))?;
            }
            marks = events.iter().filter_map(|event| event.mark).collect();
            self.shown.apply(&joint);
            self.entries += ply.len();
        }
        Ok(marks)
    }

    /// An action in notation, if the person may know it.
    fn action(&self, entry: &Played, known: u32) -> String {
        let letter = self.game.seats()[entry.seat].letter;
        if entry.seat != self.seat && entry.ply >= known {
            return format!("{letter}:(hidden)");
        }
        format!("{letter}:{}", self.shown.format_action(entry.seat, entry.action))
    }

    fn show_board(&self, marks: &[Mark]) -> Result<(), Error> {
        out::line(&board::render(self.game, &self.shown.draw(Some(self.seat)), marks, self.ink))?;
        out::line("")
    }

    fn show_moves(&self) -> Result<(), Error> {
        let mut legal = Vec::new();
        self.shown.legal_actions(self.seat, &mut legal);
        let mut line = String::new();
        for action in legal {
            let text = self.shown.format_action(self.seat, action);
            if !line.is_empty() && line.len() + text.len() >= WIDTH {
                out::line(&format!("  {line}"))?;
                line.clear();
            }
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(&text);
        }
        out::line(&format!("  {line}"))
    }

    /// Asks for a move until there is a legal one; `None` when the person leaves.
    fn ask(&mut self, time_left: Ticks, begun: Instant) -> Result<Option<Action>, Error> {
        loop {
            match self.read(time_left.minus(elapsed(begun)))? {
                Typed::Quit => return Ok(None),
                Typed::Nothing => {}
                Typed::Moves => self.show_moves()?,
                Typed::Board => self.show_board(&[])?,
                Typed::Text(text) => match self.shown.parse_action(self.seat, &text) {
                    Ok(action) if self.shown.is_legal(self.seat, action) => return Ok(Some(action)),
                    Ok(_) => out::line(&format!("`{}` is not legal here; ? lists what is", inert(&text)))?,
                    Err(error) => out::line(&format!("{}; ? lists the moves", inert(&error.to_string())))?,
                },
            }
        }
    }

    /// Reads a line; the end of the input means that the person leaves.
    #[expect(clippy::print_stderr, reason = "a question to whoever sits there, not a part of the output")]
    fn read(&mut self, time_left: Ticks) -> Result<Typed, Error> {
        let word = self.game.seats()[self.seat].word;
        eprint!(
            "{word} ({:.0} s left), your move; ?: legal moves, b: board, q: quit > ",
            time_left.seconds()
        );
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(0) => Ok(Typed::Quit),
            Ok(_) => Ok(Typed::read(&line)),
            // A line that is not text is asked for again.
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => Ok(Typed::Nothing),
            Err(error) => Err(Error::of(explain::Kind::Host, &error)),
        }
    }

    fn answer(&mut self, ask: &Ask<'_>) -> Result<Option<Answer>, Error> {
        let begun = Instant::now();
        let scene = ask.scene;
        let known = scene.ply.saturating_sub(scene.position.hidden_plies(self.seat));
        if !self.greeted {
            out::line(marks::LEGEND)?;
            self.greeted = true;
        }
        let marks = self.catch_up(&scene.played, known)?;
        self.show_board(&marks)?;
        let Some(action) = self.ask(ask.limit, begun)? else { return Ok(None) };
        Ok(Some(Answer { result: Ok(action.code() as i64), offer: None, spent: elapsed(begun) }))
    }
}

impl<R: BufRead + Send> Player for Person<R> {
    fn choose(&mut self, ask: Ask<'_>) -> Result<Answer, HostFailure> {
        match self.answer(&ask) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => {
                self.left = true;
                Err(HostFailure::new("the person left the match", None))
            }
            Err(failed) => Err(HostFailure::new(failed.what, None)),
        }
    }
}

fn elapsed(begun: Instant) -> Ticks {
    Ticks::from_nanos(u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_read() {
        let text = |text: &str| Typed::Text(text.to_owned());
        let cases = [
            ("\n", Typed::Nothing),
            (" ? \r\n", Typed::Moves),
            ("b\n", Typed::Board),
            ("quit", Typed::Quit),
            (" g1-g4 \n", text("g1-g4")),
            ("LA", text("LA")),
        ];
        for (line, typed) in cases {
            assert_eq!(Typed::read(line), typed, "{line:?}");
        }
    }
}
