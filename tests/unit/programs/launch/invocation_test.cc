// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/invocation.h"

#include <gmock/gmock.h>

#include <map>

namespace cudacompat {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A command, its environment and the options files that exist.
struct CommandLine {
  std::vector<std::string> words;
  std::string prepend, append;
  std::map<std::string, std::string> files;

  Invocation parse() const {
    const std::vector<std::string_view> views(words.begin(), words.end());
    return parse_nvcc(views, prepend, append, [&](const std::string& path) {
      const auto file = files.find(path);
      return file == files.end() ? std::nullopt : std::optional(file->second);
    });
  }
};

/// Words as a shell splits them, for commands without quotes.
std::vector<std::string> words(std::string_view text) {
  return split_options_file(text);
}

Invocation parse(std::string_view command) {
  return CommandLine{words(command), "", "", {}}.parse();
}

std::vector<std::string> product_paths(const Invocation& invocation) {
  std::vector<std::string> out;
  for (const NvccProduct& product : invocation.products)
    out.push_back(product.path);
  return out;
}

std::vector<std::string> products_of(std::string_view command) {
  return product_paths(parse(command));
}

// CMake 3.25's command line; mozilla/sccache#2816, ccache#1663 and others took
// values of options for inputs here.
TEST(Invocation, OfCMakeHasOneInputAndOneProduct) {
  CommandLine line;
  line.words = words(
      "nvcc -forward-unknown-to-host-compiler \"-DNAME=a b\" --options-file "
      "CMakeFiles/a.dir/includes_CUDA.rsp "
      "--generate-code=arch=compute_80,code=[sm_80] "
      "--generate-code=arch=compute_90,code=[compute_90,sm_90] "
      "-Xcompiler=-Wall,-fno-strict-aliasing -Xcudafe --display_error_number "
      "--diag-suppress 1394,1388 -std=c++17 -MD -MT CMakeFiles/a.dir/a.cu.o "
      "-MF CMakeFiles/a.dir/a.cu.o.d -x cu -rdc=true -c src/a.cu -o "
      "CMakeFiles/a.dir/a.cu.o");
  line.files["CMakeFiles/a.dir/includes_CUDA.rsp"] = "-I\"/a b/include\" -Ic";
  const Invocation out = line.parse();
  EXPECT_TRUE(out.nvcc);
  EXPECT_EQ(out.phase, NvccPhase::compile);
  EXPECT_THAT(out.inputs, ElementsAre("src/a.cu"));
  EXPECT_THAT(out.products,
              ElementsAre(NvccProduct{"CMakeFiles/a.dir/a.cu.o", "src/a.cu"}));
  EXPECT_THAT(out.arch.gencode,
              ElementsAre("arch=compute_80,code=[sm_80]",
                          "arch=compute_90,code=[compute_90,sm_90]"));
  EXPECT_THAT(out.unknown, IsEmpty());
  EXPECT_THAT(out.unread, IsEmpty());
}

TEST(Invocation, TakesSeparateValuesForNoInputs) {
  const Invocation out = parse(
      "nvcc -Xcompiler -fPIC -Xptxas -v -Xfatbin -compress-all -MT t -MF d "
      "--dependency-output d2 -ccbin /usr/bin/g++ --compiler-bindir g++-12 "
      "-odir o -t 4 --threads 4 -maxrregcount 64 --default-stream per-thread "
      "-Werror all-warnings -gencode arch=compute_80,code=sm_80 -arch sm_80 "
      "-code sm_80 -rdc true -diag-suppress 20012 -isystem inc -include x.h "
      "-L lib -l m -D A -U B -std c++17 -O 3 -m 64 "
      "--generate-dependencies-with-compile --compile a.cu");
  EXPECT_THAT(out.inputs, ElementsAre("a.cu"));
  EXPECT_THAT(out.unknown, IsEmpty());
  EXPECT_EQ(out.phase, NvccPhase::compile);
}

TEST(Invocation, PassesUnknownOptionsBy) {
  const Invocation out = parse(
      "nvcc -forward-unknown-opts -foo=bar -c a.cu -o a.o --new-in-14 "
      "-fvisibility=hidden");
  EXPECT_THAT(out.unknown,
              ElementsAre("-foo=bar", "--new-in-14", "-fvisibility=hidden"));
  EXPECT_THAT(product_paths(out), ElementsAre("a.o"));
}

// sccache#2722: a virtual-only entry has no cubin.
TEST(Invocation, ReadsAVirtualOnlyEntry) {
  const Invocation out = parse(
      "nvcc -gencode=arch=compute_100,code=sm_100 "
      "-gencode=arch=compute_120,code=compute_120 -c k.cu -o k.o");
  EXPECT_THAT(out.arch.gencode,
              ElementsAre("arch=compute_100,code=sm_100",
                          "arch=compute_120,code=compute_120"));
  EXPECT_THAT(product_paths(out), ElementsAre("k.o"));
}

TEST(Invocation, ReadsOptionsFilesWhereTheyStand) {
  CommandLine line;
  line.files = {{"f", "-o f.o \"-DNAME=a b\""},
                {"nested", "-optf f -arch=sm_80"},
                {"g", "-gencode=arch=compute_86,code=sm_86"}};
  for (const auto& [command, product] : std::map<std::string, std::string>{
           {"nvcc -c a.cu -optf f -o y.o", "y.o"},
           {"nvcc -c a.cu -o y.o -optf f", "f.o"},
           {"nvcc -c a.cu -o y.o -optf=nested", "f.o"},
           {"nvcc -c a.cu -o y.o --options-file g,f", "f.o"},
           {"nvcc -c a.cu -o y.o --options-file=f", "f.o"}}) {
    line.words = words(command);
    EXPECT_THAT(product_paths(line.parse()), ElementsAre(product)) << command;
  }
  line.words = words("nvcc -c a.cu -optf nested,g,missing");
  const Invocation out = line.parse();
  EXPECT_EQ(out.arch.arch, "sm_80");
  EXPECT_THAT(out.arch.gencode, ElementsAre("arch=compute_86,code=sm_86"));
  EXPECT_THAT(out.unread, ElementsAre("missing"));
}

TEST(Invocation, EndsWhereAnOptionsFileNamesItself) {
  CommandLine line;
  line.words = words("nvcc -optf self -c a.cu");
  line.files = {{"self", "-optf self"}};
  EXPECT_THAT(product_paths(line.parse()), ElementsAre("a.o"));
}

// nvcc 13.0.88: "Don't know what to do with '@f'" in other words; @f is an
// input to it, never an options file.
TEST(Invocation, KnowsNoAtFiles) {
  CommandLine line;
  line.words = words("nvcc -c a.cu @f -o a.o");
  line.files = {{"f", "-o f.o"}};
  EXPECT_THAT(product_paths(line.parse()), ElementsAre("a.o"));
}

TEST(Invocation, AddsTheFlagsOfTheEnvironment) {
  CommandLine line;
  line.words = words("nvcc -arch=sm_90 -c a.cu -o a.o");
  line.append = "-gencode=arch=compute_75,code=sm_75 -o other.o";
  line.prepend = "-arch=sm_86 -o first.o -c";
  const Invocation out = line.parse();
  EXPECT_EQ(out.arch.arch, "sm_90");
  EXPECT_THAT(out.arch.gencode, ElementsAre("arch=compute_75,code=sm_75"));
  EXPECT_THAT(product_paths(out), ElementsAre("other.o"));
}

TEST(Invocation, LetsWordsBeforeTheCompilerSetTheEnvironment) {
  CommandLine line;
  line.words = words(
      "ccache CCACHE_DISABLE=1 env NVCC_APPEND_FLAGS=-o=o.o "
      "nvcc -c a.cu -o a.o");
  line.append = "-o never.o";
  EXPECT_THAT(product_paths(line.parse()), ElementsAre("o.o"));
}

// pytorch/vision#8933, arbor#575: host flags are not ours.
TEST(Invocation, NeverTakesHostFlagsForArchitectures) {
  for (const char* command :
       {"nvcc -c a.cu -Xcompiler -march=native",
        "nvcc -c a.cu -Xcompiler=-arch=sm_80",
        "nvcc -c a.cu --compiler-options \"-march=native -O2 -arch=sm_80\"",
        "nvcc -c a.cu -march=haswell", "nvcc -c a.cu -Xptxas -arch=sm_80",
        "nvcc -c a.cu -DX=-arch=sm_80", "nvcc -c a.cu -o -arch=sm_80"})
    EXPECT_TRUE(parse(command).arch.none()) << command;
}

TEST(Invocation, TakesTheLastArch) {
  EXPECT_EQ(parse("nvcc -c a.cu -arch=sm_80 -arch sm_90").arch.arch, "sm_90");
  EXPECT_TRUE(parse("nvcc -c a.cu -arch=sm_80 -arch=native").arch.native());
  const ArchFlags flags =
      parse("nvcc -c a.cu -arch=compute_80 -code sm_80 -code=sm_86").arch;
  EXPECT_EQ(flags.code, "sm_80,sm_86");
}

// Each measured with nvcc 13.0.88 --dryrun.
TEST(Invocation, NamesProductsAsNvccDoes) {
  const std::map<std::string, std::vector<std::string>> expected = {
      {"nvcc -c a.cu", {"a.o"}},
      {"nvcc -c ../p/a.cu", {"a.o"}},
      {"nvcc -c a.cu b.cu", {"a.o", "b.o"}},
      {"nvcc -c a.cu b.cu -odir dd", {"dd/a.o", "dd/b.o"}},
      {"nvcc -c a.cu -odir=dd -o sub/x.o", {"sub/x.o"}},
      {"nvcc -c a.cu -o x.o -o y.o", {"y.o"}},
      {"nvcc -c a.cu a.o", {"a.o"}},
      {"nvcc -c -x cu a.x.txt", {"a.x.o"}},
      {"nvcc -c .cu", {".o"}},
      {"nvcc -c a.cpp", {"a.o"}},
      {"nvcc -c a.o", {}},
      {"nvcc -dc a.cu", {"a.o"}},
      {"nvcc -dw a.cu", {"a.o"}},
      {"nvcc -ptx a.cu", {"a.ptx"}},
      {"nvcc -ptx a.cu b.cu", {"a.ptx", "b.ptx"}},
      {"nvcc -cubin a.cu", {"a.cubin"}},
      {"nvcc -cubin a.ptx", {"a.cubin"}},
      {"nvcc -fatbin a.cu", {"a.fatbin"}},
      {"nvcc -fatbin a.cubin", {"a.fatbin"}},
      {"nvcc -lib a.cu b.cu", {"a.a"}},
      {"nvcc -lib a.cu -odir dd", {"dd/a.a"}},
      {"nvcc -lib a.o -o l.a", {"l.a"}},
      {"nvcc -dlink a.o b.o", {"a_dlink.o"}},
      {"nvcc -dlink a.x.o", {"a_dlink.o"}},
      {"nvcc -dlink a.o -odir dd", {"dd/a_dlink.o"}},
      {"nvcc -dlink a.o -fatbin", {"a_dlink.fatbin"}},
      {"nvcc -dlink a.o -cubin", {"a_dlink.cubin"}},
      {"nvcc -fatbin -c -dlink a.o", {"a_dlink.fatbin"}},
      {"nvcc -dlink -dlto -ptx a.o", {"a_dlink.lto.ptx"}},
      // The earliest phase that is asked for wins.
      {"nvcc -c a.cu -c -ptx", {"a.ptx"}},
      {"nvcc -ptx -c a.cu", {"a.ptx"}},
      {"nvcc -cubin -fatbin a.cu", {"a.cubin"}},
      {"nvcc -fatbin -ptx a.cu", {"a.ptx"}},
      {"nvcc -dc -dlink a.cu", {"a.o"}},
      {"nvcc -c -lib a.cu", {"a.o"}},
      {"nvcc -dlink -lib a.o", {"a_dlink.o"}},
      {"nvcc -shared -lib a.cu", {"a.a"}},
      {"nvcc -c a.cu -run", {"a.o"}},
      {"nvcc -link -c a.cu", {"a.o"}},
  };
  for (const auto& [command, paths] : expected)
    EXPECT_EQ(products_of(command), paths) << command;
}

TEST(Invocation, HasNoProductWhereNothingIsJudged) {
  for (const char* command : {"nvcc a.cu",
                              "nvcc -shared a.cu -o a.so",
                              "nvcc -run a.cu",
                              "nvcc -E -c a.cu -o x.i",
                              "nvcc -M -c a.cu",
                              "nvcc -MM a.cu",
                              "nvcc --version",
                              "nvcc -V",
                              "nvcc --help",
                              "nvcc -h",
                              "nvcc --dryrun -c a.cu -o a.o",
                              "nvcc -cuda a.cu",
                              "nvcc -clean -c a.cu",
                              "nvcc -optix-ir a.cu",
                              "nvcc -ltoir -dlto a.cu",
                              "nvcc --list-gpu-code",
                              "nvcc",
                              "ccache",
                              "",
                              "gcc x.c -o x"})
    EXPECT_THAT(products_of(command), IsEmpty()) << command;
}

TEST(Invocation, NamesTheSourceOfEachProduct) {
  EXPECT_THAT(
      parse("nvcc -c a.cu d/b.cu").products,
      ElementsAre(NvccProduct{"a.o", "a.cu"}, NvccProduct{"b.o", "d/b.cu"}));
  EXPECT_THAT(parse("nvcc -dlink a.o b.o -o l.o").products,
              ElementsAre(NvccProduct{"l.o", ""}));
}

TEST(FindCompiler, PassesLaunchersBy) {
  const auto at = [](std::string_view command) {
    const std::vector<std::string> list = words(command);
    const std::vector<std::string_view> views(list.begin(), list.end());
    return find_compiler(views);
  };
  EXPECT_EQ(at("nvcc -c a.cu"), 0u);
  EXPECT_EQ(at("ccache /usr/local/cuda-12.8/bin/nvcc -c a.cu"), 1u);
  EXPECT_EQ(at("sccache nvcc-12.8 -c a.cu"), 1u);
  EXPECT_EQ(at("ccache compiler_check=none distcc nvcc"), 3u);
  EXPECT_EQ(at("cmake -E env A=b -- nvcc -c a.cu"), 5u);
  EXPECT_EQ(at("cmake -E __run_co_compile --launcher=ccache --source=a.cu -- "
               "nvcc -c a.cu"),
            6u);
  EXPECT_EQ(at("/opt/bin/nvcc_wrapper -c a.cpp"), 0u);
  EXPECT_EQ(at("ccache g++ -c nvcc.cc"), 1u);
  EXPECT_EQ(at("clang++ -DX=nvcc -x cuda a.cu"), 0u);
  EXPECT_EQ(at("ccache -s"), 2u);
}

TEST(FindCompiler, KnowsNvccByName) {
  for (const char* name : {"nvcc", "/a b/nvcc", "nvcc.exe", "nvcc-13.0",
                           "x86_64-linux-nvcc", "nvcc_wrapper"})
    EXPECT_TRUE(is_nvcc_name(name)) << name;
  for (const char* name :
       {"nvcc.cu", "-Dnvcc", "mynvcc", "nvcc.o", "nvcc-x", "nvcc/", "gcc", ""})
    EXPECT_FALSE(is_nvcc_name(name)) << name;
}

// Each measured with nvcc 13.0.88, -o in an options file.
TEST(OptionsFile, IsSplitAsNvccSplitsIt) {
  EXPECT_THAT(split_options_file("-o \"a b.o\"\n-DX\r\n\t-DY"),
              ElementsAre("-o", "a b.o", "-DX", "-DY"));
  EXPECT_THAT(split_options_file("a\"b c\"d.o"), ElementsAre("ab cd.o"));
  EXPECT_THAT(split_options_file("a\\ b.o a\\\\b a\\nb"),
              ElementsAre("a b.o", "a\\b", "anb"));
  EXPECT_THAT(split_options_file("'a b'"), ElementsAre("'a", "b'"));
  EXPECT_THAT(split_options_file("\"\" x"), ElementsAre("", "x"));
  EXPECT_THAT(split_options_file(" \n"), IsEmpty());
  EXPECT_THAT(split_options_file("a\\"), ElementsAre("a\\"));
}

// Each measured with nvcc 13.0.88: quotes stay.
TEST(EnvironmentFlags, AreSplitAsNvccSplitsThem) {
  EXPECT_THAT(split_environment_flags("-o \"a b.o\"  -DX"),
              ElementsAre("-o", "\"a b.o\"", "-DX"));
  EXPECT_THAT(split_environment_flags("-o a\\ b.o"),
              ElementsAre("-o", "a\\", "b.o"));
  EXPECT_THAT(split_environment_flags(""), IsEmpty());
}

}  // namespace
}  // namespace cudacompat
