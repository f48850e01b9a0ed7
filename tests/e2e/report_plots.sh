# lockwarp report --plots: a file a plot, with the numbers of the page (report_plots.py); which files it writes, and
# which it takes away. That the committed ones are of the committed results is in reproduction.sh.
. "$(dirname "$0")/lib.sh"
results=("$source"/docs/results/sweeps/*.csv)
abyp=$source/docs/results/sweeps/abyp.csv
mrpb=$source/docs/results/sweeps/mrpb.csv

mkdir all one again
run report_plots_101_page 0 "$lockwarp" report "${results[@]}" -o page.html
run report_plots_102_files 0 "$lockwarp" report "${results[@]}" --plots all
[ -s out ] && fail 'wrote to standard output'
[ "$(find all -name '*.svg' | wc -l)" = "$(find all -mindepth 1 | wc -l)" ] || fail 'other files than plots'
run report_plots_103_again 0 "$lockwarp" report "${results[@]}" --plots again
diff -r all again >out || fail 'the same results give other bytes'
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3)
if [ -n "$python" ]; then
    name=report_plots_110_numbers
    cases=$((cases + 1))
    PYTHONDONTWRITEBYTECODE=1 timeout $guard "$python" "$source/tests/e2e/report_plots.py" page.html all >out 2>err || fail 'see below'
    cat out
fi

# One paper alone: no file of another is written or taken away.
echo mine >one/abyp-speedup.svg
echo mine >one/notes.svg
run report_plots_120_paper 0 "$lockwarp" report "${results[@]}" --paper mrpb --plots one
[ -s out ] && fail 'wrote to standard output'
for file in one/mrpb-*.svg; do
    cmp -s "$file" "all/${file#one/}" || fail "$file is another"
done
[ "$(find one -name 'mrpb-*.svg' | wc -l)" = "$(find all -name 'mrpb-*.svg' | wc -l)" ] || fail 'not all of mrpb'
[ "$(cat one/abyp-speedup.svg one/notes.svg)" = "mine
mine" ] || fail "another's file is not as it was"

# A plot whose runs are gone: its file goes, too, and is named.
run report_plots_130_stale 0 "$lockwarp" report "$mrpb" --plots one
grep -qx 'one/abyp-speedup.svg: removed, none of its runs is there' out || fail 'what was removed is not said'
grep -q mrpb-misses out && fail 'what stays is said to be removed'
[ ! -e one/abyp-speedup.svg ] && [ -s one/mrpb-misses.svg ] && [ -s one/notes.svg ] || fail 'the wrong files went'
run report_plots_131_again 0 "$lockwarp" report "$mrpb" --plots one
[ -s out ] && fail 'said again'
# Runs of a part of a sweep: what is missing is said in the drawing.
head -90 "$mrpb" >part.csv
run report_plots_132_part 0 "$lockwarp" report part.csv --plots one
grep -q '>not run</text>' one/mrpb-poly-l-speedup.svg || fail 'a run that is not there is not missed'
# The quick form says what it is.
sed '2,$s/,full,/,quick,/' "$mrpb" >quick.csv
run report_plots_133_quick 0 "$lockwarp" report quick.csv --paper mrpb --plots one
grep -q 'Quick form' one/mrpb-poly-s-speedup.svg || fail 'no quick form'
grep -lq 'Quick form' all/*.svg && fail 'the full form says that it is quick'

# Refused, and nothing is touched.
mkdir kept
echo mine >kept/abyp-speedup.svg
refuses report_plots_200_no_folder 'nowhere: no such folder' "$lockwarp" report "$abyp" --plots nowhere
refuses report_plots_201_a_file 'page.html: no such folder' "$lockwarp" report "$abyp" --plots page.html
refuses report_plots_202_both 'one of --markdown, --csv, --plots and --sql' "$lockwarp" report "$abyp" --plots one --csv
refuses report_plots_203_output 'o is of a page' "$lockwarp" report "$abyp" --plots one -o x.html
refuses report_plots_204_none 'kept: none of the runs is of a plot' "$lockwarp" report "$abyp" --paper las --plots kept
refuses report_plots_205_paper 'no paper "mrbp"' "$lockwarp" report "$abyp" --paper mrbp --plots kept
[ "$(cat kept/abyp-speedup.svg)" = mine ] && [ "$(find kept -mindepth 1 | wc -l)" = 1 ] || fail 'a refused call has written'
mkdir kept/abyp-misses.svg
refuses report_plots_206_in_the_way 'kept/abyp-misses.svg: .*directory' "$lockwarp" report "$abyp" --plots kept
rmdir kept/abyp-misses.svg
finish
