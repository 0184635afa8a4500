//! Ratings and statistics as JSON.

use std::collections::BTreeMap;

use json::Shape;
use rating::bradley_terry;
use rating::crosstable::{by_seat, first_seat, head_to_head};
use rating::cycles::transitivity;
use rating::note::{Note, OpenSide};
use rating::rating_list::{HistoryPoint, RatedEntry};
use rating::results::Player;
use rating::scale::{Z95, normal_quantile, round6};
use rating::summary::Summary;
use rating::table;
use schemars::JsonSchema;
use serde::Serialize;

use crate::game_account::{Account, FilePosition};
use crate::list::List;
use crate::list_ratings::ListRatings;
use crate::player_identity::PlayerIdentity;
use crate::statistics::Statistics;

/// The shown parts of the ratings, and their confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The confidence of error bars in percent, above 0 and below 100.
    pub confidence: f64,
    /// `true` to show the error of the difference between every two ratings.
    pub differences: bool,
    /// `true` to show the likelihood of superiority for every two players.
    pub superiority: bool,
}

impl View {
    /// Returns the number of standard deviations of an error bar to each side.
    pub fn deviations(&self) -> f64 {
        normal_quantile(0.5 + self.confidence / 200.0)
    }
}

/// The ratings of all players, best first, with what they rest on.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RateReport<'a> {
    /// The game of the runs; empty without runs.
    game: &'a str,
    /// The name of the rating model.
    model: &'a str,
    /// The definition of one player: a version of a bot under any name, or a name with any bot.
    by: PlayerIdentity,
    /// The names of all runs and files, in the order in which they were rated.
    runs: Vec<String>,
    /// Number of games in the runs and files.
    games: u64,
    /// Number of games that are copies of earlier ones and do not count.
    copies: u64,
    /// Number of games that rulings exclude.
    unrated: u64,
    /// Number of games without a result.
    unfinished: u64,
    /// Number of games of a player against itself.
    against_itself: u64,
    /// Number of rated games: all except copies, annulled games, and games that the accounts leave out.
    rated: u64,
    /// The account of each file of games, in the order in which they were rated.
    files: Vec<FileAccount<'a>>,
    /// The confidence of each `interval` in percent.
    confidence: f64,
    /// The players, best first.
    ratings: Vec<PlayerRating<'a>>,
    /// The advantage of the first seat, in Elo; null if it was not fitted.
    seat_advantage: Option<FittedNumber>,
    /// The share of games that two equal players draw; null if it was not fitted.
    draws_between_equals: Option<FittedNumber>,
    /// Reservations about the figures.
    notes: Vec<String>,
    /// With `--errors`: half the width of the interval of the difference between two ratings, `[row][column]` in the
    /// order of `ratings`; null on the diagonal and where no games link the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Vec<Option<f64>>>")]
    error_matrix: Option<Vec<Vec<Option<f64>>>>,
    /// With `--superiority`: how likely the row is stronger than the column, from 0 to 1, `[row][column]` in the order
    /// of `ratings`; null on the diagonal and where no games link the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Vec<Option<f64>>>")]
    superiority_matrix: Option<Vec<Vec<Option<f64>>>>,
    /// With `--stats`: results by seat and head to head, cycles, and counts over the games of the given runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RateStatistics<'a>")]
    statistics: Option<RateStatistics<'a>>,
}

impl Shape for RateReport<'_> {
    const NAME: &'static str = "rate";
    const VERSION: u32 = 2;
}

/// The games of a file: those found are those rated and those left out.
#[derive(Debug, Serialize, JsonSchema)]
struct FileAccount<'a> {
    /// The file's name.
    file: &'a str,
    /// Number of games found.
    games: u64,
    /// Number of games rated.
    rated: u64,
    /// The others, by the reason.
    left_out: Vec<LeftOutGames<'a>>,
    /// Number of games by their ending: the tag Termination of PGN or the column of that name, in lower case.
    terminations: &'a BTreeMap<String, u64>,
    /// Comments that were never closed, and text that belongs to no game.
    remarks: &'a [String],
}

/// Games that are not rated for one reason.
#[derive(Debug, Serialize, JsonSchema)]
struct LeftOutGames<'a> {
    /// The reason in words.
    reason: &'static str,
    /// Number of games.
    games: u64,
    /// The places of the first ones.
    places: Vec<LeftOutPlace<'a>>,
}

/// The place of a game that is not rated.
#[derive(Debug, Serialize, JsonSchema)]
struct LeftOutPlace<'a> {
    /// The line, from 1.
    line: u64,
    /// The problem, if the reason alone does not say it.
    what: Option<&'a str>,
}

/// A player with its rating.
#[derive(Debug, Serialize, JsonSchema)]
struct PlayerRating<'a> {
    /// The place in the list, from 1; equal ratings share one. Null without games.
    rank: Option<usize>,
    /// The player's name; of a version that played under several, the latest.
    name: &'a str,
    /// The bot's file, or the built-in player. Null if only the name is known.
    bot: Option<&'a str>,
    /// The module's BLAKE3 in hexadecimal, or the built-in player's name. Null if only the name is known.
    module: Option<&'a str>,
    /// The settings text of the bot. Null if only the name is known.
    settings: Option<&'a str>,
    /// The rating.
    rating: f64,
    /// Its standard error. Null where results set no bound to one side.
    deviation: Option<f64>,
    /// The side on which results set no bound: `>` none above, `<` none below, `?` neither, because no games link the
    /// player to the others.
    open: Option<char>,
    /// The interval in which the strength lies with a confidence of 95 percent. An end is null where results set no
    /// bound. The rating need not lie in its middle.
    interval95: Option<[Option<f64>; 2]>,
    /// The same with the confidence that was asked for.
    interval: Option<[Option<f64>; 2]>,
    /// Number of games that count.
    games: u32,
    /// Their results.
    score: TallyOfGames,
    /// Likelihood that the player is stronger than the next in the list, from 0 to 1.
    above_next: Option<f64>,
    /// `true` if the rating is provisional.
    provisional: bool,
    /// `true` if the last game is recent enough.
    active: bool,
    /// The last run with a game of this player: its place in `runs`, from 0.
    last_run: Option<usize>,
    /// Reservations about the rating.
    notes: Vec<String>,
    /// The rating after each run, since the player appeared.
    history: Vec<RatingAfterRun>,
}

/// A rating after one run.
#[derive(Debug, Serialize, JsonSchema)]
struct RatingAfterRun {
    /// The run: its place in `runs`, from 0.
    run: usize,
    /// The rating then.
    rating: f64,
    /// Its standard deviation then.
    deviation: Option<f64>,
    /// Number of games counted up to then.
    games: u32,
}

/// A number that was fitted to the games.
#[derive(Debug, Serialize, JsonSchema)]
struct FittedNumber {
    value: f64,
    /// Its standard deviation.
    deviation: Option<f64>,
}

/// Won, drawn and lost games.
#[derive(Debug, Serialize, JsonSchema)]
struct TallyOfGames {
    won: u32,
    drawn: u32,
    lost: u32,
    /// The share of the points, from 0 to 1. Null without games.
    mean: Option<f64>,
}

/// Statistics of the rated games. Players are named by their place in `ratings`, from 0.
#[derive(Debug, Serialize, JsonSchema)]
struct RateStatistics<'a> {
    /// The results of the first seat.
    first_seat: TallyOfGames,
    /// The results of each player by seat, in the order of `ratings`.
    by_seat: Vec<TalliesBySeat>,
    /// The results of each player against each opponent, in the order of `ratings`.
    head_to_head: Vec<Vec<HeadToHead>>,
    /// Number of triples of players that have all met one another.
    triples: u64,
    /// Number of triples that form a cycle.
    cyclic_triples: u64,
    /// Players of whom each beats the next, and the last the first.
    cycles: Vec<Vec<Option<usize>>>,
    /// Counted over the runs that were given, every game of them.
    runs_read_now: GameStatistics<'a>,
}

/// The results of a player by seat.
#[derive(Debug, Serialize, JsonSchema)]
struct TalliesBySeat {
    first: TallyOfGames,
    second: TallyOfGames,
}

/// The results of a player against one opponent.
#[derive(Debug, Serialize, JsonSchema)]
struct HeadToHead {
    /// The opponent: its place in `ratings`, from 0.
    opponent: Option<usize>,
    score: TallyOfGames,
}

/// Counts over the games of runs, copies included.
#[derive(Debug, Serialize, JsonSchema)]
struct GameStatistics<'a> {
    first_seat: SeatCounts,
    /// The lengths of games. Null without games.
    plies: Option<Spread>,
    /// The seconds of the clock that a seat used in a game. Null without games.
    seconds: Option<Spread>,
    /// Number of games by the reason of their end.
    endings: &'a BTreeMap<String, u64>,
    /// Number of games that each entrant lost by each fault: by fault, then by name.
    faults: &'a BTreeMap<String, BTreeMap<String, u64>>,
    /// Games from the game's own start by their first ply, the most frequent first.
    first_moves: Vec<FirstPly<'a>>,
}

/// Wins, draws and losses of the first seat.
#[derive(Debug, Serialize, JsonSchema)]
struct SeatCounts {
    won: u64,
    drawn: u64,
    lost: u64,
}

/// The middle and the spread of a list of numbers.
#[derive(Debug, Serialize, JsonSchema)]
struct Spread {
    /// Count of numbers.
    count: usize,
    least: f64,
    lower_quartile: f64,
    median: f64,
    upper_quartile: f64,
    greatest: f64,
    mean: f64,
}

/// Games that begin with the same ply.
#[derive(Debug, Serialize, JsonSchema)]
struct FirstPly<'a> {
    /// The actions of the ply in the game's notation.
    ply: &'a str,
    games: u64,
    points_of_first_seat: f64,
}

/// A list's file: the list itself, and for human readers the ratings with their history.
#[derive(Serialize)]
pub(crate) struct ListFile<'a> {
    #[serde(flatten)]
    list: &'a List,
    ratings: Vec<PlayerRating<'a>>,
}

impl<'a> ListFile<'a> {
    pub(crate) fn new(list: &'a List, rated: &'a ListRatings) -> ListFile<'a> {
        ListFile { list, ratings: players(rated, Z95) }
    }
}

impl<'a> RateReport<'a> {
    pub(crate) fn new(
        list: &'a List,
        rated: &'a ListRatings,
        statistics: Option<&'a Statistics>,
        view: &View,
    ) -> RateReport<'a> {
        let ratings = rated.list.ratings();
        let fit = ratings.fit.as_ref();
        let difference = |a, b| Some(round6(view.deviations() * rated.error_between(a, b)?));
        RateReport {
            game: &list.game,
            model: &list.model,
            by: list.by,
            runs: rated.list.runs().to_vec(),
            games: rated.games,
            copies: rated.copies,
            unrated: rated.unrated,
            unfinished: rated.unfinished,
            against_itself: rated.against_itself,
            rated: rated.rated(),
            files: rated.files.iter().map(FileAccount::from).collect(),
            confidence: view.confidence,
            ratings: players(rated, view.deviations()),
            seat_advantage: fit.and_then(|fit| fit.seat).map(FittedNumber::from),
            draws_between_equals: fit.and_then(|fit| fit.draw).map(FittedNumber::from),
            notes: notes(&ratings.notes).into_iter().chain(rated.look_alike_words()).collect(),
            error_matrix: view.differences.then(|| matrix(rated, difference)),
            superiority_matrix: view.superiority.then(|| matrix(rated, |a, b| rated.superiority(a, b))),
            statistics: statistics.map(|statistics| RateStatistics::new(rated, statistics)),
        }
    }
}

/// Returns values by `[row][column]`, in the order of the list.
fn matrix(rated: &ListRatings, of: impl Fn(Player, Player) -> Option<f64>) -> Vec<Vec<Option<f64>>> {
    let order: Vec<Player> = rated.list.entries().iter().map(|entry| entry.player).collect();
    order.iter().map(|&a| order.iter().map(|&b| of(a, b)).collect()).collect()
}

fn players(rated: &ListRatings, deviations: f64) -> Vec<PlayerRating<'_>> {
    let entries = rated.list.entries();
    let next = |at: usize| entries.get(at + 1).map(|next| next.player);
    let above = |at: usize, entry: &RatedEntry<'_>| rated.superiority(entry.player, next(at)?);
    let player = |(at, entry)| PlayerRating::new(rated, entry, above(at, entry), deviations);
    entries.iter().enumerate().map(player).collect()
}

impl<'a> PlayerRating<'a> {
    fn new(
        rated: &'a ListRatings,
        entry: &RatedEntry<'_>,
        above_next: Option<f64>,
        deviations: f64,
    ) -> PlayerRating<'a> {
        let who = &rated.who[entry.player.index()];
        // For a name in a file, no bot is known.
        let bot = |text: &'a str| (!who.is_name()).then_some(text);
        PlayerRating {
            rank: entry.place,
            name: &who.name,
            bot: bot(&who.bot),
            module: bot(&who.module),
            settings: bot(&who.settings),
            rating: entry.rating.rating,
            deviation: entry.rating.deviation.filter(|_| entry.rating.open.is_none()),
            open: entry.rating.open.map(OpenSide::sign),
            interval95: rated.interval(entry.player, Z95),
            interval: rated.interval(entry.player, deviations),
            games: entry.rating.games(),
            score: TallyOfGames::from(&entry.rating.tally),
            above_next,
            provisional: entry.provisional,
            active: entry.active,
            last_run: entry.last_run,
            notes: notes(&entry.rating.notes),
            history: entry.history.iter().map(RatingAfterRun::from).collect(),
        }
    }
}

fn notes(notes: &[Note]) -> Vec<String> {
    notes.iter().map(ToString::to_string).collect()
}

impl<'a> From<&'a (String, Account)> for FileAccount<'a> {
    fn from((file, account): &'a (String, Account)) -> FileAccount<'a> {
        let place = |place: &'a FilePosition| LeftOutPlace { line: place.line, what: place.what.as_deref() };
        let left_out = account.left_out.iter().map(|(why, left)| LeftOutGames {
            reason: why.words(),
            games: left.games,
            places: left.places.iter().map(place).collect(),
        });
        FileAccount {
            file,
            games: account.games(),
            rated: account.rated,
            left_out: left_out.collect(),
            terminations: &account.terminations,
            remarks: &account.remarks,
        }
    }
}

impl From<&HistoryPoint> for RatingAfterRun {
    fn from(point: &HistoryPoint) -> RatingAfterRun {
        let HistoryPoint { run, rating, deviation, games } = *point;
        RatingAfterRun { run, rating, deviation, games }
    }
}

impl From<bradley_terry::Estimate> for FittedNumber {
    fn from(estimate: bradley_terry::Estimate) -> FittedNumber {
        FittedNumber { value: estimate.value, deviation: estimate.deviation }
    }
}

impl From<&table::Tally> for TallyOfGames {
    fn from(tally: &table::Tally) -> TallyOfGames {
        TallyOfGames { won: tally.wins, drawn: tally.draws, lost: tally.losses, mean: tally.mean() }
    }
}

impl From<Summary> for Spread {
    fn from(summary: Summary) -> Spread {
        let Summary { count, least, lower_quartile, median, upper_quartile, greatest, mean } = summary;
        Spread { count, least, lower_quartile, median, upper_quartile, greatest, mean }
    }
}

impl<'a> RateStatistics<'a> {
    fn new(rated: &ListRatings, statistics: &'a Statistics) -> RateStatistics<'a> {
        let table = &rated.list.table();
        let entries = rated.list.entries();
        let mut place = vec![0; entries.len()];
        for (at, entry) in entries.iter().enumerate() {
            place[entry.player.index()] = at;
        }
        let place = |player: Player| place.get(player.index()).copied();
        let seats = by_seat(table);
        let found = transitivity(table);
        RateStatistics {
            first_seat: TallyOfGames::from(&first_seat(table)),
            by_seat: entries
                .iter()
                .filter_map(|entry| seats.get(entry.player.index()))
                .map(|[first, second]| TalliesBySeat { first: first.into(), second: second.into() })
                .collect(),
            head_to_head: entries
                .iter()
                .map(|entry| {
                    let scores = head_to_head(table, entry.player);
                    let score = |(opponent, score): &(Player, table::Tally)| HeadToHead {
                        opponent: place(*opponent),
                        score: score.into(),
                    };
                    scores.iter().map(score).collect()
                })
                .collect(),
            triples: found.triples,
            cyclic_triples: found.cyclic_triples,
            cycles: found.cycles.iter().map(|cycle| cycle.iter().map(|&one| place(one)).collect()).collect(),
            runs_read_now: GameStatistics::new(statistics),
        }
    }
}

impl<'a> GameStatistics<'a> {
    fn new(statistics: &'a Statistics) -> GameStatistics<'a> {
        let [won, drawn, lost] = statistics.by_seat;
        let first_moves = statistics.first_moves().into_iter();
        GameStatistics {
            first_seat: SeatCounts { won, drawn, lost },
            plies: statistics.lengths().map(Spread::from),
            seconds: statistics.times().map(Spread::from),
            endings: &statistics.endings,
            faults: &statistics.faults,
            first_moves: first_moves
                .map(|(ply, first)| FirstPly {
                    ply,
                    games: first.games,
                    points_of_first_seat: first.half_points as f64 / 2.0,
                })
                .collect(),
        }
    }
}
