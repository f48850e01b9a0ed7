#!/bin/bash
# The table of source hashes: the tool on a small tree of its own, and the build's table.
#
#   source_hash.sh TOOL CC BUILD
set -eu
tool=$1 cc=$2 build=$3
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cases=0
fail() {
    echo "source_hash.sh: $name: $*" >&2
    exit 1
}
case_of() { name=$1 cases=$((cases + 1)); }

mkdir -p "$top/src/lib" "$top/src/build/gen" "$top/src/data"
cd "$top/src"
echo '#include "part.h"
#include "made.h"
int a(void) { return part() + MADE; }' >lib/a.c
echo 'int part(void);' >lib/part.h
echo '#include "part.h"
#include "deep.h"
int part(void) { return deep(); }' >lib/part.c
echo 'int deep(void);' >lib/deep.h
echo '#include "deep.h"
int deep(void) { return 1; }' >lib/deep.c
echo 'int other;' >lib/other.c
echo '#define MADE 1' >build/gen/made.h
echo 'int g; /* of the build */' >build/gen/g.c
echo 'two words' >'data/two words'
compile() {
    for c in lib/a lib/part lib/deep lib/other build/gen/g; do
        (cd build && "$cc" -I../lib -Igen -MD -MF "$(basename $c).o.deps" -c "../$c.c" -o "$(basename $c).o")
    done
}
cat >groups <<'END'
plain object a.o
closed object a.o
closed beside part.o
closed beside deep.o
closed beside other.o
closed beside g.o
other object other.o
other data ../data/two words
make deps rule.d
END
# as Verilator writes them, and escaped and continued as make has it
cat >build/rule.d <<'END'
made.cpp made.h  : /bin/sh ../lib/a.c \
 ../data/two\ words gen/made.h
other.cpp: ../lib/other.c
END
table() { (cd build && "$tool" .. . "${1:-../groups}" out.c files.txt); }
hash_of() { sed -n "/{\"$1\",/{n;s/[^0-9a-f]//g;p;}" build/out.c; }
files_of() { sed -n "s/^$1 //p" build/files.txt | tr '\n' ' '; }
is() { [ "$1" = "$2" ] || fail "'$1'; expected '$2'"; }

compile
table
case_of hash_100_objects
is "$(files_of plain)" 'lib/a.c lib/part.h '
case_of hash_101_sources_beside_headers
is "$(files_of closed)" 'lib/a.c lib/deep.c lib/deep.h lib/part.c lib/part.h '
case_of hash_102_data
is "$(files_of other)" 'data/two words lib/other.c '
case_of hash_103_make
is "$(files_of make)" 'data/two words lib/a.c '
case_of hash_104_formula
is "$(hash_of plain)" "$(for f in lib/a.c lib/part.h; do
    echo "$f $(sha256sum <$f | cut -d' ' -f1)"
done | sha256sum | cut -d' ' -f1)"

case_of hash_110_unchanged_is_not_written
touch -d '2001-01-01' build/out.c build/files.txt
table
is "$(find build -newermt 2002-01-01 -name out.c -o -newermt 2002-01-01 -name files.txt)" ''

case_of hash_111_a_change_is_of_its_groups
old="$(hash_of plain) $(hash_of other)" closed=$(hash_of closed)
echo '/* more */' >>lib/deep.c
compile
table
is "$(hash_of plain) $(hash_of other)" "$old"
[ "$(hash_of closed)" != "$closed" ] || fail 'a changed source beside a header changes nothing'

case_of hash_112_a_path_counts
closed=$(hash_of closed)
mv lib/deep.h lib/deeper.h
sed -i 's/"deep.h"/"deeper.h"/' lib/part.c lib/deep.c
compile
table
is "$(files_of closed)" 'lib/a.c lib/deeper.h lib/part.c lib/part.h '

refused() { # NAME REGEX LINE
    case_of "$1"
    echo "$3" >bad
    table ../bad 2>err && fail 'not refused'
    grep -q "$2" err || fail "$(cat err)"
}
refused hash_200_nothing_selected 'group x: no object of lw_y is selected' 'x nothing lw_y'
refused hash_201_no_dependency_file 'z.o.deps' 'x object z.o'
refused hash_202_only_the_builds_own 'group x: no file of the source tree' 'x object g.o'
refused hash_203_kind "unknown kind 'objects'" 'x objects a.o'
refused hash_204_line "expected GROUP KIND FILE" 'x object'
refused hash_205_data_of_the_build 'is not of the source tree' 'x data gen/made.h'
echo 'a.o:' >build/empty.d
refused hash_206_empty 'names no file' 'x deps empty.d'

# The build's own table.
all=$build/gen/source_files.txt
case_of hash_300_a_file_counts_once
is "$(sort "$all" | uniq -d)" ''
case_of hash_301_nothing_of_the_build_or_the_system
is "$(grep -v ' \(app\|cmodel\|rtl\|sim\|synth\|tb\)/' "$all" || true)" ''
case_of hash_302_core_knows_no_rtl_policy_or_workload
is "$(grep '^core \(rtl/\|tb/[^lw]\|sim/policy/abyp\.c\|sim/workload/.*\.c\)' "$all" || true)" ''
case_of hash_303_texts
for w in bfs gemm; do
    is "$(grep -c "^workload:$w sim/workload/$w/$w\.\(c\|ptx\)$" "$all")" 2
done
is "$(grep '^workload:bfs ' "$all" | grep -c /gemm/)" 0
case_of hash_304_parts_of_a_unit
for f in abyp/abyp.c abyp/abyp_table.c abyp/abyp_table_fields.h common/sat_ctr_table.c; do
    grep -qx "unit:abyp:model cmodel/$f" "$all" || fail "no $f"
done
is "$(grep '^unit:abyp.table:model cmodel/abyp/' "$all" | grep -v abyp_table || true)" ''
if grep -q '^rtl ' "$all"; then
    case_of hash_305_modules_of_a_unit
    is "$(grep '^unit:common.cam:rtl rtl/' "$all" | cut -d' ' -f2 | tr '\n' ' ')" 'rtl/common/cam.sv rtl/common/prio_enc.sv '
fi
echo "$cases cases"
