//! A match ply by ply in the terminal: at a pace, or step by step.

use std::io::{BufRead, IsTerminal};
use std::time::Duration;

use game::{Mark, PerSeat, ply_number};
use replay::LogLine;

use super::viewer::{MatchViewer, ViewedPly};
use crate::exit::{Code, Done, Failed};
use crate::out;
use crate::terminal::board;
use crate::terminal::ink::Ink;
use crate::terminal::marks;

/// The default pace on a terminal.
const USUAL_PACE: Duration = Duration::from_millis(300);
/// What the reader can enter between plies.
const PROMPT: &str = "Enter: next ply, NUMBER: that ply, b: back, e: to the end, q: quit > ";

/// How the viewer goes to the next ply.
pub(super) enum Pacing {
    /// After a pause.
    Pace(Duration),
    /// When the reader asks for it.
    Step,
}

impl Pacing {
    /// At the given pace; without pauses if stdout is not a terminal.
    pub(super) fn at_pace(pace: Option<Duration>) -> Pacing {
        let usual = if std::io::stdout().is_terminal() { USUAL_PACE } else { Duration::ZERO };
        Pacing::Pace(pace.unwrap_or(usual))
    }
}

/// Whether a match was watched to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Watched {
    Whole,
    Part,
}

/// What the reader asks for.
#[derive(Debug, PartialEq, Eq)]
enum Request {
    Next,
    /// A ply, from 1.
    To(u32),
    Back,
    End,
    Quit,
    Unknown,
}

impl Request {
    fn read(line: &str) -> Request {
        match line.trim() {
            "" | "n" => Request::Next,
            "b" => Request::Back,
            "e" => Request::End,
            "q" => Request::Quit,
            word => word.parse().map_or(Request::Unknown, Request::To),
        }
    }
}

pub(super) fn watch(viewer: &mut MatchViewer<'_>, pacing: &Pacing, ink: Ink) -> Result<Watched, Failed> {
    out::line(marks::LEGEND)?;
    show_board(viewer, &[], ink)?;
    match pacing {
        Pacing::Pace(pace) => {
            while let Some(viewed) = viewer.advance()? {
                std::thread::sleep(*pace);
                show(viewer, &viewed, ink)?;
            }
            show_failure(viewer)?;
            Ok(Watched::Whole)
        }
        Pacing::Step => step(viewer, ink, &mut std::io::stdin().lock()),
    }
}

fn step(viewer: &mut MatchViewer<'_>, ink: Ink, lines: &mut dyn BufRead) -> Result<Watched, Failed> {
    // Only who saw every ply once has seen every log.
    let mut seen = Watched::Whole;
    while viewer.next() < viewer.plies() {
        match ask(lines)? {
            Request::Next => {}
            Request::To(ply) => {
                if ply > ply_number(viewer.next()) {
                    seen = Watched::Part;
                }
                viewer.seek(ply.saturating_sub(1).min(viewer.plies() - 1))?;
            }
            Request::Back => viewer.seek(viewer.next().saturating_sub(2))?,
            Request::End => {
                while let Some(viewed) = viewer.advance()? {
                    show(viewer, &viewed, ink)?;
                }
                break;
            }
            Request::Quit => {
                viewer.seek(viewer.plies())?;
                return Ok(Watched::Part);
            }
            Request::Unknown => continue,
        }
        if let Some(viewed) = viewer.advance()? {
            show(viewer, &viewed, ink)?;
        }
    }
    show_failure(viewer)?;
    Ok(seen)
}

/// Asks what to show next; the end of the input means quit.
#[expect(clippy::print_stderr, reason = "a question to whoever sits there, not a part of the output")]
fn ask(lines: &mut dyn BufRead) -> Result<Request, Failed> {
    eprint!("{PROMPT}");
    let mut line = String::new();
    match lines.read_line(&mut line) {
        Ok(0) => Ok(Request::Quit),
        Ok(_) => Ok(Request::read(&line)),
        Err(error) => Err(Failed::from_error(Code::Host, &error)),
    }
}

/// A ply: its actions, what happened, what was logged, and the board after it with marks.
fn show(viewer: &MatchViewer<'_>, viewed: &ViewedPly, ink: Ink) -> Done {
    let seats = viewer.game().seats();
    let actions: Vec<String> =
        viewed.actions.iter().map(|(seat, text)| format!("{}:{text}", seats[*seat].letter)).collect();
    out::line(&format!("ply {}: {}", ply_number(viewed.ply), actions.join(" ")))?;
    for event in &viewed.events {
        out::line(&format!("  {}", event.text))?;
    }
    show_logs(viewer, &viewed.logs)?;
    let marks: Vec<Mark> = viewed.events.iter().filter_map(|event| event.mark).collect();
    show_board(viewer, &marks, ink)
}

fn show_board(viewer: &MatchViewer<'_>, marks: &[Mark], ink: Ink) -> Done {
    out::line(&board::render(viewer.game(), &viewer.drawing(), marks, ink))?;
    out::line("")
}

/// What was logged in the ply after the last, in which a bot failed.
fn show_failure(viewer: &MatchViewer<'_>) -> Done {
    let logged = viewer.logs();
    if logged.iter().any(|(_, log)| !log.is_empty()) {
        out::line(&format!("ply {}: not played", ply_number(viewer.plies())))?;
        show_logs(viewer, &logged)?;
    }
    Ok(())
}

fn show_logs(viewer: &MatchViewer<'_>, logged: &PerSeat<Vec<LogLine>>) -> Done {
    for (seat, lines) in logged.iter() {
        for line in lines {
            out::line(&format!("  {} logs: {}", viewer.game().seats()[seat].word, line.text))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_from_lines() {
        let cases = [
            ("\n", Request::Next),
            (" n\n", Request::Next),
            ("17\r\n", Request::To(17)),
            ("b\n", Request::Back),
            ("e", Request::End),
            ("q\n", Request::Quit),
            ("-3\n", Request::Unknown),
            ("what?\n", Request::Unknown),
        ];
        for (line, request) in cases {
            assert_eq!(Request::read(line), request, "{line:?}");
        }
    }
}
