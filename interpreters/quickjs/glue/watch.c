/* Looks at the clock periodically, to report the place of a script that does not end. */
#include <stdio.h>

#include "muster.h"
#include "script.h"

/* Remaining start time at which a loading script is stopped, in nanoseconds. */
#define LAST_MOMENT 20000000
/* A move is nearly over when this fraction of its time is left. */
#define LATE 16
/* Jumps and calls between two looks: as many as take this fraction of the remaining time, at most four times as many
 * as before. */
#define MOST 10000
#define LEAST 1
#define PART 16
#define GROWTH 4

/* Time left when the call began, and at the last look. */
static int64_t call_time;
static int64_t last_left;
/* Number of jumps between that look and the next. */
static int64_t interval;
static bool told;
static bool stopped;

void watch_begin(void) {
    call_time = last_left = muster_remaining();
    interval = LEAST;
    told = false;
    engine_look_after(LEAST);
}

bool watch_has_stopped(void) { return stopped; }

/* Reports, once per call, the place of a script that will answer too late. One with an offer may use all its time. */
static void watch_move(int64_t left) {
    /* The next look may come too late. */
    bool is_last = last_left - left > left;
    if (offered || told || (left > call_time / LATE && !is_last)) return;
    told = true;
    errors_report_late();
}

/* Allows fewer jumps if each takes long, for example in a loop that builds or prints strings. */
static void choose_interval(int64_t left) {
    int64_t used = last_left > left ? last_left - left : 1;
    int64_t jumps = interval * (left / PART) / used;
    if (jumps > GROWTH * interval) jumps = GROWTH * interval;
    interval = jumps > MOST || told ? MOST : jumps < LEAST ? LEAST : jumps;
    last_left = left;
    engine_look_after((int)interval);
}

int watch_look(JSRuntime *rt, void *opaque) {
    (void)rt, (void)opaque;
    int64_t left = muster_remaining();
    if (in_match) {
        watch_move(left);
    } else if (left <= LAST_MOMENT && !stopped) {
        stopped = true;
        char message[200];
        snprintf(message, sizeof message,
                 "the top level takes more than %.1f s, all the time that it has; it runs once, when the bot is built: compute "
                 "less there, or move what takes long into choose()",
                 (double)call_time / 1e9);
        errors_report_here(message);
    }
    choose_interval(left);
    return stopped;
}
