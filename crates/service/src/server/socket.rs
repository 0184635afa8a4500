//! The Unix socket to listen on.

use std::fs::Permissions;
use std::io::{self, ErrorKind};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use explain::{Error, Kind};
use game::visible_path;

use super::listen_error::unheard;

/// Permissions: the user and the group of the service may connect.
const MODE: u32 = 0o660;

/// A listening Unix socket. It is removed when this is dropped.
pub(super) struct Socket {
    listener: tokio::net::UnixListener,
    path: PathBuf,
    /// Device and inode number of its file.
    file: Option<(u64, u64)>,
}

impl Socket {
    /// Starts to listen. Replaces a stale socket of an earlier service.
    pub(super) fn bind(path: &Path) -> Result<Socket, Error> {
        refuse_taken(path)?;
        // The atomic rename ensures that the socket never appears with the wrong permissions.
        let new = path.with_file_name(format!(".muster-{}", std::process::id()));
        let bind = || {
            files::remove_if_there(&new)?;
            let listener = std::os::unix::net::UnixListener::bind(&new)?;
            listener.set_nonblocking(true)?;
            files::set_permissions(&new, Permissions::from_mode(MODE))?;
            let file = file_of(&new);
            files::rename(&new, path)?;
            let listener = tokio::net::UnixListener::from_std(listener)?;
            Ok(Socket { listener, path: path.to_owned(), file })
        };
        bind().map_err(|error: io::Error| {
            // A leftover does no harm.
            drop(files::remove_if_there(&new));
            unheard(visible_path(path), &error).hint(
                "the folder must exist and be writable, and the path must be shorter than 100 bytes; with systemd, \
                 RuntimeDirectory= creates the folder",
            )
        })
    }

    pub(super) async fn accept(&self) -> io::Result<tokio::net::UnixStream> {
        Ok(self.listener.accept().await?.0)
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        // Another service may have replaced it.
        if self.file.is_some() && file_of(&self.path) == self.file {
            // A leftover is replaced by the next service.
            drop(files::remove_if_there(&self.path));
        }
    }
}

/// Rejects a path on which another program listens, or that is not a socket.
fn refuse_taken(path: &Path) -> Result<(), Error> {
    let Ok(metadata) = std::fs::symlink_metadata(path) else { return Ok(()) };
    let shown = visible_path(path);
    if !metadata.file_type().is_socket() {
        let what = format!("cannot listen on {shown}: the path exists and is not a socket");
        return Err(Error::new(Kind::Conflict, what).hint("choose another path, or remove that file"));
    }
    match UnixStream::connect(path) {
        Err(error) if matches!(error.kind(), ErrorKind::ConnectionRefused | ErrorKind::NotFound) => Ok(()),
        Err(error) => Err(unheard(shown, &error)),
        Ok(_) => {
            let what = format!("cannot listen on {shown}: another program already listens there");
            Err(Error::new(Kind::Busy, what).hint("stop it, or choose another path"))
        }
    }
}

fn file_of(path: &Path) -> Option<(u64, u64)> {
    std::fs::symlink_metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()))
}
