//! `muster class links`: creates the links by which people sign in to a class in the service.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use class_model::Person;
use class_operations::OpenClass;
use class_operations::links::{LinksFor, MadeLinks, links_sheet, list_links, make_links, revoke_link};
use explain::{Error, Kind};
use game::visible_path;
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::inert;

use super::opening::open;
use crate::exit::Done;

/// `muster class links`
#[derive(Args)]
#[command(after_help = "\
A personal link signs in anyone who opens it, until it is replaced or revoked. It is shown only once: the class stores only \
its hash. A new link revokes the person's previous link, its sessions, and the person's tokens.

Without a person, lists everyone who has a link.")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct LinksCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The ids of students.
    students: Vec<String>,
    /// Create links for all active students.
    #[arg(long, conflicts_with_all = ["students", "teacher", "assistant", "missing", "revoke"])]
    all: bool,
    /// Create links for the students who have none.
    #[arg(long, conflicts_with_all = ["students", "teacher", "assistant", "revoke"])]
    missing: bool,
    /// Create a link for a teacher with this name.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["students", "assistant"])]
    teacher: Option<String>,
    /// Create a link for an assistant with this name.
    #[arg(long, value_name = "NAME", conflicts_with = "students")]
    assistant: Option<String>,
    /// The section that the assistant may see [default: all].
    #[arg(long, requires = "assistant")]
    section: Option<String>,
    /// Revoke links instead, and end their sessions.
    #[arg(long)]
    revoke: bool,
    /// The address of the class in the service, as `muster serve` prints it.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "revoke")]
    url: Option<String>,
    /// Write the links as a page to print, each with a QR code, instead of printing them.
    #[arg(long, value_name = "FILE", requires = "url")]
    html: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

impl LinksCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let Some(to) = self.whom(&class)? else { return self.list(&class) };
        if self.revoke {
            let people = match to {
                LinksFor::Staff(person) => vec![person],
                LinksFor::Students(ids) => ids.into_iter().map(|id| Person::Student { id }).collect(),
                LinksFor::AllStudents | LinksFor::StudentsWithout => Vec::new(),
            };
            return people.iter().try_for_each(|person| revoke_link(&class, person));
        }
        let Some(url) = &self.url else {
            return Err(Error::input("the address of the class is not known")
                .hint("give it with --url, as `muster serve` prints it: http://127.0.0.1:8080/ki/"));
        };
        let made = make_links(&class, &to, url)?;
        if made.replaced > 0 {
            let (links, sessions) =
                (counted(made.replaced, "earlier link"), counted(made.ended_sessions, "session"));
            tracing::warn!("{links} revoked, with {sessions}");
        }
        match &self.html {
            Some(path) => self.write(&class, &made, path),
            None if self.json => out::json(&made),
            None => made.links.iter().try_for_each(|link| {
                out::line(&format!("{}  {}  {}", inert(&link.id), inert(&link.name), link.address))
            }),
        }
    }

    fn whom(&self, class: &OpenClass) -> Result<Option<LinksFor>, Error> {
        if let Some(section) = &self.section
            && !class.plan.sections.contains_key(section)
        {
            let known: Vec<&str> = class.plan.sections.keys().map(String::as_str).collect();
            let hint = format!("the sections are {}", inert(&known.join(", ")));
            return Err(Error::input(format!("there is no section \"{}\"", inert(section))).hint(hint));
        }
        Ok(match (&self.teacher, &self.assistant) {
            (Some(name), _) => Some(LinksFor::Staff(Person::Teacher { name: name.clone() })),
            (_, Some(name)) => {
                let (name, section) = (name.clone(), self.section.clone());
                Some(LinksFor::Staff(Person::Assistant { name, section }))
            }
            _ if self.all => Some(LinksFor::AllStudents),
            _ if self.missing => Some(LinksFor::StudentsWithout),
            _ if self.students.is_empty() => None,
            _ => Some(LinksFor::Students(self.students.clone())),
        })
    }

    fn list(&self, class: &OpenClass) -> Done {
        if self.revoke {
            return Err(Error::input("--revoke needs the ids of students, --teacher or --assistant"));
        }
        let report = list_links(class)?;
        if self.json {
            return out::json(&report);
        }
        let head = [
            ("role", Align::Left),
            ("id", Align::Left),
            ("created", Align::Left),
            ("used", Align::Left),
            ("sessions", Align::Right),
        ];
        let rows: Vec<Vec<String>> = report
            .links
            .iter()
            .map(|link| {
                let used = link.used.map_or_else(|| "never".to_owned(), |at| class.shown(at.0));
                vec![
                    link.role.to_owned(),
                    link.id.clone(),
                    class.shown(link.made.0),
                    used,
                    link.sessions.to_string(),
                ]
            })
            .collect();
        if !rows.is_empty() {
            out::line(&table::render(&head, &rows))?;
        }
        match report.without.len() {
            0 => Ok(()),
            count => out::line(&format!("{count} students have no link; --missing creates theirs")),
        }
    }

    /// Writes the page of links, readable only by the user.
    fn write(&self, class: &OpenClass, made: &MadeLinks, path: &std::path::Path) -> Done {
        let page = links_sheet(&class.plan.name, made)?;
        files::replace_private(path, |file| file.write_all(page.as_bytes())).map_err(|error| {
            let what = format!("cannot write {}: {error}", visible_path(path));
            Error::new(Kind::Host, what).hint("the new links are lost: run the same command again")
        })?;
        if self.json { out::json(made) } else { out::line(&visible_path(path)) }
    }
}
