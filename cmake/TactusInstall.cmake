# `cmake --install build/release --prefix DIR` and `cpack --config build/release/CPackConfig.cmake`. The component
# `program` is the program, its scenarios beside it, where it finds them (about.cpp), and the pages; `development` is the
# library (TactusLibrary.cmake). Each is a Debian package. RTL needs a clone: what is installed has none.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # tests and benches need not be built for it
include(GNUInstallDirs)

set(docs ${CMAKE_INSTALL_DATADIR}/doc/tactus)
install(TARGETS tactus RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/tactus COMPONENT program)
install(FILES README.md CHANGELOG.md DESTINATION ${docs} COMPONENT program)
install(DIRECTORY docs DESTINATION ${docs} COMPONENT program)
install(FILES LICENSE DESTINATION ${docs} RENAME copyright COMPONENT program)
# Of what is compiled into the program.
install(FILES testbench/app/report/third_party/uplot/LICENSE DESTINATION ${docs}/uplot COMPONENT program)
install(FILES testbench/app/results/third_party/libfst/LICENSE DESTINATION ${docs}/libfst COMPONENT program)

set(docs ${CMAKE_INSTALL_DATADIR}/doc/libtactus-dev)
install(FILES LICENSE DESTINATION ${docs} RENAME copyright COMPONENT development)
install(FILES CHANGELOG.md DESTINATION ${docs} COMPONENT development)
install(DIRECTORY docs/examples DESTINATION ${docs} COMPONENT development)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tactus)
set(CPACK_PACKAGE_CONTACT "the Tactus maintainers <tactus@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)  # the build id, by which results know their program, stays
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME tactus)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS libtactus-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtactus-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libsystemc-dev (>= 2.3.4), libfmt-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "tactus (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "${PROJECT_DESCRIPTION} - headers and libraries")
include(CPack)
