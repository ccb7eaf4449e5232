# They share solutions: of all endings of four men of chess, of five of fragments-sd.
set(slow_together "SolveSlow.*:SolveDtzSlow.*:SolveTruthSlow.*")

target_link_libraries(${target} PRIVATE bookends_zstd_frames)

# The C interface is tested by a program that is C only, and by a look at what the library needs and shows.
set(capi_tables ${CMAKE_CURRENT_BINARY_DIR}/capi-tables)
add_executable(bookends_tables_c_test ${CMAKE_CURRENT_SOURCE_DIR}/tablebases/capi/c_api_test.c)
target_compile_options(bookends_tables_c_test PRIVATE -std=c99 -Wall -Wextra -Wpedantic -Werror)
target_link_libraries(bookends_tables_c_test PRIVATE bookends_tables)
add_test(NAME tablebases.c_api.tables COMMAND bookends tables build fragments KPvKP --out ${capi_tables} --quiet)
add_test(NAME tablebases.c_api.chess COMMAND bookends tables build chess KRvK --out ${capi_tables}-chess --quiet)
add_test(NAME tablebases.c_api COMMAND bookends_tables_c_test ${capi_tables} ${capi_tables}-chess)
set_tests_properties(tablebases.c_api.tables tablebases.c_api.chess PROPERTIES FIXTURES_SETUP capi_tables LABELS fast)
set_tests_properties(tablebases.c_api PROPERTIES FIXTURES_REQUIRED capi_tables LABELS fast)
# For developers that have Python: it fails when the sizes in a header do not add up to the file.
find_program(BOOKENDS_PYTHON python3)
if(BOOKENDS_PYTHON)
  add_test(NAME tablebases.sizes COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/benchmarks/table_sizes ${capi_tables})
  # Syzygy's files are of chess; these tables are of fragments.
  add_test(NAME tablebases.sizes_of_another_game
           COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/benchmarks/table_sizes --syzygy ${capi_tables})
  set_tests_properties(tablebases.sizes_of_another_game PROPERTIES
                       PASS_REGULAR_EXPRESSION "Syzygy's files are of chess")
  set_tests_properties(tablebases.sizes tablebases.sizes_of_another_game PROPERTIES FIXTURES_REQUIRED capi_tables
                                                                                  LABELS fast)
endif()
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  add_test(NAME tablebases.c_api.surface COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tablebases/capi/surface
                                                 $<TARGET_FILE:bookends_tables> bookends_tables_)
  add_test(NAME books.c_api.surface COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tablebases/capi/surface
                                            $<TARGET_FILE:bookends_book> bookends_book_)
  set_tests_properties(tablebases.c_api.surface books.c_api.surface PROPERTIES LABELS fast)
endif()
