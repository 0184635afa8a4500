/* The part of the kit that all games share: host calls, settings, random numbers and positions for looking ahead.
 *
 * A bot includes the header of its game, for example "tank_war.h", and writes one function:
 *
 *     #include "tank_war.h"
 *
 *     uint64_t choose(const tank_war_view *view) { ... }
 *
 * The game's header has the view (a struct), and makes and reads action codes. A bot is one file. Static
 * variables last for one match. Build it with
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
/* On other targets the calls below are ordinary functions, which your own tests can define. */
#define MUSTER_IMPORT(name)
#define MUSTER_EXPORT(name)
#endif

#ifdef __cplusplus
#define _Static_assert static_assert
extern "C" {
#endif

/* Flags of a view: the bot was restarted in the middle of the match; both seats act at once. */
#define MUSTER_RESTARTED 1
#define MUSTER_SIMULTANEOUS 2
/* The value of `legal_count` if the game does not count legal actions. */
#define MUSTER_UNCOUNTED UINT32_MAX

/* An action played earlier in the match. */
typedef struct {
    uint64_t code;
    uint32_t ply;
    uint8_t seat;
    uint8_t zero[3];
} muster_record;

/* Writes up to `capacity` codes of your legal actions. Returns the total number of legal actions. */
MUSTER_IMPORT("legal_actions") uint32_t muster_legal_actions(uint64_t *codes, uint32_t capacity);
/* Returns the nanoseconds left for this call: the smaller of the move's and the game's clock. */
MUSTER_IMPORT("remaining") int64_t muster_remaining(void);
/* Returns the nanoseconds left for the game. */
MUSTER_IMPORT("game_remaining") int64_t muster_game_remaining(void);
/* Sets the best action so far, which is played if the move's time runs out. Each offer replaces the last. */
MUSTER_IMPORT("offer") void muster_offer(uint64_t action);
/* Writes up to `capacity` actions played so far, without hidden ones. Returns their total number. */
MUSTER_IMPORT("history") uint32_t muster_history(muster_record *records, uint32_t capacity);
/* Returns 64 random bits from your seat's stream. A replay of the match draws the same bits. */
MUSTER_IMPORT("random") uint64_t muster_random(void);
/* Writes up to `capacity` bytes of your settings, without a final 0. Returns their total length. */
MUSTER_IMPORT("settings") uint32_t muster_settings(char *text, uint32_t capacity);
/* Writes a text to the match's log, which only you can read. */
MUSTER_IMPORT("log") void muster_log(const char *text, uint32_t length);

/* Logs a line and ends the bot if a part of an action is out of range. NDEBUG disables it, like `assert`. */
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

/* Positions for looking ahead. They are immutable and expire when `choose` returns. A handle is above 0; a result below
 * 0 is an error, which muster_position_error explains. Each call costs time, by its work. Hidden information, such as
 * your opponent's setup in Tank Chess, is drawn at random. */
typedef int32_t muster_position;

/* The action of a seat that does not act. */
#define MUSTER_NO_ACTION UINT64_MAX

/* Returns the current position. Hidden actions of your opponent are the `count` actions that you assume, as far as they
 * fit; the others are drawn with your random numbers. */
MUSTER_IMPORT("position_here") muster_position muster_position_here(const uint64_t *supposed, uint32_t count);
/* Parses a position, under the rules of the match. */
MUSTER_IMPORT("position_read") muster_position muster_position_read(const char *text, uint32_t length);
/* Returns the position after one ply. Pass MUSTER_NO_ACTION for a seat that does not act. */
MUSTER_IMPORT("position_after")
muster_position muster_position_after(muster_position position, uint64_t first, uint64_t second);
/* Plays random plies, up to this number or the end of the game, and returns the position. */
MUSTER_IMPORT("position_playout") muster_position muster_position_playout(muster_position position, uint32_t plies);
/* Releases a position. At most 1024 can exist at once. */
MUSTER_IMPORT("position_release") int32_t muster_position_release(muster_position position);
/* Returns the phase: the seats that act, or the result. The functions below read it. */
MUSTER_IMPORT("position_phase") int32_t muster_position_phase(muster_position position);
/* Writes up to `capacity` codes of a seat's legal actions. Returns the total number of legal actions. */
MUSTER_IMPORT("position_legal")
int32_t muster_position_legal(muster_position position, int32_t seat, uint64_t *codes, uint32_t capacity);
/* Writes up to `capacity` metrics of a seat. Returns the total number of metrics. */
MUSTER_IMPORT("position_metrics")
int32_t muster_position_metrics(muster_position position, int32_t seat, int64_t *metrics, uint32_t capacity);
/* Writes up to `capacity` bytes of a seat's view, with all clocks at 0. Returns its total length. */
MUSTER_IMPORT("position_view")
int32_t muster_position_view(muster_position position, int32_t seat, void *view, uint32_t capacity);
/* Writes up to `capacity` bytes of the events of a ply, one per line. Returns their total length. */
MUSTER_IMPORT("position_events")
int32_t muster_position_events(muster_position position, uint64_t first, uint64_t second, char *text, uint32_t capacity);
/* Writes up to `capacity` bytes of the position's text. Returns its total length. */
MUSTER_IMPORT("position_text") int32_t muster_position_text(muster_position position, char *text, uint32_t capacity);
/* Writes up to `capacity` children, one per legal action of a seat. Returns their total number. The game's header has
 * the struct. `other` is the other seat's action if both seats act, otherwise MUSTER_NO_ACTION. */
MUSTER_IMPORT("position_children")
int32_t muster_position_children(muster_position position, int32_t seat, uint64_t other, void *records, uint32_t capacity);
/* Writes up to `capacity` bytes of the latest error message. Returns its total length. */
MUSTER_IMPORT("position_error") int32_t muster_position_error(char *text, uint32_t capacity);

/* Returns true if the game is over in a phase. */
static inline bool muster_is_over(int64_t phase) { return phase >= 8; }

/* Returns the winner's seat in a phase, 0 or 1; -1 if there is no winner. */
static inline int muster_winner(int64_t phase) { return phase > 8 ? (int)(phase - 9) : -1; }

/* Returns true if a seat acts in a phase. */
static inline bool muster_acts(int64_t phase, int seat) { return phase < 8 && (phase >> seat & 1); }

/* Returns the kind of an action code. The game's header names the kinds. */
static inline unsigned muster_kind(uint64_t action) { return (unsigned)(action >> 48); }

/* Returns a random number below `bound`, which must not be 0. */
static inline uint32_t muster_below(uint32_t bound) {
    return (uint32_t)((muster_random() >> 32) * bound >> 32);
}

/* Settings are words separated by spaces or commas, usually name=value: "depth=4 style=bold". The functions below
 * read them from a text that the first call fetches. */

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

/* Returns a setting as an integer, or `otherwise` if it is not set or not an integer. */
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

/* Returns true if a setting has this value: muster_is("style", "bold"). */
static inline bool muster_is(const char *name, const char *word) {
    const char *letter = muster_setting(name);
    if (!letter) return false;
    while (*word && *letter == *word) letter++, word++;
    return !*word && (!*letter || *letter == ' ' || *letter == ',');
}

/* The exports of a bot. The header of each game ends with this macro. */
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
