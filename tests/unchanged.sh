# shellcheck shell=bash
# Skips passed tests for tests/run, as `go test` does. A test program that passed is not run again while its inputs are
# unchanged: the program itself (and `muster`, which the tests of `cli` start), every file of the checkout, the
# installed tools, the environment and the system. The Rust sources are inputs only of the tests of `cli`; other
# programs depend only on what was built from them.
#
# A program counts as passed only if the whole run was green. After a red run, the next run repeats every test that has
# not passed in a green one. A fresh clone and a checkout without git have no earlier runs.

# The file in which a green run records what passed: a line for each program, or part of one, with the key of its
# inputs.
passed_before=target/test-passed.txt

# Prepares the keys. Call it after everything is built and installed.
see_everything() {
    local index=target/test-index tree
    everything="" all_but_rust=""
    if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then return; fi
    # The tree of all files that are not ignored, as `git add --all` would stage them, in an index of its own.
    rm -f "$index"
    cp "$(git rev-parse --git-path index)" "$index" 2>/dev/null || true
    tree=$(GIT_INDEX_FILE=$index git add --all . 2>/dev/null && GIT_INDEX_FILE=$index git write-tree) || return 0
    rm -f "$index"
    (
        env | grep -E '^(PATH|HOME|USER|LANG|LC_[A-Z]*|TZ|TMPDIR|CI|(MUSTER|CARGO|RUST|PROPTEST|INSTA|GO|NPM|XDG)[A-Z_]*)=' | sort
        id && umask && uname -srm
        IFS=:
        # shellcheck disable=SC2086 # Splits PATH into its folders.
        LC_ALL=C ls -lnLR $PATH target/tools/bin target/schemathesis/bin tests/web/node_modules/installed-lock.json 2>/dev/null
        dpkg-query --show 2>/dev/null
    ) >"$index" || true
    everything=$tree-$(git hash-object "$index")
    all_but_rust=$(git ls-tree -r "$tree" | grep -v '\.rs$' | git hash-object --stdin)-$(git hash-object "$index")
    rm -f "$index"
}

# Prints size, time and inode of files, which change with every build.
stamp() { LC_ALL=C ls -lni --full-time "$@" 2>/dev/null || LC_ALL=C ls -lniT "$@"; }

# Prints the key of the inputs of a crate's program; nothing if they are unknown.
key_of() {
    local crate=$1 program=$2
    if [ -z "$everything" ]; then return; fi
    if [ "$crate" = cli ]; then
        { echo "$everything" && stamp "$program" "${program%/*/*}/muster"; } | git hash-object --stdin
    else
        { echo "$all_but_rust" && stamp "$program"; } | git hash-object --stdin
    fi
}

# Records the keys that a green run kept, unless a file has changed since it began. Leaves out programs without a key,
# so they run every time.
note_passed() {
    local seen=$everything
    see_everything
    if [ "$seen" = "$everything" ]; then sed '/ $/d' "$@" >"$passed_before"; fi
}

# Succeeds if a name with its key, `$1`, passed in a green run, and the file `$2` says that the kept output has the same
# key.
has_passed() {
    [ "${1% }" = "$1" ] && grep -qxF "$1" "$passed_before" 2>/dev/null && grep -qxF "$1" "$2" 2>/dev/null
}
