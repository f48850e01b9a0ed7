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
    "bench OUT cosim -u abyp --exact --geometry paper -n 20000 --bench OUT"
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

# An output is never an input, under another name or through a link, nor another output's companion.
spared=0
spares() { # FILE REGEX COMMAND...: refused in one line, and the file is as it was
    local file=$1 sum
    spared=$((spared + 1))
    sum=$(cksum <"$file")
    refuses "outputs_205_${spared}_$(basename "$file")" "$2" "${@:3}"
    [ "$(cksum <"$file")" = "$sum" ] || fail "$file was changed"
}
printf '%s\n' 'p sp 2 1' 'a 1 2 5' >two.gr
printf 'base: apres\n' >own.cfg.yaml
cp "$data/vecadd.ptx" k.ptx
cp "$data/vecadd.yaml" k.yaml
ln -s a.db link.db
ln -s two.gr link.gr
bfs=("$lockwarp" run -w bfs --scale tiny)
run outputs_203_one_to_continue 3 "${bfs[@]}" --checkpoint-at 2000 --checkpoint z.ckpt
run outputs_204_one_to_replay 0 "$lockwarp" trace record -w bfs --scale tiny -o r.lwt
run outputs_204_its_folder 0 "$lockwarp" trace export r.lwt --accelsim sass
both='are both .*; expected two files'
spares a.db "$both" "$lockwarp" report a.db -o a.db
spares a.db "$both" "$lockwarp" report a.db -o link.db
spares a.db "$both" "$lockwarp" report link.db --csv -o ./a.db
spares a.json "$both" "$lockwarp" diff a.json b.json --json a.json
spares z.ckpt "$both" "$lockwarp" run --resume z.ckpt --json z.ckpt
spares own.cfg.yaml "$both" "${bfs[@]}" -c own.cfg.yaml --json own.cfg.yaml
spares own.cfg.yaml "$both" "$lockwarp" profile -w bfs --scale tiny -c own.cfg.yaml --json own.cfg.yaml
spares two.gr "$both" "${bfs[@]}" --input two.gr --report link.gr
spares two.gr "$both" "${bfs[@]}" --input two.gr --checkpoint two.gr
spares a.json "$both" "${bfs[@]}" --report r.md --baseline a.json --json a.json
spares r.lwt "$both" "$lockwarp" run --trace r.lwt --json r.lwt
spares r.lwt "$both" "$lockwarp" trace record --trace r.lwt -o r.lwt
spares sass/kernelslist.g "$both" "$lockwarp" run --trace sass --json sass/kernelslist.g
spares sass/kernel-1.traceg "$both" "$lockwarp" run --trace sass/kernelslist.g --json sass/kernel-1.traceg
spares sass/kernel-1.traceg "$both" "$lockwarp" trace export --trace sass --accelsim ./sass
spares k.ptx "$both" "$lockwarp" slice k.ptx --json k.ptx
spares k.yaml "$both" "$lockwarp" run --ptx k.ptx --launch k.yaml --json k.yaml
dumps() { sed '/^compare:/,$d' "$data/vecadd.yaml"; printf 'dump:\n'; printf '  - {buffer: c, file: %s, format: text}\n' "$@"; }
dumped=("$lockwarp" run --ptx k.ptx --launch d.yaml)
dumps k.ptx >d.yaml
spares k.ptx "^lockwarp: d.yaml:[0-9]+:[0-9]+: .*$both" "${dumped[@]}"
dumps d.yaml >e.yaml && mv e.yaml d.yaml
spares d.yaml "$both" "${dumped[@]}"
dumps x.txt ./x.txt >d.yaml
spares d.yaml "dump 1 of --launch and dump 2 of --launch $both" "${dumped[@]}"
dumps x.txt >d.yaml
spares d.yaml "$both" "${dumped[@]}" --json x.txt
mkfifo sass/fifo
for bad in sass/fifo sass no/x /dev/full; do
    dumps $bad >d.yaml
    spares d.yaml "^lockwarp: d.yaml:[0-9]+:[0-9]+: $bad: (not a regular file|cannot (create|write): .*)" "${dumped[@]}"
done
[ -z "$has_rtl" ] || {
    "$lockwarp" cosim -u abyp --exact --geometry paper -n 100 --record r.stim >/dev/null 2>&1
    spares r.stim "$both" "$lockwarp" cosim -u abyp --stimulus r.stim --record r.stim
    spares r.stim "$both" "$lockwarp" cosim -u abyp --exact --geometry paper -n 100 --wave w.fst --record w.gtkw
}
# A checkpoint of no given name, where a folder or a FIFO has that name; and where an input has it.
for make in mkdir mkfifo; do
    rm -rf made && mkdir made && $make made/bfs-tiny-apres.ckpt
    refuses outputs_206_own_name_$make 'bfs-tiny-apres.ckpt: (cannot create|not a regular file)' bash -c "cd made && exec '$lockwarp' run -w bfs --scale tiny --checkpoint-at 2000"
done
cp two.gr bfs-tiny-apres.ckpt
spares bfs-tiny-apres.ckpt "$both" "${bfs[@]}" --input bfs-tiny-apres.ckpt
rm bfs-tiny-apres.ckpt
# A link to what is not there yet is followed; a long name leaves room for the reason.
ln -s later.json dangling.json
run outputs_207_dangling 0 "${bfs[@]}" --json dangling.json
[ -L dangling.json ] && [ -s later.json ] || fail 'the link was replaced'
refuses outputs_208_long 'cannot create: File name too long$' "${bfs[@]}" --json "$(printf 'x%.0s' $(seq 800))"
deep=$(printf 'a%.0s' $(seq 200))/$(printf 'b%.0s' $(seq 200))/$(printf 'c%.0s' $(seq 200))
mkdir -p "$deep"
run outputs_209_deep 3 "${bfs[@]}" --checkpoint-at 2000 --checkpoint "$deep/x.ckpt"
grep -q "^lockwarp: to go on: lockwarp run --resume $deep/x.ckpt$" err || fail 'the command is cut'

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

# Signals, HUP as TERM: of a sweep neither claims nor the database's own files stay, of a run that stores its result
# nothing half made.
cat >slow.yaml <<'END'
groups:
  - {series: one, workloads: [atax], configs: [apres], scale: default}
END
for sig in TERM:143 HUP:129; do
    rm -f s.db*
    name=outputs_220_sweep_SIG${sig%:*}
    cases=$((cases + 1)) command=("$lockwarp" sweep slow.yaml --db s.db --jobs 1)
    "${command[@]}" >out 2>err &
    until [ "$(sqlite3 s.db 'SELECT count(*) FROM claims' 2>/dev/null)" = 1 ] || [ ! -e /proc/$! ]; do sleep 0.05; done
    kill -${sig%:*} $!
    wait $!
    status=$?
    [ $status = "${sig#*:}" ] || fail "exit status $status; expected ${sig#*:}"
    [ "$(sqlite3 s.db 'SELECT count(*) FROM claims')" = 0 ] || fail 'a claim is left'
    [ ! -e s.db-wal ] || fail 's.db-wal is left'
    name=outputs_221_run_SIG${sig%:*}
    rm -f s.db* s.ckpt
    cases=$((cases + 1)) command=("$lockwarp" run -w atax --db s.db --checkpoint s.ckpt)
    "${command[@]}" >out 2>err &
    until [ -e s.db ] || [ ! -e /proc/$! ]; do sleep 0.005; done
    kill -${sig%:*} $!
    wait $!
    status=$?
    [ $status = "${sig#*:}" ] || fail "exit status $status; expected ${sig#*:}"
    [ ! -e s.db-wal ] || fail 's.db-wal is left'
    [ "$(sqlite3 s.db 'SELECT count(*) FROM claims')" = 0 ] || fail 'a claim is left, or no database'
done

# The message says why.
says_why() { grep -Eq 'File too large|No space left on device|database or disk is full|is the disk full|the disk is full|files may not grow' err || fail 'does not say why'; }

# A limit on the size of files; what the command prints goes into pipes.
for w in "${writers[@]}"; do
    read -r what out rest <<<"$w"
    case $what in
    activity | evidence) limits=0 ;; # smaller than a block of ulimit's
    report) limits="0 1" ;;
    wave*) limits="0 4 8" ;; # the last: too small for the waveform, not for what stands beside it
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

# A proof's work folder.
"$lockwarp" prove -u common.prio_enc --exact --geometry small >/dev/null 2>&1 && has_proofs=yes || has_proofs=''
[ -z "$has_proofs" ] || for limit in 0 1; do
    rm -rf place
    mkdir place
    refused outputs_303_prove_$limit "ulimit -f $limit && TMPDIR=place exec '$lockwarp' prove -u abyp --exact --geometry small"
    grep -q 'files may not grow' err || fail "does not say why: $(cat err)"
    empty_after place
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
    [ -z "$has_proofs" ] || for filled in 65536 61440 40960; do
        find place -mindepth 1 -delete
        head -c $filled /dev/zero >place/kept 2>/dev/null
        refused outputs_331_full_disk_prove_$filled "TMPDIR=place exec '$lockwarp' prove -u abyp --exact --geometry small"
        grep -q 'the disk is full\|No space left on device' err || fail "does not say why: $(cat err)"
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
