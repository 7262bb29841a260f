// The Gibbs sampler: all chains at once, a row of blocks for each. Names in capitals are constants of the compilation.
// Under single membership the clusters' shares and sizes stand after those of the last question, as if everybody had
// answered one more question with one option; phi's table then holds logarithms, which are times a question's weight.

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
#define ROWS (QUESTIONS + SINGLE)
#define PHI_SIZE (ROWS * OPTIONS * WIDTH)

constexpr int UNROLLED = UNROLL;  // a pragma does not see macros
constexpr int EACH = UNROLL_CLUSTERS;
__constant__ int QUESTION[COLUMNS + SINGLE] = {QUESTION_LIST};

// Random numbers depend on a chain's key, the number of the sweep, a person and a block of words. These stand where the
// upper half of a person's number does for everybody.
#define FOR_PHI 0xffffffffu
#define FOR_SCALES 0xfffffffeu
#define FOR_EXCHANGES 0xfffffffdu
#define FOR_SHARES 0xfffffffcu
// Blocks of words from here on are for what is recorded, never for sweeps.
#define FOR_RECORDS 0x40000000u

// Four random words from a counter: Philox 4x32-10.
__device__ __forceinline__ uint4 random_words(u64 key, u32 low, u32 high, u32 sweep, u32 block) {
  u32 k0 = (u32)key, k1 = (u32)(key >> 32);
  uint4 c = make_uint4(low, high, sweep, block);
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    u32 high0 = __umulhi(0xD2511F53u, c.x), low0 = 0xD2511F53u * c.x;
    u32 high1 = __umulhi(0xCD9E8D57u, c.z), low1 = 0xCD9E8D57u * c.z;
    c = make_uint4(high1 ^ c.y ^ k0, low1, high0 ^ c.w ^ k1, low0);
    k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
  }
  return c;
}

// In [0, 1), and in (0, 1).
__device__ __forceinline__ float unit(u32 bits) { return (bits >> 8) * 0x1p-24f; }
__device__ __forceinline__ float inside(u32 bits) { return ((bits >> 8) + 0.5f) * 0x1p-24f; }
__device__ __forceinline__ double inside_double(u32 bits) { return (bits + 0.5) * 0x1p-32; }

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

#if SINGLE
// Draw the cluster of a person with these answers, who is not known to be in another one, and set `p` to how probable
// each cluster is. Returns the log probability of the answers.
__device__ __forceinline__ float draw_cluster(const u32* given, int known, const float* chances, float u, float* p, int& drawn) {
  const float* shares = chances + QUESTIONS * OPTIONS * WIDTH;
#pragma unroll EACH
  for (int k = 0; k < CLUSTERS; ++k) p[k] = shares[k];
#pragma unroll UNROLLED
  for (int c = 0; c < COLUMNS; ++c) {
    u32 x = code_at(given, c, PER_ANSWER_WORD, ANSWER_BITS);
#if GAPS
    if (x == NO_ANSWER) continue;
#endif
    const float4* row = (const float4*)(chances + (QUESTION[c] * OPTIONS + x) * WIDTH);
#pragma unroll EACH
    for (int quad = 0; quad < WIDTH / 4; ++quad) {
      float4 four = row[quad];
      float logs[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
      for (int i = 0; i < 4; ++i)
        if (quad * 4 + i < CLUSTERS) p[quad * 4 + i] += logs[i];
    }
  }
  float top = -3e38f, total = 0, passed = 0;
#pragma unroll EACH
  for (int k = 0; k < CLUSTERS; ++k) {
    if (known < CLUSTERS && known != k) p[k] = -3e38f;
    top = fmaxf(top, p[k]);
  }
#pragma unroll EACH
  for (int k = 0; k < CLUSTERS; ++k) {
    p[k] = expf(p[k] - top);
    total += p[k];
  }
  u *= total;
  drawn = 0;
#pragma unroll EACH
  for (int k = 0; k < CLUSTERS - 1; ++k) { passed += p[k]; drawn += u >= passed; }
  if (known < CLUSTERS) drawn = known;
#pragma unroll EACH
  for (int k = 0; k < CLUSTERS; ++k) p[k] /= total;
  return top + logf(total);
}
#endif

// Draw everybody's labels given phi, and add them to the counts. A block of the second grid dimension is a chain; the
// answers of all chains are the same people's where their stride is 0.
extern "C" __global__ void __launch_bounds__(THREADS)
sweep(const u32* answers, i64 stride, const unsigned char* clusters_known, u32* labels, const float* phi, const float* alpha, const u64* keys,
      const u32* number, u32 ahead, int labelled, const int* swaps, int swaps_now, u64* counts, i64 n_people) {
  int chain = blockIdx.y;
  answers += chain * stride;
  labels += chain * LABEL_WORDS * n_people;
  phi += chain * PHI_SIZE;
  counts += chain * ROWS * CELLS;
#if KNOWN
  clusters_known += stride ? chain * n_people : 0;
#endif
  u64 key = keys[chain];
  u32 now = *number + ahead;
#if !SINGLE
  // Labels of these two clusters have changed places.
  int one = swaps_now ? swaps[2 * chain] : 0, other = swaps_now ? swaps[2 * chain + 1] : 0;
#endif
#if PHI_SHARED
  __shared__ __align__(16) float chances[PHI_SIZE];
  for (int i = threadIdx.x; i < PHI_SIZE; i += blockDim.x) chances[i] = phi[i];
#else
  const float* chances = phi;
#endif
#if COUNTS_SHARED
  __shared__ u32 counted[ROWS * CELLS];
  for (int i = threadIdx.x; i < ROWS * CELLS; i += blockDim.x) counted[i] = 0;
#endif
  __syncthreads();
  int lane = threadIdx.x & 31;
#if BALLOTS
  // A lane counts one option and cluster in each column.
  u32 mine[COLUMNS + SINGLE];
#pragma unroll
  for (int c = 0; c < COLUMNS + SINGLE; ++c) mine[c] = 0;
  // Bits that are to be set or not for the own option and cluster, as a mask that turns ballots round.
  u32 turn_answer[ANSWER_BITS], turn_label[LABEL_BITS];
#pragma unroll
  for (int b = 0; b < ANSWER_BITS; ++b) turn_answer[b] = lane / CLUSTERS >> b & 1 ? 0 : ALL;
#pragma unroll
  for (int b = 0; b < LABEL_BITS; ++b) turn_label[b] = lane % CLUSTERS >> b & 1 ? 0 : ALL;
#endif
  i64 step = (i64)gridDim.x * blockDim.x;
  for (i64 start = (i64)blockIdx.x * blockDim.x + threadIdx.x - lane; start < n_people; start += step) {
    i64 n = start + lane;
    bool there = n < n_people;
    u32 given[ANSWER_WORDS];
#pragma unroll
    for (int i = 0; i < ANSWER_WORDS; ++i) given[i] = there ? answers[i * n_people + n] : 0;
#if KNOWN
    int known = there ? clusters_known[n] : 255;
#else
    int known = 255;
#endif
#if SINGLE
    float p[CLUSTERS];
    int drawn;
    draw_cluster(given, known, chances, unit(random_words(key, (u32)n, (u32)(n >> 32), now, 0).x), p, drawn);
#else
    u32 label[LABEL_WORDS];
#pragma unroll
    for (int i = 0; i < LABEL_WORDS; ++i) label[i] = there && labelled ? labels[i * n_people + n] : 0;
    float weight[CLUSTERS];
#pragma unroll EACH
    for (int k = 0; k < CLUSTERS; ++k) weight[k] = alpha[k] + (known == k);
    if (labelled)
#pragma unroll UNROLLED
      for (int c = 0; c < COLUMNS; ++c) {
#if GAPS
        if (code_at(given, c, PER_ANSWER_WORD, ANSWER_BITS) == NO_ANSWER) continue;
#endif
        int old = code_at(label, c, PER_LABEL_WORD, LABEL_BITS);
        old = old == one ? other : old == other ? one : old;
#if CLUSTERS > FEW_CLUSTERS
        weight[old] += 1;
#else
#pragma unroll
        for (int k = 0; k < CLUSTERS; ++k) weight[k] += old == k;
#endif
      }
    uint4 words;
#endif
#pragma unroll UNROLLED
    for (int c = 0; c < COLUMNS + SINGLE; ++c) {
      u32 x = c == COLUMNS ? 0 : code_at(given, c, PER_ANSWER_WORD, ANSWER_BITS);
      bool asked = there;
#if GAPS
      asked = there && (c == COLUMNS || x != NO_ANSWER);
#endif
#if !SINGLE
      if (c % 2 == 0) words = random_words(key, (u32)n, (u32)(n >> 32), now, c / 2);
      float u = unit(c % 2 ? words.z : words.x), accept = unit(c % 2 ? words.w : words.y);
      int was = code_at(label, c, PER_LABEL_WORD, LABEL_BITS);
      int old = labelled ? (was == one ? other : was == other ? one : was) : -1, drawn = 0;
#if GAPS
      if (asked)
#endif
      {
        const float4* row = (const float4*)(chances + (QUESTION[c] * OPTIONS + x) * WIDTH);
        // Another label is proposed in proportion to its weight, and accepted with probability
        // min(1, (all - old) / (all - new)); without an old one the label is simply drawn.
        float value[CLUSTERS], reached[CLUSTERS], others = 0, stays = 0, gain = 0;
#if CLUSTERS > FEW_CLUSTERS
        if (labelled) weight[old] -= 1;
#endif
#pragma unroll EACH
        for (int quad = 0; quad < WIDTH / 4; ++quad) {
          float4 four = row[quad];
          float p[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
          for (int i = 0; i < 4; ++i) {
            int k = quad * 4 + i;
            if (k < CLUSTERS) {
#if CLUSTERS <= FEW_CLUSTERS
              weight[k] -= old == k;
#endif
              value[k] = weight[k] * p[i];
              stays = old == k ? value[k] : stays;
              others += old == k ? 0.0f : value[k];
              reached[k] = others;
            }
          }
        }
        u *= others;
#pragma unroll EACH
        for (int k = 0; k < CLUSTERS - 1; ++k) drawn += u >= reached[k];
#if CLUSTERS > FEW_CLUSTERS
        gain = value[drawn];
#else
#pragma unroll
        for (int k = 0; k < CLUSTERS; ++k) gain = drawn == k ? value[k] : gain;
#endif
        if (labelled && accept * (others - gain + stays) >= others) drawn = old;
#if CLUSTERS > FEW_CLUSTERS
        weight[drawn] += 1;
#else
#pragma unroll
        for (int k = 0; k < CLUSTERS; ++k) weight[k] += drawn == k;
#endif
        label[c / PER_LABEL_WORD] ^= (u32)(was ^ drawn) << (c % PER_LABEL_WORD * LABEL_BITS);
      }
#endif
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
#if !SINGLE
    if (there)
#pragma unroll
      for (int i = 0; i < LABEL_WORDS; ++i) labels[i * n_people + n] = label[i];
#endif
  }
#if BALLOTS
  if (lane < CELLS)
#pragma unroll
    for (int c = 0; c < COLUMNS + SINGLE; ++c)
#if COUNTS_SHARED
      atomicAdd(&counted[QUESTION[c] * CELLS + lane], mine[c]);
#else
      atomicAdd(&counts[QUESTION[c] * CELLS + lane], (u64)mine[c]);
#endif
#endif
#if COUNTS_SHARED
  __syncthreads();
  for (int i = threadIdx.x; i < ROWS * CELLS; i += blockDim.x)
    if (counted[i]) atomicAdd(&counts[i], (u64)counted[i]);
#endif
}

// The logarithm of a gamma variable (Marsaglia and Tsang 2000); a shape below 1 is raised by 1 and paid for afterwards.
__device__ float log_gamma_draw(float shape, u64 key, i64 person, u32 number, u32& block) {
  float a = shape < 1 ? shape + 1 : shape;
  float d = a - 1.0f / 3.0f, c = rsqrtf(9.0f * d);
  for (;;) {
    uint4 words = random_words(key, (u32)person, (u32)(person >> 32), number, block++);
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

// The same in double precision: shapes may be counts of all people.
__device__ double log_gamma_draw_double(double shape, u64 key, u32 entry, u32 purpose, u32 number, u32& block) {
  double a = shape < 1 ? shape + 1 : shape;
  double d = a - 1.0 / 3.0, c = rsqrt(9.0 * d);
  for (;;) {
    uint4 words = random_words(key, entry, purpose, number, block++);
    double normal = sqrt(-2.0 * log(inside_double(words.x))) * cospi(2.0 * inside_double(words.y));
    double v = 1.0 + c * normal;
    if (v <= 0) continue;
    double log_v = 3.0 * log(v);
    v = v * v * v;
    if (log(inside_double(words.z)) >= 0.5 * normal * normal + d - d * v + d * log_v) continue;
    double result = log(d) + log_v;
    return shape < 1 ? result + log(inside_double(words.w)) / shape : result;
  }
}

#if SINGLE
// Draw the clusters' shares given their sizes, and set these to 0.
__device__ void renew_shares(const double* alpha, u64* sizes, double* shares, float* table, u64 key, u32 now) {
  __shared__ double logs[CLUSTERS];
  for (int k = threadIdx.x; k < CLUSTERS; k += blockDim.x) {
    u32 block = 0;
    logs[k] = log_gamma_draw_double(alpha[k] + sizes[k], key, k, FOR_SHARES, now, block);
  }
  __syncthreads();
  double most = -1e300, total = 0;
  for (int k = 0; k < CLUSTERS; ++k) most = fmax(most, logs[k]);
  for (int k = 0; k < CLUSTERS; ++k) total += exp(logs[k] - most);
  for (int k = threadIdx.x; k < CLUSTERS; k += blockDim.x) {
    shares[k] = exp(logs[k] - most) / total;
    table[k] = (float)log(fmax(shares[k], 1e-300));
    sizes[k] = 0;
  }
}
#endif

// Draw phi given the counts, and set these to 0. A block draws one question's probabilities in one chain: anew, or as
// the mirror image of those before (see `mirror_dirichlet` of the CPU's kernels).
extern "C" __global__ void __launch_bounds__(THREADS)
renew(const double* beta, const int* n_options, const double* weights, u64* counts, double* phi, float* table, const u64* keys, const u32* number, u32 ahead,
      const int* swaps, int swaps_now, float mirrored) {
  int q = blockIdx.x, chain = blockIdx.y, options = n_options[q];
  i64 here = (i64)chain * ROWS + q;
  double weight = weights[q];
  beta += q * CELLS;
  counts += here * CELLS;
  phi += here * CELLS;
  table += here * OPTIONS * WIDTH;
  u64 key = keys[chain];
  u32 now = *number + ahead;
#if SINGLE
  if (q == QUESTIONS) {
    renew_shares(beta, counts, phi, table, key, now);
    return;
  }
#endif
  // After an exchange of names, the probabilities before belong to the old ones.
  bool anew = swaps_now && swaps[2 * chain] != swaps[2 * chain + 1];
  // The logarithm of the mirrored vectors' sum of gammas; -1e300 for vectors that are drawn anew.
  __shared__ double scale[CLUSTERS], top[CLUSTERS], total[CLUSTERS];
  for (int k = threadIdx.x; k < CLUSTERS; k += blockDim.x) {
    double sum = 0, least = 1e300;
    for (int v = 0; v < options; ++v) {
      double shape = beta[v * CLUSTERS + k] + weight * counts[v * CLUSTERS + k];
      sum += shape;
      least = fmin(least, shape);
    }
    u32 entry = q * CLUSTERS + k, block = 0;
    bool mirror = !anew && phi[k] > 0 && least >= VERY_SMALL;
    mirror = mirror && inside_double(random_words(key, entry, FOR_SCALES, now, block++).x) < mirrored;
    scale[k] = mirror ? log_gamma_draw_double(sum, key, entry, FOR_SCALES, now, block) : -1e300;
  }
  __syncthreads();
  for (int e = threadIdx.x; e < options * CLUSTERS; e += blockDim.x) {
    int k = e % CLUSTERS;
    double shape = beta[e] + weight * counts[e];
    u32 entry = q * CELLS + e, block = 0;
    if (scale[k] == -1e300 || shape < 1) {
      phi[e] = log_gamma_draw_double(shape, key, entry, FOR_PHI, now, block);
    } else {
      double log_gamma = log(fmax(phi[e], 1e-300)) + scale[k];
      double y = exp((log_gamma - log(shape)) / 3.0), mirror = 2.0 - 2.0 / (9.0 * shape) - y;
      if (mirror > 0) {
        double better = (3.0 * shape - 1.0) * log(mirror / y) - shape * (mirror * mirror * mirror - y * y * y);
        if (better > log(inside_double(random_words(key, entry, FOR_PHI, now, block).x)))
          log_gamma = log(shape) + 3.0 * log(mirror);
      }
      phi[e] = log_gamma;
    }
  }
  __syncthreads();
  for (int k = threadIdx.x; k < CLUSTERS; k += blockDim.x) {
    double most = -1e300, sum = 0;
    for (int v = 0; v < options; ++v) most = fmax(most, phi[v * CLUSTERS + k]);
    for (int v = 0; v < options; ++v) sum += exp(phi[v * CLUSTERS + k] - most);
    top[k] = most;
    total[k] = sum;
  }
  __syncthreads();
  for (int e = threadIdx.x; e < CELLS; e += blockDim.x) {
    int v = e / CLUSTERS, k = e % CLUSTERS;
    double drawn = v < options ? exp(phi[e] - top[k]) / total[k] : 0;
    phi[e] = drawn;
#if SINGLE
    table[v * WIDTH + k] = (float)(weight * log(fmax(drawn, 1e-300)));
#else
    table[v * WIDTH + k] = fmaxf((float)drawn, LEAST);
#endif
    counts[e] = 0;
  }
}

// Let two clusters of each chain exchange their names, with a Metropolis test, phi integrated out; `swaps` says which
// two, or twice 0. The next sweep exchanges the labels.
extern "C" __global__ void __launch_bounds__(THREADS)
exchange(const double* beta, const int* n_options, const double* weights, u64* counts, const int* pairs, int n_pairs, const u64* keys, const u32* number,
         int* swaps) {
  int chain = blockIdx.x;
  counts += (i64)chain * ROWS * CELLS;
  uint4 words = random_words(keys[chain], 0, FOR_EXCHANGES, *number, 0);
  int which = (int)(inside_double(words.x) * n_pairs);
  int one = pairs[2 * which], other = pairs[2 * which + 1];
  double gain = 0;
  for (int q = threadIdx.x; q < ROWS; q += blockDim.x) {
    double sums[4] = {0, 0, 0, 0}, w = weights[q];
    for (int v = 0; v < n_options[q]; ++v) {
      const double* b = beta + q * CELLS + v * CLUSTERS;
      const u64* n = counts + q * CELLS + v * CLUSTERS;
      double now[2] = {b[one] + w * n[one], b[other] + w * n[other]};
      double then[2] = {b[one] + w * n[other], b[other] + w * n[one]};
      gain += lgamma(then[0]) + lgamma(then[1]) - lgamma(now[0]) - lgamma(now[1]);
      for (int i = 0; i < 2; ++i) { sums[i] += now[i]; sums[2 + i] += then[i]; }
    }
    // Shares add up to one over clusters, not over options: their sums are the same before and after.
    if (q < QUESTIONS) gain += lgamma(sums[0]) + lgamma(sums[1]) - lgamma(sums[2]) - lgamma(sums[3]);
  }
  __shared__ double parts[THREADS];
  __shared__ bool accepted;
  parts[threadIdx.x] = gain;
  __syncthreads();
  if (threadIdx.x == 0) {
    gain = 0;
    for (int i = 0; i < blockDim.x; ++i) gain += parts[i];
    accepted = log(inside_double(words.y)) < gain;
    swaps[2 * chain] = accepted ? one : 0;
    swaps[2 * chain + 1] = accepted ? other : 0;
  }
  __syncthreads();
  for (int e = threadIdx.x; accepted && e < ROWS * OPTIONS; e += blockDim.x) {
    u64 first = counts[e * CLUSTERS + one];
    counts[e * CLUSTERS + one] = counts[e * CLUSTERS + other];
    counts[e * CLUSTERS + other] = first;
  }
}

extern "C" __global__ void go_on(u32* number, u32 sweeps) { *number += sweeps; }

// Draw everybody's theta (under single membership, how probable each cluster is) and label, store the label in a slot of
// the planes, and add to the sums. A block of the second grid dimension is a chain.
extern "C" __global__ void __launch_bounds__(THREADS)
record(const u32* answers, i64 stride, const unsigned char* clusters_known, const u32* labels, const float* phi, const float* alpha,
       const u64* keys, const u32* number, const int* slots, int n_slots, u32* planes, float* sums, double* log_likelihood, float* theta,
       i64 theta_stride, int keep_theta, const double* exact, double* kept, i64 kept_stride, int keep_phi, i64 n_people) {
  int chain = blockIdx.y, slot = slots[chain];
  answers += chain * stride;
  labels += chain * LABEL_WORDS * n_people;
  phi += chain * PHI_SIZE;
  sums += chain * n_people * CLUSTERS;
  theta += chain * theta_stride;
#if KNOWN
  clusters_known += stride ? chain * n_people : 0;
#endif
  u64 key = keys[chain];
  u32 now = *number;
  if (keep_phi)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < ROWS * CELLS; i += gridDim.x * blockDim.x)
      kept[chain * kept_stride + i] = exact[chain * ROWS * CELLS + i];
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
    int drawn = 0;
    if (n < n_people) {
      u32 given[ANSWER_WORDS];
#pragma unroll
      for (int i = 0; i < ANSWER_WORDS; ++i) given[i] = answers[i * n_people + n];
#if KNOWN
      int known = clusters_known[n];
#else
      int known = 255;
#endif
#if SINGLE
      float p[CLUSTERS], u = unit(random_words(key, (u32)n, (u32)(n >> 32), now, FOR_RECORDS).x);
      reached += draw_cluster(given, known, chances, u, p, drawn);
#pragma unroll EACH
      for (int k = 0; k < CLUSTERS; ++k) {
        sums[n * CLUSTERS + k] += p[k];
        if (keep_theta) theta[n * CLUSTERS + k] = p[k];
      }
#else
      u32 label[LABEL_WORDS];
#pragma unroll
      for (int i = 0; i < LABEL_WORDS; ++i) label[i] = labels[i * n_people + n];
      float shape[CLUSTERS], mine[WIDTH];
#pragma unroll EACH
      for (int k = 0; k < CLUSTERS; ++k) shape[k] = alpha[k] + (known == k);
#pragma unroll UNROLLED
      for (int c = 0; c < COLUMNS; ++c) {
#if GAPS
        if (code_at(given, c, PER_ANSWER_WORD, ANSWER_BITS) == NO_ANSWER) continue;
#endif
        int own = code_at(label, c, PER_LABEL_WORD, LABEL_BITS);
#if CLUSTERS > FEW_CLUSTERS
        shape[own] += 1;
#else
#pragma unroll
        for (int k = 0; k < CLUSTERS; ++k) shape[k] += own == k;
#endif
      }
      u32 block = FOR_RECORDS;
      float top = -3e38f, all = 0, total = 0;
#pragma unroll EACH
      for (int k = 0; k < WIDTH; ++k) mine[k] = 0;
#pragma unroll EACH
      for (int k = 0; k < CLUSTERS; ++k) {
        mine[k] = log_gamma_draw(shape[k], key, n, now, block);
        if (mine[k] > top) { top = mine[k]; drawn = k; }
        all += shape[k];
      }
#pragma unroll EACH
      for (int k = 0; k < CLUSTERS; ++k) {
        mine[k] = fmaxf(expf(mine[k] - top), 1e-30f);
        total += mine[k];
      }
#pragma unroll EACH
      for (int k = 0; k < CLUSTERS; ++k) {
        mine[k] /= total;
        sums[n * CLUSTERS + k] += shape[k] / all;
        if (keep_theta) theta[n * CLUSTERS + k] = mine[k];
      }
#if !DOMINANT
      float u = unit(random_words(key, (u32)n, (u32)(n >> 32), now, block++).x), passed = 0;
      drawn = 0;
#pragma unroll EACH
      for (int k = 0; k < CLUSTERS - 1; ++k) { passed += mine[k]; drawn += u >= passed; }
      if (known < CLUSTERS) drawn = known;  // a known cluster is the label that was drawn
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
#pragma unroll EACH
        for (int quad = 0; quad < WIDTH / 4; ++quad) {
          float4 four = row[quad];
          chance += mine[quad * 4] * four.x + mine[quad * 4 + 1] * four.y + mine[quad * 4 + 2] * four.z + mine[quad * 4 + 3] * four.w;
        }
        product *= fmaxf(chance, LEAST);
        if (product < 1e-6f) { logs += logf(product); product = 1; }
      }
      reached += logs + logf(product);
#endif
    }
    u32 own_plane = 0;
#pragma unroll
    for (int p = 0; p < LABEL_BITS; ++p) {
      u32 bits = __ballot_sync(ALL, drawn >> p & 1);
      if (lane == p) own_plane = bits;
    }
    if (lane < LABEL_BITS) planes[(start / 32 * n_slots + slot) * LABEL_BITS + lane] = own_plane;
  }
  for (int s = 16; s > 0; s >>= 1) reached += __shfl_xor_sync(ALL, reached, s);
  if (lane == 0) parts[threadIdx.x / 32] = reached;
  __syncthreads();
  if (threadIdx.x == 0) {
    reached = 0;
    for (int i = 0; i < blockDim.x / 32; ++i) reached += parts[i];
    log_likelihood[(i64)chain * gridDim.x + blockIdx.x] = reached;
  }
}
