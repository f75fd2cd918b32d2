#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace rummy {

// Adds a word to a list of them.
inline void add_word(std::string& list, std::string_view word, std::string_view between = " ") {
  if (!list.empty()) list += between;
  list += word;
}

// A text of a person in a message: of a very long one the beginning and the length.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 60;
  if (text.size() <= kMost) return "\"" + std::string(text) + "\"";
  const auto continues = [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
  };
  std::size_t size = kMost;
  while (size > 0 && continues(text[size])) --size;  // no half of a character of UTF-8
  const auto inner = std::count_if(text.begin(), text.end(), continues);
  return "\"" + std::string(text.substr(0, size)) + "..\" (" +
         std::to_string(std::ssize(text) - inner) + " characters)";
}

}  // namespace rummy
