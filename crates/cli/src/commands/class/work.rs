//! `muster class work`: plays the queued games.

use std::path::PathBuf;

use clap::Args;
use class_model::Admission;
use class_operations::judging::{Judge, WorkEvent, WorkKind, WorkResult, WorkResultKind, badges, lock, work};
use class_operations::words;
use terminal::out;
use terminal::text::inert;

use super::opening::{open, print_warnings};
use crate::exit::Done;
use crate::host;
use crate::isolation::PlaceOptions;

/// `muster class work`
#[derive(Args)]
#[command(after_help = "\
Decides on submissions for which another machine, or this one when it was busy, reached no verdict. Then plays the trial \
matches and the games of every [[requirement]] for the active and the last accepted version of every student, unless they \
have been played already; then the requested friendly games. Each result is saved immediately. Submissions are accepted \
meanwhile.")]
pub(crate) struct WorkCommand {
    /// The class's folder.
    folder: PathBuf,
    #[command(flatten)]
    place: PlaceOptions,
    /// Print a line of JSON for each result.
    #[arg(long)]
    json: bool,
}

impl WorkCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let lock = lock(&class)?;
        let place = self.place.place()?;
        let executor = place.executor(self.place.jobs())?;
        let judge = Judge::new(&class, place.validator(), &*executor)?;
        print_warnings(judge.warning()?.as_slice());
        let stop = host::stop_on_interrupt();
        let results = work(&judge, &lock, &WorkKind::ALL, &stop, &mut |event| self.print(event))?;
        if results == 0 && !self.json {
            out::line("nothing is queued to be played")?;
        }
        Ok(())
    }

    fn print(&self, event: &WorkEvent<'_>) -> Done {
        match event {
            WorkEvent::Warning(warning) => {
                print_warnings(std::slice::from_ref(warning));
                Ok(())
            }
            WorkEvent::Result(result) if self.json => out::json(&result.report()),
            WorkEvent::Result(result) => print_result(result),
            WorkEvent::Scrimmage(request) if self.json => out::json(&request.report()),
            WorkEvent::Scrimmage(request) => out::line(&request.words()),
        }
    }
}

fn print_result(result: &WorkResult<'_>) -> Done {
    let entries: Vec<String> = result.entries.iter().map(|alias| inert(alias)).collect();
    let entries = entries.join(", ");
    match result.kind {
        WorkResultKind::Decision { number, submission } => {
            out::line(&format!("{entries}: submission {number} is {}", words::verdict_word(submission)))?;
            let Admission::Refused { reasons } = &submission.admission else { return Ok(()) };
            let mut lines = reasons.iter().flat_map(|reason| reason.lines());
            lines.try_for_each(|line| out::line(&format!("  {}", inert(line))))
        }
        WorkResultKind::Trials(tried) => out::line(&format!("{entries}: {}", badges::trial_words(tried))),
        WorkResultKind::Judgement(judged) => {
            let requirement = inert(&judged.requirement);
            out::line(&format!("{entries}: {requirement}: {}", badges::judged_words(judged)))
        }
    }
}
