// SPDX-License-Identifier: Apache-2.0
// corpus_test FOLDER: every file of a fuzz target's corpus, and some thousand mutations of them, through the target's own
// entry point, without libFuzzer. The mutations are the same in each run. An input that traps is named before the end.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr int kMutations = 4000;
constexpr std::size_t kLongest = 1 << 16;
std::string g_input;  // what is being tried

extern "C" void onTrap(int) {
  // Not for a handler in general; here the process is at its end, and the input is all that matters.
  std::ofstream("fuzz_failed_input", std::ios::binary) << g_input;
  std::fputs("an input traps; it is written to fuzz_failed_input in the folder of this test\n", stderr);
  std::_Exit(1);
}

void attempt(std::string input) {
  g_input = std::move(input);
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(g_input.data()), g_input.size());
}

class Mutations {
 public:
  explicit Mutations(const std::vector<std::string>& corpus) : m_corpus(corpus) {}
  std::string next() {
    std::string text = m_corpus[below(m_corpus.size())];
    for (std::size_t change = 1 + below(4); change > 0 && text.size() < kLongest; --change) mutate(text);
    return text;
  }

 private:
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random); }
  std::string piece(const std::string& text) {
    if (text.empty()) return {};
    const std::size_t begin = below(text.size());
    return text.substr(begin, 1 + below(std::min<std::size_t>(40, text.size() - begin)));
  }
  void mutate(std::string& text) {
    static const std::vector<std::string> kWords{"@align(8)", "@pipeline ", "@dynshared ", "var b: tile<u8>[1, 1] = 0", "for q in 0..2 {", "}", "{",
                                                 "99999999999", "\r", "\n", "//", " a @ b ", "\xEF\xBB\xBF", "\xC3", "é", "(", "-", "0", "\t"};
    const std::size_t place = below(text.size() + 1);
    switch (below(6)) {
      case 0: text.insert(place, kWords[below(kWords.size())]); break;
      case 1: text.insert(place, piece(m_corpus[below(m_corpus.size())])); break;
      case 2: text.erase(place, 1 + below(12)); break;
      case 3: text.insert(place, piece(text)); break;
      case 4: text.resize(place); break;
      default:
        if (place < text.size()) text[place] = static_cast<char>(below(256));
    }
  }

  const std::vector<std::string>& m_corpus;
  std::mt19937_64 m_random{65537};
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: corpus_test FOLDER\n", stderr);
    return 2;
  }
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> corpus;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  if (corpus.empty()) {
    std::fprintf(stderr, "no file in %s\n", arguments[1]);
    return 1;
  }
  for (const int signal : {SIGILL, SIGTRAP, SIGABRT, SIGSEGV}) std::signal(signal, onTrap);
  for (const std::string& input : corpus) attempt(input);
  Mutations mutations(corpus);
  for (int each = 0; each < kMutations; ++each) attempt(mutations.next());
  std::printf("%zu files and %d mutations of them\n", corpus.size(), kMutations);
  return 0;
}
