// A library for LD_PRELOAD that fails the n-th call of a kind in the program it is loaded into, and a server that runs
// the program's main() again and again, each time in a fork: so that every n of thousands is tried in seconds. Only
// calls from main() on are counted. Those for standard input, output and error are let through, and those for pipes and
// devices.
//
// With BOOKENDS_FAULTS=IN,OUT (descriptors) it reads lines "KIND HOW N TIMES" from IN: the N-th call of that kind (from
// 1) and as many after it as TIMES says fail. KIND is a name of kKinds, HOW an errno or "short" (half of the bytes). It
// answers with a line on OUT: the status of waitpid(), whether the fault was met, and how often each kind was called.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum Kind : int { kWrite, kSync, kRename, kOpen, kMap, kRead, kMemory, kThread, kKindCount };
constexpr std::array<const char*, kKindCount> kKinds{"write", "sync", "rename", "open",
                                                     "map",   "read", "memory", "thread"};
constexpr unsigned kLongestRun = 60;  // seconds; longer is hanging
constexpr int kShort = -1;

// Shared with the forks.
struct Counts {
  std::array<std::atomic<unsigned long>, kKindCount> calls{};
  std::atomic<bool> met{false};
};
Counts unshared;
Counts* counts = &unshared;
bool armed = false;
int failing = -1, how = 0;
unsigned long first = 0, times = 0;

// Whether this call of the kind is to fail.
bool fails(Kind kind) {
  if (!armed) return false;
  const unsigned long number = counts->calls[kind].fetch_add(1) + 1;
  if (kind != failing || number < first || number - first >= times) return false;
  counts->met = true;
  return true;
}

template <class F>
F* real(F* /*type*/, const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

bool is_file(int fd) {
  struct stat info {};
  return fd > STDERR_FILENO && fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

// Whether this call that moves bytes of a file is to fail.
bool transfer_fails(Kind kind, int fd) { return armed && is_file(fd) && fails(kind); }

// A call of bytes: fails, or takes a part of them only.
template <class F>
ssize_t transfer(Kind kind, int fd, size_t size, const F& call) {
  if (!transfer_fails(kind, fd)) return call(size);
  if (how == kShort) return call(size > 1 ? size / 2 : size);
  errno = how;
  return -1;
}

// Whether a mode follows the flags. O_TMPFILE has the bit of O_DIRECTORY, too.
bool makes_a_file(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

template <class F>
int simple(Kind kind, const F& call) {
  if (!fails(kind)) return call();
  errno = how;
  return -1;
}

// Opens that are counted.
template <class F>
int opened(const char* path, const F& call) {
  return std::strncmp(path, "/dev/", 5) == 0 ? call() : simple(kOpen, call);
}

template <class F>
std::FILE* opened_stream(const F& call) {
  if (!fails(kOpen)) return call();
  errno = how;
  return nullptr;
}

template <class F>
void* memory(const F& call) {
  if (!fails(kMemory)) return call();
  errno = ENOMEM;
  return nullptr;
}

int (*program_main)(int, char**, char**) = nullptr;

bool arm(const char* line) {
  std::array<char, 16> kind{}, word{};
  if (std::sscanf(line, "%15s %15s %lu %lu", kind.data(), word.data(), &first, &times) != 4) return false;
  failing = -1;
  for (int k = 0; k < kKindCount; ++k)
    if (std::strcmp(kind.data(), kKinds[static_cast<std::size_t>(k)]) == 0) failing = k;
  how = std::strcmp(word.data(), "short") == 0 ? kShort : std::atoi(word.data());
  for (auto& calls : counts->calls) calls = 0;
  counts->met = false;
  return true;
}

int serve(int in, int out, int argc, char** argv, char** environment) {
  void* page = mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  counts = new (page) Counts;
  std::FILE* lines = fdopen(in, "r");
  std::array<char, 100> line{};
  while (std::fgets(line.data(), line.size(), lines) != nullptr && arm(line.data())) {
    const pid_t child = fork();
    if (child == 0) {
      close(in);
      close(out);
      // The programs that it starts are left alone.
      unsetenv("LD_PRELOAD");
      unsetenv("BOOKENDS_FAULTS");
      alarm(kLongestRun);
      armed = true;
      return program_main(argc, argv, environment);
    }
    int status = 0;
    waitpid(child, &status, 0);
    dprintf(out, "%d %d", status, counts->met ? 1 : 0);
    for (const auto& calls : counts->calls) dprintf(out, " %lu", calls.load());
    dprintf(out, "\n");
  }
  _exit(0);
}

int main_with_faults(int argc, char** argv, char** environment) {
  int in = 0, out = 0;
  const char* served = std::getenv("BOOKENDS_FAULTS");
  if (served != nullptr && std::sscanf(served, "%d,%d", &in, &out) == 2) return serve(in, out, argc, argv, environment);
  return program_main(argc, argv, environment);
}

}  // namespace

extern "C" {

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) {
  return memory([&] { return __libc_malloc(size); });
}
void* calloc(size_t count, size_t size) {
  return memory([&] { return __libc_calloc(count, size); });
}
void* realloc(void* old, size_t size) {
  return memory([&] { return __libc_realloc(old, size); });
}
void* aligned_alloc(size_t alignment, size_t size) {
  return memory([&] { return __libc_memalign(alignment, size); });
}
int posix_memalign(void** at, size_t alignment, size_t size) {
  void* got = memory([&] { return __libc_memalign(alignment, size); });
  if (got == nullptr) return ENOMEM;
  *at = got;
  return 0;
}

ssize_t write(int fd, const void* bytes, size_t size) {
  static auto* const next = real(&write, "write");
  return transfer(kWrite, fd, size, [&](size_t n) { return next(fd, bytes, n); });
}
ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  static auto* const next = real(&pwrite, "pwrite");
  return transfer(kWrite, fd, size, [&](size_t n) { return next(fd, bytes, n, offset); });
}
ssize_t pwrite64(int fd, const void* bytes, size_t size, off64_t offset) {
  static auto* const next = real(&pwrite64, "pwrite64");
  return transfer(kWrite, fd, size, [&](size_t n) { return next(fd, bytes, n, offset); });
}
ssize_t writev(int fd, const iovec* parts, int count) {
  static auto* const next = real(&writev, "writev");
  if (!transfer_fails(kWrite, fd)) return next(fd, parts, count);
  errno = how;
  if (how != kShort) return -1;
  // Half of the first part that has bytes.
  int at = 0;
  while (at < count && parts[at].iov_len == 0) ++at;
  if (at == count) return next(fd, parts, count);
  iovec part = parts[at];
  if (part.iov_len > 1) part.iov_len /= 2;
  return next(fd, &part, 1);
}
ssize_t read(int fd, void* bytes, size_t size) {
  static auto* const next = real(&read, "read");
  return transfer(kRead, fd, size, [&](size_t n) { return next(fd, bytes, n); });
}
ssize_t pread(int fd, void* bytes, size_t size, off_t offset) {
  static auto* const next = real(&pread, "pread");
  return transfer(kRead, fd, size, [&](size_t n) { return next(fd, bytes, n, offset); });
}
ssize_t pread64(int fd, void* bytes, size_t size, off64_t offset) {
  static auto* const next = real(&pread64, "pread64");
  return transfer(kRead, fd, size, [&](size_t n) { return next(fd, bytes, n, offset); });
}

int fsync(int fd) {
  static auto* const next = real(&fsync, "fsync");
  return simple(kSync, [&] { return next(fd); });
}
int fdatasync(int fd) {
  static auto* const next = real(&fdatasync, "fdatasync");
  return simple(kSync, [&] { return next(fd); });
}
int syncfs(int fd) noexcept {
  static auto* const next = real(&syncfs, "syncfs");
  return simple(kSync, [&] { return next(fd); });
}
int rename(const char* from, const char* to) noexcept {
  static auto* const next = real(&rename, "rename");
  return simple(kRename, [&] { return next(from, to); });
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  static auto* const next = real(&renameat2, "renameat2");
  return simple(kRename, [&] { return next(from_folder, from, to_folder, to, flags); });
}

int open(const char* path, int flags, ...) {
  static auto* const next = real(&open, "open");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = makes_a_file(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened(path, [&] { return next(path, flags, mode); });
}
int open64(const char* path, int flags, ...) {
  static auto* const next = real(&open64, "open64");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = makes_a_file(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened(path, [&] { return next(path, flags, mode); });
}
std::FILE* fopen(const char* path, const char* mode) {
  static auto* const next = real(&fopen, "fopen");
  return opened_stream([&] { return next(path, mode); });
}
std::FILE* fopen64(const char* path, const char* mode) {
  static auto* const next = real(&fopen64, "fopen64");
  return opened_stream([&] { return next(path, mode); });
}

void* mmap(void* at, size_t size, int protection, int flags, int fd, off_t offset) noexcept {
  static auto* const next = real(&mmap, "mmap");
  if (!fails(kMap)) return next(at, size, protection, flags, fd, offset);
  errno = how;
  return MAP_FAILED;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) noexcept {
  static auto* const next = real(&pthread_create, "pthread_create");
  return fails(kThread) ? how : next(thread, attributes, run, argument);
}

int __libc_start_main(int (*run)(int, char**, char**), int argc, char** argv, void (*begin)(), void (*end)(),
                      void (*loader)(), void* stack) {
  static auto* const next = real(&__libc_start_main, "__libc_start_main");
  program_main = run;
  return next(main_with_faults, argc, argv, begin, end, loader, stack);
}

}  // extern "C"
