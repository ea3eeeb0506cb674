# Asks R for Spearman's rank correlation, for diagnose_methods_test.c.
#
#   Rscript spearman.R > spearman.tsv
#
# one:    x | y, rho, P exact without ties (n below 10), else by permutation of ranks as a normal deviate
# blocks: x | y | x | y ..., mean rho weighted by n - 1, two-sided P of the sum over blocks

set.seed(20261203)
exact <- function(x) sprintf("%.17g", x)
short <- function(x) as.numeric(sprintf("%.6g", x))
draw <- function(n, ties) {
  x <- if (ties) sample(1:4, n, replace = TRUE) else short(rnorm(n))
  y <- short(runif(1, -1, 1) * x + rnorm(n))
  if (ties) y <- round(y)
  if (length(unique(x)) < 2) x[1] <- x[1] + 1
  if (length(unique(y)) < 2) y[1] <- y[1] + 1
  list(x = x, y = y)
}
text <- function(s) paste(paste(s$x, collapse = " "), paste(s$y, collapse = " "), sep = " | ")
for (i in 1:150) {
  ties <- i %% 3 == 0
  s <- draw(sample(3:30, 1), ties)
  n <- length(s$x)
  test <- suppressWarnings(cor.test(s$x, s$y, method = "spearman", exact = !ties && n < 10))
  p <- if (!ties && n < 10) test$p.value else 2 * pnorm(-abs(test$estimate) * sqrt(n - 1))
  cat(if (!ties && n < 10) "exact" else "one", text(s), paste(exact(c(test$estimate, p)), collapse = " "), sep = "\t")
  cat("\n")
}
for (i in 1:50) {
  blocks <- lapply(sample(2:12, sample(2:5, 1), replace = TRUE), draw, ties = i %% 2 == 0)
  n <- sapply(blocks, function(s) length(s$x))
  rho <- sapply(blocks, function(s) cor(s$x, s$y, method = "spearman"))
  p <- 2 * pnorm(-abs(sum((n - 1) * rho)) / sqrt(sum(n - 1)))
  cat("blocks", paste(sapply(blocks, text), collapse = " | "),
      paste(exact(c(weighted.mean(rho, n - 1), p)), collapse = " "), sep = "\t")
  cat("\n")
}
