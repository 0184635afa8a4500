//! Unix: SIGHUP reloads the certificate.

use std::io;
use std::sync::Arc;

use tokio::signal::unix::{SignalKind, signal};

use crate::server::tls::Tls;

/// Reloads the certificate at each SIGHUP. Must be called within a tokio runtime.
pub(super) fn renew_on_hangup(tls: Arc<Tls>) -> io::Result<()> {
    let mut hangups = signal(SignalKind::hangup())?;
    tokio::spawn(async move {
        while hangups.recv().await.is_some() {
            let tls = Arc::clone(&tls);
            // A panic was already reported; the previous certificate stays.
            drop(tokio::task::spawn_blocking(move || tls.renew()).await);
        }
    });
    Ok(())
}
