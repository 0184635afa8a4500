//! Handing in files.

use std::time::Duration;

use class_model::Secret;
use class_operations::NamedFile;
use class_operations::submission::SubmitAnswer;
use explain::Error;
use serde::Deserialize;
use serde_json::Value;
use ureq::Agent;
use ureq::http::{StatusCode, header};
use ureq::tls::{RootCerts, TlsConfig};

use crate::client::ClassAddress;
use crate::client::failure::{LONGEST, not_understood, refused, unreached};
use crate::client::form::form;

/// Maximum time to connect.
const CONNECTING: Duration = Duration::from_secs(20);
/// Maximum size of an answer, in bytes.
const LARGEST: u64 = 16 << 20;
/// The supported version of the answer.
const VERSION: u32 = 1;

/// A completed hand-in.
#[derive(Debug)]
pub(crate) struct HandedIn {
    /// The answer as sent by the service.
    pub(crate) json: Value,
    /// The parsed answer.
    pub(crate) answer: SubmitAnswer,
}

/// Submits files, one of which is the bot.
///
/// # Errors
/// If the class cannot be reached or rejects the files, or the URL is not a class.
pub(crate) fn hand_in(
    address: &ClassAddress,
    token: &Secret,
    files: &[NamedFile],
) -> Result<HandedIn, Error> {
    let (kind, body) = form(files);
    let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
    let agent: Agent = Agent::config_builder()
        .tls_config(tls)
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_connect(Some(CONNECTING))
        .timeout_global(Some(LONGEST))
        .user_agent(concat!("muster/", env!("CARGO_PKG_VERSION")))
        .build()
        .into();
    let sent = agent
        .post(address.api("submissions"))
        .header(header::AUTHORIZATION, format!("Bearer {}", token.reveal()))
        .header(header::CONTENT_TYPE, kind)
        .send(&body);
    let mut answer = sent.map_err(|error| unreached(address, &error))?;
    let status = answer.status();
    let leads_to = answer.headers().get(header::LOCATION).and_then(|to| to.to_str().ok()).map(str::to_owned);
    let text = answer.body_mut().with_config().limit(LARGEST).read_to_string();
    if status != StatusCode::CREATED {
        // Ignores an incomplete answer.
        return Err(refused(address, status, leads_to.as_deref(), &text.unwrap_or_default()));
    }
    let json: Value =
        text.ok().and_then(|text| serde_json::from_str(&text).ok()).ok_or_else(|| not_understood(address))?;
    match SubmitAnswer::deserialize(&json) {
        Ok(answer) if answer.version == VERSION => Ok(HandedIn { json, answer }),
        _ => Err(not_understood(address)),
    }
}
