# These tests run the engine as a GUI would, on files that the program makes.
add_dependencies(${target} bookends-agent bookends)
target_compile_definitions(${target} PRIVATE BOOKENDS_AGENT="$<TARGET_FILE:bookends-agent>"
                                             BOOKENDS_PROGRAM="$<TARGET_FILE:bookends>")
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  target_compile_definitions(${target} PRIVATE BOOKENDS_SANITIZED)
endif()
