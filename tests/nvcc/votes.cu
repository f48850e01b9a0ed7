// Votes, ballots, matches and the mask of lanes that are here: some of those that took the branch, which
// ones is not defined, and so it is not stored.
struct results {
    unsigned ballot, here, place, all, any, uniform, same, same64, every;
    int agree;
};

extern "C" __global__ void votes(const int *in, results *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int x = in[i];
    results r = {};
    r.ballot = __ballot_sync(~0u, x > 0);
    r.place = __popc(r.ballot & ((1u << lane) - 1));
    r.all = __all_sync(~0u, x > -1000);
    r.any = __any_sync(~0u, x == 17);
    r.uniform = __uni_sync(~0u, x > 0);
    r.same = __match_any_sync(~0u, x & 7);
    r.same64 = __match_any_sync(~0u, (long long)(x & 3) << 40);
    r.every = __match_all_sync(~0u, x / 4096, &r.agree);
    unsigned odd = __ballot_sync(~0u, x & 1), two = __ballot_sync(~0u, (x & 3) == 2);
    if (x & 1) {
        unsigned here = __activemask();
        r.here = (here & ~odd) == 0 && (here >> lane & 1) ? odd : here;
    } else if (x & 2) {
        r.here = __ballot_sync(two, x & 4);
    }
    __syncwarp();
    out[i] = r;
}
