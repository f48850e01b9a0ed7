// Switches in a loop, one within another, with fall-through. nvcc 13 makes comparisons of them, so
// that the branch through a table (brx.idx), which its PTX can have, is written as assembly.
extern "C" __global__ void machine(const unsigned *code, unsigned *out, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = t;
    for (int k = 0; k < n; k++) {
        switch ((code[k] + t) % 11) {
        case 0:
            x += code[k];
            break;
        case 1:
            x ^= x << 13;
            break;
        case 2:
            x ^= x >> 17;
            break;
        case 3:
            x *= 2654435761u;
            // falls through
        case 4:
            x -= 7;
            break;
        case 5:
            if (x & 1)
                continue;
            x /= 3;
            break;
        case 6:
            x = ~x;
            break;
        case 7:
            switch (x & 7) {
            case 0:
                x += 1;
                break;
            case 1:
                x += 20;
                break;
            case 2:
                x += 300;
                break;
            case 3:
                x += 4000;
                break;
            case 4:
                x += 50000;
                break;
            default:
                x += 600000;
            }
            break;
        case 8:
            x %= 1000003;
            break;
        case 9:
            out[t] = x;
            return;
        }
    }
    out[t] = x + 1;
}

// A jump to one of four places by the low bits of x, the lanes' own.
extern "C" __global__ void table(const unsigned *code, unsigned *out, int n)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x, x = t;
    for (int k = 0; k < n; k++)
        asm volatile("{ .reg .u32 %%at;\n"
                     "and.b32 %%at, %0, 3;\n"
                     "$L_targets: .branchtargets $L_0, $L_1, $L_2, $L_1;\n"
                     "brx.idx %%at, $L_targets;\n"
                     "$L_0: add.u32 %0, %0, %1;\n"
                     "bra.uni $L_end;\n"
                     "$L_1: mul.lo.u32 %0, %0, 2654435761;\n"
                     "xor.b32 %0, %0, %1;\n"
                     "bra.uni $L_end;\n"
                     "$L_2: not.b32 %0, %0;\n"
                     "$L_end: }"
                     : "+r"(x)
                     : "r"(code[k]));
    out[t] = x;
}
