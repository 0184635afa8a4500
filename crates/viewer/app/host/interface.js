/** The exports a bot must have and the imports it may have: the sandbox's, function by function. */

/**
 * Types of functions as letters, `ii:l` for (i32, i32) -> i64.
 * @type {Record<string, Record<string, string>>}
 */
export const imports = {
  muster: {
    legal_actions: "ii:i",
    remaining: ":l",
    game_remaining: ":l",
    offer: "l:",
    history: "ii:i",
    random: ":l",
    settings: "ii:i",
    log: "ii:",
  },
  wasi_snapshot_preview1: {
    args_get: "ii:i",
    args_sizes_get: "ii:i",
    clock_res_get: "ii:i",
    clock_time_get: "ili:i",
    environ_get: "ii:i",
    environ_sizes_get: "ii:i",
    fd_advise: "illi:i",
    fd_allocate: "ill:i",
    fd_close: "i:i",
    fd_datasync: "i:i",
    fd_fdstat_get: "ii:i",
    fd_fdstat_set_flags: "ii:i",
    fd_fdstat_set_rights: "ill:i",
    fd_filestat_get: "ii:i",
    fd_filestat_set_size: "il:i",
    fd_filestat_set_times: "illi:i",
    fd_pread: "iiili:i",
    fd_prestat_dir_name: "iii:i",
    fd_prestat_get: "ii:i",
    fd_pwrite: "iiili:i",
    fd_read: "iiii:i",
    fd_readdir: "iiili:i",
    fd_renumber: "ii:i",
    fd_seek: "ilii:i",
    fd_sync: "i:i",
    fd_tell: "ii:i",
    fd_write: "iiii:i",
    path_create_directory: "iii:i",
    path_filestat_get: "iiiii:i",
    path_filestat_set_times: "iiiilli:i",
    path_link: "iiiiiii:i",
    path_open: "iiiiillii:i",
    path_readlink: "iiiiii:i",
    path_remove_directory: "iii:i",
    path_rename: "iiiiii:i",
    path_symlink: "iiiii:i",
    path_unlink_file: "iii:i",
    poll_oneoff: "iiii:i",
    proc_exit: "i:",
    proc_raise: "i:i",
    random_get: "ii:i",
    sched_yield: ":i",
    sock_accept: "iii:i",
    sock_recv: "iiiiii:i",
    sock_send: "iiiii:i",
    sock_shutdown: "ii:i",
  },
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
/** The most bytes of a module: those of the largest class that a tournament can admit. */
export const moduleMax = 32 << 20;
/** Bytes of a page of memory. */
export const page = 65536;
