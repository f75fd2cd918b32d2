#include "rummy/rules/bounds.hpp"

#include <algorithm>
#include <stdexcept>

#include "rummy/base/error.hpp"

namespace rummy {

void refuse_key(const std::string& key, const std::string& value, const std::string& rest) {
  throw InputError(key + " is " + value + rest);
}

void refuse_key(const std::string& key, int value, const std::string& rest) {
  refuse_key(key, std::to_string(value), rest);
}

void check_bound(std::string_view key, int value) {
  const auto found = std::find_if(kBounds.begin(), kBounds.end(),
                                  [key](const Bound& bound) { return bound.key == key; });
  if (found == kBounds.end()) throw std::logic_error("no bound for " + std::string(key));
  if (value < found->low || value > found->high) {
    refuse_key(std::string(key), value,
               "; allowed: " + std::to_string(found->low) + " to " + std::to_string(found->high));
  }
}

}  // namespace rummy
