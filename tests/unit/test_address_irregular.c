/*
 * Accesses without an address program, in kernels of a few lines: every reason, and the instruction
 * that causes it.
 */
#include "address_rig.h"

typedef struct irregular {
    const char *body;
    address_why_t why;
    const char *cause, *via; /* how these instructions begin; NULL: there is none */
    const char *text;
} irregular_t;

static const irregular_t irregular[] = {
    {"ld.global.u32 %r9, [%d1];" STORE, ADDRESS_LOAD, "ld.global.u32", NULL, NULL},
    {"ld.global.v2.u32 {%r8, %r9}, [%d1]; add.s32 %r9, %r9, %r1;" STORE, ADDRESS_LOAD,
     "ld.global.v2", NULL, NULL},
    {".shared .b32 s[8]; ld.shared.s32 %r9, [s];" STORE, ADDRESS_LOAD, "ld.shared", NULL, NULL},
    {".local .b32 s[8]; ld.local.s32 %r9, [s+4];" STORE, ADDRESS_LOAD, "ld.local", NULL, NULL},
    {"ld.const.u32 %r9, [table]; mad.lo.s32 %r9, %r9, %r1, %r2;" STORE, ADDRESS_LOAD, "ld.const",
     NULL, NULL},
    {"ld.u32 %r9, [%d1];" STORE, ADDRESS_LOAD, "ld.u32", NULL, NULL},
    {"atom.global.add.u32 %r9, [%d1], 1;" STORE, ADDRESS_ATOMIC, "atom.global", NULL, NULL},
    {"shfl.idx.b32 %r9, %r1, 0, 31;" STORE, ADDRESS_LANES, "shfl.idx", NULL, NULL},
    {"setp.lt.s32 %p1, %r1, 5; vote.ballot.b32 %r9, %p1;" STORE_R9, ADDRESS_LANES, "vote.ballot",
     NULL, NULL},
    {"setp.lt.s32 %p1, %r1, 5; vote.any.pred %p2, %p1; selp.b32 %r9, 1, 2, %p2;" STORE,
     ADDRESS_LANES, "vote.any", NULL, NULL},
    {"match.any.sync.b32 %r9, %r2, 0xffffffff;" STORE_R9, ADDRESS_LANES, "match", NULL, NULL},
    {"activemask.b32 %r9;" STORE_R9, ADDRESS_LANES, "activemask", NULL, NULL},
    {"mov.u32 %r9, %clock;" STORE_R9, ADDRESS_REGISTER, "mov.u32 %r9, %clock", NULL, NULL},
    {"mov.u32 %r9, %smid;" STORE_R9, ADDRESS_REGISTER, "mov.u32 %r9, %smid", NULL, NULL},
    {"mov.u32 %r9, %dynamic_smem_size;" STORE_R9, ADDRESS_REGISTER, "mov.u32 %r9, %dyn", NULL,
     NULL},
    /* divergent control */
    {"mov.u32 %r9, 2; setp.lt.s32 %p1, %r1, 5; @%p1 bra T; mov.u32 %r9, %r1; T:" STORE,
     ADDRESS_BRANCH, "@%p1 bra T", NULL, NULL},
    {"mov.u32 %r9, 2; setp.lt.s32 %p1, %r1, 5; @%p1 mov.u32 %r9, %r2;" STORE, ADDRESS_GUARD,
     "@%p1 mov.u32 %r9, %r2", NULL, NULL},
    /* the same only if nothing overflows: widened before, widened behind */
    {"add.s32 %r8, %r1, 5; cvt.s64.s32 %d2, %r8; setp.lt.s32 %p1, %r1, 5; @%p1 bra T;"
     "cvt.s64.s32 %d2, %r1; add.s64 %d2, %d2, 5; T: shl.b64 %d2, %d2, 2; add.s64 %d9, %d1, %d2;"
     "st.global.u32 [%d9], %r1; ret; }",
     ADDRESS_BRANCH, "@%p1 bra T", NULL, NULL},
    {"add.s32 %r8, %r1, %r1; mul.wide.s32 %d2, %r8, 4; setp.lt.s32 %p1, %r1, 5;"
     "@%p1 mul.wide.s32 %d2, %r1, 8; add.s64 %d9, %d1, %d2; st.global.u32 [%d9], %r1; ret; }",
     ADDRESS_GUARD, "@%p1 mul.wide", NULL, NULL},
    {"mov.u32 %r9, 2; mov.u32 %r8, %laneid; setp.lt.u32 %p1, %r8, 5; @%p1 bra T; add.u32 %r9, %r9, "
     "1;"
     "T:" STORE,
     ADDRESS_BRANCH, "@%p1 bra T", NULL, NULL},
    {"mov.u32 %r9, 2; and.b32 %r8, %r1, 1; brx.idx %r8, X; X: .branchtargets U, V; U: mov.u32 %r9, "
     "1;"
     "bra J; V: mov.u32 %r9, 3; J:" STORE,
     ADDRESS_BRANCH, "brx.idx", NULL, NULL},
    /* control by data */
    {"mov.u32 %r9, 2; ld.global.u32 %r8, [%d1]; setp.lt.s32 %p1, %r8, 5; @%p1 bra T;"
     "mov.u32 %r9, %r2; T:" STORE,
     ADDRESS_LOAD, "ld.global.u32", "@%p1 bra T", NULL},
    {"mov.u32 %r9, 2; ld.global.u32 %r8, [%d1]; setp.lt.s32 %p1, %r8, 5; @%p1 mov.u32 %r9, "
     "4;" STORE,
     ADDRESS_LOAD, "ld.global.u32", "@%p1 mov.u32", NULL},
    /* what a loop leaves */
    {"mov.u32 %r9, 1; T: shl.b32 %r9, %r9, 1; setp.lt.s32 %p1, %r9, %r4; @%p1 bra T;" STORE,
     ADDRESS_LOOP, "shl.b32", NULL, NULL},
    {"mov.u32 %r8, 1; T: mov.u32 %r7, %r8; U: shl.b32 %r8, %r8, 1; setp.lt.s32 %p1, %r8, %r4;"
     "@%p1 bra U; mov.u32 %r9, %r8; setp.lt.s32 %p2, %r7, 5; mul.wide.s32 %d9, %r9, 4;"
     "add.s64 %d9, %d1, %d9; st.global.u32 [%d9], %r1; @%p2 bra T; ret; }",
     ADDRESS_LOOP, "shl.b32", NULL, NULL},
    {"mov.u32 %r8, 0; mov.u32 %r9, 0; T: setp.eq.s32 %p1, %r8, %r4; mov.u32 %r9, 1; @%p1 bra U;"
     "add.s32 %r8, %r8, 1; setp.eq.s32 %p2, %r8, 3; mov.u32 %r9, 2; @%p2 bra U; bra T; U:" STORE,
     ADDRESS_LOOP, "setp.eq.s32 %p1", "@%p1 bra U", NULL},
    /* in the loop it has its first value, behind it not */
    {"mov.u32 %r9, %r1; T: mul.wide.s32 %d9, %r9, 4; add.s64 %d9, %d1, %d9;"
     "st.global.u32 [%d9], %r1; add.s32 %r9, %r9, 16; setp.lt.s32 %p1, %r9, 300; @%p1 bra T;" STORE,
     ADDRESS_LOOP, "mul.wide.s32", NULL, NULL},
    /* what comes round the loop is loaded: a pointer, an index, a step */
    {"T: ld.global.u64 %d1, [%d1]; setp.ne.u64 %p1, %d1, 0; @%p1 bra T; ret; }", ADDRESS_LOAD,
     "ld.global.u64", NULL, NULL},
    {"mov.u32 %r9, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; ld.global.u32 %r9, [%d9];"
     "setp.ne.u32 %p1, %r9, 0; @%p1 bra T; ret; }",
     ADDRESS_LOAD, "ld.global.u32 %r9", NULL, NULL},
    {"mov.u32 %r9, %r1; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9;"
     "ld.global.u32 %r8, [%d9]; add.u32 %r9, %r9, %r8; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; "
     "}",
     ADDRESS_LOAD, "ld.global.u32 %r8", NULL, NULL},
    /* the same a turn later: %r9 takes over %r8, which was loaded */
    {"mov.u32 %r9, 0; mov.u32 %r8, 1; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9;"
     "mov.u32 %r9, %r8; ld.shared.u32 %r8, [8]; st.global.u32 [%d9], %r1;"
     "setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     ADDRESS_LOAD, "ld.shared", NULL, NULL},
    {"mov.u32 %r9, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; atom.global.add.u32 %r9, "
     "[%d1], 1; st.global.u32 [%d9], %r1; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     ADDRESS_ATOMIC, "atom", NULL, NULL},
    {"mov.u32 %r9, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; shfl.idx.b32 %r9, %r1, 0,"
     "31; st.global.u32 [%d9], %r1; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     ADDRESS_LANES, "shfl", NULL, NULL},
    /* stepped where a branch or guard on thread IDs, or on a loop-carried one, says */
    {"mov.u32 %r9, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; st.global.u32 [%d9], %r1;"
     "setp.lt.u32 %p2, %r1, 5; @%p2 bra U; add.u32 %r9, %r9, 1; U: setp.lt.u32 %p1, %r9, 99;"
     "@%p1 bra T; ret; }",
     ADDRESS_BRANCH, "@%p2 bra U", NULL, NULL},
    {"mov.u32 %r9, 0; mov.u32 %r8, %r1; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9;"
     "st.global.u32 [%d9], %r1; shr.u32 %r8, %r8, 1; setp.lt.u32 %p2, %r8, 5; @%p2 add.u32 %r9, "
     "%r9,"
     "1; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     ADDRESS_GUARD, "@%p2 add.u32", NULL, NULL},
    {"mov.u32 %r9, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; ld.global.u32 %r8, [%d9];"
     "setp.lt.u32 %p2, %r8, 5; @%p2 add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; "
     "ret; }",
     ADDRESS_LOAD, "ld.global.u32 %r8", "@%p2 add.u32", NULL},
    /* as far as a loop in it goes, which the thread's number says, or data */
    {"mov.u32 %r9, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; st.global.u32 [%d9], %r1;"
     "mov.u32 %r8, 0; U: add.u32 %r9, %r9, 1; add.u32 %r8, %r8, 1; setp.lt.u32 %p2, %r8, %r1;"
     "@%p2 bra U; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     ADDRESS_BRANCH, "@%p2 bra U", NULL, NULL},
    {"mov.u32 %r9, 0; T: ld.global.u32 %r10, [%d1]; mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, "
     "%d9; st.global.u32 [%d9], %r1;"
     "mov.u32 %r8, 0; U: add.u32 %r9, %r9, 1; add.u32 %r8, %r8, 1; "
     "setp.lt.u32 %p2, %r8, %r10; @%p2 bra U; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     ADDRESS_LOAD, "ld.global.u32 %r10", "@%p2 bra U", NULL},
    /* a loop with two entries */
    {"mov.u32 %r9, 0; setp.eq.s32 %p1, %r4, 7; @%p1 bra U; T: add.s32 %r9, %r9, 1; U:"
     "add.s32 %r9, %r9, 2; setp.lt.s32 %p2, %r9, 20; @%p2 bra T;" STORE,
     ADDRESS_FLOW, NULL, NULL, NULL},
    /* the array of a pointer is known although the index is not */
    {"ld.global.s32 %r8, [%d1+64]; ld.param.u64 %d2, [B]; cvta.to.global.u64 %d2, %d2;"
     "mad.wide.s32 %d9, %r8, 8, %d2; st.global.u32 [%d9+4], %r1; ret; }",
     ADDRESS_LOAD, "ld.global.s32", NULL, "B + 8*load@0x40 + 4"},
};

static void begins(const isa_kernel_t *k, uint32_t index, const char *wanted, const char *body)
{
    char text[100];
    if (!wanted)
        return;
    if (index == ISA_NO_INDEX)
        fail_msg("%s: no instruction; expected %s", body, wanted);
    isa_inst_text(k, index, text, sizeof text);
    if (strncmp(text[0] == '\'' ? text + 1 : text, wanted, strlen(wanted)))
        fail_msg("%s: because of %s; expected %s", body, text, wanted);
}

static void address_200_why_there_is_none(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof irregular / sizeof irregular[0]; i++) {
        const irregular_t *c = &irregular[i];
        char text[4096], shown[400];
        rig_t r;
        snprintf(text, sizeof text, "%s.const .u32 table[4] = {1, 2, 3, 4};\n%s%s", RIG_HEAD, BEGIN,
                 c->body);
        rig_open(&r, "k.ptx", text);
        const isa_kernel_t *k = isa_kernel_find(r.m, "k");
        address_set_t *set = address_set_new(k);
        unsigned n;
        const address_program_t *p = address_programs(set, &n);
        assert_true(n >= 1);
        p += n - 1;
        if (p->why != c->why)
            fail_msg("%s: %s; expected %s", c->body, address_why_name(p->why),
                     address_why_name(c->why));
        begins(k, p->cause, c->cause, c->body);
        begins(k, p->via, c->via, c->body);
        if (!c->via)
            assert_int_equal(p->via, ISA_NO_INDEX);
        address_text(set, n - 1, shown, sizeof shown);
        if (c->text && strcmp(shown, c->text))
            fail_msg("%s: %s; expected %s", c->body, shown, c->text);
        address_set_free(set);
        rig_close(&r);
    }
}

/* A chain of sums longer than the slicer's patience, and one that it reaches access by access. */
static void address_340_long_chains_end(void **state)
{
    (void)state;
    enum { LINKS = 4000 };
    char *text = malloc(LINKS * 100 + 4096), shown[200];
    assert_non_null(text);
    for (int often = 0; often < 2; often++) {
        rig_t r;
        unsigned n;
        size_t at = (size_t)sprintf(text, "%s%smov.u64 %%d2, %%d1;\n", RIG_HEAD, BEGIN);
        for (int i = 0; i < LINKS; i++) {
            at += (size_t)sprintf(text + at, "add.s64 %%d2, %%d2, 4;\n");
            if (often && i % 500 == 499)
                at += (size_t)sprintf(text + at, "st.global.u32 [%%d2], %%r1;\n");
        }
        sprintf(text + at, "st.global.u32 [%%d2], %%r1; ret; }\n");
        address_set_t *s = open_set(&r, text);
        const address_program_t *p = address_programs(s, &n);
        assert_int_equal(p[n - 1].why, often ? ADDRESS_REGULAR : ADDRESS_FLOW);
        if (often)
            assert_string_equal(address_text(s, n - 1, shown, sizeof shown), "A + 16000");
        address_set_free(s);
        rig_close(&r);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(address_200_why_there_is_none),
        cmocka_unit_test(address_340_long_chains_end),
    };
    return cmocka_run_group_tests_name("address_irregular", tests, NULL, NULL);
}
