#include "check.hpp"

#include <algorithm>
#include <span>
#include <string_view>

int main(int argc, char** argv) {
  const std::span<char*> parts(argv + 1, static_cast<std::size_t>(argc - 1));
  std::size_t passed = 0;
  std::size_t failed = 0;
  for (const auto& test : check::cases()) {
    const std::string_view name = test.name;
    const auto wanted = [&](std::string_view part) { return name.find(part) != name.npos; };
    if (!parts.empty() && std::ranges::none_of(parts, wanted)) continue;
    const std::size_t before = check::failures();
    try {
      test.run();
    } catch (const check::Stop&) {
    } catch (const std::exception& error) {
      check::fail(test.file, 0, std::string("unexpected exception: ") + error.what());
    }
    if (check::failures() == before) {
      ++passed;
    } else {
      ++failed;
      std::cerr << "FAILED " << name << "\n";
    }
  }
  std::cout << passed << " passed, " << failed << " failed" << std::endl;
  // A filter that matches nothing is a mistake, not a success.
  return failed == 0 && passed > 0 ? 0 : 1;
}
