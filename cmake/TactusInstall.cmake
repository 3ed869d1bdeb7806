# `cmake --install build/release --prefix DIR` and `cpack --config build/release/CPackConfig.cmake`: the program, its
# scenarios beside it, where it finds them (about.cpp), and the pages. RTL needs a clone: what is installed has none.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # tests and benches need not be built for it
include(GNUInstallDirs)

install(TARGETS tactus RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/tactus)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tactus)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tactus RENAME copyright)
# Of what is compiled into the program.
install(FILES testbench/app/report/third_party/uplot/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tactus/uplot)
install(FILES testbench/app/results/third_party/libfst/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tactus/libfst)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tactus)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tactus)
set(CPACK_PACKAGE_CONTACT "the Tactus maintainers <tactus@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)  # the build id, by which results know their program, stays
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
