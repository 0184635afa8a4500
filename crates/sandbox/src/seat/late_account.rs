//! An interpreter's account of a time that runs out. It is written before the time has run out, and is useless if the
//! bot then answers in time.

use referee::AccountKind;

/// Bytes kept of an account.
const MOST: usize = 4 << 10;

/// The account that a script writes during one call when its time runs out.
#[derive(Debug, Default)]
pub(crate) struct LateAccount {
    text: Vec<u8>,
    /// `true` while the account continues, and while a line of standard error does.
    is_open: bool,
    is_within_line: bool,
}

impl LateAccount {
    /// Takes a line of standard error, or a part of one, if it belongs to an account. Returns `false` if it does not.
    pub(crate) fn take(&mut self, piece: &[u8]) -> bool {
        if !self.is_within_line {
            let begins = AccountKind::of_line(piece) == Some(AccountKind::Time);
            self.is_open = begins || (self.is_open && piece.starts_with(b"  "));
        }
        self.is_within_line = !piece.ends_with(b"\n");
        if self.is_open && self.text.len() + piece.len() <= MOST {
            self.text.extend_from_slice(piece);
        }
        self.is_open
    }

    /// Ends the call, and returns the account.
    pub(crate) fn end(&mut self) -> Vec<u8> {
        std::mem::take(self).text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_an_account_are_told_from_the_others() {
        let mut late = LateAccount::default();
        let pieces = [
            "one\n",
            "time runs out in choose, bot.py:5\n",
            "    x =",
            " 1\n",
            "  advice: a\n",
            "two\n",
            "  x\n",
        ];
        let others: Vec<&str> = pieces.into_iter().filter(|piece| !late.take(piece.as_bytes())).collect();
        assert_eq!(others, ["one\n", "two\n", "  x\n"]);
        assert_eq!(late.end(), b"time runs out in choose, bot.py:5\n    x = 1\n  advice: a\n");
        assert_eq!(late.end(), b"");
    }
}
