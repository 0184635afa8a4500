//! The history of a class, event by event: the time, the actor and the event, in words.

use std::cell::RefCell;
use std::collections::BTreeMap;

use class_model::{
    Actor, ActorKind, ContenderId, Event, Facts, Hash, MailSwitch, Moment, OrderEnd, OrderOutcome, Reader,
    RecordEntry, RequestedOpponent, Role, RunPlace, SignOnChange, Student, Submission, TurnedAway,
};
use explain::Error;
use game::visible;
use ledger::RunFolder;
use locale::Locale;

use crate::judging::badges::{judged_words, trial_words};
use crate::judging::scrimmage::result_words;
use crate::mail::topic;
use crate::open_class::{OpenClass, find_student};
use crate::questions::{asked_words, update_words};
use crate::runs::{RulingText, open_tournament, rulings_of, run_name};
use crate::words::admission_word;

/// Number of digits of an abbreviated hash.
const DIGITS: usize = 12;

/// The selection of events.
#[derive(Clone, Debug, Default)]
pub struct HistoryFilter<'a> {
    /// The id of a student, to select the events that are the student's data; `None` for all events.
    pub student: Option<&'a str>,
    /// The actors whose events are selected; `None` for all events.
    pub by: Option<ActorKind>,
    /// The number of an event, to select earlier events only.
    pub before: Option<i64>,
    /// Maximum number of events.
    pub most: usize,
}

/// Events of a class, latest first.
#[derive(Debug)]
pub struct History {
    /// The events.
    pub events: Vec<HistoryEvent>,
    /// `true` if there are earlier events.
    pub has_earlier: bool,
}

/// An event in words. The words may contain untrusted text.
#[derive(Debug)]
pub struct HistoryEvent {
    /// The number of the event, from 1.
    pub number: i64,
    /// Time of recording.
    pub at: Moment,
    /// The actor: `Turing, teacher, service`.
    pub who: String,
    /// The event.
    pub what: String,
    /// `true` if the service acted by itself.
    pub is_automatic: bool,
    /// The page that has more about it.
    pub subject: Option<EventSubject>,
}

/// The subject of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventSubject {
    /// A student, by id.
    Student(String),
    /// A submission, by number.
    Submission(u32),
    /// A question, by number.
    Question(u32),
    /// A run, by name.
    Run(String),
    /// A run that a ruling concerns, by name.
    RulingsOf(String),
}

/// Reads the history of a class.
///
/// # Errors
/// If there is no such student, or the class's record cannot be read.
pub fn history(class: &OpenClass, facts: &Facts, filter: &HistoryFilter<'_>) -> Result<History, Error> {
    let student = filter.student.map(|id| find_student(facts, id)).transpose()?;
    let student = student.map(|student| student.id.as_str());
    let mut entries = class.read_record(|record| {
        record.entries(student, filter.by, filter.before, filter.most.saturating_add(1))
    })?;
    let has_earlier = entries.len() > filter.most;
    entries.truncate(filter.most);
    let words = Words { class, facts, rulings: RefCell::default() };
    Ok(History { events: entries.iter().map(|entry| words.event(entry)).collect(), has_earlier })
}

/// Describes events, using current names.
struct Words<'a> {
    class: &'a OpenClass,
    facts: &'a Facts,
    /// Rulings of runs in words, cached by run; `None` for a run that cannot be read.
    rulings: RefCell<BTreeMap<Hash, Option<Vec<RulingText>>>>,
}

impl Words<'_> {
    fn event(&self, entry: &RecordEntry) -> HistoryEvent {
        let RecordEntry { number, at, kind, content, .. } = entry;
        let (who, what) = content.as_ref().map_or_else(
            || ("deleted".to_owned(), format!("{kind}: deleted with a forgotten student's data")),
            |(actor, event)| (self.actor(actor), self.what(*number, event)),
        );
        let content = content.as_ref();
        HistoryEvent {
            number: *number,
            at: *at,
            who,
            what,
            is_automatic: content.is_some_and(|(actor, _)| actor.role == Role::Service),
            subject: content.and_then(|(_, event)| self.subject(*number, event)),
        }
    }

    fn subject(&self, number: i64, event: &Event) -> Option<EventSubject> {
        let submission = match event {
            Event::Submitted(_) => self.facts.submission_of_event(number),
            Event::Decided(decision) => Some(decision.submission),
            Event::Reconsidered { submission, .. } => Some(*submission),
            Event::Chosen(choice) => choice.submission,
            Event::Tried(tried) => self.only_submission(&tried.module),
            Event::Judged(judged) => self.only_submission(&judged.module),
            _ => None,
        };
        let submission = submission.filter(|number| self.facts.submission(*number).is_some());
        let run = |run: &Hash| Some(run_name(self.place_of(run)?)?.to_owned());
        let student = || event.student().filter(|id| self.facts.student(id).is_some()).map(str::to_owned);
        match event {
            Event::Ruled { run: ruled, .. } => run(ruled).map(EventSubject::RulingsOf),
            Event::Asked(_) => self.question_of(number).map(EventSubject::Question),
            Event::QuestionUpdated(update) => {
                self.facts.question(update.question).map(|_| EventSubject::Question(update.question))
            }
            Event::RunBegan(RunPlace { run: begun, .. }) => run(begun).map(EventSubject::Run),
            Event::RunCompleted(complete) => run(&complete.run).map(EventSubject::Run),
            _ => submission.map(EventSubject::Submission).or_else(|| student().map(EventSubject::Student)),
        }
    }

    /// Returns the submission with a module, if only one student or team has it: the last one.
    fn only_submission(&self, module: &Hash) -> Option<u32> {
        let own: Vec<_> = self.facts.submissions_with(*module).collect();
        let (number, last) = own.last()?;
        let is_own =
            |(_, one): &(u32, &Submission)| ContenderId::handed_in(one) == ContenderId::handed_in(last);
        own.iter().all(is_own).then_some(*number)
    }

    fn actor(&self, Actor { role, through, name }: &Actor) -> String {
        if *role == Role::Service {
            return "the service, automatically".to_owned();
        }
        let name = name.as_ref().map(|name| match role {
            Role::Student => self.student(name),
            Role::Teacher | Role::Assistant | Role::Service => visible(name),
        });
        let name = name.map(|name| format!("{name}, ")).unwrap_or_default();
        format!("{name}{role}, {through}")
    }

    fn what(&self, number: i64, event: &Event) -> String {
        match event {
            Event::Enrolled(student) => enrolled(student),
            Event::Submitted(one) => self.submitted(number, one),
            Event::Decided(decision) => {
                format!("submission {} is {}", decision.submission, admission_word(&decision.admission))
            }
            Event::Reconsidered { submission, .. } => {
                format!("submission {submission} will be checked again: the class now accepts its language")
            }
            Event::TurnedAway(TurnedAway { student, files, why, .. }) => {
                let (student, files) = (self.student(student), files.join(", "));
                format!(
                    "{student}: files in an archive were not taken ({}): {}",
                    visible(&files),
                    one_line(why)
                )
            }
            Event::Chosen(choice) => {
                let version = choice.submission.map(|number| format!("submission {number}"));
                let version = version.unwrap_or_else(|| "the last accepted submission".to_owned());
                format!("{} chose {version}", self.student(&choice.by))
            }
            Event::Extended(given) => {
                let (student, until) = (self.student(&given.student), self.class.shown(given.until));
                format!("{student} has an extension until {until}{}", because(&given.reason))
            }
            Event::Withdrawn(given) => {
                format!("{} was withdrawn{}", self.student(&given.student), because(&given.reason))
            }
            Event::Reinstated { student } => format!("{} was reinstated", self.student(student)),
            Event::JoinCodeMade(made) => format!("the team {} got a new join code", visible(&made.team)),
            Event::Announced { text, section: None } => format!("announced: {}", one_line(text)),
            Event::Announced { text, section: Some(section) } => {
                format!("announced to section {}: {}", visible(section), one_line(text))
            }
            Event::AnnouncementEdited { announcement, text } => {
                format!("changed announcement {announcement}: {}", one_line(text))
            }
            Event::AnnouncementRetracted { announcement } => {
                format!("took announcement {announcement} back")
            }
            Event::Asked(question) => {
                let number = self.question_of(number).unwrap_or_default();
                asked_words(number, question, &self.student(&question.by), &one_line(&question.text))
            }
            Event::QuestionUpdated(update) => {
                update_words(update, &self.student(&update.by), &one_line(&update.text))
            }
            Event::Closed => "the class was closed".to_owned(),
            Event::Reopened => "the class was reopened".to_owned(),
            Event::Tried(tried) => format!("{}: {}", self.module(&tried.module), trial_words(tried)),
            Event::Judged(judged) => {
                let (module, name) = (self.module(&judged.module), visible(&judged.requirement));
                format!("{module}: {name}: {}", judged_words(judged))
            }
            Event::Requested(asked) => {
                let against = match &asked.against {
                    RequestedOpponent::Submission { submission } => format!("submission {submission}"),
                    RequestedOpponent::File { name, .. } | RequestedOpponent::Builtin { name } => {
                        visible(name)
                    }
                };
                let (student, own, games) = (self.student(&asked.by), asked.submission, asked.games);
                format!("{student} requested {games} friendly games of submission {own} against {against}")
            }
            Event::Scrimmaged(played) => {
                format!("friendly games of request {}: {}", played.request, result_words(played))
            }
            Event::Previewed { preview } => {
                format!("the preview {} of re-judging was created", short(preview))
            }
            Event::Rejudged { preview } => format!("the preview {} was applied", short(preview)),
            Event::Adopted { .. } => "class.toml was adopted".to_owned(),
            Event::Ordered(order) => format!("{} was ordered", visible(&order.to_string())),
            Event::OrderEnded(end) => self.order_ended(end),
            Event::RunBegan(RunPlace { folder, .. }) => format!("{} began", run_at(Some(folder))),
            Event::TournamentWritten { name, .. } => {
                format!("the text of tournament {} was saved", one_line(name))
            }
            Event::Ruled { run, ruling } => self.ruled(run, *ruling),
            Event::RunCompleted(complete) => format!("{} is complete", run_at(self.place_of(&complete.run))),
            Event::Frozen => "results were frozen".to_owned(),
            Event::Released { to: Reader::All } => "results were released to all".to_owned(),
            Event::Released { to: Reader::Participants } => {
                "results were released to participants".to_owned()
            }
            Event::MailSwitched(MailSwitch { student, mail, is_on }) => {
                let to = student.as_ref().map_or_else(|| "the class".to_owned(), |id| self.student(id));
                let is_on = if *is_on { "on" } else { "off" };
                format!("{to}: mail about {} was switched {is_on}", topic(*mail))
            }
            Event::SignOnChanged { system, change } => {
                let change = match change {
                    SignOnChange::Added => "added",
                    SignOnChange::Changed => "changed",
                    SignOnChange::Removed => "removed",
                };
                format!("sign-on by {} was {change}", one_line(system))
            }
            Event::GradesSent { run, course, students } => {
                let (run, course) = (one_line(run), one_line(course));
                let plural = if *students == 1 { "student" } else { "students" };
                format!("grades of {run} for {students} {plural} were sent to {course}")
            }
            Event::LanguageChosen { student, language } => {
                let name = |locale: Locale| -> &str { locale.own_name() };
                let language = language.parse().map_or(language.as_str(), name);
                format!("{}: the language {} was chosen", self.student(student), visible(language))
            }
            Event::Forgotten(erasure) => {
                let (events, submissions) = (erasure.events.len(), erasure.submissions.len());
                format!("a student was forgotten: {events} events and {submissions} submissions were deleted")
            }
            Event::ClockConfirmed => "the clock was confirmed to be correct".to_owned(),
            Event::ClockCorrected(correction) => {
                let (since, happened) = (correction.since, self.class.shown(correction.happened));
                format!(
                    "the clock was corrected: events {since} to {} count as of {happened}{}",
                    number - 1,
                    because(&correction.reason)
                )
            }
        }
    }

    /// Returns the number of the question that an event asked.
    fn question_of(&self, event: i64) -> Option<u32> {
        self.facts.questions().find(|asked| asked.what.event == event).map(|asked| asked.what.number)
    }

    /// Returns the path of a run relative to the class's folder.
    fn place_of(&self, run: &Hash) -> Option<&str> {
        let mut places = self.facts.places();
        places.find(|(known, _)| *known == run).map(|(_, place)| place)
    }

    /// Describes a ruling, in the words of its run if that can be read.
    fn ruled(&self, run: &Hash, number: usize) -> String {
        let place = self.place_of(run);
        let mut known = self.rulings.borrow_mut();
        let rulings = known.entry(*run).or_insert_with(|| {
            let folder = RunFolder::at(self.class.folder.root().join(place?));
            rulings_of(&folder, &open_tournament(&folder).ok()?).ok()
        });
        let words = rulings.as_ref().and_then(|rulings| rulings.get(number.checked_sub(1)?));
        let words = words.map(|words| format!(": {}", one_line(&words.to_string()))).unwrap_or_default();
        format!("ruling {number} on {}{words}", run_at(place))
    }

    fn order_ended(&self, end: &OrderEnd) -> String {
        let order = self.facts.orders().find(|(number, _)| *number == end.order);
        let what = order
            .map_or_else(|| format!("order {}", end.order), |(_, order)| visible(&order.what.to_string()));
        match &end.outcome {
            OrderOutcome::Complete => format!("{what}: carried out"),
            OrderOutcome::Stopped => format!("{what}: stopped"),
            OrderOutcome::Failed { why } => {
                format!("{what}: failed: {}", visible(why.lines().next().unwrap_or_default()))
            }
        }
    }

    fn submitted(&self, event: i64, one: &Submission) -> String {
        let number = self.facts.submission_of_event(event);
        // The time may have been corrected since.
        let received = number.and_then(|number| self.facts.submission(number)).unwrap_or(one).received;
        let number = number.map(|number| number.to_string());
        let (number, file) = (number.unwrap_or_default(), visible(&one.file));
        let (by, verdict) = (self.student(&one.by), admission_word(&one.admission));
        let stated = if one.stated { ", as stated by the teacher" } else { "" };
        let received = self.class.shown(received);
        format!("{by} handed in submission {number} ({file}), received {received}{stated}: {verdict}")
    }

    /// Returns a student by current name.
    fn student(&self, id: &str) -> String {
        match self.facts.student(id) {
            Some(student) => format!("{} ({})", visible(&student.name), visible(id)),
            None if id.is_empty() => "a forgotten student".to_owned(),
            None => visible(id),
        }
    }

    /// Returns a module by the submissions that contain it.
    fn module(&self, module: &Hash) -> String {
        let own = self.facts.submissions_with(*module);
        let numbers: Vec<String> = own.map(|(number, _)| number.to_string()).collect();
        match numbers.as_slice() {
            [] => format!("the module {}", short(module)),
            [number] => format!("submission {number}"),
            _ => format!("submissions {}", numbers.join(", ")),
        }
    }
}

fn enrolled(student: &Student) -> String {
    let Student { id, name, email, alias, section, team } = student;
    let part = |what: &str, text: &Option<String>| {
        text.as_ref().map(|text| format!(", {what} {}", visible(text))).unwrap_or_default()
    };
    format!(
        "{} ({}) is enrolled as {}{}{}{}",
        visible(name),
        visible(id),
        visible(alias),
        part("section", section),
        part("team", team),
        part("address", email)
    )
}

fn because(reason: &str) -> String {
    if reason.is_empty() { String::new() } else { format!(": {}", one_line(reason)) }
}

/// Joins the lines of a text to a single line.
fn one_line(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| visible(line.trim())).collect();
    lines.join(" ")
}

/// Describes a run of the class by its name in the class's folder of runs.
fn run_at(place: Option<&str>) -> String {
    let name = place.and_then(run_name);
    name.map_or_else(
        || "a run outside the class's folder".to_owned(),
        |name| format!("the run {}", visible(name)),
    )
}

fn short(hash: &Hash) -> String {
    hash.to_string().chars().take(DIGITS).collect()
}
