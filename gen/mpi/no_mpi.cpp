// What stands for mpi_communicator.cpp and post.cpp in a program that is built without MPI.
#include "gen/mpi/mpi_communicator.h"

namespace bookends {

struct MpiCommunicator::Shared {};

Result<std::unique_ptr<MpiCommunicator>> MpiCommunicator::open(int, const MpiOptions&) {
  return Error{ErrorCode::unsupported, "built without MPI; build with -DBOOKENDS_MPI=ON"};
}

// Nothing of this is called, as there is no such object.
MpiCommunicator::~MpiCommunicator() = default;
int MpiCommunicator::rank() const { return 0; }
int MpiCommunicator::size() const { return 1; }
void MpiCommunicator::send(int, int, Bytes) {}
Result<Message> MpiCommunicator::receive(int, int, Heed) { return Error{ErrorCode::unsupported, "built without MPI"}; }
Traffic MpiCommunicator::traffic() const { return {}; }
void MpiCommunicator::give_up(const Error&) {}
void MpiCommunicator::give_up(const Error&, bool) {}
std::optional<Error> MpiCommunicator::part_in_peace() { return std::nullopt; }
void MpiCommunicator::part() {}
bool MpiCommunicator::close() { return true; }
bool MpiCommunicator::speaks() const { return true; }
bool MpiCommunicator::has_notice() const { return false; }
bool MpiCommunicator::was_said() const { return false; }
bool MpiCommunicator::has_to_speak() const { return false; }

bool has_mpi() { return false; }

}  // namespace bookends
