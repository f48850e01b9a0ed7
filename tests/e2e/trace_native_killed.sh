# A recording of a trace that is killed leaves nothing, under whatever name (where the file system has files without
# one).
. "$(dirname "$0")/lib.sh"

name=native_150_killed
cases=$((cases + 1))
command=("$lockwarp" trace record -w lud -o killed.lwt)
"${command[@]}" >out 2>err & pid=$!
while_runs $pid writes $pid "$work" 1000 && halt $pid || fail 'was not caught while it recorded'
kill -9 $pid
wait $pid 2>/dev/null
[ -e killed.lwt ] && fail 'half a trace has the final name'
case $written in
*'(deleted)') find . -maxdepth 1 -name 'killed.lwt*' | grep -q . && fail "left $(ls killed.lwt*)" ;;
esac
finish
