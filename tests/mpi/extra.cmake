# The program, started by mpirun; and a job that does what it is told.
add_executable(rank_worker mpi/worker/rank_worker.cpp)
target_link_libraries(rank_worker PRIVATE bookends_gen)
add_dependencies(${target} rank_worker bookends)
target_compile_definitions(${target} PRIVATE BOOKENDS_RANK_WORKER="$<TARGET_FILE:rank_worker>"
                                             BOOKENDS_MPIRUN="${MPIEXEC_EXECUTABLE}"
                                             BOOKENDS_PROGRAM="$<TARGET_FILE:bookends>")
# They mostly wait, and have more processes than there are cores: one at a time, beside those that compute.
set(slow_properties RESOURCE_LOCK ranks)
