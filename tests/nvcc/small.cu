// Types narrower than a register: bytes, shorts, bools, bit-fields, unions, enumerations.
enum colour : unsigned char { RED, GREEN = 100, BLUE = 200 };

struct fields {
    unsigned a : 5;
    int b : 7;
    unsigned c : 20;
};

struct results {
    signed char sc;
    unsigned char uc;
    short ss;
    unsigned short us;
    bool flag;
    colour col;
    char swapped[4];
    fields f;
    int mixed;
    float scaled;
};

extern "C" __global__ void small_types(const int *in, results *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = in[i];
    results r;
    r.sc = (signed char)(x * 3);
    r.uc = (unsigned char)(r.sc >> 1);
    r.ss = (short)(r.uc * r.sc);
    r.us = (unsigned short)(r.ss - x);
    r.flag = (r.us & 4) != 0 && r.sc < 0;
    r.col = r.flag ? GREEN : x & 1 ? BLUE : RED;
    union {
        int whole;
        char part[4];
    } u;
    u.whole = x * 0x01030507;
    for (int k = 0; k < 4; k++)
        r.swapped[k] = u.part[3 - k];
    r.f.a = x;
    r.f.b = x >> 3;
    r.f.c = r.us * 5;
    r.mixed = r.sc + r.uc + r.ss + r.us + r.col + r.f.b + (char)r.f.c;
    r.scaled = r.sc * 0.5f + (float)r.uc + (float)(unsigned short)r.ss;
    out[i] = r;
}
