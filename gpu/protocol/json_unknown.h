// SPDX-License-Identifier: Apache-2.0
// Members that this version does not know, taken out of a text when it is read and put back when it is
// written. They travel as text and not as a tree, because a tree would round numbers that a later version can hold.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "gpu/model/unknown_fields.h"
#include "gpu/protocol/json_model.h"

namespace dsm::protocol {

// The members named in `unread`, in the order of `text`. `root` was parsed from `text`, and the objects of `unread` are in it.
// Paths are JSON pointers from `root`.
model::UnknownFields takeUnknown(std::string_view text, const JsonIn& root, const Unread& unread);

// `text` (one valid JSON value) with each field at the end of the object that its path names. A field whose object is not
// there any more, or whose key is there already, is left out.
std::string withUnknown(std::string text, const model::UnknownFields& fields);

// The last key of a JSON pointer: "a/b" of "/x/a~1b".
std::string keyOfPointer(std::string_view pointer);

}  // namespace dsm::protocol
