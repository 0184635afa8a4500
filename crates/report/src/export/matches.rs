//! `matches.csv`: one line a match.

use game::Seat;

use super::pieces::CsvLines;
use super::results::ResultLine;

/// Lines of the file, while they are written.
pub(crate) struct MatchesFile(CsvLines);

impl MatchesFile {
    /// The head of the file; a seat has a column for each metric.
    pub(crate) fn head(metrics: &[&str]) -> Vec<u8> {
        let mut head = CsvLines::of_file();
        for name in ["match", "stage", "round", "first", "second", "outcome", "reason", "counts", "plies"] {
            head.text(name);
        }
        for seat in ["first", "second"] {
            for metric in metrics {
                head.text(&format!("{metric}_{seat}"));
            }
        }
        for seat in ["first", "second"] {
            head.text(&format!("ticks_{seat}"));
            head.text(&format!("memory_{seat}"));
        }
        head.end();
        head.out
    }

    /// Lines without a head, with room for this many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> MatchesFile {
        MatchesFile(CsvLines::with_capacity(bytes))
    }

    /// Adds a match.
    pub(crate) fn push(&mut self, line: &ResultLine<'_>) {
        let MatchesFile(csv) = self;
        csv.text(line.key);
        csv.text(line.stage);
        csv.number(line.round);
        for name in line.entrants {
            csv.text(name);
        }
        csv.text(line.outcome);
        csv.text(line.reason);
        csv.text(if line.counts { "yes" } else { "no" });
        csv.number(line.plies);
        for &value in line.metrics.into_iter().flatten() {
            csv.number(value);
        }
        for seat in Seat::BOTH {
            csv.number(line.spent[seat.index()]);
            csv.number(line.memory[seat.index()]);
        }
        csv.end();
    }

    /// Ends the file.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.0.out
    }
}
