# Options of every command, as --help lists them: none empty, none twice, and a FIFO, a socket, a folder or a device that
# blocks is refused at once wherever a file's name is taken. What was quoted from the input never controls a terminal.
. "$(dirname "$0")/lib.sh"
commands=(run profile slice sweep report merge diff micro synth cosim prove "trace record" "trace info" "trace export" list)

# options COMMAND: "--name VALUE" a line, of all that take a value.
options() {
    # shellcheck disable=SC2086
    COLUMNS=1000 "$lockwarp" $1 --help | grep -oE -- '^ {2,8}(-[a-zA-Z], )?--[a-z-]+=[^ ]+' | grep -o -- '--.*' | sort -u | tr = ' '
}
# What a command needs beside an option, so that it gets as far as opening files.
base_of() {
    case $1 in
    run | profile | "trace record") echo "-w bfs --scale tiny" ;;
    "trace export") echo "-w bfs --scale tiny --accelsim d" ;;
    slice) echo "-w bfs" ;;
    cosim | prove | synth) echo "-u abyp --exact" ;;
    esac
}
mkfifo fifo
mkdir folder
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")' 2>/dev/null || mkfifo socket
n=0
for c in "${commands[@]}"; do
    while read -r option value; do
        n=$((n + 1))
        # shellcheck disable=SC2206
        call=("$lockwarp" $c)
        refuses options_100_empty "^lockwarp $c: (-[a-z]|$option) is ''; expected " "${call[@]}" "$option="
        case $option in
        --set | --param | --hold | --sbatch-arg | --ptx) ;;
        *) refuses options_110_twice "^lockwarp $c: (-[a-z]|$option) is given twice; expected it once$" "${call[@]}" "$option=a" "$option=b" ;;
        esac
        case $value in
        *FILE* | *PATH* | PRESET* | WHAT | FOLDER | DIR) ;;
        *) continue ;;
        esac
        # shellcheck disable=SC2207
        base=($(base_of "$c"))
        case $option in # those that stand in place of -w, or beside another
        --ptx) base=(--launch "$data/vecadd.yaml") ;;
        --launch) base=(--ptx "$data/vecadd.ptx") ;;
        --trace | --resume) base=() ;;
        --baseline) base+=(--report r.md) ;;
        --output) base+=() ;;
        esac
        [ "$c $option" != "slice --launch" ] || base+=(--rect 1)
        [ "$c" != "trace export" ] || [ "$option" = --json ] || [ "$option" = --wave ] || base+=(--accelsim d)
        [ "$c $option" != "run --input" ] || base=(-w spmv --scale tiny)
        [ "$c $option" != "profile --input" ] || base=(-w spmv --scale tiny)
        [ "$c" != sweep ] || base=("$source/sweeps/abyp.yaml")
        [ "$c" != report ] || base=("$source/docs/results/sweeps/abyp.csv")
        [ "$c" != merge ] || base=(a.db)
        [ "$c" != diff ] || base=(a.json a.json)
        for bad in fifo socket folder /dev/zero; do
            case "$option $bad" in "--trace folder" | "--json /dev/zero" | "--report /dev/zero" | "--output /dev/zero") continue ;; esac
            case "$option $bad" in "--out folder" | "--plots folder" | "--slurm-dir folder" | "--keep folder") continue ;; esac
            case "$option $bad" in "--wave /dev/zero" | "--record /dev/zero" | "--activity /dev/zero" | "--evidence /dev/zero" | "--sql /dev/zero") continue ;; esac
            name="options_120_${c// /_}_${option#--}_${bad#/dev/}"
            cases=$((cases + 1))
            command=("${call[@]}" "${base[@]}" "$option=$bad")
            [ "$option" != --accelsim ] || continue
            if [ "$c" = "trace export" ]; then command=("${call[@]}" "${base[@]/--accelsim/}" "$option=$bad" --accelsim d); fi
            run "$name" 2 "${call[@]}" "${base[@]}" "$option=$bad"
            [ "$(wc -l <err)" = 1 ] || fail "$(wc -l <err) lines on standard error; expected one"
        done
    done < <(options "$c")
done
[ "$n" -gt 100 ] || { name=options_130 && fail "only $n options found"; }
for c in report merge slice sweep "trace info" "trace export --accelsim d" "sweep --dry-run" diff; do
    for bad in fifo socket /dev/zero; do
        # shellcheck disable=SC2086
        refuses "options_140_operand_${c// /_}" "$bad: " "$lockwarp" $c $bad $([ "$c" != diff ] || echo a.json)
    done
done
# Within files: a launch file's data, a list of kernels, a configuration's base.
printf 'buffers:\n  a: {type: f32, size: 64, init: {file: fifo}}\nlaunches:\n  - {kernel: twice, grid: 1, block: 32, args: [a]}\n' >l.yaml
refuses options_150_data_of_a_launch_file 'not a regular file' "$lockwarp" run --ptx "$data/vecadd.ptx" --launch l.yaml
mkdir traces
echo kernel-1.traceg >traces/kernelslist.g
mkfifo traces/kernel-1.traceg
refuses options_151_trace_of_a_list 'regular file' "$lockwarp" run --trace traces

# Settings by key, each once.
refuses options_160_set_twice "^lockwarp run: --set names 'n_sms' twice; expected it once$" "$lockwarp" run -w bfs --set n_sms=1 --set=n_sms=2
refuses options_161_param_twice "^lockwarp cosim: --param names 'n' twice" "$lockwarp" cosim -u abyp --param n=1 --param n=2
refuses options_162_short_and_long "^lockwarp run: -w is given twice" "$lockwarp" run -wbfs --workload=nn
refuses options_163_shortened "^lockwarp run: --json is given twice" "$lockwarp" run -w bfs --js x --json y
refuses options_164_one_place "^lockwarp run: --[a-z]* and --[a-z]* are both '(./)?x'; expected two files" "$lockwarp" run -w bfs --json x --report ./x
refuses options_165_unknown "^lockwarp run: unknown option '--nosuch'; see" "$lockwarp" run --nosuch
refuses options_166_without_a_value "^lockwarp run: option '--json' needs a value; see" "$lockwarp" run -w bfs --json

# What a shell hands over open is read and written as ever.
run options_170_standard_output 0 bash -c '"$0" run -w bfs --scale tiny --json /dev/stdout 2>/dev/null | grep -q "\"schema\""' "$lockwarp"
run options_171_substitution_out 0 bash -c '"$0" run -w bfs --scale tiny --json >(grep -q schema && touch seen) 2>/dev/null; until [ -e seen ]; do sleep 0.01; done' "$lockwarp"
printf '%s\n' 'p sp 2 1' 'a 1 2 5' >two.gr
run options_172_standard_input 0 bash -c '"$0" run -w bfs --functional --input /dev/stdin <two.gr 2>/dev/null' "$lockwarp"
if "$lockwarp" cosim -u abyp --exact --geometry paper -n 100 --record two.stim >/dev/null 2>&1; then
    run options_173_substitution_in 0 bash -c '"$0" cosim -u abyp --exact --stimulus <(cat two.stim)' "$lockwarp"
fi

# Controls: in names, operands, options, and files.
two=$'two\nlines'
evil=$'a\033[31mb\rc\x9bd\xc2\x9be\xe2\x80\xaef\x7fg'
shown() {
    LC_ALL=C grep -q $'[\001-\010\013-\037\177]\|\xc2\x9b\|\xe2\x80\xae' out err && fail "raw: $(cat -v out err | head -3)"
}
printf 'base: %s\n' "$evil" >c.yaml
printf '.version 3.2\n.target sm_20\n.address_size 64\n.entry a%s() { ret; }\n' "$evil" >k.ptx
cp two.gr "$evil.gr"
for call in "run -w EVIL" "EVIL" "list EVIL" "run --nosuchEVIL" "run -w bfs EVIL" "run -w bfs --scale EVIL" "run -w bfs -p EVIL" "run -w bfs -c EVIL" \
    "run -w bfs -c c.yaml" "slice k.ptx" "report EVIL" "diff EVIL EVIL" "merge EVIL" "sweep EVIL" "trace info EVIL" "trace EVIL" \
    "run -w bfs --json no/EVIL" "cosim -u EVIL" "synth -u EVIL" "micro EVIL" "run -w bfs --set EVIL=1" "run -w bfs --launches EVIL" "run --resume EVIL" "slice EVIL"; do
    args=() lines=()
    for word in $call; do args+=("${word//EVIL/$evil}") lines+=("${word//EVIL/$two}"); done
    run "options_200_${call// /_}" 2 "$lockwarp" "${args[@]}"
    shown
    [ "$(wc -l <err)" = 1 ] || fail "$(wc -l <err) lines on standard error; expected one"
    refuses "options_201_two_lines_${call// /_}" . "$lockwarp" "${lines[@]}"
done
run options_210_in_what_is_printed 0 "$lockwarp" run -w bfs --functional --input "$evil.gr"
shown
run options_211_utf8_stays 2 "$lockwarp" run -w 'grün→漢😀'
grep -q 'grün→漢😀' err || fail "$(cat err)"
run options_220_data_stay_as_they_are 0 bash -c '"$0" run -w bfs --functional --input "$1" --json - 2>/dev/null | python3 -m json.tool >/dev/null' "$lockwarp" "$evil.gr"
finish
