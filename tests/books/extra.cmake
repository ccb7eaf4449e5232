# The C interface is tested as C programs use it: through the shared library.
target_link_libraries(${target} PRIVATE bookends_book)
target_compile_definitions(${target} PRIVATE BOOKENDS_BOOK_LIBRARY="$<TARGET_FILE:bookends_book>")
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  target_compile_definitions(${target} PRIVATE BOOKENDS_SANITIZED)
endif()
