#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbench/app/validate/paper.h"

namespace tactus {

// Names of pvas's sets of runs.
namespace pvas_runs {
inline constexpr char kRendezvous[] = "sm_rendezvous";  ///< by pattern and buffer
inline constexpr char kEager[] = "sm_eager";            ///< by pattern
inline constexpr char kPvas[] = "pvas";                 ///< by pattern
inline constexpr char kFft4800[] = "fft2d_4800";        ///< by protocol and quantum
inline constexpr char kFft9600[] = "fft2d_9600";        ///< by protocol and quantum
inline constexpr char kLu[] = "nas_lu_";                ///< and a class; by protocol and quantum
}  // namespace pvas_runs

std::vector<RunSet> pvas_run_sets();

/// The patterns of DDTBench, in the paper's names.
const std::vector<std::string>& pvas_patterns();
/// Patterns with the same data at the same places, which are one row: WRF describes its faces in two ways.
struct PvasLayout {
  std::string name;
  std::vector<std::string> patterns;
};
std::vector<PvasLayout> pvas_layouts();
/// Sizes of the intermediate buffers that the paper compares.
const std::vector<std::string>& pvas_buffers();

/// Sizes of NAS LU.
const std::vector<std::string>& pvas_classes();
/// Quanta with which applications are run: what they say must not depend on it.
const std::vector<std::string>& pvas_quanta();

/// A number of the paper, which was measured on a Xeon Phi; a range of them.
Expectation on_phi(double value, int decimals, std::string unit);
Expectation on_phi(double least, double most, int decimals, std::string unit);

/// What was fitted to all rows of ping-pongs together.
inline constexpr char kPvasFitted[] = "instructions of copy costs";

/// One message size of a pattern.
struct PvasSize {
  double bytes = 0;
  double pvas = 0;                 ///< time of a message, s
  double eager = 0;                ///< the same
  std::vector<double> rendezvous;  ///< the same, by buffer
  double pvas_misses = 0;          ///< of L1, both processes
  std::vector<double> rendezvous_misses;

  /// Of the buffer with which it is fastest.
  [[nodiscard]] double best_rendezvous() const;
};
/// Those sizes of `pattern` that `wanted` takes. Throws std::runtime_error if there are none.
using SizeFilter = std::function<bool(double bytes)>;
std::vector<PvasSize> pvas_sizes(const Measurements& m, const std::string& pattern, const SizeFilter& wanted);
/// The one of so many bytes.
PvasSize pvas_size(const Measurements& m, const std::string& pattern, double bytes);

// Claims by section.
std::vector<Claim> pvas_rendezvous_claims();   ///< 5.1
std::vector<Claim> pvas_application_claims();  ///< 5.2, and 5.3 of fft2d
std::vector<Claim> pvas_eager_claims();        ///< 5.3

}  // namespace tactus
