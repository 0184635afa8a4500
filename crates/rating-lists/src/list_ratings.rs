//! The ratings of a list, with their intervals.

use config::Aliases;
use rating::bradley_terry::{Draws, Seats};
use rating::model::Model;
use rating::rating_list::RatingList;
use rating::results::Player;
use results::RatedPlayer;
use season::FieldFit;

use crate::game::LeftOut;
use crate::game_account::Account;

/// Maximum number of reported pairs of names that look alike.
const MOST_LOOK_ALIKES: usize = 20;

/// The ratings of a list's games.
#[derive(Debug)]
pub struct ListRatings {
    /// The ratings.
    pub list: RatingList,
    /// Number of games of all runs and files.
    pub games: u64,
    /// Number of games that are copies of earlier ones.
    pub copies: u64,
    /// Number of games that rulings excluded.
    pub unrated: u64,
    /// Number of games in files without a result.
    pub unfinished: u64,
    /// Number of games of a player against itself.
    pub against_itself: u64,
    /// `true` if ratings are relative to anchors.
    pub is_anchored: bool,
    /// The account of each file, with its name.
    pub files: Vec<(String, Account)>,
    /// Pairs of players' names that look alike.
    pub look_alikes: Vec<[String; 2]>,
    /// The player of each rating, by index, with the latest name and version.
    pub who: Vec<RatedPlayer>,
    /// The posterior of the strengths; `None` if the model or the number of players does not allow it.
    pub(crate) field: Option<FieldFit>,
}

impl ListRatings {
    /// Returns both ends of a rating's interval of that many standard deviations to each side; `None` for an end that
    /// the results leave unbounded.
    pub(crate) fn interval(&self, player: Player, deviations: f64) -> Option<[Option<f64>; 2]> {
        let rating = self.list.ratings().players.get(player.index())?;
        match &self.field {
            Some(field) => field.interval(player, rating.open, deviations),
            None if rating.open.is_some() => None,
            None => rating.interval_of(deviations).map(|(low, high)| [Some(low), Some(high)]),
        }
    }

    /// Returns the likelihood that `a` is stronger than `b`; `None` if no games link them.
    pub(crate) fn superiority(&self, a: Player, b: Player) -> Option<f64> {
        let ratings = self.list.ratings();
        let by_ratings = ratings.superiority(a, b)?;
        self.field.as_ref().map_or(Some(by_ratings), |field| field.superiority(a, b))
    }

    /// Returns the standard error of the difference between two strengths; `None` if no games link them.
    pub(crate) fn error_between(&self, a: Player, b: Player) -> Option<f64> {
        let difference = self.list.ratings().fit.as_ref()?.difference(a, b)?;
        self.field.as_ref().map_or(difference.deviation, |field| field.gap(a, b).deviation)
    }

    /// Returns `true` if intervals and likelihoods come from a [`FieldFit`].
    pub(crate) fn is_by_field(&self) -> bool {
        self.field.is_some()
    }

    /// Returns the number of rated games.
    pub fn rated(&self) -> u64 {
        let left: u64 = self.files.iter().map(|(_, account)| account.left()).sum();
        // Games of a player against itself that files leave out are in both counts.
        let against_itself: u64 =
            self.files.iter().map(|(_, account)| account.left_for(LeftOut::AgainstItself)).sum();
        self.games - self.copies - self.unrated - left - (self.against_itself - against_itself)
    }

    /// Returns a sentence for each two players whose names look alike.
    pub fn look_alike_words(&self) -> Vec<String> {
        let words = |[one, other]: &[String; 2]| {
            format!("the names {one:?} and {other:?} look alike; they are rated as two players")
        };
        self.look_alikes.iter().map(words).collect()
    }
}

/// Returns the pairs of players whose names look alike. They remain two players.
pub(crate) fn look_alikes(who: &[RatedPlayer]) -> Vec<[String; 2]> {
    let mut names = Aliases::new();
    let alike = |player: &RatedPlayer| {
        let (other, _) = names.take(&player.name, &player.name).err()?;
        Some([other, player.name.clone()])
    };
    who.iter().filter_map(alike).take(MOST_LOOK_ALIKES).collect()
}

/// Returns the fit for the intervals; `None` for other models than the default one, with anchors, and for too many
/// players.
pub(crate) fn field_of(rated: &ListRatings) -> Option<FieldFit> {
    let Model::BradleyTerry(options) = rated.list.model() else { return None };
    let is_usual =
        (options.draws, options.seats, rated.is_anchored) == (Draws::Davidson, Seats::Fitted, false);
    (is_usual && rated.who.len() <= FieldFit::MOST_PLAYERS)
        .then(|| FieldFit::new(&rated.list.table(), options.average))
        .flatten()
}
