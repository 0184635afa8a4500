//! An instance of a game's rules. It is called once, unless it can be restored to its state after the start.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use game::{Dice, Seat};
use game_file::Form;
use referee::{CpuGuard, Failure, Fault, HostFailure, Limits, Ticks};
use wasmtime::{Global, Val};

use crate::Bot;
use crate::bot::EntryPoint;
use crate::call::{MOST_ANSWER, Reactor, engine, host, new_store, too_long};
use crate::os::{self, PageTable};
use crate::seat::{Question, Reply, RulesExchange, SeatState, Start};
use crate::time::{Account, Meter};

/// Fuel of one call, 0.2 s of virtual time and about as much of a processor's. Rules are called for every ply of every
/// match, and again for pages and verification, so a call that takes longer makes the game useless.
pub(super) const FUEL: u64 = 2_000_000_000;
/// Bytes of the view by which a script is called: the header that its interpreter expects, of zeros.
const VIEW: [u8; 16] = [0; 16];
/// Minimum room for requests. The room grows by doubling, so that it depends on the request alone and rarely changes.
const LEAST_ROOM: usize = 4 << 10;
/// Bytes that are compared, and copied if they differ: a page of the processor's.
const BLOCK: usize = 4 << 10;
/// Maximum bytes of a memory that is compared as a whole. For larger ones, the kernel reports the changed pages.
pub(super) const SMALL: usize = 192 << 10;

static ZEROS: [u8; BLOCK] = [0; BLOCK];

/// Returns the bytes of room for a request.
pub(super) fn room(form: Form, request: usize) -> usize {
    match form {
        Form::Lines => VIEW.len(),
        Form::Sections => request.next_power_of_two().max(LEAST_ROOM),
    }
}

/// An instance that is ready to be called.
pub(crate) struct Instance {
    reactor: Reactor,
    form: Form,
    room: usize,
    account: Account,
    meter: Arc<Meter>,
    start: Option<StartState>,
    /// The thread's page faults before the call.
    faults: Option<u64>,
}

/// The state of an instance after its start.
struct StartState {
    memory: Vec<u8>,
    /// `true` for each block of memory that is zero.
    zero: Vec<bool>,
    globals: Vec<(Global, Val)>,
    /// The blocks of a large memory that the calls so far may have changed.
    own: Vec<usize>,
}

impl Instance {
    /// Starts an instance. It can be restored if `data` is given: the part of memory that the module's data segments
    /// fill. The inner error is the failure of the module, with its output.
    pub(super) fn begin(
        module: &Bot,
        form: Form,
        room: usize,
        guard: CpuGuard,
        data: Option<&Range<usize>>,
        pages: &PageTable,
    ) -> Result<Result<Instance, (Failure, Vec<u8>)>, HostFailure> {
        static NO_SETTINGS: LazyLock<Arc<str>> = LazyLock::new(|| Arc::from(""));
        let EntryPoint::Choose(exports) = module.entry() else { return Err(host("rules are not a program")) };
        let (account, meter) = (Account::new(guard), Arc::new(Meter::default()));
        let watch = account.begin(&meter);
        let limits = Limits { positions: false, ..Limits::default() };
        let memory = limits.memory.max(module.sizes().memory_pages * 65_536 * 2);
        let limits = Limits { memory, ..limits };
        let dice = Dice::from_number(0);
        let settings = Arc::clone(&NO_SETTINGS);
        let mut state = SeatState::new(Seat::First, dice, settings, &limits, watch, Arc::clone(&meter));
        state.rules = Some(Box::default());
        let store = new_store(module, state, limits.start.0, watch).map_err(|error| engine(&error))?;
        let Start { result, .. } = Reactor::begin(module, exports, store, room, watch, &meter)?;
        Ok(match result {
            Ok(mut reactor) => {
                let start = data.map(|data| StartState::new(&mut reactor, data, pages));
                Ok(Instance { reactor, form, room, account, meter, start, faults: None })
            }
            Err((failure, mut state)) => Err((failure, state.close().log)),
        })
    }

    /// Bytes of its room for requests.
    pub(super) fn room(&self) -> usize {
        self.room
    }

    /// Performs a call and fills `answer`.
    pub(super) fn call(&mut self, request: &[u8], answer: &mut Vec<u8>) -> Result<Reply, HostFailure> {
        self.faults = os::page_faults();
        let watch = self.account.begin(&self.meter);
        self.reactor.state().growth_refused = false;
        let all = Ticks(FUEL);
        let question = Question {
            fuel: FUEL,
            limit: all,
            game_left: all,
            own_time: Ticks::ZERO,
            ply: 0,
            watch,
            scene: None,
        };
        let view = match self.form {
            Form::Sections => request,
            Form::Lines => {
                let exchange = self.exchange()?;
                exchange.request.clear();
                exchange.request.extend_from_slice(request);
                exchange.answer.clear();
                &VIEW
            }
        };
        let mut reply = self.reactor.ask(question, view, &self.meter)?;
        if reply.result.is_ok() && reply.left == 0 {
            reply.result = Err(Failure::new(Fault::Timeout, ""));
        }
        if let Err(overrun) = self.account.settle(Ticks(FUEL - reply.left), &self.meter) {
            reply.result = Err(overrun.failure());
        }
        if let Ok(code) = reply.result {
            reply.result = self.answer(code, answer)?.map(|()| code);
        }
        Ok(reply)
    }

    /// Takes the output of the calls.
    pub(super) fn take_log(&mut self) -> Vec<u8> {
        self.reactor.state().close().log
    }

    /// Restores the state after the start, on the thread of the call. Returns `false` if that is impossible, because
    /// memory has grown.
    pub(super) fn restore(&mut self, pages: &PageTable) -> bool {
        let Some(start) = &mut self.start else { return false };
        // Without a page fault, the call has changed only pages that were changed before.
        let is_known = !start.own.is_empty() && self.faults.is_some() && self.faults == os::page_faults();
        start.restore(&mut self.reactor, pages, is_known)
    }

    fn exchange(&mut self) -> Result<&mut RulesExchange, HostFailure> {
        self.reactor.state().rules.as_deref_mut().ok_or_else(|| host("rules without an exchange"))
    }

    /// Copies the answer.
    fn answer(&mut self, code: i64, answer: &mut Vec<u8>) -> Result<Result<(), Failure>, HostFailure> {
        if self.form == Form::Lines {
            std::mem::swap(answer, &mut self.exchange()?.answer);
            let none = || Failure::new(Fault::BadAnswer, "the rules returned without an answer");
            return Ok(if answer.is_empty() { Err(none()) } else { Ok(()) });
        }
        let (address, length) = (code as u32, (code as u64) >> 32);
        if length > MOST_ANSWER {
            return Ok(Err(too_long(length).0));
        }
        let memory = self.reactor.memory();
        let (from, end) = (address as usize, address as usize + length as usize);
        let Some(bytes) = memory.get(from..end) else {
            let what = format!(
                "the answer has {length} bytes at address {address}, in a memory of {} bytes",
                memory.len()
            );
            return Ok(Err(Failure::new(Fault::BadAnswer, what)));
        };
        answer.extend_from_slice(bytes);
        Ok(Ok(()))
    }
}

impl StartState {
    fn new(reactor: &mut Reactor, data: &Range<usize>, pages: &PageTable) -> StartState {
        let globals = reactor.mutable_globals();
        let now = reactor.memory();
        let written = (now.len() > SMALL).then(|| pages.own_pages(now)).flatten();
        let memory = if let Some(written) = written {
            // All other pages are zero. Reading them would map each of them to the kernel's page of zeros, and such
            // pages look like changed ones.
            let mut memory = vec![0; now.len()];
            let filled = data.start / BLOCK..data.end.div_ceil(BLOCK);
            for block in filled.chain(written) {
                let range = block * BLOCK..(block + 1) * BLOCK;
                memory[range.clone()].copy_from_slice(&now[range]);
            }
            memory
        } else {
            now.to_vec()
        };
        let zero = memory.chunks(BLOCK).map(|block| *block == ZEROS[..block.len()]).collect();
        StartState { memory, zero, globals, own: Vec::new() }
    }

    /// Restores the state. `is_known` means that the call has changed no block that is missing in `own`.
    fn restore(&mut self, reactor: &mut Reactor, pages: &PageTable, is_known: bool) -> bool {
        for (global, value) in &self.globals {
            if !reactor.set_global(*global, *value) {
                return false;
            }
        }
        let memory = reactor.memory();
        if memory.len() != self.memory.len() {
            return false;
        }
        if memory.len() <= SMALL {
            (0..self.zero.len()).for_each(|block| self.restore_block(memory, block));
            return true;
        }
        if !is_known {
            let Some(own) = pages.own_pages(memory) else { return false };
            self.own = own;
        }
        self.own.iter().for_each(|block| self.restore_block(memory, *block));
        true
    }

    fn restore_block(&self, memory: &mut [u8], block: usize) {
        let range = block * BLOCK..(block + 1) * BLOCK;
        // The block of zeros stays in the L1 cache.
        let start = if self.zero[block] { &ZEROS[..] } else { &self.memory[range.clone()] };
        let now = &mut memory[range];
        if *now != *start {
            now.copy_from_slice(start);
        }
    }
}
