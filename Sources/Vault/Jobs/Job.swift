package import Foundation

/// One line of the table of jobs: what is done again and again, how often, and by whom.
package struct Job: Sendable {
    /// What it is called in the database, in metrics and in the messages that word it.
    package enum Name: String, Sendable, CaseIterable {
        case idleVaults = "idle-vaults"
        case openVaults = "open-vaults"
        case admins
        case closing
        case nameKey = "names-key"
        case sessions
        case invitations
        case withdrawals
        case throttle
        case receipts
        case orphans
        case passingFiles = "passing-files"
        case healthLinks = "health-links"
        case reminderMails = "reminder-mails"
        case deletedAccounts = "deleted-accounts"
        case catalogue
        case trustLists = "trust-lists"
        case releaseNotice = "release-notice"
        case stikoFeed = "stiko-feed"
        case backup
    }

    package enum Place: Sendable {
        /// Each server does it for itself.
        case eachServer
        /// Of the servers that share a database, one does it.
        case oneServer
        /// A command with a timer of its own; the server only looks, at each run, when that last succeeded, nil for never.
        case outside(@Sendable () async -> Date?)
    }

    package let name: Name
    /// Seconds from one run to the next.
    package private(set) var period: TimeInterval
    /// Seconds that a run may take, after which another server may take over.
    let longest: TimeInterval
    package let place: Place
    /// Whether it takes away what is over by the clock: then it waits while the clock can't be believed.
    let forgets: Bool
    let run: @Sendable () async throws -> Void

    package init(
        _ name: Name, every period: TimeInterval, longest: TimeInterval = 300, _ place: Place, forgets: Bool = false,
        run: @escaping @Sendable () async throws -> Void = {}
    ) {
        (self.name, self.period, self.longest) = (name, period, longest)
        (self.place, self.forgets, self.run) = (place, forgets, run)
    }

    /// The same so many times as often.
    func times(_ pace: Double) -> Job {
        var job = self
        job.period /= pace
        return job
    }

    /// Whether it has to be done, by when that was begun last; a time that is yet to come was no time.
    func isDue(after lastRun: Date?, at time: Date) -> Bool {
        guard let lastRun else { return true }
        let passed = time.timeIntervalSince(lastRun)
        return passed >= period || passed < -60
    }
}

/// What came of a job's last run.
package enum JobResult: String, Sendable, CaseIterable {
    case done, failed
    /// It runs for longer than it may.
    case overran
    /// It waits until the clock can be believed again.
    case waits
}

/// A job as an admin sees it.
package struct JobReport: Sendable {
    package let name: Job.Name
    package let period: TimeInterval
    /// Whether a command outside of the server does it.
    package let isOutside: Bool
    package var lastRun: Date?
    package var lastSuccess: Date?
    /// Nil where it hasn't run yet.
    package var outcome: JobResult?
    /// Why its last run failed, for the log.
    package let reason: String?
    package var isRunning: Bool
    /// Nil where nobody knows: outside of the server, where it never ran.
    package let next: Date?
    /// Whether it should have succeeded twice since it last did.
    package let isOverdue: Bool
}
