# The targets of the fuzzers, without a fuzzer.
target_link_libraries(${target} PRIVATE bookends_verify bookends_match_parts bookends_zstd_frames ZLIB::ZLIB)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  target_compile_definitions(${target} PRIVATE BOOKENDS_SANITIZED)
endif()
