#pragma once

/// Makes a file that exists only in memory and has no name, or returns -1. Other processes don't inherit it.
int memory_file_create(void);
