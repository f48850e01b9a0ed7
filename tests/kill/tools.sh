# The tools of the kill tests themselves: a kill before the start does not count, one at a call comes exactly
# there, and a seed draws the same kills again.
. "$(dirname "$0")/lib.sh"

# A victim that makes a file in two writes and then works on.
cat >victim.py <<'END2'
import os, sys
fd = os.open("made", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
os.write(fd, b"a" * 1000)
os.write(fd, b"b" * 1000)
os.close(fd)
os.rename("made", "there")
print("said", flush=True)
for i in range(int(sys.argv[1])):
    pass
END2
work_on=(/usr/bin/python3 -B victim.py)
size() { stat -c %s made 2>/dev/null || echo none; }
at() { # NAME SIZE OPTION...: killed so, with a file made of so many bytes
    name=kill_tools_$1 cases=$((cases + 1))
    rm -f made there
    victim "${@:3}" -- "${work_on[@]}" 0
    [ "${report[killed]}${report[status]}" = 1137 ] || fail "killed ${report[killed]}, status ${report[status]}"
    [ "$(size)" = "$2" ] || fail "made has $(size) bytes; expected $2"
}
at 100_before_open none --call open:1 before
at 101_after_open 0 --call open:1 after
at 102_half 500 --call write:1 half
at 103_half_of_the_second 1500 --call write:2 half
at 104_before_the_rename 2000 --call rename:1 before
at 105_after_the_rename none --call rename:1 after
[ -e there ] || fail 'not renamed'
at 106_before_it_says none --call say:1 before
[ ! -s said.out ] || fail 'has said something'

name=kill_tools_110_moment cases=$((cases + 1))
victim --start rename --after 0.02 -- "${work_on[@]}" 1000000000
[ "${report[killed]}${report[started]}${report[status]}" = 11137 ] || fail "report: ${report[*]}"
[ -e there ] || fail 'killed before the start'
awk -v c="${report[cpu]}" 'BEGIN { exit !(c >= 0.02) }' || fail "killed after ${report[cpu]} s"

# What never starts is not killed and does not count; nor does what ends before.
name=kill_tools_120_never_starts cases=$((cases + 1))
victim --start link --after 0 -- "${work_on[@]}" 0
[ "${report[killed]}${report[started]}${report[status]}" = 000 ] || fail "report: ${report[*]}"
name=kill_tools_121_killed_before_the_start cases=$((cases + 1))
victim --start rename --call open:1 after -- "${work_on[@]}" 0
[ "${report[killed]}${report[started]}" = 00 ] || fail "report: ${report[*]}"
name=kill_tools_122_ends_before cases=$((cases + 1))
victim --call write:9 after -- "${work_on[@]}" 0
[ "${report[killed]}${report[status]}" = 00 ] || fail "report: ${report[*]}"

# One of two processes; what it leaves is waited for.
name=kill_tools_130_one cases=$((cases + 1))
victim --start say --after 0.01 --one 1 -- bash -c '/usr/bin/python3 -B victim.py 1000000000; echo "ended with $?"'
[ "${report[who]}${report[status]}" = python30 ] || fail "report: ${report[*]}"
grep -qx 'ended with 137' said.out || fail "said $(cat said.out)"

# The same kills of a seed, others of another.
name=kill_tools_140_seed cases=$((cases + 1))
calm "${work_on[@]}" 0
drawn_of() { # SEED ATTEMPT
    seed=$1 attempt=$2
    seed_attempt
    aim_at_call
    draw 1000000
    echo "${aim[*]} $drawn"
}
n=0
for s in 1 1 2; do for a in $(seq 20); do drawn_of $s $a; done >aims.$((++n)); done
cmp -s aims.1 aims.2 || fail 'a seed draws differently'
cmp -s aims.1 aims.3 && fail 'another seed draws the same'
[ "$(sort -u aims.1 | wc -l)" -gt 15 ] || fail "draws little: $(sort aims.1 | uniq -c | sort -rn | head -2)"
finish
