/*
 * Filling one binding: the figure that stands before its marker is replaced.
 *
 * What kind of figure is looked for there depends on the expression alone, never on the data, so
 * that a value the data lack takes away exactly what it would have replaced: a word for meta(...),
 * two numbers for range(...), one number for all else. A preamble value with a format is a number.
 *
 *     6.18.35<!--= meta(no_such_key) -->      becomes n/a, not 6.n/a
 *     from 3 to 5<!--= gone -->               becomes from 3 to n/a
 */
#ifndef PAGEWALK_BINDING_H
#define PAGEWALK_BINDING_H

#include "article.h"

/*
 * Appends the text from `text_start` up to the binding without its figure, then the new figure,
 * then the marker. A value that the data lack, or that could not be found again in the text, stands
 * as n/a and is listed in *complaints. Errors: what the author could see without data.
 */
int binding_fill(struct article *article, const struct binding *binding, size_t text_start,
                 struct text *out, struct complaints *complaints, struct error *error);

#endif
