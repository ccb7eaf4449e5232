# All kinds of files are known here alone.
target_link_libraries(${target} PRIVATE bookends_verify)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  target_compile_definitions(${target} PRIVATE BOOKENDS_SANITIZED)
endif()
