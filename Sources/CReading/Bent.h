#pragma once

#include "Reading.h"

struct Luma;

/// Looks for QR codes on gently bent paper: soon done.
void readBent(const Luma &luma, const Budget &budget, Texts &texts);

/// Looks for QR codes on strongly bent or crumpled paper, module by module: takes a while.
void readCrumpled(const Luma &luma, const Budget &budget, Texts &texts);
