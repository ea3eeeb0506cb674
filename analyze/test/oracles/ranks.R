# Asks R for Hodges-Lehmann estimates, rank intervals and exact P values of random samples, for ranks_test.c.
#
#   Rscript ranks.R > ranks.tsv     kind, the values (x | y for two samples), estimate low high p
#
# and for the exact distributions: "signed n k P", "mann m n k P".

set.seed(20261202)
exact <- function(x) sprintf("%.17g", x)
short <- function(x) as.numeric(sprintf("%.6g", x))
line <- function(kind, values, test) {
  cat(kind, values, paste(exact(c(test$estimate, test$conf.int, test$p.value)), collapse = " "), sep = "\t")
  cat("\n")
}
for (i in 1:150) {
  x <- short(rnorm(sample(6:40, 1), runif(1, -1, 1)))
  line("one", paste(x, collapse = " "), wilcox.test(x, conf.int = TRUE, exact = TRUE, digits.rank = Inf))
}
for (i in 1:150) {
  x <- short(rnorm(sample(5:20, 1), runif(1, -1, 1)))
  y <- short(rnorm(sample(5:20, 1)))
  line("two", paste(paste(x, collapse = " "), paste(y, collapse = " "), sep = " | "),
       wilcox.test(x, y, conf.int = TRUE, exact = TRUE, digits.rank = Inf))
}
for (n in 1:40) for (k in unique(round(n * (n + 1) / 2 * c(0, .02, .1, .3, .5))))
  cat("signed", paste(n, k), exact(psignrank(k, n)), sep = "\t", "\n")
for (m in c(1, 2, 3, 5, 8, 12, 20)) for (n in c(1, 4, 8, 13, 20)) for (k in unique(round(m * n * c(0, .05, .2, .5))))
  cat("mann", paste(m, n, k), exact(pwilcox(k, m, n)), sep = "\t", "\n")
