"use strict";
const botInterface = workerParts.define("botInterface", () => {
const imports = {
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
const buffer = { name: "muster_buffer", signature: "i:i" };
const choose = { name: "muster_choose", signature: "i:l" };
const initialize = { name: "_initialize", signature: ":" };
const start = { name: "_start", signature: ":" };
const describe = (signature) => {
const [parameters, results] = signature
.split(":")
.map((letters) => Array.from(letters, (letter) => (letter === "l" ? "i64" : "i32")));
return `func (${parameters.join(", ")}) -> ${results.length === 1 ? results[0] : `(${results.join(", ")})`}`;
};
return {
imports,
buffer,
choose,
initialize,
describe,
memory: "memory",
start,
stackPointer: "__stack_pointer",
settingsMax: 1024,
tableMax: 20000,
moduleMax: 32 << 20,
page: 65536,
};
});
