//! Times for people.

use referee::Ticks;

/// Returns a time with two digits after the point: `0.25 us`, `12.50 ms`, `3.00 s`.
pub fn shown(ticks: Ticks) -> String {
    let seconds = ticks.seconds();
    if seconds < 1e-3 {
        format!("{:.2} us", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_a_unit_that_fits() {
        let cases =
            [(0, "0.00 us"), (2_500, "0.25 us"), (125_000_000, "12.50 ms"), (30_000_000_000, "3.00 s")];
        for (ticks, text) in cases {
            assert_eq!(shown(Ticks(ticks)), text);
        }
    }
}
