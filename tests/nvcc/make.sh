#!/bin/sh
# Compiles the programs beside it, every workload's sim/workload/NAME/NAME.cu and the
# microbenchmarks' sim/micro/NAME.cu with nvcc, to the PTX committed here, or to DIR with any
# flags:
#   tests/nvcc/make.sh                          what is committed: for compute_75
#   tests/nvcc/make.sh DIR -arch=compute_80 -G  to DIR/NAME.ptx, DIR/workload and DIR/micro
# unit_nvcc_programs, _memory, _threads, _numbers and _workloads run DIR's texts if LW_NVCC_DIR names
# it. No test needs nvcc. Texts with -G or -lineinfo hold the path of their source, the others nothing
# of the machine.
# Exit status: 0 done, 1 a program does not compile, 2 no nvcc.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
nvcc=${LW_NVCC:-nvcc}
out=$root/tests/nvcc
if [ $# -gt 0 ]; then
    out=$1
    shift
fi
[ $# -gt 0 ] || set -- -arch=compute_75

if ! "$nvcc" --version >/dev/null 2>&1; then
    echo "make.sh: no nvcc ($nvcc)" >&2
    exit 2
fi
mkdir -p "$out/workload" "$out/micro"
out=$(cd "$out" && pwd)
cd "$root"
for source in tests/nvcc/*.cu sim/workload/*/*.cu sim/micro/*.cu; do
    name=$(basename "$source" .cu)
    case $source in
    tests/*) ptx=$out/$name.ptx shim= ;;
    sim/micro/*) ptx=$out/micro/$name.ptx shim="-include sim/workload/shim.cuh" ;;
    *) ptx=$out/workload/$name.ptx shim="-include sim/workload/shim.cuh" ;;
    esac
    # shellcheck disable=SC2086 # shim is two words or none
    "$nvcc" -ptx "$@" $shim "$source" -o "$ptx" || exit 1
done
