# Finds SystemC (with TLM-2.0) and gives the target SystemC::systemc.
#
# An installation that CMake made has a package, SystemCLanguage. The others have none, as Debian's libsystemc-dev: their
# files are looked for, first where $SYSTEMC_HOME says. Its library may stand in lib-linux64 and the like. It links with
# programs in the C++ of its own build only (the symbol sc_api_version carries the language version): C++17.
find_package(SystemCLanguage CONFIG QUIET HINTS $ENV{SYSTEMC_HOME})
if(TARGET SystemC::systemc)
  get_target_property(SystemC_INCLUDE_DIR SystemC::systemc INTERFACE_INCLUDE_DIRECTORIES)
  set(SystemC_LIBRARY SystemC::systemc)
  set(SystemC_VERSION ${SystemCLanguage_VERSION})
  if(DEFINED SystemC_CXX_STANDARD AND SystemC_CXX_STANDARD LESS 17)
    set(SystemC_LIBRARY SystemC_LIBRARY-NOTFOUND)
    set(SystemC_REASON "SystemC in ${SystemCLanguage_DIR} was built for C++${SystemC_CXX_STANDARD}: C++17 is needed")
  endif()
else()
  find_package(PkgConfig QUIET)
  pkg_check_modules(PC_SYSTEMC QUIET systemc)
  # Two calls each: what the environment names goes before everything else.
  set(home $ENV{SYSTEMC_HOME})
  find_path(SystemC_INCLUDE_DIR NAMES systemc PATHS ${home} PATH_SUFFIXES include NO_DEFAULT_PATH)
  find_path(SystemC_INCLUDE_DIR NAMES systemc HINTS ${PC_SYSTEMC_INCLUDE_DIRS})
  find_library(SystemC_LIBRARY NAMES systemc PATHS ${home} PATH_SUFFIXES lib lib-linux64 lib-linux lib64 lib-macosx64
    NO_DEFAULT_PATH)
  find_library(SystemC_LIBRARY NAMES systemc HINTS ${PC_SYSTEMC_LIBRARY_DIRS})
  set(SystemC_VERSION "")
  if(EXISTS "${SystemC_INCLUDE_DIR}/sysc/kernel/sc_ver.h")
    file(STRINGS "${SystemC_INCLUDE_DIR}/sysc/kernel/sc_ver.h" lines REGEX "define SC_VERSION_(MAJOR|MINOR|PATCH) ")
    list(TRANSFORM lines REPLACE "^[^0-9]*([0-9]+).*$" "\\1")
    list(JOIN lines "." SystemC_VERSION)
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SystemC
  REQUIRED_VARS SystemC_LIBRARY SystemC_INCLUDE_DIR
  VERSION_VAR SystemC_VERSION
  REASON_FAILURE_MESSAGE "${SystemC_REASON}")

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
