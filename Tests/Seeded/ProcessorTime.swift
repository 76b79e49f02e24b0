import Foundation

/// How long this thread's processor works on something: the same on a busy machine, where a clock goes on.
public func processorTime(_ work: () -> Void) -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let begun = now()
    work()
    return now() - begun
}
