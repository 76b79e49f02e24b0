#pragma once

#include <stdbool.h>

/// Lets this process and what it starts read below the system's folders and nowhere else. Returns whether that holds.
bool restrict_to_system_folders(void);
