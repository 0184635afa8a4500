//! A connection to the SMTP server.

use std::time::Duration;

use explain::Error;
use lettre::transport::smtp::authentication::Mechanism;
use lettre::transport::smtp::client::{Certificate, SmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailParameter};

use crate::settings::{MailSettings, Security};
use crate::{Failure, Letter};

/// Maximum time to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// Maximum time to wait for the answer to a text. A server that checks it may take minutes (RFC 5321, section 4.5.3.2.6),
/// and giving up earlier would send it twice.
const PATIENCE_WITH_TEXT: Duration = Duration::from_mins(10);

/// A connection to the SMTP server, signed in.
pub struct Connection<'s> {
    smtp: SmtpConnection,
    settings: &'s MailSettings,
}

impl<'s> Connection<'s> {
    /// Connects to the server and signs in.
    ///
    /// # Errors
    /// Always [`Failure::Server`].
    pub fn open(settings: &'s MailSettings) -> Result<Connection<'s>, Failure> {
        let at = format!("{}:{}", settings.server, settings.port);
        let unreached = |error| Failure::of_server(&format!("cannot connect to {at}"), &error);
        let tls = match settings.security {
            Security::None => None,
            Security::Tls | Security::StartTls => Some(tls(settings).map_err(unreached)?),
        };
        let immediate = tls.as_ref().filter(|_| settings.security == Security::Tls);
        let server = (settings.server.as_str(), settings.port);
        let hello = ClientId::Domain(settings.from.email.domain().to_owned());
        let mut smtp =
            SmtpConnection::connect(server, Some(PATIENCE), &hello, immediate, None).map_err(unreached)?;
        if let Some(tls) = tls.as_ref().filter(|_| settings.security == Security::StartTls) {
            if !smtp.can_starttls() {
                smtp.abort();
                return Err(Failure::Server(format!("{at} does not offer STARTTLS")));
            }
            smtp.starttls(tls, &hello).map_err(|error| {
                Failure::of_server(&format!("cannot encrypt the connection to {at}"), &error)
            })?;
        }
        if let Some(credentials) = &settings.credentials {
            let mechanisms = [Mechanism::Plain, Mechanism::Login];
            smtp.auth(&mechanisms, &credentials.to_lettre()).map_err(|error| {
                Failure::of_server(&format!("cannot sign in to {at} as {}", credentials.user), &error)
            })?;
        }
        Ok(Connection { smtp, settings })
    }

    /// Sends a letter to an address. `write` is called once the server has accepted the recipient, right before the text
    /// is sent, and returns the letter. If it fails, nothing is sent. Returns the server's answer.
    ///
    /// After any failure but [`Failure::Permanent`], the connection should not be used again.
    ///
    /// # Errors
    /// If the server does not take the letter, or may not have taken it.
    pub fn send(
        &mut self,
        address: &str,
        write: impl FnOnce() -> Result<Letter, Error>,
    ) -> Result<String, Failure> {
        let to = Letter::recipient(address)?;
        let mut parameters = Vec::new();
        if !address.is_ascii() {
            if !self.smtp.server_info().supports_feature(Extension::SmtpUtfEight) {
                let what = "the server takes no addresses with letters outside of ASCII";
                return Err(Failure::Permanent(what.to_owned()));
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        let from = self.settings.from.email.clone();
        let refused = |error: lettre::transport::smtp::Error| match error.status() {
            Some(_) => Failure::of_server("the server does not accept the sender", &error),
            None => Failure::of_server("the connection was lost", &error),
        };
        self.smtp.command(Mail::new(Some(from), parameters)).map_err(refused)?;
        if let Err(error) = self.smtp.command(Rcpt::new(to, Vec::new())) {
            self.reset();
            return Err(Failure::of_command(&error));
        }
        let letter = write().map_err(Failure::Withheld);
        let bytes = letter.and_then(|letter| letter.to_bytes(self.settings)).inspect_err(|_| self.reset())?;
        self.smtp.command(Data).map_err(|error| Failure::of_command(&error))?;
        // Without it, a shorter time holds.
        drop(self.smtp.set_timeout(Some(PATIENCE_WITH_TEXT)));
        let sent = self.smtp.message(&bytes);
        drop(self.smtp.set_timeout(Some(PATIENCE)));
        let answer = sent.map_err(|error| Failure::of_text(&error))?;
        Ok(format!("{} {}", answer.code(), answer.message().collect::<Vec<_>>().join(" ")))
    }

    /// Ends the connection.
    pub fn close(mut self) {
        drop(self.smtp.quit());
    }

    /// Ends a transaction without a text. If that fails, so will the next command.
    fn reset(&mut self) {
        drop(self.smtp.command("RSET\r\n"));
    }
}

fn tls(settings: &MailSettings) -> Result<TlsParameters, lettre::transport::smtp::Error> {
    let own =
        settings.authorities.iter().map(|pem| Certificate::from_pem(pem)).collect::<Result<Vec<_>, _>>()?;
    let builder = TlsParameters::builder(settings.server.clone());
    own.into_iter()
        .fold(builder, lettre::transport::smtp::client::TlsParametersBuilder::add_root_certificate)
        .build()
}
