//! The command line that asks a bot about one position: `muster call …`.

use explain::quoted;
use game::{Game, Rules, Seat, visible};
use referee::{Clock, Limits};

use crate::game_files::word_for;

/// One question to one bot.
pub struct CallLine<'a> {
    /// The path of the bot, or a placeholder.
    pub bot: &'a str,
    /// The game.
    pub game: &'a dyn Game,
    /// The rules of the match.
    pub rules: &'a Rules,
    /// The limits of the match.
    pub limits: &'a Limits,
    /// The text of the position.
    pub position: &'a str,
    /// The seat that is asked.
    pub seat: Seat,
    /// The bot's settings text.
    pub settings: &'a str,
}

impl CallLine<'_> {
    /// Returns the command as a user types it, without options that have their default values.
    pub fn command(&self) -> String {
        let seat = self.game.seats()[self.seat].letter.to_string();
        let game = word_for(self.game);
        let mut words = ["muster", "call", self.bot, "--game", &game].map(str::to_owned).to_vec();
        words.extend(["--position", self.position, "--seat", &seat].map(str::to_owned));
        if !self.settings.is_empty() {
            words.extend(["--settings", self.settings].map(str::to_owned));
        }
        let usual = Rules::defaults(self.game.options()).to_string();
        let usual: Vec<&str> = usual.split_whitespace().collect();
        for option in self.rules.to_string().split_whitespace().filter(|option| !usual.contains(option)) {
            words.extend(["--rule", option].map(str::to_owned));
        }
        let Clock { per_move, per_game, .. } = self.limits.clock[self.seat];
        if per_game != Clock::default().per_game {
            words.extend(["--per-game".to_owned(), per_game.to_string()]);
        }
        // If only the time for the game is limited, a move has no limit of its own.
        let is_default = per_game == Clock::default().per_game && per_move == Clock::default().per_move;
        if let Some(per_move) = per_move.filter(|_| !is_default) {
            words.extend(["--per-move".to_owned(), per_move.to_string()]);
        }
        if !self.limits.positions {
            words.push("--no-positions".to_owned());
        }
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        visible(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use referee::Ticks;

    use super::*;

    #[test]
    fn a_command_names_what_is_not_as_by_default() {
        let game = games::find("tank-war").unwrap();
        let rules = |text| Rules::parse(game.options(), text).unwrap();
        let line = |rules: &Rules, limits: &Limits, settings| {
            let bot = "my bot.wasm";
            CallLine { bot, game, rules, limits, position: "x 5", seat: Seat::Second, settings }.command()
        };
        let plain = "muster call 'my bot.wasm' --game tank-war --position 'x 5' --seat D";
        assert_eq!(line(&rules(""), &Limits::default(), ""), plain);
        let second = Some(Ticks(Ticks::PER_SECOND));
        let without = Limits { positions: false, ..Limits::default() };
        assert_eq!(line(&rules(""), &without, ""), format!("{plain} --no-positions"));
        let wasted = rules("blocked=wasted");
        for (limits, times) in [
            (Limits::default().with_times(None, second), " --per-game 1s"),
            (Limits::default().with_times(second, None), " --per-move 1s"),
            (Limits::default().with_times(second, second), " --per-game 1s --per-move 1s"),
        ] {
            let told = line(&wasted, &limits, "depth=4 it's");
            assert_eq!(told, format!("{plain} --settings 'depth=4 it'\\''s' --rule blocked=wasted{times}"));
        }
    }
}
