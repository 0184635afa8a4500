//! The log of a bot in a match, ply by ply.

use referee::Closing;

/// Maximum number of bytes of a log that are shown; the whole log can be downloaded.
const SHOWN: usize = 64 << 10;

/// The log of a bot in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchLog {
    /// The end of the log, in order.
    pub plies: Vec<LoggedPly>,
    /// Number of bytes before that, which are not shown.
    pub earlier: usize,
    /// Number of bytes dropped because they exceeded the limit.
    pub dropped: u64,
}

/// The log of a bot in a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedPly {
    /// The ply, from 0; `None` if the run has not recorded it.
    pub ply: Option<u32>,
    /// The logged text, with invalid UTF-8 replaced.
    pub text: String,
}

impl MatchLog {
    /// Returns the end of a log with its plies.
    pub(super) fn from_closing(closing: &Closing) -> MatchLog {
        let Closing { log, log_marks: marks, log_dropped, .. } = closing;
        let earlier = log.len().saturating_sub(SHOWN);
        let parts = if marks.is_empty() {
            vec![(None, 0)]
        } else {
            marks.iter().map(|mark| (Some(mark.ply), mark.offset)).collect::<Vec<_>>()
        };
        let ends = parts.iter().skip(1).map(|(_, offset)| *offset).chain([log.len()]);
        let plies = parts.iter().zip(ends).filter_map(|((ply, begin), end)| {
            let bytes = log.get((*begin).max(earlier)..end).filter(|bytes| !bytes.is_empty())?;
            Some(LoggedPly { ply: *ply, text: String::from_utf8_lossy(bytes).into_owned() })
        });
        MatchLog { plies: plies.collect(), earlier, dropped: *log_dropped }
    }
}

#[cfg(test)]
mod tests {
    use referee::{BoundedLog, Limits};

    use super::*;

    #[test]
    fn a_log_is_shown_at_its_plies_from_its_end() {
        let limits = Limits { log: 1 << 20, ..Limits::default() };
        let closing = |log: &BoundedLog| {
            let mut closing = Closing::default();
            closing.keep_log(log.clone(), &limits);
            closing
        };
        let mut log = BoundedLog::default();
        assert_eq!(
            MatchLog::from_closing(&closing(&log)),
            MatchLog { plies: Vec::new(), earlier: 0, dropped: 0 }
        );
        log.write(0, &vec![b'a'; SHOWN], &limits);
        log.write(2, b"two\n", &limits);
        log.write(2, b"more", &limits);
        let shown = MatchLog::from_closing(&closing(&log));
        assert_eq!(shown.earlier, 8);
        let [first, last] = &shown.plies[..] else { panic!("{:?}", shown.plies) };
        assert_eq!((first.ply, first.text.len()), (Some(0), SHOWN - 8));
        assert_eq!((last.ply, last.text.as_str()), (Some(2), "two\nmore"));
        log.write(4, &vec![0xFF; SHOWN], &limits);
        let mut closing = closing(&log);
        let shown = MatchLog::from_closing(&closing);
        assert_eq!((shown.plies.len(), shown.plies[0].ply), (1, Some(4)));
        assert!(shown.plies[0].text.starts_with('\u{FFFD}'));
        closing.log_marks.clear();
        assert_eq!(MatchLog::from_closing(&closing).plies[0].ply, None);
    }
}
