#pragma once

#include <stdbool.h>

/// Lets this process and what it starts read below the system's folders and nowhere else, where the kernel has
/// Landlock (5.13 and later). Returns false only where it has it and refuses.
bool restrict_to_system_folders(void);
