#!/bin/sh
# Runs every program of tests/nvcc/*.cu on the NVIDIA GPU of this machine and compares all memory with what
# lockwarp leaves, bit for bit. What their tests declare is compared otherwise: values that may
# stand in any order are sorted first, results of approximate functions may have the documented error.
#   tests/nvcc/hardware.sh [BUILD_DIR]      default: build
# Needs the test programs of the build, a C compiler, a GPU of compute capability 7.5 or higher and its
# driver, with the PTX compiler that belongs to it, for CUDA 13.0 or newer (on Linux 580 or newer: the
# texts are PTX 9.0); no CUDA toolkit.
# The test programs record their launches (LW_NVCC_RECORD), hardware.c repeats them.
# Exit status: 0 all equal, 1 a launch differs, 2 the build or a compiler is missing, 77 no GPU, or it or
# its driver is too old, which is said.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$root" || exit 2

${CC:-cc} -std=gnu11 -O1 -o "$work/hardware" tests/nvcc/hardware.c -ldl -lm || exit 2
mkdir "$work/launches"
for test in nvcc_programs nvcc_memory nvcc_threads nvcc_numbers; do
    if [ ! -x "$build/tests/test_$test" ]; then
        echo "hardware.sh: no $build/tests/test_$test; build it first" >&2
        exit 2
    fi
    LW_NVCC_RECORD=$work/launches "$build/tests/test_$test" >"$work/log" 2>&1 || {
        cat "$work/log"
        echo "hardware.sh: test_$test fails by itself" >&2
        exit 2
    }
done
set --
for launch in "$work"/launches/*.launch; do
    set -- "$@" "${launch%.launch}"
done
"$work/hardware" "$@"
