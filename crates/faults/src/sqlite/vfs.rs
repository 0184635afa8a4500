//! Operations on file names: opening, creating and removing files.

#![expect(unsafe_code, reason = "a VFS is a table of C functions; the README says what each block relies on")]

use std::ffi::{c_char, c_int};
use std::path::Path;
use std::ptr;
use std::sync::Once;

use files::{Operation, OperationKind, Watch};
use rusqlite::ffi;

use super::file::{self, Open};
use super::{disk_of, path};

/// Makes this VFS the default of the process, once.
///
/// # Panics
/// If SQLite has no VFS of its own, or refuses this one.
pub(super) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: SQLite may be initialised at any time, from any thread, and finding the default needs nothing else.
        let real = unsafe {
            assert_eq!(ffi::sqlite3_initialize(), ffi::SQLITE_OK);
            ffi::sqlite3_vfs_find(ptr::null())
        };
        assert!(!real.is_null(), "SQLite has no VFS");
        // SAFETY: a registered VFS stays at its address.
        let (size, longest) = unsafe { ((*real).szOsFile, (*real).mxPathname) };
        let vfs = Box::leak(Box::new(ffi::sqlite3_vfs {
            iVersion: 2,
            szOsFile: file::REAL as c_int + size,
            mxPathname: longest,
            pNext: ptr::null_mut(),
            zName: c"faults".as_ptr(),
            pAppData: real.cast(),
            xOpen: Some(open),
            xDelete: Some(delete),
            xAccess: Some(access),
            xFullPathname: Some(full_pathname),
            // Without these, no extension can be loaded; the program loads none.
            xDlOpen: None,
            xDlError: None,
            xDlSym: None,
            xDlClose: None,
            xRandomness: Some(randomness),
            xSleep: Some(sleep),
            xCurrentTime: Some(current_time),
            xGetLastError: Some(last_error),
            xCurrentTimeInt64: Some(current_time_int64),
            xSetSystemCall: None,
            xGetSystemCall: None,
            xNextSystemCall: None,
        }));
        // SAFETY: the table is leaked, so it lives as long as the process, and no one else has access to it.
        let registered = unsafe { ffi::sqlite3_vfs_register(vfs, 1) };
        assert_eq!(registered, ffi::SQLITE_OK);
    });
}

/// Returns SQLite's own VFS.
///
/// # Safety
/// `vfs` is the one that `install` registered.
unsafe fn real(vfs: *mut ffi::sqlite3_vfs) -> *mut ffi::sqlite3_vfs {
    // SAFETY: `install` put it there.
    unsafe { (*vfs).pAppData.cast() }
}

/// Calls a function of SQLite's own VFS with the same arguments.
macro_rules! forward {
    ($vfs:ident . $function:ident ( $($argument:expr),* )) => {{
        // SAFETY: SQLite passes the arguments that it would pass to its own VFS, which has every function of version
        // 2.
        unsafe {
            let real = real($vfs);
            match (*real).$function {
                Some(function) => function(real, $($argument),*),
                None => ffi::SQLITE_ERROR,
            }
        }
    }};
}

unsafe extern "C" fn open(
    vfs: *mut ffi::sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: SQLite passes null or a name that ends with a zero and outlives this call.
    let disk = unsafe { path(name) }.and_then(|path| Some((path, disk_of(path)?)));
    let Some((path, disk)) = disk else {
        // SQLite's allocation is more than large enough for the underlying VFS, whose own functions are called from
        // now on.
        return forward!(vfs.xOpen(name, file, flags, out_flags));
    };
    // SAFETY: SQLite allocated `szOsFile` bytes. Without methods, it does not close a file that was not opened.
    unsafe { (*file).pMethods = ptr::null() };
    let is_new = flags & ffi::SQLITE_OPEN_CREATE != 0 && !disk.has(path);
    let create = Operation { kind: OperationKind::Create, path };
    if is_new && disk.may(&create).is_err() {
        return ffi::SQLITE_CANTOPEN;
    }
    // SAFETY: as above; the part of the underlying VFS starts at `REAL`, and has the size that it asks for.
    let inner = unsafe { file::real(file) };
    let opened = forward!(vfs.xOpen(name, inner, flags, out_flags));
    if opened != ffi::SQLITE_OK {
        return opened;
    }
    if is_new {
        disk.after(&create);
    }
    let journals = ffi::SQLITE_OPEN_MAIN_JOURNAL | ffi::SQLITE_OPEN_SUPER_JOURNAL | ffi::SQLITE_OPEN_WAL;
    // The underlying VFS syncs the directory of a journal that it may have created with the journal's first sync.
    let syncs_directory = flags & ffi::SQLITE_OPEN_CREATE != 0 && flags & journals != 0;
    // SAFETY: the file is open, and no one else has access to it yet.
    unsafe { file::begin(file, Open::new(path.to_owned(), disk, syncs_directory)) };
    ffi::SQLITE_OK
}

unsafe extern "C" fn delete(vfs: *mut ffi::sqlite3_vfs, name: *const c_char, sync_directory: c_int) -> c_int {
    // SAFETY: SQLite passes a name that ends with a zero and outlives this call.
    let disk = unsafe { path(name) }.and_then(|path| Some((path, disk_of(path)?)));
    let Some((path, disk)) = disk else {
        return forward!(vfs.xDelete(name, sync_directory));
    };
    let remove = Operation { kind: OperationKind::Remove, path };
    if disk.has(path) && disk.may(&remove).is_err() {
        return ffi::SQLITE_IOERR_DELETE;
    }
    let removed = forward!(vfs.xDelete(name, 0));
    if removed != ffi::SQLITE_OK {
        return removed;
    }
    disk.after(&remove);
    let above = path.parent().unwrap_or(Path::new("/"));
    let sync = Operation { kind: OperationKind::SyncDir, path: above };
    if sync_directory & 1 != 0 {
        if disk.may(&sync).is_err() {
            return ffi::SQLITE_IOERR_DIR_FSYNC;
        }
        disk.after(&sync);
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn access(
    vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    flags: c_int,
    result: *mut c_int,
) -> c_int {
    forward!(vfs.xAccess(name, flags, result))
}

unsafe extern "C" fn full_pathname(
    vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    length: c_int,
    out: *mut c_char,
) -> c_int {
    forward!(vfs.xFullPathname(name, length, out))
}

unsafe extern "C" fn randomness(vfs: *mut ffi::sqlite3_vfs, length: c_int, out: *mut c_char) -> c_int {
    forward!(vfs.xRandomness(length, out))
}

unsafe extern "C" fn sleep(vfs: *mut ffi::sqlite3_vfs, microseconds: c_int) -> c_int {
    forward!(vfs.xSleep(microseconds))
}

unsafe extern "C" fn current_time(vfs: *mut ffi::sqlite3_vfs, days: *mut f64) -> c_int {
    forward!(vfs.xCurrentTime(days))
}

unsafe extern "C" fn last_error(vfs: *mut ffi::sqlite3_vfs, length: c_int, out: *mut c_char) -> c_int {
    forward!(vfs.xGetLastError(length, out))
}

unsafe extern "C" fn current_time_int64(
    vfs: *mut ffi::sqlite3_vfs,
    milliseconds: *mut ffi::sqlite3_int64,
) -> c_int {
    forward!(vfs.xCurrentTimeInt64(milliseconds))
}
