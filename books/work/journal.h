// The journal of a build: the searches finished since the last snapshot, and the trial games, one record each, appended
// as they come in.
//
// Growing a book is a fixed sequence of steps that asks for them; the journal remembers their answers. To resume
// is to take the same steps again from the snapshot, with the journal answering instead of a search wherever it can.
// The order of its records means nothing, so neither the number of threads nor the moment of a kill matters.
//
// Layout: an empty envelope (envelope.h), then records of
//   u32 bytes of the content, u64 checksum of the content, content.
// A record that is cut off or fails its checksum ends the journal; it and what follows are dropped. One that is whole
// but makes no sense is passed over.
//
// The whole file is in memory while it is loaded, and from then on only where each record stands: they are read again
// when they are asked for, which a resumed build does once for each.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "books/work/tasks.h"
#include "books/work/workspace.h"

namespace bookends {

// What such a file begins with.
inline constexpr std::string_view kJournalMagic = "BKENDSJ1";

struct JournalFacts {
  std::string game;
  std::uint64_t records = 0;
  std::uint64_t cut = 0;  // bytes at the end, of a record that was cut off: a build drops them
};

class Journal {
 public:
  // Whether such a file is sound, whatever its settings. `name` is for messages. Errors: corrupt (also for a record
  // that is whole and makes no sense, which a build passes over), unsupported.
  static Result<JournalFacts> check(std::span<const std::byte> bytes, const std::string& name);

  // Opens or begins the journal and locks it against other builds. Errors: io (also: in use by another build),
  // corrupt, unsupported, invalid_argument as load_snapshot().
  static Result<Journal> open(const BuildSettings& settings, const std::filesystem::path& path);
  // What another build has searched, to be asked only: the file is neither locked nor changed, and may be in use. Its
  // settings need be the same for searches alone. Errors: not_found, and as open().
  static Result<Journal> read(const BuildSettings& settings, const std::filesystem::path& path);
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&& other) noexcept;
  ~Journal();

  // Nothing as well when the record cannot be read any more; the search is then made again.
  std::optional<LeafResult> find(const SearchTask& task) const;
  std::optional<TrialResult> find(const TrialTask& task) const;
  std::size_t size() const { return places_.size(); }
  std::chrono::milliseconds time_spent() const { return time_spent_; }

  // After a crash of the program what was written is there; after a crash of the machine, what was synced. What an
  // error (io) kept from being written leaves no trace in the file.
  Result<void> add(const SearchTask& task, const LeafResult& result);
  Result<void> add(const TrialTask& task, const TrialResult& result);
  Result<void> add_time(std::chrono::milliseconds spent);
  Result<void> sync();
  // Forgets all searches: a snapshot holds them now. The time spent stays.
  Result<void> restart();

 private:
  Journal(BuildSettings settings, std::filesystem::path path)
      : settings_(std::move(settings)), path_(std::move(path)) {}
  std::vector<std::byte> header() const;
  Result<void> mend_cut_header();
  Error in_use() const;
  Result<void> begin();
  Result<void> lock();
  Result<void> load(Compared what);
  Result<void> drop_torn_end();
  struct RecordPlace {
    std::uint64_t number = 0;
    std::size_t at = 0;
  };
  struct RecordsRead {
    std::size_t end = 0;  // where the first one begins that is not whole
    std::uint64_t records = 0;
    std::optional<RecordPlace> senseless;  // the first whose checksum is right but not what it says
  };
  RecordsRead read_records(std::span<const std::byte> bytes, std::size_t from);
  bool read_record(std::span<const std::byte> content, std::uint64_t at);
  template <class Task, class Answer>
  std::optional<Answer> read_back(const Task& task) const;
  template <class Task, class Answer>
  Result<void> add_record(const Task& task, const Answer& answer);
  Result<void> append(std::span<const std::byte> content);
  void drop_from(std::int64_t offset);
  void close_file() noexcept;

  BuildSettings settings_;
  std::filesystem::path path_;
  int fd_ = -1;
  std::size_t end_ = 0;                                      // of the whole records, when it was loaded
  std::unordered_map<std::uint64_t, std::uint64_t> places_;  // offset of the record, by checksum of the task
  std::chrono::milliseconds time_spent_{0};
};

}  // namespace bookends
