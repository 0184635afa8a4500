//! A match ply by ply in the terminal: at a pace, or step by step.

use std::io::{BufRead, IsTerminal};
use std::time::Duration;

use game::{Mark, PerSeat, ply_number};

use super::film::{Film, Shot};
use crate::commands::logs;
use crate::exit::{Code, Done, Failed};
use crate::out;
use crate::terminal::board;
use crate::terminal::ink::Ink;
use crate::terminal::marks;

/// The pace on a terminal where none is given.
const USUAL_PACE: Duration = Duration::from_millis(300);
/// What the reader can enter between plies.
const PROMPT: &str = "Enter: next ply, NUMBER: that ply, b: back, e: to the end, q: quit > ";

/// What moves a match on.
pub(super) enum Mover {
    /// Time.
    Pace(Duration),
    /// The reader.
    Step,
}

impl Mover {
    /// At the given pace; without pauses if stdout is not a terminal.
    pub(super) fn at_pace(pace: Option<Duration>) -> Mover {
        let usual = if std::io::stdout().is_terminal() { USUAL_PACE } else { Duration::ZERO };
        Mover::Pace(pace.unwrap_or(usual))
    }
}

/// Whether a match was watched to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Watched {
    Whole,
    Part,
}

/// What the reader wants.
#[derive(Debug, PartialEq, Eq)]
enum Wish {
    Next,
    /// A ply, from 1.
    To(u32),
    Back,
    End,
    Quit,
    Unknown,
}

impl Wish {
    fn read(line: &str) -> Wish {
        match line.trim() {
            "" | "n" => Wish::Next,
            "b" => Wish::Back,
            "e" => Wish::End,
            "q" => Wish::Quit,
            word => word.parse().map_or(Wish::Unknown, Wish::To),
        }
    }
}

pub(super) fn watch(film: &mut Film<'_>, mover: &Mover, ink: Ink) -> Result<Watched, Failed> {
    out::line(marks::LEGEND)?;
    show_board(film, &[], ink)?;
    match mover {
        Mover::Pace(pace) => {
            while let Some(shot) = film.advance()? {
                std::thread::sleep(*pace);
                show(film, &shot, ink)?;
            }
            show_failure(film)?;
            Ok(Watched::Whole)
        }
        Mover::Step => step(film, ink, &mut std::io::stdin().lock()),
    }
}

fn step(film: &mut Film<'_>, ink: Ink, lines: &mut dyn BufRead) -> Result<Watched, Failed> {
    // Only who saw every ply once has seen every log.
    let mut seen = Watched::Whole;
    while film.next() < film.plies() {
        match ask(lines)? {
            Wish::Next => {}
            Wish::To(ply) => {
                if ply > ply_number(film.next()) {
                    seen = Watched::Part;
                }
                film.seek(ply.saturating_sub(1).min(film.plies() - 1))?;
            }
            Wish::Back => film.seek(film.next().saturating_sub(2))?,
            Wish::End => {
                while let Some(shot) = film.advance()? {
                    show(film, &shot, ink)?;
                }
                break;
            }
            Wish::Quit => {
                film.seek(film.plies())?;
                return Ok(Watched::Part);
            }
            Wish::Unknown => continue,
        }
        if let Some(shot) = film.advance()? {
            show(film, &shot, ink)?;
        }
    }
    show_failure(film)?;
    Ok(seen)
}

/// Asks what to show next; the end of the input means quit.
#[expect(clippy::print_stderr, reason = "a question to whoever sits there, not a part of the output")]
fn ask(lines: &mut dyn BufRead) -> Result<Wish, Failed> {
    eprint!("{PROMPT}");
    let mut line = String::new();
    match lines.read_line(&mut line) {
        Ok(0) => Ok(Wish::Quit),
        Ok(_) => Ok(Wish::read(&line)),
        Err(error) => Err(Failed::from_error(Code::Host, &error)),
    }
}

/// A ply: its actions, what happened, what was logged, and the board after it with marks.
fn show(film: &Film<'_>, shot: &Shot<'_>, ink: Ink) -> Done {
    let seats = film.game().seats();
    let actions: Vec<String> =
        shot.actions.iter().map(|(seat, text)| format!("{}:{text}", seats[*seat].letter)).collect();
    out::line(&format!("ply {}: {}", ply_number(shot.ply), actions.join(" ")))?;
    for event in &shot.events {
        out::line(&format!("  {}", event.text))?;
    }
    show_logs(film, shot.logs)?;
    let marks: Vec<Mark> = shot.events.iter().filter_map(|event| event.mark).collect();
    show_board(film, &marks, ink)
}

fn show_board(film: &Film<'_>, marks: &[Mark], ink: Ink) -> Done {
    out::line(&board::render(film.game(), &film.drawing(), marks, ink))?;
    out::line("")
}

/// What was logged in the ply after the last, in which a bot failed.
fn show_failure(film: &Film<'_>) -> Done {
    let logged = film.logs(film.plies());
    if logged.iter().any(|(_, log)| !log.is_empty()) {
        out::line(&format!("ply {}: not played", ply_number(film.plies())))?;
        show_logs(film, logged)?;
    }
    Ok(())
}

fn show_logs(film: &Film<'_>, logged: PerSeat<&[u8]>) -> Done {
    for (seat, log) in logged.iter() {
        for line in logs::lines(log) {
            out::line(&format!("  {} logs: {line}", film.game().seats()[seat].word))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_read_from_lines() {
        let cases = [
            ("\n", Wish::Next),
            (" n\n", Wish::Next),
            ("17\r\n", Wish::To(17)),
            ("b\n", Wish::Back),
            ("e", Wish::End),
            ("q\n", Wish::Quit),
            ("-3\n", Wish::Unknown),
            ("what?\n", Wish::Unknown),
        ];
        for (line, wish) in cases {
            assert_eq!(Wish::read(line), wish, "{line:?}");
        }
    }
}
