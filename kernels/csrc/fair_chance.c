/* Chance as matches draw it, so that anyone can check it: the number of an outcome is HMAC-SHA256 of the seed, the ordinal
 * of the draw and the digest of what can be drawn, modulo the sum of the weights (docs/record.md). */
#include "engine.h"

#include <string.h>

enum { BLOCK = 64, HASH = 32, TEXT = MAX_OUTCOMES * (OUTCOME_TEXT + 10) };

typedef struct {
    uint32_t words[8];
    uint8_t block[BLOCK];
    uint64_t length;
} Sha256;

static const uint32_t ROUNDS[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t word, int bits) {
    return word >> bits | word << (32 - bits);
}

static void mix_block(uint32_t *words, const uint8_t *block) {
    uint32_t plan[64];
    for (int i = 0; i < 16; i++)
        plan[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = plan[i - 15], b = plan[i - 2];
        plan[i] = plan[i - 16] + plan[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    uint32_t a = words[0], b = words[1], c = words[2], d = words[3];
    uint32_t e = words[4], f = words[5], g = words[6], h = words[7];
    for (int i = 0; i < 64; i++) {
        uint32_t first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + plan[i];
        uint32_t second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first;
        d = c, c = b, b = a, a = first + second;
    }
    words[0] += a, words[1] += b, words[2] += c, words[3] += d;
    words[4] += e, words[5] += f, words[6] += g, words[7] += h;
}

static void sha_begin(Sha256 *sha) {
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(sha->words, start, sizeof start);
    sha->length = 0;
}

static void sha_add(Sha256 *sha, const void *data, size_t size) {
    const uint8_t *bytes = data;
    while (size) {
        size_t used = sha->length % BLOCK, part = BLOCK - used < size ? BLOCK - used : size;
        memcpy(sha->block + used, bytes, part);
        sha->length += part;
        bytes += part;
        size -= part;
        if (sha->length % BLOCK == 0) mix_block(sha->words, sha->block);
    }
}

static void sha_end(Sha256 *sha, uint8_t *hash) {
    static const uint8_t padding[BLOCK] = {0x80};
    uint64_t bits = sha->length * 8;
    uint8_t size[8];
    for (int i = 0; i < 8; i++) size[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha_add(sha, padding, 1 + (BLOCK + 55 - sha->length % BLOCK) % BLOCK);
    sha_add(sha, size, sizeof size);
    for (int i = 0; i < HASH; i++) hash[i] = (uint8_t)(sha->words[i / 4] >> (24 - 8 * (i % 4)));
}

static void hmac(const uint8_t *seed, const void *data, size_t size, uint8_t *hash) {
    uint8_t inner[BLOCK], outer[BLOCK];
    Sha256 sha;
    for (int i = 0; i < BLOCK; i++) {
        uint8_t byte = i < SEED_BYTES ? seed[i] : 0;
        inner[i] = byte ^ 0x36;
        outer[i] = byte ^ 0x5c;
    }
    sha_begin(&sha);
    sha_add(&sha, inner, BLOCK);
    sha_add(&sha, data, size);
    sha_end(&sha, hash);
    sha_begin(&sha);
    sha_add(&sha, outer, BLOCK);
    sha_add(&sha, hash, HASH);
    sha_end(&sha, hash);
}

static char *write_text(char *end, const char *text) {
    *end++ = '"';
    while (*text) *end++ = *text++;
    *end++ = '"';
    return end;
}

static char *write_number(char *end, int64_t number) {
    char digits[24];
    int count = 0;
    do digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count) *end++ = digits[--count];
    return end;
}

/* The canonical JSON of `[outcomes, weights]`; returns its length. */
static size_t write_distribution(const Engine *engine, const int32_t *weights, char *text) {
    char *end = text;
    *end++ = '[';
    for (int list = 0; list < 2; list++) {
        char before = '[';
        for (int i = 0; i < engine->outcomes; i++) {
            if (!weights[i]) continue;
            *end++ = before;
            end = list ? write_number(end, weights[i]) : write_text(end, engine->outcome_text(engine, i));
            before = ',';
        }
        *end++ = ']';
        *end++ = list ? ']' : ',';
    }
    return (size_t)(end - text);
}

int32_t fair_outcome(const Engine *engine, const uint32_t *state, const uint8_t *seed, int64_t ordinal) {
    int32_t weights[MAX_OUTCOMES], total = 0;
    char text[TEXT];
    uint8_t hash[HASH];
    Sha256 sha;
    engine->weights(engine, state, weights);
    size_t size = write_distribution(engine, weights, text);
    sha_begin(&sha);
    sha_add(&sha, text, size);
    sha_end(&sha, hash);
    char *end = write_number((char *)memcpy(text, "chance:", 7) + 7, ordinal);
    *end++ = ':';
    for (int i = 0; i < 2 * HASH; i++) *end++ = "0123456789abcdef"[hash[i / 2] >> (i % 2 ? 0 : 4) & 15];
    hmac(seed, text, (size_t)(end - text), hash);
    for (int i = 0; i < engine->outcomes; i++) total += weights[i];
    uint32_t place = 0;
    for (int i = 0; i < HASH; i++) place = (place << 8 | hash[i]) % (uint32_t)total;
    int32_t outcome = 0;
    while (place >= (uint32_t)weights[outcome]) place -= (uint32_t)weights[outcome++];
    return outcome;
}
