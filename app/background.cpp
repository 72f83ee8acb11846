// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/background.h"

#include <utility>

namespace dsm::app {
namespace {

constexpr int kMaxReaders = 256;
constexpr int kIdleReaderMs = 500;  // each idle thread holds a descriptor of its event dispatcher

Background* s_current = nullptr;  // set and cleared in main(), before and after any other thread

void setUpReaders(QThreadPool& pool) {
  pool.setMaxThreadCount(kMaxReaders);
  pool.setExpiryTimeout(kIdleReaderMs);
}

}  // namespace

Background::Background() {
  setUpReaders(m_readers);
  s_current = this;
}

// The pools' own destructors wait for their threads; nothing in here starts further work.
Background::~Background() { s_current = nullptr; }

void Background::start(std::function<void()> work) {
  QThreadPool* pool = s_current == nullptr ? QThreadPool::globalInstance() : &s_current->m_work;
  pool->start(std::move(work));
}

void Background::startReader(std::function<void()> work) {
  if (s_current != nullptr) {
    s_current->m_readers.start(std::move(work));
    return;
  }
  static QThreadPool pool;
  setUpReaders(pool);
  pool.start(std::move(work));
}

}  // namespace dsm::app
