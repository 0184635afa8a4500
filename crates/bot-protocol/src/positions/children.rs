//! The results of all legal actions of a seat, in one call.

use game::{Action, Joint, Phase, Position, Seat};

use crate::positions::perform::{Done, MOST_METRICS, Step, list, read_seat};
use crate::positions::{Meter, phase_code};

/// Length in bytes of the record of a child, in a game with this number of metrics: the action's code (u64), the phase
/// after it (i32), four zero bytes, then the metrics of the first seat and those of the second (i64 each). All are
/// little-endian.
pub const fn record_len(metrics: usize) -> usize {
    16 + 2 * 8 * metrics
}

impl<M: Meter> Step<'_, M> {
    pub(crate) fn children(&mut self, handle: i32, seat: i32, other: i64) -> Done<i32, M> {
        let seat = read_seat(seat)?;
        let joint = self.others(handle, seat, other)?;
        self.charge(self.work.list)?;
        let mut legal = std::mem::take(&mut self.positions.legal);
        legal.clear();
        let listed = self.held(handle).map(|held| list(&*held.position, seat, &mut legal));
        let done = listed.and_then(|()| self.each_child(handle, seat, &joint, &legal));
        let count = legal.len();
        self.positions.legal = legal;
        done?;
        Ok(count as i32)
    }

    /// Returns the ply without the seat's own action.
    fn others(&mut self, handle: i32, seat: Seat, other: i64) -> Done<Joint, M> {
        self.charge(self.work.check)?;
        let position = &*self.held(handle)?.position;
        match position.phase() {
            Phase::Act(seats) if seats.contains(seat) => {
                let mut joint = Joint::default();
                let opponent = seat.other();
                joint[opponent] =
                    crate::positions::perform::checked(self.asked.game, position, seats, opponent, other)?;
                Ok(joint)
            }
            // A seat that does not act has no actions, so no children. The outcomes of chance are the first seat's.
            Phase::Act(_) | Phase::Chance(_) | Phase::Over(_) => Ok(Joint::default()),
        }
    }

    fn each_child(&mut self, handle: i32, seat: Seat, others: &Joint, legal: &[Action]) -> Done<(), M> {
        self.charge(legal.len() as u64 * self.work.listed)?;
        let position = &*self.held(handle)?.position;
        let price = self.price_of_copy(position) + self.price_of_ply(position) + self.work.judge;
        // The first copy gets its own memory; the others reuse it.
        self.charge(if legal.is_empty() { 0 } else { price })?;
        let mut child = self.positions.slots.copy_of(handle)?;
        let mut joint = *others;
        let mut done = Ok(());
        for (index, &action) in legal.iter().enumerate() {
            if index > 0 {
                done = self.charge(price).and_then(|()| {
                    child.copy_from(&*self.held(handle)?.position);
                    Ok(())
                });
            }
            if done.is_err() {
                break;
            }
            joint[seat] = Some(action);
            child.apply(&joint);
            done = self.pay(&*child, 0);
            if done.is_err() {
                break;
            }
            self.record(action, &*child);
        }
        self.positions.slots.put_back(child);
        done
    }

    fn record(&mut self, action: Action, child: &dyn Position) {
        self.reply.extend_from_slice(&action.code().to_le_bytes());
        self.reply.extend_from_slice(&i64::from(phase_code(&child.phase())).to_le_bytes());
        let count = self.asked.game.metrics().len();
        let mut values = [0; MOST_METRICS];
        for seat in Seat::BOTH {
            child.metrics(seat, &mut values[..count]);
            self.reply.extend(values[..count].iter().flat_map(|value| value.to_le_bytes()));
        }
    }
}
