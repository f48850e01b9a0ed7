# Sourced by lib.sh and by tests of other folders: a test waits for a condition, never for a number of seconds, so
# that it is the same test on a slow or busy machine.

# What takes longer hangs: a guard, which no machine that works meets (seconds).
guard=${LW_GUARD:-1800}
poll=0.02 # seconds between two looks

# until_true COMMAND...: until it succeeds.
until_true() {
    local end=$((SECONDS + guard))
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep $poll
    done
}

# state PID: the letter of its state (R, S, T: stopped, Z: has ended, ...); nothing once it is gone.
state() { sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null; }
has_ended() { case $(state "$1") in '' | Z | X) ;; *) return 1 ;; esac; }
in_state() { [ "$(state "$1")" = "$2" ]; }

# while_runs PID COMMAND...: until the command succeeds; false when the process has ended without that.
while_runs() {
    local pid=$1 end=$((SECONDS + guard))
    shift
    until "$@"; do
        has_ended "$pid" && { "$@"; return; }
        [ $SECONDS -lt $end ] || return 1
        sleep $poll
    done
}

# halt PID: it does nothing more until it is told to go on (kill -CONT).
halt() { kill -STOP "$1" && until_true stopped "$1" && ! has_ended "$1"; }
stopped() { in_state "$1" T || has_ended "$1"; }

# catches PID SIGNAL: the program has a handler for it. (Until it is started, the process is a copy of this shell,
# which has handlers of its own.)
catches() {
    local mask
    [ "$(readlink "/proc/$1/exe")" != "$(readlink "/proc/$$/exe")" ] || return 1
    mask=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
    [ -n "$mask" ] && [ $((0x$mask >> ($(kill -l "$2") - 1) & 1)) = 1 ]
}

# used PID TICKS: has it used so many hundredths of a second of processor time, or ended?
used() {
    local fields
    read -r -a fields 2>/dev/null <"/proc/$1/stat" || return 0
    [ $((fields[13] + fields[14])) -ge "$2" ] || has_ended "$1"
}

# simulation PID: the process of a run that this sweep has started, once it is the program (and no longer the
# sweep's copy).
simulation() {
    local p
    for p in $(pgrep -P "$1"); do
        tr '\0' '\n' <"/proc/$p/cmdline" 2>/dev/null | grep -qx -- --json && echo "$p" && return
    done
    return 1
}

# writes PID FOLDER BYTES: it has a file open below the folder, of so many bytes; leaves its name in $written.
writes() {
    local fd
    for fd in "/proc/$1"/fd/*; do
        written=$(readlink "$fd") || continue
        case $written in
        "$2"/*) [ "$(stat -L -c %s "$fd" 2>/dev/null || echo 0)" -ge "$3" ] && return ;;
        esac
    done
    written=
    return 1
}

# draw_seed: for $RANDOM; printed, and given by LW_SEED.
draw_seed() {
    seed=${LW_SEED:-$((RANDOM * 32768 + RANDOM))}
    echo "seed $seed; to repeat: LW_SEED=$seed"
    RANDOM=$seed
}
