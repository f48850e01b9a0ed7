# Every bad input: one line that names the place and what was expected, exit status 2.
. "$(dirname "$0")/lib.sh"
ptx=$data/vecadd.ptx
yaml=$data/vecadd.yaml
go=("$lockwarp" run --ptx "$ptx" --launch)

# The command line
refuses bad_101_unknown_command "unknown command 'rum'; did you mean 'run'" "$lockwarp" rum
refuses bad_102_unknown_list "unknown list 'unit'; did you mean 'units'" "$lockwarp" list unit
refuses bad_103_nothing_to_run 'expected what to run' "$lockwarp" run
refuses bad_104_unknown_workload "unknown workload 'nosuch'" "$lockwarp" run -w nosuch
refuses bad_105_unknown_engine "unknown engine 'verilog'" "${go[@]}" "$yaml" -e verilog
refuses bad_106_unknown_scale "unknown scale 'tinny'; did you mean 'tiny'" \
    "$lockwarp" run -w bfs --scale tinny
refuses bad_106_scale_of_another_workload \
    "atax has no size of scale 'abyp'; expected one of: tiny, default, paper" \
    "$lockwarp" run -w atax --scale abyp
refuses bad_107_unknown_policy "unknown policy 'nosuch'" "${go[@]}" "$yaml" -p nosuch
refuses bad_118_interval_of_an_untimed_run '--interval needs a timed run' \
    "${go[@]}" "$yaml" --interval 10 --functional
refuses bad_120_analysis_of_an_untimed_run '--analyze needs a timed run' \
    "${go[@]}" "$yaml" --analyze --list-launches
refuses bad_119_interval_is_no_number "--interval is 'ten'" "${go[@]}" "$yaml" --interval ten
refuses bad_108_ptx_without_launch 'belong together' "$lockwarp" run --ptx "$ptx"
refuses bad_109_launches_reversed "'5-2'; expected A-B" "${go[@]}" "$yaml" --launches 5-2
refuses bad_110_json_cannot_be_written 'no/dir/x.json: cannot create' \
    "${go[@]}" "$yaml" --json no/dir/x.json
refuses bad_129_input_of_a_workload_without 'nosuch.mtx: nn makes its own input and reads no file' \
    "$lockwarp" run -w nn --scale tiny --input nosuch.mtx
refuses bad_111_missing_input 'nosuch.mtx: cannot open' \
    "$lockwarp" run -w spmv --scale tiny --input nosuch.mtx
printf '%s\n' 'p sp 2 1' 'a 1 3 5' >bad.gr
refuses bad_131_arc_to_no_node '^lockwarp: bad.gr:2:5: "3", expected a node from 1 to 2$' \
    "$lockwarp" run -w bfs --scale tiny --input bad.gr
printf '%s\n' 'nodes,edges' >bad.csv
refuses bad_132_graph_of_no_format '^lockwarp: bad.csv:1:1: "nodes,edges", expected the start of a' \
    "$lockwarp" run -w spmv --scale tiny --input bad.csv
refuses bad_112_filter_chooses_nothing "nosuch chooses none of the 4 launches" \
    "${go[@]}" "$yaml" --kernel nosuch
refuses bad_113_launches_beyond_the_last '5- chooses none of the 4 launches' \
    "${go[@]}" "$yaml" --launches 5-
refuses bad_114_option_of_absent_policy "policy 'abyp' is not in the run; expected -p abyp" \
    "${go[@]}" "$yaml" --set abyp.entries=64
refuses bad_115_unknown_policy_option "policy 'abyp' has no option 'size'" \
    "${go[@]}" "$yaml" -p abyp --set abyp.size=64
refuses bad_116_policy_option_out_of_range 'abyp.entries' \
    "${go[@]}" "$yaml" -p abyp --set abyp.entries=0
refuses bad_117_policy_twice "policy 'abyp' is named twice" "${go[@]}" "$yaml" -p abyp+abyp
refuses bad_181_mta_too_large 'apcm.mta_sets: times apcm.mta_ways is 256; expected at most 128' \
    "${go[@]}" "$yaml" -p apcm --set apcm.mta_sets=128 --set apcm.mta_ways=2
refuses bad_182_l1_too_large 'l1_sets: the L1 has 4096 lines in 4 ways; apcm takes at most 2048 lines and 64 ways' \
    "${go[@]}" "$yaml" -c apcm-fermi -p apcm --set l1_sets=1024
for file in . no/dir/r.md; do
    refuses bad_121_report_cannot_be_written "^lockwarp: $file: cannot create" \
        "${go[@]}" "$yaml" --report "$file"
done
refuses bad_122_json_without_a_name "^lockwarp run: --json is ''; expected FILE\$" "${go[@]}" "$yaml" --json ''
refuses bad_124_one_file_for_two "--(json|report) and --(json|report) are both 'x'; expected two files" \
    "${go[@]}" "$yaml" --json x --report x
refuses bad_125_and_for_a_checkpoint "--(json|checkpoint) and --(json|checkpoint) are both 'x'; expected two files" \
    "${go[@]}" "$yaml" --json x --checkpoint x
for variant in roll 'unrolled '; do
    refuses bad_123_unknown_variant "no kernel variant \"$variant\"; expected default unrolled" \
        "$lockwarp" run -w dct --scale tiny --kernel-variant "$variant"
done

# Numbers: as they are written, or refused.
for bad in +1 ' 1' '1 ' -1 1e-400 0x1p3 nan 1e999; do
    refuses bad_130_seconds "^lockwarp run: --max-seconds is '.*'; expected seconds" "${go[@]}" "$yaml" --max-seconds "$bad"
    refuses bad_131_synth "^lockwarp: --period-ns: '.*'; expected a number" "$lockwarp" synth -u abyp --period-ns "$bad"
done
for bad in +1 ' 1' 1.5 1e3 1e-400 18446744073709551616; do
    refuses bad_132_cycles "^lockwarp: -n: '.*' is not a number" "$lockwarp" cosim -u abyp -n "$bad"
    refuses bad_133_seed "^lockwarp run: --seed is '.*'; expected a whole number" "$lockwarp" run -w bfs --seed "$bad"
    refuses bad_134_trials "^lockwarp: --trials: '.*'; expected a whole number" "$lockwarp" synth -u abyp --trials "$bad"
    refuses bad_135_jobs "^lockwarp sweep: --jobs is '.*'; expected a number" "$lockwarp" sweep x.yaml --jobs "$bad"
done
refuses bad_136_top "^lockwarp profile: --top is '4294967297'" "$lockwarp" profile -w bfs --top 4294967297
if "$lockwarp" cosim -u abyp --exact --geometry paper -n 10 >/dev/null 2>&1; then
    cam=("$lockwarp" cosim -u common.cam --exact)
    refuses bad_138_steps "^lockwarp: --one-step: '0' is not a number of steps, 1 or more" "${cam[@]}" --one-step 0
    refuses bad_138_limit "^lockwarp: --limit: '0' is not a number of transitions, 1 or more" "${cam[@]}" --exhaustive --limit 0
    refuses bad_138_limit_alone '^lockwarp: --limit: only with --exhaustive' "${cam[@]}" --limit 5
    refuses bad_138_both '^lockwarp: --one-step: not with --exhaustive' "${cam[@]}" --exhaustive --one-step 5
    refuses bad_138_cycles '^lockwarp: --exhaustive: not with -n, ' "${cam[@]}" --exhaustive -n 5
    refuses bad_138_no_input "^lockwarp: --hold: common.cam has no input 'valid'" "${cam[@]}" --exhaustive --hold valid=1
    refuses bad_138_wide "^lockwarp: --hold: 'key=4' is not key=VALUE with a value of 2 bits" "${cam[@]}" --exhaustive --hold key=4
    XDG_CACHE_HOME=$PWD/no_cache refuses bad_138_before_a_model "no input 'valid'" "${cam[@]}" --exhaustive --param entries=7 --hold valid=1
    absent bad_138_no_model no_cache
    refuses bad_138_held_units '^lockwarp: --hold: needs one unit; add --exact' "$lockwarp" cosim -u common --exhaustive --hold key=1
    run bad_138_limited 1 "${cam[@]}" --exhaustive --limit 1000
    run bad_137_hexadecimal_as_elsewhere 0 "$lockwarp" cosim -u abyp --exact --geometry paper -n 0x10
    grep -q ' 16 cycles compared' out || fail "$(head -3 out)"
    # Nothing is compared before the first reset: a stimulus without one shows nothing.
    "${cam[@]}" -n 4 --record bad_139.stim >/dev/null || fail 'not recorded'
    sed '/^r /d; s/^end 4/end 3/' bad_139.stim >bad_139_no_reset.stim
    run bad_139_no_reset 1 "${cam[@]}" --stimulus bad_139_no_reset.stim
    grep -q ': FAIL, nothing was compared: nothing is before the first reset$' out || fail "$(head -3 out)"
    grep -q '^  0 cycles compared' out || fail "$(head -3 out)"
fi
# What must be written is written, or it is said.
for call in --help "run --help" "run --usage" --version "list workloads"; do
    # shellcheck disable=SC2086
    run bad_140_full_disk 2 bash -c "'$lockwarp' $call >/dev/full"
    [ "$(cat err)" = 'lockwarp: standard output: cannot write' ] || fail "$(cat err)"
done
printf '[%.0s' $(seq 1500) >deep.json
refuses bad_141_nested_json '^lockwarp: deep.json:1:[0-9]+: is nested more than 1000 deep' "$lockwarp" diff deep.json deep.json

# Configurations
refuses bad_201_unknown_preset "unknown preset 'aprse'; did you mean 'apres'" \
    "${go[@]}" "$yaml" -c aprse
refuses bad_202_missing_config_file 'nosuch.yaml: cannot open' "${go[@]}" "$yaml" -c nosuch.yaml
printf 'base: apres\nn_sms: 2\nn_smss: 3\n' >c.yaml
refuses bad_203_unknown_key "^lockwarp: c.yaml:3:1: unknown key 'n_smss'.*did you mean 'n_sms'" \
    "${go[@]}" "$yaml" -c c.yaml
sed '/^l1_mshrs:/d' "$plain" >c.yaml
refuses bad_204_missing_key "c.yaml:.*has no 'l1_mshrs'" "${go[@]}" "$yaml" -c c.yaml
printf 'base: apres\nl1_ways: many\n' >c.yaml
refuses bad_205_value_is_no_number '^lockwarp: c.yaml:2:10: l1_ways is .many.; expected' \
    "${go[@]}" "$yaml" -c c.yaml
printf 'base: apres\nn_sms: 1\nn_sms: 2\n' >c.yaml
refuses bad_206_duplicate_key "^lockwarp: c.yaml:3:1: duplicate key 'n_sms', first on line 2" \
    "${go[@]}" "$yaml" -c c.yaml
printf 'base: apres\nn_sms: [1\n' >c.yaml
refuses bad_207_malformed_yaml '^lockwarp: c.yaml:[0-9]+:[0-9]+: malformed YAML' \
    "${go[@]}" "$yaml" -c c.yaml
printf 'base: nosuch\n' >c.yaml
refuses bad_208_unknown_base "^lockwarp: c.yaml:1:7: unknown preset 'nosuch'" \
    "${go[@]}" "$yaml" -c c.yaml
: >c.yaml
refuses bad_209_empty_config '^lockwarp: c.yaml:1:1: empty' "${go[@]}" "$yaml" -c c.yaml
refuses bad_210_set_unknown_key "unknown key 'l1_way'; did you mean 'l1_ways'" \
    "${go[@]}" "$yaml" --set l1_way=4
refuses bad_211_set_out_of_range "n_sms is '0'; expected a whole number of SMs from 1" \
    "${go[@]}" "$yaml" --set n_sms=0
refuses bad_212_set_without_value "'n_sms'; expected KEY=VALUE" "${go[@]}" "$yaml" --set n_sms
refuses bad_213_set_breaks_a_rule "l1_sets is '3'; expected a power of two\$" \
    "${go[@]}" "$yaml" --set l1_sets=3
printf 'base: apres\nl1_sets: 3\n' >c.yaml
refuses bad_214_file_breaks_a_rule "c.yaml:2:10: l1_sets is '3'; expected" \
    "${go[@]}" "$yaml" -c c.yaml

# PTX
refuses bad_301_missing_ptx 'nosuch.ptx: cannot open' \
    "$lockwarp" run --ptx nosuch.ptx --launch "$yaml"
sed 's/add.f32 %f3, %f1, %f2;/frobnicate.f32 %f3, %f1, %f2;/' "$ptx" >bad.ptx
line=$(grep -n frobnicate bad.ptx | cut -d: -f1)
refuses bad_302_unknown_opcode "bad.ptx:$line:[0-9]+: .*frobnicate" \
    "$lockwarp" run --ptx bad.ptx --launch "$yaml"
# Refused is what a launch reaches, before the launches in front of it run; the rest may be anything.
{ cat "$ptx" && printf '.func late()\n{\nfrob.x2 [x];\nret;\n}\n.entry third()\n{\ncall late;\nret;\n}\n'; } >part.ptx
line=$(($(grep -n frob part.ptx | cut -d: -f1)))
run bad_305_unsupported_but_not_launched 0 "$lockwarp" run --ptx part.ptx --launch "$yaml"
sed 's/kernel: twice/kernel: third/' "$yaml" >third.yaml
refuses bad_306_unsupported_and_reached \
    "^lockwarp: third.yaml:13:5: part.ptx:$line:1: unknown instruction 'frob' in 'frob.x2 \[x\]' of function 'late', which kernel 'third' reaches$" \
    "$lockwarp" run --ptx part.ptx --launch third.yaml
run bad_307_slice_leaves_it_out 0 "$lockwarp" slice part.ptx
grep -q "kernel 'third' is left out" err || fail 'no warning'
refuses bad_308_slice_of_it 'unknown instruction' "$lockwarp" slice part.ptx --kernel third
printf '.version 3.2\n.target sm_20\n.address_size 64\n.global .u8 a[18446744073709551615];\n' >large.ptx
refuses bad_311_large_array '^lockwarp: large.ptx:4:15: array size of 18446744073709551615; expected 0 to' \
    "$lockwarp" slice large.ptx
# Clusters, registers of 16 bytes, addresses in narrow elements: the kernels around them run.
{ cat "$ptx" && cat <<'END'
.global .u32 word;
.global .u32 narrow[1] = {word};
.global .surfref surface;
.entry clusters() .explicitcluster .reqnctapercluster 2, 1, 1 { ret; }
.entry wide() { .reg .b128 %q; ret; }
.entry fourth() .maxclusterrank 4 { .reg .b64 %d; mov.u64 %d, narrow; ret; }
END
} >newer.ptx
line=$(grep -n 'u32 narrow' newer.ptx | cut -d: -f1)
run bad_309_not_launched 0 "$lockwarp" run --ptx newer.ptx --launch "$yaml"
sed 's/kernel: third/kernel: fourth/' third.yaml >fourth.yaml
refuses bad_310_launched \
    "^lockwarp: fourth.yaml:13:5: newer.ptx:$((line + 4)):63: variable 'narrow' .newer.ptx:$line:14.: address in an element of 4 bytes; expected 8, or 1 and a mask such as 0xFF00.word. in 'mov.u64 %d, narrow' of kernel 'fourth'$" \
    "$lockwarp" run --ptx newer.ptx --launch fourth.yaml
head -c 700 "$ptx" >cut.ptx
refuses bad_303_truncated_ptx 'cut.ptx:[0-9]+' "$lockwarp" run --ptx cut.ptx --launch "$yaml"
refuses bad_304_ptx_is_a_folder 'not a regular file' "$lockwarp" run --ptx "$data" --launch "$yaml"

# Launch files: l SED-COMMAND makes one from the good file.
l() {
    sed "$1" "$yaml" >l.yaml
    if cmp -s l.yaml "$yaml"; then
        printf 'FAIL the edit %s changes nothing\n' "$1"
        failures=$((failures + 1))
    fi
}
refuses bad_401_missing_launch_file 'nosuch.yaml: cannot open' "${go[@]}" nosuch.yaml
l 's/a: {type: f32, size: 64/a: {type: f32, size: -64/'
refuses bad_402_negative_size \
    "^lockwarp: l.yaml:3:24: size is '-64'; expected a whole number from 1" "${go[@]}" l.yaml
l 's/a: {type: f32/a: {type: f23/'
refuses bad_403_unknown_type "^lockwarp: l.yaml:3:13: type is 'f23'; expected one of" \
    "${go[@]}" l.yaml
l 's/  c: {type: f32, size: 64}/  c: {type: f32}/'
refuses bad_404_missing_size "^lockwarp: l.yaml:5:6: a buffer has no 'size'" "${go[@]}" l.yaml
l 's/a: {\(.*\)init: iota}/a: {\1init: iotta}/'
refuses bad_405_unknown_init "^lockwarp: l.yaml:3:34: init is 'iotta'; expected" "${go[@]}" l.yaml
l 's/kernel: twice/kernel: absent/'
refuses bad_406_unknown_kernel \
    "^lockwarp: l.yaml:13:5: .*no kernel 'absent'; expected one of vecadd, twice" "${go[@]}" l.yaml
l 's/args: \[a, b, c, n\]/args: [a, b, c]/'
refuses bad_407_too_few_arguments '^lockwarp: l.yaml:9:5: .*3 arguments; expected 4' \
    "${go[@]}" l.yaml
l 's/args: \[a, b, c, n\]/args: [a, b, c, c]/'
refuses bad_408_argument_of_wrong_size \
    '^lockwarp: l.yaml:12:21: .*argument 4 is 8 bytes; expected 4' "${go[@]}" l.yaml
l 's/args: \[c\]/args: [d]/'
refuses bad_409_unknown_buffer "^lockwarp: l.yaml:16:12: no buffer or scalar 'd'" "${go[@]}" l.yaml
l 's/  c: {type: f32, size: 64}/&\n  d: {type: f32, size: 1000000000}/'
refuses bad_410_larger_than_memory '^lockwarp: l.yaml:6:24: .*4000000000 bytes asked for' \
    "${go[@]}" l.yaml
l 's/block: 32/block: 2048/'
refuses bad_411_block_too_large '^lockwarp: l.yaml:9:5: .*block 2048 x 1 x 1; expected' \
    "${go[@]}" l.yaml
l 's/grid: 2/grid: 0/'
refuses bad_412_empty_grid "^lockwarp: l.yaml:10:11: grid is '0'; expected" "${go[@]}" l.yaml
l 's/grid: 2/grid: [1, 100000, 1]/'
refuses bad_413_grid_too_large '^lockwarp: l.yaml:9:5: .*grid 1 x 100000 x 1; expected' \
    "${go[@]}" l.yaml
l 's/block: 32/block: 32\n    shared: 1000000/'
refuses bad_414_shared_memory_over_limit \
    '^lockwarp: l.yaml:9:5: .*1000000 bytes of shared memory' "${go[@]}" l.yaml
l 's/^launches:/lunches:/'
refuses bad_415_unknown_section \
    "^lockwarp: l.yaml:8:1: unknown key 'lunches'.*did you mean 'launches'" "${go[@]}" l.yaml
l 's/value: 64}/value: 4294967296}/'
refuses bad_416_scalar_does_not_fit \
    "^lockwarp: l.yaml:7:25: value is '4294967296'; expected a u32" "${go[@]}" l.yaml
l 's/values: \[0, /values: [/'
refuses bad_417_values_too_few '^lockwarp: l.yaml:20:13: 63 values; expected 64' "${go[@]}" l.yaml
l 's/c: {type: f32, size: 64}/c: {type: f32, size: 64, init: {file: nosuch.bin}}/'
refuses bad_418_missing_data_file '^lockwarp: l.yaml:5:34: nosuch.bin: cannot open' \
    "${go[@]}" l.yaml
printf 'abc' >short.bin
l 's/c: {type: f32, size: 64}/c: {type: f32, size: 64, init: {file: short.bin}}/'
refuses bad_419_data_file_of_wrong_size \
    '^lockwarp: l.yaml:5:34: short.bin: 3 bytes; expected 256' "${go[@]}" l.yaml
l 's/n: {type: u32, value: 64}/a: {type: u32, value: 64}/'
refuses bad_420_name_used_twice "^lockwarp: l.yaml:7:3: 'a' is a buffer and a scalar" \
    "${go[@]}" l.yaml
l 's/b: {type: f32, size: 64, init: iota}/b: {type: f32, size: 64, init: iota, seed: 3}/'
refuses bad_421_seed_without_random "^lockwarp: l.yaml:4:46: 'seed' without" "${go[@]}" l.yaml
{
    echo buffers:
    seq 4097 | sed 's/.*/  b&: {type: u8, size: 1}/'
    echo 'launches: [{kernel: vecadd, grid: 1, block: 1}]'
} >l.yaml
refuses bad_422_too_many_names "^lockwarp: l.yaml:2:3: 4097 buffers; expected at most 4096" "${go[@]}" l.yaml

# Variables and structs.
blend() {
    sed "$1" "$data/blend.yaml" >b.yaml
    cmp -s b.yaml "$data/blend.yaml" && fail "the pattern $1 changes nothing"
}
go=("$lockwarp" run --ptx "$data/blend.ptx" --launch b.yaml)
blend 's/weight: /wieght: /'
refuses bad_422_unknown_variable \
    "^lockwarp: b.yaml:9:11: .*no variable 'wieght'; did you mean 'weight'" "${go[@]}"
blend 's/\[1, 2, 3, 4\]/[1, 2, 3]/'
refuses bad_423_variable_too_short \
    "^lockwarp: b.yaml:9:11: 12 bytes for 'weight'; expected 16" "${go[@]}"
blend 's/weight: .*/weight: {type: f32, size: 5, init: zero}/'
refuses bad_424_variable_too_long \
    "^lockwarp: b.yaml:9:11: 20 bytes for 'weight'; expected 16" "${go[@]}"
blend 's/bias: .*/bias: {type: u32, value: 7}/'
refuses bad_425_pointer_variable "^lockwarp: b.yaml:10:9: 4 bytes for 'bias'; expected 8" "${go[@]}"
blend 's/buffer: half/buffer: halve/'
refuses bad_426_variable_of_unknown_buffer \
    "^lockwarp: b.yaml:10:18: no buffer 'halve'; did you mean 'half'" "${go[@]}"
blend 's/, n, /, /'
run bad_427_padding_is_not_a_field 1 "${go[@]}"
blend 's/, {buffer: last, offset: 4}//'
refuses bad_428_struct_too_short \
    '^lockwarp: b.yaml:17:9: .*argument 2 is 8 bytes; expected 16 \(step\)' "${go[@]}"
blend 's/struct: \[/struct: [n, n, n, /'
refuses bad_429_struct_too_long \
    '^lockwarp: b.yaml:17:9: .*argument 2 is 32 bytes; expected 16' "${go[@]}"
blend 's/- struct: .*/- {struct: []}/'
refuses bad_430_struct_of_nothing '^lockwarp: b.yaml:17:18: 0 fields; expected 1 to' "${go[@]}"
blend 's/value: 10}/value: ten}/'
refuses bad_431_field_is_no_number \
    "^lockwarp: b.yaml:17:37: value is 'ten'; expected a f32" "${go[@]}"
blend 's/value: 10}/value: 10, size: 3}/'
refuses bad_432_unknown_key_of_a_field "^lockwarp: b.yaml:17:41: unknown key 'size'" "${go[@]}"
blend 's/, n,/, m,/'
refuses bad_433_unknown_field "^lockwarp: b.yaml:17:42: no buffer or scalar 'm'" "${go[@]}"
deep=$(printf 'struct: [{%.0s' {1..9})'type: f32, value: 1'$(printf '}]%.0s' {1..9})
blend "s/struct: .*/$deep/"
refuses bad_434_structs_too_deep 'structs nested more than 8 deep' "${go[@]}"
blend 's/weight: .*/weight: {type: f32, values: 7}/'
refuses bad_435_values_no_list '^lockwarp: b.yaml:9:31: .*expected a list' "${go[@]}"
go=("$lockwarp" run --ptx "$ptx" --launch)

# A kernel that leaves its memory: its place in the PTX is named, timed or not.
sed 's/mul.wide.u32 %rd4, %r5, 4;/mul.wide.u32 %rd4, %r5, 65536;/' "$ptx" >wild.ptx
line=$(grep -n 'ld.global.f32 %f1, \[%rd5\]' wild.ptx | head -1 | cut -d: -f1)
refuses bad_501_fault_names_its_place "wild.ptx:$line:[0-9]+" \
    "$lockwarp" run --ptx wild.ptx --launch "$yaml"
refuses bad_502_functional_fault_alike "wild.ptx:$line:[0-9]+" \
    "$lockwarp" run --functional --ptx wild.ptx --launch "$yaml"

# Barriers that the warps of a CTA can never meet are the kernel's fault, wherever it runs: CTA 0
# passes; in CTA 1 warp 3 has left, and warp 1 waits apart from the others.
cat >apart.ptx <<'END'
.version 3.2
.target sm_20
.address_size 64
.visible .entry apart()
{
    .reg .pred %p;
    .reg .b32 %r;
    mov.u32 %r, %ctaid.x;
    setp.eq.u32 %p, %r, 0;
    @%p bra END;
    mov.u32 %r, %tid.x;
    shr.u32 %r, %r, 5;
    setp.eq.u32 %p, %r, 3;
    @%p bra END;
    setp.eq.u32 %p, %r, 1;
    @%p bra OTHER;
    bar.sync 0;
    bra END;
OTHER:
      bar.sync 1;
END:
    ret;
}
END
printf 'launches:\n  - {kernel: apart, grid: 3, block: 160}\n' >apart.yaml
apart='^lockwarp: apart.yaml:2:5: apart.ptx:17:5: kernel apart: CTA 1 can never end, waiting are '
apart+='warps 0, 2, 4 at barrier 0 for all 4 that live, warp 1 at barrier 1 \(20:7\) for all 4 '
apart+='that live; expected barriers that as many reach$'
refuses bad_503_deadlock "$apart" "$lockwarp" run --ptx apart.ptx --launch apart.yaml
refuses bad_504_deadlock_functional "$apart" \
    "$lockwarp" run --functional --ptx apart.ptx --launch apart.yaml
refuses bad_505_deadlock_profiled "$apart" "$lockwarp" profile --ptx apart.ptx --launch apart.yaml
refuses bad_506_deadlock_sliced "$apart" \
    "$lockwarp" slice --ptx apart.ptx --launch apart.yaml --rect 1
finish
