//! Names below a directory, and changes of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::Change;

/// The object that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedObject {
    Directory,
    /// A file, by its number.
    File(usize),
}

/// Every name below the watched directory, with its object.
#[derive(Clone, Debug, Default)]
pub(crate) struct DirectoryNames(pub(crate) BTreeMap<PathBuf, NamedObject>);

/// A change of names.
#[derive(Clone, Debug)]
pub(crate) enum NameChange {
    New(PathBuf, NamedObject),
    Rename(PathBuf, PathBuf),
    Exchange(PathBuf, PathBuf),
    Gone(PathBuf),
}

impl NameChange {
    /// Returns the changes that an operation makes to names, in order. `new` is the number for a new file.
    pub(crate) fn from_change(change: &Change, names: &DirectoryNames, new: usize) -> Vec<NameChange> {
        match change {
            Change::CreateDir(path) => vec![NameChange::New(path.clone(), NamedObject::Directory)],
            Change::Create(path) if !names.0.contains_key(path) => {
                vec![NameChange::New(path.clone(), NamedObject::File(new))]
            }
            Change::Rename(from, to) => vec![NameChange::Rename(from.clone(), to.clone())],
            Change::Exchange(from, to) => vec![NameChange::Exchange(from.clone(), to.clone())],
            Change::Remove(path) | Change::RemoveDir(path) => vec![NameChange::Gone(path.clone())],
            // One by one, with the contents of a directory before the directory.
            Change::RemoveDirAll(path) => names.below(path).into_iter().rev().map(NameChange::Gone).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns `true` if it changes the names in a directory.
    pub(crate) fn touches(&self, directory: &Path) -> bool {
        let is_in = |path: &PathBuf| path.parent() == Some(directory);
        match self {
            NameChange::New(path, _) | NameChange::Gone(path) => is_in(path),
            NameChange::Rename(from, to) | NameChange::Exchange(from, to) => is_in(from) || is_in(to),
        }
    }
}

impl DirectoryNames {
    pub(crate) fn file(&self, path: &Path) -> Option<usize> {
        match self.0.get(path) {
            Some(NamedObject::File(number)) => Some(*number),
            _ => None,
        }
    }

    pub(crate) fn apply(&mut self, naming: &NameChange) {
        match naming {
            NameChange::New(path, entry) => {
                self.0.insert(path.clone(), *entry);
            }
            NameChange::Rename(from, to) => {
                let moved = self.take(from);
                self.take(to);
                self.put(to, moved);
            }
            NameChange::Exchange(from, to) => {
                let (first, second) = (self.take(from), self.take(to));
                self.put(to, first);
                self.put(from, second);
            }
            NameChange::Gone(path) => {
                self.0.remove(path);
            }
        }
    }

    /// Returns a name and everything below it; a directory comes before its contents.
    fn below(&self, path: &Path) -> Vec<PathBuf> {
        self.0.keys().filter(|name| name.starts_with(path)).cloned().collect()
    }

    /// Removes a name and everything below it, and returns them as paths relative to it.
    fn take(&mut self, path: &Path) -> Vec<(PathBuf, NamedObject)> {
        let taken = self.below(path).into_iter().filter_map(|name| self.0.remove_entry(&name));
        taken.map(|(name, entry)| (name.strip_prefix(path).unwrap_or(&name).to_owned(), entry)).collect()
    }

    fn put(&mut self, path: &Path, entries: Vec<(PathBuf, NamedObject)>) {
        let place =
            |name: PathBuf| if name.as_os_str().is_empty() { path.to_owned() } else { path.join(name) };
        self.0.extend(entries.into_iter().map(|(name, entry)| (place(name), entry)));
    }
}
