#!/bin/bash
# The Debian package that CPack makes: what is in it and what it asks for; and, where that is possible, installed in a
# new Debian and run there.
#
#   package.sh CPACK BUILD [root]
#
# Exit status 77: it cannot be tried here, and a sentence says why.
set -u
cpack=$1 build=$2 part=${3:-}
skip() {
    echo "skipped: $*"
    exit 77
}
for tool in dpkg-deb dpkg-shlibdeps; do command -v $tool >/dev/null || skip "no $tool (dpkg-dev)"; done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0 checks=0
check() { # check SENTENCE COMMAND...: it must succeed
    checks=$((checks + 1))
    "${@:2}" >"$scratch/out" 2>"$scratch/err" && return
    failures=$((failures + 1))
    echo "FAIL $1"
    tail -n 5 "$scratch/out" "$scratch/err"
}
(cd "$scratch" && "$cpack" --config "$build/CPackConfig.cmake" -B "$scratch/cpack") >"$scratch/out" 2>&1 || {
    tail "$scratch/out"
    exit 1
}
deb=$(ls "$scratch"/cpack/lockwarp_*.deb)
echo "$(basename "$deb"): $(stat -c %s "$deb") bytes"

if [ "$part" != root ]; then
    dpkg-deb -c "$deb" >"$scratch/files"
    for file in bin/lockwarp lib/liblockwarp.so.0 lib/liblockwarp.a lib/pkgconfig/lockwarp.pc include/lockwarp/unit.h \
        include/lockwarp/gpu.h lib/cmake/lockwarp/lockwarpConfig.cmake share/lockwarp/rtl/abyp.f \
        share/lockwarp/rtl/abyp/abyp_table.sv share/man/man1/lockwarp-run.1; do
        check "no $file" grep -qE " \./usr/$file( |\.gz|\$)" "$scratch/files"
    done
    check 'files outside /usr' bash -c "! grep -vE ' \./(usr/.*)?\$| -> ' '$scratch/files'"
    check 'does not ask for libraries' bash -c "dpkg-deb -f '$deb' Depends | grep -q 'libc6.*libsqlite3-0'"
    check 'a folder of this machine' bash -c "dpkg-deb --fsys-tarfile '$deb' | tar -xO ./usr/lib/pkgconfig/lockwarp.pc | grep -q '^prefix=' && ! dpkg-deb --fsys-tarfile '$deb' | tar -xO ./usr/lib/pkgconfig/lockwarp.pc | grep -qF '$build'"
else
    command -v mmdebstrap >/dev/null || skip 'no mmdebstrap'
    suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    [ "$suite" = bookworm ] || skip "this is ${suite:-no Debian}, not bookworm"
    mode=unshare
    [ "$(id -u)" != 0 ] || mode=root
    needs=$(dpkg-deb -f "$deb" Depends | sed 's/ *([^)]*)//g; s/ *|[^,]*//g; s/ //g')
    mkdir "$scratch/root"
    mmdebstrap --quiet --mode=$mode --variant=essential --include="$needs" $suite "$scratch/root" >"$scratch/log" 2>&1 ||
        skip "mmdebstrap makes no root here: $(tail -n 1 "$scratch/log")"
    cp "$deb" "$scratch/root/lockwarp.deb"
    check 'the package does not install' chroot "$scratch/root" dpkg -i /lockwarp.deb
    # with /proc, where a program finds its own place, in a mount namespace of its own
    check 'the kernel does not run in lockstep' unshare --mount --pid --fork --mount-proc="$scratch/root/proc" \
        chroot "$scratch/root" env HOME=/nonexistent lockwarp run -w bfs -c abyp-gcn -p abyp -e lockstep
    mv "$scratch/err" "$scratch/said"
    check 'nothing was compared' grep -q '^  RTL  .* bits compared$' "$scratch/said"
    check 'the package does not go away' chroot "$scratch/root" dpkg -r lockwarp
fi
echo "$checks checks, $failures failures"
[ $failures = 0 ] && [ $checks -gt 0 ]
