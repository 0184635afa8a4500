//! What a report shows: every page, chart and file is made from this.
//!
//! Entrants are named by their index in [`Report::entrants`]. Texts are as entered; who writes them makes them
//! visible and escapes them.

use game::{PerSeat, SeatName};
use referee::Ticks;
use serde::Serialize;

/// An index in [`Report::entrants`].
pub type EntrantIndex = usize;

/// The version of the files under `data/`. A viewer reads this version and every earlier one.
pub const SCHEMA: u32 = 1;

/// A whole report but for its matches.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// What was played, and under which conditions.
    pub tournament: Heading,
    /// Everybody who was entered, in the order of the tournament's file.
    pub entrants: Vec<Entrant>,
    /// The sequential test, if the run is one and not a tournament. Its bots are the first two entrants, the new one first.
    pub test: Option<SequentialTest>,
    /// The stages that began, in order; of a sequential test one stage without a table.
    pub stages: Vec<Stage>,
    /// Changes to the tournament that the run adopted after it had begun, in their order.
    pub adoptions: Vec<Adoption>,
    /// The organiser's rulings in the order they were made.
    pub rulings: Vec<Ruling>,
    /// Every seat that failed, in schedule order.
    pub faults: Faults,
    /// How long matches were.
    pub lengths: Lengths,
    /// How much time entrants used per move, in the order of the tournament's file; only those who moved.
    pub times: Vec<MoveTimes>,
    /// What the fit of the ratings counted, and what they are to be read with.
    pub ratings: Ratings,
    /// How the seats compare; `None` without games.
    pub seats: Option<SeatBalance>,
    /// Ratings after each round; `None` for a single round, and in large tournaments.
    #[serde(skip)]
    pub course: Option<RatingCourse>,
    /// What was unusual: few entries, each by a rule.
    pub unusual: Vec<Unusual>,
    /// How many matches there are, and how many of them have a page.
    pub matches: Pages,
}

/// What was played, and under which conditions.
#[derive(Clone, Debug, Serialize)]
pub struct Heading {
    /// The tournament's name.
    pub name: String,
    /// The game's title.
    pub game: String,
    /// The date in the tournament's file, if there is one.
    pub date: Option<String>,
    /// Whether everything was played.
    pub complete: bool,
    /// The conditions, label and value.
    pub facts: Vec<Fact>,
    /// One hash for the whole record, in hexadecimal, if the run is complete.
    pub root: Option<String>,
    /// What the seats are called.
    #[serde(skip)]
    pub seats: PerSeat<SeatName>,
    /// The metrics of the game, in its order.
    #[serde(skip)]
    pub metrics: Vec<&'static str>,
}

/// A sequential test: what was tested, how it went, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SequentialTest {
    /// The Elo of the hypotheses: `logistic` or `normalized`.
    pub scale: &'static str,
    /// The difference that counts as no progress.
    pub elo0: f64,
    /// The difference that counts as progress.
    pub elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` if `elo1` is true.
    pub beta: f64,
    /// The log-likelihood ratios at which `elo0` and `elo1` are accepted.
    pub bounds: [f64; 2],
    /// How it ended.
    pub verdict: TestVerdict,
    /// The log-likelihood ratio in the end.
    pub log_likelihood_ratio: f64,
    /// Pairs of games played.
    pub pairs: u64,
    /// Those of them that do not count, because a game was played before.
    pub copies: u64,
    /// Pairs that count, by half points of the new bot: 0 to 4.
    pub pairs_by_half_points: [u64; 5],
    /// Points of the new bot per game.
    pub score: f64,
    /// The difference in Elo; `None` where it is infinite.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval, if there is one.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The likelihood that the new bot is the stronger one.
    pub superiority: f64,
    /// The difference in normalized Elo, where it is finite.
    pub normalized_elo: Option<f64>,
    /// Other conditions.
    #[serde(skip)]
    pub facts: Vec<Fact>,
    /// The test after each pair.
    #[serde(skip)]
    pub walk: Vec<WalkPoint>,
}

/// How a sequential test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestVerdict {
    /// It has not ended.
    Running,
    /// The new bot is not stronger.
    Elo0,
    /// The new bot is stronger.
    Elo1,
    /// Undecided: as many games as were allowed.
    MaxGames,
    /// Undecided: only copies of earlier games were left.
    NothingNew,
}

/// A sequential test after a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkPoint {
    /// Whether the pair counts: neither game is a copy.
    pub counts: bool,
    /// Half points of the new bot in the pair, 0 to 4; `None` if it does not count.
    pub half_points: Option<u8>,
    /// The log-likelihood ratio.
    pub log_likelihood_ratio: f64,
}

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// What: `Clock`.
    pub label: String,
    /// Which.
    pub value: String,
}

impl Fact {
    /// A condition.
    pub fn new(label: &str, value: impl Into<String>) -> Fact {
        Fact { label: label.to_owned(), value: value.into() }
    }
}

/// Somebody who was entered.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Entrant {
    /// The display name.
    pub name: String,
    /// The bot: a file's name without its folder, or a built-in player.
    pub bot: String,
    /// The BLAKE3 of the module in hexadecimal, if there is one.
    pub module: Option<String>,
    /// Settings text for the bot.
    pub settings: String,
    /// Plays everyone, is not ranked, never advances.
    pub guest: bool,
    /// Why it was refused; empty for entrants who played.
    pub refusal: Vec<String>,
    /// How it left, with the reasons; empty if it did not.
    pub left: Vec<String>,
    /// Its rating over all stages; `None` without a game that counts.
    pub rating: Option<Rating>,
}

/// A rating, fitted to all games that count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// In Elo, to one decimal; the average is 1500.
    pub elo: f64,
    /// How far to either side the 95 % interval goes, relative to the average of the field.
    pub plus_minus: Option<f64>,
    /// `>`, `<` or `?` where results leave the rating open.
    pub open: Option<char>,
    /// Games that the fit counted: copies of games once.
    pub games: u32,
}

/// What the fit of the ratings counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ratings {
    /// Matches on record.
    pub games: u64,
    /// Those of them that are copies of earlier ones.
    pub copies: u64,
    /// What the ratings are to be read with, a sentence each.
    pub remarks: Vec<String>,
}

/// How the seats compare, over the games that ratings count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatBalance {
    /// What became of the first seat.
    pub first: SeatTally,
    /// The points of the first seat per game.
    pub score: SeatScore,
    /// What the first seat is worth in Elo, strengths allowed for; `None` if results do not tell.
    pub advantage: Option<PlusMinus>,
    /// The results of each entrant that played, in the first seat and in the second.
    pub entrants: Vec<(EntrantIndex, [SeatTally; 2])>,
}

/// Games in a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SeatTally {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

impl SeatTally {
    /// How many.
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Points per game, a draw counting half; `None` without games.
    pub fn score(self) -> Option<f64> {
        let points = f64::from(self.won) + f64::from(self.drawn) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }
}

/// Points per game with the ends of a 95 % interval, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeatScore {
    /// Points per game.
    pub score: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A figure in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PlusMinus {
    /// The figure.
    pub value: f64,
    /// How far to either side its 95 % interval goes.
    pub plus_minus: Option<f64>,
}

/// Ratings after each of some rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingCourse {
    /// Whom the chart shows: the best ones in the end, the best first.
    pub best: Vec<EntrantIndex>,
    /// In schedule order.
    pub points: Vec<CoursePoint>,
}

/// Ratings after a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoursePoint {
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u32,
    /// Of all entrants; `None` before the first game.
    pub ratings: Vec<Option<PlusMinus>>,
}

/// Something unusual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unusual {
    /// What: `Upset`.
    pub kind: &'static str,
    /// Whom it is about, if it is about one entrant.
    pub entrant: Option<EntrantIndex>,
    /// More words: `won against an opponent rated 310 above`.
    pub detail: String,
    /// Where to see it.
    pub played: Option<UnusualMatch>,
}

/// The match of something unusual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnusualMatch {
    /// The match.
    pub key: String,
    /// Whether it has a page.
    #[serde(skip)]
    pub has_page: bool,
    /// Its stage and round: `Qualification, round 3`.
    pub place: String,
    /// Who sat where.
    pub seats: [EntrantIndex; 2],
    /// The seat that won, 0 or 1; `None` for a draw.
    pub winner: Option<usize>,
}

/// One stage.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stage {
    /// The name.
    pub name: String,
    /// The format in words: `Round robin, 2 games a pairing`.
    pub format: String,
    /// Whether everything of it was played.
    pub complete: bool,
    /// Matches played.
    pub matches: u64,
    /// Matches that are copies of others: same start, same seats, same actions.
    pub copies: u64,
    /// What entrants are ranked by, in this order, as heads of columns.
    pub criteria: Vec<String>,
    /// The table, the winner first; unranked ones at the end.
    pub standings: Vec<Row>,
    /// Results of each pair of entrants, if few enough take part.
    #[serde(skip)]
    pub crosstable: Option<Crosstable>,
    /// The brackets of a knockout: one, or several with a match for the third place or a losers' bracket.
    pub brackets: Vec<Bracket>,
    /// The matches by rounds; only as many as have pages.
    #[serde(skip)]
    pub rounds: Vec<Round>,
}

/// A line of the table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// From 1, each once; `None` for guests, and for those whom a ruling took out of the table.
    pub place: Option<u32>,
    /// Who.
    pub entrant: EntrantIndex,
    /// The group from 1, where there are groups.
    pub group: Option<u32>,
    /// Why it has no place: `guest`, `withdrawn`, `disqualified`.
    pub status: Option<&'static str>,
    /// Whether it has its place by lot.
    pub by_lot: bool,
    /// Games that count.
    pub games: u32,
    /// Games that count as won or drawn without having been played: byes and walkovers.
    pub byes: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games lost by the entrant's own fault.
    pub forfeits: u32,
    /// The value of each of [`Stage::criteria`] in decimal text; `None` where it was not needed.
    pub values: Vec<Option<String>>,
    /// How far to either side the 95 % interval of the rating goes, in decimal text, where that is a criterion.
    pub rating_plus_minus: Option<String>,
    /// What the numbers do not say: rulings, byes, walkovers, lots.
    pub notes: Vec<String>,
}

/// Results of each pair of entrants.
#[derive(Clone, Debug, Default)]
pub struct Crosstable {
    /// Who the rows and columns are, in the order of the table.
    pub order: Vec<EntrantIndex>,
    /// `cells[row][column]`: what the row's entrant did against the column's; n x n, diagonal `None`, as are
    /// pairs that did not meet.
    pub cells: Vec<Vec<Option<Cell>>>,
}

/// What one entrant did against another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Number of games.
    pub count: u32,
    /// Twice the games won plus the games drawn.
    pub halves: u32,
    /// The games in schedule order, from the row's point of view; empty when there are too many to be shown
    /// one by one.
    pub games: Vec<Game>,
}

impl Cell {
    /// Games that are shown one by one.
    const SINGLE: u32 = 4;

    pub(crate) fn push(&mut self, score: GameScore, game: impl FnOnce() -> Game) {
        self.count += 1;
        self.halves += score.halves();
        if self.count <= Cell::SINGLE {
            self.games.push(game());
        } else {
            self.games.clear();
        }
    }
}

/// One game from one side's point of view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// Its result.
    pub score: GameScore,
    /// The match.
    pub key: String,
    /// Whether it has a page.
    #[serde(skip)]
    pub has_page: bool,
}

/// The result of a game for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GameScore {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl GameScore {
    /// 2, 1, 0.
    pub const fn halves(self) -> u32 {
        match self {
            GameScore::Win => 2,
            GameScore::Draw => 1,
            GameScore::Loss => 0,
        }
    }

    /// The same from the other side.
    #[must_use]
    pub const fn other(self) -> GameScore {
        match self {
            GameScore::Win => GameScore::Loss,
            GameScore::Draw => GameScore::Draw,
            GameScore::Loss => GameScore::Win,
        }
    }

    /// `1`, `½`, `0`.
    pub const fn sign(self) -> &'static str {
        match self {
            GameScore::Win => "1",
            GameScore::Draw => "½",
            GameScore::Loss => "0",
        }
    }

    /// The word, as a class in markup.
    pub const fn word(self) -> &'static str {
        match self {
            GameScore::Win => "win",
            GameScore::Draw => "draw",
            GameScore::Loss => "loss",
        }
    }
}

/// A tree of pairings, drawn from left to right.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Bracket {
    /// What it is, if a stage has several: `Third place`.
    pub title: Option<String>,
    /// The rounds from left to right.
    pub columns: Vec<Column>,
}

/// A round of a bracket.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Column {
    /// `Semi-finals`.
    pub title: String,
    /// From top to bottom.
    pub ties: Vec<Tie>,
}

/// A pairing of a bracket.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tie {
    /// The upper side and the lower one; `None` while it is not known, and opposite a bye.
    pub sides: [Option<TieSide>; 2],
    /// Nobody is opposite: the entrant advances without playing.
    pub bye: bool,
    /// The games, from the upper side's point of view.
    pub games: Vec<Game>,
    /// Which tie of the next column the winner goes to.
    #[serde(skip)]
    pub leads_to: Option<usize>,
}

/// A side of a pairing of a bracket.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TieSide {
    /// Who.
    pub entrant: EntrantIndex,
    /// Its seed from 1, if it has one.
    pub seed: Option<u32>,
    /// Games won, draws counting half, as text; empty before the first game.
    pub score: String,
    /// Whether it advances.
    pub won: bool,
}

/// The matches of a round.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// From 1.
    pub number: u32,
    /// In schedule order.
    pub matches: Vec<MatchLine>,
    /// Who had no opponent.
    pub byes: Vec<EntrantIndex>,
    /// Who asked not to be paired.
    pub absent: Vec<EntrantIndex>,
    /// Who met again in a Swiss, because no pairing of the round could avoid it.
    pub again: Vec<[EntrantIndex; 2]>,
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatchLine {
    /// The match.
    pub key: String,
    /// Who sat where.
    pub seats: [EntrantIndex; 2],
    /// The seat that won, 0 or 1; `None` for a draw.
    pub winner: Option<usize>,
    /// Why, in words.
    pub reason: String,
    /// Complete plies.
    pub plies: u32,
    /// Whether it has a page.
    #[serde(skip)]
    pub has_page: bool,
    /// Whether it counts: no ruling took it out.
    pub counts: bool,
}

/// A change to the tournament that the run adopted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Adoption {
    /// Matches that had been played.
    pub after: u64,
    /// What changed; empty where only comments, spaces or the order of keys did.
    pub changes: Vec<String>,
}

/// An organiser's ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ruling {
    /// What was ordered, in words.
    pub order: String,
    /// From when on.
    pub since: String,
    /// Why.
    pub reason: String,
    /// Whether a later ruling undid it.
    pub undone: bool,
}

/// Seats that failed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Faults {
    /// The number of each kind, the most frequent first, then by name.
    pub kinds: Vec<FaultKind>,
    /// The first ones in schedule order, as many as a page can show.
    #[serde(skip)]
    pub list: Vec<Fault>,
}

impl Faults {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.kinds.iter().map(|kind| kind.count).sum()
    }
}

/// How often a fault happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultKind {
    /// The fault's name.
    pub name: String,
    /// How often.
    pub count: u64,
}

/// A seat that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The fault's name.
    pub name: String,
    /// What it means.
    pub explanation: &'static str,
    /// Who.
    pub entrant: EntrantIndex,
    /// Against whom.
    pub opponent: EntrantIndex,
    /// The match.
    pub key: String,
    /// Whether it has a page.
    pub has_page: bool,
    /// The ply it was asked for, from 1.
    pub ply: u32,
}

/// How long matches were.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Lengths {
    /// Classes of equal width without gaps.
    pub classes: Vec<LengthClass>,
    /// The shortest match in plies.
    pub least: u32,
    /// Half of the matches are not longer.
    pub median: u32,
    /// The longest.
    pub most: u32,
}

/// Matches of similar length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LengthClass {
    /// Plies at least.
    pub from: u32,
    /// Plies at most.
    pub to: u32,
    /// Number of matches.
    pub matches: u64,
}

/// How much time an entrant used for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MoveTimes {
    /// Who.
    pub entrant: EntrantIndex,
    /// Number of moves.
    pub moves: u64,
    /// One move in ten was at most as long.
    pub tenth: TickCount,
    /// Half of the moves were.
    pub median: TickCount,
    /// Nine in ten were.
    pub nine_tenths: TickCount,
    /// The longest.
    pub most: TickCount,
}

/// Ticks of 0.1 ns, a number in exports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct TickCount(pub u64);

impl From<Ticks> for TickCount {
    fn from(ticks: Ticks) -> TickCount {
        TickCount(ticks.0)
    }
}

impl From<TickCount> for Ticks {
    fn from(count: TickCount) -> Ticks {
        Ticks(count.0)
    }
}

/// How many matches there are, and how many of them have a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pages {
    /// Matches played.
    pub played: u64,
    /// Matches that have their own page.
    pub with_page: u64,
}

/// The file of a match's page inside `matches/`.
pub fn page_file(key: &str) -> String {
    format!("{}.html", key.replace('+', "-again-"))
}
