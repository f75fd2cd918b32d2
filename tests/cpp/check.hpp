#pragma once

// A small test harness: test cases register themselves, failed checks are counted and printed, and
// `rummy_tests [part of a name]...` runs the cases whose name holds one of the given parts.

#include <cstddef>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace check {

struct Case {
  const char* file;
  const char* name;
  void (*run)();
};

// Thrown by REQUIRE to leave the running case.
struct Stop {};

inline std::vector<Case>& cases() {
  static std::vector<Case> list;
  return list;
}

inline std::size_t& failures() {
  static std::size_t count = 0;
  return count;
}

struct Registrar {
  Registrar(const char* file, const char* name, void (*run)()) {
    cases().push_back({file, name, run});
  }
};

template <typename T>
std::string show(const T& value) {
  if constexpr (requires(std::ostream& out) { out << value; }) {
    std::ostringstream out;
    out << std::boolalpha << value;
    return out.str();
  } else {
    return "?";
  }
}

inline void fail(const char* file, int line, const std::string& what) {
  ++failures();
  std::cerr << file << ":" << line << ": " << what << "\n";
}

inline bool expect(bool holds, const char* file, int line, const char* text) {
  if (!holds) fail(file, line, std::string("false: ") + text);
  return holds;
}

template <typename A, typename B>
bool expect_equal(const A& a, const B& b, const char* file, int line, const char* text) {
  if (a == b) return true;
  fail(file, line, std::string("not equal: ") + text + ": " + show(a) + " and " + show(b));
  return false;
}

}  // namespace check

#define CHECK_JOIN2(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN2(a, b)
#define CHECK_CASE(function, name)                                                           \
  static void function();                                                                    \
  static const check::Registrar CHECK_JOIN(function, _registrar){__FILE__, name, &function}; \
  static void function()

#define TEST_CASE(name) CHECK_CASE(CHECK_JOIN(test_case_, __LINE__), name)
#define CHECK(...) \
  static_cast<void>(check::expect(static_cast<bool>(__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__))
#define CHECK_FALSE(...)                                                               \
  static_cast<void>(check::expect(!static_cast<bool>(__VA_ARGS__), __FILE__, __LINE__, \
                                  "not (" #__VA_ARGS__ ")"))
#define CHECK_EQ(a, b) \
  static_cast<void>(check::expect_equal((a), (b), __FILE__, __LINE__, #a " == " #b))
#define REQUIRE(...)                                                                        \
  do {                                                                                      \
    if (!check::expect(static_cast<bool>(__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__)) { \
      throw check::Stop{};                                                                  \
    }                                                                                       \
  } while (false)
#define CHECK_THROWS_AS(expression, type)                                          \
  do {                                                                             \
    bool check_thrown = false;                                                     \
    try {                                                                          \
      static_cast<void>(expression);                                               \
    } catch (const type&) {                                                        \
      check_thrown = true;                                                         \
    }                                                                              \
    check::expect(check_thrown, __FILE__, __LINE__, #expression " throws " #type); \
  } while (false)
