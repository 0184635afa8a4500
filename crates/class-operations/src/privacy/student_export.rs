//! All data about a student, as a single archive.

use std::io::{self, Seek, Write};
use std::sync::Arc;

use class_model::{Account, Contender, Facts, Hash, Person, Reader, Student, Submission, deadline};
use course_files::archives::Packing;
use explain::{Error, Kind};
use game::visible;
use job::Caps;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::deadlines::GivenExtension;
use crate::feedback::{OwnResultsReport, RunOutcome};
use crate::freezing::seen;
use crate::history::{HistoryEvent, HistoryFilter, history};
use crate::judging::scrimmage::{RequestState, RequestStatus, RequestsReport, games_of_request, requests_of};
use crate::judging::{check_contender, judged_games};
use crate::open_class::{OpenClass, find_contender, find_student, now};
use crate::questions::QuestionsReport;
use crate::runs::{ShownRun, shown_runs};
use crate::sign_on::{ListedSystem, list_systems};
use crate::status::{ContenderStatus, SubmissionReport};
use crate::utc::Utc;
use crate::validation::LARGEST_SOURCE;

/// The data of a class about a student, except submissions.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StudentReport<'a> {
    /// The student as in the roster.
    #[serde(flatten)]
    student: &'a Student,
    /// The extension of the student or the team; null if there is none.
    extension: Option<GivenExtension<'a>>,
    /// The student's withdrawal; null while the student takes part.
    inactive: Option<InactivityOfStudent<'a>>,
    /// The student's accounts at systems of the school that signed the student in.
    accounts: Vec<AccountOfStudent>,
}

/// An account at a system of the school.
#[derive(Debug, Serialize, JsonSchema)]
struct AccountOfStudent {
    /// The name of the system.
    system: String,
    /// The permanent id of the student at the system.
    subject: String,
    /// Time of the last sign-on, in UTC.
    used: Utc,
}

/// A withdrawal.
#[derive(Debug, Serialize, JsonSchema)]
struct InactivityOfStudent<'a> {
    /// Time of the withdrawal, in UTC.
    since: Utc,
    /// The reason.
    reason: &'a str,
}

impl Shape for StudentReport<'_> {
    const NAME: &'static str = "class-student";
    const VERSION: u32 = 1;
}

/// Writes a zip archive of all data of a class about a student: personal data, submissions of the student or their
/// team, the verdicts on them, and their results as far as participants may see them.
///
/// # Errors
/// If there is no such student, a submitted file cannot be read, or the archive cannot be written.
pub fn export_student<W: Write + Seek>(
    class: &OpenClass,
    facts: &Facts,
    student: &str,
    to: W,
) -> Result<W, Error> {
    let contender = find_contender(facts, student)?;
    let mut archive = Archive(Packing::new(to));
    let results = results(class, facts)?;
    archive.text("README.txt", &readme(class, facts, student, results.as_ref()))?;
    archive.shape("student.json", &student_report(class, facts, student, &contender)?)?;
    let status =
        ContenderStatus::seen_by(Some(Reader::Participants), class, facts, contender.clone(), now(facts));
    archive.shape("standing.json", &status.report(class))?;
    archive.shape("questions.json", &QuestionsReport::new(facts, |asked| asked == student))?;
    archive.text("history.txt", &history_text(class, facts, student)?)?;
    for (number, one) in &status.submissions {
        archive.submission(class, facts, &contender, *number, one)?;
    }
    if let Some(seen) = &results {
        archive.results(class, (facts, seen), student)?;
    }
    archive.0.finish().map_err(|error| unwritten(&error))
}

/// Returns all events of the record that are the student's data, oldest first, one per line. Results are not among
/// them.
fn history_text(class: &OpenClass, facts: &Facts, student: &str) -> Result<String, Error> {
    let filter = HistoryFilter { student: Some(student), most: usize::MAX, ..HistoryFilter::default() };
    let events = history(class, facts, &filter)?.events;
    let line = |event: &HistoryEvent| {
        format!("{}  {}  {}: {}\n", event.number, class.shown(event.at), event.who, event.what)
    };
    Ok(events.iter().rev().map(line).collect())
}

/// Returns the facts that participants may see; `None` if results are for the teacher only.
fn results(class: &OpenClass, facts: &Facts) -> Result<Option<Facts>, Error> {
    match seen(class, Some(Reader::Participants), facts.clone()) {
        Ok(seen) => Ok(Some(seen)),
        Err(error) if error.kind == Kind::Refused => Ok(None),
        Err(error) => Err(error),
    }
}

fn accounts_of(class: &OpenClass, id: &str) -> Result<Vec<AccountOfStudent>, Error> {
    let own = |account: &&Account| matches!(&account.person, Person::Student { id: other } if other == id);
    let listed = list_systems(class)?.into_iter().flat_map(|ListedSystem { system, accounts, .. }| {
        let accounts = accounts.iter().filter(own).map(|account| AccountOfStudent {
            system: system.name.clone(),
            subject: account.subject.clone(),
            used: Utc(account.used),
        });
        accounts.collect::<Vec<AccountOfStudent>>()
    });
    Ok(listed.collect())
}

fn student_report<'f>(
    class: &OpenClass,
    facts: &'f Facts,
    id: &str,
    contender: &Contender<'_>,
) -> Result<StudentReport<'f>, Error> {
    let extension = facts.extension_of(contender);
    let inactive = facts.withdrawal(id);
    Ok(StudentReport {
        student: find_student(facts, id)?,
        extension: extension.map(GivenExtension::from),
        inactive: inactive.map(|one| InactivityOfStudent { since: Utc(one.at), reason: &one.what.reason }),
        accounts: accounts_of(class, id)?,
    })
}

/// Returns the README of the archive's files.
fn readme(class: &OpenClass, facts: &Facts, student: &str, results: Option<&Facts>) -> String {
    let held_back = match (results, facts.frozen(Reader::Participants)) {
        (None, _) => {
            "Only the teacher can see the results of this class: results.json, check.json and games/ are left out.\n"
                .to_owned()
        }
        (Some(_), Some(freeze)) => format!(
            "Results have been held back since {}: anything played since then is left out. A later archive will include it.\n",
            class.shown(freeze.since)
        ),
        (Some(_), None) => String::new(),
    };
    format!(
        "All data that the class \"{}\" has about the student {}, as of {}.\n\
         {held_back}\n\
         student.json            the student, with any extension and accounts at the school\n\
         standing.json           which version counts and why, the deadline, all hand-ins, files that were not taken\n\
         questions.json          questions and regrade requests, with the answers\n\
         history.txt             recorded events about the student, with time and actor\n\
         submissions/N/          a hand-in of the student or their team: its file in file/, and\n\
         \x20 submission.json       when it was received, its hash, the verdict and the reasons: the receipt\n\
         \x20 module.wasm           the module that plays, if it was built from the file\n\
         \x20 sources.zip           its sources, if they were handed in\n\
         results.json            places and grades in tournaments, and how they came about\n\
         check.json              results of the versions: trial matches and badges\n\
         scrimmages.json         friendly games that the student or others have requested\n\
         games/                  the games of each requirement and of each request, for replaying\n\n\
         The fields of the JSON files are described under class-student, class-entry, class-submission, class-own-results,\n\
         class-check-entry, class-scrimmages, class-games and class-questions in docs/json.md of Muster. Announcements,\n\
         which the whole class receives, are left out.\n\
         For the personal link, its sessions and tokens, the class stores hashes, their owner, and when they were created and used.\n",
        visible(&class.plan.name),
        visible(student),
        class.shown(now(facts)),
    )
}

/// An archive being written.
struct Archive<W: Write + Seek>(Packing<W>);

impl<W: Write + Seek> Archive<W> {
    fn text(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.0.add(name, text.as_bytes()).map_err(|error| unwritten(&error))
    }

    fn shape<S: Shape>(&mut self, name: &str, shape: &S) -> Result<(), Error> {
        let text = json::pretty(shape).map_err(|error| Error::wrap(Kind::Host, &error))?;
        self.text(name, &(text + "\n"))
    }

    /// Adds a stored file of the class.
    fn file(&mut self, class: &OpenClass, name: &str, hash: &Hash, most: u64) -> Result<(), Error> {
        let bytes = class.folder.read(hash, most)?;
        self.0.add(name, &bytes).map_err(|error| unwritten(&error))
    }

    fn submission(
        &mut self,
        class: &OpenClass,
        facts: &Facts,
        contender: &Contender<'_>,
        number: u32,
        one: &Submission,
    ) -> Result<(), Error> {
        let folder = format!("submissions/{number}");
        let deadline = deadline(&class.plan, facts, contender);
        let report = SubmissionReport::new(class, facts, &deadline, number, one);
        self.shape(&format!("{folder}/submission.json"), &report)?;
        let caps = Caps::script();
        let name = format!("{folder}/file/{}", plain(&one.file));
        self.file(class, &name, &one.handed_in, caps.module)?;
        if let Some(module) = one.module().filter(|module| *module != one.handed_in) {
            self.file(class, &format!("{folder}/module.wasm"), &module, caps.module)?;
        }
        match &one.archive {
            Some(sources) => self.file(class, &format!("{folder}/sources.zip"), sources, LARGEST_SOURCE),
            None => Ok(()),
        }
    }

    /// Adds results, as far as the student may see them.
    fn results(
        &mut self,
        class: &OpenClass,
        (all, seen): (&Facts, &Facts),
        student: &str,
    ) -> Result<(), Error> {
        let contender = find_contender(seen, student)?;
        let runs = shown_runs(class, all, Some(seen));
        let read = |run: &ShownRun| RunOutcome::read(run).map(Arc::new);
        self.shape("results.json", &OwnResultsReport::new(class, seen, &contender, &runs, &read))?;
        self.shape("check.json", &check_contender(class, seen, &contender).report())?;
        let requests = requests_of(seen, &contender, now(seen));
        let reports = requests.iter().map(RequestStatus::report).collect();
        self.shape("scrimmages.json", &RequestsReport { alias: contender.alias, requests: reports })?;
        for (at, requirement) in class.plan.requirements.iter().enumerate() {
            match judged_games(class, seen, &contender, &requirement.name) {
                Ok(judged) => self.shape(&format!("games/requirement-{}.json", at + 1), &judged.games)?,
                // No version was judged by it yet.
                Err(error) if error.kind == Kind::Refused => {}
                Err(error) => return Err(error),
            }
        }
        for request in &requests {
            let RequestState::Played(played) = request.state else { continue };
            if played.what.matches.is_some() {
                let games = games_of_request(class, &requests, request.number)?;
                self.shape(&format!("games/scrimmage-{}.json", request.number), &games)?;
            }
        }
        Ok(())
    }
}

/// Returns a portable file name.
fn plain(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let name: String =
        name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).take(100).collect();
    if name.starts_with('.') || name.is_empty() { format!("_{name}") } else { name }
}

fn unwritten(error: &io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot write the archive: {error}"))
}
