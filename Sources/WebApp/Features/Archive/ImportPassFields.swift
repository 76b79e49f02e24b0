import CivilDates
import Immunization
import Model
import PassArchive
import Vault

/// The passes of an import as its page shows them: where each goes, and what is new, there, or different.
struct ImportPassFields {
    let page: ImportPreviewPage
    let words: Localizer

    var all: [TemplateContext] {
        var budget = ImportPreviewPage.maximumRows
        return page.preview.plan.passes.enumerated().map { index, pass in
            let shown = Self.order(pass.rows).prefix(budget)
            budget -= shown.count
            return passFields(index, pass, Array(shown))
        }
    }

    /// Conflicts first, then what is new, then what is there.
    private static func order(_ rows: [ArchiveImportRow]) -> [Int] {
        rows.indices.filter { rows[$0].isConflict } + rows.indices.filter { rows[$0].isNew }
            + rows.indices.filter { rows[$0].isAlreadyThere }
    }

    private func passFields(_ index: Int, _ pass: ArchiveImportPlan.Pass, _ shown: [Int]) -> TemplateContext {
        let incoming = pass.incoming
        let numbers: [(Message, Int)] = [
            (.archiveCountNew, pass.rows.count(where: \.isNew)),
            (.archiveCountThere, pass.rows.count(where: \.isAlreadyThere)),
            (.archiveCountConflict, pass.rows.count(where: \.isConflict)),
        ]
        let counts = numbers.filter { $0.1 > 0 }.map { words($0.0, ["count": String($0.1)]) }
        let destination = pass.isSkipped ? ImportChoices.skip : pass.existing?.id ?? ImportChoices.new
        let hidden = pass.rows.count - shown.count
        return [
            "emoji": page.catalogue.emoji(incoming.kind),
            "name": incoming.name,
            "born": incoming.birthDate.map { words(.passesBorn, ["date": words.date($0)]) }.field,
            "counts": counts.isEmpty ? words[.archiveCountNone] : counts.joined(separator: " · "),
            "skipped": pass.isSkipped,
            "pass": page.pending.table == nil ? passField(index, pass, destination) : false,
            "fixed": page.pending.table == nil
                ? false : ["name": ImportChoices.passField(index), "value": destination] as TemplateContext,
            "shownName": ImportChoices.shownField(index),
            "shownValue": destination,
            "holder": holder(index, pass).field,
            "rows": shown.map { rowFields(index, $0, pass) },
            "more": hidden > 0 ? ["count": words.count(hidden)] as TemplateContext : false,
        ]
    }

    /// Each incoming pass lists the existing ones: where both are very many, a share of them.
    private static let mostOptions = 20_000

    private func passField(_ index: Int, _ pass: ArchiveImportPlan.Pass, _ destination: String) -> TemplateContext {
        let most = max(20, Self.mostOptions / page.preview.plan.passes.count)
        var existing = Array(page.preview.existing.lazy.filter { $0.kind == pass.incoming.kind }.prefix(most))
        if let match = pass.existing, !existing.contains(where: { $0.id == match.id }) { existing.append(match) }
        var options = existing.compactMap { existing in
            existing.id.map { FormView.Option(value: $0, text: words(.archiveIntoPass, ["name": existing.name])) }
        }
        options.append(.init(value: ImportChoices.new, text: words[.archiveIntoNewPass]))
        options.append(.init(value: ImportChoices.skip, text: words[.archiveSkipPass]))
        let name = ImportChoices.passField(index)
        return FormView(values: [name: destination], errors: page.errors).choice(name, options)
    }

    /// What the file says otherwise of the holder.
    private func holder(_ index: Int, _ pass: ArchiveImportPlan.Pass) -> TemplateContext? {
        guard let existing = pass.existing, !pass.differingFields.isEmpty else { return nil }
        let lines = pass.differingFields.compactMap(Pass.field).map { field -> TemplateContext in
            [
                "name": words.label(field), "current": words.value(field, of: existing.content) ?? "–",
                "incoming": words.value(field, of: pass.incoming.content) ?? "–",
            ]
        }
        return [
            "lines": lines, "name": ImportChoices.holderField(index), "checked": page.choices.takesHolder(index),
        ]
    }

    private func rowFields(_ index: Int, _ row: Int, _ pass: ArchiveImportPlan.Pass) -> TemplateContext {
        let texts = ImportEntryText(pass.incoming.kind, page.catalogue, words)
        let entry = pass.rows[row]
        let (state, stateText): (String, Message)
        var conflict: Any = false
        switch entry.state {
        case .new: (state, stateText) = ("new", .archiveStateNew)
        case .alreadyThere: (state, stateText) = ("there", .archiveStateThere)
        case .conflict(let existing, let names):
            (state, stateText) = ("conflict", .archiveStateConflict)
            let name = ImportChoices.rowField(index, row)
            let options = ConflictChoice.allCases.map { FormView.Option(value: $0.rawValue, text: words($0)) }
            let chosen = page.choices.choice(index, row)
            let choice = FormView(values: [name: chosen.rawValue]).choice(name, options)
            conflict =
                [
                    "choice": choice.merging(["label": texts.text(entry.entry)]) { $1 },
                    "lines": names.map { name -> TemplateContext in
                        let line = texts.difference(name, existing, entry.entry)
                        return ["name": line.name, "current": line.current, "incoming": line.incoming]
                    },
                ] as TemplateContext
        }
        return [
            "kind": texts.kind(entry.entry), "text": texts.text(entry.entry), "conflict": conflict, "state": state,
            "stateText": words[stateText],
        ]
    }
}
