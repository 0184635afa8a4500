//! The season's table as JSON.

use class_model::Moment;
use json::Shape;
use rating::bradley_terry::Estimate;
use rating::scale::Z95;
use rating::table::Tally;
use schemars::JsonSchema;
use season::Standing;
use serde::Serialize;

use super::SeasonTable;
use crate::utc::Utc;

/// A ladder's season. It comes after the events of the cycles played, which are those of a run, and equals
/// `ladder/season.json` in the class's folder.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SeasonReport<'a> {
    /// Number of complete cycles.
    cycles: usize,
    /// The chance of a draw between equals; null if there was none.
    draw: Option<RatingEstimate>,
    /// Average gain in strength of a new version over the one before it, in Elo.
    drift: RatingEstimate,
    /// Spread of bots that are new to the season around the field, in Elo.
    field: f64,
    /// Spread of the change from one version to the next around the average change, in Elo.
    jump: f64,
    /// The advantage of the first seat, in Elo.
    seat: RatingEstimate,
    /// Variation of the scores of pairs of games from one opening, as a share of that of independent games.
    spread_of_pairs: f64,
    /// The bots that have played, best first.
    standings: Vec<SeasonLine<'a>>,
    /// Distinguishes the season from events.
    #[serde(rename = "type")]
    kind: SeasonWord,
}

impl Shape for SeasonReport<'_> {
    const NAME: &'static str = "season";
    const VERSION: u32 = 1;
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum SeasonWord {
    Season,
}

/// The standing of a bot in a season.
#[derive(Debug, Serialize, JsonSchema)]
struct SeasonLine<'a> {
    /// Current alias.
    alias: &'a str,
    /// Aliases of the bots whose current version is within the error of being as strong, nearest first.
    alike: Vec<&'a str>,
    /// The number of the version with the highest rating.
    best: usize,
    /// Its rating.
    best_rating: RatingEstimate,
    /// The rating that the bot would have on the site where Tank Battle is played; null without a game that counts
    /// there.
    bkr: Option<f64>,
    /// The number of the version that played last.
    current: usize,
    /// `true` if the bot has not played for a long time.
    inactive: bool,
    /// When it played last, in UTC.
    last_played: Utc,
    /// The score against each opponent met, over all versions of both.
    opponents: Vec<SeasonOpponent<'a>>,
    /// The place, from 1.
    place: usize,
    /// The rating of the current version.
    rating: RatingEstimate,
    /// Games of all versions that count, with copies counted once.
    score: GameCounts,
    /// The versions that have played, in order.
    versions: Vec<SeasonVersion<'a>>,
}

/// An opponent that a bot has met.
#[derive(Debug, Serialize, JsonSchema)]
struct SeasonOpponent<'a> {
    /// Current alias of the opponent.
    alias: &'a str,
    /// The score against the opponent.
    score: GameCounts,
}

/// A version of a bot of a season.
#[derive(Debug, Serialize, JsonSchema)]
struct SeasonVersion<'a> {
    /// The first cycle that it played in, from 1.
    first_cycle: usize,
    /// The last one.
    last_cycle: usize,
    /// The hash of its module, 64 hexadecimal digits.
    module: &'a str,
    /// Number of the version among those of its bot, from 1.
    number: usize,
    /// Its rating.
    rating: RatingEstimate,
    /// Games of the version that count, with copies counted once.
    score: GameCounts,
}

/// An estimate with its uncertainty.
#[derive(Debug, Serialize, JsonSchema)]
struct RatingEstimate {
    /// Its standard error; null if it is not determined.
    deviation: Option<f64>,
    /// Upper end of the 95 % interval; null if it is not determined.
    high: Option<f64>,
    /// Lower end of the 95 % interval; null if it is not determined.
    low: Option<f64>,
    /// The estimate.
    value: f64,
}

/// Numbers of games, by result.
#[derive(Debug, Serialize, JsonSchema)]
struct GameCounts {
    /// Number of games drawn.
    draws: u32,
    /// Number of games.
    games: u32,
    /// Number of games lost.
    losses: u32,
    /// Number of games won.
    wins: u32,
}

impl SeasonTable<'_> {
    /// Returns the table as JSON.
    pub fn report(&self) -> SeasonReport<'_> {
        let fit = &self.fit;
        let standings = (1..).zip(&self.standings);
        SeasonReport {
            cycles: self.season.len(),
            draw: fit.draw.map(RatingEstimate::from),
            drift: fit.drift.into(),
            field: fit.field,
            jump: fit.jump,
            seat: fit.seat.into(),
            spread_of_pairs: fit.spread_of_pairs,
            standings: standings.map(|(place, line)| SeasonLine::new(self, place, line)).collect(),
            kind: SeasonWord::Season,
        }
    }
}

impl<'a> SeasonLine<'a> {
    fn new(table: &'a SeasonTable<'_>, place: usize, line: &'a Standing) -> SeasonLine<'a> {
        let opponent = |(bot, tally): &(season::Bot, Tally)| SeasonOpponent {
            alias: table.alias(*bot),
            score: GameCounts::from(tally),
        };
        let own = table.versions.iter().filter(|version| version.bot == line.bot);
        let versions = own.map(|version| SeasonVersion {
            first_cycle: version.cycles[0],
            last_cycle: version.cycles[1],
            module: table.module(version.player),
            number: version.number,
            rating: version.rating.into(),
            score: GameCounts::from(&version.score),
        });
        SeasonLine {
            alias: table.alias(line.bot),
            alike: line.alike.iter().map(|bot| table.alias(*bot)).collect(),
            best: table.number(line.best),
            best_rating: table.fit.versions[line.best.index()].into(),
            bkr: line.bkr,
            current: table.number(line.current),
            inactive: line.is_inactive,
            last_played: Utc(Moment::from_millis(line.last_played.saturating_mul(1000))),
            opponents: line.opponents.iter().map(opponent).collect(),
            place,
            rating: line.rating.into(),
            score: GameCounts::from(&line.score),
            versions: versions.collect(),
        }
    }
}

impl From<Estimate> for RatingEstimate {
    fn from(Estimate { value, deviation }: Estimate) -> RatingEstimate {
        let half = deviation.map(|deviation| Z95 * deviation);
        RatingEstimate {
            deviation,
            high: half.map(|half| value + half),
            low: half.map(|half| value - half),
            value,
        }
    }
}

impl From<&Tally> for GameCounts {
    fn from(tally: &Tally) -> GameCounts {
        let Tally { wins, draws, losses } = *tally;
        GameCounts { draws, games: tally.games(), losses, wins }
    }
}
