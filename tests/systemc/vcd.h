/*
 * A VCD file, read whole: every signal with its changes.
 */
#ifndef LW_TEST_VCD_H
#define LW_TEST_VCD_H

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

struct vcd_signal_t {
    unsigned width = 0;
    std::vector<std::pair<uint64_t, uint64_t>> changes; /* when, to what; in the order of time */

    uint64_t at(uint64_t time) const; /* 0 before the first */
};

class vcd_t
{
  public:
    /* Times are in picoseconds. A file that is not there has no signals. */
    explicit vcd_t(const std::string &path);

    const vcd_signal_t *find(const std::string &scope, const std::string &name) const;

  private:
    std::map<std::string, vcd_signal_t> by_code_;
    std::map<std::string, std::string> code_; /* of "SCOPE.NAME" */
};

#endif
