#include "hw/router/tie_break.h"

namespace tactus {
namespace {

const Registered<TieBreakKind> kPositive{{{"positive", "Every packet goes the plus way."}, nullptr}};

}  // namespace
}  // namespace tactus
