# What the scripts of this folder share, which source it: they work in the root of the checkout, have a scratch folder, and
# fail at the first step that fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Swift Testing starts all tests of a suite at once. On two cores a call of the package's own suite then waits for a thread
# longer than for its server, up to its timeout of 60 s. Usage: tests env $few_at_once COMMAND…
# Read by Swift 6.3; older toolchains ignore it. Suites with tests on the main actor hang with it now and then, all of them
# ended or not yet begun: the small packages of this repository, whose suites have few sockets, run without it.
few_at_once=SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8

step() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }
fail() { printf 'FAILED: %s\n' "$1" >&2; exit 1; }
skip() { printf 'SKIPPED: %s\n' "$1"; }

# Runs a command with its output in $scratch/log, and shows the lines of a pattern. Its status is the command's.
# Usage: logged PATTERN COMMAND…
logged() {
    local pattern=$1
    shift
    "$@" 2>&1 | tee "$scratch/log" | { grep -E "$pattern" || true; }
}

# Runs tests. Fails unless there are some and all pass, within a quarter of an hour.
tests() {
    local status=0
    logged '^✘|Test run|skipped|^SKIPPED|libcurl/|^Redaction: |WARNING: ThreadSanitizer' timeout 900 "$@" || status=$?
    if [ "$status" = 0 ] && grep -qE "Test run with [1-9][0-9]* tests.* passed" "$scratch/log"; then return; fi
    if [ "$status" = 0 ] && grep -q "^SKIPPED: libcurl8: " "$scratch/log"; then return; fi  # .ci/with did not run them
    grep -m 1 -A 60 "WARNING: ThreadSanitizer" "$scratch/log" || true
    # Without a summary the tests do not build, or the process has ended by itself: the trace of the thread that crashed
    # says where.
    if ! grep -q "Test run with" "$scratch/log"; then
        if [ "$status" = 124 ]; then tail -n 20 "$scratch/log"; fi
        grep -m 5 -A 3 "error: " "$scratch/log" || true
        sed -n '/^\*\*\* \|Program crashed\|Fatal error/,$p' "$scratch/log" | head -n 80
    fi
    fail "the tests, by status $status"
}

# The libraries that the package sells. TalynCombine and TalynCombineMoya are empty on Linux: their symbols are those that
# Tests/Fronts has compiled with OpenCombine into the build folder $COMBINE_BUILD. Without that they are left out.
libraries() {
    sed -n 's/.*\.library(name: "\(\w*\)".*/\1/p' Package.swift | while read -r library; do
        if [[ $library != TalynCombine* ]] || [ -d "${COMBINE_BUILD:-}/debug/Modules" ]; then
            echo "$library"
        else
            echo "SKIPPED: $library: COMBINE_BUILD is no build of Tests/Fronts" >&2
        fi
    done
}

# The built modules, and what they import.
modules() { echo -I "$(swift build --show-bin-path)/Modules" -I Sources/CTalynCURL/include; }

# Writes the symbol graphs of a module. Usage: symbols MODULE FOLDER OPTION…
# Not with the compiler's -emit-symbol-graph, which includes all of Foundation, because Talyn exports it again.
symbols() {
    local library=$1 module=$1 folder=$2 options graph
    shift 2
    mkdir -p "$folder"
    if [[ $library == TalynCombine* ]]; then
        module=${library/Combine/OpenCombine}
        options="-I $COMBINE_BUILD/debug/Modules -I $COMBINE_BUILD/debug/COpenCombineHelpers.build
            -I Sources/CTalynCURL/include"
    else
        options=$(modules)
    fi
    swift symbolgraph-extract -module-name "$module" $options -output-dir "$folder" -minimum-access-level public \
        -target "$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)".*/\1/p' | head -n 1)" \
        -skip-synthesized-members "$@" >/dev/null
    [ "$module" != "$library" ] || return 0
    for graph in "$folder/$module"*.json; do
        sed 's/OpenCombine/Combine/g' "$graph" >"${graph/$module/$library}"
        rm "$graph"
    done
}
