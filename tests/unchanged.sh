# shellcheck shell=bash
# What tests/run knows of earlier runs, as `go test` does: a program of tests that passed is not run again while everything
# that it may see is the same. That is the program itself (and `muster`, which `cli`'s tests start), every file of the checkout,
# what is installed, the environment and the system. Of Rust's sources all but `cli`'s tests see what was built of them alone.
#
# A program counts as passed when its whole run was green: whoever starts a red run again has every test run again that
# did not pass in a green one. A fresh clone knows of no earlier run, and without git there is none.

# Where a green run notes what passed: a line for each program, or part of one, with the key of what it saw.
passed_before=target/test-passed.txt

# Prepares the keys, once everything is built and installed.
see_everything() {
    local index=target/test-index tree
    everything="" all_but_rust=""
    if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then return; fi
    # The tree of all that is not ignored, as `git add --all` would make it; the real index stays as it is.
    rm -f "$index"
    cp "$(git rev-parse --git-path index)" "$index" 2>/dev/null || true
    tree=$(GIT_INDEX_FILE=$index git add --all . 2>/dev/null && GIT_INDEX_FILE=$index git write-tree) || return 0
    rm -f "$index"
    (
        env | grep -E '^(PATH|HOME|USER|LANG|LC_[A-Z]*|TZ|TMPDIR|CI|(MUSTER|CARGO|RUST|PROPTEST|INSTA|GO|NPM|XDG)[A-Z_]*)=' | sort
        id && umask && uname -srm
        IFS=:
        # shellcheck disable=SC2086 # The folders of the path, one by one.
        LC_ALL=C ls -lnLR $PATH target/tools/bin target/schemathesis/bin tests/web/node_modules/installed-lock.json 2>/dev/null
        dpkg-query --show 2>/dev/null
    ) >"$index" || true
    everything=$tree-$(git hash-object "$index")
    all_but_rust=$(git ls-tree -r "$tree" | grep -v '\.rs$' | git hash-object --stdin)-$(git hash-object "$index")
    rm -f "$index"
}

# The size, the time and the place of these files, which change whenever they are built anew.
stamp() { LC_ALL=C ls -lni --full-time "$@" 2>/dev/null || LC_ALL=C ls -lniT "$@"; }

# The key of what a program of a crate may see; nothing where that is not known.
key_of() {
    local crate=$1 program=$2
    if [ -z "$everything" ]; then return; fi
    if [ "$crate" = cli ]; then
        { echo "$everything" && stamp "$program" "${program%/*/*}/muster"; } | git hash-object --stdin
    else
        { echo "$all_but_rust" && stamp "$program"; } | git hash-object --stdin
    fi
}

# Notes what a green run kept of what its programs saw; nothing of it if a file has changed meanwhile. What has no key is left
# out, so that it is run whenever there is a run.
note_passed() {
    local seen=$everything
    see_everything
    if [ "$seen" = "$everything" ]; then sed '/ $/d' "$@" >"$passed_before"; fi
}

# Whether a name with its key, as `$1`, passed in a green run, and the file `$2` says that what is kept of its output is of that.
has_passed() {
    [ "${1% }" = "$1" ] && grep -qxF "$1" "$passed_before" 2>/dev/null && grep -qxF "$1" "$2" 2>/dev/null
}
