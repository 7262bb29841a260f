// The paper's model: p(x_nq) = sum_k theta_nk phi_kq[x_nq], each answer's cluster summed out; 0 means no answer.
data {
  int<lower=1> N;
  int<lower=1> Q;
  int<lower=1> V;
  int<lower=1> K;
  int<lower=0, upper=V> x[N, Q];
  vector<lower=0>[K] alpha;
  vector<lower=0>[V] beta[K, Q];
}
parameters {
  simplex[K] theta[N];
  simplex[V] phi[K, Q];
}
model {
  for (n in 1:N) theta[n] ~ dirichlet(alpha);
  for (k in 1:K) for (q in 1:Q) phi[k, q] ~ dirichlet(beta[k, q]);
  for (n in 1:N) {
    for (q in 1:Q) {
      if (x[n, q] > 0) {
        real p = 0;
        for (k in 1:K) p += theta[n, k] * phi[k, q, x[n, q]];
        target += log(p);
      }
    }
  }
}
