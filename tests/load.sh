#!/usr/bin/env bash
# Runs a command several times in a row on a machine that is kept busy: by N busy loops, by one process that writes
# files, syncs and removes them, and by one that moves memory. Stops at the first run that fails. The load ends with
# this script, however it ends. ./dev test --load N --repeat TIMES calls it.
#
#   load.sh N TIMES COMMAND...
set -u
loops=$1 times=$2
shift 2
scratch=$(mktemp -d)
load=()
stop_load() {
    kill -KILL "${load[@]}" 2>/dev/null
    wait 2>/dev/null
    rm -rf "$scratch"
}
trap stop_load EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Each looks now and then whether this script is still there, as nothing tells them that it was killed.
here() { [ -d "/proc/$$" ]; }
turn() {
    local i
    while here; do for i in {1..20000}; do :; done; done
}
write_files() {
    while here; do
        dd if=/dev/zero of="$scratch/file" bs=1M count=32 conv=fsync status=none
        rm -f "$scratch/file"
    done
}
move_memory() { while here; do dd if=/dev/zero of=/dev/null bs=64M count=32 status=none; done; }

begin() {
    (trap - EXIT INT TERM; exec </dev/null >/dev/null 2>&1; "$1") & load+=($!)
}
for ((k = 0; k < loops; k++)); do begin turn; done
if [ "$loops" -gt 0 ]; then
    begin write_files
    begin move_memory
fi
started=$SECONDS
for ((k = 1; k <= times; k++)); do
    echo "== $k of $times, under a load of $loops ($(cut -d' ' -f1 /proc/loadavg) in the last minute, $((SECONDS - started)) s so far)"
    "$@"
    status=$?
    [ $status = 0 ] || { echo "== $k of $times: exit status $status"; exit $status; }
done
echo "== $times in a row under a load of $loops: $((SECONDS - started)) s"
