import Immunization
import Model
import PassArchive
import Vault

/// Asks for the file of an import, and its passphrase.
struct NewImportPage: TypedPage {
    let errors: FormErrors
    static let template = Template.importNew
    let section = Section.settings
    var hasErrors: Bool { !errors.isEmpty }

    func title(_ words: Localizer) -> String { words[.archiveImportTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        let form = FormView(errors: errors)
        return [
            "errors": errors.fields,
            "action": Links.importFile,
            "file": form.text("file", hint: true, secret: true),
            "passphrase": form.text("passphrase", hint: true, secret: true),
            "cancel": Links.settings,
        ]
    }

    static let fields: [TemplateField<Self>] = [
        .one("errors") { $0.errors.summary }, .text("action") { _ in Links.importFile },
        .one("file") { $0.form.textControl("file", hint: true, secret: true) },
        .one("passphrase") { $0.form.textControl("passphrase", hint: true, secret: true) },
        .text("cancel") { _ in Links.settings },
    ]

    private var form: FormView { FormView(errors: errors) }
}

/// Shows row by row what an import would bring, before anything is stored.
struct ImportPreviewPage: TypedPage {
    let id: PendingID
    let pending: PendingArchive
    let preview: ArchivePreview
    let choices: ImportChoices
    /// The lines of a table that can't be taken over.
    let rejected: [TableImport.Rejection]
    let catalogue: Catalogue
    let errors: FormErrors
    static let template = Template.importPreview
    let section = Section.settings
    var hasErrors: Bool { !errors.isEmpty }

    /// The most rows that are shown; the others are counted.
    static let maximumRows = 1_000
    /// The most lines of a list of what is left out.
    static let maximumLeftOut = 100

    func title(_ words: Localizer) -> String { words[.archivePreviewTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        let passes = ImportPassFields(page: self, words: words).all
        return [
            "title": title(words),
            "errors": errors.fields,
            "fileName": pending.fileName,
            "action": Links.imported(id),
            "discard": Links.discardImport(id),
            "columns": pending.table == nil ? false : Links.importColumns(id),
            "passes": passes,
            "settings": settings(words),
            "anything": !preview.isEmpty,
            "leftOut": leftOut(words).field,
            "rejected": rejectedFields(words).field,
        ]
    }

    private func settings(_ words: Localizer) -> Any {
        guard !preview.settings.isEmpty else { return false }
        let asks = preview.settings.contains { $0.current != nil }
        return [
            "rows": preview.settings.map { setting -> TemplateContext in
                [
                    "name": words.text("archive.setting.\(setting.key)"),
                    "incoming": SettingText.text(setting.key, setting.incoming, catalogue, words),
                    "current": setting.current.map { SettingText.text(setting.key, $0, catalogue, words) }.field,
                ]
            },
            "asks": asks,
            "checked": choices.takesSettings,
        ] as TemplateContext
    }

    /// What other systems' files hold and can't be taken over.
    private func leftOut(_ words: Localizer) -> TemplateContext? {
        var lines = pending.findings.map { finding in
            words.text(
                "archive.finding.\(finding.problem)",
                ["entry": String(finding.entry), "last": String(finding.last ?? finding.entry)])
        }
        for (pass, refusals) in zip(preview.plan.passes, preview.refusals) {
            lines += refusals.map { refusal in
                let text = ImportEntryText(pass.incoming.kind, catalogue, words).text(refusal.entry)
                return words(
                    .archiveRefused,
                    [
                        "entry": text, "reason": words(refusal.reason),
                    ])
            }
        }
        if preview.refusedPasses > 0 { lines.append(words(.archiveRefusedPasses, count: preview.refusedPasses)) }
        guard !lines.isEmpty else { return nil }
        let more = lines.count - Self.maximumLeftOut
        return [
            "lines": lines.prefix(Self.maximumLeftOut).map { ["text": $0] as TemplateContext },
            "more": more > 0 ? ["count": words.count(more)] as TemplateContext : false,
        ]
    }

    private func rejectedFields(_ words: Localizer) -> TemplateContext? {
        guard !rejected.isEmpty else { return nil }
        let more = rejected.count - Self.maximumLeftOut
        return [
            "count": words.count(rejected.count),
            "download": Links.importRejected(id),
            "lines": rejected.prefix(Self.maximumLeftOut).map { line -> TemplateContext in
                [
                    "line": String(line.line), "reason": words(line.reason),
                    "cells": String(line.cells.joined(separator: " · ").prefix(120)),
                ]
            },
            "more": more > 0 ? ["count": words.count(more)] as TemplateContext : false,
        ]
    }
}
