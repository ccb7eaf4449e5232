target_link_libraries(${target} PRIVATE bookends_pages)
