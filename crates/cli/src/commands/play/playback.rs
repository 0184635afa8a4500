//! Shows a match ply by ply in the terminal: at a pace, or step by step.

use std::io::{BufRead, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use explain::{Error, Kind};
use game::ply_number;
use play::MatchViewer;
use terminal::event_signs;
use terminal::out;
use terminal::screen::Screen;

use super::match_ending::LogExtent;
use super::shown_ply::{Showing, logged};
use crate::exit::Done;
use crate::host;

/// The default pace on a terminal.
const USUAL_PACE: Duration = Duration::from_millis(300);
/// Maximum delay before an interrupt ends a pause.
const ATTENTION: Duration = Duration::from_millis(50);
/// The input that the reader can enter between plies.
const PROMPT: &str = "Enter: next ply, NUMBER: that ply, b: back, e: to the end, q: quit > ";

/// The trigger for the next ply.
pub(super) enum Pacing {
    /// After a pause.
    Pace(Duration),
    /// When the reader requests it.
    Step,
}

impl Pacing {
    /// Uses the given pace; without pauses if stdout is not a terminal.
    pub(super) fn at_pace(pace: Option<Duration>) -> Pacing {
        let usual = if std::io::stdout().is_terminal() { USUAL_PACE } else { Duration::ZERO };
        Pacing::Pace(pace.unwrap_or(usual))
    }
}

/// The reader's request.
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

/// Shows the match, and returns the part of the logs to print at its end.
pub(super) fn watch(
    viewer: &mut MatchViewer<'_>,
    pacing: &Pacing,
    showing: &Showing<'_>,
) -> Result<LogExtent, Error> {
    out::line(event_signs::LEGEND)?;
    match pacing {
        Pacing::Pace(pace) => match Screen::stdout() {
            Some(mut screen) => in_place(viewer, *pace, showing, &mut screen),
            None => below(viewer, *pace, showing),
        },
        Pacing::Step => {
            print(&beginning(viewer, showing))?;
            step(viewer, showing, &mut std::io::stdin().lock())
        }
    }
}

/// Shows each ply over the one before, until the end or an interrupt.
fn in_place(
    viewer: &mut MatchViewer<'_>,
    pace: Duration,
    showing: &Showing<'_>,
    screen: &mut Screen,
) -> Result<LogExtent, Error> {
    let stop = host::stop_on_interrupt();
    screen.show(&showing.in_place(viewer, None))?;
    while viewer.next() < viewer.plies() {
        pause(pace, &stop);
        if stop.load(Ordering::Relaxed) {
            viewer.seek(viewer.plies())?;
            return Ok(LogExtent::Whole);
        }
        if let Some(viewed) = viewer.advance()? {
            screen.show(&showing.in_place(viewer, Some(&viewed)))?;
        }
    }
    show_failure(viewer)?;
    // Each ply has overwritten the log of the one before.
    Ok(LogExtent::Whole)
}

/// Waits for the pace or until an interrupt.
fn pause(pace: Duration, stop: &AtomicBool) {
    let begun = Instant::now();
    while !stop.load(Ordering::Relaxed) {
        let left = pace.saturating_sub(begun.elapsed());
        if left.is_zero() {
            return;
        }
        std::thread::sleep(left.min(ATTENTION));
    }
}

/// Shows each ply below the one before.
fn below(viewer: &mut MatchViewer<'_>, pace: Duration, showing: &Showing<'_>) -> Result<LogExtent, Error> {
    print(&beginning(viewer, showing))?;
    while let Some(viewed) = viewer.advance()? {
        std::thread::sleep(pace);
        print(&showing.below(viewer, &viewed))?;
    }
    show_failure(viewer)?;
    Ok(LogExtent::Shown)
}

/// Returns the board at the start.
fn beginning(viewer: &MatchViewer<'_>, showing: &Showing<'_>) -> Vec<String> {
    let mut lines = showing.board(viewer, &[]);
    lines.push(String::new());
    lines
}

fn step(
    viewer: &mut MatchViewer<'_>,
    showing: &Showing<'_>,
    lines: &mut dyn BufRead,
) -> Result<LogExtent, Error> {
    // All logs were seen only if every ply was shown once.
    let mut seen = LogExtent::Shown;
    while viewer.next() < viewer.plies() {
        match ask(lines)? {
            Request::Next => {}
            Request::To(ply) => {
                if ply > ply_number(viewer.next()) {
                    seen = LogExtent::Whole;
                }
                viewer.seek(ply.saturating_sub(1).min(viewer.plies() - 1))?;
            }
            Request::Back => viewer.seek(viewer.next().saturating_sub(2))?,
            Request::End => {
                while let Some(viewed) = viewer.advance()? {
                    print(&showing.below(viewer, &viewed))?;
                }
                break;
            }
            Request::Quit => {
                viewer.seek(viewer.plies())?;
                return Ok(LogExtent::Whole);
            }
            Request::Unknown => continue,
        }
        if let Some(viewed) = viewer.advance()? {
            print(&showing.below(viewer, &viewed))?;
        }
    }
    show_failure(viewer)?;
    Ok(seen)
}

/// Asks for the next ply to show. The end of the input means quit.
#[expect(clippy::print_stderr, reason = "a question to the person at the terminal, not a part of the output")]
fn ask(lines: &mut dyn BufRead) -> Result<Request, Error> {
    eprint!("{PROMPT}");
    let mut line = String::new();
    match lines.read_line(&mut line) {
        Ok(0) => Ok(Request::Quit),
        Ok(_) => Ok(Request::read(&line)),
        Err(error) => Err(Error::wrap(Kind::Host, &error)),
    }
}

/// Shows the log of the failed call after the last ply.
fn show_failure(viewer: &MatchViewer<'_>) -> Done {
    let lines = logged(viewer, &viewer.logs());
    if !lines.is_empty() {
        out::line(&format!("ply {}: not played", ply_number(viewer.plies())))?;
    }
    print(&lines)
}

fn print(lines: &[String]) -> Done {
    lines.iter().try_for_each(|line| out::line(line))
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
