# Writing for Accel-Sim: what is written, read back by the reader of such traces, is the same run:
# to the last counter where the format can say all of it.
. "$(dirname "$0")/lib.sh"
vecadd=(--ptx "$data/vecadd.ptx" --launch "$data/vecadd.yaml")

# totals FILE: the counters alone.
totals() {
    sed -n '/^  "totals": {/,/^  },\{0,1\}$/p' "$1"
}

# equal NAME A B: all counters of two results.
equal() {
    name=$1
    cases=$((cases + 1))
    totals "$2" >"$2.cut"
    totals "$3" >"$3.cut"
    grep -q '"warp_instructions": [1-9]' "$2.cut" || fail "$2 is of no instruction"
    cmp -s "$2.cut" "$3.cut" || fail "$2 and $3 differ: $(diff "$2.cut" "$3.cut" | head -6)"
}

# counter FILE PART KEY: a counter of totals.PART.
counter() {
    sed -n "/^    \"$2\": {/,/^    },/s/^ *\"$3\": *\\([0-9]*\\),*\$/\\1/p" "$1" | head -1
}

# without_copies DIR: a replay puts host copies into the L2 only if the recorded run did.
without_copies() {
    sed -i '/^MemcpyHtoD/d' "$1/kernelslist.g"
}

# Nothing is lost: the same cycles, and every other counter.
for w in atax bfs bitonic dct hotspot kmeans nw nw_u radix spmv; do
    variant=default
    [ $w != kmeans ] || variant=global # by default it reads a texture, for which there is no way
    run "export_101_$w" 0 "$lockwarp" trace record -c "$plain" -w $w --kernel-variant $variant --scale tiny \
        -o $w.lwt --json a.json
    run "export_102_$w" 0 "$lockwarp" trace export $w.lwt --accelsim $w
    [ -s err ] && fail "lost something: $(head -1 err)"
    without_copies $w
    run "export_103_$w" 0 "$lockwarp" run -c "$plain" --trace $w --json b.json
    equal "export_104_$w" a.json b.json
done

# All spaces and kinds of access; but for what is lost, said, and then left out of the kernel.
spaces=(--launch "$data/spaces.yaml")
run export_105_spaces 0 "$lockwarp" trace export --ptx "$data/spaces.ptx" "${spaces[@]}" --accelsim s
grep -q '^lost in .*: [1-9][0-9]* registers share a name' err || fail "$(cat err)"
grep -q '^lost in .*: 2 generic accesses have lanes in local memory and elsewhere' err ||
    fail "$(cat err)"
sed -e '/%rd17/d' -e 's/global.v4.u32 \[%rd16\], {\(%r[0-9]*, %r[0-9]*\).*/global.v2.u32 [%rd16], {\1};/' \
    "$data/spaces.ptx" >spaces.ptx
run export_106_spaces 0 "$lockwarp" trace record -c "$plain" --ptx spaces.ptx "${spaces[@]}" -o s.lwt --json a.json
run export_107_spaces 0 "$lockwarp" trace export s.lwt --accelsim s
[ -s err ] && fail "lost something: $(head -1 err)"
without_copies s
run export_108_spaces 0 "$lockwarp" run -c "$plain" --trace s --json b.json
equal export_109_spaces a.json b.json

# Spills, written back from the L1 and placed by SM and CTA slot (sm2-gtx480). Each of 15 SMs holds a
# CTA of two warps, which five times write eight words and read them. A word of a warp is a line, and
# no set of the L1 gets more than two of an SM's 16. The first round's stores miss, and its loads; then
# all hit. A store that goes through is four accesses of the L2; so is the result's.
run export_116_spills 0 "$lockwarp" trace export --ptx "$data/spills.ptx" --launch "$data/spills.yaml" \
    --accelsim spills
[ -s err ] && fail "lost something: $(head -1 err)"
run export_117_spills 0 "$lockwarp" run --trace spills -c sm2-gtx480 --json spills.json
for want in accesses:1200 misses:240 hits:960 writes:1230 writes_kept:960 write_evictions:0 \
    writebacks:0 evictions:0; do
    is=$(counter spills.json l1d "${want%:*}")
    [ "$is" = "${want#*:}" ] || fail "l1d.${want%:*} is $is; expected ${want#*:}"
done
is=$(counter spills.json l2 writes)
[ "$is" = $((4 * (240 + 30))) ] || fail "l2.writes is $is; expected 1080"
# As global memory is: a store evicts the line that it hits.
run export_118_spills 0 "$lockwarp" run --trace spills -c sm2-gtx480 --set l1_local_store=through \
    --json spills.json
for want in misses:1200 hits:0 writes_kept:0 write_evictions:960; do
    is=$(counter spills.json l1d "${want%:*}")
    [ "$is" = "${want#*:}" ] || fail "l1d.${want%:*} is $is; expected ${want#*:}"
done

# Words are counted from the thread's word 0, wherever the kernel's lie: a recording keeps that. In an L1 of
# one way it decides which lines meet.
one_way=(-c sm2-gtx480 --set l1_ways=1)
run export_119_spills 0 "$lockwarp" run --trace spills "${one_way[@]}" --json low.json
sed -i 's/ 0x7f000200000\([0-9a-f]\) / 0xffc7\1 /; s/ 0x7f000200001\([0-9a-f]\) / 0xffc8\1 /' \
    spills/kernel-1.traceg
run export_119_spills 0 "$lockwarp" trace record --trace spills "${one_way[@]}" -o spills.lwt --json a.json
run export_119_spills 0 "$lockwarp" run --trace spills.lwt "${one_way[@]}" --json b.json
equal export_119_spills a.json b.json
[ "$(counter a.json l1d evictions)" != "$(counter low.json l1d evictions)" ] ||
    fail "the same lines meet wherever the words lie"

# Something is lost, and said: instructions, accesses and traffic are the same, cycles are not asked.
for w in backprop gesummv histogram lud matrixmul nn srad; do
    run "export_111_$w" 0 "$lockwarp" trace record -c "$plain" -w $w --scale tiny -o $w.lwt --json a.json
    run "export_112_$w" 0 "$lockwarp" trace export $w.lwt --accelsim $w
    without_copies $w
    run "export_113_$w" 0 "$lockwarp" run -c "$plain" --trace $w --json b.json
    for key in warp_instructions thread_instructions; do
        [ "$(number a.json $key)" = "$(number b.json $key)" ] ||
            fail "$key $(number b.json $key); expected $(number a.json $key)"
    done
    for key in accesses writes atomics cold_misses; do
        [ "$(counter a.json l1d $key)" = "$(counter b.json l1d $key)" ] ||
            fail "l1d.$key $(counter b.json l1d $key); expected $(counter a.json l1d $key)"
    done
    for key in sp_instructions sfu_instructions dp_instructions ctrl_instructions barriers \
        global_loads global_stores shared_accesses shared_conflict_cycles const_accesses; do
        [ "$(counter a.json sm $key)" = "$(counter b.json sm $key)" ] ||
            fail "sm.$key $(counter b.json sm $key); expected $(counter a.json sm $key)"
    done
done
run export_114_says_what_is_lost 0 "$lockwarp" trace export nn.lwt --accelsim lost
grep -q '^lost in .*: 1 instructions hold their unit for longer' err || fail "$(cat err)"

# What Accel-Sim's reader holds: one destination, four sources, registers below 255 and the opcodes
# of the binary version in the header.
name=export_115_within_limits
cases=$((cases + 1))
awk '/^[0-9a-f]+ [0-9a-f]+ [0-9]/ {
    lines++
    op = 4 + $3
    split($op, part, ".")
    if ($3 > 1 || $(op + 1) > 4 || length($2) != 8) bad = bad "\n" $0
    if (index(" IADD FFMA MUFU DFMA LDC LDG LDL LDS LD STG STL STS ST ATOM ATOMG ATOMS RED BRA EXIT " \
              "BAR MEMBAR NOP ", " " part[1] " ") == 0) bad = bad "\n" $0
    for (k = 4; k <= op + 1 + $(op + 1); k++)
        if ($k ~ /^R/ && substr($k, 2) + 0 > 254) bad = bad "\n" $0
} END { print lines + 0 " lines" bad }' ./*/kernel-*.traceg >out
grep -q '^[0-9]\{6,\} lines$' out && [ "$(wc -l <out)" = 1 ] || fail "beyond them: $(head -3 out)"

# The three encodings and the compressions say the same; the shortest is the shortest.
run export_120_recorded 0 "$lockwarp" run -c "$plain" --trace bfs.lwt --json a.json
for encoding in list stride delta; do
    run "export_121_$encoding" 0 "$lockwarp" trace export bfs.lwt --accelsim $encoding \
        --encoding $encoding
    without_copies $encoding
    run "export_122_$encoding" 0 "$lockwarp" run -c "$plain" --trace $encoding --json b.json
    equal "export_123_$encoding" a.json b.json
    [ "$(cat $encoding/*.traceg | wc -c)" -gt "$(cat bfs/*.traceg | wc -c)" ] ||
        fail "$encoding is no longer than the shortest"
done
grep -q ' LDG.E 1 R[0-9]* 4 0 0x0000000010' list/kernel-1.traceg || fail 'no list of addresses'
grep -q ' LDG.E 1 R[0-9]* 4 1 0x10' stride/kernel-1.traceg || fail 'no stride'
grep -q ' LDG.E 1 R[0-9]* 4 2 0x10' delta/kernel-1.traceg || fail 'no deltas'
for compress in xz zst; do
    run "export_124_$compress" 0 "$lockwarp" trace export bfs.lwt --accelsim $compress \
        --compress $compress
    grep -q "^kernel-1.traceg.$compress\$" $compress/kernelslist.g || fail 'no such kernel file'
    without_copies $compress
    run "export_125_$compress" 0 "$lockwarp" run -c "$plain" --trace $compress --json b.json
    equal "export_126_$compress" a.json b.json
done

# Line by line: a kernel whose instructions are known.
run export_130_of_a_run 0 env TMPDIR=. "$lockwarp" trace export "${vecadd[@]}" --functional --accelsim v
cat >expected <<'END'
MemcpyHtoD,0x0000000010000000,256
MemcpyHtoD,0x0000000010000100,256
kernel-1.traceg
kernel-2.traceg
kernel-3.traceg
kernel-4.traceg
END
cmp -s expected v/kernelslist.g || fail "$(diff expected v/kernelslist.g)"
[ "$(grep -c '^insts = 19$' v/kernel-1.traceg)" = 2 ] || fail 'expected 2 warps of 19 instructions'
[ "$(grep -c '^#END_TB$' v/kernel-1.traceg)" = 2 ] || fail 'expected 2 thread blocks'
grep -q '^-block dim = (32,1,1)$' v/kernel-1.traceg || fail 'block'
grep -q '^-accelsim tracer version = 5$' v/kernel-1.traceg || fail 'version'
grep -Eq '^[0-9a-f]{4} ffffffff 1 R[0-9]+ LDG.E 1 R[0-9]+ 4 1 0x10000080 4 0 $' v/kernel-1.traceg ||
    fail 'the load of the second warp'
grep -Eq '^[0-9a-f]{4} ffffffff 0 EXIT 0 0 0 $' v/kernel-1.traceg || fail 'no EXIT'
ls -d lockwarp-* >/dev/null 2>&1 && fail 'a temporary was left'
run export_131_no_room 2 env TMPDIR=/nonexistent "$lockwarp" trace export "${vecadd[@]}" --accelsim v
grep -q '/nonexistent: cannot make a folder there (TMPDIR): No such file' err || fail 'no message'

# A trace of a real program: recorded, replayed, and written again.
real=${LW_SHARED_DATA:-$source/../shared/data}/accelsim-matrixmul-32
if [ -d "$real" ]; then
    run export_140_real 0 "$lockwarp" run -c "$plain" --trace "$real" --json a.json
    run export_141_record 0 "$lockwarp" trace record -c "$plain" --trace "$real" -o real.lwt
    run export_142_replay 0 "$lockwarp" run -c "$plain" --trace real.lwt --json b.json
    equal export_143_replay a.json b.json
    run export_144_write 0 "$lockwarp" trace export real.lwt --accelsim real
    run export_145_again 0 "$lockwarp" run -c "$plain" --trace real --json b.json
    equal export_146_again a.json b.json
else
    echo "skipped: cases 140 to 146, $real is not there"
fi

# Blocks start in the order of the file. Four, of which number 0 is long, on two SMs of one block
# each: it begins at once, or after a short one. The order survives recording and writing.
blocks() {
    mkdir -p "$1"
    echo kernel-1.traceg >"$1/kernelslist.g"
    {
        printf -- '-kernel name = k\n-grid dim = (4,1,1)\n-block dim = (32,1,1)\n-shmem = 0\n'
        printf -- '-nregs = 8\n-accelsim tracer version = 4\n-enable lineinfo = 0\n#\n'
        for b in $2; do
            n=$((b ? 100 : 1000))
            printf '#BEGIN_TB\nthread block = %d,0,0\nwarp = 0\ninsts = %d\n' "$b" $n
            yes '0010 ffffffff 1 R1 FADD 1 R1 0 ' | head -$n
            echo '#END_TB'
        done
    } >"$1/kernel-1.traceg"
}
two=(--set n_sms=2 --set ctas_per_sm=1)
blocks first '0 1 2 3'
blocks last '1 2 3 0'
run export_160_long_first 0 "$lockwarp" run -c "$plain" --trace first "${two[@]}" --json a.json
run export_161_long_last 0 "$lockwarp" run -c "$plain" --trace last "${two[@]}" --json b.json
run export_162_never_sleep 0 "$lockwarp" run -c "$plain" --trace last "${two[@]}" --never-sleep --json c.json
same export_163_never_sleep b.json c.json
# each FADD waits for the one before: 100 are 800 cycles
late=$(($(number b.json cycles) - $(number a.json cycles)))
name=export_164_blocks_start_in_the_order_of_the_file
cases=$((cases + 1))
[ $late -ge 800 ] && [ $late -le 850 ] || fail "$late cycles later; expected 800 and a few"
run export_165_record 0 "$lockwarp" trace record -c "$plain" --trace last --functional -o last.lwt
run export_166_replay 0 "$lockwarp" run -c "$plain" --trace last.lwt "${two[@]}" --json c.json
equal export_167_replay b.json c.json
run export_168_write 0 "$lockwarp" trace export last.lwt --accelsim again
run export_169_again 0 "$lockwarp" run -c "$plain" --trace again "${two[@]}" --json c.json
equal export_170_again b.json c.json

# What cannot be written.
run export_150_wavefronts 0 "$lockwarp" trace record "${vecadd[@]}" -c abyp-gcn -o w.lwt
refuses export_151_wavefronts 'vecadd: warps of 64 lanes; the masks of .* have 32' \
    "$lockwarp" trace export w.lwt --accelsim w
[ -e w/kernelslist.g ] && fail 'a list of kernels that are not there'
refuses export_152_no_trace 'not a trace' "$lockwarp" trace export "$data/vecadd.ptx" --accelsim y
refuses export_153_no_folder 'cannot make the folder' \
    "$lockwarp" trace export bfs.lwt --accelsim no/such/folder
refuses export_154_no_dir 'expected --accelsim DIR' "$lockwarp" trace export bfs.lwt
refuses export_156_texture 'kmeans_point: instruction .* no textures' \
    "$lockwarp" trace export -w kmeans --scale tiny --accelsim y
refuses export_155_encoding "unknown encoding 'strid'" \
    "$lockwarp" trace export bfs.lwt --accelsim z --encoding strid
finish
