#pragma once

struct Pix;

/// Paints over long thin lines of a page on white: rulings of tables, frames of stickers.
void removeRulings(Pix *even);
