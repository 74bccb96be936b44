# SPDX-License-Identifier: Apache-2.0

# Sourced by examples/quickstart.sh and tests/run.sh.

# need_packages ITEM...: installs the Debian packages that are missing, as root
# or by sudo; where neither is possible, prints the line that does it and ends.
# An item is a package, or COMMAND:PACKAGE where any such command will do.
need_packages() {
  missing=
  for item; do
    case $item in
      *:*) command -v "${item%%:*}" > /dev/null && continue ;;
      *)
        dpkg-query -W -f '${Status}' "$item" 2> /dev/null |
          grep -q ' installed$' && continue
        ;;
    esac
    missing="$missing ${item##*:}"
  done
  if [ -z "$missing" ]; then
    return
  fi
  if ! command -v apt-get > /dev/null; then
    echo "$0: not Debian or Ubuntu, so install what is like$missing" >&2
    return
  fi
  line="apt-get install -y --no-install-recommends$missing"
  as_root=
  if [ "$(id -u)" != 0 ]; then
    if ! sudo -n true 2> /dev/null; then
      echo "$0: packages are missing; as root:" >&2
      echo "  $line" >&2
      exit 1
    fi
    as_root=sudo
  fi
  echo "installing:$missing"
  $as_root apt-get update -qq
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive $line > /dev/null
}

# What building the programs takes.
build_packages='c++:g++ cmake:cmake ninja:ninja-build libfmt-dev libcli11-dev
  libexpected-dev libpugixml-dev rapidjson-dev
  libkainjow-mustache-dev libzstd-dev liblz4-dev libmd-dev libyaml-dev libminizip-dev zlib1g-dev'

# find_nvcc: prints an installed nvcc that works, or fails.
find_nvcc() {
  for nvcc in "${CUDACXX:-}" "$(command -v nvcc)" /usr/local/cuda/bin/nvcc; do
    if [ -n "$nvcc" ] && "$nvcc" --version > /dev/null 2>&1; then
      echo "$nvcc"
      return
    fi
  done
  return 1
}
