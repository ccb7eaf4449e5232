#include "books/work/journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "books/file/envelope.h"
#include "books/work/codec.h"
#include "books/work/sense.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "core/io/file.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

constexpr EnvelopeKind kJournalKind{kJournalMagic, "a journal of searches"};
constexpr std::uint32_t kJournalVersion = 2;  // 1: scores of iterations that were cut off
constexpr std::size_t kRecordHeader = 12;
constexpr std::uint32_t kLargestRecord = 4096;

enum RecordKind : std::uint8_t { search_record = 1, time_record = 2, trial_record = 3 };

RecordKind kind_of(const SearchTask&) { return search_record; }
RecordKind kind_of(const TrialTask&) { return trial_record; }

void read_into(ByteReader& in, SearchTask& task) { task = read_task(in); }
void read_into(ByteReader& in, TrialTask& task) { task = read_trial_task(in); }
void read_into(ByteReader& in, LeafResult& result) { result = read_result(in); }
void read_into(ByteReader& in, TrialResult& result) { result = read_trial_result(in); }

Error io_error(const std::filesystem::path& path, std::string_view what) {
  return Error{ErrorCode::io, path.string() + ": " + std::string(what) + ": " + std::strerror(errno)};
}

template <class Task>
std::vector<std::byte> encode(const Task& task) {
  std::vector<std::byte> out{static_cast<std::byte>(kind_of(task))};
  put(out, task);
  return out;
}

// What stands for a task in memory.
template <class Task>
std::uint64_t name_of(const Task& task) {
  return checksum(encode(task));
}

// The envelope ends where the records begin, so its payload is empty.
std::span<const std::byte> header_of(std::span<const std::byte> file) {
  return file.first(head_size(file, file.size()));
}

bool is_sound(const std::string& game, const SearchTask& task, const LeafResult& result) {
  const Result<const Rules*> rules = find_game(game);
  return rules && makes_sense(**rules, task, result);
}
// Its moves are looked at when they are played.
bool is_sound(const std::string&, const TrialTask&, const TrialResult&) { return true; }

}  // namespace

Journal::Journal(Journal&& other) noexcept
    : settings_(std::move(other.settings_)),
      path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      end_(other.end_),
      places_(std::move(other.places_)),
      time_spent_(other.time_spent_) {}

Journal& Journal::operator=(Journal&& other) noexcept {
  if (this == &other) return *this;
  close_file();
  settings_ = std::move(other.settings_);
  path_ = std::move(other.path_);
  fd_ = std::exchange(other.fd_, -1);
  end_ = other.end_;
  places_ = std::move(other.places_);
  time_spent_ = other.time_spent_;
  return *this;
}

Journal::~Journal() { close_file(); }

void Journal::close_file() noexcept {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Result<Journal> Journal::open(const BuildSettings& settings, const std::filesystem::path& path) {
  Journal journal(settings, path);
  std::error_code ignored;
  const Result<void> ready = std::filesystem::exists(path, ignored) ? journal.lock() : journal.begin();
  if (!ready) return ready.error();
  if (const Result<void> mended = journal.mend_cut_header(); !mended) return mended.error();
  const Result<void> loaded = journal.load(Compared::build);
  if (!loaded) return loaded.error();
  if (const Result<void> whole = journal.drop_torn_end(); !whole) return whole.error();
  return journal;
}

Result<Journal> Journal::read(const BuildSettings& settings, const std::filesystem::path& path) {
  Journal journal(settings, path);
  const Result<void> loaded = journal.load(Compared::searches);
  if (!loaded) return loaded.error();
  journal.fd_ = open_file(path, O_RDONLY);
  if (journal.fd_ < 0) return io_error(path, "cannot open");
  return journal;
}

std::vector<std::byte> Journal::header() const {
  return seal(kJournalMagic, kJournalVersion, {settings_.rules_fingerprint, settings_.text(), {}});
}

// A file that was cut off before its first record: nothing is lost by making it again.
Result<void> Journal::mend_cut_header() {
  const std::vector<std::byte> whole = header();
  const Result<std::vector<std::byte>> bytes = read_beginning(path_, whole.size());
  if (!bytes) return bytes.error();
  const bool cut = bytes->size() < whole.size() && std::equal(bytes->begin(), bytes->end(), whole.begin());
  return cut ? begin() : Result<void>();
}

Error Journal::in_use() const { return {ErrorCode::io, path_.parent_path().string() + ": in use by another build"}; }

// The new file is locked before it has the name, and the old one, if there is one, until then.
Result<void> Journal::begin() {
  Result<AtomicFile> file = AtomicFile::create(path_);
  if (!file) return AtomicFile::is_being_written(path_) ? in_use() : file.error();
  std::error_code ignored;
  if (fd_ < 0 && std::filesystem::exists(path_, ignored)) return lock();  // by somebody else, meanwhile
  if (const Result<void> written = file->append(header()); !written) return written;
  const Result<int> fd = file->commit_locked();
  if (!fd) return fd.error();
  close_file();
  fd_ = *fd;
  return {};
}

// Whoever gets the lock after the file was replaced has that of the old one, and starts over.
Result<void> Journal::lock() {
  while (true) {
    close_file();
    fd_ = open_file(path_, O_RDWR);
    if (fd_ < 0) return io_error(path_, "cannot open");
    if (!lock_if_free(fd_)) return in_use();
    if (is_same_file(fd_, path_)) return {};
  }
}

Result<void> Journal::load(Compared what) {
  const Result<std::vector<std::byte>> file = read_regular_file(path_);
  if (!file) return file.error();
  const std::span<const std::byte> all = *file;
  const std::span<const std::byte> header = header_of(all);
  const Result<Envelope> envelope = unseal(kJournalKind, kJournalVersion, header, path_.string());
  if (!envelope) return envelope.error();
  const std::string differs = difference(envelope->settings, settings_.text(), what);
  if (!differs.empty()) return Error{ErrorCode::invalid_argument, path_.parent_path().string() + ": " + differs};
  end_ = read_records(all, header.size()).end;
  return {};
}

Result<void> Journal::drop_torn_end() {
  if (::ftruncate(fd_, static_cast<off_t>(end_)) != 0) return io_error(path_, "cannot drop its torn end");
  if (::lseek(fd_, 0, SEEK_END) < 0) return io_error(path_, "cannot seek");
  return {};
}

// A whole record that makes no sense ends nothing: what it was asked for is searched again, what follows it is not.
Journal::RecordsRead Journal::read_records(std::span<const std::byte> bytes, std::size_t from) {
  RecordsRead found{from, 0, {}};
  while (bytes.size() - found.end >= kRecordHeader) {
    const auto size = get<std::uint32_t>(bytes.data() + found.end);
    const auto sum = get<std::uint64_t>(bytes.data() + found.end + 4);
    if (size > kLargestRecord || size > bytes.size() - found.end - kRecordHeader) break;
    const auto content = bytes.subspan(found.end + kRecordHeader, size);
    if (checksum(content) != sum) break;
    if (!read_record(content, found.end) && !found.senseless) found.senseless = {found.records, found.end};
    found.end += kRecordHeader + size;
    ++found.records;
  }
  return found;
}

Result<JournalFacts> Journal::check(std::span<const std::byte> bytes, const std::string& name) {
  const std::span<const std::byte> header = header_of(bytes);
  const Result<GameEnvelope> envelope = unseal_game(kJournalKind, kJournalVersion, header, name);
  if (!envelope) return envelope.error();
  JournalFacts facts;
  facts.game = envelope->rules->name;
  Journal journal({}, name);
  journal.settings_.game = facts.game;
  const RecordsRead found = journal.read_records(bytes, header.size());
  const auto corrupt = [&](const RecordPlace& record, const char* what) {
    return Error{ErrorCode::corrupt,
                 name + ": record " + std::to_string(record.number) + " at byte " + std::to_string(record.at) + what};
  };
  if (found.senseless) return corrupt(*found.senseless, " makes no sense: a build passes over it");
  facts.records = found.records;
  facts.cut = bytes.size() - found.end;
  if (facts.cut < kRecordHeader) return facts;
  const auto size = get<std::uint32_t>(bytes.data() + found.end);
  if (size <= kLargestRecord && size > facts.cut - kRecordHeader) return facts;
  return corrupt({found.records, found.end}, " does not match its checksum");
}

bool Journal::read_record(std::span<const std::byte> content, std::uint64_t at) {
  ByteReader in(content);
  const auto kind = in.read<std::uint8_t>();
  const auto note = [&](auto task, auto answer) {
    read_into(in, task);
    read_into(in, answer);
    if (!in.ok() || in.left() != 0 || !is_sound(settings_.game, task, answer)) return false;
    places_.insert_or_assign(name_of(task), at);
    return true;
  };
  switch (kind) {
    case search_record:
      return note(SearchTask(), LeafResult());
    case trial_record:
      return note(TrialTask(), TrialResult());
    case time_record: {
      const std::chrono::milliseconds spent(in.read<std::uint64_t>());
      if (!in.ok() || in.left() != 0) return false;
      time_spent_ = spent;
      return true;
    }
    default:
      return false;
  }
}

template <class Task, class Answer>
std::optional<Answer> Journal::read_back(const Task& task) const {
  const auto found = places_.find(name_of(task));
  if (found == places_.end()) return std::nullopt;
  std::vector<std::byte> record(kRecordHeader + kLargestRecord);
  const ssize_t n = ::pread(fd_, record.data(), record.size(), static_cast<off_t>(found->second));
  if (n < static_cast<ssize_t>(kRecordHeader)) return std::nullopt;
  const auto size = get<std::uint32_t>(record.data());
  if (size > static_cast<std::size_t>(n) - kRecordHeader) return std::nullopt;
  const auto content = std::span<const std::byte>(record).subspan(kRecordHeader, size);
  if (checksum(content) != get<std::uint64_t>(record.data() + 4)) return std::nullopt;
  ByteReader in(content);
  if (in.read<std::uint8_t>() != kind_of(task)) return std::nullopt;
  Task asked;
  read_into(in, asked);
  if (asked != task) return std::nullopt;
  Answer answer;
  read_into(in, answer);
  return answer;
}

std::optional<LeafResult> Journal::find(const SearchTask& task) const {
  return read_back<SearchTask, LeafResult>(task);
}
std::optional<TrialResult> Journal::find(const TrialTask& task) const {
  return read_back<TrialTask, TrialResult>(task);
}

Result<void> Journal::append(std::span<const std::byte> content) {
  if (content.size() > kLargestRecord)  // which would end the journal for its next reader
    return Error{ErrorCode::limit, path_.string() + ": a record of " + std::to_string(content.size()) + " bytes"};
  std::vector<std::byte> record;
  put(record, static_cast<std::uint32_t>(content.size()));
  put(record, checksum(content));
  record.insert(record.end(), content.begin(), content.end());
  const off_t whole = ::lseek(fd_, 0, SEEK_CUR);
  std::size_t done = 0;
  while (done < record.size()) {
    const ssize_t n = ::write(fd_, record.data() + done, record.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      const Error why = io_error(path_, "cannot write");
      drop_from(whole);
      return why;
    }
    done += static_cast<std::size_t>(n);
  }
  return {};
}

// Takes a torn record away. Whatever was appended behind it would be lost, so when it cannot be taken away the file is
// closed and every later record fails.
void Journal::drop_from(std::int64_t offset) {
  if (offset < 0 || ::ftruncate(fd_, offset) != 0 || ::lseek(fd_, offset, SEEK_SET) < 0) close_file();
}

template <class Task, class Answer>
Result<void> Journal::add_record(const Task& task, const Answer& answer) {
  std::vector<std::byte> content = encode(task);
  put(content, answer);
  const off_t at = ::lseek(fd_, 0, SEEK_CUR);
  const Result<void> written = append(content);
  if (!written) return written;
  places_.insert_or_assign(name_of(task), static_cast<std::uint64_t>(at));
  return {};
}

Result<void> Journal::add(const SearchTask& task, const LeafResult& result) { return add_record(task, result); }
Result<void> Journal::add(const TrialTask& task, const TrialResult& result) { return add_record(task, result); }

Result<void> Journal::add_time(std::chrono::milliseconds spent) {
  time_spent_ = spent;
  std::vector<std::byte> content{static_cast<std::byte>(time_record)};
  put(content, static_cast<std::uint64_t>(spent.count()));
  return append(content);
}

Result<void> Journal::sync() {
  while (::fdatasync(fd_) != 0)
    if (errno != EINTR) return io_error(path_, "cannot flush to disk");
  return {};
}

Result<void> Journal::restart() {
  if (fd_ < 0) return Error{ErrorCode::io, path_.string() + ": it could not be written any more"};
  const Result<void> begun = begin();
  if (!begun) return begun;
  if (::lseek(fd_, 0, SEEK_END) < 0) return io_error(path_, "cannot seek");
  std::unordered_map<std::uint64_t, std::uint64_t>().swap(places_);
  return add_time(time_spent_);
}

}  // namespace bookends
