//! The disk at one moment: as the kernel sees it, and the part of it that may be lost.

use std::io;
use std::path::Path;

use game::Dice;

use crate::contents::{Contents, Edit, UnsyncedFate};
use crate::names::{DirectoryNames, NameChange, NamedObject};
use crate::{Change, Image};

/// The state of everything below the watched directory.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The names that every program sees.
    now: DirectoryNames,
    /// The names that are certainly on the disk.
    on_disk: DirectoryNames,
    /// Changes to names since then, in order.
    pending: Vec<NameChange>,
    /// The files by number.
    files: Vec<Contents>,
}

impl State {
    /// Reads a directory, all of which counts as synced to disk.
    pub(crate) fn read(root: &Path) -> io::Result<State> {
        let image = Image::read(root)?;
        let mut state = State::default();
        let directories = image.directories.into_iter().map(|path| (path, NamedObject::Directory));
        state.now.0.extend(directories);
        for (path, bytes) in image.files {
            state.now.0.insert(path, NamedObject::File(state.files.len()));
            state.files.push(Contents::on_disk(bytes));
        }
        state.on_disk = state.now.clone();
        Ok(state)
    }

    pub(crate) fn has(&self, path: &Path) -> bool {
        self.now.0.contains_key(path)
    }

    pub(crate) fn apply(&mut self, change: &Change) {
        match change {
            Change::Create(path) if self.has(path) => self.edit(path, Edit::Length(0)),
            Change::Write(path, offset, bytes) => self.edit(path, Edit::Write(*offset, bytes.clone())),
            Change::SetLength(path, length) => self.edit(path, Edit::Length(*length)),
            Change::Sync(path) => {
                if let Some(number) = self.now.file(path) {
                    self.files[number].sync();
                }
            }
            Change::SyncDir(path) => self.sync_names(path),
            Change::SyncFileSystem => {
                self.on_disk = self.now.clone();
                self.pending.clear();
                self.files.iter_mut().for_each(Contents::sync);
            }
            _ => {}
        }
        self.rename(NameChange::from_change(change, &self.now, self.files.len()));
    }

    /// Applies a part of a change that was only begun: some of the bytes are written, or some of the names are gone.
    pub(crate) fn apply_a_part(&mut self, change: &Change, dice: &mut Dice) {
        match change {
            Change::Write(path, offset, bytes) => {
                let part = bytes[..dice.below(bytes.len().max(1))].into();
                self.edit(path, Edit::Write(*offset, part));
            }
            Change::RemoveDirAll(_) => {
                let mut all = NameChange::from_change(change, &self.now, self.files.len());
                all.truncate(dice.below(all.len().max(1)));
                self.rename(all);
            }
            _ => {}
        }
    }

    fn rename(&mut self, all: Vec<NameChange>) {
        for naming in all {
            if matches!(naming, NameChange::New(_, NamedObject::File(number)) if number == self.files.len()) {
                self.files.push(Contents::default());
            }
            self.now.apply(&naming);
            self.pending.push(naming);
        }
    }

    /// Returns the contents if the machine keeps running.
    pub(crate) fn image(&self) -> Image {
        image_of(&self.now, |number| self.files[number].now.to_vec())
    }

    /// Returns possible contents after a power loss.
    pub(crate) fn after_power_loss(&self, dice: &mut Dice) -> Image {
        let kept = match dice.below(3) {
            0 => 0,
            1 => self.pending.len(),
            _ => dice.below(self.pending.len() + 1),
        };
        let mut names = self.on_disk.clone();
        self.pending[..kept].iter().for_each(|naming| names.apply(naming));
        let loss = match dice.below(4) {
            0 => UnsyncedFate::All,
            1 => UnsyncedFate::Nothing,
            _ => UnsyncedFate::Lots,
        };
        image_of(&names, |number| self.files[number].after(loss, dice))
    }

    fn edit(&mut self, path: &Path, edit: Edit) {
        if let Some(number) = self.now.file(path) {
            self.files[number].edit(edit);
        }
    }

    /// Syncs the names in a directory. The journal of a file system is in order: all changes before a synced change
    /// are synced too.
    fn sync_names(&mut self, directory: &Path) {
        if let Some(last) = self.pending.iter().rposition(|naming| naming.touches(directory)) {
            self.pending.drain(..=last).for_each(|naming| self.on_disk.apply(&naming));
        }
    }
}

fn image_of(names: &DirectoryNames, mut bytes: impl FnMut(usize) -> Vec<u8>) -> Image {
    let mut image = Image::default();
    for (path, entry) in &names.0 {
        match entry {
            NamedObject::Directory => {
                image.directories.insert(path.clone());
            }
            NamedObject::File(number) => {
                image.files.insert(path.clone(), bytes(*number));
            }
        }
    }
    image
}
