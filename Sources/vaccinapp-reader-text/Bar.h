#pragma once

#include "Table.h"

/// The quad with a dark bar that belongs to the page beyond one of its sides, where there is one that the edges
/// alone don't show (black on a black table) and the rulings prove; the quad itself else.
Quad withBar(const Quad &quad, const Table &table, Pix *grey);
