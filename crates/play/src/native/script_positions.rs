//! The positions of a script that plays as a native program.
//!
//! JavaScript finalizes objects only when nothing runs. A kit therefore cannot report dropped positions, and holds more
//! positions than a bot may. Positions that were evicted are created again when the script comes back to them.

use std::sync::Arc;

use bot_protocol::positions::{Asked, Call, Free, Misuse, Positions};
use game::Dice;

/// The way in which a position was created.
enum Recipe {
    /// From a question or a text, given by a call's number and input, with the state of the dice.
    Begun { call: usize, input: Vec<u8>, dice: Dice },
    /// After a ply.
    After { from: usize, actions: [i64; 2] },
    /// After random plies, with the state of the dice.
    PlayedOut { from: usize, plies: u32, dice: Dice },
}

impl Recipe {
    /// Returns the index of the position that it starts from.
    fn from(&self) -> Option<usize> {
        match *self {
            Recipe::Begun { .. } => None,
            Recipe::After { from, .. } | Recipe::PlayedOut { from, .. } => Some(from),
        }
    }

    /// Returns the dice that it draws from.
    fn dice(&self) -> Option<&Dice> {
        match self {
            Recipe::Begun { dice, .. } | Recipe::PlayedOut { dice, .. } => Some(dice),
            Recipe::After { .. } => None,
        }
    }
}

/// A position that the script has created.
struct CreatedPosition {
    recipe: Arc<Recipe>,
    /// The handle of the held position; `None` if it is not held.
    handle: Option<i32>,
    released: bool,
}

/// All positions that a script has created since the last question. Its handles number them from 1.
#[derive(Default)]
pub(super) struct ScriptPositions {
    made: Vec<CreatedPosition>,
    /// The indices of the held positions.
    held: Vec<usize>,
}

/// A call from a script's kit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ScriptCall {
    /// Its index in [`bot_protocol::positions::NAMES`].
    pub(super) index: usize,
    /// Its 32-bit parameters.
    pub(super) numbers: [i32; 2],
    /// Its 64-bit parameters.
    pub(super) actions: [i64; 2],
    /// Its input.
    pub(super) input: Vec<u8>,
}

/// The context of a call: the held positions, the question and the dice.
pub(super) struct PositionContext<'a> {
    pub(super) positions: &'a mut Positions,
    pub(super) asked: Asked<'a>,
    pub(super) dice: &'a mut Dice,
}

impl ScriptPositions {
    /// Forgets every position, since a new question comes.
    pub(super) fn begin(&mut self) {
        self.made.clear();
        self.held.clear();
    }

    /// Returns the result and the reply of a call.
    pub(super) fn perform(&mut self, call: &ScriptCall, desk: &mut PositionContext<'_>) -> (i32, Vec<u8>) {
        let ScriptCall { index, numbers: [position, second], actions, ref input } = *call;
        let of = |handle| Call::numbered(index, [handle, second], actions, input);
        let Some(asked) = of(position) else { return (Misuse::NotAsked.code(), Vec::new()) };
        if let Call::Here(_) | Call::Read(_) = asked {
            let recipe = Recipe::Begun { call: index, input: input.clone(), dice: desk.dice.clone() };
            return (self.add(recipe, desk), Vec::new());
        }
        if asked == Call::Error {
            return desk.perform(asked);
        }
        let Some(from) = self.place(position) else {
            return (desk.positions.misused(&Misuse::NoPosition(position)), Vec::new());
        };
        let result = match asked {
            Call::After { actions, .. } => self.add(Recipe::After { from, actions }, desk),
            Call::Playout { plies, .. } => {
                self.add(Recipe::PlayedOut { from, plies, dice: desk.dice.clone() }, desk)
            }
            Call::Release(_) => self.release(from, desk),
            _ => {
                let handle = self.hold(from, desk);
                return desk.perform(of(handle).unwrap_or(asked));
            }
        };
        (result, Vec::new())
    }

    /// Returns the index of a handle; `None` if the position was released.
    fn place(&self, handle: i32) -> Option<usize> {
        let place = usize::try_from(handle).ok()?.checked_sub(1)?;
        self.made.get(place).is_some_and(|made| !made.released).then_some(place)
    }

    fn release(&mut self, place: usize, desk: &mut PositionContext<'_>) -> i32 {
        self.made[place].released = true;
        if let Some(handle) = self.made[place].handle.take() {
            self.held.retain(|&held| held != place);
            desk.perform(Call::Release(handle));
        }
        0
    }

    /// Creates a position for the first time. Returns its handle, or the code of a misuse.
    fn add(&mut self, recipe: Recipe, desk: &mut PositionContext<'_>) -> i32 {
        let code = self.make(&recipe, desk);
        if code < 0 {
            return code;
        }
        self.held.push(self.made.len());
        self.made.push(CreatedPosition { recipe: Arc::new(recipe), handle: Some(code), released: false });
        i32::try_from(self.made.len()).unwrap_or_else(|_| desk.positions.misused(&Misuse::Full))
    }

    /// Creates a position. Evicts others if there is no room.
    fn make(&mut self, recipe: &Recipe, desk: &mut PositionContext<'_>) -> i32 {
        let code = self.try_to_make(recipe, desk);
        if code != Misuse::Full.code() {
            return code;
        }
        self.make_room(recipe.from(), desk);
        self.try_to_make(recipe, desk)
    }

    fn try_to_make(&mut self, recipe: &Recipe, desk: &mut PositionContext<'_>) -> i32 {
        let position = recipe.from().map_or(0, |from| self.hold(from, desk));
        if let Some(dice) = recipe.dice() {
            desk.dice.clone_from(dice);
        }
        let call = match *recipe {
            Recipe::Begun { call, ref input, .. } => Call::numbered(call, [0; 2], [0; 2], input),
            Recipe::After { actions, .. } => Some(Call::After { position, actions }),
            Recipe::PlayedOut { plies, .. } => Some(Call::Playout { position, plies }),
        };
        call.map_or(Misuse::NotAsked.code(), |call| desk.perform(call).0)
    }

    /// Returns the handle of a position. Creates an evicted position again, together with the evicted positions that it
    /// was made from.
    fn hold(&mut self, place: usize, desk: &mut PositionContext<'_>) -> i32 {
        let mut lost = Vec::new();
        let mut next = Some(place);
        while let Some(at) = next.filter(|&at| self.made[at].handle.is_none()) {
            lost.push(at);
            next = self.made[at].recipe.from();
        }
        let dice = desk.dice.clone();
        for at in lost.into_iter().rev() {
            let recipe = Arc::clone(&self.made[at].recipe);
            let code = self.make(&recipe, desk);
            self.made[at].handle = (code > 0).then_some(code);
            self.held.push(at);
        }
        *desk.dice = dice;
        self.made[place].handle.unwrap_or_default()
    }

    /// Evicts all held positions except `but`.
    fn make_room(&mut self, but: Option<usize>, desk: &mut PositionContext<'_>) {
        let let_go: Vec<usize> = self.held.iter().copied().filter(|&place| Some(place) != but).collect();
        self.held.retain(|&place| Some(place) == but);
        for place in let_go {
            if let Some(handle) = self.made[place].handle.take() {
                desk.perform(Call::Release(handle));
            }
        }
    }
}

impl PositionContext<'_> {
    fn perform(&mut self, call: Call<'_>) -> (i32, Vec<u8>) {
        let mut reply = Vec::new();
        let Ok(result) = self.positions.perform(call, Some(self.asked), self.dice, &mut Free, &mut reply);
        (result, reply)
    }
}
