#define _GNU_SOURCE
#include "CSandbox.h"
#include "folders.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/// What a program needs to start, and to find its fonts and character tables.
static const char *const folders[] = {
    "/usr/bin", "/usr/lib", "/usr/lib64", "/usr/share", "/lib", "/lib64", "/bin", "/etc/fonts", "/etc/ld.so.cache", "/etc/alternatives", "/var/cache/fontconfig",
    "/var/lib/ghostscript/fonts",
};

static const unsigned long long reading =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

/// Every right of the first version of Landlock, so that all of them are refused elsewhere.
static const unsigned long long handled = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;

/// Whether what is there may be read; what isn't there needs no rule.
static bool permit(int ruleset, const char *folder) {
    struct landlock_path_beneath_attr rule = {.parent_fd = open(folder, O_PATH | O_CLOEXEC)};
    if (rule.parent_fd < 0) return true;
    rule.allowed_access = reading;
    bool permitted = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    if (!permitted) {
        // A single file has no entries to list.
        rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
        permitted = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    }
    close(rule.parent_fd);
    return permitted;
}

bool sandbox_knows_folders(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
}

bool restrict_to_system_folders(void) {
    struct landlock_ruleset_attr attributes = {.handled_access_fs = handled};
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes.handled_access_fs, 0);
    if (ruleset < 0) return false;
    bool permitted = true;
    for (size_t index = 0; index < sizeof folders / sizeof folders[0]; index++) {
        permitted = permit(ruleset, folders[index]) && permitted;
    }
    bool restricted = permitted && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return restricted;
}
