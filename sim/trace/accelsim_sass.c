/*
 * SASS opcodes from Fermi to Hopper: unit, kind and space by the name in front of the first dot,
 * width and cache behaviour by what follows it.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "trace/accelsim_int.h"

typedef enum opclass {
    CLASS_SP,
    CLASS_SFU,
    CLASS_DP,
    CLASS_TENSOR, /* no unit of its own: the SP unit, for TENSOR_INTERVALS */
    CLASS_CTRL,   /* issues and does nothing more */
    CLASS_JUMP,   /* a branch that can close a loop */
    CLASS_BRANCH,
    CLASS_EXIT,
    CLASS_BARRIER,
    CLASS_FENCE,
    CLASS_DEPBAR,
    CLASS_LOAD,
    CLASS_STORE,
    CLASS_ATOMIC,
    CLASS_REDUCE,
    CLASS_NO_ADDRESS, /* texture, surface, bulk copies */
} opclass_t;

enum { TENSOR_INTERVALS = 4 };

typedef struct group {
    uint8_t class; /* opclass_t */
    uint8_t space; /* inst_space_t */
    const char *names;
    uint8_t op; /* inst_op_t */
} group_t;

static const group_t groups[] = {
    /* integer arithmetic */
    {CLASS_SP, INST_SPACE_NONE,
     "IADD IADD2 IADD3 IADD32I IADD64 ISUB ISCADD ISCADD32I LEA VIADD UIADD3 ULEA UVIADD UVIADDR",
     INST_OP_INT_ADD},
    {CLASS_SP, INST_SPACE_NONE, "IMNMX IMNMX3 VIMNMX VIMNMX3 VIADDMNMX UIMNMX UVIMNMX",
     INST_OP_INT_MAX},
    {CLASS_SP, INST_SPACE_NONE, "IMUL IMUL32I", INST_OP_INT_MUL},
    {CLASS_SP, INST_SPACE_NONE, "IMAD IMADSP IMAD32I XMAD UIMAD", INST_OP_INT_MAD},
    /* logic, moves, conversions, uniform datapath */
    {CLASS_SP, INST_SPACE_NONE,
     "ISAD ISET ISETP ICMP IABS INEG IDP IDP4A IDP2A IDE LOP LOP3 LOP32I PLOP3 "
     "SHL SHR SHF BFE BFI BFM BMSK BREV FLO POPC PRMT SGXT SEL FSEL VABSDIFF VABSDIFF4 VADD VADD2 "
     "VADD4 VSUB VSUB2 VSUB4 VMAD VMNMX VMNMX2 VMNMX4 VSET VSET2 VSET4 VSETP VSHL VSHR VSEL VMAD4 "
     "MOV MOV32I MOVM MOVM16 S2R CS2R CS2R32 S2UR B2R R2B R2P P2R R2UR R2UI UR2UP LEPC "
     "QSPC CSMTEST GETLMEMBASE SETLMEMBASE GETCRSPTR SETCRSPTR AL2P PIXLD "
     "I2I I2IP I2F I2FP F2I F2IP F2F F2FP FRND CSET CSETP PSET PSETP CCC "
     "SHFL VOTE VOTE_VTG VOTEU MATCH REDUX CREDUX ELECT "
     "UBMSK UBREV UCLEA UF2FP UFLO UFRND UFSEL UFSET UFSETP UI2F UI2FP "
     "UF2F UF2I UIABS UISETP ULOP ULOP3 UMOV UMOV32I UP2UR UPLOP3 UPOPC "
     "UPRMT UPSETP UR2UR USEL USGXT USHF USHL USHR UVOTE UVIRTCOUNT "
     "UCGABAR_ARV UCGABAR_WAIT USETSHMSZ",
     INST_OP_LOGIC},
    /* single and half precision */
    {CLASS_SP, INST_SPACE_NONE, "FADD FADD2 FADD32I HADD2 HADD2_32I UFADD", INST_OP_FP_ADD},
    {CLASS_SP, INST_SPACE_NONE, "FMNMX FMNMX3 HMNMX2 VHMNMX UFMNMX", INST_OP_FP_MAX},
    {CLASS_SP, INST_SPACE_NONE, "FMUL FMUL2 FMUL32I HMUL2 HMUL2_32I UFMUL", INST_OP_FP_MUL},
    {CLASS_SP, INST_SPACE_NONE, "FFMA FFMA2 FFMA32I HFMA2 HFMA2_32I UFFMA", INST_OP_FP_MAD},
    {CLASS_SP, INST_SPACE_NONE, "FSET FSETP FCMP FCHK FSWZ FSWZADD RRO HSET2 HSETP2",
     INST_OP_LOGIC},
    {CLASS_SFU, INST_SPACE_NONE, "MUFU", INST_OP_SPECIAL},
    /* double precision */
    {CLASS_DP, INST_SPACE_NONE, "DADD", INST_OP_DP_ADD},
    {CLASS_DP, INST_SPACE_NONE, "DMNMX", INST_OP_DP_MAX},
    {CLASS_DP, INST_SPACE_NONE, "DMUL", INST_OP_DP_MUL},
    {CLASS_DP, INST_SPACE_NONE, "DFMA", INST_OP_DP_MAD},
    {CLASS_DP, INST_SPACE_NONE, "DSET DSETP DMMA", INST_OP_LOGIC},
    {CLASS_TENSOR, INST_SPACE_NONE, "HMMA IMMA BMMA QMMA OMMA HGMMA IGMMA QGMMA BGMMA",
     INST_OP_LOGIC},

    {CLASS_JUMP, INST_SPACE_NONE, "BRA BRX BRXU JMP JMX JMXU CONT", INST_OP_LOGIC},
    {CLASS_BRANCH, INST_SPACE_NONE, "CAL JCAL CALL RET BRK LONGJMP SYNC BSYNC BREAK RTT",
     INST_OP_LOGIC},
    {CLASS_EXIT, INST_SPACE_NONE, "EXIT KILL KIL PEXIT", INST_OP_LOGIC},
    {CLASS_CTRL, INST_SPACE_NONE,
     "NOP SSY PBK PCNT PRET PLONGJMP BSSY BMOV BPT WARPSYNC YIELD NANOSLEEP RPCMOV SAM RAM "
     "LDGDEPBAR TEXDEPBAR ARRIVES SYNCS SYNCSU PREEXIT ACQBULK USETMAXREG PMTRIG STP SETCTAID CCTL "
     "CCTLL "
     "CCTLT ENDCOLLECTIVE COLLECTIVE WARPGROUP WARPGROUPSET UCCTL",
     INST_OP_LOGIC},
    {CLASS_BARRIER, INST_SPACE_NONE, "BAR", INST_OP_LOGIC},
    {CLASS_FENCE, INST_SPACE_NONE, "MEMBAR ERRBAR FENCE UMEMBAR", INST_OP_LOGIC},
    {CLASS_DEPBAR, INST_SPACE_NONE, "DEPBAR", INST_OP_LOGIC},

    {CLASS_LOAD, INST_SPACE_GLOBAL, "LDG LDU LDGSTS", INST_OP_LOGIC},
    {CLASS_LOAD, INST_SPACE_GENERIC, "LD LDLK", INST_OP_LOGIC},
    {CLASS_LOAD, INST_SPACE_LOCAL, "LDL", INST_OP_LOGIC},
    {CLASS_LOAD, INST_SPACE_SHARED, "LDS LDSM LDSLK", INST_OP_LOGIC},
    {CLASS_LOAD, INST_SPACE_CONST, "LDC LDCU ULDC", INST_OP_LOGIC},
    {CLASS_STORE, INST_SPACE_GLOBAL, "STG", INST_OP_LOGIC},
    {CLASS_STORE, INST_SPACE_GENERIC, "ST", INST_OP_LOGIC},
    {CLASS_STORE, INST_SPACE_LOCAL, "STL", INST_OP_LOGIC},
    {CLASS_STORE, INST_SPACE_SHARED, "STS STSM STSUL STSCUL", INST_OP_LOGIC},
    {CLASS_ATOMIC, INST_SPACE_GLOBAL, "ATOMG", INST_OP_LOGIC},
    {CLASS_ATOMIC, INST_SPACE_GENERIC, "ATOM", INST_OP_LOGIC},
    {CLASS_ATOMIC, INST_SPACE_SHARED, "ATOMS", INST_OP_LOGIC},
    {CLASS_REDUCE, INST_SPACE_GLOBAL, "RED REDG", INST_OP_LOGIC},
    {CLASS_REDUCE, INST_SPACE_SHARED, "REDS", INST_OP_LOGIC},
    {CLASS_NO_ADDRESS, INST_SPACE_NONE,
     "TEX TEXS TLD TLDS TLD4 TLD4S TXQ TXD TXA TMML SULD SUST SURED SUATOM SUATOMRED SUQUERY SULDB "
     "SULDGA SUSTB SUSTGA SUBFM SUCLAMP SUEAU FOOTPRINT UTMALDG UTMASTG UTMAREDG UTMAPF UBLKCP "
     "UBLKRED UBLKPF",
     INST_OP_LOGIC},
};

/* Is the word in the list of words? */
static bool listed(const char *names, const char *word, size_t len)
{
    for (const char *at = names; *at;) {
        size_t n = strcspn(at, " ");
        if (n == len && !memcmp(at, word, n))
            return true;
        at += n + (at[n] == ' ');
    }
    return false;
}

/* The next part between dots: "LDG.E.64" is LDG, E, 64. */
typedef struct part {
    const char *at;
    size_t len;
} part_t;

static bool next_part(const char **rest, const char *end, part_t *p)
{
    if (*rest >= end)
        return false;
    const char *dot = memchr(*rest, '.', (size_t)(end - *rest));
    p->at = *rest;
    p->len = (size_t)((dot ? dot : end) - *rest);
    *rest = dot ? dot + 1 : end;
    return true;
}

static bool part_is(const part_t *p, const char *word)
{
    return strlen(word) == p->len && !memcmp(p->at, word, p->len);
}

/* Bytes of "64", "U8", "S16", "F32", "B128", "F16x2", "BF16_V2"; 0: not a width. */
static unsigned part_width(const part_t *p)
{
    const char *at = p->at, *end = p->at + p->len;
    unsigned bits = 0;
    if (at < end && *at == 'B' && at + 1 < end && at[1] == 'F')
        at += 2;
    else if (at < end && strchr("USFB", *at))
        at++;
    if (at == end || !isdigit((unsigned char)*at) || end - at > 8)
        return 0;
    while (at < end && isdigit((unsigned char)*at) && bits < 1000)
        bits = bits * 10 + (unsigned)(*at++ - '0');
    if (at < end) /* packed pairs and vectors: "x2", "_V4" */
        bits *= isdigit((unsigned char)end[-1]) ? (unsigned)(end[-1] - '0') : 1;
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128 ? bits / 8 : 0;
}

static const group_t *find_group(const part_t *name)
{
    for (unsigned i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (listed(groups[i].names, name->at, name->len))
            return &groups[i];
    return NULL;
}

static void set_memory(acc_sass_t *s, uint8_t kind, uint8_t space)
{
    s->unit = INST_UNIT_LDST;
    s->kind = kind;
    s->space = space;
    s->width = 4;
    s->addresses = space != INST_SPACE_CONST;
}

static void set_class(acc_sass_t *s, const group_t *g)
{
    switch ((opclass_t)g->class) {
    case CLASS_SP:
        return;
    case CLASS_TENSOR:
        s->initiation = TENSOR_INTERVALS;
        return;
    case CLASS_SFU:
        s->unit = INST_UNIT_SFU;
        return;
    case CLASS_DP:
        s->unit = INST_UNIT_DP;
        return;
    case CLASS_LOAD:
        set_memory(s, INST_LOAD, g->space);
        return;
    case CLASS_STORE:
        set_memory(s, INST_STORE, g->space);
        return;
    case CLASS_ATOMIC:
        set_memory(s, INST_ATOMIC, g->space);
        return;
    case CLASS_REDUCE:
        set_memory(s, INST_REDUCE, g->space);
        return;
    default:
        break;
    }
    s->unit = INST_UNIT_CTRL;
    s->jumps = g->class == CLASS_JUMP;
    s->kind = g->class == CLASS_BRANCH || s->jumps ? INST_BRANCH
              : g->class == CLASS_EXIT             ? INST_EXIT
              : g->class == CLASS_BARRIER          ? INST_BARRIER
              : g->class == CLASS_FENCE            ? INST_FENCE
                                                   : INST_ALU;
    s->waits = g->class == CLASS_DEPBAR;
}

const char *acc_sass_names(unsigned i)
{
    return i < sizeof groups / sizeof groups[0] ? groups[i].names : NULL;
}

int acc_sass_find(const char *opcode, size_t len, acc_sass_t *s)
{
    const char *rest = opcode, *end = opcode + len;
    part_t p;
    bool strong = false;
    if (!next_part(&rest, end, &p))
        return -ENOENT;
    const group_t *g = find_group(&p);
    if (!g)
        return -ENOENT;
    if (g->class == CLASS_NO_ADDRESS)
        return -ENOTSUP;
    *s = (acc_sass_t){.unit = INST_UNIT_SP, .kind = INST_ALU};
    s->op = g->op;
    set_class(s, g);
    s->async = part_is(&p, "LDGSTS");
    bool rows = part_is(&p, "LDSM") || part_is(&p, "STSM"); /* a lane names a row of 16 bytes */
    if (rows)
        s->width = 16;
    while (next_part(&rest, end, &p)) {
        unsigned width = part_width(&p);
        if (s->unit == INST_UNIT_LDST && width && !rows)
            s->width = (uint8_t)width;
        else if (s->kind == INST_BARRIER && part_is(&p, "ARV"))
            s->kind = INST_ALU; /* arrives without waiting */
        else if (part_is(&p, "STRONG"))
            strong = true;
        else if (s->kind == INST_LOAD && strong && part_is(&p, "GPU"))
            s->cache_op = 1;
        else if (s->kind == INST_LOAD &&
                 (part_is(&p, "CV") || (strong && (part_is(&p, "SYS") || part_is(&p, "VC")))))
            s->cache_op = 2;
    }
    return 0;
}
