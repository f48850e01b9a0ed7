#!/bin/bash
# seeds.sh BUILD SOURCE OUT: seeds for every reader, OUT/READER/*, from the repository's own files and
# from what the program writes. BUILD has lockwarp and tests/fuzz/fuzz_recorder.
set -euo pipefail
build=$1 source=$(realpath "$2") out=$3
# shellcheck source=../e2e/sqlite.sh
. "$source/tests/e2e/sqlite.sh"
lockwarp=$(realpath "$build/lockwarp") recorder=$(realpath "$build/tests/fuzz/fuzz_recorder")
rm -rf "$out"
mkdir -p "$out"
out=$(realpath "$out")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# Some name files, which are found from where the readers run.
data=$source/tests/e2e/data

# seed READER NAME: standard input
seed() {
    mkdir -p "$out/$1"
    cat >"$out/$1/$2"
}

# small BYTES FILE...: those that are not longer
small() {
    local most=$1 file
    shift
    for file in "$@"; do [ "$(stat -c %s "$file")" -gt "$most" ] || printf '%s\n' "$file"; done
}

name_of() { echo "$(basename "$(dirname "$1")")-$(basename "$1")"; }

ptx() {
    local file reader
    small 4096 "$data"/*.ptx "$data"/*/*.ptx "$source"/tests/nvcc/*.ptx "$source"/sim/workload/*/*.ptx \
        "$source"/sim/micro/*.ptx "$source"/tests/unit/data/*.ptx "$source"/tests/unit/data/nvcc/*.ptx |
        while read -r file; do
            for reader in ptx slice execute; do sed 's,//.*,,' "$file" | seed $reader "$(name_of "$file")"; done
        done
    { cat "$data"/vecadd.ptx; echo =====; cat "$data"/blend.ptx; } | seed ptx two
}

launch() {
    local file
    for file in "$data"/*.yaml "$data"/*/*.yaml; do seed launch "$(name_of "$file")" <"$file"; done
    seed launch all <"$source"/tests/fuzz/all.launch.yaml
    printf '\x081 2 3e5 -4.25 .5 6. 0 -0\n' | seed numbers f32
    printf '\x041 2 3 4 5 6 7 0x8\n' | seed numbers u32
    printf '\x0a12345678' | seed numbers raw
}

configs() {
    local preset
    for preset in apcm-fermi apres las mrpb-s; do
        grep -v '^ *#' "$source/sim/gpu/configs/$preset.yaml" | seed config $preset
    done
    printf 'base: apres\nl1_ways: 4\nmemory_mb: 64\nenergy: abyp-table3\n' | seed config based
    printf 'mrpb+abyp\nl1_ways=4\nmrpb.depth=4\nabyp.threshold=2\n3-9\nqueues=4\n384x64/1r1w\npaper\n' | seed options mixed
    printf '\nn_sms=4\nl2_replacement=plru\nmemory_mb=16\n2\ndepth=7\n64x8/1rw\n' | seed options plain
}

sweeps() {
    local file
    small 2048 "$source"/sweeps/*.yaml | while read -r file; do grep -v '^ *#' "$file" | seed sweep "$(name_of "$file")"; done
    seed sweep all <<'END'
doc: all forms
groups:
  - series: base
    workloads: [bfs, {name: spmv, variant: csr}, {ptx: tests/e2e/data/vecadd.ptx, launch: tests/e2e/data/vecadd.yaml}]
    configs: [apres, tests/plain.yaml]
    policies: [none, mrpb]
    overrides: [{}, {l1_ways: 4}]
    scale: tiny
    seeds: [1, 2]
    engine: c
    quick: {seeds: [1]}
END
    { echo 'quick 0'; for k in 0 0 1; do printf '%d %064d\n' $k $k; done; } | seed tasks three
}

traces() {
    local t=$data/trace
    { cat "$t/kernelslist.g"; echo =====; cat "$t/kernel-1.traceg"; echo =====; cat "$t/kernel-2.traceg"; } |
        seed accelsim two
    { echo kernel-1.traceg; echo =====; cat "$t/kernel-2.traceg"; } | seed accelsim one
    "$recorder" trace record --ptx "$data/vecadd.ptx" --launch "$data/vecadd.yaml" --functional -o vecadd.lwt 2>/dev/null
    seed native vecadd <vecadd.lwt
    seed export vecadd <vecadd.lwt
    seed archive list <"$t/kernelslist.g"
    seed archive native <vecadd.lwt
    tar -C "$t" --format=ustar -cf trace.tar kernelslist.g kernel-2.traceg
    seed archive tar <trace.tar
    gzip -nc trace.tar | seed archive gz
    command -v zstd >/dev/null && zstd -qc trace.tar | seed archive zst
    xz -c trace.tar | seed archive xz
}

stimuli() {
    local file
    for file in "$source"/docs/units/timing/*.stim; do seed stimulus "$(basename "$file")" <"$file"; done
    command -v zstd >/dev/null && zstd -qc "$file" | seed stimulus compressed
    return 0
}

checkpoints() {
    local k
    for k in 0 1 2 3 4; do printf "\\x0$k" | seed checkpoint machine-$k; done
    printf '\x00\x10\x00\x00\x00\xff\xff\xff\xff' | seed checkpoint change
    "$recorder" run --ptx "$data/vecadd.ptx" --launch "$data/vecadd.yaml" --set n_sms=1 --checkpoint-at 100 \
        --checkpoint x.ckpt >/dev/null 2>&1 || true
    if [ -e x.ckpt ]; then
        seed checkpoint_file head <x.ckpt
        if command -v zstd >/dev/null; then # all behind what says which program wrote it
            tail -n +2 x.ckpt | zstd -qdc >x.plain
            { printf '\x01'; tail -c "+$(($(grep -abo -m 1 settings x.plain | cut -d: -f1) + 1))" x.plain; } >x.behind
            head -c 3000 x.behind | seed checkpoint_file content
        fi
    fi
    printf 'lockwarp checkpoint 1\n\x28\xb5\x2f\xfd\x20\x00\x01\x00\x00' | seed checkpoint_file empty
}

databases() {
    local old=$source/tests/unit/data/database_v1.sql
    "$lockwarp" run -w bfs -c abyp-gcn --scale tiny --db now.db --json now.json >/dev/null 2>&1
    "$lockwarp" run -w bfs -c apres --scale tiny --json other.json >/dev/null 2>&1
    if command -v sqlite3 >/dev/null; then
        sqlite3 now.db >/dev/null <<'END'
PRAGMA busy_timeout = 60000;
DELETE FROM stats WHERE name NOT IN ('cycles', 'l1d.misses');
DELETE FROM settings WHERE name NOT LIKE 'l1_w%';
DELETE FROM per_pc;
DELETE FROM series;
PRAGMA journal_mode = DELETE;
PRAGMA page_size = 512;
VACUUM;
END
        sqlite3 -cmd 'PRAGMA page_size = 512' old.db <"$old" >/dev/null
        seed database now <now.db
        seed database version-1 <old.db
        rm now.db
    fi
    { cat now.json; echo =====; cat other.json; } | seed json two
    jsons
}

# A result without its long lists: what is compared, in less bytes.
jsons() {
    local file
    for file in now other; do
        sed '/"per_load": \[/,/^  \]/d; /"config": {/,/^  }/d' $file.json | tr -s ' \n' ' ' >short-$file.json
    done
    { cat short-now.json; echo =====; cat short-other.json; } | seed json short
    printf '{"schema": "lockwarp.run/1", "totals": {"cycles": 12345678901234567890, "l1d": {"misses": 3}}}' |
        seed json number
}

# The first lines of FILE, without columns of statistics.
few() { head -n "$2" "$1"; }

reports() {
    local file kind k=0
    seed csv quoted <<'END'
a,b,"c ""quoted"""
1,"two
lines",
,,3
END
    for file in "$source"/docs/results/sweeps/*.csv; do
        few "$file" 3 | seed results "$(basename "$file")"
        few "$file" 3 | cut -d, -f1-18 | seed results "few-$(basename "$file")"
    done
    for kind in synth cosim mutation coverage exhaustive one_step prove; do
        few "$source/docs/results/evidence/$kind.csv" 5 | seed evidence $kind
        few "$source/docs/results/evidence/$kind.csv" 3 | seed csv $kind
    done
    cat "$source"/data/figures.csv "$source"/data/plots.csv | grep -oE '(\[[^],;"]+\]|[a-z]+)\.(\[[^],;"]+\]|[a-z_]+) [-+*/] [^,";]+' | sort -u | sed -n 1,40p |
        while read -r file; do printf '%s' "$file" | seed formula "figure-$((k++))"; done
    printf '2 * bits.[abyp.l2bit] / 8' | seed formula bits
    printf 'base.cycles / [least cycles of pcal].cycles - [base@nw].cycles * [$]."l1d.misses"' | seed formula least
    printf '[synth@apcm/paper/nangate45/flops].area_um2 / max([sram@384x64/1rw].area_mm2, 1)' | seed formula hardware
    printf '((((1))))+-2.5e3' | seed formula brackets
    k=0
    for file in papers paper-figures scopes figures beside causes plots alternatives rows statistics; do
        { printf "\\x0$k"; head -n 8 "$source/data/$file.csv"; } | seed catalog $file
        k=$((k + 1))
    done
}

synthesis() {
    local file
    seed liberty tiny <<'END'
/* two cells */ library(tiny) {
  time_unit : "1ns"; // comment
  operating_conditions(typical) { process : 1; }
  cell (NAND2X1) { area : 2.5; pin(A) { direction : input; } }
  cell(DFFX1) { ff ("IQ", "IQN") { next_state : "D"; } pin(Q) { function : "IQ"; } area : 7; }
  cell(LATX1) { latch ("IQ", "IQN") { enable : "G"; } area : 3 }
}
END
    gzip -nc "$out/liberty/tiny" | seed liberty compressed
    seed activity mrpb <<'END'
lockwarp-activity 1
unit mrpb # comment
cycles 1000
push 0 0 500
END
    few "$source/synth/sram_45nm.csv" 14 | seed sram table
    for file in "$source"/tests/fuzz/netlist*.json; do seed netlist "$(basename "$file")" <"$file"; done
}

graphs() {
    printf '\x00%%%%MatrixMarket matrix coordinate real general\n%% c\n2 3 2\n1 1 1.5\n2 3 -2e1\n' | seed graph real
    printf '\x02%%%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 4\n3 3 1\n' | seed graph symmetric
    printf '\x00%%%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 1 4\n' | seed graph skew
    printf '\x01%%%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n' | seed graph pattern
    printf '\x02c road\np sp 3 2\na 1 2 7\na 2 3 1\n' | seed graph paths
    printf '\x01c colours\np edge 3 2\ne 1 2\ne 3 3\nn 1 5\n' | seed graph colouring
    printf '\x022\n0 1\n1 1\n\n0\n2\n1 5\n0 3\n' | seed graph rodinia
}

trees() {
    seed yaml forms <<'END'
# every form
a: {b: [1, -2.5, 0x1f, true, null, "quoted \u00e9", 'single ''quotes''']}
c:
  - d: |
      literal
      text
    e: >-
      folded
      text
  - plain text
"f": []
END
    printf 'a: &x 1\nb: *x\n' | seed yaml alias
    printf -- '---\n!!str a: b\n...\n' | seed yaml tag
}

ptx
launch
configs
sweeps
traces
stimuli
checkpoints
databases
reports
synthesis
graphs
trees
for reader in $(awk '/^[a-z]/ { print $1 }' "$source/tests/fuzz/readers.txt"); do
    [ -d "$out/$reader" ] || { echo "no seed of $reader" >&2; exit 1; }
done
touch "$out/.made"
