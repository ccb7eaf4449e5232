# Engines to search with: the agent, and the one of tests/match that fails as it is told.
add_dependencies(${target} scripted_engine bookends-agent)
target_compile_definitions(${target} PRIVATE BOOKENDS_SCRIPTED_ENGINE="$<TARGET_FILE:scripted_engine>"
                                             BOOKENDS_AGENT="$<TARGET_FILE:bookends-agent>")
