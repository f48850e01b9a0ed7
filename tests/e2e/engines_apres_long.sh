# The long form of engines_apres: the paper's fifteen programs under LAWS, SAP and both on the three
# engines, the sizes of WGT, DRQ, PT and divider, and programs at the default scale.
. "$(dirname "$0")/lib.sh"
. "$source/tests/e2e/lib_engines.sh"

config=apres saw=groups
programs=$("$lockwarp" list workloads | awk '/ apres:/ { print $1 }')
[ "$(echo $programs | wc -w)" = 15 ] || fail 'another number of programs than the paper has'
for w in $programs; do
    for policy in laws sap apres laws+str; do
        three engines_apres_long_100_${policy}_$w $policy -w $w --scale tiny
    done
done

n=200
variant() { # variant ARGUMENTS...: on two programs
    n=$((n + 1))
    for w in bfs spmv; do
        three engines_apres_long_${n}_$w apres -w $w --scale tiny "$@"
    done
}
for groups in 1 2 5 8 16; do variant --set apres.groups=$groups; done
for drq in 1 8 64; do variant --set apres.drq=$drq; done
for pt in 1 5 32; do variant --set apres.pt=$pt; done
for bits in 1 2 8; do variant --set apres.div_bits=$bits; done
variant --set apres.reach=cta
variant --set apres.serial=1
three engines_apres_long_190_stages_sap sap -w bfs --scale tiny --set sap.stages=1
for bits in 2 4; do
    for stages in 1 2; do variant --set apres.stages=$stages --set apres.div_bits=$bits; done
done
for queue in 1 3 8; do variant --set ldst_queue=$queue; done
for config in apcm-fermi apcm-kepler abyp-gcn mrpb-s sm2-gtx480; do variant; done

config=apres
for others in abyp mrpb apcm abyp+mrpb abyp+apcm mrpb+apcm abyp+mrpb+apcm; do
    for policy in laws sap apres; do
        for w in kmeans histo; do
            three engines_apres_long_300_${policy}_${others}_$w $policy+$others -w $w --scale tiny
        done
    done
done

for w in bfs spmv; do
    three engines_apres_long_400_default_$w apres -w $w
done
finish
