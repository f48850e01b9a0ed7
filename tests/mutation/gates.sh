# shellcheck shell=bash disable=SC2154
# Two netlists compared gate by gate between their flops, which have the same names, by Yosys and abc; sourced. $scratch is
# a folder, $seconds the most that each step takes of a processor.

# limited COMMAND...: a busy machine does not change what comes of it; one that makes it wait for long is an end, too.
limited() { (
    ulimit -t "$seconds"
    exec timeout $((5 * seconds)) "$@"
); }

# write_gates NAME COMMAND...: what Yosys' commands leave as its design becomes NAME.0.aig and NAME.1.aig in $scratch. An x
# is 0 in one and 1 in the other. A flop has the name of its register alone: that of a net which is the same would stand
# beside it, and abc compares names.
write_gates() {
    local name=$1
    shift
    {
        printf '%s\n' "$@"
        cat <<END
setattr -set keep 1 w:*_q w:*_q\\[*\\]
opt_clean -purge
techmap
dffunmap
opt_clean
simplemap
setundef -undriven -expose
design -save read
setundef -zero
aigmap
write_aiger -symbols $scratch/$name.0.aig
design -load read
setundef -one
aigmap
write_aiger -symbols $scratch/$name.1.aig
END
    } >"$scratch/$name.ys"
    limited yosys -q -s "$scratch/$name.ys" >"$scratch/log" 2>&1
}

# same_gates ONE OTHER: are they equal, whatever an x is? It equals nothing but the x of the same place.
same_gates() {
    local x
    for x in 0 1; do
        limited berkeley-abc -q "cec -T $seconds $scratch/$1.$x.aig $scratch/$2.$x.aig" 2>/dev/null |
            grep -q '^Networks are equivalent' || return 1
    done
}
