// SPDX-License-Identifier: Apache-2.0

// Writes the files that the cases name into a folder: make_inputs FOLDER.
// No payload is compressed: sizes must not hang on a codec's version.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "support/cubin_writer.h"
#include "support/fatbin_writer.h"
#include "support/host_writer.h"

namespace {

using namespace cudacompat::testing;

FatbinEntry cubin(const std::string& arch, std::uint8_t abi,
                  const std::string& toolkit) {
  FatbinEntry made = sass(arch);
  CubinSpec spec;
  spec.arch = arch;
  spec.abi = abi;
  spec.toolkit = toolkit;
  made.payload = write_cubin(spec);
  made.minor = abi;
  return made;
}

FatbinEntry text(const std::string& arch, const std::string& isa) {
  return ptx(arch, isa, Codec::none);
}

/// What CUDA 12.0 makes of -arch=sm_80 and sm_86.
Bytes old_fatbin() {
  return write_fatbin(
      {cubin("80", 7, "12.0"), cubin("86", 7, "12.0"), text("86", "8.0")});
}

/// What CUDA 13.0 makes of -arch=sm_90.
Bytes new_fatbin() {
  return write_fatbin({cubin("90", 8, "13.0"), text("90", "9.0")});
}

HostSpec object_of(Bytes fatbin, const std::string& unit) {
  HostSpec spec;
  spec.fatbins = {{std::move(fatbin), Wrap::plain}};
  spec.file_symbol = "tmpxft_00000d45_00000000-6_" + unit + ".cudafe1.cpp";
  return spec;
}

Bytes program() {
  HostSpec spec;
  spec.type = HostSpec::Type::executable;
  spec.fatbins = {{new_fatbin(), Wrap::plain}};
  spec.needed = {"libcudart.so.13"};
  return write_host(spec);
}

/// Of a Python package.
Bytes shared() {
  HostSpec spec;
  spec.type = HostSpec::Type::shared;
  spec.fatbins = {{new_fatbin(), Wrap::plain}};
  return write_host(spec);
}

Bytes many_containers() {
  HostSpec spec;
  for (int i = 0; i < 1500; ++i) {
    spec.fatbins.push_back({write_fatbin({cubin("80", 7, "12.0")})});
  }
  return write_host(spec);
}

/// The second of three entries says that it is longer than the container.
Bytes broken_fatbin() {
  FatbinEntry longer = text("80", "8.0");
  longer.size = 1u << 20;
  return write_fatbin({cubin("80", 7, "12.0"), longer, text("90", "8.0")});
}

Bytes first_bytes(Bytes bytes, std::size_t n) {
  bytes.resize(n);
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder / "folder");
  const std::string site = "venv/lib/python3.11/site-packages/";
  std::filesystem::create_directories(folder / site / "demo-1.0.dist-info");
  std::filesystem::create_directories(folder / site / "demo");
  const auto put = [&](const std::string& name, const Bytes& bytes) {
    std::ofstream file(folder / name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    if (!file) std::cerr << "cannot write " << folder / name << '\n';
    return file.good();
  };
  const Bytes k1 = write_host(object_of(old_fatbin(), "k1"));
  const Bytes k2 = write_host(object_of(new_fatbin(), "k2"));
  HostSpec host;
  host.symbols = {"main"};
  const bool good =
      put("k1.o", k1) && put("k2.o", k2) && put("app", program()) &&
      put("host.o", write_host(host)) && put("many.o", many_containers()) &&
      put("k1.fatbin", old_fatbin()) && put("broken.fatbin", broken_fatbin()) &&
      put("k.ptx", to_bytes(ptx_text("90a", "8.4"))) &&
      put("k.cubin", write_cubin("90a")) &&
      put("notes.txt", to_bytes("nothing to see\n")) && put("empty", {}) &&
      put("cut.o", first_bytes(k1, k1.size() / 2)) &&
      put("libk.a", write_ar({{"k1.o", k1}, {"k2.o", k2}})) &&
      put("venv/pyvenv.cfg", to_bytes("home = /usr/bin\n")) &&
      put(site + "demo-1.0.dist-info/METADATA",
          to_bytes("Name: demo\nVersion: 1.0\n")) &&
      put(site + "demo-1.0.dist-info/RECORD",
          to_bytes("demo/libdemo.so,,\ndemo-1.0.dist-info/METADATA,,\n")) &&
      put(site + "demo/libdemo.so", shared()) &&
      put("evil.a", write_ar({{"\x1b[2Jk.o", k1}}));
  return good ? 0 : 1;
}
