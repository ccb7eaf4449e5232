# The tests put faults between the project's file code and the system: see faults.h.
target_link_options(${target} PRIVATE -Wl,--wrap=pwrite -Wl,--wrap=fsync -Wl,--wrap=rename -Wl,--wrap=renameat2
                    -Wl,--wrap=syncfs)
