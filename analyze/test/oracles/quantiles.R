# Asks R for the type-7 quantiles of random samples and writes what it says as the fixture of
# quantile_test.c. Values have six digits, answers seventeen: all read back to the double R had.
#
#   Rscript quantiles.R > samples.tsv        one sample a line: values, a tab, then min q1 median q3 max

set.seed(20261201)
exact <- function(x) sprintf("%.17g", x)
short <- function(x) sprintf("%.6g", x)
sample_of <- function(i) {
  n <- if (i %% 10 == 0) 1 else if (i %% 10 == 1) 2 else sample(3:24, 1)
  x <- switch(i %% 6 + 1,
    round(rnorm(n, 94, 2), 3),                  # timings
    round(rexp(n, 1 / 20), 2),                  # skewed
    sample(1:5, n, replace = TRUE),             # ties
    signif(runif(n) * 10^sample(280:300, 1), 4),   # huge
    signif(runif(n) * 10^-sample(280:300, 1), 4),  # tiny
    signif(rnorm(n) * 10^sample(-8:8, n, replace = TRUE), 6))  # decades apart, both signs
  as.numeric(short(x))
}
for (i in 0:2999) {
  x <- sample_of(i)
  q <- quantile(x, c(0, .25, .5, .75, 1), type = 7, names = FALSE)
  cat(paste(short(x), collapse = " "), paste(exact(q), collapse = " "), sep = "\t")
  cat("\n")
}
