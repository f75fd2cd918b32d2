#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "interrupts.hpp"
#include "rummy/simulation/runner.hpp"

// What a simulation counted, as Python sees it, whatever the family.
struct SimulationData {
  std::vector<std::string> quantities;
  std::vector<std::string> histograms;  // no name: not counted in this game
  rummy::Simulation simulation;
};

template <typename Specs>
std::vector<std::string> histogram_names(const Specs& specs) {
  std::vector<std::string> names;
  for (const auto& spec : specs) names.emplace_back(spec.name);
  return names;
}

// Control-C is heard here, and the runner breaks off.
inline rummy::Tick listening(const std::optional<pybind11::function>& progress) {
  return [&progress](std::int64_t done) {
    const pybind11::gil_scoped_acquire lock;
    Interrupts::hear_now();
    if (progress) (*progress)(done);
  };
}

template <typename Entries>
pybind11::list strategy_list(const Entries& entries) {
  namespace py = pybind11;
  py::list all;
  for (const auto& entry : entries) {
    py::dict parameters;
    for (const auto& parameter : entry.parameters) {
      parameters[py::str(std::string(parameter.name))] = py::dict(
          py::arg("standard") = parameter.standard, py::arg("low") = parameter.low,
          py::arg("high") = parameter.high, py::arg("meaning") = std::string(parameter.meaning));
    }
    all.append(py::dict(py::arg("name") = std::string(entry.name),
                        py::arg("summary") = std::string(entry.summary),
                        py::arg("parameters") = parameters));
  }
  return all;
}
