//! The search for random start positions. They are drawn in sequence, and judged on all available threads.

use std::collections::BTreeSet;

use game::{Balance, Dice, Game, Position, Rules};
use tournament::{RunSeed, StageSeed};

use crate::{OpeningsSpec, StageSpec};

/// A search in steps: [`OpeningSearch::candidates`] are drawn, judged in any order on any thread, and taken in the
/// order in which they were drawn. The result depends on the seed alone, not on the number of threads.
pub struct OpeningSearch<'a> {
    game: &'a dyn Game,
    rules: &'a Rules,
    seed: StageSeed,
    count: u32,
    plies: u32,
    balanced: bool,
    /// Number of drawn positions and its maximum. There may be fewer positions than requested.
    drawn: u64,
    most: u64,
    seen: BTreeSet<String>,
    found: Vec<String>,
}

/// A position that was not drawn before.
pub struct Candidate {
    text: String,
    position: Box<dyn Position>,
    /// The dice for judging it; `None` if every position is acceptable.
    dice: Option<Dice>,
}

/// A judged candidate.
pub struct Judged {
    text: String,
    is_fair: bool,
}

impl Candidate {
    /// Judges the position. This is the slow part.
    pub fn judged(self) -> Judged {
        let Candidate { text, position, dice } = self;
        let is_fair = dice.is_none_or(|mut dice| Balance::measure(&*position, &mut dice).is_fair());
        Judged { text, is_fair }
    }
}

impl<'a> OpeningSearch<'a> {
    /// Creates the search for the start positions of a stage; `None` if they are not random.
    pub fn new(stage: &'a StageSpec, game: &'a dyn Game, run: RunSeed) -> Option<OpeningSearch<'a>> {
        let OpeningsSpec::Random { count, plies, balanced } = stage.openings else { return None };
        Some(OpeningSearch {
            game,
            rules: &stage.rules,
            seed: StageSeed::new(run, stage.plan.number),
            count,
            plies,
            balanced,
            drawn: 0,
            most: 20 * u64::from(count) + 1000,
            seen: BTreeSet::new(),
            found: Vec::new(),
        })
    }

    /// Returns the number of positions found so far.
    pub fn found(&self) -> u32 {
        self.found.len() as u32
    }

    /// Returns the next positions to judge, at most `most`; none when the search is over.
    pub fn candidates(&mut self, most: usize) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        while candidates.len() < most && self.drawn < self.most && self.found.len() < self.count as usize {
            // Each has its own dice, so that it does not depend on how the others are judged.
            let mut dice = self.seed.dice(&format!("opening {}", self.drawn));
            self.drawn += 1;
            let Some(position) = self.game.opening(self.rules, self.plies, &mut dice) else { continue };
            let text = position.to_string();
            if self.seen.insert(text.clone()) {
                candidates.push(Candidate { text, position, dice: self.balanced.then_some(dice) });
            }
        }
        candidates
    }

    /// Takes the fair positions from judged candidates, which must be in the order in which they were drawn.
    pub fn take(&mut self, judged: impl IntoIterator<Item = Judged>) {
        let room = (self.count as usize).saturating_sub(self.found.len());
        let fair = judged.into_iter().filter(|judged| judged.is_fair).map(|judged| judged.text);
        self.found.extend(fair.take(room));
    }

    /// Searches on this thread, and returns the positions.
    pub(crate) fn alone(mut self) -> Vec<String> {
        loop {
            let candidates = self.candidates(1);
            if candidates.is_empty() {
                return self.finish();
            }
            self.take(candidates.into_iter().map(Candidate::judged));
        }
    }

    /// Returns the positions. Repeats them if there are fewer than requested, or returns the game's own start if there
    /// are none.
    pub fn finish(mut self) -> Vec<String> {
        if self.found.is_empty() {
            self.found.push(self.game.start(self.rules).to_string());
        }
        self.found.iter().cycle().take(self.count as usize).cloned().collect()
    }
}
