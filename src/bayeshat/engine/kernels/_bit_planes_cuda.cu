// Passes over draws that are stored as bit planes. PLANES, CLUSTERS, GROUPS and TILE_GROUPS are compile-time constants.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#define ALL 0xffffffffu
#define QUADS ((GROUPS + 3) / 4)

// Everything is indexed by word (32 people), draw, plane.

extern "C" __global__ void mask_groups(const u8* labels, u32* masks, i64 n_people, i64 n_words) {
  i64 word = (i64)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  int lane = threadIdx.x & 31;
  if (word >= n_words) return;
  i64 n = word * 32 + lane;
  int label = n < n_people ? labels[n] : 255;
  for (int g = 0; g < GROUPS - 1; ++g) {
    u32 bits = __ballot_sync(ALL, label == g);
    if (lane == 0) masks[g * n_words + word] = bits;
  }
}

#if PLANES < 8
// Whether each of 32 people is in cluster k.
__device__ __forceinline__ u32 members(const u32* bits, int k) {
  u32 in = ALL;
#pragma unroll
  for (int p = 0; p < PLANES; ++p) in &= k >> p & 1 ? bits[p] : ~bits[p];
  return in;
}

// Each thread takes one draw and a tile of the groups, and goes through many words.
extern "C" __global__ void count(const u32* planes, const u32* masks, u64* tables, i64 n_words, int stride, int n_draws,
                                 i64 chunk) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  i64 first = blockIdx.y * chunk, last = first + chunk < n_words ? first + chunk : n_words;
  int g0 = blockIdx.z * TILE_GROUPS;
  if (t >= n_draws) return;
  u32 found[TILE_GROUPS][CLUSTERS];
#pragma unroll
  for (int g = 0; g < TILE_GROUPS; ++g)
#pragma unroll
    for (int k = 1; k < CLUSTERS; ++k) found[g][k] = 0;
#pragma unroll 4
  for (i64 word = first; word < last; ++word) {
    u32 bits[PLANES];
    const u32* here = planes + (word * stride + t) * PLANES;
#if PLANES == 2
    uint2 both = *(const uint2*)here;
    bits[0] = both.x; bits[1] = both.y;
#else
    uint4 four = *(const uint4*)here;
    bits[0] = four.x; bits[1] = four.y; bits[2] = four.z; bits[3] = four.w;
#endif
#pragma unroll
    for (int g = 0; g < TILE_GROUPS; ++g) {
      u32 in_group = g0 + g < GROUPS - 1 ? masks[(g0 + g) * n_words + word] : 0;
#pragma unroll
      for (int k = 1; k < CLUSTERS; ++k) found[g][k] += __popc(members(bits, k) & in_group);
    }
  }
#pragma unroll
  for (int g = 0; g < TILE_GROUPS; ++g)
#pragma unroll
    for (int k = 1; k < CLUSTERS; ++k)
      if (g0 + g < GROUPS - 1) atomicAdd(&tables[((i64)t * CLUSTERS + k) * GROUPS + g0 + g], (u64)found[g][k]);
}

// Transposes 32 x 32 bits: lane i holds row i before, and column i after.
__device__ __forceinline__ u32 transpose(u32 x, int lane) {
  u32 low = 0x0000ffffu;
#pragma unroll
  for (int s = 16; s > 0; s >>= 1) {
    bool upper = lane & s;
    u32 other = __shfl_xor_sync(ALL, x, s);
    u32 own = upper ? ~low : low;
    x = (x & own) | (__funnelshift_l(other, other, upper ? 32 - s : s) & ~own);
    low ^= low << (s >> 1);
  }
  return x;
}

// Each warp takes a word, each lane a person. A step is four bits of code: one draw of up to 16 clusters, or two draws of
// up to 4. For each step, the table holds 16 pairs for groups 0 and 1, then 16 pairs for groups 2 and 3. A warp's 8-byte
// reads have no bank conflicts, since 16 pairs are as wide as shared memory.
extern "C" __global__ void __launch_bounds__(512, 3) gains(const u32* planes, const float* table, float* out, i64 n_people, int stride, int n_steps,
                                 int first, int here) {
  extern __shared__ float2 entries[];
  const float2* source = (const float2*)table + ((i64)blockIdx.y * n_steps + first) * 32;
  int padded = (here + 31) / 32 * 32;
  for (int i = threadIdx.x; i < padded * 32; i += blockDim.x) entries[i] = i < here * 32 ? source[i] : make_float2(0, 0);
  __syncthreads();
  int lane = threadIdx.x & 31;
  i64 n_words = (n_people + 31) / 32;
  i64 step = (i64)gridDim.x * (blockDim.x / 32);
  float4* sums = (float4*)out + (i64)blockIdx.y * n_people;
  for (i64 word = (i64)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; word < n_words; word += step) {
    i64 n = word * 32 + lane;
    float4 total = make_float4(0, 0, 0, 0);
    if (first > 0 && n < n_people) total = sums[n];
    const uint4* row = (const uint4*)planes + word * stride + first;
    for (int s = 0; s < here; s += 32) {
      uint4 bits = make_uint4(0, 0, 0, 0);
      if (s + lane < here) bits = row[s + lane];
      u32 x0 = transpose(bits.x, lane), x1 = transpose(bits.y, lane);
      u32 x2 = transpose(bits.z, lane), x3 = transpose(bits.w, lane);
      const char* base = (const char*)(entries + s * 32);
      float4 part = make_float4(0, 0, 0, 0);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        // The four bits of steps i, i + 4, ..., i + 28, side by side.
        u32 codes = (x0 >> i & 0x11111111u) | (x1 >> i & 0x11111111u) << 1 | (x2 >> i & 0x11111111u) << 2
                  | (x3 >> i & 0x11111111u) << 3;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
          u32 offset = j == 0 ? codes << 3 & 0x78 : codes >> (4 * j - 3) & 0x78;
          const char* at = base + (4 * j + i) * 256 + offset;
          float2 a = *(const float2*)at, b = *(const float2*)(at + 128);
          part.x += a.x; part.y += a.y; part.z += b.x; part.w += b.y;
        }
      }
      total.x += part.x; total.y += part.y; total.z += part.z; total.w += part.w;
    }
    if (n < n_people) sums[n] = total;
  }
}
#endif

#if PLANES == 8
__device__ __forceinline__ u32 code_of(const u32* cell, int lane) {
  u32 code = 0;
#pragma unroll
  for (int p = 0; p < PLANES; ++p) code |= (cell[p] >> lane & 1) << p;
  return code;
}

extern "C" __global__ void count_many(const u32* planes, const u8* labels, u64* tables, i64 n_people, i64 n_words, int stride,
                                      i64 chunk) {
  int t = blockIdx.x, lane = threadIdx.x & 31;
  i64 last = (blockIdx.y + 1) * chunk < n_words ? (blockIdx.y + 1) * chunk : n_words;
  for (i64 word = blockIdx.y * chunk + threadIdx.x / 32; word < last; word += blockDim.x / 32) {
    i64 n = word * 32 + lane;
    if (n < n_people) {
      u32 code = code_of(planes + (word * stride + t) * PLANES, lane);
      atomicAdd(&tables[((i64)t * CLUSTERS + code) * GROUPS + labels[n]], (u64)1);
    }
  }
}

extern "C" __global__ void gains_many(const u32* planes, const float* table, float* out, i64 n_people, int stride, int n_draws) {
  int lane = threadIdx.x & 31;
  i64 n_words = (n_people + 31) / 32, step = (i64)gridDim.x * (blockDim.x / 32);
  const float4* rows = (const float4*)table + (i64)blockIdx.y * n_draws * CLUSTERS;
  float4* sums = (float4*)out + (i64)blockIdx.y * n_people;
  for (i64 word = (i64)blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; word < n_words; word += step) {
    float4 total = make_float4(0, 0, 0, 0);
    for (int s = 0; s < n_draws; s += 32) {
      float4 part = make_float4(0, 0, 0, 0);
      for (int t = s; t < s + 32 && t < n_draws; ++t) {
        float4 row = rows[(i64)t * CLUSTERS + code_of(planes + (word * stride + t) * PLANES, lane)];
        part.x += row.x; part.y += row.y; part.z += row.z; part.w += row.w;
      }
      total.x += part.x; total.y += part.y; total.z += part.z; total.w += part.w;
    }
    if (word * 32 + lane < n_people) sums[word * 32 + lane] = total;
  }
}
#endif

__device__ __forceinline__ double gain_of(const float* gains, i64 n_people, i64 n, int g) {
  return gains[((i64)(g / 4) * n_people + n) * 4 + g % 4];
}

extern "C" __global__ void choose(const float* gains, const double* prices, double close, const u8* old, u8* labels, u64* sizes,
                                  u64* pairs, i64 n_people) {
  __shared__ u32 held[GROUPS];
#if GROUPS <= 32
  __shared__ u32 leaning[GROUPS * GROUPS];
  for (int i = threadIdx.x; i < GROUPS * GROUPS; i += blockDim.x) leaning[i] = 0;
#endif
  for (int g = threadIdx.x; g < GROUPS; g += blockDim.x) held[g] = 0;
  __syncthreads();
  i64 step = (i64)gridDim.x * blockDim.x;
  for (i64 n = (i64)blockIdx.x * blockDim.x + threadIdx.x; n < n_people; n += step) {
    int own = old[n], best = own, second = own;
    double worth = gain_of(gains, n_people, n, own) - prices[own], next = -1e300;
#pragma unroll
    for (int quad = 0; quad < QUADS; ++quad) {
      float4 row = ((const float4*)gains)[(i64)quad * n_people + n];
      float parts[4] = {row.x, row.y, row.z, row.w};
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        int g = quad * 4 + i;
        if (g >= GROUPS || g == own) continue;
        double value = (double)parts[i] - prices[g];
        if (value > worth) { next = worth; second = best; worth = value; best = g; }
        else if (value > next) { next = value; second = g; }
      }
    }
    labels[n] = best;
    u32 same = __match_any_sync(__activemask(), best);
    if ((threadIdx.x & 31) == __ffs(same) - 1) atomicAdd(&held[best], __popc(same));
    if (worth - next <= close)
#if GROUPS <= 32
      atomicAdd(&leaning[best * GROUPS + second], 1u);
#else
      atomicAdd(&pairs[best * GROUPS + second], (u64)1);
#endif
  }
  __syncthreads();
  for (int g = threadIdx.x; g < GROUPS; g += blockDim.x)
    if (held[g]) atomicAdd(&sizes[g], (u64)held[g]);
#if GROUPS <= 32
  for (int i = threadIdx.x; i < GROUPS * GROUPS; i += blockDim.x)
    if (leaning[i]) atomicAdd(&pairs[i], (u64)leaning[i]);
#endif
}

extern "C" __global__ void near(const float* gains, const double* prices, double limit, const u8* labels, i64* people,
                                u64* n_found, i64 n_people, i64 room) {
  i64 step = (i64)gridDim.x * blockDim.x;
  for (i64 n = (i64)blockIdx.x * blockDim.x + threadIdx.x; n < n_people; n += step) {
    int own = labels[n];
    double other = -1e300;
    for (int g = 0; g < GROUPS; ++g)
      if (g != own) other = fmax(other, gain_of(gains, n_people, n, g) - prices[g]);
    if (gain_of(gains, n_people, n, own) - prices[own] - other <= limit) {
      u64 at = atomicAdd(n_found, (u64)1);
      if (at < (u64)room) people[at] = n;
    }
  }
}

extern "C" __global__ void change(const float* gains, const u8* old, const u8* labels, double* sums, i64 n_people) {
  __shared__ double parts[32];
  double total = 0;
  i64 step = (i64)gridDim.x * blockDim.x;
  for (i64 n = (i64)blockIdx.x * blockDim.x + threadIdx.x; n < n_people; n += step)
    if (old[n] != labels[n]) total += gain_of(gains, n_people, n, labels[n]) - gain_of(gains, n_people, n, old[n]);
  for (int s = 16; s > 0; s >>= 1) total += __shfl_xor_sync(ALL, total, s);
  if ((threadIdx.x & 31) == 0) parts[threadIdx.x / 32] = total;
  __syncthreads();
  if (threadIdx.x == 0) {
    total = 0;
    for (int i = 0; i < blockDim.x / 32; ++i) total += parts[i];
    sums[blockIdx.x] = total;
  }
}
