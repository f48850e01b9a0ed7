# Checkpoints from outside: at a cycle, of traces, and what is refused. Signals and --max-seconds:
# checkpoint_stop.sh; killed runs: tests/kill/kill_checkpoint.sh.
. "$(dirname "$0")/lib.sh"

quick=(-w bfs --scale tiny)
run checkpoint_400_undisturbed 0 "$lockwarp" run "${quick[@]}" --json want.json

# Stopped at a cycle, continued with the settings of the file
run checkpoint_401_stops_at_a_cycle 3 "$lockwarp" run "${quick[@]}" --checkpoint-at 9000 \
    --checkpoint a.ckpt --json a.json
has checkpoint_402_says_how_to_go_on '^lockwarp: to go on: lockwarp run --resume a.ckpt$'
absent checkpoint_403_writes_no_result_when_stopped a.json
run checkpoint_404_stops_again 3 "$lockwarp" run --resume a.ckpt --checkpoint-at 30000
has checkpoint_405_writes_where_it_came_from 'written to a.ckpt'
run checkpoint_406_continues 0 "$lockwarp" run --resume a.ckpt
same checkpoint_407_same_json want.json a.json
name=checkpoint_408_host_tells_how_often
cases=$((cases + 1))
[ "$(number a.json resumed)" = 2 ] || fail "resumed is $(number a.json resumed); expected 2"
run checkpoint_409_given_settings_that_agree 0 "$lockwarp" run --resume a.ckpt "${quick[@]}" \
    -c apres --json b.json
same checkpoint_410_same_json_elsewhere want.json b.json
run checkpoint_411_its_own_name 3 "$lockwarp" run "${quick[@]}" -c abyp-gcn -p abyp \
    --checkpoint-at 9000
has checkpoint_412_is_announced 'written to bfs-tiny-abyp-gcn-abyp.ckpt'
run checkpoint_413_and_there 0 "$lockwarp" run --resume bfs-tiny-abyp-gcn-abyp.ckpt --json c.json
run checkpoint_414_undisturbed_abyp 0 "$lockwarp" run "${quick[@]}" -c abyp-gcn -p abyp --json d.json
same checkpoint_415_same_json_with_a_policy d.json c.json

# An L1 of very many ways: map and list of recency
run checkpoint_416_fully_associative 3 "$lockwarp" run "${quick[@]}" -c mrpb-s-fa --checkpoint-at 30000
run checkpoint_417_continues 0 "$lockwarp" run --resume bfs-tiny-mrpb-s-fa.ckpt --json wide.json
run checkpoint_418_undisturbed 0 "$lockwarp" run "${quick[@]}" -c mrpb-s-fa --json undisturbed.json
same checkpoint_419_same_json undisturbed.json wide.json

# A launch file
run checkpoint_420_launch_file 3 "$lockwarp" run --ptx "$data/vecadd.ptx" \
    --launch "$data/vecadd.yaml" --checkpoint-at 300
has checkpoint_421_name_from_the_ptx 'written to vecadd.ptx-apres.ckpt'
run checkpoint_422_continues 0 "$lockwarp" run --resume vecadd.ptx-apres.ckpt --json e.json
run checkpoint_423_undisturbed 0 "$lockwarp" run --ptx "$data/vecadd.ptx" \
    --launch "$data/vecadd.yaml" --json f.json
same checkpoint_424_same_json f.json e.json

# Traces: Accel-Sim's, also a large one where it is, and native ones of kernels that diverge, meet at
# barriers and use shared memory
traces=("$data/trace/kernelslist.g")
big=${LW_SHARED_DATA:-$source/../shared/data}/accelsim-matrixmul-32/kernelslist.g
if [ -e "$big" ]; then
    traces+=("$big")
else
    printf 'no %s: its checkpoints are not tested\n' "$big"
fi
for w in bfs lud; do
    run checkpoint_449_record_$w 0 "$lockwarp" trace record -w $w --scale tiny -o $w.lwt
    traces+=($w.lwt)
done
for trace in "${traces[@]}"; do
    run checkpoint_450_trace_undisturbed 0 "$lockwarp" run --trace "$trace" --json u.json
    cycles=$(number u.json cycles)
    run checkpoint_451_trace 3 "$lockwarp" run --trace "$trace" --checkpoint-at $((cycles / 4)) \
        --checkpoint t.ckpt --json t.json
    run checkpoint_452_trace_again 3 "$lockwarp" run --resume t.ckpt \
        --checkpoint-at $((cycles / 2 + 7))
    run checkpoint_453_trace_and_again 3 "$lockwarp" run --resume t.ckpt \
        --checkpoint-at $((cycles * 9 / 10))
    run checkpoint_454_trace_continues 0 "$lockwarp" run --resume t.ckpt
    same checkpoint_455_same_json u.json t.json
done
cp bfs.lwt changed.lwt
run checkpoint_456_of_a_trace 3 "$lockwarp" run --trace changed.lwt --checkpoint-at 9000 \
    --checkpoint t.ckpt
cp lud.lwt changed.lwt
refuses checkpoint_457_that_has_changed 'has kernel text of hash [0-9a-f]{16}; found' \
    "$lockwarp" run --resume t.ckpt

# What is refused
run checkpoint_500_one_to_damage 3 "$lockwarp" run "${quick[@]}" -c mrpb-s --checkpoint-at 9000 \
    --checkpoint x.ckpt
refuses checkpoint_501_missing 'nosuch.ckpt: cannot open' "$lockwarp" run --resume nosuch.ckpt
refuses checkpoint_502_no_checkpoint 'want.json: is no checkpoint' \
    "$lockwarp" run --resume want.json
refuses checkpoint_503_a_folder 'not a regular file' "$lockwarp" run --resume "$data"
bytes=$(stat -c %s x.ckpt)
for n in 0 10 22 23 40 $((bytes / 2)) $((bytes - 1)); do
    head -c "$n" x.ckpt >cut.ckpt
    refuses checkpoint_504_truncated 'cut.ckpt: is (truncated|no checkpoint)' \
        "$lockwarp" run --resume cut.ckpt
done
{ cat x.ckpt; echo; } >longer.ckpt
refuses checkpoint_505_longer 'longer.ckpt: holds something after its end' \
    "$lockwarp" run --resume longer.ckpt
for at in 30 $((bytes / 3)) $((bytes / 2)) $((bytes - 3)); do
    cp x.ckpt flip.ckpt
    byte=$(od -An -tu1 -j "$at" -N 1 x.ckpt)
    printf "\\$(printf %o $((byte ^ 16)))" | dd of=flip.ckpt bs=1 seek="$at" conv=notrunc 2>/dev/null
    refuses checkpoint_506_flipped_bit "flip.ckpt: is (damaged|truncated)" \
        "$lockwarp" run --resume flip.ckpt
done
sed '1s/ 1$/ 2/' x.ckpt >form.ckpt
refuses checkpoint_507_another_form 'is a checkpoint of form 2; expected form 1' \
    "$lockwarp" run --resume form.ckpt
refuses checkpoint_508_another_preset "x.ckpt: the checkpoint's run has -c mrpb-s; found -c apres" \
    "$lockwarp" run --resume x.ckpt -c apres
refuses checkpoint_509_another_workload "the checkpoint's run has -w bfs; found -w spmv" \
    "$lockwarp" run --resume x.ckpt -w spmv
refuses checkpoint_510_another_scale 'has --scale tiny; found --scale default' \
    "$lockwarp" run --resume x.ckpt --scale default
refuses checkpoint_511_another_seed 'has --seed 1; found --seed 2' \
    "$lockwarp" run --resume x.ckpt --seed 2
refuses checkpoint_512_another_key 'has no --set; found --set l1_ways=8' \
    "$lockwarp" run --resume x.ckpt --set l1_ways=8
refuses checkpoint_513_a_policy 'has no -p; found -p abyp' "$lockwarp" run --resume x.ckpt -p abyp
refuses checkpoint_514_max_cycles 'has --max-cycles 0; found --max-cycles 9999' \
    "$lockwarp" run --resume x.ckpt --max-cycles 9999
refuses checkpoint_515_never_sleep 'has no --never-sleep; found --never-sleep true' \
    "$lockwarp" run --resume x.ckpt --never-sleep
printf 'base: apres\nl1_mshrs: 16\n' >k.yaml
run checkpoint_516_of_a_file 3 "$lockwarp" run "${quick[@]}" -c k.yaml --checkpoint-at 9000 \
    --checkpoint k.ckpt
printf 'base: apres\nl1_mshrs: 32\n' >k.yaml
refuses checkpoint_517_whose_key_has_changed "has l1_mshrs 16; found 32" \
    "$lockwarp" run --resume k.ckpt
# ... before models of the RTL are looked for, for which the tools say their versions.
printf 'base: abyp-gcn\n' >k.yaml
run checkpoint_517_of_an_odd_table 3 "$lockwarp" run "${quick[@]}" -c k.yaml -p abyp --set abyp.entries=32 \
    --checkpoint-at 9000 --checkpoint k.ckpt
printf 'base: abyp-gcn\nl1_mshrs: 33\n' >k.yaml
mkdir asked
printf '#!/bin/sh\necho "$0" >>%s/asked/log\nexit 1\n' "$PWD" | tee asked/verilator >asked/c++
chmod +x asked/verilator asked/c++
refuses checkpoint_517_before_any_tool "has l1_mshrs [0-9]+; found 33" \
    env PATH="$PWD/asked:$PATH" "$lockwarp" run --resume k.ckpt -e lockstep
[ ! -e asked/log ] || fail "called: $(cat asked/log)"
cp "$data/vecadd.ptx" "$data/vecadd.yaml" .
run checkpoint_518_of_a_kernel 3 "$lockwarp" run --ptx vecadd.ptx --launch vecadd.yaml \
    --checkpoint-at 300 --checkpoint v.ckpt
echo '// more' >>vecadd.ptx
refuses checkpoint_519_that_has_changed 'has kernel text of hash [0-9a-f]{16}; found' \
    "$lockwarp" run --resume v.ckpt
cp "$data/vecadd.ptx" .
echo '# more' >>vecadd.yaml
refuses checkpoint_520_whose_input_has_changed 'has input of hash [0-9a-f]{16}; found' \
    "$lockwarp" run --resume v.ckpt
refuses checkpoint_526_seconds "--max-seconds is '0'; expected seconds" \
    "$lockwarp" run "${quick[@]}" --max-seconds 0
refuses checkpoint_528_of_a_list 'leaves no checkpoint; expected it without --max-seconds' \
    "$lockwarp" run "${quick[@]}" --list-launches --max-seconds 5
refuses checkpoint_529_functional_at 'counts core cycles; expected it without --functional' \
    "$lockwarp" run "${quick[@]}" --functional --checkpoint-at 5
refuses checkpoint_530_resume_lists 'expected it without --list-launches' \
    "$lockwarp" run --resume x.ckpt --list-launches
refuses checkpoint_531_too_often "--checkpoint-every is '1e-300'; expected seconds, from 0.001" \
    "$lockwarp" run "${quick[@]}" --checkpoint-every 1e-300
for file in '' -; do
    refuses checkpoint_532_no_file_name "--checkpoint is '$file'; expected (a file's name|FILE)" \
        "$lockwarp" run "${quick[@]}" --checkpoint "$file"
done
mkfifo pipe
refuses checkpoint_533_not_over_a_special_file 'pipe: not a regular file' \
    "$lockwarp" run "${quick[@]}" --checkpoint pipe --checkpoint-at 9000
ln -s target.ckpt link.ckpt
touch target.ckpt
run checkpoint_534_through_a_link 3 "$lockwarp" run "${quick[@]}" --checkpoint-at 9000 \
    --checkpoint link.ckpt
[ -L link.ckpt ] && [ -s target.ckpt ] || fail "the link was replaced, not its target"
refuses checkpoint_527_cannot_be_written 'no/x.ckpt: cannot create' \
    "$lockwarp" run "${quick[@]}" --checkpoint no/x.ckpt --checkpoint-at 9000
finish
