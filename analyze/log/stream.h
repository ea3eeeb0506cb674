/*
 * The bytes of a log, plain or unpacked, a buffer at a time; and a digest of the file as it lies on
 * disk.
 *
 * What a file is shows in its first bytes, not in its name: gzip (any number of members, zero
 * padding after them), zstd (any number of frames, skippable ones too, windows up to 128 MiB), else
 * plain. Damaged or cut compression is no error: what was unpacked before is given out, then the
 * stream ends with `damaged` set.
 *
 *     struct stream stream;
 *     const char *trouble;
 *     if (stream_open(&stream, path, &trouble, error) == 0 && !trouble) {
 *         while (stream_read(&stream, buffer, sizeof buffer, &length, error) == 0 && length)
 *             ...
 *         stream_finish(&stream, digest, error);      // reads what is left, for the digest
 *     }
 *     stream_close(&stream);
 */
#ifndef PAGEWALK_STREAM_H
#define PAGEWALK_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/error.h"

enum stream_kind { STREAM_PLAIN, STREAM_GZIP, STREAM_ZSTD };

struct stream {
    const char *path;
    int file;
    enum stream_kind kind;
    unsigned char *raw; /* bytes of the file, from raw_begin to raw_end not yet used */
    size_t raw_begin, raw_end;
    bool raw_ended;
    bool inside;  /* a member or frame has begun and not ended */
    bool damaged; /* nothing comes after it */
    void *unpacker;
    void *digest_state;
    uint64_t bytes; /* of the file, read so far */
};

/*
 * Never blocks: anything but a regular file is turned away. Returns 0 with *trouble NULL, or with
 * *trouble "cannot be opened" (errno says why) or "not a regular file"; -1 on an I/O error or when
 * memory runs out. stream_close() is due in every case.
 */
int stream_open(struct stream *stream, const char *path, const char **trouble, struct error *error);

/* Puts up to `size` bytes into `buffer`; *length 0 at the end. Errors: cannot read. */
int stream_read(struct stream *stream, char *buffer, size_t size, size_t *length,
                struct error *error);

/* XXH3-128 over all bytes of the file, canonical (big-endian). Errors: cannot read. */
int stream_finish(struct stream *stream, unsigned char digest[16], struct error *error);

void stream_close(struct stream *stream);

#endif
