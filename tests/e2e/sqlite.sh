# Sourced by lib.sh and tests/fuzz/seeds.sh: SQLite's shell waits for a lock instead of failing, also in what is
# called by bash.
if command -v sqlite3 >/dev/null; then
    sqlite3() { command sqlite3 -cmd '.timeout 1800000' "$@"; }
    export -f sqlite3
fi
