//! Systems without SIGHUP: a renewed certificate is read at the next start.

use std::io;
use std::sync::Arc;

use crate::server::tls::Tls;

/// Does nothing here.
#[expect(clippy::unnecessary_wraps, reason = "as where there are signals")]
#[expect(clippy::needless_pass_by_value, reason = "as where there are signals")]
pub(super) fn renew_on_hangup(_tls: Arc<Tls>) -> io::Result<()> {
    Ok(())
}
