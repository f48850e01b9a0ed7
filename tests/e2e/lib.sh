# Sourced by the end-to-end tests: bash TEST.sh LOCKWARP SOURCE_DIR.
set -u
lockwarp=$1
source=$2
data=$source/tests/e2e/data
plain=$source/tests/plain.yaml # the machine of tests that need some machine and no preset
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
cases=0

# shellcheck source=sqlite.sh
. "$source/tests/e2e/sqlite.sh"
# shellcheck source=wait.sh
. "$source/tests/e2e/wait.sh"

fail() {
    failures=$((failures + 1))
    printf 'FAIL %s: %s\n' "$name" "$*"
    printf '  command: %s\n' "${command[*]:-}"
    cut -c1-200 err | head -4 | sed 's/^/  stderr: /'
    sed 's/^/  stdout: /' out | head -5
}

# run NAME STATUS COMMAND...: the command must exit with the status. Leaves out and err.
run() {
    name=$1 status_wanted=$2
    shift 2
    command=("$@")
    cases=$((cases + 1))
    : >out
    : >err
    timeout $guard "$@" >out 2>err </dev/null
    status=$?
    [ "$status" = "$status_wanted" ] ||
        fail "exit status $status; expected $status_wanted"
}

# refuses NAME REGEX COMMAND...: exit status 2, nothing on standard output, and exactly one line
# on standard error, which matches the extended regular expression.
refuses() {
    local regex=$2 line='' rest=''
    run "$1" 2 "${@:3}"
    [ -s out ] && fail "wrote to standard output"
    { IFS= read -r line && ! IFS= read -r rest && [ -z "$rest" ]; } <err ||
        fail "$(wc -l <err) lines on standard error; expected one"
    [[ $line =~ $regex ]] || fail "message does not match /$regex/"
}

# has NAME REGEX: the last command said it on standard error.
has() {
    name=$1
    cases=$((cases + 1))
    grep -Eq -- "$2" err || fail "standard error does not match /$2/"
}
# absent NAME FILE...
absent() {
    name=$1
    shift
    cases=$((cases + 1))
    for f in "$@"; do
        [ ! -e "$f" ] || fail "$f is there"
    done
}

# same NAME A B: two results are the same bytes but for "host", the last key.
same() {
    name=$1
    cases=$((cases + 1))
    for f in "$2" "$3"; do
        awk '/^  "host": {/ { host = 1; exit } { print } END { exit !host }' "$f" >"$f.cut" || fail "$f has no host key"
        [ -s "$f.cut" ] || fail "$f is empty before its host key"
    done
    cmp -s "$2.cut" "$3.cut" || fail "$2 and $3 differ: $(diff "$2.cut" "$3.cut" | head -6)"
}

# number FILE KEY: the first value of that key in a JSON result.
number() {
    sed -n "/^ *\"$2\": *\\([^,]*\\),\\{0,1\\}\$/{s//\\1/p;q;}" "$1"
}

finish() {
    printf '%d cases, %d failures\n' "$cases" "$failures"
    [ "$failures" = 0 ] && [ "$cases" -gt 0 ]
    exit
}
