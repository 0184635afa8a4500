//! A list of runs: kept in a file, extended by runs, and rated.

use std::collections::{BTreeMap, BTreeSet};

use rating::model::Model;
use rating::rating_list::{Contestant, Line, Marks, RatingList};
use rating::results::{MatchResult, Pair, Player, Results};
use results::{GameIdentity, RatedGame, RatedPlayer, RunGames, SeenGames};
use serde::{Deserialize, Serialize};

use crate::error::ListError;
use crate::file_games::{FileGames, Games};
use crate::game::{LeftOut, cleaned};
use crate::list_ratings::{ListRatings, field_of, look_alikes};
use crate::player_identity::PlayerIdentity;

/// The format at the start of a list's file.
const FORMAT: &str = "muster rating list 2";

/// The games of one run, or the games added to it since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredRun {
    /// The folder's name when the run was added.
    name: String,
    /// The identity of the run.
    id: String,
    /// The hash of all its games that are in the list so far.
    digest: String,
    players: Vec<RatedPlayer>,
    games: Vec<RatedGame>,
}

/// Runs in the order they were added, and the rating settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct List {
    format: String,
    /// The game's name; empty without runs.
    pub game: String,
    /// The name of the model.
    pub model: String,
    /// The identity that counts as one player.
    pub by: PlayerIdentity,
    runs: Vec<StoredRun>,
    /// `true` if one of the runs just read has a ladder.
    #[serde(skip)]
    has_ladder: bool,
}

impl Default for List {
    fn default() -> List {
        List {
            format: FORMAT.to_owned(),
            game: String::new(),
            model: Model::NAMES[0].to_owned(),
            by: PlayerIdentity::Bot,
            runs: Vec::new(),
            has_ladder: false,
        }
    }
}

/// The outcome of adding a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addition {
    /// The run had games that were not in the list.
    Games,
    /// The list already had all games of the run.
    Nothing,
}

impl List {
    /// Parses a list's file.
    ///
    /// # Errors
    /// Fails if this program did not write the file.
    pub fn parse(text: &[u8]) -> Result<List, ListError> {
        let list: List = serde_json::from_slice(text)?;
        if list.format != FORMAT {
            return Err(ListError::Format { found: list.format, expected: FORMAT });
        }
        Model::named(&list.model)?;
        Ok(list)
    }

    /// Returns `true` if one of the given runs has a ladder, which ranks by its own rating.
    pub fn has_ladder(&self) -> bool {
        self.has_ladder
    }

    /// Returns the number of runs. A run that has grown counts once for each addition.
    pub fn runs(&self) -> usize {
        self.runs.len()
    }

    /// Changes the model or the grouping, if given.
    pub(crate) fn set(&mut self, model: Option<&str>, by: Option<PlayerIdentity>) {
        if let Some(model) = model {
            model.clone_into(&mut self.model);
        }
        self.by = by.unwrap_or(self.by);
    }

    /// Adds a run. If the run is in the list and has grown, only the new games are added.
    pub(crate) fn add(&mut self, run: RunGames) -> Result<Addition, ListError> {
        if self.game.is_empty() {
            self.game.clone_from(&run.game);
        } else if self.game != run.game {
            return Err(ListError::OtherGame { game: self.game.clone(), other: run.game });
        }
        self.has_ladder |= run.has_ladder;
        let known: Vec<&StoredRun> = self.runs.iter().filter(|stored| stored.id == run.id).collect();
        let keys: BTreeSet<i64> =
            known.iter().flat_map(|stored| &stored.games).map(|game| game.key).collect();
        // New games may be anywhere in the schedule: a run grows by rounds, and by adopted changes.
        let is_known = |game: &RatedGame| keys.contains(&game.key);
        if let Some(stored) = known.last() {
            if run.digest(is_known) != stored.digest {
                return Err(ListError::Changed { games: keys.len() });
            }
            if keys.len() == run.played.len() {
                return Ok(Addition::Nothing);
            }
        }
        self.runs.push(StoredRun {
            digest: run.digest(|_| true),
            name: run.name,
            id: run.id,
            players: run.players,
            games: run.played.into_iter().filter(|game| !is_known(game)).collect(),
        });
        Ok(Addition::Games)
    }

    /// Rates all runs, then the games of files.
    pub(crate) fn rate(
        &self,
        model: Model,
        anchors: &[(String, f64)],
        files: Vec<FileGames>,
    ) -> Result<ListRatings, ListError> {
        let line = match self.by {
            PlayerIdentity::Bot => Line::Version,
            PlayerIdentity::Entrant => Line::Entrant,
        };
        let named = files.iter().flat_map(|file| &file.players).map(|name| RatedPlayer::named(name));
        let players: Vec<RatedPlayer> =
            self.runs.iter().flat_map(|run| run.players.clone()).chain(named).collect();
        let list = RatingList::new(model, line, Marks::default()).anchored(self.anchors(anchors, &players)?);
        let mut rated = ListRatings {
            list,
            games: 0,
            copies: 0,
            unrated: 0,
            unfinished: 0,
            against_itself: 0,
            is_anchored: !anchors.is_empty(),
            files: Vec::new(),
            look_alikes: Vec::new(),
            who: Vec::new(),
            field: None,
        };
        let mut seen = SeenInRuns::default();
        for run in &self.runs {
            self.rate_run(run, &mut seen, &mut rated)?;
        }
        for file in files {
            self.rate_file(file, &mut rated)?;
        }
        rated.against_itself += rated.list.within_entrant() as u64;
        let lines: BTreeMap<String, usize> = rated
            .list
            .entries()
            .iter()
            .map(|entry| (self.key_of(entry.contestant).to_owned(), entry.player.index()))
            .collect();
        let mut who = vec![None; lines.len()];
        for player in players {
            let line = lines.get(self.key_of(&self.contestant(&player)));
            if let Some(slot) = line.and_then(|&line| who.get_mut(line)) {
                *slot = Some(player);
            }
        }
        rated.who = who.into_iter().flatten().collect();
        if !rated.files.is_empty() {
            rated.look_alikes = look_alikes(&rated.who);
        }
        rated.field = field_of(&rated);
        Ok(rated)
    }

    fn rate_run(
        &self,
        run: &StoredRun,
        seen: &mut SeenInRuns,
        rated: &mut ListRatings,
    ) -> Result<(), ListError> {
        let failed = |source| ListError::Results { run: run.name.clone(), source };
        let plain = run.games.iter().map(result).collect();
        let checked = Results::new(run.players.len(), plain).map_err(failed)?;
        let contestants: Vec<Contestant> = run.players.iter().map(|player| self.contestant(player)).collect();
        let mut matches = checked.matches().to_vec();
        for (game, played) in run.games.iter().zip(&mut matches) {
            let players =
                [played.first, played.second].map(|player| seen.player(&contestants[player.index()]));
            let identity = GameIdentity::new(game.content, players, played.score);
            played.copy = seen.games.is_copy(played.rated, identity);
            rated.copies += u64::from(played.copy);
            rated.unrated += u64::from(!played.rated);
        }
        rated.games += matches.len() as u64;
        let results = Results::new(contestants.len(), matches).map_err(failed)?;
        Ok(rated.list.add_run(&run.name, &contestants, &results)?)
    }

    fn rate_file(&self, file: FileGames, rated: &mut ListRatings) -> Result<(), ListError> {
        let contestants: Vec<Contestant> =
            file.players.iter().map(|name| self.contestant(&RatedPlayer::named(name))).collect();
        rated.games += file.account.games();
        rated.unfinished += file.account.left_for(LeftOut::NoResult);
        rated.against_itself += file.account.left_for(LeftOut::AgainstItself);
        match file.games {
            Games::Counted(counter) => rated.list.add_counted(&file.name, &contestants, counter)?,
            Games::Ordered(results) => rated.list.add_run(&file.name, &contestants, &results)?,
        }
        rated.files.push((file.name, file.account));
        Ok(())
    }

    /// Returns the players that the anchors name.
    fn anchors(
        &self,
        anchors: &[(String, f64)],
        players: &[RatedPlayer],
    ) -> Result<Vec<(Contestant, f64)>, ListError> {
        let find = |(name, rating): &(String, f64)| {
            let called = players.iter().filter(|who| who.name == *name || who.name == cleaned(name));
            let found: BTreeSet<Contestant> = called.map(|who| self.contestant(who)).collect();
            let lines: BTreeSet<&str> = found.iter().map(|contestant| self.key_of(contestant)).collect();
            match (lines.len(), found.first()) {
                (1, Some(contestant)) => Ok((contestant.clone(), *rating)),
                (0, _) | (_, None) => Err(ListError::NoAnchor(name.clone())),
                (count, _) => Err(ListError::SeveralAnchors { name: name.clone(), count }),
            }
        };
        anchors.iter().map(find).collect()
    }

    /// Returns the identity of a player: a bot is identified by its module and settings, an entrant by its name.
    fn contestant(&self, who: &RatedPlayer) -> Contestant {
        let entrant = match self.by {
            PlayerIdentity::Bot => String::new(),
            PlayerIdentity::Entrant => who.name.clone(),
        };
        Contestant { entrant, version: who.version() }
    }

    fn key_of<'a>(&self, contestant: &'a Contestant) -> &'a str {
        match self.by {
            PlayerIdentity::Bot => &contestant.version,
            PlayerIdentity::Entrant => &contestant.entrant,
        }
    }
}

/// The games of all runs that count so far.
#[derive(Default)]
struct SeenInRuns {
    players: BTreeMap<Contestant, Player>,
    games: SeenGames,
}

impl SeenInRuns {
    /// Returns the number of a contestant, which is the same in all runs.
    fn player(&mut self, contestant: &Contestant) -> Player {
        let next = Player::from(self.players.len());
        match self.players.get(contestant) {
            Some(known) => *known,
            None => *self.players.entry(contestant.clone()).or_insert(next),
        }
    }
}

fn result(game: &RatedGame) -> MatchResult {
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

    fn who(name: &str, module: &str) -> RatedPlayer {
        RatedPlayer {
            name: name.into(),
            bot: format!("{name}.wasm"),
            module: module.into(),
            settings: String::new(),
        }
    }

    fn run(id: &str, players: &[(&str, &str)], games: &[(u32, u32, u8, u64)]) -> RunGames {
        let played = |&(first, second, half_points, content): &(u32, u32, u8, u64)| RatedGame {
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
            has_ladder: false,
        }
    }

    fn rate(list: &List) -> Result<ListRatings, ListError> {
        list.rate(Model::named(&list.model).unwrap(), &[], Vec::new())
    }

    fn names(list: &List) -> Vec<(String, u32)> {
        let rated = rate(list).unwrap();
        let name = |entry: &rating::rating_list::RatedEntry<'_>| {
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
        list.set(None, Some(PlayerIdentity::Entrant));
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
        let rated = rate(&list).unwrap();
        assert_eq!((rated.games, rated.copies, rated.list.table().scores()[0].games()), (5, 2, 3));
    }

    #[test]
    fn a_run_is_taken_once_and_grows_anywhere_in_its_schedule() {
        let mut list = List::default();
        let players = [("Ann", "1"), ("Bob", "2")];
        let games = [(0, 1, 2, 1), (1, 0, 2, 2), (0, 1, 1, 3)];
        let first = [games[0], games[2]];
        assert_eq!(list.add(run("a", &players, &first)).unwrap(), Addition::Games);
        assert_eq!(list.add(run("a", &players, &first)).unwrap(), Addition::Nothing);
        assert_eq!(list.add(run("a", &players, &games)).unwrap(), Addition::Games);
        assert_eq!(list.add(run("a", &players, &games)).unwrap(), Addition::Nothing);
        assert_eq!(rate(&list).unwrap().games, 3);
        let changed = [(0, 1, 2, 9), (1, 0, 2, 2), (0, 1, 1, 3)];
        assert!(matches!(list.add(run("a", &players, &changed)), Err(ListError::Changed { games: 3 })));
        assert!(matches!(list.add(run("a", &players, &games[..1])), Err(ListError::Changed { games: 3 })));
    }

    #[test]
    fn a_list_is_read_back_and_a_spoiled_one_is_refused() {
        let mut list = List::default();
        list.add(run("a", &[("Ann", "1"), ("Bob", "2")], &[(0, 1, 2, u64::MAX)])).unwrap();
        let text = serde_json::to_string(&list).unwrap();
        assert_eq!(List::parse(text.as_bytes()).unwrap(), list);
        for (old, new) in [("list 2", "list 9"), ("bradley", "badly"), ("[", "{"), ("ffff", "gggg")] {
            assert!(List::parse(text.replacen(old, new, 1).as_bytes()).is_err(), "{old}");
        }
        // Invalid players are detected when the games are rated.
        let strange = List::parse(text.replace("\"second\":1", "\"second\":7").as_bytes()).unwrap();
        assert!(matches!(rate(&strange), Err(ListError::Results { .. })));
    }

    #[test]
    fn two_games_do_not_mix() {
        let mut list = List::default();
        list.add(run("a", &[("Ann", "1"), ("Bob", "2")], &[])).unwrap();
        let other = RunGames { game: "go".into(), ..run("b", &[], &[]) };
        assert!(matches!(list.add(other), Err(ListError::OtherGame { .. })));
    }
}
