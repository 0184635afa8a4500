//! `muster log`: prints the bots' logs of a match, ply by ply.

use clap::Args;
use explain::{Error, Kind};
use game::{PerSeat, Seat, ply_number};
use replay::{LogLine, Replay, ReplayError};
use run_folder::MatchParts;
use terminal::logs;
use terminal::out;
use terminal::text::inert;

use super::recorded_match::RecordedMatchOptions;
use crate::exit::Done;

/// `muster log`
#[derive(Args)]
pub(crate) struct LogCommand {
    #[command(flatten)]
    recorded: RecordedMatchOptions,
    /// Show only this ply, counted from 1.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    ply: Option<u32>,
}

impl LogCommand {
    pub(crate) fn run(self) -> Done {
        let (opened, asked) = self.recorded.open()?;
        let known = |seat: &Seat| opened.parts[*seat].is_some() && asked.is_none_or(|only| only == *seat);
        let seats: Vec<Seat> = Seat::BOTH.into_iter().filter(known).collect();
        let told = self.tell_plies(&opened, &seats)?;
        for &seat in &seats {
            tell_rest(&opened, seat, told)?;
        }
        Ok(())
    }

    /// Prints the plies with log lines, and returns the seats that logged any.
    fn tell_plies(&self, opened: &MatchParts, seats: &[Seat]) -> Result<PerSeat<bool>, Error> {
        let failed = |error: ReplayError| Error::wrap(Kind::Input, &error);
        let mut replay = Replay::new(opened.recording()?).map_err(failed)?;
        let mut told = PerSeat::new(false, false);
        if let Some(ply) = self.ply {
            let plies = replay.recording().plies();
            if ply > ply_number(plies) {
                return Err(Error::input(format!("there is no ply {ply}; the match has {plies}")));
            }
            replay.seek(ply - 1).map_err(failed)?;
        }
        loop {
            let ply = replay.next_ply().map_err(failed)?;
            let frame = replay.frame();
            let logged: Vec<(Seat, Vec<LogLine>)> = seats
                .iter()
                .map(|&seat| (seat, frame.log_lines(seat)))
                .filter(|(_, lines)| !lines.is_empty())
                .collect();
            if !logged.is_empty() {
                let played = ply.map_or_else(|| "not played".to_owned(), |ply| frame.notation(&ply.joint));
                out::line(&format!("ply {}: {}", ply_number(frame.ply()), inert(&played)))?;
            }
            for (seat, lines) in logged {
                told[seat] = true;
                for line in lines {
                    out::line(&format!("  {} logs: {}", opened.game.seats()[seat].word, line.text))?;
                }
            }
            let Some(ply) = ply.filter(|_| self.ply.is_none()) else { return Ok(told) };
            replay.advance(&ply);
        }
    }
}

/// Prints how much was dropped, or that there was nothing.
fn tell_rest(opened: &MatchParts, seat: Seat, told: PerSeat<bool>) -> Done {
    let Some(part) = &opened.parts[seat] else { return Ok(()) };
    let word = opened.game.seats()[seat].word;
    if let Some(cut) = logs::cut(&part.closing) {
        return out::line(&format!("{word}: {cut}"));
    }
    if told[seat] { Ok(()) } else { out::line(&format!("{word} logged nothing here")) }
}
