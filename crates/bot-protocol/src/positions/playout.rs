//! Random plies.

use game::{Joint, Phase, Position};

use crate::positions::Meter;
use crate::positions::perform::{Done, Step, still_shared};

impl<M: Meter> Step<'_, M> {
    /// Plays uniformly random legal actions, drawn from the bot's dice.
    pub(crate) fn playout(&mut self, handle: i32, plies: u32) -> Done<i32, M> {
        let held = self.held(handle)?;
        let (depth, shared) = (held.depth, held.shared);
        let price = self.price_of_copy(&*held.position);
        self.charge(price)?;
        let slots = &mut self.positions.slots;
        slots.has_room(&*slots.get(handle)?.position, shared, &self.work)?;
        let mut position = slots.copy_of(handle)?;
        match self.play_out(&mut *position, plies, shared) {
            Ok((played, shared)) => {
                self.positions.slots.add(position, depth.saturating_add(played), shared, &self.work)
            }
            Err(halt) => {
                self.positions.slots.put_back(position);
                Err(halt)
            }
        }
    }

    /// Returns the number of plies played, and the number of plies of history shared at the end.
    fn play_out(&mut self, position: &mut dyn Position, plies: u32, mut shared: u32) -> Done<(u32, u32), M> {
        for played in 0..plies {
            let mut joint = match position.phase() {
                Phase::Act(_) => Joint::default(),
                Phase::Chance(chance) => chance.draw(&mut *self.dice),
                Phase::Over(_) => return Ok((played, shared)),
            };
            for seat in position.phase().seats().iter() {
                self.charge(self.work.list)?;
                self.positions.legal.clear();
                position.legal_actions(seat, &mut self.positions.legal);
                self.charge(self.positions.legal.len() as u64 * self.work.listed)?;
                joint[seat] = self.dice.pick(&self.positions.legal).copied();
            }
            self.charge(self.price_of_ply(position))?;
            let before = position.history_len();
            position.apply(&joint);
            self.pay(position, 0)?;
            shared = still_shared(shared, before, position.history_len());
        }
        Ok((plies, shared))
    }
}
