//! `muster opponents`: lists the built-in bots.

mod report;

use clap::Args;
use explain::Error;
use games::{LIST, ListedGame};
use terminal::out;
use terminal::table::{self, Align};

use self::report::OpponentReport;
pub(crate) use self::report::OpponentsReport;
use super::game::find_game;
use crate::exit::Done;

/// `muster opponents`
#[derive(Args)]
#[command(after_help = "\
Use a name in place of a .wasm file, also in tournament files. Where the game is not known, put it before the name: \
builtin:tank-war/greedy.

Ratings are in Elo with 95 % intervals, from one tournament per game at 10 ms per move. They do not apply to other \
games or clocks.")]
pub(crate) struct OpponentsCommand {
    /// List only bots of this game [default: every game].
    #[arg(long)]
    game: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl OpponentsCommand {
    pub(crate) fn run(self) -> Done {
        let only = self.game.as_deref().map(find_game).transpose()?;
        let listed: Vec<&ListedGame> =
            LIST.iter().filter(|listed| only.is_none_or(|game| listed.game.id() == game.id())).collect();
        let of_file = only.filter(|_| listed.is_empty()).map(OpponentsReport::of_file);
        if self.json {
            return out::json(&of_file.unwrap_or_else(|| OpponentsReport::new(listed)));
        }
        if let Some(report) = of_file {
            return report
                .opponents
                .iter()
                .try_for_each(|bot| out::line(&format!("{}  {}", bot.name, bot.about)));
        }
        listed.into_iter().enumerate().try_for_each(|(number, listed)| print(number, listed))
    }
}

/// Prints the bots of a game as a table.
fn print(number: usize, listed: &ListedGame) -> Result<(), Error> {
    let row = |bot: OpponentReport| {
        let rating = bot.rating.zip(bot.plus_minus);
        let rating = rating.map(|(elo, error)| format!("{elo:.0} ± {:.0}", error.ceil())).unwrap_or_default();
        vec![format!("  {}", bot.name), rating, bot.about.to_owned()]
    };
    let rows: Vec<Vec<String>> = OpponentsReport::new([listed]).opponents.into_iter().map(row).collect();
    let head = [("  name", Align::Left), ("Elo", Align::Right), ("how it plays", Align::Left)];
    let gap = if number == 0 { "" } else { "\n" };
    out::line(&format!("{gap}{}", listed.game.name()))?;
    out::line(&table::render(&head, &rows))
}
