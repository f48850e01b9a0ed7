# docs/guide/adding-a-unit.md as a newcomer follows it, in a copy of the sources: its files with their text, its commands in
# their order, and what it says that they print.
. "$(dirname "$0")/lib.sh"
page=$source/docs/guide/adding-a-unit.md
guard=$((guard * 4)) # ./dev build of a whole copy

tree=$work/repository
mkdir "$tree"
git -C "$source" ls-files -z | (cd "$source" && tar -c --null -T -) | tar -x -C "$tree" || fail 'no copy of the sources'
git -C "$tree" init -q

# steps/NUMBER.KIND in the order of the page: "create" and "append" (the file's name, then its text) and "command".
# A command is an indented line outside of a block; what stands behind two blanks explains it.
mkdir steps
awk '
function step(kind) { at = sprintf("steps/%03d.%s", ++n, kind) }
/^```/ {
    if (inside) { inside = 0; file = ""; next }
    inside = 1
    sentence = ""
    if (file != "") { step(kind); print file >at }
    next
}
inside { if (file != "") print >at; next }
{ sentence = sentence " " $0 }
/^$/ { sentence = "" }
match(sentence, /(Create|Append to) `[^`]*`/) {
    words = substr(sentence, RSTART)
    kind = words ~ /^Create/ ? "create" : "append"
    split(words, part, "`")
    file = part[2]
}
/^    (\.\/dev|build\/|tests\/|ninja|ctest|git|grep|LW_EXAMPLES=) *[^ ]/ {
    line = substr($0, 5)
    sub(/  +[^ ].*$/, "", line)
    step("command")
    print line >at
}' "$page"
[ "$(ls steps/*.create | wc -l)" -ge 7 ] && [ "$(ls steps/*.append | wc -l)" = 4 ] && [ "$(ls steps/*.command | wc -l)" -ge 25 ] ||
    fail "the page has $(ls steps/*.create | wc -l) files, $(ls steps/*.append | wc -l) additions, $(ls steps/*.command | wc -l) commands"

# What needs a network, is the suite itself, or asks for the tree to be formatted and every program to be built.
left_out() {
    case $1 in
    './dev setup' | './dev test' | './dev test --only nru' | './dev lint' | './dev fmt' | 'ctest --test-dir build -j 2 '* | './dev evidence '*) ;;
    'build/lockwarp report docs/'*) ;;
    *) return 1 ;;
    esac
}

# The page's words after a command are in what it printed.
prints() { grep -Eq -- "$2" out err || { name=$1 && fail "no /$2/"; }; }

# says NAME START: the page's line that begins so is in what the command printed.
says() {
    local line
    name=$1 line=$(grep -m1 "^$2" "$page" | tr -s ' ')
    cat out err | tr -s ' ' | grep -qF -- "${line# }" || fail "the page has \"${line# }\""
}

in_tree() { (cd "$tree" && bash -c "$1"); }
export -f in_tree
export tree
ran=0
for step in steps/*; do
    number=${step#steps/} number=${number%.*}
    case $step in
    *.create | *.append)
        file=$tree/$(head -n 1 "$step")
        [ "${step##*.}" = append ] && [ ! -f "$file" ] && fail "$file is not there"
        mkdir -p "$(dirname "$file")"
        tail -n +2 "$step" >>"$file"
        continue ;;
    esac
    asked=$(sed "s|/tmp/|$work/|g" "$step")
    left_out "$asked" && continue
    run "adding_unit_1$number" 0 bash -c 'in_tree "$1"' - "$asked"
    [ "$status" = 0 ] || { finish; exit 1; } # nothing after it can be right
    ran=$((ran + 1))
    case $asked in
    'build/lockwarp list units') prints adding_unit_200_listed '^common\.nru +8  an entry that was not used recently' ;;
    'build/lockwarp cosim -u common.nru')
        prints adding_unit_201_compared 'common\.nru, paper: PASS'
        prints adding_unit_202_cycles '1000000 cycles compared \(578 under reset' ;;
    'ctest --test-dir build -R unit_common_nru') prints adding_unit_203_passed '100% tests passed' ;;
    *'-p recent') says adding_unit_204_recent '    recent ' ;;
    *'-p recent -e lockstep') says adding_unit_205_lockstep '    RTL ' ;;
    esac
done
name=adding_unit_210_commands
cases=$((cases + 1))
[ $ran -ge 18 ] || fail "only $ran commands were run"

# The fault that the page puts in, and what it says of it.
sed -i "s/used_d = touched;/used_d = {Entries{1'b0}};/" "$tree/rtl/common/nru.sv"
run adding_unit_220_fault 1 bash -c 'in_tree "build/lockwarp cosim -u common.nru --geometry small --out $1"' - "$work"
prints adding_unit_221_differs '^common\.nru, small: FAIL, model and RTL differ$'
prints adding_unit_222_where 'state used\[1\], after the edge of cycle 10$'
finish
