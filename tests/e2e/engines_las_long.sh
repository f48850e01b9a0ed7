# The long form of engines_las: the thesis's programs under las-cta, las-warp and las on the three
# engines; sizes of the window, the pairs, the active group; all five systems on every program.
. "$(dirname "$0")/lib.sh"
. "$source/tests/e2e/lib_engines.sh"

config=las
of_las() {
    case $2 in *las-warp*) saw=picks ;; *) saw=grants ;; esac
    three "$@"
    conserves "$1.c.json"
}

programs=$("$lockwarp" list workloads | awk '/ las:/ { print $1 }')
[ -n "$programs" ] || fail 'no program of the thesis'
for w in $programs; do
    for policy in las-cta las-warp las; do
        of_las engines_las_long_100_${policy}_$w $policy -w $w --scale tiny
    done
done

# Other machines: one scheduler, four with two ports each, wavefronts of 64 lanes, and CTAs that are there a cycle after
# their dispatch.
for config in apres apcm-kepler abyp-gcn sm2-gtx480; do
    for policy in las-cta las-warp; do
        of_las engines_las_long_150_${policy}_$config $policy -w bfs --scale tiny
    done
done
config=las

# Beside the other systems, and beside the comparators that engines_las leaves out: each pair that there can be.
for other in abyp mrpb apcm sap; do
    for w in bfs 2dconv; do
        for policy in las-cta las-warp las; do
            of_las engines_las_long_154_${policy}_${other}_$w $policy+$other -w $w --scale tiny
        done
    done
done
for other in ccws ccws_swl pcal pa; do
    of_las engines_las_long_155_las-cta_$other las-cta+$other -w bfs --scale tiny
done
for other in pd counter sld str; do
    for policy in las-cta las-warp las; do
        of_las engines_las_long_156_${policy}_$other $policy+$other -w bfs --scale tiny
    done
done

# Several sizes at once.
set_all() { # set_all POLICY OPTION...: --set POLICY.OPTION for each
    local policy=$1
    shift
    printf -- '--set\n%s\n' "${@/#/$policy.}"
}
for o in 'window=1 pairs=1' 'window=64 pairs=32 new_first=on' 'arrays=2 size_w=4 prefill=off'; do
    # shellcheck disable=SC2046,SC2086
    of_las "engines_las_long_160_las-cta_${o// /_}" las-cta -w 2dconv --scale tiny $(set_all las-cta $o)
done
for o in 'active=1 subs=1' 'age_w=2 deg_w=2' 'active=24 subs=64'; do
    # shellcheck disable=SC2046,SC2086
    of_las "engines_las_long_161_las-warp_${o// /_}" las-warp -w 2dconv --scale tiny $(set_all las-warp $o)
done

n=200
variant() { # variant ARGUMENTS...: on two programs
    n=$((n + 1))
    for w in 2dconv srad; do
        of_las engines_las_long_${n}_$w las -w $w --scale tiny "$@"
    done
}
for window in 1 2 8 20 64; do variant --set las.window=$window; done
for pairs in 1 5 32; do variant --set las.pairs=$pairs; done
for arrays in 1 3 8; do variant --set las.arrays=$arrays; done
for bits in 8 12 24; do variant --set las.coord_w=$bits; done
for active in 1 4 16 24; do variant --set las.active=$active; done
for subs in 1 9 64; do variant --set las.subs=$subs; done
for cost in 1 10 1000; do variant --set las.cost=$cost; done
variant --set las.stages=1
variant --set las.new_first=on
variant --set las.prefill=off
variant --set las.age_w=1
for config in apcm-fermi apcm-kepler abyp-gcn mrpb-s sm2-gtx480 apres; do variant; done

config=las
for w in $("$lockwarp" list workloads | awk 'NR > 1 { print $1 }'); do
    of_las engines_las_long_300_$w las-cta+apres+abyp+mrpb+apcm -w $w --scale tiny
done
of_las engines_las_long_400_default las -w bfs
finish
