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
