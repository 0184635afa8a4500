//! The command line that plays a trial match again: `muster play …`.

use game::{Game, PerSeat};
use job::TrialPairing;

/// Returns the unquoted words of the command for a bot, given by its name and settings text.
pub fn play_words(bot: &str, settings: &str, game: &dyn Game, pairing: &TrialPairing) -> Vec<String> {
    let name = |seat| if seat == pairing.seat { bot.to_owned() } else { pairing.opponent.to_string() };
    let PerSeat([first, second]) = PerSeat::from_fn(name);
    let mut words = ["muster", "play", game.name()].map(str::to_owned).to_vec();
    words.extend([first, second, "--seed".to_owned(), pairing.seed.to_string()]);
    if !settings.is_empty() {
        let option = PerSeat::new("--first-settings", "--second-settings")[pairing.seat];
        words.extend([option.to_owned(), settings.to_owned()]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_seats_the_bot_and_the_opponent() {
        let game = games::find("tank-war").unwrap();
        let lines =
            TrialPairing::all().map(|pairing| play_words("my bot.wasm", "depth=4", game, &pairing).join(" "));
        let lines: Vec<String> = lines.collect();
        let due = |line: &str| lines.iter().any(|found| found.starts_with(line));
        assert!(due("muster play tank-war my bot.wasm builtin:random --seed "), "{lines:#?}");
        assert!(due("muster play tank-war builtin:random my bot.wasm --seed "), "{lines:#?}");
        assert!(lines.iter().all(|line| line.ends_with("-settings depth=4")), "{lines:#?}");
    }
}
