//! `matches.csv`: one line per match.

use game::Seat;

use super::pieces::CsvLines;
use super::results::ResultLine;

/// The lines of the file written so far.
pub(crate) struct MatchesFile(CsvLines);

impl MatchesFile {
    /// Returns the head of the file. Each seat has a column per metric.
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

    /// Returns an empty file without a head, with room for this many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> MatchesFile {
        MatchesFile(CsvLines::with_capacity(bytes))
    }

    /// Appends a match.
    pub(crate) fn push(&mut self, line: &ResultLine<'_>) {
        let MatchesFile(csv) = self;
        csv.text(line.key);
        csv.text(line.stage);
        csv.number(line.round());
        for name in line.entrants {
            csv.text(name);
        }
        csv.text(line.outcome());
        csv.text(line.reason);
        csv.text(if line.counts { "yes" } else { "no" });
        csv.number(line.row.plies);
        for &value in line.row.metrics.0.iter().flatten() {
            csv.number(value);
        }
        for seat in Seat::BOTH {
            csv.number(line.row.spent[seat].0);
            csv.number(line.row.memory[seat]);
        }
        csv.end();
    }

    /// Returns the bytes of the file.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.0.out
    }
}
