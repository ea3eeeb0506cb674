/*
 * A plain listing of a results file: from=accounting columns=level,outcome,reason,count.
 *
 * Whole numbers stand as they are; in a column with others the largest shows four significant
 * digits and the rest have as many decimals. Sizes are written as "2 MB". Under the title stands
 * what the logs caution against, and for the cited deltas what their P values are adjusted over.
 */
#ifndef PAGEWALK_LISTING_H
#define PAGEWALK_LISTING_H

#include "../block/block.h"
#include "table.h"

/* `optional` leaves out columns that the file does not have or that are empty in every row. Errors:
 * a column that is unknown (with the nearest) or stands twice, out of memory. A file without
 * matching rows gives a table without rows. */
int table_from_listing(struct article *article, const struct block *block, struct table *table,
                       struct error *error);

#endif
