# On a machine without SystemC everything else is built: the same tree is configured where pkg-config finds no SystemC, and
# nothing is missing of what the ordinary build makes but SystemC's own tests.
. "$(dirname "$0")/lib.sh"
for tool in cmake ninja pkg-config; do
    command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
pkg-config --exists systemc || { echo 'skipped: SystemC is not installed, so this build is one without it'; exit 77; }

mkdir packages # of pkg-config, all but SystemC's
IFS=: read -ra folders < <(pkg-config --variable pc_path pkg-config)
for folder in "${folders[@]}"; do
    [ ! -d "$folder" ] || find "$folder" -name '*.pc' ! -name 'systemc*.pc' ! -name 'tlm*.pc' -exec ln -sf {} packages ';'
done
export PKG_CONFIG_LIBDIR=$work/packages
unset PKG_CONFIG_PATH
run without_systemc_100_found 1 pkg-config --exists systemc
run without_systemc_101_configured 0 cmake --preset release -S "$source" -B "$work/without"
grep -q 'SystemC not found' out || fail 'the configuration does not say that SystemC is not there'

# targets FOLDER: what can be built in it, without CMake's own files
targets() { ninja -C "$1" -t targets all | sed 's/: .*//' | grep -Ev '^/|(^|/)CMakeFiles/[0-9]' | sort; }
unset PKG_CONFIG_LIBDIR
run without_systemc_102_configured 0 cmake --preset release -S "$source" -B "$work/with"
targets "$work/with" >with.txt
targets "$work/without" >without.txt
name=without_systemc_110_the_rest
cases=$((cases + 1))
[ "$(wc -l <without.txt)" -gt 1000 ] || fail "only $(wc -l <without.txt) things can be built"
missing=$(comm -23 with.txt without.txt | grep -vE 'systemc|test_sc_' | head -n 5)
[ -z "$missing" ] || fail "without SystemC these are not built: $missing"
more=$(comm -13 with.txt without.txt | head -n 5)
[ -z "$more" ] || fail "without SystemC these are built too: $more"
comm -23 with.txt without.txt | grep -q test_sc_units || fail 'with SystemC its tests are not built'
finish
