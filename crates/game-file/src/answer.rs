//! A module's answers, read and checked.

use std::ops::Range;

use game::{Action, Chance, End, Field, FieldType, Outcome, Phase, Seat, SeatSet};

use crate::Form;
use crate::request::State;
use crate::rulebook::Rulebook;

/// Maximum size of a state in bytes, all parts together.
const LONGEST_STATE: usize = 256 << 10;
/// Maximum number of actions of a seat, and of outcomes of chance.
const MOST_ACTIONS: usize = 100_000;

/// A position as returned by a module.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The answer.
    pub(crate) bytes: Vec<u8>,
    state: [Range<usize>; 4],
    pub(crate) phase: Phase,
    pub(crate) legal: [Vec<Action>; 2],
    /// The legal actions sorted by code, for a seat whose list is in another order.
    by_code: [Vec<Action>; 2],
    /// The views of the seats that act, and any others that were given.
    pub(crate) views: [Option<Vec<u8>>; 2],
    pub(crate) metrics: Vec<i64>,
}

impl Default for Given {
    fn default() -> Given {
        Given {
            bytes: Vec::new(),
            state: [0..0, 0..0, 0..0, 0..0],
            phase: Phase::Over(End { outcome: Outcome::Draw, reason: "" }),
            legal: [Vec::new(), Vec::new()],
            by_code: [Vec::new(), Vec::new()],
            views: [None, None],
            metrics: Vec::new(),
        }
    }
}

impl Given {
    /// The parts of the state.
    pub(crate) fn state(&self) -> State<'_> {
        self.state.each_ref().map(|range| &self.bytes[range.clone()])
    }

    /// Returns `true` if an action is legal for a seat.
    pub(crate) fn is_legal(&self, seat: Seat, action: Action) -> bool {
        let by_code = &self.by_code[seat.index()];
        let list = if by_code.is_empty() { &self.legal[seat.index()] } else { by_code };
        list.binary_search(&action).is_ok()
    }

    /// Clears the legal actions and the views, as when the game is over.
    pub(crate) fn end(&mut self, end: End) {
        self.phase = Phase::Over(end);
        self.legal.iter_mut().chain(&mut self.by_code).for_each(Vec::clear);
        self.views = [None, None];
    }

    /// Removes the parts of the state that a seat may not know, and the metrics, which may reveal them.
    pub(crate) fn forget(&mut self, seat: Seat) {
        self.metrics.fill(0);
        self.state[1 + seat.other().index()] = 0..0;
        self.state[3] = 0..0;
    }

    /// Reads the answer in `bytes`.
    ///
    /// # Errors
    /// Returns a sentence for the author. The other fields are then unspecified.
    pub(crate) fn read(&mut self, game: &Rulebook) -> Result<(), String> {
        let form = game.form;
        let [phase, public, first, second, hidden, legal0, legal1, view0, view1, metrics] =
            fields(form, &self.bytes).or_else(|problem| refusal(form, &self.bytes).and(Err(problem)))?;
        self.state = [public, first, second, hidden];
        let size: usize = self.state.iter().map(ExactSizeIterator::len).sum();
        if size > LONGEST_STATE {
            return Err(format!("the state has {size} bytes; at most {LONGEST_STATE} are allowed"));
        }
        if !game.declaration.secrets && self.state[1..].iter().any(|part| !part.is_empty()) {
            return Err("the state has `own` or `hidden`, but the game declares no secrets".to_owned());
        }
        self.phase = read_phase(game, &self.bytes[phase])?;
        for (seat, range) in Seat::BOTH.into_iter().zip([legal0, legal1]) {
            self.read_legal(game, seat, range)?;
        }
        for (seat, range) in Seat::BOTH.into_iter().zip([view0, view1]) {
            let view = &mut self.views[seat.index()];
            let acts = self.phase.seats().contains(seat);
            if range.is_empty() && !acts {
                *view = None;
                continue;
            }
            let view = view.get_or_insert_default();
            read_view(game, &self.bytes[range], view)
                .map_err(|problem| format!("the view of {}: {problem}", game.word(seat)))?;
        }
        self.read_metrics(game, metrics)
    }

    fn read_legal(&mut self, game: &Rulebook, seat: Seat, range: Range<usize>) -> Result<(), String> {
        let word = game.word(seat);
        let place = |problem: String| format!("the legal actions of {word}: {problem}");
        let list = &mut self.legal[seat.index()];
        list.clear();
        self.by_code[seat.index()].clear();
        let (bytes, mut declared, mut ascends) = (&self.bytes[range], true, true);
        let mut last = None;
        each_number(game.form, bytes, |code: u64| {
            let action =
                Action::from_code(code).ok_or_else(|| format!("{code} is not the code of an action"))?;
            if list.len() == MOST_ACTIONS {
                return Err(format!("there are more than {MOST_ACTIONS}"));
            }
            declared &= game.is_declared(action);
            ascends &= last < Some(action);
            last = Some(action);
            list.push(action);
            Ok(())
        })
        .map_err(place)?;
        let in_notation = |action: Action| {
            let mut text = String::new();
            game.write_action(action, &mut text);
            text
        };
        if !declared && let Some(stray) = list.iter().find(|action| !game.is_declared(**action)) {
            let stray = in_notation(*stray);
            return Err(place(format!("`{stray}` is listed but not declared")));
        }
        if !ascends {
            let by_code = &mut self.by_code[seat.index()];
            by_code.extend_from_slice(list);
            by_code.sort_unstable();
            if let Some(pair) = by_code.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(place(format!("`{}` is listed twice", in_notation(pair[0]))));
            }
        }
        match (self.phase.seats().contains(seat), list.is_empty()) {
            (true, true) => Err(format!("{word} is to act, but has no legal action")),
            (false, false) => Err(format!("{word} has legal actions, but is not to act")),
            _ => Ok(()),
        }
    }

    fn read_metrics(&mut self, game: &Rulebook, range: Range<usize>) -> Result<(), String> {
        let metrics = &mut self.metrics;
        metrics.clear();
        let expected = 2 * game.metrics.len();
        each_number(game.form, &self.bytes[range], |value: i64| {
            metrics.push(value);
            if metrics.len() > expected { Err("there are too many".to_owned()) } else { Ok(()) }
        })
        .map_err(|problem| format!("the metrics: {problem}"))?;
        if metrics.len() == expected {
            return Ok(());
        }
        Err(format!("there are {} metrics of both seats together, not {expected}", metrics.len()))
    }
}

/// Returns the sentence with which a module refuses a request.
///
/// # Errors
/// The sentence, if there is one.
pub(crate) fn refusal(form: Form, answer: &[u8]) -> Result<(), String> {
    let Ok([only]) = fields(form, answer) else { return Ok(()) };
    match answer[only].strip_prefix(b"error: ") {
        Some(sentence) => Err(game::visible(&String::from_utf8_lossy(sentence))),
        None => Ok(()),
    }
}

/// Returns the only field of an answer that is not a refusal.
///
/// # Errors
/// A sentence for the author.
pub(crate) fn only_field(form: Form, answer: &[u8]) -> Result<&[u8], String> {
    refusal(form, answer)?;
    let [only] = fields(form, answer)?;
    Ok(&answer[only])
}

/// Returns the fields of an answer that has exactly `N`.
///
/// # Errors
/// A sentence with the number of fields.
pub(crate) fn fields<const N: usize>(form: Form, answer: &[u8]) -> Result<[Range<usize>; N], String> {
    let mut found = std::array::from_fn(|_| 0..0);
    let mut count = 0;
    each_field(form, answer, |range| {
        if let Some(place) = found.get_mut(count) {
            *place = range;
        }
        count += 1;
    })?;
    if count == N { Ok(found) } else { Err(format!("the answer has {count} fields, not {N}")) }
}

/// Calls `each` with the place of each field of an answer.
///
/// # Errors
/// A sentence, if a field is longer than the answer.
pub(crate) fn each_field(
    form: Form,
    answer: &[u8],
    mut each: impl FnMut(Range<usize>),
) -> Result<(), String> {
    let mut at = 0;
    match form {
        Form::Lines => {
            for line in answer.split(|byte| *byte == b'\n') {
                each(at..at + line.len());
                at += line.len() + 1;
            }
        }
        Form::Sections => {
            while at < answer.len() {
                let (length, _) = answer[at..]
                    .split_first_chunk()
                    .ok_or_else(|| "the answer ends within the length of a field".to_owned())?;
                let length = u32::from_le_bytes(*length) as usize;
                at += 4;
                if length > answer.len() - at {
                    return Err(format!("a field of {length} bytes is longer than the answer"));
                }
                each(at..at + length);
                at += length;
            }
        }
    }
    Ok(())
}

/// A number in an answer.
trait Number: std::str::FromStr {
    fn from_bytes(bytes: [u8; 8]) -> Self;
}

impl Number for u64 {
    fn from_bytes(bytes: [u8; 8]) -> u64 {
        u64::from_le_bytes(bytes)
    }
}

impl Number for i64 {
    fn from_bytes(bytes: [u8; 8]) -> i64 {
        i64::from_le_bytes(bytes)
    }
}

/// Calls `each` with every number of a field: in decimal form, or with 8 bytes each.
fn each_number<T: Number>(
    form: Form,
    field: &[u8],
    mut each: impl FnMut(T) -> Result<(), String>,
) -> Result<(), String> {
    match form {
        Form::Lines => words(field).try_for_each(|word| each(parse(word)?)),
        Form::Sections => {
            let (numbers, rest) = field.as_chunks();
            if !rest.is_empty() {
                return Err(format!("{} bytes are not a multiple of 8", field.len()));
            }
            numbers.iter().try_for_each(|bytes| each(T::from_bytes(*bytes)))
        }
    }
}

fn words(field: &[u8]) -> impl Iterator<Item = &[u8]> {
    field.split(|byte| matches!(byte, b' ' | b',')).filter(|word| !word.is_empty())
}

fn parse<T: std::str::FromStr>(word: &[u8]) -> Result<T, String> {
    let number = str::from_utf8(word).ok().and_then(|word| word.parse().ok());
    number.ok_or_else(|| format!("`{}` is not a whole number", shown(word)))
}

/// Returns bytes of an answer for a message.
fn shown(bytes: &[u8]) -> String {
    let (bytes, more) = bytes.split_at_checked(60).map_or((bytes, ""), |(start, _)| (start, "…"));
    game::visible(&String::from_utf8_lossy(bytes)) + more
}

fn read_phase(game: &Rulebook, field: &[u8]) -> Result<Phase, String> {
    let unreadable = || format!("`{}` is not a turn", shown(field));
    let text = str::from_utf8(field).map_err(|_| unreadable())?;
    let (word, rest) = text.split_once(' ').ok_or_else(unreadable)?;
    match word {
        "act" => match rest {
            "1" => Ok(Phase::Act(SeatSet::only(Seat::First))),
            "2" => Ok(Phase::Act(SeatSet::only(Seat::Second))),
            "3" => Ok(Phase::Act(SeatSet::BOTH)),
            _ => Err(unreadable()),
        },
        "chance" => {
            let (outcomes, seen_by) = rest.split_once(' ').ok_or_else(unreadable)?;
            let outcomes: u32 = outcomes.parse().map_err(|_| unreadable())?;
            let bits = seen_by.parse().ok().filter(|bits| *bits < 4).ok_or_else(unreadable)?;
            if !game.declaration.chance {
                return Err("it is chance's turn, but the game declares no chance".to_owned());
            }
            if outcomes == 0 || outcomes as usize > MOST_ACTIONS {
                return Err(format!("chance has {outcomes} outcomes; 1 to {MOST_ACTIONS} are allowed"));
            }
            let seen_by = SeatSet::from_bits(bits);
            if seen_by != SeatSet::BOTH && !game.declaration.secrets {
                return Err(
                    "an outcome of chance is hidden from a seat, but the game declares no secrets".to_owned()
                );
            }
            Ok(Phase::Chance(Chance { outcomes, seen_by }))
        }
        "win" => {
            let (seat, reason) = rest.split_once(' ').ok_or_else(unreadable)?;
            let seat = seat.parse().ok().and_then(Seat::from_index).ok_or_else(unreadable)?;
            Ok(Phase::Over(End { outcome: Outcome::Win(seat), reason: game.reason(reason)? }))
        }
        "draw" => Ok(Phase::Over(End { outcome: Outcome::Draw, reason: game.reason(rest)? })),
        _ => Err(unreadable()),
    }
}

/// Returns the outcome of a `score`: `win SEAT` or `draw`.
///
/// # Errors
/// A sentence for the author.
pub(crate) fn read_outcome(field: &[u8]) -> Result<Outcome, String> {
    match field {
        b"draw" => Ok(Outcome::Draw),
        b"win 0" => Ok(Outcome::Win(Seat::First)),
        b"win 1" => Ok(Outcome::Win(Seat::Second)),
        _ => Err(format!("`{}` is not a score", shown(field))),
    }
}

/// Reads a view and writes it to `view`, with zeros between and after its fields.
///
/// # Errors
/// A sentence for the author.
pub(crate) fn read_view(game: &Rulebook, field: &[u8], view: &mut Vec<u8>) -> Result<(), String> {
    let fields = game.layout.fields;
    let length = game.layout.view_len();
    view.clear();
    view.resize(length, 0);
    match game.form {
        Form::Sections => {
            let end = fields.last().map_or(0, Field::end);
            if !(end..=length).contains(&field.len()) {
                return Err(format!("it has {} bytes, not {end}", field.len()));
            }
            for declared in fields {
                let place = declared.offset..declared.end();
                view[place.clone()].copy_from_slice(&field[place]);
            }
        }
        Form::Lines => {
            let mut values = words(field);
            for declared in fields {
                for index in 0..declared.count {
                    let place = |problem: String| format!("{}[{index}]: {problem}", declared.name);
                    let word = values.next().ok_or_else(|| place("it is missing".to_owned()))?;
                    let value = element(declared, word).map_err(place)?;
                    declared.put(view, index, value);
                }
            }
            if values.next().is_some() {
                return Err("it has more values than the declared fields".to_owned());
            }
        }
    }
    Ok(())
}

/// Reads an element of a view.
fn element(field: &Field, word: &[u8]) -> Result<u64, String> {
    let value: i128 = parse(word)?;
    let (least, most) = match field.kind {
        FieldType::I8 => (-128, 127),
        kind => (0, (1_i128 << (8 * kind.size())) - 1),
    };
    if (least..=most).contains(&value) {
        return Ok(value as u64);
    }
    Err(format!("{value} is not from {least} to {most}, as {} is", field.kind.name()))
}
