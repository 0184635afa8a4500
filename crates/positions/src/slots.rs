//! The positions that a bot holds, by handle.

use game::{Position, Work};

use crate::Misuse;
use crate::halt::Halt;

/// The most positions at once.
pub const MOST: usize = 1_024;
/// The most bytes of all of them, as the game states them.
pub const MOST_BYTES: u64 = 1 << 20;
/// Bits of a handle that say which slot it is; the rest tells what was in it before.
const SLOT_BITS: u32 = 10;
/// Handles are positive.
const MOST_GENERATION: u32 = (1 << (31 - SLOT_BITS)) - 1;
/// After this many questions generations begin anew.
const QUESTIONS: u32 = 1 << 12;
/// Released positions whose memory is kept.
const MOST_SPARE: usize = 64;

/// A position that a bot holds.
pub(crate) struct Held {
    pub(crate) position: Box<dyn Position>,
    /// Plies since the question, or since the text.
    pub(crate) depth: u32,
    /// Plies of its history that it shares with the true position.
    pub(crate) shared: u32,
    /// What it counts for.
    bytes: u64,
}

/// A place for a position. Its generation is part of the handle, so that a handle is never another position's.
struct Slot {
    generation: u32,
    held: Option<Held>,
}

/// The positions that a bot holds, by handle.
#[derive(Default)]
pub(crate) struct Slots {
    places: Vec<Slot>,
    free: Vec<u32>,
    bytes: u64,
    /// The generation of slots that are new.
    first_generation: u32,
    /// Positions that were released, whose memory is used again.
    spare: Vec<Box<dyn Position>>,
}

/// The bytes that a position counts for.
fn bytes(position: &dyn Position, shared: u32, work: &Work) -> u64 {
    let own = position.history_len().saturating_sub(if work.shares_history { shared } else { 0 });
    u64::from(work.bytes) + u64::from(own) * u64::from(work.ply_bytes)
}

impl Slots {
    pub(crate) fn get<S>(&self, handle: i32) -> Result<&Held, Halt<S>> {
        let slot = self.slot(handle).and_then(|index| self.places[index].held.as_ref());
        slot.ok_or(Halt::Misuse(Misuse::NoPosition(handle)))
    }

    /// The index of the slot that a handle means.
    fn slot(&self, handle: i32) -> Option<usize> {
        let handle = u32::try_from(handle).ok()?;
        let index = (handle & ((1 << SLOT_BITS) - 1)) as usize;
        let slot = self.places.get(index)?;
        (slot.generation == handle >> SLOT_BITS).then_some(index)
    }

    /// Whether there is room for a copy of a position.
    pub(crate) fn has_room<S>(
        &self,
        position: &dyn Position,
        shared: u32,
        work: &Work,
    ) -> Result<(), Halt<S>> {
        let full = self.free.is_empty() && self.places.len() == MOST;
        if full || self.bytes + bytes(position, shared, work) > MOST_BYTES {
            return Err(Halt::Misuse(Misuse::Full));
        }
        Ok(())
    }

    /// Keeps a position, and returns its handle.
    pub(crate) fn add<S>(
        &mut self,
        position: Box<dyn Position>,
        depth: u32,
        shared: u32,
        work: &Work,
    ) -> Result<i32, Halt<S>> {
        self.has_room(&*position, shared, work)?;
        let bytes = bytes(&*position, shared, work);
        let index = self.free.pop().unwrap_or_else(|| {
            self.places.push(Slot { generation: self.first_generation, held: None });
            self.places.len() as u32 - 1
        });
        self.bytes += bytes;
        let slot = &mut self.places[index as usize];
        slot.held = Some(Held { position, depth, shared, bytes });
        Ok((slot.generation << SLOT_BITS | index) as i32)
    }

    pub(crate) fn release<S>(&mut self, handle: i32) -> Result<(), Halt<S>> {
        let missing = Halt::Misuse(Misuse::NoPosition(handle));
        let Some(index) = self.slot(handle) else { return Err(missing) };
        let slot = &mut self.places[index];
        let Some(held) = slot.held.take() else { return Err(missing) };
        self.bytes -= held.bytes;
        // A slot whose generations are used up is not used again.
        if slot.generation < MOST_GENERATION {
            slot.generation += 1;
            self.free.push(index as u32);
        }
        self.put_back(held.position);
        Ok(())
    }

    /// A copy of a position that is held.
    pub(crate) fn copy_of<S>(&mut self, handle: i32) -> Result<Box<dyn Position>, Halt<S>> {
        let mut spare = self.spare.pop();
        let held = &*self.get(handle)?.position;
        if let Some(copy) = &mut spare {
            copy.copy_from(held);
        }
        Ok(spare.unwrap_or_else(|| held.clone_box()))
    }

    /// Takes a position that is not kept, whose memory is used again.
    pub(crate) fn put_back(&mut self, copy: Box<dyn Position>) {
        if self.spare.len() < MOST_SPARE {
            self.spare.push(copy);
        }
    }

    /// Forgets every position: a bot is asked for a ply. Its handles differ from those of the questions before.
    pub(crate) fn begin(&mut self, ply: u32) {
        self.first_generation = 1 + ply % QUESTIONS * (MOST_GENERATION / QUESTIONS);
        if self.places.is_empty() {
            return;
        }
        let held: Vec<_> = self.places.drain(..).filter_map(|slot| slot.held).collect();
        for held in held {
            self.put_back(held.position);
        }
        self.free.clear();
        self.bytes = 0;
    }
}
