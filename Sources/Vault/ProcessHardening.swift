import CVaultMemory

#if canImport(Glibc)
    import Glibc
#endif

/// What a process that holds people's data does for itself at its start.
///
/// What Swift can't wipe: strings and arrays that pages, forms and records pass through are freed, not overwritten.
/// SQLite's memory and all keys are overwritten. For the rest, the service sets
/// `GLIBC_TUNABLES=glibc.malloc.perturb=165:glibc.malloc.tcache_count=0`, with which the C library itself overwrites
/// whatever is freed.
package enum ProcessHardening {
    /// Turns core dumps and debuggers off and has SQLite wipe what it frees.
    ///
    /// Call it before anything else.
    ///
    /// - Returns: what could not be done, in words for the log.
    @discardableResult
    package static func apply() -> [String] {
        var failures: [String] = []
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        if setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) != 0 {
            failures.append("core dumps can't be limited (errno \(errno))")
        }
        // Also keeps other processes of the same user from attaching.
        let number = vault_make_undumpable()
        if number != 0 { failures.append("the process can't be made undumpable (errno \(number))") }
        if !SQLiteMemory.isWiped {
            failures.append("SQLite was in use before its memory could be set to be wiped")
        }
        umask(0o077)
        return failures
    }
}
