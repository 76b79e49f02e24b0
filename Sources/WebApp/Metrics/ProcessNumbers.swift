import Foundation
import Glibc

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
        residentBytes = (pages?.dropFirst().first.flatMap { Int(typed: $0, in: 0...1 << 40) } ?? 0) * Int(getpagesize())
        openFiles = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        // In millionths, as POSIX fixes it.
        cpuSeconds = Double(clock()) / 1e6
        startTime = Self.begun
    }
}
