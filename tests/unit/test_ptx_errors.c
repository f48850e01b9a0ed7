/*
 * Malformed PTX: every message names file, line and column and what was expected, and comes when
 * the module is read. test_ptx_refusals.c has what is well-formed and not supported.
 */
#include "ptx_bad.h"

static const bad_t lexical[] = {
    {H "^`", "character 0x60 has no meaning"},
    {H "^/* no end", "comment without end; expected */"},
    {H ".entry k() { .pragma ^\"x\n; }", "string without end"},
    {B "mov.u32 %r1, ^0x;" E, "malformed number"},
    {B "mov.u32 %r1, ^12ab;" E, "malformed number"},
    {B "mov.u32 %r1, ^08;" E, "malformed number"},
    {B "mov.u64 %d1, ^99999999999999999999;" E, "integer needs more than 64 bits"},
    {B "mov.f32 %f1, ^0f123;" E, "malformed float; expected 0f and 8 hexadecimal digits"},
    {B "mov.f64 %g1, ^0d123;" E, "malformed double; expected 0d and 16 hexadecimal digits"},
};

static const bad_t module[] = {
    {"^", "unexpected end of the file; expected .version first"},
    {"^.target sm_20\n", "expected .version first"},
    {".version ^x\n", "expected a PTX version such as 3.2"},
    {".version ^99.9\n", "unexpected '99.9'; expected a PTX version such as 3.2"},
    {".version ^67.0\n", "expected a PTX version such as 3.2, from 2.0 to 9.9"},
    {".version ^6e0\n", "expected a PTX version such as 3.2"},
    {".version ^3\n", "expected a PTX version such as 3.2"},
    {".version ^1.4\n", "from 2.0 to 9.9"},
    {".version 3.2\n^", "unexpected end of the file; expected .target behind .version"},
    {".version 3.2\n^.address_size 64\n", "unexpected '.address_size'; expected .target behind"},
    {".version 3.2\n.target sm_20\n^.version 3.2\n",
     "'.version' behind the head of the file; expected it once, at the start"},
    {H ".global .u32 x;\n^.version 9.9\n", "'.version' behind the head of the file"},
    {H "^.address_size 64\n", "'.address_size' behind the head of the file"},
    {H ".global .u32 x;\n^.target sm_20\n", "'.target' behind the head of the file"},
    {H ".extern .global .u32 x = ^3;", "initial value of 'x', which is .extern; expected none"},
    {".version 3.2\n.target ^sm_999\n", "unknown target 'sm_999'; expected sm_20 or a later"},
    {".version 3.2\n.target ^sm_20x\n", "unknown target 'sm_20x'; expected sm_20 or a later"},
    {".version 3.2\n.target ^sm_020\n", "unknown target 'sm_020'"},
    {".version 3.2\n.target ^sm_70a\n", "unknown target 'sm_70a'"},
    {H ".const .b8 ^x[65537];",
     ".const variables up to 'x' take 65537 bytes; expected at most 65536"},
    {H ".const .b8 x[65529]; .const .b64 ^y;",
     "up to 'y' take 65544 bytes; expected at most 65536"},
    {H ".global .f32 x = ^1e39;", "value '1e39' does not fit in .f32"},
    {".version 3.2\n.target ^sm_13\n",
     "unknown target 'sm_13'; expected sm_20 or a later architecture"},
    {".version 3.2\n.target ^gfx\n", "unknown target 'gfx'"},
    {".version 3.2\n.target sm_20\n.address_size ^32\n", "expected 64"},
    {H "^.texref t;", "unknown directive '.texref'"},
    {H ".global .attribute(^.shared) .u32 x;", "unknown attribute '.shared'; expected .managed"},
    {H "^foo", "unknown directive 'foo'"},
    {H ".global ^.u33 x;", "unexpected '.u33'; expected a type such as .b32"},
    {H ".global ^.u33 x;", "expected a type such as .b32"},
    {H ".global ^.align 3 .u32 x;", "alignment of 3; expected a power of two"},
    {H ".global .u32 x[^-1];", "array size of -1"},
    {H ".global .u32 ^x[];", "array 'x' without a size"},
    {H ".global .u32 x; .global .u32 ^x;", "'x' is declared twice"},
    {H ".global .u32 x[2] = {1, 2, ^3};", "more initial values than 'x' has elements"},
    {H ".global .u8 x = ^256;", "value 256 does not fit in .u8"},
    {H ".global .s8 x = ^-129;", "value -129 does not fit in .s8"},
    {H ".global .u64 x = ^nowhere;", "expected a .global or .const variable"},
    {H ".shared .u32 x = ^1;", "only .global and .const variables have one"},
    {H ".entry ^7() { ret; }", "expected the name of a function"},
    {H ".entry k(.param .u64 a, ^) { ret; }", "expected .param"},
    {H ".entry k(^.reg .b32 x) { ret; }", "parameter of a kernel in a register; expected .param"},
    {H ".global .u32 y; .global .u8 x = ^0xF0(y);",
     "mask '0xF0' of an address; expected one whole"},
    {H ".global .u32 y; .global .u8 x = ^0xFFFF(y);", "mask '0xFFFF' of an address"},
    {H ".global .u32 y; .global .u8 x = ^0(y);", "mask '0' of an address"},
    {H ".global .u32 y; .global .u16 x = ^0xFF(y);",
     "byte of an address in an element of 2 bytes; expected .u8 or .b8"},
    {H ".global .u32 y; .global .u8 x = 0xFF(y^;", "expected ')' after the byte of an address"},
    {H ".global .u32 y; .global .u8 x = 0xFF(^3);", "unexpected '3'; expected a variable"},
    {H ".global .surfref s = ^{1, {2}", "initial value without end"},
    {H ".alias ^f, g;", "unexpected 'f'; expected a function"},
    {H ".func f() { ret; }\n^.alias f, f;", "alias 'f' has a body; expected a declaration"},
    {H ".global .attribute(.unified(^x, 2)) .u32 x;", "unexpected 'x'; expected an integer"},
    {H ".pragma ^x;", "unexpected 'x'; expected a string"},
    {H ".entry k() .maxclusterrank ^x { ret; }", "expected an integer constant"},
    {H ".entry k() .reqnctapercluster ^0 { ret; }", "CTA size of 0"},
    {H ".global .texref t;\n.entry k() { .reg .b32 %r; ld.global.b32 %r, ^[t]; ret; }",
     "access to 't', which is opaque; expected tex"},
    {H ".global .texref t;\n.entry k() { st.global.u32 ^[t], 7; ret; }",
     "access to 't', which is opaque; expected tex"},
    {H ".entry k() ^.blah 3 { ret; }", "unknown directive '.blah'"},
    {H ".entry k() .maxntid ^0 { ret; }", "CTA size of 0; expected 1 to 1048576"},
    {H ".entry k() { ret; } .entry ^k() { ret; }", "function 'k' has two bodies"},
    {H ".func f(.param .b32 a); .func ^f(.param .b64 a) { ret; }", "declared as something else"},
    {H ".entry k() { add.s32^", "unexpected end of the file; expected an integer constant"},
    {H ".entry k() ^{ ", "block without end; expected '}'"},
};

static const bad_t names[] = {
    {B "add.s32 %r1, %r2, ^%r4;" E, "undeclared name '%r4' in 'add.s32 %r1, %r2, %r4'"},
    {B "add.s32 %r1, %r2, ^%x;" E, "undeclared name '%x'"},
    {B ".reg ^.blah %x;" E, "unexpected '.blah'; expected a type"},
    {B ".reg .b32 %q<3>, ^%q<3>;" E, "registers '%q' are declared twice"},
    {B ".reg .b32 %z; .reg .b32 ^%z;" E, "'%z' is declared twice"},
    {B "bra ^NOWHERE;" E, "undeclared label 'NOWHERE' in 'bra NOWHERE'"},
    {B "{ INNER: } bra ^INNER;" E, "undeclared label 'INNER'"},
    {B "L: ^L: " E, "'L' is declared twice"},
    {B "brx.idx %r1, ^T;" E, "undeclared branch table 'T'"},
    {B "T: brx.idx %r1, ^T;" E, "is no .branchtargets table"},
    {B "T: .branchtargets A, ^C; A: brx.idx %r1, T;" E, "undeclared label 'C'"},
    {B "call ^f, ();" E, "undeclared name 'f'; expected a function"},
    {B "@^%q bra L; L:" E, "undeclared name '%q'"},
    {B "@^%r1 bra L; L:" E, "guard '%r1' is no predicate"},
    {B "ld.global.u32 %r1, [^nowhere];" E, "undeclared name 'nowhere' in an address"},
    {B "mov.u32 %r1, ^L; L:" E, "undeclared name 'L'"},
    {B "{ .reg .b32 %in; } mov.u32 %r1, ^%in;" E, "undeclared name '%in'"},
};

/* Memory order, cache operators, spaces, constants and the order of modifiers. */
static const bad_t modifiers[] = {
    {B "^ld.release.gpu.global.u32 %r1, [%d1];" E,
     "modifier .release does not belong to 'ld'; expected .weak, .volatile, .relaxed or .acquire"},
    {B "^ld.acq_rel.gpu.global.u32 %r1, [%d1];" E, "modifier .acq_rel does not belong to 'ld'"},
    {B "^st.acquire.gpu.global.u32 [%d1], %r1;" E,
     "modifier .acquire does not belong to 'st'; expected .weak, .volatile, .relaxed or .release"},
    {B "^st.acq_rel.gpu.global.u32 [%d1], %r1;" E, "modifier .acq_rel does not belong to 'st'"},
    {B "^atom.weak.global.add.u32 %r1, [%d1], 1;" E, "modifier .weak does not belong to 'atom'"},
    {B "^atom.volatile.global.add.u32 %r1, [%d1], 1;" E, "expected .relaxed, .acquire, .release"},
    {B "^red.acquire.gpu.global.add.u32 [%d1], 1;" E, "expected .relaxed or .release"},
    {B "^ld.relaxed.global.u32 %r1, [%d1];" E, ".relaxed without a scope; expected .cta, .gpu"},
    {B "^st.release.global.u32 [%d1], %r1;" E, ".release without a scope; expected .cta, .gpu"},
    {B "^ld.gpu.global.u32 %r1, [%d1];" E,
     "scope .gpu without an order; expected .relaxed or .acquire"},
    {B "^ld.weak.gpu.global.u32 %r1, [%d1];" E, "scope .gpu without an order"},
    {B "^ld.volatile.sys.global.u32 %r1, [%d1];" E, "scope .sys without an order"},
    {B "^st.cta.global.u32 [%d1], %r1;" E,
     "scope .cta without an order; expected .relaxed or .release"},
    {B "^ld.volatile.global.cg.u32 %r1, [%d1];" E, "modifiers .cg and .volatile contradict"},
    {B "^ld.acquire.gpu.global.cv.u32 %r1, [%d1];" E, "modifiers .cv and .acquire contradict"},
    {B "^st.volatile.global.wb.u32 [%d1], %r1;" E, "modifiers .wb and .volatile contradict"},
    {B "^ld.volatile.param.u32 %r1, [n];" E,
     ".volatile access in .param; expected .global, .shared or a generic address"},
    {B "^ld.volatile.const.u32 %r1, [%d1];" E, ".volatile access in .const; expected .global"},
    {B "^ld.volatile.local.u32 %r1, [lo];" E, ".volatile access in .local; expected .global"},
    {B "^st.relaxed.gpu.local.u32 [lo], %r1;" E, ".relaxed access in .local; expected .global"},
    {B "^ld.shared.nc.u32 %r1, [sh];" E, ".nc without .global"},
    {B "^ld.local.nc.u32 %r1, [lo];" E, ".nc without .global"},
    {B "^ld.nc.u32 %r1, [%d1];" E, ".nc without .global"},
    {B "^ld.global.cv.nc.u32 %r1, [%d1];" E, "modifiers .nc and .cv contradict each other"},
    {B "^ld.volatile.global.nc.u32 %r1, [%d1];" E, "modifiers .nc and .volatile contradict"},
    {B "ld.u32^.global %r1, [%d1];" E,
     "modifier '.global' behind the type; expected it before '.u32'"},
    {B "add.f32^.rn %f1, %f2, %f3;" E, "modifier '.rn' behind the type; expected it before '.f32'"},
    {B "mov.f32 %f1, ^1e39;" E, "floating-point constant does not fit in .f32"},
    {B "add.f32 %f1, %f2, ^-3.5e38;" E, "floating-point constant does not fit in .f32"},
    {B "mov.f64 %g1, ^1e400;" E, "decimal fraction does not fit in .f64"},
    {B "mov.f32 %f1, ^1e400;" E, "decimal fraction does not fit in .f64"},
    {B "bar.sync ^-1;" E, "barrier number of -1; expected 0 to 15"},
    {B "bar.sync 1, ^1025;" E, "thread count of 1025; expected 0 to 1024"},
};

static const bad_t instructions[] = {
    {B "add.rn^.rn.f32 %f1, %f2, %f3;" E, "modifier '.rn' given twice"},
    {B "^add.rn.rz.f32 %f1, %f2, %f3;" E, "modifiers .rn and .rz contradict each other"},
    {B "^fma.f32 %f1, %f2, %f3, %f0;" E, "modifier missing; expected .rn or another"},
    {B "^div.f32 %f1, %f2, %f3;" E, "modifier missing; expected .rn"},
    {B "^cvt.f32.s32 %f1, %r1;" E, "no rounding; expected .rn, .rz, .rm or .rp"},
    {B "^cvt.s32.f32 %r1, %f1;" E, "no rounding; expected .rni"},
    {B "^cvt.rn.s32.f32 %r1, %f1;" E, "no rounding; expected .rni"},
    {B "^cvt.rn.u64.u32 %d1, %r1;" E, "rounding .rn, .rz, .rm or .rp has no meaning"},
    {B "^ld.global.shared.u32 %r1, [%d1];" E, "contradict each other"},
    {B "^ld.v4.f64 {%g0, %g1, %g2, %g3}, [%d1];" E, "vector access of more than 16 bytes"},
    {B "^add.s32 %r1, %r2;" E, "2 operands where 3 are expected"},
    {B "^add.s32 %r1, %r2, %r3, %r0;" E, "4 operands where 3 are expected"},
    {B "^ret %r1;" E, "1 operands where 0 are expected"},
    {B "add.s32 ^5, %r2, %r3;" E, "operand of the wrong kind; expected a destination of type .s32"},
    {B "add.s32 ^%d1, %r2, %r3;" E, "register of type .b64 where .s32 is expected"},
    {B "add.s32 %r1, ^%h2, %r3;" E, "register of type .b16 where .s32 is expected"},
    {B "add.s32 %r1, ^%f2, %r3;" E, "register of type .f32 where .s32 is expected"},
    {B "add.f32 %f1, %f2, ^%u1;" E, "register of type .u32 where .f32 is expected"},
    {B "add.f32 %f1, %f2, ^1;" E, "integer constant where .f32 is expected"},
    {B "add.s32 %r1, %r2, ^1.5;" E, "floating-point constant where .s32 is expected"},
    {B "add.s32 %r1, %r2, ^4294967296;" E, "constant 4294967296 does not fit in .s32"},
    {B "add.s32 %r1, %r2, ^-2147483649;" E, "constant -2147483649 does not fit in .s32"},
    {B "mul.wide.s32 ^%r1, %r2, %r3;" E, "register of type .b32 where .s64 is expected"},
    {B "shl.b64 %d1, %d2, ^%d3;" E, "register of type .b64 where .b32 is expected"},
    {B "setp.lt.s32 ^%r1, %r2, %r3;" E, "register of type .b32 where .pred is expected"},
    {B "^setp.lt.and.s32 %p1, %r2, %r3;" E, "no predicate to combine with"},
    {B "^setp.lt.s32 %p1, %r2, %r3, %p2;" E, "predicate operand without .and, .or or .xor"},
    {B "selp.b32 %r1, %r2, %r3, ^%r0;" E, "register of type .b32 where .pred is expected"},
    {B "ld.global.u32 %r1, ^%d1;" E, "expected an address in [ ]"},
    {B "ld.global.u32 %r1, [%d1^;" E, "expected ']'"},
    {B "ld.global.u32 %r1, ^[%h1];" E, "address in a register of type .b16"},
    {B "ld.global.u64 ^%r1, [%d1];" E, "register of type .b32 where .u64 is expected"},
    {B "ld.global.v2.u32 ^%r1, [%d1];" E, "expected 2 elements in { }"},
    {B "ld.global.v2.u32 ^{%r1}, [%d1];" E, "expected 2 elements in { }"},
    {B "ld.global.u32 %r1, ^[sh];" E, "variable 'sh' is in .shared, the access in .global"},
    {B "ld.u32 %r1, ^[lo];" E, "variable 'lo' in .local has no generic address"},
    {B "mov.b32 %r1, ^{%h1, %h2, %h3};" E, "vector of 3 does not make .b32"},
    {B "mov.b32 %r1, {^%r1, %r2};" E, "register of type .b32 where .b16 is expected"},
    {B "mov.u64 %d1, ^{%r1, %r2};" E, "vector of 2 does not make .u64"},
    {B "^atom.global.cas.b32 %r1, [%d1], %r2;" E, "3 operands where 4 are expected"},
    {B "bar.sync ^16;" E, "barrier number of 16; expected 0 to 15"},
    {B "^bar.red.popc.u32 %r1, 0;" E, "2 operands where 3 to 4 are expected"},
    {B "bar.red.popc.u32 %r1, ^16, %p1;" E, "barrier number of 16; expected 0 to 15"},
    {B "bar.red.or.pred %p1, 0, ^%r1;" E, "register of type .b32 where .pred is expected"},
    {B "lop3.b32 %r1, %r2, %r3, %r3, ^256;" E, "table of 256; expected 0 to 255"},
    {B "lop3.b32 %r1, %r2, %r3, %r3, ^-1;" E, "table of -1; expected 0 to 255"},
    {B "lop3.b32 %r1, %r2, %r3, %r3, ^%r2;" E, "table is no constant"},
    {B "mov.pred ^%p1|%p2, %p3;" E, "operand of the wrong kind; expected a destination of"},
    {B "^call k, (a, n);" E, "call of the kernel 'k'"},
    {B "add.s32 %r1, %r2, %r3^ add.s32 %r1, %r2, %r3;" E,
     "unexpected 'add'; expected ';' after 'add.s32 %r1, %r2, %r3'"},
    {B "mov.u32 %r1, %tid.x^\nmov.u32 %r2, 1;" E, "unexpected 'mov'; expected ';' after 'mov.u32"},
    {B "@%p1 add.s32 %r1, ^%q, 1;" E, "undeclared name '%q' in '@%p1 add.s32 %r1, %q, 1'"},
    {B "add.s32 %r1, %r2, ^%q" E, "undeclared name '%q' in 'add.s32 %r1, %r2, %q ret'"},
    {B "add.s32 %r1, %r2, ^;" E, "expected an integer constant"},
    {B "add.s32 %r1, %r2, (1 ^/ 0);" E, "division by zero in a constant"},
    {B "^.unknown 3;" E, "unknown directive '.unknown'"},
    {B "^mov.u64 %d1, %tid.x, 3;" E, "3 operands where 2 are expected"},
    {B "ld.param.u32 %r1, ^[sh];" E, "variable 'sh' is in .shared, the access in .param"},
    {B "add.f32 %f1, %f2, ^%tid.x;" E, "special register where .f32 is expected"},
    {B "tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [^t, {%f0,%f1}];" E, "undeclared name 't'"},
    {B "add.u64 %d1, %d2, ^%tid.x;" E, "special register where .u64 is expected"},
};

/* Calls through pointers. */
static const bad_t pointers[] = {
    {B "call %d1, ()^;" E, "expected ',' before a prototype"},
    {B "call %d1, (), ^nowhere;" E, "expected a .callprototype or .calltargets before it"},
    {B "L: call %d1, (), ^L;" E, "expected a .callprototype or .calltargets before it"},
    {B "q: .callprototype _ ();\ncall ^%r1, q;" E, "register of type .b32 where .b64 is expected"},
    {B "q: .callprototype ()^;" E, "unexpected ';'; expected _"},
    {B "q: .callprototype _ (.param .b32 _);\n^call %d1, (), q;" E,
     "results or arguments are not those of 'q'"},
    {B "q: .calltargets ^k;" E, "unexpected 'k'; expected a function"},
    {H ".func f() { ret; }\n.entry k() { .reg .b64 %d; .param .b32 x; q: .calltargets f;\n"
       "^call %d, (x), q; ret; }",
     "call with 0 results and 1 arguments; 'f' has 0 and 0"},
    {H ".func f() { ret; }\n.entry k() { .reg .b32 %r; mov.u32 %r, ^f; ret; }",
     "address of a function where .u32 is expected"},
};

/* _ alone where an instruction has one result, and on both sides of a pair. */
#define SINK "_ as the only result; expected a register"
static const bad_t sinks[] = {
    {B "add.s32 ^_, %r2, %r3;" E, SINK},
    {B "mul.wide.s32 ^_, %r2, %r3;" E, SINK},
    {B "mov.u32 ^_, %r2;" E, SINK},
    {B "mov.b32 ^_, {%h1, %h2};" E, SINK},
    {B "mov.pred ^_, %p1;" E, SINK},
    {B "and.pred ^_, %p1, %p2;" E, SINK},
    {B "cvt.u64.u32 ^_, %r2;" E, SINK},
    {B "cvta.shared.u64 ^_, %d1;" E, SINK},
    {B "isspacep.shared ^_, %d1;" E, SINK},
    {B "setp.lt.s32 ^_, %r2, %r3;" E, SINK},
    {B "testp.finite.f32 ^_, %f2;" E, SINK},
    {B "selp.b32 ^_, %r2, %r3, %p1;" E, SINK},
    {B "add.cc.u32 ^_, %r2, %r3;" E, SINK},
    {B "ld.global.u32 ^_, [%d1];" E, SINK},
    {B "vote.all.pred ^_, %p1;" E, SINK},
    {B "vote.ballot.b32 ^_, %p1;" E, SINK},
    {B "match.any.sync.b32 ^_, %r1, -1;" E, SINK},
    {B "match.all.sync.b32 ^_, %r1, -1;" E, SINK},
    {B "shfl.sync.up.b32 ^_, %r1, 1, 0, -1;" E, SINK},
    {B "activemask.b32 ^_;" E, SINK},
    {B "setp.lt.s32 _|^_, %r2, %r3;" E, "undeclared name '_'"},
    {B "shfl.sync.up.b32 _|^_, %r1, 1, 0, -1;" E, "undeclared name '_'"},
    {B "match.any.sync.b32 ^_|%p1, %r1, -1;" E, "operand of the wrong kind"},
    {B "vote.all.pred ^_|%p1, %p2;" E, "operand of the wrong kind"},
    {B "shfl.sync.up.b32 ^_|%r1, %r1, 1, 0, -1;" E, "type .b32 where .pred is expected"},
    {B "add.s32 %r1, ^_, %r3;" E, "operand of the wrong kind; expected a source"},
    {B "st.global.u32 [%d1], ^_;" E, "operand of the wrong kind; expected a source"},
    {B "mov.b64 %d1, {^_, %r1};" E, "operand of the wrong kind; expected a source"},
};

static const bad_t calls[] = {
    {H ".func f(.param .b32 a) { ret; }\n.entry k() { ^call f, (); ret; }",
     "call with 0 results and 0 arguments; 'f' has 0 and 1"},
    {H ".func f(.param .b32 a) { ret; }\n.entry k() { .param .b64 x; ^call f, (x); ret; }",
     "'x' of 8 bytes for 'a' of 4 bytes"},
    {H ".func f() { ret; }\n.entry k() { .reg .b32 %r<2>; call f, (^%r1); ret; }",
     "expected a .param variable"},
};

static void check(const bad_t *b)
{
    char text[2048], place[64];
    size_t n = take_case(b, text, sizeof text, place, sizeof place);
    diag_t d = {.text = ""};
    isa_module_t *m = isa_module_parse("bad.ptx", text, n, &d);
    if (m) {
        isa_module_free(m);
        fail_msg("accepted: %s", text);
    }
    assert_null(strchr(d.text, '\n'));
    if (strncmp(d.text, place, strlen(place)) || !strstr(d.text, b->message))
        fail_msg("got  '%s'\nwant '%s...%s'\nfor %s", d.text, place, b->message, text);
}

#define ALL(list)                                                                                  \
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)                                      \
    check(&list[i])

static void ptx_100_lexical_errors(void **state)
{
    (void)state;
    ALL(lexical);
}

static void ptx_101_module_scope_errors(void **state)
{
    (void)state;
    ALL(module);
}

static void ptx_102_undeclared_and_repeated_names(void **state)
{
    (void)state;
    ALL(names);
}

static void ptx_103_instruction_errors(void **state)
{
    (void)state;
    ALL(instructions);
}

static void ptx_107_sinks_where_a_result_is_needed(void **state)
{
    (void)state;
    ALL(sinks);
}

static void ptx_108_modifiers_and_constants_that_cannot_be(void **state)
{
    (void)state;
    ALL(modifiers);
}

static void ptx_104_call_errors(void **state)
{
    (void)state;
    ALL(calls);
}

/* No prefix of a module crashes the reader or is taken for the whole, but those that end where
 * only white space, or whole items, follow. */
static void ptx_105_every_prefix_is_refused_or_whole(void **state)
{
    (void)state;
    static char text[1 << 16];
    FILE *f = fopen("tests/unit/data/sample.sm_20.ptx", "rb");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text, f);
    fclose(f);
    int depth = 0;
    unsigned accepted = 0;
    for (size_t k = 0; k < n; k += 7) {
        diag_t d = {.text = ""};
        char *cut = malloc(k ? k : 1); /* exact size: a read past the end is seen by ASan */
        memcpy(cut, text, k);
        isa_module_t *m = isa_module_parse("cut.ptx", cut, k, &d);
        depth = 0;
        for (size_t c = 0; c < k; c++)
            depth += (cut[c] == '{') - (cut[c] == '}');
        if (m) {
            assert_int_equal(depth, 0);
            accepted++;
        } else {
            assert_ptr_equal(strstr(d.text, "cut.ptx:"), d.text);
        }
        isa_module_free(m);
        free(cut);
    }
    assert_true(accepted > 0);
}

/* One character changed at a time: a message or a module, never a crash. */
static void ptx_106_changed_characters_are_survived(void **state)
{
    (void)state;
    static char text[1 << 16];
    static const char with[] = ";,.{}()[]%@0-x\n";
    FILE *f = fopen("tests/unit/data/sample.sm_20.ptx", "rb");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text, f), refused = 0;
    fclose(f);
    for (size_t k = 0; k < n; k += 11) {
        char was = text[k];
        text[k] = with[k / 11 % (sizeof with - 1)];
        diag_t d = {.text = ""};
        isa_module_t *m = isa_module_parse("changed.ptx", text, n, &d);
        if (!m) {
            refused++;
            assert_ptr_equal(strstr(d.text, "changed.ptx:"), d.text);
        }
        isa_module_free(m);
        text[k] = was;
    }
    assert_true(refused > n / 11 / 4);
}

static void ptx_111_calls_through_pointers(void **state)
{
    (void)state;
    ALL(pointers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ptx_100_lexical_errors),
        cmocka_unit_test(ptx_101_module_scope_errors),
        cmocka_unit_test(ptx_102_undeclared_and_repeated_names),
        cmocka_unit_test(ptx_103_instruction_errors),
        cmocka_unit_test(ptx_104_call_errors),
        cmocka_unit_test(ptx_105_every_prefix_is_refused_or_whole),
        cmocka_unit_test(ptx_106_changed_characters_are_survived),
        cmocka_unit_test(ptx_107_sinks_where_a_result_is_needed),
        cmocka_unit_test(ptx_108_modifiers_and_constants_that_cannot_be),
        cmocka_unit_test(ptx_111_calls_through_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
