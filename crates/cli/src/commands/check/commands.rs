//! The command lines that reproduce the results of trial matches.

use std::path::Path;

use explain::quoted;
use game::{Game, Rules};
use job::TrialPairing;
use play::{CallLine, FailedTrial, TrialCommands};
use referee::Limits;
use terminal::text::inert;

use crate::commands::stage_settings::TournamentOptions;

/// The commands that play a trial match again.
pub(super) struct Commands<'a> {
    pub(super) bot: &'a Path,
    pub(super) settings: &'a str,
    pub(super) tournament: &'a TournamentOptions,
}

impl TrialCommands for Commands<'_> {
    fn play(&self, game: &dyn Game, pairing: &TrialPairing) -> String {
        inert(&self.play_words(game, pairing).join(" "))
    }

    fn watch(&self, game: &dyn Game, pairing: &TrialPairing) -> String {
        let mut words = self.play_words(game, pairing);
        words.push("--watch".to_owned());
        inert(&words.join(" "))
    }

    fn call(&self, game: &dyn Game, failed: &FailedTrial) -> String {
        let line = CallLine {
            bot: &self.bot.display().to_string(),
            game,
            // A tournament's settings come from its file.
            rules: &Rules::defaults(game.options()),
            limits: &Limits::default(),
            position: &failed.loss.position,
            seat: failed.pairing.seat,
            settings: self.settings,
        };
        let words: Vec<String> = self.tournament.words().iter().map(|word| quoted(word)).collect();
        [vec![line.command()], words].concat().join(" ")
    }
}

impl Commands<'_> {
    fn play_words(&self, game: &dyn Game, pairing: &TrialPairing) -> Vec<String> {
        let mut words = play::play_words(&self.bot.display().to_string(), self.settings, game, pairing);
        words.extend(self.tournament.words());
        words.iter().map(|word| quoted(word)).collect()
    }
}
