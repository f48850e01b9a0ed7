# docs/reproduction.md and docs/results/plots are what lockwarp report makes of the committed results, these are of the
# committed sweeps, and still what the program measures: the shortest are measured again, of each file one here and five
# in reproduction_long. Bad input of lockwarp report.
. "$(dirname "$0")/lib.sh"
results=("$source"/docs/results/sweeps/*.csv)
run reproduction_100_page 0 "$lockwarp" report "${results[@]}" --markdown -o page.md
cmp -s page.md "$source/docs/reproduction.md" ||
    fail "docs/reproduction.md is another: $(diff page.md "$source/docs/reproduction.md" | head -4)"
run reproduction_101_again 0 "$lockwarp" report "${results[@]}" -o one.html
run reproduction_102_again 0 "$lockwarp" report "${results[@]}" -o two.html
cmp -s one.html two.html || fail 'two pages of the same results differ'

# Every plot of the committed results, and no other, is in docs/results/plots.
mkdir plots
run reproduction_103_plots 0 "$lockwarp" report "${results[@]}" --plots plots
diff -r plots "$source/docs/results/plots" >different || fail "docs/results/plots has others: $(head -4 different)"

# Every image that a page shows is there, with words for it.
name=reproduction_104_images
cases=$((cases + 1))
shown=0
for page in "$source"/docs/*.md "$source"/docs/*/*.md; do
    while read -r image; do
        shown=$((shown + 1))
        words=${image#'!['} words=${words%%']('*} path=${image##*'('} path=${path%')'}
        [ ${#words} -ge 20 ] || fail "$page: no words for $path"
        [ -s "$(dirname "$page")/$path" ] || fail "$page shows $path, which is not there"
    done < <(grep -o '!\[[^]]*\]([^)]*)' "$page")
done
[ "$shown" -gt 0 ] || fail 'no page shows an image'

# field NUMBER FILE: a column of a result file; commands and names hold no commas or quotes.
field() { tail -n +2 "$2" | cut -d, -f"$1"; }
# The shortest runs of a file, so many, are measured again.
again=${again:-1}
for file in "${results[@]}"; do
    sweep=$(field 1 "$file" | sort -u)
    run "reproduction_110_compact_$sweep" 0 "$lockwarp" report "$file" --csv
    cmp -s out "$file" || fail 'the file is not what --csv writes'
    sed -n 2p "$file" | grep -qE ",sweeps/$sweep.yaml(,|\$)" || fail 'recorded of another file than that of the repository'
    run "reproduction_111_runs_$sweep" 0 "$lockwarp" sweep "$source/sweeps/$sweep.yaml" --db none.db --dry-run
    sed -n 's/^to do *[0-9.]* *//p' out | sort >of_sweep
    field 16 "$file" | sort -u >of_file
    comm -23 of_sweep of_file >lacks
    comm -13 of_sweep of_file >strange
    [ ! -s strange ] || fail "runs that the sweep has not: $(head -4 strange)"
    [ ! -s lacks ] || fail "without runs of the sweep: $(head -4 lacks)"
    name=reproduction_112_measured_$sweep
    tail -n +2 "$file" | sort -t, -k17,17n | head -$again >shortest
    [ -s shortest ] || fail 'no run'
    while IFS=, read -r _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ line cycles _; do
        cases=$((cases + 1))
        command=("$line")
        eval "timeout $guard ${line/#lockwarp/\"\$lockwarp\"} --json again.json" >out 2>err </dev/null
        [ "$(number again.json cycles)" = "$cycles" ] || fail "$(number again.json cycles) cycles; recorded $cycles"
    done <shortest
done

# Every sweep is one, in both forms.
for file in "$source"/sweeps/*.yaml; do
    run "reproduction_115_$(basename "$file")" 0 "$lockwarp" sweep "$file" --db none.db --dry-run
    run "reproduction_116_quick_$(basename "$file")" 0 "$lockwarp" sweep "$file" --db none.db --dry-run --quick
done

# What is left out, and what has no cause, is said: each row of the paper's figures is there once.
name=reproduction_120_rows
tail -n +2 "$source/data/paper-figures.csv" | cut -d, -f1 | sort >figures
awk -F'|' '(NF == 8 || NF == 9) && $2 ~ /`/ { gsub(/[ `]/, "", $2); print $2 }' page.md | sort >rows
cases=$((cases + 1))
grep -v / rows >first
[ -s rows ] && cmp -s figures first || fail "figures and rows differ: $(diff figures first | head -4)"
grep / rows | sed 's,/.*,,' | sort -u | comm -23 - figures >stray
[ ! -s stray ] || fail "a reading of no figure: $(head -1 stray)"
name=reproduction_121_complete
cases=$((cases + 1))
grep -E '^\| `(abyp|apcm)-.*\| no value \|' page.md >out && fail 'a figure without a value'
grep -E '^\| `(abyp|mrpb|apcm)-[^|]*\|[^|]*\|[^|]*\| not run \|' page.md >out && fail 'a row without a run'
grep -E '^\| `(abyp|apcm)-' page.md | awk -F'|' 'NF == 9 && $6 ~ /(differs|other sign) $/ && $8 !~ /[a-z]/' >out
[ ! -s out ] || fail 'apart without a word'

# Figures of which the paper has a picture alone, or words: no number, a range.
name=reproduction_127_figures
cases=$((cases + 1))
for row in abyp-misses abyp-misses-ctr abyp-misses-32k abyp-size-32k; do
    grep -q "^| .$row. |[^|]*| no number | [-+][0-9.]* %; without spmv [-+][0-9.]* % | no number | [^|]*|  |$" page.md || fail "$row"
done
grep -q '^| `abyp-hits-bfs` |[^|]*("intermediate or low")[^|]*| 0 to 66.7 % | [0-9.]* % | none, within the range | ' page.md || fail 'no range'
awk -F'|' '/^\| \[/ { if ($3 != $4 + $5 + $6 + $7 + $10 + $11 + $12) bad = 1; n++ } END { exit bad || !n }' page.md ||
    fail 'the summary does not add up'

# The paper's inputs are the headline where they are recorded; the default scale stands beside.
name=reproduction_123_beside
cases=$((cases + 1))
grep -q '^| `mrpb-poly-s` |[^|]*|[^|]*| [0-9.]* x; at the default scale [0-9.]* x |' page.md || fail 'no default scale beside'
grep -q '^| `abyp-zero` |[^|]*|[^|]*| [0-9.]* %; without spmv [0-9.]* % |' page.md || fail 'no mean without spmv'
for row in abyp-energy abyp-energy/leakage mrpb-area mrpb-area/design mrpb-freq mrpb-freq/design; do
    grep -q "^| .$row. | .*, \(with\|without\|of the\) " page.md || fail "no row $row"
done

# A paper's alternative configuration: its sweeps are runs of the paper's own, all with the same overrides and no others.
tail -n +2 "$source/data/alternatives.csv" | cut -d, -f1 | sort -u >papers
for paper in $(cat papers); do
    sed -n "s/^$paper,\([^,]*\),.*/ --set \1/p" "$source/data/alternatives.csv" | sort >choices
    for file in "$source/sweeps/$paper"*-alt.yaml; do
        base=$(basename "$file" -alt.yaml)
        run "reproduction_124_$base" 0 "$lockwarp" sweep "$source/sweeps/$base.yaml" --db none.db --dry-run
        sed -n 's/^to do *[0-9.]* *//p' out | sort >of_base
        run "reproduction_125_$base" 0 "$lockwarp" sweep "$file" --db none.db --dry-run
        sed -n 's/^to do *[0-9.]* *//p' out >of_alternative
        [ -s of_alternative ] || fail 'no run'
        while read -r choice; do
            grep -vF -- "$choice" of_alternative >lacks && fail "without $choice: $(head -1 lacks)"
            sed -i "s/ $choice//" of_alternative
        done <choices
        sort of_alternative | comm -23 - of_base >others
        [ ! -s others ] || fail "not of $base: $(head -1 others)"
    done
done
name=reproduction_126_alternative
cases=$((cases + 1))
[ "$(grep -c '^One alternative configuration' page.md)" = "$(wc -l <papers)" ] || fail 'not one alternative a paper'
grep -q '^Under it [0-9]* of [0-9]* rows are within half' page.md || fail 'no score under it'

# What is of no run: its command prints the number that stands on the page.
run reproduction_122_memory 0 env LW_ROOT=/nowhere PATH=/nowhere "$lockwarp" synth --memory 384x64/1rw
printed() { awk -v c="$1" 'NR == 1 { for (i = 2; i <= NF; i++) if ($i == c) at = i - 2 } NR == 2 { print $at }' out; }
ours() { awk -F'|' -v f="\`$1\`" 'index($2, f) { split($5, v, " "); print v[1]; exit }' page.md; }
[ "$(ours mrpb-area)" = "$(printf %.3g "$(printed area_mm2)")" ] || fail "mrpb-area is $(ours mrpb-area)"
[ "$(ours mrpb-area-l1)" = "$(printf %.3g "$(printed l1d_percent)")" ] || fail "mrpb-area-l1 is $(ours mrpb-area-l1)"
[ "$(ours mrpb-freq)" = "$(awk -v t="$(printed access_ns)" 'BEGIN { printf "%.3g", 1 / t }')" ] || fail "mrpb-freq is $(ours mrpb-freq)"
grep -q '^| `mrpb-area` .*`lockwarp synth --memory 384x64/1rw` ' page.md || fail 'no command in the Markdown'
awk '/id="f-mrpb-area-ccws"/, /<\/details>/' one.html | grep -q '^<pre.*>lockwarp synth --memory 768x40/1rw$' || fail 'no command in the page'

# What the results pages of apcm and las say of area and clock is what was measured; every bit is a flop of 4.522 um2.
for paper in apcm las; do
    name=reproduction_128_area_on_the_page_of_$paper
    cases=$((cases + 1))
    tr -d '|`' <"$source/docs/results/$paper.md" |
        awk -v u="$paper" '($1 == u || index($1, u ".") == 1) && (NF == 7 || NF == 8) && $NF == "MHz" { print $1, $2, $3, $4, $5, $(NF - 1) }' |
        sort >said
    awk -F, -v u="$paper" '($1 == u || index($1, u ".") == 1) && $2 == "paper" && $3 == "nangate45" && $4 == "flops" && $5 == "" {
        flops = $11 * 4.522; printf "%s %d %.0f %.0f %.0f %.0f\n", $1, $12, $15, flops, $15 - flops, $18 }' \
        "$source/docs/results/evidence/synth.csv" | sort >measured
    [ -s said ] && cmp -s said measured || fail "another than measured: $(diff said measured | head -4)"
done

# One paper alone.
run reproduction_130_paper 0 "$lockwarp" report "${results[@]}" --paper las -o las.html
grep -q 'id="figures-las"' las.html || fail 'no las'
grep -q 'id="figures-abyp"' las.html && fail 'abyp, too'

# A page of a quick form says so at its head; what is an input counts as no result.
sed '2,$s/,full,/,quick,/' "$source/docs/results/sweeps/abyp.csv" >quick.csv
run reproduction_140_quick 0 "$lockwarp" report quick.csv --markdown
head -3 out | grep -q '^# .*: quick form$' && head -3 out | grep -q 'Made by .* of quick sweeps' || fail 'no quick form'
grep -q 'quick form' page.md && fail 'the full form says that it is quick'
run reproduction_141_quick 0 "$lockwarp" report quick.csv -o quick.html
grep -q '<title>.*quick form</title>' quick.html && grep -q '<h1>.*: quick form</h1>' quick.html || fail 'no quick form'
grep -q 'quick form' one.html && fail 'the full form says that it is quick'
name=reproduction_142_input
cases=$((cases + 1))
grep -q '^| `abyp-leak` .* input, by construction | .* | Energy is computed' page.md || fail 'no input'

# Bad input.
refuses reproduction_200_no_file 'expected a database' "$lockwarp" report
refuses reproduction_201_missing 'none.db' "$lockwarp" report none.db
refuses reproduction_202_paper "no paper \"mrbp\"; did you mean 'mrpb'\?" "$lockwarp" report "${results[0]}" --paper mrbp
refuses reproduction_203_both 'one of --markdown, --csv, --plots and --sql' "$lockwarp" report x --markdown --csv
echo 'a,b' >other.csv
refuses reproduction_204_other 'other.csv:1: neither a database nor a result file: column 1 is "a"' "$lockwarp" report other.csv
refuses reproduction_205_twice "has the sweep \"abyp\", which .*abyp.csv has, too" \
    "$lockwarp" report "$source/docs/results/sweeps/abyp.csv" "$source/docs/results/sweeps/abyp.csv"
head -3 "$source/docs/results/sweeps/abyp.csv" | sed '3s/,full,/,half,/' >form.csv
refuses reproduction_206_form 'form.csv:3: form is "half"' "$lockwarp" report form.csv
head -3 "$source/docs/results/sweeps/abyp.csv" | sed '3s/,1,\([a-z]*\),[0-9a-f]*,/,1,\1,12,/' >hash.csv
refuses reproduction_207_hash 'hash.csv:3: hash is "12"' "$lockwarp" report hash.csv
head -3 "$source/docs/results/sweeps/abyp.csv" | sed '2s/[0-9.]*$/x1/' >number.csv
refuses reproduction_208_number 'number.csv:2: .* is "x1"; expected a number' "$lockwarp" report number.csv
head -3 "$source/docs/results/sweeps/abyp.csv" | sed '3s/,[^,]*$//' >short.csv
refuses reproduction_209_short 'short.csv:3: .* cells; expected' "$lockwarp" report short.csv
first=$(head -2 "$source/docs/results/sweeps/abyp.csv" | tail -1)
cycles=$(cut -d, -f17 <<<"$first") scale=$(sed -n 3p "$source/docs/results/sweeps/abyp.csv" | cut -d, -f9)
{ head -3 "$source/docs/results/sweeps/abyp.csv"; echo "$first"; } >twice.csv
refuses reproduction_211_twice 'twice.csv:4: number 0 of sweep "abyp" is there twice' "$lockwarp" report twice.csv
{ head -3 "$source/docs/results/sweeps/abyp.csv"; sed 's/,full,0,/,full,99,/; s/,'"$cycles"',/,1'"$cycles"',/' <<<"$first"; } >other.csv
refuses reproduction_212_other_run 'other.csv:4: a run of this hash is in a row above with other' "$lockwarp" report other.csv
for value in 1e999 nan inf -inf 0x10 1e 1,5; do
    head -3 "$source/docs/results/sweeps/abyp.csv" | sed "3s/,\([0-9.]*\),\([0-9.]*\)\(,*\)\$/,$value,\2\3/" >value.csv
    refuses "reproduction_213_value_$value" 'value.csv:3: ' "$lockwarp" report value.csv
done
cycles=$(sed -n 3p "$source/docs/results/sweeps/abyp.csv" | cut -d, -f17)
for value in -1 1.5 99999999999999999999 x; do
    head -3 "$source/docs/results/sweeps/abyp.csv" | sed "3s/,$cycles,/,$value,/" >value.csv
    refuses "reproduction_214_cycles_$value" "value.csv:3: cycles is \"$value\"; expected a whole number" "$lockwarp" report value.csv
    head -3 "$source/docs/results/sweeps/abyp.csv" | sed "3s/,$scale,1,/,$scale,$value,/" >value.csv
    refuses "reproduction_215_seed_$value" "value.csv:3: seed is \"$value\"; expected a whole number" "$lockwarp" report value.csv
done
head -3 "$source/docs/results/sweeps/abyp.csv" | sed '1s/l1d.hits/l1d.misses/' >columns.csv
refuses reproduction_216_columns 'columns.csv:1: two columns "l1d.misses"' "$lockwarp" report columns.csv
refuses reproduction_210_nowhere 'nowhere' "$lockwarp" report "${results[0]}" -o nowhere/r.html
finish
