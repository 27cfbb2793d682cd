// SPDX-License-Identifier: MIT
#pragma once

// What most files of the program include and nobody changes: precompiled, for compile time alone.
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/release_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
