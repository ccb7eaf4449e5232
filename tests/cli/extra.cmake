# These tests run the program, and let it run engines.
add_dependencies(${target} bookends bookends-agent scripted_engine)
target_compile_definitions(
  ${target} PRIVATE BOOKENDS_PROGRAM="$<TARGET_FILE:bookends>" BOOKENDS_AGENT="$<TARGET_FILE:bookends-agent>"
                    BOOKENDS_SCRIPTED_ENGINE="$<TARGET_FILE:scripted_engine>")
