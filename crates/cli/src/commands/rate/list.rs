//! Runs put together, and what they are rated to.

use std::collections::{BTreeMap, BTreeSet};

use rating::model::{Model, UnknownModel};
use rating::rating_list::{AddRunError, Contestant, Line, Marks, RatingList};
use rating::results::{MatchResult, Pair, Results, ResultsError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::By;
use super::read::{Played, RunGames, Who};

/// What the file of a list begins with.
const FORMAT: &str = "muster rating list 2";

/// Games of one run, or those it has grown by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredRun {
    /// The folder's name when it was added.
    pub(crate) name: String,
    /// Which run it is.
    pub(crate) id: String,
    /// Hash of all its games that are in the list by now.
    pub(crate) digest: String,
    pub(crate) players: Vec<Who>,
    pub(crate) games: Vec<Played>,
}

/// Runs in the order they were added, and how they are rated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct List {
    format: String,
    /// The game's name; empty without runs.
    pub(crate) game: String,
    /// The model's name.
    pub(crate) model: String,
    pub(crate) by: By,
    pub(crate) runs: Vec<StoredRun>,
}

impl Default for List {
    fn default() -> List {
        List {
            format: FORMAT.to_owned(),
            game: String::new(),
            model: Model::NAMES[0].to_owned(),
            by: By::Bot,
            runs: Vec::new(),
        }
    }
}

/// Why runs cannot be rated together.
#[derive(Debug, Error)]
pub(crate) enum ListError {
    /// The text is not JSON of the right shape.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Another program's file.
    #[error("its format is {0:?}, not {FORMAT:?}")]
    Format(String),
    /// Strength in one game says nothing about another.
    #[error("it is of the game {other}, and the runs before it are of {game}")]
    OtherGame { game: String, other: String },
    /// What was rated has changed.
    #[error("it is in the list, but the {games} games that were rated are not those that stand in it now")]
    Changed { games: usize },
    #[error(transparent)]
    Model(#[from] UnknownModel),
    #[error("run {run:?}")]
    Results {
        run: String,
        #[source]
        source: ResultsError,
    },
    #[error(transparent)]
    Add(#[from] AddRunError),
}

/// What became of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// There were games that the list did not have.
    Games,
    /// The list has had them all.
    Nothing,
}

/// A list with its ratings.
pub(crate) struct Rated {
    pub(crate) list: RatingList,
    /// Games of all runs.
    pub(crate) games: usize,
    /// Those of them that are copies of earlier ones.
    pub(crate) copies: usize,
    /// Those that rulings left out.
    pub(crate) unrated: usize,
    /// Who stands behind each line of the list, by its index; the latest name and version.
    pub(crate) who: Vec<Who>,
    /// The games that were rated, between lines, without pairs.
    pub(crate) results: Results,
}

impl List {
    /// Reads a list's file.
    pub(crate) fn parse(text: &str) -> Result<List, ListError> {
        let list: List = serde_json::from_str(text)?;
        if list.format != FORMAT {
            return Err(ListError::Format(list.format));
        }
        Model::named(&list.model)?;
        Ok(list)
    }

    /// Changes how the runs are rated, where something is said about it.
    pub(crate) fn set(&mut self, model: Option<&str>, by: Option<By>) {
        if let Some(model) = model {
            model.clone_into(&mut self.model);
        }
        self.by = by.unwrap_or(self.by);
    }

    /// Adds a run; of one that is there and has grown, only what is new.
    pub(crate) fn add(&mut self, run: RunGames) -> Result<Added, ListError> {
        if self.game.is_empty() {
            self.game.clone_from(&run.game);
        } else if self.game != run.game {
            return Err(ListError::OtherGame { game: self.game.clone(), other: run.game });
        }
        let known: Vec<&StoredRun> = self.runs.iter().filter(|stored| stored.id == run.id).collect();
        let keys: BTreeSet<i64> =
            known.iter().flat_map(|stored| &stored.games).map(|game| game.key).collect();
        // What is new may stand anywhere in the schedule: a run grows by rounds, and by changes it adopts.
        let is_known = |game: &Played| keys.contains(&game.key);
        if let Some(stored) = known.last() {
            if run.digest(is_known) != stored.digest {
                return Err(ListError::Changed { games: keys.len() });
            }
            if keys.len() == run.played.len() {
                return Ok(Added::Nothing);
            }
        }
        self.runs.push(StoredRun {
            digest: run.digest(|_| true),
            name: run.name,
            id: run.id,
            players: run.players,
            games: run.played.into_iter().filter(|game| !is_known(game)).collect(),
        });
        Ok(Added::Games)
    }

    /// Rates all runs.
    pub(crate) fn rate(&self) -> Result<Rated, ListError> {
        let line = match self.by {
            By::Bot => Line::Version,
            By::Entrant => Line::Entrant,
        };
        let mut list = RatingList::new(Model::named(&self.model)?, line, Marks::default());
        let mut seen = BTreeSet::new();
        let mut all: Vec<(&Who, &Who, MatchResult)> = Vec::new();
        for run in &self.runs {
            let failed = |source| ListError::Results { run: run.name.clone(), source };
            let plain = run.games.iter().map(result).collect();
            let checked = Results::new(run.players.len(), plain).map_err(failed)?;
            let mut matches = checked.matches().to_vec();
            for (game, played) in run.games.iter().zip(&mut matches) {
                let [first, second] =
                    [played.first, played.second].map(|player| &run.players[player.index()]);
                let key = (self.contestant(first), self.contestant(second), game.content, game.half_points);
                played.copy = played.rated && game.content != 0 && !seen.insert(key);
                all.push((first, second, *played));
            }
            let contestants: Vec<Contestant> =
                run.players.iter().map(|player| self.contestant(player)).collect();
            let results = Results::new(contestants.len(), matches).map_err(failed)?;
            list.add_run(&run.name, &contestants, &results)?;
        }
        let lines: BTreeMap<String, usize> = list
            .entries()
            .iter()
            .map(|entry| (self.key_of(entry.contestant).to_owned(), entry.player.index()))
            .collect();
        let line_of = |who: &Who| lines.get(self.key_of(&self.contestant(who))).copied();
        let mut who = vec![None; lines.len()];
        for player in self.runs.iter().flat_map(|run| &run.players) {
            if let Some(slot) = line_of(player).and_then(|line| who.get_mut(line)) {
                *slot = Some(player.clone());
            }
        }
        let between = all.iter().filter_map(|(first, second, played)| {
            let (first, second) = (line_of(first)?, line_of(second)?);
            let counts = played.counts() && first != second;
            counts.then(|| MatchResult { pair: None, ..MatchResult::new(first, second, played.score) })
        });
        let whole = |source| ListError::Results { run: "all runs".to_owned(), source };
        let results = Results::new(lines.len(), between.collect()).map_err(whole)?;
        Ok(Rated {
            games: all.len(),
            copies: all.iter().filter(|(.., played)| played.copy).count(),
            unrated: all.iter().filter(|(.., played)| !played.rated).count(),
            who: who.into_iter().flatten().collect(),
            list,
            results,
        })
    }

    /// A bot is told by what it is, whatever it is called; an entrant by its name.
    fn contestant(&self, who: &Who) -> Contestant {
        let entrant = match self.by {
            By::Bot => String::new(),
            By::Entrant => who.name.clone(),
        };
        Contestant { entrant, version: who.version() }
    }

    fn key_of<'a>(&self, contestant: &'a Contestant) -> &'a str {
        match self.by {
            By::Bot => &contestant.version,
            By::Entrant => &contestant.entrant,
        }
    }
}

fn result(game: &Played) -> MatchResult {
    MatchResult {
        pair: game.pair.map(Pair),
        moves: game.moves,
        rated: game.rated,
        ..MatchResult::new(game.first as usize, game.second as usize, game.score())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(name: &str, module: &str) -> Who {
        Who { name: name.into(), bot: format!("{name}.wasm"), module: module.into(), settings: String::new() }
    }

    fn run(id: &str, players: &[(&str, &str)], games: &[(u32, u32, u8, u64)]) -> RunGames {
        let played = |&(first, second, half_points, content): &(u32, u32, u8, u64)| Played {
            key: content as i64,
            first,
            second,
            half_points,
            pair: None,
            moves: [9, 9],
            rated: true,
            content,
        };
        RunGames {
            name: id.into(),
            game: "chess".into(),
            id: id.into(),
            players: players.iter().map(|(name, module)| who(name, module)).collect(),
            played: games.iter().map(played).collect(),
            hashes: games.iter().map(|game| [game.3 as u8; 32]).collect(),
            facts: Vec::new(),
        }
    }

    fn names(list: &List) -> Vec<(String, u32)> {
        let rated = list.rate().unwrap();
        let name = |entry: &rating::rating_list::Entry<'_>| {
            (rated.who[entry.player.index()].name.clone(), entry.rating.games())
        };
        rated.list.entries().iter().map(name).collect()
    }

    #[test]
    fn a_bot_under_two_names_is_one_bot_and_two_entrants() {
        let mut list = List::default();
        list.add(run("a", &[("Ann", "1"), ("Bob", "2")], &[(0, 1, 2, 1), (1, 0, 1, 2)])).unwrap();
        list.add(run("b", &[("Anna", "1"), ("Bob", "2")], &[(0, 1, 2, 3)])).unwrap();
        assert_eq!(names(&list), [("Anna".to_owned(), 3), ("Bob".to_owned(), 3)]);
        list.set(None, Some(By::Entrant));
        let mut by_entrant = names(&list);
        by_entrant.sort();
        assert_eq!(
            by_entrant,
            [("Ann", 2), ("Anna", 1), ("Bob", 3)].map(|(name, games)| (name.to_owned(), games))
        );
    }

    #[test]
    fn a_copy_counts_once_across_runs() {
        let mut list = List::default();
        let players = [("Ann", "1"), ("Bob", "2")];
        list.add(run("a", &players, &[(0, 1, 2, 1), (0, 1, 2, 1), (1, 0, 2, 1)])).unwrap();
        list.add(run("b", &players, &[(0, 1, 2, 1), (0, 1, 0, 5)])).unwrap();
        let rated = list.rate().unwrap();
        assert_eq!((rated.games, rated.copies, rated.results.matches().len()), (5, 2, 3));
    }

    #[test]
    fn a_run_is_taken_once_and_grows_anywhere_in_its_schedule() {
        let mut list = List::default();
        let players = [("Ann", "1"), ("Bob", "2")];
        let games = [(0, 1, 2, 1), (1, 0, 2, 2), (0, 1, 1, 3)];
        let first = [games[0], games[2]];
        assert_eq!(list.add(run("a", &players, &first)).unwrap(), Added::Games);
        assert_eq!(list.add(run("a", &players, &first)).unwrap(), Added::Nothing);
        assert_eq!(list.add(run("a", &players, &games)).unwrap(), Added::Games);
        assert_eq!(list.add(run("a", &players, &games)).unwrap(), Added::Nothing);
        assert_eq!(list.rate().unwrap().games, 3);
        let changed = [(0, 1, 2, 9), (1, 0, 2, 2), (0, 1, 1, 3)];
        assert!(matches!(list.add(run("a", &players, &changed)), Err(ListError::Changed { games: 3 })));
        assert!(matches!(list.add(run("a", &players, &games[..1])), Err(ListError::Changed { games: 3 })));
    }

    #[test]
    fn a_list_is_read_back_and_a_spoiled_one_is_refused() {
        let mut list = List::default();
        list.add(run("a", &[("Ann", "1"), ("Bob", "2")], &[(0, 1, 2, u64::MAX)])).unwrap();
        let text = serde_json::to_string(&list).unwrap();
        assert_eq!(List::parse(&text).unwrap(), list);
        for (old, new) in [("list 2", "list 9"), ("bradley", "badly"), ("[", "{"), ("ffff", "gggg")] {
            assert!(List::parse(&text.replacen(old, new, 1)).is_err(), "{old}");
        }
        // Players that do not exist are found when the games are rated.
        let strange = List::parse(&text.replace("\"second\":1", "\"second\":7")).unwrap();
        assert!(matches!(strange.rate(), Err(ListError::Results { .. })));
    }

    #[test]
    fn two_games_do_not_mix() {
        let mut list = List::default();
        list.add(run("a", &[("Ann", "1"), ("Bob", "2")], &[])).unwrap();
        let other = RunGames { game: "go".into(), ..run("b", &[], &[]) };
        assert!(matches!(list.add(other), Err(ListError::OtherGame { .. })));
    }
}
