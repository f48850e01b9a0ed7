# The recorded sweep of settings that are chosen for each workload (sweeps/best.yaml): the result file is
# the sweep's and is not stale: every workload and every policy is measured again. (Its tables: tables.sh.)
. "$(dirname "$0")/lib.sh"
recorded=$source/docs/results/best.csv
sweep=$source/sweeps/best.yaml

run best_100_compact 0 "$lockwarp" report "$recorded" --csv
cmp -s out "$recorded" || fail 'the file is not what --csv writes'
run best_101_runs 0 "$lockwarp" sweep "$sweep" --db none.db --dry-run
sed -n 's/^to do *[0-9.]* *//p' out | sort >of_sweep
# column NAME: of the result file, whose cells hold no commas.
column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$recorded"
}
column command | sort -u >of_file
cmp -s of_sweep of_file || fail "the sweep's runs are others: $(diff of_sweep of_file | head -4)"

# The first tiny run of every series and workload.
paste -d, <(column scale) <(column series) <(column workload) <(column cycles) <(column command) |
    awk -F, '$1 == "tiny" && !seen[$2, $3]++ { print $4 "," $5 }' >again
name=best_110_measured_again
[ "$(wc -l <again)" -ge 50 ] || fail "only $(wc -l <again) runs"
while IFS=, read -r cycles line; do
    cases=$((cases + 1))
    command=("$line")
    eval "timeout $guard ${line/#lockwarp/\"\$lockwarp\"} --json again.json" >out 2>err </dev/null
    [ "$(number again.json cycles)" = "$cycles" ] || fail "$(number again.json cycles) cycles; recorded $cycles"
done <again
finish
