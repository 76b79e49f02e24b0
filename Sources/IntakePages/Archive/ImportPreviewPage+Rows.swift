import Immunization
import Model
import PassArchive
import Vault
import Web

extension ImportPreviewPage {
    static let fields: [TemplateField<Self>] = [
        .text("fileName") { $0.pending.fileName },
        .text("action") { Links.imported($0.id) }, .text("discard") { Links.discardImport($0.id) },
        .text("columns") { $0.pending.table == nil ? nil : Links.importColumns($0.id) },
        .flag("isExport") { $0.pending.source == "age" }, .rows("passes") { $0.passes },
        .one("settings") { page, words in page.settingLines(words) },
        .flag("anything") { !$0.isEmpty }, .text("nothing") { $0.nothing($1) },
        .one("asked") { page, words in ImportQuestionList(page, words) },
        .text("names") { page, words in
            page.questions.items.isEmpty ? nil : Links.vaccineNames(Pass.person, words.code)
        },
        .one("leftOut") { page, words in LeftOutLines(page.leftOutTexts(words)) },
        .one("rejected") { page in page.rejected.isEmpty ? nil : RejectedLines(id: page.id, all: page.rejected) },
    ]

    private var isEmpty: Bool { preview.isEmpty && questions.items.isEmpty }

    private var passes: [ImportPassRow] {
        var budget = Self.maximumRows
        return preview.plan.passes.enumerated().map { index, pass in
            let row = ImportPassRow(page: self, index: index, pass: pass, mostEntries: budget)
            budget -= row.shown.count
            return row
        }
    }

    /// What is said where there is nothing to take over; that all is there only of a file that was read whole.
    private func nothing(_ words: Localizer) -> String? {
        guard isEmpty else { return nil }
        let holders = preview.plan.passes.filter { $0.rows.contains(where: \.isOfVaccination) }
        let doses = holders.reduce(0) { $0 + $1.rows.count(where: \.isOfVaccination) }
        if preview.plan.passes.allSatisfy(\.rows.isEmpty) {
            return words[isPartlyUnread ? .`archive.preview.unread` : .`archive.preview.no-vaccination`]
        }
        if isPartlyUnread { return words[.`archive.preview.rest-there`] }
        guard let pass = holders.first else { return words[.`archive.preview.nothing`] }
        guard holders.count == 1 else { return words(.`archive.preview.all-there.several`, count: doses) }
        return words(.`archive.preview.all-there`, count: doses, ["name": pass.existing?.name ?? pass.incoming.name])
    }

    /// Whether something of the file couldn't be read, or can't be kept.
    private var isPartlyUnread: Bool {
        !rejected.isEmpty || preview.refusedPasses > 0 || !preview.refusals.allSatisfy(\.isEmpty)
            || pending.findings.contains(where: \.isUnread)
    }

    private func settingLines(_ words: Localizer) -> ImportSettings? {
        guard !preview.settings.isEmpty else { return nil }
        let lines = preview.settings.map { setting in
            ImportSettings.Line(
                name: words.text("archive.setting.\(setting.key)"),
                incoming: SettingText.text(setting.key, setting.incoming, catalogue, words),
                current: setting.current.map { SettingText.text(setting.key, $0, catalogue, words) })
        }
        return ImportSettings(lines: lines, isTaken: choices.takesSettings)
    }

    /// What other systems' files hold and can't be taken over.
    private func leftOutTexts(_ words: Localizer) -> [String] {
        let findings = pending.findings.map { $0.text(words) }
        let refusals = zip(preview.plan.passes, preview.refusals).flatMap { pass, refusals in
            let texts = ImportEntryText(pass.incoming.kind, catalogue, words, preview.certificates)
            return refusals.map {
                words(.`archive.refused`, ["entry": texts.text($0.entry), "reason": words($0.reason)])
            }
        }
        let passes = [
            (Message.`archive.refused-passes`, preview.refusedPasses),
            (.`archive.passes-without-room`, preview.passesWithoutRoom),
        ]
        return findings + questions.leftOut(words) + refusals
            + passes.filter { $0.1 > 0 }.map { words($0.0, count: $0.1) }
    }
}

/// The settings of an account that a file holds otherwise.
struct ImportSettings: TemplateModel {
    struct Line: TemplateModel {
        let name: String
        let incoming: String
        /// What is set here; nil for nothing.
        let current: String?

        package init(name: String, incoming: String, current: String?) {
            self.name = name
            self.incoming = incoming
            self.current = current
        }

        static let fields: [TemplateField<Self>] = [
            .text("name") { $0.name }, .text("incoming") { $0.incoming }, .text("current") { $0.current },
        ]
    }

    let lines: [Line]
    let isTaken: Bool

    static let fields: [TemplateField<Self>] = [
        .rows("rows") { $0.lines },
        // What isn't set here is taken over without being asked for.
        .flag("asks") { settings in settings.lines.contains { $0.current != nil } },
        .flag("checked") { $0.isTaken },
    ]
}

/// What of a file isn't taken over, as far as it is shown.
struct LeftOutLines: TemplateModel {
    let texts: [String]

    /// - Returns: Nil where nothing is left out.
    init?(_ texts: [String]) {
        guard !texts.isEmpty else { return nil }
        self.texts = texts
    }

    static let fields: [TemplateField<Self>] = [
        .lines("lines") { list, _ in Array(list.texts.prefix(ImportPreviewPage.maximumLeftOut)) },
        .one("more") { HiddenCount($0.texts.count - ImportPreviewPage.maximumLeftOut) },
    ]
}

/// The lines of a table that can't be taken over.
struct RejectedLines: TemplateModel {
    struct Line: TemplateModel {
        let rejection: TableImport.Rejection

        static let fields: [TemplateField<Self>] = [
            .text("line") { String($0.rejection.line) },
            .text("reason") { line, words in words(line.rejection.reason) },
            .text("cells") { String($0.rejection.cells.joined(separator: " · ").prefix(120)) },
        ]
    }

    let id: ImportID
    let all: [TableImport.Rejection]

    static let fields: [TemplateField<Self>] = [
        .count("count") { $0.all.count }, .text("download") { Links.importRejected($0.id) },
        .rows("lines") { $0.all.prefix(ImportPreviewPage.maximumLeftOut).map(Line.init) },
        .one("more") { HiddenCount($0.all.count - ImportPreviewPage.maximumLeftOut) },
    ]
}

/// How many there are beyond those that are shown.
struct HiddenCount: TemplateModel {
    let count: Int

    /// - Returns: Nil where all are shown.
    init?(_ count: Int) {
        guard count > 0 else { return nil }
        self.count = count
    }

    static let fields: [TemplateField<Self>] = [.count("count") { $0.count }]
}
