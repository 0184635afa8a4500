//! The positions of a script that plays as a program of this machine.
//!
//! JavaScript ends objects only when nothing runs, so that a kit cannot say which positions its script has dropped, and holds
//! more than a bot may. Those that make room for others are made again when the script comes back to them.

use std::sync::Arc;

use game::Dice;
use positions::{Asked, Call, Free, Misuse, Positions};

/// How a position was made.
enum Recipe {
    /// From a question or a text: by a call's number and input, and the dice as they were.
    Begun { call: usize, input: Vec<u8>, dice: Dice },
    /// After a ply.
    After { from: usize, actions: [i64; 2] },
    /// After random plies, and the dice as they were.
    PlayedOut { from: usize, plies: u32, dice: Dice },
}

impl Recipe {
    /// The position that it begins with, by its place.
    fn from(&self) -> Option<usize> {
        match *self {
            Recipe::Begun { .. } => None,
            Recipe::After { from, .. } | Recipe::PlayedOut { from, .. } => Some(from),
        }
    }

    /// The dice that it draws from.
    fn dice(&self) -> Option<&Dice> {
        match self {
            Recipe::Begun { dice, .. } | Recipe::PlayedOut { dice, .. } => Some(dice),
            Recipe::After { .. } => None,
        }
    }
}

/// A position that the script has made.
struct Made {
    recipe: Arc<Recipe>,
    /// The handle of what is held of it, if anything is.
    handle: Option<i32>,
    released: bool,
}

/// All that a script has made since it was asked. Its handles count them from 1.
#[derive(Default)]
pub(super) struct ScriptPositions {
    made: Vec<Made>,
    /// Those that are held, by their places.
    held: Vec<usize>,
}

/// A call as a script's kit sends it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ScriptCall {
    /// Its place in [`positions::NAMES`].
    pub(super) index: usize,
    /// Its parameters of 32 bits.
    pub(super) numbers: [i32; 2],
    /// Its parameters of 64 bits.
    pub(super) actions: [i64; 2],
    /// What it reads.
    pub(super) input: Vec<u8>,
}

/// Where a script's positions are held, and what they begin with.
pub(super) struct Desk<'a> {
    pub(super) positions: &'a mut Positions,
    pub(super) asked: Asked<'a>,
    pub(super) dice: &'a mut Dice,
}

impl ScriptPositions {
    /// Forgets every position: the script is asked for a ply.
    pub(super) fn begin(&mut self) {
        self.made.clear();
        self.held.clear();
    }

    /// The result of a call, and its reply.
    pub(super) fn perform(&mut self, call: &ScriptCall, desk: &mut Desk<'_>) -> (i32, Vec<u8>) {
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

    /// The place of a handle, if it was not released.
    fn place(&self, handle: i32) -> Option<usize> {
        let place = usize::try_from(handle).ok()?.checked_sub(1)?;
        self.made.get(place).is_some_and(|made| !made.released).then_some(place)
    }

    fn release(&mut self, place: usize, desk: &mut Desk<'_>) -> i32 {
        self.made[place].released = true;
        if let Some(handle) = self.made[place].handle.take() {
            self.held.retain(|&held| held != place);
            desk.perform(Call::Release(handle));
        }
        0
    }

    /// Makes a position for the first time. Returns its handle, or the code of a misuse.
    fn add(&mut self, recipe: Recipe, desk: &mut Desk<'_>) -> i32 {
        let code = self.make(&recipe, desk);
        if code < 0 {
            return code;
        }
        self.held.push(self.made.len());
        self.made.push(Made { recipe: Arc::new(recipe), handle: Some(code), released: false });
        i32::try_from(self.made.len()).unwrap_or_else(|_| desk.positions.misused(&Misuse::Full))
    }

    /// Makes a position, for which others make room if there is none.
    fn make(&mut self, recipe: &Recipe, desk: &mut Desk<'_>) -> i32 {
        let code = self.try_to_make(recipe, desk);
        if code != Misuse::Full.code() {
            return code;
        }
        self.make_room(recipe.from(), desk);
        self.try_to_make(recipe, desk)
    }

    fn try_to_make(&mut self, recipe: &Recipe, desk: &mut Desk<'_>) -> i32 {
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

    /// The handle of a position, which is made again if it had to make room, and so is what it was made from.
    fn hold(&mut self, place: usize, desk: &mut Desk<'_>) -> i32 {
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

    /// Lets go of what is held, but for one.
    fn make_room(&mut self, but: Option<usize>, desk: &mut Desk<'_>) {
        let let_go: Vec<usize> = self.held.iter().copied().filter(|&place| Some(place) != but).collect();
        self.held.retain(|&place| Some(place) == but);
        for place in let_go {
            if let Some(handle) = self.made[place].handle.take() {
                desk.perform(Call::Release(handle));
            }
        }
    }
}

impl Desk<'_> {
    fn perform(&mut self, call: Call<'_>) -> (i32, Vec<u8>) {
        let mut reply = Vec::new();
        let Ok(result) = self.positions.perform(call, Some(self.asked), self.dice, &mut Free, &mut reply);
        (result, reply)
    }
}
