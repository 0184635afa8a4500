//! The positions that a bot holds, by handle.

use game::{Position, Work};

use crate::positions::Misuse;
use crate::positions::halt::Halt;

/// Maximum number of positions at once.
pub const MOST: usize = 1_024;
/// Maximum total size of all positions in bytes, as the game states it.
pub const MOST_BYTES: u64 = 1 << 20;
/// Number of bits of a handle for the slot. The rest is the slot's generation.
const SLOT_BITS: u32 = 10;
/// Maximum generation, so that handles are positive.
const MOST_GENERATION: u32 = (1 << (31 - SLOT_BITS)) - 1;
/// Number of questions after which generations start over.
const QUESTIONS: u32 = 1 << 12;
/// Maximum number of released positions whose memory is kept.
const MOST_SPARE: usize = 64;

/// A position that a bot holds.
pub(crate) struct Held {
    pub(crate) position: Box<dyn Position>,
    /// Number of plies since the question, or since the text.
    pub(crate) depth: u32,
    /// Number of plies of its history that it shares with the true position.
    pub(crate) shared: u32,
    /// The size charged for it.
    bytes: u64,
}

/// A slot for a position. Its generation is part of the handle, so a handle never refers to another position.
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
    /// The generation of new slots.
    first_generation: u32,
    /// Released positions whose memory is reused.
    spare: Vec<Box<dyn Position>>,
}

/// Size charged for a position.
fn bytes(position: &dyn Position, shared: u32, work: &Work) -> u64 {
    let own = position.history_len().saturating_sub(if work.shares_history { shared } else { 0 });
    u64::from(work.bytes) + u64::from(own) * u64::from(work.ply_bytes)
}

impl Slots {
    pub(crate) fn get<S>(&self, handle: i32) -> Result<&Held, Halt<S>> {
        let slot = self.slot(handle).and_then(|index| self.places[index].held.as_ref());
        slot.ok_or(Halt::Misuse(Misuse::NoPosition(handle)))
    }

    /// Returns the index of the slot of a handle.
    fn slot(&self, handle: i32) -> Option<usize> {
        let handle = u32::try_from(handle).ok()?;
        let index = (handle & ((1 << SLOT_BITS) - 1)) as usize;
        let slot = self.places.get(index)?;
        (slot.generation == handle >> SLOT_BITS).then_some(index)
    }

    /// Checks that there is room for a copy of a position.
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

    /// Stores a position and returns its handle.
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
        // A slot whose generations are used up is not reused.
        if slot.generation < MOST_GENERATION {
            slot.generation += 1;
            self.free.push(index as u32);
        }
        self.put_back(held.position);
        Ok(())
    }

    /// Returns a copy of the position with a handle.
    pub(crate) fn copy_of<S>(&mut self, handle: i32) -> Result<Box<dyn Position>, Halt<S>> {
        let mut spare = self.spare.pop();
        let held = &*self.get(handle)?.position;
        if let Some(copy) = &mut spare {
            copy.copy_from(held);
        }
        Ok(spare.unwrap_or_else(|| held.clone_box()))
    }

    /// Takes back a position that is not stored, to reuse its memory.
    pub(crate) fn put_back(&mut self, copy: Box<dyn Position>) {
        if self.spare.len() < MOST_SPARE {
            self.spare.push(copy);
        }
    }

    /// Forgets every position when a bot is asked for a ply. New handles differ from those of earlier questions.
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
