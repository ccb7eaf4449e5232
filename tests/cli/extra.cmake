# These tests run the program.
add_dependencies(${target} bookends)
target_compile_definitions(${target} PRIVATE BOOKENDS_PROGRAM="$<TARGET_FILE:bookends>")
