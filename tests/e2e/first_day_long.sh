# The block of docs/guide/first-day.md that changes the sources, in a copy of them: a policy of one's own, built and run.
. "$(dirname "$0")/lib.sh"
page=$source/docs/guide/first-day.md

mkdir repository
git -C "$source" ls-files -z | (cd "$source" && tar -c --null -T -) | tar -x -C repository || fail 'no copy of the sources'
awk '/^```sh source$/ { on = 1; next } /^```/ { on = 0 } on' "$page" >block.sh
[ -s block.sh ] || fail 'no block that changes the sources'
run first_day_long_100_policy 0 bash -c 'cd repository && bash -eu ../block.sh'
has first_day_long_101_runs '^  stripes +bypasses [1-9]'
has first_day_long_102_lockstep '^  RTL  .* bits compared'
refuses first_day_long_103_owners "'stripes' and 'abyp' both own" \
    repository/build/lockwarp run -w bfs --scale tiny -c abyp-gcn -p stripes+abyp
finish
