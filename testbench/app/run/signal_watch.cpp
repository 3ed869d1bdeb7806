#include "testbench/app/run/signal_watch.h"

#include <fmt/core.h>

#include "testbench/app/results/text_summary.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
constexpr std::array kNames = {"SIGINT", "SIGTERM", "SIGHUP"};
constexpr int kOfSignals = 128;

volatile std::sig_atomic_t first_signal = 0;

void note(int signal) {
  if (first_signal == 0) first_signal = signal;
}

std::string name_of(int signal) {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    if (kSignals.at(i) == signal) return kNames.at(i);
  }
  return fmt::format("signal {}", signal);
}

}  // namespace

Interrupted::Interrupted(int signal, const std::string& where)
    : std::runtime_error(fmt::format("ended by {} {}", name_of(signal), where)), status_(kOfSignals + signal) {}

SignalWatch::SignalWatch() {
  first_signal = 0;
  struct sigaction watch = {};
  watch.sa_handler = note;
  watch.sa_flags = static_cast<int>(SA_RESETHAND);  // calls that wait are to end
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals.at(i), nullptr, &before_.at(i));
    if (before_.at(i).sa_handler != SIG_IGN) sigaction(kSignals.at(i), &watch, nullptr);
  }
}

SignalWatch::~SignalWatch() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals.at(i), &before_.at(i), nullptr);
  first_signal = 0;
}

int SignalWatch::seen() { return first_signal; }

void stop_if_signalled(Picoseconds now) {
  if (first_signal == 0) return;
  throw Interrupted(first_signal, fmt::format("at {} of simulated time", duration_text(seconds(now))));
}

}  // namespace tactus
