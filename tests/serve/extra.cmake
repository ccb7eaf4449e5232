# The program makes the files that the server answers from.
add_dependencies(${target} bookends)
target_link_libraries(${target} PRIVATE bookends_serve bookends_explore)
target_compile_definitions(${target} PRIVATE BOOKENDS_PROGRAM="$<TARGET_FILE:bookends>")
target_link_libraries(${target} PRIVATE bookends_wasm)
