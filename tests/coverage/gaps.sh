#!/bin/bash
# tests/coverage/gaps.py: what it counts, and each thing that it refuses.
#
#   gaps.sh ROOT
set -u
gaps=$1/tests/coverage/gaps.py
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failed=0
fail() {
    echo "FAIL $*"
    failed=$((failed + 1))
}

mkdir -p cmodel/x sim lib outside
printf 'int f(int a)\n{\n    if (a)\n        return 1;\n    return g(a);\n}\n' >cmodel/x/x.c
cp cmodel/x/x.c sim/s.c
# info X_4 X_BRANCH: what lcov writes of x.c, of which line 4 was run X_4 times and line 3's second branch X_BRANCH times.
info() {
    cat <<END
TN:
SF:$scratch/cmodel/x/x.c
FN:1,f
DA:1,5
DA:3,5
BRDA:3,0,0,5
BRDA:3,0,1,$2
DA:4,$1
DA:5,5
end_of_record
SF:$scratch/sim/s.c
DA:1,0
BRDA:3,0,0,-
end_of_record
SF:$scratch/outside/o.c
DA:1,0
end_of_record
SF:/elsewhere/cmodel/x/x.c
DA:1,0
end_of_record
END
}
# checks CASE STATUS TEXT: gaps.py on coverage.info and gaps.csv ends with STATUS and prints TEXT in a line.
checks() {
    python3 "$gaps" coverage.info "$scratch" gaps.csv >out 2>&1
    local status=$?
    [[ $status = "$2" ]] || fail "$1: exit $status, expected $2: $(cat out)"
    grep -qF -- "$3" out || fail "$1: not printed: $3; but: $(cat out)"
}
header=file,text,kind,reason

info 5 5 >coverage.info
echo $header >gaps.csv
checks all_reached 0 "cmodel: 4 of 4 lines (100.0%), 2 of 2 branches (100.0%)"
checks other_rooms_are_counted 0 "sim: 0 of 1 lines (0.0%), 0 of 1 branches (0.0%)"
checks no_gap 0 "cmodel: 0 lines and branches not reached"

info 0 5 >coverage.info
checks line 1 "not reached and not explained: cmodel/x/x.c:4: line: return 1;"
info 5 0 >coverage.info
checks branch 1 "not reached and not explained: cmodel/x/x.c:3: branch: if (a)"
info 5 - >coverage.info
checks branch_never_decided 1 "not reached and not explained: cmodel/x/x.c:3: branch: if (a)"

info 0 0 >coverage.info
printf '%s\n' $header 'cmodel/*/x.c,return 1;,line,never' 'cmodel/x/x.c,if (a),branch,never' >gaps.csv
checks explained 0 "cmodel: 2 lines and branches not reached, each explained in gaps.csv"
printf '%s\n' $header 'cmodel/x/x.c,int f(int a),function,never' >gaps.csv
checks function 0 "cmodel: 2 lines and branches not reached, each explained in gaps.csv"
printf '%s\n' $header 'cmodel/x/x.c,int g(,function,never' >gaps.csv
checks another_function 1 "not reached and not explained: cmodel/x/x.c:4: line: return 1;"
printf '%s\n' $header 'cmodel/*/x.c,return 1;,line,never' 'cmodel/x/x.c,if (a),branch,never' >gaps.csv
info 5 0 >coverage.info
checks row_of_what_is_reached 1 "gaps.csv:2: cmodel/*/x.c: all of it is reached"
printf '%s\n' $header 'cmodel/x/x.c,if (a),line,never' >gaps.csv
checks row_of_another_kind 1 "not reached and not explained: cmodel/x/x.c:3: branch"
printf '%s\n' $header 'cmodel/y/*.c,if (a),branch,never' >gaps.csv
checks row_of_another_file 1 "not reached and not explained: cmodel/x/x.c:3: branch"
printf '%s\n' $header 'cmodel/x/x.c,if (a),branch,' >gaps.csv
checks no_reason 1 "gaps.csv:2: cmodel/x/x.c: expected a text and a reason"
printf '%s\n' $header 'cmodel/x/x.c,,branch,never' >gaps.csv
checks no_text 1 "gaps.csv:2: cmodel/x/x.c: expected a text and a reason"

: >coverage.info
echo $header >gaps.csv
checks nothing_was_measured 1 "expected files of cmodel/ in coverage.info"

[[ $failed = 0 ]] || exit 1
echo "gaps.py: 15 cases passed"
