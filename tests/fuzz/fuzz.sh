#!/bin/bash
# What `./dev fuzz` does, in the folder of the sources, once build/ and build-fuzz/ are built:
#
#   fuzz.sh [READER...] [--runs N | --seconds N]   searches, each reader for so long (default 60 s)
#   fuzz.sh --record [READER...]                   goes on until every reader has its executions, and
#                                                  keeps docs/results/fuzz.csv up to date
#   fuzz.sh --check ...                            only looks whether the rest can be asked for; needs no build
#
# build/fuzz/READER has what lasts from one call to the next: corpus/, found/ (what made the reader
# fail), and the counts of the record. A record can be stopped at any time and goes on from there.
set -euo pipefail
build=build/tests/fuzz fuzzers=build-fuzz/tests/fuzz state=build/fuzz covered=build-coverage
table=tests/fuzz/readers.txt csv=docs/results/fuzz.csv
# A reader that ever made more than `fast` executions in a second of processor time needs fast_runs: other
# work on the machine makes it no slower in this sense.
fast=10000 fast_runs=10000000 slow_runs=1000000
log=log                                         # a record has logs of its own
chunk=300                                       # seconds until a record's counts are written down
# What is freed is kept for a short while only, and the stack of an allocation is not: allocations are most of the time.
asan=quarantine_size_mb=1:malloc_context_size=1:max_malloc_fill_size=0

say() { printf '== fuzz: %s\n' "$*" >&2; }
die() { printf 'fuzz: %s\n' "$*" >&2; exit 2; }
readers() { awk '/^[a-z]/ { print $1 }' $table; }
column() { awk -v r="$1" -v k="$2" '$1 == r { if (k < 5) print $k; else for (i = k; i <= NF; i++) print $i }' $table; }
count() { cat "$state/$1/$2" 2>/dev/null || echo 0; }
newest_corpus_line() { grep -ao 'cov: [0-9]* ft: [0-9]*' "$state/$1/$log" | tail -n 1; }

# Seeds of the program that was built last. Two calls at once make them once.
make_seeds() {
    (
        flock 9
        [ $build/seeds/.made -nt build/lockwarp ] || bash tests/fuzz/seeds.sh build . $build/seeds
    ) 9>$state/.lock
}

# prepare READER: folders and dictionary
prepare() {
    local at=$state/$1
    mkdir -p "$at/corpus" "$at/found"
    $build/fuzz_words "$1" >"$at/words"
}

# libFuzzer's clock goes on while a busy machine, or a stopped process, does not: an input took too long
# where it takes more than ten seconds of processor time. 0: none did, and those kept as such are gone.
false_alarm() {
    local file
    for file in "$state/$1"/found/timeout-*; do
        (ulimit -t 10 && "$fuzzers/fuzz_$1" -timeout=100000 "$file" >/dev/null 2>&1) || return 1
        rm "$file"
    done
}

# search READER LIMIT...: one run of libFuzzer; its status
search() {
    local reader=$1 at=$state/$1 folders=() status=0
    shift
    folders=("$at/corpus" "$build/seeds/$reader")
    [ ! -d "tests/fuzz/crashes/$reader" ] || folders+=("tests/fuzz/crashes/$reader")
    [ ! -s "$at/words" ] || set -- "$@" -dict="$at/words"
    ASAN_OPTIONS=$asan "$fuzzers/fuzz_$reader" "$@" -max_len="$(column "$reader" 2)" -timeout=10 \
        -entropic=0 -rss_limit_mb=1500 -print_final_stats=1 -reload=0 -artifact_prefix="$at/found/" "${folders[@]}" \
        >"$at/$log" 2>&1 || status=$?
    [ $status != 70 ] || ! false_alarm "$reader" || status=0 # 70: libFuzzer's status for its clock
    return $status
}

stat_of() { awk -v s="stat::$2:" '$1 == s { print $2 }' "$state/$1/$log"; }

# tell READER STATUS: what a search found
tell() {
    if [ "$2" = 0 ]; then
        say "$1: $(stat_of "$1" number_of_executed_units) executions, $(newest_corpus_line "$1")"
        return 0
    fi
    say "$1 failed: $(grep -am 1 -E 'ERROR:|runtime error:|did not say|several lines' "$state/$1/$log" || echo 'see the log')"
    say "  the input is in $state/$1/found, the log is $state/$1/$log"
    return 1
}

# ---- The record ----

# Hash of a reader's own sources and its harness: what the executions of a record were made with.
sources_of() {
    # shellcheck disable=SC2046
    cat "tests/fuzz/$1.c" $(column "$1" 5) | sha256sum | cut -c1-12
}

# Executions of other sources than today's do not count; the corpus stays. Where this folder has none of
# today's, those that the CSV has of them count.
begin_again_if_changed() {
    local at=$state/$1 now
    now=$(sources_of "$1")
    [ "$(count "$1" sources)" != "$now" ] || return 0
    awk -F, -v r="$1" -v now="$now" '$1 == r && $10 == now { n = $2; rate = $3 } END { print n + 0; print rate + 0 }' \
        $csv >"$at/recorded"
    head -n 1 "$at/recorded" >"$at/executions"
    tail -n 1 "$at/recorded" >"$at/rate"
    rm "$at/recorded"
    echo "$now" >"$at/sources"
}

forget() {
    echo 0 >"$state/$1/executions"
    echo 0 >"$state/$1/rate"
}

# Lines of the reader's own sources that the corpus reaches, and lines in all; "," if that fails.
lines() {
    local reader=$1 root=$PWD dir=$PWD/$state/$1/gcov source object
    rm -rf "$dir" && mkdir -p "$dir"
    GCOV_PREFIX=$dir "$covered/tests/fuzz/fuzz_$reader" "$state/$reader/corpus" "$build/seeds/$reader" \
        >/dev/null 2>&1 || { echo ,; return; }
    for source in $(column "$reader" 5); do # a pattern becomes the files that it names
        object=$(cd "$covered" && ls -d ./*/CMakeFiles/*.dir/"${source#*/}".gcno 2>/dev/null | head -n 1)
        [ -n "$object" ] || continue
        cp "$covered/$object" "$dir$root/$covered/$(dirname "$object")/" 2>/dev/null || continue
        (cd "$dir" && gcov -n "$dir$root/$covered/${object%.gcno}.gcda" 2>/dev/null) |
            grep -A 1 "^File '.*/$source'$" | sed -n 's/^Lines executed:\(.*\)% of \(.*\)/\1 \2/p'
    done | awk '{ hit += $1 * $2 / 100; all += $2 } END { printf "%.0f,%d\n", hit, all }'
    rm -rf "$dir"
}

# A row of the CSV in place of the reader's last one.
write_row() {
    local reader=$1 at=$state/$1 kept row
    kept=$(find "tests/fuzz/crashes/$reader" -type f 2>/dev/null | wc -l)
    row=$reader,$(count "$reader" executions),$(count "$reader" rate)
    row+=,$(find "$at/corpus" -type f | wc -l),$(find "$at/corpus" -type f -printf '%s\n' | awk '{ n += $1 } END { print n + 0 }')
    row+=,$(newest_corpus_line "$reader" | cut -d' ' -f2),$(count "$reader" lines),$kept,$(count "$reader" sources),$(date -u +%F)
    (
        flock 9
        {
            echo reader,executions,per_second,corpus_files,corpus_bytes,edges,lines_reached,lines,crashes_kept,sources,date
            { grep -v "^reader,\|^$reader," $csv 2>/dev/null || true; echo "$row"; } | sort
        } >$state/.csv
        mv $state/.csv $csv
    ) 9>$state/.lock
}

wanted() {
    [ "$(count "$1" rate)" -gt $fast ] && echo $fast_runs || echo $slow_runs
}

complete() { [ "$(count "$1" executions)" -ge "$(wanted "$1")" ]; }

# One piece of a reader's record. What fails begins again at none: the executions of the record are
# those after the last failure.
piece() {
    local reader=$1 at=$state/$1 status=0 cpu left kept made
    prepare "$reader"
    left=$(($(wanted "$reader") - $(count "$reader" executions)))
    kept=$(find "$at/corpus" -type f | wc -l) # run first, each once: they are no new executions
    TIMEFORMAT='%U %S'
    { time search "$reader" -max_total_time=$chunk -runs=$((left + kept)) 2>&1; } \
        2>"$at/time" || status=$?
    # Stopped, by a signal to this script or to libFuzzer (72): the pieces that are written down stay.
    case $status in 72 | 130 | 137 | 143) exit $status ;; esac
    cpu=$(tail -n 1 "$at/time")
    if [ $status != 0 ]; then
        forget "$reader"
        tell "$reader" $status || return 1
    fi
    made=$(stat_of "$reader" number_of_executed_units)
    [ -n "$made" ] || die "$reader: $at/$log says no number of executions: was the folder removed meanwhile?"
    awk -v n="$made" -v before="$(count "$reader" rate)" \
        '{ now = $1 + $2 ? int(n / ($1 + $2)) : 0; print (now > before ? now : before) }' <<<"$cpu" >"$at/rate.new"
    made=$((made - kept))
    echo $(($(count "$reader" executions) + (made > 0 ? made : 0))) >"$at/executions.new"
    mv "$at/executions.new" "$at/executions"
    mv "$at/rate.new" "$at/rate"
    lines "$reader" >"$at/lines"
    write_row "$reader"
}

# The readers of one process, one after the other, each until it is complete or has failed. A reader
# that the CSV already has complete keeps its row.
record_some() {
    local failed='' reader
    for reader in "$@"; do
        mkdir -p "$state/$reader"
        while begin_again_if_changed "$reader" && ! complete "$reader"; do
            piece "$reader" || { failed+=" $reader"; break; }
        done
    done
    [ -z "$failed" ] || { say "failed:$failed"; return 1; }
}

record() {
    local jobs=${LW_JOBS:-2} k status=0 pids=() mine=()
    [ "$jobs" -le 2 ] || jobs=2
    for ((k = 0; k < jobs; k++)); do
        mapfile -t mine < <(printf '%s\n' "$@" | awk -v k=$k -v n="$jobs" 'NR % n == k')
        [ ${#mine[@]} = 0 ] || { record_some "${mine[@]}" & pids+=($!); }
    done
    # shellcheck disable=SC2064
    trap "pkill -P $(IFS=,; echo "${pids[*]}") || true; kill ${pids[*]} 2>/dev/null || true" INT TERM HUP
    for k in "${pids[@]}"; do wait "$k" || status=1; done
    return $status
}

main() {
    local names=() limit=(-max_total_time=60) record='' check='' reader rc status=0
    while [ $# -gt 0 ]; do
        case $1 in
        --runs | --seconds)
            [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || die "$1 needs a number, at least 1"
            [ "$1" = --runs ] && limit=("-runs=$2") || limit=("-max_total_time=$2")
            shift 2 ;;
        --record) record=1; shift ;;
        --check) check=1; shift ;;
        -*) die "unknown option $1; expected --runs N, --seconds N or --record" ;;
        *) readers | grep -qx "$1" || die "no reader '$1'; expected one of: $(readers | tr '\n' ' ')"
           names+=("$1"); shift ;;
        esac
    done
    [ -z "$check" ] || return 0
    [ ${#names[@]} -gt 0 ] || mapfile -t names < <(readers)
    mkdir -p $state
    make_seeds
    [ -z "$record" ] || { log=record-log; record "${names[@]}"; return; }
    for reader in "${names[@]}"; do
        prepare "$reader"
        rc=0
        search "$reader" "${limit[@]}" || rc=$?
        tell "$reader" $rc || status=1
    done
    return $status
}

main "$@"; exit
