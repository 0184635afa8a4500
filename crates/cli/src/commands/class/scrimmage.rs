//! `muster class scrimmage`: friendly games on request.

use std::path::PathBuf;

use clap::Args;
use class::{
    Against, ClassPlan, Contender, Event, Facts, Hash, Moment, Request, ScrimmagePlan, Submission, asked,
    called, standing,
};
use classroom::{OpenClass, find_student, must_be_accepted, now, seen, words};
use config::BotPlan;
use explain::{Error, Kind};
use game::visible_path;
use job::{Caps, NotAdmitted};
use serde_json::{Value, json};

use super::freeze::ReaderWord;
use super::games_list;
use super::opening::{open, write};
use super::requests::{self, Asked, COUNTS, State};
use crate::exit::{Done, undecided_here};
use crate::terminal::text::inert;
use crate::{host, out};

/// `muster class scrimmage`
#[derive(Args)]
#[command(after_help = "\
Without --against and --opponent, shows what was asked for and what came of it. `muster class work` plays what waits, after \
trial matches and requirements: first for whoever has used least of the machine within 24 hours. These games count for \
nothing: no ladder, no badge, no grade.")]
pub(crate) struct ScrimmageCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The id of the student who asks, or whose games are shown [default: show what waits for everybody].
    student: Option<String>,
    /// Ask for games against the active version of the student or team of this alias.
    #[arg(long, value_name = "ALIAS", requires = "student", conflicts_with_all = ["opponent", "show", "reader"])]
    against: Option<String>,
    /// Ask for games against an opponent of the class's text: a file's name, or builtin:NAME.
    #[arg(long, value_name = "NAME", requires = "student", conflicts_with_all = ["show", "reader"])]
    opponent: Option<String>,
    /// The number of the submission that plays [default: the active one].
    #[arg(long, value_name = "SUBMISSION", requires = "student")]
    version: Option<u32>,
    /// How many games, an even number [default: as many as the class allows].
    #[arg(long, requires = "student")]
    games: Option<u32>,
    /// List the games of a request, each with the command that plays it again.
    #[arg(long, value_name = "REQUEST", requires = "student")]
    show: Option<u32>,
    /// Show what these readers may see: without what is frozen, or not for them.
    #[arg(long = "as", value_name = "READER")]
    reader: Option<ReaderWord>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ScrimmageCommand {
    pub(crate) fn run(self) -> Done {
        let opened = open(&self.folder)?;
        match &self.student {
            Some(student) if self.against.is_some() || self.opponent.is_some() => self.ask(&opened, student),
            Some(_) if self.version.is_some() || self.games.is_some() => {
                Err(Error::input("games are asked for with --against ALIAS or --opponent NAME"))
            }
            student => {
                let facts = seen(&opened, self.reader.map(ReaderWord::reader), opened.facts()?)?;
                match student {
                    Some(student) => self.one(&opened, &facts, student),
                    None => self.all(&opened, &facts),
                }
            }
        }
    }

    /// Writes a request down.
    fn ask(&self, opened: &OpenClass, student: &str) -> Done {
        let Some(plan) = &opened.plan.scrimmage else {
            return Err(Error::input("this class has no friendly games")
                .hint("a table [scrimmage] in the class's text allows them"));
        };
        let games = self.games.unwrap_or(plan.games);
        if games > plan.games || games < 2 || !games.is_multiple_of(2) {
            let most = plan.games;
            return Err(Error::input(format!("a request is for an even number of games from 2 to {most}")));
        }
        let opponent = self.opponent.as_ref().map(|name| opponent(opened, plan, name)).transpose()?;
        let recorded = write(opened, |facts, at| {
            let contender = contender(facts, student)?;
            if let Some(since) = facts.closed() {
                let message = format!("nothing is accepted since {}", opened.shown(since));
                return Err(Error::new(Kind::Refused, message));
            }
            let allowance = plan.quota().allowance(&asked(facts, &contender.who), at);
            if allowance.next > at {
                let next = opened.shown(allowance.next);
                let message =
                    format!("0 of {} requests left in 24 hours, the next from {next} on", plan.per_day);
                return Err(Error::new(Kind::Refused, message));
            }
            let submission = version(&opened.plan, facts, &contender, self.version)?;
            let against = match (&self.against, &opponent) {
                (Some(alias), _) => {
                    let submission = active(&opened.plan, facts, &find_alias(facts, alias)?)?;
                    Against::Submission { submission }
                }
                (None, Some(opponent)) => opponent.clone(),
                (None, None) => return Ok(Vec::new()),
            };
            let request = Request { by: student.to_owned(), submission, against, games };
            refuse_oneself(facts, &request)?;
            Ok(vec![Event::Requested(request)])
        })?;
        let facts = &recorded.facts;
        let contender = contender(facts, student)?;
        let own = requests::with(facts, &contender, recorded.at);
        let Some(asked_now) = own.last() else { return Ok(()) };
        let allowance = plan.quota().allowance(&asked(facts, &contender.who), recorded.at);
        if self.json {
            let told = json!({
                "request": asked_now.as_json(),
                "left_in_day": allowance.left_in_day,
                "next_at": allowance.next.to_string(),
            });
            return out::line(&told.to_string());
        }
        out::line(&asked_now.words())?;
        out::line(&format!("{}; {COUNTS}", left(opened, &contender, facts, recorded.at)))
    }

    fn one(&self, opened: &OpenClass, facts: &Facts, student: &str) -> Done {
        let now = now(facts);
        let contender = contender(facts, student)?;
        let own = requests::with(facts, &contender, now);
        if let Some(number) = self.show {
            return self.list(opened, &own, number);
        }
        if self.json {
            let told: Vec<Value> = own.iter().map(Asked::as_json).collect();
            return out::line(&json!({ "alias": contender.alias, "requests": told }).to_string());
        }
        out::line(&format!("{}: {}", inert(contender.alias), left(opened, &contender, facts, now)))?;
        for line in requests::lines(opened, &own) {
            out::line(&format!("  {line}"))?;
        }
        if own.iter().any(|asked| matches!(asked.state, State::Played(_))) {
            let (folder, student) = (visible_path(&self.folder), inert(student));
            out::line(&format!(
                "the games of one: muster class scrimmage {folder} {student} --show REQUEST"
            ))?;
        }
        out::line(COUNTS)
    }

    /// Lists the games of a request.
    fn list(&self, opened: &OpenClass, own: &[Asked<'_>], number: u32) -> Done {
        let Some(asked) = own.iter().find(|asked| asked.number == number) else {
            let numbers: Vec<String> = own.iter().map(|asked| asked.number.to_string()).collect();
            return Err(Error::input(format!("there is no request {number} of this student")).hint(format!(
                "there is {}",
                if numbers.is_empty() { "none".to_owned() } else { numbers.join(", ") }
            )));
        };
        let State::Played(played) = &asked.state else {
            return Err(Error::new(Kind::Refused, asked.words()).hint("`muster class work` plays what waits"));
        };
        let Some(list) = &played.what.matches else { return Err(Error::new(Kind::Refused, asked.words())) };
        let list = games_list::read(opened, list)?;
        if self.json {
            return out::line(&list.to_string());
        }
        out::line(&asked.words())?;
        out::line(&games_list::table(opened, &list))?;
        out::line(COUNTS)
    }

    fn all(&self, opened: &OpenClass, facts: &Facts) -> Done {
        let now = now(facts);
        let mut all = requests::all(facts, now);
        let before = |asked: &Asked<'_>| match asked.state {
            State::Waits(before) => before,
            State::Played(_) | State::Withdrawn => usize::MAX,
        };
        all.retain(|asked| matches!(asked.state, State::Waits(_)));
        all.sort_by_key(before);
        if self.json {
            let told: Vec<Value> = all.iter().map(Asked::as_json).collect();
            return out::line(&json!({ "waiting": told }).to_string());
        }
        if all.is_empty() {
            out::line("no request waits")?;
        }
        for line in requests::lines(opened, &all) {
            out::line(&line)?;
        }
        out::line(COUNTS)
    }
}

/// What somebody may still ask for.
fn left(opened: &OpenClass, contender: &Contender<'_>, facts: &Facts, now: Moment) -> String {
    let Some(plan) = &opened.plan.scrimmage else { return "this class has no friendly games".to_owned() };
    let allowance = plan.quota().allowance(&asked(facts, &contender.who), now);
    let words = words::allowance_words(opened, &plan.quota(), &allowance, now).unwrap_or_default();
    format!("requests: {words}")
}

/// Whom a student asks for.
fn contender<'f>(facts: &'f Facts, student: &str) -> Result<Contender<'f>, Error> {
    let id = &find_student(facts, student)?.id;
    facts.contender_of(id).ok_or_else(|| Error::input("this student is in no list"))
}

/// The student or team of an alias.
fn find_alias<'f>(facts: &'f Facts, alias: &str) -> Result<Contender<'f>, Error> {
    let contenders = facts.contenders();
    let aliases: Vec<&str> = contenders.iter().map(|contender| contender.alias).collect();
    let hint = match config::closest(alias, &aliases) {
        Some(near) => format!("did you mean {}?", inert(near)),
        None => "`muster class status DIR` lists the aliases".to_owned(),
    };
    let found = contenders.into_iter().find(|contender| contender.alias == alias);
    found.ok_or_else(|| Error::input(format!("nobody has the alias \"{}\"", inert(alias))).hint(hint))
}

fn active(plan: &ClassPlan, facts: &Facts, contender: &Contender<'_>) -> Result<u32, Error> {
    let active = standing(plan, facts, contender).active;
    active.map(|active| active.submission).map_err(|_| {
        Error::new(Kind::Refused, format!("{} has no active version", inert(contender.alias)))
            .hint("`muster class status DIR STUDENT` says why")
    })
}

/// The version that plays for whoever asks.
fn version(
    plan: &ClassPlan,
    facts: &Facts,
    contender: &Contender<'_>,
    number: Option<u32>,
) -> Result<u32, Error> {
    let Some(number) = number else { return active(plan, facts, contender) };
    let own = facts.submissions_of(&contender.who);
    let alias = inert(contender.alias);
    match own.iter().find(|(one, _)| *one == number) {
        None => Err(Error::input(format!("{alias} has no submission {number}"))),
        Some((_, submission)) => must_be_accepted(number, submission).map(|()| number),
    }
}

/// Refuses two that are the same bot.
fn refuse_oneself(facts: &Facts, request: &Request) -> Done {
    let own = facts.submission(request.submission).and_then(Submission::module);
    match request.modules(facts) {
        Some((_, opponent)) if opponent.is_some() && opponent == own => {
            Err(Error::input("the opponent is the same bot, byte for byte"))
        }
        _ => Ok(()),
    }
}

/// An opponent of the class's text, kept as it is now.
fn opponent(opened: &OpenClass, plan: &ScrimmagePlan, name: &str) -> Result<Against, Error> {
    let Some(bot) = plan.opponents.iter().find(|bot| called(bot) == name) else {
        let names: Vec<String> = plan.opponents.iter().map(|bot| inert(&called(bot))).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(Error::input(format!("`opponents` of [scrimmage] has no \"{}\"", inert(name)))
            .hint(format!("there is {names}")));
    };
    let BotPlan::File(file) = bot else { return Ok(Against::Builtin { name: called(bot) }) };
    let path = opened.folder.root().join(file);
    let caps = Caps::script();
    let bytes = host::read_bot(&path, &caps).map_err(|error| host::unread_bot(&path, &error))?;
    let decided = host::sandbox(1)?.admit(&bytes, &caps);
    match decided.map_err(|error| Error::of(Kind::Host, &error))? {
        Ok(_) => {}
        Err(NotAdmitted::Undecided(why)) => {
            return Err(undecided_here(&format!("the opponent {}", visible_path(&path)), &why));
        }
        Err(NotAdmitted::Refused(refusal)) => {
            let message = format!("the opponent {} is refused: {refusal}", visible_path(&path));
            return Err(Error::new(Kind::Refused, message));
        }
    }
    let module: Hash = opened.folder.keep(&bytes)?;
    Ok(Against::File { name: called(bot), module })
}
