//! What the host answers, as a module: `library/muster.py` shows it to bots, `library/_bot.py` uses the rest.

pub(crate) use calls::module_def;

#[rustpython_vm::pymodule(name = "_muster")]
mod calls {
    use rustpython_vm::builtins::{PyCode, PyListRef, PyUtf8StrRef};
    use rustpython_vm::signal::watch;
    use rustpython_vm::compiler::parser;
    use rustpython_vm::{PyObjectRef, PyRef, PyResult, VirtualMachine};

    use crate::host::{Clock, Stream};
    use crate::state::only_in_match;
    use crate::{dice, host, state};

    #[pyfunction]
    fn legal_actions(vm: &VirtualMachine) -> PyResult<PyListRef> {
        only_in_match("legal_actions", "there are actions", vm)?;
        let codes = host::legal_actions();
        Ok(vm.ctx.new_list(codes.into_iter().map(|code| vm.ctx.new_int(code).into()).collect()))
    }

    #[pyfunction]
    fn remaining(vm: &VirtualMachine) -> PyResult<f64> {
        only_in_match("remaining", "the clock runs", vm)?;
        Ok(seconds(host::remaining()))
    }

    #[pyfunction]
    fn game_remaining(vm: &VirtualMachine) -> PyResult<f64> {
        only_in_match("game_remaining", "the clock runs", vm)?;
        Ok(seconds(host::game_remaining()))
    }

    #[pyfunction]
    fn offer(code: u64, vm: &VirtualMachine) -> PyResult<()> {
        only_in_match("offer", "there are actions", vm)?;
        host::offer(code);
        state::note_offer();
        Ok(())
    }

    /// Code, ply and seat of each action.
    #[pyfunction]
    fn history(vm: &VirtualMachine) -> PyResult<PyListRef> {
        only_in_match("history", "there are actions", vm)?;
        let triple = |record: host::Record| -> PyObjectRef {
            let numbers = [record.code, record.ply.into(), record.seat.into()];
            vm.ctx.new_tuple(numbers.map(|number| vm.ctx.new_int(number).into()).into()).into()
        };
        Ok(vm.ctx.new_list(host::history().into_iter().map(triple).collect()))
    }

    #[pyfunction]
    fn settings(called: PyUtf8StrRef, vm: &VirtualMachine) -> PyResult<String> {
        only_in_match(called.as_str(), "settings are known", vm)?;
        Ok(String::from_utf8_lossy(&host::settings()).into_owned())
    }

    #[pyfunction]
    fn random(vm: &VirtualMachine) -> PyResult<f64> {
        only_in_match("random", "the dice are thrown", vm)?;
        Ok(dice::unit(host::random()))
    }

    #[pyfunction]
    fn below(bound: i64, vm: &VirtualMachine) -> PyResult<u64> {
        only_in_match("below", "the dice are thrown", vm)?;
        if !(1..=1 << 32).contains(&bound) {
            return Err(vm.new_value_error(format!("below({bound}): the bound is from 1 to 4294967296")));
        }
        Ok((host::random() >> 32) * bound as u64 >> 32)
    }

    #[pyfunction]
    fn log(text: PyUtf8StrRef) {
        host::log(text.as_str());
    }

    /// Writes to standard output (1) or standard error (2).
    #[pyfunction]
    fn write(stream: u8, text: PyUtf8StrRef) {
        host::write(if stream == 1 { Stream::Output } else { Stream::Error }, text.as_str());
    }

    /// The line of the `return` that the function has just run.
    #[pyfunction]
    fn returned(function: PyRef<PyCode>) -> Option<usize> {
        watch::returned(&function)
    }

    /// Places, in letters, and words of what the parser finds wrong with a text.
    #[pyfunction]
    fn syntax_errors(text: PyUtf8StrRef, vm: &VirtualMachine) -> PyListRef {
        let text = text.as_str();
        let parsed = parser::parse_unchecked(text, parser::ParseOptions::from(parser::Mode::Module));
        let pair = |error: &parser::ParseError| -> PyObjectRef {
            let before = text.get(..error.location.start().to_usize()).unwrap_or(text).chars().count();
            let words = vm.ctx.new_str(error.error.to_string());
            vm.ctx.new_tuple(vec![vm.ctx.new_int(before).into(), words.into()]).into()
        };
        vm.ctx.new_list(parsed.errors().iter().map(pair).collect())
    }

    /// Nanoseconds since 1970.
    #[pyfunction]
    fn realtime() -> u64 {
        host::time(Clock::Realtime)
    }

    /// Nanoseconds of a clock that never goes back.
    #[pyfunction]
    fn monotonic() -> u64 {
        host::time(Clock::Monotonic)
    }

    fn seconds(nanoseconds: i64) -> f64 {
        nanoseconds as f64 / 1e9
    }
}
