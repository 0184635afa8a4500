//! A position of a game from a file: the state that the rules gave, with the plies that led to it.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use game::{End, Joint, Outcome, Phase, Rules, RulesFault, Seat};

use crate::CallFailure;
use crate::answer::{Given, only_field, read_view};
use crate::declaration::Function;
use crate::plies::Plies;
use crate::request::Request;
use crate::rulebook::Rulebook;

/// The reason for the end of a position in which the rules failed.
pub(crate) const FAILED: &str = "the rules failed";

/// One state of play. A copy shares everything with its original.
pub(crate) struct FilePosition {
    pub(crate) core: Arc<Core>,
    /// The fuel spent on creating this value and on its later calls.
    spent: AtomicU64,
    /// The first failure of a question about this value. Copies do not share it: a bot asks about copies.
    late_fault: OnceLock<RulesFault>,
}

/// Everything about a position.
pub(crate) struct Core {
    pub(crate) book: &'static Rulebook,
    pub(crate) setting: Arc<Setting>,
    /// The position; in a position in which the rules failed, the last one before.
    pub(crate) given: Given,
    pub(crate) plies: Plies,
    /// Number of plies in which the second seat acted.
    pub(crate) turn: u32,
    fault: Option<RulesFault>,
    /// Views that were requested separately, each with its fuel.
    shown: [OnceLock<(Vec<u8>, u64)>; 2],
    /// The text that the rules wrote, with its fuel.
    text: OnceLock<(String, u64)>,
}

/// The rule options of a game in progress.
pub(crate) struct Setting {
    pub(crate) rules: Rules,
    /// In canonical form.
    pub(crate) text: String,
}

impl Setting {
    pub(crate) fn new(rules: &Rules) -> Setting {
        Setting { rules: rules.clone(), text: rules.to_string() }
    }
}

/// A failed call, or a wrong answer.
pub(crate) struct Failed {
    pub(crate) what: String,
    trace: Vec<String>,
    pub(crate) fuel: u64,
    is_host: bool,
}

impl From<CallFailure> for Failed {
    fn from(CallFailure { what, trace, fuel, is_host }: CallFailure) -> Failed {
        Failed { what, trace, fuel, is_host }
    }
}

impl Clone for FilePosition {
    fn clone(&self) -> FilePosition {
        FilePosition { core: Arc::clone(&self.core), spent: AtomicU64::new(0), late_fault: OnceLock::new() }
    }
}

impl FilePosition {
    /// The start position under some rule options.
    pub(crate) fn start(book: &'static Rulebook, rules: &Rules) -> FilePosition {
        let setting = Arc::new(Setting::new(rules));
        let mut given = Given::default();
        let request = |setting| Request {
            op: "start",
            seat: None,
            moves: Joint::default(),
            options: setting,
            state: [&[]; 4],
            extra: "",
        };
        let done = ask(book, &request(&setting.text), &mut given);
        let mut start = FilePosition::new(book, setting, given, Plies::default(), 0);
        match done {
            Ok(fuel) => start.spent = AtomicU64::new(fuel),
            Err(failed) => {
                start.core_mut().given = Given::default();
                start.fail("start", failed, "the start".to_owned());
            }
        }
        start
    }

    pub(crate) fn new(
        book: &'static Rulebook,
        setting: Arc<Setting>,
        given: Given,
        plies: Plies,
        turn: u32,
    ) -> FilePosition {
        let core = Core {
            book,
            setting,
            given,
            plies,
            turn,
            fault: None,
            shown: [const { OnceLock::new() }; 2],
            text: OnceLock::new(),
        };
        FilePosition { core: Arc::new(core), spent: AtomicU64::new(0), late_fault: OnceLock::new() }
    }

    /// Plays a ply. Does nothing if the game is over.
    pub(crate) fn play(&mut self, joint: &Joint) {
        let core = &*self.core;
        if matches!(core.given.phase, Phase::Over(_)) {
            self.spent = AtomicU64::new(0);
            return;
        }
        let mut given = SPARE.take();
        match ask(core.book, &core.request("apply", None, joint), &mut given) {
            Ok(fuel) => {
                let second_acts = core.given.phase.seats().contains(Seat::Second);
                self.become_next(joint, given, u32::from(second_acts));
                self.spent = AtomicU64::new(fuel);
            }
            Err(failed) => {
                let text = self.to_string();
                self.become_next(joint, self.core.given.clone(), 0);
                self.fail("apply", failed, text);
                return;
            }
        }
        let core = &*self.core;
        let most = core.book.declaration.max_plies;
        if core.plies.len() >= most && !matches!(core.given.phase, Phase::Over(_)) {
            let what =
                format!("the game is not over after {most} plies, the largest number that it declares");
            let failed = Failed::answer(what, self.spent.load(Ordering::Relaxed));
            let text = self.to_string();
            self.fail("apply", failed, text);
        }
    }

    /// Replaces the position by the one after a ply. Reuses its memory unless a copy shares it.
    fn become_next(&mut self, joint: &Joint, mut given: Given, turns: u32) {
        self.late_fault.take();
        if let Some(core) = Arc::get_mut(&mut self.core) {
            std::mem::swap(&mut core.given, &mut given);
            core.plies.push(*joint);
            core.turn += turns;
            core.shown.iter_mut().for_each(|shown| drop(shown.take()));
            core.text.take();
            SPARE.set(given);
            return;
        }
        let core = &*self.core;
        let mut plies = core.plies.clone();
        plies.push(*joint);
        *self = FilePosition::new(core.book, Arc::clone(&core.setting), given, plies, core.turn + turns);
    }

    /// Ends the game after the rules failed in a call from the position with this text, whose state this position has.
    pub(crate) fn fail(&mut self, op: &str, failed: Failed, position: String) {
        self.spent = AtomicU64::new(failed.fuel);
        let core = self.core_mut();
        core.given.end(End { outcome: Outcome::Draw, reason: FAILED });
        core.fault = Some(failed.into_fault(op, position));
    }

    /// Returns a mutable core. Copies it first if another position shares it.
    fn core_mut(&mut self) -> &mut Core {
        if Arc::get_mut(&mut self.core).is_none() {
            let core = &*self.core;
            let (setting, plies) = (Arc::clone(&core.setting), core.plies.clone());
            *self = FilePosition::new(core.book, setting, core.given.clone(), plies, core.turn);
        }
        Arc::get_mut(&mut self.core).expect("a new core is not shared")
    }

    /// Returns the fuel spent on creating this value and on its calls since.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    pub(crate) fn set_spent(&mut self, fuel: u64) {
        self.spent = AtomicU64::new(fuel);
    }

    pub(crate) fn spend(&self, fuel: u64) {
        self.spent.fetch_add(fuel, Ordering::Relaxed);
    }

    /// The failure that led to this position, or the first one of a question about it.
    pub(crate) fn any_fault(&self) -> Option<&RulesFault> {
        self.core.fault.as_ref().or_else(|| self.late_fault.get())
    }

    /// Returns `true` if the rules failed on the way to this position.
    pub(crate) fn has_failed(&self) -> bool {
        self.core.fault.is_some()
    }

    /// Asks the rules about this position, and reads the answer. On failure, records the position's fault and returns
    /// `None`.
    pub(crate) fn question<T>(
        &self,
        request: &Request<'_>,
        read: impl FnOnce(&[u8]) -> Result<T, String>,
    ) -> Option<T> {
        let mut answer = Vec::new();
        let (fuel, result) = match self.core.book.call(request, &mut answer) {
            Ok(fuel) => (fuel, read(&answer).map_err(|what| Failed::answer(what, fuel))),
            Err(failure) => (failure.fuel, Err(failure.into())),
        };
        self.spend(fuel);
        result.map_err(|failed| self.note_failure(request.op, failed)).ok()
    }

    fn note_failure(&self, op: &str, failed: Failed) {
        // The rules may have failed in writing this position's text.
        let text = if op == "text" { self.core.plies_text() } else { self.to_string() };
        self.late_fault.get_or_init(|| failed.into_fault(op, text));
    }

    /// The view of a seat.
    pub(crate) fn view(&self, seat: Seat) -> &[u8] {
        let core = &*self.core;
        if let Some(view) = &core.given.views[seat.index()] {
            return view;
        }
        let shown = &core.shown[seat.index()];
        if let Some((view, fuel)) = shown.get() {
            self.spend(*fuel);
            return view;
        }
        let before = self.spent();
        let mut view = vec![0; core.book.layout.view_len()];
        // A state is missing if the rules failed at the start.
        if !core.given.bytes.is_empty() {
            let request = core.request("show", Some(seat), &Joint::default());
            if self
                .question(&request, |answer| {
                    read_view(core.book, only_field(core.book.form, answer)?, &mut view)
                })
                .is_none()
            {
                view.fill(0);
            }
        }
        let fuel = self.spent() - before;
        &shown.get_or_init(|| (view, fuel)).0
    }
}

impl Core {
    /// Returns a request about this position. A request for a seat leaves out the parts hidden from it.
    pub(crate) fn request(&self, op: &'static str, seat: Option<Seat>, moves: &Joint) -> Request<'_> {
        let mut state = self.given.state();
        if let Some(seat) = seat {
            state[1 + seat.other().index()] = &[];
            state[3] = &[];
        }
        Request { op, seat, moves: *moves, options: &self.setting.text, state, extra: "" }
    }

    fn plies_text(&self) -> String {
        self.plies.text(self.book)
    }

    /// Returns the metrics of a seat; none if the rules failed at the start.
    pub(crate) fn metrics(&self, seat: Seat) -> &[i64] {
        let count = self.book.metrics.len();
        self.given.metrics.get(seat.index() * count..(seat.index() + 1) * count).unwrap_or_default()
    }
}

impl Failed {
    pub(crate) fn into_fault(self, op: &str, position: String) -> RulesFault {
        RulesFault {
            what: format!("{op}: {}", self.what),
            trace: self.trace,
            position,
            is_host: self.is_host,
        }
    }

    /// A wrong answer.
    pub(crate) fn answer(what: String, fuel: u64) -> Failed {
        Failed { what, trace: Vec::new(), fuel, is_host: false }
    }
}

impl fmt::Display for FilePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let core = &*self.core;
        if !core.book.declaration.has(Function::Text) || core.given.bytes.is_empty() {
            return f.write_str(&core.plies_text());
        }
        if let Some((text, fuel)) = core.text.get() {
            self.spend(*fuel);
            return f.write_str(text);
        }
        let before = self.spent();
        let request = core.request("text", None, &Joint::default());
        let written = self
            .question(&request, |answer| read_text(only_field(core.book.form, answer)?))
            .unwrap_or_else(|| core.plies_text());
        let fuel = self.spent() - before;
        f.write_str(&core.text.get_or_init(|| (written, fuel)).0)
    }
}

fn read_text(field: &[u8]) -> Result<String, String> {
    let text = str::from_utf8(field).map_err(|_| "the text is not UTF-8")?;
    let is_line = !text.is_empty() && text.len() <= 64 << 10 && !text.contains(game::is_invisible);
    if is_line { Ok(text.to_owned()) } else { Err("the text must be a line of 1 byte to 64 KiB".to_owned()) }
}

/// Asks the rules for a position, and returns the fuel.
pub(crate) fn ask(game: &Rulebook, request: &Request<'_>, given: &mut Given) -> Result<u64, Failed> {
    let fuel = game.call(request, &mut given.bytes)?;
    given.read(game).map_err(|what| Failed::answer(what, fuel))?;
    Ok(fuel)
}

std::thread_local! {
    /// The memory of a position that was replaced.
    static SPARE: std::cell::Cell<Given> = std::cell::Cell::new(Given::default());
}
