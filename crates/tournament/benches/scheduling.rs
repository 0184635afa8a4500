//! Scheduling and standings at the sizes the design names.

fn main() {
    divan::main();
}
