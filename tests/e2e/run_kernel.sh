# A kernel that the program has never seen, end to end; determinism; launch filters; results.
. "$(dirname "$0")/lib.sh"
go=("$lockwarp" run --ptx "$data/vecadd.ptx" --launch "$data/vecadd.yaml")

run run_101_result_is_correct 0 "${go[@]}" --json a.json
grep -q '"result": *"correct"' a.json || fail 'result is not "correct"'
[ "$(number a.json launches)" = 4 ] || fail "launches $(number a.json launches); expected 4"
[ "$(number a.json timed_launches)" = 4 ] || fail 'not all launches are timed'
# vecadd: 2 warps of 19 instructions; twice: 2 warps of 11, three times.
want=$((2 * 19 + 3 * 2 * 11))
[ "$(number a.json warp_instructions)" = $want ] ||
    fail "warp_instructions $(number a.json warp_instructions); expected $want"
for key in schema engine config workload policies totals units per_load host; do
    grep -q "^  \"$key\":" a.json || fail "no top-level key $key"
done

run run_102_again 0 "${go[@]}" --json b.json
same run_103_two_runs_are_the_same_bytes a.json b.json
run run_104_never_sleeping 0 "${go[@]}" --never-sleep --json n.json
same run_105_sleeping_changes_nothing a.json n.json

run run_106_functional 0 "${go[@]}" --functional --json f.json
[ "$(number f.json warp_instructions)" = $want ] ||
    fail "functional: $(number f.json warp_instructions) warp instructions; expected $want"
run run_107_json_on_standard_output 0 "${go[@]}" --json -
same run_108_standard_output_is_the_file a.json out

# Launches that are not timed still run: the result stays right.
run run_109_one_kernel_timed 0 "${go[@]}" --kernel vecadd --json k.json
[ "$(number k.json timed_launches)" = 1 ] || fail 'expected one timed launch'
[ "$(number k.json warp_instructions)" = 38 ] || fail 'expected the 38 instructions of vecadd'
run run_110_some_launches_timed 0 "${go[@]}" --launches 2-3 --json l.json
[ "$(number l.json timed_launches)" = 2 ] || fail 'expected two timed launches'
run run_111_launches_are_listed 0 "${go[@]}" --list-launches
[ "$(grep -c twice out)" = 3 ] || fail 'expected three launches of twice'
listed() { awk 'NR > 1 { print $1, $2 }' out | xargs; } # numbers and kernels
run run_124_some_launches_are_listed 0 "${go[@]}" --list-launches --launches 3-4
[ "$(listed)" = '3 twice 4 twice' ] || fail "listed: $(listed)"
run run_125_a_kernel_is_listed 0 "${go[@]}" --list-launches --kernel vecadd
[ "$(listed)" = '1 vecadd' ] || fail "listed: $(listed)"
run run_126_both_are_listed 0 "${go[@]}" --list-launches --kernel twice --launches 1-2
[ "$(listed)" = '2 twice' ] || fail "listed: $(listed)"

# A wrong result is exit status 1; the place of the comparison and the element are said.
sed 's/values: \[0, 16, 32,/values: [0, 16, 33,/' "$data/vecadd.yaml" >wrong.yaml
run run_112_wrong_result 1 "$lockwarp" run --ptx "$data/vecadd.ptx" --launch wrong.yaml \
    --json w.json
grep -q 'wrong.yaml:19:5: wrong result: c\[2\] is 32; expected 33 (1 of 64 differ)' err ||
    fail 'no message'
grep -q '"result": *"wrong"' w.json || fail 'JSON does not say "wrong"'

# A limit on cycles ends the run without judging it.
run run_113_max_cycles 0 "${go[@]}" --max-cycles 100 --json m.json
grep -q '"stopped": *true' m.json || fail 'not marked as stopped'
[ "$(number m.json cycles)" -le 100 ] || fail "$(number m.json cycles) cycles; expected <= 100"

# Buffers out and in again, as bytes and as text.
cat "$data/vecadd.yaml" - >dump.yaml <<'END'
dump:
  - {buffer: c, file: c.bin}
  - {buffer: c, file: c.txt, format: text}
END
run run_114_dump 0 "$lockwarp" run --ptx "$data/vecadd.ptx" --launch dump.yaml
[ "$(stat -c %s c.bin)" = 256 ] || fail 'expected 64 x 4 bytes'
[ "$(sed -n 64p c.txt)" = 1008 ] || fail "last number $(sed -n 64p c.txt); expected 1008"
sed -n '1,/^compare:/p' "$data/vecadd.yaml" >again.yaml
printf '  - {buffer: c, file: c.bin}\n  - {buffer: c, file: c.txt, format: text}\n' >>again.yaml
run run_115_compare_with_files 0 "$lockwarp" run --ptx "$data/vecadd.ptx" --launch again.yaml

# Overrides and files give the same machine.
printf 'base: apres\nn_sms: 2\nl1_ways: 4\n' >apres.yaml
run run_116_from_a_file 0 "${go[@]}" -c ./apres.yaml --json c1.json
run run_117_from_overrides 0 "${go[@]}" -c apres --set n_sms=2 --set l1_ways=4 --json c2.json
same run_118_file_and_overrides_agree c1.json c2.json
[ "$(number c1.json n_sms)" = 2 ] || fail 'the resolved configuration is not echoed'

# Variables of the module and a struct as argument; the variables also from elements.
for timing in '' --functional; do
    # shellcheck disable=SC2086
    run "run_127_struct_and_variables$timing" 0 \
        "$lockwarp" run --ptx "$data/blend.ptx" --launch "$data/blend.yaml" $timing
done
sed 's/weight: .*/weight: {type: u32, size: 4, init: {file: weight.bin}}/' "$data/blend.yaml" >blend.yaml
printf '\0\0\200\077\0\0\0\100\0\0\100\100\0\0\200\100' >weight.bin # 1 2 3 4
run run_128_variable_from_a_file 0 "$lockwarp" run --ptx "$data/blend.ptx" --launch blend.yaml
sed '/weight:/d' "$data/blend.yaml" >blend.yaml
run run_129_initial_values_stay 1 "$lockwarp" run --ptx "$data/blend.ptx" --launch blend.yaml
grep -q 'out\[0\] is 90.5; expected 10.5 (6 of 8 differ)' err || fail 'not the values of the PTX'

# Two files are one program: k calls f of the other file, which adds the other file's bias.
cat >k.ptx <<'END'
.version 3.2
.target sm_20
.address_size 64
.extern .func (.param .b32 r) f(.param .b32 x);
.visible .entry k(.param .u64 out) {
.reg .b32 %r<3>; .reg .b64 %d<3>; .param .b32 x; .param .b32 y;
mov.u32 %r1, %tid.x; st.param.b32 [x], %r1; call (y), f, (x); ld.param.b32 %r2, [y];
ld.param.u64 %d1, [out]; mul.wide.u32 %d2, %r1, 4; add.u64 %d1, %d1, %d2;
st.global.b32 [%d1], %r2; ret; }
END
cat >f.ptx <<'END'
.version 3.2
.target sm_20
.address_size 64
.global .b32 bias = 100;
.visible .func (.param .b32 r) f(.param .b32 x) {
.reg .b32 %r<3>; ld.param.b32 %r1, [x]; ld.global.b32 %r2, [bias];
add.s32 %r1, %r1, %r2; st.param.b32 [r], %r1; ret; }
END
cat >k.yaml <<'END'
buffers:
  out: {type: u32, size: 4}
symbols:
  bias: {type: u32, value: 50}
launches:
  - {kernel: k, grid: 1, block: 4, args: [out]}
compare:
  - {buffer: out, values: [50, 51, 52, 53]}
END
both=("$lockwarp" run --ptx k.ptx --ptx f.ptx --launch k.yaml)
run run_130_two_files_are_one_program 0 "${both[@]}" --json two.json
run run_131_in_either_order 0 "$lockwarp" run --ptx f.ptx --ptx k.ptx --launch k.yaml
sed '/^symbols:/,/bias/d' k.yaml >alone.yaml
refuses run_132_one_of_them_is_not_enough \
    "^lockwarp: alone.yaml:4:5: k.ptx:7:.*: call of 'f', which has no body; expected a file with one; called in 'call \(y\), f, \(x\)' of kernel 'k'$" \
    "$lockwarp" run --ptx k.ptx --launch alone.yaml
refuses run_133_twice_the_same_file "^lockwarp: k.ptx:5:17: 'k' is defined twice; first at k.ptx:5:17$" \
    "$lockwarp" run --ptx k.ptx --ptx k.ptx --launch k.yaml
run run_134_stopped 3 "${both[@]}" --json again.json --checkpoint two.ckpt --checkpoint-at 50
run run_135_resumed_with_both 0 "$lockwarp" run --resume two.ckpt
same run_136_the_same_result two.json again.json
refuses run_137_resumed_with_another "the checkpoint's run has --ptx f.ptx; found --ptx g.ptx" \
    "$lockwarp" run --resume two.ckpt --ptx k.ptx --ptx g.ptx
refuses run_138_not_into_a_database 'several --ptx; expected one' "${both[@]}" --db two.db

# A name that both files keep to themselves means neither variable; a .visible one is meant, whichever
# file is read first. b.ptx's kernel stores its own.
own() { # LINK VALUE KERNEL
    cat <<END
.version 3.2
.target sm_20
.address_size 64
$1 .global .b32 bias = $2;
.visible .entry $3(.param .u64 out) { .reg .b32 %r; .reg .b64 %d;
ld.param.u64 %d, [out]; ld.global.b32 %r, [bias]; st.global.b32 [%d], %r; ret; }
END
}
own '' 9 other >a.ptx
own '' 1 k >b.ptx
sed 's/size: 4/size: 1/; s/block: 4/block: 1/; s/\[50, .*\]/[50]/' k.yaml >bias.yaml
refuses run_166_a_name_of_two_variables \
    "^lockwarp: bias.yaml:4:9: b.ptx:4:15: 'bias' is another variable than at a.ptx:4:15; expected" \
    "$lockwarp" run --ptx a.ptx --ptx b.ptx --launch bias.yaml
own .visible 1 k >b.ptx
run run_167_the_visible_one 0 "$lockwarp" run --ptx a.ptx --ptx b.ptx --launch bias.yaml
run run_168_in_either_order 0 "$lockwarp" run --ptx b.ptx --ptx a.ptx --launch bias.yaml

# A .texref needs one texture, before anything runs.
cat >tex.ptx <<'END'
.version 3.2
.target sm_20
.address_size 64
.global .texref tr;
.visible .entry k(.param .u64 out) { .reg .b64 %d; .reg .b32 %r<5>; ld.param.u64 %d, [out];
mov.u32 %r0, 3; tex.1d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [tr, {%r0}]; st.global.u32 [%d], %r1; ret; }
END
cat >tex.yaml <<'END'
buffers:
  a: {type: s32, size: 4, init: [5, 6, 7, 8]}
  out: {type: s32, size: 1}
textures:
  t: {buffer: a, symbol: tr}
launches:
  - {kernel: k, grid: 1, block: 1, args: [out]}
compare:
  - {buffer: out, values: [8]}
END
run run_170_a_texture_is_bound 0 "$lockwarp" run --ptx tex.ptx --launch tex.yaml --json tex.json
run run_171_stopped 3 "$lockwarp" run --ptx tex.ptx --launch tex.yaml --json again.json \
    --checkpoint tex.ckpt --checkpoint-at 50
run run_172_resumed 0 "$lockwarp" run --resume tex.ckpt
same run_173_the_same_result tex.json again.json
sed '/^textures/,/symbol/d' tex.yaml >none.yaml
refuses run_174_nothing_is_bound \
    "^lockwarp: none.yaml:5:5: launch of k: no texture is bound to 'tr', which the kernel reads; expected one with symbol: tr$" \
    "$lockwarp" run --ptx tex.ptx --launch none.yaml
sed 's/^  t: .*/&\n  u: {buffer: a, symbol: tr}/' tex.yaml >two.yaml
refuses run_175_two_are_bound "^lockwarp: two.yaml:6:26: texture 't' is bound to 'tr' already; expected" \
    "$lockwarp" run --ptx tex.ptx --launch two.yaml
sed 's/block: 1/block: /' tex.yaml >empty.yaml
refuses run_176_an_empty_value "^lockwarp: empty.yaml:7:26: block is ''; expected a whole number" \
    "$lockwarp" run --ptx tex.ptx --launch empty.yaml

# Reads and writes just below and above what is allocated, as stock srad_v2 has them: counted, warned
# of once a launch, kept, and no error up to the end of the page; the same in a resumed run.
cat >edge.ptx <<'END'
.version 3.2
.target sm_20
.address_size 64
.visible .entry k(.param .u64 out, .param .s64 by) {
.reg .b32 %r<3>; .reg .b64 %d<4>;
ld.param.u64 %d1, [out]; ld.param.s64 %d2, [by]; add.u64 %d2, %d1, %d2;
ld.global.u32 %r1, [%d2]; add.u32 %r1, %r1, 1; st.global.u32 [%d2], %r1; st.global.u32 [%d1], %r1; ret; }
END
edge() { # BYTES: two launches of one thread
    cat >edge.yaml <<END
buffers:
  out: {type: u32, size: 4}
launches:
  - {kernel: k, grid: 1, block: 1, args: [out, {type: s64, value: $1}], repeat: 2}
compare:
  - {buffer: out, values: [2, 0, 0, 0]}
END
}
slack=("$lockwarp" run --ptx edge.ptx --launch edge.yaml)
for by in -4 -2097152 256 2097148; do
    edge $by
    run "run_140_slack_$by" 0 "${slack[@]}" --json slack.json
    [ "$(grep -c 'warning: launch [12]: k: .*load of 4 bytes at 0x.*: 1 reads and 1 writes' err)" = 2 ] ||
        fail 'expected a warning a launch'
    [ "$(number slack.json slack_reads) $(number slack.json slack_writes)" = '2 2' ] || fail 'not counted'
    grep 'warning: launch' err >warnings
    run "run_141_slack_functional_$by" 0 "${slack[@]}" --functional --json f.json
    [ "$(number f.json slack_reads)" = 2 ] || fail 'not counted in a functional run'
    run "run_142_slack_stopped_$by" 3 "${slack[@]}" --json again.json --checkpoint s.ckpt --checkpoint-at 700
    run "run_143_slack_resumed_$by" 0 "$lockwarp" run --resume s.ckpt
    grep 'warning: launch' err | cmp -s - warnings || fail 'the resumed run names another access'
    same "run_144_slack_is_saved_$by" slack.json again.json
done
for by in -2097156 2097152; do
    edge $by
    refuses "run_145_beyond_$by" 'load of 4 bytes at 0x.* is outside device memory' "${slack[@]}"
done
grep -q slack a.json && fail 'a run without such accesses names them'

# printf and assert: what a kernel prints goes to standard output (to standard error beside --json -);
# an assertion that fails ends the run with 2 and names all that it knows.
cat >say.ptx <<'END'
.version 3.2
.target sm_20
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, .param .b64 c);
.global .b8 format[6] = {104, 105, 37, 100, 10, 0};
.global .b8 text[12] = {105, 60, 53, 0, 97, 46, 99, 117, 0, 107, 0, 0};
.visible .entry k(.param .u64 out, .param .u32 limit) {
.local .b32 a; .reg .b32 %r<4>; .reg .b64 %d<4>; .reg .pred %p;
.param .b64 f; .param .b64 g; .param .b32 y; .param .b64 m; .param .b64 n; .param .b32 l; .param .b64 c;
mov.u32 %r1, %tid.x; st.local.b32 [a], %r1; mov.u64 %d1, format; st.param.b64 [f], %d1;
mov.u64 %d1, a; cvta.local.u64 %d1, %d1; st.param.b64 [g], %d1; call (y), vprintf, (f, g);
mov.u64 %d1, text; st.param.b64 [m], %d1; add.u64 %d2, %d1, 4; st.param.b64 [f], %d2;
add.u64 %d2, %d1, 9; st.param.b64 [n], %d2; st.param.b32 [l], 12; st.param.b64 [c], 1;
ld.param.u32 %r2, [limit]; setp.ge.u32 %p, %r1, %r2; @%p call __assertfail, (m, f, l, n, c);
ret; }
END
say() { # LIMIT
    printf 'buffers:\n  out: {type: u32, size: 4}\nlaunches:\n' >say.yaml
    printf '  - {kernel: k, grid: 1, block: 3, args: [out, {type: u32, value: %s}]}\n' "$1" >>say.yaml
}
say 5
run run_150_a_kernel_prints 0 "$lockwarp" run --ptx say.ptx --launch say.yaml
[ "$(xargs <out)" = 'hi0 hi1 hi2' ] || fail 'not what the kernel prints'
run run_151_functional_too 0 "$lockwarp" run --ptx say.ptx --launch say.yaml --functional
[ "$(xargs <out)" = 'hi0 hi1 hi2' ] || fail 'not what the kernel prints'
run run_152_beside_the_result 0 "$lockwarp" run --ptx say.ptx --launch say.yaml --json -
grep -q '^hi2$' err || fail 'not on standard error'
head -1 out | grep -q '^{$' || fail 'the result is mixed with it'
run run_154_beside_a_table 0 "$lockwarp" run --ptx say.ptx --launch say.yaml --list-launches
grep -q '^hi2$' err || fail 'not on standard error'
grep -q '^hi' out && fail 'the table is mixed with it'
run run_155_beside_a_profile 0 "$lockwarp" profile --ptx say.ptx --launch say.yaml
grep -q '^hi2$' err || fail 'not on standard error'
grep -q '^hi' out && fail 'the table is mixed with it'
say 2
run run_153_an_assertion_that_fails 2 "$lockwarp" run --ptx say.ptx --launch say.yaml
grep -q "lane 2: assertion 'i<5' failed in a.cu:12, function 'k'" err || fail 'no message'

# Barriers of the whole grid (cooperative groups): within what the machine holds at once. Twice three
# rounds that double a and b by turns.
yes 1 | head -4096 >ones.txt
cat >grid.yaml <<'END'
buffers:
  a: {type: u32, size: 4096, init: {file: ones.txt, format: text}}
  b: {type: u32, size: 4096}
launches:
  - {kernel: rounds, grid: 8, block: 64, args: [a, b, {type: u32, value: 3}], repeat: 2}
dump:
  - {buffer: b, file: b.txt, format: text}
END
grid_ptx=$source/tests/nvcc/grid.ptx
together=("$lockwarp" run --ptx "$grid_ptx" --launch grid.yaml -c "$plain")
run run_160_blocks_wait_for_each_other 0 "${together[@]}" --json grid.json
[ "$(head -512 b.txt | sort -u | xargs)" = 32 ] || fail "$(head -512 b.txt | sort -u | xargs)"
run run_161_functional_too 0 "${together[@]}" --functional
[ "$(head -512 b.txt | sort -u | xargs)" = 32 ] || fail "$(head -512 b.txt | sort -u | xargs)"
run run_162_stopped 3 "${together[@]}" --json again.json --checkpoint grid.ckpt --checkpoint-at 3000
run run_163_resumed 0 "$lockwarp" run --resume grid.ckpt
same run_164_the_same_result grid.json again.json
sed 's/grid: 8/grid: 4096/' grid.yaml >many.yaml
refuses run_165_more_than_fit \
    'grid of 4096 CTAs that wait for each other .*; expected at most [0-9]+, which the machine holds' \
    "$lockwarp" run --ptx "$grid_ptx" --launch many.yaml -c "$plain"

# The profile: vecadd's loads stride 128 bytes a warp and touch every line once.
run run_119_profile 0 "$lockwarp" profile --ptx "$data/vecadd.ptx" --launch "$data/vecadd.yaml" \
    --set n_sms=1 --kernel vecadd --json p.json
[ "$(grep -c '^vecadd' out)" = 2 ] || fail 'expected two loads of vecadd'
[ "$(number p.json stride)" = 128 ] || fail "stride $(number p.json stride); expected 128"
[ "$(number p.json lines_per_request)" = 1 ] || fail 'expected a new line a request'

# --top: the loads with the most requests, shares still of all of them.
requests() { sed -n '/"profile": /,/"host": /s/^ *"requests": *\([0-9]*\),$/\1/p' "$1"; }
run run_120_all_loads 0 "$lockwarp" profile -w bfs --scale tiny --json all.json
run run_121_top_loads 0 "$lockwarp" profile -w bfs --scale tiny --top 3 --json top.json
[ "$(grep -c '^bfs_kernel' out)" = 3 ] || fail 'expected three loads'
[ "$(requests all.json | wc -l)" -gt 3 ] || fail 'bfs has more than three loads'
[ "$(requests top.json)" = "$(requests all.json | sort -rn | head -3)" ] ||
    fail "requests $(requests top.json | tr '\n' ' ')"
all=$(requests all.json | awk '{ n += $1 } END { print n }')
awk -v all="$all" -v top="$(requests top.json | head -1)" -v share="$(number top.json load_share)" \
    'BEGIN { d = top / all - share; exit !(d < 1e-6 && d > -1e-6) }' || fail 'the share is of all loads'
refuses run_122_top_of_nothing "top is '0'; expected" "$lockwarp" profile -w bfs --top 0
refuses run_123_top_of_words "top is '3x'; expected" "$lockwarp" profile -w bfs --top 3x
finish
