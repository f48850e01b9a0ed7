# The commands that a report shows, pasted anywhere, give the numbers beside them: also of a sweep with files of its own,
# called from one folder and reported from another.
. "$(dirname "$0")/lib.sh"
mkdir -p 'far off/in'
{
    echo '%%MatrixMarket matrix coordinate pattern general'
    echo '64 64 128'
    for ((i = 1; i <= 64; i++)); do
        echo "$i $i"
        echo "$i $((i * 37 % 64 + 1))"
    done
} >'far off/in/m.mtx'
printf 'base: abyp-gcn\nl1_mshrs: 9\n' >'far off/in/gpu.yaml'
cat >'far off/own.yaml' <<'END'
doc: with files of its own
groups:
  - {series: a, workloads: [{name: spmv, variant: csr, input: in/m.mtx}], configs: [abyp-gcn, in/gpu.yaml]}
  - {series: b, workloads: [bfs], configs: [abyp-gcn], scale: tiny}
END
far=(env -C "$work/far off")
# Cycles and command of each run, of a page and of its Markdown.
of_html() {
    sed -n 's/.*<td>\([0-9]*\)<\/td><td>[0-9.]*<\/td><td class="word"><code>\(.*\)<\/code><\/td><\/tr>/\1 \2/p' "$1" |
        sed "s/&#39;/'/g; s/&amp;/\&/g"
}
of_markdown() { sed -n 's/^| [ab] | [^|]* | \([0-9]*\) | `\(.*\)` |$/\1 \2/p' "$1"; }
# pasted NAME LINES FILE: its commands, so many, run in /.
paste() { (cd / && PATH=$(dirname "$lockwarp"):$PATH && eval "$1") >out 2>err </dev/null; }
pasted() {
    local lines=0
    name=$1
    while read -r cycles line; do
        cases=$((cases + 1)) lines=$((lines + 1)) command=("$line")
        paste "$line --json '$work/again.json'"
        [ "$(number again.json cycles)" = "$cycles" ] || fail "$(number again.json cycles) cycles; the page has $cycles"
        rm -f again.json
    done <"$3"
    [ "$lines" = "$2" ] || fail "$lines commands on the page; expected $2"
}

run report_commands_100_sweep 0 "${far[@]}" "$lockwarp" sweep own.yaml --db ../far.db
run report_commands_101_page 0 "$lockwarp" report far.db -o far.html
of_html far.html >html
run report_commands_102_markdown 0 "$lockwarp" report far.db --markdown
of_markdown out >markdown
run report_commands_103_merge 0 "$lockwarp" merge --db all.db far.db
run report_commands_104_compact 0 "$lockwarp" report all.db --csv -o far.csv
run report_commands_105_markdown 0 "$lockwarp" report far.csv --markdown
of_markdown out >compact
call=$(sed -n 's/^`\(.*lockwarp sweep .*\)` makes all; 3 of 3 are there\. One by one:$/\1/p' out)
pasted report_commands_110_runs 3 html
[ "$(grep -c ' cd ' html)" = 2 ] || fail 'a command without files needs no folder, one with files does'
cmp -s html markdown && cmp -s html compact || fail 'the forms of the report have other commands'
name=report_commands_111_call cases=$((cases + 1)) command=("$call")
paste "$call" || fail 'the call does not run'
grep -q 'own: 0 runs made, 3 were there' err || fail 'the command is not the call'
# Another file of that name, of another folder, is another sweep; the same file from elsewhere is not.
mkdir other
cp -r 'far off/in' 'far off/own.yaml' other
refuses report_commands_120_other 'the database has sweep "own" of .*/far off/own.yaml' env -C other "$lockwarp" sweep own.yaml --db ../far.db
run report_commands_121_same 0 "${far[@]}" "$lockwarp" sweep "$work/far off/own.yaml" --db "$work/far.db"
# A run of no sweep.
run report_commands_130_single 0 "${far[@]}" "$lockwarp" run -w spmv --kernel-variant csr --input in/m.mtx -c in/gpu.yaml --db ../single.db
run report_commands_131_page 0 "$lockwarp" report single.db -o single.html
of_html single.html >html
pasted report_commands_132_single 1 html
# The repository's own hold there, wherever they were called: no folder is shown, nor kept in what is committed.
ours=$source/docs/results/sweeps/abyp.csv
sed '1s/$/,sweep:folder,sweep:db,run:folder/; 2s/$/,\/a\/b,x.db,\/a\/b/; 3,$s/$/,,,\/a\/b/' "$ours" >called.csv
run report_commands_140_compact 0 "$lockwarp" report called.csv --csv
cmp -s out "$ours" || fail "not as it is committed: $(diff out "$ours" | head -4 | cut -c1-200)"
run report_commands_141_markdown 0 "$lockwarp" report called.csv --markdown
grep -qF '`lockwarp sweep sweeps/abyp.yaml --db abyp.db` makes all; ' out || fail 'another command'
grep -q '/a/b' out && fail 'names the folder'
finish
