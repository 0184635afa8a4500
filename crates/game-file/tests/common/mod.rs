//! Rules in Rust that answer in both forms.

pub(crate) mod guess;
pub(crate) mod tic_tac_toe;

use game_file::{CallFailure, FileGame, Form, RulesCalls};

/// A request, read.
pub(crate) struct Asked {
    pub(crate) op: String,
    pub(crate) seat: Option<usize>,
    pub(crate) moves: [Option<u64>; 2],
    pub(crate) options: String,
    pub(crate) state: [Vec<u8>; 4],
    pub(crate) extra: String,
}

/// A position to answer with. Elements of views have one byte.
#[derive(Clone)]
pub(crate) struct Answered {
    pub(crate) phase: String,
    pub(crate) state: [Vec<u8>; 4],
    pub(crate) legal: [Vec<u64>; 2],
    pub(crate) views: [Vec<u8>; 2],
    pub(crate) metrics: Vec<i64>,
}

pub(crate) enum Answer {
    Fields(Vec<String>),
    View(Vec<u8>),
    Position(Box<Answered>),
}

/// The rules of a game in Rust: the answer to a request, without its form.
pub(crate) type Rules = fn(&Asked) -> Result<Answer, CallFailure>;

/// Changes the bytes of an answer to a request.
pub(crate) type Damage = dyn Fn(&[u8], &mut Vec<u8>) + Send + Sync;

/// Changes an answer before it is given.
pub(crate) type Spoil = dyn Fn(&Asked, &mut Answer) + Send + Sync;

pub(crate) struct Stub {
    pub(crate) form: Form,
    pub(crate) rules: Rules,
    pub(crate) spoil: Box<Spoil>,
    pub(crate) damage: Box<Damage>,
}

/// Fuel of every call.
pub(crate) const FUEL: u64 = 7;

impl Stub {
    pub(crate) fn new(form: Form, rules: Rules) -> Stub {
        Stub { form, rules, spoil: Box::new(|_, _| ()), damage: Box::new(|_, _| ()) }
    }

    /// Opens the game of these rules. Games with different names are different.
    pub(crate) fn open(self, name: &str) -> &'static FileGame {
        let module = format!("{name} {:?}", self.form);
        game_file::open(module.as_bytes(), Box::new(self)).expect("a game")
    }
}

impl RulesCalls for Stub {
    fn form(&self) -> Form {
        self.form
    }

    fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
        answer.clear();
        let asked = Asked::read(self.form, request);
        let panics = |_| Err(failure("a panic"));
        let rules = self.rules;
        let mut answered = std::panic::catch_unwind(|| rules(&asked)).unwrap_or_else(panics)?;
        (self.spoil)(&asked, &mut answered);
        answered.write(self.form, answer);
        (self.damage)(request, answer);
        Ok(FUEL)
    }
}

impl Asked {
    fn read(form: Form, request: &[u8]) -> Asked {
        let fields: Vec<Vec<u8>> = match form {
            Form::Lines => request.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect(),
            Form::Sections => {
                let (mut rest, mut fields) = (request, Vec::new());
                while let Some((length, after)) = rest.split_first_chunk() {
                    let (field, after) = after.split_at(u32::from_le_bytes(*length) as usize);
                    fields.push(field.to_vec());
                    rest = after;
                }
                fields
            }
        };
        let [op, seat, moves, options, public, first, second, hidden, extra] =
            fields.try_into().expect("nine fields");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let moves: Vec<Option<u64>> = text(moves).split(' ').map(|word| word.parse().ok()).collect();
        Asked {
            op: text(op),
            seat: text(seat).parse().ok(),
            moves: moves.try_into().expect("two moves"),
            options: text(options),
            state: [public, first, second, hidden],
            extra: text(extra),
        }
    }
}

impl Answer {
    fn write(&self, form: Form, answer: &mut Vec<u8>) {
        let words =
            |values: &mut dyn Iterator<Item = String>| values.collect::<Vec<_>>().join(" ").into_bytes();
        let view = |view: &[u8]| match form {
            Form::Lines => words(&mut view.iter().map(u8::to_string)),
            Form::Sections => view.to_vec(),
        };
        let codes = |codes: &[u64]| match form {
            Form::Lines => words(&mut codes.iter().map(u64::to_string)),
            Form::Sections => codes.iter().flat_map(|code| code.to_le_bytes()).collect(),
        };
        let fields: Vec<Vec<u8>> = match self {
            Answer::Fields(fields) => fields.iter().map(|field| field.clone().into_bytes()).collect(),
            Answer::View(bytes) => vec![view(bytes)],
            Answer::Position(given) => {
                let metrics = match form {
                    Form::Lines => words(&mut given.metrics.iter().map(i64::to_string)),
                    Form::Sections => given.metrics.iter().flat_map(|value| value.to_le_bytes()).collect(),
                };
                let mut fields = vec![given.phase.clone().into_bytes()];
                fields.extend(given.state.iter().cloned());
                fields.extend([codes(&given.legal[0]), codes(&given.legal[1])]);
                fields.extend([view(&given.views[0]), view(&given.views[1]), metrics]);
                fields
            }
        };
        match form {
            Form::Lines => answer.extend(fields.join(&b'\n')),
            Form::Sections => {
                for field in fields {
                    answer.extend((field.len() as u32).to_le_bytes());
                    answer.extend(field);
                }
            }
        }
    }
}

/// Returns an answer with one text, in one line.
pub(crate) fn text(text: impl Into<String>) -> Answer {
    Answer::Fields(vec![text.into().replace('\n', " ")])
}

pub(crate) fn failure(what: &str) -> CallFailure {
    CallFailure { what: what.to_owned(), trace: vec!["a line".to_owned()], fuel: FUEL, is_host: false }
}
