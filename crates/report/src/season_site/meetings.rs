//! A bot's results against each other bot, by version and seat.

use std::collections::BTreeMap;

use rating::results::Player;
use rating::table::{Table, Tally};
use season::Bot;

use super::SeasonSite;

/// A version's scores, in the first seat and in the second.
pub(super) type Seats = [Tally; 2];

/// All results that count, with copies counted once, from the point of view of each bot.
pub(super) struct Meetings {
    /// By bot and opponent, then by the bot's own version.
    by_pair: BTreeMap<(Bot, Bot), BTreeMap<Player, Seats>>,
}

impl Meetings {
    pub(super) fn new(site: &SeasonSite<'_>) -> Meetings {
        let bot = |version: Player| site.season.versions()[version.index()];
        let mut by_pair: BTreeMap<(Bot, Bot), BTreeMap<Player, Seats>> = BTreeMap::new();
        let mut add = |version: Player, other: Player, seats: [&Tally; 2]| {
            let own = by_pair.entry((bot(version), bot(other))).or_default().entry(version).or_default();
            *own = [own[0].plus(seats[0]), own[1].plus(seats[1])];
        };
        for meeting in Table::counted(site.season.by_version()).meetings() {
            let (low, high) = (&meeting.low_first, &meeting.high_first);
            add(meeting.low, meeting.high, [low, &high.reversed()]);
            add(meeting.high, meeting.low, [high, &low.reversed()]);
        }
        Meetings { by_pair }
    }

    /// Returns a bot's results against one opponent, by its versions; `None` if they never met.
    pub(super) fn between(&self, bot: Bot, opponent: Bot) -> Option<&BTreeMap<Player, Seats>> {
        self.by_pair.get(&(bot, opponent))
    }
}
