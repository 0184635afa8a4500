//! A call's request, in both forms.

use std::io::Write;

use game::{Joint, Seat};

use crate::Form;

/// The parts of a state: public, the first seat's own, the second's, hidden.
pub(crate) type State<'a> = [&'a [u8]; 4];

/// A request.
pub(crate) struct Request<'a> {
    pub(crate) op: &'static str,
    /// The seat or viewer that the call is for.
    pub(crate) seat: Option<Seat>,
    pub(crate) moves: Joint,
    /// The rule options in canonical form.
    pub(crate) options: &'a str,
    pub(crate) state: State<'a>,
    pub(crate) extra: &'a str,
}

impl Request<'_> {
    /// Writes the request to `bytes`, which it clears.
    pub(crate) fn write(&self, form: Form, bytes: &mut Vec<u8>) {
        bytes.clear();
        let mut field = |write: &dyn Fn(&mut Vec<u8>)| match form {
            Form::Lines => {
                write(bytes);
                bytes.push(b'\n');
            }
            Form::Sections => {
                let start = bytes.len();
                bytes.extend([0; 4]);
                write(bytes);
                let length = (bytes.len() - start - 4) as u32;
                bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
            }
        };
        field(&|bytes| bytes.extend_from_slice(self.op.as_bytes()));
        field(&|bytes| {
            bytes.push(match self.seat {
                Some(Seat::First) => b'0',
                Some(Seat::Second) => b'1',
                None => b'-',
            });
        });
        field(&|bytes| {
            for (seat, action) in self.moves.iter() {
                if seat == Seat::Second {
                    bytes.push(b' ');
                }
                match action {
                    // Writing to memory does not fail.
                    Some(action) => drop(write!(bytes, "{}", action.code())),
                    None => bytes.push(b'-'),
                }
            }
        });
        field(&|bytes| bytes.extend_from_slice(self.options.as_bytes()));
        for part in self.state {
            field(&|bytes| bytes.extend_from_slice(part));
        }
        field(&|bytes| bytes.extend_from_slice(self.extra.as_bytes()));
        if form == Form::Lines {
            bytes.pop();
        }
    }
}
