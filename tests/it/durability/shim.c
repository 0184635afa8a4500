/* Loaded before the system's library, it makes a disk or a calendar fail in one way at one moment.
 *
 * MUSTER_SHIM is what it does, and from the how-manieth call on:
 *   "sync N"   every sync of a file fails;
 *   "lose N"   so, and what a log got since its last good sync is zeroes from then on;
 *   "write N"  every write to a file fails;
 *   "kill N"   the process is killed before the Nth change of a file or folder;
 *   "tear N"   so, but half of it is done if it is a write;
 *   "jump A B" the calendar is A seconds off at one look, B at the next, and so on.
 * MUSTER_SHIM_FOLDER: only calls that concern what is in this folder count.
 * MUSTER_SHIM_TOLD: a file that gets a line with the number of calls when the process exits.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum fault { NONE, SYNC, LOSE, WRITE, KILL, TEAR, JUMP };

static enum fault fault = NONE;
static long first, second;
static const char *folder, *told;
static long calls;
static off_t synced; /* How much of the log is on the disk. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    static const char *const names[] = {"", "sync", "lose", "write", "kill", "tear", "jump"};
    const char *text = getenv("MUSTER_SHIM");
    char name[8];
    if (!text || sscanf(text, "%7s %ld %ld", name, &first, &second) < 2) return;
    for (int known = SYNC; known <= JUMP; known++)
        if (!strcmp(name, names[known])) fault = (enum fault)known;
    folder = getenv("MUSTER_SHIM_FOLDER");
    told = getenv("MUSTER_SHIM_TOLD");
}

__attribute__((destructor)) static void end(void) {
    char line[32];
    if (!told || calls == 0) return;
    int file = (int)syscall(SYS_openat, AT_FDCWD, told, O_WRONLY | O_CREAT | O_APPEND, 0600);
    long length = snprintf(line, sizeof line, "%ld\n", calls);
    if (file >= 0) syscall(SYS_write, file, line, length);
}

static int concerns(const char *path) {
    return folder && path && !strncmp(path, folder, strlen(folder));
}

static int path_of(int file, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = 0;
    return concerns(path);
}

static int is_log(const char *path) {
    size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, "-wal");
}

/* Counts a call, and says whether the fault has come. */
static int due(int in_folder) {
    if (!in_folder) return 0;
    pthread_mutex_lock(&mutex);
    int is_due = ++calls >= first;
    pthread_mutex_unlock(&mutex);
    return is_due;
}

static void change(int in_folder) {
    if ((fault == KILL || fault == TEAR) && due(in_folder)) raise(SIGKILL);
}

/* A write of so many bytes: how many of them are written, or -1 for none and an error. */
static ssize_t writable(int file, size_t size) {
    char path[PATH_MAX];
    if (fault != WRITE && fault != KILL && fault != TEAR) return (ssize_t)size;
    if (!due(path_of(file, path))) return (ssize_t)size;
    if (fault == KILL) raise(SIGKILL);
    if (fault == TEAR) return (ssize_t)(size / 2);
    errno = EIO;
    return -1;
}

ssize_t write(int file, const void *bytes, size_t size) {
    ssize_t most = writable(file, size);
    if (most < 0) return -1;
    ssize_t done = syscall(SYS_write, file, bytes, (size_t)most);
    if ((size_t)most < size) raise(SIGKILL);
    return done;
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place) {
    ssize_t most = writable(file, size);
    if (most < 0) return -1;
    ssize_t done = syscall(SYS_pwrite64, file, bytes, (size_t)most, place);
    if ((size_t)most < size) raise(SIGKILL);
    return done;
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t place) {
    return pwrite64(file, bytes, size, place);
}

static int sync_file(int file, long call) {
    char path[PATH_MAX];
    int in_folder = path_of(file, path);
    change(in_folder);
    if ((fault != SYNC && fault != LOSE) || !due(in_folder)) {
        struct stat found;
        if (fault == LOSE && is_log(path) && !fstat(file, &found)) synced = found.st_size;
        return (int)syscall(call, file);
    }
    struct stat found;
    if (fault == LOSE && is_log(path) && !fstat(file, &found)) {
        static const char zeroes[4096];
        for (off_t place = synced; place < found.st_size; place += sizeof zeroes) {
            size_t rest = (size_t)(found.st_size - place);
            syscall(SYS_pwrite64, file, zeroes, rest < sizeof zeroes ? rest : sizeof zeroes, place);
        }
    }
    errno = EIO;
    return -1;
}

int fsync(int file) { return sync_file(file, SYS_fsync); }
int fdatasync(int file) { return sync_file(file, SYS_fdatasync); }

int ftruncate64(int file, off64_t size) {
    char path[PATH_MAX];
    change(path_of(file, path));
    return (int)syscall(SYS_ftruncate, file, size);
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

int rename(const char *from, const char *to) {
    change(concerns(to));
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int mkdir(const char *path, mode_t mode) {
    change(concerns(path));
    return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int unlinkat(int at, const char *path, int flags) {
    char above[PATH_MAX];
    change(at == AT_FDCWD ? concerns(path) : path_of(at, above));
    return (int)syscall(SYS_unlinkat, at, path, flags);
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

/* What the calendar is off by at this look. */
static long off_by(void) {
    if (fault != JUMP) return 0;
    pthread_mutex_lock(&mutex);
    long seconds = calls++ % 2 ? second : first;
    pthread_mutex_unlock(&mutex);
    return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI))
        now->tv_sec += off_by();
    return failed;
}

int gettimeofday(struct timeval *now, void *zone) {
    (void)zone;
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise)) return -1;
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now) {
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise)) return -1;
    if (now) *now = precise.tv_sec;
    return precise.tv_sec;
}
