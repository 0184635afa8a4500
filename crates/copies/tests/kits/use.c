/* Everything that the kit has. */
#include "$kit.h"

static uint64_t codes[2000];
static muster_record past[100];

uint64_t choose(const $kit_view *view) {
    uint32_t count = muster_legal_actions(codes, 2000), before = muster_history(past, 100);
    const char *text = muster_setting("text");
    int64_t number = muster_number("number", 3) + muster_kind(codes[0]);
    bool is_so = muster_is("style", "bold");
    $kit_log_board(view);
    muster_offer(codes[0]);
    if (muster_remaining() < number || muster_game_remaining() < before) return codes[count - 1];
    return codes[muster_below(count)] + (text ? (uint64_t)*text : 0) + is_so;
}
