//! A connection to the server of a fleet.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, Event};

use crate::{Credentials, FleetError, Key, PublicKey, subject};

/// Maximum time to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum time to retry when the server ends the connection during the TLS handshake. A busy server does so when the
/// handshake takes too long, and the next handshake may reveal a problem with the certificate.
const HANDSHAKES: Duration = Duration::from_secs(20);
/// Maximum pause between two tries to reach the server.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// Number of consecutive refusals after which the credentials count as revoked.
const MOST_REFUSALS: u32 = 4;
/// The oldest supported server, as major and minor version.
const OLDEST_SERVER: (i64, i64) = (2, 12);

/// A connection to the server of a fleet, as one of its users. It waits for a server that is away.
#[derive(Clone)]
pub(crate) struct Connection {
    pub(crate) client: Client,
    pub(crate) context: Context,
    pub(crate) key: Arc<Key>,
    /// The user's own public key.
    pub(crate) user: PublicKey,
    /// Number of consecutive refusals since the connection was lost.
    refusals: Arc<AtomicU32>,
}

impl Connection {
    /// Connects to one of several servers, whose addresses are separated by commas. If none can be reached, retries for
    /// at most the given time.
    pub(crate) async fn to(
        url: &str,
        credentials: Credentials,
        patience: Duration,
    ) -> Result<Connection, FleetError> {
        let user = credentials.key.public();
        let refusals = Arc::new(AtomicU32::new(0));
        let options = || {
            let refusals = Arc::clone(&refusals);
            ConnectOptions::new()
                .name(format!("muster {}", env!("CARGO_PKG_VERSION")))
                .custom_inbox_prefix(subject::inbox(&user))
                .connection_timeout(PATIENCE)
                .request_timeout(Some(PATIENCE))
                .reconnect_delay_callback(|tries| pause_after(tries as u32))
                .event_callback(move |event| {
                    let refusals = Arc::clone(&refusals);
                    async move { tell(&event, &refusals) }
                })
        };
        let servers: Vec<&str> = url.split(',').map(str::trim).filter(|server| !server.is_empty()).collect();
        if servers.is_empty() {
            return Err(FleetError::Url(url.to_owned()));
        }
        let begun = Instant::now();
        let end = begun + patience;
        let mut tries = 0;
        let client = loop {
            let options = match credentials.token() {
                Some(text) => options().credentials(text).map_err(|error| failed(url, error.to_string()))?,
                None => options().nkey(credentials.key.seed()),
            };
            let error = match options.connect(&servers[..]).await {
                Ok(client) => break client,
                Err(error) => error,
            };
            match error.kind() {
                ConnectErrorKind::ServerParse => return Err(FleetError::Url(url.to_owned())),
                ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                    return Err(FleetError::NotAdmitted { url: url.to_owned(), user });
                }
                _ if is_about_certificates(&error) => {
                    return Err(FleetError::Tls { url: url.to_owned(), why: causes(&error) });
                }
                _ if is_inconclusive(url, &error) && begun.elapsed() < HANDSHAKES.max(patience) => {
                    tokio::time::sleep(pause_after(tries)).await;
                    tries += 1;
                }
                _ if is_cut_handshake(&error) => {
                    return Err(FleetError::Tls { url: url.to_owned(), why: causes(&error) });
                }
                _ if Instant::now() >= end => return Err(failed(url, causes(&error))),
                _ => {
                    if tries == 0 {
                        let seconds = patience.as_secs();
                        tracing::warn!(
                            url,
                            why = causes(&error),
                            "cannot reach the server; retrying for {seconds} s"
                        );
                    }
                    tokio::time::sleep(pause_after(tries)).await;
                    tries += 1;
                }
            }
        };
        let info = client.server_info();
        if !client.is_server_compatible(OLDEST_SERVER.0, OLDEST_SERVER.1, 0) {
            return Err(FleetError::OldServer { url: url.to_owned(), version: info.version });
        }
        let mut context = jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        Ok(Connection { client, context, key: Arc::new(credentials.key), user, refusals })
    }

    /// Returns `true` if the credentials were revoked, and not just rejected during a reload.
    pub(crate) fn is_refused(&self) -> bool {
        self.refusals.load(Ordering::Relaxed) >= MOST_REFUSALS
    }
}

fn pause_after(tries: u32) -> Duration {
    Duration::from_millis(100).saturating_mul(1 << tries.min(5)).min(LONGEST_PAUSE)
}

fn tell(event: &Event, refusals: &AtomicU32) {
    if event.to_string().contains("authorization violation") {
        refusals.fetch_add(1, Ordering::Relaxed);
    }
    if *event == Event::Connected {
        refusals.store(0, Ordering::Relaxed);
    }
    match event {
        Event::Disconnected => tracing::warn!("lost the connection to the server; reconnecting"),
        Event::Connected => tracing::info!("connected to the server"),
        event => tracing::info!(%event, "server event"),
    }
}

fn failed(url: &str, why: String) -> FleetError {
    FleetError::Unreachable { url: url.to_owned(), why }
}

/// Returns `true` if a connection failed because of the server's certificate, which the client reports as a read error.
fn is_about_certificates(error: &ConnectError) -> bool {
    error.kind() == ConnectErrorKind::Tls || causes(error).contains("certificate")
}

/// Returns `true` if a secure connection failed before the server's certificate was judged.
fn is_inconclusive(url: &str, error: &ConnectError) -> bool {
    is_cut_handshake(error) || (url.contains("tls://") && error.kind() == ConnectErrorKind::TimedOut)
}

/// Returns `true` if the server ended the connection during the TLS handshake.
fn is_cut_handshake(error: &ConnectError) -> bool {
    causes(error).contains("tls handshake eof")
}

/// An error with its causes, except those that its own text includes.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let own = error.to_string();
        if !text.contains(&own) {
            text.push_str(": ");
            text.push_str(&own);
        }
        cause = error.source();
    }
    text
}
