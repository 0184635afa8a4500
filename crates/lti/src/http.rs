//! Requests to other systems, limited in size and time.

use std::time::Duration;

use ureq::Agent;
use ureq::http::{HeaderMap, Method, Request, header};
use ureq::tls::{RootCerts, TlsConfig};

use crate::{Address, Failure};

/// Maximum number of characters of a refusal to keep.
const SAID: usize = 300;

/// Sends requests to other systems. Follows no redirect.
#[derive(Clone, Debug)]
pub struct Http {
    agent: Agent,
}

/// A request.
pub(crate) struct Outgoing<'a> {
    pub(crate) method: Method,
    pub(crate) to: &'a Address,
    pub(crate) headers: &'a [(header::HeaderName, &'a str)],
    pub(crate) body: &'a [u8],
    /// Maximum size of the answer, in bytes.
    pub(crate) largest: u64,
}

/// A successful answer.
pub(crate) struct Incoming {
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Http {
    /// Returns a client that waits at most this long for a whole answer.
    pub fn new(patience: Duration) -> Http {
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let agent = Agent::config_builder()
            .tls_config(tls)
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(patience))
            .user_agent(concat!("muster/", env!("CARGO_PKG_VERSION")))
            .build()
            .into();
        Http { agent }
    }

    /// Sends a request and returns the answer.
    ///
    /// # Errors
    /// If the system does not answer in time, refuses the request, or sends a redirect or too large an answer.
    pub(crate) fn send(&self, outgoing: &Outgoing<'_>) -> Result<Incoming, Failure> {
        let Outgoing { method, to, headers, body, largest } = outgoing;
        let host = || to.host().to_owned();
        let unreachable = |error: ureq::Error| Failure::Unreachable { host: host(), why: error.to_string() };
        let mut request = Request::builder().method(method).uri(to.as_str());
        for (name, value) in *headers {
            request = request.header(name, *value);
        }
        let invalid = |_| Failure::Address { text: to.as_str().to_owned() };
        let sent = if body.is_empty() && *method == Method::GET {
            self.agent.run(request.body(()).map_err(invalid)?)
        } else {
            self.agent.run(request.body(*body).map_err(invalid)?)
        };
        let mut answer = sent.map_err(unreachable)?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        let read = answer.body_mut().with_config().limit(*largest).read_to_vec();
        if !status.is_success() {
            // An incomplete text is good enough.
            let text = read.unwrap_or_default();
            let said = String::from_utf8_lossy(&text);
            let said = said.chars().filter(|letter| !letter.is_control()).take(SAID).collect();
            let retry_after = headers.get(header::RETRY_AFTER);
            let retry_after = retry_after.and_then(|seconds| seconds.to_str().ok()?.trim().parse().ok());
            return Err(Failure::Refused { host: host(), status: status.as_u16(), said, retry_after });
        }
        match read {
            Ok(body) => Ok(Incoming { headers, body }),
            Err(ureq::Error::BodyExceedsLimit(_)) => {
                Err(Failure::Answer { host: host(), what: "more than is accepted" })
            }
            Err(error) => Err(unreachable(error)),
        }
    }
}
