//! Kernels of every operator on numbers, each generated from its name.

use super::{Kernel, Scene, shell};

const LENGTH: usize = 64;

/// An operator on numbers: its types and its name.
struct Operator {
    /// Name as in a module's text: `i32.add`.
    name: String,
    operands: Vec<&'static str>,
    result: &'static str,
}

macro_rules! define_operators {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
        /// Every operator that has no immediate other than a lane: its proposal, its visitor method, and the numbers
        /// of values that it takes and makes.
        const OPERATORS: &[(&str, &str, &str)] =
            &[$((stringify!($proposal), stringify!($visit), stringify!($($ann)*))),*];
    };
}
wasmparser::for_each_operator!(define_operators);

const PROPOSALS: [&str; 4] = ["mvp", "sign_extension", "saturating_float_to_int", "simd"];
const SCALARS: [&str; 4] = ["i32", "i64", "f32", "f64"];

/// Returns the operator of a visitor method; `None` if it is not on numbers alone, and for `v128.const` and the like.
fn operator(visit: &str, arity: &str) -> Option<Operator> {
    let (shape, rest) = visit.strip_prefix("visit_")?.split_once('_')?;
    let scalar = SCALARS.into_iter().find(|scalar| *scalar == shape);
    let vector = ["v128", "i8x16", "i16x8", "i32x4", "i64x2", "f32x4", "f64x2"].contains(&shape);
    if !(scalar.is_some() || vector)
        || ["load", "store", "const"].iter().any(|access| rest.starts_with(access))
    {
        return None;
    }
    let own = scalar.unwrap_or("v128");
    let compares = ["eq", "ne", "lt", "gt", "le", "ge"].contains(&rest.split('_').next()?);
    // An element of a vector, as an operand.
    let element = match shape {
        "i64x2" => "i64",
        "f32x4" => "f32",
        "f64x2" => "f64",
        _ => "i32",
    };
    let first = match rest.rsplit('_').find(|word| SCALARS.contains(word)) {
        Some(from) if scalar.is_some() => SCALARS.into_iter().find(|scalar| *scalar == from)?,
        _ => own,
    };
    let result =
        if rest == "eqz" || rest.ends_with("_true") || rest == "bitmask" || (compares && scalar.is_some()) {
            "i32"
        } else if rest.starts_with("extract_lane") {
            element
        } else {
            own
        };
    let operands = match arity {
        _ if rest == "splat" => vec![element],
        "arity 1 -> 1" => vec![first],
        "arity 2 -> 1" if rest.starts_with("replace_lane") => vec![own, element],
        "arity 2 -> 1" if vector && ["shl", "shr_s", "shr_u"].contains(&rest) => vec![own, "i32"],
        "arity 2 -> 1" => vec![own, own],
        "arity 3 -> 1" => vec![own, own, own],
        _ => return None,
    };
    let lane = match rest {
        "shuffle" => " 0 17 2 19 4 21 6 23 8 25 10 27 12 29 14 31",
        _ if rest.contains("_lane") => " 1",
        _ => "",
    };
    Some(Operator { name: format!("{shape}.{rest}{lane}"), operands, result })
}

/// Values of a type, the first two to choose from: ordinary ones, or ones that are awkward for a processor.
const fn values(ty: &str, awkward: bool) -> [&'static str; 3] {
    match (ty.as_bytes(), awkward) {
        (b"i32", false) => ["0x7ffffffe", "0x7ffffff1", "3"],
        (b"i32", true) => ["-1", "0x80000001", "-3"],
        (b"i64", false) => ["0x7ffffffffffffffe", "0x7ffffffffffffff1", "0x7fffffff"],
        (b"i64", true) => ["-1", "0x8000000000000001", "-3"],
        (b"f32", false) => ["1.5", "2.5", "1.0000001"],
        (b"f32", true) => ["1e-40", "3e-41", "0.9999999"],
        (b"f64", false) => ["1.5", "2.5", "1.0000000001"],
        (b"f64", true) => ["1e-310", "3e-311", "0.9999999"],
        (_, false) => ["f32x4 1.5 2.5 3.5 4.5", "f32x4 2.5 3.5 4.5 1.5", "f32x4 1.25 1.25 1.25 1.25"],
        (_, true) => ["f64x2 1e-310 2e-310", "f64x2 3e-310 1e-310", "f64x2 0.9999999 0.9999998"],
    }
}

/// Returns a 32-bit value that depends on a value of the given type.
fn bits(ty: &str, value: &str) -> String {
    match ty {
        "i32" => value.to_owned(),
        "i64" => format!("(i32.wrap_i64 {value})"),
        "f32" => format!("(i32.reinterpret_f32 {value})"),
        "f64" => format!("(i32.wrap_i64 (i64.reinterpret_f64 {value}))"),
        _ => format!("(i32x4.extract_lane 0 {value})"),
    }
}

impl Operator {
    /// A kernel in which each operator waits for the last one. It works on the last result or, if that is of another
    /// type, on one of two values that the last result chooses.
    fn kernel(&self, awkward: bool, own: bool) -> Kernel {
        let mut top = String::new();
        for (index, ty) in self.operands.iter().enumerate() {
            let [one, other, more] = values(ty, awkward);
            let value = if index == 0 { one } else { more };
            top += &format!(
                "(global $x{index} (mut {ty}) ({ty}.const {value})) (global $y{index} (mut {ty}) ({ty}.const {other}))"
            );
        }
        let ty = self.operands[0];
        let operand = |index: usize| format!("(local.get $x{index}) ");
        let others: String = (1..self.operands.len()).map(operand).collect();
        let name = &self.name;
        let (locals, step) = if own {
            (String::new(), format!("(local.set $x0 ({name} (local.get $x0) {others}))"))
        } else {
            let chosen =
                format!("(select (local.get $x0) (local.get $y0) {})", bits(self.result, "(local.get $r)"));
            (format!("(local $r {})", self.result), format!("(local.set $r ({name} {chosen} {others}))"))
        };
        let declared: String = (self.operands.iter().enumerate())
            .map(|(index, ty)| format!("(local $x{index} {ty})"))
            .chain([format!("(local $y0 {ty})"), locals])
            .collect();
        let before: String = (0..self.operands.len())
            .map(|index| format!("(local.set $x{index} (global.get $x{index}))"))
            .chain(["(local.set $y0 (global.get $y0))".to_owned()])
            .collect();
        let after = if own {
            "(global.set $x0 (local.get $x0))".to_owned()
        } else {
            format!("(global.set $bits {})", bits(self.result, "(local.get $r)"))
        };
        let text = shell(
            "",
            &format!("(global $bits (mut i32) (i32.const 0)) {top}"),
            &declared,
            &before,
            &step.repeat(LENGTH),
            &after,
        );
        let way = if own { "on its own result" } else { "on a choice" };
        let values = if awkward { ", awkward values" } else { "" };
        Kernel {
            name: format!("{name} {way}{values}"),
            text,
            excepted: false,
            host: false,
            generated: true,
            scene: Scene::default(),
        }
    }
}

pub(super) fn operators() -> Vec<Kernel> {
    let mut kernels = Vec::new();
    for (proposal, visit, arity) in OPERATORS {
        let arity = arity.trim_matches(['(', ')']);
        let Some(operator) = PROPOSALS.contains(proposal).then(|| operator(visit, arity)).flatten() else {
            continue;
        };
        for awkward in [false, true] {
            if operator.operands[0] == operator.result {
                kernels.push(operator.kernel(awkward, true));
            }
            kernels.push(operator.kernel(awkward, false));
        }
    }
    kernels
}
