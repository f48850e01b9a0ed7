# A run that is killed while it draws a waveform leaves none under its name.
. "$(dirname "$0")/lib.sh"

name=engines_203_killed_leaves_no_waveform
cases=$((cases + 1))
command=("$lockwarp" run -w bfs -c abyp-gcn -p abyp -e lockstep --wave killed.fst)
"${command[@]}" >out 2>err & pid=$!
while_runs $pid writes $pid "$work" 1000 && halt $pid || fail 'was not caught while it drew'
kill -9 $pid
wait $pid 2>/dev/null
[ ! -e killed.fst ] || fail 'half a waveform under its name'
finish
