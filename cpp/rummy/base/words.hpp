#pragma once

#include <string>
#include <string_view>

namespace rummy {

// Adds a word to a list of them.
inline void add_word(std::string& list, std::string_view word, std::string_view between = " ") {
  if (!list.empty()) list += between;
  list += word;
}

}  // namespace rummy
