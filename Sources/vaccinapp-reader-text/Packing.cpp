// Tesseract packs the picture of each line as PNG before it reads it, and unpacks it at once: a sixth of all the time, for
// nothing. It asks for that by this name, which it finds here first; what it unpacks may be any format of Leptonica's, and
// this one is the pixels as they are. A page is drawn by pixWriteMemPng, which stays what it is.

#include <leptonica/allheaders.h>

extern "C" l_ok pixWriteMem(l_uint8 **data, size_t *size, PIX *pix, l_int32) { return pixWriteMemSpix(data, size, pix); }
