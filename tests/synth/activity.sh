#!/bin/bash
# From lockstep to power: `cosim --activity` writes toggle counts that `synth --activity` takes.
#
#   activity.sh LOCKWARP
set -u
lockwarp=$1
for tool in yosys sta; do
    command -v $tool >/dev/null || { echo "skipped: $tool not found"; exit 77; }
done
[[ -e /usr/share/qflow/tech/osu018/osu018_stdcells.lib ]] || { echo "skipped: no osu018"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
one=(-u abyp --exact --geometry small)
if ! "$lockwarp" cosim "${one[@]}" -n 20000 --activity counts >/dev/null 2>said; then
    grep -q Verilator said && { echo "skipped: built without RTL engines"; exit 77; }
    cat said
    exit 1
fi
"$lockwarp" synth "${one[@]}" --json assumed.json >/dev/null || exit 1
"$lockwarp" synth "${one[@]}" --activity counts --json counted.json >/dev/null || exit 1
watts() { sed -n 's/.*"dynamic_w":[[:space:]]*\([0-9.e-]*\).*/\1/p' "$1"; }
grep -q '"source":[[:space:]]*"file"' counted.json || { echo "FAIL: source"; exit 1; }
echo "dynamic W: assumed $(watts assumed.json), counted $(watts counted.json)"
[[ -n $(watts counted.json) && $(watts assumed.json) != $(watts counted.json) ]]
