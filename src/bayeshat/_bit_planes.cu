// Packing draws into bit planes, and reading them back. PLANES is a constant of the compilation.

typedef unsigned char u8;
typedef unsigned int u32;
typedef long long i64;

#define ALL 0xffffffffu

// A warp takes a word, a lane a person.
extern "C" __global__ void pack(const u8* codes, const int* slots, u32* planes, i64 n_people, int n_here, int stride) {
  i64 word = (i64)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  int lane = threadIdx.x & 31;
  i64 n = word * 32 + lane;
  if (word * 32 >= n_people) return;
  for (int d = 0; d < n_here; ++d) {
    u32 code = n < n_people ? codes[(i64)d * n_people + n] : 0;
    u32 mine = 0;
#pragma unroll
    for (int p = 0; p < PLANES; ++p) {
      u32 bits = __ballot_sync(ALL, code >> p & 1);
      if (lane == p) mine = bits;
    }
    if (lane < PLANES) planes[(word * stride + slots[d]) * PLANES + lane] = mine;
  }
}

extern "C" __global__ void pick(const u32* planes, const i64* people, u8* out, i64 n_cells, int n_draws, int stride) {
  i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n_cells) return;
  i64 n = people[i / n_draws];
  const u32* cell = planes + ((n / 32) * stride + i % n_draws) * PLANES;
  u32 code = 0;
#pragma unroll
  for (int p = 0; p < PLANES; ++p) code |= (cell[p] >> (n & 31) & 1) << p;
  out[i] = code;
}
