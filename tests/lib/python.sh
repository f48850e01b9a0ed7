#!/bin/bash
# The Python package as others get it, from an installed copy: its results are those of the installed program, a sweep's
# database is read back, units behave as their models, what is refused raises an error, the example draws its figure.
#
#   python.sh CMAKE BUILD ROOT
set -u
cmake=$1 build=$2 root=$3
for python in /usr/bin/python3 python3 ''; do
    [[ $python ]] && "$python" -c 'import cffi' 2>/dev/null && break
done
[[ $python ]] || { echo "skipped: python3-cffi is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
"$cmake" --install "$build" --prefix "$scratch/p" >log 2>&1 || { cat log; exit 1; }
export PYTHONPATH=$scratch/p/lib/python3/dist-packages XDG_CACHE_HOME=$scratch/cache PYTHONDONTWRITEBYTECODE=1
unset LW_ROOT LW_MODELS LW_PREFIX
run=(p/bin/lockwarp run --scale tiny -c abyp-gcn)
"${run[@]}" -w bfs -p abyp+laws --set l1_ways=4 --json one.json 2>log || cat log
"${run[@]}" -w spmv --seed 3 --kernel-variant csr --json two.json 2>log || cat log
printf 'groups:\n  - {series: s, workloads: [bfs, spmv], configs: [abyp-gcn], policies: [none, abyp], scale: tiny}\n' >some.yaml
p/bin/lockwarp sweep some.yaml --db r.db >log 2>&1 || cat log
"$python" "$root/tests/lib/python_check.py" "$root/docs/guide/python.md" || exit 1
"$python" "$root/examples/python/figure.py" "$root/data/paper-figures.csv" fig tiny >out 2>err || { cat out err; exit 1; }
[[ $(wc -l <fig.dat) -eq 5 && $(awk 'NF == 3' fig.dat | wc -l) -eq 5 ]] || { echo "FAIL fig.dat"; cat fig.dat; exit 1; }
grep -q 'fig.dat' fig.gp || { echo "FAIL fig.gp"; exit 1; }
if command -v gnuplot >log; then
    grep -q '</svg>' fig.svg || { echo "FAIL fig.svg"; cat err; exit 1; }
else
    echo "gnuplot is not installed: the figure is not drawn"
fi
