# Sourced by tools/quickstart and tests/run: the Debian packages, how to get those that are missing, and how many
# compilers the machine has room for.
# shellcheck shell=bash disable=SC2034

PROGRAM_PACKAGES=(g++ cmake ninja-build libboost-serialization-dev libzstd-dev libcli11-dev libfmt-dev
  nlohmann-json3-dev libxxhash-dev libhwy-dev zlib1g-dev libcpp-httplib-dev libutfcpp-dev)
# With those of -DBOOKENDS_MPI=ON, which the program does not need.
TEST_PACKAGES=(libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev polyglot pgn-extract make groff-base mandoc
  pkg-config dpkg-dev file zstd fish zsh chromium chromium-driver python3-selenium python3-pip python3-venv
  python3-setuptools python3-wheel mypy libboost-mpi-dev openmpi-bin emscripten
  xboard xvfb xauth scid)
CHECK_PACKAGES=(clang-format clang-tidy clang libclang-rt-14-dev libomp-dev procps)

# Installs those of the named packages that are not there. Needs apt, and root or sudo, only when one is missing.
install_missing() {
  local missing=() package as_root=()
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if ! command -v apt-get >/dev/null; then
    echo "Missing, and there is no apt-get to install them: ${missing[*]}" >&2
    return 1
  fi
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Missing, and neither root nor sudo is at hand to install them: ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "Installing: ${missing[*]}"
  local log
  log=$(mktemp)
  if ! { "${as_root[@]}" apt-get update && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    echo "apt-get could not install: ${missing[*]} (all it said: $log)" >&2
    return 1
  fi
  rm -f "$log"
}

# One compiler a core, but none without some 1.5 GB of memory.
compilers() {
  local room
  room=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo 2>/dev/null)
  room=${room:-1}
  [ "$room" -ge 1 ] || room=1
  [ "$room" -lt "$(nproc)" ] && echo "$room" || nproc
}
