//! A line on standard error with the progress of a task and its remaining time. Nothing is drawn unless standard
//! error is a terminal.

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::time_left::{TimeLeft, in_words};

/// Interval between updates of the line and its clock.
const TICK: Duration = Duration::from_millis(200);

/// A line on standard error, which is erased when this is dropped.
pub struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    /// Returns a line for `total` pieces: `games`, `trial matches`.
    pub fn new(total: u64, pieces: &str) -> ProgressLine {
        let line = ProgressLine::draw(Some(total));
        line.bar.set_style(with_time_left(&pieces_template(pieces), total, 0));
        line
    }

    /// Returns a line for a task without a known end. The template is indicatif's: `playing: {human_pos} plies,
    /// {elapsed}`.
    pub fn without_end(template: &str) -> ProgressLine {
        let line = ProgressLine::draw(None);
        line.bar.set_style(style(&format!("{{spinner}} {template}")));
        line
    }

    fn draw(total: Option<u64>) -> ProgressLine {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(5));
        bar.enable_steady_tick(TICK);
        ProgressLine { bar }
    }

    /// Shows the number of finished pieces.
    pub fn done(&self, pieces: u64) {
        self.bar.set_position(pieces);
    }

    /// Shows the results so far.
    pub fn say(&self, so_far: String) {
        self.bar.set_message(so_far);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Returns a style whose `{left}` is the remaining time for `total` pieces, `already` of which were finished before,
/// with a comma in front; empty until enough is known.
pub fn with_time_left(template: &str, total: u64, already: u64) -> ProgressStyle {
    let left = Arc::new(Mutex::new(TimeLeft::new(total, already)));
    style(template).with_key("left", move |state: &ProgressState, to: &mut dyn Write| {
        let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(left) = left.at(state.elapsed(), state.pos()) {
            let _ = write!(to, ", {}", in_words(left));
        }
    })
}

fn pieces_template(pieces: &str) -> String {
    format!("{{bar:20}} {{pos}} of {{len}} {pieces}{{left}}  {{wide_msg}}")
}

fn style(template: &str) -> ProgressStyle {
    // A template that cannot be read is a mistake in this program, but no reason to fail.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_templates_can_be_read() {
        let of_pieces = pieces_template("games");
        for template in
            [&of_pieces, "{spinner} playing: {human_pos} plies, {elapsed}", "{spinner} asking, {elapsed}"]
        {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}
