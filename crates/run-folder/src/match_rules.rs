//! The rules of each match of a run. After the rules of a game from a file change, recorded matches keep
//! the rules that they were played with.

use config::Plan;
use game::{Game, Rules};
use ledger::{Ledger, PlayedRules};
use tournament::MatchKey;

use crate::plan::recorded_game;
use crate::{RecordError, RecordedRun};

/// The rules of each match of a run.
pub struct MatchRules {
    list: PlayedRules,
    /// The current rules, then the earlier ones.
    all: Vec<StageRules>,
}

/// A game with its options in each stage.
struct StageRules {
    game: &'static dyn Game,
    /// `None` for a stage that was added after the rules changed, with options that these rules lack.
    stages: Vec<Option<Rules>>,
}

impl MatchRules {
    /// Reads the rules of a run. `game` and `stages` are the present game, and its options in each stage.
    ///
    /// # Errors
    /// When the record cannot be read, or earlier rules cannot be opened.
    pub fn read(
        ledger: &Ledger,
        game: &'static dyn Game,
        stages: &[&Rules],
    ) -> Result<MatchRules, RecordError> {
        let list = PlayedRules::read(&ledger.files()?)?;
        let now = stages.iter().map(|rules| Some((*rules).clone())).collect();
        let mut all = vec![StageRules { game, stages: now }];
        for earlier in &list.earlier {
            let game = recorded_game(ledger, &[], &earlier.game)?;
            // A stage that has begun keeps its options, so they are the same in the present text.
            let options = |rules: &&Rules| Rules::parse(game.options(), &rules.to_string()).ok();
            all.push(StageRules { game, stages: stages.iter().map(options).collect() });
        }
        Ok(MatchRules { list, all })
    }

    /// Returns the games, each with its options in each stage: the present rules, then each of the earlier ones.
    pub fn all(&self) -> impl Iterator<Item = (&'static dyn Game, &[Option<Rules>])> {
        self.all.iter().map(|rules| (rules.game, &rules.stages[..]))
    }

    /// Returns the earlier games, each with its matches.
    pub fn earlier(&self) -> impl Iterator<Item = (&'static dyn Game, impl Iterator<Item = MatchKey>)> {
        let matches = self.list.earlier.iter().map(|earlier| earlier.matches.iter().copied());
        self.all.iter().skip(1).map(|rules| rules.game).zip(matches)
    }

    /// Returns the index of a match's rules in [`MatchRules::all`].
    pub fn index_of(&self, key: MatchKey) -> usize {
        let earlier = self.list.earlier.iter().position(|earlier| earlier.matches.contains(&key));
        earlier.map_or(0, |index| index + 1)
    }

    /// Returns the game with whose rules a match was played, or will be.
    pub fn game_of(&self, key: MatchKey) -> &'static dyn Game {
        self.all[self.index_of(key)].game
    }

    /// Returns the options with which a match was played, or will be; `None` if its rules have no such stage.
    pub fn options_of(&self, key: MatchKey) -> Option<&Rules> {
        self.all[self.index_of(key)].stages.get(usize::from(key.stage()))?.as_ref()
    }
}

impl RecordedRun {
    /// Returns the game whose rules found the start positions that the run keeps for each stage: that of the first state
    /// with these positions, or the present one.
    ///
    /// # Errors
    /// When the record cannot be read, or earlier rules cannot be opened.
    pub fn opening_games(&self, plan: &Plan) -> Result<Vec<&'static dyn Game>, RecordError> {
        let mut games = vec![plan.game; plan.stages.len()];
        for state in (0..self.ledger.adoptions()?.len()).rev() {
            let was = self.ledger.inputs_at(state)?.files;
            let Some(key) = PlayedRules::read(&was)?.now else { break };
            for (stage, game) in plan.stages.iter().zip(&mut games) {
                let name = stage.kept_in();
                if stage.found.is_some() && was.get(&name) == plan.files.get(&name) {
                    *game = recorded_game(&self.ledger, &[], &key)?;
                }
            }
        }
        Ok(games)
    }
}
