/* The rules of a game as a module, in C or C++.
 *
 * An author includes this header, defines `struct muster_state` and `struct muster_view`, declares the game with
 * MUSTER_GAME, and writes `start`, `turn`, `legal`, `apply` and `show`. Build it with
 *
 *     clang-19 --target=wasm32 -nostdlib -O2 -mbulk-memory -o game.wasm game.c \
 *         -Wl,--no-entry -Wl,--stack-first -Wl,--strip-all -Wl,--keep-section=name
 *
 * The reference is docs/games/reference.md of Muster.
 */
#ifndef MUSTER_RULES_H
#define MUSTER_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MUSTER_EXPORT(name) __attribute__((export_name(name)))
#define MUSTER_OPTIONAL __attribute__((weak))

/* Maximum bytes of a request and of an answer; define larger ones before the header if the state or the lists need it. */
#ifndef MUSTER_REQUEST_BYTES
#define MUSTER_REQUEST_BYTES (16 << 10)
#endif
#ifndef MUSTER_ANSWER_BYTES
#define MUSTER_ANSWER_BYTES (32 << 10)
#endif

/* ---- Declarations: JSON, joined from texts by the compiler. Quotes and line breaks in texts are \\\" and \\n. ---- */

#define MUSTER_AGAIN() MUSTER_JOIN_MORE
#define MUSTER_LATER(name) name MUSTER_NOTHING()
#define MUSTER_NOTHING()
#define MUSTER_JOIN_MORE(first, ...) first __VA_OPT__("," MUSTER_LATER(MUSTER_AGAIN)()(__VA_ARGS__))
#define MUSTER_SCAN(...) MUSTER_SCAN_4(MUSTER_SCAN_4(MUSTER_SCAN_4(MUSTER_SCAN_4(__VA_ARGS__))))
#define MUSTER_SCAN_4(...) MUSTER_SCAN_3(MUSTER_SCAN_3(MUSTER_SCAN_3(MUSTER_SCAN_3(__VA_ARGS__))))
#define MUSTER_SCAN_3(...) MUSTER_SCAN_2(MUSTER_SCAN_2(MUSTER_SCAN_2(MUSTER_SCAN_2(__VA_ARGS__))))
#define MUSTER_SCAN_2(...) __VA_ARGS__
#define MUSTER_LIST(...) "[" __VA_OPT__(MUSTER_SCAN(MUSTER_JOIN_MORE(__VA_ARGS__))) "]"

/* The game: title, names of the seats, bound on plies, page of rules, then any of OPTIONS, METRICS, ACTIONS, VIEW, GRIDS. */
#define MUSTER_GAME(title, first, second, plies, about, ...) \
    const char muster_declaration[] = "{\"title\":\"" title "\",\"seats\":[\"" first "\",\"" second "\"],\"max_plies\":" \
        #plies ",\"about\":\"" about "\"" __VA_ARGS__
#define OPTIONS(...) ",\"options\":" MUSTER_LIST(__VA_ARGS__)
#define NUMBER(name, min, max, default_value, about) "{\"name\":\"" name "\",\"min\":" #min ",\"max\":" #max \
    ",\"default\":" #default_value ",\"about\":\"" about "\"}"
#define FLAG(name, default_value, about) "{\"name\":\"" name "\",\"flag\":" #default_value ",\"about\":\"" about "\"}"
/* The words are one text with quotes: "\"7\",\"8\"". */
#define CHOICE(name, words, about) "{\"name\":\"" name "\",\"choices\":[" words "],\"about\":\"" about "\"}"
#define METRICS(...) ",\"metrics\":" MUSTER_LIST(__VA_ARGS__)
#define METRIC(name, about) "{\"name\":\"" name "\",\"about\":\"" about "\"}"
/* Actions, kind 0 first. The parts of an action follow its description; codes are made by muster_move(). */
#define ACTIONS(...) ",\"actions\":" MUSTER_LIST(__VA_ARGS__)
#define ACTION(name, notation, about, ...) "{\"name\":\"" name "\",\"notation\":\"" notation "\",\"about\":\"" about \
    "\",\"parts\":[" __VA_OPT__(__VA_ARGS__) "]}"
#define SECRET_ACTION(name, notation, about, ...) "{\"name\":\"" name "\",\"notation\":\"" notation "\",\"about\":\"" \
    about "\",\"secret\":true,\"parts\":[" __VA_OPT__(__VA_ARGS__) "]}"
#define PART(name, min, max, about) "{\"name\":\"" name "\",\"min\":" #min ",\"max\":" #max ",\"about\":\"" about "\"}"
/* Between two parts of an action. */
#define AND ","
#define VIEW(...) ",\"view\":" MUSTER_LIST(__VA_ARGS__)
/* A field of `struct muster_view`: the kind is "u8", "i8", "u16", "u32" or "u64". */
#define FIELD(name, kind, count, about) "{\"name\":\"" name "\",\"kind\":\"" kind "\",\"count\":" #count ",\"about\":\"" \
    about "\"}"
#define GRIDS(...) ",\"grids\":" MUSTER_LIST(__VA_ARGS__)
/* A board: labels of columns in one text, labels of rows as one text with quotes, the part that a click gives, pieces. */
#define GRID(field, columns, rows, click, ...) "{\"field\":\"" field "\",\"columns\":\"" columns "\",\"rows\":[" rows \
    "],\"click\":\"" click "\",\"pieces\":{" __VA_ARGS__ "}}"
/* A piece; the seat is 0, 1 or null. AND stands between two pieces. */
#define PIECE(value, seat, symbol, name) "\"" #value "\":{\"seat\":" #seat ",\"symbol\":\"" symbol "\",\"name\":\"" name "\"}"

/* ---- The author's state and view. ---- */

typedef struct muster_state muster_state;
typedef struct muster_view muster_view;

typedef struct {
    uint32_t size, shared, own, view;
    muster_state *now, *seen;
    muster_view *shown;
} muster_layout;

extern const muster_layout muster_layout_of_state;
extern const char muster_declaration[];

#define MUSTER_STATE(shared, own) \
    static muster_state muster_now, muster_seen; \
    static muster_view muster_shown; \
    const muster_layout muster_layout_of_state = \
        {sizeof(muster_state), shared, own, sizeof(muster_view), &muster_now, &muster_seen, &muster_shown};
/* Both seats know all of the state. */
#define MUSTER_PUBLIC_STATE MUSTER_STATE(sizeof(muster_state), 0)
/* The array `member[2]` has a part that only the first and only the second seat knows. No seat knows the members behind. */
#define MUSTER_OWN_STATE(member) \
    MUSTER_STATE(offsetof(muster_state, member), sizeof(((muster_state *)0)->member[0]))
/* No seat knows `member` and the members behind it. */
#define MUSTER_HIDDEN_STATE(member) MUSTER_STATE(offsetof(muster_state, member), 0)

/* ---- Results of `turn` and `score`. ---- */

typedef struct {
    const char *phase, *reason;
    uint32_t outcomes, seen_by;
} muster_turn;

static inline muster_turn muster_result(const char *phase, const char *reason) {
    muster_turn result = {phase, reason, 0, 0};
    return result;
}
static inline muster_turn act(int seat) { return muster_result(seat ? "act 2" : "act 1", NULL); }
static inline muster_turn both_act(void) { return muster_result("act 3", NULL); }
static inline muster_turn win(int seat, const char *reason) { return muster_result(seat ? "win 1" : "win 0", reason); }
static inline muster_turn draw(const char *reason) { return muster_result("draw", reason); }
/* Chance decides. The bits of `seen_by` are the seats that may know the outcome: 3 is both. */
static inline muster_turn chance(uint32_t outcomes, uint32_t seen_by) {
    muster_turn result = {"chance", NULL, outcomes, seen_by};
    return result;
}

/* ---- Moves. ---- */

/* The moves of a ply. */
typedef struct {
    bool acts[2];
    uint64_t code[2];
    /* The outcome of chance; -1 if seats act. */
    int64_t chance;
} muster_moves;

/* Makes a code. Parts lie in the payload from bit 0 in their order, each as wide as its range needs, less its minimum. */
static inline uint64_t muster_move(unsigned kind, uint64_t payload) { return (uint64_t)kind << 48 | payload; }
static inline unsigned muster_kind(uint64_t code) { return (unsigned)(code >> 48); }
static inline uint64_t muster_payload(uint64_t code) { return code & (((uint64_t)1 << 48) - 1); }

/* ---- The author's functions. A function for a seat sees the other seat's part, and what is hidden, as zeros. ---- */

void start(muster_state *state);
muster_turn turn(const muster_state *state);
/* Calls allow() for each legal move. */
void legal(const muster_state *seen, int seat);
void apply(muster_state *state, const muster_moves *moves);
void show(const muster_state *seen, int seat, muster_view *view);
/* Writes the metrics of a seat, at most 32, in the order of the declaration. Returns their number. */
MUSTER_OPTIONAL int metrics(const muster_state *state, int seat, int64_t *values);
MUSTER_OPTIONAL muster_turn score(const muster_state *state);
/* Calls say_event(). */
MUSTER_OPTIONAL void events(const muster_state *seen, const muster_moves *moves);
/* Fills in what the seat does not know. `dice` determines the choice; see muster_below(). */
MUSTER_OPTIONAL void imagine(muster_state *seen, int seat, uint64_t *dice);
/* Exchanges the seats; all moves keep their codes. */
MUSTER_OPTIONAL void mirror(muster_state *state);
/* Calls say_shape(). */
MUSTER_OPTIONAL void scene(const muster_state *seen);
/* Writes the position as one line by say_text(). Without it and read_text(), the text of a game with mirror() is the
 * state's bytes as hexadecimal digits. */
MUSTER_OPTIONAL void write_text(const muster_state *state);
/* Fills in a state of zeros from a text. Returns NULL, or the mistake in the text. */
MUSTER_OPTIONAL const char *read_text(muster_state *state, const char *text);

/* ---- Fields of requests and answers. ---- */

enum { MUSTER_OP, MUSTER_SEAT, MUSTER_MOVES, MUSTER_SETTINGS, MUSTER_SHARED, MUSTER_OWN, MUSTER_HIDDEN = 7, MUSTER_EXTRA, MUSTER_FIELDS };

typedef struct {
    const uint8_t *bytes;
    uint32_t length;
} muster_field;

/* The host takes addresses that 8 divides. A 0 ends the last field of a request, which may be a text. */
static __attribute__((aligned(8))) uint8_t muster_request[MUSTER_REQUEST_BYTES + 1], muster_answer[MUSTER_ANSWER_BYTES];
static muster_field muster_fields[MUSTER_FIELDS];
static uint32_t muster_end, muster_open;

static inline void *muster_room(uint32_t length) {
    if (length > MUSTER_ANSWER_BYTES - muster_end) __builtin_trap();
    muster_end += length;
    return muster_answer + muster_end - length;
}
static inline void muster_put(const void *bytes, uint32_t length) { __builtin_memcpy(muster_room(length), bytes, length); }
static inline uint32_t muster_length(const char *text) {
    uint32_t length = 0;
    while (text[length]) length++;
    return length;
}
static inline bool muster_begins(const uint8_t *bytes, const char *text) {
    while (*text && *bytes == (uint8_t)*text) bytes++, text++;
    return !*text;
}
static inline bool muster_is(muster_field field, const char *text) {
    return field.length == muster_length(text) && muster_begins(field.bytes, text);
}
static inline void muster_say(const char *text) { muster_put(text, muster_length(text)); }
static inline void muster_say_number(int64_t number) {
    char digits[20];
    int at = 20;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) muster_say("-");
    muster_put(digits + at, (uint32_t)(20 - at));
}
static inline void muster_begin(void) {
    muster_open = muster_end;
    muster_room(4);
}
static inline void muster_finish(void) {
    uint32_t length = muster_end - muster_open - 4;
    __builtin_memcpy(muster_answer + muster_open, &length, 4);
}
static inline void muster_put_field(const void *bytes, uint32_t length) {
    muster_begin();
    muster_put(bytes, length);
    muster_finish();
}

/* Lists a legal move, in legal(). */
static inline void allow(uint64_t code) { muster_put(&code, 8); }

static char muster_quote = '\''; /* The character that replaces a single quote in a format. */

/* Writes a part of the position's text, in write_text(): %d is an int, %s a text, %llu a code. */
static inline __attribute__((format(printf, 1, 2))) void say_text(const char *format, ...) {
    __builtin_va_list values;
    __builtin_va_start(values, format);
    for (; *format; format++) {
        if (*format != '%') {
            muster_put(*format == '\'' ? &muster_quote : format, 1);
        } else if (*++format == 'd') {
            muster_say_number(__builtin_va_arg(values, int));
        } else if (*format == 's') {
            muster_say(__builtin_va_arg(values, const char *));
        } else {
            muster_say_number((int64_t)__builtin_va_arg(values, unsigned long long));
            format += 2;
        }
    }
    __builtin_va_end(values);
}

/* Reports an event, in events(). The text is the content of a JSON text. The mark is NULL, or "move" or "shot" between two
 * squares, or "loss" at the second one: the first one is then below 0. */
static inline void say_event(const char *text, const char *mark, int from, int to) {
    muster_begin();
    say_text("{\"text\":\"%s\"", text);
    if (mark && from < 0) say_text(",\"mark\":{\"%s\":%d}", mark, to);
    else if (mark) say_text(",\"mark\":{\"%s\":[%d,%d]}", mark, from, to);
    muster_say("}");
    muster_finish();
}

/* Adds a shape, in scene(): JSON with single quotes, such as ("{'id':'card%d','rect':[10,%d,40,60],'text':'K'}", seat, top).
 * A text for %s is the content of a JSON text. */
#define say_shape(...) (muster_say(muster_answer[muster_end - 1] == '[' ? "" : ","), say_text(__VA_ARGS__))

/* Returns a number below the bound from the dice of imagine() (Steele, Lea and Flood's SplitMix64). */
static inline uint32_t muster_below(uint64_t *dice, uint32_t bound) {
    uint64_t mixed = *dice += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return (uint32_t)((mixed ^ mixed >> 31) % bound);
}

/* Returns the text after `name=` in the options, up to a space or the end; its length is 0 if there is none. */
static inline muster_field muster_option(const char *name) {
    muster_field all = muster_fields[MUSTER_SETTINGS], found = {NULL, 0};
    uint32_t length = muster_length(name);
    for (uint32_t at = 0; at + length < all.length; at++) {
        bool is_word = !at || all.bytes[at - 1] == ' ';
        if (!is_word || all.bytes[at + length] != '=' || !muster_begins(all.bytes + at, name)) continue;
        found.bytes = all.bytes + at + length + 1;
        while (at + length + 1 + found.length < all.length && found.bytes[found.length] != ' ') found.length++;
        return found;
    }
    return found;
}
/* Returns true if an option has this value, such as "true". */
static inline bool option_is(const char *name, const char *value) { return muster_is(muster_option(name), value); }
/* Returns the value of an option that is a number. */
static inline int64_t option_number(const char *name) {
    muster_field found = muster_option(name);
    int64_t number = 0;
    for (uint32_t at = 0; at < found.length; at++) {
        if (found.bytes[at] != '-') number = 10 * number + (found.bytes[at] - '0');
    }
    return found.length && found.bytes[0] == '-' ? -number : number;
}

/* ---- Calls. ---- */

/* The state of the calls that follow, without the other seat's part and what is hidden if it is for a seat. */
static inline muster_state *muster_seen_by(int seat) {
    const muster_layout *layout = &muster_layout_of_state;
    if (layout->shared == layout->size) return layout->now;
    uint8_t *seen = (uint8_t *)layout->seen, *own = seen + layout->shared;
    __builtin_memcpy(seen, layout->now, layout->size);
    uint32_t hidden = layout->shared + 2 * layout->own;
    __builtin_memset(own + (seat ? 0 : layout->own), 0, layout->own);
    __builtin_memset(seen + hidden, 0, layout->size - hidden);
    return layout->seen;
}

static inline void muster_read_state(void) {
    const muster_layout *layout = &muster_layout_of_state;
    uint8_t *now = (uint8_t *)layout->now;
    uint32_t sizes[4] = {layout->shared, layout->own, layout->own, layout->size - layout->shared - 2 * layout->own};
    for (int part = 0; part < 4; part++) {
        muster_field given = muster_fields[MUSTER_SHARED + part];
        if (given.length == sizes[part]) __builtin_memcpy(now, given.bytes, given.length);
        now += sizes[part];
    }
}

static inline muster_moves muster_read_moves(void) {
    muster_moves moves = {{false, false}, {0, 0}, -1};
    muster_field given = muster_fields[MUSTER_MOVES];
    uint32_t at = 0;
    for (int seat = 0; seat < 2; seat++, at++) {
        for (; at < given.length && given.bytes[at] != ' '; at++) {
            if (given.bytes[at] == '-') continue;
            moves.acts[seat] = true;
            moves.code[seat] = 10 * moves.code[seat] + (given.bytes[at] - '0');
        }
    }
    if (muster_kind(moves.code[0]) == 31) {
        moves.acts[0] = false;
        /* Bits 32 and 33 say which seats may know the outcome. */
        moves.chance = (int64_t)(moves.code[0] & UINT32_MAX);
    }
    return moves;
}

static inline void muster_put_view(const muster_state *seen, int seat) {
    const muster_layout *layout = &muster_layout_of_state;
    __builtin_memset(layout->shown, 0, layout->view);
    show(seen, seat, layout->shown);
    muster_put_field(layout->shown, layout->view);
}

static inline void muster_put_result(muster_turn result) {
    muster_begin();
    muster_say(result.phase);
    if (result.outcomes) say_text(" %d %d", (int)result.outcomes, (int)result.seen_by);
    if (result.reason) say_text(" %s", result.reason);
    muster_finish();
}

static inline void muster_put_position(void) {
    const muster_layout *layout = &muster_layout_of_state;
    const uint8_t *now = (const uint8_t *)layout->now;
    muster_turn result = turn(layout->now);
    uint32_t hidden = layout->shared + 2 * layout->own;
    int acting = result.phase[0] == 'a' ? result.phase[4] - '0' : 0;
    muster_put_result(result);
    muster_put_field(now, layout->shared);
    muster_put_field(now + layout->shared, layout->own);
    muster_put_field(now + layout->shared + layout->own, layout->own);
    muster_put_field(now + hidden, layout->size - hidden);
    for (int seat = 0; seat < 2; seat++) {
        muster_begin();
        if (acting >> seat & 1) legal(muster_seen_by(seat), seat);
        muster_finish();
    }
    for (int seat = 0; seat < 2; seat++) {
        if (acting >> seat & 1) muster_put_view(muster_seen_by(seat), seat);
        else muster_put_field(NULL, 0);
    }
    muster_begin();
    for (int seat = 0; metrics && seat < 2; seat++) {
        int64_t values[32];
        muster_put(values, 8 * (uint32_t)metrics(layout->now, seat, values));
    }
    muster_finish();
}

/* Returns the value of a hexadecimal digit; 16 or more if it is none. */
static inline unsigned muster_digit(unsigned letter) {
    return letter <= '9' ? letter - '0' : letter < 'a' || letter > 'f' ? 16 : letter - 'a' + 10;
}

static inline void muster_put_text(void) {
    const muster_layout *layout = &muster_layout_of_state;
    muster_begin();
    if (write_text) write_text(layout->now);
    for (uint32_t at = 0; !write_text && at < 2 * layout->size; at++) {
        uint8_t byte = ((const uint8_t *)layout->now)[at / 2];
        muster_put(&"0123456789abcdef"[at % 2 ? byte & 15 : byte >> 4], 1);
    }
    muster_finish();
}

static inline const char *muster_read_text(void) {
    const muster_layout *layout = &muster_layout_of_state;
    muster_field given = muster_fields[MUSTER_EXTRA];
    if (read_text) return read_text(layout->now, (const char *)given.bytes);
    bool is_right = given.length == 2 * layout->size;
    for (uint32_t at = 0; is_right && at < given.length; at++) {
        uint8_t *byte = (uint8_t *)layout->now + at / 2;
        is_right = muster_digit(given.bytes[at]) < 16;
        *byte = (uint8_t)(*byte << 4 | muster_digit(given.bytes[at]));
    }
    return is_right ? NULL : "a text has two hexadecimal digits for each byte of the state";
}

static inline void muster_describe(void) {
    muster_begin();
    muster_say(muster_declaration);
    muster_say(",\"has\":[\"show\"");
    if (metrics) muster_say(",\"metrics\"");
    if (score) muster_say(",\"score\"");
    if (events) muster_say(",\"events\"");
    if (imagine) muster_say(",\"imagine\"");
    if (mirror) muster_say(",\"mirror\"");
    if (scene) muster_say(",\"scene\"");
    if (write_text || mirror) muster_say(",\"text\"");
    if (read_text || mirror) muster_say(",\"read\"");
#ifdef MUSTER_CHANCE
    muster_say("],\"chance\":true");
#else
    muster_say("]");
#endif
    muster_say(muster_layout_of_state.shared == muster_layout_of_state.size ? "}" : ",\"secrets\":true}");
    muster_finish();
}

MUSTER_EXPORT("muster_game") void muster_game(void) {}

MUSTER_EXPORT("muster_buffer") uint8_t *muster_buffer(uint32_t length) {
    if (length > MUSTER_REQUEST_BYTES) __builtin_trap();
    return muster_request;
}

MUSTER_EXPORT("muster_choose") uint64_t muster_choose(uint32_t length) {
    muster_state *now = muster_layout_of_state.now;
    const uint8_t *at = muster_request, *end = muster_request + length;
    for (int field = 0; field < MUSTER_FIELDS && at < end; field++) {
        __builtin_memcpy(&muster_fields[field].length, at, 4);
        muster_fields[field].bytes = at + 4;
        at += 4 + muster_fields[field].length;
    }
    muster_read_state();
    muster_moves moves = muster_read_moves();
    muster_field op = muster_fields[MUSTER_OP];
    const uint8_t *viewer = muster_fields[MUSTER_SEAT].bytes;
    int seat = *viewer == '1';
    muster_state *seen = *viewer == '-' ? now : muster_seen_by(seat);
    if (muster_is(op, "apply")) {
        apply(now, &moves);
        muster_put_position();
    } else if (muster_is(op, "show")) {
        muster_put_view(seen, seat);
    } else if (muster_is(op, "start")) {
        start(now);
        muster_put_position();
    } else if (muster_is(op, "describe")) {
        muster_describe();
    } else if (score && muster_is(op, "score")) {
        muster_turn result = score(now);
        result.reason = NULL;
        muster_put_result(result);
    } else if (events && muster_is(op, "events")) {
        events(seen, &moves);
    } else if (mirror && muster_is(op, "mirror")) {
        mirror(now);
        muster_put_position();
    } else if (scene && muster_is(op, "scene")) {
        muster_begin();
        muster_say("[");
        muster_quote = '"';
        scene(seen);
        muster_say("]");
        muster_finish();
    } else if (muster_is(op, "text")) {
        muster_put_text();
    } else if (muster_is(op, "read")) {
        const char *mistake = muster_read_text();
        if (mistake) muster_begin(), say_text("error: %s", mistake), muster_finish();
        else muster_put_position();
    } else if (imagine && muster_is(op, "imagine")) {
        uint64_t dice = 0;
        for (int digit = 0; digit < 16; digit++) {
            dice = dice << 4 | muster_digit(muster_fields[MUSTER_EXTRA].bytes[digit]);
        }
        imagine(now, seat, &dice);
        muster_put_position();
    } else {
        __builtin_trap();
    }
    return (uint64_t)(uintptr_t)muster_answer | (uint64_t)muster_end << 32;
}

#ifdef __cplusplus
}
#endif
#endif
