# lockwarp slice from outside: text, summary, rectangles, machine-readable form, bad input.
. "$(dirname "$0")/lib.sh"

run slice_100_workload 0 "$lockwarp" slice -w bfs
grep -q '^kernel bfs_kernel1 (bfs.ptx): 6 of 8 loads, 1 of 3 stores regular$' out || fail "no counts"
grep -q ' ld   1  param_2 + ctaid.x\*ntid.x + tid.x$' out || fail "no program of the mask"
grep -q 'irregular: loaded data: .* ld.global.u32' out || fail "no reason"
run slice_101_kernel 0 "$lockwarp" slice -w bfs --kernel bfs_kernel2
[ "$(grep -c '^kernel' out)" = 1 ] || fail "not one kernel"
run slice_102_variant 0 "$lockwarp" slice -w atax --kernel-variant unrolled
run slice_103_default 0 "$lockwarp" slice -w atax --kernel-variant default

# the summary: a row a kernel, and a last one that is their sum
run slice_110_all 0 "$lockwarp" slice -w all
awk 'NR > 1 && $1 != "all" && !/%/ { l += $3; r += $4; b += $5; s += $6; t += $7 }
     $1 == "all" { found = ($2 == l && $3 == r && $4 == b && $5 == s && $6 == t && l > 0) }
     END { exit !found }' out || fail "the last row is not the sum"
kernels=$(grep -c . out)
run slice_111_markdown 0 "$lockwarp" slice -w all --markdown
[ "$(grep -c '^|' out)" = "$kernels" ] || fail "$(grep -c '^|' out) rows; expected $kernels"
[ "$(awk -F'|' '{ print NF }' out | sort -u)" = 11 ] || fail "rows of different lengths"
run slice_112_all_variant 0 "$lockwarp" slice -w all --kernel-variant unrolled

# vecadd: one row, a thread a float; 256 threads are 8 lines
run slice_120_file 0 "$lockwarp" slice --ptx "$data/vecadd.ptx"
mv out by_option
run slice_125_operand 0 "$lockwarp" slice "$data/vecadd.ptx"
cmp -s out by_option || fail 'FILE.ptx is not what --ptx FILE.ptx gives'
run slice_121_rect 0 "$lockwarp" slice --ptx "$data/vecadd.ptx" --launch "$data/vecadd.yaml" --json r.json
grep -q ' at (0, 0)$' out || fail "no rectangle of the first CTA"
[ "$(number r.json schema)" = '"lockwarp.slice/1"' ] || fail "no schema"
run slice_122_json 0 "$lockwarp" slice --ptx "$data/vecadd.ptx" --rect 1 --launch "$data/vecadd.yaml" --json -
cmp -s out r.json || fail "the file is not what - gives"
run slice_123_workload_rect 0 "$lockwarp" slice -w kmeans --rect 2 --scale tiny --seed 3 --json k.json
[ "$(grep -c '"rectangles"' k.json)" -gt 4 ] || fail "no rectangles"
run slice_124_all_json 0 "$lockwarp" slice -w all --json all.json
[ "$(grep -c '"kernel"' all.json)" = $((kernels - 3)) ] || fail "not every kernel"

# the page: its examples are what the program prints, its tables name every key
page=$source/docs/guide/slice.md
run slice_130_example 0 "$lockwarp" slice -w bfs --kernel bfs_kernel1
sed -n '/^    kernel bfs_kernel1/,/^$/s/^    //p' "$page" >example
[ "$(wc -l <example)" -ge 5 ] || fail "no example on the page"
while IFS= read -r line; do
    grep -Fxq -- "$line" out || fail "the page has '$line'"
done <example
run slice_131_rectangle 0 "$lockwarp" slice -w kmeans --kernel invert_mapping --rect 1
sed -n '/^    array param_0/,/^$/s/^    //p' "$page" | while IFS= read -r line; do
    grep -Fq -- "$(echo $line)" <(tr -s ' ' <out) || echo "$line"
done >missing
[ -s missing ] && fail "the page has '$(head -1 missing)'"
# What the hardware is given: worked out for vecadd, whose CTAs of 32 threads touch a line each of
# two arrays of two lines; 1024 regions of such an array are a line each.
run slice_140_given 0 "$lockwarp" slice --ptx "$data/vecadd.ptx" --launch "$data/vecadd.yaml" --rect 2
sed -n '/the hardware is given/,$p' out >given
head -1 given | grep -q '^  the hardware is given: 2 of 2 loads$' || fail "no counts: $(head -1 given)"
[ "$(grep -c 'CTA 0: x 0 y 0 w 1 h 1 region 0$' given)" = 2 ] || fail "no rectangle of CTA 0"
[ "$(grep -c 'CTA 1: x 1 y 0 w 1 h 1 region 1$' given)" = 2 ] || fail "no rectangle of CTA 1"
[ "$(grep -c '^ *1000000000000000$' given)" -ge 4 ] || fail "another vector than that of the region's only line"
run slice_141_given_example 0 "$lockwarp" slice -w kmeans --kernel invert_mapping --rect 2
sed -n '/^      the hardware is given/,/^$/s/^    //p' "$page" >example
[ "$(wc -l <example)" -ge 8 ] || fail "no example on the page"
sed -n '/the hardware is given/,$p' out | cmp -s - <(grep . example) || fail "the page has another example"
run slice_142_given_json 0 "$lockwarp" slice -w kmeans --kernel invert_mapping --rect 2 --json -
[ "$(grep -c '"warps"' out)" = 2 ] || fail "not the warps of two CTAs"
[ "$(grep -o '"[01]\{16\}"' out | wc -l)" = 16 ] || fail "not a vector for each of 2 x 8 warps"
run slice_132_keys 0 cat k.json
for key in $(grep -o '"[a-z_]*":' k.json | tr -d '":' | sort -u); do
    grep -q "\`$key\`" "$page" || fail "the page does not name the key $key"
done

refuses slice_200_nothing 'expected one of -w NAME and FILE.ptx' "$lockwarp" slice
refuses slice_201_both 'expected one of -w NAME and FILE.ptx' "$lockwarp" slice -w bfs --ptx x.ptx
refuses slice_202_unknown "unknown workload 'bsf'; did you mean 'bfs'" "$lockwarp" slice -w bsf
refuses slice_203_kernel "bfs.ptx: no kernel 'bfs_kernel3'; did you mean" "$lockwarp" slice -w bfs --kernel bfs_kernel3
refuses slice_204_variant "bfs: no kernel variant 'rolled'; expected default" "$lockwarp" slice -w bfs --kernel-variant rolled
refuses slice_205_missing 'nosuch.ptx: cannot open' "$lockwarp" slice --ptx nosuch.ptx
printf '.version 3.2\n.target sm_20\n.address_size 64\n.entry k() { add.s33 %%r1; ret; }\n' >bad.ptx
refuses slice_206_bad_ptx '^lockwarp: bad.ptx:4:' "$lockwarp" slice --ptx bad.ptx
refuses slice_207_rect "'0'; expected 1 to 64 CTAs" "$lockwarp" slice -w bfs --rect 0
refuses slice_208_rect "'x'; expected 1 to 64 CTAs" "$lockwarp" slice -w bfs --rect x
refuses slice_209_no_launch 'expected --launch FILE.yaml with --ptx' "$lockwarp" slice --ptx bad.ptx --rect 1
refuses slice_210_launch '--launch is for --ptx' "$lockwarp" slice -w bfs --launch x.yaml
refuses slice_211_scale "unknown scale 'huge'" "$lockwarp" slice -w bfs --rect 1 --scale huge
refuses slice_212_scale '--scale and --seed are for --rect' "$lockwarp" slice -w bfs --scale tiny
refuses slice_213_all_rect 'expected it without --rect' "$lockwarp" slice -w all --rect 1
refuses slice_214_all_kernel 'expected it without --kernel' "$lockwarp" slice -w all --kernel k
refuses slice_215_markdown '--markdown is for the summary' "$lockwarp" slice -w bfs --markdown
refuses slice_216_operand 'bfs: cannot open' "$lockwarp" slice bfs
refuses slice_220_two_files "'b.ptx' is a second file; expected one" "$lockwarp" slice a.ptx b.ptx
refuses slice_217_unwritable 'no/such/s.json: cannot create' "$lockwarp" slice -w bfs --json no/such/s.json
refuses slice_218_seed "--seed is 'y'" "$lockwarp" slice -w bfs --rect 1 --seed y
refuses slice_219_variant_of_file '--kernel-variant is for -w' "$lockwarp" slice --ptx bad.ptx --kernel-variant unrolled
finish
