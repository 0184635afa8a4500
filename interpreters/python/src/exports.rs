//! What the host calls: to put a script in, and to ask it.

use core::cell::{OnceCell, RefCell};
use std::thread::LocalKey;

use rustpython_vm::builtins::{PyBaseExceptionRef, PyDictRef, PyUtf8Str};
use rustpython_vm::{Interpreter, PyObjectRef, PyResult, VirtualMachine};

use crate::blob::{Files, Script};
use crate::host::{self, Stream};
use crate::{interpreter, memory, state, view, watch};

/// Where the header of a view has the seat that is asked.
const SEAT: usize = 8;

/// What [`muster_script_load`] returns, unless it is an address.
const READY: u32 = 0;
const FAILED: u32 = 1;

/// What became of a script's top level.
enum Loaded {
    /// With what asks the script.
    Ready(PyObjectRef),
    /// Standard error says why.
    Failed,
    /// It asks for files that may exist: their names, with a 0 between two.
    Asking(String),
}

/// A script whose top level has run.
struct Bot {
    interpreter: Interpreter,
    /// Called with a view, returns a code, or none after saying what is wrong.
    ask: PyObjectRef,
    /// The game that it plays.
    game: String,
}

thread_local! {
    static BLOB: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static BOT: OnceCell<Bot> = const { OnceCell::new() };
    static VIEW: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The address of as many bytes for the script.
#[unsafe(no_mangle)]
extern "C" fn muster_script_room(length: u32) -> *mut u8 {
    room(&BLOB, length)
}

/// Runs the top level of the script that was put there. 0: it can be asked. 1: standard error says why not. Otherwise the
/// address of a text, its length before it: names of files that the script asks for, with which it has to be loaded again.
#[unsafe(no_mangle)]
extern "C" fn muster_script_load() -> u32 {
    let Some(script) = Script::read(&BLOB.take()) else {
        host::write(Stream::Error, "what was put into the interpreter is not a script: build it with muster build\n");
        return FAILED;
    };
    memory::reserve();
    memory::tell_failures();
    watch::start();
    state::keep(script.files.clone(), script.metrics.clone());
    let interpreter = interpreter::new();
    match interpreter.enter(|vm| load(&script, vm).unwrap_or_else(|error| broken(&error, vm))) {
        Loaded::Ready(ask) => {
            view::keep(script.layout);
            VIEW.set(vec![0; view::own_length()]);
            let _ = BOT.with(|bot| bot.set(Bot { interpreter, ask, game: script.game }));
            READY
        }
        Loaded::Failed => FAILED,
        Loaded::Asking(names) => {
            let text = [&(names.len() as u32).to_le_bytes(), names.as_bytes()].concat();
            text.leak().as_ptr() as u32
        }
    }
}

/// The address of as many bytes for a view.
#[unsafe(no_mangle)]
extern "C" fn muster_buffer(length: u32) -> *mut u8 {
    BOT.with(|bot| {
        if let Some(bot) = bot.get().filter(|_| length as usize != view::own_length()) {
            let game = &bot.game;
            let text = format!("another game: this bot was built for {game}, whose views have another length\n");
            host::write(Stream::Error, &text);
            fail();
        }
    });
    room(&VIEW, length)
}

/// The code of the action that the script answers to the view.
#[unsafe(no_mangle)]
extern "C" fn muster_choose(length: u32) -> u64 {
    BOT.with(|bot| {
        let Some(bot) = bot.get() else {
            host::write(Stream::Error, "this is the interpreter without a script: build one with muster build\n");
            fail();
        };
        VIEW.with_borrow(|view| bot.interpreter.enter(|vm| bot.answer(&view[..length as usize], vm)))
    })
}

impl Bot {
    fn answer(&self, view: &[u8], vm: &VirtualMachine) -> u64 {
        state::begin_question(view.get(SEAT).copied().unwrap_or_default());
        memory::reserve();
        watch::begin_call();
        let code = view::decode_own(view, vm)
            .and_then(|view| self.ask.call((view,), vm))
            .and_then(|code| code.try_into_value::<Option<u64>>(vm));
        // What was wrong has been said.
        code.ok().flatten().unwrap_or_else(|| fail())
    }
}

/// Runs the top level.
fn load(script: &Script, vm: &VirtualMachine) -> PyResult<Loaded> {
    let files = dict(&script.files, vm)?;
    let offered = match &script.offered {
        Some(offered) => dict(offered, vm)?.into(),
        None => vm.ctx.none(),
    };
    let absent = script.absent.iter().map(|name| vm.ctx.new_str(name.as_str()).into()).collect();
    let entry = vm.ctx.new_str(script.entry.as_str());
    let bot = vm.import("_bot", 0)?;
    let game = vm.ctx.new_str(script.game.as_str());
    let arguments = (entry, game, files, vm.ctx.new_list(absent), offered);
    let loaded = bot.get_attr("load", vm)?.call(arguments, vm)?;
    Ok(match loaded.downcast::<PyUtf8Str>() {
        Ok(names) => Loaded::Asking(names.as_str().to_owned()),
        Err(loaded) if loaded.try_to_bool(vm)? => Loaded::Ready(bot.get_attr("ask", vm)?),
        Err(_) => Loaded::Failed,
    })
}

/// Files as Python sees them.
fn dict(files: &Files, vm: &VirtualMachine) -> PyResult<PyDictRef> {
    let dict = vm.ctx.new_dict();
    for (name, text) in files {
        dict.set_item(name.as_str(), vm.ctx.new_str(text.as_str()).into(), vm)?;
    }
    Ok(dict)
}

/// Says that the interpreter itself failed.
fn broken(error: &PyBaseExceptionRef, vm: &VirtualMachine) -> Loaded {
    let mut text = String::new();
    let _ = vm.write_exception(&mut text, error);
    host::write(Stream::Error, &text);
    Loaded::Failed
}

/// As many bytes in a buffer that is kept.
fn room(buffer: &'static LocalKey<RefCell<Vec<u8>>>, length: u32) -> *mut u8 {
    buffer.with_borrow_mut(|buffer| {
        let length = length as usize;
        if buffer.len() < length {
            buffer.resize(length, 0);
        }
        buffer.as_mut_ptr()
    })
}

/// Ends the bot.
fn fail() -> ! {
    core::arch::wasm32::unreachable()
}
