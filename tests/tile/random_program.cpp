// SPDX-License-Identifier: Apache-2.0
#include "tests/tile/random_program.h"

#include <algorithm>
#include <array>
#include <random>

#include "tests/tile/random_text.h"

namespace dsm::test {
namespace {

using model::tile::ElementType;

struct TypeRow {
  const char* name;
  ElementType type;
  std::uint32_t bytes;
};
constexpr std::array kTypes{TypeRow{"f64", ElementType::f64, 8}, TypeRow{"f32", ElementType::f32, 4}, TypeRow{"f16", ElementType::f16, 2},
                            TypeRow{"bf16", ElementType::bf16, 2}, TypeRow{"f8", ElementType::f8, 1}, TypeRow{"i32", ElementType::i32, 4},
                            TypeRow{"i16", ElementType::i16, 2}, TypeRow{"i8", ElementType::i8, 1}, TypeRow{"u8", ElementType::u8, 1}};
constexpr std::array<const char*, 8> kStems{"a", "acc", "_t", "größe", "плитка", "タイル", "x9", "Tile"};

class Maker {
 public:
  Maker(std::uint64_t seed, Spacing spacing) : m_random(seed), m_text(m_random, spacing == Spacing::odd) {}

  RandomProgram make() {
    const std::size_t kernels = 1 + (below(4) == 0 ? below(3) : 0);
    for (std::size_t index = 0; index < kernels; ++index) kernel("k" + std::to_string(index));
    RandomProgram program;
    program.text = m_text.take();
    for (MeantKernel& made : m_kernels) finish(made);
    program.kernels = std::move(m_kernels);
    return program;
  }

 private:
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random); }
  int put(const std::string& text) { return m_text.lexeme(text); }
  void putAll(std::initializer_list<std::string> all) {
    for (const std::string& each : all) put(each);
  }
  MeantKernel& now() { return m_kernels.back(); }

  void kernel(const std::string& name) {
    MeantKernel& made = m_kernels.emplace_back();
    made.name = name;
    m_loops = 0;
    m_inLoops.clear();
    m_visible.clear();
    m_budget = 1 + static_cast<int>(below(14));
    m_text.indent(0);
    const bool persistentFirst = below(2) == 0;
    made.dynshared = below(2) == 0;
    made.persistent = below(3) == 0;
    if (made.persistent && persistentFirst) attribute("@persistent");
    if (made.dynshared) attribute("@dynshared");
    if (made.persistent && !persistentFirst) attribute("@persistent");
    putAll({"kernel", name, "(", "X", ":", "tensor", "<", "f32", ">", "[", "M", ",", "N", "]", ",", "Y", ":", "tensor", "<", "i8", ">", "[",
            "4096", ",", "N", "]", ",", "n", ":", "i32", ",", "s", ":", "f32", ")", "{"});
    m_text.endStatement();
    body(0, false);
    m_text.indent(0);
    put("}");
    m_text.endLine();
  }

  void attribute(const std::string& name) {
    put(name);
    m_text.endStatement();
  }

  void body(int depth, bool pipelined) {
    const std::size_t count = 1 + below(6);
    bool mayDeclare = true;
    const std::size_t visible = m_visible.size();
    for (std::size_t index = 0; index < count && m_budget > 0; ++index) {
      m_text.indent(depth + 1);
      switch (below(6)) {
        case 0:
        case 1:
        case 2:
          if (mayDeclare) declare(depth, pipelined);
          break;
        case 3: store(); break;
        case 4: assign(); break;
        default:
          if (depth < 3) {
            loop(depth);
            mayDeclare = !pipelined;  // its own tiles come first
          }
      }
    }
    m_visible.resize(visible);
  }

  void declare(int depth, bool pipelined) {
    --m_budget;
    const TypeRow& row = kTypes[below(kTypes.size())];
    MeantTile tile;
    const auto index = static_cast<int>(now().tiles.size());
    tile.name = std::string(kStems[below(kStems.size())]) + (index > 0 || below(2) == 0 ? "_" + std::to_string(index) : "q");
    tile.type = row.type;
    tile.elementBytes = row.bytes;
    static constexpr std::array<std::uint64_t, 6> kSizes{1, 2, 3, 8, 16, 33};
    tile.rows = kSizes[below(kSizes.size())];
    tile.columns = kSizes[below(kSizes.size())];
    tile.pipelined = pipelined;
    tile.loopDepth = depth;
    if (below(4) == 0) {
      do tile.alignBytes = 1U << below(11);
      while (tile.alignBytes < tile.elementBytes);
      putAll({"@align", "(", std::to_string(tile.alignBytes), ")"});
      if (below(2) == 0) m_text.endLine();
    }
    tile.declaredLine = put("var");
    event({Event::Kind::declare, index, -1, tile.declaredLine, {}});
    putAll({tile.name, ":", "tile", "<", row.name, ">", "[", std::to_string(tile.rows), ",", std::to_string(tile.columns), "]", "="});
    value(tile.rows, tile.columns);
    now().tiles.push_back(tile);
    m_visible.push_back(index);
    m_text.endStatement();
  }

  void store() {
    if (m_visible.empty()) return;
    const MeantTile& tile = now().tiles[static_cast<std::size_t>(m_visible[below(m_visible.size())])];
    slice(below(2) == 0 ? "X" : "Y", tile.rows, tile.columns);
    put("=");
    value(tile.rows, tile.columns);
    m_text.endStatement();
  }

  void assign() {
    if (m_visible.empty()) return;
    const int index = m_visible[below(m_visible.size())];
    const MeantTile& tile = now().tiles[static_cast<std::size_t>(index)];
    event({Event::Kind::use, index, -1, put(tile.name), {}});
    put("=");
    value(tile.rows, tile.columns);
    m_text.endStatement();
  }

  void loop(int depth) {
    const bool pipelined = below(3) == 0;
    const int index = m_loops++;
    if (pipelined) {
      put("@pipeline");
      if (below(2) == 0) m_text.endLine();
    }
    event({Event::Kind::loopBegin, -1, index, put("for"), {}});
    putAll({"i" + std::to_string(depth), "in", "0", "..", below(2) == 0 ? "N" : "4", "{"});
    m_text.endStatement();
    m_inLoops.push_back(index);
    body(depth + 1, pipelined);
    m_inLoops.pop_back();
    m_text.indent(depth + 1);
    event({Event::Kind::loopEnd, -1, index, put("}"), {}});
    m_text.endStatement();
  }

  void slice(const std::string& tensor, std::uint64_t rows, std::uint64_t columns) {
    putAll({tensor, "["});
    start();
    putAll({":+", std::to_string(rows), ","});
    start();
    putAll({":+", std::to_string(columns), "]"});
  }

  void start() {
    const std::size_t kind = below(4);
    if (kind == 0) putAll({"n", "*", "2"});
    if (kind == 1 && !m_inLoops.empty()) {
      putAll({"(", "i" + std::to_string(below(m_inLoops.size())), "+", "1", ")", "*", "16"});
    } else if (kind != 0) {
      put("0");
    }
  }

  // A value of that shape; the tiles in it are used.
  void value(std::uint64_t rows, std::uint64_t columns) {
    std::vector<int> alike;
    for (const int index : m_visible) {
      const MeantTile& tile = now().tiles[static_cast<std::size_t>(index)];
      if (tile.rows == rows && tile.columns == columns) alike.push_back(index);
    }
    const auto any = [&] {
      if (alike.empty() || below(4) == 0) return slice(below(2) == 0 ? "X" : "Y", rows, columns);
      const int index = alike[below(alike.size())];
      event({Event::Kind::use, index, -1, put(now().tiles[static_cast<std::size_t>(index)].name), {}});
    };
    switch (below(7)) {
      case 0: put("0"); break;
      case 1: any(), put("+"), any(); break;
      case 2: putAll({"exp", "("}), any(), put(")"); break;
      case 3: any(), putAll({"*", "(", "s", "-", "1.5e2", ")"}); break;
      default: any();
    }
  }

  void event(Event made) {
    made.loops = m_inLoops;
    now().events.push_back(std::move(made));
  }

  // Lives by the words of the language page, by looking at each use.
  static void finish(MeantKernel& kernel) {
    const auto endOf = [&kernel](int loop) {
      return static_cast<std::size_t>(std::ranges::find_if(kernel.events, [loop](const Event& event) {
               return event.kind == Event::Kind::loopEnd && event.loop == loop;
             }) - kernel.events.begin());
    };
    for (std::size_t index = 0; index < kernel.tiles.size(); ++index) {
      MeantTile& tile = kernel.tiles[index];
      std::size_t last = 0;
      const Event* declared = nullptr;
      for (std::size_t time = 0; time < kernel.events.size(); ++time) {
        const Event& event = kernel.events[time];
        if (event.tile != static_cast<int>(index)) continue;
        if (event.kind == Event::Kind::declare) {
          declared = &event;
          last = tile.pipelined ? endOf(event.loops.back()) : time;
        } else {
          const auto outer = std::ranges::find_if(
              event.loops, [&](int loop) { return std::ranges::find(declared->loops, loop) == declared->loops.end(); });
          last = std::max(last, outer == event.loops.end() ? time : endOf(*outer));
        }
      }
      tile.lastUseLine = kernel.events[last].line;
      int phase = -1;
      for (std::size_t time = 0; time <= last; ++time) phase += kernel.events[time].kind == Event::Kind::declare ? 1 : 0;
      tile.lastPhase = phase;
    }
  }

  std::mt19937_64 m_random;
  RandomText m_text;
  std::vector<MeantKernel> m_kernels;
  std::vector<int> m_visible;
  std::vector<int> m_inLoops;
  int m_loops = 0;
  int m_budget = 0;
};

}  // namespace

RandomProgram randomProgram(std::uint64_t seed, Spacing spacing) { return Maker(seed, spacing).make(); }

}  // namespace dsm::test
