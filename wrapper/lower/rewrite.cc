#include "lower/rewrite.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "bytes/little_endian.h"
#include "images/image.h"
#include "lower/patch.h"
#include "report/words.h"

namespace cudacompat {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLongestText = std::uint64_t{256} << 20;

/// Decides and makes the patches, container by container.
class Planner {
 public:
  Planner(ByteSource& source, const LoweringRequest& request,
          const ArtifactFacts& facts,
          const std::vector<std::vector<LoweringWish>>& wishes)
      : source_(source), request_(request), facts_(facts), wishes_(wishes) {}

  void container(const Container& container) {
    const std::size_t index = index_++;
    if (index >= facts_.containers.size()) return;
    const std::uint32_t s = facts_.containers[index].shape;
    if (facts_.shapes[s].images.size() != container.images.size()) return;
    for (const LoweringWish& wish : wishes_[s]) image(container, wish);
  }

  std::vector<LoweredImage> images;
  std::vector<Patch> patches;

 private:
  void image(const Container& container, const LoweringWish& wish);
  /// An empty `why`: the patches are in `out`.
  void lower(const Image& image, const LoweringWish& wish, LoweredImage& out);

  ByteSource& source_;
  const LoweringRequest& request_;
  const ArtifactFacts& facts_;
  const std::vector<std::vector<LoweringWish>>& wishes_;
  std::size_t index_ = 0;
};

void Planner::image(const Container& container, const LoweringWish& wish) {
  const Image& image = container.images[wish.image];
  LoweredImage out;
  out.container = container_id(place_of(container), container.offset);
  out.unit = container.unit;
  out.target = image.arch;
  out.from = image.ptx_isa.value_or(Version{});
  out.to = wish.isa;
  lower(image, wish, out);
  images.push_back(std::move(out));
}

void Planner::lower(const Image& image, const LoweringWish& wish,
                    LoweredImage& out) {
  auto bytes = unpack(source_, image, kLongestText);
  if (!bytes) {
    out.why = bytes.error().message;
    return;
  }
  std::string text(as_text(*bytes));
  text.resize(std::min(text.find('\0'), text.size()));
  const auto lowered = lower_text(text, wish.isa);
  if (!lowered) {
    out.why = lowered.error().message;
    return;
  }
  Proof proof = prove(*lowered, out.from, image.arch, wish.readers,
                      request_.releases, request_.ask);
  if (!proof.proven) {
    out.why = std::move(proof.why);
    out.cure = std::move(proof.cure);
    if (out.cure.empty()) {
      const Reader& first = wish.readers.front();
      const auto takes = oldest_that_takes(text, first.gpu, first.cuda,
                                           request_.releases, request_.ask);
      out.cure = fmt::format(
          "add SASS for sm_{}; or {}; or drop the PTX", to_string(first.gpu),
          takes ? fmt::format("ask for a driver of CUDA {} or newer, the "
                              "oldest at hand that takes it",
                              to_string(*takes))
                : std::string("raise the least driver"));
    }
    return;
  }
  auto made = patches_for(source_, image, *lowered, wish.isa);
  if (!made) {
    out.why = made.error().message;
    return;
  }
  std::move(made->begin(), made->end(), std::back_inserter(patches));
  out.lowered = true;
  out.proven_by = std::move(proof.by);
  out.dropped = lowered->dropped;
}

tl::unexpected<Error> system_error(const std::string& path, const char* what) {
  return fail(Error::kNoOffset, "{} cannot be {}: {}", path, what,
              std::strerror(errno));
}

Result<void> write_patches(const std::string& path,
                           const std::vector<Patch>& patches) {
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return system_error(path, "written");
  Result<void> done;
  for (const Patch& patch : patches) {
    std::size_t at = 0;
    while (done && at < patch.bytes.size()) {
      const ssize_t n =
          pwrite(fd, patch.bytes.data() + at, patch.bytes.size() - at,
                 static_cast<off_t>(patch.offset + at));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) {
        done = system_error(path, "written");
      } else {
        at += static_cast<std::size_t>(n);
      }
    }
  }
  if (close(fd) != 0 && done) return system_error(path, "written");
  return done;
}

/// What a rewritten file must still be.
struct Shape {
  std::vector<std::string> rows;
  std::uint64_t problems = 0;
};

Result<Shape> shape_of(const std::string& path, Depth depth) {
  auto source = ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  Shape out;
  ScanSink sink;
  sink.container = [&](const Container& container) {
    out.rows.push_back(fmt::format("{} {} {}", container.offset, container.size,
                                   container.images.size()));
    for (const Image& image : container.images)
      out.rows.push_back(fmt::format(
          "{} {} {} {} {:#x}", image.offset, to_string(image.kind),
          to_string(image.arch), to_string(image.compression), image.flags));
  };
  sink.problem = [&](const Problem&) { ++out.problems; };
  auto scanned = scan(*source, depth, sink);
  if (!scanned) return tl::unexpected(scanned.error());
  return out;
}

/// A copy that goes away unless it is put in its place.
class Copy {
 public:
  explicit Copy(const std::string& out) {
    std::error_code error;
    // A link stays one: what it points to is replaced.
    const fs::path real = fs::canonical(out, error);
    out_ = error ? fs::path(out) : real;
    path_ = out_.string() + fmt::format(".cudacompat-{}", getpid());
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;
  ~Copy() {
    std::error_code error;
    if (!placed_) fs::remove(path_, error);
  }
  const std::string& path() const { return path_; }

  Result<void> of(const std::string& original) {
    std::error_code error;
    fs::copy_file(original, path_, fs::copy_options::overwrite_existing, error);
    if (error) {
      return fail(Error::kNoOffset, "{} cannot be copied to {}: {}", original,
                  path_, error.message());
    }
    // A compiler's product may be read-only; the copy is ours for now.
    struct stat s {};
    if (stat(path_.c_str(), &s) != 0) return system_error(path_, "read");
    mode_ = s.st_mode & 07777;
    if (chmod(path_.c_str(), mode_ | S_IWUSR) != 0)
      return system_error(path_, "written");
    return {};
  }
  Result<void> place() {
    if (chmod(path_.c_str(), mode_) != 0) return system_error(path_, "written");
    if (std::rename(path_.c_str(), out_.c_str()) != 0)
      return system_error(out_.string(), "replaced");
    placed_ = true;
    return {};
  }

 private:
  fs::path out_;
  std::string path_;
  mode_t mode_ = 0;
  bool placed_ = false;
};

}  // namespace

Result<std::vector<LoweredImage>> lower_file(
    const LoweringRequest& request, const ArtifactFacts& facts,
    const std::vector<std::vector<LoweringWish>>& wishes) {
  auto source = ByteSource::open(request.path);
  if (!source) return tl::unexpected(source.error());
  Planner planner(*source, request, facts, wishes);
  ScanSink sink;
  sink.container = [&](const Container& one) { planner.container(one); };
  sink.problem = [](const Problem&) {};
  auto scanned = scan(*source, request.depth, sink);
  if (!scanned) return tl::unexpected(scanned.error());
  const bool in_place = request.path == request.out;
  if (planner.patches.empty() && in_place) return std::move(planner.images);

  Copy copy(request.out);
  if (auto made = copy.of(request.path); !made)
    return tl::unexpected(made.error());
  if (auto written = write_patches(copy.path(), planner.patches); !written)
    return tl::unexpected(written.error());
  const auto before = shape_of(request.path, Depth::compare);
  const auto after = shape_of(copy.path(), Depth::compare);
  if (!before || !after || before->rows != after->rows ||
      after->problems > before->problems) {
    return fail(Error::kNoOffset,
                "the lowered copy does not read as the original does{}: "
                "nothing was written; please report this",
                after ? "" : " (" + after.error().message + ")");
  }
  if (auto same = source->unchanged(); !same)
    return tl::unexpected(same.error());
  if (auto placed = copy.place(); !placed)
    return tl::unexpected(placed.error());
  return std::move(planner.images);
}

}  // namespace cudacompat
