#!/bin/bash
# Bad input to `lockwarp synth`: exit status 2 and one line that names what was wrong.
#
#   refuses.sh LOCKWARP
set -u
lockwarp=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
refuse() { # text that must appear, arguments...
    local expected=$1 text status
    shift
    text=$("$lockwarp" synth "$@" 2>&1 >/dev/null)
    status=$?
    if [[ $status -ne 2 || $text == *$'\n'* || $text != *"$expected"* ]]; then
        failed=$((failed + 1))
        echo "FAIL synth $*: exit $status, expected 2 and one line with '$expected': $text"
    fi
}
printf 'library(none) {\n  cell(A) { area : 1; }\n}\n' >"$scratch/no_flop.lib"
printf 'library(cut) {\n  cell(A) { area : 1;\n' >"$scratch/cut.lib"
printf 'module m; endmodule\n' >"$scratch/not.lib"
printf 'lockwarp-activity 1\nunit abyp\ncycles 10\nacc_pc 0 40 1\n' >"$scratch/bad.act"
liberty=/usr/share/qflow/tech/osu018/osu018_stdcells.lib

refuse "$scratch/missing.lib" -u abyp --liberty "$scratch/missing.lib"
refuse "$scratch/no_flop.lib" -u abyp --liberty "$scratch/no_flop.lib"
refuse "$scratch/cut.lib:3" -u abyp --liberty "$scratch/cut.lib"
refuse "$scratch/not.lib:1" -u abyp --liberty "$scratch/not.lib"
refuse "$scratch" -u abyp --liberty "$scratch"
refuse "--memories" -u abyp --memories paper
refuse "--period-ns" -u abyp --period-ns 0
refuse "--period-ns" -u abyp --period-ns 1e
refuse "--toggle" -u abyp --toggle 1.5
refuse "--geometry" -u abyp --geometry tiny
refuse "abyp" -u abbyp
refuse "-u UNIT" --geometry small
refuse "--keep" -u all --keep "$scratch/keep"
refuse "expected policy=N, N 0 to 5" -u mrpb --exact --param policy=9
refuse "expected policy=N, N 0 to 5" -u mrpb --exact --param policy=
refuse "expected policy=N, N 0 to 5" -u mrpb --exact --param policy=1x
refuse "'polices=1' names no parameter of mrpb" -u mrpb --exact --param polices=1
refuse "6 units" -u mrpb --param policy=0
refuse "character 8: expected the ports" --memory 384x64/rw
refuse "character 1: expected a number of words" --memory mrpb
refuse "no figure" --memory 31x64/1rw
refuse "expected no -u" --memory 384x64/1rw -u abyp
refuse "expected no -u" --memory 384x64/1rw --json -
refuse "--period-ns" --memory 384x64/1rw --period-ns 0
refuse "/nowhere/x.json" -u abyp --json /nowhere/x.json
if [[ -e $liberty ]] && command -v yosys >/dev/null; then
    refuse "45 nm" -u abyp --memories sram
    refuse "$scratch/bad.act:4" -u abyp --exact --geometry small --activity "$scratch/bad.act"
fi
if [[ -e $liberty ]]; then
    # a tool that is not installed is named with its package
    PATH=$scratch refuse "Debian package yosys" -u common.prio_enc --geometry small
fi
[[ $failed -eq 0 ]] && echo "all refused"
