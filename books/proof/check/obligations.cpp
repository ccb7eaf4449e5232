#include "books/proof/check/obligations.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace bookends {

namespace {

constexpr std::size_t kLeastObligations = 1024;
constexpr std::size_t kMostRuns = 64;

bool before(const Obligation& a, const Obligation& b) {
  const int order = std::memcmp(a.position.bytes.data(), b.position.bytes.data(), PackedPosition::kBytes);
  return order != 0 ? order < 0 : a.distance < b.distance;
}

Error io_error(const std::filesystem::path& folder) {
  return {ErrorCode::io, "temporary file in " + folder.string() + ": " + std::strerror(errno)};
}

}  // namespace

Obligations::Obligations(std::size_t memory, std::filesystem::path folder)
    : most_(std::max(kLeastObligations, memory / 2 / sizeof(Obligation))), folder_(std::move(folder)) {
  std::error_code none;
  if (folder_.empty()) folder_ = std::filesystem::temp_directory_path(none);
}

void Obligations::sort_buffer() {
  std::sort(buffer_.begin(), buffer_.end(), before);
  const auto same = [](const Obligation& a, const Obligation& b) { return a.position == b.position; };
  buffer_.erase(std::unique(buffer_.begin(), buffer_.end(), same), buffer_.end());
}

// Many ask for the same: when they are put together most of a full buffer is often free again.
Result<void> Obligations::add(const Obligation& obligation) {
  if (buffer_.size() >= most_) {
    sort_buffer();
    if (2 * buffer_.size() > most_)
      if (const Result<void> spilled = spill(); !spilled) return spilled;
  }
  if (buffer_.size() == buffer_.capacity())
    buffer_.reserve(std::min(most_, std::max(kLeastObligations, 2 * buffer_.size())));
  buffer_.push_back(obligation);
  return {};
}

Result<Obligations::Run> Obligations::new_run() const {
  std::string name = (folder_ / "bookends-check-XXXXXX").string();
  const int fd = mkstemp(name.data());
  if (fd < 0) return io_error(folder_);
  unlink(name.c_str());
  Run run;
  run.file.reset(fdopen(fd, "w+b"));
  if (!run.file) return io_error(folder_);
  return run;
}

Result<void> Obligations::write(const Obligation* obligations, std::size_t count, Run& run) const {
  if (std::fwrite(obligations, sizeof(Obligation), count, run.file.get()) != count) return io_error(folder_);
  return {};
}

Result<void> Obligations::spill() {
  Result<Run> run = new_run();
  if (!run) return run.error();
  if (const Result<void> written = write(buffer_.data(), buffer_.size(), *run); !written) return written;
  if (std::fflush(run->file.get()) != 0) return io_error(folder_);
  runs_.push_back(std::move(*run));
  buffer_.clear();
  return runs_.size() < kMostRuns ? Result<void>{} : merge_runs();
}

// All into one, while the buffer is empty: a process may have only so many files open.
Result<void> Obligations::merge_runs() {
  Result<Run> merged = new_run();
  if (!merged) return merged.error();
  if (const Result<void> begun = rewind_runs(); !begun) return begun;
  while (true) {
    const Result<std::optional<Obligation>> obligation = least();
    if (!obligation) return obligation.error();
    if (!*obligation) break;
    if (const Result<void> written = write(&**obligation, 1, *merged); !written) return written;
  }
  if (std::fflush(merged->file.get()) != 0) return io_error(folder_);
  runs_.clear();
  runs_.push_back(std::move(*merged));
  return {};
}

Result<void> Obligations::rewind_runs() {
  for (Run& run : runs_) {
    std::rewind(run.file.get());
    if (const Result<void> begun = advance(run); !begun) return begun;
  }
  return {};
}

Result<void> Obligations::advance(Run& run) {
  Obligation obligation;
  const std::size_t read = std::fread(&obligation, sizeof obligation, 1, run.file.get());
  if (read == 0 && std::ferror(run.file.get()) != 0)
    return Error{ErrorCode::io, std::string("temporary file: ") + std::strerror(errno)};
  run.head = read == 1 ? std::optional(obligation) : std::nullopt;
  return {};
}

Result<void> Obligations::sort() {
  sort_buffer();
  if (const Result<void> begun = rewind_runs(); !begun) return begun;
  Result<std::optional<Obligation>> first = least();
  if (!first) return first.error();
  ahead_ = *first;
  return {};
}

// The least of all that are left, taken out.
Result<std::optional<Obligation>> Obligations::least() {
  Run* best = nullptr;
  const Obligation* obligation = at_ < buffer_.size() ? &buffer_[at_] : nullptr;
  for (Run& run : runs_)
    if (run.head && (obligation == nullptr || before(*run.head, *obligation))) {
      best = &run;
      obligation = &*run.head;
    }
  if (obligation == nullptr) return std::optional<Obligation>();
  const Obligation found = *obligation;
  if (best == nullptr)
    ++at_;
  else if (const Result<void> advanced = advance(*best); !advanced)
    return advanced.error();
  return std::optional(found);
}

Result<std::optional<Obligation>> Obligations::next() {
  const std::optional<Obligation> found = ahead_;
  if (!found) return found;
  while (ahead_ && ahead_->position == found->position) {
    Result<std::optional<Obligation>> further = least();
    if (!further) return further.error();
    ahead_ = *further;
  }
  return found;
}

}  // namespace bookends
