#include "hw/router/tie_break.h"

namespace tactus {
namespace {

const Registered<TieBreakKind> kSigned{{{"signed", "A packet goes the way of the offset's sign in its header."},
                                        [](const Tie& tie) { return tie.negative; }}};

}  // namespace
}  // namespace tactus
