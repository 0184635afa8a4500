//! Positions that a bot makes and plays in: handles of the host as objects of the module `_position`.

pub(crate) use positions::module_def;

#[rustpython_vm::pymodule(name = "_position")]
mod positions {
    use core::sync::atomic::{AtomicI32, Ordering::Relaxed};

    use rustpython_vm::builtins::{PyListRef, PyNamespace, PyUtf8StrRef};
    use rustpython_vm::function::{OptionalArg, PosArgs};
    use rustpython_vm::{AsObject, Py, PyObjectRef, PyPayload, PyRef, PyResult, VirtualMachine, pyclass};

    use crate::host::position::{self as host, Phase};
    use crate::leads::{self, Weights};
    use crate::{state, view};

    /// The action of a seat that does not act.
    const NONE: i64 = -1;

    /// A position. It ends with the answer to the question in which it was made.
    #[pyattr]
    #[pyclass(name = "Position", module = "muster")]
    #[derive(Debug, PyPayload)]
    struct Position {
        /// 0 once it is released.
        handle: AtomicI32,
        question: u32,
        /// 0 while it is not known.
        phase: AtomicI32,
    }

    impl Drop for Position {
        fn drop(&mut self) {
            let handle = self.handle.load(Relaxed);
            if handle > 0 && self.question == state::question() {
                host::release(handle);
            }
        }
    }

    type Seat = OptionalArg<Option<i32>>;
    type Code = OptionalArg<Option<i64>>;

    #[pyclass(flags(DISALLOW_INSTANTIATION))]
    impl Position {
        /// The position of the question; what the seat cannot know is filled in, with these actions where they fit.
        #[pystaticmethod]
        fn here(codes: PosArgs<u64>, vm: &VirtualMachine) -> PyResult<PyRef<Position>> {
            state::only_in_match("Position.here", "there is a position", vm)?;
            made(host::here(&codes.into_vec()), vm)
        }

        #[pystaticmethod]
        fn read(text: PyUtf8StrRef, vm: &VirtualMachine) -> PyResult<PyRef<Position>> {
            state::only_in_match("Position.read", "there are rules", vm)?;
            made(host::read(text.as_str()), vm)
        }

        #[pymethod]
        fn after(zelf: &Py<Self>, first: Code, second: Code, vm: &VirtualMachine) -> PyResult<PyRef<Position>> {
            let handle = zelf.handle(vm)?;
            let (first, second) = zelf.actions(first, second, handle);
            made(host::after(handle, first, second), vm)
        }

        #[pymethod]
        fn playout(zelf: &Py<Self>, plies: OptionalArg<i32>, vm: &VirtualMachine) -> PyResult<PyRef<Position>> {
            made(host::playout(zelf.handle(vm)?, plies.unwrap_or(i32::MAX)), vm)
        }

        #[pymethod]
        fn release(zelf: &Py<Self>, vm: &VirtualMachine) -> PyResult<()> {
            host::release(zelf.handle(vm)?);
            zelf.handle.store(0, Relaxed);
            Ok(())
        }

        #[pygetset]
        fn phase(zelf: &Py<Self>, vm: &VirtualMachine) -> PyResult<i32> {
            Ok(zelf.phase_of(zelf.handle(vm)?))
        }

        #[pygetset]
        fn is_over(zelf: &Py<Self>, vm: &VirtualMachine) -> PyResult<bool> {
            Ok(Self::phase(zelf, vm)? >= Phase::IS_OVER)
        }

        #[pygetset]
        fn winner(zelf: &Py<Self>, vm: &VirtualMachine) -> PyResult<Option<i32>> {
            Ok(match Self::phase(zelf, vm)? {
                Phase::FIRST_HAS_WON => Some(0),
                Phase::SECOND_HAS_WON => Some(1),
                _ => None,
            })
        }

        #[pymethod]
        fn acts(zelf: &Py<Self>, seat: i32, vm: &VirtualMachine) -> PyResult<bool> {
            let phase = Self::phase(zelf, vm)?;
            Ok(phase <= Phase::BOTH_ACT && (0..2).contains(&seat) && phase >> seat & 1 == 1)
        }

        #[pymethod]
        fn legal_actions(zelf: &Py<Self>, seat: Seat, vm: &VirtualMachine) -> PyResult<PyListRef> {
            let handle = zelf.handle(vm)?;
            let codes = host::legal(handle, zelf.seat(seat, handle)).map_err(|()| misused(vm))?;
            Ok(vm.ctx.new_list(codes.into_iter().map(|code| vm.ctx.new_int(code).into()).collect()))
        }

        #[pymethod]
        fn metrics(zelf: &Py<Self>, seat: Seat, vm: &VirtualMachine) -> PyResult {
            let handle = zelf.handle(vm)?;
            let values = host::metrics(handle, zelf.seat(seat, handle)).map_err(|()| misused(vm))?;
            let object = PyNamespace {}.into_ref(&vm.ctx);
            state::with_metrics(|names| {
                names.iter().zip(values).try_for_each(|(name, value)| {
                    let name = vm.ctx.intern_str(name.as_str());
                    object.as_object().set_attr(name, vm.ctx.new_int(value), vm)
                })
            })?;
            Ok(object.into())
        }

        #[pymethod]
        fn view(zelf: &Py<Self>, seat: Seat, vm: &VirtualMachine) -> PyResult {
            let handle = zelf.handle(vm)?;
            let bytes = host::view(handle, zelf.seat(seat, handle), view::own_length()).map_err(|()| misused(vm))?;
            view::decode_own(&bytes, vm)
        }

        #[pymethod]
        fn events(zelf: &Py<Self>, first: Code, second: Code, vm: &VirtualMachine) -> PyResult<PyListRef> {
            let handle = zelf.handle(vm)?;
            let (first, second) = zelf.actions(first, second, handle);
            let text = host::events(handle, first, second).map_err(|()| misused(vm))?;
            Ok(vm.ctx.new_list(text.lines().map(|line| vm.ctx.new_str(line).into()).collect()))
        }

        #[pygetset]
        fn text(zelf: &Py<Self>, vm: &VirtualMachine) -> PyResult<String> {
            host::text_of(zelf.handle(vm)?).map_err(|()| misused(vm))
        }

        /// For each legal action of the seat its code, the phase after it, and the metrics of both seats.
        #[pymethod]
        fn children(zelf: &Py<Self>, seat: Seat, other: Code, vm: &VirtualMachine) -> PyResult<PyListRef> {
            let handle = zelf.handle(vm)?;
            let count = state::with_metrics(|names| Ok(names.len()))?;
            let size = leads::record_size(count);
            let other = other.flatten().unwrap_or(NONE);
            let records =
                host::children(handle, zelf.seat(seat, handle), other, size).map_err(|()| misused(vm))?;
            let child = |record: &[u8]| -> PyObjectRef {
                let int = |at: usize| -> PyObjectRef {
                    let bytes = record[at..].first_chunk().copied().unwrap_or_default();
                    vm.ctx.new_int(i64::from_le_bytes(bytes)).into()
                };
                let metrics = |from: usize| -> PyObjectRef {
                    vm.ctx.new_tuple((0..count).map(|index| int(from + 8 * index)).collect()).into()
                };
                let phase = i32::from_le_bytes(record[8..].first_chunk().copied().unwrap_or_default());
                let parts = vec![int(0), vm.ctx.new_int(phase).into(), metrics(16), metrics(16 + 8 * count)];
                vm.ctx.new_tuple(parts).into()
            };
            Ok(vm.ctx.new_list(records.chunks_exact(size).map(child).collect()))
        }

        /// For each legal action of the seat its lead after it; where both act and no action of the other seat is given,
        /// the least over all of them.
        #[pymethod]
        fn leads(
            zelf: &Py<Self>,
            weights: PyObjectRef,
            seat: Seat,
            other: Code,
            vm: &VirtualMachine,
        ) -> PyResult<PyListRef> {
            let leads = zelf.leads_of(&weights, seat, other, vm)?;
            Ok(vm.ctx.new_list(leads.into_iter().map(|(_, lead)| vm.ctx.new_float(lead).into()).collect()))
        }

        /// The action with the greatest lead, the first of equal ones.
        #[pymethod]
        fn best(zelf: &Py<Self>, weights: PyObjectRef, seat: Seat, other: Code, vm: &VirtualMachine) -> PyResult<i64> {
            let leads = zelf.leads_of(&weights, seat, other, vm)?;
            let best = leads.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best });
            best.map(|(action, _)| action).ok_or_else(|| vm.new_value_error("the seat has no legal action here"))
        }
    }

    impl Position {
        /// Each legal action of the seat with its lead.
        fn leads_of(
            &self,
            weights: &PyObjectRef,
            seat: Seat,
            other: Code,
            vm: &VirtualMachine,
        ) -> PyResult<Vec<(i64, f64)>> {
            let handle = self.handle(vm)?;
            let (weights, seat) = (Weights::read(weights, vm)?, self.seat(seat, handle));
            let others = match other.flatten() {
                None if self.phase_of(handle) == Phase::BOTH_ACT => host::legal(handle, 1 - seat),
                other => Ok(vec![other.unwrap_or(NONE)]),
            };
            let mut leads: Vec<(i64, f64)> = Vec::new();
            for other in others.map_err(|()| misused(vm))? {
                let records =
                    host::children(handle, seat, other, weights.record_size).map_err(|()| misused(vm))?;
                let records = records.chunks_exact(weights.record_size);
                if leads.is_empty() {
                    leads.extend(records.map(|record| (leads::action(record), weights.lead(record, seat))));
                } else {
                    for (least, record) in leads.iter_mut().zip(records) {
                        least.1 = least.1.min(weights.lead(record, seat));
                    }
                }
            }
            Ok(leads)
        }

        fn handle(&self, vm: &VirtualMachine) -> PyResult<i32> {
            if self.question != state::question() {
                return Err(vm.new_value_error(
                    "this position is of an earlier question: positions end with the answer; keep its text",
                ));
            }
            match self.handle.load(Relaxed) {
                0 => Err(vm.new_value_error("this position was released")),
                handle => Ok(handle),
            }
        }

        fn phase_of(&self, handle: i32) -> i32 {
            if self.phase.load(Relaxed) == 0 {
                self.phase.store(host::phase(handle), Relaxed);
            }
            self.phase.load(Relaxed)
        }

        /// The actions of both seats: the one of the seat that acts, or both.
        fn actions(&self, first: Code, second: Code, handle: i32) -> (i64, i64) {
            let (first, second) = (first.flatten().unwrap_or(NONE), second.flatten().unwrap_or(NONE));
            let second_alone = self.phase_of(handle) == Phase::SECOND_ACTS && second == NONE;
            if second_alone { (NONE, first) } else { (first, second) }
        }

        /// The seat of an argument; without one, the seat that acts, and the bot's own where both do.
        fn seat(&self, seat: Seat, handle: i32) -> i32 {
            seat.flatten().unwrap_or_else(|| match self.phase_of(handle) {
                Phase::FIRST_ACTS => 0,
                Phase::SECOND_ACTS => 1,
                _ => state::seat(),
            })
        }
    }

    fn made(handle: Result<i32, ()>, vm: &VirtualMachine) -> PyResult<PyRef<Position>> {
        let handle = handle.map_err(|()| misused(vm))?.into();
        Ok(Position { handle, question: state::question(), phase: 0.into() }.into_ref(&vm.ctx))
    }

    /// The error that the host has of the latest misuse.
    fn misused(vm: &VirtualMachine) -> rustpython_vm::builtins::PyBaseExceptionRef {
        vm.new_value_error(host::error())
    }
}
