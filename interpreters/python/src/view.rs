//! The view as an object: its attributes are the fields of the layout.

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
pub(crate) fn length(layout: &[Field]) -> usize {
    layout.iter().map(Field::end).max().unwrap_or_default().next_multiple_of(8)
}

/// The view as an object; a field beyond the end of a short view is left out.
pub(crate) fn decode(layout: &[Field], view: &[u8], vm: &VirtualMachine) -> PyResult {
    let object = PyNamespace {}.into_ref(&vm.ctx);
    for field in layout.iter().filter(|field| field.end() <= view.len()) {
        let name = vm.ctx.intern_str(field.name.as_str());
        object.as_object().set_attr(name, field.value(view, vm), vm)?;
    }
    Ok(object.into())
}
