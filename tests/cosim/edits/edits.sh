#!/bin/bash
# One changed line of RTL drives the simulator: under -e rtl the module alone decides, so that its
# statistics change and nothing hangs or lies; -e lockstep reports the first difference; -e c does
# not change.
#
#   edits.sh LOCKWARP ROOT LIST short|long
#
# The sources are a copy with the edit (LW_ROOT), from which the program makes its models.
set -u
lockwarp=$1 root=$2 list=$3 form=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failures=0 edits=0
failed() {
    echo "FAIL $*"
    failures=$((failures + 1))
}
declare -A run=(
    [mrpb]="-c mrpb-s -p mrpb"
    [slot]="-c mrpb-s -p mrpb --set mrpb.form=slot"
    [abyp]="-c abyp-gcn -p abyp"
)
# simulate RUN ENGINE NAME: statistics without what may differ in NAME.json, messages in NAME.err
simulate() {
    # shellcheck disable=SC2086
    timeout 3000 "$lockwarp" run -w bfs --scale tiny ${run[$1]} -e "$2" --json out.json >"$3.out" 2>"$3.err"
    status=$?
    sed -e '/^  "engine": /d' -e '/^  "host": {/,/^  }/d' out.json >"$3.json" 2>/dev/null
    rm -f out.json
}
for name in "${!run[@]}"; do
    simulate "$name" c "$name"
    [[ $status -eq 0 ]] || failed "$name: engine c ended with $status"
done

export LW_ROOT=$scratch/root XDG_CACHE_HOME=$scratch/cache
mkdir -p root
cp -r "$root"/{rtl,cmodel,tb} root/
while read -r sample kind name file edit; do
    [[ -z $sample || $sample == '#'* ]] && continue
    [[ $form == short && $sample != short ]] && continue
    edits=$((edits + 1))
    what="$name, $file: $edit"
    sed -E "$edit" "$root/rtl/$file" >"root/rtl/$file"
    if cmp -s "$root/rtl/$file" "root/rtl/$file"; then
        failed "$what: changes nothing"
        continue
    fi
    simulate "$name" rtl edited
    if [[ $kind == other ]]; then
        [[ $status -eq 0 ]] && grep -q 'result correct' edited.err ||
            { failed "$what: -e rtl ended with $status"; head -5 edited.err; }
        cmp -s edited.json "$name.json" && failed "$what: -e rtl has the statistics of -e c"
        simulate "$name" lockstep both
        [[ $status -eq 1 ]] && grep -q 'model and RTL differ' both.err ||
            { failed "$what: -e lockstep ended with $status"; head -5 both.err; }
    else
        [[ $status -eq 1 ]] || failed "$what: -e rtl ended with $status, expected 1"
        grep -qE 'nothing has moved for|a request that it does not hold|internal error' edited.err ||
            { failed "$what: no conservation error, no watchdog"; head -5 edited.err; }
        grep -qE '^unit of sm[0-9]+, engine rtl: mrpb' edited.err || failed "$what: the unit is not named"
    fi
    cp "$root/rtl/$file" "root/rtl/$file"
done <"$list"
echo "$edits edits, $failures failures"
[[ $failures -eq 0 && $edits -gt 0 ]]
