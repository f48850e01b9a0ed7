// Nested loops with break, continue, goto and return; do-while; short-circuit conditions.
extern "C" __global__ void loops(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = in[i], found = -1, steps = 0;
    for (int a = 0; a < 20; a++) {
        if (((x + a) & 3) == 1)
            continue;
        int b = a;
        do {
            steps++;
            if (in[b] > x && (b & 1 || in[b] % 3 == 0)) {
                found = b;
                goto done;
            }
            if (in[b] == x + 1)
                break;
            b += 1 + (x & 1);
        } while (b < n && b < a + 9);
        if (steps > 60) {
            out[i] = -steps;
            return;
        }
    }
done:
    while (x > 1 && steps < 1000) {
        x = x & 1 ? x - 1 : x / 2;
        steps += x % 5 == 0 ? 100 : 1;
    }
    out[i] = found * 10000 + steps;
}
