#include "vcd.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

uint64_t vcd_signal_t::at(uint64_t time) const
{
    auto later = std::upper_bound(changes.begin(), changes.end(), std::make_pair(time, UINT64_MAX));
    return later == changes.begin() ? 0 : std::prev(later)->second;
}

vcd_t::vcd_t(const std::string &path)
{
    std::ifstream file(path);
    std::vector<std::string> scopes;
    uint64_t time = 0;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string first, code, name;
        unsigned width = 0;
        words >> first;
        if (first == "$scope") {
            words >> name >> name;
            scopes.push_back(name);
        } else if (first == "$upscope") {
            scopes.pop_back();
        } else if (first == "$var") {
            words >> name >> width >> code >> name;
            code_[(scopes.empty() ? "" : scopes.back()) + "." + name] = code;
            by_code_[code].width = width;
        } else if (first.size() > 1 && first[0] == '#') {
            time = std::strtoull(first.c_str() + 1, nullptr, 10);
        } else if (first.size() > 1 && first[0] == 'b') {
            words >> code;
            by_code_[code].changes.emplace_back(time, std::strtoull(first.c_str() + 1, nullptr, 2));
        } else if (first.size() > 1 && (first[0] == '0' || first[0] == '1')) {
            by_code_[first.substr(1)].changes.emplace_back(time, first[0] == '1');
        }
    }
}

const vcd_signal_t *vcd_t::find(const std::string &scope, const std::string &name) const
{
    auto code = code_.find(scope + "." + name);
    return code == code_.end() ? nullptr : &by_code_.at(code->second);
}
