# A UCI engine that does what its arguments say, to play against; and the program, to play matches with it.
add_executable(scripted_engine match/engine/scripted_engine.cpp)
target_link_libraries(scripted_engine PRIVATE bookends_core)
add_dependencies(${target} scripted_engine bookends bookends-agent)
target_link_libraries(${target} PRIVATE bookends_match_parts)
target_compile_definitions(${target} PRIVATE BOOKENDS_SCRIPTED_ENGINE="$<TARGET_FILE:scripted_engine>"
                                             BOOKENDS_PROGRAM="$<TARGET_FILE:bookends>")
