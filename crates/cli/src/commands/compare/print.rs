//! Prints a comparison.

use std::collections::BTreeMap;

use explain::quoted;
use game::Seat;
use rating::pair_score::EloEstimate;
use runner::{CompareReport, ComparedGame, Comparison};
use terminal::out;
use terminal::text::inert;
use tournament::EntrantId;

use super::CompareCommand;
use crate::exit::Done;
use terminal::failure::advice_line;

/// A complete or partial comparison.
pub(super) struct ComparisonView<'a> {
    pub(super) command: &'a CompareCommand,
    /// The names of both bots, made harmless for the terminal.
    pub(super) names: &'a [String; 2],
    pub(super) comparison: &'a Comparison,
}

impl ComparisonView<'_> {
    /// Prints the result as text.
    pub(super) fn print(&self) -> Done {
        let tally = self.comparison.tally();
        let settings = self.comparison.settings();
        let [first, second] = self.names;
        let (openings, [fewest, most]) = self.comparison.openings();
        let plies = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
        out::line(&format!(
            "{first} against {second}: {}, {} games from {openings} openings of {plies} random plies, each with seats \
             swapped ({})",
            settings.game.title(),
            2 * tally.pairs,
            settings.limits.times()
        ))?;
        if tally.copies > 0 {
            out::line(&format!("{} pairs repeat an earlier game and do not count", tally.copies))?;
        }
        let estimate = tally.scores.elo();
        out::line(&format!(
            "won {}, drawn {}, lost {}: {:.1} % of the points",
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * estimate.score
        ))?;
        out::line(&format!("Elo {estimate}; {}", self.who_is_stronger(&estimate)))?;
        for (name, faults) in self.names.iter().zip(&tally.failures) {
            if !faults.is_empty() {
                out::line(&faults_line(name, faults))?;
            }
        }
        match &tally.worst {
            Some(worst) => self.worst(worst),
            None => out::line(&format!("{first} lost no game")),
        }
    }

    fn who_is_stronger(&self, estimate: &EloEstimate) -> String {
        let [first, second] = self.names;
        match estimate {
            EloEstimate { low: Some(low), .. } if *low > 0.0 => format!("{first} is the stronger"),
            EloEstimate { high: Some(high), .. } if *high < 0.0 => format!("{second} is the stronger"),
            _ => "too close to tell (play more --games; `muster sprt` plays as many as needed)".to_owned(),
        }
    }

    fn worst(&self, worst: &ComparedGame) -> Done {
        let game = self.comparison.settings().game;
        let seat = worst.seat_of(EntrantId(0));
        let record = &worst.record;
        let name = |seat: Seat| {
            format!("{} as {}", self.names[worst.entrants[seat].index()], game.seats()[seat].word)
        };
        out::line(&format!(
            "\nworst loss, game {}: {} against {}: {} after {} plies",
            worst.number(),
            name(seat),
            name(seat.other()),
            inert(&record.ending()),
            record.plies
        ))?;
        let metrics: Vec<String> = (game.metrics().iter().zip(&record.metrics[seat]))
            .zip(&record.metrics[seat.other()])
            .map(|((metric, own), other)| format!("{} {own}:{other}", metric.name))
            .collect();
        out::line(&format!("  {}", metrics.join(", ")))?;
        if let Some(loss) = &record.losses[seat] {
            out::line(&format!("  {}", inert(&loss.failure.in_words())))?;
            advice_line(&loss.failure).iter().try_for_each(|line| out::line(&format!("  {line}")))?;
        }
        out::line(&format!("  show it again: {}", self.play_again(worst)))
    }

    /// Returns the command that plays a game again, ply by ply.
    fn play_again(&self, game: &ComparedGame) -> String {
        let command = self.command;
        let bots = [(&command.first, &command.first_settings), (&command.second, &command.second_settings)];
        let at = |seat: Seat| bots[game.entrants[seat].index()];
        let mut words = vec!["muster".to_owned(), "play".to_owned(), command.game.clone()];
        words.extend(Seat::BOTH.map(|seat| at(seat).0.clone()));
        words.extend([
            "--seed".to_owned(),
            game.seed.to_string(),
            "--position".to_owned(),
            game.start.to_string(),
        ]);
        words.extend(game.luck.into_iter().flat_map(|luck| ["--luck".to_owned(), luck.to_string()]));
        for (seat, option) in Seat::BOTH.into_iter().zip(["--first-settings", "--second-settings"]) {
            if !at(seat).1.is_empty() {
                words.extend([option.to_owned(), at(seat).1.clone()]);
            }
        }
        words.extend(command.options.words());
        words.push("--watch".to_owned());
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        inert(&words.join(" "))
    }

    /// Returns the result as JSON.
    pub(super) fn report(&self) -> CompareReport<'_> {
        CompareReport::new(self.comparison, self.names, |game| self.play_again(game))
    }
}

/// Describes faults: `greedy failed in 3 games: exception 2, timeout 1`.
fn faults_line(name: &str, faults: &BTreeMap<String, u64>) -> String {
    let (count, kinds): (u64, Vec<String>) =
        (faults.values().sum(), faults.iter().map(|(fault, count)| format!("{fault} {count}")).collect());
    let games = if count == 1 { "game" } else { "games" };
    format!("{name} failed in {count} {games}: {}", kinds.join(", "))
}
