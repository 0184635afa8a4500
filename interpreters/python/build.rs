//! Collects the library's modules that are frozen into the interpreter, those of RustPython that `library.txt` names
//! and our own in `library/`, and lays out the memory.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    let frozen = out.join("library");
    if frozen.exists() {
        fs::remove_dir_all(&frozen)?;
    }
    for line in fs::read_to_string("library.txt")?.lines() {
        copy(&Path::new(rustpython_pylib::LIB_PATH).join(line), &frozen.join(line))?;
    }
    for entry in fs::read_dir("library")? {
        let entry = entry?;
        copy(&entry.path(), &frozen.join(entry.file_name()))?;
    }
    // The stack lies below the data: too deep a recursion leaves the memory instead of overwriting them. It is used up
    // before the engine's own (512 KiB), so that Python raises a RecursionError.
    for argument in ["--stack-first", "-zstack-size=393216", "--export=__stack_pointer"] {
        println!("cargo:rustc-link-arg={argument}");
    }
    println!("cargo:rerun-if-changed=library.txt");
    println!("cargo:rerun-if-changed=library");
    // The macro wants a literal.
    fs::write(out.join("library.rs"), format!("rustpython_vm::py_freeze!(dir = {frozen:?})"))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).map(drop)
}
