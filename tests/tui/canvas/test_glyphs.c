#include "tui/canvas/canvas.h"

#include <string.h>

#include "support/unit.h"
#include "tui/canvas/grapheme.h"

static void test_glyphs__signs_take_one_column_in_both_sets(void **state)
{
    (void)state;
    for (int i = 0; i < GLYPH_COUNT; i++) {
        struct str unicode = glyph_text((enum glyph)i, GLYPHS_UNICODE);
        struct str ascii = glyph_text((enum glyph)i, GLYPHS_ASCII);
        assert_int_equal(grapheme_width(unicode), 1);
        if (glyph_is_one_cell((enum glyph)i)) {
            assert_int_equal(ascii.n, 1);
        }
        for (int at = 0; at < ascii.n; at++) {
            assert_true(ascii.p[at] >= ' ' && ascii.p[at] < 127);
        }
        assert_true(glyph_is_known(unicode.p));
    }
    assert_false(glyph_is_known("狼"));
}

static void test_glyphs__signs_with_different_meanings_differ_in_ascii(void **state)
{
    (void)state;
    static const enum glyph groups[][4] = {
        {GLYPH_BAR_FULL, GLYPH_BAR_HALF, GLYPH_BAR_EMPTY, GLYPH_BLANK},
        {GLYPH_TURN, GLYPH_SELECTED, GLYPH_MARKED, GLYPH_BLANK},
        {GLYPH_MET, GLYPH_NOT_MET, GLYPH_WARNING, GLYPH_BLANK},
        {GLYPH_ALLY, GLYPH_FOE, GLYPH_MARKED, GLYPH_BLANK},
    };
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        for (int a = 0; a < 4; a++) {
            for (int b = a + 1; b < 4; b++) {
                assert_string_not_equal(glyph_text(groups[i][a], GLYPHS_ASCII).p,
                                        glyph_text(groups[i][b], GLYPHS_ASCII).p);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_glyphs__signs_take_one_column_in_both_sets),
        cmocka_unit_test(test_glyphs__signs_with_different_meanings_differ_in_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
