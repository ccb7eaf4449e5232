#include "books/proof/check/obligations.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace bookends {

namespace {

constexpr std::size_t kLeastDemands = 1024;
constexpr std::size_t kMostRuns = 64;

bool before(const Demand& a, const Demand& b) {
  const int order = std::memcmp(a.position.bytes.data(), b.position.bytes.data(), PackedPosition::kBytes);
  return order != 0 ? order < 0 : a.distance < b.distance;
}

Error io_error(const std::filesystem::path& folder) {
  return {ErrorCode::io, "temporary file in " + folder.string() + ": " + std::strerror(errno)};
}

}  // namespace

Demands::Demands(std::size_t memory, std::filesystem::path folder)
    : most_(std::max(kLeastDemands, memory / 2 / sizeof(Demand))), folder_(std::move(folder)) {
  std::error_code none;
  if (folder_.empty()) folder_ = std::filesystem::temp_directory_path(none);
}

void Demands::sort_buffer() {
  std::sort(buffer_.begin(), buffer_.end(), before);
  const auto same = [](const Demand& a, const Demand& b) { return a.position == b.position; };
  buffer_.erase(std::unique(buffer_.begin(), buffer_.end(), same), buffer_.end());
}

// Many ask for the same: when they are put together most of a full buffer is often free again.
Result<void> Demands::add(const Demand& demand) {
  if (buffer_.size() >= most_) {
    sort_buffer();
    if (2 * buffer_.size() > most_)
      if (const Result<void> spilled = spill(); !spilled) return spilled;
  }
  if (buffer_.size() == buffer_.capacity())
    buffer_.reserve(std::min(most_, std::max(kLeastDemands, 2 * buffer_.size())));
  buffer_.push_back(demand);
  return {};
}

Result<Demands::Run> Demands::new_run() const {
  std::string name = (folder_ / "bookends-check-XXXXXX").string();
  const int fd = mkstemp(name.data());
  if (fd < 0) return io_error(folder_);
  unlink(name.c_str());
  Run run;
  run.file.reset(fdopen(fd, "w+b"));
  if (!run.file) return io_error(folder_);
  return run;
}

Result<void> Demands::write(const Demand* demands, std::size_t count, Run& run) const {
  if (std::fwrite(demands, sizeof(Demand), count, run.file.get()) != count) return io_error(folder_);
  return {};
}

Result<void> Demands::spill() {
  Result<Run> run = new_run();
  if (!run) return run.error();
  if (const Result<void> written = write(buffer_.data(), buffer_.size(), *run); !written) return written;
  if (std::fflush(run->file.get()) != 0) return io_error(folder_);
  runs_.push_back(std::move(*run));
  buffer_.clear();
  return runs_.size() < kMostRuns ? Result<void>{} : merge_runs();
}

// All into one, while the buffer is empty: a process may have only so many files open.
Result<void> Demands::merge_runs() {
  Result<Run> merged = new_run();
  if (!merged) return merged.error();
  if (const Result<void> begun = rewind_runs(); !begun) return begun;
  while (true) {
    const Result<std::optional<Demand>> demand = least();
    if (!demand) return demand.error();
    if (!*demand) break;
    if (const Result<void> written = write(&**demand, 1, *merged); !written) return written;
  }
  if (std::fflush(merged->file.get()) != 0) return io_error(folder_);
  runs_.clear();
  runs_.push_back(std::move(*merged));
  return {};
}

Result<void> Demands::rewind_runs() {
  for (Run& run : runs_) {
    std::rewind(run.file.get());
    if (const Result<void> begun = advance(run); !begun) return begun;
  }
  return {};
}

Result<void> Demands::advance(Run& run) {
  Demand demand;
  const std::size_t read = std::fread(&demand, sizeof demand, 1, run.file.get());
  if (read == 0 && std::ferror(run.file.get()) != 0)
    return Error{ErrorCode::io, std::string("temporary file: ") + std::strerror(errno)};
  run.head = read == 1 ? std::optional(demand) : std::nullopt;
  return {};
}

Result<void> Demands::sort() {
  sort_buffer();
  if (const Result<void> begun = rewind_runs(); !begun) return begun;
  Result<std::optional<Demand>> first = least();
  if (!first) return first.error();
  ahead_ = *first;
  return {};
}

// The least of all that are left, taken out.
Result<std::optional<Demand>> Demands::least() {
  Run* best = nullptr;
  const Demand* demand = at_ < buffer_.size() ? &buffer_[at_] : nullptr;
  for (Run& run : runs_)
    if (run.head && (demand == nullptr || before(*run.head, *demand))) {
      best = &run;
      demand = &*run.head;
    }
  if (demand == nullptr) return std::optional<Demand>();
  const Demand found = *demand;
  if (best == nullptr)
    ++at_;
  else if (const Result<void> advanced = advance(*best); !advanced)
    return advanced.error();
  return std::optional(found);
}

Result<std::optional<Demand>> Demands::next() {
  const std::optional<Demand> found = ahead_;
  if (!found) return found;
  while (ahead_ && ahead_->position == found->position) {
    Result<std::optional<Demand>> further = least();
    if (!further) return further.error();
    ahead_ = *further;
  }
  return found;
}

}  // namespace bookends
