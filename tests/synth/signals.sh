#!/bin/bash
# Whatever ends `lockwarp synth`, its tools end with it and its folder is removed.
#
#   signals.sh LOCKWARP
set -u
lockwarp=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
liberty=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
[[ -e $liberty ]] || { echo "skipped: no $liberty"; exit 77; }
export TMPDIR=$scratch/tmp
mkdir "$TMPDIR" "$scratch/bin"
# In Yosys's place something that starts a process of its own, as Yosys starts abc, and waits.
cat >"$scratch/bin/yosys" <<'END'
#!/bin/bash
echo part >"$TMPDIR/file"
mkdir "$TMPDIR/folder"
bash -c 'echo $$ >"$0/child.new"; mv "$0/child.new" "$0/child"; while :; do sleep 100; done' "$STARTED"
END
chmod +x "$scratch/bin/yosys"
export PATH=$scratch/bin:$PATH STARTED=$scratch
failed=0
fail() {
    echo "FAIL $*"
    failed=$((failed + 1))
}
alive() { [[ -e /proc/$1 && $(awk '{ print $3 }' "/proc/$1/stat" 2>/dev/null) != Z ]]; }
for sig in INT:130 TERM:143 HUP:129 KILL:137; do
    rm -f "$scratch/child"
    env --default-signal=INT "$lockwarp" synth -u abyp --exact 2>"$scratch/err" &
    until [[ -e $scratch/child || ! -e /proc/$! ]]; do sleep 0.02; done
    child=$(cat "$scratch/child")
    kill -"${sig%:*}" $!
    wait $! 2>/dev/null
    status=$?
    [[ $status -eq ${sig#*:} ]] || fail "SIG${sig%:*}: exit status $status; expected ${sig#*:}"
    # Nobody can wait for a process that SIGKILL ends: what it leaves goes a moment later.
    [[ $sig != KILL* ]] || while alive "$child" || [[ -n $(ls -A "$TMPDIR") ]]; do sleep 0.02; done
    [[ -z $(ls -A "$TMPDIR") ]] || fail "SIG${sig%:*}: left behind: $(ls -A "$TMPDIR")"
    while alive "$child"; do sleep 0.02; done
done
echo "$failed failures"
exit $((failed != 0))
