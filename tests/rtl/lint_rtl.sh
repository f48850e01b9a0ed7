#!/bin/bash
# Runs Verilator, Yosys and Icarus over every module of rtl/. Wrappers are generated and checked when a
# model is made.
#
#   lint_rtl.sh clean   LIST ROOT [long]
#                                   at the small and the large geometry, if long at the paper's, too, no tool may
#                                   say a word; Yosys, which takes half a minute for some modules, sees the small
#                                   one unless long
#   lint_rtl.sh illegal LIST ROOT [long]
#                                   a parameter just outside its range must stop each tool, with
#                                   a message that names the parameter; and so must parameters
#                                   that the model refuses together, naming their product.
#                                   Each set is tried with one tool in turn, most often with Icarus, the
#                                   quickest; with all of them if long
#
# LIST is the program list_geometries, ROOT the source tree. A tool that is not installed is
# skipped and named; 77 if none is there.
set -u
mode=$1 list=$2 root=$3 long=${4:-}
cd "$root" || exit 2
rtl=(rtl/*/*.sv)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
out=$scratch/out

# Loops are unrolled as for the models (tb/lockstep/model_build.c), except where the refusal comes first.
verilate=(verilator --lint-only -Wall)
[[ $mode == clean ]] && verilate+=(--unroll-count 16384 --unroll-stmts 1000000)

# Into `sources`, what a module can be made of: the files of its family and of common, from folder.
find_sources() { # folder, top
    local own
    own=$(compgen -G "rtl/*/$2.sv") || { echo "no file of module $2" >&2; exit 2; }
    own=${own%/*}
    sources=("$1/common/"*.sv)
    [[ $own == rtl/common ]] || sources+=("$1/${own##*/}/"*.sv)
}

run_verilator() { # top, Name=value...
    local top=$1
    shift
    "${verilate[@]}" --top-module "$top" "${@/#/-G}" "${sources[@]}" >"$out" 2>&1
}

run_yosys() { # passes after hierarchy, top, Name=value...
    local passes=$1 top=$2 set=()
    shift 2
    for pair in "$@"; do set+=(-set "${pair%%=*}" "${pair#*=}"); done
    yosys -q -p "read_verilog -sv -defer ${sources[*]}; chparam ${set[*]} $top;
        hierarchy -check -top $top; $passes" >"$out" 2>&1
}

# Register arrays named mem are large: beyond the small geometry they stay memories, because Yosys
# takes minutes to make tens of thousands of registers of them.
memories() {
    local file
    for file in "${rtl[@]}"; do
        mkdir -p "$scratch/${file%/*}"
        sed '/(\* mem2reg \*)/ { N; s/mem2reg \*)\n\(.* mem_q\[\)/nomem2reg *)\n\1/; }' \
            "$file" >"$scratch/$file"
    done
}
memories

# Its output is executable: /dev/null, run by root, would lose its permissions to everybody else.
run_iverilog() { # top, Name=value...
    local top=$1
    shift
    iverilog -g2012 -Wall -s "$top" "${@/#/-P$top.}" -o "$scratch/vvp" "${sources[@]}" >"$out" 2>&1
}

runs=0 failures=0
expect_silence() { # status, what
    runs=$((runs + 1))
    if [[ $1 -ne 0 || -s $out ]]; then
        failures=$((failures + 1))
        echo "FAIL $2 (exit $1)"
        head -20 "$out"
    fi
}
expect_refusal() { # status, parameter, what
    runs=$((runs + 1))
    if [[ $1 -eq 0 ]] || ! grep -q "needs_$2_" "$out"; then
        failures=$((failures + 1))
        echo "FAIL $3: not refused by name (exit $1)"
        head -5 "$out"
    fi
}

tools=()
for tool in verilator yosys iverilog; do
    if command -v $tool >/dev/null; then tools+=($tool); else echo "skipped: $tool not found"; fi
done
[[ ${#tools[@]} -eq 0 ]] && exit 77
last=${tools[-1]}
turns=("$last" "$last" "${tools[@]}")

names=$("$list" $([[ $mode == clean ]] && echo geometries || echo illegal)) || exit 2
modules=0
while read -r prefix tag values; do
    modules=$((modules + 1))
    read -ra pairs <<<"$values"
    if [[ $mode == clean || $long ]]; then turn=("${tools[@]}"); else turn=("${turns[modules % ${#turns[@]}]}"); fi
    for tool in "${turn[@]}"; do
        what="$tool $prefix $tag: $values"
        find_sources rtl "$prefix"
        if [[ $mode == illegal ]]; then
            case $tool in
            yosys) run_yosys "" "$prefix" "${pairs[@]}" ;;
            *) run_$tool "$prefix" "${pairs[@]}" ;;
            esac
            expect_refusal $? "$tag" "$what"
            continue
        fi
        [[ $long || $tag != paper ]] || continue
        case $tool in
        verilator)
            run_verilator "$prefix" "${pairs[@]}"
            expect_silence $? "$what"
            ;;
        yosys)
            [[ $long || $tag == small ]] || continue
            [[ $tag == small ]] || find_sources "$scratch/rtl" "$prefix"
            run_yosys "proc; check -assert" "$prefix" "${pairs[@]}"
            expect_silence $? "$what"
            ;;
        iverilog)
            run_iverilog "$prefix" "${pairs[@]}"
            expect_silence $? "$what"
            ;;
        esac
    done
done <<<"$names"

# Every file of rtl/ is some unit's, or a part of one: another module would escape the lint.
for file in "${rtl[@]}"; do
    module=$(basename "$file" .sv)
    if ! grep -q "^$module " <<<"$names" && ! grep -q "^ *$module #(" "${rtl[@]}"; then
        failures=$((failures + 1))
        echo "FAIL $file belongs to no unit"
    fi
done

echo "lint_rtl $mode: $modules parameter sets, $runs tool runs (${tools[*]}), $failures failed"
[[ $modules -gt 0 && $failures -eq 0 ]]
