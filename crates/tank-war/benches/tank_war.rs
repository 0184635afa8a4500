//! How fast the rules are: perft, random games, and the calls of one ply.
fn main() {
    divan::main();
}
