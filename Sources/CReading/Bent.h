#pragma once

#include "Reading.h"

struct Luma;

/// Looks for QR codes on bent paper.
void readBent(const Luma &luma, const Budget &budget, Texts &texts);
