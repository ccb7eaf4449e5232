# These tests run the engine as a GUI would, on files that the program makes.
add_dependencies(${target} bookends-agent bookends)
target_compile_definitions(${target} PRIVATE BOOKENDS_AGENT="$<TARGET_FILE:bookends-agent>"
                                             BOOKENDS_PROGRAM="$<TARGET_FILE:bookends>")
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  target_compile_definitions(${target} PRIVATE BOOKENDS_SANITIZED)
endif()
# A test refuses threads: see refused_threads_test.cpp.
target_link_options(${target} PRIVATE
  -Wl,--wrap=_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE)
