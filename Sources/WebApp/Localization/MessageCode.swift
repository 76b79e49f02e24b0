import Answers
import CivilDates
import HealthCertificate
import Immunization
import Model
import PassArchive
import Scanning
import Situation
import Vault

/// Codes for which there are words: a message's id is the family's and the case's name.
///
/// `DataFault.Code.notText` of the family `admin.fault` has the message `admin.fault.not-text`.
protocol MessageCode: CaseIterable {
    /// What the ids of its messages begin with.
    static var family: String { get }
    /// The messages that each case has, by what follows the case's name: one that nothing follows by default.
    static var parts: [String] { get }
    /// What a case speaks of: the gaps of its messages; nothing by default.
    var parameters: Set<String> { get }
}

extension MessageCode {
    static var parts: [String] { [""] }
    var parameters: Set<String> { [] }

    /// The ids of all of its messages.
    static var messageIDs: [String] { allCases.flatMap { code in parts.map { code.messageID($0) } } }

    /// The id of a case's message, or of one of its parts.
    func messageID(_ part: String = "") -> String {
        let id = "\(Self.family).\("\(self)".hyphenated)"
        return part.isEmpty ? id : "\(id).\(part)"
    }
}

extension Localizer {
    /// What a code says, or one of its parts.
    func callAsFunction(
        _ code: some MessageCode, part: String = "", _ arguments: [String: String] = [:]
    ) -> String {
        text(code.messageID(part), arguments)
    }
}

extension Message {
    /// Every code that has messages.
    static var codes: [any MessageCode.Type] { features.flatMap { $0.codes } }

    /// The ids that are made from codes and other data: every one must be in each language's file.
    static var families: [String] {
        codes.flatMap { $0.messageIDs } + records.flatMap { $0.messageIDs } + archiveFamilies
            + [
                EntryRow.DuplicateAnswer.allCases.map { "vaccinations.table.duplicate.\($0.rawValue)" },
                EntryRow.Taking.allCases.map { "scans.row.\($0.rawValue)" },
                CheckedScan.Role.allCases.map { "scans.field.\($0.rawValue)" }, (1...4).map { "scans.corner.\($0)" },
                Catalogue.sections.map { "admin.section.\($0)" },
                ProblemPage.Wording.allCases.flatMap {
                    ["problem.\($0.rawValue).title", "problem.\($0.rawValue).text"]
                },
                ["260415000", "260373001", "LP6464-4", "LP217198-3"].map { "certificates.code.\($0)" },
                CertificateText.messageIDs,
                Job.Name.allCases.map { "admin.job.\($0.rawValue)" },
                ReleaseNoticeSource.Refusal.allCases.map { "admin.release.refused.\($0.rawValue)" },
                ImportedList.Content.allCases.map { "admin.trust.content.\("\($0)".hyphenated)" },
                TrustStore.families.map { "admin.trust.family.\($0.rawValue.lowercased())" },
                IntroductionPage.messageIDs,
                Rating.allCases.map { "situation.rating.\($0.rawValue)" },
                SeriesGraph.Kind.allCases.map { "situation.graph.\($0.rawValue)" },
                SituationQuery.Sort.allCases.map { "situation.sort.\($0.rawValue)" },
                JobResult.allCases.map { "admin.job.outcome.\($0.rawValue)" },
            ].flatMap(\.self)
    }

    /// The ids of hints that may be under a form's field: each is in every language's file, or in none.
    static var hints: [String] { records.flatMap { $0.hintIDs } }

    /// Every record whose fields have labels.
    private static var records: [any LabelledRecord.Type] { [Pass.self, Vaccination.self, Fact.self] }

    private static var archiveFamilies: [String] {
        let problems = FHIRImport.Remark.Kind.allCases.map(\.rawValue)
        return (problems + PendingArchive.Remark.Own.allCases.map(\.rawValue)).map { "archive.finding.\($0)" }
            + AccountArchive.settingKeys.map { "archive.setting.\($0)" }
    }
}

extension Acceptance.Answer: MessageCode {
    static let family = "acceptance.answer"
    var parameters: Set<String> {
        switch self {
        case .rulesTooOld: ["country", "date", "year"]
        case .otherKind: []
        case .accepted, .notAccepted, .open, .noRules: ["country", "date"]
        }
    }
}
extension AccessEvent.Code: MessageCode { static let family = "access-log.event" }
extension Answer.Begun: MessageCode { static let family = "answer.begun" }
extension Trip.Style: MessageCode {
    static let family = "journeys.style"
    static let parts = ["", "if"]
}
extension Answer.State: MessageCode { static let family = "answer.state" }
extension Answer.Reason.Code: MessageCode {
    static let family = "answer.reason"
    var parameters: Set<String> {
        switch self {
        case .ticked, .job: ["situation"]
        case .trip, .tripWithoutDay: ["countries"]
        case .tripIf: ["countries", "conditions"]
        case .age: ["age"]
        case .gap: ["disease", "gap", "date"]
        case .after: ["situation", "gap"]
        case .season: ["from", "to"]
        case .validUntil, .childStrength, .unknownDay: ["date"]
        case .pregnancyWeek: ["week"]
        case .residence, .timing, .duringTreatment, .sex: []
        }
    }
}
extension JudgedDose.Doubt: MessageCode { static let family = "doses.doubt" }
extension JudgedDose.Shortcoming: MessageCode { static let family = "doses.fault" }
extension Dossier.Told: MessageCode { static let family = "answer.given" }
extension ArchiveFault: MessageCode { static let family = "archive.fault" }
extension ArchiveIntake.Reason: MessageCode { static let family = "archive.refused" }
extension AttachmentForm.Fault: MessageCode {
    static let family = "attachments.error"
    var parameters: Set<String> { ["name"] }
}
extension BinItem.Kind: MessageCode { static let family = "bin.kind" }
extension CatalogueChange.Kind: MessageCode {
    static let family = "admin.change"
    static let parts = ["", "count"]
}
extension CatalogueEvent.Action: MessageCode {
    static let family = "admin.history"
    var parameters: Set<String> { ["version", "before"] }
}
extension ConflictChoice: MessageCode { static let family = "archive.choice" }
extension DataFault.Code: MessageCode { static let family = "admin.fault" }
extension DateReadingError: MessageCode { static let family = "error.date-text" }
extension Evidence: MessageCode {
    static let family = "evidence"
    static let parts = ["", "detail"]
}
extension ExportForm.Fault: MessageCode { static let family = "archive.passphrase" }
extension ReaderAnswer.PictureFlaw: MessageCode { static let family = "scans.quality" }
extension ScanFault: MessageCode { static let family = "scans.fault" }
extension ScanField.Band: MessageCode { static let family = "scans.band" }
extension FileFault: MessageCode { static let family = "certificates.file" }
extension HealthClaims.Kind: MessageCode { static let family = "certificates.kind" }
extension HistoryIssue.Kind: MessageCode { static let family = "doses.issue" }
extension Observation.Topic: MessageCode { static let family = "health.topic" }
extension PasswordWeakness.Kind: MessageCode { static let family = "error.password" }
extension TableDateFormat: MessageCode {
    static let family = "archive.date-format"
    var parameters: Set<String> { ["example"] }
}
extension TableImport.Reason: MessageCode { static let family = "archive.rejected" }
extension TableSeparator: MessageCode { static let family = "archive.separator" }
extension UnusableUsername: MessageCode { static let family = "error.username" }
extension Verdict: MessageCode {
    static let family = "verdict"
    static let parts = ["", "detail"]
}
