//! An open file.

#![expect(
    unsafe_code,
    reason = "a file of SQLite is a table of C functions; the README says what each block relies on"
)]

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

use files::{Operation, OperationKind, Watch};
use rusqlite::ffi::{self, sqlite3_file, sqlite3_int64, sqlite3_io_methods};

use super::{lock_code, write_code};
use crate::watched_disk::WatchedDisk;

/// An open file as SQLite sees it. The file of the underlying VFS follows it.
#[repr(C)]
struct File {
    base: sqlite3_file,
    open: *mut Open,
}

/// Offset of the underlying VFS's file.
pub(super) const REAL: usize = size_of::<File>().next_multiple_of(16);

/// A watched file.
pub(super) struct Open {
    path: PathBuf,
    disk: Arc<WatchedDisk>,
    /// `true` if the first sync also syncs the directory.
    syncs_directory: Cell<bool>,
}

impl Open {
    pub(super) fn new(path: PathBuf, disk: Arc<WatchedDisk>, syncs_directory: bool) -> Open {
        Open { path, disk, syncs_directory: Cell::new(syncs_directory) }
    }

    fn above(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }
}

/// Returns the file of the underlying VFS.
///
/// # Safety
/// SQLite allocated room for both.
pub(super) unsafe fn real(file: *mut sqlite3_file) -> *mut sqlite3_file {
    // SAFETY: the allocation has `REAL` bytes followed by those of the underlying VFS.
    unsafe { file.cast::<u8>().add(REAL).cast() }
}

/// Makes SQLite call this file's functions from now on.
///
/// # Safety
/// The file of the underlying VFS is open, and no one else has access to this one.
pub(super) unsafe fn begin(file: *mut sqlite3_file, open: Open) {
    // SAFETY: there is room for a `File`; `close` takes the box back.
    unsafe {
        (*file.cast::<File>()).open = Box::into_raw(Box::new(open));
        (*file).pMethods = &raw const METHODS;
    }
}

/// Returns this crate's data about the file.
///
/// # Safety
/// The file was begun and is not closed.
unsafe fn open<'a>(file: *mut sqlite3_file) -> &'a Open {
    // SAFETY: `begin` put it there, and SQLite uses a file from one thread at a time.
    unsafe { &*(*file.cast::<File>()).open }
}

/// Calls a function of the underlying VFS's file with the same arguments.
macro_rules! forward {
    ($file:ident . $function:ident ( $($argument:expr),* )) => {{
        // SAFETY: SQLite passes the arguments that it would pass to its own VFS, whose file is open.
        unsafe {
            let real = real($file);
            match (*(*real).pMethods).$function {
                Some(function) => function(real, $($argument),*),
                None => ffi::SQLITE_IOERR,
            }
        }
    }};
}

/// Version 2: with shared memory, without mapped files.
static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    // SAFETY: `begin` made the box, and SQLite closes a file once.
    drop(unsafe { Box::from_raw((*file.cast::<File>()).open) });
    forward!(file.xClose())
}

unsafe extern "C" fn read(
    file: *mut sqlite3_file,
    out: *mut c_void,
    length: c_int,
    offset: sqlite3_int64,
) -> c_int {
    forward!(file.xRead(out, length, offset))
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    bytes: *const c_void,
    length: c_int,
    offset: sqlite3_int64,
) -> c_int {
    // SAFETY: SQLite passes an open file and as many bytes as it says.
    let (open, mut bytes) =
        unsafe { (open(file), slice::from_raw_parts(bytes.cast::<u8>(), length as usize)) };
    let mut offset = offset;
    while !bytes.is_empty() {
        let operation = |bytes| {
            let kind = OperationKind::Write { offset: offset as u64, bytes };
            Operation { kind, path: &open.path }
        };
        let most = match open.disk.may(&operation(bytes)) {
            Ok(most) => most.clamp(1, bytes.len()),
            Err(error) => return write_code(&error),
        };
        let (now, rest) = bytes.split_at(most);
        let written = forward!(file.xWrite(now.as_ptr().cast(), now.len() as c_int, offset));
        if written != ffi::SQLITE_OK {
            return written;
        }
        open.disk.after(&operation(now));
        (bytes, offset) = (rest, offset + most as sqlite3_int64);
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: sqlite3_int64) -> c_int {
    // SAFETY: SQLite passes an open file.
    let open = unsafe { open(file) };
    let operation = Operation { kind: OperationKind::SetLength { length: size as u64 }, path: &open.path };
    if open.disk.may(&operation).is_err() {
        return ffi::SQLITE_IOERR_TRUNCATE;
    }
    let done = forward!(file.xTruncate(size));
    if done == ffi::SQLITE_OK {
        open.disk.after(&operation);
    }
    done
}

/// Does not sync the real disk: only the watched disk determines what is on the disk.
unsafe extern "C" fn sync(file: *mut sqlite3_file, _flags: c_int) -> c_int {
    // SAFETY: SQLite passes an open file.
    let open = unsafe { open(file) };
    let operation = Operation { kind: OperationKind::Sync, path: &open.path };
    if open.disk.may(&operation).is_err() {
        return ffi::SQLITE_IOERR_FSYNC;
    }
    open.disk.after(&operation);
    if open.syncs_directory.replace(false) {
        // SQLite's own VFS ignores a failure here, because some systems cannot sync directories.
        let operation = Operation { kind: OperationKind::SyncDir, path: open.above() };
        if open.disk.may(&operation).is_ok() {
            open.disk.after(&operation);
        }
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn lock(file: *mut sqlite3_file, level: c_int) -> c_int {
    // SAFETY: SQLite passes an open file.
    let open = unsafe { open(file) };
    let operation = Operation { kind: OperationKind::Lock, path: &open.path };
    // A signal is not waited out: SQLite's own VFS reports that the file is busy.
    if let files::Verdict::Refuse(error) = open.disk.before(&operation) {
        return lock_code(&error);
    }
    let done = forward!(file.xLock(level));
    if done == ffi::SQLITE_OK {
        open.disk.after(&operation);
    }
    done
}

unsafe extern "C" fn file_size(file: *mut sqlite3_file, size: *mut sqlite3_int64) -> c_int {
    forward!(file.xFileSize(size))
}

unsafe extern "C" fn unlock(file: *mut sqlite3_file, level: c_int) -> c_int {
    forward!(file.xUnlock(level))
}

unsafe extern "C" fn check_reserved_lock(file: *mut sqlite3_file, result: *mut c_int) -> c_int {
    forward!(file.xCheckReservedLock(result))
}

unsafe extern "C" fn file_control(file: *mut sqlite3_file, operation: c_int, argument: *mut c_void) -> c_int {
    forward!(file.xFileControl(operation, argument))
}

unsafe extern "C" fn sector_size(file: *mut sqlite3_file) -> c_int {
    forward!(file.xSectorSize())
}

unsafe extern "C" fn device_characteristics(file: *mut sqlite3_file) -> c_int {
    forward!(file.xDeviceCharacteristics())
}

unsafe extern "C" fn shm_map(
    file: *mut sqlite3_file,
    region: c_int,
    size: c_int,
    extend: c_int,
    out: *mut *mut c_void,
) -> c_int {
    forward!(file.xShmMap(region, size, extend, out))
}

unsafe extern "C" fn shm_lock(file: *mut sqlite3_file, offset: c_int, count: c_int, flags: c_int) -> c_int {
    forward!(file.xShmLock(offset, count, flags))
}

unsafe extern "C" fn shm_barrier(file: *mut sqlite3_file) {
    // SAFETY: SQLite passes an open file.
    unsafe {
        let real = real(file);
        if let Some(barrier) = (*(*real).pMethods).xShmBarrier {
            barrier(real);
        }
    }
}

unsafe extern "C" fn shm_unmap(file: *mut sqlite3_file, delete: c_int) -> c_int {
    forward!(file.xShmUnmap(delete))
}
