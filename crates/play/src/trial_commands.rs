//! The command lines that reproduce the results of trial matches.

use explain::quoted;
use game::{Game, PerSeat, Rules, visible};
use job::TrialPairing;
use referee::Limits;

use crate::call_command::CallLine;
use crate::game_files::word_for;
use crate::trials::FailedTrial;

/// The commands that reproduce the results of a bot's trial matches.
pub struct TrialCommands {
    /// The path of the bot.
    pub bot: String,
    /// The bot's settings text.
    pub settings: String,
    /// The options that name the tournament of the match settings, unquoted; empty without one.
    pub tournament: Vec<String>,
}

impl TrialCommands {
    /// Returns the command that plays a match again.
    pub fn play(&self, game: &dyn Game, pairing: &TrialPairing) -> String {
        let name = |seat| if seat == pairing.seat { self.bot.clone() } else { pairing.opponent.to_string() };
        let PerSeat([first, second]) = PerSeat::from_fn(name);
        let mut words = ["muster", "play", &word_for(game)].map(str::to_owned).to_vec();
        words.extend([first, second, "--seed".to_owned(), pairing.seed.to_string()]);
        if !self.settings.is_empty() {
            let option = PerSeat::new("--first-settings", "--second-settings")[pairing.seat];
            words.extend([option.to_owned(), self.settings.clone()]);
        }
        words.extend_from_slice(&self.tournament);
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        visible(&words.join(" "))
    }

    /// Returns the command that shows a match ply by ply.
    pub fn watch(&self, game: &dyn Game, pairing: &TrialPairing) -> String {
        format!("{} --watch", self.play(game, pairing))
    }

    /// Returns the command that asks the bot about just the position in which it failed.
    pub fn call(&self, game: &dyn Game, failed: &FailedTrial) -> String {
        let line = CallLine {
            bot: &self.bot,
            game,
            // A tournament's settings come from its file.
            rules: &Rules::defaults(game.options()),
            limits: &Limits::default(),
            position: &failed.loss.position,
            seat: failed.pairing.seat,
            settings: &self.settings,
        };
        let tournament = self.tournament.iter().map(|word| quoted(word));
        std::iter::once(line.command()).chain(tournament).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_seats_the_bot_and_the_opponent() {
        let game = games::find("tank-war").unwrap();
        let (bot, settings) = ("my bot.wasm".to_owned(), "depth=4".to_owned());
        let commands = TrialCommands { bot, settings, tournament: Vec::new() };
        let lines: Vec<String> = TrialPairing::all().map(|pairing| commands.play(game, &pairing)).collect();
        let due = |line: &str| lines.iter().any(|found| found.starts_with(line));
        assert!(due("muster play tank-war 'my bot.wasm' builtin:random --seed "), "{lines:#?}");
        assert!(due("muster play tank-war builtin:random 'my bot.wasm' --seed "), "{lines:#?}");
        assert!(lines.iter().all(|line| line.ends_with("-settings depth=4")), "{lines:#?}");
    }
}
