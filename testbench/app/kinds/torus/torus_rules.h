#pragma once

namespace tactus {

class ScenarioReading;

/// Checks a machine whose nodes have routers, its network apart, and reads the files that its scenario names.
void check_fabric(ScenarioReading& reading);

}  // namespace tactus
