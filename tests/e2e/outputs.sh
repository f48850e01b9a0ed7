# Outputs: a place that cannot be written is refused before a run; a file that may not grow and a full disk give one
# message, exit status 2, and leave nothing cut behind.
. "$(dirname "$0")/lib.sh"
has_rtl=$("$lockwarp" cosim -u abyp --exact --geometry paper -n 10 >/dev/null 2>&1 && echo yes)
run outputs_100_run 0 "$lockwarp" run -w bfs --scale tiny --json a.json --db a.db
run outputs_101_again 0 "$lockwarp" run -w bfs --scale tiny -p abyp --json b.json
cat >own.yaml <<'END'
groups:
  - {series: one, workloads: [bfs], configs: [apres], scale: tiny}
END
csv=$source/docs/results/sweeps/mrpb.csv
top=$PWD

# What writes, with OUT for the output's name and what follows a run.
writers=("json OUT run -w bfs --scale tiny --json OUT"
    "report OUT run -w bfs --scale tiny --report OUT"
    "db OUT run -w bfs --scale tiny --db OUT"
    "checkpoint OUT run -w bfs --scale tiny --checkpoint OUT --checkpoint-at 2000"
    "record OUT trace record -w bfs --scale tiny -o OUT"
    "profile OUT profile -w bfs --scale tiny --json OUT"
    "slice OUT slice -w bfs --json OUT"
    "diff OUT diff $top/a.json $top/b.json --json OUT"
    "page OUT report $csv -o OUT"
    "markdown OUT report $csv --markdown -o OUT"
    "csv OUT report $csv --csv -o OUT"
    "merge OUT merge --db OUT $top/a.db"
    "sweep OUT sweep $top/own.yaml --db OUT")
[ -z "$has_rtl" ] || writers+=(
    "stimulus OUT cosim -u abyp --exact --geometry paper -n 20000 --record OUT"
    "stimulus_zst OUT.zst cosim -u abyp --exact --geometry paper -n 20000 --record OUT.zst"
    "activity OUT cosim -u abyp --exact --geometry paper -n 2000 --activity OUT"
    "evidence OUT cosim -u abyp --exact --geometry paper -n 2000 --evidence OUT"
    "wave_of_cosim OUT cosim -u abyp --exact --geometry paper -n 20000 --wave OUT"
    "wave OUT run -w bfs --scale tiny -c abyp-gcn -p abyp -e lockstep --wave OUT")

# refused NAME COMMAND: exit status 2 and one message.
empty_after() {
    local folder=$1
    left=$(ls -A "$folder" | grep -v '^kept$')
    [ -z "$left" ] || fail "left behind: $left"
}
refused() {
    name=$1
    cases=$((cases + 1))
    command=("$2")
    : >out
    timeout 120 bash -c "$2" 2>&1 >/dev/null </dev/null | cat >err
    status=${PIPESTATUS[0]}
    [ $status = 2 ] || fail "exit status $status; expected 2"
    [ "$(grep -c '^lockwarp' err)" = 1 ] || fail "$(grep -c '^lockwarp' err) messages; expected one"
}

# Before a run: nothing of one is done, so that it takes no time and prints nothing but the line.
long=$(printf 'x%.0s' $(seq 300))
mkfifo fifo
mkdir place
for w in "${writers[@]}"; do
    read -r what out rest <<<"$w"
    suffix=${out#OUT}
    for bad in "no/folder/x" "$long" place fifo a.json/x; do
        [ "$what" = db ] || [ "$what" = merge ] || [ "$what" = sweep ] || [ "$bad$suffix" != "place.zst" ] || continue
        [ "$bad$suffix" != fifo.zst ] || continue
        refused outputs_200_${what}_$(basename "${bad:0:20}") "'$lockwarp' ${rest//$out/$bad$suffix}"
        [ "$(wc -l <err)" = 1 ] || fail "$(wc -l <err) lines; expected one, before the run"
    done
done
empty_after place

# The names that are made up: a folder that may not be written (root may), and one that is not there.
mkdir closed
chmod 555 closed
if [ -w closed ]; then
    echo 'skipped: a folder that may not be written, because this user may write all'
else
    refused outputs_210_checkpoint_of_no_name "cd closed && exec '$lockwarp' run -w bfs --scale tiny --checkpoint-at 2000"
    [ "$(wc -l <err)" = 1 ] || fail 'not before the run'
fi
refused outputs_211_folder_for_failures "exec '$lockwarp' cosim -u abyp --out nowhere"
refused outputs_212_folder_for_plots "exec '$lockwarp' report '$csv' --plots nowhere"

# The message says why.
says_why() { grep -Eq 'File too large|No space left on device|database or disk is full' err || fail 'does not say why'; }

# A limit on the size of files; what the command prints goes into pipes.
for w in "${writers[@]}"; do
    read -r what out rest <<<"$w"
    case $what in
    activity | evidence) limits=0 ;; # smaller than a block of ulimit's
    report) limits="0 1" ;;
    *) limits="0 4" ;;
    esac
    for limit in $limits; do
        rm -rf place
        mkdir place
        refused outputs_300_${what}_$limit "cd place && ulimit -f $limit && exec '$lockwarp' ${rest//OUT/x}"
        says_why
        empty_after place
    done
done

# A folder of files: none of them is cut, and no list names what is not there.
refused outputs_305_small_files_db_read "ulimit -f 0 && exec '$lockwarp' report a.db -o x.html"
grep -q 'x.html: cannot write: File too large' err || fail 'the database could not be read'
[ -e a.db-wal ] || [ -e a.db-shm ] && fail 'files are left beside the database'

run outputs_310_trace 0 "$lockwarp" trace record -w bfs --scale tiny -o a.lwt
for form in none zst; do
    rm -rf place
    mkdir place
    refused outputs_311_export_$form "cd place && ulimit -f 4 && exec '$lockwarp' trace export ../a.lwt --accelsim dir --compress $form"
    says_why
    [ -z "$(find place -name '*.part' -o -name '*.tmp' -o -name kernelslist.g)" ] || fail "left behind: $(find place)"
    for file in $(find place -name 'kernel-*'); do
        if [ $form = zst ]; then ! command -v zstd >/dev/null || zstd -tq "$file"; else [ "$(tail -c 9 "$file" | tr -d '\n')" = '#END_TB' ]; fi || fail "$file is cut"
    done
done
rm -rf place
mkdir place
refused outputs_312_plots "cd place && ulimit -f 4 && exec '$lockwarp' report '$csv' --plots ."
for file in $(find place -type f); do tail -1 "$file" | grep -qx '</svg>' || fail "$file is cut"; done

# A full disk.
refused outputs_320_standard_output "exec '$lockwarp' list workloads >/dev/full"
refused outputs_321_json_to_standard_output "exec '$lockwarp' run -w bfs --scale tiny --json - >/dev/full"
refused outputs_322_device "exec '$lockwarp' run -w bfs --scale tiny --json /dev/full"
rm -rf place
mkdir place
if mount -t tmpfs -o size=64k tmpfs place 2>/dev/null; then
    trap 'umount "$top/place"; rm -rf "$work"' EXIT
    for w in "${writers[@]}"; do
        read -r what out rest <<<"$w"
        find place -mindepth 1 -delete
        head -c 65536 /dev/zero >place/kept 2>/dev/null
        [ "$what" = report ] || [ "$what" = activity ] || [ "$what" = evidence ] || truncate -s 61440 place/kept
        refused outputs_330_full_disk_$what "cd place && exec '$lockwarp' ${rest//OUT/x}"
        says_why
        empty_after place
    done
    # A database that is there is read all the same, and stays as it is.
    find place -mindepth 1 -delete
    mount -o remount,size=$(($(stat -c %s a.db) / 1024 + 8))k place
    cp a.db place/kept
    head -c 65536 /dev/zero >place/filled 2>/dev/null
    keep=$(sha256sum place/kept)
    for what in "report place/kept -o page.html" "merge --db merged.db place/kept" "sweep own.yaml --db place/kept --dry-run"; do
        run outputs_340_full_disk_read_${what%% *} 0 "$lockwarp" $what
    done
    [ -s page.html ] && [ -s merged.db ] || fail 'nothing was read'
    refused outputs_341_full_disk_into "exec '$lockwarp' run -w bfs --scale tiny --db place/kept"
    says_why
    [ "$(sha256sum place/kept)" = "$keep" ] || fail 'the database was changed'
    rm -f place/filled
    empty_after place
    umount place
    trap 'rm -rf "$work"' EXIT
else
    echo 'skipped: a full disk, because this user may not mount a small one'
fi
finish
