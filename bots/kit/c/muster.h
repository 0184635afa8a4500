/* What every bot needs, in any game: host calls, settings and random numbers.
 *
 * A bot includes the header of its game, for example "tank_war.h", and writes one function:
 *
 *     #include "tank_war.h"
 *
 *     uint64_t choose(const tank_war_view *view) { ... }
 *
 * The game's header has the view (all fields of the struct) and makes and reads action codes. A bot is one
 * file; static variables last for one match. Build it with
 *
 *     clang-19 --target=wasm32 -nostdlib -O2 -mbulk-memory -o bot.wasm bot.c \
 *         -Wl,--no-entry -Wl,--stack-first -Wl,--export=__stack_pointer -Wl,--strip-all -Wl,--keep-section=name
 */
#ifndef MUSTER_H
#define MUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
#define MUSTER_IMPORT(name) __attribute__((import_module("muster"), import_name(name)))
#define MUSTER_EXPORT(name) __attribute__((export_name(name)))
#else
/* On another target the calls below are ordinary functions, for your own test bench. */
#define MUSTER_IMPORT(name)
#define MUSTER_EXPORT(name)
#endif

#ifdef __cplusplus
#define _Static_assert static_assert
extern "C" {
#endif

/* Flags of a view: the instance is fresh although the match is not, and both seats act at once. */
#define MUSTER_RESTARTED 1
#define MUSTER_SIMULTANEOUS 2
/* The number of legal actions where the game does not count them. */
#define MUSTER_UNCOUNTED UINT32_MAX

/* One action of the match so far. */
typedef struct {
    uint64_t code;
    uint32_t ply;
    uint8_t seat;
    uint8_t zero[3];
} muster_record;

/* Writes up to `capacity` codes of your legal actions and returns how many there are. */
MUSTER_IMPORT("legal_actions") uint32_t muster_legal_actions(uint64_t *codes, uint32_t capacity);
/* Nanoseconds of the clock left for this call: the smaller of the move's and the game's. */
MUSTER_IMPORT("remaining") int64_t muster_remaining(void);
/* Nanoseconds left for the game. */
MUSTER_IMPORT("game_remaining") int64_t muster_game_remaining(void);
/* The best action so far, which is played if the move's time runs out. Offer again as often as you like. */
MUSTER_IMPORT("offer") void muster_offer(uint64_t action);
/* Writes up to `capacity` records of the actions you may know and returns how many there are. */
MUSTER_IMPORT("history") uint32_t muster_history(muster_record *records, uint32_t capacity);
/* 64 random bits of your seat's own stream; a replayed match has the same. */
MUSTER_IMPORT("random") uint64_t muster_random(void);
/* Writes up to `capacity` bytes of your settings, without a 0 at the end, and returns how many there are. */
MUSTER_IMPORT("settings") uint32_t muster_settings(char *text, uint32_t capacity);
/* Writes a text to the log of the match, which only you can read. */
MUSTER_IMPORT("log") void muster_log(const char *text, uint32_t length);

/* Ends the bot, with a line in its log, if a part of an action is out of its range. As `assert`, it is left out with NDEBUG. */
#ifdef NDEBUG
#define MUSTER_CHECK(is_in_range, range) ((void)0)
#else
#define MUSTER_CHECK(is_in_range, range)          \
    do {                                          \
        if (!(is_in_range)) {                     \
            muster_log(range "\n", sizeof range); \
            __builtin_trap();                     \
        }                                         \
    } while (0)
#endif

/* Positions that you make and play in while you choose; all of them end with your answer. A position is a number above 0;
 * a result below 0 is a mistake, which muster_position_error has in words. Every call is charged for what it does, and no
 * position is changed by any. What you cannot know of the match, such as your opponent's setup in Tank Chess, is made up. */
typedef int32_t muster_position;

/* The action of a seat that does not act. */
#define MUSTER_NO_ACTION UINT64_MAX

/* The position that you are asked in. What you cannot know is made up: of `count` actions that you suppose your opponent
 * has played, as far as they fit, otherwise by your random numbers. */
MUSTER_IMPORT("position_here") muster_position muster_position_here(const uint64_t *supposed, uint32_t count);
/* A position from its text, under the rules of the match. */
MUSTER_IMPORT("position_read") muster_position muster_position_read(const char *text, uint32_t length);
/* The position after one ply: an action of each seat that acts, MUSTER_NO_ACTION for the other one. */
MUSTER_IMPORT("position_after")
muster_position muster_position_after(muster_position position, uint64_t first, uint64_t second);
/* The position after at most so many random plies, or at the end of the game. */
MUSTER_IMPORT("position_playout") muster_position muster_position_playout(muster_position position, uint32_t plies);
/* Makes room: 1024 positions are allowed at once. */
MUSTER_IMPORT("position_release") int32_t muster_position_release(muster_position position);
/* Who acts next or has won; the functions below read it. */
MUSTER_IMPORT("position_phase") int32_t muster_position_phase(muster_position position);
/* Writes up to `capacity` codes of a seat's legal actions and returns how many there are. */
MUSTER_IMPORT("position_legal")
int32_t muster_position_legal(muster_position position, int32_t seat, uint64_t *codes, uint32_t capacity);
/* Writes up to `capacity` of the game's metrics of a seat and returns how many there are. */
MUSTER_IMPORT("position_metrics")
int32_t muster_position_metrics(muster_position position, int32_t seat, int64_t *metrics, uint32_t capacity);
/* Writes up to `capacity` bytes of what a seat sees and returns how many there are; its clocks stand at 0. */
MUSTER_IMPORT("position_view")
int32_t muster_position_view(muster_position position, int32_t seat, void *view, uint32_t capacity);
/* Writes up to `capacity` bytes of what happens in a ply, a line an event, and returns how many there are. */
MUSTER_IMPORT("position_events")
int32_t muster_position_events(muster_position position, uint64_t first, uint64_t second, char *text, uint32_t capacity);
/* Writes up to `capacity` bytes of the position's text and returns how many there are. */
MUSTER_IMPORT("position_text") int32_t muster_position_text(muster_position position, char *text, uint32_t capacity);
/* Writes up to `capacity` records of what each legal action of a seat leads to and returns how many there are. The game's
 * header has the record. Where both seats act, `other` is the other seat's action, otherwise MUSTER_NO_ACTION. */
MUSTER_IMPORT("position_children")
int32_t muster_position_children(muster_position position, int32_t seat, uint64_t other, void *records, uint32_t capacity);
/* Writes up to `capacity` bytes of the latest mistake in words and returns how many there are. */
MUSTER_IMPORT("position_error") int32_t muster_position_error(char *text, uint32_t capacity);

/* Whether the game is over in a phase. */
static inline bool muster_is_over(int64_t phase) { return phase >= 8; }

/* The seat that has won in a phase, 0 or 1; -1 for nobody. */
static inline int muster_winner(int64_t phase) { return phase > 8 ? (int)(phase - 9) : -1; }

/* Whether a seat acts in a phase. */
static inline bool muster_acts(int64_t phase, int seat) { return phase < 8 && (phase >> seat & 1); }

/* The kind of an action code; the game's header names the kinds. */
static inline unsigned muster_kind(uint64_t action) { return (unsigned)(action >> 48); }

/* A random number below `bound`, which is not 0. */
static inline uint32_t muster_below(uint32_t bound) {
    return (uint32_t)((muster_random() >> 32) * bound >> 32);
}

/* Settings are words separated by spaces or commas, most of the form name=value: "depth=4 style=bold".
 * These two read them; the text is fetched at the first call. */

static inline const char *muster_setting(const char *name) {
    static char text[1025];
    static bool fetched;
    if (!fetched) {
        uint32_t length = muster_settings(text, sizeof text - 1);
        text[length < sizeof text - 1 ? length : sizeof text - 1] = 0;
        fetched = true;
    }
    for (const char *word = text; *word;) {
        const char *letter = word;
        const char *wanted = name;
        while (*wanted && *letter == *wanted) letter++, wanted++;
        if (!*wanted && *letter == '=') return letter + 1;
        while (*word && *word != ' ' && *word != ',') word++;
        while (*word == ' ' || *word == ',') word++;
    }
    return NULL;
}

/* The whole number of a setting, or `otherwise` if it is not set or not a number. */
static inline int64_t muster_number(const char *name, int64_t otherwise) {
    const char *digit = muster_setting(name);
    if (!digit) return otherwise;
    bool negative = *digit == '-';
    if (negative) digit++;
    if (*digit < '0' || *digit > '9') return otherwise;
    int64_t value = 0;
    for (; *digit >= '0' && *digit <= '9'; digit++) {
        if (value < INT64_MAX / 10 - 1) value = 10 * value + (*digit - '0');
    }
    return negative ? -value : value;
}

/* Whether a setting is this word: muster_is("style", "bold"). */
static inline bool muster_is(const char *name, const char *word) {
    const char *letter = muster_setting(name);
    if (!letter) return false;
    while (*word && *letter == *word) letter++, word++;
    return !*word && (!*letter || *letter == ' ' || *letter == ',');
}

/* The exports. The header of a game ends with this, so that a bot's author need not know of them. */
#ifdef __cplusplus
}
#define MUSTER_LINKAGE extern "C"
#else
#define MUSTER_LINKAGE
#endif
#define MUSTER_BOT(view_type)                                                       \
    MUSTER_LINKAGE uint64_t choose(const view_type *view);                          \
    static view_type muster_view;                                                   \
    MUSTER_EXPORT("muster_buffer") view_type *muster_buffer(uint32_t length) {      \
        if (length > sizeof muster_view) __builtin_trap();                          \
        return &muster_view;                                                        \
    }                                                                               \
    MUSTER_EXPORT("muster_choose") uint64_t muster_choose(uint32_t length) {        \
        (void)length;                                                               \
        return choose(&muster_view);                                                \
    }

#endif
