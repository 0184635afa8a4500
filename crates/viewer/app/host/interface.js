/** The exports a bot must have and the imports it may have: the sandbox's, function by function. */

/**
 * Functions by their types.
 * @param {Record<string, string>} types the names that each has, a type being written as letters: `ii:l` for
 *   (i32, i32) -> i64
 */
const byName = (types) =>
  Object.fromEntries(Object.entries(types).flatMap(([type, names]) => names.split(" ").map((name) => [name, type])));

/**
 * The type of each function that a bot may import.
 * @type {Record<string, Record<string, string>>}
 */
export const imports = {
  muster: byName({
    "ii:i": "legal_actions history settings position_here position_read position_playout position_error",
    ":l": "remaining game_remaining random",
    "l:": "offer",
    "ii:": "log",
    "i:i": "position_release position_phase",
    "iii:i": "position_text",
    "iiii:i": "position_legal position_metrics position_view",
    "ill:i": "position_after",
    "illii:i": "position_events",
    "iilii:i": "position_children",
  }),
  wasi_snapshot_preview1: byName({
    "ii:i":
      "args_get args_sizes_get clock_res_get environ_get environ_sizes_get fd_fdstat_get " +
      "fd_fdstat_set_flags fd_filestat_get fd_prestat_get fd_renumber fd_tell random_get sock_shutdown",
    "ili:i": "clock_time_get",
    "illi:i": "fd_advise fd_filestat_set_times",
    "ill:i": "fd_allocate fd_fdstat_set_rights",
    "i:i": "fd_close fd_datasync fd_sync proc_raise",
    "il:i": "fd_filestat_set_size",
    "iiili:i": "fd_pread fd_pwrite fd_readdir",
    "iii:i": "fd_prestat_dir_name path_create_directory path_remove_directory path_unlink_file sock_accept",
    "iiii:i": "fd_read fd_write poll_oneoff",
    "ilii:i": "fd_seek",
    "iiiii:i": "path_filestat_get path_symlink sock_send",
    "iiiilli:i": "path_filestat_set_times",
    "iiiiiii:i": "path_link",
    "iiiiillii:i": "path_open",
    "iiiiii:i": "path_readlink path_rename sock_recv",
    "i:": "proc_exit",
    ":i": "sched_yield",
  }),
};

/** Functions that a bot exports, with their types. */
export const buffer = { name: "muster_buffer", signature: "i:i" };
export const choose = { name: "muster_choose", signature: "i:l" };
export const initialize = { name: "_initialize", signature: ":" };
/** The entry of a program, which plays by lines; it means nothing in a module that exports `muster_choose`. */
export const start = { name: "_start", signature: ":" };

/**
 * A type in words, `func (i32, i32) -> i64`.
 * @param {string} signature
 */
export const describe = (signature) => {
  const [parameters, results] = signature
    .split(":")
    .map((letters) => Array.from(letters, (letter) => (letter === "l" ? "i64" : "i32")));
  return `func (${parameters.join(", ")}) -> ${results.length === 1 ? results[0] : `(${results.join(", ")})`}`;
};

/** The linear memory. */
export const memory = "memory";
/** The export by which a linker shows where the stack in memory ends. */
export const stackPointer = "__stack_pointer";
/** The most bytes of a bot's settings. */
export const settingsMax = 1024;
/** The most entries of a table. */
export const tableMax = 20000;
/**
 * What the entries of a section are called, and how many it may have in the largest class that a tournament can admit.
 * @type {Record<number, [string, number]>}
 */
export const entriesMax = {
  1: ["types", 5000],
  2: ["imports", 100],
  3: ["functions", 40000],
  4: ["tables", 4],
  7: ["exports", 5000],
};
/** The most bytes of a module: those of the largest class that a tournament can admit. */
export const moduleMax = 32 << 20;
/** Bytes of a page of memory. */
export const page = 65536;
