# The commands of docs/guide/first-day.md, in a folder that looks like the repository. Blocks "once" are what has made
# the program that runs here; blocks "source" change the sources and are run by first_day_long.
. "$(dirname "$0")/lib.sh"
page=$source/docs/guide/first-day.md

tree=$work/repository
mkdir -p "$tree/build" && ln -s "$lockwarp" "$tree/build/lockwarp"
cp -r "$source"/{rtl,cmodel,tb} "$tree" # the page breaks a copy of them
for folder in sim sweeps docs data examples; do ln -s "$source/$folder" "$tree"; done

# Each block of commands, NUMBER.sh, its kind in NUMBER.kind.
awk '/^```sh/ { n++; kind = substr($0, 7); print kind >n ".kind"; on = 1; next }
    /^```/ { on = 0 } on { print >n ".sh" }' "$page"
block() { (cd "$tree" && bash -eu "$work/$1.sh"); }
export -f block
export tree work
blocks=$(ls ./*.kind | wc -l)
[ "$blocks" -ge 10 ] || fail "$blocks blocks of commands"
for ((n = 1; n <= blocks; n++)); do
    kind=$(cat $n.kind)
    case $kind in
    once | source) ;;
    '') run "first_day_1${n}_commands" 0 bash -c "block $n" ;;
    status=*) run "first_day_1${n}_commands" "${kind#status=}" bash -c "block $n" ;;
    *) fail "a block of a kind that is unknown: $kind" ;;
    esac
    case $n in
    4) cp out out.same && cp err err.lockstep ;;
    6) cp out out.failure ;;
    esac
done

# What the page says of them.
name=first_day_200_said
cases=$((cases + 1))
grep -q '^  RTL  .* bits compared$' err.lockstep || fail 'nothing was compared in lockstep'
grep -q '^equal: ' out.same || fail "the results of c and rtl: $(head -3 out.same)"
grep -q ': FAIL, model and RTL differ$' out.failure || fail 'no divergence'
for file in common.fifo-small-seed1.{stim,fst,gtkw,tcl} bfs.{fst,gtkw} mrpb.html; do
    [ -s "$tree/out/$file" ] || fail "no $file"
done
[ "$(sqlite3 "$tree/out/tables.db" 'SELECT count(*) FROM runs')" = 6 ] || fail 'not six runs in the database'
[ "$(head -n 3 "$tree/out/saxpy.txt" | tr '\n' ' ')" = '0 2 4 ' ] || fail "saxpy: $(head -n 3 "$tree/out/saxpy.txt" | tr '\n' ' ')"
finish
