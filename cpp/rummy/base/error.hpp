#pragma once

#include <stdexcept>
#include <string>

namespace rummy {

// A mistake of the caller: the message names the thing, its value, what is allowed and what to do
// next. Bindings turn it into rummylab.RummyError; nothing else in the core throws on purpose.
class InputError : public std::invalid_argument {
 public:
  explicit InputError(const std::string& message) : std::invalid_argument(message) {}
};

}  // namespace rummy
