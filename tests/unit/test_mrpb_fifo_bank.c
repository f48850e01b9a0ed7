/* mrpb.fifo_bank: hand-worked cycles, ends of ranges and what meets in one cycle. */
#include "unit_bench.h"

#include "mrpb/mrpb_fifo_bank.h"

/* The bank has half a megabyte: one for all cases. */
static mrpb_fifo_bank_t bank;

static void bank_make(uint32_t queues, uint32_t depth, uint32_t width)
{
    const mrpb_fifo_bank_cfg_t cfg = {queues, depth, width};
    assert_int_equal(mrpb_fifo_bank_init(&bank, &cfg), 0);
}

static mrpb_fifo_bank_out_t bank_look(mrpb_fifo_bank_in_t in)
{
    mrpb_fifo_bank_out_t out;
    mrpb_fifo_bank_eval(&bank, &in, &out);
    return out;
}

static mrpb_fifo_bank_out_t bank_cycle(mrpb_fifo_bank_in_t in)
{
    const mrpb_fifo_bank_out_t out = bank_look(in);
    mrpb_fifo_bank_tick(&bank, &in);
    return out;
}

static void bank_write(uint8_t q, uint64_t data)
{
    bank_cycle((mrpb_fifo_bank_in_t){.wr_en = 1, .wr_queue = q, .wr_data = data});
}

/* The selector's choice: a queue as a number, one-hot, and where its oldest entry stands. */
static mrpb_fifo_bank_in_t choosing(mrpb_fifo_bank_in_t in, uint8_t q)
{
    in.rd_queue = q;
    in.rd_sel = UINT64_C(1) << q;
    in.rd_head = (uint16_t)mrpb_fifo_bank_head(&bank, q);
    return in;
}

static uint64_t bank_read(uint8_t q)
{
    return bank_cycle(choosing((mrpb_fifo_bank_in_t){.rd_en = 1}, q)).rd_data;
}

/* A flush of queue q, which stands at the input, while the choice is queue `choice`. */
static uint64_t bank_flush(uint8_t q, uint8_t choice)
{
    const mrpb_fifo_bank_in_t in = {.wr_queue = q, .flush_en = 1, .flush_read = 1};
    return bank_cycle(choosing(in, choice)).rd_data;
}

static bool bank_full(uint8_t q)
{
    return bank_look((mrpb_fifo_bank_in_t){.wr_queue = q}).wr_full;
}

static bool bank_empty(uint8_t q)
{
    return bank_look((mrpb_fifo_bank_in_t){.wr_queue = q}).wr_empty;
}

static void bank_010_first_in_is_first_out_of_its_queue(void **state)
{
    (void)state;
    bank_make(3, 4, 64);
    for (uint8_t q = 0; q < 3; q++)
        assert_true(bank_empty(q) && !bank_full(q));
    bank_write(1, 10);
    bank_write(2, 20);
    bank_write(1, 11);
    bank_write(0, UINT64_MAX);
    bank_write(1, 12);
    assert_int_equal(bank_read(1), 10);
    assert_int_equal(bank_read(2), 20);
    assert_true(bank_empty(2));
    assert_int_equal(bank_read(1), 11);
    assert_int_equal(bank_read(0), UINT64_MAX);
    assert_int_equal(bank_read(1), 12);
    assert_true(bank_empty(0) && bank_empty(1) && bank_empty(2));
}

static void bank_020_pointers_wrap_at_any_depth(void **state)
{
    (void)state;
    static const uint32_t depths[] = {2, 3, 8, 12, 1024};
    for (unsigned i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        const uint32_t depth = depths[i];
        bank_make(64, depth, 64);
        /* one entry ahead, three times around: both pointers pass the end thrice */
        bank_write(63, 0);
        for (uint64_t n = 1; n <= 3 * depth; n++) {
            bank_write(63, n);
            assert_int_equal(mrpb_fifo_bank_tail(&bank, 63), (n + 1) % depth);
            assert_int_equal(bank_read(63), n - 1);
            assert_int_equal(mrpb_fifo_bank_head(&bank, 63), n % depth);
            assert_int_equal(mrpb_fifo_bank_len(&bank, 63), 1);
        }
        /* full to the last entry, and the neighbour has none of it */
        for (uint64_t n = 1; n < depth; n++) {
            assert_false(bank_full(63));
            bank_write(63, 100 + n);
        }
        assert_true(bank_full(63));
        assert_true(bank_empty(62) && bank_empty(0));
    }
}

static void bank_030_a_full_queue_refuses_also_when_read(void **state)
{
    (void)state;
    bank_make(2, 2, 8);
    bank_write(0, 1);
    bank_write(0, 2);
    bank_write(0, 3); /* refused */
    assert_int_equal(mrpb_fifo_bank_len(&bank, 0), 2);
    const mrpb_fifo_bank_out_t out = bank_cycle(
        choosing((mrpb_fifo_bank_in_t){.wr_en = 1, .wr_queue = 0, .wr_data = 4, .rd_en = 1}, 0));
    assert_int_equal(out.wr_full, 1);
    assert_int_equal(out.rd_data, 1);
    assert_int_equal(mrpb_fifo_bank_len(&bank, 0), 1); /* the read makes no room in its own cycle */
    bank_write(0, 5);
    assert_int_equal(bank_read(0), 2);
    assert_int_equal(bank_read(0), 5);
    assert_true(bank_empty(0));
}

static void bank_040_an_empty_queue_gives_nothing_also_when_written(void **state)
{
    (void)state;
    bank_make(2, 2, 8);
    bank_read(1);
    assert_int_equal(mrpb_fifo_bank_head(&bank, 1) + mrpb_fifo_bank_len(&bank, 1), 0);
    bank_cycle(
        choosing((mrpb_fifo_bank_in_t){.wr_en = 1, .wr_queue = 1, .wr_data = 7, .rd_en = 1}, 1));
    assert_int_equal(mrpb_fifo_bank_len(&bank, 1), 1);
    assert_int_equal(bank_read(1), 7);
}

static void bank_050_one_in_and_one_out_of_a_queue_or_of_two(void **state)
{
    (void)state;
    bank_make(3, 4, 64);
    bank_write(0, 1);
    for (uint64_t n = 2; n < 20; n++) { /* the same queue: its length stays */
        const mrpb_fifo_bank_out_t out = bank_cycle(choosing(
            (mrpb_fifo_bank_in_t){.wr_en = 1, .wr_queue = 0, .wr_data = n, .rd_en = 1}, 0));
        assert_int_equal(out.rd_data, n - 1);
        assert_int_equal(mrpb_fifo_bank_len(&bank, 0), 1);
    }
    bank_cycle(
        choosing((mrpb_fifo_bank_in_t){.wr_en = 1, .wr_queue = 2, .wr_data = 50, .rd_en = 1}, 0));
    assert_true(bank_empty(0) && !bank_empty(2));
    assert_int_equal(bank_read(2), 50);
}

static void bank_060_outputs_do_not_wait_for_enables(void **state)
{
    (void)state;
    bank_make(2, 2, 8);
    bank_write(0, 9);
    bank_write(0, 8);
    const mrpb_fifo_bank_out_t out = bank_look((mrpb_fifo_bank_in_t){0});
    assert_int_equal(out.wr_full, 1);
    assert_int_equal(out.wr_empty, 0);
    assert_int_equal(out.rd_data, 9);
    bank_cycle((mrpb_fifo_bank_in_t){.wr_data = 3}); /* nothing enabled: nothing changes */
    assert_int_equal(mrpb_fifo_bank_len(&bank, 0), 2);
}

static void bank_070_a_number_that_names_no_queue_is_full_and_gives_nothing(void **state)
{
    (void)state;
    bank_make(48, 8, 64);
    for (uint8_t q = 0; q < 48; q++)
        bank_write(q, 1000u + q);
    uint64_t len[4], head[3];
    memcpy(len, bank.len, sizeof len);
    memcpy(head, bank.head, sizeof head);
    for (uint8_t q = 48; q < 64; q++) {
        const mrpb_fifo_bank_out_t out = bank_cycle((mrpb_fifo_bank_in_t){.wr_en = 1,
                                                                          .wr_queue = q,
                                                                          .wr_data = 5,
                                                                          .rd_en = 1,
                                                                          .rd_queue = q,
                                                                          .flush_en = 1,
                                                                          .flush_read = 1});
        assert_int_equal(out.wr_full, 1);
        assert_int_equal(out.wr_empty, 0);
    }
    assert_memory_equal(len, bank.len, sizeof len);
    assert_memory_equal(head, bank.head, sizeof head);
    for (uint8_t q = 0; q < 48; q++)
        assert_int_equal(bank_read(q), 1000u + q);
}

/* Entry p of queue q stands at q * depth + p, cut to its width. */
static void bank_080_memory_is_laid_out_by_queue(void **state)
{
    (void)state;
    bank_make(64, 1024, 5);
    for (unsigned p = 0; p < 1024; p++) {
        bank_write(0, p);
        bank_write(63, ~(uint64_t)p);
    }
    for (unsigned p = 0; p < 1024; p++) {
        assert_int_equal(bank.mem[p], p & 31);
        assert_int_equal(bank.mem[63 * 1024 + p], ~p & 31);
    }
    assert_true(bank_full(0) && bank_full(63));
}

/* What a flush reads and takes is of the queue at the input, whatever the choice is. */
static void bank_090_a_flush_takes_from_the_queue_at_the_input(void **state)
{
    (void)state;
    bank_make(3, 4, 64);
    for (uint64_t k = 0; k < 3; k++) {
        bank_write(0, k);
        bank_write(2, 20 + k);
    }
    assert_int_equal(bank_flush(2, 0), 20);
    assert_int_equal(bank_flush(2, 2), 21);
    assert_int_equal(mrpb_fifo_bank_len(&bank, 0), 3);
    assert_int_equal(mrpb_fifo_bank_len(&bank, 2), 1);
    /* what is read follows flush_read, what is taken the enables */
    mrpb_fifo_bank_in_t in = choosing((mrpb_fifo_bank_in_t){.wr_queue = 2, .flush_read = 1}, 0);
    assert_int_equal(bank_look(in).rd_data, 22);
    in.flush_read = 0;
    assert_int_equal(bank_look(in).rd_data, 0);
    assert_int_equal(bank_read(0), 0);
    in = choosing((mrpb_fifo_bank_in_t){.wr_queue = 2}, 0);
    assert_int_equal(bank_look(in).rd_data, 1);
    /* both at once: each queue gives one, and a queue that both name gives one, too */
    in = choosing((mrpb_fifo_bank_in_t){.wr_queue = 2, .flush_en = 1, .rd_en = 1}, 0);
    bank_cycle(in);
    assert_int_equal(mrpb_fifo_bank_len(&bank, 0), 1);
    assert_int_equal(mrpb_fifo_bank_len(&bank, 2), 0);
    in = choosing((mrpb_fifo_bank_in_t){.wr_queue = 0, .flush_en = 1, .rd_en = 1}, 0);
    bank_cycle(in);
    assert_int_equal(mrpb_fifo_bank_len(&bank, 0), 0);
}

/* More than one queue chosen, and places that hold nothing: a gate says that rd_data means
 * nothing, and the queues do what the lines say. */
static void bank_100_inputs_that_no_selector_gives(void **state)
{
    (void)state;
    bank_make(3, 3, 8);
    for (uint8_t q = 0; q < 3; q++)
        bank_write(q, 10u + q);
    bank_write(1, 21);
    bank_cycle((mrpb_fifo_bank_in_t){.rd_en = 1, .rd_sel = UINT64_MAX});
    assert_int_equal(mrpb_fifo_bank_len(&bank, 0) + mrpb_fifo_bank_len(&bank, 2), 0);
    assert_int_equal(mrpb_fifo_bank_len(&bank, 1), 1);
    static const struct {
        uint8_t queue;
        uint16_t head;
        bool entry;
    } rows[] = {{1, 1, true},  {1, 0, false}, {1, 2, false},
                {1, 3, false}, {0, 0, false}, {3, 0, false}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const mrpb_fifo_bank_in_t in = {.rd_queue = rows[i].queue, .rd_head = rows[i].head};
        assert_int_equal(mrpb_fifo_bank_reads_entry(&bank, &in), rows[i].entry);
        if (rows[i].entry)
            assert_int_equal(bank_look(in).rd_data, 21);
    }
}

static void bank_110_one_queue_of_one_entry(void **state)
{
    (void)state;
    bank_make(1, 1, 64);
    for (uint64_t k = 1; k < 5; k++) {
        assert_true(bank_empty(0) && !bank_full(0));
        bank_write(0, k);
        assert_true(bank_full(0) && !bank_empty(0));
        bank_write(0, 99);
        bank_write(1, 99);
        assert_int_equal(mrpb_fifo_bank_len(&bank, 0), 1);
        assert_int_equal(k & 1 ? bank_read(0) : bank_flush(0, 1), k);
    }
}

/* A reset leaves the memory alone: what it holds is not an entry. */
static void bank_120_reset_empties_without_touching_the_memory(void **state)
{
    (void)state;
    bank_make(3, 4, 64);
    bank_write(1, 77);
    assert_int_equal(mrpb_fifo_bank_init(&bank, &(mrpb_fifo_bank_cfg_t){3, 4, 64}), 0);
    assert_int_equal(bank.mem[4], 77);
    assert_true(bank_empty(1));
    assert_false(mrpb_fifo_bank_occupied(&bank, 1, 0));
}

static void bank_130_a_flush_makes_no_room_in_its_own_cycle(void **state)
{
    (void)state;
    bank_make(2, 2, 8);
    bank_write(1, 1);
    bank_write(1, 2);
    const mrpb_fifo_bank_out_t out = bank_cycle((mrpb_fifo_bank_in_t){
        .wr_en = 1, .wr_queue = 1, .wr_data = 3, .flush_en = 1, .flush_read = 1});
    assert_int_equal(out.wr_full, 1);
    assert_int_equal(out.rd_data, 1);
    assert_int_equal(mrpb_fifo_bank_len(&bank, 1), 1); /* the write is refused */
    assert_int_equal(mrpb_fifo_bank_tail(&bank, 1), 0);
    assert_int_equal(bank_read(1), 2);
    assert_true(bank_empty(1));
}

/* The choice says itself where its entry stands. A flush reads the oldest entry, whatever the
 * choice says. */
static void bank_140_the_choice_reads_the_entry_that_rd_head_names(void **state)
{
    (void)state;
    bank_make(3, 4, 64);
    for (uint64_t p = 0; p < 4; p++)
        bank_write(1, 10 + p);
    for (uint16_t p = 0; p < 4; p++) {
        mrpb_fifo_bank_in_t in = {.wr_queue = 1, .rd_queue = 1, .rd_head = p};
        assert_int_equal(bank_look(in).rd_data, 10 + p);
        in.flush_read = 1;
        assert_int_equal(bank_look(in).rd_data, 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bank_010_first_in_is_first_out_of_its_queue),
        cmocka_unit_test(bank_020_pointers_wrap_at_any_depth),
        cmocka_unit_test(bank_030_a_full_queue_refuses_also_when_read),
        cmocka_unit_test(bank_040_an_empty_queue_gives_nothing_also_when_written),
        cmocka_unit_test(bank_050_one_in_and_one_out_of_a_queue_or_of_two),
        cmocka_unit_test(bank_060_outputs_do_not_wait_for_enables),
        cmocka_unit_test(bank_070_a_number_that_names_no_queue_is_full_and_gives_nothing),
        cmocka_unit_test(bank_080_memory_is_laid_out_by_queue),
        cmocka_unit_test(bank_090_a_flush_takes_from_the_queue_at_the_input),
        cmocka_unit_test(bank_100_inputs_that_no_selector_gives),
        cmocka_unit_test(bank_110_one_queue_of_one_entry),
        cmocka_unit_test(bank_120_reset_empties_without_touching_the_memory),
        cmocka_unit_test(bank_130_a_flush_makes_no_room_in_its_own_cycle),
        cmocka_unit_test(bank_140_the_choice_reads_the_entry_that_rd_head_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
