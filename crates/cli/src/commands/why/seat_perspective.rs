//! Describes the course of a match for one seat.

use explain::Error;
use game::{Game, Outcome, Seat, SeatName, ply_number};
use job::{Plays, SeatRecord};
use play::{DecisiveBlowReport, Spending};
use referee::{Loss, Ticks};
use replay::{Recording, Replay, ReplayError};
use run_folder::MatchParts;
use terminal::logs;
use terminal::out;
use terminal::text::{inert, shortened};
use terminal::ticks::shown;

use crate::commands::game::metrics_line;
use crate::exit::Done;
use terminal::failure::failure_lines;

/// Maximum number of log lines to show.
const LINES: usize = 8;

/// A match as one seat saw it.
pub(super) struct SeatPerspective<'a> {
    pub(super) game: &'static dyn Game,
    pub(super) seat: Seat,
    pub(super) record: &'a SeatRecord,
    pub(super) recording: Recording<'a>,
}

impl<'a> SeatPerspective<'a> {
    pub(super) fn new(opened: &'a MatchParts, seat: Seat) -> Result<SeatPerspective<'a>, Error> {
        let part = opened.parts[seat].as_ref();
        let record = part.ok_or_else(|| Error::input("this seat's part of the match is not available"))?;
        Ok(SeatPerspective { game: opened.game, seat, record, recording: opened.recording()? })
    }

    pub(super) fn name(&self) -> SeatName {
        self.game.seats()[self.seat]
    }

    /// Prints how the match ended, the event that decided it, and the time and the log of that ply.
    pub(super) fn tell(&self) -> Done {
        self.tell_result()?;
        match &self.record.loss {
            Some(loss) => self.tell_fault(loss),
            None => self.tell_decision(),
        }
    }

    fn tell_result(&self) -> Done {
        let entrants = self.record.entrants.as_ref().map(|name| shortened(name));
        let verb = match self.record.outcome {
            Outcome::Draw => "drew with",
            Outcome::Win(winner) if winner == self.seat => "won against",
            Outcome::Win(_) => "lost to",
        };
        let (own, other) = (&entrants[self.seat], &entrants[self.seat.other()]);
        let (word, plies) = (self.name().word, self.recording.plies());
        out::line(&format!(
            "match {}, {}: {own} as {word} {verb} {other}: {} after {plies} {}",
            inert(&self.record.number),
            self.game.title(),
            inert(&self.record.ending()),
            if plies == 1 { "ply" } else { "plies" }
        ))
    }

    /// Prints the failed call.
    fn tell_fault(&self, loss: &Loss) -> Done {
        out::line(&format!("{} failed at ply {}", self.name().word, ply_number(loss.ply)))?;
        for line in failure_lines(&loss.failure) {
            out::line(&format!("  {line}"))?;
        }
        out::line(&format!("  position: {}", inert(&loss.position)))?;
        self.tell_time("the call that failed", loss.spent)?;
        self.tell_log(loss.ply)
    }

    /// Prints the event that decided the match.
    fn tell_decision(&self) -> Done {
        let Some(decided) = self.decided()? else {
            return self.tell_log(self.recording.plies());
        };
        out::line(&format!("decided by {}", inert(&decided.words)))?;
        let mut replay = Replay::new(self.recording).map_err(|error| unreadable(&error))?;
        let ply = decided.ply.saturating_sub(1);
        replay.seek(ply).map_err(|error| unreadable(&error))?;
        let Some(next) = replay.next_ply().map_err(|error| unreadable(&error))? else { return Ok(()) };
        let frame = replay.frame();
        out::line(&format!(
            "  position before ply {}: {}",
            decided.ply,
            inert(&frame.position().to_string())
        ))?;
        out::line(&format!("  played: {}", inert(&frame.notation(&next.joint))))?;
        for event in frame.events(&next.joint, None) {
            out::line(&format!("  {}", inert(&event.text)))?;
        }
        let own = next.played_by(self.seat).map(|played| played.spent);
        replay.advance(&next);
        out::line(&format!("  {}", metrics_line(self.game, replay.frame().position())))?;
        if let Some(own) = own {
            self.tell_time("that move", own)?;
        }
        self.tell_log(ply)
    }

    /// Returns the event that decided the match; `None` if a player failed, or the rules name only a reason.
    pub(super) fn decided(&self) -> Result<Option<DecisiveBlowReport>, Error> {
        if !self.record.reason.forfeits().is_empty() {
            return Ok(None);
        }
        DecisiveBlowReport::of_match(&self.recording).map_err(|error| unreadable(&error))
    }

    /// Returns `true` for a built-in player, which takes no time and logs nothing.
    fn is_builtin(&self) -> bool {
        matches!(self.record.plays, Plays::Builtin(_))
    }

    /// Prints the time of a move, compared with the seat's other moves.
    fn tell_time(&self, what: &str, spent: Ticks) -> Done {
        if self.is_builtin() {
            return Ok(());
        }
        let own = self.recording.played.iter().filter(|played| played.seat == self.seat);
        let usual = Spending::from_times(own.map(|played| played.spent).collect());
        let usual = match usual.answers {
            0 => "it was the first".to_owned(),
            answers => format!(
                "{answers} {} took {} in the median, {} at most",
                if answers == 1 { "move" } else { "moves" },
                shown(usual.median),
                shown(usual.max)
            ),
        };
        out::line(&format!("  time for {what}: {}; {usual}", shown(spent)))
    }

    /// Prints the log of a ply, or else the end of the log.
    fn tell_log(&self, ply: u32) -> Done {
        if self.is_builtin() {
            return Ok(());
        }
        let closing = &self.record.closing;
        let in_ply = logs::last_lines(closing.logged_in(ply), LINES);
        let (head, lines) = if in_ply.is_empty() {
            ("its log ends with:", logs::last_lines(&closing.log, LINES))
        } else {
            ("its log of that ply ends with:", in_ply)
        };
        if lines.is_empty() && closing.log_dropped == 0 {
            return out::line("  it logged nothing");
        }
        out::line(&format!("  {head}"))?;
        lines.into_iter().chain(logs::cut(closing)).try_for_each(|line| out::line(&format!("    {line}")))
    }
}

pub(super) fn unreadable(error: &ReplayError) -> Error {
    Error::input(format!("the match cannot be replayed: {error}"))
}
