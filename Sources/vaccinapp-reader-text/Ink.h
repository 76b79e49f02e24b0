#pragma once

#include "FlatPage.h"

/// The share of a cell that is dark, without its rim.
double ink(const FlatPage &page, const Rectangle &cell);
