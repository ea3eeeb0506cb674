#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>
#include <zlib.h>
#include <zstd.h>

#define RAW_SIZE ((size_t)256 * 1024)

/* Appends to the raw bytes what one read() gives. */
static int fill(struct stream *stream, struct error *error)
{
    if (stream->raw_begin == stream->raw_end)
        stream->raw_begin = stream->raw_end = 0;
    ssize_t count;
    do
        count = read(stream->file, stream->raw + stream->raw_end, RAW_SIZE - stream->raw_end);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        return error_errno(error, stream->path, "cannot read");
    stream->raw_ended = count == 0;
    XXH3_128bits_update(stream->digest_state, stream->raw + stream->raw_end, (size_t)count);
    stream->raw_end += (size_t)count;
    stream->bytes += (uint64_t)count;
    return 0;
}

static enum stream_kind recognize(const unsigned char *bytes, size_t length)
{
    if (length >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B)
        return STREAM_GZIP;
    if (length >= 4 && bytes[1] == 0xB5 && bytes[2] == 0x2F && bytes[3] == 0xFD && bytes[0] == 0x28)
        return STREAM_ZSTD;
    /* A skippable frame, with which parallel compressors begin. */
    if (length >= 4 && (bytes[0] & 0xF0) == 0x50 && bytes[1] == 0x2A && bytes[2] == 0x4D &&
        bytes[3] == 0x18)
        return STREAM_ZSTD;
    return STREAM_PLAIN;
}

static int open_unpacker(struct stream *stream, struct error *error)
{
    if (stream->kind == STREAM_GZIP) {
        z_stream *gzip = calloc(1, sizeof *gzip);
        if (!gzip || inflateInit2(gzip, 15 + 16) != Z_OK) {
            free(gzip);
            return error_memory(error);
        }
        stream->unpacker = gzip;
    } else if (stream->kind == STREAM_ZSTD) {
        stream->unpacker = ZSTD_createDStream();
        if (!stream->unpacker)
            return error_memory(error);
    }
    return 0;
}

int stream_open(struct stream *stream, const char *path, const char **trouble, struct error *error)
{
    *stream = (struct stream){.path = path};
    *trouble = NULL;
    /* O_NONBLOCK: a FIFO put in place of the file would block open() for good. */
    stream->file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (stream->file < 0) {
        *trouble = "cannot be opened";
        return 0;
    }
    struct stat status;
    if (fstat(stream->file, &status) < 0)
        return error_errno(error, path, "cannot read");
    if (!S_ISREG(status.st_mode)) {
        *trouble = "not a regular file";
        return 0;
    }
    stream->raw = malloc(RAW_SIZE);
    stream->digest_state = XXH3_createState();
    if (!stream->raw || !stream->digest_state || XXH3_128bits_reset(stream->digest_state) != XXH_OK)
        return error_memory(error);
    while (stream->raw_end < 4 && !stream->raw_ended)
        if (fill(stream, error) < 0)
            return -1;
    stream->kind = recognize(stream->raw, stream->raw_end);
    return open_unpacker(stream, error);
}

static size_t copy_plain(struct stream *stream, char *buffer, size_t size)
{
    size_t length = stream->raw_end - stream->raw_begin;
    if (length > size)
        length = size;
    memcpy(buffer, stream->raw + stream->raw_begin, length);
    stream->raw_begin += length;
    return length;
}

static size_t unpack_gzip(struct stream *stream, char *buffer, size_t size)
{
    z_stream *gzip = stream->unpacker;
    if (!stream->inside) {
        while (stream->raw_begin < stream->raw_end && stream->raw[stream->raw_begin] == 0)
            stream->raw_begin++;
        if (stream->raw_begin == stream->raw_end)
            return 0;
        inflateReset(gzip);
        stream->inside = true;
    }
    gzip->next_in = stream->raw + stream->raw_begin;
    gzip->avail_in = (uInt)(stream->raw_end - stream->raw_begin);
    gzip->next_out = (unsigned char *)buffer;
    gzip->avail_out = (uInt)size;
    int status = inflate(gzip, Z_NO_FLUSH);
    stream->raw_begin = stream->raw_end - gzip->avail_in;
    stream->inside = status != Z_STREAM_END;
    stream->damaged = status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR;
    return size - gzip->avail_out;
}

static size_t unpack_zstd(struct stream *stream, char *buffer, size_t size)
{
    ZSTD_inBuffer in = {stream->raw, stream->raw_end, stream->raw_begin};
    ZSTD_outBuffer out = {buffer, size, 0};
    if (!stream->inside && in.pos == in.size)
        return 0;
    size_t status = ZSTD_decompressStream(stream->unpacker, &out, &in);
    stream->raw_begin = in.pos;
    stream->inside = status != 0;
    stream->damaged = ZSTD_isError(status) != 0;
    return out.pos;
}

int stream_read(struct stream *stream, char *buffer, size_t size, size_t *length,
                struct error *error)
{
    /* zlib counts in unsigned int. */
    if (size > (size_t)1 << 30)
        size = (size_t)1 << 30;
    *length = 0;
    while (!stream->damaged) {
        size_t before = stream->raw_begin;
        *length = stream->kind == STREAM_GZIP   ? unpack_gzip(stream, buffer, size)
                  : stream->kind == STREAM_ZSTD ? unpack_zstd(stream, buffer, size)
                                                : copy_plain(stream, buffer, size);
        if (*length || stream->damaged)
            return 0;
        if (stream->raw_begin < stream->raw_end) {
            /* It took neither input nor gave output: no unpacker does that on sound data. */
            stream->damaged = stream->raw_begin == before;
        } else if (stream->raw_ended) {
            stream->damaged = stream->inside;
            return 0;
        } else if (fill(stream, error) < 0) {
            return -1;
        }
    }
    return 0;
}

int stream_finish(struct stream *stream, unsigned char digest[16], struct error *error)
{
    while (!stream->raw_ended) {
        stream->raw_begin = stream->raw_end;
        if (fill(stream, error) < 0)
            return -1;
    }
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(stream->digest_state));
    memcpy(digest, canonical.digest, 16);
    return 0;
}

void stream_close(struct stream *stream)
{
    if (stream->file >= 0)
        close(stream->file);
    if (stream->kind == STREAM_GZIP && stream->unpacker) {
        inflateEnd(stream->unpacker);
        free(stream->unpacker);
    } else if (stream->kind == STREAM_ZSTD) {
        ZSTD_freeDStream(stream->unpacker);
    }
    XXH3_freeState(stream->digest_state);
    free(stream->raw);
    *stream = (struct stream){.file = -1};
}
