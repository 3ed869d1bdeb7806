#include "tlm_models/copies/node_workloads/nas_lu.h"

#include "tlm_models/traffic/algorithm.h"

namespace tactus {
namespace {

constexpr std::int64_t kPointBytes = 5 * 8;
constexpr int kLayers = 2;
/// Assumed: of the operations of an iteration, those of each sweep, and of the right-hand side.
constexpr double kSweepShare = 0.4;
constexpr double kRightSideShare = 0.2;

int part_of(int points, int parts, int number) { return points / parts + (number < points % parts ? 1 : 0); }

DatatypeConfig point() { return contiguous_type(5, basic_type(BasicType::kDouble)); }

TransferConfig both(const DatatypeConfig& type) { return {{type, 1}, {type, 1}}; }

class LuProgram final : public RepeatedProgram {
 public:
  LuProgram(const NasLu& lu, int process)
      : RepeatedProgram(lu.config()), lu_(lu), process_(process), part_(lu.part(process)) {}

 private:
  using Face = NasLu::Face;
  using Kind = CopyOp::Kind;

  void repeat(int) override {
    for (int plane = 2; plane < lu_.points(); ++plane) sweep(plane, 1);
    for (int plane = lu_.points() - 1; plane > 1; --plane) sweep(plane, -1);
    exchange_layers(Face::kLayersX);
    exchange_layers(Face::kLayersY);
    add(work_op(lu_.right_side_instructions(part_)));
  }

  /// One plane needs what comes from `-step` in both directions, and is needed at `step`.
  void sweep(int plane, int step) {
    plane_face(Kind::kReceive, Face::kPlaneX, plane, -step);
    plane_face(Kind::kReceive, Face::kPlaneY, plane, -step);
    CopyOp own;
    own.kind = Kind::kCopy;
    own.shape = lu_.plane(part_);
    own.send_offset = own.receive_offset = lu_.offset(1, 1, plane);
    add(own);
    add(work_op(lu_.sweep_instructions(part_)));
    plane_face(Kind::kSend, Face::kPlaneX, plane, step);
    plane_face(Kind::kSend, Face::kPlaneY, plane, step);
  }

  void plane_face(Kind kind, Face face, int plane, int step) {
    if (has_neighbour(face, step)) add_alone(message(kind, face, plane, step, 1));
  }

  void exchange_layers(Face face) {
    for (const int step : {1, -1}) {
      if (has_neighbour(face, -step)) add(message(Kind::kReceive, face, 1, -step, kLayers));
      if (has_neighbour(face, step)) add(message(Kind::kSend, face, 1, step, kLayers));
      add(CopyOp{});
    }
  }

  static bool along_x(Face face) { return face == Face::kPlaneX || face == Face::kLayersX; }
  [[nodiscard]] bool has_neighbour(Face face, int step) const {
    const int to = (along_x(face) ? part_.x : part_.y) + step;
    return 0 <= to && to < (along_x(face) ? lu_.width() : lu_.height());
  }
  /// With the neighbour at `step`: the last own layers in that direction go to it, its last ones come behind them.
  [[nodiscard]] CopyOp message(Kind kind, Face face, int plane, int step, int layers) const {
    CopyOp op;
    op.kind = kind;
    op.peer = process_ + step * (along_x(face) ? 1 : lu_.width());
    const bool sends = kind == Kind::kSend;
    const NasLu::Part sender = lu_.part(sends ? process_ : op.peer);
    const NasLu::Part receiver = lu_.part(sends ? op.peer : process_);
    const int way = sends ? step : -step;
    op.shape = lu_.face(face, along_x(face) ? part_.ny : part_.nx);
    const int send_at = way > 0 ? points(sender, face) - layers + 1 : 1;
    const int receive_at = way > 0 ? 1 - layers : points(receiver, face) + 1;
    op.send_offset = at(face, send_at, plane);
    op.receive_offset = at(face, receive_at, plane);
    return op;
  }
  static int points(const NasLu::Part& part, Face face) { return along_x(face) ? part.nx : part.ny; }
  [[nodiscard]] std::int64_t at(Face face, int across, int plane) const {
    return along_x(face) ? lu_.offset(across, 1, plane) : lu_.offset(1, across, plane);
  }

  const NasLu& lu_;
  int process_;
  NasLu::Part part_;
};

}  // namespace

NasLu::NasLu(const NodeWorkloadConfig& config)
    : NodeWorkload(config),
      points_(points_of(config.nas_class)),
      width_(lu_grid_width(config.processes)),
      height_(config.processes / width_),
      stored_x_(part_of(points_, width_, 0) + 2 * kLayers),
      stored_y_(part_of(points_, height_, 0) + 2 * kLayers) {
  for (int process = 0; process < config.processes; ++process) add_faces(part(process));
}

void NasLu::add_faces(const Part& part) {
  const std::int64_t plane_bytes = kPointBytes * stored_x_ * stored_y_;
  const auto add = [&](Face face, int points, const DatatypeConfig& type) {
    const MessageShape*& shape = faces_[{face, points}];
    if (shape == nullptr) shape = add_shape(both(type));
  };
  add(Face::kPlaneX, part.ny, vector_type(part.ny, 1, stored_x_, point()));
  add(Face::kPlaneY, part.nx, contiguous_type(part.nx, point()));
  add(Face::kLayersX, part.ny,
      hvector_type(points_, 1, plane_bytes, vector_type(part.ny, kLayers, stored_x_, point())));
  add(Face::kLayersY, part.nx,
      hvector_type(points_, 1, plane_bytes, vector_type(kLayers, part.nx, stored_x_, point())));
  const MessageShape*& plane = planes_[{part.nx, part.ny}];
  if (plane == nullptr) plane = add_shape(both(vector_type(part.ny, part.nx, stored_x_, point())));
}

NasLu::Part NasLu::part(int process) const {
  const int x = process % width_;
  const int y = process / width_;
  return {x, y, part_of(points_, width_, x), part_of(points_, height_, y)};
}

std::int64_t NasLu::offset(int i, int j, int plane) const {
  return kPointBytes * ((i + 1) + stored_x_ * ((j + 1) + stored_y_ * (plane - 1)));
}

/// Of an iteration, by the formula with which the benchmark itself counts (NPB 2 and 3, lu.f).
double NasLu::operations_per_point() const {
  const double n = points_;
  const double all = 1984.77 * n * n * n - 10923.3 * n * n + 27770.9 * n - 144010.0;
  return all / (n * n * n);
}

std::uint64_t NasLu::sweep_instructions(const Part& part) const {
  const double planes = points_ - 2;
  return instructions(kSweepShare * operations_per_point() * part.nx * part.ny * points_ / planes);
}

std::uint64_t NasLu::right_side_instructions(const Part& part) const {
  return instructions(kRightSideShare * operations_per_point() * part.nx * part.ny * points_);
}

std::unique_ptr<CopyProgram> NasLu::program(int process) const { return std::make_unique<LuProgram>(*this, process); }

std::uint64_t NasLu::messages() const {
  const int links = (width_ - 1) * height_ + width_ * (height_ - 1);
  const int of_iteration = links * (2 * (points_ - 2) + 2);
  return static_cast<std::uint64_t>(of_iteration) * static_cast<std::uint64_t>(config().warm_up + config().repetitions);
}

int points_of(NasClass size) {
  switch (size) {
    case NasClass::kS:
      return 12;
    case NasClass::kW:
      return 33;
    case NasClass::kA:
      return 64;
    case NasClass::kB:
      return 102;
    case NasClass::kC:
      return 162;
  }
  return 0;
}

int lu_grid_width(int processes) {
  int width = 1;
  while (width * width < processes) width *= 2;
  return width;
}

namespace {

constexpr char kSummary[] = "A node alone: the messages of LU of the NAS parallel benchmarks.";

void check(const NodeWorkloadConfig& config, ConfigFaults& faults) {
  const int processes = config.processes;
  if (processes < 2) return;
  faults.require((processes & (processes - 1)) == 0, "processes", "{}: LU takes a power of two", processes);
  const int points = points_of(config.nas_class);
  faults.require(lu_grid_width(processes) <= points, "processes",
                 "{}: more than {} side by side, the points of an edge", processes, points);
}

const Registered<NodeWorkloadKind> kProcesses{{{"nas_lu", kSummary}, make_node_workload<NasLu>, check}};
const Registered<AlgorithmKind> kNasLu{on_node_alone("nas_lu", kSummary)};

}  // namespace

}  // namespace tactus
