import CLinux
import Glibc
import VaultStorage

/// What a process that holds people's data does for itself at its start.
///
/// What Swift can't wipe: strings and arrays that pages, forms and records pass through are freed, not overwritten.
/// SQLite's memory and all keys are overwritten. The rest is overwritten by the C library, as ``heapSettings`` has it do.
package enum ProcessHardening {
    /// What has glibc overwrite whatever is freed; it reads that from `GLIBC_TUNABLES` when a program starts.
    private static let heapSettings = ["glibc.malloc.perturb=165", "glibc.malloc.tcache_count=0"]

    /// So that no surroundings, however odd, have it start itself without end.
    private static let startedAgain = "_VACCINAPP_STARTED_AGAIN"

    /// Keeps Swift from printing registers and memory on a crash; it too reads that when a program starts.
    private static let backtraces = "SWIFT_BACKTRACE"
    private static let noBacktrace = "enable=no"

    /// Starts the program once more with ``heapSettings`` and without Swift's crash reports where that isn't so yet;
    /// returns only if it is.
    ///
    /// Call it first of all: nothing of the process but its arguments and surroundings stays.
    ///
    /// - Returns: what is not as it should be, in words for the log; nil when all is.
    package static func requireSettings() -> String? {
        let given = getenv("GLIBC_TUNABLES").map { String(cString: $0) } ?? ""
        let missing = heapSettings.filter { !given.contains($0.prefix { $0 != "=" }) }
        let printsMemory = getenv(backtraces).map { String(cString: $0) } != noBacktrace
        guard !missing.isEmpty || printsMemory else { return nil }
        let isAgain = getenv(startedAgain) != nil
        setenv(startedAgain, "yes", 1)
        setenv(backtraces, noBacktrace, 1)
        setenv("GLIBC_TUNABLES", ([given] + missing).filter { !$0.isEmpty }.joined(separator: ":"), 1)
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        if !isAgain, readlink("/proc/self/exe", &path, Int(PATH_MAX)) > 0 {
            var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
            execv(path, &arguments)
        }
        return
            "freed memory isn't overwritten, or crashes print memory: start it with \(backtraces)=\(noBacktrace) "
            + "GLIBC_TUNABLES=\(heapSettings.joined(separator: ":"))"
    }

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
        let number = linux_make_undumpable()
        if number != 0 { failures.append("the process can't be made undumpable (errno \(number))") }
        if !MemoryDatabase.isWiped {
            failures.append("SQLite was in use before its memory could be set to be wiped")
        }
        umask(0o077)
        return failures
    }
}
