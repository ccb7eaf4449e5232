# It replaces the allocation functions: a compiler that sees both sides of them in one file takes that for a mistake.
set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/search/allocation_test.cpp
                            PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
