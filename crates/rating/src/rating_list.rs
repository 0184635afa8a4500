//! A rating list across runs: ranks, standard errors, and history.

mod entry;
mod line;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use thiserror::Error;

pub use self::entry::{HistoryPoint, Marks, RatedEntry};
pub use self::line::{Contestant, Line};
use self::line::{Lines, key};
use crate::bradley_terry::Anchor;
use crate::model::{Model, rate_at_once};
use crate::ratings::{Rating, Ratings};
use crate::result_counter::Counter;
use crate::results::{MatchResult, Pair, Player, Results, ResultsError};
use crate::table::Table;

/// A reason why a run cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddRunError {
    /// The number of contestants differs from the number of players.
    #[error("run {run:?}: {contestants} contestants for {players} players")]
    Contestants {
        /// The run.
        run: String,
        /// Number of contestants given.
        contestants: usize,
        /// Number of players in the results.
        players: usize,
    },
    /// The games have no order, but the model needs one.
    #[error("run {run:?}: the model {model} needs the order of games")]
    Order {
        /// The run.
        run: String,
        /// The model.
        model: &'static str,
    },
    /// All runs together exceed a limit.
    #[error("run {run:?}")]
    Results {
        /// The run.
        run: String,
        /// The error in its results.
        #[source]
        source: ResultsError,
    },
}

/// Ratings over all runs added so far, in that order.
///
/// After each run all results are rated together, so the list after a run depends only on the runs up to it. A match
/// that repeats one of an earlier run (the same bots, start, seats and settings) adds no information: the caller marks
/// it as a copy.
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

/// The games of all runs, in the form that the model needs.
#[derive(Clone, Debug)]
enum Games {
    /// Counts of games whose order does not matter.
    Counted(Counter),
    /// Games in order.
    Ordered(Vec<MatchResult>),
}

impl RatingList {
    /// Returns a list without runs. A Bradley-Terry list keeps counts, the others keep every game.
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
            ratings: Ratings::new(Vec::new()),
            within_entrant: 0,
        }
    }

    /// Fixes some players' ratings. Only Bradley-Terry models use them.
    #[must_use]
    pub fn anchored(self, anchors: Vec<(Contestant, f64)>) -> Self {
        Self { anchors, ..self }
    }

    /// Adds the results of a run, whose player `i` is `contestants[i]`, and rates all runs again.
    ///
    /// # Errors
    /// Fails if the numbers of contestants and players differ, or if there are too many results to rate together. The
    /// list is then unchanged.
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
        let mut next = Lines::from_list(self);
        let lines: Vec<Player> = contestants.iter().map(|contestant| next.line(contestant)).collect();
        let is_within = |played: &MatchResult| lines[played.first.index()] == lines[played.second.index()];
        if let Games::Ordered(before) = &self.games {
            let matches = in_order(before, results, &lines);
            let failed = |source| AddRunError::Results { run: name.to_string(), source };
            let all = Results::new(next.contestants.len(), matches).map_err(failed)?;
            self.ratings = self.model.rate(&all);
            self.games = Games::Ordered(all.matches().to_vec());
        } else if let Games::Counted(counter) = &mut self.games {
            counter.add_all(Counter::from_results(results, MatchResult::counts), &lines);
        }
        self.within_entrant += results.matches().iter().filter(|played| is_within(played)).count();
        let between = results.matches().iter().filter(|played| !is_within(played));
        let played = between.flat_map(|played| [played.first, played.second]);
        self.end_run(name, next, played.map(|player| lines[player.index()]));
        Ok(())
    }

    /// Adds the counted games of a run, whose player `i` is `contestants[i]`, and rates all runs again.
    ///
    /// # Errors
    /// Fails if the model is not Bradley-Terry.
    pub fn add_counted(
        &mut self,
        name: &str,
        contestants: &[Contestant],
        mut games: Counter,
    ) -> Result<(), AddRunError> {
        let mut next = Lines::from_list(self);
        let Games::Counted(counter) = &mut self.games else {
            return Err(AddRunError::Order { run: name.to_string(), model: self.model.name() });
        };
        let lines: Vec<Player> = contestants.iter().map(|contestant| next.line(contestant)).collect();
        let mut played = vec![false; lines.len()];
        for count in games.merged() {
            let (low, high) = count.players();
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

    /// Rates all runs, the last of which is `name`, with games of the players `played`.
    fn end_run(&mut self, name: &str, lines: Lines, played: impl Iterator<Item = Player>) {
        let run = self.runs.len();
        self.runs.push(name.to_string());
        (self.index, self.contestants) = (lines.index, lines.contestants);
        let anchors = self.anchors();
        if let (Games::Counted(counter), Model::BradleyTerry(options)) = (&mut self.games, &self.model) {
            self.ratings =
                rate_at_once(&Table::from_counter(counter, self.contestants.len()), options, &anchors);
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

    /// Returns the results of all games that count, by pair of players.
    pub fn table(&self) -> Table {
        match &self.games {
            Games::Counted(counter) => counter.clone().into_table(self.contestants.len()),
            Games::Ordered(matches) => Results::new(self.contestants.len(), matches.clone()).map_or_else(
                |_| Table::from_counter(&mut Counter::default(), 0),
                |results| Table::counted(&results),
            ),
        }
    }

    /// Returns the names of the runs, in the order they were added.
    pub fn runs(&self) -> &[String] {
        &self.runs
    }

    /// Returns the model in use.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the ratings by line, with notes on the whole list.
    pub fn ratings(&self) -> &Ratings {
        &self.ratings
    }

    /// Returns the number of games between versions of one entrant that were left out.
    pub fn within_entrant(&self) -> usize {
        self.within_entrant
    }

    /// Returns the entries from the best down; equal ratings share a place.
    pub fn entries(&self) -> Vec<RatedEntry<'_>> {
        let mut entries: Vec<RatedEntry<'_>> = Vec::new();
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

    fn entry(&self, player: Player) -> RatedEntry<'_> {
        let line = player.index();
        let rating = &self.ratings.players[line];
        let Marks { provisional_games, provisional_deviation, inactive_runs } = self.marks;
        let unsure = rating.deviation.is_some_and(|deviation| deviation > provisional_deviation);
        let last_run = self.last_run[line];
        RatedEntry {
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

/// Appends the matches of a run, by lines, to those before it. Matches of a line against itself are left out.
fn in_order(before: &[MatchResult], results: &Results, lines: &[Player]) -> Vec<MatchResult> {
    let mut matches = before.to_vec();
    // The new positions of the run's matches, to find the other leg of a pair.
    let mut placed: BTreeMap<usize, u32> = BTreeMap::new();
    for (at, played) in results.matches().iter().enumerate() {
        let [first, second] = [played.first, played.second].map(|player| lines[player.index()]);
        if first == second {
            continue;
        }
        // A pair is identified by the position of its first leg, so pairs of different runs are distinct.
        let place = matches.len() as u32;
        let pair = results.other_leg(at).map(|other| Pair(*placed.get(&other).unwrap_or(&place)));
        if pair.is_some() {
            placed.insert(at, place);
        }
        matches.push(MatchResult { first, second, pair, ..*played });
    }
    matches
}
