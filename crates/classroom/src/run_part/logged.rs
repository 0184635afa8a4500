//! What a bot logged in a match, at its ply.

use referee::Closing;

/// The most bytes of a log that are shown; the whole log can be downloaded.
const SHOWN: usize = 64 << 10;

/// What a bot logged in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchLog {
    /// The last of it, in order.
    pub plies: Vec<LoggedPly>,
    /// How many bytes before that are not shown.
    pub earlier: usize,
    /// How many bytes were dropped, because they were beyond the limit.
    pub dropped: u64,
}

/// What a bot logged in a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedPly {
    /// The ply, from 0; `None` in a run that has not kept it.
    pub ply: Option<u32>,
    /// What was logged. What is not UTF-8 is replaced.
    pub text: String,
}

impl MatchLog {
    /// The end of a log with its plies.
    pub(super) fn of(closing: &Closing) -> MatchLog {
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
    use super::*;

    #[test]
    fn a_log_is_shown_at_its_plies_from_its_end() {
        let mut closing = Closing::default();
        assert_eq!(MatchLog::of(&closing), MatchLog { plies: Vec::new(), earlier: 0, dropped: 0 });
        closing.write_log(0, &vec![b'a'; SHOWN], 1 << 20);
        closing.write_log(2, b"two\n", 1 << 20);
        closing.write_log(2, b"more", 1 << 20);
        let log = MatchLog::of(&closing);
        assert_eq!(log.earlier, 8);
        let [first, last] = &log.plies[..] else { panic!("{:?}", log.plies) };
        assert_eq!((first.ply, first.text.len()), (Some(0), SHOWN - 8));
        assert_eq!((last.ply, last.text.as_str()), (Some(2), "two\nmore"));
        closing.write_log(4, &vec![0xFF; SHOWN], 1 << 20);
        let log = MatchLog::of(&closing);
        assert_eq!((log.plies.len(), log.plies[0].ply), (1, Some(4)));
        assert!(log.plies[0].text.starts_with('\u{FFFD}'));
        closing.log_marks.clear();
        assert_eq!(MatchLog::of(&closing).plies[0].ply, None);
    }
}
