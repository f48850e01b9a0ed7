#!/bin/bash
# What a user of `lockwarp cosim --bench` sees: what is written, and what is refused without leaving anything.
#
#   cli.sh LOCKWARP
set -u
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failures=0
failed() {
    echo "FAIL $*"
    failures=$((failures + 1))
}
fifo=("$program" cosim -u common.fifo --exact --geometry small)

# refused WHAT WORDS COMMAND...: one line, exit status 2, and nothing new in the folder `place`.
refused() {
    local what=$1 words=$2 before after status
    shift 2
    before=$(ls -AR place)
    "$@" >out 2>err </dev/null
    status=$?
    after=$(ls -AR place)
    [[ $status -eq 2 ]] || failed "$what: exit $status, expected 2"
    [[ $(wc -l <err) -eq 1 && ! -s out ]] || { failed "$what: not one line"; cat out err; }
    grep -qE -- "$words" err || { failed "$what: no '$words' in: $(cat err)"; }
    [[ $before == "$after" ]] || { failed "$what: left behind"; echo "$after"; }
}

# The same command writes the same bytes, into a folder that another user can read and move.
umask 022
"${fifo[@]}" -n 500 --seed 7 --bench a >out 2>err || { failed "a bench"; cat err; }
grep -qE '^common.fifo, small: bench written$' out && grep -qE '^  499 cycles to compare, [0-9]+ inputs, [0-9]+ outputs, [0-9]+ bits in all$' out &&
    grep -q '^  run:       a/run.sh$' out || { failed "what is printed"; cat out; }
[[ $(ls a | tr '\n' ' ') == 'bench.v expected.txt inputs.txt rtl rtl.f run.sh ' && -x a/run.sh ]] || failed "the files: $(ls a)"
[[ $(stat -c %a a a/rtl a/bench.v a/run.sh | tr '\n' ' ') == '755 755 644 755 ' ]] || failed "permissions: $(stat -c %a a a/rtl a/bench.v a/run.sh)"
[[ $(wc -l <a/inputs.txt) -eq 501 && $(wc -l <a/expected.txt) -eq 501 ]] || failed "a line per cycle"
while read -r file; do [[ -s a/$file ]] || failed "no $file"; done <a/rtl.f
"${fifo[@]}" -n 500 --seed 7 --bench b >out 2>err && diff -r a b >/dev/null || failed "the same command writes something else"
"${fifo[@]}" -n 500 --seed 8 --bench c/ >out 2>err || failed "a slash at the end of the name"
cmp -s a/inputs.txt c/inputs.txt && failed "another seed, the same inputs"
[[ -z $(find . -name '.?*') ]] || failed "left behind: $(ls -A)"
"$program" cosim -u common.fifo --param depth=5 --bench d >out 2>err && grep -q '\.Depth(5)' d/bench.v || { failed "--param"; cat err; }

# A stimulus file: what comes before the first reset is left out, and an evaluation has no edge.
cat >s.stim <<'END'
lockwarp-stimulus 1
unit common.sat_ctr_table
param entries 4
param ctr_w 2
seed 1
flops 1
columns rd_idx inc_en inc_idx dec_en dec_idx
t 0 1 0 0 0
t 0 1 0 0 0
r 0 0 0 0 0
t 2 1 2 0 0
e 2 1 2 0 0
t 2 0 0 1 2
*2
end 8
END
"$program" cosim -u common.sat_ctr_table --stimulus s.stim --bench e >out 2>err || { failed "a stimulus file"; cat err; }
[[ $(tail -n +2 e/inputs.txt | cut -d ' ' -f 1,2 | tr '\n' ',') == '0 1,1 1,1 0,1 1,1 1,1 1,' ]] || { failed "records"; cat e/inputs.txt; }
[[ $(tail -n +3 e/expected.txt | tr '\n' ',') == 0,1,1,0,0, ]] || { failed "outputs"; cat e/expected.txt; }
if command -v iverilog >/dev/null; then
    e/run.sh >out 2>&1 || { failed "the bench of a stimulus file"; cat out; }
    (cd e && ./run.sh +vcd >/dev/null 2>&1 && [[ -s bench.vcd ]]) || failed "+vcd"
    sed -i '$s/.*/1/' e/expected.txt
    e/run.sh >out 2>&1
    grep -q '^cycle 6: ' out || { failed "cycles are not numbered as in cosim"; cat out; }
fi

mkdir place
touch place/file
mkdir place/folder place/empty
touch place/folder/kept
refused "a file" "place/file: no such folder; this is a file" "${fifo[@]}" --bench place/file
refused "a folder with content" "place/folder: exists; expected the name of a folder that is not there yet" "${fifo[@]}" --bench place/folder
refused "an empty folder" "place/empty/: exists" "${fifo[@]}" --bench place/empty/
refused "a folder in none" "place/no.*: no such folder" "${fifo[@]}" --bench place/no/x
refused "a folder in a file" "place/file" "${fifo[@]}" --bench place/file/x
refused "no name" "--bench" "${fifo[@]}" --bench ''
refused "several units" "--bench: needs one unit and one geometry" "$program" cosim -u common --bench place/x
refused "all geometries" "--bench: needs one unit and one geometry" "$program" cosim -u common.fifo --geometry all --bench place/x
for option in "--record r" "--wave w.fst" "--activity a.json" "--no-shrink"; do
    # shellcheck disable=SC2086
    refused "$option" "--bench: not with" "${fifo[@]}" $option --bench place/x
done
refused "--exhaustive" "--exhaustive: not with" "${fifo[@]}" --exhaustive --bench place/x
refused "--one-step" "--one-step: not with" "$program" cosim -u common.fifo --exact --one-step 5 --bench place/x
refused "-n with directed" "-n: only random stimulus" "${fifo[@]}" --stimulus directed -n 5 --bench place/x
sed -i '/^r /d; s/^end .*/end 7/' s.stim
refused "a stimulus without a reset" "no cycle after a reset" "$program" cosim -u common.sat_ctr_table --stimulus s.stim --bench place/x
refused "RTL that is missing" "no fifo.sv" env LW_ROOT="$scratch" "${fifo[@]}" --bench place/x
if [[ $(id -u) -ne 0 ]]; then
    mkdir place/closed
    chmod 555 place/closed
    refused "a folder that cannot be written" "place/closed.*: cannot write: Permission denied" "${fifo[@]}" --bench place/closed/x
fi

# Files may not grow, at several places; and a full disk.
for limit in 1 4 40 300; do
    refused "ulimit -f $limit" "place/x: cannot write [a-z./]+: File too large" \
        bash -c "ulimit -f $limit && exec \"\$@\"" - "${fifo[@]}" -n 100000 --bench place/x
done
rm -rf place
mkdir place
if mount -t tmpfs -o size=64k tmpfs place 2>/dev/null; then
    trap 'umount "$scratch/place"; rm -rf "$scratch"' EXIT
    refused "a full disk" "place/x: cannot write [a-z./]+: No space left on device" "${fifo[@]}" -n 20000 --bench place/x
    # All but 4 kB is taken by the numbers, and the rest does not fit.
    bytes=$(($(stat -c %s a/inputs.txt) + $(stat -c %s a/expected.txt)))
    refused "a disk that is full at the end" "place/x: cannot write (bench.v|rtl[a-z./]+|run.sh): No space left on device" \
        "${fifo[@]}" -n $((57000 * 500 / bytes)) --bench place/x
else
    echo 'full disk: skipped, no tmpfs can be mounted'
fi
echo "$failures failures"
exit $((failures != 0))
