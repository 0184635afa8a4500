//! The view as an object: its attributes are the fields of the layout.

use core::cell::OnceCell;

use rustpython_vm::builtins::PyNamespace;
use rustpython_vm::{AsObject, PyObjectRef, PyPayload, PyResult, VirtualMachine};

/// A field of a view.
pub(crate) struct Field {
    name: String,
    /// From the start of the view.
    offset: usize,
    kind: Kind,
    /// 1 for a number, more for a list of them.
    count: usize,
}

#[derive(Clone, Copy)]
enum Kind {
    Signed,
    /// With its size in bytes.
    Unsigned(usize),
}

impl Kind {
    fn size(self) -> usize {
        match self {
            Kind::Signed => 1,
            Kind::Unsigned(size) => size,
        }
    }
}

impl Field {
    /// From a line `name offset kind count`.
    pub(crate) fn parse(line: &str) -> Option<Field> {
        let mut words = line.split(' ');
        let name = words.next()?.to_owned();
        let offset = words.next()?.parse().ok()?;
        let kind = match words.next()? {
            "i8" => Kind::Signed,
            "u8" => Kind::Unsigned(1),
            "u16" => Kind::Unsigned(2),
            "u32" => Kind::Unsigned(4),
            "u64" => Kind::Unsigned(8),
            _ => return None,
        };
        Some(Field { name, offset, kind, count: words.next()?.parse().ok()? })
    }

    fn end(&self) -> usize {
        self.offset + self.kind.size() * self.count
    }

    /// The value in a view, which must reach beyond the field's end.
    fn value(&self, view: &[u8], vm: &VirtualMachine) -> PyObjectRef {
        let number = |bytes: &[u8]| -> PyObjectRef {
            if let Kind::Signed = self.kind {
                return vm.ctx.new_int(bytes[0] as i8).into();
            }
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            vm.ctx.new_int(u64::from_le_bytes(word)).into()
        };
        let bytes = &view[self.offset..self.end()];
        if self.count == 1 {
            return number(bytes);
        }
        vm.ctx.new_list(bytes.chunks_exact(self.kind.size()).map(number).collect()).into()
    }
}

/// How long a view is that has all these fields.
fn length(layout: &[Field]) -> usize {
    layout.iter().map(Field::end).max().unwrap_or_default().next_multiple_of(8)
}

thread_local! {
    /// The layout of the views of the script's game.
    static OWN: OnceCell<Vec<Field>> = const { OnceCell::new() };
}

/// Keeps the layout of the views of the script's game.
pub(crate) fn keep(layout: Vec<Field>) {
    OWN.with(|own| drop(own.set(layout)));
}

/// How long a view of the script's game is.
pub(crate) fn own_length() -> usize {
    OWN.with(|own| own.get().map_or(0, |layout| length(layout)))
}

/// A view of the script's game as an object.
pub(crate) fn decode_own(view: &[u8], vm: &VirtualMachine) -> PyResult {
    OWN.with(|own| decode(own.get().map_or(&[], |layout| layout), view, vm))
}

/// The view as an object; a field beyond the end of a short view is left out.
fn decode(layout: &[Field], view: &[u8], vm: &VirtualMachine) -> PyResult {
    let object = PyNamespace {}.into_ref(&vm.ctx);
    for field in layout.iter().filter(|field| field.end() <= view.len()) {
        let name = vm.ctx.intern_str(field.name.as_str());
        object.as_object().set_attr(name, field.value(view, vm), vm)?;
    }
    Ok(object.into())
}
