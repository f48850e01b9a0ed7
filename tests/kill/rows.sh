# Sourced by the kill tests of databases: what a database holds of its runs, and whether that is whole.

# rows DB: every row of every run but for when and where it was made, the run's hash first; sorted.
rows() {
    sqlite3 "$1" "SELECT hash, 'run', workload, seed, config, overrides, result, cycles, ipc_warp, command FROM runs;
        SELECT hash, 'stat', name, value FROM runs JOIN stats ON run = id;
        SELECT hash, 'setting', name, value FROM runs JOIN settings ON run = id;
        SELECT hash, 'load', kernel, pc, name, value FROM runs JOIN per_pc ON run = id;
        SELECT hash, 'interval', row, name, value FROM runs JOIN series ON run = id;
        SELECT hash, 'provenance', count(*) FROM runs JOIN provenance ON run = id GROUP BY 1" | LC_ALL=C sort
}

# hashes DB: of its runs, sorted; nothing of a file that is not there or has no tables yet.
hashes() {
    [ -s "$1" ] && [ -n "$(sqlite3 "$1" .tables)" ] || return 0
    sqlite3 "$1" 'SELECT hash FROM runs' | LC_ALL=C sort
}

# whole DB: the database as it was left, looked at in a copy, so that the program meets it as it is. Each
# run in it is one of calm.rows, whole and the same, and none of the file kept has gone. Leaves the runs
# that are there in kept.
whole() {
    local file sound
    rm -rf copy && mkdir copy
    for file in "$1" "$1"-wal "$1"-journal; do [ ! -e "$file" ] || cp "$file" copy/; done
    if [ -s "copy/$1" ]; then
        sound=$(sqlite3 "copy/$1" 'PRAGMA integrity_check; PRAGMA foreign_key_check' 2>&1)
        [ "$sound" = ok ] || fail "the database is not whole: $sound"
    fi
    hashes "copy/$1" >now
    LC_ALL=C comm -23 kept now >lost
    [ ! -s lost ] || fail "a run that was stored is lost: $(head -1 lost)"
    mv now kept
    [ -s kept ] || return 0
    rows "copy/$1" >rows.txt
    grep -Ff kept calm.rows | cmp -s - rows.txt ||
        fail "other rows than undisturbed: $(grep -Ff kept calm.rows | diff - rows.txt | head -2)"
}

# only DB: nothing beside it is left.
only() {
    local left
    left=$(find . -maxdepth 1 -name "$1?*")
    [ -z "$left" ] || fail "left behind: $left"
}
