//! A bounded log that keeps its beginning and its end.

use crate::{Limits, LogMark};

/// The rule for cutting a log. A match uses the rule of its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogRule {
    /// The beginning, up to the limit.
    First,
    /// The end as well, because a crash is described there. A script's account of running out of time is kept only if
    /// the time did run out.
    Second,
}

impl LogRule {
    /// The rule for new runs.
    pub const NOW: LogRule = LogRule::Second;

    /// The rule's number in the text of limits.
    pub const fn number(self) -> u64 {
        match self {
            LogRule::First => 1,
            LogRule::Second => 2,
        }
    }

    /// Returns the rule with a number; `None` if there is none.
    pub fn numbered(number: u64) -> Option<LogRule> {
        [LogRule::First, LogRule::Second].into_iter().find(|rule| rule.number() == number)
    }
}

/// Maximum number of bytes kept of the end beyond a limit.
const LONGEST_END: u64 = 16 << 10;
/// Divisor of a limit that gives the bytes kept of the end beyond it.
const PART: u64 = 4;
/// Maximum length in bytes of the line that reports the cut.
const CUT_LINE: u64 = 64;

impl Limits {
    /// Number of bytes kept of the end of a log beyond [`Limits::log`].
    pub const fn log_end(&self) -> u64 {
        match self.logs {
            LogRule::First => 0,
            LogRule::Second if self.log / PART < LONGEST_END => self.log / PART,
            LogRule::Second => LONGEST_END,
        }
    }

    /// Maximum number of bytes kept of a log.
    pub const fn most_log(&self) -> u64 {
        match self.log_end() {
            0 => self.log,
            end => self.log.saturating_add(end + CUT_LINE),
        }
    }
}

/// A log while it is being written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoundedLog {
    beginning: Vec<u8>,
    /// The last bytes after the beginning, possibly preceded by some earlier ones.
    end: Vec<u8>,
    /// The start of each ply's part in everything written.
    marks: Vec<LogMark>,
    /// Number of bytes written.
    length: usize,
}

/// The kept parts of a log.
pub(crate) struct KeptLog {
    pub(crate) bytes: Vec<u8>,
    pub(crate) marks: Vec<LogMark>,
    /// Number of bytes dropped.
    pub(crate) dropped: u64,
}

impl BoundedLog {
    /// Appends a text logged while the player was asked for a ply, counted from 0.
    pub fn write(&mut self, ply: u32, bytes: &[u8], limits: &Limits) {
        if !bytes.is_empty() && self.marks.last().is_none_or(|mark| mark.ply != ply) {
            self.marks.push(LogMark { ply, offset: self.length });
        }
        self.length += bytes.len();
        let room = usize::try_from(limits.log).unwrap_or(usize::MAX).saturating_sub(self.beginning.len());
        let (first, rest) = bytes.split_at(room.min(bytes.len()));
        self.beginning.extend_from_slice(first);
        let longest = limits.log_end() as usize;
        self.end.extend_from_slice(&rest[rest.len().saturating_sub(longest)..]);
        if self.end.len() > 2 * longest {
            self.end.drain(..self.end.len() - longest);
        }
    }

    /// Returns the ply of the last write.
    pub fn last_ply(&self) -> Option<u32> {
        self.marks.last().map(|mark| mark.ply)
    }

    /// Returns the kept parts: the whole log, or its beginning, a line that reports the cut, and the last whole lines.
    pub(crate) fn keep(self, limits: &Limits) -> KeptLog {
        let BoundedLog { beginning: mut bytes, end, marks, length } = self;
        let (first, beyond, longest) = (bytes.len(), length - bytes.len(), limits.log_end() as usize);
        if beyond <= longest {
            bytes.extend_from_slice(&end);
            return KeptLog { bytes, marks, dropped: 0 };
        }
        let mut kept: Vec<LogMark> = marks.iter().copied().take_while(|mark| mark.offset < first).collect();
        if longest == 0 {
            return KeptLog { bytes, marks: kept, dropped: beyond as u64 };
        }
        let end = whole_lines(&end[end.len() - longest..]);
        let (from, dropped) = (length - end.len(), (beyond - end.len()) as u64);
        bytes.extend_from_slice(cut_line(dropped).as_bytes());
        let begins = marks.partition_point(|mark| mark.offset <= from).saturating_sub(1);
        for mark in &marks[begins..] {
            let offset = bytes.len() + mark.offset.saturating_sub(from);
            if kept.last().is_none_or(|last| last.ply != mark.ply) {
                kept.push(LogMark { ply: mark.ply, offset });
            }
        }
        bytes.extend_from_slice(end);
        KeptLog { bytes, marks: kept, dropped }
    }
}

/// Drops a first line whose beginning is missing, unless nothing else is left.
fn whole_lines(end: &[u8]) -> &[u8] {
    let line = end.iter().position(|&byte| byte == b'\n').map(|at| &end[at + 1..]);
    line.filter(|rest| !rest.is_empty()).unwrap_or(end)
}

/// Returns the line that replaces `dropped` bytes.
pub(crate) fn cut_line(dropped: u64) -> String {
    format!("\n[{dropped} bytes of this log were cut here]\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Closing;

    fn limits(log: u64) -> Limits {
        Limits { log, ..Limits::default() }
    }

    fn closing(log: BoundedLog, limits: &Limits) -> Closing {
        let mut closing = Closing::default();
        closing.keep_log(log, limits);
        closing
    }

    /// Returns a log with this many lines, ten in each ply.
    fn lines(count: u32, limits: &Limits) -> Closing {
        let mut log = BoundedLog::default();
        (0..count).for_each(|line| log.write(line / 10, format!("line {line}\n").as_bytes(), limits));
        closing(log, limits)
    }

    /// Regression: the log of a bot that printed much lost its end, where the crash is described.
    #[test]
    fn a_long_log_keeps_its_beginning_and_its_end() {
        let kept = lines(1_000, &limits(400));
        let text = String::from_utf8(kept.log.clone()).unwrap();
        let (beginning, end) = text.split_once("\n[8391 bytes of this log were cut here]\n").unwrap();
        assert_eq!((beginning.len(), beginning.starts_with("line 0\nline 1\n")), (400, true));
        assert!(end.starts_with("line 989\n") && end.ends_with("\nline 999\n"), "{end}");
        assert_eq!(kept.log_dropped, 8_890 - 400 - end.len() as u64);
        assert_eq!((kept.logged_in(99).len(), kept.logged_in(50)), (90, &b""[..]));
        assert!(kept.log.len() as u64 <= limits(400).most_log());
        assert!(!kept.ends_in_a_cut());
    }

    #[test]
    fn a_log_is_whole_up_to_its_limit_and_an_end() {
        for count in 0..70 {
            let kept = lines(count, &limits(400));
            let whole = (0..count).fold(String::new(), |whole, line| whole + &format!("line {line}\n"));
            assert_eq!(kept.log_dropped == 0, whole.len() <= 500, "{count}");
            if kept.log_dropped == 0 {
                assert_eq!(kept.log, whole.as_bytes());
            }
            let marked: usize = (0..7).map(|ply| kept.logged_in(ply).len()).sum();
            assert_eq!(marked, kept.log.len());
        }
        assert_eq!(lines(9, &limits(0)), Closing { log_dropped: 63, ..Closing::default() });
        assert!(lines(9, &limits(0)).ends_in_a_cut());
    }

    #[test]
    fn one_line_without_an_end_is_cut_in_between() {
        let mut log = BoundedLog::default();
        (0..1_000).for_each(|_| log.write(3, &[b'x'; 100], &limits(400)));
        let kept = closing(log, &limits(400));
        assert_eq!((kept.log_dropped, kept.log_marks.len()), (100_000 - 500, 1));
        assert!(kept.log.ends_with(&[b'x'; 100]) && kept.log.starts_with(&[b'x'; 400]));
    }

    /// Runs of an earlier version verify as before.
    #[test]
    fn the_first_rule_keeps_the_beginning_alone() {
        let first = Limits { logs: LogRule::First, ..limits(400) };
        let kept = lines(1_000, &first);
        assert_eq!((kept.log.len() as u64, kept.log_dropped), (first.most_log(), 8_490));
        assert!(kept.ends_in_a_cut() && !lines(9, &first).ends_in_a_cut());
        assert_eq!(kept.log_marks.len(), 6);
    }
}
