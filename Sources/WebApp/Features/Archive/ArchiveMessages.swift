import PassArchive

/// The messages of exports and imports whose ids are made from data.
enum ArchiveMessages {
    static var all: [String] {
        let fields =
            VaccinationColumn.allCases.map(\.rawValue)
            + ["name", "birthDate", "sex", "kind", "value", "from", "to", "content"]
        let findings =
            FHIRImport.Problem.allCases.filter(\.isRejection).map(\.rawValue) + PendingArchive.Finding.problems
        return ArchiveFault.messageIDs
            + ["vaccination", "certificate", "fact", "attachment"].map { "archive.entry.\($0)" }
            + ["keep", "take", "both"].map { "archive.choice.\($0)" }
            + ["new", "there", "conflict"].flatMap { ["archive.count.\($0)", "archive.state.\($0)"] }
            + fields.map { "archive.field.\($0)" } + findings.map { "archive.finding.\($0)" }
            + ArchiveIntake.Reason.allCases.map { "archive.refused.\($0.rawValue)" }
            + TableImport.Reason.allCases.map { "archive.rejected.\($0)" }
            + TableDateFormat.allCases.map { "archive.date-format.\($0)" }
            + TableSeparator.allCases.map { "archive.separator.\($0)" }
            + AccountArchive.settingKeys.map { "archive.setting.\($0)" }
    }
}
