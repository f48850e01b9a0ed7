# ./dev where it may not install: one line that says what to ask for, exit status 2; and where tools are missing.
. "$(dirname "$0")/lib.sh"
dev=$source/dev

# Programs of this folder alone: links to tools, and scripts in place of others. Never write through a link.
mkdir bin tree
cp "$dev" tree/dev
for tool in bash dirname cat sed awk grep tr cut find uname rm mkdir head sort env ls printf true; do
    ln -s "$(type -P $tool)" bin/$tool
done
# A user who is not root, on Debian, with packages missing; sudo as it may be.
cat >bin/id <<'END'
#!/bin/sh
[ "$*" = -u ] && echo 1000
END
cat >bin/dpkg-query <<'END'
#!/bin/sh
case $* in *cmake* | *verilator*) exit 1 ;; *) echo installed ;; esac
END
cat >bin/apt-get <<'END'
#!/bin/sh
echo "$*" >>"$LOG"
exit ${APT_STATUS:-0}
END
chmod +x bin/id bin/dpkg-query bin/apt-get
only=(env -i "PATH=$PWD/bin" "HOME=$PWD" "LOG=$PWD/apt.log")
asked='apt-get install -y --no-install-recommends'
refuses dev_100_no_root_no_sudo "^dev: setup: installing needs root or sudo; ask for: $asked cmake verilator$" "${only[@]}" bash tree/dev setup
refuses dev_101_also_for_demo "ask for: $asked cmake verilator$" "${only[@]}" bash tree/dev demo
refuses dev_102_also_for_test "ask for: $asked cmake verilator$" "${only[@]}" bash tree/dev test
printf '#!/bin/sh\necho "sudo: a password is required" >&2\nexit 1\n' >bin/sudo
chmod +x bin/sudo
refuses dev_110_sudo_wants_a_password "needs root or sudo; ask for: $asked cmake verilator$" "${only[@]}" bash tree/dev setup
[ ! -e apt.log ] || fail 'apt-get was called'
printf '#!/bin/sh\n[ "$1" = -n ] && shift\nexec "$@"\n' >bin/sudo
run dev_120_sudo_installs 0 "${only[@]}" bash tree/dev setup
grep -q 'install .* cmake verilator$' apt.log || fail "called: $(cat apt.log)"
run dev_121_apt_fails 2 "${only[@]}" APT_STATUS=100 bash tree/dev setup
tail -1 err | grep -q "apt-get has failed; ask for: $asked cmake verilator$" || fail 'what to ask for is not said'
printf '#!/bin/sh\necho installed\n' >bin/dpkg-query
run dev_130_nothing_missing 0 "${only[@]}" bash tree/dev setup

# Building without tools: none of them, then all but some.
rm bin/sudo bin/dpkg-query
refuses dev_200_no_tool "^dev: build: 13 of its tools and libraries are not here; ask for: $asked gcc cmake ninja-build pkg-config .*zlib1g-dev$" \
    "${only[@]}" bash tree/dev build
for tool in cc ninja; do ln -s "$(type -P true)" bin/$tool; done
printf '#!/bin/sh\n[ "$2" != nettle ]\n' >bin/pkg-config
chmod +x bin/pkg-config
refuses dev_201_some "^dev: build: 2 of its tools and libraries are not here; ask for: $asked cmake nettle-dev$" \
    "${only[@]}" bash tree/dev build
refuses dev_202_fmt "ask for: $asked clang-format-14$" "${only[@]}" bash tree/dev fmt
refuses dev_203_no_debian 'setup knows Debian 12 packages only' "${only[@]}" bash tree/dev setup

# What cannot be is refused before anything is built, and nothing is written.
refuses dev_300_unknown_verb "^dev: unknown verb nosuch; " bash "$dev" nosuch
refuses dev_301_bench_option "^dev: bench: unknown option --bogus; expected --quick or --save$" bash "$dev" bench --bogus
refuses dev_302_fuzz_reader "^fuzz: no reader 'nosuch'; expected one of: " bash "$dev" fuzz nosuch
refuses dev_303_fuzz_option "^fuzz: unknown option --bogus; " bash "$dev" fuzz --bogus
refuses dev_304_evidence_unit "^dev: evidence: no unit nosuch; " bash "$dev" evidence -u nosuch
refuses dev_305_evidence_kind "^dev: evidence: unknown kind nosuch; " bash "$dev" evidence nosuch
# In a folder of its own: what is not refused is done.
for verb in setup build demo determinism lint fmt kernels clean; do
    refuses dev_308_${verb}_of_what "^dev: $verb: unexpected '--extra'; expected nothing behind $verb$" bash tree/dev $verb --extra
done
for bad in abc 0 -1 1.5 99999; do
    refuses dev_309_jobs "^dev: LW_JOBS is '$bad'; expected a number of jobs$" env LW_JOBS=$bad bash tree/dev lint
done
refuses dev_318_coverage_option "^dev: coverage: unexpected '--bogus'; expected --suite or nothing$" bash "$dev" coverage --bogus
refuses dev_319_coverage_options "^dev: coverage: unexpected '--suite x'; expected --suite or nothing$" bash "$dev" coverage --suite x
run dev_306_help 0 bash "$dev" --help
grep -q '^./dev VERB' out || fail 'no list of verbs'
"$lockwarp" list units | awk 'NR > 1 { print $1 }' >units
name=dev_307_units_are_known_from_the_sources cases=$((cases + 1)) command=(is_unit)
bash -c "cd '$source' && eval \"\$(sed -n '/^is_unit()/,/^}/p' dev)\" && while read -r u; do is_unit \$u || echo \$u; done" <units >out
[ ! -s out ] || fail "not known: $(cat out)"
bench=$(dirname "$lockwarp")/tests/bench/bench
if [ -x "$bench" ]; then
    refuses dev_310_bench_row "^bench: no row's name contains 'nosuch'$" "$bench" "$lockwarp" bench.json nosuch
    [ ! -e bench.json ] || fail 'bench.json was written'
    run dev_311_bench_option 2 "$bench" --bogus
fi
finish
