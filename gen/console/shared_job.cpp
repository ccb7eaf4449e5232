#include "gen/console/shared_job.h"

#include <string>

#include "gen/console/interrupt.h"
#include "gen/mpi/mpi_communicator.h"

namespace bookends {

SharedJob::SharedJob() : launch_(bookends::launch()) {}
SharedJob::~SharedJob() = default;

Result<Communicator*> SharedJob::ranks(std::chrono::milliseconds patience) {
  if (!is_shared() || ranks_) return ranks_.get();
  catch_interrupts(leads());
  MpiOptions options;
  options.patience = patience;
  options.stop = interrupted;
  Result<std::unique_ptr<MpiCommunicator>> opened = MpiCommunicator::open(launch_.size, options);
  not_opened_ = !opened;
  if (!opened) return opened.error();
  ranks_ = std::move(*opened);
  return ranks_.get();
}

// Errors of other ranks than the first are known by the number; those that have come from a rank bear it already.
Error SharedJob::named(const Error& error) const {
  if (leads() || !own_) return error;
  return {error.code, "rank " + std::to_string(launch_.rank) + ": " + error.message};
}

// The first rank that lives speaks at once, unless somebody else has. The others see in the end whether it did.
std::optional<Error> SharedJob::fail(const Error& error) {
  if (!is_shared()) return error;
  if (error_) return std::nullopt;
  error_ = error;
  own_ = !ranks_ || !ranks_->has_notice();
  said_ = ranks_ ? ranks_->speaks() && !ranks_->was_said() : leads();
  return said_ ? std::optional(named(error)) : std::nullopt;
}

std::optional<Error> SharedJob::fail_alike(const Error& error) {
  alike_ = true;
  return leads() ? std::optional(error) : std::nullopt;
}

// An error of one process alone has to reach the others, who may wait for it. So the ranks are opened for that, too.
SharedJob::Ending SharedJob::end(std::chrono::milliseconds patience) {
  if (!is_shared() || alike_) return {};
  if (error_ && !ranks_ && !not_opened_) static_cast<void>(ranks(patience));
  if (ranks_) return error_ ? end_in_error() : end_in_peace();
  Ending ending;
  ending.clean = !not_opened_;
  if (error_ && !said_) ending.say = named(*error_);
  return ending;
}

// Once one process has ended with an error mpirun ends the others, which shall come to their own exit codes.
bool SharedJob::close() {
  ignore_interrupts();
  return ranks_->close();
}

SharedJob::Ending SharedJob::end_in_peace() {
  Ending ending;
  ending.news = ranks_->part_in_peace();
  if (ending.news) {
    ending.say = fail(*ending.news);
    if (own_) ranks_->give_up(*ending.news, said_);
  }
  ending.clean = close();
  return ending;
}

SharedJob::Ending SharedJob::end_in_error() {
  if (own_) ranks_->give_up(*error_, said_);
  ranks_->part();
  Ending ending;
  ending.clean = close();
  if (own_ && !said_ && ranks_->has_to_speak()) ending.say = named(*error_);
  return ending;
}

}  // namespace bookends
