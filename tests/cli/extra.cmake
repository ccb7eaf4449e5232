# These tests run the program, and let it run engines.
add_dependencies(${target} bookends scripted_engine)
target_compile_definitions(${target} PRIVATE BOOKENDS_PROGRAM="$<TARGET_FILE:bookends>"
                                             BOOKENDS_SCRIPTED_ENGINE="$<TARGET_FILE:scripted_engine>")
