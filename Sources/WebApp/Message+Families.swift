import HealthCertificate
import Immunization
import IntakePages
import Lists
import Model
import Operators
import PassArchive
import People
import Situation
import Vault
import Web

extension Message {
    /// Every code that has messages.
    static var codes: [any MessageCode.Type] { features.flatMap { $0.codes } }

    /// The ids that are made from codes and other data: every one must be in each language's file.
    static var families: [String] {
        codes.flatMap { $0.messageIDs } + records.flatMap { $0.messageIDs } + archiveFamilies
            + [
                (1...4).map { "scans.corner.\($0)" },
                Catalogue.sections.map { "admin.section.\($0)" },
                ProblemPage.Wording.messageIDs,
                ["260415000", "260373001", "LP6464-4", "LP217198-3"].map { "certificates.code.\($0)" },
                CertificateText.messageIDs,
                Job.Name.allCases.map { "admin.job.\($0.rawValue)" },
                ReleaseNoticeSource.Reason.allCases.map { "admin.release.refused.\($0.rawValue)" },
                ImportedList.Content.allCases.map { "admin.trust.content.\("\($0)".hyphenated)" },
                TrustStore.families.map { "admin.trust.family.\($0.rawValue.lowercased())" },
                Introduction.messageIDs,
                Rating.allCases.map { "situation.rating.\($0.rawValue)" },
                GraphKind.allCases.map { "situation.graph.\($0.rawValue)" },
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
