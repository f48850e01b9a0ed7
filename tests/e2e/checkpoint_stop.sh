# Runs that are stopped by a signal or by --max-seconds: the checkpoint is whole, and the rest of the run gives the
# same result.
. "$(dirname "$0")/lib.sh"

slow=(-w atax --scale tiny --never-sleep --set n_sms=30) # half a second of processor time

# interrupt SIGNAL TICKS COMMAND...: started behind, with the default for the signal, which shells let such ignore;
# sent the signal as soon as it can answer it and has used so many hundredths of a second of processor time. Leaves
# pid.
interrupt() {
    local signal=$1 ticks=$2
    shift 2
    command=("$@")
    cases=$((cases + 1))
    env --default-signal=INT "$@" >out 2>err </dev/null & pid=$!
    while_runs $pid catches $pid $signal && until_true used $pid $ticks && ! has_ended $pid ||
        fail 'ended before the signal'
    kill -$signal $pid
}
ends() { # STATUS
    wait $pid
    status=$?
    [ $status = "$1" ] || fail "exit status $status; expected $1"
}

for sig in INT:130 TERM:143 HUP:129; do
    name=checkpoint_430_stops_by_SIG${sig%:*}
    interrupt ${sig%:*} 0 "$lockwarp" run "${slow[@]}" --checkpoint s.ckpt --json s.json
    ends ${sig#*:}
    has checkpoint_431_says_so "stopped by SIG${sig%:*}, core cycle [0-9]+; checkpoint of .* s.ckpt"
    absent checkpoint_432_no_result s.json
done

# A second signal: at once, while a file that is not yet the checkpoint grows, when the checkpoint is there, and at
# moments between. No half file under any name, whenever it comes.
growing() { find . -name 'two.ckpt?*' | grep -q . || writes $pid "$work" 1 || [ -e two.ckpt ]; }
for moment in true true growing growing growing growing 'test -e two.ckpt' 0.002 0.004 0.008 0.016 0.03; do
    rm -f two.ckpt
    name=checkpoint_429_second_signal
    interrupt TERM 0 "$lockwarp" run "${slow[@]}" --checkpoint two.ckpt
    case $moment in
    0.*) sleep $moment ;; # any moment is right
    *) while_runs $pid $moment || fail "ended before: $moment" ;;
    esac
    kill -TERM $pid 2>/dev/null
    ends 143
    left=$(find . -name 'two.ckpt?*')
    [ -z "$left" ] || fail "leaves $left"
    [ ! -e two.ckpt ] || run checkpoint_429_whole_if_there 3 "$lockwarp" run --resume two.ckpt --checkpoint-at 1
done

run checkpoint_433_max_seconds 3 "$lockwarp" run --resume s.ckpt --max-seconds 0.001
has checkpoint_434_says_so 'stopped at --max-seconds'
run checkpoint_435_the_rest 0 "$lockwarp" run --resume s.ckpt
run checkpoint_436_undisturbed 0 "$lockwarp" run "${slow[@]}" --json slow.json
same checkpoint_437_same_json slow.json s.json
run checkpoint_438_functional_by_time 3 "$lockwarp" run -w spmv --scale default --functional \
    --max-seconds 0.001 --checkpoint g.ckpt --json g.json
run checkpoint_439_functional_continues 0 "$lockwarp" run --resume g.ckpt
run checkpoint_440_functional_undisturbed 0 "$lockwarp" run -w spmv --scale default --functional \
    --json h.json
same checkpoint_441_same_json h.json g.json

# An endless kernel, functionally: no state within a CTA can be saved, but the run ends.
cat >endless.ptx <<'END'
.version 3.2
.target sm_20
.address_size 64
.visible .entry k() { L: bra.uni L; }
END
echo 'launches: [{kernel: k, grid: 2, block: 64}]' >endless.yaml
endless=("$lockwarp" run --ptx endless.ptx --launch endless.yaml --functional)
# It may be over before the kernel has begun.
for seconds in 0.2 1 5 25 125; do
    run checkpoint_300_endless_seconds 3 "${endless[@]}" --max-seconds $seconds
    grep -q 'stopped within CTA 0' err && break
done
grep -q 'stopped within CTA 0, which did not end' err || fail 'does not say why'
name=checkpoint_301_endless_signal
interrupt INT 30 "${endless[@]}" # it is in the kernel after a few of them
ends 130
grep -q 'stopped within CTA 0' err || fail 'does not say why'
refuses checkpoint_302_functional_cycles 'max-cycles needs a timed run' "${endless[@]}" --max-cycles 10
finish
