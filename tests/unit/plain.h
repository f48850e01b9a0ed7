/*
 * The machine of tests that need some machine: a configuration of their own, so that a preset can
 * follow its paper without moving their numbers.
 */
#ifndef LW_TESTS_PLAIN_H
#define LW_TESTS_PLAIN_H

#define PLAIN "tests/plain.yaml" /* from the root of the sources, where ctest runs these tests */

#endif
