#!/bin/bash
# Proves the sized netlist of every unit equal to its RTL at the small geometry: Yosys's induction
# over all flops, cells by their functions in the Liberty file. Something reads every register there.
#
#   equivalent.sh LOCKWARP ROOT LIST [long]
#
# LIST is the program list_geometries. Units whose proof takes longer than ten seconds are left to long.
set -u
lockwarp=$1 root=$(cd "$2" && pwd) list=$3 long=${4:-}
slow="apcm apres apres_sap las_cta las_sched las_warp"
liberty=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
for tool in yosys sta; do
    command -v $tool >/dev/null || { echo "skipped: $tool not found"; exit 77; }
done
[[ -e $liberty ]] || { echo "skipped: $liberty not found"; exit 77; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
proved=0 failed=0
while read -r prefix geometry _; do
    [[ $geometry == small ]] || continue
    [[ $long || " $slow " != *" $prefix "* ]] || continue
    unit=$("$lockwarp" list units | awk -v p="$prefix" \
        '{ n = $1; sub(/^common\./, "", n); gsub(/\./, "_", n); if (n == p) print $1 }')
    dir=$scratch/$prefix
    if ! "$lockwarp" synth -u "$unit" --exact --geometry small --keep "$dir" >"$scratch/said" ||
        grep -q 'unused)' "$scratch/said"; then
        echo "FAIL $prefix: not synthesized, or with bits that nothing reads"
        cat "$scratch/said"
        failed=$((failed + 1))
        continue
    fi
    own=$(compgen -G "$root/rtl/*/$prefix.sv") # its family's modules, and common's
    cat >"$dir/equivalent.ys" <<END
read_verilog -sv -defer -noassert $(echo "$root"/rtl/common/*.sv $([[ $own == */common/* ]] || echo "${own%/*}"/*.sv))
read_verilog -sv wrapper.sv
hierarchy -check -top ${prefix}_synth
proc; flatten; memory; opt -full
rename ${prefix}_synth gold
design -stash gold
read_liberty -ignore_miss_func cells.lib
read_verilog sized.v
hierarchy -check -top ${prefix}_synth
proc; flatten; opt -full
rename ${prefix}_synth gate
design -stash gate
design -copy-from gold -as gold gold
design -copy-from gate -as gate gate
equiv_make gold gate equal
hierarchy -top equal
opt -full
equiv_simple -undef
equiv_induct -undef
equiv_status -assert
END
    if (cd "$dir" && yosys -ql equivalent.log equivalent.ys >/dev/null 2>&1) &&
        grep -q "Equivalence successfully proven" "$dir/equivalent.log"; then
        proved=$((proved + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $prefix"
        grep -E "ERROR|Unproven|unproven" "$dir/equivalent.log" | head -5
    fi
done <<<"$("$list" geometries)"
echo "$proved netlists proved equal to their RTL, $failed not"
[[ $proved -gt 0 && $failed -eq 0 ]]
