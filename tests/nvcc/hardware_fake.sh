#!/bin/sh
# What hardware.sh says of a GPU that computes nothing, and of a driver and a GPU that are too old: on a
# libcuda.so.1 made of fake_cuda.c.
#   tests/nvcc/hardware_fake.sh [BUILD_DIR]
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
${CC:-cc} -std=gnu11 -shared -fPIC -o "$work/libcuda.so.1" "$root/tests/nvcc/fake_cuda.c" || exit 2

# expect STATUS TEXT [NAME=VALUE]...
expect() {
    want=$1
    text=$2
    shift 2
    env "$@" LD_LIBRARY_PATH="$work" sh "$root/tests/nvcc/hardware.sh" "$build" >"$work/log" 2>&1
    status=$?
    if [ $status -ne "$want" ] || ! grep -qF "$text" "$work/log"; then
        cat "$work/log"
        echo "hardware_fake.sh: $*: exit status $status; expected $want and '$text'" >&2
        exit 1
    fi
}

expect 1 "FAIL loops-0 loops: " LW_FAKE_LOAD=0
expect 1 "values in" LW_FAKE_LOAD=0
expect 1 "the driver finds no variable done of 4 bytes (error 0, 3 bytes)" LW_FAKE_BYTES=3
expect 1 "FAIL loops-0 loops: error 218 of cuModuleLoadData" LW_FAKE_LOAD=218
expect 77 "skip loops-0 loops: the driver is older than PTX 9.0" LW_FAKE_LOAD=222
expect 77 "0 launches as lockwarp's, 0 differ or fail, 25 skipped" LW_FAKE_LOAD=222
expect 77 "needs a driver for CUDA 13.0 or newer" LW_FAKE_LOAD=222
expect 77 "skip loops-0 loops: the driver's PTX compiler is not installed" LW_FAKE_LOAD=221
expect 77 "skip loops-0 loops: the GPU is older than sm_75" LW_FAKE_CAPABILITY=61
