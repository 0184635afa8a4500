/* The log of an analyst: the expected points of a position and the expected play, in the format of
 * crates/replay/src/mistakes.rs.
 */
#ifndef ANALYSIS_H
#define ANALYSIS_H

static struct {
    char text[4096];
    uint32_t length;
} entry;

static void put_text(const char *text) {
    while (*text && entry.length < sizeof entry.text - 1) entry.text[entry.length++] = *text++;
}

static void put_number(uint64_t number) {
    char digits[21];
    int first = 20;
    digits[first] = 0;
    do digits[--first] = (char)('0' + number % 10);
    while (number /= 10);
    put_text(digits + first);
}

/* Expected points from 0 to 1, with four decimals. */
static void put_points(double points) {
    uint64_t parts = points <= 0 ? 0 : points >= 1 ? 10000 : (uint64_t)(points * 10000 + 0.5);
    put_number(parts / 10000);
    put_text(".");
    for (uint64_t unit = 1000; unit; unit /= 10) put_number(parts / unit % 10);
}

static void end_entry(void) {
    entry.text[entry.length++] = '\n';
    muster_log(entry.text, entry.length);
    entry.length = 0;
}

static void log_value(double points) {
    put_text("@eval ");
    put_points(points);
    end_entry();
}

/* The logistic function: the expected points of a lead, where a lead of `scale` stands for 0.73. */
static inline double expected(double lead, double scale) {
    double power = 1 - lead / scale / 1024;
    if (power < 0) return 1;
    for (int squarings = 0; squarings < 10; squarings++) power *= power;
    return 1 / (1 + power);
}

#endif
