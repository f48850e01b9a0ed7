# A paper's figure is made of what its sweep in the repository asks for, and of nothing else.
. "$(dirname "$0")/lib.sh"
row() { sed -n "s/^| \`$1\` |[^|]*|[^|]*| *\([^|]*[^ |]\) *|.*/\1/p" page.md; }

# Another GPU, another scale, another seed; under the name and the series of the paper's sweep.
mkdir x
cat >x/abyp.yaml <<'END'
groups:
  - {series: base, workloads: [bfs], configs: [apres], scale: tiny}
  - {series: abyp, workloads: [bfs], configs: [abyp-gcn], policies: [abyp], scale: tiny, seeds: [7]}
END
run report_asked_100_sweep 0 "$lockwarp" sweep x/abyp.yaml --db x.db
run report_asked_101_markdown 0 "$lockwarp" report x.db --markdown -o page.md
[ "$(row abyp-bfs)" = 'not run' ] || fail "bfs is '$(row abyp-bfs)'; expected not run"
grep -qF '| base | bfs | `lockwarp run -w bfs --scale tiny -c apres` | `lockwarp run -w bfs --scale abyp -c abyp-gcn` |' page.md ||
    fail 'does not say which run is another'
grep -qF '`lockwarp run -w bfs --scale tiny --seed 7 -c abyp-gcn -p abyp` | `lockwarp run -w bfs --scale abyp -c abyp-gcn -p abyp` |' page.md ||
    fail 'does not say which run is another'
run report_asked_102_page 0 "$lockwarp" report x.db -o page.html
grep -q 'Not the paper.s sweep:</b> 2 of the 2 runs of sweep abyp in x.db are not what sweeps/abyp.yaml has' page.html ||
    fail 'no notice on the page'
grep -q 'There is another base of bfs than the paper.*s sweep has' page.html || fail 'does not say why it is not run'
grep -q '<svg ' page.html && fail 'a plot of other runs'
run report_asked_103_compact 0 "$lockwarp" report x.db --csv -o x.csv
run report_asked_104_same 0 "$lockwarp" report x.csv --markdown -o page.md
[ "$(row abyp-bfs)" = 'not run' ] || fail "bfs is '$(row abyp-bfs)' from the compact file"

# What the repository's sweep has is taken whichever file asked for it, beside what it has not.
# Cycles of the committed results, for runs are long.
head=$(head -1 "$source/docs/results/sweeps/abyp.csv")
other_hash() { sed -E 's/,[0-9a-f]{64},/,0000000000000000000000000000000000000000000000000000000000000000,/'; }
some() { grep -E "^abyp,full,[0-9]+,$1,[0-9a-f]*,$2," "$source/docs/results/sweeps/abyp.csv"; }
{ echo "$head"; some base bfs; some abyp bfs; some base srad; } >good.csv
some abyp srad | other_hash | sed 's/,lockwarp run [^,]*/& --set l2_slices=2/' >>good.csv
run report_asked_110_some 0 "$lockwarp" report good.csv --markdown -o page.md
gain=$(awk -F, '$4 == "base" && $6 == "bfs" { b = $17 } $4 == "abyp" && $6 == "bfs" { a = $17 }
    END { printf("%+.1f %%", 100 * (b / a - 1)) }' good.csv)
[ "$(row abyp-bfs)" = "$gain" ] || fail "bfs is '$(row abyp-bfs)'; expected $gain"
[ "$(row abyp-srad)" = 'not run' ] || fail "srad is '$(row abyp-srad)'; expected not run"
[ "$(grep -c '| `lockwarp run .*| `lockwarp run ' page.md)" = 1 ] || fail 'expected one other run'
# A series that is not the paper's, and a point of it under another series.
{ echo "$head"; some base bfs; some base bfs | sed 's/,1,base,/,99,abyp,/; s/,2,base,/,99,abyp,/'; } >series.csv
run report_asked_111_series 0 "$lockwarp" report series.csv --markdown -o page.md
[ "$(row abyp-bfs)" = 'not run' ] || fail "bfs is '$(row abyp-bfs)'; expected not run"
# The same run, known by its hash, where another command line has stored it.
cat >abyp.yaml <<'END'
groups:
  - {series: base, workloads: [SHORT], configs: [abyp-gcn], scale: abyp}
END
short=$(tail -n +2 "$source/docs/results/sweeps/abyp.csv" | awk -F, '$4 == "base" && $8 == "default" && $9 == "abyp"' | sort -t, -k17,17n | head -1 | cut -d, -f6)
sed -i "s/SHORT/$short/" abyp.yaml
run report_asked_115_default_set 0 "$lockwarp" run -w "$short" --scale abyp -c abyp-gcn --set flit_bytes=72 --db set.db
run report_asked_116_sweep 0 "$lockwarp" sweep abyp.yaml --db set.db
grep -q '0 runs made, 1 were there' err || fail 'the test shows nothing: the runs are two'
run report_asked_117_taken 0 "$lockwarp" report set.db -o page.html
grep -q 'class="notice"' page.html && fail 'the same run by another command line is taken for another'
# The quick form, at the default scale, is said.
{ some base bfs; some abyp bfs; } | sed 's/^abyp,full/abyp,quick/; s/,abyp,1,abyp-gcn,/,default,1,abyp-gcn,/; s/ --scale abyp//' |
    other_hash | sed '2s/,0000/,1111/' >rows
{ echo "$head"; cat rows; } >quick.csv
run report_asked_120_quick 0 "$lockwarp" report quick.csv -o page.html
grep -q '<b>Quick form:</b> the runs of sweep abyp are those of <code>--quick</code>' page.html || fail 'the quick form is not said'
# Without a word where all is the paper's.
run report_asked_130_all 0 "$lockwarp" report "$source/docs/results/sweeps/abyp.csv" -o page.html
grep -q 'class="notice"' page.html && fail 'a notice where there is nothing to say'
# A sweep's own: its words and its file come through the compact form, the command runs as it stands.
mkdir -p 'my sweeps'
cat >"my sweeps/it's.yaml" <<'END'
doc: what, "this" & that
groups:
  - {series: a, workloads: [bfs], configs: [my.yaml], scale: tiny}
END
echo 'base: abyp-gcn' >my.yaml
run report_asked_132_sweep 0 "$lockwarp" sweep "my sweeps/it's.yaml" --db own.db
run report_asked_133_page 0 "$lockwarp" report own.db -o one.html
run report_asked_134_compact 0 "$lockwarp" report own.db --csv -o own.csv
run report_asked_135_page 0 "$lockwarp" report own.csv -o two.html
cmp -s one.html two.html || fail "pages of a database and of its compact form differ: $(diff one.html two.html | head -4)"
grep -q 'what, &quot;this&quot; &amp; that' two.html || fail 'the words of the sweep are not there'
run report_asked_136_again 0 "$lockwarp" report own.csv --csv
cmp -s out own.csv || fail 'the compact form of the compact form is another'
line=$(sed -n 's/.*of 1 runs are there. <code>\(.*lockwarp sweep .*\)<\/code><\/li>/\1/p' two.html | sed "s/&#39;/'/g; s/&quot;/\"/g; s/&amp;/\&/g")
name=report_asked_137_command
cases=$((cases + 1))
command=("$line")
(cd / && PATH=$(dirname "$lockwarp"):$PATH && eval "$line") >out 2>err && grep -q '0 runs made, 1 were there' err || fail 'the command is not the call'
run report_asked_138_paper 0 "$lockwarp" report "$source/docs/results/sweeps/abyp.csv" -o page.html
grep -q '<code>lockwarp sweep sweeps/abyp.yaml --db abyp.db</code>; relative paths, also of its runs, hold for the repository' page.html ||
    fail "the paper's sweep"
run report_asked_139_path 0 "$lockwarp" report x.db -o page.html
grep -q '<code>cd .* \&amp;\&amp; lockwarp sweep x/abyp.yaml --db x.db</code>' page.html || fail 'not the file that the sweep was read from'
# Each sweep that figures and plots name is in the repository.
name=report_asked_140_files
cases=$((cases + 1))
{ tail -n +2 "$source/data/figures.csv" | cut -d, -f2; tail -n +2 "$source/data/plots.csv" | cut -d, -f3; } | sort -u >named
[ -s named ] || fail 'no sweep is named'
while read -r sweep; do
    [ -z "$sweep" ] || [ -e "$source/sweeps/$sweep.yaml" ] || fail "no sweeps/$sweep.yaml"
done <named
finish
