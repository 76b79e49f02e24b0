import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// What the system knows of this process; zeros where it doesn't tell.
struct ProcessNumbers {
    let residentBytes: Int
    let openFiles: Int
    let cpuSeconds: Double
    /// Seconds since 1970.
    let startTime: Double

    /// When the program first asked, which is at its start.
    private static let begun = Date.now.timeIntervalSince1970

    init() {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        residentBytes = (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
        openFiles = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        cpuSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        startTime = Self.begun
    }
}
