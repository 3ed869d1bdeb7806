#pragma once

namespace tactus {

/// From now on a call of a plug-in's policy that does not return within ten seconds ends this process, as a violation
/// of the model does, with the policy's name. A process that was forked after that has to ask for it again.
void watch_policies();

}  // namespace tactus
