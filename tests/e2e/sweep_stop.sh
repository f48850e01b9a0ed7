# Sweeps that a signal or a full disk stops: what was finished stays, and the sweep goes on afterwards. Killed
# ones: tests/kill/kill_sweep.sh.
. "$(dirname "$0")/lib.sh"
command -v sqlite3 >/dev/null || { echo 'skipped: no sqlite3'; exit 77; }

cat >s.yaml <<END
groups:
  - {series: a, workloads: [nn, histogram, bfs], configs: [apres], seeds: [1, 2], scale: default}
END
content() {
    sqlite3 -readonly "$1" "SELECT hash, workload, seed, result, cycles, ipc_warp, command FROM runs ORDER BY hash;
        SELECT hash, name, value FROM runs JOIN stats ON run = id ORDER BY hash, name;
        SELECT hash, name, value FROM runs JOIN settings ON run = id ORDER BY hash, name;
        SELECT hash, kernel, pc, name, value FROM runs JOIN per_pc ON run = id ORDER BY 1, 2, 3, 4;
        SELECT sweep, number, hash, series FROM points ORDER BY 1, 2;
        SELECT count(*) FROM failures; SELECT count(*) FROM claims;"
}

# SIGINT and SIGTERM: a message, 128 + the signal, nothing left behind.
for signal in INT TERM; do
    rm -f s.db
    name=sweep_stop_110_$signal cases=$((cases + 1))
    env --default-signal=INT "$lockwarp" sweep s.yaml --db s.db --jobs 2 2>err & pid=$!
    until [ -n "$(pgrep -P $pid)" ] || ! kill -0 $pid; do sleep 0.02; done
    kill -$signal $pid
    wait $pid
    status=$?
    [ $status = $((128 + $(kill -l $signal))) ] || fail "status $status"
    grep -q ' left$' err || fail 'says nothing of what is left'
    [ "$(sqlite3 s.db 'SELECT count(*) FROM claims')" = 0 ] || fail 'a claim is left'
done

# A full disk: said, with exit status 2; what was finished stays, and the sweep goes on afterwards.
name=sweep_stop_120_full_disk
if mkdir disk && mount -t tmpfs -o size=1m tmpfs disk 2>/dev/null; then
    trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT
    cat >many.yaml <<END
groups:
  - {series: a, workloads: [bfs, nn], configs: [apres], scale: tiny, seeds: [$(seq -s, 1 40)]}
END
    run sweep_stop_121_full 2 "$lockwarp" sweep many.yaml --db disk/r.db --jobs 2
    grep -qi 'full' err || fail 'does not say that the disk is full'
    kept=$(sqlite3 disk/r.db 'SELECT count(*) FROM runs')
    [ "$kept" -gt 0 ] && [ "$kept" -lt 80 ] || fail "$kept runs were kept"
    [ "$(sqlite3 disk/r.db 'PRAGMA integrity_check')" = ok ] || fail 'the database is not whole'
    mount -o remount,size=64m disk
    run sweep_stop_122_goes_on 0 "$lockwarp" sweep many.yaml --db disk/r.db --jobs 2
    grep -q "$((80 - kept)) runs made, $kept were there" err || fail 'ran other than what was missing'
    run sweep_stop_123_calm 0 "$lockwarp" sweep many.yaml --db many.db --jobs 2
    content disk/r.db >a.txt
    content many.db >b.txt
    cmp -s a.txt b.txt || fail 'the contents differ'
else
    echo 'full disk: skipped, no tmpfs can be mounted'
fi
finish
