# The long form of engines_apcm: every variant that the apcm paper sweeps on the three engines, and three
# of its programs at the default scale.
. "$(dirname "$0")/lib.sh"
. "$source/tests/e2e/lib_engines.sh"

saw=mta_allocations config=apcm-fermi
# Figures 12 and 18 to 22: measures, distances, schedulers, sizes of the L1, the MTA, LAT and CAIT.
n=100
variant() { # variant ARGUMENTS...: on three programs
    n=$((n + 1))
    for w in bfs spmv mars_mm; do
        three engines_apcm_long_${n}_$w apcm -w $w --scale tiny "$@"
    done
}
for manage in bypass protect both; do variant --set apcm.manage=$manage; done
for distance in 4 8 16 32; do variant --set apcm.distance=$distance; done
for scheduler in lrr gto; do variant --set sched_policy=$scheduler; done
for mta in '16 1' '32 1' '64 1' '128 1' '16 2' '8 4' '1 32' '32 4' '1 128'; do
    variant --set apcm.mta_sets="${mta% *}" --set apcm.mta_ways="${mta#* }"
done
for loads in 4 8 16 32; do variant --set apcm.loads=$loads; done
for config in apcm-fermi-32k apcm-fermi-48k apcm-kepler; do variant; done

config=apcm-fermi
for limit in 1 4 24; do
    three engines_apcm_long_200_swl_$limit apcm+ccws_swl -w spmv --scale tiny --set ccws_swl.limit=$limit
done

for w in bfs spmv mri_gridding; do
    three engines_apcm_long_300_default_$w apcm -w $w
done
finish
