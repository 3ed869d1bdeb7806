# Finds SystemC (with TLM-2.0) and gives the target SystemC::systemc.
#
# Debian's libsystemc-dev 2.3.4 ships no CMake package, and its library links with C++17 only
# (the symbol sc_api_version carries the language version).
find_package(PkgConfig QUIET)
pkg_check_modules(PC_SYSTEMC QUIET systemc)

find_path(SystemC_INCLUDE_DIR NAMES systemc HINTS ${PC_SYSTEMC_INCLUDE_DIRS} $ENV{SYSTEMC_HOME}/include)
find_library(SystemC_LIBRARY NAMES systemc HINTS ${PC_SYSTEMC_LIBRARY_DIRS} $ENV{SYSTEMC_HOME}/lib)
set(SystemC_VERSION ${PC_SYSTEMC_VERSION})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SystemC
  REQUIRED_VARS SystemC_LIBRARY SystemC_INCLUDE_DIR
  VERSION_VAR SystemC_VERSION)

if(SystemC_FOUND AND NOT TARGET SystemC::systemc)
  find_package(Threads REQUIRED)
  add_library(SystemC::systemc UNKNOWN IMPORTED)
  set_target_properties(SystemC::systemc PROPERTIES
    IMPORTED_LOCATION ${SystemC_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${SystemC_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES Threads::Threads
    INTERFACE_COMPILE_FEATURES cxx_std_17)
endif()
mark_as_advanced(SystemC_INCLUDE_DIR SystemC_LIBRARY)
