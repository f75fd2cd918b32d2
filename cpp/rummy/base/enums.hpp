#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "rummy/base/error.hpp"
#include "rummy/base/words.hpp"

namespace rummy {

// Specialise for an enum to give each value its one spelling:
//   template <> struct EnumNames<Lock> {
//     static constexpr std::string_view kWhat = "joker.lock";
//     static constexpr std::array<std::string_view, 3> kNames = {"none", "no_remove", "full"};
//   };
// The order of kNames is the order of the enumerators, which count from 0.
template <typename Enum>
struct EnumNames;

template <typename Enum>
[[nodiscard]] constexpr std::string_view to_name(Enum value) {
  return EnumNames<Enum>::kNames[static_cast<std::size_t>(value)];
}

template <typename Enum>
[[nodiscard]] std::optional<Enum> try_from_name(std::string_view name) {
  const auto& names = EnumNames<Enum>::kNames;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

template <typename Enum>
[[nodiscard]] Enum from_name(std::string_view name) {
  if (const auto value = try_from_name<Enum>(name)) return *value;
  std::string message = std::string(EnumNames<Enum>::kWhat) + " is " + quoted(name) + "; allowed:";
  const char* separator = " ";
  for (const auto allowed : EnumNames<Enum>::kNames) {
    message += separator + std::string(allowed);
    separator = ", ";
  }
  throw InputError(message);
}

}  // namespace rummy
