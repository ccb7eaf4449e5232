# Packages by `cpack`: .deb of the programs, of the libraries and of what compiles against them, and an archive of the
# sources (`cpack --config CPackSourceConfig.cmake`), which builds without git.
set(CPACK_PACKAGE_VENDOR "the Bookends authors")
set(CPACK_PACKAGE_CONTACT "the Bookends authors <bookends@localhost>")
set(CPACK_PACKAGE_FILE_NAME bookends-${PROJECT_VERSION})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL programs libraries development python)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What packages of others need that are linked with the libraries: this version or a later one, as long as the names of
# the libraries stay.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
# The programs need the libraries of the other package, which is not installed where the packages are made.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/books ${PROJECT_BINARY_DIR}/tablebases)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS "libbookends1 (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME bookends)
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION "opening books and endgame tablebases: programs
 Makes opening books and endgame tables of chess-like games, asks them, and
 plays from them as a UCI engine.")
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_NAME libbookends1)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_LIBRARIES_DESCRIPTION "opening books and endgame tablebases: libraries
 Looks positions up in the books and tables of Bookends.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libbookends-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# The archives need zstd.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libbookends1 (= ${PROJECT_VERSION}), libzstd-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "g++")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "opening books and endgame tablebases: headers
 What programs in C and C++ compile against that ask the books and tables of
 Bookends.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-bookends)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), libbookends1 (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS bookends)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "opening books and endgame tablebases: Python
 Asks the books and tables of Bookends, and its agent, from Python.")

set(CPACK_SOURCE_GENERATOR TXZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME bookends-${PROJECT_VERSION}-source)
set(here "^${PROJECT_SOURCE_DIR}/")
set(CPACK_SOURCE_IGNORE_FILES "${here}[.]git" "${here}build" "${here}quickstart-out/" "${here}out/")

foreach(component IN ITEMS programs libraries development python)
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} RENAME copyright
          COMPONENT ${component})
  install(FILES ${PROJECT_SOURCE_DIR}/tools/packaging/THIRD_PARTY.md ${PROJECT_SOURCE_DIR}/tools/packaging/SECURITY.md
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
          COMPONENT ${component})
endforeach()
include(CPack)
