#pragma once

#include "Recogniser.h"
#include "Request.h"

/// Which of the quad's corners is the page's own top left, by what can be read there.
int likelyTurn(Pix *grey, const Quad &quad, const Request &request, Recogniser &recogniser);
