# Tables of results: a page's command for one (lockwarp report FILES --table NAME) prints the page's table, and each table
# stands on a page. The database that they are made of can be kept and asked.
. "$(dirname "$0")/lib.sh"
results=$source/docs/results

run tables_100_list 0 "$lockwarp" list tables
cut -d' ' -f1 out | sort >there
(cd "$source/data/tables" && printf '%s\n' *.sql) | sed 's/\.sql$//' | sort | cmp -s - there || fail 'not those of data/tables'

# Each is on a page, and the page has what the command prints; of what was not kept (FILE.db) there is none to print.
(cd "$source" && grep -noE '^    lockwarp report [^#]*--table [^#]*' docs/*.md docs/results/*.md) | sed 's/ *$//' >commands
name=tables_110_on_a_page
cases=$((cases + 1))
sed 's/.*--table \([^ ]*\).*/\1/' commands | sort -u | diff - there >out || fail 'not every table is on a page'
grep -v '\.db ' commands >printed
[ "$(wc -l <printed)" -ge 11 ] || fail "only $(wc -l <printed) commands"
while IFS=: read -r page _ line; do
    table=${line##*--table }
    run "tables_111_$table" 0 bash -c "cd '$source' && ${line/lockwarp/\'$lockwarp\'}"
    [ "$(wc -l <out)" -ge 3 ] || fail 'no table'
    text=$(<"$source/$page") wanted=$(<out)
    [[ $text == *"$wanted"* ]] || fail "$page has not: $(grep -vxFf "$source/$page" out | head -3)"
done <printed

# Memories, too: a page has what their command prints.
while IFS=: read -r page _ line; do
    run "tables_112_${line##* }" 0 bash -c "${line/lockwarp/\'$lockwarp\'}"
    printed=$(sed 's/^/    /' out) text=$(<"$source/$page")
    [[ $text == *"$printed"* ]] || fail "$page has not what it prints"
done < <(cd "$source" && grep -noE '^    lockwarp synth --memory [^ ]+$' docs/*.md docs/results/*.md)

# CSV, of the same cells.
run tables_120_csv 0 "$lockwarp" report "$results/best.csv" --table best-tiny --csv
head -2 out | tail -1 | grep -qx 'bfs,"45,758","44,820","12: 42,643","8 + 64: 42,801","16: 44,517"' || fail 'other cells'
run tables_121_file 0 "$lockwarp" report "$results/best.csv" --table best-tiny -o tiny.md
grep -q '^| bfs | 45,758 ' tiny.md || fail 'not in the file'

# The database itself.
run tables_130_sql 0 "$lockwarp" report "$results/best.csv" "$results/abyp-default.csv" --sql all.db
run tables_131_again 0 "$lockwarp" report "$results/best.csv" "$results/abyp-default.csv" --sql again.db
cmp -s all.db again.db || fail 'other bytes'
if command -v sqlite3 >/dev/null; then
    name=tables_132_ask cases=$((cases + 1))
    sqlite3 -readonly all.db "SELECT gto FROM \"best-tiny\" WHERE workload = 'bfs';
        SELECT count(*) FROM run WHERE sweep = 'best'; SELECT count(*) FROM \"abyp-threshold\";" >out
    [ "$(tr '\n' ' ' <out)" = "44,820 $(grep -c '^best,' "$results/best.csv") 15 " ] || fail 'other rows'

    # Figures are views: the mean of a view's values is the page's figure, and its values are those of the formula.
    run tables_133_figures 0 "$lockwarp" report "$results"/sweeps/{abyp,las}.csv --sql figures.db
    name=tables_134_a_mean cases=$((cases + 1))
    sqlite3 -readonly figures.db "SELECT format('%+.1f', 100 * (exp(avg(ln(value))) - 1)), count(*) FROM [figure las-rr-avg]
        WHERE sweep = 'las'" >out
    IFS='|' read -r mean programs <out
    [ "$programs" = 12 ] || fail "$programs programs"
    grep -q "^| .las-rr-avg. .* | $mean % | .* points" "$source/docs/reproduction.md" || fail "not the page's mean"
    name=tables_135_rows cases=$((cases + 1))
    sqlite3 -readonly figures.db "SELECT f.value = b.cycles / a.cycles FROM [figure abyp-bfs] f JOIN [row base] b
        USING (sweep, workload) JOIN [row abyp] a USING (sweep, workload) WHERE sweep = 'abyp' AND workload = 'bfs';
        SELECT count(*) FROM [cause abyp-mm] WHERE sweep = 'abyp' AND workload = 'matrixmul';" >out
    [ "$(tr '\n' ' ' <out)" = '1 1 ' ] || fail 'other values'

    # A run that is gone has no value in the view either.
    awk -F, '!($1 == "abyp" && $4 == "abyp" && $6 == "bfs")' "$results/sweeps/abyp.csv" >without.csv
    run tables_136_gone 0 "$lockwarp" report without.csv --sql without.db
    sqlite3 -readonly without.db "SELECT count(*) FROM [figure abyp-bfs] WHERE sweep = 'abyp' AND workload = 'bfs';
        SELECT count(*) > 5 FROM [figure abyp-bfs]" >out
    [ "$(tr '\n' ' ' <out)" = '0 1 ' ] || fail 'a value of no run'
fi

# A run that the repository's sweep does not have counts for no table.
sed '2s/,lockwarp run -w bfs [^,]*/,lockwarp run -w bfs --seed 2/; 2s/,[0-9a-f]\{64\},/,'"$(printf '%064d' 1)"',/' "$results/best.csv" >other.csv
run tables_140_other 0 "$lockwarp" report other.csv --table best-tiny
grep -q '^| bfs |  | 44,820 ' out || fail 'another run is in the table'

# Where a series has no run the cell is empty, and not the number of nothing.
zeros() { grep -oE '\| [+-]?0(\.0+)?( %|x)?( \||$)' "$1" | wc -l; }
while read -r table series file; do
    awk -F, -v series="$series" '$4 != series' "$results/$file" >without.csv
    "$lockwarp" report "$results/$file" --table "$table" >with
    run "tables_141_without_$table" 0 "$lockwarp" report without.csv --table "$table"
    [ "$(zeros out)" -le "$(zeros with)" ] || fail "$(zeros out) cells of nothing, $(zeros with) before"
    ! cmp -s out with || fail 'not of the series'
done <<'T'
apcm-clock apcm-1400 sweeps/apcm.csv
apcm-throttling pcal sweeps/apcm-throttling.csv
mrpb-unshared mrpb-s sweeps/mrpb-full.csv
mrpb-caches way64 sweeps/mrpb.csv
las-64k 64k-bcs las-design.csv
apres-reach apres sweeps/apres.csv
abyp-inputs counter sweeps/abyp.csv
T

# Text stays text.
printf '%s\n' app,pc,load_percent,lines_per_request,miss_rate,stride,stride_percent 'A,<img src=x>|`b`,1,1,1,0,1' >paper.csv
run tables_150_text 0 "$lockwarp" report paper.csv --table apres-table1
grep -qF '| A (not run) | paper | &lt;img src=x&gt;\|\`b\` |' out || fail 'not escaped'

# What is refused.
refuses tables_200_unknown 'no table "nothing"; expected one of abyp-choice, .*lockwarp list tables' "$lockwarp" report "$results/best.csv" --table nothing
refuses tables_200_near "no table \"best-tini\"; did you mean 'best-tiny'" "$lockwarp" report "$results/best.csv" --table best-tini
refuses tables_201_nothing 'mrpb-release has no row: .*data/tables/mrpb-release.sql' "$lockwarp" report "$results/best.csv" --table mrpb-release
sed '3s/,[0-9]*,/,many,/' "$results/abyp-default.csv" >wrong.csv
refuses tables_202_cell 'wrong.csv:3: .*record_abyp.cycles' "$lockwarp" report wrong.csv --table abyp-threshold
refuses tables_203_record 'abyp-default.csv:1: neither a database nor a result file' "$lockwarp" report "$results/abyp-default.csv"
refuses tables_204_both '.--table is alone, or with --csv' "$lockwarp" report x --table best-tiny --paper abyp
refuses tables_205_both 'one of --markdown, --csv, --plots and --sql' "$lockwarp" report x --csv --sql x.db
refuses tables_206_output 'name what they write' "$lockwarp" report x --sql x.db -o y.db
refuses tables_207_nowhere 'nowhere' "$lockwarp" report "$results/best.csv" --sql nowhere/x.db
absent tables_208_nothing_left x.db y.db
finish
