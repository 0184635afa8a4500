//! Shared code of this crate's tests and bench: a small game, and a sandbox.
#![allow(dead_code, unreachable_pub, missing_docs, reason = "not every test uses all of it")]

pub mod constructs;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use game::{
    Action, ActionKind, BitField, Drawing, End, Event, Field, FieldType, Game, Gesture, Joint, Layout,
    Metric, Outcome, PerSeat, Phase, Position, RuleOption, Rules, Seat, SeatName, SeatSet, TextError, Work,
};
use referee::{Builtin, Limits, Loss, Match, MatchSeed, Player, Record};
use sandbox::{Bot, Caps, NotAdmitted, Refusal, Sandbox, SandboxOptions};

/// The seats add 1, 2 or 3 in turn, but not the number that was added last. The seat with the larger total of its own
/// wins after a hundred plies.
pub struct Tally;

pub const PLIES: u32 = 100;

static LAYOUT: Layout = Layout {
    fields: &[
        Field { name: "sums", offset: 0, kind: FieldType::U32, count: 2, about: "The totals of the seats." },
        Field { name: "last", offset: 8, kind: FieldType::U32, count: 1, about: "What was added last." },
        Field { name: "filler", offset: 12, kind: FieldType::U8, count: 180, about: "Zero." },
    ],
    actions: &[ActionKind {
        name: "add",
        kind: 0,
        bits: &[BitField {
            name: "amount",
            shift: 0,
            width: 2,
            most: 3,
            least: 0,
            labels: &[],
            about: "1 to 3.",
        }],
        about: "Adds to one's total.",
    }],
    board: None,
};

impl Game for Tally {
    fn name(&self) -> &'static str {
        "tally"
    }
    fn title(&self) -> &'static str {
        "Tally"
    }
    fn id(&self) -> u32 {
        0x7A11
    }
    fn version(&self) -> u32 {
        1
    }
    fn seats(&self) -> PerSeat<SeatName> {
        PerSeat::new(SeatName { letter: 'A', word: "Ann" }, SeatName { letter: 'B', word: "Bob" })
    }
    fn options(&self) -> &'static [RuleOption] {
        &[]
    }
    fn metrics(&self) -> &'static [Metric] {
        &[]
    }
    fn layout(&self) -> &'static Layout {
        &LAYOUT
    }
    fn work(&self) -> Work {
        Work {
            copy: 200,
            copied_ply: 10,
            check: 50,
            apply: 200,
            searched_ply: 10,
            list: 100,
            listed: 50,
            judge: 100,
            view: 200,
            events: 500,
            text_byte: 20,
            imagine: 100,
            bytes: 100,
            ply_bytes: 1,
            shares_history: false,
        }
    }
    fn max_plies(&self, _rules: &Rules) -> Option<u32> {
        Some(PLIES)
    }
    fn start(&self, _rules: &Rules) -> Box<dyn Position> {
        Box::new(START)
    }
    fn parse_position(&self, _rules: &Rules, text: &str) -> Result<Box<dyn Position>, TextError> {
        START.parse_alike(text)
    }
    fn is_action(&self, action: Action) -> bool {
        (1..=3).contains(&action.code())
    }
}

const START: Sums = Sums { totals: [0; 2], last: 0, ply: 0 };

#[derive(Clone)]
pub struct Sums {
    totals: [u32; 2],
    last: u32,
    ply: u32,
}

impl Sums {
    fn seat(&self) -> Seat {
        if self.ply.is_multiple_of(2) { Seat::First } else { Seat::Second }
    }
}

impl fmt::Display for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.totals[0], self.totals[1], self.last, self.ply)
    }
}

impl Position for Sums {
    fn phase(&self) -> Phase {
        if self.ply < PLIES {
            return Phase::Act(SeatSet::only(self.seat()));
        }
        Phase::Over(End { outcome: self.adjudicate(), reason: "the plies are played" })
    }
    fn turn(&self) -> u32 {
        self.ply / 2
    }
    fn is_legal(&self, seat: Seat, action: Action) -> bool {
        seat == self.seat() && (1..=3).contains(&action.code()) && action.code() != u64::from(self.last)
    }
    fn legal_actions(&self, seat: Seat, list: &mut Vec<Action>) {
        list.extend(
            (1..=3).map(|amount| Action::new(0, amount)).filter(|&action| self.is_legal(seat, action)),
        );
    }
    fn legal_count(&self, _seat: Seat) -> Option<u32> {
        Some(if self.last == 0 { 3 } else { 2 })
    }
    fn apply(&mut self, joint: &Joint) {
        let seat = self.seat();
        let amount = joint[seat].map_or(0, Action::code) as u32;
        self.totals[seat.index()] += amount;
        self.last = amount;
        self.ply += 1;
    }
    fn adjudicate(&self) -> Outcome {
        Outcome::of_more(self.totals[0], self.totals[1])
    }
    fn metrics(&self, _seat: Seat, _values: &mut [i64]) {}
    fn write_view(&self, _seat: Seat, bytes: &mut [u8]) -> usize {
        bytes[0..4].copy_from_slice(&self.totals[0].to_le_bytes());
        bytes[4..8].copy_from_slice(&self.totals[1].to_le_bytes());
        bytes[8..12].copy_from_slice(&self.last.to_le_bytes());
        bytes[12..192].fill(0);
        192
    }
    fn parse_alike(&self, text: &str) -> Result<Box<dyn Position>, TextError> {
        let numbers: Option<Vec<u32>> = text.split(' ').map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[first, second, last @ 0..=3, ply]) => {
                Ok(Box::new(Sums { totals: [first, second], last, ply }))
            }
            _ => Err(TextError::new(format!("`{text}` cannot be read"))),
        }
    }
    fn write_action(&self, _seat: Seat, action: Action, text: &mut String) {
        text.push_str(&format!("+{}", action.code()));
    }
    fn parse_action(&self, _seat: Seat, text: &str) -> Result<Action, TextError> {
        let amount = text.strip_prefix('+').and_then(|amount| amount.parse().ok());
        let action = amount.filter(|amount| (1..=3).contains(amount)).map(|amount| Action::new(0, amount));
        action.ok_or_else(|| TextError::new(format!("`{text}` is not +1, +2 or +3")))
    }
    fn events(&self, _joint: &Joint, _viewer: Option<Seat>) -> Vec<Event> {
        Vec::new()
    }
    fn draw(&self, _viewer: Option<Seat>) -> Drawing {
        Drawing {
            columns: 0,
            rows: 0,
            column_labels: Vec::new(),
            row_labels: Vec::new(),
            cells: Vec::new(),
            pieces: Vec::new(),
            sketch: None,
            notes: PerSeat::new(Vec::new(), Vec::new()),
        }
    }
    fn gesture(&self, _seat: Seat, action: Action) -> Gesture {
        Gesture::button(["pass", "add 1", "add 2", "add 3"][action.code() as usize % 4])
    }
}

pub static TALLY: Tally = Tally;

/// One sandbox for all tests of a binary.
pub fn sandbox() -> &'static Sandbox {
    static SANDBOX: OnceLock<Sandbox> = OnceLock::new();
    SANDBOX.get_or_init(|| Sandbox::new(&SandboxOptions::default()).expect("a host that can run bots"))
}

/// Returns the folder of hostile bots.
pub fn hostile() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile")
}

/// Returns a hostile bot by its file's name without extension.
pub fn fixture(name: &str) -> Vec<u8> {
    let path = hostile().join(format!("{name}.wat"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    wat::parse_str(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns every hostile bot and every sample bot, with its path.
pub fn every_module() -> Vec<(String, Vec<u8>)> {
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots");
    let mut modules = Vec::new();
    for folder in [hostile(), bots] {
        collect(&folder, &mut modules);
    }
    modules.sort();
    modules
}

fn collect(folder: &Path, modules: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        if path.is_dir() {
            collect(&path, modules);
        } else if matches!(ending, Some("wat" | "wasm")) {
            let name = path.display().to_string();
            let module = wat::parse_file(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
            modules.push((name, module));
        }
    }
}

pub fn bot(name: &str) -> Bot {
    let bytes = fixture(name);
    admit(&bytes).unwrap_or_else(|refusal| panic!("{name}: {refusal}"))
}

pub fn bot_of_text(text: &str) -> Bot {
    let bytes = wat::parse_str(text).expect("a module's text");
    admit(&bytes).unwrap_or_else(|refusal| panic!("{refusal}"))
}

pub fn admit(bytes: &[u8]) -> Result<Bot, Refusal> {
    match sandbox().admit(bytes, &Caps::default()).expect("no host failure") {
        Ok(bot) => Ok(bot),
        Err(NotAdmitted::Refused(refusal)) => Err(refusal),
        Err(NotAdmitted::Undecided(undecided)) => panic!("{undecided}"),
    }
}

/// Admits a bot to the given sandbox.
pub fn admit_to(sandbox: &Sandbox, bytes: &[u8]) -> Bot {
    sandbox
        .admit(bytes, &Caps::default())
        .expect("no host failure")
        .unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Returns a match of Tally that has not started.
pub fn new_match(limits: Limits) -> Match {
    Match::new(&TALLY, TALLY.start(&Rules::defaults(TALLY.options())), limits)
}

/// Plays a match of Tally between a bot, in the first seat, and the first legal action.
pub fn against_first(bot: &Bot, limits: &Limits) -> Record {
    let seed = MatchSeed::from_number(1);
    let player = sandbox().player(bot, seed.dice(Seat::First), Seat::First, &Arc::from("depth=4"), limits);
    let mut players: PerSeat<Box<dyn Player>> =
        PerSeat::new(Box::new(player), Box::new(Builtin::First.player(&seed, Seat::Second)));
    let record = referee::play(new_match(*limits), &mut players, |_| true);
    record.expect("no host failure").expect("no cancel")
}

/// Returns the failure of the bot in the first seat.
pub fn loss(record: &Record) -> &Loss {
    record.losses[Seat::First].as_deref().expect("a failure")
}

/// Returns the peak memory of this process in bytes; `None` if the system does not report it.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// Returns the text of a module with more than 256 KiB of unused functions, so that it is split, and with `more` at
/// its end.
pub fn padded(text: &str, more: &str) -> String {
    // 12 bytes each, and quick to compile.
    let padding = format!("(func {})\n", "i64.const 0x7fffffffffffffff drop ".repeat(5_000)).repeat(5);
    let (module, end) = text.trim_end().rsplit_once(')').expect("the end of a module");
    format!("{module}\n{padding}{more}){end}")
}
