#!/bin/bash
# Models of the RTL that the program makes for itself: made once by whoever comes first, found again,
# noticed when stale or damaged. Killed makers: tests/kill/kill_cache.sh.
#
#   cache.sh LOCKWARP ROOT
set -u
program=$1 root=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export XDG_CACHE_HOME=$scratch/cache
models=$XDG_CACHE_HOME/lockwarp/models
unset LW_MODELS
failures=0
failed() {
    echo "FAIL $*"
    failures=$((failures + 1))
}
cosim() { "$program" cosim -u common.fifo --param depth="${depth:-5}" --param width=3 -n 1000; }
made() { grep -c '^making the RTL model of common.fifo' "$1"; }

# Eight at once on an empty cache: one makes, all run.
for i in 1 2 3 4 5 6 7 8; do
    { cosim >out$i 2>err$i; echo $? >rc$i; } &
done
wait
for i in 1 2 3 4 5 6 7 8; do
    [[ $(cat rc$i) -eq 0 ]] || { failed "process $i: exit $(cat rc$i)"; cat err$i; }
    grep -q '^common.fifo, depth 5, width 3: PASS$' out$i || failed "process $i: no PASS"
done
cat err? >errs
[[ $(made errs) -eq 1 ]] || { failed "made $(made errs) times by eight processes"; cat errs; }
[[ $(ls "$models" | grep -c '^common.fifo') -eq 1 ]] || { failed "left over"; ls "$models"; }

# Found again, without a word.
cosim >out 2>err || failed "again: exit $?"
[[ ! -s err ]] || { failed "again: not silent"; cat err; }

# A file cut off, and a byte changed, are noticed.
file=$(ls "$models"/common.fifo-depth5-width3-*.so)
cp "$file" whole.so
for damage in "truncate -s -100 $file" "truncate -s 0 $file" \
    "dd if=/dev/zero of=$file bs=1 seek=5000 count=8 conv=notrunc status=none"; do
    cp whole.so "$file"
    $damage
    cosim >out 2>err || { failed "$damage: exit $?"; cat err; }
    [[ $(made err) -eq 1 ]] || failed "$damage: not made again"
done

# However it is ended, its tools end with it, and neither a folder nor a lock stays.
export TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
for sig in INT:130 TERM:143 HUP:129 KILL:137; do
    rm -f "$models"/common.fifo*
    env --default-signal=INT "$program" cosim -u common.fifo --param depth=5 --param width=3 -n 10 >out 2>err &
    until compgen -G "$models/*.making.*/model.cpp" >/dev/null || [[ ! -e /proc/$! ]]; do sleep 0.01; done
    folder=$(compgen -G "$models/*.making.*")
    kill -${sig%:*} $!
    wait $! 2>/dev/null
    status=$?
    [[ $status -eq ${sig#*:} ]] || failed "SIG${sig%:*}: exit status $status; expected ${sig#*:}"
    [[ $sig != KILL* ]] || while [[ -e $folder ]] || compgen -G "$models/*.lock" >/dev/null; do sleep 0.01; done
    ls "$models" | grep -q '^common.fifo' && failed "SIG${sig%:*}: left over: $(ls "$models")"
    [[ -z $(ls -A "$TMPDIR") ]] || failed "SIG${sig%:*}: left in TMPDIR: $(ls -A "$TMPDIR")"
    while grep -qs "$folder" /proc/[0-9]*/environ; do sleep 0.01; done
done

# Files that may not grow, and a folder for temporary files that is not there: said as what they are.
rm -f "$models"/common.fifo*
(ulimit -f 20 && cosim >out 2>err)
[[ $? -eq 2 ]] && grep -q 'files may not grow (ulimit -f)' err || { failed "a limit on files"; cat err; }
printf '#!/bin/sh\nexit 3\n' >verilator && chmod +x verilator
rm -f "$models"/common.fifo*
PATH=$scratch:$PATH cosim >out 2>err
[[ $? -eq 2 ]] && grep -q 'verilator: --version failed (3)' err || { failed "a verilator that fails"; cat err; }
rm verilator
mkdir gone
(cd gone && rmdir ../gone && TMPDIR=$scratch/nowhere cosim >../out 2>../err) ||
    { failed "no current folder, no TMPDIR: exit $?"; cat err; }

# One line of the RTL changed: the model of the new text; changed back: the old one is found.
mkdir tree && cp -r "$root/rtl" tree/ && mkdir tree/tb && cp -r "$root/tb/lockstep" tree/tb/
export LW_ROOT=$scratch/tree
cosim >out 2>err || failed "another tree: exit $?"
[[ ! -s err ]] || { failed "another tree of the same text: not found"; cat err; }
sed -i 's/^  assign push_ready_o = .*/  assign push_ready_o = cnt_q == {CntW{1'"'"'b0}};/' tree/rtl/common/fifo.sv
cmp -s tree/rtl/common/fifo.sv "$root/rtl/common/fifo.sv" && failed "the edit changed nothing"
cosim >out 2>err
[[ $? -eq 1 && $(made err) -eq 1 ]] || { failed "changed RTL is not seen"; cat out err; }
echo '// nothing' >>tree/rtl/common/cam.sv
cosim >out 2>err
[[ $(made err) -eq 0 ]] || failed "another module changed: made again"
cp "$root/rtl/common/fifo.sv" tree/rtl/common/
cosim >out 2>err || failed "changed back: exit $?"
[[ ! -s err ]] || { failed "changed back: not found"; cat err; }
sed -i 's/^endmodule/  always_ff @(posedge clk_i) if (push_valid_i) $finish;\n&/' tree/rtl/common/fifo.sv
cosim >out 2>err
[[ $? -eq 1 ]] && grep -q 'fifo.sv:[0-9]*: \$finish$' out || { failed "RTL that wants to end the simulation"; cat out err; }
cp "$root/rtl/common/fifo.sv" tree/rtl/common/
echo 'endmodul' >>tree/rtl/common/fifo.sv
cosim >out 2>err
[[ $? -eq 2 ]] && grep -q 'verilator failed.*fifo.sv' err && [[ -s $(sed -n 's/.*log in //p' err) ]] ||
    { failed "a syntax error"; cat err; }
unset LW_ROOT

# What does not exist, or cannot.
refuse() { # words, command...
    local words=$1
    shift
    "$@" >out 2>err
    [[ $? -eq 2 && $(wc -l <err) -eq 1 ]] && grep -qF -- "$words" err ||
        { failed "no '$words' from: $*"; cat err; }
}
refuse "expected depth=N, N" "$program" cosim -u common.fifo --param depth=99999
refuse "names no parameter of common.fifo" "$program" cosim -u common.fifo --param deep=5
refuse "a stimulus file has its parameters" "$program" cosim -u common.fifo --param depth=5 --stimulus x.stim
refuse "needs one unit" "$program" cosim -u all --param depth=5
mkdir bin && ln -s /bin/sh bin/sh
depth=6 refuse "has been made, and verilator is not installed; engine c works" \
    env PATH="$scratch/bin" "$program" cosim -u common.fifo --param depth=6 --param width=3 -n 10
chmod -w "$models"
[[ -w $models ]] || depth=6 refuse "cannot write" "$program" cosim -u common.fifo --param depth=6 --param width=3 -n 10
chmod +w "$models"

# A recorded stimulus carries the parameters.
"$program" cosim -u common.fifo --param depth=5 --param width=3 -n 2000 --record r.stim >out 2>err ||
    failed "record: exit $?"
grep -qx 'param depth 5' r.stim || failed "record: no parameter"
"$program" cosim -u common.fifo --stimulus r.stim >out 2>err || failed "replay: exit $?"
grep -q '^common.fifo, depth 5, width 3: PASS$' out || failed "replay: parameters"
echo "$failures failures"
exit $((failures != 0))
