import Foundation

/// What the accounts database knows of a job, so that servers that share it run it once, and a restart forgets nothing.
struct JobRow: Sendable {
    let name: String
    var lastRun: Date?
    var lastSuccess: Date?
    var outcome: JobResult?
    /// Who is at it, or was last.
    let holder: [UInt8]
    /// Until when nobody else takes over.
    let leaseUntil: Date

    init(_ row: TransactionRow) throws {
        name = try row.text("name")
        lastRun = try Self.date(row, "lastRun")
        lastSuccess = try Self.date(row, "lastSuccess")
        outcome = JobResult(rawValue: try row.text("outcome"))
        holder = try row.blob("holder")
        leaseUntil = try row.date("leaseUntil")
    }

    private static func date(_ row: TransactionRow, _ column: String) throws -> Date? {
        if case .null = try row.value(column) { return nil }
        return try row.date(column)
    }

    static func fetchAll(_ db: any Transaction) throws -> [JobRow] {
        try db.rows("SELECT * FROM job", []).map(JobRow.init)
    }

    /// Takes a job on, unless it isn't due or another one is at it.
    ///
    /// - Returns: The row as it was, and whether it is this server's now.
    static func claim(
        _ db: any Transaction, _ job: Job, by holder: [UInt8], at time: Date
    ) throws -> (before: JobRow?, isOurs: Bool) {
        let before = try db.row("SELECT * FROM job WHERE name = ?", [.text(job.name.rawValue)]).map(JobRow.init)
        if let before {
            guard job.isDue(after: before.lastRun, at: time) else { return (before, false) }
            // A lease that ends later than any could is a wrong clock's.
            let left = before.leaseUntil.timeIntervalSince(time)
            if before.holder != holder, left > 0, left <= job.longest + ClockWatch.tolerance { return (before, false) }
        }
        try db.execute(
            """
            INSERT INTO job (name, lastRun, lastSuccess, outcome, holder, leaseUntil) VALUES (?1, NULL, NULL, '', ?2, ?3)
            ON CONFLICT (name) DO UPDATE SET holder = ?2, leaseUntil = ?3
            """,
            [.text(job.name.rawValue), .blob(holder), .time(time.addingTimeInterval(job.longest))])
        return (before, true)
    }

    /// Writes what came of it, unless another one has taken over meanwhile.
    static func finish(
        _ db: any Transaction, _ job: Job, _ outcome: JobResult, by holder: [UInt8], at time: Date
    ) throws {
        let success = outcome == .done ? ", lastSuccess = ?1" : ""
        try db.execute(
            "UPDATE job SET lastRun = ?1, leaseUntil = ?1, outcome = ?2\(success) WHERE name = ?3 AND holder = ?4",
            [.time(time), .text(outcome.rawValue), .text(job.name.rawValue), .blob(holder)])
    }
}
