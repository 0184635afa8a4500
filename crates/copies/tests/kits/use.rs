//! Everything that the kit has.
mod muster;
mod $kit;

use $kit::View;

fn choose(view: &View) -> u64 {
    let moves = muster::all_legal_actions();
    let before = muster::whole_history();
    let number = muster::number("number", 3);
    let text = muster::setting("text");
    $kit::log_board(view);
    muster::offer(moves[0]);
    log!("{number} {text:?} {}", before.len());
    let settings = muster::Settings::fetch();
    if settings.is("style", "bold") || muster::remaining() < muster::game_remaining() {
        return moves[moves.len() - 1];
    }
    moves[muster::below(moves.len() as u32) as usize]
}
