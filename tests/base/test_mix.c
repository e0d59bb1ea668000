#include "base/mix.h"

#include "support/unit.h"

/* The values that the authors of FNV-1a and SplitMix64 publish. */
static void test_mix__keys_are_those_of_fnv_1a_and_splitmix64(void **state)
{
    (void)state;
    assert_true(mix_text(MIX_BEGIN, str_of("")) == UINT64_C(0xcbf29ce484222325));
    assert_true(mix_text(MIX_BEGIN, str_of("a")) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(mix_text(MIX_BEGIN, str_of("foobar")) == UINT64_C(0x85944171f73967e8));
    assert_true(mix_bits(0) == UINT64_C(0xe220a8397b1dcdaf));
}

static void test_mix__a_text_goes_on_where_another_ended(void **state)
{
    (void)state;
    uint64_t key = mix_text(MIX_BEGIN, str_of("foo"));
    assert_true(mix_text(key, str_of("bar")) == mix_text(MIX_BEGIN, str_of("foobar")));
    assert_true(mix_number(key, 'b') == mix_text(key, str_of("b")));
}

static void test_mix__every_bit_of_a_key_changes_about_half_of_the_others(void **state)
{
    (void)state;
    for (int bit = 0; bit < 64; bit++) {
        uint64_t changed = mix_bits(77) ^ mix_bits(UINT64_C(77) ^ UINT64_C(1) << bit);
        int count = 0;
        for (; changed != 0; changed &= changed - 1) {
            count++;
        }
        assert_in_range(count, 16, 48);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mix__keys_are_those_of_fnv_1a_and_splitmix64),
        cmocka_unit_test(test_mix__a_text_goes_on_where_another_ended),
        cmocka_unit_test(test_mix__every_bit_of_a_key_changes_about_half_of_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
