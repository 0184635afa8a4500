//! The contents of a file: as the kernel sees them, and as the disk may have them.

use std::sync::Arc;

use game::Dice;

/// Number of bytes that a disk writes as a whole or not at all.
const SECTOR: u64 = 512;

/// A file's bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    /// The bytes that every program sees.
    pub(crate) now: Arc<Vec<u8>>,
    /// The bytes at the last sync.
    on_disk: Arc<Vec<u8>>,
    /// Edits since then.
    pending: Vec<Edit>,
}

#[derive(Clone, Debug)]
pub(crate) enum Edit {
    Write(u64, Arc<[u8]>),
    Length(u64),
}

/// The fate of unsynced edits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UnsyncedFate {
    /// All are lost.
    All,
    /// None is lost.
    Nothing,
    /// Each write is drawn at random: it is kept, kept in part, replaced by zeros, or lost.
    Lots,
}

impl Contents {
    /// Returns a file that is on the disk.
    pub(crate) fn on_disk(bytes: Vec<u8>) -> Contents {
        let bytes = Arc::new(bytes);
        Contents { now: Arc::clone(&bytes), on_disk: bytes, pending: Vec::new() }
    }

    pub(crate) fn edit(&mut self, edit: Edit) {
        apply(Arc::make_mut(&mut self.now), &edit);
        self.pending.push(edit);
    }

    pub(crate) fn sync(&mut self) {
        self.on_disk = Arc::clone(&self.now);
        self.pending.clear();
    }

    /// Returns the bytes on the disk after a power loss.
    pub(crate) fn after(&self, loss: UnsyncedFate, dice: &mut Dice) -> Vec<u8> {
        match loss {
            UnsyncedFate::All => self.on_disk.to_vec(),
            UnsyncedFate::Nothing => self.now.to_vec(),
            UnsyncedFate::Lots => {
                let mut bytes = self.on_disk.to_vec();
                self.pending.iter().for_each(|edit| apply_by_lot(&mut bytes, edit, dice));
                bytes
            }
        }
    }
}

fn apply(bytes: &mut Vec<u8>, edit: &Edit) {
    match edit {
        Edit::Write(offset, new) => {
            let (from, to) = (*offset as usize, *offset as usize + new.len());
            bytes.resize(bytes.len().max(to), 0);
            bytes[from..to].copy_from_slice(new);
        }
        Edit::Length(length) => bytes.resize(*length as usize, 0),
    }
}

fn apply_by_lot(bytes: &mut Vec<u8>, edit: &Edit, dice: &mut Dice) {
    let (lot, Edit::Write(offset, new)) = (dice.below(4), edit) else {
        // The length is in the file system's journal: it is either kept or lost.
        if dice.below(2) == 0 {
            apply(bytes, edit);
        }
        return;
    };
    match lot {
        0 => {}
        1 => apply(bytes, edit),
        2 => {
            let end = offset + new.len() as u64;
            let sectors = end.div_ceil(SECTOR) - offset / SECTOR;
            let cut = (offset / SECTOR + dice.below(sectors as usize) as u64) * SECTOR;
            let kept = cut.saturating_sub(*offset) as usize;
            if kept > 0 {
                apply(bytes, &Edit::Write(*offset, new[..kept].into()));
            }
        }
        // The file system has allocated blocks to the file, but the disk has no data in them yet.
        _ => bytes.resize(bytes.len().max(*offset as usize + new.len()), 0),
    }
}
