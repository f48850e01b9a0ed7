#!/bin/bash
# A row of the reader's table without a generated test fails the build: adds a row to a copy of the
# table and compiles the test program that runs such rows.
#   rows_without_tests.sh CC SOURCE_DIR
set -u
cc=$1
cd "$2" || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/isa"
status=0

# $1 program; the copied table is found before the tree's own
compile() {
    $cc -fsyntax-only -std=gnu11 -D_GNU_SOURCE -I "$tmp" -I cmodel -I sim -I app -I tb "tests/unit/$1.c" \
        >"$tmp/log" 2>&1
}

# $1 table, $2 list of rows in it, $3 the row, $4 what the compiler misses, $5 program
trial() {
    rm -f "$tmp"/isa/*
    cp "sim/isa/$1" "$tmp/isa/"
    if ! compile "$5"; then
        echo "FAIL: $5.c does not compile with the table as it is:" && cat "$tmp/log"
        status=1
    fi
    sed -i "s|^#define $2(X) .*|#define $2(X) $3 \\\\|" "$tmp/isa/$1"
    if cmp -s "sim/isa/$1" "$tmp/isa/$1"; then
        echo "FAIL: no list $2 in $1"
        status=1
    elif compile "$5"; then
        echo "FAIL: $5.c compiles with an untested row in $2"
        status=1
    elif ! grep 'undeclared' "$tmp/log" | grep -q "$4"; then
        echo "FAIL: $5.c: expected a message about $4, got:" && head -5 "$tmp/log"
        status=1
    else
        echo "ok: a new row in $2 stops the build of $5.c"
    fi
}

trial rows_alu.inc ISA_INT_ROWS \
    'X(twice_u32, "twice.u32", ALU32, "da", U32, NONE, 0, 0, INST_UNIT_SP)' \
    ref_row_twice_u32_ALU32_U32_NONE test_isa_ops
# A type more for an opcode that is tested.
trial rows_alu.inc ISA_HALF_ROWS \
    'X(min_f16, "min.f16", ALU32, "daa", F16, NONE, 0, 0, INST_UNIT_SP)' \
    ref_row_min_f16_ALU32_F16_NONE test_isa_ops
trial rows_special.inc ISA_MEMORY_ROWS \
    'X(atom_min_f32, "atom.min.f32", ATOM, "*", F32, NONE, 0, 0, LDST)' case_atom_min_f32 \
    test_isa_memory
trial rows_special.inc ISA_OTHER_ROWS \
    'X(brkpt, "brkpt", TRAP, "*", NONE, NONE, 0, 0, CTRL)' case_brkpt test_isa_special
exit $status
