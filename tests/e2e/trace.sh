# run and profile --trace on a trace of two kernels written by hand (data/trace): 2 blocks of 2
# warps of 7 instructions, then one warp of 11 with a loop.
. "$(dirname "$0")/lib.sh"
trace=$data/trace
go=("$lockwarp" run --trace "$trace" -c "$plain" --set l2_copy_bits=64)

# is NAME WANTED GOT
is() {
    name=$1
    cases=$((cases + 1))
    [ "$2" = "$3" ] || fail "is $3; expected $2"
}

run trace_101_a_folder_runs 0 "${go[@]}" --json a.json
is trace_102_its_name 1 "$(grep -c '"name": "trace"' a.json)"
is trace_103_nothing_is_checked 1 "$(grep -c '"result": "unchecked"' a.json)"
is trace_104_launches 2 "$(number a.json launches)"
is trace_105_instructions 39 "$(number a.json warp_instructions)"
# 4 lines read by the first kernel, 1 three times by the second
is trace_106_load_requests 7 "$(number a.json load_requests)"

is trace_107_barriers 4 "$(number a.json barriers)"
# the copy has left the four lines in the L2
is trace_108_copies_load_the_l2 0 "$(number a.json read_misses)"
mkdir bare && cp "$trace"/kernel-*.traceg bare && grep -v Memcpy "$trace/kernelslist.g" >bare/kernelslist.g
run trace_109_without_copies 0 "$lockwarp" run -c "$plain" --trace bare --json b.json
is trace_110_their_lines_are_missed 4 "$(number b.json read_misses)"
# ... unless the configuration says that copies leave nothing there, as the presets of the papers do
run trace_109_copies_to_dram 0 "$lockwarp" run -c "$plain" --trace "$trace" --json b.json
is trace_110_they_load_nothing 4 "$(number b.json read_misses)"

run trace_111_again 0 "${go[@]}" --json b.json
same trace_112_the_same_twice a.json b.json
run trace_113_never_sleep 0 "${go[@]}" --never-sleep --json b.json
same trace_114_never_sleep_changes_nothing a.json b.json
run trace_115_the_list_itself 0 "$lockwarp" run -c "$plain" --trace "$trace/kernelslist.g" --json b.json
is trace_116_named_by_the_file 1 "$(grep -c '"name": "kernelslist.g"' b.json)"
is trace_117_same_hash "$(number a.json kernel_hash)" "$(number b.json kernel_hash)"
tar czf packed.tgz -C "$data" trace
run trace_118_a_tar 0 "$lockwarp" run -c "$plain" --trace packed.tgz --set l2_copy_bits=64 --json b.json
is trace_119_same_cycles "$(number a.json cycles)" "$(number b.json cycles)"

run trace_121_list_launches 0 "${go[@]}" --list-launches
is trace_122_launch_1 "1 _Z4copyPfS_ 2x1x1 64x1x1 512 28" "$(sed -n 2p out | xargs)"
is trace_123_launch_2 "2 _Z3sumPf 1x1x1 32x1x1 512 11" "$(sed -n 3p out | xargs)"
run trace_127_one_is_listed 0 "${go[@]}" --list-launches --launches 2
is trace_128_the_one "2 _Z3sumPf" "$(awk 'NR > 1 { print $1, $2 }' out | xargs)"
run trace_124_functional_counts 0 "${go[@]}" --functional --json b.json
is trace_125_functional_instructions 39 "$(number b.json warp_instructions)"
# lanes: 28 full warps, and 1 + 3 + 2 + 1 full, 3 of four lanes, one of none
is trace_126_functional_threads $(((28 + 7) * 32 + 3 * 4)) "$(number b.json thread_instructions)"

run trace_131_one_kernel 0 "${go[@]}" --kernel _Z3sumPf --json b.json
is trace_132_both_are_counted 2 "$(number b.json launches)"
is trace_133_one_is_timed 1 "$(number b.json timed_launches)"
is trace_134_its_instructions 11 "$(number b.json warp_instructions)"
run trace_135_the_first_launch 0 "${go[@]}" --launches 1 --json b.json
is trace_136_its_instructions 28 "$(number b.json warp_instructions)"
refuses trace_137_a_filter_that_chooses_nothing 'nosuch chooses none of the 2 launches' \
    "${go[@]}" --kernel nosuch

for preset in $("$lockwarp" list configs | awk 'NR > 1 {print $1}'); do
    case $preset in *gcn*) continue ;; esac
    run "trace_141_preset_$preset" 0 "$lockwarp" run --trace "$trace" --set l2_copy_bits=64 -c "$preset" --json b.json
    is "trace_142_instructions_on_$preset" 39 "$(number b.json warp_instructions)"
done
refuses trace_143_warps_of_64 'was prepared for warps of 32 lanes, the GPU has 64' \
    "$lockwarp" run --trace "$trace" --set l2_copy_bits=64 -c abyp-gcn
run trace_144_a_policy 0 "${go[@]}" -p abyp --json b.json

run trace_151_profile 0 "$lockwarp" profile --trace "$trace"
is trace_152_both_loads "_Z4copyPfS_ 0x10 _Z3sumPf 0x10" "$(awk '/^_Z/ {print $1, $2}' out | xargs)"

refuses trace_161_with_a_workload 'trace and -w; expected one of them' "${go[@]}" -w bfs
refuses trace_162_with_ptx 'trace and --ptx/--launch; expected one' "${go[@]}" --ptx x --launch y
refuses trace_163_with_input 'input is for -w; expected it without --trace' "${go[@]}" --input x
refuses trace_164_missing 'nosuch: cannot open' "$lockwarp" run --trace nosuch
refuses trace_165_no_list "kernelslist.g: cannot open" "$lockwarp" run --trace .

# launches of one kernel that execute different parts of it have one row a load
cp -r "$trace" parts && chmod -R u+w parts
sed 's/_Z4copyPfS_/_Z3sumPf/' parts/kernel-1.traceg >parts/kernel-3.traceg
echo kernel-3.traceg >>parts/kernelslist.g
run trace_155_one_kernel_in_parts 0 "$lockwarp" run --trace parts --json b.json
is trace_156_rows "2" "$(sed -n '/"per_load"/,/^  ]/p' b.json | grep -c '"pc":')"
is trace_157_accesses "4 7" "$(sed -n '/"per_load"/,/^  ]/p' b.json | sed -n 's/.*"accesses": *\([0-9]*\).*/\1/p' | xargs)"

# damage that is met only after the first kernel has run
cp -r "$trace" broken && chmod -R u+w broken
sed -i 's/0018 ffffffff 1 R1 FADD/0018 ffffffff 1 R1 FAD/' broken/kernel-2.traceg
refuses trace_171_damage_in_mid_run \
    "broken/kernel-2.traceg:25: unknown opcode 'FAD'; expected" "$lockwarp" run --trace broken
run trace_172_passed_over_it_does_not_matter 0 "$lockwarp" run --trace broken --launches 1
finish
