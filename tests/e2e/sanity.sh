# Comparators on kernels on which their mechanism must show, and on which it must lose or be neutral:
# directions, derived in docs/comparators.md, and counts that follow from a kernel's addresses.
. "$(dirname "$0")/lib.sh"
d=$data/sanity

# go NAME KERNEL LAUNCH OPTIONS...: runs it on the plain machine; the result is NAME.json.
go() {
    local kernel=$2 launch=$3 json=$1.json
    run "$1" 0 "$lockwarp" run --ptx "$d/$kernel.ptx" --launch "$d/$launch.yaml" -c "$plain" \
        "${@:4}" --json "$json"
}

# is NAME KEY OP VALUE: a number of NAME.json.
is() {
    name="$1 $2"
    command=(is "$@")
    cases=$((cases + 1))
    local v
    v=$(number "$1.json" "$2")
    awk -v a="$v" -v b="$4" "BEGIN { exit !(a $3 b) }" </dev/null || fail "$2 is $v; expected $3 $4"
}

# faster A B PERCENT: A takes at least so much less time than B. neutral: at most so much apart.
faster() {
    name="$1 against $2"
    command=(faster "$@")
    cases=$((cases + 1))
    local a b
    a=$(number "$1.json" cycles) b=$(number "$2.json" cycles)
    [ $((a * 100)) -le $((b * (100 - $3))) ] || fail "$a cycles against $b"
}
neutral() {
    name="$1 beside $2"
    command=(neutral "$@")
    cases=$((cases + 1))
    local a b
    a=$(number "$1.json" cycles) b=$(number "$2.json" cycles)
    local apart=$((a > b ? a - b : b - a))
    [ $((apart * 100)) -le $((b * $3)) ] || fail "$a cycles beside $b"
}

one='--set n_sms=1'

# Schedulers of the configuration
for s in lrr gto oldest two_level; do
    go "reuse-$s" reuse reuse $one --set sched_policy=$s
    go "work-$s" stream stream-work $one --set sched_policy=$s
done
for s in gto oldest; do
    faster reuse-$s reuse-lrr 50
    is reuse-$s misses == 384 # 48 warps x 8 lines, once each
    neutral work-$s work-lrr 6
done
is reuse-lrr misses '>' 10000
go both-lrr phases phases-both $one --set sched_policy=lrr
go both-two phases phases-both $one --set sched_policy=two_level
faster both-two both-lrr 5
neutral work-two_level work-lrr 1

# pa: makes sld timely
go pa-sld phases phases $one -p pa+sld
go near-sld phases phases $one -p pa+sld --set pa.consecutive=on
go pa phases phases $one -p pa
go near phases phases $one -p pa --set pa.consecutive=on
faster pa-sld near-sld 8
is pa-sld misses == 640 # half of the 32 x 40 lines
neutral pa near 1

# sld
go two stream stream-two $one
go two-sld stream stream-two $one -p sld
faster two-sld two 20
is two misses == 400
is two-sld misses == 200
go pairs stream stream-pairs
go pairs-sld stream stream-pairs -p sld
faster pairs pairs-sld 4
is pairs-sld prefetches_useful == 0
is pairs-sld prefetches_issued '>' 1000
go gather gather gather $one
go gather-sld gather gather $one -p sld
neutral gather-sld gather 1

# str
go strided phases phases-strided $one -p pa
go strided-str phases phases-strided $one -p pa+str
go strided-sld phases phases-strided $one -p pa+sld
faster strided-str strided 8
is strided-str prefetches_useful '>' 320
is strided-sld prefetches_issued == 0 # lines 5 apart: one of a macro block
go alone stream stream-alone $one
go alone-str stream stream-alone $one -p str
faster alone-str alone 10
is alone misses == 200
is alone-str misses == 3 # the third load confirms the stride
is alone-str prefetches_useful == 197
go gather-str gather gather $one -p str
neutral gather-str gather 1
is gather-str confirmed '<' 20

# bcs
go tiles tiles tiles
go tiles-bcs tiles tiles -p bcs
faster tiles-bcs tiles 10
is tiles-bcs misses '<' 18000 # 15360 lines, once each, against nearly twice
is tiles misses '>' 28000
go thirds stream thirds
go thirds-bcs stream thirds -p bcs
faster thirds thirds-bcs 15

# mascar
go columns columns columns $one
go columns-mascar columns columns $one -p mascar
faster columns-mascar columns 15
go mixed mixed mixed $one --set l1_mshrs=8
go mixed-mascar mixed mixed $one --set l1_mshrs=8 -p mascar --set mascar.schedule=off
faster mixed-mascar mixed 2
is mixed-mascar passing_hits '>' 2000
go two-mascar stream stream-two $one -p mascar
neutral two-mascar two 0
is two-mascar saturated_picks == 0

# What list policies says of hooks and owners is made of what is registered.
run list 0 "$lockwarp" list policies
[ "$(grep -c '^  hooks: [a-z]' out)" = "$(grep -c '^[a-z]' out)" ] || fail 'a policy without hooks'
refuses owners "'mascar' and 'pa' both own pick_warp|'pa' and 'mascar' both own pick_warp" \
    "$lockwarp" run -w nn -c apres --scale tiny -p pa+mascar
finish
