//! The layout of a run's folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::LedgerError;

/// The folder of a run: `site/` may be published, `private/` may not.
#[derive(Clone, Debug)]
pub struct RunFolder {
    root: PathBuf,
}

impl RunFolder {
    /// Returns the run's folder at the given path, which need not exist.
    pub fn at(root: impl Into<PathBuf>) -> RunFolder {
        RunFolder { root: root.into() }
    }

    /// Returns the path of the folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the part that may be published.
    pub fn site(&self) -> PathBuf {
        self.root.join("site")
    }

    /// Returns the part that may not be published.
    pub fn private(&self) -> PathBuf {
        self.root.join("private")
    }

    /// Returns the path of the ledger's file.
    pub fn ledger(&self) -> PathBuf {
        self.private().join("ledger.sqlite")
    }

    /// Returns `true` if the folder contains a run.
    pub fn holds_run(&self) -> bool {
        self.ledger().is_file()
    }

    /// Creates the folder and its private part, which only the user may read.
    ///
    /// # Errors
    /// If a folder cannot be created or written to, is on a network file system, or contains a `site` that no run
    /// wrote, which a report would replace. Folders created by then are removed.
    pub fn create(&self) -> Result<(), LedgerError> {
        // In this order, because another run may create the folder in between.
        let is_there = fs::symlink_metadata(&self.root).is_ok();
        let existed = self.root.is_dir();
        if is_there && !existed {
            return Err(LedgerError::NotAFolder { path: self.root.clone() });
        }
        if !is_free(&self.site()) {
            return Err(LedgerError::Occupied { path: self.site() });
        }
        let made = self.create_parts();
        if made.is_err() && !existed {
            // Best effort: only empty folders are removed, so nothing can be lost.
            let _ = files::remove_dir(&self.private());
            let _ = files::remove_dir(&self.root);
        }
        made
    }

    /// Refuses a private part that is a link. A folder may come from an untrusted source: through the link, another
    /// folder would be written to and closed to its readers.
    ///
    /// # Errors
    /// If the private part is a link.
    pub fn refuse_linked(&self) -> Result<(), LedgerError> {
        refuse_link(&self.private())
    }

    fn create_parts(&self) -> Result<(), LedgerError> {
        let private = self.private();
        self.refuse_linked()?;
        let failed = |action, path: &Path| {
            let path = path.to_owned();
            move |source| LedgerError::File { action, path, source }
        };
        files::create_dir_all(&self.root).map_err(failed("create the run's folder", &self.root))?;
        refuse_network(&self.root)?;
        files::create_dir_unless_there(&private).map_err(failed("create the directory", &private))?;
        files::restrict_dir(&private).map_err(failed("restrict access to the directory", &private))?;
        files::try_to_write_in(&private).map_err(failed("write to", &private))?;
        // A ledger is only as durable as the directory entries of its folders.
        files::sync_dir(&self.root).map_err(failed("sync the directory", &self.root))?;
        match fs::canonicalize(&self.root).ok().as_deref().and_then(Path::parent) {
            Some(above) => files::sync_dir(above).map_err(failed("sync the directory", above)),
            None => Ok(()),
        }
    }
}

/// Refuses a link.
///
/// # Errors
/// If the path is a link.
pub fn refuse_link(path: &Path) -> Result<(), LedgerError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => Err(LedgerError::Link { path: path.to_owned() }),
        _ => Ok(()),
    }
}

/// Returns `true` if the path is free, or holds only the report of a run.
fn is_free(site: &Path) -> bool {
    match fs::read_dir(site) {
        Ok(mut entries) => entries.next().is_none() || site.join("data/report.json").is_file(),
        Err(_) => fs::symlink_metadata(site).is_err(),
    }
}

/// Refuses file systems whose locks and syncs cannot be trusted across machines.
///
/// # Errors
/// If the path is on one of them.
pub(crate) fn refuse_network(path: &Path) -> Result<(), LedgerError> {
    match file_system(path).and_then(network_name) {
        Some(_) => Err(LedgerError::NetworkFolder { path: path.to_owned() }),
        None => Ok(()),
    }
}

/// Returns the magic number of a path's file system as in `statfs(2)`; `None` if it is unknown.
#[cfg(target_os = "linux")]
pub fn file_system(path: &Path) -> Option<u32> {
    rustix::fs::statfs(path).ok().map(|stat| stat.f_type as u32)
}

/// Returns the magic number of a path's file system; unknown on this system.
#[cfg(not(target_os = "linux"))]
pub fn file_system(_path: &Path) -> Option<u32> {
    None
}

/// Returns the name of a network file system by its magic number; `None` for other file systems.
pub fn network_name(magic: u32) -> Option<&'static str> {
    NETWORK.iter().find(|(known, _)| *known == magic).map(|(_, name)| *name)
}

/// Magic numbers of network file systems.
///
/// # Source
/// `linux/magic.h`; those that `stat` of the GNU coreutils treats as remote.
const NETWORK: &[(u32, &str)] = &[
    (0x6969, "NFS"),
    (0x517B, "SMB"),
    (0xFE53_4D42, "SMB"),
    (0xFF53_4D42, "CIFS"),
    (0x00C3_6400, "Ceph"),
    (0x5346_414F, "AFS"),
    (0x6B41_4653, "AFS"),
    (0x0102_1997, "9P"),
    (0x0BD0_0BD0, "Lustre"),
    (0x564C, "NCP"),
    (0x7375_7245, "Coda"),
    (0x0116_1970, "GFS2"),
    (0x7461_636F, "OCFS2"),
    (0x4750_4653, "GPFS"),
    (0x1983_0326, "BeeGFS"),
    (0xAAD7_AAEA, "PanFS"),
    (0x2003_0528, "OrangeFS"),
    (0x786F_4256, "shared folder of VirtualBox"),
    (0xBACB_ACBC, "shared folder of VMware"),
    (0x7C7C_6673, "shared folder of Parallels"),
];
