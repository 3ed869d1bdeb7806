#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "tlm_models/copies/node_workload.h"

namespace tactus {

/// Points of LU along each edge of its cube.
int points_of(NasClass size);
/// The wider side of the grid of a power of two of processes among which LU deals its columns.
int lu_grid_width(int processes);

/// LU of the NAS parallel benchmarks: five numbers at each point of a cube, columns of which are dealt to a grid of
/// processes. A repetition is one iteration: both sweeps, in which each plane needs the neighbours' of the same plane,
/// and the right-hand side, which needs two layers of the neighbours' points. Boundary points are sent like others.
class NasLu final : public NodeWorkload {
 public:
  /// Part of the grid that a process has: points from 1 on, with two layers of the neighbors' around them.
  struct Part {
    int x = 0;  ///< in the grid of processes
    int y = 0;
    int nx = 0;  ///< points
    int ny = 0;
  };
  /// A face in a direction of the grid: of one plane, or of all planes, two layers deep.
  enum class Face : std::uint8_t { kPlaneX, kPlaneY, kLayersX, kLayersY };

  explicit NasLu(const NodeWorkloadConfig& config);
  [[nodiscard]] std::unique_ptr<CopyProgram> program(int process) const override;
  [[nodiscard]] std::uint64_t messages() const override;

  [[nodiscard]] Part part(int process) const;
  [[nodiscard]] int width() const { return width_; }    ///< processes along x
  [[nodiscard]] int height() const { return height_; }  ///< processes along y
  [[nodiscard]] int points() const { return points_; }
  /// Bytes from the start of the array to a point, each index from -1 on, planes from 1 on.
  [[nodiscard]] std::int64_t offset(int i, int j, int plane) const;
  /// Shape of a face of `points` along it.
  [[nodiscard]] const MessageShape* face(Face face, int points) const { return faces_.at({face, points}); }
  /// The own points of a plane, copied to where they are.
  [[nodiscard]] const MessageShape* plane(const Part& part) const { return planes_.at({part.nx, part.ny}); }
  /// Instructions of one plane of a sweep, and of the right-hand side.
  [[nodiscard]] std::uint64_t sweep_instructions(const Part& part) const;
  [[nodiscard]] std::uint64_t right_side_instructions(const Part& part) const;

 private:
  void add_faces(const Part& part);
  [[nodiscard]] double operations_per_point() const;

  int points_;
  int width_;
  int height_;
  std::int64_t stored_x_;  ///< points of a row in memory
  std::int64_t stored_y_;  ///< rows of a plane
  std::map<std::pair<Face, int>, const MessageShape*> faces_;
  std::map<std::pair<int, int>, const MessageShape*> planes_;
};

}  // namespace tactus
