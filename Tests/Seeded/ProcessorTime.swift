import Foundation

/// Seconds that a thread has had on a processor, so that a busy machine doesn't look like slow code.
package enum ProcessorTime {
    package static var ofThisThread: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// What some work takes on this thread.
    package static func of(_ work: () throws -> Void) rethrows -> Double {
        let begun = ofThisThread
        try work()
        return ofThisThread - begun
    }
}
