# All kinds of files are known here alone.
target_link_libraries(${target} PRIVATE bookends_verify)
