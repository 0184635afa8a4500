//! `muster why`: explains why a seat lost, and asks its bot again.

mod mistake;
mod repeated_answer;
mod report;
mod seat_perspective;

use std::path::{Path, PathBuf};

use clap::Args;
use explain::{Error, Kind};
use game::{Outcome, Seat, visible_path};
use job::SeatRecord;
use run_folder::MatchParts;
use terminal::out;

pub(crate) use self::repeated_answer::admit;
pub(crate) use self::report::WhyReport;
use self::seat_perspective::SeatPerspective;
use super::recorded_match::RecordedMatchOptions;
use crate::exit::Done;
use crate::isolation::IsolateOption;

/// `muster why`
#[derive(Args)]
#[command(after_help = "\
The bot is asked again from the first ply: it gets the views, clocks, settings and dice of the match, and the other \
seat's actions come from the record. With --bot, another module is asked, for example one that logs more or one that \
is fixed; the first answer that differs is shown.

With --reference, a sample bot that searches a fixed number of positions values each turn in expected points, 0 for a \
loss and 1 for a win, so every machine prints the same values. A loss of less than 0.1 is within its error.")]
pub(crate) struct WhyCommand {
    #[command(flatten)]
    recorded: RecordedMatchOptions,
    /// Ask this module instead of the one that played: a .wasm file or builtin:NAME.
    #[arg(long, value_name = "FILE")]
    bot: Option<PathBuf>,
    /// Write the seat's part of the match to this file, for `muster why FILE --bot MY.wasm` elsewhere. It contains this
    /// seat's dice but not those of the other seat.
    #[arg(long, value_name = "FILE.json")]
    save: Option<PathBuf>,
    /// Ask the game's reference about each turn: the turns that lost the match, and better ones.
    #[arg(long)]
    reference: bool,
    /// Number of positions that the reference searches in a turn. A larger number takes longer and judges better.
    #[arg(long, value_name = "NUMBER", requires = "reference", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Print one JSON object, without calling the bot again.
    #[arg(long, conflicts_with_all = ["bot", "save"])]
    json: bool,
    #[command(flatten)]
    isolate: IsolateOption,
}

impl WhyCommand {
    pub(crate) fn run(self) -> Done {
        let (opened, asked) = self.recorded.open()?;
        let seat = asked.map_or_else(|| which_seat(&opened), Ok)?;
        let side = SeatPerspective::new(&opened, seat)?;
        let place = self.isolate.place(1)?;
        let course =
            self.reference.then(|| mistake::course(&side, self.nodes, place.workbench())).transpose()?;
        if self.json {
            return out::json(&WhyReport::new(&side, course.as_ref())?);
        }
        side.tell()?;
        if let Some(path) = &self.save {
            save(path, side.record)?;
        }
        if let Some(course) = &course {
            mistake::tell(course)?;
        }
        repeated_answer::tell(&opened, &side, self.bot.as_deref(), place.workbench())
    }
}

/// Returns the only known seat, the one that failed, or the one that lost.
fn which_seat(opened: &MatchParts) -> Result<Seat, Error> {
    if let Some(seat) = opened.only_part() {
        return Ok(seat);
    }
    let record = opened.any()?;
    let forfeits = record.reason.forfeits();
    let mut failed = forfeits.iter();
    match (failed.next(), failed.next(), record.outcome) {
        (Some(seat), None, _) => Ok(seat),
        (None, _, Outcome::Win(winner)) => Ok(winner.other()),
        _ => {
            let [first, second] = opened.game.seats().0.map(|name| name.word);
            Err(Error::input("the match is a draw: choose a seat")
                .hint(format!("add --seat {first} or --seat {second}")))
        }
    }
}

fn save(path: &Path, record: &SeatRecord) -> Done {
    let text = serde_json::to_string(record).map_err(|error| Error::wrap(Kind::Host, &error))?;
    files::write(path, text + "\n")
        .map_err(|error| Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path))))?;
    out::line(&format!("saved: {}", visible_path(path)))
}
