# What others find of it once it is installed: links to the agent, manual pages, completions, and the two libraries by
# pkg-config and by CMake. What is not of the component `libraries` or `development` is of `programs`.

# Where pkg-config finds the file is where the rest is, too, wherever that was moved to.
set(BOOKENDS_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" up ${up})
  set(BOOKENDS_PC_PREFIX "\${pcfiledir}/${up}")
endif()
# What the archives need besides: zstd and the C++ library, of which the shared libraries have a part in themselves.
set(BOOKENDS_PC_PRIVATE_tables "-lzstd -lstdc++ -lm")
set(BOOKENDS_PC_PRIVATE_book "-lzstd -lstdc++ -lm")
foreach(part IN ITEMS tables book)
  set(BOOKENDS_PC_PRIVATE ${BOOKENDS_PC_PRIVATE_${part}})
  configure_file(tools/packaging/pkgconfig.pc.in ${PROJECT_BINARY_DIR}/bookends-${part}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/bookends-${part}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT development)
endforeach()

install(TARGETS bookends_cpp EXPORT bookends)
install(FILES tools/packaging/bookends.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/bookends)
configure_file(tools/packaging/bookends-config.cmake.in ${PROJECT_BINARY_DIR}/bookends-config.cmake COPYONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/bookends-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bookends-config.cmake ${PROJECT_BINARY_DIR}/bookends-config-version.cmake
        DESTINATION ${package} COMPONENT development)
install(EXPORT bookends FILE bookends-targets.cmake NAMESPACE bookends:: DESTINATION ${package} COMPONENT development)

# Where Debian's Python looks. It finds the libraries in the folders above it.
install(DIRECTORY tools/python/bookends DESTINATION lib/python3/dist-packages COMPONENT python
        FILES_MATCHING PATTERN "*.py" PATTERN py.typed PATTERN __pycache__ EXCLUDE)

# Manual pages and what shells complete by are what the program says. Where it cannot run, there are none.
if(BOOKENDS_PROGRAMS AND NOT CMAKE_CROSSCOMPILING)
  set(manual ${PROJECT_BINARY_DIR}/manual)
  install(CODE "
    set(program \"$<TARGET_FILE:bookends>\")
    file(REMOVE_RECURSE \"${manual}\")
    execute_process(COMMAND \"\${program}\" man --out \"${manual}/man1\" COMMAND_ERROR_IS_FATAL ANY)
    foreach(shell IN ITEMS bash fish zsh)
      execute_process(COMMAND \"\${program}\" completion \${shell} OUTPUT_FILE \"${manual}/\${shell}\"
                      COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
    # The agent plays the game that its name ends in.
    execute_process(COMMAND \"\${program}\" games --json OUTPUT_VARIABLE games COMMAND_ERROR_IS_FATAL ANY)
    string(JSON last LENGTH \"\${games}\")
    math(EXPR last \"\${last} - 1\")
    foreach(i RANGE \${last})
      string(JSON game GET \"\${games}\" \${i} name)
      file(CREATE_LINK bookends-agent \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/bookends-agent-\${game}\"
           SYMBOLIC)
    endforeach()")
  install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${manual}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _bookends)
  # These two look for a file by the name of the program.
  foreach(program IN ITEMS bookends bookends-agent)
    install(FILES ${manual}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${program})
    install(FILES ${manual}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
            RENAME ${program}.fish)
  endforeach()
endif()
