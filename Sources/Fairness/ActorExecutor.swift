import Dispatch

/// Where an actor runs that everybody calls: on a thread of its own.
///
/// Else it would run where its callers' tasks do, and a call from somebody whose threads are busy would hold it up for
/// all others.
package final class ActorExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(_ label: String) { queue = DispatchQueue(label: label) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
