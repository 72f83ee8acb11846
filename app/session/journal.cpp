// SPDX-License-Identifier: GPL-3.0-or-later
// Core belongs to the pool: one job at a time drains the queue of what the GUI thread wants, so nothing in it needs a lock
// but the queue itself.
#include "app/session/journal.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include <QCoreApplication>
#include <QDir>
#include <QPointer>

#include "app/background.h"

namespace dsm::app {

struct Journal::Core : std::enable_shared_from_this<Journal::Core> {
  using Work = std::function<void(Core&)>;
  struct Entry {
    std::uint64_t number = 0;
    model::RunPtr run;
    std::optional<model::Device> device;
  };

  explicit Core(const model::Catalogue& specs) : catalogue(specs) {}

  void post(Work work) {
    const std::lock_guard lock(mutex);
    queue.push_back(std::move(work));
    if (std::exchange(draining, true)) return;
    Background::start([self = shared_from_this()] { self->drain(); });
  }

  void drain() {
    for (;;) {
      Work work;
      {
        const std::lock_guard lock(mutex);
        if (queue.empty()) {
          draining = false;
          return;
        }
        work = std::move(queue.front());
        queue.pop_front();
      }
      work(*this);
    }
  }

  // Entries from `first` on as lines; the first line of each device carries it.
  std::string linesFrom(std::size_t first) {
    std::string lines;
    for (; first < entries.size(); ++first) {
      const Entry& entry = entries[first];
      const bool tell = entry.device && !entry.device->uuid.empty() && devicesTold.insert(entry.device->uuid).second;
      lines += journalLine(*entry.run, tell ? &*entry.device : nullptr, catalogue);
    }
    return lines;
  }

  // A new journal at `path` with every entry.
  model::Expected<void> startAt(const QString& path) {
    if (path.startsWith(journalFolder())) QDir().mkpath(journalFolder());
    auto made = JournalFile::create(path, sessionPath);
    if (!made) return tl::unexpected(made.error());
    devicesTold.clear();
    if (auto done = made->append(linesFrom(0)); !done) {
      made->remove();
      return done;
    }
    written = entries.size();
    file = std::move(*made);
    return {};
  }

  // One name for as long as the document lives, so that trouble with it is the same trouble.
  const QString& inStateFolder() {
    if (statePath.isEmpty()) statePath = untitledJournalPath();
    return statePath;
  }

  bool besideSession() const { return mayLieBeside && !sessionPath.isEmpty(); }

  model::Expected<void> start() {
    if (!besideSession()) return startAt(inStateFolder());
    const auto beside = startAt(journalPathOf(sessionPath));
    return beside ? beside : startElsewhere(beside.error());
  }

  // In the state folder. An error either way: what was wrong with the place that was wanted.
  model::Expected<void> startElsewhere(const model::Error& why) {
    if (const auto elsewhere = startAt(inStateFolder()); !elsewhere) return elsewhere;
    return model::fail("journal_elsewhere", why.message, "Until you save, they are kept in " + file->path().toStdString() + ".");
  }

  model::Expected<void> append(Entry entry) {
    entries.push_back(std::move(entry));
    if (!file) return start();
    const std::set<std::string> told = devicesTold;
    const auto done = file->append(linesFrom(written));
    if (done) {
      written = entries.size();
      return {};
    }
    JournalFile old = std::move(*std::exchange(file, std::nullopt));
    const auto moved = startElsewhere(done.error());
    if (file) {
      old.remove();
      return moved;
    }
    file = std::move(old);  // the next append tries again, with what is not written yet
    devicesTold = told;
    return done;
  }

  // Only entries from `mark` on are still in no session file.
  model::Expected<void> keepFrom(std::uint64_t mark) {
    std::erase_if(entries, [&](const Entry& entry) { return entry.number < mark; });
    std::optional<JournalFile> old = std::exchange(file, std::nullopt);
    written = 0;
    if (entries.empty()) {
      if (old) old->remove();
      return {};
    }
    // The new one is there before the old one goes.
    if (old && besideSession() && old->path() == journalPathOf(sessionPath)) {
      devicesTold.clear();
      auto fresh = JournalFile::rewrite(old->path(), sessionPath, linesFrom(0));
      if (!fresh) {
        file = std::move(old);  // it has more than it needs, which is no harm
        return tl::unexpected(fresh.error());
      }
      written = entries.size();
      file = std::move(*fresh);
      return {};
    }
    auto done = start();
    if (old && file) old->remove();
    return done;
  }

  const model::Catalogue& catalogue;
  std::mutex mutex;
  std::deque<Work> queue;
  bool draining = false;

  QString sessionPath;
  QString statePath;
  bool mayLieBeside = true;
  std::optional<JournalFile> file;  // none while there is nothing to keep
  std::vector<Entry> entries;
  std::size_t written = 0;            // of the entries
  std::set<std::string> devicesTold;  // in `file`
};

Journal::Journal(const model::Catalogue& catalogue, QObject* parent) : QObject(parent), m_core(std::make_shared<Core>(catalogue)) {}

Journal::~Journal() = default;

void Journal::post(std::function<void(Core&)> work) { m_core->post(std::move(work)); }

void Journal::tell(const model::Error& error) {
  if (error.message == m_lastTrouble) return;
  m_lastTrouble = error.message;
  const bool elsewhere = error.code == "journal_elsewhere";
  emit trouble({error.code, (elsewhere ? "Results cannot be kept beside the session while you measure: " : "Results are not safe from a crash: ") + error.message,
                elsewhere ? error.hint : "Measuring goes on. Save the session soon."});
}

void Journal::setSession(const QString& sessionPath, bool mayLieBeside) {
  post([sessionPath, mayLieBeside](Core& core) {
    core.sessionPath = sessionPath;
    core.mayLieBeside = mayLieBeside;
  });
}

namespace {

// Runs `work` on the core and brings its error to the journal, if that is still there.
template <class Core, class Work>
auto reporting(QPointer<Journal> guard, void (Journal::*tell)(const model::Error&), Work work) {
  return [guard, tell, work](Core& core) {
    const model::Expected<void> done = work(core);
    if (done) return;
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [guard, tell, error = done.error()] {
          if (guard != nullptr) (guard.data()->*tell)(error);
        },
        Qt::QueuedConnection);
  };
}

}  // namespace

void Journal::resume(const QString& path, const JournalContents& contents) {
  std::vector<Core::Entry> entries;
  for (const model::RunPtr& run : contents.runs) {
    const auto device = std::ranges::find(contents.devices, run->deviceUuid, &model::Device::uuid);
    entries.push_back({m_appended++, run, device == contents.devices.end() ? std::nullopt : std::optional(*device)});
  }
  post(reporting<Core>(this, &Journal::tell, [path, entries, whole = contents.wholeBytes](Core& core) -> model::Expected<void> {
    core.entries = entries;
    core.devicesTold.clear();
    auto resumed = JournalFile::resume(path, whole);
    if (!resumed) return core.start();
    core.file = std::move(*resumed);
    core.written = core.entries.size();
    return {};
  }));
}

void Journal::append(const model::RunPtr& run, const model::Device* device) {
  Core::Entry entry{m_appended++, run, device == nullptr ? std::nullopt : std::optional(*device)};
  post(reporting<Core>(this, &Journal::tell, [entry](Core& core) { return core.append(entry); }));
}

void Journal::saved(std::uint64_t mark) {
  m_lastTrouble.clear();
  post(reporting<Core>(this, &Journal::tell, [mark](Core& core) { return core.keepFrom(mark); }));
}

void Journal::discard() { saved(m_appended); }

void Journal::whenIdle(std::function<void()> done) {
  post([guard = QPointer<Journal>(this), done = std::move(done)](Core&) {
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [guard, done] {
          if (guard != nullptr) done();
        },
        Qt::QueuedConnection);
  });
}

}  // namespace dsm::app
