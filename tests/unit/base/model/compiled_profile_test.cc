#include <gtest/gtest.h>

#include <random>

#include "base/model/profile.h"

namespace cudacompat {
namespace {

constexpr std::string_view kPlan =
    "cudacompat-classes 1\n"
    "profile \"prod\"\n"
    "accept loads loads-jit\n"
    "downgrade-ptx yes\n"
    "future-gpus no\n"
    "partial \"\" \"src/*.cu\" \"\" 9.0,10.0 \"chosen at \\\"run\\\" time\"\n"
    "suppress \"CC701\" \"lib/*.so\" \"the demo\"\n"
    "class 512 \"l4-pool, l4 (+3)\"\n"
    "gpu 8.9 - \"NVIDIA L4\"\n"
    "driver \">=535.183.06 <580\"\n"
    "os linux-x86_64\n"
    "class 1 \"orin\"\n"
    "gpu 8.7 tegra \"\"\n"
    "cuda 12.6\n"
    "cuda-compat 12.9\n"
    "max-ptx 8.5\n"
    "os linux-aarch64\n"
    "framework \"torch\" \"2.9.1\" 12.6 sm_87 compute_90a\n"
    "framework \"jax\" \"\" -\n"
    "end\n";

std::string error_of(std::string_view text) {
  const Result<CompiledProfile> plan = parse_compiled_profile(text, "f");
  return plan ? "a plan" : plan.error().message;
}

/// The good plan with one piece of its text replaced.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(kPlan);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(CompiledProfile, HoldsClassesAndPolicy) {
  const Result<CompiledProfile> plan = parse_compiled_profile(kPlan, "f");
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->profile, "prod");
  EXPECT_TRUE(plan->policy.accepts(Outcome::loads_jit));
  EXPECT_TRUE(plan->policy.downgrade_ptx);
  EXPECT_FALSE(plan->policy.future_gpus);
  ASSERT_EQ(plan->policy.partial.size(), 1u);
  EXPECT_EQ(plan->policy.partial[0].unit, "src/*.cu");
  EXPECT_EQ(plan->policy.partial[0].gpus, (std::vector<Cc>{90, 100}));
  EXPECT_EQ(plan->policy.partial[0].reason, "chosen at \"run\" time");
  EXPECT_EQ(plan->policy.suppress[0].reason, "the demo");
  ASSERT_EQ(plan->groups.size(), 2u);
  EXPECT_EQ(plan->groups[0].name, "l4-pool, l4 (+3)");
  EXPECT_EQ(plan->groups[0].count, 512u);
  EXPECT_EQ(plan->groups[0].gpu, (GpuSpec{89, "NVIDIA L4", false}));
  EXPECT_EQ(to_string(*plan->groups[0].driver), ">=535.183.06 <580");
  EXPECT_FALSE(plan->groups[0].cuda);
  EXPECT_TRUE(plan->groups[1].gpu.tegra);
  EXPECT_EQ(*plan->groups[1].cuda_compat, (Version{12, 9}));
  EXPECT_EQ(*plan->groups[1].max_ptx, (Version{8, 5}));
  EXPECT_EQ(plan->groups[1].os, Os::linux_aarch64);
  ASSERT_EQ(plan->groups[1].frameworks.size(), 2u);
  EXPECT_EQ(plan->groups[1].frameworks[0].ptx,
            (std::vector<Arch>{{90, ArchScope::exact}}));
  EXPECT_FALSE(plan->groups[1].frameworks[1].cuda);
}

TEST(CompiledProfile, IsWrittenAsItWasRead) {
  EXPECT_EQ(serialize(*parse_compiled_profile(kPlan, "f")), kPlan);
}

TEST(CompiledProfile, OfAProfileIsItsClassesAndPolicy) {
  const auto profile = parse_profile(
      R"({"schema_version":1,"name":"p","policy":{"downgrade_ptx":true},
          "targets":[{"name":"a","gpus":[{"cc":"8.0"}],"driver":"535"},
                     {"name":"b","gpus":[{"cc":"8.0"}],"driver":"535"}]})",
      "f");
  ASSERT_TRUE(profile);
  EXPECT_EQ(serialize(make_compiled_profile(*profile)),
            "cudacompat-classes 1\nprofile \"p\"\naccept loads loads-jit\n"
            "downgrade-ptx yes\nfuture-gpus no\nclass 2 \"a, b\"\n"
            "gpu 8.0 - \"\"\ndriver \"535\"\nos linux-x86_64\nend\n");
}

/// Makes plans of every shape, with texts that need each escape.
class Maker {
 public:
  explicit Maker(unsigned seed) : random_(seed) {}

  CompiledProfile plan() {
    CompiledProfile made;
    made.profile = text();
    made.policy.accept.clear();
    for (const Outcome outcome : {Outcome::loads, Outcome::unknown}) {
      if (coin()) made.policy.accept.push_back(outcome);
    }
    made.policy.downgrade_ptx = coin();
    made.policy.future_gpus = coin();
    for (auto n = below(3); n > 0; --n) {
      made.policy.partial.push_back({text(), text(), text(), {}, text()});
      for (auto k = below(3); k > 0; --k) {
        made.policy.partial.back().gpus.push_back(cc());
      }
    }
    for (auto n = below(3); n > 0; --n) {
      made.policy.suppress.push_back({text(), text(), text()});
    }
    for (auto n = below(4); n > 0; --n) made.groups.push_back(machine());
    return made;
  }

 private:
  unsigned below(unsigned n) {
    return std::uniform_int_distribution<unsigned>(0, n - 1)(random_);
  }
  bool coin() { return below(2) == 0; }
  Cc cc() { return static_cast<Cc>(30 + below(100)); }
  Version version() {
    return {static_cast<std::uint16_t>(1 + below(20)),
            static_cast<std::uint16_t>(below(20))};
  }
  std::optional<Version> maybe() {
    return coin() ? std::optional(version()) : std::nullopt;
  }
  std::string text() {
    std::string made;
    for (auto n = below(12); n > 0; --n) {
      constexpr std::string_view kBytes("\"\\ \n\t\r\0\x01\x1f-nx0\xc3\xa9",
                                        15);
      made += kBytes[below(static_cast<unsigned>(kBytes.size()))];
    }
    return made;
  }
  std::vector<Arch> archs() {
    std::vector<Arch> made;
    for (auto n = below(3); n > 0; --n) {
      made.push_back({cc(), static_cast<ArchScope>(below(3))});
    }
    return made;
  }
  TargetGroup machine() {
    TargetGroup made;
    made.name = text();
    made.count = coin() ? ~std::uint64_t{0} : below(1000);
    made.gpu = {cc(), text(), coin()};
    constexpr std::string_view kDrivers[] = {"535", ">=535.54.03 <580",
                                             "535..570.211.01", ">=550"};
    if (coin()) made.driver = *parse_driver_range(kDrivers[below(4)]);
    made.cuda = maybe();
    made.cuda_compat = maybe();
    made.max_ptx = maybe();
    made.os = static_cast<Os>(below(4));
    for (auto n = below(3); n > 0; --n) {
      made.frameworks.push_back({text(), text(), maybe(), archs(), archs()});
    }
    return made;
  }

  std::mt19937 random_;
};

TEST(CompiledProfile, OfAnyContentComesBackTheSame) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const CompiledProfile plan = Maker(seed).plan();
    const std::string text = serialize(plan);
    const Result<CompiledProfile> back = parse_compiled_profile(text, "f");
    ASSERT_TRUE(back) << back.error().message << "\n" << text;
    ASSERT_EQ(serialize(*back), text);
    ASSERT_EQ(back->groups.size(), plan.groups.size());
    for (std::size_t i = 0; i < plan.groups.size(); ++i) {
      const TargetGroup& a = plan.groups[i];
      const TargetGroup& b = back->groups[i];
      EXPECT_EQ(a.name, b.name);
      EXPECT_EQ(a.count, b.count);
      EXPECT_EQ(a.gpu, b.gpu);
      EXPECT_EQ(a.driver, b.driver);
      EXPECT_EQ(a.cuda, b.cuda);
      EXPECT_EQ(a.cuda_compat, b.cuda_compat);
      EXPECT_EQ(a.max_ptx, b.max_ptx);
      EXPECT_EQ(a.os, b.os);
      EXPECT_EQ(a.frameworks, b.frameworks);
    }
    EXPECT_EQ(back->profile, plan.profile);
    EXPECT_EQ(back->policy.accept, plan.policy.accept);
    for (std::size_t i = 0; i < plan.policy.partial.size(); ++i) {
      EXPECT_EQ(back->policy.partial[i].kernel, plan.policy.partial[i].kernel);
      EXPECT_EQ(back->policy.partial[i].gpus, plan.policy.partial[i].gpus);
    }
  }
}

TEST(CompiledProfile, CutAtAnyByteIsAnError) {
  for (std::size_t size = 0; size < kPlan.size(); ++size) {
    EXPECT_FALSE(parse_compiled_profile(kPlan.substr(0, size), "f")) << size;
  }
}

TEST(CompiledProfile, WithAnyByteChangedParsesOrSaysWhere) {
  std::string text(kPlan);
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'\0', '"', '\\', ' ', '\n', '9', '\xff'}) {
      const char before = text[i];
      text[i] = c;
      const Result<CompiledProfile> plan = parse_compiled_profile(text, "f");
      if (!plan) {
        ASSERT_EQ(plan.error().message.find("f:"), 0u);
      }
      text[i] = before;
    }
  }
}

TEST(CompiledProfile, OfAnotherVersionIsRefusedFirst) {
  EXPECT_EQ(error_of(changed("classes 1", "classes 2")),
            "f:1: found \"cudacompat-classes 2\" where cudacompat-classes 1 "
            "was expected; the build's configure step makes this file: run it "
            "again");
  EXPECT_EQ(error_of(changed("classes 1", "classes 12")).find("f:1: found"),
            0u);
}

TEST(CompiledProfile, SaysWhichLineIsWrongAndWhatIsExpected) {
  struct Case {
    Case(std::string_view replaced, std::string_view by, std::string_view seen,
         std::string_view wanted, int at)
        : from(replaced), to(by), found(seen), expected(wanted), line(at) {}
    std::string_view from, to, found, expected;
    int line;
  };
  const Case kCases[] = {
      Case("profile \"prod\"", "profile prod", " prod",
           "the profile's name in quotes", 2),
      Case("profile \"prod\"", "profile \"prod\" x", " x",
           "the end of the line", 2),
      Case("loads-jit", "loads-jot", "loads-jot", "a verdict", 3),
      Case("yes", "ja", "ja", "yes or no", 4),
      Case("future-gpus no\n", "", "partial \"\" \"src/*.cu\"", "future-gpus",
           5),
      Case("9.0,10.0", "9.0,", "9.0,", "GPUs such as 9.0,10.0", 6),
      Case("\\\"run", "\\qrun", " \"chosen at \\qrun\\\" time\"",
           "a reason in quotes", 6),
      Case("\"the demo\"", "\"the demo", " \"the demo", "a reason in quotes",
           7),
      Case("class 512", "class -1", "-1", "a number of machines", 8),
      Case("class 512", "class 99999999999999999999", "99999999999999999999",
           "a number of machines", 8),
      Case("class 512 ", "class 512  ", "  \"l4-pool",
           "a class's name in quotes", 8),
      Case("gpu 8.9 -", "gpu 89 -", "89", "a GPU such as 8.9", 9),
      Case("8.7 tegra", "8.7 jetson", "jetson", "tegra or -", 13),
      Case(">=535.183.06 <580", "<580", "<580", "a driver such as >=535", 10),
      Case("os linux-x86_64", "os linux", "linux", "a system", 11),
      Case("cuda 12.6", "cuda 12.x", "12.x", "a version such as 12.2", 14),
      Case("cuda-compat", "cuda-compot", "cuda-compot 12.9", "os", 15),
      Case("sm_87 ", "87 ", "87", "sm_NN or compute_NN", 18),
      Case("end\n", "end\nmore\n", "more\\x0a", "the end of the file", 20),
      Case("end\n", "", "", "a line with its end", 20),
  };
  for (const Case& c : kCases) {
    const std::string message = error_of(changed(c.from, c.to));
    EXPECT_EQ(message.find(fmt::format("f:{}: found \"{}", c.line, c.found)),
              message.find("f:"))
        << message;
    EXPECT_NE(message.find(fmt::format("\" where {} was expected", c.expected)),
              std::string::npos)
        << message;
  }
}

TEST(CompiledProfile, TakesItsLinesInOneOrderAndOnce) {
  EXPECT_NE(error_of(changed("cuda 12.6\n", "cuda 12.6\ncuda 12.6\n")),
            "a plan");
  EXPECT_NE(error_of(changed("cuda 12.6\ncuda-compat 12.9\n",
                             "cuda-compat 12.9\ncuda 12.6\n")),
            "a plan");
  EXPECT_NE(error_of(changed("suppress", "partial")), "a plan");
  EXPECT_NE(error_of(changed("profile \"prod\"\n", "profile \"prod\"\r\n")),
            "a plan");
}

TEST(CompiledProfile, ThatIsHostileIsReadInLinearTime) {
  std::string many(kPlan.substr(0, kPlan.find("class 512")));
  std::string one = "class 1 \"a\"\ngpu 8.0 - \"\"\nos wsl\n";
  for (int i = 0; i < 20'000; ++i) many += one;
  EXPECT_EQ(parse_compiled_profile(many + "end\n", "f")->groups.size(),
            20'000u);
  const std::string longest =
      "cudacompat-classes 1\nprofile \"" + std::string(10'000'000, '\\');
  EXPECT_NE(error_of(longest), "a plan");
  EXPECT_LT(error_of(longest).size(), 300u);
}

}  // namespace
}  // namespace cudacompat
