//! Formats a ply in lines.

use game::{Mark, PerSeat, Seat, ply_number};
use play::{MatchViewer, ViewedPly};
use referee::Ticks;
use replay::LogLine;
use terminal::board;
use terminal::ink::Ink;
use terminal::text::inert;
use terminal::ticks::shown;

/// The names of the players, and the colours of the terminal.
pub(super) struct Showing<'a> {
    pub(super) names: &'a PerSeat<String>,
    pub(super) ink: Ink,
}

impl Showing<'_> {
    /// Returns the lines of a ply below the previous one: the actions, events, log lines, and the board after it.
    pub(super) fn below(&self, viewer: &MatchViewer<'_>, viewed: &ViewedPly) -> Vec<String> {
        let mut lines = vec![actions(viewer, viewed)];
        lines.extend(happened(viewer, viewed));
        lines.extend(self.board(viewer, &marks(viewed)));
        lines.extend(self.clocks(viewer, Some(&viewed.spent)));
        lines.push(String::new());
        lines
    }

    /// Returns the lines of a ply in place of the previous one, unchanged lines first.
    pub(super) fn in_place(&self, viewer: &MatchViewer<'_>, viewed: Option<&ViewedPly>) -> Vec<String> {
        let ply = viewed.map_or(0, |viewed| ply_number(viewed.ply));
        let mut lines = vec![format!("{}, ply {ply} of {}", viewer.game().title(), viewer.plies())];
        lines.extend(self.board(viewer, &viewed.map(marks).unwrap_or_default()));
        lines.extend(self.clocks(viewer, viewed.map(|viewed| &viewed.spent)));
        if let Some(viewed) = viewed {
            lines.push(actions(viewer, viewed));
            lines.extend(happened(viewer, viewed));
        }
        lines
    }

    /// Returns the board, with marks for the last events.
    pub(super) fn board(&self, viewer: &MatchViewer<'_>, marks: &[Mark]) -> Vec<String> {
        let drawn = board::render(viewer.game(), &viewer.drawing(), marks, self.ink);
        drawn.lines().map(str::to_owned).collect()
    }

    /// Returns each player's last move and clock.
    fn clocks(&self, viewer: &MatchViewer<'_>, spent: Option<&PerSeat<Option<Ticks>>>) -> Vec<String> {
        let (seats, clocks) = (viewer.game().seats(), viewer.clocks());
        let of = |seat: Seat| {
            let last = spent.and_then(|spent| spent[seat]);
            let last = last.map(|last| format!("{} for this move, ", shown(last))).unwrap_or_default();
            let (used, left) = (shown(clocks.spent()[seat]), shown(clocks.left(seat)));
            format!(
                "  {} ({}): {last}{used} used, {left} left",
                seats[seat].word,
                inert(&class_operations::bots::shown_name(&self.names[seat]))
            )
        };
        Seat::BOTH.map(of).into()
    }
}

fn actions(viewer: &MatchViewer<'_>, viewed: &ViewedPly) -> String {
    let seats = viewer.game().seats();
    let named = |(seat, text): &(Option<Seat>, String)| match seat {
        Some(seat) => format!("{}:{text}", seats[*seat].letter),
        None => text.clone(),
    };
    let actions: Vec<String> = viewed.actions.iter().map(named).collect();
    format!("ply {}: {}", ply_number(viewed.ply), actions.join(" "))
}

fn happened(viewer: &MatchViewer<'_>, viewed: &ViewedPly) -> Vec<String> {
    let mut lines: Vec<String> = viewed.events.iter().map(|event| format!("  {}", event.text)).collect();
    lines.extend(logged(viewer, &viewed.logs));
    lines
}

fn marks(viewed: &ViewedPly) -> Vec<Mark> {
    viewed.events.iter().filter_map(|event| event.mark).collect()
}

/// Returns the log lines of each seat.
pub(super) fn logged(viewer: &MatchViewer<'_>, logs: &PerSeat<Vec<LogLine>>) -> Vec<String> {
    let seats = viewer.game().seats();
    let of = |(seat, lines): (Seat, &Vec<LogLine>)| -> Vec<String> {
        lines.iter().map(|line| format!("  {} logs: {}", seats[seat].word, line.text)).collect()
    };
    logs.iter().flat_map(of).collect()
}
