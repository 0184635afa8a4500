//! `muster class scrimmage`: plays friendly games on request.

use std::path::PathBuf;

use clap::Args;
use class_model::{Facts, Reader};
use class_operations::freezing::seen;
use class_operations::judging::scrimmage::{
    COUNT_FOR_NOTHING, Opponent, RequestGames, RequestState, RequestStatus, RequestsReport, WaitingReport,
    freeze_words, games_of_request, left_words, request_games, requests_of, waiting_requests,
};
use class_operations::{OpenClass, find_contender, now};
use explain::Error;
use game::visible_path;
use terminal::out;
use terminal::text::inert;

use super::freeze::ReaderWord;
use super::games_list;
use super::opening::{open, print_warnings};
use crate::exit::Done;
use crate::isolation::IsolateOption;

/// `muster class scrimmage`
#[derive(Args)]
#[command(after_help = "\
Without --against and --opponent, shows requests and their results. `muster class work` plays queued requests after trial \
matches and requirements, starting with the students who have used the machine least within 24 hours. These games do not \
affect the ladder, badges or grades.")]
pub(crate) struct ScrimmageCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The id of the student who requests games, or whose games to show [default: show all queued requests].
    student: Option<String>,
    /// Request games against the active version of the student or team with this alias.
    #[arg(long, value_name = "ALIAS", requires = "student", conflicts_with_all = ["opponent", "show", "reader"])]
    against: Option<String>,
    /// Request games against an opponent from class.toml: a file's name, or builtin:NAME.
    #[arg(long, value_name = "NAME", requires = "student", conflicts_with_all = ["show", "reader"])]
    opponent: Option<String>,
    /// The number of the submission to play with [default: the active one].
    #[arg(long, value_name = "SUBMISSION", requires = "student")]
    version: Option<u32>,
    /// Number of games, which must be even [default: as many as the class allows].
    #[arg(long, requires = "student")]
    games: Option<u32>,
    /// List the games of a request, each with the command that plays it again.
    #[arg(long, value_name = "REQUEST", requires = "student")]
    show: Option<u32>,
    #[command(flatten)]
    isolate: IsolateOption,
    /// Show only the results that these readers may see, without frozen or private ones.
    #[arg(long = "as", value_name = "READER")]
    reader: Option<ReaderWord>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Prints the part of these games that students see while results are frozen.
fn tell_freeze(class: &OpenClass) -> Done {
    let words = freeze_words(class, &class.facts()?, Some(Reader::Participants));
    words.map_or(Ok(()), |words| out::line(&inert(&words)))
}

impl ScrimmageCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let opponent = match (&self.against, &self.opponent) {
            (Some(alias), _) => Some(Opponent::Alias(alias.clone())),
            (None, Some(name)) => Some(Opponent::OfText(name.clone())),
            (None, None) => None,
        };
        match (&self.student, opponent) {
            (Some(student), Some(opponent)) => self.request(&class, student, opponent),
            (Some(_), None) if self.version.is_some() || self.games.is_some() => {
                Err(Error::input("request games with --against ALIAS or --opponent NAME"))
            }
            (student, _) => {
                let facts = seen(&class, self.reader.map(ReaderWord::reader), class.facts()?)?;
                match student {
                    Some(student) => self.print_one(&class, &facts, student),
                    None => self.print_waiting(&class, &facts),
                }
            }
        }
    }

    /// Requests games.
    fn request(&self, class: &OpenClass, student: &str, against: Opponent) -> Done {
        let student = student.to_owned();
        let request = RequestGames { student, against, submission: self.version, games: self.games };
        let receipt = request_games(class, self.isolate.place(1)?.validator(), request)?;
        print_warnings(&receipt.warnings);
        let Some(request) = receipt.request() else { return Ok(()) };
        if self.json {
            return out::json(&receipt.report(&request));
        }
        out::line(&request.words())?;
        out::line(&format!("{}; {COUNT_FOR_NOTHING}", receipt.left))?;
        tell_freeze(class)
    }

    fn print_one(&self, class: &OpenClass, facts: &Facts, student: &str) -> Done {
        let now = now(facts);
        let contender = find_contender(facts, student)?;
        let own = requests_of(facts, &contender, now);
        if let Some(number) = self.show {
            return self.print_games(class, &own, number);
        }
        if self.json {
            let requests = own.iter().map(RequestStatus::report).collect();
            return out::json(&RequestsReport { alias: contender.alias, requests });
        }
        out::line(&format!("{}: {}", inert(contender.alias), left_words(class, &contender, facts, now)))?;
        for request in &own {
            out::line(&format!("  {}", request.line(class)))?;
        }
        if own.iter().any(|request| matches!(request.state, RequestState::Played(_))) {
            let (folder, student) = (visible_path(&self.folder), inert(student));
            out::line(&format!(
                "to list the games of a request: muster class scrimmage {folder} {student} --show REQUEST"
            ))?;
        }
        out::line(COUNT_FOR_NOTHING)?;
        tell_freeze(class)
    }

    /// Lists the games of a request.
    fn print_games(&self, class: &OpenClass, own: &[RequestStatus<'_>], number: u32) -> Done {
        let list = games_of_request(class, own, number)?;
        if self.json {
            return out::json(&list);
        }
        if let Some(request) = own.iter().find(|request| request.number == number) {
            out::line(&request.words())?;
        }
        out::line(&games_list::table(class, &list))?;
        out::line(COUNT_FOR_NOTHING)
    }

    fn print_waiting(&self, class: &OpenClass, facts: &Facts) -> Done {
        let waiting = waiting_requests(facts, now(facts));
        if self.json {
            let waiting = waiting.iter().map(RequestStatus::report).collect();
            return out::json(&WaitingReport { waiting });
        }
        if waiting.is_empty() {
            out::line("no request is queued")?;
        }
        for request in &waiting {
            out::line(&request.line(class))?;
        }
        out::line(COUNT_FOR_NOTHING)
    }
}
