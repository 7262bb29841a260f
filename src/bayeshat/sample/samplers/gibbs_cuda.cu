// Sweeps of the Gibbs sampler. Names in capitals are constants of the compilation.

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#define ALL 0xffffffffu
#define WIDTH ((CLUSTERS + 3) / 4 * 4)
#define PER_ANSWER_WORD (32 / ANSWER_BITS)
#define PER_LABEL_WORD (32 / LABEL_BITS)
#define ANSWER_WORDS ((COLUMNS + PER_ANSWER_WORD - 1) / PER_ANSWER_WORD)
#define LABEL_WORDS ((COLUMNS + PER_LABEL_WORD - 1) / PER_LABEL_WORD)
#define NO_ANSWER ((1u << ANSWER_BITS) - 1)
#define CELLS (OPTIONS * CLUSTERS)
#define PHI_SIZE (QUESTIONS * OPTIONS * WIDTH)

constexpr int UNROLLED = UNROLL;  // a pragma does not see macros
__constant__ int QUESTION[COLUMNS] = {QUESTION_LIST};

// Four random words from a counter: Philox 4x32-10.
__device__ __forceinline__ uint4 random_words(u64 key, i64 person, u32 sweep, u32 block) {
  u32 k0 = (u32)key, k1 = (u32)(key >> 32);
  uint4 c = make_uint4((u32)person, (u32)(person >> 32), sweep, block);
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    u32 high0 = __umulhi(0xD2511F53u, c.x), low0 = 0xD2511F53u * c.x;
    u32 high1 = __umulhi(0xCD9E8D57u, c.z), low1 = 0xCD9E8D57u * c.z;
    c = make_uint4(high1 ^ c.y ^ k0, low1, high0 ^ c.w ^ k1, low0);
    k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
  }
  return c;
}

__device__ __forceinline__ u32 part_of(uint4 words, int i) {
  return i == 0 ? words.x : i == 1 ? words.y : i == 2 ? words.z : words.w;
}

// In [0, 1), and in (0, 1).
__device__ __forceinline__ float unit(u32 bits) { return (bits >> 8) * 0x1p-24f; }
__device__ __forceinline__ float inside(u32 bits) { return ((bits >> 8) + 0.5f) * 0x1p-24f; }

__device__ __forceinline__ u32 code_at(const u32* words, int c, int per_word, int bits) {
  return words[c / per_word] >> (c % per_word * bits) & ((1u << bits) - 1);
}

extern "C" __global__ void pack_answers(const short* codes, u32* answers, i64 n_here, i64 first, i64 n_people) {
  i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n_here) return;
  for (int word = 0; word < ANSWER_WORDS; ++word) {
    u32 packed = 0;
    for (int j = 0; j < PER_ANSWER_WORD && word * PER_ANSWER_WORD + j < COLUMNS; ++j) {
      int code = codes[i * COLUMNS + word * PER_ANSWER_WORD + j];
      packed |= (code < 0 ? NO_ANSWER : (u32)code) << (j * ANSWER_BITS);
    }
    answers[word * n_people + first + i] = packed;
  }
}

extern "C" __global__ void __launch_bounds__(256) sweep(const u32* answers, u32* labels, const float* phi, const float* alpha, u64 key,
                                                        u32 number, int known, u64* counts, i64 n_people) {
#if PHI_SHARED
  __shared__ __align__(16) float chances[PHI_SIZE];
  for (int i = threadIdx.x; i < PHI_SIZE; i += blockDim.x) chances[i] = phi[i];
#else
  const float* chances = phi;
#endif
#if COUNTS_SHARED
  __shared__ u32 counted[QUESTIONS * CELLS];
  for (int i = threadIdx.x; i < QUESTIONS * CELLS; i += blockDim.x) counted[i] = 0;
#endif
  __syncthreads();
  int lane = threadIdx.x & 31;
#if BALLOTS
  // A lane counts one option and cluster in each column.
  u32 mine[COLUMNS];
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c) mine[c] = 0;
  // Bits that are to be set or not for the own option and cluster, as a mask that turns ballots round.
  u32 turn_answer[ANSWER_BITS], turn_label[LABEL_BITS];
#pragma unroll
  for (int b = 0; b < ANSWER_BITS; ++b) turn_answer[b] = lane / CLUSTERS >> b & 1 ? 0 : ALL;
#pragma unroll
  for (int b = 0; b < LABEL_BITS; ++b) turn_label[b] = lane % CLUSTERS >> b & 1 ? 0 : ALL;
#endif
  float prior[CLUSTERS];
#pragma unroll
  for (int k = 0; k < CLUSTERS; ++k) prior[k] = alpha[k];
  i64 step = (i64)gridDim.x * blockDim.x;
  for (i64 start = (i64)blockIdx.x * blockDim.x + threadIdx.x - lane; start < n_people; start += step) {
    i64 n = start + lane;
    bool there = n < n_people;
    u32 given[ANSWER_WORDS], label[LABEL_WORDS];
#pragma unroll
    for (int i = 0; i < ANSWER_WORDS; ++i) given[i] = there ? answers[i * n_people + n] : 0;
#pragma unroll
    for (int i = 0; i < LABEL_WORDS; ++i) label[i] = there && known ? labels[i * n_people + n] : 0;
    float weight[CLUSTERS];
#pragma unroll
    for (int k = 0; k < CLUSTERS; ++k) weight[k] = prior[k];
    if (known)
#pragma unroll UNROLLED
      for (int c = 0; c < COLUMNS; ++c) {
#if GAPS
        if (code_at(given, c, PER_ANSWER_WORD, ANSWER_BITS) == NO_ANSWER) continue;
#endif
        int old = code_at(label, c, PER_LABEL_WORD, LABEL_BITS);
#pragma unroll
        for (int k = 0; k < CLUSTERS; ++k) weight[k] += old == k;
      }
    uint4 words;
#pragma unroll UNROLLED
    for (int c = 0; c < COLUMNS; ++c) {
      if (c % 4 == 0) words = random_words(key, n, number, c / 4);
      u32 x = code_at(given, c, PER_ANSWER_WORD, ANSWER_BITS);
      u32 old = code_at(label, c, PER_LABEL_WORD, LABEL_BITS), drawn = 0;
      bool asked = there;
#if GAPS
      asked = there && x != NO_ANSWER;
      if (asked)
#endif
      {
        const float4* row = (const float4*)(chances + (QUESTION[c] * OPTIONS + x) * WIDTH);
        float reached[CLUSTERS], total = 0;
#pragma unroll
        for (int quad = 0; quad < WIDTH / 4; ++quad) {
          float4 four = row[quad];
          float p[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
          for (int i = 0; i < 4; ++i) {
            int k = quad * 4 + i;
            if (k < CLUSTERS) {
              if (known) weight[k] -= old == k;
              total += weight[k] * p[i];
              reached[k] = total;
            }
          }
        }
        float u = unit(part_of(words, c % 4)) * total;
#pragma unroll
        for (int k = 0; k < CLUSTERS - 1; ++k) drawn += u >= reached[k];
#pragma unroll
        for (int k = 0; k < CLUSTERS; ++k) weight[k] += drawn == k;
        label[c / PER_LABEL_WORD] ^= (old ^ drawn) << (c % PER_LABEL_WORD * LABEL_BITS);
      }
#if BALLOTS
      u32 in = __ballot_sync(ALL, asked);
#pragma unroll
      for (int b = 0; b < ANSWER_BITS; ++b) in &= __ballot_sync(ALL, x >> b & 1) ^ turn_answer[b];
#pragma unroll
      for (int b = 0; b < LABEL_BITS; ++b) in &= __ballot_sync(ALL, drawn >> b & 1) ^ turn_label[b];
      mine[c] += __popc(in);
#else
      if (asked) {
        int cell = (QUESTION[c] * OPTIONS + x) * CLUSTERS + drawn;
#if COUNTS_SHARED
        atomicAdd(&counted[cell], 1u);
#else
        atomicAdd(&counts[cell], (u64)1);
#endif
      }
#endif
    }
    if (there)
#pragma unroll
      for (int i = 0; i < LABEL_WORDS; ++i) labels[i * n_people + n] = label[i];
  }
#if BALLOTS
  if (lane < CELLS)
#pragma unroll
    for (int c = 0; c < COLUMNS; ++c)
#if COUNTS_SHARED
      atomicAdd(&counted[QUESTION[c] * CELLS + lane], mine[c]);
#else
      atomicAdd(&counts[QUESTION[c] * CELLS + lane], (u64)mine[c]);
#endif
#endif
#if COUNTS_SHARED
  __syncthreads();
  for (int i = threadIdx.x; i < QUESTIONS * CELLS; i += blockDim.x)
    if (counted[i]) atomicAdd(&counts[i], (u64)counted[i]);
#endif
}

// The logarithm of a gamma variable (Marsaglia and Tsang 2000); a shape below 1 is raised by 1 and paid for afterwards.
__device__ float log_gamma_draw(float shape, u64 key, i64 person, u32 number, u32& block) {
  float a = shape < 1 ? shape + 1 : shape;
  float d = a - 1.0f / 3.0f, c = rsqrtf(9.0f * d);
  for (;;) {
    uint4 words = random_words(key, person, number, block++);
    float normal = sqrtf(-2.0f * logf(inside(words.x))) * cospif(2.0f * unit(words.y));
    float v = 1.0f + c * normal;
    if (v <= 0) continue;
    float log_v = 3.0f * logf(v);
    v = v * v * v;
    if (logf(inside(words.z)) >= 0.5f * normal * normal + d - d * v + d * log_v) continue;
    float result = logf(d) + log_v;
    return shape < 1 ? result + logf(inside(words.w)) / shape : result;
  }
}

extern "C" __global__ void __launch_bounds__(256) record(const u32* answers, const u32* labels, const float* phi, const float* alpha,
                                                         u64 key, u32 number, int slot, int stride, u32* planes, float* sums,
                                                         int add_up, double* log_likelihood, float* theta, int keep_theta,
                                                         i64 n_people) {
#if PHI_SHARED
  __shared__ __align__(16) float chances[PHI_SIZE];
  for (int i = threadIdx.x; i < PHI_SIZE; i += blockDim.x) chances[i] = phi[i];
#else
  const float* chances = phi;
#endif
  __shared__ double parts[32];
  __syncthreads();
  int lane = threadIdx.x & 31;
  double reached = 0;
  i64 step = (i64)gridDim.x * blockDim.x;
  for (i64 start = (i64)blockIdx.x * blockDim.x + threadIdx.x - lane; start < n_people; start += step) {
    i64 n = start + lane;
    u32 drawn = 0;
    if (n < n_people) {
      u32 given[ANSWER_WORDS], label[LABEL_WORDS];
#pragma unroll
      for (int i = 0; i < ANSWER_WORDS; ++i) given[i] = answers[i * n_people + n];
#pragma unroll
      for (int i = 0; i < LABEL_WORDS; ++i) label[i] = labels[i * n_people + n];
      float shape[CLUSTERS], mine[WIDTH];
#pragma unroll
      for (int k = 0; k < CLUSTERS; ++k) shape[k] = alpha[k];
#pragma unroll UNROLLED
      for (int c = 0; c < COLUMNS; ++c) {
#if GAPS
        if (code_at(given, c, PER_ANSWER_WORD, ANSWER_BITS) == NO_ANSWER) continue;
#endif
        int own = code_at(label, c, PER_LABEL_WORD, LABEL_BITS);
#pragma unroll
        for (int k = 0; k < CLUSTERS; ++k) shape[k] += own == k;
      }
      u32 block = 0x40000000u;  // never a block of the sweeps
      float top = -3e38f, all = 0, total = 0;
#pragma unroll
      for (int k = 0; k < WIDTH; ++k) mine[k] = 0;
#pragma unroll
      for (int k = 0; k < CLUSTERS; ++k) {
        mine[k] = log_gamma_draw(shape[k], key, n, number, block);
        if (mine[k] > top) { top = mine[k]; drawn = k; }
        all += shape[k];
      }
#pragma unroll
      for (int k = 0; k < CLUSTERS; ++k) {
        mine[k] = fmaxf(expf(mine[k] - top), 1e-30f);
        total += mine[k];
      }
#pragma unroll
      for (int k = 0; k < CLUSTERS; ++k) {
        mine[k] /= total;
        if (add_up) sums[n * CLUSTERS + k] += shape[k] / all;
        if (keep_theta) theta[n * CLUSTERS + k] = mine[k];
      }
#if !DOMINANT
      float u = unit(random_words(key, n, number, block++).x), passed = 0;
      drawn = 0;
#pragma unroll
      for (int k = 0; k < CLUSTERS - 1; ++k) { passed += mine[k]; drawn += u >= passed; }
#endif
      float product = 1, logs = 0;
#pragma unroll UNROLLED
      for (int c = 0; c < COLUMNS; ++c) {
        u32 x = code_at(given, c, PER_ANSWER_WORD, ANSWER_BITS);
#if GAPS
        if (x == NO_ANSWER) continue;
#endif
        const float4* row = (const float4*)(chances + (QUESTION[c] * OPTIONS + x) * WIDTH);
        float chance = 0;
#pragma unroll
        for (int quad = 0; quad < WIDTH / 4; ++quad) {
          float4 four = row[quad];
          chance += mine[quad * 4] * four.x + mine[quad * 4 + 1] * four.y + mine[quad * 4 + 2] * four.z + mine[quad * 4 + 3] * four.w;
        }
        product *= fmaxf(chance, 1e-30f);
        if (product < 1e-6f) { logs += logf(product); product = 1; }
      }
      reached += logs + logf(product);
    }
    u32 own_plane = 0;
#pragma unroll
    for (int p = 0; p < PLANES; ++p) {
      u32 bits = __ballot_sync(ALL, drawn >> p & 1);
      if (lane == p) own_plane = bits;
    }
    if (lane < PLANES) planes[(start / 32 * stride + slot) * PLANES + lane] = own_plane;
  }
  for (int s = 16; s > 0; s >>= 1) reached += __shfl_xor_sync(ALL, reached, s);
  if (lane == 0) parts[threadIdx.x / 32] = reached;
  __syncthreads();
  if (threadIdx.x == 0) {
    reached = 0;
    for (int i = 0; i < blockDim.x / 32; ++i) reached += parts[i];
    log_likelihood[blockIdx.x] = reached;
  }
}
