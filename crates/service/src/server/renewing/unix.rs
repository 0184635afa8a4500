//! Unix: whoever has renewed a certificate says so by SIGHUP.

use std::io;
use std::sync::Arc;

use tokio::signal::unix::{SignalKind, signal};

use crate::server::tls::Tls;

/// Reads the certificate again at each SIGHUP. To be called where tokio runs.
pub(super) fn renew_on_hangup(tls: Arc<Tls>) -> io::Result<()> {
    let mut hangups = signal(SignalKind::hangup())?;
    tokio::spawn(async move {
        while hangups.recv().await.is_some() {
            let tls = Arc::clone(&tls);
            // A reader that panicked has said so, and the certificate before stays.
            drop(tokio::task::spawn_blocking(move || tls.renew()).await);
        }
    });
    Ok(())
}
