//! The rules of a game as a module. Every call sees the module as it was after its start, so that the same request has
//! the same answer, on any thread and in any order.
//!
//! - [`Rules`], [`is_rules`]: an admitted module, and its mark.
//! - `instance`: an instance that is called once, or restored after each call.
//! - `kept_instances`: instances that wait for their next call.
//! - `restorable`: the modules whose instances can be restored.
//! - `fault`: a failure in words.

mod fault;
mod instance;
mod kept_instances;
mod restorable;

use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use game_file::{CallFailure, Form, RulesCalls};
use referee::{CpuGuard, Failure, Fault};
use wasmparser::{Parser, Payload};

use self::instance::{FUEL, Instance};
pub(crate) use self::kept_instances::KeptInstances;
use crate::Bot;
use crate::interface::{GAME, GAME_SECTION};
use crate::module_text::foreign;

/// Maximum bytes of output kept between two calls of [`Rules::take_output`].
const MOST_OUTPUT: usize = 64 << 10;
/// Lines of output that are shown with a failure.
const SHOWN_OUTPUT: usize = 10;
/// Number of instances that may be lost before every call gets a new one.
const MOST_LOST: u32 = 16;
/// Fuel charged for the copy that each call gets, a tenth of a microsecond for each unit of 1,000: the start of a call,
/// and each page of 64 KiB of a memory.
const COPY: u64 = 20_000;
const COPIED_PAGE: u64 = 10_000;

/// Returns `true` if a module is marked as the rules of a game.
pub fn is_rules(module: &[u8]) -> bool {
    form(module).is_some()
}

/// Returns the form of a module's calls by its mark; `None` if it is not the rules of a game.
fn form(module: &[u8]) -> Option<Form> {
    Parser::new(0).parse_all(module).map_while(Result::ok).find_map(|payload| match payload {
        Payload::CustomSection(section) if section.name() == GAME_SECTION => Some(Form::Lines),
        Payload::ExportSection(exports) => {
            let is_mark = |export: wasmparser::Export<'_>| export.name == GAME;
            exports.into_iter().flatten().any(is_mark).then_some(Form::Sections)
        }
        _ => None,
    })
}

/// The rules of a game: an admitted module. Cheap to clone and to share between threads.
#[derive(Clone)]
pub struct Rules(Arc<RulesParts>);

struct RulesParts {
    module: Bot,
    form: Form,
    guard: CpuGuard,
    /// Number of further instances that may be lost before every call gets a new one: a memory that grows cannot be
    /// restored. Zero if no instance can be.
    to_lose: AtomicU32,
    /// The range of memory that the module's data segments fill.
    data: Range<usize>,
    /// Fuel charged for the copy of the module.
    copy: u64,
    kept: Arc<KeptInstances>,
    output: Mutex<Vec<u8>>,
}

impl Rules {
    /// Returns rules whose instances wait in `kept` for their next call.
    pub(crate) fn new(module: Bot, bytes: &[u8], kept: Arc<KeptInstances>, guard: CpuGuard) -> Rules {
        let pages = module.sizes().memory_pages;
        let is_small = pages * 65_536 <= instance::SMALL as u64;
        let is_restorable =
            (is_small || kept.pages.is_shown()) && restorable::is_restorable(bytes, module.is_split());
        Rules(Arc::new(RulesParts {
            form: form(bytes).unwrap_or(Form::Sections),
            to_lose: AtomicU32::new(if is_restorable { MOST_LOST } else { 0 }),
            data: restorable::filled(bytes, pages as usize * 65_536),
            copy: COPY + pages * COPIED_PAGE,
            module,
            guard,
            kept,
            output: Mutex::default(),
        }))
    }

    /// Takes the output of all calls since this function was last called: at most 64 KiB.
    pub fn take_output(&self) -> String {
        let output = mem::take(&mut *self.0.output.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&output).into_owned()
    }

    /// Keeps the output of a call.
    fn keep_output(&self, written: &[u8]) {
        let mut output = self.0.output.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MOST_OUTPUT - output.len();
        output.extend_from_slice(&written[..written.len().min(room)]);
    }

    fn instance(&self, room: usize) -> Result<Instance, CallFailure> {
        let RulesParts { module, form, guard, to_lose, data, kept, .. } = &*self.0;
        let is_restorable = to_lose.load(Ordering::Relaxed) > 0;
        if is_restorable && let Some(instance) = kept.take(module.hash(), room) {
            return Ok(instance);
        }
        let data = is_restorable.then_some(data);
        let begun = Instance::begin(module, *form, room, *guard, data, &kept.pages);
        begun
            .map_err(|failure| fault::of_host(&failure))?
            .map_err(|(failure, log)| self.failed(&failure, &log, 0))
    }

    fn failed(&self, failure: &Failure, log: &[u8], used: u64) -> CallFailure {
        let mut trace = failure.trace();
        let said = String::from_utf8_lossy(failure.log_before(log)).into_owned();
        let lines: Vec<&str> = said.lines().collect();
        let shown = lines.len().saturating_sub(SHOWN_OUTPUT);
        trace.extend(lines[shown..].iter().map(|line| format!("  output: {}", foreign(line))));
        // If the call used more processor time than its fuel explains, the machine failed.
        let is_host = failure.fault == Fault::Slow;
        CallFailure { what: fault::words(failure), trace, fuel: used + self.0.copy, is_host }
    }
}

impl RulesCalls for Rules {
    fn form(&self) -> Form {
        self.0.form
    }

    fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
        answer.clear();
        let mut instance = self.instance(instance::room(self.0.form, request.len()))?;
        let reply = instance.call(request, answer).map_err(|failure| fault::of_host(&failure))?;
        let used = FUEL - reply.left;
        let log = instance.take_log();
        if !log.is_empty() {
            self.keep_output(&log);
        }
        reply.result.map_err(|failure| self.failed(&failure, &log, used))?;
        let RulesParts { module, kept, to_lose, .. } = &*self.0;
        if instance.restore(&kept.pages) {
            kept.put(module.hash(), instance);
        } else {
            let _ = to_lose.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |most| most.checked_sub(1));
        }
        Ok(used + self.0.copy)
    }
}
