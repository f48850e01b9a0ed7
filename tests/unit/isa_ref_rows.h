/*
 * Which reference a row of rows_alu.inc has: the manual's opcodes and types, listed a second time.
 * A row without an entry here names a function that does not exist, so the tests do not build; part
 * of isa_ref.h.
 */
#ifndef LW_TESTS_ISA_REF_ROWS_H
#define LW_TESTS_ISA_REF_ROWS_H

#define REF_ROW(id, ex, t, t2) ref_row_##id##_##ex##_##t##_##t2
#define REF(id, ex, t, t2, fn)                                                                     \
    static inline bool REF_ROW(id, ex, t, t2)(ref_t * r)                                           \
    {                                                                                              \
        return fn(r);                                                                              \
    }

/* clang-format off */
#define REF32(id, ty, TY, fn) REF(id##_##ty, ALU32, TY, NONE, fn)
#define REF64(id, ty, TY, fn) REF(id##_##ty, ALU64, TY, NONE, fn)
#define REFS_U(id, fn) REF32(id, u16, U16, fn) REF32(id, u32, U32, fn) REF64(id, u64, U64, fn)
#define REFS_S(id, fn) REF32(id, s16, S16, fn) REF32(id, s32, S32, fn) REF64(id, s64, S64, fn)
#define REFS_B(id, fn) REF32(id, b16, B16, fn) REF32(id, b32, B32, fn) REF64(id, b64, B64, fn)
#define REFS_I(id, fn) REFS_U(id, fn) REFS_S(id, fn)
#define REFS_32(id, fn) REF32(id, u32, U32, fn) REF32(id, s32, S32, fn)
#define REFS_WIDE(id, fn) \
    REF32(id, u16, U16, fn) REF32(id, s16, S16, fn) REF64(id, u32, U32, fn) REF64(id, s32, S32, fn)
#define REFS_F(id, fn) REF32(id, f32, F32, fn) REF64(id, f64, F64, fn)
#define REFS_H(id, fn) REF32(id, f16, F16, fn) REF32(id, f16x2, F16X2, fn)

REFS_I(add, ref_add) REFS_I(sub, ref_sub) REFS_I(sad, ref_sad) REFS_I(div, ref_div)
REFS_I(rem, ref_rem) REFS_I(min, ref_min) REFS_I(max, ref_max) REFS_S(abs, ref_abs)
REFS_S(neg, ref_neg)
REF32(add_sat, s32, S32, ref_add) REF32(sub_sat, s32, S32, ref_sub)
REFS_I(mul_lo, ref_mul) REFS_I(mul_hi, ref_mul) REFS_I(mad_lo, ref_mul) REFS_I(mad_hi, ref_mul)
REFS_WIDE(mul_wide, ref_mul) REFS_WIDE(mad_wide, ref_mul)
REFS_32(mul24_lo, ref_mul) REFS_32(mul24_hi, ref_mul) REFS_32(mad24_lo, ref_mul)
REFS_32(mad24_hi, ref_mul)
REF32(mad_hi_sat, s32, S32, ref_mul) REF32(mad24_hi_sat, s32, S32, ref_mul)

REFS_B(and, ref_and) REFS_B(or, ref_or) REFS_B(xor, ref_xor) REFS_B(not, ref_not)
REFS_B(cnot, ref_cnot) REFS_B(shl, ref_shift) REFS_B(shr, ref_shift) REFS_I(shr, ref_shift)
REF32(popc, b32, B32, ref_count) REF32(popc, b64, B64, ref_count)
REF32(clz, b32, B32, ref_count) REF32(clz, b64, B64, ref_count)
REFS_32(bfind, ref_count) REF32(bfind, u64, U64, ref_count) REF32(bfind, s64, S64, ref_count)
REFS_32(bfind_shiftamt, ref_count) REF32(bfind_shiftamt, u64, U64, ref_count)
REF32(bfind_shiftamt, s64, S64, ref_count)
REF32(brev, b32, B32, ref_count) REF64(brev, b64, B64, ref_count)
REFS_32(bfe, ref_field) REF64(bfe, u64, U64, ref_field) REF64(bfe, s64, S64, ref_field)
REF32(bmsk_clamp, b32, B32, ref_bmsk) REF32(bmsk_wrap, b32, B32, ref_bmsk)
REF32(bfi, b32, B32, ref_field) REF64(bfi, b64, B64, ref_field)
REF32(shf_l_wrap, b32, B32, ref_funnel) REF32(shf_r_wrap, b32, B32, ref_funnel)
REF32(shf_l_clamp, b32, B32, ref_funnel) REF32(shf_r_clamp, b32, B32, ref_funnel)
REF32(prmt, b32, B32, ref_prmt)
REF(prmt_f4e, ALU32, B32, NONE, ref_prmt) REF(prmt_b4e, ALU32, B32, NONE, ref_prmt)
REF(prmt_rc8, ALU32, B32, NONE, ref_prmt) REF(prmt_ecl, ALU32, B32, NONE, ref_prmt)
REF(prmt_ecr, ALU32, B32, NONE, ref_prmt) REF(prmt_rc16, ALU32, B32, NONE, ref_prmt)
REF(lop3, ALU32, B32, NONE, ref_lop3)
REF(dp4a_uu, ALU32, B32, NONE, ref_dp4a) REF(dp4a_us, ALU32, B32, NONE, ref_dp4a)
REF(dp4a_su, ALU32, B32, NONE, ref_dp4a) REF(dp4a_ss, ALU32, B32, NONE, ref_dp4a)
REF(vabsdiff4_u, ALU32, B32, NONE, ref_vabsdiff4) REF(vabsdiff4_s, ALU32, B32, NONE, ref_vabsdiff4)
REF(vabsdiff4_u_add, ALU32, B32, NONE, ref_vabsdiff4)
REF(vabsdiff4_s_add, ALU32, B32, NONE, ref_vabsdiff4)
REF(dp2a_lo_uu, ALU32, B32, NONE, ref_dp2a) REF(dp2a_lo_us, ALU32, B32, NONE, ref_dp2a)
REF(dp2a_lo_su, ALU32, B32, NONE, ref_dp2a) REF(dp2a_lo_ss, ALU32, B32, NONE, ref_dp2a)
REF(dp2a_hi_uu, ALU32, B32, NONE, ref_dp2a) REF(dp2a_hi_us, ALU32, B32, NONE, ref_dp2a)
REF(dp2a_hi_su, ALU32, B32, NONE, ref_dp2a) REF(dp2a_hi_ss, ALU32, B32, NONE, ref_dp2a)

REFS_F(add, ref_fadd) REFS_F(sub, ref_fsub) REFS_F(mul, ref_fmul) REFS_F(fma, ref_ffma)
REFS_F(mad, ref_ffma) REFS_F(div, ref_fdiv) REFS_F(rcp, ref_frcp) REFS_F(sqrt, ref_fsqrt)
REFS_F(neg, ref_fneg) REFS_F(abs, ref_fabs) REFS_F(min, ref_fmin) REFS_F(max, ref_fmax)
REFS_F(copysign, ref_copysign)
REF32(div_approx, f32, F32, ref_approx) REF32(div_full, f32, F32, ref_approx)
REF32(rcp_approx, f32, F32, ref_approx) REF32(sqrt_approx, f32, F32, ref_approx)
REF32(rsqrt_approx, f32, F32, ref_approx) REF32(sin_approx, f32, F32, ref_approx)
REF32(cos_approx, f32, F32, ref_approx) REF32(ex2_approx, f32, F32, ref_approx)
REF32(lg2_approx, f32, F32, ref_approx) REF32(tanh_approx, f32, F32, ref_approx)
REF64(rsqrt_approx, f64, F64, ref_approx64) REF64(rcp_approx_ftz, f64, F64, ref_approx64)
REF64(rsqrt_approx_ftz, f64, F64, ref_approx64)
#define REFS_TESTP(what) \
    REF(testp_##what##_f32, SETP, F32, NONE, ref_testp) \
    REF(testp_##what##_f64, SETP, F64, NONE, ref_testp)
REFS_TESTP(finite) REFS_TESTP(infinite) REFS_TESTP(number) REFS_TESTP(notanumber)
REFS_TESTP(normal) REFS_TESTP(subnormal)
REFS_H(add, ref_half_op) REFS_H(sub, ref_half_op) REFS_H(mul, ref_half_op)
REFS_H(fma, ref_half_op) REFS_H(neg, ref_half_op) REFS_H(abs, ref_half_op)

#define REFS_SLCT(ex, n, TY) \
    REF(slct##n##_s32, ex, TY, S32, ref_slct) REF(slct##n##_f32, ex, TY, F32, ref_slct)
REFS_SLCT(ALU32, 32, B16) REFS_SLCT(ALU32, 32, U16) REFS_SLCT(ALU32, 32, S16)
REFS_SLCT(ALU32, 32, B32) REFS_SLCT(ALU32, 32, U32) REFS_SLCT(ALU32, 32, S32)
REFS_SLCT(ALU32, 32, F32)
REFS_SLCT(ALU64, 64, B64) REFS_SLCT(ALU64, 64, U64) REFS_SLCT(ALU64, 64, S64)
REFS_SLCT(ALU64, 64, F64)

/* A comparison gives a predicate, or a register of type u32, s32 or f32. */
#define REFS_CMP(cmp, ty, TY) \
    REF(setp_##cmp##_##ty, SETP, TY, NONE, ref_compare) REF(setp_##cmp##_##ty, SET, U32, TY, ref_compare) \
    REF(setp_##cmp##_##ty, SET, S32, TY, ref_compare) REF(setp_##cmp##_##ty, SET, F32, TY, ref_compare)
#define REFS_CMP_U(cmp) REFS_CMP(cmp, u16, U16) REFS_CMP(cmp, u32, U32) REFS_CMP(cmp, u64, U64)
#define REFS_CMP_S(cmp) REFS_CMP(cmp, s16, S16) REFS_CMP(cmp, s32, S32) REFS_CMP(cmp, s64, S64)
#define REFS_CMP_B(cmp) REFS_CMP(cmp, b16, B16) REFS_CMP(cmp, b32, B32) REFS_CMP(cmp, b64, B64)
#define REFS_CMP_F(cmp) REFS_CMP(cmp, f16, F16) REFS_CMP(cmp, f32, F32) REFS_CMP(cmp, f64, F64)
#define REFS_CMP_ANY(cmp) REFS_CMP_U(cmp) REFS_CMP_S(cmp) REFS_CMP_F(cmp)
REFS_CMP_ANY(eq) REFS_CMP_ANY(ne) REFS_CMP_ANY(lt) REFS_CMP_ANY(le) REFS_CMP_ANY(gt) REFS_CMP_ANY(ge)
REFS_CMP_B(eq) REFS_CMP_B(ne)
REFS_CMP_U(lo) REFS_CMP_U(ls) REFS_CMP_U(hi) REFS_CMP_U(hs)
REFS_CMP_F(equ) REFS_CMP_F(neu) REFS_CMP_F(ltu) REFS_CMP_F(leu) REFS_CMP_F(gtu) REFS_CMP_F(geu)
REFS_CMP_F(num) REFS_CMP_F(nan)

#define REFS_CMP_H(cmp) \
    REF(setp_##cmp##_f16, SET, F16, F16, ref_compare) REF(setp_##cmp##_f16, SET, U16, F16, ref_compare) \
    REF(setp_##cmp##_f16, SET, S16, F16, ref_compare) REF(set2_##cmp, ALU32, F16X2, F16X2, ref_compare2) \
    REF(set2_##cmp, ALU32, U32, F16X2, ref_compare2) REF(set2_##cmp, ALU32, S32, F16X2, ref_compare2)
REFS_CMP_H(eq) REFS_CMP_H(ne) REFS_CMP_H(lt) REFS_CMP_H(le) REFS_CMP_H(gt) REFS_CMP_H(ge)
REFS_CMP_H(equ) REFS_CMP_H(neu) REFS_CMP_H(ltu) REFS_CMP_H(leu) REFS_CMP_H(gtu) REFS_CMP_H(geu)
REFS_CMP_H(num) REFS_CMP_H(nan)

#define REFS_CVT(d, D, ex) \
    REF(cvt_##d##_u8, ex, D, U8, ref_cvt) REF(cvt_##d##_s8, ex, D, S8, ref_cvt) \
    REF(cvt_##d##_u16, ex, D, U16, ref_cvt) REF(cvt_##d##_s16, ex, D, S16, ref_cvt) \
    REF(cvt_##d##_u32, ex, D, U32, ref_cvt) REF(cvt_##d##_s32, ex, D, S32, ref_cvt) \
    REF(cvt_##d##_u64, ex, D, U64, ref_cvt) REF(cvt_##d##_s64, ex, D, S64, ref_cvt) \
    REF(cvt_##d##_f16, ex, D, F16, ref_cvt) REF(cvt_##d##_f32, ex, D, F32, ref_cvt) \
    REF(cvt_##d##_f64, ex, D, F64, ref_cvt)
REFS_CVT(u8, U8, ALU32) REFS_CVT(s8, S8, ALU32) REFS_CVT(u16, U16, ALU32) REFS_CVT(s16, S16, ALU32)
REFS_CVT(u32, U32, ALU32) REFS_CVT(s32, S32, ALU32) REFS_CVT(u64, U64, ALU64)
REFS_CVT(s64, S64, ALU64) REFS_CVT(f16, F16, ALU32) REFS_CVT(f32, F32, ALU32)
REFS_CVT(f64, F64, ALU64)
/* clang-format on */

#endif
