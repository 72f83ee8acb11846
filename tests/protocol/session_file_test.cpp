// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions survive being written and read, and files that are not sessions are told apart with a path or an offset.
#include <gtest/gtest.h>

#include <clocale>
#include <cmath>

#include <nlohmann/json.hpp>

#include "gpu/experiments/catalogue.h"
#include "gpu/protocol/session_file.h"
#include "tests/fake_worker/canned_run.h"
#include "tests/protocol/random_session.h"

namespace {

using namespace dsm;
using protocol::checkSession;
using protocol::parseSession;
using protocol::writeSession;

const model::Catalogue& catalogue() { return experiments::catalogue(); }

// A session with one run of the first experiment's first variant.
model::Session smallSession() {
  model::Session session;
  session.title = "small";
  session.devices = {test::cannedDevice()};
  const model::ExperimentSpec& spec = *catalogue().front();
  model::RunRequest request;
  request.experiment = spec.info().id;
  request.variant = spec.info().variants.front().id;
  session.runs = {std::make_shared<const model::Run>(*test::cannedRun(spec, request, "one"))};
  return session;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << "not in the text: " << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(SessionFile, AnySessionSurvivesTheRoundTrip) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const model::Session session = test::randomSession(seed, catalogue());
    const std::string text = writeSession(session, catalogue());
    const auto loaded = parseSession(text, catalogue());
    ASSERT_TRUE(loaded) << "seed " << seed << ": " << loaded.error().message;
    EXPECT_TRUE(loaded->remarks.empty()) << "seed " << seed << ": " << loaded->remarks.front();
    const model::Session& read = loaded->session;
    ASSERT_EQ(read.title, session.title);
    ASSERT_EQ(read.origin, session.origin);
    ASSERT_EQ(read.devices, session.devices) << "seed " << seed;
    ASSERT_EQ(read.pinned, session.pinned);
    ASSERT_EQ(read.notes, session.notes);
    ASSERT_EQ(read.viewState, session.viewState) << "seed " << seed;
    ASSERT_EQ(read.unknown, session.unknown) << "seed " << seed;
    ASSERT_EQ(read.unknownOfDevices, session.unknownOfDevices) << "seed " << seed;
    ASSERT_EQ(read.runs.size(), session.runs.size());
    for (std::size_t i = 0; i < read.runs.size(); ++i) {
      ASSERT_TRUE(test::sameAsWritten(*session.runs[i], *read.runs[i])) << "seed " << seed << " run " << i;
    }
    ASSERT_EQ(writeSession(read, catalogue()), text) << "seed " << seed;
    const auto checked = checkSession(text, catalogue());
    ASSERT_TRUE(checked) << "seed " << seed << ": " << checked.error().message;
  }
}

TEST(SessionFile, DigitsDoNotDependOnTheLocale) {
  const model::Session session = smallSession();
  const std::string text = writeSession(session, catalogue());
  if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) GTEST_SKIP() << "locale de_DE.UTF-8 is not installed";
  const std::string german = writeSession(session, catalogue());
  const auto loaded = parseSession(text, catalogue());
  std::setlocale(LC_ALL, "C");
  EXPECT_EQ(german, text);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->session.runs[0]->samples[0].elapsedNs, session.runs[0]->samples[0].elapsedNs);
}

TEST(SessionFile, NotFiniteSamplesAreNullAndCounted) {
  model::Session session = smallSession();
  model::Run run = *session.runs[0];
  run.samples[1].elapsedNs = std::nan("");
  run.samples[2].cycles = INFINITY;
  session.runs[0] = std::make_shared<const model::Run>(run);
  const std::string text = writeSession(session, catalogue());
  EXPECT_NE(text.find("\"not_finite\":2"), std::string::npos);
  for (const char* word : {":nan", ",nan", "[nan", ":inf", ",inf", "[inf"}) EXPECT_EQ(text.find(word), std::string::npos) << word;
  const auto checked = checkSession(text, catalogue());
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_EQ(checked->notFinite, 2u);
  const model::RunPtr read = parseSession(text, catalogue())->session.runs[0];
  EXPECT_TRUE(std::isnan(read->samples[1].elapsedNs));
  EXPECT_EQ(read->samples[2].cycles, INFINITY);
}

TEST(SessionFile, CheckFindsAStatisticThatItsSamplesDoNotGive) {
  const std::string text = writeSession(smallSession(), catalogue());
  const auto good = checkSession(text, catalogue());
  ASSERT_TRUE(good);
  EXPECT_EQ(good->statistics, 7 * catalogue().front()->info().quantities.size());
  const std::size_t at = text.find("\"median\":") + 9;
  const auto bad = checkSession(replaced(text, text.substr(at, 5), "77777"), catalogue());
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, "differs");
  const std::string path = "runs[0].summary." + catalogue().front()->info().quantities.front().id + ".median";
  EXPECT_TRUE(bad.error().message.starts_with(path)) << bad.error().message;
}

TEST(SessionFile, AFaultNamesItsPath) {
  const std::string text = writeSession(smallSession(), catalogue());
  const auto message = [](const std::string& changed) {
    const auto loaded = parseSession(changed, catalogue());
    return loaded ? std::string("accepted") : loaded.error().message;
  };
  const std::size_t at = text.find("\"cycles\":[") + 10;
  const std::string first = text.substr(at, text.find(',', at) + 1 - at);
  EXPECT_EQ(message(replaced(text, "\"cycles\":[" + first, "\"cycles\":[")), "runs[0].samples.cycles: 19 values, 20 expected");
  EXPECT_EQ(message(replaced(text, "\"cycles\":[", "\"cycles\":[\"x\",")), "runs[0].samples.cycles[0]: text, a number expected");
  EXPECT_EQ(message(replaced(text, "\"id\":\"one\",", "")), "runs[0].id: missing");
  EXPECT_EQ(message(replaced(text, "\"id\":\"one\"", "\"id\":7")), "runs[0].id: 7, text expected");
  EXPECT_EQ(message(replaced(text, "\"origin\":\"measured\"", "\"origin\":\"guessed\"")), "runs[0].origin: \"guessed\" is no origin");
  EXPECT_EQ(message(replaced(text, "\"sm_count\":132", "\"sm_count\":-1")),
            "devices[0].sm_count: -1, an integer from 0 of 32 bits expected");
  EXPECT_EQ(message(replaced(text, "\"runs\":[", "\"runs\":[7,")), "runs[0]: 7, an object expected");
  EXPECT_EQ(message(replaced(text, "\"notes\":\"\"", "\"notes\":\"\",\"notes\":\"\"")), "runs[0].notes: this key is there twice");
}

TEST(SessionFile, UnequalColumnsAreNamedWhicheverIsShort) {
  const std::string text = writeSession(smallSession(), catalogue());
  const std::size_t at = text.find("\"elapsed_ns\":[") + 14;
  const std::string first = text.substr(at, text.find(',', at) + 1 - at);
  const auto loaded = parseSession(replaced(text, "\"elapsed_ns\":[" + first, "\"elapsed_ns\":["), catalogue());
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().message, "runs[0].samples.elapsed_ns: 19 values, 20 expected");
}

TEST(SessionFile, EveryTruncationIsRefused) {
  const std::string text = writeSession(smallSession(), catalogue());
  for (std::size_t size = 0; size + 2 < text.size(); size += 7) {
    const auto loaded = parseSession(std::string_view(text).substr(0, size), catalogue());
    ASSERT_FALSE(loaded) << size;
    ASSERT_EQ(loaded.error().code, "bad_json");
    ASSERT_NE(loaded.error().message.find("byte " + std::to_string(size + 1)), std::string::npos) << loaded.error().message;
  }
}

TEST(SessionFile, NewerVersionsAndOtherFilesAreTold) {
  const std::string text = writeSession(smallSession(), catalogue());
  const std::string other99 = replaced(replaced(text, "\"version\":1", "\"version\":99"), "\"runs\":[", "\"runs\":[7,");
  // What is understood of a newer version is shown, what is not is named.
  const auto newer = parseSession(other99, catalogue());
  ASSERT_TRUE(newer) << newer.error().message;
  EXPECT_EQ(newer->version, 99);
  EXPECT_EQ(newer->session.runs.size(), 1u);
  ASSERT_EQ(newer->remarks.size(), 1u);
  EXPECT_EQ(newer->remarks[0], "runs[0]: 7, an object expected, left out");
  // Where nothing is, its version is what is reported.
  const auto nothing = parseSession(replaced(other99, "\"id\":\"one\"", "\"id\":1"), catalogue());
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, "newer_version");
  EXPECT_NE(nothing.error().message.find("99"), std::string::npos);
  const auto strange = parseSession(replaced(other99, "\"title\":", "\"title\":7,\"later\":"), catalogue());
  ASSERT_FALSE(strange);
  EXPECT_EQ(strange.error().code, "newer_version");
  EXPECT_EQ(checkSession(other99, catalogue()).error().code, "newer_version");
  // A fault in a file of this version is a fault, wherever the version stands.
  const auto late = parseSession(replaced(replaced(text, "\"version\":1,", ""), "\"pinned\":", "\"version\":1,\"pinned\":"), catalogue());
  ASSERT_TRUE(late) << late.error().message;
  for (const char* other : {"{}", "[]", "7", "{\"format\":\"else\",\"version\":1}", "{\"format\":\"dsmscope-session\"}"}) {
    const auto loaded = parseSession(other, catalogue());
    ASSERT_FALSE(loaded) << other;
    EXPECT_EQ(loaded.error().code, "not_a_session") << other;
  }
}

// A file of a later minor version: members on every level, and words of parameters that do not exist yet.
TEST(SessionFile, WhatThisVersionDoesNotKnowSurvives) {
  std::string text = writeSession(smallSession(), catalogue());
  const std::string experiment = "\"experiment\":\"" + catalogue().front()->info().id + "\"";
  text = replaced(text, experiment, "\"experiment\":\"of_tomorrow\"");
  for (const char* key : {"\"values\":{", "\"plan\":{", "\"samples\":{", "\"launch\":{", "\"validation\":{", "\"provenance\":{"}) {
    text = replaced(text, key, std::string(key) + "\"mood\" : [ \"gay\", 12345678901234567890123, 1.50, {\"k\\u0065y\" : \"a  b\"} ] ,");
  }
  text = replaced(text, "{\"ordinal\"", "{\"tomorrow\":{\"x\":1},\"ordinal\"");
  text = replaced(text, "\"notes\":", "\"colour\":1,\"notes\":");
  text = replaced(text, "\"title\":", "\"era\":\"late\",\"title\":");
  const auto loaded = parseSession(text, catalogue());
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_TRUE(loaded->remarks.empty()) << loaded->remarks.front();
  EXPECT_EQ(loaded->session.runs[0]->experiment, "of_tomorrow");
  const std::string written = writeSession(loaded->session, catalogue());
  std::size_t times = 0;
  const std::string mood = "\"mood\":[\"gay\",12345678901234567890123,1.50,{\"k\\u0065y\":\"a  b\"}]";
  for (std::size_t at = written.find(mood); at != std::string::npos; at = written.find(mood, at + 1)) ++times;
  EXPECT_EQ(times, 6u) << written;
  for (const char* kept : {"\"tomorrow\":{\"x\":1}", "\"colour\":1", "\"era\":\"late\""}) {
    EXPECT_NE(written.find(kept), std::string::npos) << kept;
  }
  // Once written it is canonical.
  EXPECT_EQ(writeSession(parseSession(written, catalogue())->session, catalogue()), written);
}

TEST(SessionFile, AnUnknownMemberThatHasBecomeKnownIsNotWrittenTwice) {
  model::Session session = smallSession();
  model::Run run = *session.runs[0];
  run.name = "mine";
  run.unknown = {{"/name", "\"theirs\""}, {"/nowhere/x", "1"}, {"/counters/values/7/x", "1"}};
  session.runs[0] = std::make_shared<const model::Run>(run);
  const auto loaded = parseSession(writeSession(session, catalogue()), catalogue());
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->session.runs[0]->name, "mine");
  EXPECT_TRUE(loaded->session.runs[0]->unknown.empty());
}

TEST(SessionFile, APinWithoutARunIsRemarked) {
  const std::string text = replaced(writeSession(smallSession(), catalogue()), "\"pinned\":[", "\"pinned\":[\"lost\"");
  const auto loaded = parseSession(text, catalogue());
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_TRUE(loaded->session.pinned.empty());
  ASSERT_EQ(loaded->remarks.size(), 1u);
  EXPECT_TRUE(loaded->remarks[0].starts_with("pinned[0]")) << loaded->remarks[0];
}

TEST(SessionFile, WhatIsNotUtf8IsReplacedAndSaidWhere) {
  std::string text = writeSession(smallSession(), catalogue());
  const std::size_t at = text.find("\"title\":\"small") + 10;
  text[at] = '\xff';
  const auto loaded = parseSession(text, catalogue());
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->session.title, "s\xEF\xBF\xBD" "all");
  ASSERT_EQ(loaded->remarks.size(), 1u);
  EXPECT_NE(loaded->remarks[0].find("byte " + std::to_string(at + 1)), std::string::npos) << loaded->remarks[0];
}

TEST(SessionFile, MeasuredRunsAreRecordedInAFile) {
  const model::Session session = smallSession();
  const std::string file = writeSession(session, catalogue(), protocol::FileOrigins::recorded);
  EXPECT_EQ(file.find("\"origin\":\"measured\""), std::string::npos);
  EXPECT_EQ(parseSession(file, catalogue())->session.runs[0]->origin, model::Origin::recorded);
  EXPECT_EQ(parseSession(writeSession(session, catalogue()), catalogue())->session.runs[0]->origin, model::Origin::measured);
}

TEST(SessionFile, AFileOfTheFirstVersionIsWrittenAsItWas) {
  const std::string text = writeSession(smallSession(), catalogue());
  for (const char* key : {"\"name\":\"\"", "\"tags\"", "\"view_state\"", "\n\"notes\""}) EXPECT_EQ(text.find(key), std::string::npos) << key;
}

TEST(SessionFile, ReferencesMustHold) {
  model::Session session = smallSession();
  session.runs.push_back(session.runs[0]);
  const auto twice = parseSession(writeSession(session, catalogue()), catalogue());
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().message, "runs[1].id: one is there twice");
  session = smallSession();
  session.devices.clear();
  const auto homeless = parseSession(writeSession(session, catalogue()), catalogue());
  ASSERT_FALSE(homeless);
  EXPECT_TRUE(homeless.error().message.starts_with("runs[0].device_uuid: ")) << homeless.error().message;
}

TEST(SessionFile, ChoicesAreWordsInTheFile) {
  for (const model::ExperimentSpec* spec : catalogue()) {
    for (const model::Parameter& parameter : spec->info().parameters) {
      for (const model::Choice& choice : parameter.choices) {
        if (choice.word.empty()) continue;
        model::RunRequest request{spec->info().id, spec->info().variants.front().id, {{parameter.id, choice.value}}, {}, ""};
        const std::string text = protocol::dumpJson(protocol::toJson(request, catalogue()));
        EXPECT_NE(text.find("\"" + parameter.id + "\":\"" + choice.word + "\""), std::string::npos) << text;
        EXPECT_EQ(protocol::runRequestFromJson(**protocol::parseJson(text), catalogue())->values, request.values);
      }
    }
  }
}

TEST(SessionFile, ReadingCanBeStoppedAndWatched) {
  model::Session session = smallSession();
  for (int i = 0; i < 300; ++i) {
    model::Run run = *session.runs[0];
    run.id = "more" + std::to_string(i);
    session.runs.push_back(std::make_shared<const model::Run>(run));
  }
  const std::string text = writeSession(session, catalogue());
  double last = 0;
  std::atomic<bool> cancel{false};
  protocol::ParseLimits limits;
  limits.cancel = &cancel;
  limits.progress = [&](double fraction) {
    EXPECT_GE(fraction, last);
    EXPECT_LE(fraction, 1.0);
    last = fraction;
    if (fraction > 0.5) cancel = true;
  };
  const auto loaded = parseSession(text, catalogue(), limits);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, "cancelled");
  EXPECT_LT(last, 0.9);
}

}  // namespace
