# The module for browsers, by emscripten: `cmake --preset wasm && cmake --build --preset wasm`. In the build's folder
# are then bookends.wasm, bookends.js around it, and bookends.html, one file that needs nothing else.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  message(WARNING "the module is meant to be built as Release")
endif()

set(CMAKE_POSITION_INDEPENDENT_CODE OFF)

# Headers of the system's folder that are alike everywhere. The folder itself has the headers of another C library.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(header IN ITEMS xxhash.h:libxxhash-dev hwy:libhwy-dev fmt:libfmt-dev utf8cpp:libutfcpp-dev)
  string(REGEX REPLACE ":.*" "" name ${header})
  string(REGEX REPLACE ".*:" "" package ${header})
  if(NOT EXISTS /usr/include/${name})
    message(FATAL_ERROR "${name} not found. On Debian: apt-get install ${package}")
  endif()
  file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
endforeach()

# What asks files, and the search: of five games, so most of the time goes into templates. Files that are compiled as
# one share the headers.
file(GLOB core_sources CONFIGURE_DEPENDS core/rules/*.cpp core/position/*.cpp core/notation/move_text.cpp
     core/eval/*.cpp core/eval/weights/*.cpp core/eval/net/*.cpp core/search/time.cpp core/search/tree/transposition.cpp
     core/io/byte_source.cpp core/io/bytes.cpp core/io/checksum.cpp core/io/file.cpp core/io/folder.cpp
     core/base/large_pages.cpp core/base/printable.cpp core/base/spare_memory.cpp core/base/utf8.cpp
     core/base/words.cpp)
list(FILTER core_sources EXCLUDE REGEX "perft|unmoves|kernels")
set(alone core/search/search.cpp core/search/tree/worker.cpp core/eval/net/kernels.cpp)
file(GLOB table_sources CONFIGURE_DEPENDS tablebases/material/*.cpp tablebases/file/*.cpp tablebases/zstd/*.cpp
     tablebases/syzygy/*.cpp tablebases/probe/*.cpp tablebases/oracle/*.cpp tablebases/capi/*.cpp)
list(FILTER table_sources EXCLUDE REGEX "file/block_codec")
file(GLOB book_sources CONFIGURE_DEPENDS books/played/*.cpp books/file/*.cpp books/probe/*.cpp books/capi/*.cpp)
# Certificates are in zstd's frames of any kind, the blocks of tables in those that tablebases/zstd reads.
list(FILTER book_sources EXCLUDE REGEX "capi/certificate")
file(GLOB page_sources CONFIGURE_DEPENDS tools/pages/board/*.cpp tools/wasm/*.cpp)
list(FILTER page_sources EXCLUDE REGEX "board/file")

add_executable(module ${alone})
set(parts "")
foreach(part IN ITEMS core table book page)
  add_library(wasm_${part} OBJECT ${${part}_sources})
  set_target_properties(wasm_${part} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 100)
  list(APPEND parts wasm_${part})
endforeach()
foreach(target IN LISTS parts ITEMS module)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_include_directories(${target} SYSTEM PRIVATE ${headers} ${headers}/utf8cpp)
  # One instruction set, so nothing is chosen at run time, and no library of Highway is needed. fmt does without locales,
  # which are a tenth of a megabyte.
  target_compile_definitions(${target} PRIVATE FMT_HEADER_ONLY FMT_STATIC_THOUSANDS_SEPARATOR=','
                                                       HWY_COMPILE_ONLY_STATIC)
  # The search, and what it calls a million times a second; the rest is to be small.
  set(level -Os)
  if(target MATCHES "module|core")
    set(level -O2)
  endif()
  target_compile_options(${target} PRIVATE ${level} -w "SHELL:-include ${PROJECT_SOURCE_DIR}/tools/wasm/lacking.h")
endforeach()
target_link_libraries(module PRIVATE ${parts})

# What scripts may call. Texts and structures go through the module's memory.
set(exported _malloc _free)
foreach(header IN ITEMS tablebases/capi/bookends_tables.h books/capi/bookends_book.h tools/wasm/bookends_search.h
                        tools/wasm/exports.cpp)
  file(STRINGS ${header} lines REGEX "bookends_[a-z_]+\\(")
  foreach(line IN LISTS lines)
    if(line MATCHES "^[A-Za-z].*[ *](bookends_[a-z_]+)\\(")
      list(APPEND exported _${CMAKE_MATCH_1})
    endif()
  endforeach()
endforeach()
list(REMOVE_DUPLICATES exported)
list(FILTER exported EXCLUDE REGEX "_certificate_")
list(JOIN exported "," exported)
target_link_options(module PRIVATE -Os -sMODULARIZE=1 -sEXPORT_NAME=BookendsModule -sENVIRONMENT=web,worker,node
  -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=1GB -sINITIAL_MEMORY=32MB -sTOTAL_STACK=4MB -sFORCE_FILESYSTEM=1
  -sEXPORTED_FUNCTIONS=${exported} -sEXPORTED_RUNTIME_METHODS=FS,ccall,cwrap,getValue,setValue,UTF8ToString)
set_target_properties(module PROPERTIES OUTPUT_NAME bookends RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

# The page, with the module in it.
file(GLOB page_files CONFIGURE_DEPENDS tools/wasm/page/*)
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/bookends.html DEPENDS module ${page_files} VERBATIM
                   COMMAND ${PROJECT_SOURCE_DIR}/tools/wasm/page/put_together ${PROJECT_BINARY_DIR}/bookends.js
                           ${PROJECT_BINARY_DIR}/bookends.wasm ${PROJECT_BINARY_DIR}/bookends.html)
add_custom_target(page ALL DEPENDS ${PROJECT_BINARY_DIR}/bookends.html)
