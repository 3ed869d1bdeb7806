# The library: what an outside project gets by `find_package(Tactus)` or `pkg-config tactus` (docs/reference/library.md).
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# tactus_objects(<variable> <folder>): objects of all libraries and registrations in the folder and below.
function(tactus_objects variable folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  list(TRANSFORM targets REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS subfolders)
    tactus_objects(more ${subfolder})
    list(APPEND targets ${more})
  endforeach()
  set(${variable} ${targets} PARENT_SCOPE)
endfunction()

# tactus_archive(<name> <folder>): all objects of the folder as one archive, without the intermediate code of link-time
# optimisation, which no other version of the compiler reads.
function(tactus_archive name folder)
  tactus_objects(objects ${PROJECT_SOURCE_DIR}/${folder})
  add_library(${name} STATIC ${objects})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  add_custom_command(TARGET ${name} POST_BUILD VERBATIM
    COMMAND ${CMAKE_OBJCOPY} "--remove-section=.gnu.lto_*" "--remove-section=.gnu.debuglto_*" $<TARGET_FILE:${name}>)
endfunction()

# Headers of ours, which need those of fmt.
add_library(tactus_outside_headers INTERFACE)
target_include_directories(tactus_outside_headers INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/tactus>)
target_include_directories(tactus_outside_headers SYSTEM INTERFACE
  $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_features(tactus_outside_headers INTERFACE cxx_std_17)

# For plug-ins. Nothing is linked: the program that loads them has all that they use.
add_library(tactus_outside_policies INTERFACE)
target_link_libraries(tactus_outside_policies INTERFACE tactus_outside_headers)
target_compile_definitions(tactus_outside_policies INTERFACE TACTUS_INTERFACE="${TACTUS_INTERFACE}")

# For programs, linked whole: policies register themselves, and nothing calls them by name.
tactus_archive(tactus_hw hw)
add_library(tactus_outside_hw INTERFACE)
target_link_libraries(tactus_outside_hw INTERFACE
  tactus_outside_headers $<LINK_LIBRARY:WHOLE_ARCHIVE,Tactus::tactus_hw> SystemC::systemc fmt::fmt)
tactus_archive(tactus_models tlm_models)
add_library(tactus_outside_models INTERFACE)
target_link_libraries(tactus_outside_models INTERFACE
  $<LINK_LIBRARY:WHOLE_ARCHIVE,Tactus::tactus_models> tactus_outside_hw Threads::Threads)

foreach(name headers policies hw models)
  set_target_properties(tactus_outside_${name} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(TARGETS tactus_outside_headers tactus_outside_policies tactus_outside_hw tactus_outside_models tactus_hw tactus_models
  EXPORT TactusTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Tactus)
install(EXPORT TactusTargets NAMESPACE Tactus:: DESTINATION ${package} COMPONENT development)
configure_file(cmake/TactusConfig.cmake.in ${PROJECT_BINARY_DIR}/package/TactusConfig.cmake @ONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/TactusConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/TactusConfig.cmake ${PROJECT_BINARY_DIR}/package/TactusConfigVersion.cmake
  cmake/FindSystemC.cmake DESTINATION ${package} COMPONENT development)

# Both are relative to the file itself, wherever that is moved to.
cmake_path(SET TACTUS_PREFIX /prefix)
cmake_path(RELATIVE_PATH TACTUS_PREFIX BASE_DIRECTORY /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig)
configure_file(cmake/tactus.pc.in ${PROJECT_BINARY_DIR}/package/tactus.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/tactus.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)

foreach(header IN LISTS TACTUS_PUBLIC_HEADERS)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tactus/${folder} COMPONENT development)
endforeach()
