import Foundation
import Vault
import Web

/// Everything that is measured, as Prometheus reads it.
struct MetricsPage {
    let requests: RequestMetrics
    let vaults: VaultStatistics
    /// Files that were read for codes, by what came of it.
    let readings: [String: Int]
    /// What runs by itself.
    let jobs: [JobReport]
    let process: ProcessNumbers
    let connections: ConnectionCounters
    let isStorageWritable: Bool
    /// The last one that was noted.
    let backup: LastBackup?

    var text: String {
        var page = PrometheusText()
        addRequests(to: &page)
        addVaults(to: &page)
        addSignIns(to: &page)
        addServer(to: &page)
        page.family("vaccinapp_readings_total", .counter, "Files read for codes, by what came of it.")
        for (outcome, count) in readings.sorted(by: { $0.key < $1.key }) {
            page.sample("vaccinapp_readings_total", ["outcome": outcome], Double(count))
        }
        page.family("vaccinapp_job_last_success_seconds", .gauge, "When each job last succeeded, since 1970.")
        for job in jobs {
            guard let time = job.lastSuccess?.timeIntervalSince1970 else { continue }
            page.sample("vaccinapp_job_last_success_seconds", ["job": job.name.rawValue], time.rounded())
        }
        page.family("vaccinapp_job_overdue", .gauge, "1 where a job should have succeeded twice since it last did.")
        for job in jobs { page.sample("vaccinapp_job_overdue", ["job": job.name.rawValue], job.isOverdue ? 1 : 0) }
        page.single(
            "process_resident_memory_bytes", .gauge, "Memory of this process.", Double(process.residentBytes))
        page.single("process_open_fds", .gauge, "Open files and connections.", Double(process.openFiles))
        page.single("process_cpu_seconds_total", .counter, "Processor time used.", process.cpuSeconds)
        addBackup(to: &page)
        page.single("process_start_time_seconds", .gauge, "Start, in seconds since 1970.", process.startTime)
        return page.text
    }

    private func addBackup(to page: inout PrometheusText) {
        let (time, problems) = ("vaccinapp_last_backup_timestamp_seconds", "vaccinapp_last_backup_problems")
        page.family(time, .gauge, "When the last backup was made, in seconds since 1970.")
        if let backup { page.sample(time, [:], backup.date.timeIntervalSince1970) }
        page.family(problems, .gauge, "How much of the last backup was not right.")
        if let backup { page.sample(problems, [:], Double(backup.findings)) }
    }

    private func addRequests(to page: inout PrometheusText) {
        let all = requests.all
        let (count, duration) = ("vaccinapp_http_requests_total", "vaccinapp_http_request_duration_seconds")
        page.family(count, .counter, "Requests answered, by route pattern and class of status.")
        for (route, tally) in all {
            for (index, number) in tally.classes.enumerated() where number > 0 {
                page.sample(
                    count, ["method": route.method, "route": route.pattern, "status": "\(index + 1)xx"], Double(number))
            }
        }
        page.family(duration, .histogram, "From the head of a request to its answer.")
        for (route, tally) in all {
            let bounds = RequestMetrics.bounds.map { "\($0)" } + ["+Inf"]
            var sum = 0
            for (bound, number) in zip(bounds, tally.buckets) {
                sum += number
                page.sample(
                    duration + "_bucket", ["method": route.method, "route": route.pattern, "le": bound], Double(sum))
            }
            page.sample(duration + "_sum", ["method": route.method, "route": route.pattern], tally.seconds)
            page.sample(duration + "_count", ["method": route.method, "route": route.pattern], Double(sum))
        }
    }

    private func addServer(to page: inout PrometheusText) {
        page.family("vaccinapp_build_info", .gauge, "1, with this program's version.")
        page.sample("vaccinapp_build_info", ["version": WebApp.version], 1)
        page.single("vaccinapp_accounts", .gauge, "Accounts, as counted twice a minute.", Double(vaults.accounts))
        page.single(
            "vaccinapp_storage_writable", .gauge, "1 where the data folder takes what is saved, else 0.",
            isStorageWritable ? 1 : 0)
        page.single("vaccinapp_connections", .gauge, "Open connections.", Double(connections.open))
        page.family("vaccinapp_connections_refused_total", .counter, "Connections closed at once, by what was full.")
        for (bound, number) in [("all", connections.refused), ("address", connections.refusedByAddress)] {
            page.sample("vaccinapp_connections_refused_total", ["bound": bound], Double(number))
        }
        page.family("vaccinapp_problems_total", .counter, "Answers of 5xx, by the log's cause.")
        for (cause, number) in requests.problems.sorted(by: { $0.key < $1.key }) {
            page.sample("vaccinapp_problems_total", ["cause": cause], Double(number))
        }
    }

    private func addVaults(to page: inout PrometheusText) {
        page.single("vaccinapp_open_vaults", .gauge, "Vaults open in memory.", Double(vaults.openVaults))
        page.single("vaccinapp_open_vault_bytes", .gauge, "Memory that open vaults take.", Double(vaults.openBytes))
        page.single("vaccinapp_vault_opens_total", .counter, "Vaults opened.", Double(vaults.opens))
        page.single("vaccinapp_commits_total", .counter, "Changes brought to the disk.", Double(vaults.commits))
        page.single(
            "vaccinapp_commit_failures_total", .counter, "Changes that could not be saved, or were refused.",
            Double(vaults.failedCommits))
    }

    private func addSignIns(to page: inout PrometheusText) {
        page.single("vaccinapp_sign_ins_total", .counter, "Passwords that were right.", Double(vaults.signIns))
        page.family("vaccinapp_sign_ins_refused_total", .counter, "Sign-ins that were refused, by reason.")
        for (reason, number) in [
            ("wrong", vaults.signInsWrong), ("throttled", vaults.signInsThrottled), ("busy", vaults.signInsBusy),
            ("disabled", vaults.signInsDisabled), ("failed", vaults.signInsFailed),
        ] {
            page.sample("vaccinapp_sign_ins_refused_total", ["reason": reason], Double(number))
        }
        page.single(
            "vaccinapp_password_checks", .gauge, "Password checks under way and waiting.", Double(vaults.signInsQueued))
    }
}
