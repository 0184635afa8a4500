//! Supplies from the parent for a worker's task: modules, decisions about them, files of a script.

use std::error::Error;
use std::io;
use std::sync::Arc;

use bytes::Bytes;
use hash::Hash;
use job::{Caps, Sources};
use play::Modules;
use sandbox::Decisions;

use super::pipe::{LinkError, ParentPipe};
use crate::message::{ParentReply, WorkerQuestion};

impl ParentPipe {
    fn bytes(&self, question: WorkerQuestion) -> Result<Option<Bytes>, LinkError> {
        match self.ask(question)? {
            ParentReply::Bytes(bytes) => Ok(bytes),
            _ => Err(LinkError::OutOfOrder),
        }
    }
}

impl Modules for ParentPipe {
    fn find(&self, hash: Hash) -> Result<Option<Arc<[u8]>>, Box<dyn Error + Send + Sync>> {
        Ok(self.bytes(WorkerQuestion::Module(hash))?.map(|bytes| Arc::from(&*bytes)))
    }
}

impl Decisions for ParentPipe {
    fn decision(&self, name: Hash, caps: Option<&Caps>) -> Result<Vec<u8>, String> {
        let bytes = self.bytes(WorkerQuestion::Decision { name, caps: caps.copied() });
        let bytes = bytes.map_err(|error| error.to_string())?;
        bytes.map(Vec::from).ok_or_else(|| "the module is no longer held".to_owned())
    }
}

impl Sources for ParentPipe {
    fn has(&self, name: &str) -> bool {
        matches!(self.ask(WorkerQuestion::Has(name.to_owned())), Ok(ParentReply::Has(true)))
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        let reply = self.ask(WorkerQuestion::File { name: name.to_owned(), most });
        match reply.map_err(io::Error::other)? {
            ParentReply::Bytes(bytes) => Ok(bytes.map(Vec::from)),
            ParentReply::Unreadable(why) => Err(io::Error::other(why)),
            _ => Err(io::Error::other(LinkError::OutOfOrder)),
        }
    }

    fn near(&self, endings: &[&str]) -> Vec<String> {
        let endings = endings.iter().map(|&ending| ending.to_owned()).collect();
        match self.ask(WorkerQuestion::Near(endings)) {
            Ok(ParentReply::Names(names)) => names,
            _ => Vec::new(),
        }
    }
}
