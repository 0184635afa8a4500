// The calls of muster.h with types of C++'s standard library. The header of a game, for example "tank_war.h", has the
// view and the action codes.
//
//     #include "muster.hpp"
//     #include "tank_war.h"
//
//     uint64_t choose(const tank_war_view *view) { ... }
#ifndef MUSTER_HPP
#define MUSTER_HPP

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "muster.h"

namespace muster {

// Returns your legal actions.
inline std::vector<uint64_t> legal_actions() {
    std::vector<uint64_t> codes(muster_legal_actions(nullptr, 0));
    muster_legal_actions(codes.data(), static_cast<uint32_t>(codes.size()));
    return codes;
}

// Returns the actions played so far, without hidden ones.
inline std::vector<muster_record> history() {
    std::vector<muster_record> records(muster_history(nullptr, 0));
    muster_history(records.data(), static_cast<uint32_t>(records.size()));
    return records;
}

// Returns the value of a setting: with `depth=4 style=bold`, setting("style") is "bold".
inline std::optional<std::string> setting(const std::string &name) {
    const char *text = muster_setting(name.c_str());
    if (!text) return std::nullopt;
    return std::string(text, std::strcspn(text, " ,"));
}

// Returns a setting as an integer, or `otherwise` if it is not set or not an integer.
inline int64_t number(const std::string &name, int64_t otherwise) { return muster_number(name.c_str(), otherwise); }

// The seconds left for this call, and for the game.
inline double remaining() { return static_cast<double>(muster_remaining()) / 1e9; }
inline double game_remaining() { return static_cast<double>(muster_game_remaining()) / 1e9; }

// Sets the best action so far, which is played if the move's time runs out.
inline void offer(uint64_t action) { muster_offer(action); }

// Returns a random number below `bound`, which must not be 0. A replay of the match draws the same numbers.
inline uint32_t below(uint32_t bound) { return muster_below(bound); }

// Writes a line to the match's log, which only you can read.
inline void log(std::string_view text) {
    std::string line(text);
    line += '\n';
    muster_log(line.data(), static_cast<uint32_t>(line.size()));
}

}  // namespace muster

#endif
