# The C interface is tested as C programs use it: through the shared library.
target_link_libraries(${target} PRIVATE bookends_book)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  target_compile_definitions(${target} PRIVATE BOOKENDS_SANITIZED)
endif()
# The tests put faults between the project's code and the system: see faults.h.
target_link_options(${target} PRIVATE -Wl,--wrap=write -Wl,--wrap=fdatasync
  -Wl,--wrap=_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE)
