/*
 * Can the colours of a chart be told apart: on white, from each other, and by people who see fewer.
 *
 * Contrast: WCAG 2.1, relative luminance; 3:1 for lines and markers (1.4.11), 4.5:1 for text
 * (1.4.3). Colour difference: CIEDE2000 as in Sharma, Wu and Dalal, The CIEDE2000 Color-Difference
 * Formula: Implementation Notes, Supplementary Test Data, and Mathematical Observations, Color
 * Research and Application 30, 2005, checked against pairs of its table 1. Colour blindness:
 * Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision
 * Deficiency, IEEE TVCG 15, 2009, at severity 1, in linear light.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../chart/palette.h"

#define SMALLEST_DIFFERENCE 12
#define LINE_CONTRAST 3
#define TEXT_CONTRAST 4.5

struct light {
    double r, g, b; /* linear, 0 to 1 */
};

struct lab {
    double l, a, b;
};

struct vision {
    const char *name;
    double matrix[3][3];
};

static const struct vision visions[] = {
    {"normal", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {"protanope",
     {{0.152286, 1.052583, -0.204868},
      {0.114503, 0.786281, 0.099216},
      {-0.003882, -0.048116, 1.051998}}},
    {"deuteranope",
     {{0.367322, 0.860646, -0.227968},
      {0.280085, 0.672501, 0.047413},
      {-0.011820, 0.042940, 0.968881}}},
    {"tritanope",
     {{1.255528, -0.076749, -0.178779},
      {-0.078411, 0.930809, 0.147602},
      {0.004733, 0.691367, 0.303900}}},
};
#define VISIONS (sizeof visions / sizeof *visions)

static double linear(unsigned level)
{
    double value = level / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static struct light light_of(uint32_t colour)
{
    return (struct light){linear((colour >> 16) & 0xff), linear((colour >> 8) & 0xff),
                          linear(colour & 0xff)};
}

static double contrast(uint32_t one, uint32_t other)
{
    double luminance[2];
    const uint32_t colours[] = {one, other};
    for (int i = 0; i < 2; i++) {
        struct light light = light_of(colours[i]);
        luminance[i] = 0.2126 * light.r + 0.7152 * light.g + 0.0722 * light.b;
    }
    return (fmax(luminance[0], luminance[1]) + 0.05) / (fmin(luminance[0], luminance[1]) + 0.05);
}

static double clamp(double value)
{
    return fmin(1, fmax(0, value));
}

static struct light see(const struct vision *vision, struct light light)
{
    const double(*m)[3] = vision->matrix;
    return (struct light){clamp(m[0][0] * light.r + m[0][1] * light.g + m[0][2] * light.b),
                          clamp(m[1][0] * light.r + m[1][1] * light.g + m[1][2] * light.b),
                          clamp(m[2][0] * light.r + m[2][1] * light.g + m[2][2] * light.b)};
}

static double lab_curve(double t)
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

/* sRGB primaries, white D65. */
static struct lab lab_of(struct light light)
{
    double x = 0.4124564 * light.r + 0.3575761 * light.g + 0.1804375 * light.b;
    double y = 0.2126729 * light.r + 0.7151522 * light.g + 0.0721750 * light.b;
    double z = 0.0193339 * light.r + 0.1191920 * light.g + 0.9503041 * light.b;
    double fx = lab_curve(x / 0.95047), fy = lab_curve(y), fz = lab_curve(z / 1.08883);
    return (struct lab){116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)};
}

static double degrees(double radians)
{
    return radians * 180 / M_PI;
}

static double cosine(double angle)
{
    return cos(angle * M_PI / 180);
}

/* 0 to 360 degrees; 0 for a grey, which has no hue. */
static double hue(double a, double b)
{
    double angle = a == 0 && b == 0 ? 0 : degrees(atan2(b, a));
    return angle < 0 ? angle + 360 : angle;
}

/* Chroma to the seventh against 25 to the seventh: grows from 0 to 1 with the chroma. */
static double saturation(double chroma)
{
    double seventh = pow(chroma, 7);
    return sqrt(seventh / (seventh + pow(25, 7)));
}

/* Names and equation numbers are the paper's; k_L = k_C = k_H = 1. */
static double ciede2000(struct lab one, struct lab two)
{
    double g = 0.5 * (1 - saturation((hypot(one.a, one.b) + hypot(two.a, two.b)) / 2)); /* 4 */
    double a1 = (1 + g) * one.a, a2 = (1 + g) * two.a;
    double c1 = hypot(a1, one.b), c2 = hypot(a2, two.b);
    double h1 = hue(a1, one.b), h2 = hue(a2, two.b);

    double delta_h = c1 * c2 == 0 ? 0 : h2 - h1; /* 10 */
    if (delta_h > 180)
        delta_h -= 360;
    else if (delta_h < -180)
        delta_h += 360;
    double delta_big_h = 2 * sqrt(c1 * c2) * sin(delta_h / 2 * M_PI / 180);

    double l = (one.l + two.l) / 2, c = (c1 + c2) / 2, h = h1 + h2; /* 12 to 14 */
    if (c1 * c2 != 0) {
        if (fabs(h1 - h2) > 180)
            h += h < 360 ? 360 : -360;
        h /= 2;
    }
    double t = 1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6) -
               0.20 * cosine(4 * h - 63); /* 15 */
    double turn = 60 * exp(-((h - 275) / 25) * ((h - 275) / 25));
    double rotation = -sin(turn * M_PI / 180) * 2 * saturation(c); /* 21 */
    double away = (l - 50) * (l - 50);
    double scale_l = 1 + 0.015 * away / sqrt(20 + away);
    double scale_c = 1 + 0.045 * c, scale_h = 1 + 0.015 * c * t;

    double dl = (two.l - one.l) / scale_l, dc = (c2 - c1) / scale_c, dh = delta_big_h / scale_h;
    return sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh); /* 22 */
}

static void ciede2000_gives_the_published_differences(void **state)
{
    (void)state;
    static const struct {
        struct lab one, two;
        double difference;
    } pairs[] = {
        {{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425}, /* the blue region's rotation */
        {{50, 3.1571, -77.2803}, {50, 0, -82.7485}, 2.8615},
        {{50, 2.8361, -74.0200}, {50, 0, -82.7485}, 3.4412},
        {{50, 0, 0}, {50, -1, 2}, 2.3669}, /* a grey has no hue */
        {{50, 2.49, -0.001}, {50, -2.49, 0.0009}, 7.1792},
        {{50, 2.49, -0.001}, {50, -2.49, 0.0011}, 7.2195}, /* mean hue jumps by 180 degrees */
        {{50, -0.001, 2.49}, {50, 0.0009, -2.49}, 4.8045},
        {{50, 2.5, 0}, {50, 0, -2.5}, 4.3065},
        {{50, 2.5, 0}, {73, 25, -18}, 27.1492}, /* large differences */
        {{50, 2.5, 0}, {61, -5, 29}, 22.8977},
        {{50, 2.5, 0}, {56, -27, -3}, 31.9030},
        {{50, 2.5, 0}, {58, 24, 15}, 19.4535},
        {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
        {{63.0109, -31.0961, -5.8663}, {62.8187, -29.7946, -4.0864}, 1.2630},
        {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
        {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        double there = ciede2000(pairs[i].one, pairs[i].two);
        double back = ciede2000(pairs[i].two, pairs[i].one);
        if (fabs(there - pairs[i].difference) > 5e-5 || fabs(there - back) > 1e-9)
            fail_msg("pair %zu: %.4f and %.4f, published %.4f", i, there, back,
                     pairs[i].difference);
    }
}

/* Known points of the way there: white, black, a mid grey, and greys that everybody sees alike. */
static void colours_are_measured_right(void **state)
{
    (void)state;
    assert_true(fabs(contrast(0x000000, 0xFFFFFF) - 21) < 1e-9);
    assert_true(fabs(contrast(0x777777, 0xFFFFFF) - 4.48) < 0.005);
    struct lab white = lab_of(light_of(0xFFFFFF)), red = lab_of(light_of(0xFF0000));
    assert_true(fabs(white.l - 100) < 0.01 && fabs(white.a) < 0.02 && fabs(white.b) < 0.02);
    assert_true(fabs(red.l - 53.24) < 0.01 && fabs(red.a - 80.09) < 0.02 &&
                fabs(red.b - 67.20) < 0.02);
    for (size_t i = 0; i < VISIONS; i++) {
        for (unsigned level = 0; level < 256; level += 17) {
            struct light grey = light_of(level << 16 | level << 8 | level);
            double change = ciede2000(lab_of(grey), lab_of(see(&visions[i], grey)));
            if (change > 0.01)
                fail_msg("a %s sees grey %u off by %.3f", visions[i].name, level, change);
        }
    }
}

/* Each kind of colour blindness takes away what it is known to take away. */
static void the_colour_blind_confuse_what_they_should(void **state)
{
    (void)state;
    static const struct {
        size_t vision;
        uint32_t one, other;
    } confused[] = {{1, 0xB22222, 0x5A4A00}, {2, 0xC04000, 0x7A7A00}, {3, 0x0060C0, 0x007878}};
    for (size_t i = 0; i < sizeof confused / sizeof *confused; i++) {
        const struct vision *vision = &visions[confused[i].vision];
        struct light one = light_of(confused[i].one), other = light_of(confused[i].other);
        double normal = ciede2000(lab_of(one), lab_of(other));
        double less = ciede2000(lab_of(see(vision, one)), lab_of(see(vision, other)));
        if (normal < 15 || less > 0.6 * normal)
            fail_msg("%s: %.1f is seen as %.1f", vision->name, normal, less);
    }
}

static uint32_t series_colour(size_t i)
{
    return i < PALETTE_SIZE ? palette_colour(i) : PALETTE_EMPHASIS;
}

static void every_colour_stands_out_from_the_background(void **state)
{
    (void)state;
    for (size_t i = 0; i <= PALETTE_SIZE; i++) {
        double ratio = contrast(series_colour(i), PALETTE_BACKGROUND);
        if (ratio < LINE_CONTRAST)
            fail_msg("#%06X: contrast %.2f", (unsigned)series_colour(i), ratio);
    }
    static const uint32_t texts[] = {PALETTE_TITLE, PALETTE_TEXT, PALETTE_QUIET};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double ratio = contrast(texts[i], PALETTE_BACKGROUND);
        if (ratio < TEXT_CONTRAST)
            fail_msg("text #%06X: contrast %.2f", (unsigned)texts[i], ratio);
    }
}

static void any_two_colours_differ_to_everybody(void **state)
{
    (void)state;
    double least = HUGE_VAL;
    char worst[128] = "";
    for (size_t v = 0; v < VISIONS; v++) {
        for (size_t i = 0; i <= PALETTE_SIZE; i++) {
            for (size_t j = 0; j < i; j++) {
                struct light one = see(&visions[v], light_of(series_colour(i)));
                struct light other = see(&visions[v], light_of(series_colour(j)));
                double difference = ciede2000(lab_of(one), lab_of(other));
                if (difference >= least)
                    continue;
                least = difference;
                snprintf(worst, sizeof worst, "#%06X and #%06X are %.2f apart to a %s eye",
                         (unsigned)series_colour(j), (unsigned)series_colour(i), difference,
                         visions[v].name);
            }
        }
    }
    if (least < SMALLEST_DIFFERENCE)
        fail_msg("%s", worst);
}

/* Beyond the palette's size a colour comes again, with a shape it did not have before. */
static void colour_and_shape_together_name_a_series(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3 * PALETTE_SIZE; i++) {
        assert_in_range(palette_shape(i), 0, SHAPE_COUNT - 1);
        for (size_t j = 0; j < i; j++)
            if (palette_colour(i) == palette_colour(j) && palette_shape(i) == palette_shape(j))
                fail_msg("series %zu looks like series %zu", i, j);
    }
    for (size_t i = 0; i < PALETTE_SIZE; i++)
        for (size_t j = 0; j < i; j++)
            assert_true(palette_colour(i) != palette_colour(j) &&
                        palette_shape(i) != palette_shape(j));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ciede2000_gives_the_published_differences),
        cmocka_unit_test(colours_are_measured_right),
        cmocka_unit_test(the_colour_blind_confuse_what_they_should),
        cmocka_unit_test(every_colour_stands_out_from_the_background),
        cmocka_unit_test(any_two_colours_differ_to_everybody),
        cmocka_unit_test(colour_and_shape_together_name_a_series),
    };
    return cmocka_run_group_tests_name("palette", tests, NULL, NULL);
}
