//! The layout of views and action codes as data, from which the kits for bot authors are generated.

/// The bytes of a game's views and the bits of its action codes.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The fields of the game's part of the view, by increasing offset, without overlap.
    pub fields: &'static [Field],
    /// The kinds of actions, by increasing number.
    pub actions: &'static [ActionKind],
    /// The printed form of the board, if the view has one.
    pub board: Option<Board>,
}

impl Layout {
    /// Returns the field with a name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Length of the game's part of a view in bytes: the end of the last field, rounded up to 8.
    pub const fn view_len(&self) -> usize {
        match self.fields.last() {
            None => 0,
            Some(field) => field.end().next_multiple_of(8),
        }
    }
}

/// One field of a view, or an array of them.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// A name that is valid in C: lower case, underscores.
    pub name: &'static str,
    /// Bytes from the start of the game's part.
    pub offset: usize,
    /// The type of one element; little-endian, aligned to its size.
    pub kind: FieldType,
    /// 1, or the number of elements of an array.
    pub count: usize,
    /// One sentence for authors of bots.
    pub about: &'static str,
}

impl Field {
    /// The first field of a layout.
    pub const fn first(name: &'static str, kind: FieldType, count: usize, about: &'static str) -> Field {
        Field { name, offset: 0, kind, count, about }
    }

    /// Returns the field after this one, at the next offset that its type allows.
    #[must_use]
    pub const fn then(
        &self,
        name: &'static str,
        kind: FieldType,
        count: usize,
        about: &'static str,
    ) -> Field {
        Field { name, offset: self.end().next_multiple_of(kind.size()), kind, count, about }
    }

    /// Writes element `index` in a view, using the low bytes of `value`.
    ///
    /// # Panics
    /// When the element is not within the view.
    #[inline]
    pub fn put(&self, view: &mut [u8], index: usize, value: u64) {
        let size = self.kind.size();
        let at = self.offset + index * size;
        view[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
    }

    /// Reads element `index` of a view.
    ///
    /// # Panics
    /// When the element is not within the view.
    pub fn get(&self, view: &[u8], index: usize) -> i128 {
        let size = self.kind.size();
        let at = self.offset + index * size;
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(&view[at..at + size]);
        let value = u64::from_le_bytes(bytes);
        if self.kind == FieldType::I8 { i128::from(value as u8 as i8) } else { i128::from(value) }
    }

    /// Returns the bytes of the field in a view.
    ///
    /// # Panics
    /// When the view is shorter than the field's end.
    #[inline]
    pub fn bytes<'a>(&self, view: &'a mut [u8]) -> &'a mut [u8] {
        &mut view[self.offset..self.end()]
    }

    /// The offset after the field.
    pub const fn end(&self) -> usize {
        self.offset + self.kind.size() * self.count
    }
}

/// The type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    /// Unsigned, 1 byte.
    U8,
    /// Signed, 1 byte.
    I8,
    /// Unsigned, 2 bytes.
    U16,
    /// Unsigned, 4 bytes.
    U32,
    /// Unsigned, 8 bytes.
    U64,
}

impl FieldType {
    /// Its name: `u8` and so on.
    pub const fn name(self) -> &'static str {
        match self {
            FieldType::U8 => "u8",
            FieldType::I8 => "i8",
            FieldType::U16 => "u16",
            FieldType::U32 => "u32",
            FieldType::U64 => "u64",
        }
    }

    /// Size in bytes.
    pub const fn size(self) -> usize {
        match self {
            FieldType::U8 | FieldType::I8 => 1,
            FieldType::U16 => 2,
            FieldType::U32 => 4,
            FieldType::U64 => 8,
        }
    }
}

/// One kind of action and the bits of its payload.
#[derive(Clone, Copy, Debug)]
pub struct ActionKind {
    /// A name that is valid in C.
    pub name: &'static str,
    /// The kind's number, in bits 48 to 52 of the code.
    pub kind: u8,
    /// The bit fields of the payload; all other bits are zero.
    pub bits: &'static [BitField],
    /// One sentence for authors of bots.
    pub about: &'static str,
}

/// Some bits of an action's payload.
#[derive(Clone, Copy, Debug)]
pub struct BitField {
    /// A name that is valid in C.
    pub name: &'static str,
    /// The lowest bit.
    pub shift: u32,
    /// Number of bits.
    pub width: u32,
    /// The largest valid value in the payload; the smallest is 0.
    pub most: u64,
    /// The value that the payload's 0 represents: authors of bots see `least` to `least + most`.
    pub least: i64,
    /// The word for each value in notation, by the payload's value; empty if values are written as numbers.
    pub labels: &'static [&'static str],
    /// One sentence for authors of bots.
    pub about: &'static str,
}

/// The printed form of the board in a view: one character per square.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// The field with one byte per square, row by row.
    pub field: &'static str,
    /// The labels of the columns, one character each.
    pub columns: &'static str,
    /// The labels of the rows, in the field's order.
    pub rows: &'static [&'static str],
    /// `true` if the field's first row is printed first; otherwise it is printed last.
    pub first_row_on_top: bool,
    /// The character of each value. A space, or a value past the end, shows the ground.
    pub symbols: &'static str,
    /// The characters of the ground.
    pub ground: Ground,
}

/// The characters of a board's empty squares.
#[derive(Clone, Copy, Debug)]
pub enum Ground {
    /// The character of each square, in the field's order.
    Squares(&'static str),
    /// The character of each value of another field with one byte per square: the field, then the characters.
    Field(&'static str, &'static str),
}
