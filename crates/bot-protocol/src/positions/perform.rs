//! Performs one call. Each step is charged, then taken.

use std::error::Error;

use game::view::{FLAG_SIMULTANEOUS, HEADER_LEN, Header, UNCOUNTED};
use game::{Action, Chance, Dice, Joint, Phase, Position, Seat, SeatSet, Work};

use crate::positions::halt::Halt;
use crate::positions::misuse::sentence;
use crate::positions::slots::Held;
use crate::positions::{Asked, Call, MOST_INPUT, Meter, Misuse, Positions, phase_code};

/// A call in progress.
pub(crate) struct Step<'a, M> {
    pub(crate) positions: &'a mut Positions,
    pub(crate) asked: Asked<'a>,
    pub(crate) work: Work,
    pub(crate) dice: &'a mut Dice,
    pub(crate) meter: &'a mut M,
    pub(crate) reply: &'a mut Vec<u8>,
}

/// The result of a call.
pub(crate) type Done<T, M> = Result<T, Halt<<M as Meter>::Stop>>;

impl<M: Meter> Step<'_, M> {
    pub(crate) fn perform(mut self, call: Call<'_>) -> Done<i32, M> {
        match call {
            Call::Here(input) | Call::Read(input) if input.len() as u64 > MOST_INPUT => {
                Err(Halt::Misuse(Misuse::TooLong))
            }
            Call::Here(choices) => self.here(choices),
            Call::Read(text) => self.read(text),
            Call::After { position, actions } => self.after(position, actions),
            Call::Playout { position, plies } => self.playout(position, plies),
            Call::Release(position) => self.positions.slots.release(position).map(|()| 0),
            Call::Phase(position) => {
                self.charge(self.work.judge)?;
                Ok(phase_code(&self.held(position)?.position.phase()))
            }
            Call::Legal { position, seat } => self.legal(position, seat),
            Call::Metrics { position, seat } => self.metrics(position, seat),
            Call::View { position, seat } => self.view(position, seat),
            Call::Events { position, actions } => self.events(position, actions),
            Call::Text(position) => self.text(position),
            Call::Children { position, seat, other } => self.children(position, seat, other),
            Call::Error => Ok(0),
        }
    }

    pub(crate) fn charge(&mut self, units: u64) -> Done<(), M> {
        self.meter.charge(units).map_err(Halt::Stop)
    }

    /// Charges for the work of a position beyond `before`, and records a failure of the host.
    pub(crate) fn pay(&mut self, position: &dyn Position, before: u64) -> Done<(), M> {
        self.positions.note_host_failure(host_fault(position));
        self.charge(position.cost() - before)
    }

    /// As [`Step::pay`], for a position that the bot holds.
    fn pay_held(&mut self, handle: i32, before: u64) -> Done<(), M> {
        let position = &*self.positions.slots.get(handle)?.position;
        let (cost, failure) = (position.cost() - before, host_fault(position).map(ToString::to_string));
        self.positions.host_failure = self.positions.host_failure.take().or(failure);
        self.charge(cost)
    }

    pub(crate) fn held(&self, handle: i32) -> Done<&Held, M> {
        self.positions.slots.get(handle)
    }

    /// The price of copying a position.
    pub(crate) fn price_of_copy(&self, position: &dyn Position) -> u64 {
        let shared = self.work.shares_history;
        self.work.copy + if shared { 0 } else { u64::from(position.history_len()) * self.work.copied_ply }
    }

    /// The price of playing a ply.
    pub(crate) fn price_of_ply(&self, position: &dyn Position) -> u64 {
        self.work.apply + u64::from(position.history_len()) * self.work.searched_ply
    }

    fn here(&mut self, choices: &[u8]) -> Done<i32, M> {
        let Asked { position, seat, .. } = self.asked;
        let shared = position.history_len();
        let hidden = match self.asked.game.module() {
            Some(_) => u64::from(position.has_secrets(seat)),
            None => hidden_plies(position, seat),
        };
        self.charge(self.price_of_copy(position) + hidden * self.work.imagine)?;
        self.positions.slots.has_room(position, shared, &self.work)?;
        let (codes, rest) = choices.as_chunks();
        if !rest.is_empty() {
            return Err(bad_action("actions have 8 bytes each"));
        }
        let chosen: Vec<Action> =
            codes.iter().filter_map(|code| Action::from_code(u64::from_le_bytes(*code))).collect();
        let imagined = position.imagined_by(seat, &chosen, self.dice);
        self.pay(&*imagined, 0)?;
        self.positions.slots.add(imagined, 0, shared, &self.work)
    }

    fn read(&mut self, text: &[u8]) -> Done<i32, M> {
        self.charge(self.work.copy + text.len() as u64 * self.work.text_byte)?;
        let bad = |reason: String| Halt::Misuse(Misuse::BadText(reason));
        let text = str::from_utf8(text).map_err(|_| bad("it is not UTF-8".to_owned()))?;
        let read = match self.asked.position.parse_alike(text) {
            Ok(read) => read,
            Err(error) => {
                self.positions.note_host_failure(error.is_host().then_some(&error as &dyn Error));
                self.charge(error.cost())?;
                return Err(bad(sentence(&error)));
            }
        };
        self.pay(&*read, 0)?;
        self.positions.slots.add(read, 0, 0, &self.work)
    }

    fn after(&mut self, handle: i32, actions: [i64; 2]) -> Done<i32, M> {
        let joint = self.joint(handle, actions)?;
        let held = self.positions.slots.get(handle)?;
        let (depth, shared) = (held.depth.saturating_add(1), held.shared);
        let price = self.price_of_copy(&*held.position) + self.price_of_ply(&*held.position);
        self.charge(price)?;
        let slots = &mut self.positions.slots;
        slots.has_room(&*slots.get(handle)?.position, shared, &self.work)?;
        let mut next = slots.copy_of(handle)?;
        let before = next.history_len();
        next.apply(&joint);
        let shared = still_shared(shared, before, next.history_len());
        self.pay(&*next, 0)?;
        self.positions.slots.add(next, depth, shared, &self.work)
    }

    /// Checks and returns a ply's actions.
    pub(crate) fn joint(&mut self, handle: i32, actions: [i64; 2]) -> Done<Joint, M> {
        self.charge(2 * self.work.check)?;
        let position = &*self.held(handle)?.position;
        let seats = match position.phase() {
            Phase::Act(seats) => seats,
            Phase::Chance(chance) => {
                return outcome_of(chance, actions).map(|outcome| Joint::single(Seat::First, outcome));
            }
            Phase::Over(_) => return Err(bad_action("the game is over: there is no ply after it")),
        };
        let mut joint = Joint::default();
        for (seat, code) in Seat::BOTH.into_iter().zip(actions) {
            joint[seat] = checked(self.asked.game, position, seats, seat, code)?;
        }
        Ok(joint)
    }

    fn legal(&mut self, handle: i32, seat: i32) -> Done<i32, M> {
        let seat = read_seat(seat)?;
        self.charge(self.work.list)?;
        let mut legal = std::mem::take(&mut self.positions.legal);
        legal.clear();
        let listed = self.held(handle).map(|held| list(&*held.position, seat, &mut legal));
        let count = legal.len();
        self.reply.extend(legal.iter().flat_map(|action| action.code().to_le_bytes()));
        self.positions.legal = legal;
        listed?;
        self.charge(count as u64 * self.work.listed)?;
        Ok(count as i32)
    }

    fn metrics(&mut self, handle: i32, seat: i32) -> Done<i32, M> {
        let seat = read_seat(seat)?;
        self.charge(self.work.judge)?;
        let mut values = [0; MOST_METRICS];
        let count = self.asked.game.metrics().len();
        let values = &mut values[..count];
        self.held(handle)?.position.metrics(seat, values);
        self.reply.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        Ok(count as i32)
    }

    /// The view is that of a bot asked in this position, with no time on any clock.
    fn view(&mut self, handle: i32, seat: i32) -> Done<i32, M> {
        let seat = read_seat(seat)?;
        self.charge(self.work.view)?;
        let mut view = std::mem::take(self.reply);
        view.resize(HEADER_LEN + self.asked.game.layout().view_len(), 0);
        let mut before = 0;
        let written = self.held(handle).map(|held| {
            let position = &*held.position;
            before = position.cost();
            let both = position.phase().seats() == SeatSet::BOTH;
            Header {
                game: self.asked.game.id(),
                seat,
                flags: if both { FLAG_SIMULTANEOUS } else { 0 },
                ply: self.asked.ply.saturating_add(held.depth),
                turn: position.turn(),
                legal_count: position.legal_count(seat).unwrap_or(UNCOUNTED),
                move_left: 0,
                game_left: 0,
                opponent_left: 0,
                increment: 0,
            }
            .write(&mut view);
            HEADER_LEN + position.write_view(seat, &mut view[HEADER_LEN..])
        });
        let length = written?;
        self.pay_held(handle, before)?;
        view.truncate(length);
        *self.reply = view;
        Ok(length as i32)
    }

    fn events(&mut self, handle: i32, actions: [i64; 2]) -> Done<i32, M> {
        let joint = self.joint(handle, actions)?;
        let position = &*self.held(handle)?.position;
        self.charge(self.price_of_copy(position) + self.price_of_ply(position) + self.work.events)?;
        let position = &*self.held(handle)?.position;
        let before = position.cost();
        let events = position.events(&joint, None);
        self.pay_held(handle, before)?;
        for event in &events {
            self.reply.extend_from_slice(event.text.as_bytes());
            self.reply.push(b'\n');
        }
        self.charge(self.reply.len() as u64 * self.work.text_byte)?;
        Ok(self.reply.len() as i32)
    }

    fn text(&mut self, handle: i32) -> Done<i32, M> {
        self.charge(self.work.copy)?;
        let position = &*self.held(handle)?.position;
        let before = position.cost();
        let text = position.to_string();
        self.pay_held(handle, before)?;
        self.reply.extend_from_slice(text.as_bytes());
        self.charge(text.len() as u64 * self.work.text_byte)?;
        Ok(text.len() as i32)
    }
}

/// Returns the failure of the host in a position.
fn host_fault(position: &dyn Position) -> Option<&dyn Error> {
    position.fault().filter(|fault| fault.is_host).map(|fault| fault as &dyn Error)
}

/// Maximum number of metrics of a game.
pub(crate) const MOST_METRICS: usize = 32;

/// Number of plies that a position still shares with the true one after another ply. A history that starts over shares
/// nothing.
pub(crate) fn still_shared(shared: u32, before: u32, after: u32) -> u32 {
    if after < before { 0 } else { shared }
}

/// Returns the number of latest plies of a built-in game in which the other seat's actions are hidden from a seat.
fn hidden_plies(position: &dyn Position, seat: Seat) -> u64 {
    let is_hidden = |ago: &u32| position.hides(seat, *ago, seat.other(), Action::new(0, 0));
    (0..u32::MAX).take_while(is_hidden).count() as u64
}

/// Appends the legal actions of a seat; for the first seat in a ply of chance, the outcomes.
pub(crate) fn list(position: &dyn Position, seat: Seat, legal: &mut Vec<Action>) {
    match position.phase() {
        Phase::Chance(Chance { outcomes, seen_by }) if seat == Seat::First => {
            legal.extend((0..outcomes).map(|outcome| Action::chance(outcome, seen_by)));
        }
        _ => position.legal_actions(seat, legal),
    }
}

/// Checks and returns the outcome of chance that a bot passes as the first seat's action.
fn outcome_of<S>(chance: Chance, actions: [i64; 2]) -> Result<Action, Halt<S>> {
    let Chance { outcomes, seen_by } = chance;
    let action = u64::try_from(actions[0]).ok().and_then(Action::from_code);
    let is_outcome = |action: &Action| {
        action.as_chance().is_some_and(|(outcome, seats)| outcome < outcomes && seats == seen_by)
    };
    action.filter(is_outcome).filter(|_| actions[1] < 0).ok_or_else(|| {
        bad_action("chance decides here: pass one of its outcomes as the first seat's action, and -1 as the second's")
    })
}

/// Checks and returns a seat's action in a ply; `None` if the seat does not act.
pub(crate) fn checked<S>(
    game: &dyn game::Game,
    position: &dyn Position,
    seats: SeatSet,
    seat: Seat,
    code: i64,
) -> Result<Option<Action>, Halt<S>> {
    let word = game.seats()[seat].word;
    if !seats.contains(seat) {
        return if code < 0 {
            Ok(None)
        } else {
            Err(bad_action(format!("{word} does not act here: pass -1 for it")))
        };
    }
    let action =
        u64::try_from(code).ok().and_then(Action::from_code).filter(|&action| game.is_action(action));
    let action = action.ok_or_else(|| bad_action(no_action(code, seats, word)))?;
    if position.is_legal(seat, action) {
        return Ok(Some(action));
    }
    let notation = position.format_action(seat, action);
    Err(bad_action(format!("{notation} is not legal for {word} here")))
}

/// Returns the reason why a code is no action of a seat that acts. An omitted action has a negative code.
fn no_action(code: i64, seats: SeatSet, word: &str) -> String {
    match code {
        0.. => format!("{code} is not the code of an action, and {word} acts here"),
        _ if seats == SeatSet::BOTH => {
            format!(
                "both sides act here, and {word} has no action: after(first seat's action, second seat's)"
            )
        }
        _ => format!("{word} acts here and has no action"),
    }
}

fn bad_action<S>(reason: impl Into<String>) -> Halt<S> {
    Halt::Misuse(Misuse::BadAction(reason.into()))
}

pub(crate) fn read_seat<S>(number: i32) -> Result<Seat, Halt<S>> {
    match number {
        0 => Ok(Seat::First),
        1 => Ok(Seat::Second),
        _ => Err(Halt::Misuse(Misuse::BadSeat(number))),
    }
}
