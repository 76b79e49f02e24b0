#pragma once

#include "FlatPage.h"

#include <string>

/// What is wrong with a photographed page: `blurred`, `dark`, `small`, `glare`, each after a tab.
/// `letters`: the height of its small letters in the photo's pixels, 0 where none are known.
std::string quality(const FlatPage &page, double letters);
