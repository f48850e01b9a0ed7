#!/usr/bin/env python3
"""Figure 9 of the abyp paper beside ours: what PC-based bypassing saves in cycles.

    figure.py FIGURES.csv OUT [SCALE] [JOBS]

FIGURES.csv is data/paper-figures.csv of the sources, which has the papers' values. Runs each workload with and without
abyp at the scale (default: abyp, the inputs of the paper; tiny is quick), and writes OUT.dat,
OUT.gp for gnuplot, and, where gnuplot is installed, OUT.svg. Prints the values.
"""
import csv
import shutil
import subprocess
import sys

import lockwarp

# The figure's name in the table, the workload, and the form of its kernel that the paper ran.
BARS = [("abyp-bfs", "bfs", "default"), ("abyp-spmv", "spmv", "csr"), ("abyp-mm", "matrixmul", "default"),
        ("abyp-bp", "backprop", "default"), ("abyp-srad", "srad", "default")]

GNUPLOT = """set terminal svg size 640,320
set output "{out}.svg"
set style data histograms
set style fill solid
set ylabel "cycles saved, percent"
plot "{out}.dat" using 2:xtic(1) title "paper", "" using 3 title "ours, scale {scale}"
"""


def saved(workload, variant, scale, jobs):
    """Cycles without abyp over cycles with it, less one, in percent."""
    base, abyp = lockwarp.sweep([workload], ["abyp-gcn"], ["", "abyp"], jobs=jobs, frame=False, scale=scale,
                                kernel_variant=variant)
    return 100 * (base["cycles"] / abyp["cycles"] - 1)


def main(figures, out, scale="abyp", jobs="2"):
    """The exit status."""
    with open(figures, newline="", encoding="utf-8") as table:
        paper = {row["id"]: float(row["value"]) for row in csv.DictReader(table) if row["paper"] == "abyp"
                 and row["metric"] == "speedup"}
    with open(out + ".dat", "w", encoding="utf-8") as data:
        for name, workload, variant in BARS:
            line = f"{workload:12} {paper[name]:8.2f} {saved(workload, variant, scale, int(jobs)):8.2f}"
            print(line)
            print(line, file=data)
    with open(out + ".gp", "w", encoding="utf-8") as script:
        script.write(GNUPLOT.format(out=out, scale=scale))
    if shutil.which("gnuplot"):
        return subprocess.run(["gnuplot", out + ".gp"], check=False).returncode
    print(f"gnuplot is not installed; it would draw {out}.svg from {out}.gp")
    return 0


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
