# The database's file: what is refused stays as it is; a folder that cannot be written; a file that
# is removed under a sweep; a file merged into itself.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }
cat >s.yaml <<'END'
groups:
  - {series: a, workloads: [bfs, nn], configs: [apres], scale: tiny, seeds: [1, 2]}
END
# has_row TABLE DB: is a row in it?
has_row() { [ "$(sqlite3 -readonly "$2" "SELECT count(*) > 0 FROM $1" 2>/dev/null)" = 1 ]; }
# untouched FILE: a command before has not changed a byte, and left nothing beside it.
keep() { sha256sum "$@" >sums; }
untouched() {
    sha256sum --status -c sums || fail 'the file was changed'
    for f in $(cut -c67- sums); do
        [ -e "$f-wal" ] || [ -e "$f-shm" ] && fail "left files beside $f"
    done
}

sqlite3 other.db 'CREATE TABLE x(y)'
sqlite3 new.db 'PRAGMA user_version = 99; CREATE TABLE x(y)'
: >empty.db
keep other.db new.db empty.db
refuses database_100_other 'other.db: no database of lockwarp sweep' "$lockwarp" sweep s.yaml --db other.db
untouched
refuses database_101_newer 'new.db: .*schema 99' "$lockwarp" sweep s.yaml --db new.db
untouched
refuses database_102_run 'other.db: no database' "$lockwarp" run -w bfs --scale tiny --db other.db
untouched
for f in other.db new.db empty.db; do
    run "database_103_merge_$f" 2 "$lockwarp" merge --db m.db $f
    untouched
done

run database_110_sweep 0 "$lockwarp" sweep s.yaml --db a.db --jobs 2
cp a.db b.db
keep b.db
run database_111_merge 0 "$lockwarp" merge --db m.db b.db
untouched
ln a.db link.db
ln -s a.db soft.db
for f in a.db ./a.db link.db soft.db; do
    refuses "database_112_itself" "$f: is the database that takes the results" "$lockwarp" merge --db a.db $f
done
[ "$(sqlite3 a.db 'SELECT count(*) FROM runs')" = 4 ] || fail 'runs are gone'

# The version was changed by hand.
for version in 1 2 4; do
    cp b.db hand.db
    sqlite3 hand.db "PRAGMA user_version = $version"
    [ $version = 4 ] && says="schema 4; expected" || says="has a column provenance.folder, which user_version $version has not"
    refuses "database_113_version_$version" "hand.db: .*$says" "$lockwarp" report hand.db
    refuses "database_113_version_${version}_write" "hand.db: .*$says" "$lockwarp" run -w bfs --scale tiny --db hand.db
done
cp b.db hand.db
sqlite3 hand.db 'DROP TABLE claims'
refuses database_114_no_table 'hand.db: has no column claims.beat, which user_version 3 has' "$lockwarp" sweep s.yaml --db hand.db

# A database that is damaged is named, not the one that takes its runs.
cp b.db bad.db
hash=$(sqlite3 b.db 'SELECT hash FROM runs LIMIT 1')
at=$(grep -abo "$hash" b.db | tail -1 | cut -d: -f1) # in the index or in the table
printf x | dd of=bad.db bs=1 seek=$((at + 4)) conv=notrunc 2>/dev/null
refuses database_115_damaged_source '^lockwarp: bad.db: damaged: ' "$lockwarp" merge --db m2.db bad.db
[ -e m2.db ] && fail 'an empty database is left'

# merge removes what it has made, not what another process has stored there meanwhile. It waits for its source, which
# somebody has locked.
cp b.db source.db
sqlite3 source.db 'PRAGMA journal_mode = DELETE' >/dev/null
mkfifo tell
{ echo 'BEGIN EXCLUSIVE; SELECT 1;'; cat tell; } | stdbuf -oL sqlite3 source.db >held & holder=$!
until [ -s held ]; do sleep 0.02; done
exec 9>tell
(ulimit -f 64 && exec "$lockwarp" merge --db both.db source.db 2>merge.err) & merge=$!
until ls -l /proc/$merge/fd 2>/dev/null | grep -q source.db; do kill -0 $merge || break; sleep 0.02; done
run database_116_meanwhile 0 "$lockwarp" run -w bfs --scale tiny --db both.db
echo 'COMMIT;' >&9
exec 9>&-
wait $merge
status=$?
name=database_117_keeps_what_others_have_stored cases=$((cases + 1))
[ $status = 2 ] || fail "merge: exit status $status; expected 2: $(cat merge.err)"
[ "$(sqlite3 both.db 'SELECT count(*) FROM runs')" = 1 ] || fail 'the run is gone'
wait $holder

# Whoever may only read a database leaves nothing beside it, and nobody is kept out of it.
reader=()
chmod 444 b.db
if [ -w b.db ]; then # root may write all
    chmod 755 . && cp "$lockwarp" reader
    mkdir -m 777 counters # of coverage, which another user cannot write elsewhere
    reader=(env GCOV_PREFIX=counters setpriv --reuid 65534 --regid 65534 --clear-groups ./reader)
    "${reader[@]}" list workloads >/dev/null 2>&1 || reader=()
else
    reader=("$lockwarp")
fi
if [ ${#reader[@]} -gt 0 ]; then
    mkdir -m 777 shared
    cp b.db shared/r.db
    chmod 444 shared/r.db
    run database_118_reader 0 "${reader[@]}" report shared/r.db --csv
    [ "$(wc -l <out)" = 5 ] || fail 'does not read the runs'
    [ "$(ls shared)" = r.db ] || fail "left behind: $(ls shared)"
    # Nor does he simulate what cannot be stored: refused before the run.
    refuses database_118_run 'r.db: may not be written by you' "${reader[@]}" run -w bfs --scale tiny --db shared/r.db
    [ "$(ls shared)" = r.db ] || fail "left behind: $(ls shared)"
    refuses database_118_merge 'r.db: may not be written by you' "${reader[@]}" merge --db shared/r.db b.db
    mkdir -p kept_out
    chmod 555 kept_out
    refuses database_118_folder 'kept_out/x.db: cannot create: Permission denied' "${reader[@]}" run -w bfs --scale tiny --db kept_out/x.db
    chmod 644 shared/r.db
    run database_118_owner 0 "$lockwarp" run -w bfs --scale tiny --db shared/r.db
    # The owner is there, or was killed.
    chmod 644 shared/r.db
    sqlite3 -cmd 'PRAGMA wal_autocheckpoint = 0' shared/r.db "UPDATE runs SET policies = 'seen'; SELECT 1; .shell kill -KILL \$PPID" >/dev/null 2>&1
    if [ -s shared/r.db-wal ]; then
        chmod 444 shared/*
        run database_119_reader_of_wal 0 "${reader[@]}" report shared/r.db --csv
        grep -q seen out || fail 'does not read what is in the -wal file'
        rm -f shared/r.db-shm
        refuses database_119_reader_without_shm 'r.db: holds runs in its -wal file' "${reader[@]}" report shared/r.db --csv
        [ -e shared/r.db-shm ] && fail 'made a -shm file, which keeps the owner out'
    else
        fail 'no -wal file was left'
    fi
else
    echo 'readers: skipped, this user may write all and cannot become another'
fi
chmod 644 b.db

# A folder that cannot be written.
name=database_120_read_only
mkdir ro
if mount -t tmpfs -o size=8m tmpfs ro 2>/dev/null; then
    trap 'umount "$work/ro" 2>/dev/null; rm -rf "$work"' EXIT
    cp b.db 'ro/a ?%db.db'
    cp b.db ro/later.db
    sqlite3 ro/later.db 'PRAGMA wal_checkpoint' .quit >/dev/null
    # It cannot end before it is killed.
    sed "s/seeds: .*/seeds: [$(seq -s, 1 1000)]}/" s.yaml >endless.yaml
    "$lockwarp" sweep endless.yaml --db ro/wal.db --jobs 1 2>/dev/null & sweep=$!
    while_runs $sweep has_row runs ro/wal.db || fail 'no run was stored'
    kill -KILL $sweep
    wait $sweep
    mount -o remount,ro ro || fail 'cannot be remounted'
    run database_121_dry_run 0 "$lockwarp" sweep s.yaml --db 'ro/a ?%db.db' --dry-run
    grep -q '4 runs, 4 done' out || fail 'does not read the runs'
    run database_122_report 0 "$lockwarp" report 'ro/a ?%db.db' -o page.html
    run database_123_merge 0 "$lockwarp" merge --db ro.db ro/later.db
    grep -q '4 runs were new' err || fail 'does not merge the runs'
    run database_127_merge_copy 0 "$lockwarp" merge --db ro2.db 'ro/a ?%db.db'
    grep -q '4 runs were new' err || fail 'does not merge the runs of a file without -wal'
    [ -e ro2.db-wal ] && fail 'merge leaves a -wal file'
    refuses database_124_sweep 'ro/later.db: ' "$lockwarp" sweep s.yaml --db ro/later.db
    if [ -s ro/wal.db-wal ]; then
        rm -rf shm && mkdir shm && cp ro/wal.db ro/wal.db-wal shm
        mount -o remount,rw ro && rm -f ro/wal.db-shm && mount -o remount,ro ro
        refuses database_125_wal 'ro/wal.db: holds runs in its -wal file' "$lockwarp" sweep endless.yaml --db ro/wal.db --dry-run
        run database_126_copied 0 "$lockwarp" sweep endless.yaml --db shm/wal.db --dry-run
        grep -q '2000 runs, [1-9][0-9]* done' out || fail 'the runs of the -wal file are gone'
    else
        fail 'no -wal file was left'
    fi
else
    echo 'folder that cannot be written: skipped, no tmpfs can be mounted'
fi

# Removed, or replaced, in mid-sweep: said, not "runs made".
sed 's/, scale: tiny//; s/bfs, nn/pathfinder, nn/' s.yaml >longer.yaml
for what in removed replaced; do
    name=database_130_$what cases=$((cases + 1)) command=()
    rm -f gone.db*
    "$lockwarp" sweep longer.yaml --db gone.db --jobs 1 2>err & sweep=$!
    while_runs $sweep has_row claims gone.db || fail 'no run was claimed'
    rm -f gone.db gone.db-wal gone.db-shm
    [ $what = replaced ] && cp b.db gone.db
    wait $sweep
    status=$?
    [ $status = 2 ] || fail "exit status $status; expected 2"
    grep -q 'gone.db: was removed or replaced' err || fail 'does not say it'
    [ $what = replaced ] || [ ! -e gone.db ] || fail 'the file is back'
done

# Many that find no database at once.
name=database_140_made_by_many cases=$((cases + 1))
echo 'groups: [{series: a, workloads: [nn], configs: [apres], scale: tiny}]' >one.yaml
for i in 1 2 3 4 5 6 7 8; do
    rm -f many.db*
    pids=()
    for k in 1 2 3 4; do
        "$lockwarp" sweep one.yaml --db many.db --jobs 1 2>many.$k & pids+=($!)
    done
    for p in "${pids[@]}"; do wait $p || fail "a process ended with $?: $(cat many.[1-4])"; done
done
finish
