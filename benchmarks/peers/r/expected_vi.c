/* The expected variation of information of an assignment, in bits: the mean over draws, the columns of a matrix. */
#include <math.h>
#include <R.h>
#include <Rinternals.h>

SEXP expected_vi(SEXP labels, SEXP draws, SEXP counts) {
  const int n_people = Rf_nrows(draws), n_draws = Rf_ncols(draws);
  const int n_clusters = INTEGER(counts)[0], n_groups = INTEGER(counts)[1];
  const int *a = INTEGER(labels), *z = INTEGER(draws);
  int *joint = (int *)R_alloc((size_t)n_clusters * n_groups, sizeof(int));
  int *clusters = (int *)R_alloc(n_clusters, sizeof(int));
  int *groups = (int *)R_alloc(n_groups, sizeof(int));
  double *worth = (double *)R_alloc(n_people + 1, sizeof(double)), total = 0.0;
  worth[0] = 0.0;
  for (int n = 1; n <= n_people; n++) worth[n] = n * log2(n);
  for (int t = 0; t < n_draws; t++, z += n_people) {
    Memzero(joint, (size_t)n_clusters * n_groups);
    Memzero(clusters, n_clusters);
    for (int n = 0; n < n_people; n++) {
      joint[z[n] * n_groups + a[n]]++;
      clusters[z[n]]++;
    }
    for (int i = 0; i < n_clusters * n_groups; i++) total -= 2.0 * worth[joint[i]];
    for (int k = 0; k < n_clusters; k++) total += worth[clusters[k]];
  }
  total /= n_draws;
  Memzero(groups, n_groups);
  for (int n = 0; n < n_people; n++) groups[a[n]]++;
  for (int g = 0; g < n_groups; g++) total += worth[groups[g]];
  return Rf_ScalarReal(total / n_people);
}
