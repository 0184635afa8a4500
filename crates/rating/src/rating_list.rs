//! A rating list across runs: ranks, their errors, and their history.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::bradley_terry::Anchor;
use crate::counter::{Counter, parts};
use crate::model::{Model, rate_at_once};
use crate::ratings::{Rating, Ratings};
use crate::results::{MatchResult, Pair, Player, Results, ResultsError};
use crate::table::Table;

/// Who played in a run: a bot entered under a name, in one of its versions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contestant {
    /// The entrant's name, the same in every run.
    pub entrant: String,
    /// Identifies this version of the bot, such as the hash of its module and settings.
    pub version: String,
}

/// What one line of the list represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// An entrant in one version: a new version starts anew.
    Version,
    /// An entrant, whatever its version. Games between versions of one entrant do not count.
    Entrant,
}

/// When a line is marked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks {
    /// Fewer games than this are provisional.
    pub provisional_games: u32,
    /// So is a deviation above this, on the model's scale, where it has one.
    pub provisional_deviation: f64,
    /// Inactive after this many runs without a game.
    pub inactive_runs: usize,
}

impl Default for Marks {
    fn default() -> Self {
        Self { provisional_games: 25, provisional_deviation: 110.0, inactive_runs: 5 }
    }
}

/// A rating after one run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryPoint {
    /// Index of the run, in the order they were added.
    pub run: usize,
    /// The rating then.
    pub rating: f64,
    /// Its deviation then.
    pub deviation: Option<f64>,
    /// Games counted up to then.
    pub games: u32,
}

/// One line of the list.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Place in the list, from 1; players without games share none.
    pub place: Option<usize>,
    /// Index into the list's ratings.
    pub player: Player,
    /// The entrant, and the version if lines stand for versions (else the latest).
    pub contestant: &'a Contestant,
    /// The rating now.
    pub rating: &'a Rating,
    /// Whether the rating rests on too little.
    pub provisional: bool,
    /// Whether the last game is recent enough.
    pub active: bool,
    /// Index of the last run with a game of this line.
    pub last_run: Option<usize>,
    /// One point for each run since the line appeared.
    pub history: &'a [HistoryPoint],
}

/// Why a run cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddRunError {
    /// Names and results do not fit together.
    #[error("run {run:?}: {contestants} contestants for {players} players")]
    Contestants {
        /// The run.
        run: String,
        /// How many contestants were named.
        contestants: usize,
        /// How many players the results have.
        players: usize,
    },
    /// Games without an order, for a model that needs one.
    #[error("run {run:?}: the model {model} needs the order of games")]
    Order {
        /// The run.
        run: String,
        /// The model.
        model: &'static str,
    },
    /// All runs together are too much.
    #[error("run {run:?}")]
    Results {
        /// The run.
        run: String,
        /// What is wrong with its results.
        #[source]
        source: ResultsError,
    },
}

/// Ratings over all runs added so far, in that order.
///
/// After each run all results are rated together, so that the list after a run depends on nothing but the runs up to it.
/// A match that repeats one of an earlier run (the same bots, start, seats and settings) carries no news: the caller
/// marks it as a copy, with [`crate::results::copies`] over the keys of all runs.
#[derive(Clone, Debug)]
pub struct RatingList {
    model: Model,
    line: Line,
    marks: Marks,
    runs: Vec<String>,
    index: BTreeMap<Contestant, usize>,
    contestants: Vec<Contestant>,
    anchors: Vec<(Contestant, f64)>,
    games: Games,
    last_run: Vec<Option<usize>>,
    history: Vec<Vec<HistoryPoint>>,
    ratings: Ratings,
    within_entrant: usize,
}

/// The games of all runs, as the model needs them.
#[derive(Clone, Debug)]
enum Games {
    /// Counted: their order does not matter.
    Counted(Counter),
    /// In order.
    Ordered(Vec<MatchResult>),
}

impl RatingList {
    /// A list without runs. A Bradley-Terry list keeps counts, the others keep every game.
    pub fn new(model: Model, line: Line, marks: Marks) -> Self {
        let games = match model {
            Model::BradleyTerry(_) => Games::Counted(Counter::default()),
            _ => Games::Ordered(Vec::new()),
        };
        Self {
            model,
            line,
            marks,
            runs: Vec::new(),
            index: BTreeMap::new(),
            contestants: Vec::new(),
            anchors: Vec::new(),
            games,
            last_run: Vec::new(),
            history: Vec::new(),
            ratings: Ratings::of(Vec::new()),
            within_entrant: 0,
        }
    }

    /// The same with ratings that are given; of Bradley-Terry's models alone.
    #[must_use]
    pub fn anchored(self, anchors: Vec<(Contestant, f64)>) -> Self {
        Self { anchors, ..self }
    }

    /// Adds the results of a run, whose player `i` is `contestants[i]`, and rates all runs anew.
    ///
    /// # Errors
    /// If there are not as many contestants as players, or more results than can be rated together. The list is then
    /// as before.
    pub fn add_run(
        &mut self,
        name: &str,
        contestants: &[Contestant],
        results: &Results,
    ) -> Result<(), AddRunError> {
        if contestants.len() != results.players() {
            let (contestants, players) = (contestants.len(), results.players());
            return Err(AddRunError::Contestants { run: name.to_string(), contestants, players });
        }
        let mut next = Lines::of(self);
        let lines: Vec<Player> = contestants.iter().map(|contestant| next.line(contestant)).collect();
        let is_within = |played: &MatchResult| lines[played.first.index()] == lines[played.second.index()];
        if let Games::Ordered(before) = &self.games {
            let matches = in_order(before, results, &lines);
            let failed = |source| AddRunError::Results { run: name.to_string(), source };
            let all = Results::new(next.contestants.len(), matches).map_err(failed)?;
            self.ratings = self.model.rate(&all);
            self.games = Games::Ordered(all.matches().to_vec());
        } else if let Games::Counted(counter) = &mut self.games {
            counter.add_all(Counter::of(results, MatchResult::counts), &lines);
        }
        self.within_entrant += results.matches().iter().filter(|played| is_within(played)).count();
        let between = results.matches().iter().filter(|played| !is_within(played));
        let played = between.flat_map(|played| [played.first, played.second]);
        self.end_run(name, next, played.map(|player| lines[player.index()]));
        Ok(())
    }

    /// Adds the counted games of a run, whose player `i` is `contestants[i]`, and rates all runs anew.
    ///
    /// # Errors
    /// If the model is another than Bradley-Terry's.
    pub fn add_counted(
        &mut self,
        name: &str,
        contestants: &[Contestant],
        mut games: Counter,
    ) -> Result<(), AddRunError> {
        let mut next = Lines::of(self);
        let Games::Counted(counter) = &mut self.games else {
            return Err(AddRunError::Order { run: name.to_string(), model: self.model.name() });
        };
        let lines: Vec<Player> = contestants.iter().map(|contestant| next.line(contestant)).collect();
        let mut played = vec![false; lines.len()];
        for &(unit, _) in games.merged() {
            let (low, high, _) = parts(unit);
            if lines[low.index()] != lines[high.index()] {
                (played[low.index()], played[high.index()]) = (true, true);
            }
        }
        self.within_entrant += counter.add_all(games, &lines);
        self.end_run(
            name,
            next,
            lines.iter().zip(played).filter_map(|(&line, played)| played.then_some(line)),
        );
        Ok(())
    }

    /// Rates all runs, the last of which is `name`, in which `played` had games.
    fn end_run(&mut self, name: &str, lines: Lines, played: impl Iterator<Item = Player>) {
        let run = self.runs.len();
        self.runs.push(name.to_string());
        (self.index, self.contestants) = (lines.index, lines.contestants);
        let anchors = self.anchors();
        if let (Games::Counted(counter), Model::BradleyTerry(options)) = (&mut self.games, &self.model) {
            self.ratings = rate_at_once(&Table::of(counter, self.contestants.len()), options, &anchors);
        }
        self.last_run.resize(self.contestants.len(), None);
        self.history.resize(self.contestants.len(), Vec::new());
        for line in played {
            self.last_run[line.index()] = Some(run);
        }
        for (history, Rating { rating, deviation, tally, .. }) in
            self.history.iter_mut().zip(&self.ratings.players)
        {
            history.push(HistoryPoint { run, rating: *rating, deviation: *deviation, games: tally.games() });
        }
    }

    fn anchors(&self) -> Vec<Anchor> {
        let found = self.anchors.iter().filter_map(|(contestant, rating)| {
            let line = *self.index.get(&key(self.line, contestant))?;
            Some(Anchor { player: line.into(), rating: *rating })
        });
        found.collect()
    }

    /// Who scored what against whom, of the games that count.
    pub fn table(&self) -> Table {
        match &self.games {
            Games::Counted(counter) => Table::of(&mut counter.clone(), self.contestants.len()),
            Games::Ordered(matches) => Results::new(self.contestants.len(), matches.clone())
                .map_or_else(|_| Table::of(&mut Counter::default(), 0), |results| Table::counted(&results)),
        }
    }

    /// Names of the runs, in the order they were added.
    pub fn runs(&self) -> &[String] {
        &self.runs
    }

    /// The model in use.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Ratings by line, with what the whole needs to be read with.
    pub fn ratings(&self) -> &Ratings {
        &self.ratings
    }

    /// How many games between versions of one entrant were left out.
    pub fn within_entrant(&self) -> usize {
        self.within_entrant
    }

    /// The lines from the best down; equal ratings share a place.
    pub fn entries(&self) -> Vec<Entry<'_>> {
        let mut entries: Vec<Entry<'_>> = Vec::new();
        for player in self.ratings.ranking() {
            let mut entry = self.entry(player);
            if entry.rating.games() > 0 {
                let level =
                    entries.last().filter(|last| last.rating.rating.total_cmp(&entry.rating.rating).is_eq());
                entry.place = level.map_or(Some(entries.len() + 1), |last| last.place);
            }
            entries.push(entry);
        }
        entries
    }

    fn entry(&self, player: Player) -> Entry<'_> {
        let line = player.index();
        let rating = &self.ratings.players[line];
        let Marks { provisional_games, provisional_deviation, inactive_runs } = self.marks;
        let unsure = rating.deviation.is_some_and(|deviation| deviation > provisional_deviation);
        let last_run = self.last_run[line];
        Entry {
            place: None,
            player,
            contestant: &self.contestants[line],
            rating,
            provisional: rating.games() < provisional_games || unsure,
            active: last_run.is_some_and(|last| self.runs.len() - 1 - last < inactive_runs.max(1)),
            last_run,
            history: &self.history[line],
        }
    }
}

/// What a line represents.
fn key(line: Line, contestant: &Contestant) -> Contestant {
    match line {
        Line::Version => contestant.clone(),
        Line::Entrant => Contestant { entrant: contestant.entrant.clone(), version: String::new() },
    }
}

/// The lines with those of a new run, kept apart until it is known to fit.
struct Lines {
    line: Line,
    index: BTreeMap<Contestant, usize>,
    contestants: Vec<Contestant>,
}

impl Lines {
    fn of(list: &RatingList) -> Self {
        Self { line: list.line, index: list.index.clone(), contestants: list.contestants.clone() }
    }

    fn line(&mut self, contestant: &Contestant) -> Player {
        let contestants = &mut self.contestants;
        let line = *self.index.entry(key(self.line, contestant)).or_insert_with(|| {
            contestants.push(contestant.clone());
            contestants.len() - 1
        });
        contestants[line] = contestant.clone();
        line.into()
    }
}

/// The matches of a run behind those before it, by lines, without those of a line against itself.
fn in_order(before: &[MatchResult], results: &Results, lines: &[Player]) -> Vec<MatchResult> {
    let mut matches = before.to_vec();
    // Where the run's matches went, to find the other leg of a pair.
    let mut placed: BTreeMap<usize, u32> = BTreeMap::new();
    for (at, played) in results.matches().iter().enumerate() {
        let [first, second] = [played.first, played.second].map(|player| lines[player.index()]);
        if first == second {
            continue;
        }
        // A pair is named by the place of its first leg, so that pairs of different runs keep apart.
        let place = matches.len() as u32;
        let pair = results.other_leg(at).map(|other| Pair(*placed.get(&other).unwrap_or(&place)));
        if pair.is_some() {
            placed.insert(at, place);
        }
        matches.push(MatchResult { first, second, pair, ..*played });
    }
    matches
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the figures are rounded, or exact by the rule")]
mod tests {
    use super::*;
    use crate::results::Score;

    fn contestants(names: &[(&str, &str)]) -> Vec<Contestant> {
        names
            .iter()
            .map(|(entrant, version)| Contestant { entrant: (*entrant).into(), version: (*version).into() })
            .collect()
    }

    fn results(players: usize, games: &[(usize, usize, Score)]) -> Results {
        Results::new(players, games.iter().map(|&(a, b, score)| MatchResult::new(a, b, score)).collect())
            .unwrap()
    }

    fn list(line: Line) -> RatingList {
        let mut list = RatingList::new(
            Model::named("elo").unwrap(),
            line,
            Marks { inactive_runs: 2, ..Marks::default() },
        );
        let first = contestants(&[("Ann", "1"), ("Bob", "1"), ("Cid", "1")]);
        list.add_run("one", &first, &results(3, &[(0, 1, Score::Win), (1, 2, Score::Win)])).unwrap();
        let second = contestants(&[("Ann", "1"), ("Ann", "2"), ("Bob", "1")]);
        list.add_run("two", &second, &results(3, &[(1, 0, Score::Win), (1, 2, Score::Win)])).unwrap();
        list
    }

    fn names(list: &RatingList) -> Vec<(String, String, u32)> {
        let name = |entry: &Entry<'_>| {
            (entry.contestant.entrant.clone(), entry.contestant.version.clone(), entry.rating.games())
        };
        list.entries().iter().map(name).collect()
    }

    #[test]
    fn versions_are_lines_of_their_own() {
        let expected = [("Ann", "2", 2), ("Ann", "1", 2), ("Bob", "1", 3), ("Cid", "1", 1)];
        assert_eq!(
            names(&list(Line::Version)),
            expected.map(|(e, v, games)| (e.to_string(), v.to_string(), games))
        );
    }

    #[test]
    fn an_entrant_is_one_line_under_its_latest_version() {
        let list = list(Line::Entrant);
        let expected = [("Ann", "2", 2), ("Bob", "1", 3), ("Cid", "1", 1)];
        assert_eq!(names(&list), expected.map(|(e, v, games)| (e.to_string(), v.to_string(), games)));
        assert_eq!(list.within_entrant(), 1);
    }

    #[test]
    fn history_grows_by_a_point_a_run_since_the_line_appeared() {
        let list = list(Line::Version);
        let entries = list.entries();
        let runs = |entry: &Entry<'_>| entry.history.iter().map(|point| point.run).collect::<Vec<_>>();
        assert_eq!(runs(&entries[0]), [1]);
        assert_eq!(runs(&entries[1]), [0, 1]);
        assert_eq!(entries[1].history[1].rating, entries[1].rating.rating);
        assert_eq!(entries[1].history[0].games, 1);
    }

    #[test]
    fn lines_without_recent_games_are_inactive() {
        let mut list = list(Line::Version);
        let active = |list: &RatingList| list.entries().iter().map(|entry| entry.active).collect::<Vec<_>>();
        assert_eq!(active(&list), [true, true, true, true]);
        list.add_run("three", &[], &results(0, &[])).unwrap();
        assert_eq!(active(&list), [true, true, true, false]);
        assert!(list.entries().iter().all(|entry| entry.provisional));
    }

    #[test]
    fn a_run_that_does_not_fit_leaves_the_list_alone() {
        let mut list = list(Line::Version);
        let before = names(&list);
        let error = list.add_run("bad", &contestants(&[("Ann", "1")]), &results(2, &[])).unwrap_err();
        assert_eq!(error.to_string(), "run \"bad\": 1 contestants for 2 players");
        assert_eq!((names(&list), list.runs().len()), (before, 2));
    }

    #[test]
    fn counted_games_are_rated_like_those_in_order() {
        let model = Model::named("bradley-terry").unwrap();
        let who = contestants(&[("Ann", "1"), ("Bob", "1"), ("Cid", "1")]);
        let games = [(0, 1, Score::Win), (1, 0, Score::Win), (1, 2, Score::Draw), (2, 0, Score::Loss)];
        let mut counted = RatingList::new(model, Line::Entrant, Marks::default());
        let mut counter = Counter::default();
        for (first, second, score) in games {
            counter.add(Player::from(first), Player::from(second), score, 3);
        }
        counted.add_counted("one", &who, counter.clone()).unwrap();
        let mut plain = RatingList::new(model, Line::Entrant, Marks::default());
        plain.add_run("one", &who, &results(3, &games.repeat(3))).unwrap();
        assert_eq!(counted.ratings().players, plain.ratings().players);
        assert_eq!(counted.table(), plain.table());
        let mut elo = list(Line::Entrant);
        let error = elo.add_counted("file", &who, counter).unwrap_err();
        assert_eq!(error.to_string(), "run \"file\": the model elo needs the order of games");
        assert_eq!(elo.runs().len(), 2);
    }

    #[test]
    fn anchors_are_found_by_who_they_are() {
        let model = Model::named("bradley-terry").unwrap();
        let who = contestants(&[("Ann", "1"), ("Bob", "1")]);
        let anchors = vec![(contestants(&[("Bob", "9")]).remove(0), 2000.0)];
        let mut list = RatingList::new(model, Line::Entrant, Marks::default()).anchored(anchors);
        let games = [(0, 1, Score::Win), (1, 0, Score::Win), (0, 1, Score::Loss), (1, 0, Score::Loss)];
        list.add_run("one", &who, &results(2, &games)).unwrap();
        assert_eq!(list.ratings().players[1].rating, 2000.0);
    }

    #[test]
    fn pairs_of_different_runs_keep_apart() {
        let model = Model::named("bradley-terry").unwrap();
        let mut list = RatingList::new(model, Line::Version, Marks::default());
        let who = contestants(&[("Ann", "1"), ("Bob", "1")]);
        let legs = vec![
            MatchResult::new(0_usize, 1_usize, Score::Win).in_pair(0),
            MatchResult::new(1_usize, 0_usize, Score::Win).in_pair(0),
        ];
        let run = Results::new(2, legs).unwrap();
        for name in ["one", "two", "three"] {
            list.add_run(name, &who, &run).unwrap();
        }
        assert_eq!(list.ratings().players[0].games(), 6);
        assert!(list.ratings().notes.contains(&crate::note::Note::RobustErrors { paired: true }));
    }
}
