//! A bounded log: its beginning and its end survive.

use crate::{Limits, LogMark};

/// The rule for cutting a log. A match keeps the rule of the run that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogRule {
    /// The beginning, up to the limit.
    First,
    /// The end as well, since that is where a crash is told. A script's account of a time that runs out is kept only if it did.
    Second,
}

impl LogRule {
    /// The rule of runs that begin now.
    pub const NOW: LogRule = LogRule::Second;

    /// The number by which limits name it.
    pub const fn number(self) -> u64 {
        match self {
            LogRule::First => 1,
            LogRule::Second => 2,
        }
    }

    /// The rule with a number, if there is one.
    pub fn numbered(number: u64) -> Option<LogRule> {
        [LogRule::First, LogRule::Second].into_iter().find(|rule| rule.number() == number)
    }
}

/// Bytes of the end that are kept beyond a limit, at most.
const LONGEST_END: u64 = 16 << 10;
/// The part of a limit that the end may have beyond it.
const PART: u64 = 4;
/// Bytes of the line that says how much was cut.
const CUT_LINE: u64 = 64;

impl Limits {
    /// Bytes that are kept of the end of a log beyond [`Limits::log`].
    pub const fn log_end(&self) -> u64 {
        match self.logs {
            LogRule::First => 0,
            LogRule::Second if self.log / PART < LONGEST_END => self.log / PART,
            LogRule::Second => LONGEST_END,
        }
    }

    /// Bytes that are kept of a log, at most.
    pub const fn most_log(&self) -> u64 {
        match self.log_end() {
            0 => self.log,
            end => self.log.saturating_add(end + CUT_LINE),
        }
    }
}

/// A log while it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoundedLog {
    beginning: Vec<u8>,
    /// The last bytes after the beginning, and possibly some before them.
    end: Vec<u8>,
    /// Where each ply's part begins in all that was written.
    marks: Vec<LogMark>,
    /// Bytes written.
    length: usize,
}

/// The parts of a log that are kept.
pub(crate) struct KeptLog {
    pub(crate) bytes: Vec<u8>,
    pub(crate) marks: Vec<LogMark>,
    /// Bytes that are not kept.
    pub(crate) dropped: u64,
}

impl BoundedLog {
    /// Adds a text that was logged while the player was asked for a ply, counted from 0.
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

    /// The ply in which something was written last.
    pub fn last_ply(&self) -> Option<u32> {
        self.marks.last().map(|mark| mark.ply)
    }

    /// Takes the parts that are kept: all of it, or the beginning, a line that says how much was cut, and the last whole lines.
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

/// The end of a log without a line of which the beginning is missing, unless that is all.
fn whole_lines(end: &[u8]) -> &[u8] {
    let line = end.iter().position(|&byte| byte == b'\n').map(|at| &end[at + 1..]);
    line.filter(|rest| !rest.is_empty()).unwrap_or(end)
}

/// The line that replaces `dropped` bytes.
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

    /// A log with this many lines, ten in each ply.
    fn lines(count: u32, limits: &Limits) -> Closing {
        let mut log = BoundedLog::default();
        (0..count).for_each(|line| log.write(line / 10, format!("line {line}\n").as_bytes(), limits));
        closing(log, limits)
    }

    /// The defect: of a bot that printed much, the log lost the end, where the crash is told.
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

    /// So that a run of an earlier version is verified as before.
    #[test]
    fn the_first_rule_keeps_the_beginning_alone() {
        let first = Limits { logs: LogRule::First, ..limits(400) };
        let kept = lines(1_000, &first);
        assert_eq!((kept.log.len() as u64, kept.log_dropped), (first.most_log(), 8_490));
        assert!(kept.ends_in_a_cut() && !lines(9, &first).ends_in_a_cut());
        assert_eq!(kept.log_marks.len(), 6);
    }
}
