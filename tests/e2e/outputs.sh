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
    "sweep OUT sweep $top/own.yaml --db OUT"
    "memory OUT synth --memory 16x64/1rw --json OUT")
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
    timeout $guard bash -c "$2" 2>&1 >/dev/null </dev/null | cat >err
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

# A limit on the size of files; what the command prints goes into pipes.
for w in "${writers[@]}"; do
    read -r what out rest <<<"$w"
    case $what in
    memory | activity | evidence) limits=0 ;; # smaller than a block of ulimit's
    report) limits="0 1" ;;
    *) limits="0 4" ;;
    esac
    for limit in $limits; do
        rm -rf place
        mkdir place
        refused outputs_300_${what}_$limit "cd place && ulimit -f $limit && exec '$lockwarp' ${rest//OUT/x}"
        empty_after place
    done
done

# A folder of files: none of them is cut, and no list names what is not there.
run outputs_310_trace 0 "$lockwarp" trace record -w bfs --scale tiny -o a.lwt
for form in none zst; do
    rm -rf place
    mkdir place
    refused outputs_311_export_$form "cd place && ulimit -f 4 && exec '$lockwarp' trace export ../a.lwt --accelsim dir --compress $form"
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
        [ "$what" = memory ] || [ "$what" = report ] || [ "$what" = activity ] || [ "$what" = evidence ] || truncate -s 61440 place/kept
        refused outputs_330_full_disk_$what "cd place && exec '$lockwarp' ${rest//OUT/x}"
        empty_after place
    done
    umount place
    trap 'rm -rf "$work"' EXIT
else
    echo 'skipped: a full disk, because this user may not mount a small one'
fi
finish
