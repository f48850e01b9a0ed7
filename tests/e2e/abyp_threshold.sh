# The recorded sweep over abyp's threshold: sweeps/abyp-threshold.yaml has the runs of docs/results/abyp-default.csv; the
# shortest are measured again. (The tables made of it: tables.sh.)
. "$(dirname "$0")/lib.sh"
recorded=$source/docs/results/abyp-default.csv

# A run a row: the workloads as the table names them.
run abyp_threshold_101_runs 0 "$lockwarp" sweep "$source/sweeps/abyp-threshold.yaml" --db none.db --dry-run
sed -n 's/^to do *[0-9.]* *lockwarp run -w \([a-z0-9_]*\)\( --kernel-variant [a-z]*\)\{0,1\} -c abyp-gcn/\1\2/p' out |
    sed 's/^kmeans --kernel-variant global/kmeans/; s/^spmv --kernel-variant csr/csr/; s/^spmv/spmv_jds/; s/^csr/spmv/; s/ --set l1_sets=64$/ 32KB/
        s/ -p abyp --set abyp.threshold=/ abyp-/; s/^\([a-z0-9_]*\)$/\1 baseline/; s/ /,default,/' | sort >of_sweep
tail -n +2 "$recorded" | cut -d, -f1-3 | sort >of_file
[ -s of_sweep ] && cmp -s of_sweep of_file || fail "the sweep's runs are others: $(diff of_sweep of_file | head -4)"

# dct's, as the whole sweep stores them.
cat >abyp-threshold.yaml <<'END'
groups:
  - {series: baseline, workloads: [dct], configs: [abyp-gcn]}
  - {series: 32KB, workloads: [dct], configs: [abyp-gcn], overrides: [{l1_sets: 64}]}
  - {series: abyp, workloads: [dct], configs: [abyp-gcn], policies: [abyp], overrides: [{abyp.threshold: 1}, {abyp.threshold: 15}]}
END
run abyp_threshold_110_sweep 0 "$lockwarp" sweep abyp-threshold.yaml --db again.db
run abyp_threshold_111_again 0 "$lockwarp" report again.db --table abyp-runs --csv
grep -E '^(workload|dct,default,(baseline|32KB|abyp-1|abyp-15)),' "$recorded" >expected
[ "$(wc -l <expected)" = 5 ] && cmp -s out expected || fail "other results: $(diff out expected | head -4)"
# The compact form keeps what the table needs.
run abyp_threshold_112_compact 0 "$lockwarp" report again.db --csv -o again.csv
run abyp_threshold_113_again 0 "$lockwarp" report again.csv --table abyp-runs --csv
cmp -s out expected || fail "other results: $(diff out expected | head -4)"
run abyp_threshold_114_table 0 "$lockwarp" report again.csv --table abyp-threshold
grep -q '^| 15 | +' out || fail 'no table of the runs'
finish
