//! Supplies from the parent for a worker's task: modules, decisions about them, files of a script.

use std::error::Error;
use std::io;
use std::sync::Arc;

use hash::Hash;
use job::{Caps, Sources};
use play::Modules;
use sandbox::Decisions;

use super::pipe::{LinkError, ParentPipe};
use crate::message::{ParentReply, WorkerQuestion};

/// Modules and decisions.
pub(super) struct Supply(ParentPipe);

impl Supply {
    pub(super) fn new(link: ParentPipe) -> Supply {
        Supply(link)
    }

    fn bytes(&self, question: WorkerQuestion) -> Result<Option<Vec<u8>>, LinkError> {
        match self.0.ask(question)? {
            ParentReply::Bytes(bytes) => Ok(bytes),
            _ => Err(LinkError::OutOfOrder),
        }
    }
}

impl Modules for Supply {
    fn find(&self, hash: Hash) -> Result<Option<Arc<[u8]>>, Box<dyn Error + Send + Sync>> {
        Ok(self.bytes(WorkerQuestion::Module(hash))?.map(Arc::from))
    }
}

impl Decisions for Supply {
    fn decision(&self, name: Hash, caps: Option<&Caps>) -> Result<Vec<u8>, String> {
        let bytes = self.bytes(WorkerQuestion::Decision { name, caps: caps.copied() });
        let bytes = bytes.map_err(|error| error.to_string())?;
        bytes.ok_or_else(|| "the module is no longer held".to_owned())
    }
}

/// The files of a script.
pub(super) struct SuppliedFiles(ParentPipe);

impl SuppliedFiles {
    pub(super) fn new(link: ParentPipe) -> SuppliedFiles {
        SuppliedFiles(link)
    }
}

impl Sources for SuppliedFiles {
    fn has(&self, name: &str) -> bool {
        matches!(self.0.ask(WorkerQuestion::Has(name.to_owned())), Ok(ParentReply::Has(true)))
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        let reply = self.0.ask(WorkerQuestion::File { name: name.to_owned(), most });
        match reply.map_err(io::Error::other)? {
            ParentReply::Bytes(bytes) => Ok(bytes),
            ParentReply::Unreadable(why) => Err(io::Error::other(why)),
            _ => Err(io::Error::other(LinkError::OutOfOrder)),
        }
    }

    fn near(&self, endings: &[&str]) -> Vec<String> {
        let endings = endings.iter().map(|&ending| ending.to_owned()).collect();
        match self.0.ask(WorkerQuestion::Near(endings)) {
            Ok(ParentReply::Names(names)) => names,
            _ => Vec::new(),
        }
    }
}
