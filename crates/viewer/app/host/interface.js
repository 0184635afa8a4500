/** The exports that a bot must have and the imports that it may have, as in the sandbox. */

/**
 * Types of functions by name.
 * @param {Record<string, string>} types the functions of each type, which is written in letters: `ii:l` is
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

/** Functions that a bot exports, and their types. */
export const buffer = { name: "muster_buffer", signature: "i:i" };
export const choose = { name: "muster_choose", signature: "i:l" };
export const initialize = { name: "_initialize", signature: ":" };
/** Entry point of a program, which reads and writes lines. It has no meaning in a module with `muster_choose`. */
export const start = { name: "_start", signature: ":" };

/**
 * A type in readable form: `func (i32, i32) -> i64`.
 * @param {string} signature
 */
export const describe = (signature) => {
  const [parameters, results] = signature
    .split(":")
    .map((letters) => Array.from(letters, (letter) => (letter === "l" ? "i64" : "i32")));
  return `func (${parameters.join(", ")}) -> ${results.length === 1 ? results[0] : `(${results.join(", ")})`}`;
};

/** Export name of the linear memory. */
export const memory = "memory";
/** Export name of the stack pointer, as linkers call it. */
export const stackPointer = "__stack_pointer";
/** Maximum size of a bot's settings in bytes. */
export const settingsMax = 1024;
/** Maximum number of entries in a table. */
export const tableMax = 20000;
/**
 * Name and maximum number of a section's entries, for the largest size class that a tournament can admit.
 * @type {Record<number, [string, number]>}
 */
export const entriesMax = {
  1: ["types", 5000],
  2: ["imports", 100],
  3: ["functions", 40000],
  4: ["tables", 4],
  7: ["exports", 5000],
};
/** Maximum size of a module in bytes, for the largest size class that a tournament can admit. */
export const moduleMax = 32 << 20;
/** Size of a memory page in bytes. */
export const page = 65536;
