import HealthCertificate
import Immunization
import Vault

extension Message {
    /// The ids that are made from data: every one must be in each language's file.
    static var families: [String] {
        let verdicts = Verdict.allCases.flatMap { ["verdict.\($0.rawValue)", "verdict.\($0.rawValue).detail"] }
        let problems = HTTPProblem.Code.allCases.map(Problems.family).flatMap {
            ["problem.\($0).title", "problem.\($0).text"]
        }
        let kinds = HealthClaims.Kind.allCases.map { "certificates.kind.\($0.rawValue)" }
        let codes = ["260415000", "260373001", "LP6464-4", "LP217198-3"].map { "certificates.code.\($0)" }
        let files = FileFault.allCases.map(\.messageID) + AttachmentForm.Fault.allCases.map(\.messageID)
        let sexes = RecordedSex.allCases.map { "passes.sex.\($0.rawValue)" }
        let passwords = PasswordFinding.messageKeys.map { "error.password.\($0)" }
        let usernames = UsernameFinding.messageKeys.map { "error.username.\($0)" }
        let states = RecommendationsPage.states.map { "recommendations.state.\($0)" }
        let reasons = SeriesForecast.Reason.messageKeys.map { "recommendations.reason.\($0)" }
        let passphrases = ExportForm.messageKeys.map { "archive.passphrase.\($0)" }
        let doses = DoseEvaluation.Reason.messageKeys.map { "doses.reason.\($0)" }
        let issues = HistoryIssue.Kind.messageKeys.map { "doses.issue.\($0)" }
        let changes = CatalogueChange.Kind.allCases.flatMap {
            ["admin.change.\($0.rawValue)", "admin.change.\($0.rawValue).count"]
        }
        let admin =
            CatalogueEvent.Action.allCases.map { "admin.history.\($0.rawValue)" }
            + ["years", "months", "weeks", "days"].map { "admin.period.\($0)" }
        let sections = Catalogue.sections.map { "admin.section.\($0)" }
        return [
            changes, admin, sections, FaultSentence.messageIDs,
            CertificateText.messageIDs, passphrases, ArchiveMessages.all, states, reasons, verdicts, problems, kinds,
            codes, files, sexes,
            passwords, usernames,
            Notice.allCases.map(\.messageID), AccessLogWords.codes.map(AccessLogWords.messageID), doses, issues,
            Observation.Topic.allCases.map { "health.topic.\($0.rawValue)" },
        ].flatMap(\.self)
    }
}
