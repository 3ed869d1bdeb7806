#pragma once

#include <string>
#include <system_error>

namespace tactus {

/// To be called once, before anything else. From then on
/// - a standard stream that is closed is not mistaken for a file that is opened later: writing to it fails;
/// - a file that grows over a limit (ulimit -f) is an error of that file, as on a full disk, and ends nothing else;
/// - memory that is refused is remembered, beside the exception.
void guard_process();

/// Whether memory has been refused to this process.
bool out_of_memory();
/// "out of memory: 812 MiB were in use, and a limit (ulimit -v) allows 1024 MiB".
std::string out_of_memory_text();

/// Text of a refusal by the system. For a process or thread, about which the system says no more than "try again", it
/// names that and the limit.
std::string refusal_text(const std::system_error& error);

/// Forces standard output out; the reason why something of it has been lost, or nothing.
std::string lost_output();

}  // namespace tactus
