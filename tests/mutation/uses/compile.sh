#!/bin/bash
# Runs the compiler that makes a model, its arguments after this script's name, with less effort: the model of an
# edited module is used once, for a short time.
#
# USES_WORK  a folder, for Verilator's headers, compiled once
# USES_SAME  a sum: if Verilator's code has it, or if it is "any", nothing is compiled, and the script fails
#
# The sum of Verilator's code is left in the file sum.
set -eu
cat Vmodel*.cpp Vmodel*.h | sha256sum | cut -d' ' -f1 >sum
[[ $USES_SAME == any || $USES_SAME == "$(cat sum)" ]] && exit 1
words=()
for word in "$@"; do
    [[ $word == -O3 ]] && word=-O1
    words+=("$word")
done
headers=$USES_WORK/headers
if [[ ! -e $headers/all.h.gch ]]; then
    mkdir -p "$headers"
    echo '#include "verilated.h"' >"$headers/all.h"
    compile=()
    for word in "${words[@]}"; do
        case $word in
        model.cpp) compile+=(-x c++-header "$headers/all.h") ;;
        model.o) compile+=("$headers/all.h.gch") ;;
        *) compile+=("$word") ;;
        esac
    done
    "${compile[@]}"
fi
exec "${words[@]}" -include "$headers/all.h"
