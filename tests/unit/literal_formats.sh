# Pages are written with formats that are literals: a name in a format's place does not compile.
# bash literal_formats.sh CC SOURCE_DIR BUILD_DIR
set -u
cc=$1 source=$2 build=$3
flags=(-std=gnu11 -I"$source/app" -Wall -Wformat-nonliteral -Werror -fsyntax-only -x c -)
code() { printf '#include "text/out.h"\nvoid f(out_t *o, const char *name);\nvoid f(out_t *o, const char *name)\n{\n    %s\n}\n' "$1"; }
code 'out_f(o, *name ? "<b>%s</b>" : "%s", name);' | "$cc" "${flags[@]}" || { echo 'FAIL a literal is refused'; exit 1; }
for bad in 'out_f(o, name);' 'out_f(o, *name ? name : "");' 'out_f(o, name, 1);'; do
    code "$bad" | "$cc" "${flags[@]}" 2>/dev/null && { echo "FAIL compiles: $bad"; exit 1; }
done
# And the pages are compiled so.
for file in report/page.c report/page_markdown.c report/plot_svg.c stats/report_md.c; do
    grep -A8 "^build app/CMakeFiles/.*/$file.o:" "$build/build.ninja" | grep -q -- '-Wformat-nonliteral' ||
        { echo "FAIL $file is compiled without -Wformat-nonliteral"; exit 1; }
done
