#!/bin/bash
# `lockwarp prove` refutes each fault of a list and its example is seen in lockstep; the units as they
# are it proves.
#
#   faults.sh LOCKWARP SOURCE_DIR UNIT...      the faults of these units of faults.txt, at the small geometry
set -u
lockwarp=$1 source=$2
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0 refuted=0 proved=0
failed() {
    echo "FAIL $*"
    sed 's/^/  /' "$scratch/out" | head -20
    failures=$((failures + 1))
}
prove() { # UNIT
    "$lockwarp" prove -u "$1" --exact --geometry small >"$scratch/out" 2>&1
}

prove common.prio_enc
if [[ $? = 4 ]]; then
    cat "$scratch/out"
    exit 77
fi
for unit in "$@"; do
    prove "$unit" || failed "$unit: not proved"
    proved=$((proved + 1))
    while read -r of file edit; do
        [[ $of == "$unit" ]] || continue
        rm -rf "$scratch/root"
        mkdir "$scratch/root"
        cp -r "$source"/{rtl,cmodel,tb} "$scratch/root/"
        sed -E -i "$edit" "$scratch/root/$file"
        if cmp -s "$scratch/root/$file" "$source/$file"; then
            : >"$scratch/out"
            failed "$unit: $edit: changes nothing"
            continue
        fi
        LW_ROOT=$scratch/root prove "$unit"
        status=$?
        if [[ $status != 1 ]] || ! grep -q REFUTED "$scratch/out"; then
            failed "$unit: $file: $edit: exit status $status; expected 1, refuted"
        elif ! sed -n '/^replayed in lockstep/,$p' "$scratch/out" | grep -Eqi 'model 0x|assertion'; then
            failed "$unit: $file: $edit: the example is not seen in lockstep"
        else
            refuted=$((refuted + 1))
        fi
    done < <(grep -v '^#' "$source/tests/prove/faults.txt")
done
# A netlist in place of the RTL: as it is, with a fault, and what is no such netlist.
netlist() { # STATUS OPTION...
    expected=$1
    shift
    "$lockwarp" prove -u common.prio_enc --exact --geometry small --netlist "$scratch/net list.il" "$@" >"$scratch/out" 2>&1
    status=$?
    [[ $status == "$expected" ]] || failed "--netlist $*: exit status $status; expected $expected"
}
yosys -q -p "read_verilog -sv -noassert $source/rtl/common/prio_enc.sv
chparam -set N 5 prio_enc
hierarchy -top prio_enc
proc
flatten
simplemap
rename -top prio_enc
write_rtlil $scratch/plain.il
mutate -list 1 -seed 3 -mode inv -o $scratch/fault.txt
script $scratch/fault.txt
write_rtlil $scratch/fault.il" >"$scratch/out" 2>&1 || failed "yosys"
cp "$scratch/plain.il" "$scratch/net list.il"
netlist 0
netlist 2 --search
netlist 2 --geometry all
cp "$scratch/fault.il" "$scratch/net list.il"
netlist 1
grep -q 'not replayed: the example is of a netlist' "$scratch/out" || failed 'replayed'
echo nothing >"$scratch/net list.il"
netlist 2
rm "$scratch/net list.il"
netlist 2

echo "$proved units proved, $refuted faults refuted and replayed, $failures failures"
exit $((failures != 0))
