//! The calls of the rules of a game from a file, which the page performs.

#![expect(unsafe_code, reason = "an import is declared in a foreign block")]

use game_file::{CallFailure, Form, RulesCalls};

/// Least room for an answer in bytes.
const ROOM: usize = 64 << 10;

#[link(wasm_import_module = "muster")]
unsafe extern "C" {
    /// Performs a call and writes the answer to memory if it fits. Returns the answer's length. After a failure, writes
    /// the message instead, and returns the bitwise complement of its length. `number` identifies the game on the page.
    #[link_name = "rules"]
    safe fn call_rules(request: *const u8, length: usize, answer: *mut u8, room: usize, number: u32) -> i32;
}

/// The calls of a game from a file. A page may have several, because the rules may change during a tournament.
pub(crate) struct PageCalls {
    pub(crate) form: Form,
    /// The page's number for the game.
    pub(crate) number: u32,
}

impl RulesCalls for PageCalls {
    fn form(&self) -> Form {
        self.form
    }

    fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
        answer.clear();
        let mut room = answer.capacity().max(ROOM);
        let (told, length) = loop {
            answer.resize(room, 0);
            let told = call_rules(request.as_ptr(), request.len(), answer.as_mut_ptr(), room, self.number);
            let length = if told < 0 { !told } else { told } as usize;
            if length <= room {
                break (told, length);
            }
            // Equal requests have equal answers, so this one will fit.
            room = length;
        };
        answer.truncate(length);
        if told >= 0 {
            return Ok(0);
        }
        let words = String::from_utf8_lossy(answer).into_owned();
        let mut lines = words.lines().map(str::to_owned);
        let what = lines.next().unwrap_or_default();
        Err(CallFailure { what, trace: lines.collect(), fuel: 0, is_host: false })
    }
}
