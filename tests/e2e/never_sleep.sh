# Sleep is exact: every workload gives the same statistics when every component is simulated in every
# cycle, and the sleeping run says how much it skipped. One preset and the other in turn.
. "$(dirname "$0")/lib.sh"
for w in $("$lockwarp" list workloads | awk 'NR > 1 { print $1 }'); do
    [ "${c:-}" = apres ] && c=sm2-gtx480 || c=apres
    run "sleep_${w}_$c" 0 "$lockwarp" run -w "$w" -c "$c" --scale tiny --json a.json
    run "awake_${w}_$c" 0 "$lockwarp" run -w "$w" -c "$c" --scale tiny --never-sleep --json b.json
    same "same_${w}_$c" a.json b.json
    [ "$(number a.json sm_slept)" -gt 0 ] || fail 'no SM-cycle was slept'
    [ "$(number b.json sm_slept)" = 0 ] || fail 'SM-cycles were slept with --never-sleep'
done
finish
