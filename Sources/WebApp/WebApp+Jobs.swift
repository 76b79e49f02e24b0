import Foundation
import Lists
import Logging
import Operators
import ServiceLifecycle
import Vault
import Web

/// The app's own lines of the table of jobs.
enum WebAppJobs {
    static func table(
        of accounts: Accounts, catalogue: CatalogueSource, trust: TrustSource, releaseNotice: ReleaseNoticeSource,
        dataDirectory: URL, mail: ReminderMailer?, localization: Localization
    ) -> [Job] {
        let mails = mail.map { mail in
            Job(.reminderMails, every: 30, .oneServer, forgets: true) {
                guard try await mail.round(accounts, localization) else { throw MailDeliveryFailure() }
            }
        }
        return [mails].compactMap(\.self) + [
            Job(.catalogue, every: 60, .eachServer) {
                _ = catalogue.inUse
                if let fault = catalogue.fault { throw fault }
            },
            Job(.trustLists, every: 3_600, .eachServer) { try trust.requireReadable() },
            Job(.releaseNotice, every: 60, .eachServer) { try releaseNotice.look() },
            Job(.stikoFeed, every: 43_200, .outside { JobTimestamp.date("stiko-feed", in: dataDirectory) }),
            Job(.backup, every: 86_400, .outside { (try? await accounts.lastBackup())??.date }),
        ]
    }
}

/// What ended with a mail server that didn't take everything: the job's outcome.
private struct MailDeliveryFailure: Error, CustomStringConvertible {
    var description: String { "the mail server didn't take every message; they are tried again for three days" }
}

/// Does what is due of the table of jobs.
struct JobRunner: Service {
    let jobs: Jobs
    let accounts: Accounts
    let logger: Logger

    func run() async throws {
        await jobs.start()
        try? await cancelWhenGracefulShutdown {
            var told: [Job.Name: JobResult] = [:]
            var isInPlace = true
            while true {
                // Nothing is written to a folder that isn't the server's.
                if accounts.isFolderInPlace {
                    jobs.tick()
                    tell(&told)
                } else if isInPlace {
                    logger.warning(
                        """
                        the data folder is gone, or another one lies in its place: nothing is read or written until it is \
                        back; after a restore, start the server anew
                        """)
                }
                isInPlace = accounts.isFolderInPlace
                try await Task.sleep(for: .seconds(5) / accounts.configuration.pace)
            }
        }
    }

    /// Logs what has failed, or waits for the clock, once until it goes well again.
    private func tell(_ told: inout [Job.Name: JobResult]) {
        for job in jobs.reports() where !job.isRunning {
            guard let outcome = job.outcome, told[job.name] != outcome else { continue }
            if outcome != .done || told[job.name] != nil {
                logger.log(
                    level: outcome == .done ? .notice : .warning, "job",
                    metadata: [
                        "job": "\(job.name.rawValue)", "outcome": "\(outcome.rawValue)",
                        "reason": "\(job.reason ?? "")",
                    ])
            }
            told[job.name] = outcome
        }
    }
}
