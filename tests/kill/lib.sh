# Sourced by the kill tests: bash kill_SUBJECT.sh LOCKWARP SOURCE_DIR TOOLS, where TOOLS is the folder of
# kill_victim and libkill_strike.so. docs/guide/kill-tests.md says how they are made and read.
#
#   LW_LONG=1   the long form: 200 kills, some of them in runs of 10 s and more
#   LW_KILLS=N  another number of them, with the same part in long runs
#   LW_SEED=N   draws what the run that printed this seed has drawn
. "$(dirname "$0")/../e2e/lib.sh"
kill_tools=$3
time_limit=1200 # also of a long run beside other work
long=${LW_LONG:-0}
if [ "$long" = 1 ]; then
    wanted=${LW_KILLS:-200}
else
    wanted=${LW_KILLS:-${short_kills:-8}}
fi
seed=${LW_SEED:-$((RANDOM * 32768 + RANDOM))}
echo "seed $seed (LW_SEED=$seed draws the same kills)"
: >out
: >err
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
cases=$((cases + 1))

# long_part N: of 200 kills of the long form so many are in long runs: $wanted is for the others, $wanted_long.
wanted_long=0
long_part() {
    [ "$long" = 1 ] || return 0
    wanted_long=$((wanted * $1 / 200))
    wanted=$((wanted - wanted_long))
}
# The run that takes at least 10 s of processor time, and that it does, in $length after calm.
long_workload=gesummv long_config=sm2-gtx480 long_scale=default
takes_10_s() {
    echo "long runs: $length s of processor time for $1"
    awk -v l="$length" -v n="$1" 'BEGIN { exit !(l >= 10 * n) }' || fail "$length s; expected at least 10 s a run"
}

# What an attempt draws depends on the seed and on its number alone.
seed_attempt() { RANDOM=$(((seed * 1000003 + attempt) * 2654435761 >> 8 & 0x3fffffff)); }

# draw N: 0 to N-1, in $drawn.
draw() { drawn=$(((RANDOM * 32768 + RANDOM) % $1)); }

# calm COMMAND...: undisturbed; its calls go to the file calls, its processor time to $length.
calm() {
    command=("$@")
    victim -- "$@"
    length=${report[cpu]}
    [ "${report[status]}" = 0 ] || fail "undisturbed: exit status ${report[status]}"
    grep -v = report.txt >calls
    [ -s calls ] || fail 'undisturbed: no calls'
}

# The last line of kill_victim's, as an array.
declare -A report tally
read_report() {
    local word
    report=()
    for word in $(tail -1 "$1"); do report[${word%%=*}]=${word#*=}; done
}

# aim_at_call: a call of the file calls, or of its first $aim_first, each kind as often as any other, and
# before, in or after it.
aim_at_call() {
    local kinds kind how=(before half after)
    aim=()
    head -n "${aim_first:-1000000}" calls >aims
    mapfile -t kinds < <(awk '{ print $2 }' aims | sort -u)
    draw ${#kinds[@]}
    kind=${kinds[drawn]}
    draw "$(grep -c " $kind " aims)"
    aim=(--call "$kind:$((drawn + 1))" "${how[RANDOM % 3]}")
}

# victim OPTION... -- COMMAND...: runs it, killed as the options say (victim.c).
victim() {
    "$kill_tools/kill_victim" area "$kill_tools/libkill_strike.so" "$work" "$@" >report.txt 2>report.err ||
        fail "kill_victim: $(cat report.err)"
    read_report report.txt
    cp said.err err
    cp said.out out
}

# strike_at KIND HOW COMMAND...: killed at the first call of a kind, for what a few random kills may miss.
strike_at() {
    command=("${@:3}")
    cases=$((cases + 1))
    victim --call "$1:1" "$2" -- "${command[@]}"
    [ "${report[killed]}" = 1 ] && [ "${report[phase]}" = "$1" ] || fail "not killed at a call $1"
}

# strike START COMMAND...: one kill. START is the call by which the work is known to have begun. Every
# second kill is at a random part of $length of processor time, the others at a call. Of 100 kills $ones
# are of one process, the others of the group; with $hurry, half of them do not wait for orphans to end.
# Leaves report, said.out and said.err.
strike() {
    local start=$1 aim who=()
    shift
    command=("$@")
    draw 100
    [ $drawn -lt "${ones:-0}" ] && { draw 1000; who=(--one $drawn); }
    draw 2
    [ "${hurry:-0}" = 0 ] || [ $drawn = 0 ] || who+=(--hurry)
    if [ $((attempt % 2)) = 0 ]; then
        aim_at_call
    else
        draw 1000000
        aim=(--after "$(awk -v d=$drawn -v l="$length" 'BEGIN { printf "%.4f", l * d / 1e6 }')")
    fi
    victim --start "$start" "${aim[@]}" "${who[@]}" -- "$@"
    [ "${report[killed]}" = 1 ] || return 0
    kills=$((kills + 1))
    cases=$((cases + 1))
    local how=moment what=group
    [ "${aim[0]}" = --call ] && how=call
    [ "${who[0]:-}" != --one ] || what='one process'
    [ "$what" = group ] || [ "${report[who]}" = caller ] || what=${report[who]}
    count "by $how, ${report[phase]}"
    count "of $what"
}
count() { tally[$1]=$((${tally[$1]:-0} + 1)); }

# kill_all SUBJECT ONE_KILL N: calls the function ONE_KILL, which calls strike once and looks at what is
# there, until N kills have come after the start. An attempt whose command ended before is none.
kill_all() {
    local subject=$1 one=$2 wanted=$3 most=$((5 * $3 + 20)) began=$SECONDS key
    kills=0 attempt=0
    while [ $kills -lt "$wanted" ] && [ $failures -lt 10 ]; do
        attempt=$((attempt + 1))
        name=kill_$subject
        [ $attempt -le $most ] || { fail "only $kills of $most attempts were killed at work"; break; }
        seed_attempt
        name=kill_${subject}_$((kills + 1))
        $one
    done
    echo "$subject: $kills kills in $attempt attempts, $((SECONDS - began)) s"
    for key in "${!tally[@]}"; do echo "  $key: ${tally[$key]}"; done | sort
    tally=()
}
