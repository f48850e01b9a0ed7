#!/bin/bash
# liblockwarp as others get it: an installed copy, and examples/unit built outside of the tree with pkg-config and with
# CMake, shared and static; what it exports; what stands in its headers; that nothing in it ends the process. And
# examples/embed, whose counts must be those of the installed program.
#
#   installed.sh CMAKE BUILD ROOT CC rtl|c
set -u
cmake=$1 build=$2 root=$3 cc=$4 engines=$5
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
failed() {
    echo "FAIL $*"
    failures=$((failures + 1))
}
cd "$scratch" || exit 1
"$cmake" --install "$build" --prefix "$scratch/p" >log 2>&1 || { cat log; exit 1; }
cp -r "$root/examples/unit" example
export PKG_CONFIG_PATH=$scratch/p/lib/pkgconfig XDG_CACHE_HOME=$scratch/cache
unset LW_ROOT LW_MODELS

for file in man/man1/lockwarp.1 man/man1/lockwarp-run.1 bash-completion/completions/lockwarp zsh/site-functions/_lockwarp; do
    [[ -s p/share/$file ]] || failed "no share/$file"
done

# The RTL of each family by its list, with the tools that are there.
for list in "$root"/rtl/*/; do
    family=$(basename "$list")
    read -ra tops <<<"$(cd "$root/rtl/$family" && echo ./*.sv | sed 's,\./,,g; s,\.sv,,g')"
    cd p/share/lockwarp/rtl || exit 1
    for top in "${tops[@]}"; do
        command -v iverilog >/dev/null || continue
        iverilog -g2012 -s "$top" -c "$family.f" -o "$scratch/x.vvp" >"$scratch/log" 2>&1 || { failed "$family.f: $top"; cat "$scratch/log"; }
    done
    [[ ${#tops[@]} -gt 2 && $(wc -l <"$family.f") -ge ${#tops[@]} ]] || failed "$family.f is short"
    cd "$scratch" || exit 1
done
names() { sed -n '/global:/,/local:/s/^ *\([a-z0-9_]*\);.*/\1/p' "$root/lib/lockwarp.map" | sort; }
names >expected
[[ -s expected ]] || failed "no names in lockwarp.map"
nm -D --defined-only p/lib/liblockwarp.so | sed -n 's/.* T \([a-z0-9_]*\)@@LOCKWARP_0\.1$/\1/p' | sort >shared
[[ $(nm -D --defined-only p/lib/liblockwarp.so | grep -vc ' A LOCKWARP_') -eq $(wc -l <expected) ]] || failed "more is exported"
cmp -s shared expected || failed "the shared library exports: $(diff shared expected | tr '\n' ' ')"
nm -g --defined-only p/lib/liblockwarp.a | sed -n 's/.* [A-Z] //p' | sort >static
cmp -s static expected || failed "the static library has: $(diff static expected | tr '\n' ' ')"
grep -vh '^typedef' p/include/lockwarp/*.h | grep -oE '\blw_[a-z0-9_]+\(' | tr -d '(' | sort -u >declared
cmp -s declared expected || failed "the headers declare: $(diff declared expected | tr '\n' ' ')"
# Nothing ends the process but _exit() in a child of a tool that cannot be started, and what prints is: file.c where a
# path is -, which the library refuses, and model_load.c where nobody has told it to be quiet, as the library does.
nm -D --undefined-only p/lib/liblockwarp.so | grep -E ' (abort|exit|quick_exit|__assert_fail)(@|$)' && failed "the library ends the process"
find "$build"/lib "$build"/tb/CMakeFiles/lw_tb.dir "$build"/cmodel "$build"/sim "$build"/app/CMakeFiles/lw_{config,stats,text,run}.dir \
    -name '*.o' | grep -v '/lw_memory\.dir/\|/lw_micro\.dir/\|/lw_text\.dir/text/terminal\.c\.o' >objects
[[ $(wc -l <objects) -gt 300 ]] || failed "where are the objects?"
xargs nm -A --undefined-only <objects 2>/dev/null | sed -n 's,^.*/\([^/]*\):.* U ,\1 ,p' |
    grep -E ' (abort|exit|__assert_fail|stdout|stderr|printf|vprintf|puts|putchar|perror)$' >ends
printf 'file.c.o stdout\nmodel_load.c.o stderr\n' | cmp -s - <(sort ends) || { failed "the library ends the process or prints:"; cat ends; }
for header in p/include/lockwarp/*.h; do
    echo "#include <lockwarp/${header##*/}>" >alone.c
    "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -Ip/include -fsyntax-only alone.c || failed "$header alone, as C11"
    "$cc" -x c++ -Wall -Wextra -Wpedantic -Werror -Ip/include -fsyntax-only alone.c || failed "$header alone, as C++"
done

# shellcheck disable=SC2046
"$cc" -Wall -Wextra -Werror -o by_pkg example/warm.c $(pkg-config --cflags --libs lockwarp) -Wl,-rpath,"$scratch/p/lib" ||
    failed "pkg-config"
# shellcheck disable=SC2046
"$cc" -Wall -Wextra -Werror -o by_pkg_static example/warm.c -Ip/include p/lib/liblockwarp.a \
    $(pkg-config --libs --static lockwarp | sed 's/-llockwarp//') || failed "pkg-config --static"
if "$cmake" -G Ninja -S example -B b -DCMAKE_PREFIX_PATH="$scratch/p" -DCMAKE_C_COMPILER="$cc" >log 2>&1 &&
    "$cmake" --build b >>log 2>&1; then
    cp b/warm by_cmake && cp b/warm_static by_cmake_static
else
    failed "CMake"
    cat log
fi
for program in by_pkg by_pkg_static by_cmake by_cmake_static; do
    for engine in c $([[ $engines == rtl && $program == by_pkg ]] && echo rtl lockstep); do
        ./$program "$engine" >out 2>err || { failed "$program $engine: exit $?"; cat err; }
        [[ ! -s err ]] || failed "$program $engine prints: $(cat err)"
        printf '%s misses: %s\n' 0 cache 1 cache 2 cache 3 bypass 4 bypass >right
        head -n 5 out | cmp -s - right || { failed "$program $engine"; cat out; }
    done
done

# The mock of another simulator: each of its counts beside that of lockwarp run; with a fault they differ.
cp -r "$root/examples/embed" embed
"$cmake" -G Ninja -S embed -B e -DCMAKE_PREFIX_PATH="$scratch/p" -DCMAKE_C_COMPILER="$cc" -DCMAKE_C_FLAGS="-Wall -Wextra -Werror" \
    >log 2>&1 && "$cmake" --build e >>log 2>&1 || { failed "examples/embed"; cat log; }
# shellcheck disable=SC2046
"$cc" -std=c11 -Wall -Wextra -Werror -o embed_static embed/*.c -Ip/include p/lib/liblockwarp.a \
    $(pkg-config --libs --static lockwarp | sed 's/-llockwarp//') || failed "examples/embed, static"
numbers() { # the numbers of a JSON document as "PATH VALUE"
    awk 'match($0, /^ *"[^"]*": /) {
        match($0, /^ */); depth = RLENGTH / 2; split($0, quoted, "\""); key[depth] = quoted[2]
        path = key[1]; for (i = 2; i <= depth; i++) path = path "." key[i]
        sub(/^[^:]*: /, ""); sub(/,$/, ""); print path, $0 }' "$1"
}
for workload in bfs spmv; do
    for engine in c $([[ $engines == rtl ]] && echo rtl); do
        p/bin/lockwarp run -w $workload --scale tiny -c abyp-gcn -p abyp+laws --set l1_replacement=lru -e "$engine" --json run.json >log 2>&1 ||
            { failed "lockwarp run -w $workload -e $engine"; cat log; }
        e/embed $workload "$engine" >out 2>err || { failed "embed $workload $engine: exit $?"; cat out err; }
        awk '!/ of /{ print $1, $2 }' out | sort >mock
        numbers run.json | sort | grep -F -x -f mock >same
        [[ $(wc -l <mock) -ge 21 ]] || failed "embed $workload $engine: few counts"
        cmp -s mock same || { failed "embed $workload $engine: other counts than lockwarp run"; diff mock same; }
        [[ $(awk '$2 > 0' mock | wc -l) -ge 15 ]] || failed "embed $workload $engine: hardly a count"
    done
    for fault in mru threshold groups; do
        e/embed $workload c $fault >out 2>err
        [[ $? -eq 1 && ! -s err ]] || { failed "embed $workload c $fault: not found"; cat out err; }
    done
done
e/embed bfs c zzz >out 2>err
[[ $? -eq 2 ]] && grep -q 'FAULT: mru, threshold or groups' err || failed "embed: a fault that is not there"
./embed_static bfs c >out 2>&1 || { failed "embed_static"; cat out; }
e/embed nosuch >out 2>err
[[ $? -eq 2 ]] && grep -q "^embed: workload: unknown workload 'nosuch'" err || failed "embed: a workload that is not there"

# The platform in SystemC, where SystemC is here.
if pkg-config --exists systemc tlm; then
    cp -r "$root/examples/systemc" platform
    "$cmake" -G Ninja -S platform -B s -DCMAKE_PREFIX_PATH="$scratch/p" >log 2>&1 && "$cmake" --build s >>log 2>&1 ||
        { failed "examples/systemc"; cat log; }
    s/platform abyp-gcn abyp c >out 2>err && grep -q '^10000 accesses, 0 wrong$' out || { failed "platform"; cat out err; }
    [[ $(awk '$1 == "hits" || $1 == "bypasses" { n += $2 > 100 } END { print n }' out) -eq 2 ]] || failed "platform: hardly a hit or bypass"
    s/platform nosuch >out 2>err && failed "platform: a configuration that is not there"
    grep -q "nosuch" out err || failed "platform: what it says"
fi

./by_pkg c >out
while read -r line; do
    grep -qxF "    $line" "$root/docs/guide/library.md" || failed "docs/guide/library.md has no line '$line'"
done <out
./by_pkg nosuch >out 2>err
[[ $? -eq 2 && $(cat err) == "warm: no engine 'nosuch'; expected c, rtl or lockstep" ]] || failed "an engine that is not there"
if [[ $engines == rtl ]]; then
    # The model is made of the installed RTL: with another comparison with the threshold the two sides differ.
    sed -i '/assign predict_o/s/>=/>/' p/share/lockwarp/rtl/abyp/abyp_table.sv
    cmp -s p/share/lockwarp/rtl/abyp/abyp_table.sv "$root/rtl/abyp/abyp_table.sv" && failed "the edit changed nothing"
    ./by_pkg lockstep >out 2>err
    [[ $? -eq 1 ]] && grep -q '^warm: abyp.table: C model and RTL differ' err || { failed "the installed RTL is not what is run"; cat out err; }
fi
echo "$failures failures"
exit $((failures != 0))
