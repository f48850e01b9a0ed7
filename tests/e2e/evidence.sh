# What is recorded of the units beside runs (docs/results/evidence): of these sources, read and shown as it is, made again.
. "$(dirname "$0")/lib.sh"
recorded=$source/docs/results/evidence
results=$source/docs/results/sweeps/abyp.csv

# Rows of other sources than these: ./dev evidence -u UNIT KIND measures them anew.
run evidence_100_current 0 "$lockwarp" list evidence
grep ' stale ' out | while read -r unit kind _; do echo "  stale: ./dev evidence -u $unit $kind"; done | sort -u
grep -q ' stale ' out && fail 'recorded evidence is of other sources'
grep -q ' failed ' out && fail 'recorded evidence of a check that failed'
current=$(grep -c ' current ' out)
[ "$current" = "$(tail -qn +2 "$recorded"/*.csv | grep -c .)" ] || fail "$current rows are known; the files have others"
grep ' not run$' out | sed 's/^/  /'

# A unit's row with another hash is shown as stale, and no other.
name=evidence_110_stale cases=$((cases + 1))
sed -n '1p;/^abyp.table,paper,nangate45,flops,/s/flops,,[0-9a-f]*,/flops,,0123456789abcdef,/p' "$recorded/synth.csv" >stale.csv
[ "$(wc -l <stale.csv)" = 2 ] || fail 'no row of abyp.table'
run evidence_111_report 0 "$lockwarp" report "$results" stale.csv -o stale.html
run evidence_112_report 0 "$lockwarp" report "$results" -o page.html
[ "$(grep -c '<tr class="is-stale"' stale.html)" = 1 ] || fail "$(grep -c 'class="is-stale"' stale.html) stale rows; expected one"
grep '<tr class="is-stale"' stale.html | grep -q 'abyp.table.*stale: the RTL or the flow has changed' || fail 'the row does not say so'
grep -q '; 1 are <b>stale</b>' stale.html || fail 'not counted'
grep -q 'is-stale"\|STALE' page.html && fail 'stale where nothing is'
sed -n '1p;/^abyp.l2bit,/s/,passed,/,failed,/;/^abyp.l2bit,large,random/p' "$recorded/cosim.csv" >failed.csv
run evidence_113_failed 0 "$lockwarp" report "$results" failed.csv -o failed.html
grep -q 'FAILED</span>' failed.html || fail 'a failed comparison is not shown'
grep -q 'FAILED</span>' page.html && fail 'a failed comparison where there is none'
grep -q 'No unit of it is in this program' page.html || [ "$("$lockwarp" list units | sed 's/[. ].*//' | sort -u | grep -c '^\(apcm\|apres\|las\|mrpb\)$')" = 4 ] ||
    fail 'papers without units are not said to be so'

# Files that are no evidence.
evidence() { # NAME REGEX SED: refused, of the committed file changed so
    sed "$3" "$recorded/synth.csv" >bad.csv
    refuses "$1" "$2" "$lockwarp" report "$results" bad.csv
}
evidence evidence_200_columns 'bad.csv:1: .*no kind of evidence' '1s/,bits,/,bit,/'
evidence evidence_201_geometry 'bad.csv:2: geometry is "tiny"' '2s/,paper,/,tiny,/'
evidence evidence_202_result 'bad.csv:3: result is "perhaps"; expected passed or failed' '3s/,passed,/,perhaps,/'
evidence evidence_203_number 'bad.csv:2: [a-z0-9_]* is "x[0-9]*"; expected a number' '2s/flops,,\([0-9a-f]*,[0-9a-f]*\),/flops,,\1,x/'
: >y
refuses evidence_204_activity '--evidence: .*--activity' "$lockwarp" synth -u abyp --exact --evidence x.csv --activity y
refuses evidence_205_library "--evidence: './x.lib' has no name" "$lockwarp" synth -u abyp --liberty ./x.lib --evidence x.csv
[ -e x.csv ] && fail 'made a file'

# again KIND ROW: the row's command makes the row. The key's place in the file is the row's.
again() {
    local line=${2##*,} file=again_$1.csv
    run "evidence_3_$1_${2%%,*}" 0 bash -c "${line/#lockwarp/$lockwarp} --evidence $file"
    grep -qxF -- "$2" "$file" || fail "recorded $2; now $(tail -1 "$file")"
}
if "$lockwarp" cosim -u common.prio_enc -n 10 >/dev/null 2>&1; then
    while read -r row; do again cosim "$row"; done < <(grep '^common.prio_enc,' "$recorded/cosim.csv")
    grep '^unit\|^common.prio_enc,' "$recorded/cosim.csv" | cmp -s - again_cosim.csv || fail 'not the file that is recorded'
    again cosim "$(grep -m1 '^common.prio_enc,' "$recorded/cosim.csv")"
    grep '^unit\|^common.prio_enc,' "$recorded/cosim.csv" | cmp -s - again_cosim.csv || fail 'a row made twice is there twice'
    # The stimulus is in no hash: directed steps of every unit, which are made in no time, still are as many.
    while read -r row; do again directed "$row"; done < <(grep ',small,directed,' "$recorded/cosim.csv")
    refuses evidence_310_kind 'again_cosim.csv:1: is of another kind than synth' \
        "$lockwarp" synth -u common.prio_enc --geometry small --evidence again_cosim.csv
else
    echo 'without RTL: cosim is not measured again'
fi
if command -v yosys >/dev/null && [ -e /usr/share/qflow/tech/osu018/osu018_stdcells.lib ]; then
    again synth "$(grep '^common.prio_enc,paper,osu018,' "$recorded/synth.csv")"
    # A unit with other parameters is a row of its own, by its values and not by how they were typed.
    name=evidence_320_params cases=$((cases + 1))
    fixed() { "$lockwarp" synth -u mrpb.drain_sel --exact --geometry small --evidence params.csv "$@" >/dev/null; }
    fixed && fixed --param policy=0 && fixed --param policy=00 && fixed --param policy=5 || fail 'not synthesized'
    [ "$(cut -d, -f1-5 params.csv)" = 'unit,geometry,library,memories,params
mrpb.drain_sel,small,osu018,flops,
mrpb.drain_sel,small,osu018,flops,policy=0' ] || fail "rows $(cut -d, -f1-5 params.csv)"
    area() { awk -F, -v p="$1" 'NR > 1 && $5 == p { print $15 }' params.csv; }
    awk -v a="$(area '')" -v b="$(area policy=0)" 'BEGIN { exit !(b > 0 && b < a) }' || fail "a fixed policy takes $(area policy=0) of $(area '')"
    row=$(grep ',policy=0,' params.csv)
    again params "$row"
    again params "$(grep 'flops,,' params.csv)"
    cmp -s params.csv again_params.csv || fail 'the commands do not make the file'
    run evidence_321_report 0 "$lockwarp" report "$results" params.csv -o params.html
    grep -q 'OSU 0.18 µm, policy=0, small' params.html || fail 'the row does not name its parameters'
else
    echo 'without Yosys or OSU 0.18 um: synth is not measured again'
fi
finish
