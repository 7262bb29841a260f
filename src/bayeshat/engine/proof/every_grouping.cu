// The objective of every assignment of up to 32 people. PEOPLE, GROUPS, CLUSTERS and BLIND are compile-time constants;
// BLIND is 1 if group numbers do not matter.

typedef unsigned int u32;
typedef unsigned long long u64;

// Draws that are summed in single precision before the sum is added in double precision.
#define DRAWS_PER_FLOAT_SUM 32

// An assignment is a number with one digit per person; the first person's digit comes first. If group numbers do not
// matter, only assignments with groups in the order of their first members are evaluated. The others share leading
// digits, so whole warps skip them together.
extern "C" __global__ void look(const u32* members, const u32* cluster_sizes, const float* weights, int n_draws,
                                const float* phi, const double* size_costs, const double* costs, int linear,
                                double limit, u64 total, u64* found, u32* n_found, u32 most) {
  __shared__ float by_count[PEOPLE + 1];
  for (int c = threadIdx.x; c <= PEOPLE; c += blockDim.x) by_count[c] = phi[c];
  __syncthreads();
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < total; i += (u64)gridDim.x * blockDim.x) {
    u32 group[GROUPS];
#pragma unroll
    for (int g = 0; g < GROUPS; ++g) group[g] = 0;
    u64 rest = i;
    double cost = 0.0;
    for (int n = PEOPLE - 1; n >= 0; --n) {
      int g = rest % GROUPS;
      rest /= GROUPS;
#pragma unroll
      for (int h = 0; h < GROUPS; ++h) group[h] |= (u32)(h == g) << n;
      if (linear) cost += costs[n * GROUPS + g];
    }
    bool counts = true;
    if (BLIND) {
#pragma unroll
      for (int g = 1; g < GROUPS; ++g)
        if (group[g] && (!group[g - 1] || __ffs(group[g - 1]) > __ffs(group[g]))) counts = false;
      if (!(group[0] & 1)) counts = false;
    }
    if (!counts) continue;
    int sizes[GROUPS], at = 0;
#pragma unroll
    for (int g = 0; g < GROUPS; ++g) {
      sizes[g] = __popc(group[g]);
      if (g < GROUPS - 1) at = at * (PEOPLE + 1) + sizes[g];
    }
    double value = cost + size_costs[at];
    if (value > 1e300) continue;
    for (int start = 0; start < n_draws; start += DRAWS_PER_FLOAT_SUM) {
      int stop = start + DRAWS_PER_FLOAT_SUM < n_draws ? start + DRAWS_PER_FLOAT_SUM : n_draws;
      float some = 0.0f;
      for (int t = start; t < stop; ++t) {
        float gain = 0.0f;
        int left[GROUPS];
#pragma unroll
        for (int g = 0; g < GROUPS; ++g) left[g] = sizes[g];
#pragma unroll
        for (int k = 0; k < CLUSTERS - 1; ++k) {
          u32 in = members[t * (CLUSTERS - 1) + k];
          int last = cluster_sizes[t * (CLUSTERS - 1) + k];
#pragma unroll
          for (int g = 0; g < GROUPS - 1; ++g) {
            int c = __popc(in & group[g]);
            gain += by_count[c];
            left[g] -= c;
            last -= c;
          }
          gain += by_count[last];
          left[GROUPS - 1] -= last;
        }
#pragma unroll
        for (int g = 0; g < GROUPS; ++g) gain += by_count[left[g]];
        some += weights[t] * gain;
      }
      value -= some;
    }
    if (value < limit) {
      u32 slot = atomicAdd(n_found, 1u);
      if (slot < most) found[slot] = i;
    }
  }
}
