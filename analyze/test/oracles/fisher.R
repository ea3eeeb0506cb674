# Asks R for two-sided Fisher tests and Holm adjustments, for drops_test.c.
#
#   Rscript fisher.R > fisher.tsv     "fisher  a b c d  P" and "holm  P values  adjusted"

set.seed(20261203)
exact <- function(x) sprintf("%.17g", x)
tables <- rbind(c(0, 0, 0, 0), c(0, 5, 0, 7), c(3, 0, 0, 4), c(1, 0, 0, 1), c(10, 90, 1, 899),
  c(14, 3932, 0, 1), c(500, 99500, 600, 99400), c(3, 10, 3, 10))
for (i in 1:2000) {
  size <- 10^runif(2, 0, 3)
  n <- round(size) + 1
  share <- runif(2)^2
  hits <- rbinom(2, n, share)
  tables <- rbind(tables, c(hits[1], n[1] - hits[1], hits[2], n[2] - hits[2]))
}
for (i in 1:60) {   # up to two million, the share of hits from rare to half, from equal to far apart
  n <- round(10^runif(2, 4, 6))
  share <- 10^runif(1, -4, -0.3)
  hits <- pmin(n, round(n * share + rnorm(2) * sqrt(n * share) * 10^runif(1, -1, 0.8)))
  hits <- pmax(hits, 0)
  tables <- rbind(tables, c(hits[1], n[1] - hits[1], hits[2], n[2] - hits[2]))
}
# Ends of the scale: P of 1e-179 and 1e-252, and a million with ties.
tables <- rbind(tables, c(300, 0, 0, 300), c(300, 700, 0, 5000), c(500000, 500000, 501000, 499000))
for (i in seq_len(nrow(tables))) {
  t <- tables[i, ]
  cat("fisher", paste(t, collapse = " "), exact(fisher.test(matrix(t, 2, byrow = TRUE))$p.value), sep = "\t")
  cat("\n")
}
for (i in 1:200) {
  p <- as.numeric(sprintf("%.6g", runif(sample(1:30, 1))^3))
  cat("holm", paste(sprintf("%.6g", p), collapse = " "), paste(exact(p.adjust(p, "holm")), collapse = " "), sep = "\t")
  cat("\n")
}
