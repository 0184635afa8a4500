//! A message in plain text and HTML.

use game::visible;
use lettre::message::header::{ContentTransferEncoding, Header, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, MultiPart, SinglePart};
use lettre::{Address, Message};
use maud::{DOCTYPE, Markup, html};

use crate::Failure;
use crate::settings::MailSettings;

/// Maximum number of characters of a subject.
const LONGEST_SUBJECT: usize = 150;

/// A message. Its texts may be untrusted: they cannot add headers, and are escaped in HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The recipient's name.
    pub name: String,
    /// The recipient's address.
    pub address: String,
    /// The part of the Message-ID before the `@`: ASCII letters, digits, `-` and `.`. A letter that is sent again has
    /// the same.
    pub id: String,
    /// The subject.
    pub subject: String,
    /// The text, by paragraphs of one or more lines.
    pub paragraphs: Vec<String>,
    /// The page to open.
    pub link: Link,
    /// The end of the message, in small print, with a page to open.
    pub footer: Option<(String, Link)>,
    /// The language tag of the text.
    pub language: &'static str,
}

/// A page to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The link's text.
    pub label: String,
    /// The page's address.
    pub url: String,
}

/// Tells other programs that no person wrote the message, so that they do not answer (RFC 3834).
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(AutoSubmitted)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(AutoSubmitted::name(), "auto-generated".to_owned())
    }
}

impl Letter {
    /// Returns the recipient's address, as the server takes it.
    pub(crate) fn recipient(address: &str) -> Result<Address, Failure> {
        let invalid =
            |error| Failure::Permanent(format!("\"{}\" is not a mail address: {error}", visible(address)));
        address.parse().map_err(invalid)
    }

    /// Returns the bytes to send.
    pub(crate) fn to_bytes(&self, settings: &MailSettings) -> Result<Vec<u8>, Failure> {
        let to = Mailbox::new(named(&self.name), Letter::recipient(&self.address)?);
        let id = format!("<{}@{}>", self.id, settings.from.email.domain());
        let message = Message::builder()
            .from(settings.from.clone())
            .to(to)
            .subject(shortened(&self.subject))
            .message_id(Some(id))
            .header(AutoSubmitted);
        let message =
            settings.reply_to.iter().cloned().fold(message, lettre::message::MessageBuilder::reply_to);
        let parts = MultiPart::alternative()
            .singlepart(part(
                SinglePart::builder().content_type(lettre::message::header::ContentType::TEXT_PLAIN),
                self.plain(),
            ))
            .singlepart(part(
                SinglePart::builder().content_type(lettre::message::header::ContentType::TEXT_HTML),
                self.html().into_string(),
            ));
        let unmade = |error| Failure::Permanent(format!("the message cannot be written: {error}"));
        message.multipart(parts).map(|message| message.formatted()).map_err(unmade)
    }

    fn plain(&self) -> String {
        let mut text: Vec<String> = self.paragraphs.iter().map(|paragraph| inert(paragraph)).collect();
        text.push(format!("{}: {}", self.link.label, self.link.url));
        if let Some((words, link)) = &self.footer {
            text.push(format!("-- \n{}\n{}: {}", inert(words), link.label, link.url));
        }
        text.join("\n\n") + "\n"
    }

    fn html(&self) -> Markup {
        html! {
            (DOCTYPE)
            html lang=(self.language) {
                head { meta charset="utf-8"; title { (shortened(&self.subject)) } }
                body style="font-family: sans-serif; line-height: 1.4; max-width: 40em" {
                    @for paragraph in &self.paragraphs {
                        p style="white-space: pre-line" { (inert(paragraph)) }
                    }
                    p { a href=(self.link.url) { (self.link.label) } }
                    @if let Some((words, link)) = &self.footer {
                        p style="color: #666; font-size: smaller" { (inert(words)) " " a href=(link.url) { (link.label) } "." }
                    }
                }
            }
        }
    }
}

/// Returns a part of a message that is ASCII on its way.
fn part(builder: lettre::message::SinglePartBuilder, text: String) -> SinglePart {
    let body = Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable);
    builder.body(body.unwrap_or_else(Body::new))
}

/// Returns the name of a recipient for a header; `None` if there is none.
fn named(name: &str) -> Option<String> {
    Some(visible(name.trim())).filter(|name| !name.is_empty())
}

/// Returns a subject of one line and of limited length.
fn shortened(subject: &str) -> String {
    let line = subject.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let line = visible(&line);
    match line.char_indices().nth(LONGEST_SUBJECT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Returns a text with its line breaks, and without other control characters.
fn inert(text: &str) -> String {
    text.lines().map(visible).collect::<Vec<_>>().join("\n")
}
