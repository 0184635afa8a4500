//! The operator's settings: a TOML file.

use std::fmt;
use std::net::IpAddr;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use config::{Document, Located, Problem, Problems, Reader, closest_hint, parse_duration, read_document};
use explain::{Explain, Kind};
use game::visible_path;
use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials as LettreCredentials;
use thiserror::Error;

const KEYS: &[&str] = &[
    "server",
    "port",
    "security",
    "user",
    "password",
    "password_file",
    "from",
    "reply_to",
    "per_minute",
    "retry_after",
    "authority_file",
];
/// Maximum number of letters a minute.
const MOST_PER_MINUTE: u32 = 10_000;
/// Default number of letters a minute.
const PER_MINUTE: u32 = 30;
/// Default pause before the first retry.
const RETRY_AFTER: Duration = Duration::from_mins(1);
/// Ticks in a millisecond.
const TICKS: u64 = 10_000_000;
/// Maximum size of a file with a password or a certificate, in bytes.
const LARGEST: u64 = 1 << 20;

/// The settings of mail.
#[derive(Clone, Debug)]
pub struct MailSettings {
    /// The name or address of the SMTP server.
    pub server: String,
    /// Its port.
    pub port: u16,
    /// The encryption of the connection.
    pub security: Security,
    /// The sender of all letters.
    pub from: Mailbox,
    /// The address for replies, if it is not the sender's.
    pub reply_to: Option<Mailbox>,
    /// Maximum number of letters a minute.
    pub per_minute: u32,
    /// The pause before the first retry after a temporary failure. Later ones are longer.
    pub retry_after: Duration,
    pub(crate) credentials: Option<Credentials>,
    /// Certificates of authorities, in PEM, in addition to those of the system.
    pub(crate) authorities: Vec<Vec<u8>>,
}

/// The encryption of the connection to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// TLS after a first greeting in plain text. A server that does not offer it gets no letter and no password.
    StartTls,
    /// TLS from the beginning.
    Tls,
    /// Plain text, for a server on this machine.
    None,
}

/// The user and password at the server. It is never printed.
#[derive(Clone)]
pub(crate) struct Credentials {
    pub(crate) user: String,
    password: String,
}

impl Credentials {
    pub(crate) fn to_lettre(&self) -> LettreCredentials {
        LettreCredentials::new(self.user.clone(), self.password.clone())
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("user", &self.user).finish_non_exhaustive()
    }
}

/// The reason why settings cannot be used.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// A file cannot be read.
    #[error("cannot read {}", visible_path(path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The underlying error.
        #[source]
        source: std::io::Error,
    },
    /// The text has problems. [`Problems::render`] shows them with their lines.
    #[error("{} in the settings of mail", .0.count())]
    Text(Problems),
}

impl Explain for SettingsError {
    fn kind(&self) -> Kind {
        Kind::Input
    }
}

impl MailSettings {
    /// Reads the settings, and the files that they name.
    ///
    /// # Errors
    /// If a file cannot be read, or all problems of the text.
    pub fn read(path: &Path) -> Result<MailSettings, SettingsError> {
        let unreadable = |path: &Path| {
            let path = path.to_owned();
            |source| SettingsError::Unreadable { path, source }
        };
        let text = files::read_text(path, config::LONGEST_TEXT as u64).map_err(unreadable(path))?;
        let read = MailSettings::parse(&path.display().to_string(), &text).map_err(SettingsError::Text)?;
        let beside = |file: &str| path.parent().unwrap_or(Path::new("")).join(file);
        let mut settings = read.settings;
        if let (Some(credentials), Some(file)) = (&mut settings.credentials, &read.password_file) {
            let file = beside(file);
            let password = files::read_text(&file, LARGEST).map_err(unreadable(&file))?;
            password.trim_end_matches(['\r', '\n']).clone_into(&mut credentials.password);
        }
        if let Some(file) = &read.authority_file {
            let file = beside(file);
            settings.authorities.push(files::read_bounded(&file, LARGEST).map_err(unreadable(&file))?);
        }
        Ok(settings)
    }

    fn parse(name: &str, text: &str) -> Result<ReadSettings, Problems> {
        let read = read_document(
            name,
            text,
            &Document {
                title: "the settings of mail",
                hint: |key, known| closest_hint(key, known, "expected one of"),
            },
            read,
        );
        read.map_err(|problems| without_password(name, text, &problems))
    }
}

/// Returns the problems of a text without its password: they quote lines, and end up in logs.
fn without_password(name: &str, text: &str, problems: &Problems) -> Problems {
    let mut shown = String::new();
    let mut hidden: Vec<(Range<usize>, &str)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let key = line.split_once('=').map_or("", |(key, _)| key);
        let word = key.trim().trim_matches(['"', '\'']);
        // A misspelled key, or a line without one, may have the password, too.
        let is_harmless = line.trim().is_empty() || line.trim().starts_with('#') || KEYS.contains(&word);
        if is_harmless && word != "password" {
            shown.push_str(line);
            continue;
        }
        let begin = shown.len() + key.len();
        shown.push_str(key);
        let value = &line[key.len()..];
        // As long as before, so that the places of other problems stay.
        shown.extend(value.bytes().map(|byte| if b"=\n".contains(&byte) { char::from(byte) } else { '*' }));
        let is_password = word == "password";
        let what =
            if is_password { "`password` is not a string in quotes" } else { "expected `key = \"value\"`" };
        hidden.push((begin..shown.len(), what));
    }
    let replaced = |problem: &Problem| {
        let within = hidden.iter().find(|(value, _)| value.contains(&problem.span.start));
        // Its words may quote the value.
        within.map_or_else(|| problem.clone(), |(_, what)| Problem::new(problem.span.clone(), *what))
    };
    Problems::new(name, shown, problems.list().iter().map(replaced).collect())
}

/// Settings, and the files that they name.
struct ReadSettings {
    settings: MailSettings,
    password_file: Option<String>,
    authority_file: Option<String>,
}

fn read(whole: &Reader<'_>) -> Option<ReadSettings> {
    whole.only(KEYS);
    whole.require("server", "\"smtp.example.org\"");
    whole.require("security", "\"starttls\"");
    whole.require("from", "\"Bots <bots@example.org>\"");
    let words = [("starttls", Security::StartTls), ("tls", Security::Tls), ("none", Security::None)];
    let security = whole.word("security", &words);
    let server = whole.string("server");
    let port = whole.number("port", 1, u32::from(u16::MAX)).map(|port| port.value as u16);
    let from = whole.string("from").and_then(|from| read_mailbox(whole, "from", &from));
    let reply_to = whole.string("reply_to").and_then(|reply| read_mailbox(whole, "reply_to", &reply));
    let per_minute = whole.number("per_minute", 1, MOST_PER_MINUTE).map_or(PER_MINUTE, |rate| rate.value);
    let retry_after = whole.amount("retry_after", "m", parse_duration);
    let retry_after = retry_after.map(|time| Duration::from_millis((time.value.0 / TICKS).max(1)));
    if let (Some(server), Some(security)) = (&server, &security)
        && security.value == Security::None
        && !is_this_machine(&server.value)
    {
        let what = "`security` may be \"none\" only for a server on this machine";
        let problem = Problem::new(security.span.clone(), what);
        whole.add(problem.hint("use \"starttls\" or \"tls\", so that no network on the way reads the mails"));
    }
    let user = whole.string("user").map(|user| user.value);
    let password = whole.string("password");
    let password_file = whole.string("password_file");
    if let (Some(_), Some(file)) = (&password, &password_file) {
        whole.problem(file.span.clone(), "the settings have both `password` and `password_file`");
    }
    let has_password = whole.has("password") || whole.has("password_file");
    if whole.has("user") != has_password {
        let missing = if has_password { "`user`" } else { "`password` or `password_file`" };
        let place = if whole.has("user") { whole.place_of("user") } else { whole.place_of("server") };
        whole.problem(place, format!("{missing} is missing: the server asks for both or for neither"));
    }
    let security = security?.value;
    let credentials =
        user.map(|user| Credentials { user, password: password.map(|text| text.value).unwrap_or_default() });
    let settings = MailSettings {
        server: server?.value,
        port: port.unwrap_or(match security {
            Security::StartTls => 587,
            Security::Tls => 465,
            Security::None => 25,
        }),
        security,
        from: from?,
        reply_to,
        per_minute,
        retry_after: retry_after.unwrap_or(RETRY_AFTER),
        credentials,
        authorities: Vec::new(),
    };
    let authority_file = whole.string("authority_file").map(|file| file.value);
    Some(ReadSettings { settings, password_file: password_file.map(|file| file.value), authority_file })
}

fn read_mailbox(whole: &Reader<'_>, key: &str, text: &Located<String>) -> Option<Mailbox> {
    match text.value.parse() {
        Ok(mailbox) => Some(mailbox),
        Err(error) => {
            let problem = Problem::new(text.span.clone(), format!("`{key}` is not a mail address: {error}"));
            whole.add(problem.hint(format!("for example {key} = \"Bots <bots@example.org>\"")));
            None
        }
    }
}

fn is_this_machine(server: &str) -> bool {
    server == "localhost" || server.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}
